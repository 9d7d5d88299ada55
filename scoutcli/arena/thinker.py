"""A built-in bot that keeps within the time it has."""

from __future__ import annotations

import time
from collections.abc import Sequence

from games.bots import Bot, Budget
from games.game import Move, Player, View

SHARE = 0.5
"""The part of the time for a move, and of what an answer adds to a clock, that is used."""

ANSWERS = 20
"""What is left on a clock is to last for so many answers more."""

_PACE = 0.0005
"""Seconds that a playout takes, until it is known."""

_FADES = 0.9
"""So much of the slowest pace that was seen counts at the next answer."""


class Thinker:
    """A bot in one match. `budget` is what a choice may cost; None for a bot that takes none.

    Where there is less time than that, the budget is halved until it fits. So
    it seldom changes, and with playouts for a budget and enough time the
    choices are the same whenever they are made.
    """

    def __init__(self, bot: Bot, budget: Budget | None) -> None:
        self._bot = bot
        self._budget = self._usual = budget
        self._seed = 0
        self._player: Player | None = None
        self._pace = _PACE

    def begin_round(self, seed: int) -> None:
        """The bot begins anew in each round, with a seed for it."""
        self._seed = seed
        self._player = None

    def choose(self, view: View, legal: Sequence[Move], seconds: float | None = None) -> Move:
        """One of `legal`, found in so many seconds where they are not None."""
        budget = self._usual
        if budget is not None and seconds is not None:
            budget = within(budget, seconds, self._pace)
        if self._player is None or budget != self._budget:
            self._budget = budget
            self._player = self._bot.make(self._seed, budget)
        start = time.perf_counter()
        move = self._player.choose(view, legal)
        if budget is not None and budget.playouts is not None:
            pace = (time.perf_counter() - start) / budget.playouts
            self._pace = max(pace, _FADES * self._pace)
        return move


def within(budget: Budget, seconds: float, pace: float) -> Budget:
    """A budget, halved until it is spent in so many seconds; `pace` is how long a playout takes."""
    while (budget.seconds or (budget.playouts or 0) * pace) > seconds:
        if budget.seconds is not None:
            smaller = Budget(seconds=max(budget.seconds / 2, 0.001))
        else:
            smaller = Budget(playouts=max((budget.playouts or 0) // 2, 1))
        if smaller == budget:
            break
        budget = smaller
    return budget


def seconds_for(words: Sequence[str]) -> float | None:
    """How long to think about the answer to a ``go`` with these words; None where it does not say.

    Half of the time for the move. Where a clock is kept, a twentieth of what
    is left and half of what the answer adds, but never more than half of what
    is left.
    """
    found: dict[str, float] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name == "legal":
            break
        if value.isascii() and value.isdigit() and len(value) <= 12:
            found[name] = int(value) / 1000
    limits = []
    if "move" in found:
        limits.append(found["move"] * SHARE)
    if "left" in found:
        left, added = found["left"], found.get("inc", 0.0)
        limits.append(min(left * SHARE, left / ANSWERS + added * SHARE))
    return min(limits, default=None)
