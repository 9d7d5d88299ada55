"""Rounds played on to their end in the kernel, by chance or by a rule of thumb.

A policy is a function marked `njit` that takes a round and chooses a legal
move of the seat to act; `choose` knows them by number. The room they
need is passed in: `moves` is `MOST_MOVES` long, `room` is `ROOM` long.
"""

from __future__ import annotations

import numpy as np

from games.scout.layout import (
    AT, CARD, DOWN, EQUAL, FLIP, HANDS, HAND_SIZE, KEEP, MARKER, MOST_CARDS, NO_MOVE, Numbers,
    OPENING, Round, STOP, STOPS, TABLE_SIZE, TO, TURN, UP,
)  # fmt: skip
from games.scout.kernel import (
    above,
    above_with,
    apply,
    beating,
    hand_with,
    legal,
    may_scout,
    need,
    reach_of,
    steps_in,
    steps_without,
    taking,
    takings,
)
from games.search.bits import bit_length, trailing_zeros
from games.search.chance import Dice, below
from games.search.compiled import inner, njit

RANDOM, GREEDY = 0, 1
"""The policies by number."""

_BEHIND = MOST_CARDS + 2
ROOM = 2 * _BEHIND
"""Room for what `cut` finds out."""


@njit(inline="always")
def choose(policy: int, state: Round, moves: Numbers, room: Numbers, dice: Dice) -> int:
    """A legal move by a policy; `NO_MOVE` where there is none."""
    if policy == GREEDY:
        return greedy(state, room, dice)
    count = legal(state, moves)
    return moves[below(dice, count)] if count else NO_MOVE


@njit
def play_on(state: Round, policies: Numbers, moves: Numbers, room: Numbers, dice: Dice) -> int:
    """Play to the end of the round, each seat by its policy; how many moves that were."""
    count = 0
    while state[TURN] >= 0:
        move = choose(policies[state[TURN]], state, moves, room, dice)
        if move == NO_MOVE:
            break
        apply(state, move)
        count += 1
    return count


# The fewest blocks that a hand can be cut into as it lies. Every piece of a block is a block, so
# cutting off the longest again and again is best, from either end.


@inner
def pieces(cards: int, equal: int, up: int, down: int, enough: int) -> int:
    """The fewest blocks that a hand can be cut into; any number above `enough` if more."""
    at = count = 0
    while at < cards and count <= enough:
        at += reach_of(equal, up, down, at)
        count += 1
    return count


@inner
def cut(state: Round, seat: int, room: Numbers) -> None:
    """For every gap of a hand the pieces of what lies left of it, and of what lies right.

    The former from `room[0]` on, the latter from `room[_BEHIND]` on.
    """
    cards = state[HAND_SIZE + seat]
    equal, up, down = state[EQUAL + seat], state[UP + seat], state[DOWN + seat]
    room[0] = 0
    at = count = 0
    while at < cards:
        count += 1
        after = at + reach_of(equal, up, down, at)
        for gap in range(at + 1, after + 1):
            room[gap] = count
        at = after
    room[_BEHIND + cards] = 0
    for at in range(cards - 1, -1, -1):
        room[_BEHIND + at] = 1 + room[_BEHIND + at + reach_of(equal, up, down, at)]


@inner
def steps_of(state: Round, seat: int, step: int) -> int:
    """Of a hand's three sets of bits that of one kind of step: 0, 1 or -1."""
    if step == 0:
        return state[EQUAL + seat]
    return state[UP + seat] if step == 1 else state[DOWN + seat]


@inner
def joined(
    state: Round, seat: int, room: Numbers, left: int, right: int, before: int, after: int
) -> int:
    """The pieces of a hand in which one card comes between two parts of it.

    The parts are what lies left of the gap `left` and right of the gap
    `right`; `before` and `after` are the steps to the card and from it.
    """
    start, stop = left, right
    best = room[left] + room[_BEHIND + right] + 1
    if -1 <= before <= 1:
        # Back over the cards that go on in the same way.
        others = ~steps_of(state, seat, before) & (1 << (left - 1)) - 1
        start = bit_length(others)
        best = min(best, room[start] + room[_BEHIND + right] + 1)
    if -1 <= after <= 1:
        stop = right + 1 + trailing_zeros(~(steps_of(state, seat, after) >> right))
        best = min(best, room[left] + room[_BEHIND + stop] + 1)
        if before == after:
            best = min(best, room[start] + room[_BEHIND + stop] + 1)
    return best


@inner
def closed(state: Round, seat: int, room: Numbers, left: int, right: int) -> int:
    """The pieces of a hand in which what lay between two gaps is gone."""
    best = room[left] + room[_BEHIND + right]
    if left and right < state[HAND_SIZE + seat]:
        hand = HANDS + MOST_CARDS * seat
        step = (state[hand + right] >> 4) - (state[hand + left - 1] >> 4)
        if -1 <= step <= 1:
            steps = steps_of(state, seat, step)
            start = bit_length(~steps & (1 << (left - 1)) - 1)
            stop = right + 1 + trailing_zeros(~(steps >> right))
            best = min(best, room[start] + 1 + room[_BEHIND + stop])
    return best


# The rule of thumb of `bots.Greedy`, without making lists.


