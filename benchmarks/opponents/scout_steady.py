"""The built-in `steady` of SCOUT as it was on 2026-11-30; not changed any more.

A copy of what `Steady` of games/scout/strong.py needed of steady.py, worth.py and weights.py. It
stands on the kernel's arrays alone: the built-in player can become another without this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.game import Move
from games.scout import bridge
from games.scout.kernel import above, beating, may_scout, need, reach_of, taking, takings
from games.scout.layout import (
    AT,
    CARD,
    DOWN,
    EQUAL,
    FLIP,
    GOES_ON_EMPTY,
    HAND_SIZE,
    HANDS,
    KEEP,
    MARKER,
    MOST_CARDS,
    NO_MOVE,
    OPENING,
    OWNER,
    OWNER_EXEMPT,
    PAYS_OWNER,
    PLACE,
    PLAYERS,
    SCOUTS,
    STOP,
    STOPS,
    TO,
    TOKENS,
    TURN,
    UNSPENT,
    UP,
    WON,
    Round,
)
from games.scout.view import View
from games.search.bits import bit_length, trailing_zeros
from games.search.compiled import inner, njit

Measures: TypeAlias = NDArray[np.float64]

# Weights: what it is worth, in points of the seat against the mean of the others,
SINGLE = 0  # to have a single card in the hand that forms a block alone
SET = 1  # … a set of two cards, three, four, more
RUN = 5  # … a run of two cards, three, four, five, more
SINGLE_HIGH = 10  # … for each number that such a block is higher than 1
SET_HIGH = 11
RUN_HIGH = 12
CARD_LEFT = 13  # … for each card in the hand
URGENT = 14  # … more for each card while another hand has one card, two, three
STAND = 17  # to have a single card lie on the table
STAND_SET = 18  # … a set of two cards, three, four, more
STAND_RUN = 22  # … a run of two cards, three, four, five, more
STAND_HIGH = 27  # … for each number that a single card is higher than 1
STAND_HIGHER = 28  # … that a longer block is higher than 1
CAPTURE = 29  # to capture a card
TOKEN = 30  # to give a token to another seat
MARK = 31  # still to have the Scout & Show
LEAVE = 32  # to leave nothing on the table, one card, two, three, more
NEARLY = 37  # to leave it to one player to end the round by a Scout
OTHER = 38  # for each card in the hand of another
GO_ON = 39  # that the round goes on
STUCK = 40  # two players: to have scouted and be able to show nothing
HIGH_LEFT = 41  # for each number that what is left on the table is higher than 1

# In `notes`, room for what is worked out once for a move.
BEFORE = 0  # what the cards before a gap are worth
BEHIND = MOST_CARDS + 2  # what those behind a gap are worth
NOTES = 2 * (MOST_CARDS + 2)
"""The length of `notes`."""

NEVER = -1000.0


# What a hand is worth


@inner
def block_worth(weights: Measures, step: int, length: int, low: int) -> float:
    """What a block of the hand is worth; `step` is 0 for a set, 1 or -1 for a run."""
    if length == 1:
        return weights[SINGLE] + weights[SINGLE_HIGH] * (low - 1)
    if step == 0:
        return weights[SET + min(length, 5) - 2] + weights[SET_HIGH] * (low - 1)
    return weights[RUN + min(length, 6) - 2] + weights[RUN_HIGH] * (low - 1)


@inner
def step_at(state: Round, seat: int, at: int) -> int:
    """How the numbers go on from a position to the next: 0, 1, -1, or 99 for in no such way."""
    if state[EQUAL + seat] >> at & 1:
        return 0
    if state[UP + seat] >> at & 1:
        return 1
    return -1 if state[DOWN + seat] >> at & 1 else 99


@inner
def cut(state: Round, seat: int, weights: Measures, notes: Measures) -> None:
    """Note what the hand is worth before and behind each gap, cut in the best way."""
    cards, hand = state[HAND_SIZE + seat], HANDS + MOST_CARDS * seat
    for gap in range(cards + 1):
        notes[BEFORE + gap] = notes[BEHIND + gap] = NEVER
    notes[BEFORE] = notes[BEHIND + cards] = 0.0
    for at in range(cards):
        first = state[hand + at] >> 4
        step = step_at(state, seat, at)
        before = notes[BEFORE + at]
        reach = reach_of(state[EQUAL + seat], state[UP + seat], state[DOWN + seat], at)
        for length in range(1, reach + 1):
            low = first - length + 1 if step == -1 else first
            worth = before + block_worth(weights, step, length, low)
            notes[BEFORE + at + length] = max(notes[BEFORE + at + length], worth)
    for at in range(cards - 1, -1, -1):
        first = state[hand + at] >> 4
        step = step_at(state, seat, at)
        reach = reach_of(state[EQUAL + seat], state[UP + seat], state[DOWN + seat], at)
        best = NEVER
        for length in range(1, reach + 1):
            low = first - length + 1 if step == -1 else first
            worth = block_worth(weights, step, length, low) + notes[BEHIND + at + length]
            best = max(best, worth)
        notes[BEHIND + at] = best


@inner
def _steps(state: Round, seat: int, step: int) -> int:
    """Of the hand's three sets of bits that of one kind of step: 0, 1 or -1."""
    if step == 0:
        return state[EQUAL + seat]
    return state[UP + seat] if step == 1 else state[DOWN + seat]


