"""Train the weights of SCOUT's rule of thumb: ``python -m benchmarks.train_scout PLAYERS``.

An evolution strategy (CMA-ES, of the package `cma`: ``pip install -e '.[strong,train]'``)
looks for the weights with which one seat has the best margin in rounds against
a pool of others: weights that always show the largest block, the weights it
began with, and its own of some generations before. All candidates of a
generation play the same deals against the same others. Prints every 20
generations how it does, and at the end the row for `games/scout/weights.py`.
Takes minutes; the same arguments give the same row.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

import games
from games.scout import bridge, kernel, worth
from games.scout.layout import TURN, Numbers, Round
from games.scout.steady import steady
from games.scout.weights import weights_for
from games.scout.worth import NOTES, WEIGHTS, Measures
from games.search.chance import Dice, dice_of
from games.search.compiled import njit

LARGEST = np.zeros(WEIGHTS)
"""Weights that show the largest block where they can, and leave the fewest: as `bots.Greedy`."""
LARGEST[worth.SINGLE : worth.SINGLE_HIGH] = -0.1  # small, so that rounds are ended in time
LARGEST[worth.STAND : worth.STAND_HIGH] = [1, 2, 3, 4, 5, 2, 3, 4, 5, 6]
LARGEST[worth.TOKEN] = -3  # more than a Scout can add to the Show after it
GUESS = np.array(
    [
        -2.5, -2, -1, 0, 1, -2, -1.5, -0.5, 0.5, 1, 0.15, 0.05, 0.05, -0.3, -0.6, -0.4, -0.2,
        0, 0.5, 1.5, 3, 3, 0.3, 1, 2, 3, 3, 0.05, 0.05, 1, -0.33, 1, 0, -0.3, -0.6, -1, -1.5,
        -1, -0.5, 0, -1, 0,
    ]
)  # fmt: skip
"""Weights guessed by hand, with which training can begin from nothing (``--from-guess``)."""
EVERY = 20
"""Generations between two lines of progress; after three of these the pool grows."""
MOST_POOL = 6
"""With `LARGEST`, which stays."""

_apply, _deal, _deck, _scores = kernel.apply, kernel.deal, kernel.deck, kernel.scores
_anyone = kernel.ANYONE


@njit(cache=False)
def margin(
    state: Round, players: int, weights: Measures, pool: Measures, kinds: Numbers,
    cards: Numbers, notes: Measures, points: Numbers, dice: Dice,
) -> float:  # fmt: skip
    """The mean margin of one seat with these weights; `kinds` has a row of others a round."""
    total = 0.0
    for i in range(len(kinds)):
        one = i % players
        _deal(state, _anyone, cards, _deck(players, cards), dice)
        while state[TURN] >= 0:
            seat = state[TURN]
            row = weights if seat == one else pool[kinds[i, seat]]
            _apply(state, steady(state, row, notes))
        _scores(state, points)
        others = 0
        for seat in range(players):
            if seat != one:
                others += points[seat]
        total += points[one] - others / (players - 1)
    return total / len(kinds)


class Trainer:
    """Plays rounds for so many players."""

    def __init__(self, players: int, seed: int) -> None:
        self.players = players
        self.chance = np.random.default_rng(seed)
        rules, _ = games.get("scout").rules(players)
        self._state = bridge.round_under(rules)
        self._room = (
            np.zeros(45, dtype=np.int64),
            np.zeros(NOTES),
            np.zeros(5, dtype=np.int64),
        )

    def margin(self, weights: Measures, pool: Measures, kinds: Numbers, seed: int) -> float:
        """What weights come to in rounds dealt from a seed."""
        dice = dice_of(seed)
        return margin(self._state, self.players, weights, pool, kinds, *self._room, dice)

    def against(self, weights: Measures, kind: int, pool: Measures, rounds: int = 20_000) -> float:
        """What weights come to against others all of one kind."""
        return self.margin(weights, pool, np.full((rounds, self.players), kind), 1)

    def train(self, first: Measures, generations: int, rounds: int) -> Measures:
        """The weights found from the first ones on."""
        try:
            import cma  # of an extra that only training needs
        except ImportError:
            sys.exit("training needs the package cma: pip install -e '.[strong,train]'")
        scale = np.maximum(np.abs(first) * 0.3, 0.25)
        pool = [LARGEST, first]
        search = cma.CMAEvolutionStrategy(
            np.zeros(WEIGHTS), 0.6, {"popsize": 18, "verbose": -9, "seed": 7, "CMA_diagonal": 60}
        )
        found, start = first, time.perf_counter()
        for generation in range(1, generations + 1):
            others = np.array(pool)
            kinds = self.chance.integers(len(pool), size=(rounds, self.players))
            seed = int(self.chance.integers(1 << 60))
            steps = search.ask()
            margins = [self.margin(first + scale * step, others, kinds, seed) for step in steps]
            search.tell(steps, [-margin for margin in margins])
            if generation % EVERY == 0:
                found = first + scale * search.mean
                over = [self.against(found, at, others) for at in (0, 1, len(pool) - 1)]
                print(
                    f"{generation}: {time.perf_counter() - start:.0f} s, over the largest block "
                    f"{over[0]:.2f}, over the first {over[1]:.2f}, over the last {over[2]:.2f}",
                    file=sys.stderr, flush=True,
                )  # fmt: skip
                if generation % (3 * EVERY) == 0:
                    pool = [LARGEST, *[*pool[1:], found][1 - MOST_POOL :]]
        return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, choices=range(2, 6))
    parser.add_argument("--generations", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=1500, help="rounds a candidate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-guess", action="store_true", help="not from the present row")
    given = parser.parse_args()
    begin = GUESS if given.from_guess else weights_for(given.players)
    row = Trainer(given.players, given.seed).train(begin, given.generations, given.rounds)
    print(f"    {given.players}: ({', '.join(f'{weight:.2f}' for weight in row)}),")
