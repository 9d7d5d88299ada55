"""What a trained net thinks of the moves of SCOUT, compiled.

The position after a move is described by numbers (see `gauge`), and a small net
of one hidden layer makes of them the points that the seat can still expect
against the mean of the others. It was trained on moves that were played out:
``python -m benchmarks.train_scout_net``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from games.scout.gauge import A_CHOICE, A_SCOUT, A_SHOW, BOTH, INPUTS, ROOM, describe
from games.scout.kernel import apply, flip
from games.scout.layout import (
    CARD, END, FLIP, LENGTH, MOST_MOVES, Numbers, OPENING, PLAYERS, ROUND, Round, TOKENS, TURN,
    UNBEATEN, UNSPENT, WON,
)  # fmt: skip
from games.scout.rank import rank
from games.scout.worth import NOTES, Measures
from games.search.compiled import inner, njit

HIDDEN = 96
_TO_HIDDEN = INPUTS * HIDDEN
_TO_ANSWER = _TO_HIDDEN + HIDDEN
NET = _TO_ANSWER + HIDDEN + 1
"""The weights of a net: of each input to the hidden layer, its thresholds, to the answer."""
MOST = 24
"""So many moves are looked at: those that the rule of thumb thinks most of."""


class Rooms(NamedTuple):
    """Room for what is worked out; see `rooms`."""

    moves: Numbers
    worths: Measures
    notes: Measures
    shows: Numbers
    x: Measures
    hidden: Measures
    after: Round
    found: Numbers
    first: Measures
    thought: Measures


def rooms() -> Rooms:
    """Room for `think`."""
    return Rooms(
        moves=np.zeros(MOST_MOVES, dtype=np.int64),
        worths=np.zeros(MOST_MOVES),
        notes=np.zeros(NOTES),
        shows=np.zeros(ROOM, dtype=np.int64),
        x=np.zeros(INPUTS),
        hidden=np.zeros(HIDDEN),
        after=np.zeros(ROUND, dtype=np.int64),
        found=np.zeros(MOST, dtype=np.int64),
        first=np.zeros(MOST),
        thought=np.zeros(MOST),
    )


@njit
def think(state: Round, weights: Measures, net: Measures, most: int, room: Rooms) -> int:
    """What the net thinks of the `most` best moves by the rule of thumb; how many there are.

    `weights` are the thumb's. The moves come into `room.found`, the best by thumb first, what the
    thumb thinks of each into `room.first`, the margin with which the net thinks the round
    will end into `room.thought`; all legal moves, and what the thumb thinks, are in `room.moves`
    and `room.worths`.
    """
    count = rank(state, weights, room.moves, room.worths, room.notes)
    found = _best(room.worths, count, min(most, MOST), room.found)
    for i in range(found):
        place = room.found[i]
        room.found[i], room.first[i] = room.moves[place], room.worths[place]
        now, ends = lay_out(state, room.found[i], room.first[i], weights, room)
        room.thought[i] = room.first[i] if ends else now + answer(net, room)
    return found


@inner
def _best(worths: Measures, count: int, most: int, found: Numbers) -> int:
    """The places of the greatest of `count` worths into `found`, the greatest first; how many."""
    size = 0
    for place in range(count):
        if size == most and worths[place] <= worths[found[size - 1]]:
            continue
        size = min(size + 1, most)
        at = size - 1
        while at > 0 and worths[found[at - 1]] < worths[place]:
            found[at] = found[at - 1]
            at -= 1
        found[at] = place
    return size


@inner
def lay_out(
    state: Round, move: int, worth: float, weights: Measures, room: Rooms
) -> tuple[float, bool]:
    """The inputs for a move into `room.x`, unless it plainly ends the round, and whether it does.

    Before that what the seat has won by then against the others, as `margin`.
    """
    seat, after = state[TURN], room.after
    for at in range(ROUND):
        after[at] = state[at]
    kind = A_CHOICE
    if state[OPENING]:
        if move == FLIP:
            flip(after, seat)
    else:
        apply(after, move)
        kind = A_SCOUT
        if move & LENGTH:
            kind = BOTH if move >> CARD & 255 else A_SHOW
    now = margin(after, seat)
    if plainly_over(after, move):
        return now, True
    describe(after, seat, worth - now, kind, weights, room.notes, room.shows, room.x)
    return now, False


@njit
def plainly_over(after: Round, move: int) -> bool:
    """Whether a round is over behind a move as far as its seat can see.

    With two players a Show also ends it if the other seat can do nothing, which is not to be seen.
    """
    over: bool = after[TURN] < 0 and not (after[END] == UNBEATEN and move & LENGTH)
    return over


@inner
def margin(state: Round, seat: int) -> float:
    """What a seat has won against the mean of the others, hands not counted."""
    players, others = state[PLAYERS], 0.0
    for other in range(players):
        if other != seat:
            others += state[WON + other] + state[UNSPENT] * state[TOKENS + other]
    own: int = state[WON + seat] + state[UNSPENT] * state[TOKENS + seat]
    result: float = own - others / (players - 1)
    return result


@inner
def answer(net: Measures, room: Rooms) -> float:
    """What the net says to the inputs."""
    hidden = room.hidden
    for j in range(HIDDEN):
        hidden[j] = net[_TO_HIDDEN + j]
    for i in range(INPUTS):
        value = room.x[i]
        if value != 0.0:
            for j in range(HIDDEN):
                hidden[j] += value * net[i * HIDDEN + j]
    total: float = net[NET - 1]
    for j in range(HIDDEN):
        total += max(hidden[j], 0.0) * net[_TO_ANSWER + j]
    return total