@inner
def start_of(state: Round, seat: int, step: int, gap: int) -> int:
    """Where the stretch of such steps begins that ends with the card before a gap."""
    return bit_length(~_steps(state, seat, step) & (1 << (gap - 1)) - 1)


@inner
def stop_of(state: Round, seat: int, step: int, gap: int) -> int:
    """The gap behind the stretch of such steps that begins with the card behind a gap."""
    return gap + 1 + trailing_zeros(~(_steps(state, seat, step) >> gap))


@inner
def worth_without(
    state: Round, seat: int, left: int, right: int, weights: Measures, notes: Measures
) -> float:
    """What the hand is worth when what lay between two gaps is gone."""
    best = notes[BEFORE + left] + notes[BEHIND + right]
    if left and right < state[HAND_SIZE + seat]:
        hand = HANDS + MOST_CARDS * seat
        step = (state[hand + right] >> 4) - (state[hand + left - 1] >> 4)
        if -1 <= step <= 1:
            start = start_of(state, seat, step, left)
            stop = stop_of(state, seat, step, right)
            low = min(state[hand + start] >> 4, state[hand + stop - 1] >> 4)
            block = block_worth(weights, step, left - start + stop - right, low)
            best = max(best, notes[BEFORE + start] + block + notes[BEHIND + stop])
    return best


@inner
def worth_with(
    state: Round, seat: int, number: int, to: int, weights: Measures, notes: Measures
) -> float:
    """What the hand is worth when a card with this number has come to a gap."""
    cards, hand = state[HAND_SIZE + seat], HANDS + MOST_CARDS * seat
    before = number - (state[hand + to - 1] >> 4) if to else 99
    after = (state[hand + to] >> 4) - number if to < cards else 99
    start, stop = to, to
    best = notes[BEFORE + to] + block_worth(weights, 0, 1, number) + notes[BEHIND + to]
    if -1 <= before <= 1:
        start = start_of(state, seat, before, to)
        low = min(state[hand + start] >> 4, number)
        block = block_worth(weights, before, to - start + 1, low)
        best = max(best, notes[BEFORE + start] + block + notes[BEHIND + to])
    if -1 <= after <= 1:
        stop = stop_of(state, seat, after, to)
        low = min(state[hand + stop - 1] >> 4, number)
        block = block_worth(weights, after, stop - to + 1, low)
        best = max(best, notes[BEFORE + to] + block + notes[BEHIND + stop])
        if before == after:
            low = min(state[hand + start] >> 4, state[hand + stop - 1] >> 4)
            block = block_worth(weights, after, stop - start + 1, low)
            best = max(best, notes[BEFORE + start] + block + notes[BEHIND + stop])
    return best


