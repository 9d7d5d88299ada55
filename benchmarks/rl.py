"""Steps a second of the worlds for learners, random legal play: ``python -m benchmarks.rl``.

A step is a choice of an agent with all that belongs to it: observation and
mask made, one of the legal actions drawn from the mask, the move made. CPU
time of this process, the median of some measurements.
"""

from __future__ import annotations

import statistics
import time

import numpy as np

import games
from scoutcli import rl

TIMES = 5
SECONDS = 2.0


def steps_a_second(game: str, players: int, seed: int) -> tuple[float, float]:
    """Steps in a CPU second of whole episodes, and steps in an episode."""
    env = rl.env(game, players)
    dice = np.random.default_rng(seed)
    env.reset(seed=seed)
    steps = episodes = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        for _ in env.agent_iter():
            observation, _, termination, _, _ = env.last()
            if termination:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"].view(bool))
            env.step(legal[dice.integers(len(legal))])
            steps += 1
        episodes += 1
        env.reset()
    return steps / spent, steps / episodes


def main() -> None:
    """Every game with every number of players."""
    print("| game | players | actions | observation | steps a second | steps a round |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in ("scout", "skyjo"):
        for players in games.get(name).players:
            figures = [steps_a_second(name, players, seed) for seed in range(TIMES)]
            rate = statistics.median(figure for figure, _ in figures)
            length = statistics.mean(figure for _, figure in figures)
            encoding = rl.env(name, players).unwrapped.encoding
            numbers = sum(field.size for field in encoding.fields)
            print(
                f"| {name} | {players} | {encoding.actions:,} | {numbers} "
                f"| {rate:,.0f} | {length:.0f} |"
            )


if __name__ == "__main__":
    main()
