"""The strengths of highest posterior, and how far they vary with the matches, by numpy."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from scoutcli.ratings.luce import Floats, Luce, Point
from scoutcli.ratings.model import Outcome, Progress

_MOST_STEPS = 100
_LONGEST_STEP = 3.0
_EXACT = 1e-9
"""How long the last step may be, and what part of a step may be missing."""
_CLOSE = 0.1
"""A step of a bootstrap sample so long leaves about a twentieth of it."""
_ROUGH = 1e-3


def fitted(
    outcomes: Mapping[Outcome, int],
    index: Mapping[str, int],
    precision: float,
    *,
    replicates: int,
    seed: int,
    progress: Progress | None,
) -> tuple[Floats, Floats]:
    """The strengths, and their deviations over bootstrap samples of the matches.

    `outcomes` are different ones with their counts, `index` numbers the entrants.
    A sample has as many matches as were played, drawn with replacement: counts
    of the different outcomes, by the multinomial distribution. Deviations are 0
    with fewer than two `replicates`.
    """
    luce = Luce(list(outcomes), index, precision)
    entrants = len(index)
    weights = np.array(list(outcomes.values()), np.float64)
    best = maximum(Point(luce, np.zeros(entrants)), weights, _EXACT, _EXACT)
    curvature = best.curvature(weights)
    draw = np.random.default_rng(seed)
    total = sum(outcomes.values())
    sums, squares = np.zeros(entrants), np.zeros(entrants)
    for done in range(replicates):
        sample = draw.multinomial(total, weights / total).astype(np.float64)
        # The curvature of all matches is that of the sample, nearly, where there are many.
        off = curvature.solved(best.slope(sample), _ROUGH)
        if np.abs(off).max(initial=0.0) > _CLOSE:
            off = maximum(best, sample, _CLOSE, _ROUGH).strengths - best.strengths
        sums += off
        squares += off**2
        if progress is not None:
            progress(done + 1, replicates)
    spread = np.maximum(squares - sums**2 / max(replicates, 1), 0.0)
    return best.strengths, np.sqrt(spread / max(replicates - 1, 1))


def maximum(start: Point, weights: Floats, tolerance: float, accuracy: float) -> Point:
    """Where the posterior is highest: Newton's steps, until no strength moves by `tolerance`.

    A step that leads down is halved. The logarithm being concave, and the prior
    above 0, there is one maximum, and it is found.
    """
    point = start
    for _ in range(_MOST_STEPS):
        step = point.curvature(weights).solved(point.slope(weights), accuracy)
        longest = float(np.abs(step).max(initial=0.0))
        if longest > _LONGEST_STEP:
            step *= _LONGEST_STEP / longest
        here = point.value(weights)
        slack = 1e-12 * (abs(here) + 1)  # less than rounding makes of it
        after = Point(point.luce, point.strengths + step)
        while after.value(weights) < here - slack:
            step /= 2
            after = Point(point.luce, point.strengths + step)
        point = after
        if longest <= tolerance:
            break
    return point
