"""An independent rule of thumb for SCOUT: it counts the fewest Shows that would empty its hand.

The count knows that a hand closes up behind a block: cards that were apart
become neighbours and may go together. It is worked out from short stretches
of the hand to longer ones (`fill`). Every move is judged by the count it leaves,
by what it captures and gives away, and by how likely what it shows is to
stand. It reads nothing but its own hand and what all see.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.game import Move
from games.scout import bridge
from games.scout.kernel import legal
from games.scout.layout import (
    AT,
    CARD,
    FLIP,
    HAND_SIZE,
    HANDS,
    KEEP,
    LENGTH,
    MARKER,
    MOST_CARDS,
    MOST_MOVES,
    NO_MOVE,
    OPENING,
    PLACE,
    PLAYERS,
    SCOUTS,
    STOP,
    TABLE_SIZE,
    TO,
    TURN,
    Numbers,
    Round,
)
from games.scout.view import View
from games.search.chance import Dice, below, dice_of
from games.search.compiled import inner, njit

SHOW, SINGLE = 64, 1
"""What a Show and its being one of a single card add to a count."""

# The tables in `room`. The row of a card says for every card to its left what it takes to empty the
# hand between them, both included. An empty row comes first; the rows of a changed hand stand
# behind those of the hand as it is.
WIDE = MOST_CARDS + 2
NUMBERS = 0
"""The upper numbers of the hand as it is, then those of a changed one."""
_FEWEST = 2 * WIDE
"""Fewest Shows."""
_ROWS = 2 * MOST_CARDS * WIDE + WIDE
_JOINING = _FEWEST + _ROWS
"""The same for what is left when the last card goes with others: down, equal, up."""
ROOM = _JOINING + 3 * _ROWS
"""How long the `room` of `policy` must be."""

Weights = NDArray[np.float64]

# What the weights weigh, in points. A card captured; a Show left to make, its being one of a
# single card; of the best block left its length, its being a set, its smallest number; a token
# that a Show can expect to earn by standing, a card left in hand times the chance that it stands
# till the round is over; a Scout with its turn, the marker spent, the hand emptied; and for each
# card in hand: ending the round by a Scout.
(
    CAPTURED, COUNT, ALONE, LONG, ALIKE, HIGH, STANDS, ENDS, PRICE, SPENT, OUT, LAST,
) = range(12)  # fmt: skip
WEIGHTS = np.zeros((6, 12))
WEIGHTS[2] = 0.25, 5.05, 0.36, 0.57, 0.35, 0.02, 0.22, -0.15, -0.62, 0.00, 3.10, 0.00
WEIGHTS[3] = 1.34, 2.18, 0.28, 1.28, 0.66, 0.08, 0.00, 0.02, 0.86, 1.40, 6.60, 1.42
WEIGHTS[4] = 0.81, 5.34, 0.36, 1.31, 0.60, 0.05, 0.08, 0.03, 2.49, 3.26, 9.70, 1.72
WEIGHTS[5] = 0.80, 5.32, 0.27, 1.31, 0.55, 0.06, 0.11, 0.06, 3.54, 2.39, 3.16, 3.70
"""By the number of players."""


def _standing() -> NDArray[np.float64]:
    """How likely the next player leaves a block on the table.

    By whether that player still has the Scout & Show, run or set, length,
    smallest number; drawn by hand along what was seen in some thousand rounds.
    """
    table = np.ones((2, 2, 11, 11))
    low = np.arange(11)
    table[:, :, 1] = np.maximum(0.0, 0.04 * low - 0.2)
    table[:, 0, 2] = 0.12 + 0.03 * low
    table[:, 1, 2] = 0.45 + 0.03 * low
    table[:, 0, 3] = 0.86 + 0.01 * low
    table[:, 1, 3] = 0.95
    table[:, 0, 4] = 0.98
    for length, others in ((2, 0.8), (3, 0.5), (4, 0.7), (5, 0.9)):
        table[1, :, length] *= others
    return table


_STANDING = _standing()
_BEST = 60
"""What a set of tens adds to the strength of its length."""


class Shows:
    """Plays the move that leaves least to do."""

    def __init__(self, seed: int) -> None:
        self._dice = dice_of(seed)
        self._moves = np.zeros(MOST_MOVES, dtype=np.int64)
        self._room = np.zeros(ROOM, dtype=np.int64)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`, given what the seat knows."""
        state = bridge.from_view(view)
        return bridge.decode(policy(state, self._moves, self._room, self._dice), state)


