"""Every legal move of SCOUT and what it is worth by the rule of thumb, compiled.

Where a move ends the round, its worth is counted, not guessed. See `worth`.
"""

from __future__ import annotations

from games.scout.kernel import (
    above, above_with, beating, hand_with, may_scout, need, reach_of, taking, takings,
)  # fmt: skip
from games.scout.layout import (
    AT, CARD, DOWN, EQUAL, FLIP, HANDS, HAND_SIZE, KEEP, LENGTH, MARKER, MOST_CARDS, Numbers,
    OPENING, OWNER, PLACE, PLAYERS, RIGHT, Round, STOP, STOPS, TABLE_SIZE, TO, TOKENS, TURN,
    UP,
)  # fmt: skip
from games.scout.worth import (
    BEHIND, CAPTURE, MARK, Measures, NEVER, STUCK, base_worth, cards_left, cut, ended,
    ends_round, fewest_cards, flipped_worth, left_there, paid, price, show_worth, spent, step_at,
    worth_with, worth_without,
)  # fmt: skip
from games.search.bits import trailing_zeros
from games.search.compiled import inner, njit


@njit
def rank(state: Round, weights: Measures, moves: Numbers, worths: Measures, notes: Measures) -> int:
    """Every legal move into `moves`, what each is worth into `worths`; how many.

    `moves` and `worths` are `layout.MOST_MOVES` long, `notes` is `NOTES` long.
    """
    seat = state[TURN]
    if seat < 0:
        return 0
    if state[OPENING]:
        return _choices(state, seat, weights, moves, worths, notes)
    cut(state, seat, weights, notes)
    base = base_worth(state, seat, weights)
    count = _shows(state, seat, base, weights, moves, worths, notes)
    if state[TABLE_SIZE]:
        if may_scout(state, seat):
            count = _scouts(state, seat, base, weights, moves, worths, notes, count)
        if state[STOPS]:
            moves[count] = STOP
            worths[count] = ended(state, seat, state[OWNER], 0, state[HAND_SIZE + seat], 0)
            count += 1
    return count


@inner
def peers(
    state: Round, made: int, weights: Measures, moves: Numbers, worths: Measures, notes: Measures
) -> int:
    """The moves that tell most about a seat that made one of them; as `rank`, how many.

    Keep and flip; or all Shows; and beside a Scout, the same card to all gaps.
    """
    seat = state[TURN]
    if state[OPENING]:
        return _choices(state, seat, weights, moves, worths, notes)
    cut(state, seat, weights, notes)
    base = base_worth(state, seat, weights)
    count = _shows(state, seat, base, weights, moves, worths, notes)
    if made & LENGTH:
        return count
    cards = state[HAND_SIZE + seat]
    left = base + price(state, weights) + cards_left(weights, cards + 1, fewest_cards(state, seat))
    right = int(made & RIGHT > 0)
    size, _, low = need(state, 1 - right, right)
    left += left_there(state, size, low, weights)
    number = made >> (CARD + 4) & 15
    for to in range(cards + 1):
        moves[count] = made & ~(PLACE << TO) | to << TO
        worths[count] = left + worth_with(state, seat, number, to, weights, notes)
        count += 1
    return count


@inner
def _choices(
    state: Round, seat: int, weights: Measures, moves: Numbers, worths: Measures, notes: Measures
) -> int:
    """Keep or flip: what the hand is worth either way."""
    for way in range(2):
        moves[way] = FLIP if way else KEEP
        worths[way] = flipped_worth(state, seat, way, weights, notes)
    return 2


@inner
def _shows(
    state: Round, seat: int, base: float, weights: Measures, moves: Numbers, worths: Measures,
    notes: Measures,
) -> int:  # fmt: skip
    """Every Show."""
    size, is_set, low = need(state, 0, 0)
    cards, hand = state[HAND_SIZE + seat], HANDS + MOST_CARDS * seat
    equal, up, down = state[EQUAL + seat], state[UP + seat], state[DOWN + seat]
    same, longer = beating(cards, equal, up, down, above(state, seat, low), size, is_set)
    fewest, count = fewest_cards(state, seat), 0
    base += weights[CAPTURE] * size
    places = same | longer
    while places:
        at = trailing_zeros(places)
        places &= places - 1
        first, step = state[hand + at] >> 4, step_at(state, seat, at)
        shortest = size if same >> at & 1 else size + 1
        longest = reach_of(equal, up, down, at) if longer >> at & 1 else size
        for length in range(shortest, longest + 1):
            moves[count] = at << AT | length
            if length == cards:
                worths[count] = ended(state, seat, -1, size, 0, 0)
            else:
                least = first - length + 1 if step == -1 else first
                rest = worth_without(state, seat, at, at + length, weights, notes)
                worths[count] = show_worth(
                    base, rest, cards - length, fewest, step, length, least, weights
                )
            count += 1
    return count


