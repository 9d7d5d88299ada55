"""How fast the kernels start and play, in one thread: ``python -m benchmarks.kernel``.

Whole rounds, from the deal on: full legal lists, a choice, its application, a
score at the end. The choices to keep or flip are made too, and not counted.
CPU time of this process is taken, so that others on the machine disturb little.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

import games
from games.scout import bridge, kernel
from games.scout.layout import ACTIONS, MOST_MOVES, PLAYERS, TURN, Numbers, Round
from games.scout.steady import steady
from games.scout.weights import weights_for
from games.scout.worth import NOTES, Measures
from games.search import compiled
from games.search.chance import Dice, below, dice_of
from games.search.compiled import njit

TIMES = 9
ROUNDS = 4000
_START = """
import sys, time
start = time.perf_counter()
from games.search import compiled
compiled.warm(sys.argv[1])
print(time.perf_counter() - start, time.process_time())
"""


def starting(game: str) -> None:
    """The first start, which compiles, and later ones, each in a process of its own."""
    with tempfile.TemporaryDirectory() as cache:
        first, *later = (
            tuple(
                map(
                    float,
                    subprocess.run(
                        [sys.executable, "-c", _START, game],
                        env={**os.environ, "XDG_CACHE_HOME": cache},
                        stdout=subprocess.PIPE,
                        check=True,
                    ).stdout.split(),
                )
            )
            for _ in range(6)
        )
    print(
        f"{game}: compiled in {first[0]:.1f} s, {first[1]:.1f} s of one CPU (under 20); "
        f"later ready in {statistics.median(wall for wall, _ in later):.2f} s, "
        f"{statistics.median(cpu for _, cpu in later):.2f} s of one CPU (under 1)"
    )


@njit(cache=False)
def scout_rounds(
    state: Round, by_thumb: bool, weights: Measures, notes: Measures, cards: Numbers,
    moves: Numbers, points: Numbers, dice: Dice,
) -> int:  # fmt: skip
    """Rounds of random play, or by the rule of thumb; how many actions."""
    actions = 0
    for _ in range(ROUNDS):
        kernel.deal(state, kernel.HOLDER, cards, kernel.deck(state[PLAYERS], cards), dice)
        while state[TURN] >= 0:
            if by_thumb:
                move = steady(state, weights, notes)
            else:
                move = moves[below(dice, kernel.legal(state, moves))]
            kernel.apply(state, move)
        kernel.scores(state, points)
        actions += state[ACTIONS]
    return actions


def rate(work: Callable[[], int]) -> float:
    """Things done a second: the median of some runs, after one that does not count."""
    work()
    rates = []
    for _ in range(TIMES):
        start = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - start))
    return statistics.median(rates)


def scout(players: int) -> None:
    """Random play and the rule of thumb."""
    state, dice = bridge.round_under(games.get("scout").rules(players)[0]), dice_of(1)
    cards, moves, points = (np.zeros(size, dtype=np.int64) for size in (45, MOST_MOVES, players))
    room = (weights_for(players), np.zeros(NOTES), cards, moves, points, dice)
    for by_thumb, name, aim in ((False, "random play", 2), (True, "rule of thumb", 1)):
        actions = scout_rounds(state, by_thumb, *room)
        speed = rate(lambda by=by_thumb: scout_rounds(state, by, *room))
        print(
            f"SCOUT, {players} players, {name}: {speed / 1e6:.2f} million plies/s "
            f"(with 4 at least {aim}), {actions / ROUNDS:.1f} a round"
        )


if __name__ == "__main__":
    starting("scout")
    compiled.warm("scout", print)
    for number in range(2, 6):
        scout(number)
