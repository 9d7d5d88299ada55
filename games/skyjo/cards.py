"""Cards, places, and the lines that places form (rules: "Deck", "Deal", "Column").

A card is its value, a whole number from -2 to 12. A grid is a list of twelve
cards in reading order: a1 b1 c1 d1 a2 … d3. A set of places is a whole number
with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable

UNKNOWN = 13
"""A card that is not known."""

EMPTY = 14
"""What stands in a grid for a place whose card was cleared."""

VALUES = range(-2, 13)
"""Every value a card can have."""

SLOTS = 18
"""The length of a list that counts cards by value.

`counts[card]` is right for every card, for UNKNOWN and for EMPTY too: -2 and
-1 count from the end, where they meet nothing else.
"""

PLACES = 12
"""Cards in a grid: four columns of three."""

ALL = (1 << PLACES) - 1
"""The set of all places."""

BITS = tuple(1 << place for place in range(PLACES))
"""Every place as a set of one."""

COLUMNS = tuple(tuple(range(column, PLACES, 4)) for column in range(4))
ROWS = tuple(tuple(range(4 * row, 4 * row + 4)) for row in range(3))
LINES = COLUMNS + ROWS
"""The places of each line: 0 to 3 are the columns a to d, 4 to 6 the rows 1 to 3."""


def set_of(places: Iterable[int]) -> int:
    """Places as a set."""
    return sum(BITS[place] for place in places)


LINE_SETS = tuple(set_of(line) for line in LINES)

COLUMN_MATES = tuple(
    tuple(other for other in COLUMNS[place % 4] if other != place) for place in range(PLACES)
)
"""For each place the two others of its column."""

COLUMN_REST = tuple(set_of(mates) for mates in COLUMN_MATES)
"""The same as sets."""

ROW_MATES = tuple(
    tuple(other for other in ROWS[place // 4] if other != place) for place in range(PLACES)
)
"""For each place the three others of its row."""

ROW_REST = tuple(set_of(mates) for mates in ROW_MATES)


def _counts() -> list[int]:
    counts = [0] * SLOTS
    for value in VALUES:
        counts[value] = 10
    counts[-2], counts[0] = 5, 15
    return counts


COUNTS = tuple(_counts())
"""How often the deck holds each value, see SLOTS: 150 cards in all."""

DECK = tuple(value for value in VALUES for _ in range(COUNTS[value]))
"""The cards of the deck, lowest first."""


def count(cards: Iterable[int]) -> list[int]:
    """How often each value is among the cards, see SLOTS."""
    counts = [0] * SLOTS
    for card in cards:
        counts[card] += 1
    return counts


def places_in(places: int) -> list[int]:
    """The places of a set, in reading order."""
    return [place for place in range(PLACES) if places >> place & 1]


def place_name(place: int) -> str:
    """A place as people say it: ``b2``."""
    return f"{'abcd'[place % 4]}{place // 4 + 1}"


def line_name(line: int) -> str:
    """A line as people say it: ``column b``, ``row 2``."""
    return f"column {'abcd'[line]}" if line < 4 else f"row {line - 3}"
