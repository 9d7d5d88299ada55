"""An independent rule of thumb for SCOUT: it adds up what a move captures and what it costs.

No plan and no counting ahead. Points won, cards got rid of, the token given
away, and how many cards next to each other go together before and after the
move; the best sum is played. It reads nothing but its own hand and the table.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.game import Move
from games.scout import bridge
from games.scout.kernel import hand_with, legal, steps_in, steps_without
from games.scout.layout import (
    AT,
    CARD,
    DOWN,
    EQUAL,
    FLIP,
    HAND_SIZE,
    HANDS,
    KEEP,
    LENGTH,
    MOST_CARDS,
    MOST_MOVES,
    NO_MOVE,
    OPENING,
    PLACE,
    PLAYERS,
    SCOUTS,
    SHOWING,
    STOP,
    TABLE_SIZE,
    TO,
    TURN,
    UP,
    Numbers,
    Round,
)
from games.scout.view import View
from games.search.bits import bit_count
from games.search.chance import Dice, below, dice_of
from games.search.compiled import inner, njit

ROOM = 1
"""How long the `room` of `policy` must be (it needs none)."""

Weights = NDArray[np.float64]

# What the weights weigh, in points. Of a Show: a card captured, a card got rid of, a card of the
# block squared (it is harder to beat), its set, its smallest number, the hand emptied. Of a
# Scout: its price, its being the last one that ends the round, for each card in hand. Of both
# together: the marker spent. Of a hand: two cards that go together, three, and two equal ones.
(
    CAPTURED, GONE, SQUARE, SET, LOW, OUT, PRICE, LAST, SPENT, PAIR, TRIPLE, TWIN,
) = range(12)  # fmt: skip
WEIGHTS = np.zeros((6, 12))
WEIGHTS[2] = 0.56, 0.70, 0.03, 0.54, -0.02, 6.00, 1.57, 0.00, 0.00, 0.68, 0.64, 0.35
WEIGHTS[3] = 0.50, 0.80, 0.09, 0.46, -0.02, 3.30, 1.66, 0.70, 1.07, 0.57, 1.08, 0.22
WEIGHTS[4] = 0.63, 0.60, 0.11, 0.41, -0.06, 8.00, 2.16, 1.51, 0.64, 0.75, 0.92, 0.11
WEIGHTS[5] = 0.72, 0.90, 0.05, 0.40, -0.07, 7.00, 1.93, 1.07, 1.32, 0.72, 0.90, 0.27
"""By the number of players."""


class Sums:
    """Plays the best sum; of several the dice choose."""

    def __init__(self, seed: int) -> None:
        self._dice = dice_of(seed)
        self._moves = np.zeros(MOST_MOVES, dtype=np.int64)
        self._room = np.zeros(ROOM, dtype=np.int64)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`, given what the seat knows."""
        state = bridge.from_view(view)
        return bridge.decode(policy(state, self._moves, self._room, self._dice), state)


@njit(cache=False)
def policy(state: Round, moves: Numbers, room: Numbers, dice: Dice) -> int:  # noqa: ARG001
    """The move of the seat to act; `moves` is `MOST_MOVES` long, `room` at least `ROOM`.

    Looks at the seat's own hand and at what all see.
    """
    return best(state, moves, dice, WEIGHTS[state[PLAYERS]])


@njit(cache=False)
def best(state: Round, moves: Numbers, dice: Dice, weights: Weights) -> int:
    """As `policy`, by other weights."""
    seat = state[TURN]
    if state[OPENING]:
        equal, up, down = steps_in(state, seat, 0)
        as_it_lies = harmony(equal, up, down, weights)
        equal, up, down = steps_in(state, seat, 1)
        return FLIP if harmony(equal, up, down, weights) > as_it_lies else KEEP
    before = harmony(state[EQUAL + seat], state[UP + seat], state[DOWN + seat], weights)
    result, most, ties = NO_MOVE, -1e9, 0
    scout, equal, up, down = -1, 0, 0, 0
    for i in range(legal(state, moves)):
        move = moves[i]
        if move == STOP:
            continue
        if move & ~SHOWING != scout:
            scout = move & ~SHOWING
            equal, up, down = _after_scout(state, seat, scout)
        worth = _price(state, seat, move, weights) - before
        if move & LENGTH:
            worth += _gain(state, seat, move, weights)
            worth += _left(state, seat, move, equal, up, down, weights)
        else:
            worth += harmony(equal, up, down, weights)
        if worth > most:
            result, most, ties = move, worth, 1
        elif worth == most:
            ties += 1
            if below(dice, ties) == 0:
                result = move
    return result


@inner
def harmony(equal: int, up: int, down: int, weights: Weights) -> float:
    """How well the cards of a hand go together, from its three sets of bits."""
    triples = bit_count(equal & equal >> 1) + bit_count(up & up >> 1) + bit_count(down & down >> 1)
    return (
        weights[PAIR] * bit_count(equal | up | down)
        + weights[TRIPLE] * triples
        + weights[TWIN] * bit_count(equal)
    )


@inner
def _after_scout(state: Round, seat: int, scout: int) -> tuple[int, int, int]:
    """The three sets of bits of a hand after the Scout of a move, if it has one."""
    if scout >> CARD & 255:
        return hand_with(state, seat, scout >> (CARD + 4) & 15, scout >> TO & PLACE)
    return state[EQUAL + seat], state[UP + seat], state[DOWN + seat]


@inner
def _price(state: Round, seat: int, move: int, weights: Weights) -> float:
    """What the Scout of a move costs, less than 0."""
    if not move >> CARD & 255:
        return 0.0
    price = weights[PRICE]
    if move & LENGTH:
        return -price - weights[SPENT]
    if state[PLAYERS] > 2 and state[SCOUTS] == state[PLAYERS] - 2:
        price += weights[LAST] * state[HAND_SIZE + seat]
    return -price


@inner
def number_at(state: Round, seat: int, move: int, at: int) -> int:
    """The upper number at a position of the hand once the Scout of a move is made."""
    if move >> CARD & 255:
        to = move >> TO & PLACE
        if at == to:
            return move >> (CARD + 4) & 15
        if at > to:
            at -= 1
    return state[HANDS + MOST_CARDS * seat + at] >> 4


@inner
def _gain(state: Round, seat: int, move: int, weights: Weights) -> float:
    """What the Show of a move brings."""
    at, length, scouted = move >> AT & PLACE, move & LENGTH, int(move >> CARD & 255 > 0)
    first, last = number_at(state, seat, move, at), number_at(state, seat, move, at + length - 1)
    worth = (
        weights[CAPTURED] * (state[TABLE_SIZE] - scouted)
        + weights[GONE] * length
        + weights[SQUARE] * length * length
        + weights[SET] * int(first == last)
        + weights[LOW] * min(first, last)
    )
    if length == state[HAND_SIZE + seat] + scouted:
        worth += weights[OUT]
    return worth


@inner
def _left(
    state: Round, seat: int, move: int, equal: int, up: int, down: int, weights: Weights
) -> float:
    """How well the cards go together that the Show of a move leaves."""
    at, length = move >> AT & PLACE, move & LENGTH
    left = state[HAND_SIZE + seat] + int(move >> CARD & 255 > 0) - length
    step = 99
    if 0 < at < left:
        after = number_at(state, seat, move, at + length)
        step = after - number_at(state, seat, move, at - 1)
    return harmony(
        steps_without(equal, at, length, step == 0),
        steps_without(up, at, length, step == 1),
        steps_without(down, at, length, step == -1),
        weights,
    )
