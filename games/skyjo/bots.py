"""The players of SKYJO: one that plays anything, one that goes by expected values, two strong ones.

They see a `View` only. The same seed and the same views give the same moves. The
strong ones stand in strong.py, which is loaded when one of them is made.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from games.bots import Bot, Budget
from games.game import Move, Player
from games.skyjo.appraisal import Position, spread
from games.skyjo.moves import Reveal
from games.skyjo.view import View


class Random:
    """Every legal move with the same chance."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`."""
        return self._random.choice(legal)


class Greedy:
    """The move after which the own grid is expected to cost least.

    A hidden card costs the mean of the cards not seen; two equal cards in a
    column cost less the likelier a third one is to come. Ends the round only
    where that is expected to pay, or where it has gone on for long.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`; among equally good ones any."""
        if isinstance(legal[0], Reveal):
            # Two in different columns: more columns are known early.
            return self._random.choice([move for move in legal if spread(move)])
        position = Position(view)
        costs = [position.cost_of(move) for move in legal]
        least = min(costs) + 1e-9
        return self._random.choice(
            [move for move, cost in zip(legal, costs, strict=True) if cost <= least]
        )


def _steady(seed: int) -> Player:
    from games.skyjo.strong import Steady  # loads the compiler

    return Steady(seed)


def _expert(seed: int, budget: Budget) -> Player:
    from games.skyjo.strong import Expert  # loads the compiler

    return Expert(seed, budget)


BOTS: Mapping[str, Bot] = {
    "random": Bot(Random, "plays any legal move", "no opponent"),
    "greedy": Bot(
        Greedy, "makes its grid cost the least it can expect, never looks ahead", "a beginner"
    ),
    "steady": Bot(
        _steady,
        "also minds the columns, the grids of the others and the penalty",
        "a good player",
        compiled=True,
        stateless=True,
    ),
    "expert": Bot(
        _expert,
        "deals what nobody can see at random, plays on with each move, keeps the best",
        "the strongest here",
        searches=True,
        compiled=True,
        stateless=True,
    ),
}
