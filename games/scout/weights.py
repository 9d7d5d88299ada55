"""The trained weights of the rule of thumb (see `worth`), for each number of players.

Rows of ``python -m benchmarks.train_scout PLAYERS``.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from games.scout.worth import Measures

_TWO = (
    -2.86, -2.43, -0.31, -0.15, 1.75, -3.68, -2.75, -0.96, 0.87, 0.2, 0.11, 0.23, 0.19, 1.55,
    -0.57, -0.82, -0.64, 0.2, 1.28, 3.37, 5.15, 6.46, -0.12, -0.09, 1.48, 4.23, 3.3, 0.08, 0.12,
    2.36, -2.85, 2.72, 0.64, 0.46, -0.86, -1.48, -0.78, -0.56, 0.63, -1.18, -1.41, -0.05,
)  # fmt: skip
_FOUR = (
    -2.75, -2.87, -1.29, 0.11, 1.45, -4.09, -3.14, -1.32, 1.39, 0.66, 0.07, 0.16, 0.22, 1.77,
    -1.81, -1.34, -0.66, -0.15, 0.85, 2.66, 3.26, 5.12, 0.18, 0.44, 2.64, 7.73, 3.29, 0.04, 0.09,
    1.81, -1.87, 4.25, 0.92, 0.55, -1.37, -1.22, -0.73, -0.59, 0.0, -1.18, -1.4, -0.07,
)  # fmt: skip
_FIVE = (
    -3.75, -3.12, -1.47, -0.51, 1.93, -4.17, -2.7, -1.39, 2.15, 0.77, 0.14, 0.19, 0.23, 1.35,
    -3.72, -2.01, -0.46, 0.03, 0.87, 3.01, 4.37, 3.56, 0.3, 0.59, 3.62, 8.17, 2.64, 0.06, 0.14,
    1.48, -1.81, 5.91, 0.75, 0.62, -1.64, -1.26, -1.16, -0.47, 0.19, -2.27, -1.75, -0.09,
)  # fmt: skip
_ROWS = {2: _TWO, 3: _FOUR, 4: _FOUR, 5: _FIVE}
"""With three players no row was found that is better than that for four."""


@cache
def weights_for(players: int) -> Measures:
    """The row for so many players."""
    return np.array(_ROWS[players])