@inner
def flipped_worth(state: Round, seat: int, way: int, weights: Measures, notes: Measures) -> float:
    """What a hand would be worth as it lies, or flipped (`way` 1)."""
    cards, hand = state[HAND_SIZE + seat], HANDS + MOST_CARDS * seat
    shift = 0 if way else 4
    notes[BEFORE] = 0.0
    for gap in range(1, cards + 1):
        notes[BEFORE + gap] = NEVER
    for at in range(cards):
        first = last = state[hand + at] >> shift & 15
        step = 99
        for length in range(1, cards - at + 1):
            if length > 1:
                number = state[hand + at + length - 1] >> shift & 15
                if length == 2:
                    step = number - last
                if number - last != step or not -1 <= step <= 1:
                    break
                last = number
            worth = notes[BEFORE + at] + block_worth(weights, step, length, min(first, last))
            notes[BEFORE + at + length] = max(notes[BEFORE + at + length], worth)
    return notes[BEFORE + cards]


# What a move is worth


@inner
def base_worth(state: Round, seat: int, weights: Measures) -> float:
    """What a seat's points are worth as the round goes on, without its own hand."""
    players, others = state[PLAYERS], 0.0
    for other in range(players):
        if other != seat:
            points = state[WON + other] + state[UNSPENT] * state[TOKENS + other]
            others += points + weights[OTHER] * state[HAND_SIZE + other]
    own = state[WON + seat] + state[UNSPENT] * state[TOKENS + seat]
    return own - others / (players - 1) + weights[GO_ON] + weights[MARK] * state[MARKER + seat]


@inner
def fewest_cards(state: Round, seat: int) -> int:
    """The fewest cards in the hand of another seat."""
    fewest = MOST_CARDS
    for other in range(state[PLAYERS]):
        if other != seat:
            fewest = min(fewest, state[HAND_SIZE + other])
    return fewest


@inner
def cards_left(weights: Measures, cards: int, fewest: int) -> float:
    """What it is worth to have so many cards, the fewest of another hand being `fewest`."""
    each = weights[CARD_LEFT]
    if fewest <= 3:
        each += weights[URGENT + max(fewest, 1) - 1]
    return each * cards


@inner
def ended(state: Round, seat: int, exempt: int, gain: int, cards: int, paid: int) -> float:
    """A seat's points against the mean of the others if the round ends now.

    `exempt` need not pay for its hand; the seat has got `gain` points by the
    move, keeps so many `cards`, and gave a token to the owner if `paid`.
    """
    players, others = state[PLAYERS], 0
    spared = exempt if state[OWNER_EXEMPT] else -1
    for other in range(players):
        if other != seat:
            others += state[WON + other] + state[UNSPENT] * state[TOKENS + other]
            if other != spared:
                others -= state[HAND_SIZE + other]
    own = state[WON + seat] + state[UNSPENT] * state[TOKENS + seat] + gain
    if seat != spared:
        own -= cards
    return own - (others + paid) / (players - 1)


@inner
def stand_worth(weights: Measures, step: int, length: int, low: int) -> float:
    """What it is worth to have a block on the table."""
    if length == 1:
        return weights[STAND] + weights[STAND_HIGH] * (low - 1)
    high = weights[STAND_HIGHER] * (low - 1)
    if step == 0:
        return weights[STAND_SET + min(length, 5) - 2] + high
    return weights[STAND_RUN + min(length, 6) - 2] + high


@inner
def ends_round(state: Round, size: int) -> bool:
    """Whether a Scout that leaves so many cards ends the round, with more than two players."""
    return (
        state[PLAYERS] > 2
        and state[SCOUTS] == state[PLAYERS] - 2
        and (size > 0 or not state[GOES_ON_EMPTY])
        and state[OWNER] >= 0
    )