@inner
def _scouts(
    state: Round, seat: int, base: float, weights: Measures, moves: Numbers, worths: Measures,
    notes: Measures, count: int,
) -> int:  # fmt: skip
    """Every Scout, and every Scout & Show.

    With two players a Scout is worth what the best Show after it is, if there is one.
    """
    cards, two = state[HAND_SIZE + seat], state[PLAYERS] == 2
    both = two or state[MARKER + seat]
    fewest = fewest_cards(state, seat)
    goes_on = base + price(state, weights) + cards_left(weights, cards + 1, fewest)
    end = ended(state, seat, state[OWNER], -spent(state), cards + 1, paid(state))
    for which in range(takings(state)):
        scout = taking(state, which)
        number = scout >> (CARD + 4) & 15
        size, is_set, low = need(state, which < 2, which >= 2)
        others = above(state, seat, low) if both else 0
        ends = ends_round(state, size)
        left = goes_on + left_there(state, size, low, weights)
        for to in range(cards + 1):
            move = scout | to << TO
            hand = worth_with(state, seat, number, to, weights, notes)
            plain = count
            moves[plain] = move
            worths[plain] = end if ends else left + hand
            count += 1
            if both:
                equal, up, down = hand_with(state, seat, number, to)
                higher = above_with(others, number > low, to)
                same, longer = beating(cards + 1, equal, up, down, higher, size, is_set)
                count = _shows_after(
                    state, seat, base, move, hand, same, longer, equal, up, down, size, fewest,
                    weights, moves, worths, notes, count,
                )  # fmt: skip
            if two:
                if count > plain + 1:
                    for i in range(plain + 1, count):
                        worths[plain] = max(worths[plain] if i > plain + 1 else NEVER, worths[i])
                    count = plain + 1
                elif state[TOKENS + seat] == 1:
                    worths[plain] = end
                else:
                    worths[plain] += weights[STUCK]
    return count


@inner
def _shows_after(
    state: Round, seat: int, base: float, scout: int, grown: float, same: int, longer: int,
    equal: int, up: int, down: int, size: int, fewest: int, weights: Measures, moves: Numbers,
    worths: Measures, notes: Measures, count: int,
) -> int:  # fmt: skip
    """Every Show after a Scout; `grown` is what the hand is worth with the scouted card."""
    cards, hand = state[HAND_SIZE + seat], HANDS + MOST_CARDS * seat
    to, number = scout >> TO & PLACE, scout >> (CARD + 4) & 15
    whole = notes[BEHIND]
    base += price(state, weights) + weights[CAPTURE] * size
    if state[PLAYERS] > 2:
        base -= weights[MARK]
    places = same | longer
    while places:
        at = trailing_zeros(places)
        places &= places - 1
        step = 0 if equal >> at & 1 else 1 if up >> at & 1 else -1
        first = number if at == to else state[hand + at - (at > to)] >> 4
        shortest = size if same >> at & 1 else size + 1
        longest = reach_of(equal, up, down, at) if longer >> at & 1 else size
        for length in range(max(shortest, 1), longest + 1):
            # Where the block was in the hand before, but for the scouted card.
            start = at - (at > to)
            stop = at + length - (at + length > to)
            rest = worth_without(state, seat, start, stop, weights, notes)
            if not at <= to < at + length:
                rest += grown - whole  # as if the one had nothing to do with the other
            moves[count] = scout | at << AT | length
            if length > cards:
                worths[count] = ended(state, seat, -1, size - spent(state), 0, paid(state))
            else:
                least = first - length + 1 if step == -1 else first
                worths[count] = show_worth(
                    base, rest, cards + 1 - length, fewest, step, length, least, weights
                )
            count += 1
    return count
