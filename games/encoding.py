"""What every game can offer to players that learn: its moves and its views as numbers.

One module of the game's own implements it. An encoding is made for one set of
rules; then every move has one number and every view becomes a vector of one
length, so that both suit the ends of a network. Where seats are told apart,
the own seat comes first and the others follow clockwise: the same network can
sit anywhere. Needs no numpy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import chain
from typing import ClassVar, NamedTuple

from games.errors import RuleError
from games.game import Game, Move, View
from games.options import Rules

MOST = 9999
"""What counts without a bound of its own (turns, totals …) is cut at this, and at its negative."""


class Field(NamedTuple):
    """A part of the vector: so many numbers of one meaning, each from `low` to `high`."""

    name: str
    size: int
    low: int
    high: int


class Encoding(ABC):
    """The moves and views of one game as numbers, under one set of rules.

    `actions` is how many numbers there are for moves, from 0; `fields` are the
    parts of the vector in their order. Both depend on the number of players.
    """

    version: ClassVar[int]
    """Counts up whenever a number comes to mean something else."""
    actions: int
    fields: tuple[Field, ...]

    @abstractmethod
    def __init__(self, rules: Rules) -> None: ...

    @abstractmethod
    def actions_of(self, view: View, moves: Iterable[Move]) -> list[int]:
        """The numbers of moves that the seat of the view may make now, in their order.

        No two legal moves have the same. The moves are those of a legal list,
        or the same ones as a record names them. Rounds must have been played
        from their deals, with every card known.
        """

    @abstractmethod
    def parts(self, view: View) -> Sequence[Iterable[int]]:
        """What a view says for each of `fields`, in their order."""

    def vector(self, view: View) -> list[int]:
        """A view as numbers: all of `parts`."""
        return list(chain.from_iterable(self.parts(view)))


def around(view: View) -> list[int]:
    """The seats clockwise, the view's own first."""
    return [*range(view.seat, view.players), *range(view.seat)]


def flags(seats: Iterable[int], seat: int | None) -> list[int]:
    """For each seat whether it is that one; all 0 where there is none (None or -1)."""
    return [int(each == seat) for each in seats]


def cut(values: Iterable[int | None]) -> list[int]:
    """Numbers kept from -MOST to MOST; 0 where one is not known."""
    return [max(-MOST, min(value or 0, MOST)) for value in values]


# Loaded when asked for, beside the games of the same names.
_BUILT_IN = ("scout", "skyjo")
_ENCODINGS: dict[str, type[Encoding]] = {}
ENTRY_POINTS = "scoutcli.encodings"
"""The group under which another package announces its game's encoding: an `Encoding` class."""


def register(name: str, encoding: type[Encoding]) -> None:
    """Make the encoding of the game of that name known."""
    _ENCODINGS[name] = encoding


def get(game: Game) -> type[Encoding]:
    """The encoding of a game. Raises RuleError ``no-encoding`` where it has none."""
    name = game.name
    if name not in _ENCODINGS:
        if name in _BUILT_IN:
            register(name, import_module(f"games.{name}.encoding").ENCODING)
        else:
            from importlib.metadata import entry_points  # slow; only for games of others

            for entry in entry_points(group=ENTRY_POINTS, name=name):
                register(name, entry.load())
    if name not in _ENCODINGS:
        raise RuleError(
            "no-encoding",
            f"{game.title} says nothing of its moves and views as numbers; a package offers that "
            f"by announcing a games.encoding.Encoding as {ENTRY_POINTS}",
        )
    return _ENCODINGS[name]
