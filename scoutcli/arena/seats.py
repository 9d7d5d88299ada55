"""Who plays at the referee's table; a built-in bot does in this process."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from games.bots import Spec
from games.game import Game, Move, Player, State
from games.options import Rules
from scoutcli import __version__
from scoutcli.arena.clock import Clock
from scoutcli.arena.faults import Fault


class Place(NamedTuple):
    """Where a bot sits in a match, and by which rules it is played."""

    game: Game
    rules: Rules
    seat: int
    names: Sequence[str]


class Seat(ABC):
    """A player of whole matches. What it does wrong it raises as a `Fault`."""

    listens = False
    """Whether it is to `hear` the lines of the protocol."""

    @property
    @abstractmethod
    def bot(self) -> str:
        """What stands under ``bot:`` in the match file, once a match has begun."""

    @abstractmethod
    def begin_match(self, place: Place, control: Clock, margin: float) -> None:
        """Sit down. `margin` are seconds by which an answer may be late."""

    def begin_round(self, seed: int) -> None:  # noqa: B027 - most have nothing to do
        """A round begins, with this seed for a bot that takes one."""

    def hear(self, line: str) -> None:  # noqa: B027 - who does not listen has nothing to do
        """Keep a line for the bot; it is sent with the next question."""

    def flush(self) -> None:  # noqa: B027 - who does not listen has nothing to do
        """Send what was kept, if the bot wants it before the next question."""

    def end_match(self) -> None:  # noqa: B027 - who does not listen has nothing to do
        """Send what was kept: the match is over."""

    def ask(self, state: State) -> None:  # noqa: B027 - who thinks in `answer` has nothing to do
        """Put the question which move it is to be; the time begins."""

    @abstractmethod
    def answer(self, state: State) -> tuple[Move, float]:
        """The move chosen, and how many seconds that took."""

    def dismiss(self, why: str) -> None:  # noqa: B027 - most have nothing to do
        """Leave this match: the bot has done wrong, and is told what."""

    def close(self) -> None:  # noqa: B027 - most have nothing to do
        """Leave for good."""


class BuiltIn(Seat):
    """A bot of the game itself. No time is kept for it."""

    def __init__(self, game: Game, bot: str) -> None:
        """Raises RuleError for a text that names no bot."""
        self._spec = Spec.read(game, bot)
        self._player: Player | None = None

    @property
    def bot(self) -> str:
        return f"{self._spec} {__version__}"

    def begin_match(self, place: Place, control: Clock, margin: float) -> None:
        self._player = None

    def begin_round(self, seed: int) -> None:
        self._player = self._spec.make(seed)

    def answer(self, state: State) -> tuple[Move, float]:
        assert self._player is not None
        legal = state.legal()
        start = time.perf_counter()
        try:
            move = self._player.choose(state.view(state.turn), legal)
        except Exception as error:  # a fault of this bot, as it would be one of a program
            raise Fault("crash", f"{type(error).__name__}: {error}") from error
        return move, time.perf_counter() - start