@njit
def greedy(state: Round, room: Numbers, dice: Dice) -> int:
    """The largest Show that costs the hand least, else the Scout that mends it most.

    Among equally good moves any; `NO_MOVE` where there is none at all.
    """
    seat = state[TURN]
    if seat < 0:
        return NO_MOVE
    if state[OPENING]:
        return _keep_or_flip(state, seat)
    move = _best_show(state, seat, room, dice)
    if move == NO_MOVE and state[TABLE_SIZE]:
        if may_scout(state, seat):
            if state[MARKER + seat]:
                move = _best_scout_show(state, seat, dice)
            if move == NO_MOVE:
                move = _best_scout(state, seat, room, dice)
        elif state[STOPS]:
            move = STOP
    return move


@inner
def _keep_or_flip(state: Round, seat: int) -> int:
    best, move = MOST_CARDS, NO_MOVE
    for way in range(2):
        equal, up, down = steps_in(state, seat, way)
        count = pieces(state[HAND_SIZE + seat], equal, up, down, best)
        if count < best:
            best = count
            move = FLIP if way else KEEP
    return move


@inner
def longest(same: int, longer: int, equal: int, up: int, down: int, size: int) -> tuple[int, int]:
    """Of the blocks that `beating` found the greatest length, and where those of it start."""
    if not longer:
        return size, same
    sets, ups, downs = longer & equal, longer & up, longer & down
    length = size + 1
    while True:
        sets &= equal >> (length - 1)
        ups &= up >> (length - 1)
        downs &= down >> (length - 1)
        if not sets | ups | downs:
            return length, longer
        longer = sets | ups | downs
        length += 1


@inner
def _best_show(state: Round, seat: int, room: Numbers, dice: Dice) -> int:
    """Of the largest Shows one that leaves the fewest pieces; `NO_MOVE` where there is none."""
    size, is_set, low = need(state, 0, 0)
    cards = state[HAND_SIZE + seat]
    equal, up, down = state[EQUAL + seat], state[UP + seat], state[DOWN + seat]
    same, longer = beating(cards, equal, up, down, above(state, seat, low), size, is_set)
    length, places = longest(same, longer, equal, up, down, size)
    if not places & (places - 1):  # at most one
        return trailing_zeros(places) << AT | length if places else NO_MOVE
    cut(state, seat, room)
    best, ties, move = MOST_CARDS, 0, NO_MOVE
    while places:
        at = trailing_zeros(places)
        places &= places - 1
        left = closed(state, seat, room, at, at + length)
        if left < best:
            best, ties = left, 0
        if left == best:
            ties += 1
            if below(dice, ties) == 0:
                move = at << AT | length
    return move


@inner
def _best_scout(state: Round, seat: int, room: Numbers, dice: Dice) -> int:
    """A Scout that leaves the fewest pieces."""
    cut(state, seat, room)
    hand, cards = HANDS + MOST_CARDS * seat, state[HAND_SIZE + seat]
    best, ties, move = MOST_CARDS, 0, NO_MOVE
    for which in range(takings(state)):
        scout = taking(state, which)
        number = scout >> (CARD + 4) & 15
        for to in range(cards + 1):
            before = number - (state[hand + to - 1] >> 4) if to else 99
            after = (state[hand + to] >> 4) - number if to < cards else 99
            left = joined(state, seat, room, to, to, before, after)
            if left < best:
                best, ties = left, 0
            if left == best:
                ties += 1
                if below(dice, ties) == 0:
                    move = scout | to << TO
    return move


@inner
def _best_scout_show(state: Round, seat: int, dice: Dice) -> int:
    """Of the Scouts & Shows with the largest Show one that leaves the fewest pieces."""
    cards = state[HAND_SIZE + seat] + 1
    most, best, ties, move = 1, MOST_CARDS, 0, NO_MOVE
    for which in range(takings(state)):
        scout = taking(state, which)
        number = scout >> (CARD + 4) & 15
        size, is_set, low = need(state, which < 2, which >= 2)
        others = above(state, seat, low)
        for to in range(cards):
            equal, up, down = hand_with(state, seat, number, to)
            higher = above_with(others, number > low, to)
            same, longer = beating(cards, equal, up, down, higher, size, is_set)
            length, places = longest(same, longer, equal, up, down, size)
            if length > most and places:
                most, best = length, MOST_CARDS
            if length < most:
                continue
            while places:
                at = trailing_zeros(places)
                places &= places - 1
                step = _step_over(state, seat, number, to, at, at + length)
                left = pieces(
                    cards - length,
                    steps_without(equal, at, length, step == 0),
                    steps_without(up, at, length, step == 1),
                    steps_without(down, at, length, step == -1),
                    best,
                )
                if left < best:
                    best, ties = left, 0
                if left == best:
                    ties += 1
                    if below(dice, ties) == 0:
                        move = scout | to << TO | at << AT | length
    return move


@inner
def _step_over(state: Round, seat: int, number: int, to: int, start: int, stop: int) -> int:
    """The step over a block in a hand to which a card with this upper number came.

    99 where the block is at an end of the hand.
    """
    if start == 0 or stop > state[HAND_SIZE + seat]:
        return 99
    return _number(state, seat, number, to, stop) - _number(state, seat, number, to, start - 1)


@inner
def _number(state: Round, seat: int, number: int, to: int, at: int) -> int:
    """The upper number at a position of a hand to which a card came."""
    if at == to:
        return number
    return state[HANDS + MOST_CARDS * seat + at - (at > to)] >> 4


def warm(state: Round, moves: Numbers, dice: Dice) -> None:
    """Call what others call, with a round in play, which is left at its end."""
    room, policies = np.zeros(ROOM, dtype=np.int64), np.array([RANDOM, GREEDY, RANDOM, GREEDY])
    greedy(state, room, dice)
    play_on(state, policies, moves, room, dice)
