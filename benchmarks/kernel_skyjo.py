"""How fast the kernel of SKYJO plays, in one thread: ``python -m benchmarks.kernel_skyjo``.

Whole rounds, from the deal on: at random (full legal lists, a choice, its
application, the score at the end) and by the rule of thumb. Turns are counted;
a draw and what is done with it are one turn, the first reveals are none. What
counts is the best of many short runs, so that others on the machine disturb
little; the median stands beside it.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import numpy as np

import games
from games.search import compiled
from games.search.chance import Dice, below, dice_of
from games.skyjo import bridge, kernel, layout
from games.skyjo.layout import MOST_MOVES, MOST_PLAYERS, PHASE, Numbers, Round
from games.skyjo.thumb import NOTES, Measures, habits_for, thumb, turn_by_thumb

TIMES = 50
ROUNDS = 200


@compiled.njit(cache=False)
def play(
    state: Round,
    rounds: int,
    by_thumb: bool,
    habits: Measures,
    moves: Numbers,
    notes: Measures,
    sums: Numbers,
    dice: Dice,
) -> int:
    """So many rounds; their turns, and the points in `sums`."""
    points, turns = sums[MOST_PLAYERS:], 0
    for _ in range(rounds):
        kernel.deal(state, -1, dice)
        while state[PHASE] != layout.OVER:
            if state[PHASE] == layout.LOT:
                kernel.apply(state, kernel.draw_lot(state, dice), dice)
            elif not by_thumb:
                kernel.apply(state, moves[below(dice, kernel.legal(state, moves))], dice)
            elif state[PHASE] == layout.OPENING:
                kernel.apply(state, thumb(state, habits, notes), dice)
            else:
                turn_by_thumb(state, habits, notes, dice)
        turns += state[layout.TURNS]
        kernel.scores(state, points)
        for seat in range(MOST_PLAYERS):
            sums[seat] += points[seat]
    return turns


def measure(players: int, by_thumb: bool) -> str:
    """Turns a second, turns a round, points a round of each seat."""
    state = bridge.round_under(games.get("skyjo").rules(players)[0])
    moves, notes = np.zeros(MOST_MOVES, dtype=np.int64), np.zeros(NOTES)
    sums, dice = np.zeros(2 * MOST_PLAYERS, dtype=np.int64), dice_of(1)
    room = (by_thumb, habits_for(players), moves, notes, sums, dice)
    play(state, ROUNDS, *room)
    sums[:] = 0
    rates, turns = [], 0
    for _ in range(TIMES):
        start = time.perf_counter()
        made = play(state, ROUNDS, *room)
        rates.append(made / (time.perf_counter() - start))
        turns += made
    rounds = TIMES * ROUNDS
    return (
        f"{max(rates) / 1e6:.2f} million turns/s (median {statistics.median(rates) / 1e6:.2f}), "
        f"{turns / rounds:.1f} turns a round, {sums[:players].sum() / rounds / players:.1f} points"
    )


def starting() -> None:
    """Seconds until the kernel is ready in a process of its own: at first, and later."""
    script = (
        "import time; start = time.perf_counter(); from games.search import compiled; "
        "compiled.warm('skyjo'); print(f'{time.perf_counter() - start:.2f}')"
    )
    folder = compiled.folder("games.skyjo")
    for kept in (*folder.rglob("*.nbi"), *folder.rglob("*.nbc")):
        kept.unlink()
    for what in ("first", "later", "later"):
        done = subprocess.run(
            [sys.executable, "-c", script], check=True, capture_output=True, text=True
        )
        print(f"{what} start: {done.stdout.strip()} s")


if __name__ == "__main__":
    starting()
    for number in (2, 4, 8):
        print(f"{number} players, random: {measure(number, by_thumb=False)}")
        print(f"{number} players, rule of thumb: {measure(number, by_thumb=True)}")
