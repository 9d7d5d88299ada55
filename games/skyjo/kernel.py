"""The compiled twin of `state`: one round, every card known, in one flat array; for search only.

`layout` says what stands where in the array, and what a move's number means. A
function marked `njit` changes the arrays it is given, makes none, and checks
nothing: a move that is not legal, or a round with unknown cards, gives
nonsense. Chance comes from *dice* (see `search.chance`), so that the same dice
play the same round. `bridge` leads from the objects of the other modules to
the arrays and back.
"""

from __future__ import annotations

import numpy as np

from games.search.bits import bit_count
from games.search.chance import Dice, below, dice_of
from games.search.compiled import njit
from games.skyjo.cards import ALL, COLUMN_MATES, COLUMN_REST, COUNTS, DECK, EMPTY, PLACES, VALUES
from games.skyjo.layout import (
    BY_LIMIT, BY_OPENING, CANDIDATES, CARDS, CARDS_END, CHOSEN, CLEAR_ROWS, DRAW, DRAWN, END,
    ENDER, FINAL_CLEAR, FIRST_TIE, GOES_ON, GONE, GRIDS, HEAP, IN_HAND, LEFT, LOT, MOST_MOVES,
    MOST_PLAYERS, NEXT_STARTER, NUMBER, Numbers, OPENED, OPENING, OVER, OWN_TURN, PENALTY, PHASE,
    PILED, PILES, PLAYERS, REVEAL, Round, ROUNDS, SCORE_LIMIT, START, STARTER, STOCK, SUM, SWAP,
    TAKE, TOTALS, TURN, TURNS, TURN_LIMIT, TURN_OF, TURN_ONE, UNSEEN,
)  # fmt: skip
from games.skyjo.moves import REVEALS

# Called by other compiled functions only, so it needs no door for others.
_inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)

_LOWEST = min(VALUES)
_DECK = np.array(DECK, dtype=np.int64)
_COUNTS = np.array([COUNTS[value] for value in VALUES], dtype=np.int64)
_MATES = np.array(COLUMN_MATES, dtype=np.int64)
_REST = np.array(COLUMN_REST, dtype=np.int64)
_PAIRS = np.array([pair.places for pair in REVEALS], dtype=np.int64)


# The start of a round


