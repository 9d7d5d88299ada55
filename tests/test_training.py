"""What trains SCOUT's nets learns what there is to learn."""

from __future__ import annotations

import numpy as np

from benchmarks.train_scout_net import BATCH, CANDIDATES, ENDED, OPEN, begin, fit
from games.scout.gauge import INPUTS
from games.scout.policy import HIDDEN


def test_a_net_learns_which_moves_of_a_turn_are_better() -> None:
    chance = np.random.default_rng(3)
    shape = 40 * BATCH, CANDIDATES
    inputs = chance.normal(size=(*shape, INPUTS)).astype(np.float16)
    # What a move gives: some of its inputs, one of them bent; and the luck of the turn, much more.
    truth = inputs[..., 0] - 2.0 * np.maximum(inputs[..., 1], 0) + 0.5 * inputs[..., 2]
    luck = chance.normal(0, 6, size=(shape[0], 1)) + chance.normal(0, 1, size=shape)
    kinds = np.full(shape, OPEN)
    kinds[:, -1] = ENDED  # is known, so nothing can be learned from it
    kinds[::3, -2] = 0  # no such move
    gains = np.where(kinds == OPEN, truth + luck, 50.0)
    net = fit((inputs, kinds, gains), begin(np.random.default_rng(1)), 3e-3)
    into, out = INPUTS * HIDDEN, INPUTS * HIDDEN + HIDDEN
    fresh = chance.normal(size=(2000, INPUTS)).astype(np.float32)
    hidden = np.maximum(fresh @ net[:into].reshape(INPUTS, HIDDEN) + net[into:out], 0)
    told = hidden @ net[out:-1] + net[-1]
    wanted = fresh[:, 0] - 2.0 * np.maximum(fresh[:, 1], 0) + 0.5 * fresh[:, 2]
    assert np.corrcoef(told, wanted)[0, 1] > 0.9
