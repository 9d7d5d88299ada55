"""Which of a few moves is best: sequential halving over worlds dealt at random.

What a seat cannot see is dealt at random, again and again; each such *world* is
played on with every candidate move in turn, with the same luck for all, so that
it is differences between moves that are measured (Karnin, Koren and Somekh,
"Almost Optimal Exploration in Multi-Armed Bandits", 2013). The better half of
the candidates goes on, with twice the worlds for each, until one is left.

Serves any game whose `Decision` it is given.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.bots import Budget
from games.game import Move

Worths: TypeAlias = NDArray[np.float64]

PRIOR_WORLDS = 4.0
"""A prior counts as much as so many worlds, where nothing else is said."""
_FIRST_BATCH = 8
"""Worlds with which the speed is found out, where the budget is time."""
_MOST_BATCH = 1000
"""Worlds that are played without a look at anything else, such as Ctrl-C."""
_SLICES = 6
"""A stage that has so much time is played in about so many batches, so that it ends in time."""


class Decision(Protocol):
    """A choice as its seat sees it."""

    moves: Sequence[Move]
    """The candidates, the likeliest first."""
    priors: Worths | None
    """What each is thought to be worth before any world is played, if that is known."""
    level: float
    """What worths are above 0 for all candidates alike, beside points: a match that is led."""

    @property
    def settled(self) -> Collection[int]:
        """The places of those that end the round at once, with points that no chance can change."""
        ...

    def sample(self, among: Sequence[int], first: int, count: int) -> Worths:
        """What candidates are worth in the worlds `first` … `first` + `count` - 1.

        `among` are places in `moves`. The answer has a row for each world and
        a column for each of them: points against the mean of the other seats,
        more is better. A world is told by its number alone, and all candidates
        meet the same one, so it does not matter how worlds are batched.
        """
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found out about the candidates of a decision, in their order."""

    best: int
    """The place of the best one."""
    worths: Worths
    """The mean worth of each in the worlds it was played in."""
    errors: Worths
    """The standard error of its difference to the best one; infinite after one world."""
    worlds: NDArray[np.int64]
    """In how many worlds each was played."""


def search(
    decision: Decision, budget: Budget, start: float | None = None, trust: float = PRIOR_WORLDS
) -> Found:
    """The best candidate of a decision, as far as the budget lets it be found.

    The budget is spent in stages of equal size, each with half of the
    candidates of the one before. Every candidate is played at least once,
    whatever the budget. With playouts for a budget the answer is the same
    every time; with seconds, which count from `start` (of `time.perf_counter`)
    where that is given, it ends at the first batch after them. A prior counts as
    much as `trust` worlds.
    """
    candidates = len(decision.moves)
    if candidates == 1:
        nothing = np.zeros(1)
        return Found(0, nothing, nothing, np.zeros(1, dtype=np.int64))
    stages = math.ceil(math.log2(candidates))
    clock = _Clock(budget, stages, time.perf_counter() if start is None else start)
    alive = list(range(candidates))
    seen: list[Worths] = []  # a row for each world; NaN where a candidate was not played
    worlds = 0
    for stage in range(stages):
        while count := clock.worlds_now(stage, len(alive)):
            batch = np.full((count, candidates), np.nan)
            batch[:, alive] = decision.sample(alive, worlds, count)
            seen.append(batch)
            worlds += count
            clock.played(count * len(alive))
        means = np.concatenate(seen)[:, alive].mean(axis=0)
        if decision.priors is not None:
            means = _with_priors(means, decision.priors[alive], worlds, trust)
        order = np.argsort(-means, kind="stable")  # of equals the likelier one
        alive = [alive[place] for place in sorted(order[: (len(alive) + 1) // 2])]
    return _found(np.concatenate(seen), alive[0])


def _with_priors(means: Worths, priors: Worths, worlds: int, trust: float) -> Worths:
    """Means over so many worlds, and a few more in which the priors came true."""
    share = trust / (worlds + trust)
    return (1 - share) * means + share * priors


def _found(values: Worths, best: int) -> Found:
    played = ~np.isnan(values)
    worlds = played.sum(axis=0)
    worths = np.where(played, values, 0.0).sum(axis=0) / worlds
    errors = np.zeros(len(worlds))
    for place, count in enumerate(worlds):
        if place != best:
            gaps = values[:count, place] - values[:count, best]
            errors[place] = gaps.std(ddof=1) / math.sqrt(count) if count > 1 else math.inf
    return Found(best, worths, errors, worlds)


class _Clock:
    """How many worlds are played next, so that each stage gets its share of the budget."""

    def __init__(self, budget: Budget, stages: int, start: float) -> None:
        self._budget, self._stages = budget, stages
        self._stage = -1
        self._began = time.perf_counter()
        self._left = (budget.seconds or 0.0) - (self._began - start)
        self._played = self._done = 0

    def worlds_now(self, stage: int, alive: int) -> int:
        """The size of the next batch of a stage with so many candidates; 0 when it is done."""
        if stage != self._stage:
            self._stage, self._done = stage, 0
        if self._budget.playouts is not None:
            wanted = max(1, round(self._budget.playouts / self._stages / alive))
            return min(wanted - self._done // alive, _MOST_BATCH)
        if not self._played:
            return _FIRST_BATCH if self._left > 0 else 1
        spent = time.perf_counter() - self._began
        share = self._left / self._stages
        speed = self._played / spent / alive
        left = (share * (stage + 1) - spent) * speed
        if left < 1:
            return 0
        return max(1, round(min(left, share * speed / _SLICES, _MOST_BATCH)))

    def played(self, playouts: int) -> None:
        """Note that a batch of so many playouts is done."""
        self._played += playouts
        self._done += playouts