@njit
def shuffle(cards: Numbers, dice: Dice) -> None:
    """Put cards in random order."""
    for i in range(len(cards) - 1, 0, -1):
        j = below(dice, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@njit
def lay_out(state: Round, starter: int) -> None:
    """Begin a round with the 150 cards that stand at CARDS: grids, discard, draw pile.

    `starter` is the seat that starts, -1 where the opened cards say it. Rules,
    round number and totals stay.
    """
    players = state[PLAYERS]
    dealt = PLACES * players
    for i in range(dealt):
        state[GRIDS + i] = state[CARDS + i]
    up = state[CARDS + dealt]
    state[CARDS] = up
    state[HEAP] = 1
    state[STOCK] = dealt + 1
    for seat in range(players):
        state[OPENED + seat] = 0
        state[GONE + seat] = 0
        state[CHOSEN + seat] = -1
    state[PHASE] = OPENING
    state[TURN_OF] = 0
    state[STARTER] = starter
    state[CANDIDATES] = 0
    state[ENDER] = -1
    state[END] = GOES_ON
    state[TURNS] = 0
    state[PILES] = 0
    state[DRAWN] = EMPTY
    state[LEFT] = len(_DECK)
    state[SUM] = 0
    for i in range(len(_COUNTS)):
        card = _LOWEST + i
        state[UNSEEN + card] = _COUNTS[i]
        state[SUM] += card * _COUNTS[i]
    see(state, up)


@njit
def deal(state: Round, starter: int, dice: Dice) -> None:
    """Begin a round with a shuffled deck; `starter` as in `lay_out`."""
    for i in range(CARDS_END):
        state[CARDS + i] = _DECK[i]
    shuffle(state[CARDS:], dice)
    lay_out(state, starter)


@_inner
def see(state: Round, card: int) -> None:
    """A card comes before everybody's eyes."""
    state[LEFT] -= 1
    state[SUM] -= card
    state[UNSEEN + card] -= 1


@_inner
def hide(state: Round, card: int) -> None:
    """A card goes back where nobody knows it."""
    state[LEFT] += 1
    state[SUM] += card
    state[UNSEEN + card] += 1


# What is legal


@njit
def legal(state: Round, moves: Numbers) -> int:
    """Write the legal moves, in canonical order, into `moves` (MOST_MOVES long); their number.

    None while the starter is due by lot, and when the round is over.
    """
    phase = state[PHASE]
    seat = state[TURN_OF]
    number = 0
    if phase == OWN_TURN:
        gone = state[GONE + seat]
        for place in range(PLACES):
            moves[number] = TAKE + place
            number += ~gone >> place & 1
        moves[number] = DRAW
        return number + 1
    if phase == IN_HAND:
        gone = state[GONE + seat]
        for place in range(PLACES):
            moves[number] = SWAP + place
            number += ~gone >> place & 1
        shut = ALL & ~(gone | state[OPENED + seat])
        for place in range(PLACES):
            moves[number] = TURN + place
            number += shut >> place & 1
        return number
    if phase == PILED:
        moves[0] = DRAW
        return 1
    if phase == OPENING:
        for pair in range(len(_PAIRS)):
            moves[pair] = REVEAL + pair
        return len(_PAIRS)
    return 0


@njit
def is_over(state: Round) -> bool:
    """Whether the round has ended, and `scores` can be asked for."""
    return bool(state[PHASE] == OVER)


@njit
def needs_pile(state: Round, move: int) -> bool:
    """Whether a new draw pile comes before this move, by `give_pile` or the dice of `apply`."""
    return bool(move == DRAW and state[STOCK] == CARDS_END)


@njit
def lines_at(state: Round, seat: int, place: int, card: int) -> int:
    """The lines, as a set, that are complete with `card` open at `place`."""
    grid = GRIDS + PLACES * seat
    opened = state[OPENED + seat]
    rest = _REST[place]
    found = 0
    if (
        opened & rest == rest
        and state[grid + _MATES[place, 0]] == card
        and state[grid + _MATES[place, 1]] == card
    ):
        found = 1 << (place & 3)
    if state[CLEAR_ROWS]:
        first = place & 12
        equal = 1
        for other in range(first, first + 4):
            if other != place and (state[grid + other] != card or not opened >> other & 1):
                equal = 0
        found |= equal << (4 + (place >> 2))
    return found


# What a move does


@njit
def apply(state: Round, move: int, dice: Dice) -> int:
    """Make a legal move, or the lot's (START); the lines it completes, as a set.

    The dice are rolled only where a draw meets an empty draw pile.
    """
    seat = state[TURN_OF]
    if move < DRAW:
        state[HEAP] -= 1
        return _put(state, seat, move, state[CARDS + state[HEAP]])
    if move == DRAW:
        if state[STOCK] == CARDS_END:
            _renew(state, dice)
        card = state[CARDS + state[STOCK]]
        state[STOCK] += 1
        state[DRAWN] = card
        state[PHASE] = IN_HAND
        see(state, card)
        return 0
    if move < REVEAL:
        card = state[DRAWN]
        state[DRAWN] = EMPTY
        if move < TURN:
            return _put(state, seat, move - SWAP, card)
        place = move - TURN
        _discard(state, card)
        card = state[GRIDS + PLACES * seat + place]
        see(state, card)
        state[OPENED + seat] |= 1 << place
        return _pass_on(state, seat, place, card)
    if move < START:
        _choose(state, seat, move - REVEAL)
    else:
        _start(state, move - START)
    return 0


@_inner
def _discard(state: Round, card: int) -> None:
    state[CARDS + state[HEAP]] = card
    state[HEAP] += 1


@_inner
def _put(state: Round, seat: int, place: int, card: int) -> int:
    at = GRIDS + PLACES * seat + place
    out = state[at]
    state[at] = card
    if not state[OPENED + seat] >> place & 1:
        state[OPENED + seat] |= 1 << place
        see(state, out)
    _discard(state, out)
    return _pass_on(state, seat, place, card)


@_inner
def _pass_on(state: Round, seat: int, place: int, card: int) -> int:
    """Clear what `card` at `place` completes, then end the turn."""
    lines = lines_at(state, seat, place, card)
    if lines:
        _clear(state, seat, lines)
    state[TURNS] += 1
    if state[ENDER] < 0 and state[OPENED + seat] | state[GONE + seat] == ALL:
        state[ENDER] = seat
    following = seat + 1 if seat + 1 < state[PLAYERS] else 0
    if following == state[ENDER]:
        state[END] = BY_OPENING
        _finish(state)
    elif state[TURNS] == state[TURN_LIMIT]:
        stop(state)
    else:
        state[TURN_OF] = following
        state[PHASE] = OWN_TURN
    return lines


@_inner
def _clear(state: Round, seat: int, lines: int) -> None:
    grid = GRIDS + PLACES * seat
    done = 0
    for line in range(7):
        if lines >> line & 1:
            first, step, stop = (line, 4, PLACES) if line < 4 else (4 * line - 16, 1, 4 * line - 12)
            for place in range(first, stop, step):
                if not done >> place & 1:  # the place where two lines cross has one card
                    done |= 1 << place
                    _discard(state, state[grid + place])
                    state[grid + place] = EMPTY
    state[GONE + seat] |= done
    state[OPENED + seat] &= ~done


@njit
def stop(state: Round) -> None:
    """End the round, between two turns, as the turn limit does."""
    state[END] = BY_LIMIT
    _finish(state)


@_inner
def _finish(state: Round) -> None:
    """Turn all up and remove what is complete."""
    state[TURN_OF] = -1
    state[PHASE] = OVER
    for seat in range(state[PLAYERS]):
        grid = GRIDS + PLACES * seat
        gone = state[GONE + seat]
        shut = ALL & ~(gone | state[OPENED + seat])
        for place in range(PLACES):
            if shut >> place & 1:
                see(state, state[grid + place])
        state[OPENED + seat] = ALL & ~gone
        if state[FINAL_CLEAR]:
            lines = _complete_lines(state, grid)
            if lines:
                _clear(state, seat, lines)


@_inner
def _complete_lines(state: Round, grid: int) -> int:
    """The lines of equal cards in a grid whose cards all lie open, as a set."""
    found = 0
    for line in range(4):
        card = state[grid + line]
        if card != EMPTY and state[grid + line + 4] == card and state[grid + line + 8] == card:
            found |= 1 << line
    if state[CLEAR_ROWS]:
        for line in range(4, 7):
            first = grid + 4 * line - 16
            card = state[first]
            if (
                card != EMPTY
                and state[first + 1] == card
                and state[first + 2] == card
                and state[first + 3] == card
            ):
                found |= 1 << line
    return found


# The opening


@_inner
def _choose(state: Round, seat: int, pair: int) -> None:
    """Note which cards a seat opens; when all have chosen, turn them up."""
    state[CHOSEN + seat] = pair
    state[TURN_OF] = seat + 1
    if seat + 1 < state[PLAYERS]:
        return
    for other in range(state[PLAYERS]):
        grid = GRIDS + PLACES * other
        for i in range(2):
            place = _PAIRS[state[CHOSEN + other], i]
            state[OPENED + other] |= 1 << place
            see(state, state[grid + place])
    if state[STARTER] < 0:
        if not state[CANDIDATES]:
            state[CANDIDATES] = _first_seats(state)
        first = 0
        while not state[CANDIDATES] >> first & 1:
            first += 1
        if state[CANDIDATES] >> first > 1:
            state[TURN_OF] = -1
            state[PHASE] = LOT
            return
        state[STARTER] = first
    state[CANDIDATES] = 0
    state[PHASE] = OWN_TURN
    state[TURN_OF] = state[STARTER]


@_inner
def _first_seats(state: Round) -> int:
    """The seats, as a set, that may start by their two open cards."""
    found = 0
    most = -100
    for seat in range(state[PLAYERS]):
        pair = state[CHOSEN + seat]
        first = state[GRIDS + PLACES * seat + _PAIRS[pair, 0]]
        second = state[GRIDS + PLACES * seat + _PAIRS[pair, 1]]
        rank = (first + second) * 16
        if state[FIRST_TIE] == 1:
            rank += max(first, second)
        if rank > most:
            most = rank
            found = 1 << seat
        elif rank == most and state[FIRST_TIE] == 2:
            found |= 1 << seat
    return found


@_inner
def _start(state: Round, seat: int) -> None:
    state[STARTER] = seat
    state[CANDIDATES] = 0
    if state[PHASE] == LOT:
        state[TURN_OF] = seat
        state[PHASE] = OWN_TURN


@njit
def draw_lot(state: Round, dice: Dice) -> int:
    """The move that settles who starts, each candidate as likely; while LOT is due."""
    nth = below(dice, bit_count(state[CANDIDATES]))
    for seat in range(state[PLAYERS]):
        if state[CANDIDATES] >> seat & 1:
            if nth == 0:
                return START + seat
            nth -= 1
    return START


# New draw piles


@njit
def give_pile(state: Round, cards: Numbers, up: int) -> None:
    """Make a new draw pile of these cards, top first; the seat to act has to draw then.

    They are those of the discard pile, but for its top, which stays; or, where
    a card is turned up, but for that one, `up` (which else means nothing).
    """
    top = state[CARDS + state[HEAP] - 1]
    _take_up_heap(state)
    size = len(cards)
    for i in range(size):
        state[CARDS + CARDS_END - size + i] = cards[i]
    _lay_down(state, up if state[TURN_ONE] else top, size)
    state[PHASE] = PILED


@_inner
def _renew(state: Round, dice: Dice) -> None:
    """Make a new draw pile by chance."""
    size = state[HEAP] - 1
    top = state[CARDS + size]
    _take_up_heap(state)
    first = 0
    if state[TURN_ONE]:
        shuffle(state[CARDS : CARDS + size + 1], dice)
        top = state[CARDS]
        first = 1
    else:
        shuffle(state[CARDS : CARDS + size], dice)
    for i in range(size - 1, -1, -1):  # from the end, for the stretches may overlap
        state[CARDS + CARDS_END - size + i] = state[CARDS + first + i]
    _lay_down(state, top, size)


@_inner
def _take_up_heap(state: Round) -> None:
    """Take up the cards of the discard pile: nobody knows any more where they are."""
    for i in range(state[HEAP]):
        hide(state, state[CARDS + i])
    state[HEAP] = 0
    state[PILES] += 1


@_inner
def _lay_down(state: Round, card: int, size: int) -> None:
    """Begin the discard pile with a card; the draw pile has so many."""
    see(state, card)
    _discard(state, card)
    state[STOCK] = CARDS_END - size


# Scores


@njit
def sum_of(state: Round, seat: int) -> int:
    """The sum of the cards left to a seat, open or not."""
    total = 0
    for at in range(GRIDS + PLACES * seat, GRIDS + PLACES * seat + PLACES):
        if state[at] != EMPTY:
            total += state[at]
    return total


@njit
def scores(state: Round, points: Numbers) -> None:
    """Write the points of a finished round into `points`, one for each seat."""
    players = state[PLAYERS]
    for seat in range(players):
        points[seat] = sum_of(state, seat)
    ender = state[ENDER]
    if state[END] != BY_OPENING or not state[PENALTY] or points[ender] <= 0:
        return
    own = points[ender]
    for seat in range(players):
        if seat != ender and (points[seat] < own or (points[seat] == own and state[PENALTY] == 1)):
            points[ender] = 2 * own
            return


@njit
def next_round(state: Round, points: Numbers, dice: Dice) -> bool:
    """Add the points of a finished round to the totals and deal the next; False: the match is over.

    After False the round stays as it ended, its points added.
    """
    over = bool(state[ROUNDS] and state[NUMBER] >= state[ROUNDS])
    for seat in range(state[PLAYERS]):
        state[TOTALS + seat] += points[seat]
        if state[SCORE_LIMIT] and state[TOTALS + seat] >= state[SCORE_LIMIT]:
            over = True
    if over:
        return False
    starter = -1
    if state[NEXT_STARTER] == 2:
        starter = (state[STARTER] + 1) % state[PLAYERS]
    elif state[NEXT_STARTER] == 0:
        starter = state[ENDER] if state[ENDER] >= 0 else state[STARTER]
    state[NUMBER] += 1
    deal(state, starter, dice)
    return True


def warm() -> None:
    """Call every function that others call, so that all are compiled."""
    from games.skyjo import GAME, bridge, worlds  # they stand on this module

    dice, points = dice_of(1), np.zeros(MOST_PLAYERS, dtype=np.int64)
    moves, state = np.zeros(MOST_MOVES, dtype=np.int64), bridge.round_under(GAME.rules(2)[0])
    deal(state, -1, dice)
    worlds.warm(state)
    apply(state, REVEAL + legal(state, moves) % 2, dice)
    needs_pile(state, DRAW)
    lines_at(state, 0, 0, 0)
    state[CANDIDATES] = 1
    draw_lot(state, dice)
    stop(state)
    is_over(state)
    sum_of(state, 0)
    scores(state, points)
    next_round(state, points, dice)
    shuffle(moves, dice)
    give_pile(state, moves[:9], 0)
    lay_out(state, -1)
