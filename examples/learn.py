"""Random play of a game against itself: the loop of everybody who wants to learn it.

pip install 'scoutcli[rl]', then: python examples/learn.py [GAME [EPISODES]]
"""

import sys
from typing import Any

import numpy as np

from scoutcli import rl


def choose(observation: dict[str, Any], dice: np.random.Generator) -> int:
    """Any legal action, each as likely. Here a learner asks its network."""
    return int(dice.choice(np.flatnonzero(observation["action_mask"])))


def learn(agent: str, steps: list[tuple[dict[str, Any], int]], reward: float) -> None:
    """Here a learner learns: what an agent saw and did in an episode, and what came of it."""


def main(game: str = "skyjo", episodes: str = "20") -> None:
    """Play so many episodes."""
    env = rl.env(game, players=2)
    dice = np.random.default_rng(1)
    env.reset(seed=1)  # the cards of `scoutcli deal GAME --players 2 --seed 1`
    for number in range(1, int(episodes) + 1):
        steps: dict[str, list[tuple[dict[str, Any], int]]] = {agent: [] for agent in env.agents}
        rewards = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            rewards[agent] += reward
            action = None
            if not (termination or truncation):
                action = choose(observation, dice)
                steps[agent].append((observation, action))
            env.step(action)
        for agent, reward in rewards.items():
            learn(agent, steps[agent], reward)
        played = sum(map(len, steps.values()))
        print(f"episode {number}: {played} steps, rewards {list(rewards.values())}")
        env.reset()


if __name__ == "__main__":
    main(*sys.argv[1:])
