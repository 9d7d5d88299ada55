"""The rule of thumb of SCOUT, compiled: the move that is worth most, found fast; for playouts.

What moves are worth is said in `worth`, and `rank` lists all of them. Here a
Scout & Show is only looked at where nothing can be shown, and of the Shows
after a Scout only those in which the scouted card completes a block, and those
that could be shown without it: three times as fast, and no weaker.
"""

from __future__ import annotations

from games.scout.kernel import above, beating, may_scout, need, reach_of, taking, takings
from games.scout.layout import (
    AT, CARD, DOWN, EQUAL, FLIP, HANDS, HAND_SIZE, KEEP, MARKER, MOST_CARDS, NO_MOVE, OPENING,
    OWNER, PLACE, PLAYERS, Round, STOP, STOPS, TO, TOKENS, TURN, UP,
)  # fmt: skip
from games.scout.worth import (
    BEHIND, CAPTURE, MARK, Measures, NEVER, STUCK, base_worth, cards_left, cut, ended, ends_round,
    fewest_cards, flipped_worth, left_there, paid, price, show_worth, spent, start_of, step_at,
    stop_of, worth_with, worth_without,
)  # fmt: skip
from games.search.bits import trailing_zeros
from games.search.compiled import inner, njit


@njit
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
                rest = worth_without(state, seat, at, at + length, weights, notes)
                worth = show_worth(base, rest, left, fewest, step, length, least, weights)
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
    end = ended(state, seat, state[OWNER], -spent(state), cards + 1, paid(state))
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
            worth = ended(state, seat, -1, size - spent(state), 0, paid(state))
        else:
            rest = worth_without(state, seat, left, right, weights, notes)
            gained = base + weights[CAPTURE] * size
            worth = show_worth(
                gained, rest, cards + 1 - length, fewest, step, length, least, weights
            )
        if worth > most:
            most, move = worth, left << AT | length
    return most, move
