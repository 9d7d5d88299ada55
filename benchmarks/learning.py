"""How nets of one hidden layer learn: their slopes, and the steps down them."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Net: TypeAlias = NDArray[np.float32]
"""The weights of each input to the hidden layer, its thresholds, to the answer, its own."""


def told(net: Net, given: Net) -> tuple[Net, Net]:
    """What a net says to inputs, a row each, and what its hidden layer was then."""
    into, out = _places(net, given)
    hidden = np.maximum(given @ net[:into].reshape(given.shape[1], -1) + net[into:out], 0)
    return hidden @ net[out:-1] + net[-1], hidden


def slope(net: Net, given: Net, hidden: Net, push: Net) -> Net:
    """How an error changes with each weight; `push`: with each answer."""
    _, out = _places(net, given)
    back = np.outer(push, net[out:-1]) * (hidden > 0)
    return np.concatenate([(given.T @ back).ravel(), back.sum(0), hidden.T @ push, [push.sum()]])


def _places(net: Net, given: Net) -> tuple[int, int]:
    """Where the thresholds begin, and the weights to the answer."""
    inputs = given.shape[1]
    hidden = (len(net) - 1) // (inputs + 2)
    return inputs * hidden, inputs * hidden + hidden


class Adam:
    """Steps down a slope (Kingma and Ba, 2015), ever shorter ones, `steps` in all."""

    def __init__(self, net: Net, rate: float, steps: int) -> None:
        self._rate, self._steps, self._step = rate, steps, 0
        self._mean, self._square = np.zeros_like(net), np.zeros_like(net)

    def step(self, net: Net, change: Net) -> None:
        """Change the weights of a net, where they are."""
        self._step += 1
        self._mean += 0.1 * (change - self._mean)
        self._square += 0.001 * (change * change - self._square)
        pace = self._rate * max(0.02, 1 - self._step / self._steps) / (1 - 0.9**self._step)
        net -= pace * self._mean / (np.sqrt(self._square / (1 - 0.999**self._step)) + 1e-8)
