"""The built-in `steady` of SKYJO as it was on 2026-11-30; not changed any more.

A copy of what `Steady` of games/skyjo/strong.py needed of thumb.py, with its habits. It stands on
the kernel's arrays alone: the built-in player can become another without this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.game import Move
from games.search.bits import bit_count, trailing_zeros
from games.search.compiled import inner, njit
from games.skyjo import bridge
from games.skyjo.cards import ALL, EMPTY, PLACES, UNKNOWN, VALUES
from games.skyjo.layout import (
    CARDS,
    DRAW,
    DRAWN,
    ENDER,
    FINAL_CLEAR,
    GONE,
    GRIDS,
    HEAP,
    IN_HAND,
    LEFT,
    OPENED,
    OWN_TURN,
    PENALTY,
    PHASE,
    PLAYERS,
    REVEAL,
    SUM,
    SWAP,
    TAKE,
    TURN,
    TURN_OF,
    TURNS,
    UNSEEN,
    Round,
)
from games.skyjo.view import View

Measures: TypeAlias = NDArray[np.float64]

# Habits
MARGIN = 0  # points by which others are expected to get better in their last turns
WIDTH = 1  # over how many points the risk of the penalty goes from none to certain
PATIENCE = 2  # after how many laps of the table the penalty is no longer minded
TEMPO = 3  # points that it is worth to open a hidden card
BOLDNESS = 4  # by how many points a sure card has to be better than an unknown one to be taken
SPREAD = 5  # points that it is worth to touch a column, for each hidden card there

USUAL = (14.5, 4.0, 280.0, 1.25, 1.1, 0.85)
"""Good habits for every seat."""

_LOWEST, _HIGHEST = min(VALUES), max(VALUES)

# In `notes`, room for what is worked out once for a move.
_LEFT = 0  # how many cards are not seen
_TOTAL = 1  # what the whole grid costs
_OTHERS = 2  # the least that another seat's grid costs
_ENDS = 3  # the one place that is still hidden and whose opening ends the round, else -1
_FLOOR = 4  # the least that two equal cards can be worth beyond their points
_TURNED = 5  # what turning up a hidden card is expected to gain at best
_SHUT = 6  # at which place
_FRESH = 7  # 1 where another card can still come to an open one, 0 in the last lap
# For each card, hidden and cleared ones too: how likely one more comes in time.
_CHANCE = 8 - _LOWEST
_NEXT = _CHANCE + EMPTY + 1 - _LOWEST  # how likely the next one not seen is one more
_MATCH = _NEXT + EMPTY + 1 - _LOWEST  # the most that one more gains beside its equals
# For each place, in reading order and then once more, so that the other places of its column are
# always 4 and 8 further on:
_CELL = _MATCH + EMPTY + 1  # the card
_WORTH = _CELL + 2 * PLACES  # what it is expected to cost
_LIKELY = _WORTH + 2 * PLACES  # its _CHANCE
_SOON = _LIKELY + 2 * PLACES  # its _NEXT
_USE = _SOON + 2 * PLACES  # 1 where it can still be replaced by, or turn out to be, another
_PAIR = _USE + 2 * PLACES  # what it and the next of its column are worth beyond their points
_COST = _PAIR + 2 * PLACES  # what the whole column costs
# For each place, once:
_ROOM = _COST + PLACES  # what it is worth to put a card there, whatever card
_GAIN = _ROOM + PLACES  # what a certain card gains there
NOTES = _GAIN + PLACES
"""The length of `notes`."""

_NEVER = -1000.0


def habits_for(players: int) -> Measures:
    """The usual habits for each seat."""
    return np.array([USUAL] * players)


@njit(cache=False)
def thumb(state: Round, habits: Measures, notes: Measures) -> int:
    """The move of the seat to act; not while the starter is due by lot.

    `habits` has a row for each seat, `notes` is room for NOTES numbers.
    """
    phase = state[PHASE]
    if phase == OWN_TURN:
        return _first_half(state, habits[state[TURN_OF]], notes)
    if phase == IN_HAND:
        habit = habits[state[TURN_OF]]
        _look(state, habit, notes)
        _find_turn(state, habit, notes)
        return _second_half(state, habit, notes)
    # Nothing to choose: no hidden card is better than another.
    return REVEAL if phase < OWN_TURN else DRAW


@inner
def _first_half(state: Round, habit: Measures, notes: Measures) -> int:
    """Take the discard, or draw."""
    _look(state, habit, notes)
    _find_turn(state, habit, notes)
    gain, place = _best_put(state, state[CARDS + state[HEAP] - 1], habit, notes)
    enough = gain - notes[_FRESH] * habit[BOLDNESS]
    return TAKE + place if _draw_gain(state, enough, habit, notes) <= enough else DRAW


@inner
def _second_half(state: Round, habit: Measures, notes: Measures) -> int:
    """Put the drawn card somewhere, or throw it and turn another."""
    gain, place = _best_put(state, state[DRAWN], habit, notes)
    return SWAP + place if gain >= notes[_TURNED] else TURN + int(notes[_SHUT])


# What the seat sees


@inner
def _look(state: Round, habit: Measures, notes: Measures) -> None:
    """Note what the seat to act sees, and what its columns cost.

    With a card in its hand it sees what it saw before it drew.
    """
    seat = state[TURN_OF]
    gone = state[GONE + seat]
    shut = ALL & ~(state[OPENED + seat] | gone)
    last = state[ENDER] >= 0
    drawn = state[DRAWN]
    left = max(state[LEFT] + (drawn != EMPTY), 1)
    mean = (state[SUM] + (0 if drawn == EMPTY else drawn)) / left
    notes[_LEFT] = left
    notes[_FLOOR] = _NEVER if last else 0.0
    notes[_FRESH] = 0.0 if last else 1.0
    _reckon(state, last, notes)
    notes[_ENDS] = -1
    if not last and shut & (shut - 1) == 0:
        notes[_ENDS] = trailing_zeros(shut)
        notes[_OTHERS] = _lowest_other(state, seat, mean)
    flips = 1.0 if state[FINAL_CLEAR] or not last else 0.0
    fresh = notes[_FRESH]
    # In the last lap only points count, not what comes later.
    spread, tempo = fresh * habit[SPREAD], fresh * habit[TEMPO]
    grid = GRIDS + PLACES * seat
    for place in range(PLACES):
        card = state[grid + place]
        hidden = shut >> place & 1
        empty = gone >> place & 1
        card = UNKNOWN if hidden else card
        value = float(card)
        worth = 0.0 if empty else value
        worth = mean if hidden else worth
        use = flips if hidden else fresh
        use = 0.0 if empty else use
        likely, soon = notes[_CHANCE + card], notes[_NEXT + card]
        notes[_CELL + place] = notes[_CELL + place + PLACES] = value
        notes[_WORTH + place] = notes[_WORTH + place + PLACES] = worth
        notes[_LIKELY + place] = notes[_LIKELY + place + PLACES] = likely
        notes[_SOON + place] = notes[_SOON + place + PLACES] = soon
        notes[_USE + place] = notes[_USE + place + PLACES] = use
        room = tempo if hidden else 0.0
        room += spread * bit_count(shut >> (place & 3) & 0b000100010001)
        notes[_ROOM + place] = _NEVER if empty else room
    if notes[_ENDS] >= 0:
        notes[_ROOM + int(notes[_ENDS])] = _NEVER
    _pairs(notes)


@inner
def _pairs(notes: Measures) -> None:
    """Note what equal open cards are worth, and what the columns cost."""
    floor, fresh = notes[_FLOOR], notes[_FRESH]
    for place in range(PLACES):
        card, next_card = notes[_CELL + place], notes[_CELL + place + 4]
        odd, use = notes[_WORTH + place + 8], notes[_USE + place + 8]
        hope = notes[_LIKELY + place] * _prize(card, odd, floor, fresh) * use
        pair = hope if (card == next_card) & (card < UNKNOWN) else 0.0
        notes[_PAIR + place] = pair
        notes[_PAIR + place + PLACES] = pair
    total = 0.0
    for place in range(PLACES):
        cost = notes[_WORTH + place] + notes[_WORTH + place + 4] + notes[_WORTH + place + 8]
        cost -= notes[_PAIR + place] + notes[_PAIR + place + 4] + notes[_PAIR + place + 8]
        notes[_COST + place] = cost
        total += cost
    notes[_TOTAL] = total / 3


@inner
def _prize(card: float, other: float, floor: float, fresh: float) -> float:
    """What it is worth to complete a column of two equal cards and another that costs `other`.

    In the last lap only the final flip can, by a hidden card that is their equal.
    """
    third = other if fresh > 0.0 else card
    return max(floor, 2.0 * card + third)


@inner
def _reckon(state: Round, last: bool, notes: Measures) -> None:
    """Note for each value how likely one more card of it comes before the round is likely to end.

    As many laps are left as the seat with the fewest hidden cards has of them,
    and one card comes by in each, and one now. In the last lap only the final
    flip can bring it, one card.
    """
    left = notes[_LEFT]
    drawn = state[DRAWN]
    laps = PLACES
    for seat in range(state[PLAYERS]):
        laps = min(laps, bit_count(ALL & ~(state[OPENED + seat] | state[GONE + seat])))
    laps = 1 if last else laps + 1
    ones, twos, fours, eights = laps & 1, laps & 2, laps & 4, laps & 8
    for card in range(_LOWEST, _HIGHEST + 1):
        likely = (state[UNSEEN + card] + (card == drawn)) / left
        missing = 1.0 - likely
        notes[_NEXT + card] = likely
        never = missing if ones else 1.0
        missing *= missing
        never *= missing if twos else 1.0
        missing *= missing
        never *= missing if fours else 1.0
        missing *= missing
        never *= missing if eights else 1.0
        notes[_CHANCE + card] = 1.0 - never
    notes[_CHANCE + UNKNOWN] = notes[_CHANCE + EMPTY] = 0.0
    notes[_NEXT + UNKNOWN] = notes[_NEXT + EMPTY] = 0.0


@inner
def _lowest_other(state: Round, seat: int, mean: float) -> float:
    """The least that the grid of another seat is expected to cost."""
    lowest = 1000.0
    for other in range(state[PLAYERS]):
        if other != seat:
            opened = state[OPENED + other]
            total = mean * bit_count(ALL & ~(opened | state[GONE + other]))
            for place in range(PLACES):
                card = state[GRIDS + PLACES * other + place]
                total += card if opened >> place & 1 else 0
            lowest = min(lowest, total)
    return lowest


# What can be done


@inner
def _gain(place: int, card: float, chance: float, notes: Measures) -> float:
    """By how much less the grid costs with an open card at a place; `chance` is its _CHANCE."""
    floor, fresh = notes[_FLOOR], notes[_FRESH]
    one, two = notes[_CELL + place + 4], notes[_CELL + place + 8]
    first, second = notes[_WORTH + place + 4], notes[_WORTH + place + 8]
    use_one, use_two = notes[_USE + place + 4], notes[_USE + place + 8]
    # What equal cards are worth: the other two, this and one of them, all three.
    others = notes[_LIKELY + place + 4] * _prize(one, card, floor, fresh) * fresh
    with_one = chance * _prize(card, second, floor, fresh) * use_two
    with_two = chance * _prize(card, first, floor, fresh) * use_one
    more = others if (one == two) & (one < UNKNOWN) else 0.0
    more = with_two if card == two else more
    more = with_one if card == one else more
    more = 3.0 * card if (card == one) & (card == two) else more
    return notes[_COST + place] - card - first - second + more


@inner
def _opening(state: Round, gain: float, habit: Measures, notes: Measures) -> float:
    """What it is worth beside its gain to open the last hidden card, which ends the round."""
    own = notes[_TOTAL] - gain
    if own <= 0.0 or not state[PENALTY]:
        return habit[TEMPO]
    patience = max(0.0, 1.0 - state[TURNS] / (state[PLAYERS] * habit[PATIENCE]))
    risk = (own - notes[_OTHERS] + habit[MARGIN]) / habit[WIDTH]
    return habit[TEMPO] - patience * min(1.0, max(0.0, risk)) * own


@inner
def _best_put(state: Round, card: int, habit: Measures, notes: Measures) -> tuple[float, int]:
    """What a card gains at the best place for it, and that place."""
    value, chance = float(card), notes[_CHANCE + card]
    for place in range(PLACES):
        notes[_GAIN + place] = _gain(place, value, chance, notes) + notes[_ROOM + place]
    last = int(notes[_ENDS])
    if last >= 0:
        gain = _gain(last, value, chance, notes)
        notes[_GAIN + last] = gain + _opening(state, gain, habit, notes)
    return _best(notes)


@inner
def _best(notes: Measures) -> tuple[float, int]:
    """The greatest gain, and the first place that has it."""
    most, best = notes[_GAIN], 0
    for place in range(1, PLACES):
        gain = notes[_GAIN + place]
        best = place if gain > most else best
        most = max(most, gain)
    return most, best


@inner
def _find_turn(state: Round, habit: Measures, notes: Measures) -> None:
    """Note what turning up a hidden card is expected to gain at best, and at which place."""
    floor, fresh = notes[_FLOOR], notes[_FRESH]
    for place in range(PLACES):
        one, two = notes[_CELL + place + 4], notes[_CELL + place + 8]
        first, second = notes[_WORTH + place + 4], notes[_WORTH + place + 8]
        use_one, use_two = notes[_USE + place + 4], notes[_USE + place + 8]
        soon_one, soon_two = notes[_SOON + place + 4], notes[_SOON + place + 8]
        with_one = notes[_LIKELY + place + 4] * _prize(one, second, floor, fresh) * use_two
        with_two = notes[_LIKELY + place + 8] * _prize(two, first, floor, fresh) * use_one
        # The card itself is worth the mean on the whole.
        gain = with_one * soon_one + with_two * soon_two
        all_three = (3.0 * one - notes[_PAIR + place + 4]) * soon_one
        gain = all_three if one == two else gain
        gain += notes[_ROOM + place]
        notes[_GAIN + place] = gain if notes[_CELL + place] == UNKNOWN else _NEVER
    last = int(notes[_ENDS])
    if last >= 0:
        gain = notes[_GAIN + last] - _NEVER
        notes[_GAIN + last] = gain + _opening(state, gain, habit, notes)
    notes[_TURNED], notes[_SHUT] = _best(notes)


@inner
def _draw_gain(state: Round, enough: float, habit: Measures, notes: Measures) -> float:
    """What a draw is expected to gain: the mean of the best that can be done with each card.

    Where it is more than `enough`, a part of it that is so too may do.
    """
    turned = notes[_TURNED]
    base = _NEVER  # of a card that has no equal there
    for place in range(PLACES):
        gain = notes[_COST + place] - notes[_WORTH + place + 4] - notes[_WORTH + place + 8]
        base = max(base, gain + notes[_ROOM + place])
    total = 0.0
    for card in range(_LOWEST, _HIGHEST + 1):
        gain = max(base - card, turned)
        notes[_MATCH + card] = gain
        total += notes[_NEXT + card] * gain
    if total > enough:
        return total
    for step in (4, 8):
        for place in range(PLACES):
            card, chance = notes[_CELL + place + step], notes[_LIKELY + place + step]
            notes[_GAIN + place] = _gain(place, card, chance, notes) + notes[_ROOM + place]
        for place in range(PLACES):
            match = _MATCH + int(notes[_CELL + place + step])
            notes[match] = max(notes[match], notes[_GAIN + place])
    last = int(notes[_ENDS])
    total = 0.0
    for card in range(_LOWEST, _HIGHEST + 1):
        gain = notes[_MATCH + card]
        if last >= 0:
            ending = _gain(last, float(card), notes[_CHANCE + card], notes)
            gain = max(gain, ending + _opening(state, ending, habit, notes))
            notes[_MATCH + card] = gain
        total += notes[_NEXT + card] * gain
    return total


class Steady:
    """Makes its grid cost least, with an eye on columns, the others' grids and the penalty."""

    def __init__(self, seed: int) -> None:
        self._notes = np.zeros(NOTES)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`; always the same for the same view."""
        if len(legal) == 1:
            return legal[0]
        cells = bridge.from_view(view)
        return bridge.decode(int(thumb(cells, habits_for(view.players), self._notes)))
