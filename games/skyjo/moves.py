"""Moves, chance and events of SKYJO.

Places count from 0 in reading order; `UNSAID` (-1) is one that nobody noted.
Of the cards that a move touches, None says nothing (a choice that somebody
still makes), and UNKNOWN that nobody noted it. `cleared` are the lines that
the move completes: ``()`` says that it completes none, None says nothing. The
last field tells the kinds apart, so that no two of them are ever equal.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.skyjo.cards import PLACES, places_in

UNSAID = -1
"""A place that nobody noted."""

Lines = tuple[int, ...]
"""Lines as `cards.LINES` counts them, in its order."""


class Reveal(NamedTuple):
    """Before the first turn: turn up the cards at two places, in reading order."""

    places: tuple[int, int]
    cards: tuple[int, int] | None = None
    kind: str = "reveal"


class Take(NamedTuple):
    """Take the top of the discard pile, `card`, and put it at `place`; `out` lay there."""

    place: int
    card: int | None = None
    out: int | None = None
    cleared: Lines | None = None
    kind: str = "take"


class Draw(NamedTuple):
    """Draw a card; a Swap or a Turn finishes the turn."""

    card: int | None = None
    kind: str = "draw"


class Swap(NamedTuple):
    """Put the drawn card, `card`, at `place`; `out` lay there."""

    place: int
    out: int | None = None
    cleared: Lines | None = None
    card: int | None = None
    kind: str = "swap"


class Turn(NamedTuple):
    """Throw the drawn card, `card`, on the discard pile and turn up the hidden one at `place`.

    `out` is what comes to light there.
    """

    place: int
    out: int | None = None
    cleared: Lines | None = None
    card: int | None = None
    kind: str = "turn"


class Unnoted(NamedTuple):
    """A move that was made and that nobody noted."""

    kind: str = "unnoted"


class Pile(NamedTuple):
    """Chance: the new draw pile, its top first, just before the draw that needs it.

    `up` is the card turned up where the rules turn one up. With `rest` more
    cards follow that nobody noted.
    """

    cards: tuple[int, ...]
    up: int | None = None
    rest: bool = False
    kind: str = "pile"


class Starter(NamedTuple):
    """Chance: who starts, where the rules leave it to a draw or the record does not know it."""

    seat: int
    kind: str = "starter"


DRAW = Draw()
UNNOTED = Unnoted()
REVEALS = tuple(Reveal(pair) for pair in combinations(range(PLACES), 2))
TAKES = tuple(map(Take, range(PLACES)))
SWAPS = tuple(map(Swap, range(PLACES)))
TURNS = tuple(map(Turn, range(PLACES)))


# At most 4096 sets of places each.


@cache
def first_halves(occupied: int) -> tuple[Take | Draw, ...]:
    """What may begin a turn, in canonical order, with cards at these places."""
    return (*(TAKES[place] for place in places_in(occupied)), DRAW)


@cache
def swaps(occupied: int) -> tuple[Swap, ...]:
    """Where a drawn card may go, in reading order, with cards at these places."""
    return tuple(SWAPS[place] for place in places_in(occupied))


@cache
def turns(hidden: int) -> tuple[Turn, ...]:
    """Which cards may be turned up, in reading order, with hidden cards at these places."""
    return tuple(TURNS[place] for place in places_in(hidden))


class Chose(NamedTuple):
    """Event: two cards were chosen; which, nobody sees before all have chosen."""

    seat: int


class Revealed(NamedTuple):
    """Event: the two chosen cards were turned up."""

    seat: int
    places: tuple[int, int]
    cards: tuple[int, int]


class Started(NamedTuple):
    """Event: it is known who starts."""

    seat: int


class Drew(NamedTuple):
    """Event: a card was drawn, which only the one who drew it sees."""

    seat: int
    card: int


class Placed(NamedTuple):
    """Event: a card was put at a place and `out`, which lay there, on the discard pile.

    `taken` says that the card came from the discard pile, else it was drawn.
    """

    seat: int
    place: int
    card: int
    out: int
    taken: bool


class Turned(NamedTuple):
    """Event: the drawn card, `thrown`, went on the discard pile, and `card` came to light."""

    seat: int
    place: int
    card: int
    thrown: int


class Cleared(NamedTuple):
    """Event: complete lines went to the discard pile; `cards` lay there."""

    seat: int
    lines: Lines
    cards: tuple[int, ...]


class Opened(NamedTuple):
    """Event: the seat has no hidden card left, so each other seat has one more turn."""

    seat: int


class Reshuffled(NamedTuple):
    """Event: `size` cards of the discard pile are the new draw pile.

    `up` is the new top of the discard pile where one was turned up. `seat` is -1.
    """

    seat: int
    size: int
    up: int | None


class Flipped(NamedTuple):
    """Event: at the end of the round the hidden cards at these places were turned up."""

    seat: int
    places: tuple[int, ...]
    cards: tuple[int, ...]


class Missed(NamedTuple):
    """Event: a move that nobody noted."""

    seat: int


class Ended(NamedTuple):
    """Event: the round ended; `seat` made the last move, `doubled` says whose points count twice.

    `doubled` is -1 where nobody's do, or where it is not known.
    """

    seat: int
    end: str
    doubled: int
