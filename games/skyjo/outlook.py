"""What a finished round is worth for the whole match: the chance to win it, in points.

The lower a total against the others', and the less is left to play, the
likelier its seat wins: the chances are exp(-total / scale), made to add up to
one, and the scale grows with the root of the points that are still to come.
`python -m benchmarks.tune_skyjo outlook` finds the constants.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.search.compiled import inner, njit
from games.skyjo.layout import NUMBER, PLAYERS, ROUNDS, SCORE_LIMIT, TOTALS, Round

Measures: TypeAlias = NDArray[np.float64]

_BASE = np.array([0.0, 0.0, 5.0, 4.5, 5.0, 4.5, 5.0, 4.5, 4.5])
_SLOPE = np.array([0.0, 0.0, 2.2, 1.5, 1.1, 1.1, 0.9, 0.8, 0.7])
"""The scale for each number of players is _BASE + _SLOPE * root(points to go)."""

_A_ROUND = 15.0
"""Points that the highest total is expected to grow by in a round."""
_DOUBT = 7.0
"""The scale of what a guess of a round's points leaves open."""
KEEN = 0.02
"""What a point counts even where the match is as good as decided, against one where it is not."""


@njit
def to_go(state: Round, points: Measures) -> float:
    """How many points are expected to be played for after a round with these; 0: none, it is over.

    Without a limit of rounds that is what the highest total lacks.
    """
    left = math.inf
    if state[SCORE_LIMIT]:
        most = state[TOTALS] + points[0]
        for seat in range(1, state[PLAYERS]):
            most = max(most, state[TOTALS + seat] + points[seat])
        left = max(0.0, float(state[SCORE_LIMIT] - most))
    if state[ROUNDS]:
        left = min(left, _A_ROUND * max(0, state[ROUNDS] - state[NUMBER]))
    return left


@njit
def chance_to_win(state: Round, points: Measures, seat: int, guessed: bool) -> float:
    """The chance that a seat wins the match after a round with these points; a shared win is less.

    `points` has one for each seat; they may be `guessed` before the round is over.
    """
    left = to_go(state, points)
    own = state[TOTALS + seat] + points[seat]
    if guessed:
        width = math.hypot(scale(int(state[PLAYERS]), left), _DOUBT)
        return 1.0 / _weight(state, points, own, width)
    if left <= 0.0:
        equals = 0
        for other in range(state[PLAYERS]):
            total = state[TOTALS + other] + points[other]
            if total < own:
                return 0.0
            equals += total == own
        return 1.0 / equals
    return 1.0 / _weight(state, points, own, scale(int(state[PLAYERS]), left))


@inner
def _weight(state: Round, points: Measures, own: float, width: float) -> float:
    weight = 0.0
    for other in range(state[PLAYERS]):
        total = state[TOTALS + other] + points[other]
        weight += math.exp(min(50.0, (own - total) / width))
    return weight


@njit
def scale(players: int, left: float) -> float:
    """The scale with so many players and points to go."""
    return float(_BASE[players] + _SLOPE[players] * math.sqrt(left))


@njit
def worth(state: Round, points: Measures, seat: int, guessed: bool, win: float) -> float:
    """What these points are worth to a seat; `win` are the points that a whole win is worth.

    A part of it is the margin to the mean of the others, so that a seat plays
    on where the match is as good as decided.
    """
    players = state[PLAYERS]
    others = -points[seat]
    for other in range(players):
        others += points[other]
    margin = others / (players - 1) - points[seat]
    return float(win * chance_to_win(state, points, seat, guessed) + KEEN * margin)


@njit
def rate(state: Round, seat: int, points: Measures) -> float:
    """The points that a whole win is worth now, so that a point more or less is worth a point.

    At least those at the start of a match. `points` is room for one for each seat.
    """
    now = chance_before(state, seat, points)
    left = max(_A_ROUND, to_go(state, points) - _A_ROUND)
    return scale(int(state[PLAYERS]), left) / max(0.05, now * (1.0 - now))


@njit
def chance_before(state: Round, seat: int, points: Measures) -> float:
    """The chance that a seat wins the match, before the round in play counts for anybody.

    `points` is room for one for each seat; 0 is written there.
    """
    for other in range(state[PLAYERS]):
        points[other] = 0
    left = max(_A_ROUND, to_go(state, points) - _A_ROUND)
    return 1.0 / _weight(state, points, state[TOTALS + seat], scale(int(state[PLAYERS]), left))


@njit
def slopes(state: Round, seat: int, points: Measures, win: float, shares: Measures) -> None:
    """Write what one point less of each seat is worth to `seat`; `points` is room for them."""
    players = state[PLAYERS]
    for other in range(players):
        points[other] = 0
    left = max(_A_ROUND, to_go(state, points) - _A_ROUND)
    width = scale(int(players), left)
    own = 1.0 / _weight(state, points, state[TOTALS + seat], width)
    for other in range(players):
        chance = 1.0 / _weight(state, points, state[TOTALS + other], width)
        keen = KEEN if other == seat else -KEEN / (players - 1)
        share = 1.0 - own if other == seat else -chance
        shares[other] = win * own * share / width + keen
