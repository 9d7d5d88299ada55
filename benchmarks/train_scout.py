"""Train the weights of SCOUT's rule of thumb: ``python -m benchmarks.train_scout PLAYERS``.

An evolution strategy (CMA-ES, of the package `cma`) looks for the weights with
which one seat has the best margin in rounds against a pool of others: the
compiled `greedy`, the weights it began with, and its own of some generations
before. All candidates of a generation play the same deals against the same
others. Prints every 20 generations how it does, and at the end the row for
`games/scout/weights.py`. Takes minutes; the same arguments give the same row.
"""

from __future__ import annotations

import argparse
import sys
import time

import cma
import numpy as np

import games
from games.scout import bridge, kernel, playouts
from games.scout.layout import TURN, Numbers, Round
from games.scout.steady import steady
from games.scout.weights import weights_for
from games.scout.worth import NOTES, WEIGHTS, Measures
from games.search.chance import Dice, dice_of
from games.search.compiled import njit

GREEDY = -1
"""The kind of a seat that plays the compiled `greedy`; others are rows of the pool."""
EVERY = 20
"""Generations between two lines of progress; after three of these the pool grows."""
MOST_POOL = 5

_apply, _deal, _deck, _scores = kernel.apply, kernel.deal, kernel.deck, kernel.scores
_greedy, _anyone = playouts.greedy, kernel.ANYONE


@njit(cache=False)
def margin(
    state: Round, players: int, weights: Measures, pool: Measures, kinds: Numbers,
    cards: Numbers, notes: Measures, room: Numbers, points: Numbers, dice: Dice,
) -> float:  # fmt: skip
    """The mean margin of one seat with these weights; `kinds` has a row of others a round."""
    total = 0.0
    for i in range(len(kinds)):
        one = i % players
        _deal(state, _anyone, cards, _deck(players, cards), dice)
        while state[TURN] >= 0:
            seat = state[TURN]
            if seat == one:
                move = steady(state, weights, notes)
            elif kinds[i, seat] < 0:
                move = _greedy(state, room, dice)
            else:
                move = steady(state, pool[kinds[i, seat]], notes)
            _apply(state, move)
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
            np.zeros(playouts.ROOM, dtype=np.int64),
            np.zeros(5, dtype=np.int64),
        )

    def margin(self, weights: Measures, pool: Measures, kinds: Numbers, seed: int) -> float:
        """What weights come to in rounds dealt from a seed."""
        dice = dice_of(seed)
        return margin(self._state, self.players, weights, pool, kinds, *self._room, dice)

    def against(self, weights: Measures, kind: int, pool: Measures, rounds: int = 20_000) -> float:
        """What weights come to against others all of one kind."""
        return self.margin(weights, pool, np.full((rounds, self.players), kind), 1)

    def train(self, generations: int, rounds: int) -> Measures:
        """The weights found."""
        first = weights_for(self.players)
        scale = np.maximum(np.abs(first) * 0.3, 0.25)
        pool = [first]
        search = cma.CMAEvolutionStrategy(
            np.zeros(WEIGHTS), 0.6, {"popsize": 18, "verbose": -9, "seed": 7, "CMA_diagonal": 60}
        )
        found, start = first, time.perf_counter()
        for generation in range(1, generations + 1):
            others = np.array(pool)
            kinds = self.chance.integers(GREEDY, len(pool), size=(rounds, self.players))
            seed = int(self.chance.integers(1 << 60))
            steps = search.ask()
            worths = [self.margin(first + scale * step, others, kinds, seed) for step in steps]
            search.tell(steps, [-worth for worth in worths])
            if generation % EVERY == 0:
                found = first + scale * search.mean
                to_greedy = self.against(found, GREEDY, others)
                to_first, to_last = (self.against(found, at, others) for at in (0, len(pool) - 1))
                print(
                    f"{generation}: {time.perf_counter() - start:.0f} s, over greedy "
                    f"{to_greedy:.2f}, over the first {to_first:.2f}, over the last {to_last:.2f}",
                    file=sys.stderr, flush=True,
                )  # fmt: skip
                if generation % (3 * EVERY) == 0:
                    pool = [*pool, found][-MOST_POOL:]
        return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int)
    parser.add_argument("--generations", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=1500, help="rounds a candidate")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    row = Trainer(given.players, given.seed).train(given.generations, given.rounds)
    print(f"    {given.players}: ({', '.join(f'{weight:.2f}' for weight in row)}),")
