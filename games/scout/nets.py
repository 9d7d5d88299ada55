"""The trained nets of `policy`, as ``python -m benchmarks.train_scout_net`` found them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from games.scout.worth import Measures

FILE = Path(__file__).with_name("nets.npz")
"""An array of weights for each number of players, which is its name; numbers of 16 bits."""


@cache
def net_for(players: int) -> Measures:
    """The net for so many players (see `policy.NET`)."""
    with np.load(FILE, allow_pickle=False) as nets:
        return np.asarray(nets[str(players)], dtype=np.float64)
