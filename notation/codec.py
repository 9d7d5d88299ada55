"""What every game's notation offers: its moves, deals and positions as text, both ways.

One file under `notation/` implements it for one game and registers it. Seats
count from 0 here; in every text from 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import ClassVar
from urllib.parse import quote, unquote

import games
from games.game import Deal, Event, Game, Move, State, View
from games.options import Rules, shown
from notation.diagnostics import TextError


class Notation(ABC):
    """The text of one game."""

    game: ClassVar[Game]
    short_forms: ClassVar[tuple[tuple[str, str], ...]]
    """What may be typed beside the canonical move: a form, and what it means. For the manual."""
    cheat_sheet: ClassVar[tuple[tuple[str, str], ...]]
    """The canonical forms: a text, and how it reads. For the manual and the prompt."""
    only_for: ClassVar[Mapping[str, range]] = {}
    """Those of its texts that only so many players can need."""

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

    def kind(self, move: Move) -> str:
        """The heading under which a legal move is listed: ``Show``, ``Take``; "" for none."""
        return ""

    @abstractmethod
    def explain(self, move: Move, view: View) -> str:
        """A few words on what a legal move does: ``takes 3 cards, joins 4 4``."""

    @abstractmethod
    def tell(self, event: Event, names: Sequence[str], by: int | None) -> str:
        """A sentence on an event as the seat `by` may see it (None: all); "" if there is none."""

    # On a bot's line, see scoutcli-bot(7). What stands here is for any game; a game may write
    # it in a form that is easier to read for programs.

    def chosen(self, text: str, state: State) -> Move:
        """The move of the seat to act that `choice` writes so; it need not be legal.

        Raises TextError where it is none. Takes nothing but the canonical text.
        """
        for move in state.legal():
            if self.choice(move) == text:
                return move
        raise TextError("not-a-move", f"{shown(text)} is none of the legal moves", 0, len(text))

    def dealt(self, deal: Deal, seat: int, state: State) -> str:
        """What `seat` sees of a deal, in words that can stand on a line with others, at its end.

        `state` is the round at its start.
        """
        return f"deal {quote(self.format_deal(self.game.seen_deal(deal, seat)))}"

    def read_dealt(self, words: Sequence[str], rules: Rules, seat: int) -> Deal:
        """The deal as `seat` sees it, inverse of `dealt`. Raises TextError or RuleError."""
        if len(words) != 2 or words[0] != "deal":
            raise TextError("bad-dealt", "a deal is the word deal and the lines of it")
        return self.parse_deal(unquote(words[1]), rules)

    def told(self, moves: Sequence[Move], state: State) -> str:
        """A finished move as whoever is told of it has seen it; `state` stands after it.

        `moves` are what `State.seen` made of its parts. The first word is
        `format`'s, or stands for it; what follows is public, too.
        """
        return self.format(moves)

    def recorded(self, text: str) -> str:
        """The word of a record that `told` stands for, its seat left out. Raises TextError."""
        return text

    def begun(self, moves: Sequence[Move]) -> str:
        """What the seat that has begun a move, `moves`, has seen by it; see `State.midturn`.

        Where a record has no word for it, `read_begun` has to be written by the game.
        """
        return self.format(moves)

    def read_begun(self, text: str) -> tuple[Move, ...]:
        """The begun move, inverse of `begun`. Raises TextError."""
        return self.parse(text)

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
