"""Which blocks of a hand can be shown: the search behind the legal list.

Works on `values`, the upper numbers of a hand. Every block that starts at a
place is a beginning of the longest block that starts there, so the blocks of
a hand are known by one length for each place.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import repeat

from games.scout.cards import STRENGTH, TURN, least_strength, strengths_of
from games.scout.moves import Scout, ScoutShow, Show, show_of

_MOST_CARDS = 46
_pair = partial(tuple.__new__, ScoutShow)


@lru_cache(maxsize=512)
def _scouts_of(right: bool, card: int) -> tuple[Scout, ...]:
    """The Scouts of one card as it will stand, one for every position a hand can offer."""
    return tuple(Scout(right, card, to) for to in range(_MOST_CARDS))


def longest(values: bytes) -> list[int]:
    """For each place the length of the longest block that starts there; 0 at an unknown card."""
    result = [1 if value else 0 for value in values]
    kind = length = 0
    for at in range(len(values) - 2, -1, -1):
        step = values[at + 1] - values[at]
        if -1 <= step <= 1 and values[at] and values[at + 1]:
            length = length + 1 if step == kind and length > 1 else 2
            kind = step
            result[at] = length
        else:
            length = 1
    return result


def shows(values: bytes, need: int) -> list[Show]:
    """Every Show that beats the strength `need`, by position, then length."""
    result: list[Show] = []
    size = need // 100
    for at, most in enumerate(longest(values)):
        if most >= size and most:
            result += _beating(at, values[at : at + most], need)
    return result


def can_show(values: bytes, need: int) -> bool:
    """Whether any block of the hand beats the strength `need`."""
    size = need // 100
    for at, most in enumerate(longest(values)):
        if most > size or (most == size and STRENGTH[values[at : at + size]] > need):
            return True
    return False


def may_show(values: bytes, need: int) -> bool:
    """Whether some block of the hand can beat the strength `need`, for all that is known of it."""
    size = need // 100
    # What is longer than the table by two begins with what is longer by one.
    return any(
        strengths_of(values[at : at + length])[1] > need
        for length in (size, size + 1)
        for at in range(len(values) - length + 1)
    )


@lru_cache(maxsize=1 << 15)  # most places hold no more than a single or two cards
def _beating(at: int, longest_block: bytes, need: int) -> tuple[Show, ...]:
    """The Shows that start at one place, where this is the longest block, and beat `need`."""
    size = need // 100
    if not size or STRENGTH.get(longest_block[:size], 0) <= need:
        size += 1
    return tuple(show_of(at, longest_block[:n]) for n in range(size, len(longest_block) + 1))


def scouts(table: bytes, cards_in_hand: int) -> list[Scout]:
    """Every Scout: by end, then as the card lies before turned, then by position."""
    result: list[Scout] = []
    for right, lies in _takings(table):
        result += _scouts_of(right, lies)[: cards_in_hand + 1]
    return result


def _takings(table: bytes) -> list[tuple[bool, int]]:
    """The ends and ways up a card can be taken: one end where only one card lies there."""
    ends = [(False, table[0]), (True, table[-1])][: len(table)]
    # A card of which nothing is known looks the same either way up.
    return [(right, way) for right, card in ends for way in dict.fromkeys((card, TURN[card]))]


def scout_shows(table: bytes, values: bytes) -> list[ScoutShow]:
    """Every Scout & Show: by its Scout, then its Show."""
    result: list[ScoutShow] = []
    reach = longest(values)
    parts: dict[bool, _Parts] = {}
    for right, lies in _takings(table):
        if right not in parts:
            left = table[:-1] if right else table[1:]
            parts[right] = _Parts(values, reach, least_strength(left))
        for scout in _scouts_of(right, lies)[: len(values) + 1]:
            options = parts[right].with_card(lies >> 4, scout.to)
            result += map(_pair, zip(repeat(scout), options))
    return result


class _Parts:
    """The Shows of a hand that beat `need`, so cut that one card more is quickly put in.

    A card put into a gap changes only the blocks that reach the gap: those
    far left of it stay, those right of it move by one.
    """

    __slots__ = ("_first", "_moved", "_need", "_reach", "_shows", "_values")

    def __init__(self, values: bytes, reach: list[int], need: int) -> None:
        self._values = values
        self._reach = reach
        self._need = need
        self._shows: list[Show] = []
        self._first: list[int] = []
        for at, most in enumerate(reach):
            self._first.append(len(self._shows))
            self._shows += _beating(at, values[at : at + most], need) if most else ()
        self._first.append(len(self._shows))
        self._moved = [show_of(at + 1, block) for at, block, _ in self._shows]

    def with_card(self, value: int, gap: int) -> list[Show]:
        """The Shows once a card with this upper number stands at position `gap`."""
        reach, need = self._reach, self._need
        start = gap
        while start and reach[start - 1] >= gap - start + 1:
            start -= 1
        result = self._shows[: self._first[start]]
        values = self._values[:gap] + bytes((value,)) + self._values[gap:]
        for at in range(start, gap + 1):
            # A block is the longest one that starts here, so growing it by one
            # card at a time stops at the first that is no block.
            most = gap - at or min(value, 1)
            while most < len(values) - at and values[at : at + most + 1] in STRENGTH:
                most += 1
            result += _beating(at, values[at : at + most], need)
        return result + self._moved[self._first[gap] :]
