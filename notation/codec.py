"""What every game's notation offers: its moves, deals and positions as text, both ways.

One file under `notation/` implements it for one game and registers it. Seats
count from 0 here; in every text from 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from typing import ClassVar

import games
from games.game import Deal, Event, Game, Move, State, View
from games.options import Rules
from notation.diagnostics import TextError


class Notation(ABC):
    """The text of one game."""

    game: ClassVar[Game]
    short_forms: ClassVar[tuple[tuple[str, str], ...]]
    """What may be typed beside the canonical move: a form, and what it means. For the manual."""
    cheat_sheet: ClassVar[tuple[tuple[str, str], ...]]
    """The canonical forms: a text, and how it reads. For the manual and the prompt."""

    # Moves in a record

    @abstractmethod
    def parse(self, text: str) -> tuple[Move, ...]:
        """One move of a record, its seat left out, as the game's moves that make it up.

        Takes either case. A chance event that is written as a token of its own
        (a new draw pile) is parsed too. The cards it must name are there, or
        `?`. Raises TextError. Cheap for a text seen before.
        """

    @abstractmethod
    def format(self, moves: Sequence[Move]) -> str:
        """The canonical text of completed moves that make up one token; inverse of `parse`."""

    @abstractmethod
    def is_chance(self, text: str) -> bool:
        """Whether a token without a seat is a chance event of this game (``N73A0``)."""

    # Moves where somebody chooses

    @abstractmethod
    def choice(self, move: Move) -> str:
        """A legal move as it is written where choosing: at the prompt, on a bot's line."""

    @abstractmethod
    def choose(self, text: str, view: View, legal: Sequence[Move]) -> list[Move]:
        """The moves that a typed text can mean, in canonical order, illegal ones included.

        Takes the canonical text, the longer form of a record, and the natural
        short forms. One: it is clear. Several: ask. Raises TextError where it
        is no move at all, with words on what would be.
        """

    @abstractmethod
    def explain(self, move: Move, view: View) -> str:
        """A few words on what a legal move does: ``takes 3 cards, joins 4 4``."""

    @abstractmethod
    def tell(self, event: Event, names: Sequence[str], by: int | None) -> str:
        """A sentence on an event as the seat `by` may see it (None: all); "" if there is none."""

    # Deals

    @abstractmethod
    def parse_deal(self, text: str, rules: Rules) -> Deal:
        """A deal from its lines. Raises TextError (offset into `text`), or RuleError."""

    @abstractmethod
    def format_deal(self, deal: Deal) -> str:
        """The canonical lines of a deal, each ended by a line feed; inverse of `parse_deal`."""

    @abstractmethod
    def locate(self, text: str, about: tuple[str | int, ...]) -> tuple[int, int]:
        """Where in a deal's text that lies which a RuleError is about: offset, length."""

    # Positions

    @abstractmethod
    def parse_position(self, text: str) -> State:
        """A round from a position line. Raises TextError or RuleError."""

    @abstractmethod
    def format_position(self, state: State) -> str:
        """The position line of a round, inverse of `parse_position`."""

    # Score sheets

    def parse_parts(self, text: str, rules: Rules) -> tuple[tuple[int | None, ...], ...]:
        """The parts of each seat's score from the lines of ``parts:``; their sums are the score.

        Raises TextError; a game whose points have no parts refuses them all.
        """
        raise TextError("no-parts", f"the points of {self.game.title} are not made of parts")

    # Words for people

    @abstractmethod
    def show(self, view: View, names: Sequence[str]) -> list[str]:
        """The position as one seat knows it, one fact a line, in plain text."""

    def show_all(self, state: State, names: Sequence[str]) -> list[str]:
        """The position with all that a record knows of it, one fact a line, in plain text.

        The position line, where a game has nothing better to show.
        """
        return [self.format_position(state)]


# Loaded when asked for, beside the games of the same names.
_BUILT_IN = ("scout", "skyjo")
_NOTATIONS: dict[str, Notation] = {}
ENTRY_POINTS = "scoutcli.notations"
"""The group under which another package announces its game's notation."""


def register(notation: Notation) -> None:
    """Make a notation known under the name of its game."""
    _NOTATIONS[notation.game.name] = notation


def get(name: str) -> Notation:
    """The notation of the game of that name. Raises RuleError ``unknown-game``."""
    if name not in _NOTATIONS:
        games.get(name)
        if name in _BUILT_IN:
            register(import_module(f"notation.{name}").NOTATION)
        else:
            from importlib.metadata import entry_points  # slow; only for games of others

            for entry in entry_points(group=ENTRY_POINTS, name=name):
                register(entry.load())
    return _NOTATIONS[name]