@inner
def paid(state: Round) -> int:
    """What the owner of the table gets for a Scout."""
    return 1 if state[PLAYERS] > 2 else state[PAYS_OWNER]


@inner
def price(state: Round, weights: Measures) -> float:
    """What a Scout costs."""
    if state[PLAYERS] > 2:
        return weights[TOKEN]
    return weights[TOKEN] - state[UNSPENT] - state[PAYS_OWNER]


@inner
def left_there(state: Round, size: int, low: int, weights: Measures) -> float:
    """What it is worth to leave the next player a table of such size."""
    worth = weights[LEAVE + min(size, 4)]
    if size:
        worth += weights[HIGH_LEFT] * (low - 1)
    if state[PLAYERS] > 2 and state[SCOUTS] == state[PLAYERS] - 3:
        worth += weights[NEARLY]
    return worth


# How much each counts

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


# The best move


@njit(cache=False)
def steady(state: Round, weights: Measures, notes: Measures) -> int:
    """The move of the greatest worth, the first of equal ones; `NO_MOVE` where there is none.

    `weights` is a row for the number of players, `notes` is room, `NOTES` long.
    """
    seat = state[TURN]
    if seat < 0:
        return NO_MOVE
    if state[OPENING]:
        kept = flipped_worth(state, seat, 0, weights, notes)
        return KEEP if kept >= flipped_worth(state, seat, 1, weights, notes) else FLIP
    cut(state, seat, weights, notes)
    base, fewest = base_worth(state, seat, weights), fewest_cards(state, seat)
    size, is_set, low = need(state, 0, 0)
    most, move = _best_show(state, seat, base, fewest, size, is_set, low, 0, weights, notes)
    if size:
        if may_scout(state, seat):
            most, move = _best_scout(state, seat, base, fewest, most, move, weights, notes)
        if state[STOPS]:
            worth = ended(state, seat, state[OWNER], 0, state[HAND_SIZE + seat], 0)
            if worth > most:
                move = STOP
    return move


@inner
def _best_show(
    state: Round, seat: int, base: float, fewest: int, size: int, is_set: bool, low: int,
    more: int, weights: Measures, notes: Measures,
) -> tuple[float, int]:  # fmt: skip
    """The greatest worth of a Show that beats a need, and the Show; `NEVER` where there is none.

    The hand has so many cards `more` that are not to be shown.
    """
    cards, hand = state[HAND_SIZE + seat], HANDS + MOST_CARDS * seat
    equal, up, down = state[EQUAL + seat], state[UP + seat], state[DOWN + seat]
    same, longer = beating(cards, equal, up, down, above(state, seat, low), size, is_set)
    most, move = NEVER, NO_MOVE
    base += weights[CAPTURE] * size
    places = same | longer
    while places:
        at = trailing_zeros(places)
        places &= places - 1
        first, step = state[hand + at] >> 4, step_at(state, seat, at)
        shortest = size if same >> at & 1 else size + 1
        longest = reach_of(equal, up, down, at) if longer >> at & 1 else size
        for length in range(max(shortest, 1), longest + 1):
            left = cards + more - length
            if left == 0:
                worth = ended(state, seat, -1, size, 0, 0)
            else:
                least = first - length + 1 if step == -1 else first
                worth = (
                    base
                    + worth_without(state, seat, at, at + length, weights, notes)
                    + cards_left(weights, left, fewest)
                    + stand_worth(weights, step, length, least)
                )
            if worth > most:
                most, move = worth, at << AT | length
    return most, move


