"""How surely the worth of a single move is known, from the worlds in which it was played.

What searches compares moves, and keeps no more than the errors of differences.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.search.surprise import standard_error

if TYPE_CHECKING:  # what the search needs is slow to load
    from games.search.halving import Decision, Worths


class Sampled:
    """A `Decision` that keeps count of what is asked of it."""

    def __init__(self, decision: Decision) -> None:
        self.moves, self.priors, self.level = decision.moves, decision.priors, decision.level
        self.settled = decision.settled
        self._decision = decision
        self._sums = [(0, 0.0, 0.0)] * len(decision.moves)

    def sample(self, among: Sequence[int], first: int, count: int) -> Worths:
        """See `Decision`."""
        worths = self._decision.sample(among, first, count)
        sums, squares = worths.sum(axis=0).tolist(), (worths**2).sum(axis=0).tolist()
        for place, total, square in zip(among, sums, squares, strict=True):
            played, before, squared = self._sums[place]
            self._sums[place] = played + count, before + total, squared + square
        return worths

    def error(self, place: int) -> float:
        """The standard error of the worth of a move; infinite where it was played once at most."""
        if place in self.settled:
            return 0.0
        played, total, squares = self._sums[place]
        if played < 2:
            return math.inf
        return standard_error(max(0.0, squares - total * total / played), played)
