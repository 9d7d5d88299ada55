"""Moves, chance and events of SCOUT.

Positions count from 0. `UNSAID` (-1) is a position nobody noted.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

UNSAID = -1
"""A position that nobody noted."""


class Choose(NamedTuple):
    """Keep or flip the whole hand, before the first turn: ``keep``, ``flip``, ``unknown``."""

    how: str


class Show(NamedTuple):
    """Show the block that begins at position `at`.

    `values` are the upper numbers of its cards, in hand order, 0 for one that
    is not known. `cards` are the whole cards where they have to be said (the
    hand is not known to the reader), else empty.
    """

    at: int
    values: bytes
    cards: bytes = b""


class Scout(NamedTuple):
    """Take the leftmost or, with `right`, the rightmost card of the table into position `to`.

    `card` is the card as it will stand in the hand. The only card of a table
    is its leftmost.
    """

    right: bool
    card: int
    to: int


class ScoutShow(NamedTuple):
    """A Scout and then at once a Show, one move; the Show's positions count the card just taken."""

    scout: Scout
    show: Show


class Stop(NamedTuple):
    """End the round while the other player's set lies (two players, `voluntary_stop`)."""

    word: str = "stop"


class Unnoted(NamedTuple):
    """A move that was made and that nobody noted."""

    word: str = "unnoted"


class Starter(NamedTuple):
    """Chance: who starts, where the rules leave it to a draw."""

    seat: int


STOP = Stop()
UNNOTED = Unnoted()
KEEP = Choose("keep")
FLIP = Choose("flip")


@cache  # at most 45 positions of 190 blocks
def show_of(at: int, values: bytes) -> Show:
    """The one Show object of a known block; legal lists are made of these."""
    return Show(at, values)


class Chose(NamedTuple):
    """Event: a hand was kept or flipped. Secret from the other seats."""

    seat: int
    how: str


class Started(NamedTuple):
    """Event: it is known who starts."""

    seat: int


class Shown(NamedTuple):
    """Event: these cards lie on the table now; they lay from position `at` on.

    `captured` are the cards of the former active set, a point each.
    """

    seat: int
    at: int
    cards: bytes
    captured: bytes


class Scouted(NamedTuple):
    """Event: a card was taken from an end of the table; as it stands in the hand at `to`.

    `paid` is the seat that got the Scout token, -1 where it is out of play.
    """

    seat: int
    right: bool
    card: int
    to: int
    paid: int


class Missed(NamedTuple):
    """Event: a move that nobody noted."""

    seat: int


class Ended(NamedTuple):
    """Event: a move of `seat` ended the round; `exempt` does not pay for its hand (-1: nobody)."""

    seat: int
    end: str
    exempt: int