@inner
def _best_scout(
    state: Round, seat: int, base: float, fewest: int, most: float, move: int,
    weights: Measures, notes: Measures,
) -> tuple[float, int]:  # fmt: skip
    """The best of a move found before, the Scouts, and the Scouts & Shows."""
    cards, two = state[HAND_SIZE + seat], state[PLAYERS] == 2
    both = two or (state[MARKER + seat] == 1 and move == NO_MOVE)
    whole = notes[BEHIND]
    goes_on = base + price(state, weights)
    after = goes_on - (0.0 if two else weights[MARK])
    spent = state[UNSPENT] if two else 0
    end = ended(state, seat, state[OWNER], -spent, cards + 1, paid(state))
    left = goes_on + cards_left(weights, cards + 1, fewest)
    shown, show = NEVER, NO_MOVE
    for which in range(takings(state)):
        scout = taking(state, which)
        number = scout >> (CARD + 4) & 15
        size, is_set, low = need(state, which < 2, which >= 2)
        ends = ends_round(state, size)
        there = left_there(state, size, low, weights)
        if both and not which & 1:
            shown, show = _best_show(
                state, seat, after, fewest, size, is_set, low, 1, weights, notes
            )
        for to in range(cards + 1):
            hand = worth_with(state, seat, number, to, weights, notes)
            worth, made = end if ends else left + there + hand, scout | to << TO
            if both:
                best, block = NEVER, 0
                if show:
                    at = show >> AT & PLACE
                    if to <= at or to >= at + (show & 15):
                        best = shown + hand - whole
                        block = show + (1 << AT if to <= at else 0)
                joined, through = _joined(
                    state, seat, after, fewest, size, is_set, low, number, to, weights, notes
                )
                if joined > best:
                    best, block = joined, through
                if two:
                    # The Show follows as a move of its own.
                    if block:
                        worth = best
                    elif state[TOKENS + seat] == 1:
                        worth = end
                    else:
                        worth += weights[STUCK]
                elif best > worth:
                    worth, made = best, made | block
            if worth > most:
                most, move = worth, made
    return most, move


@inner
def _joined(
    state: Round, seat: int, base: float, fewest: int, size: int, is_set: bool, low: int,
    number: int, to: int, weights: Measures, notes: Measures,
) -> tuple[float, int]:  # fmt: skip
    """The best Show of a block that a scouted card at a gap completes; `NEVER` without one."""
    cards, hand = state[HAND_SIZE + seat], HANDS + MOST_CARDS * seat
    before = number - (state[hand + to - 1] >> 4) if to else 99
    after = (state[hand + to] >> 4) - number if to < cards else 99
    start = start_of(state, seat, before, to) if -1 <= before <= 1 else to
    stop = stop_of(state, seat, after, to) if -1 <= after <= 1 else to
    most, move = NEVER, 0
    for way in range(4):  # alone, with what lies left, with what lies right, with both
        left = start if way & 1 else to
        right = stop if way & 2 else to
        step = before if way == 1 else after if way >= 2 else 0
        if (way & 1 and start == to) or (way & 2 and stop == to) or (way == 3 and before != after):
            continue
        length = right - left + 1
        least = number
        if way & 1:
            least = min(least, state[hand + left] >> 4)
        if way & 2:
            least = min(least, state[hand + right - 1] >> 4)
        a_set = step == 0
        if length < size or (
            length == size and not (a_set and not is_set) and not (a_set == is_set and least > low)
        ):
            continue
        if length > cards:
            gain = size - (state[UNSPENT] if state[PLAYERS] == 2 else 0)
            worth = ended(state, seat, -1, gain, 0, paid(state))
        else:
            worth = (
                base
                + weights[CAPTURE] * size
                + worth_without(state, seat, left, right, weights, notes)
                + cards_left(weights, cards + 1 - length, fewest)
                + stand_worth(weights, step, length, least)
            )
        if worth > most:
            most, move = worth, left << AT | length
    return most, move


class Steady:
    """The move that is worth most by the rule of thumb. There is no chance in it."""

    def __init__(self, seed: int) -> None:
        self._notes = np.zeros(NOTES)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`."""
        state = bridge.from_view(view)
        return bridge.decode(int(steady(state, weights_for(view.players), self._notes)), state)
