"""What hands and moves of SCOUT are worth, compiled: the parts of the rule of thumb.

A hand is worth the best sum over its cuttings into blocks; what a block is
worth, what it is worth to have it lie on the table, to leave so much there for
the next player, and so on, are *weights*, a row of numbers that was trained
(see `weights`). Worths are points of the seat to act against the mean of the
others. They depend on what that seat may know, and on no card of another hand.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.scout.kernel import reach_of
from games.scout.layout import (
    DOWN, EQUAL, GOES_ON_EMPTY, HANDS, HAND_SIZE, MARKER, MOST_CARDS, OWNER, OWNER_EXEMPT,
    PAYS_OWNER, PLAYERS, Round, SCOUTS, TOKENS, UNSPENT, UP, WON,
)  # fmt: skip
from games.search.bits import bit_length, trailing_zeros
from games.search.compiled import inner

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
WEIGHTS = 42

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
def show_worth(
    base: float, rest: float, cards: int, fewest: int, step: int, length: int, low: int,
    weights: Measures,
) -> float:  # fmt: skip
    """What a Show is worth that does not end the round.

    `base` is what the seat's points are worth then, `rest` what the hand is that it leaves, of so
    many `cards`; `fewest` as in `cards_left`, the others as in `stand_worth`.
    """
    left = cards_left(weights, cards, fewest)
    return base + rest + left + stand_worth(weights, step, length, low)


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
def spent(state: Round) -> int:
    """The points that a Scout costs the seat itself."""
    return 0 if state[PLAYERS] > 2 else state[UNSPENT]


@inner
def price(state: Round, weights: Measures) -> float:
    """What a Scout is worth by what it costs."""
    if state[PLAYERS] > 2:
        return weights[TOKEN]
    return weights[TOKEN] - spent(state) - paid(state)


@inner
def left_there(state: Round, size: int, low: int, weights: Measures) -> float:
    """What it is worth to leave the next player a table of such size."""
    worth = weights[LEAVE + min(size, 4)]
    if size:
        worth += weights[HIGH_LEFT] * (low - 1)
    if state[PLAYERS] > 2 and state[SCOUTS] == state[PLAYERS] - 3:
        worth += weights[NEARLY]
    return worth
