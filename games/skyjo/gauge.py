"""A trained guess of how a round will end, compiled, and the moves that look best by it.

After its turn a seat is described by INPUTS numbers (its grid, that of the
next seat, what the others' grids cost, what the top of the discard pile is
worth to the next seat), all of which it can see. A small net of one hidden
layer, trained on rounds played by this policy itself, makes of them the margin
with which the seat is expected to end the round: the mean of the others'
points less its own. Two sets of weights: while nobody has opened everything,
and where the seat has just done so.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.search.chance import Dice
from games.search.compiled import inner, njit
from games.skyjo import layout as at
from games.skyjo.cards import ALL, EMPTY, PLACES, SLOTS, UNKNOWN, VALUES
from games.skyjo.kernel import apply, needs_pile
from games.skyjo.layout import Round
from games.skyjo.thumb import turn_by_thumb

Measures: TypeAlias = NDArray[np.float64]

GRID = 11
"""How many numbers describe a grid."""
INPUTS = 2 * GRID + 9
HIDDEN = 24
WEIGHTS = INPUTS * HIDDEN + 2 * HIDDEN + 1
"""The weights of one net: of each input to the hidden layer, its thresholds, to the answer."""
UNIT = 20.0
"""The answer counts in so many points."""

_NEXT = GRID
_FIELD = 2 * GRID
_TOP = 2 * GRID + 7

_LOWEST, _HIGHEST = min(VALUES), max(VALUES)
NEVER = -1000.0
"""What a move is worth that is not legal, or not worth a look."""

# Of a column, and of several together:
_UNTOUCHED = 4  # 1 where nothing is open
_MOST, _SECOND = 8, 9  # the two highest single cards; before them what is added up
COLUMN = 10
"""How many numbers are said of a column."""
_LEAST = -3.0  # lower than any card

# In `notes`, room for what is worked out once for a move.
_X = 0  # the inputs
_BASE = INPUTS  # the hidden layer before the inputs that a move changes, for each net
_ACC = _BASE + 2 * HIDDEN
_SHARE = _ACC + HIDDEN - _LOWEST  # at `card`: how likely the next one not seen is one
_OFFER = _SHARE + SLOTS  # at `card`: what it is worth to the next seat on the discard pile
_MEAN = _SHARE + 2 * SLOTS + _LOWEST
_MEAN_OFFER = _MEAN + 1
_CELL = _MEAN + 2  # the cards of the own grid
_LUCK = _CELL + PLACES - _LOWEST  # at `card`: by how much it is better than others to draw it
_PARTS = _LUCK + SLOTS + _LOWEST  # what is said of each column, of the first and last two
_OTHERS = _PARTS + 6 * COLUMN  # for each column, of the three others
_NEW = _OTHERS + 4 * COLUMN  # of a column as a move leaves it
_WHOLE = _NEW + COLUMN  # of the grid
_SHUT = _WHOLE + COLUMN  # the hidden cards of the own grid before the move
NOTES = _SHUT + 1
"""The length of `notes`."""


@inner
def _measure(one: float, two: float, three: float, notes: Measures, to: int) -> None:
    """Write what is to be said of a column into `notes`, from `to` on: COLUMN numbers.

    Open cards, hidden ones, what a pair beside a hidden card and beside an open
    one can bring, whether nothing is open, whether one card is, what single
    cards can bring, whether it is gone; the two highest single cards.
    """
    for i in range(to, to + _MOST):
        notes[i] = 0.0
    notes[to + _MOST] = notes[to + _SECOND] = _LEAST
    if (one == EMPTY) & (two == EMPTY) & (three == EMPTY):
        notes[to + 7] = 1.0
        return
    # Hidden and cleared cards to the end.
    if one >= UNKNOWN:
        one, three = three, one
    if one >= UNKNOWN:
        one, two = two, one
    if two >= UNKNOWN:
        two, three = three, two
    notes[to + 1] = (one == UNKNOWN) + (two == UNKNOWN) + (three == UNKNOWN)
    if one >= UNKNOWN:
        notes[to + _UNTOUCHED] = 1.0
        return
    notes[to] = one
    if two >= UNKNOWN:
        notes[to + 5] = 1.0
        _single(one, notes, to, 1.0)
        return
    notes[to] += two
    if three >= UNKNOWN:
        if one == two:
            more = notes[_MEAN] if three == UNKNOWN else 0.0
            notes[to + 2] = notes[_SHARE + int(one)] * max(0.0, 2.0 * one + more)
        else:
            _single(one, notes, to, 1.0)
            _single(two, notes, to, 1.0)
        return
    notes[to] += three
    if (one == two) | (one == three) | (two == three):
        pair = two if two == three else one
        other = one + two + three - 2.0 * pair
        notes[to + 3] = notes[_SHARE + int(pair)] * max(0.0, 2.0 * pair + other)
        _single(other, notes, to, 0.0)
    else:
        _single(one, notes, to, 0.0)
        _single(two, notes, to, 0.0)
        _single(three, notes, to, 0.0)


@inner
def _single(card: float, notes: Measures, to: int, hope: float) -> None:
    """Take a card that has no equal into what is said of a column."""
    notes[to + 6] += hope * notes[_SHARE + int(card)] * max(0.0, card)
    notes[to + _SECOND] = max(notes[to + _SECOND], min(notes[to + _MOST], card))
    notes[to + _MOST] = max(notes[to + _MOST], card)


@inner
def _add(one: int, two: int, to: int, notes: Measures) -> None:
    """Write what is to be said of two parts of a grid together into `notes`, from `to` on."""
    for i in range(_MOST):
        notes[to + i] = notes[one + i] + notes[two + i]
    first, second = notes[one + _MOST], notes[two + _MOST]
    rest = max(notes[one + _SECOND], notes[two + _SECOND])
    notes[to + _MOST] = max(first, second)
    notes[to + _SECOND] = max(rest, min(first, second))


@inner
def _write(whole: int, notes: Measures, to: int) -> None:
    """Write the inputs that describe a grid, of which at `whole` all is said, from `to` on."""
    notes[to] = notes[whole] / 20.0
    notes[to + 1] = notes[whole + 1] / 6.0
    notes[to + 2] = notes[whole + 1] * notes[_MEAN] / 20.0
    notes[to + 3] = notes[whole + 2] / 10.0
    notes[to + 4] = notes[whole + 3] / 10.0
    notes[to + 5] = notes[whole + 4] / 2.0
    notes[to + 6] = notes[whole + 5] / 2.0
    notes[to + 7] = notes[whole + _MOST] / 10.0
    notes[to + 8] = notes[whole + _SECOND] / 10.0
    notes[to + 9] = notes[whole + 6] / 5.0
    notes[to + 10] = notes[whole + 7] / 2.0


@inner
def _describe(notes: Measures, to: int) -> None:
    """Write the inputs that describe the grid at _CELL from `to` on."""
    for column in range(4):
        cell = _CELL + column
        at_column = _PARTS + COLUMN * column
        _measure(notes[cell], notes[cell + 4], notes[cell + 8], notes, at_column)
    ab, cd = _PARTS + COLUMN * 4, _PARTS + COLUMN * 5
    _add(_PARTS, _PARTS + COLUMN, ab, notes)
    _add(_PARTS + COLUMN * 2, _PARTS + COLUMN * 3, cd, notes)
    _add(ab, cd, _WHOLE, notes)
    _write(_WHOLE, notes, to)


@inner
def _set_apart(notes: Measures) -> None:
    """After `_describe`: note of each column what is to be said of the three others together."""
    ab, cd = _PARTS + COLUMN * 4, _PARTS + COLUMN * 5
    for column in range(4):
        mate = _PARTS + COLUMN * (column ^ 1)
        _add(mate, cd if column < 2 else ab, _OTHERS + COLUMN * column, notes)


@inner
def _read_grid(state: Round, seat: int, notes: Measures) -> None:
    """The grid of a seat as it is seen, into `notes` at _CELL."""
    shut = ALL & ~(state[at.OPENED + seat] | state[at.GONE + seat])
    for place in range(PLACES):
        card = state[at.GRIDS + PLACES * seat + place]
        notes[_CELL + place] = UNKNOWN if shut >> place & 1 else card


@njit
def look(state: Round, seat: int, notes: Measures) -> None:
    """Note all that a move of `seat` does not change, and its grid. The round goes on."""
    players = state[at.PLAYERS]
    left = max(1.0, float(state[at.LEFT]))
    for card in range(_LOWEST, _HIGHEST + 1):
        notes[_SHARE + card] = state[at.UNSEEN + card] / left
    mean = state[at.SUM] / left
    notes[_MEAN] = mean
    least, fewest, costs = 1000.0, 12.0, 0.0
    pairs = 0.0
    other = seat
    for _ in range(players - 1):
        other = other - 1 if other > 0 else players - 1
        _read_grid(state, other, notes)
        _describe(notes, _NEXT)
        cost = 20.0 * (notes[_NEXT] + notes[_NEXT + 2])
        costs += cost
        least = min(least, cost)
        fewest = min(fewest, 6.0 * notes[_NEXT + 1])
        pairs += notes[_NEXT + 3] + notes[_NEXT + 4]
    # The last was the next seat.
    mean_offer = 0.0
    for card in range(_LOWEST, _HIGHEST + 1):
        notes[_OFFER + card] = offer = _offer(card, notes)
        mean_offer += notes[_SHARE + card] * offer
    notes[_MEAN_OFFER] = mean_offer
    notes[_FIELD] = least / 20.0
    notes[_FIELD + 1] = costs / (players - 1) / 20.0
    notes[_FIELD + 2] = fewest / 6.0
    notes[_FIELD + 3] = pairs / (players - 1)
    notes[_FIELD + 4] = mean / 5.0 - 1.0
    notes[_FIELD + 5] = min(3.0, state[at.TURNS] / players / 10.0)
    notes[_FIELD + 6] = 2.0 / players
    _read_grid(state, seat, notes)


@inner
def _offer(card: int, notes: Measures) -> float:
    """What a card is worth to the seat whose grid is noted, against no card at all."""
    best = 0.0
    mean, share = notes[_MEAN], notes[_SHARE + card]
    for column in range(4):
        for row in range(3):
            here = notes[_CELL + column + 4 * row]
            if here == EMPTY:
                continue
            one = notes[_CELL + column + 4 * ((row + 1) % 3)]
            two = notes[_CELL + column + 4 * ((row + 2) % 3)]
            gain = (mean if here == UNKNOWN else here) - card
            if one == card and two == card:
                gain += 3.0 * card
            elif (one == card) | (two == card):
                gain += share * 2.0 * max(0, card)
            if (here < UNKNOWN) & ((one == here) | (two == here)):
                gain -= share * 2.0 * max(0.0, here)
            best = max(best, gain)
    return best


@njit
def fix(weights: Measures, notes: Measures) -> None:
    """Work out for both nets what a move does not change."""
    for net in range(2):
        base = _BASE + HIDDEN * net
        for j in range(HIDDEN):
            notes[base + j] = weights[net, INPUTS * HIDDEN + j]
        for i in range(_NEXT, _TOP):
            x = notes[_X + i]
            for j in range(HIDDEN):
                notes[base + j] += x * weights[net, i * HIDDEN + j]


@inner
def _value(net: int, weights: Measures, notes: Measures) -> float:
    """The answer of a net."""
    row = weights[net]
    base = _BASE + HIDDEN * net
    for j in range(HIDDEN):
        notes[_ACC + j] = notes[base + j]
    for i in range(GRID):
        x = notes[_X + i]
        for j in range(HIDDEN):
            notes[_ACC + j] += x * row[i * HIDDEN + j]
    for i in range(_TOP, INPUTS):
        x = notes[_X + i]
        for j in range(HIDDEN):
            notes[_ACC + j] += x * row[i * HIDDEN + j]
    out = INPUTS * HIDDEN + HIDDEN
    a, b, c, d = row[out + HIDDEN], 0.0, 0.0, 0.0
    for j in range(0, HIDDEN, 4):
        a += max(0.0, notes[_ACC + j]) * row[out + j]
        b += max(0.0, notes[_ACC + j + 1]) * row[out + j + 1]
        c += max(0.0, notes[_ACC + j + 2]) * row[out + j + 2]
        d += max(0.0, notes[_ACC + j + 3]) * row[out + j + 3]
    return float(a + b + c + d)


@inner
def _set_top(card: float, notes: Measures) -> None:
    """Note the top of the discard pile; UNKNOWN is a card not yet seen."""
    if card >= UNKNOWN:
        notes[_X + _TOP] = notes[_MEAN] / 10.0
        notes[_X + _TOP + 1] = notes[_MEAN_OFFER] / 10.0
    else:
        notes[_X + _TOP] = card / 10.0
        notes[_X + _TOP + 1] = notes[_OFFER + int(card)] / 10.0


@inner
def _after(place: int, card: float, top: float, weights: Measures, notes: Measures) -> float:
    """What it is worth to have this open card at a place of the own grid, and that top card."""
    column = place & 3
    one, two = notes[_CELL + (place + 4) % 12], notes[_CELL + (place + 8) % 12]
    if (one == card) & (two == card):
        top = card
        _measure(EMPTY, EMPTY, EMPTY, notes, _NEW)
    else:
        _measure(card, one, two, notes, _NEW)
    _add(_NEW, _OTHERS + COLUMN * column, _WHOLE, notes)
    _write(_WHOLE, notes, _X)
    _set_top(top, notes)
    return _value(1 if notes[_X + 1] == 0.0 else 0, weights, notes)


@inner
def _is_twin(place: int, notes: Measures) -> bool:
    """Whether an earlier place is as good: of the same column, or in one as little known."""
    here = notes[_CELL + place]
    column = place & 3
    for other in range(column, place, 4):
        if notes[_CELL + other] == here:
            return True
    if notes[_PARTS + COLUMN * column + _UNTOUCHED] > 0.0:
        for before in range(column):
            if notes[_PARTS + COLUMN * before + _UNTOUCHED] > 0.0:
                return True
    return False


@inner
def _put(card: float, weights: Measures, notes: Measures, gains: Measures, to: int) -> float:
    """Note in `gains`, from `to` on, what a card is worth at each place; the most."""
    best = NEVER
    shut = notes[_SHUT]
    for place in range(PLACES):
        here = notes[_CELL + place]
        one, two = notes[_CELL + (place + 4) % 12], notes[_CELL + (place + 8) % 12]
        if here == EMPTY or _is_twin(place, notes):
            continue
        if (shut > 1.0) & (card >= here) & (one != card) & (two != card):
            continue  # worse than to throw it
        gain = _after(place, card, here, weights, notes)
        gains[to + place] = gain
        best = max(best, gain)
    return best


@inner
def _turns(top: float, weights: Measures, notes: Measures, gains: Measures) -> float:
    """Note in `gains` what it is worth to turn up each hidden card; the most."""
    best = NEVER
    for place in range(PLACES):
        if notes[_CELL + place] != UNKNOWN or _is_twin(place, notes):
            continue
        total = 0.0
        for card in range(_LOWEST, _HIGHEST + 1):
            if notes[_SHARE + card] > 0.0:
                total += notes[_SHARE + card] * _after(place, card, top, weights, notes)
        gains[at.TURN + place] = total
        best = max(best, total)
    return best


@njit
def gauge(state: Round, weights: Measures, notes: Measures, gains: Measures) -> None:
    """Write into `gains` (MOVES long) what each move of a turn is worth, in UNITs.

    Of several that are as good one has a worth, and none that is plainly bad.
    While nobody has opened everything, and the seat to act is in its turn.
    """
    gains[:] = NEVER
    look(state, state[at.TURN_OF], notes)
    fix(weights, notes)
    _describe(notes, _X)
    _set_apart(notes)
    notes[_SHUT] = notes[_WHOLE + 1]
    if state[at.PHASE] == at.IN_HAND:
        card = float(state[at.DRAWN])
        _put(card, weights, notes, gains, at.SWAP)
        _turns(card, weights, notes, gains)
        return
    _put(float(state[at.CARDS + state[at.HEAP] - 1]), weights, notes, gains, at.TAKE)
    turned = _turns(UNKNOWN, weights, notes, gains)
    gains[at.TURN : at.TURN + PLACES] = NEVER
    _describe(notes, _X)
    _set_top(UNKNOWN, notes)
    still = _value(0, weights, notes)
    for card in range(_LOWEST, _HIGHEST + 1):
        # What a thrown card does for the next seat changes what turning is worth.
        _set_top(card, notes)
        notes[_LUCK + card] = turned + _value(0, weights, notes) - still
    total = 0.0
    for card in range(_LOWEST, _HIGHEST + 1):
        if notes[_SHARE + card] > 0.0:
            best = _put(card, weights, notes, gains, at.SWAP)
            notes[_LUCK + card] = max(notes[_LUCK + card], best)
            total += notes[_SHARE + card] * notes[_LUCK + card]
    for card in range(_LOWEST, _HIGHEST + 1):
        notes[_LUCK + card] -= total
    gains[at.SWAP : at.SWAP + PLACES] = NEVER
    gains[at.DRAW] = total


@njit
def describe(state: Round, seat: int, notes: Measures) -> None:
    """Write the inputs of the net into `notes`, from 0 on, as they are after a turn of `seat`."""
    look(state, seat, notes)
    _describe(notes, _X)
    _set_top(float(state[at.CARDS + state[at.HEAP] - 1]), notes)


@njit
def turn_by_gauge(
    state: Round,
    weights: Measures,
    notes: Measures,
    gains: Measures,
    habits: Measures,
    thumb_notes: Measures,
    dice: Dice,
) -> float:
    """Make a whole turn, from its beginning: the moves worth most; the last lap by thumb.

    The answer is the luck the seat had, see `thumb.turn_by_thumb`.
    """
    if state[at.ENDER] >= 0:
        return turn_by_thumb(state, habits, thumb_notes, dice)
    gauge(state, weights, notes, gains)
    move = int(np.argmax(gains))
    luck = 0.0
    if move == at.DRAW:
        renewed = needs_pile(state, move)
        apply(state, move, dice)
        luck = 0.0 if renewed else UNIT * notes[_LUCK + state[at.DRAWN]]
        gauge(state, weights, notes, gains)
        move = int(np.argmax(gains))
        if move >= at.TURN:
            card = state[at.GRIDS + PLACES * state[at.TURN_OF] + move - at.TURN]
            luck += luck_of_turn(state, move, card, weights, notes, gains)
    apply(state, move, dice)
    return 0.0 if state[at.PILES] else luck


@njit
def luck_of_draw(notes: Measures, card: int) -> float:
    """The luck of a draw, in points, after `gauge` at the beginning of that turn."""
    return float(UNIT * notes[_LUCK + card])


@njit
def luck_of_turn(
    state: Round, move: int, card: int, weights: Measures, notes: Measures, gains: Measures
) -> float:
    """The luck in it if `card` is turned up, in points, after `gauge` with a drawn card."""
    drawn = float(state[at.DRAWN])
    there = _after(move - at.TURN, float(card), drawn, weights, notes)
    return UNIT * (there - float(gains[move]))


@njit
def guess(state: Round, seat: int, weights: Measures, notes: Measures) -> float:
    """The margin, in points, that a seat is expected to end with, just after its turn.

    While nobody has opened everything before.
    """
    describe(state, seat, notes)
    fix(weights, notes)
    return UNIT * _value(1 if state[at.ENDER] >= 0 else 0, weights, notes)
