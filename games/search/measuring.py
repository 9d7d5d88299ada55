"""What candidate moves are worth: for analysis, which asks how much a move loses, and how surely.

`halving` looks for the best move and forgets the others. Here every candidate
is played on until it is plain that it is not the best one, and those that were
*asked for* until their loss is known well, so that the playouts go where it is
close. All that are still looked at meet the same worlds; what was dropped is
compared with the best in the worlds it was played in.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np

from games.bots import Budget
from games.search.halving import Decision, Found, Worths
from games.search.surprise import standard_error

Stop = Callable[[], bool]
"""Whether to end now, with what is known; asked often, from the thread that searches."""

GoingOn: TypeAlias = Callable[[Worths, list[int]], list[int]]
"""Tells with which of the candidates that are still looked at to go on.

It is given the worths so far (a row for each world) and their places; those
that it leaves out are not looked at any more, one at least stays.
"""

_FIRST = 32
"""Worlds before anything is dropped."""
_BEHIND = 2.5
"""A candidate that lies behind by so many standard errors is not the best."""
_SURE = 4.0
"""A loss that was asked for is known when it is so many standard errors …"""
_SHARE = 12.0
"""… and its error no more than this part of it, or than `_FINE_ENOUGH`."""
_FINE_ENOUGH = 0.2
"""In points: less than any loss that is spoken of."""
_EVEN = 0.05
"""Candidates whose difference is known so well and is still not plain are as good as each other."""
_FINE_ALONE = 0.3
"""In points: where the best move is plain, its own worth is found out so well."""
_GROWTH = 1.25
"""There is a look at who can be dropped whenever the worlds have become so many times more."""
_LIKENESS = 0.25
"""In points: where only the best one is sought, a choice between moves so close is left open."""
_ENOUGH = 0.5
"""In points: its own worth need not be known better then."""
_FIRST_OF_TWO = 64
"""Worlds before the difference of two candidates is looked at."""
_A_PART = 8.0
"""It is known when its error is no more than this part of it, or than `_FINE_ENOUGH`, …"""
_BESIDE = 1.5
"""… and when it does not lie so many errors beside a bound, unless the error is …"""
_FINEST = 0.1
"""… no more than this, in points."""
_MOST_BATCH = 240
"""Playouts between two questions whether to stop."""
_LONGEST_BATCH = 0.05
"""Seconds between them, where the budget is time."""


def measure(
    decision: Decision,
    budget: Budget,
    asked: Collection[int] = (),
    stop: Stop | None = None,
    start: float | None = None,
) -> Found:
    """What every candidate is worth, as well as the budget lets it be found.

    The budget is the most that is spent: where all is plain before, it ends.
    `asked` are places of candidates whose loss is to be known well. With
    playouts for a budget the answer is the same every time; seconds count from
    `start` (of `time.perf_counter`) where that is given. Every candidate is
    played in a few worlds at least, whatever the budget and `stop` say. Worths
    are means less the decision's `level`; of a candidate that was dropped, so
    that its difference to the best one is the mean difference in its worlds.
    """
    going = partial(_undecided, asked=asked)
    return _measured(decision, budget, range(len(decision.moves)), going, stop, start)


def find_best(
    decision: Decision, budget: Budget, stop: Stop | None = None, start: float | None = None
) -> Found:
    """The best candidate, and little more of the others than that they are not: see `measure`.

    Which of several is best is left open where they differ by next to nothing.
    """
    among = range(len(decision.moves))
    return _measured(decision, budget, among, _contenders, stop, start, enough=_ENOUGH)


def find_loss(
    decision: Decision,
    pair: tuple[int, int],
    budget: Budget,
    bounds: Collection[float] = (),
    wider: float = 1.0,
    stop: Stop | None = None,
    start: float | None = None,
) -> Found:
    """How much the second of a pair of candidates is worth less than the first; see `measure`.

    It is looked at the longer, the closer it lies to one of `bounds`. Errors
    are taken to be `wider` than they seem. Of other candidates nothing is known.
    """
    going = partial(_unknown_loss, pair=pair, bounds=bounds, wider=wider)
    return _measured(decision, budget, pair, going, stop, start, math.inf, _FIRST_OF_TWO)


def _measured(
    decision: Decision,
    budget: Budget,
    among: Sequence[int],
    going: GoingOn,
    stop: Stop | None,
    start: float | None,
    enough: float = _FINE_ALONE,
    first: int = _FIRST,
) -> Found:
    """Play some of the candidates, until the last one left is known well `enough`."""
    purse = _Purse(budget, time.perf_counter() if start is None else start)
    candidates = len(decision.moves)
    alive = list(among)
    seen: list[Worths] = []  # a row for each world; NaN where a candidate was not played
    worlds, look = 0, first
    while count := purse.worlds_now(len(alive), look - worlds):
        batch = np.full((count, candidates), np.nan)
        batch[:, alive] = decision.sample(alive, worlds, count)
        seen.append(batch)
        worlds += count
        purse.spend(count * len(alive))
        if worlds >= look:
            look = math.ceil(worlds * _GROWTH)
            values = np.concatenate(seen)
            alive = going(values, alive)
            if len(alive) == 1 and _errors(values[:, alive])[0] <= enough:
                break
        if stop is not None and stop():
            break
    values = np.concatenate(seen)
    return _found(values, alive[int(np.argmax(values[:, alive].mean(axis=0)))], decision)


def _undecided(values: Worths, alive: list[int], asked: Collection[int]) -> list[int]:
    """The candidates to go on with: the best one, and all of which not enough is known.

    The second best is asked for, too: what lies next to the best is looked at closely.
    """
    means = values[:, alive].mean(axis=0)
    best = int(np.argmax(means))
    rivals = {*asked, *(alive[place] for place in np.argsort(-means, kind="stable")[:2])}
    errors = _errors(values[:, [alive[best]]] - values[:, alive])
    left = []
    for place, gap, error in zip(alive, means[best] - means, errors, strict=True):
        if place in rivals:
            plain = gap >= _SURE * error and error <= max(_FINE_ENOUGH, gap / _SHARE)
        else:
            plain = gap >= _BEHIND * error
        if place == alive[best] or not (plain or error <= _EVEN):
            left.append(place)
    return left


def _contenders(values: Worths, alive: list[int]) -> list[int]:
    """The best candidate, and those that can still be better by more than next to nothing."""
    means = values[:, alive].mean(axis=0)
    best = int(np.argmax(means))
    errors = _errors(values[:, [alive[best]]] - values[:, alive])
    return [
        place
        for at, place in enumerate(alive)
        if at == best or (means[best] - means[at] < _BEHIND * errors[at] and errors[at] > _LIKENESS)
    ]


def _unknown_loss(
    values: Worths,
    alive: list[int],
    pair: tuple[int, int],
    bounds: Collection[float],
    wider: float,
) -> list[int]:
    """Both of a pair, or the first alone when their difference is known."""
    gaps = values[:, [pair[0]]] - values[:, [pair[1]]]
    gap, error = float(gaps.mean()), wider * float(_errors(gaps)[0])
    close = any(abs(gap - bound) < _BESIDE * error for bound in bounds)
    known = error <= (_FINEST if close else max(_FINE_ENOUGH, gap / _A_PART))
    return alive[:1] if known else alive


def _errors(gaps: Worths) -> Worths:
    """The standard errors of the mean of each column."""
    squares = ((gaps - gaps.mean(axis=0)) ** 2).sum(axis=0)
    return np.array([standard_error(each, len(gaps)) for each in squares.tolist()])


def _found(values: Worths, best: int, decision: Decision) -> Found:
    worlds = (~np.isnan(values)).sum(axis=0)
    top, settled = float(values[:, best].mean()), set(decision.settled)
    worths, errors = np.full(len(worlds), top - decision.level), np.zeros(len(worlds))
    for place, count in enumerate(worlds):
        if not count:
            worths[place], errors[place] = math.nan, math.inf
        elif place != best:
            gaps = values[:count, [best]] - values[:count, [place]]
            worths[place] -= gaps.mean()
            if not {best, place} <= settled:
                errors[place] = _errors(gaps)[0]
    return Found(best, worths, errors, worlds)


class _Purse:
    """How many worlds are played next, so that the budget is not overspent."""

    def __init__(self, budget: Budget, start: float) -> None:
        self._budget, self._start = budget, start
        self._began = time.perf_counter()
        self._spent = 0

    def worlds_now(self, alive: int, wanted: int) -> int:
        """The size of the next batch for so many candidates, at most `wanted`; 0: no more."""
        most = max(1, min(wanted, _MOST_BATCH // alive))
        if not self._spent:
            return max(2, min(most, 8))
        if self._budget.playouts is not None:
            return max(0, min(most, (self._budget.playouts - self._spent) // alive))
        now = time.perf_counter()
        assert self._budget.seconds is not None
        left = self._budget.seconds - (now - self._start)
        speed = self._spent / max(now - self._began, 1e-9) / alive
        if left <= 0 or left * speed < 1:
            return 0
        return max(1, min(most, int(min(left, _LONGEST_BATCH) * speed)))

    def spend(self, playouts: int) -> None:
        """Note that a batch of so many playouts is done."""
        self._spent += playouts
