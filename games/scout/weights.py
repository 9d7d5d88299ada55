"""The trained weights of the rule of thumb (see `worth`), for each number of players.

Rows of ``python -m benchmarks.train_scout PLAYERS``.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from games.scout.worth import Measures

_FOUR = (
    -2.75, -2.87, -1.29, 0.11, 1.45, -4.09, -3.14, -1.32, 1.39, 0.66, 0.07, 0.16, 0.22, 1.77,
    -1.81, -1.34, -0.66, -0.15, 0.85, 2.66, 3.26, 5.12, 0.18, 0.44, 2.64, 7.73, 3.29, 0.04, 0.09,
    1.81, -1.87, 4.25, 0.92, 0.55, -1.37, -1.22, -0.73, -0.59, 0.0, -1.18, -1.4, -0.07,
)  # fmt: skip
_ROWS = {2: _FOUR, 3: _FOUR, 4: _FOUR, 5: _FOUR}


@cache
def weights_for(players: int) -> Measures:
    """The row for so many players."""
    return np.array(_ROWS[players])


@cache
def manners_for(players: int) -> Measures:
    """The rows of the manners in which others may play; the first is that of `weights_for`."""
    return np.array([weights_for(players)])


TEMPERS: Measures = np.array([0.5])
"""By how many points a move has to be better, in each manner, to be made e times as often."""
