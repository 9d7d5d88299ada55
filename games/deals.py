"""From a seed to deals: one pure function, the same on every Python and platform.

Method ``sha256-fisher-yates 1``. The random bytes for one purpose (the deal of
round 2, the first new draw pile of round 3 …) are the digests of SHA-256 over
the UTF-8 text ``seed/purpose/counter`` with the counter 0, 1, 2 …, written in
decimal. They are read as unsigned 32-bit numbers, big-endian. A number below
`n` is the next of them below the largest multiple of `n` in 2**32 (others are
passed over), modulo `n`. A shuffle is Fisher and Yates's, from the last place
down: place `i` is exchanged with a number below `i + 1`. No purpose disturbs
another, so a deal does not depend on what was drawn before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

ALGORITHM = "sha256-fisher-yates 1"
"""The name of this method in a match file (`shuffle: algorithm:`)."""

OWN_DRAWS = f"{ALGORITHM} own-draws"
"""Its name where each seat had its own draw order (`games.game.DrawOrder`).

The cards of a draw pile stand in such a file in the order in which they came,
which depends on the play too; so they are not those of the seed.
"""

_WORD = 2**32
_WORDS = Struct(">8I")
"""A digest as numbers."""


def numbers(seed: str, purpose: str) -> Iterator[int]:
    """The endless 32-bit numbers of one purpose."""
    counter = 0
    while True:
        yield from _WORDS.unpack(hashlib.sha256(f"{seed}/{purpose}/{counter}".encode()).digest())
        counter += 1


class Shuffler:
    """The chance of one round: every draw is made under the name of its purpose."""

    def __init__(self, seed: str, round_number: int) -> None:
        """`seed` is any text, `round_number` counts from 1."""
        self.seed = seed
        self.round_number = round_number
        self._times: dict[str, int] = {}

    def stream(self, purpose: str) -> Iterator[int]:
        """The 32-bit numbers for `purpose`; the same purpose asked again gives others."""
        times = self._times[purpose] = self._times.get(purpose, 0) + 1
        return numbers(self.seed, f"round {self.round_number}/{purpose} {times}")

    def shuffled(self, cards: Sequence[T], purpose: str) -> list[T]:
        """The cards in random order."""
        stream = self.stream(purpose)
        result = list(cards)
        for n in range(len(result), 1, -1):
            # As `below` has it; a deal is made for every round of a million.
            number = next(stream)
            while number >= _WORD - _WORD % n:
                number = next(stream)
            i, j = n - 1, number % n
            result[i], result[j] = result[j], result[i]
        return result

    def coins(self, count: int, purpose: str) -> list[bool]:
        """So many independent fair coins."""
        stream = self.stream(purpose)
        return [number % 2 == 1 for number in islice(stream, count)]  # 2 divides 2**32

    def one_of(self, things: Sequence[T], purpose: str) -> T:
        """One of the things, each as likely."""
        return things[below(len(things), self.stream(purpose))]


def below(n: int, stream: Iterator[int]) -> int:
    """A number from 0 to n - 1, each as likely, from 32-bit numbers."""
    limit = _WORD - _WORD % n
    for number in stream:
        if number < limit:
            return number % n
    raise AssertionError("the stream of numbers is endless")


def commitment(seed: str, salt: str) -> str:
    """What can be made known before play, to show after it that the seed was fixed then.

    The SHA-256 of ``seed/salt`` in UTF-8, in hexadecimal digits.
    """
    return hashlib.sha256(f"{seed}/{salt}".encode()).hexdigest()
