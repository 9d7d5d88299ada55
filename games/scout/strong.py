"""The players of SCOUT that need the kernel: `Steady`, a rule of thumb, and `Expert`, a search."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from games.bots import Budget
from games.deals import Shuffler
from games.game import Move, Player
from games.scout import bridge
from games.scout.belief import Belief
from games.scout.search import Choice, worlds_for
from games.scout.steady import steady
from games.scout.view import View
from games.scout.weights import weights_for
from games.scout.worth import NOTES
from games.search.halving import search


class Steady:
    """The move that is worth most by the rule of thumb. There is no chance in it."""

    def __init__(self, seed: int) -> None:
        self._notes = np.zeros(NOTES)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`."""
        state = bridge.from_view(view)
        return bridge.decode(int(steady(state, weights_for(view.players), self._notes)), state)


class Expert:
    """The move that comes to most over many worlds that fit what the others did.

    What it believes is kept from turn to turn to save time; it would come to
    the same belief, and to the same move, from the view alone.
    """

    def __init__(self, seed: int, budget: Budget) -> None:
        self._budget = budget
        self._belief = Belief(seed, worlds_for(budget))

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`."""
        if len(legal) == 1:
            return legal[0]
        start = time.perf_counter()
        choice = Choice(view, self._belief)
        return choice.moves[search(choice, self._budget, start).best]


def warm() -> None:
    """Play a little of a round, so that all that these players call is compiled, or loaded."""
    from games.scout import GAME  # it knows these players

    rules, _ = GAME.rules(3, {"first_starter": 1})
    state = GAME.begin(rules, [], GAME.deal(rules, [], Shuffler("warm", 1)))
    players: tuple[Player, ...] = (Steady(1), Expert(1, Budget(playouts=16)), Steady(1))
    while state.actions < len(players):
        seat = state.turn
        state.apply(seat, players[seat].choose(state.view(seat), state.legal()))
