"""The strong players of SKYJO: a rule of thumb at once, and a search over worlds dealt at random.

Both see a `View` only, and what they choose depends on that and the seed alone.
Importing this needs numba.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from games.bots import Budget
from games.game import Move
from games.search.halving import search
from games.skyjo import bridge
from games.skyjo.search import decide
from games.skyjo.thumb import NOTES, habits_for, thumb
from games.skyjo.view import View


class Steady:
    """Makes its grid cost least, with an eye on columns, the others' grids and the penalty."""

    def __init__(self, seed: int) -> None:
        self._notes = np.zeros(NOTES)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`; always the same for the same view."""
        if len(legal) == 1:
            return legal[0]
        cells = bridge.from_view(view)
        return bridge.decode(int(thumb(cells, habits_for(view.players), self._notes)))


class Expert:
    """Plays the likeliest moves on to the end of the round, in worlds dealt at random."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self._seed, self._budget = seed, budget

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`; for the same view and the same playouts always the same."""
        if len(legal) == 1:
            return legal[0]
        start = time.perf_counter()
        decision = decide(view, self._seed)
        return decision.moves[search(decision, self._budget, start).best]
