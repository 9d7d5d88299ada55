"""Cards, blocks of cards, and which block beats which (rules: "Setup", "Show").

A card lies one way up and is one byte: its upper number in the high half, its
lower number in the low half, so that ``bytes.hex`` shows a hand as people
read it. A half of 0 is a number that is not known. A hand, a block, and the
table are `bytes`, left to right, so slicing and comparing are one step each.
"""

from __future__ import annotations

from functools import cache, lru_cache

UNKNOWN = 0
"""A card of which neither number is known."""

UPPER = bytes(card >> 4 for card in range(256))
"""For `bytes.translate`: every card to its upper number, the only one that counts."""

TURN = bytes(card >> 4 | (card & 15) << 4 for card in range(256))
"""For `bytes.translate`: every card to the same card the other way up."""

PAIR = bytes(map(min, range(256), TURN))
"""For `bytes.translate`: every card to itself with its smaller number up."""

DECK = bytes(upper << 4 | lower for upper in range(1, 11) for lower in range(upper + 1, 11))
"""The 45 cards, each with its smaller number up."""


def card_of(upper: int, lower: int) -> int:
    """The card with these numbers; 0 stands for one that is not known."""
    return upper << 4 | lower


def is_whole(card: int) -> bool:
    """Whether both numbers of a card are known."""
    return card > 15 and card & 15 != 0


WHOLE = bytes(card for card in range(256) if card >> 4 and card & 15)
"""Every card of which both numbers are known: ``hand.translate(None, WHOLE)`` leaves the others."""


def fits(said: int, card: int) -> bool:
    """Whether two partly known cards, as they lie, can be the same card."""
    high, low = said >> 4 or card >> 4, said & 15 or card & 15
    return (
        card >> 4 in (0, high) and card & 15 in (0, low) and (high != low or not high)
    )  # no card has the same number twice


def merged(said: int, card: int) -> int:
    """What is known of a card from two partly known ones that fit."""
    return (said & 0xF0 or card & 0xF0) | (said & 15 or card & 15)


def _strengths() -> dict[bytes, int]:
    """Every valid block (as upper numbers) with its strength; a stronger one has a higher number.

    More cards, then set over run, then the higher smallest number. A single
    is a set of one.
    """
    table: dict[bytes, int] = {}
    for length in range(1, 11):
        for low in range(1, 11):
            table[bytes([low] * length)] = length * 100 + 50 + low
            run = bytes(range(low, low + length))
            if length > 1 and run[-1] <= 10:
                table[run] = table[run[::-1]] = length * 100 + low
    return table


STRENGTH = _strengths()
"""The strength of every valid block, by its upper numbers; what is not in it is no block."""


@lru_cache(maxsize=1024)
def strengths_of(values: bytes) -> tuple[int, int]:
    """The least and the greatest strength that cards with these upper numbers can have.

    A 0 is a number that is not known. Both are 0 where the cards can be no
    block, and where there are none.
    """
    fitting = [
        strength
        for block, strength in STRENGTH.items()
        if len(block) == len(values)
        and all(value in (0, number) for value, number in zip(values, block, strict=True))
    ]
    return min(fitting, default=0), max(fitting, default=0)


def least_strength(block: bytes) -> int:
    """The strength of the cards on the table, 0 where none lie there; where not known, the least.

    `block` are whole cards.
    """
    values = block.translate(UPPER)
    return STRENGTH.get(values) or strengths_of(values)[0]


@cache
def deck_for(players: int) -> bytes:
    """The cards in play (rules: "Setup"): 2 and 4 without 9/10, 3 without the tens, 5 all."""
    if players == 5:
        return DECK
    if players == 3:
        return bytes(card for card in DECK if card & 15 != 10)
    return bytes(card for card in DECK if card != card_of(9, 10))


HAND_SIZE = {2: 11, 3: 12, 4: 11, 5: 9}
"""Cards dealt to each, by the number of players."""
