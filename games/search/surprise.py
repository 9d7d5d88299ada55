"""How far a mean over worlds may be off: one way to work it out, for stopping and for telling."""

from __future__ import annotations

import math

SURPRISE = 2.0
"""Points by which a world differs that is added to those that were played.

A few worlds that agree are no certainty: there may be others.
"""


def standard_error(squares: float, worlds: int) -> float:
    """The standard error of a mean, the world of surprise added; infinite of a single value.

    `squares` is the sum of the squared distances from the mean.
    """
    return math.sqrt((squares + SURPRISE**2) / (worlds - 1) / worlds) if worlds > 1 else math.inf