@njit(cache=False)
def policy(state: Round, moves: Numbers, room: Numbers, dice: Dice) -> int:
    """The move of the seat to act; `moves` is `MOST_MOVES` long, `room` at least `ROOM`.

    Looks at the seat's own hand and at what all see.
    """
    return best(state, moves, room, dice, WEIGHTS[state[PLAYERS]])


@njit(cache=False)
def best(state: Round, moves: Numbers, room: Numbers, dice: Dice, weights: Weights) -> int:
    """As `policy`, by other weights."""
    seat = state[TURN]
    cards = state[HAND_SIZE + seat]
    now = _read(state, seat, room, 4)
    if state[OPENING]:
        kept = _promise(_best_block(room, NUMBERS, cards), now, weights)
        count = _read(state, seat, room, 0)
        flipped = _promise(_best_block(room, NUMBERS, cards), count, weights)
        return FLIP if flipped > kept else KEEP
    # One move joins no more than two blocks and a card between them.
    joined = 2 * (_best_block(room, NUMBERS, cards) // 100) + 1
    result, most, ties = NO_MOVE, -1e9, 0
    for i in range(legal(state, moves)):
        move = moves[i]
        if move == STOP:
            continue
        length, scouted = move & LENGTH, int(move >> CARD & 255 > 0)
        left = cards + scouted - length
        worth = 0.0
        if scouted:
            worth -= _price(state, seat, length, weights)
        if length:
            worth += _gain(state, room, move, left, weights)
        # One card or one Show fewer cannot save more than one Show: what cannot be best is
        # not worth the counting.
        least = max(now // SHOW - scouted - int(length > 0), int(left > 0)) * SHOW
        longest = left if scouted and length else min(joined, left)
        if worth + _promise(100 * longest + _BEST, least, weights) < most:
            continue
        same = _change(room, cards, move)
        block = _best_block(room, WIDE, left)
        if worth + _promise(block, least, weights) < most:
            continue
        worth += _promise(block, fill(room, 1, left, same), weights)
        if worth > most:
            result, most, ties = move, worth, 1
        elif worth == most:
            ties += 1
            if below(dice, ties) == 0:
                result = move
    return result


# The count


@njit(cache=False)
def fill(room: Numbers, changed: int, cards: int, same: int) -> int:
    """The fewest Shows that empty a hand, with the fewest single cards among them, as one number.

    `SHOW` for each Show, and `SINGLE` more for each of a single card. The
    upper numbers stand in `room`, at `NUMBERS` those of the hand as it is, `WIDE`
    behind them those of a `changed` one (1), of which the first `same` cards are
    those of the hand as it is, whose tables are there already.

    The last card of a stretch is shown alone or with others. What lies between it
    and the card of its block before it must have gone by then, and goes within
    itself, for no block reaches over a card that stays.
    """
    numbers, beyond = changed * WIDE, changed * MOST_CARDS * WIDE
    for last in range(same, cards):
        row = WIDE + last * WIDE + beyond
        before = last * WIDE + (beyond if last > same else 0)
        for first in range(last + 1):
            fewest = room[_FEWEST + before + first] if first < last else 0
            room[_FEWEST + row + first] = fewest + SHOW + SINGLE
            for kind in range(3):
                room[_JOINING + kind * _ROWS + row + first] = fewest
        room[_FEWEST + row + last + 1] = 0  # nothing lies between neighbours
        for mate in range(last):
            kind = room[numbers + last] - room[numbers + mate] + 1
            if 0 <= kind <= 2:
                between = room[_FEWEST + before + mate + 1]
                joining = _JOINING + kind * _ROWS + WIDE
                mine = joining + last * WIDE + beyond
                other = joining + mate * WIDE + (beyond if mate >= same else 0)
                for first in range(mate + 1):
                    fewest = between + room[other + first]
                    room[mine + first] = min(room[mine + first], fewest)
                    room[_FEWEST + row + first] = min(room[_FEWEST + row + first], fewest + SHOW)
    if cards == 0:
        return 0
    return room[_FEWEST + cards * WIDE + (beyond if cards > same else 0)]


@inner
def _read(state: Round, seat: int, room: Numbers, shift: int) -> int:
    """Put a hand's upper (4) or lower (0) numbers into `room`; its count."""
    hand, cards = HANDS + MOST_CARDS * seat, state[HAND_SIZE + seat]
    for at in range(cards):
        room[NUMBERS + at] = state[hand + at] >> shift & 15
    return fill(room, 0, cards, 0)


@inner
def _change(room: Numbers, cards: int, move: int) -> int:
    """Put the hand that a move leaves into `room`; how many cards at its left stayed the same."""
    length, number = move & LENGTH, move >> (CARD + 4) & 15
    at, to = move >> AT & PLACE, move >> TO & PLACE
    if length == 0:
        at = MOST_CARDS
    if number == 0:
        to = MOST_CARDS
    new, place = WIDE, 0
    for old in range(cards + 1):
        if old == to:
            if not at <= place < at + length:
                room[new] = number
                new += 1
            place += 1
        if old < cards:
            if not at <= place < at + length:
                room[new] = room[NUMBERS + old]
                new += 1
            place += 1
    return min(at, to)


# What is good


@inner
def _promise(best: int, count: int, weights: Weights) -> float:
    """What a hand promises, by its best block and its count."""
    return (
        weights[LONG] * (best // 100)
        + weights[ALIKE] * (best % 100 // 50)
        + weights[HIGH] * (best % 50)
        - weights[COUNT] * (count // SHOW)
        - weights[ALONE] * (count % SHOW)
    )


@inner
def _best_block(room: Numbers, numbers: int, cards: int) -> int:
    """The strength of the best block of a hand: 100 for each card, 50 for a set, smallest number.

    0 where there is none.
    """
    result, length, kind = 0, 0, 9
    for at in range(numbers, numbers + cards):
        step = room[at] - room[at - 1] if at > numbers else 9
        if step == kind and length > 1:
            length += 1
        elif -1 <= step <= 1:
            length, kind = 2, step
        else:
            length, kind = 1, 9
        low = room[at] if kind != 1 else room[at] - length + 1
        result = max(result, 100 * length + 50 * int(kind in (0, 9)) + low)
    return result


@inner
def _price(state: Round, seat: int, length: int, weights: Weights) -> float:
    """What a Scout costs that a Show of so many cards follows, 0 for none."""
    price = weights[PRICE]
    if length:
        return price + weights[SPENT]
    if state[PLAYERS] > 2 and state[SCOUTS] == state[PLAYERS] - 2:
        price += weights[LAST] * state[HAND_SIZE + seat]
    return price


@inner
def _gain(state: Round, room: Numbers, move: int, left: int, weights: Weights) -> float:
    """What the Show of a move brings that leaves so many cards."""
    length, scouted = move & LENGTH, int(move >> CARD & 255 > 0)
    worth = weights[CAPTURED] * (state[TABLE_SIZE] - scouted)
    if left == 0:
        return worth + weights[OUT]
    first, last = _shown(room, move, 0), _shown(room, move, length - 1)
    is_set, low = int(first == last), min(first, last)
    players, seat = state[PLAYERS], state[TURN]
    standing, tokens = 1.0, 0.0
    for ahead in range(1, players):
        other = (seat + ahead) % players
        if state[HAND_SIZE + other] >= length:
            standing *= _STANDING[state[MARKER + other], is_set, length, low]
        tokens += standing
    return worth + weights[STANDS] * tokens + weights[ENDS] * standing * left


@inner
def _shown(room: Numbers, move: int, i: int) -> int:
    """The upper number of a card of the block that a move shows."""
    at, to = (move >> AT & PLACE) + i, move >> TO & PLACE
    if move >> CARD & 255:
        if at == to:
            return move >> (CARD + 4) & 15
        if at > to:
            at -= 1
    return room[NUMBERS + at]
