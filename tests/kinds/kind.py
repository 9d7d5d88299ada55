"""What the tests of every game have to be told of one game: a witness that is no part of it.

A witness is made from a deal and told the events, nothing else; from those
alone it knows where every card lies and what the round is worth. So a game
whose events leave something out, or say something else than what happened,
differs from its witness.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from games.game import Deal, Event, Game, Move, State, View
from games.options import Rules
from tests.record import Choose, taste


class Witness(ABC):
    """What is known of a round from its events."""

    def __init__(self, rules: Rules, deal: Deal) -> None:
        self.rules = rules
        self.players = rules.players
        self.end: str | None = None
        self.starter: int | None = None

    @abstractmethod
    def hear(self, event: Event) -> None:
        """Take an event in; fails where it cannot have happened."""

    @abstractmethod
    def is_over(self) -> bool | None:
        """Whether the round must be over now, by the rules; None where events cannot tell."""

    @abstractmethod
    def facts(self) -> Any:
        """Where everything lies, to compare with `Kind.facts` of the state."""

    @abstractmethod
    def cards(self) -> list[Any]:
        """Every card, wherever it lies, in some fixed order."""

    @abstractmethod
    def scores(self) -> list[int]:
        """The points at the end, by the rules."""


class Kind(ABC):
    """One game, for the tests of all."""

    game: ClassVar[Game]
    witness: ClassVar[type[Witness]]
    plies: ClassVar[int]
    """So many are played at random for each number of players and each set of options."""
    tastes: ClassVar[Mapping[type, float]]
    """How likely each kind of move is in random play, so that the play has everything in it."""
    before_eyes: ClassVar[tuple[str, ...]]
    """The fields of a view that the record of one seat tells at any moment of a round."""

    def choose(self, state: State, legal: list[Move], dice: random.Random) -> Move:
        """A move of random play, after the game's tastes."""
        return taste(legal, self.tastes, dice)

    def chooser(self, seed: str) -> Choose:
        """The same as a player of a whole match."""
        dice = random.Random(seed)
        return lambda state, legal: self.choose(state, legal, dice)

    @abstractmethod
    def order(self, state: State, move: Move) -> tuple[Any, ...]:
        """By this the canonical order of legal moves goes."""

    @abstractmethod
    def conceivable(self, state: State, dice: random.Random) -> Iterable[Move]:
        """All moves that can be thought of (or, of very many, some), good ones and others."""

    @abstractmethod
    def permuted(self, state: State, seat: int, dice: random.Random) -> State:
        """The same round for all that a seat can know, with everything exchanged that it cannot."""

    @abstractmethod
    def facts(self, state: State) -> Any:
        """What a witness knows too."""

    @abstractmethod
    def keeps_secrets(self, known: State, view: View) -> bool:
        """Whether a round, known from the record of one seat, knows no more than that seat did.

        Asked after the opening, and not when the round is over.
        """
