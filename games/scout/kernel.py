"""The compiled twin of `state`: one round, every card known, in one flat array; for search only.

`layout` says what stands where in the array, and what a move's number means. A
function marked `njit` changes the arrays it is given, makes none, and checks
nothing: a move that is not legal gives nonsense. `bridge` leads from the
objects of the other modules to the arrays and back.

A hand is known by three sets of bits, in which a block is a stretch (see
`layout.EQUAL`), so a card that comes or goes is a shift, and all blocks of a
length are found in one step. What a block has to beat is its *need*: the size,
whether it is a set, and the smallest number of what lies on the table.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from games.scout.cards import HAND_SIZE as DEALT_SIZE
from games.scout.cards import card_of, deck_for
from games.scout.layout import (
    ACTIONS, AT, BY_LIMIT, CARD, CHOSEN, DOWN, EMPTIED, END, EQUAL, EXEMPT, FLIP, GOES_ON_EMPTY,
    GOING, HANDS, HAND_SIZE, KEEP, LENGTH, LIMIT, MARKER, MOST_CARDS, MOST_MOVES, Numbers,
    OPENING, OWNER, OWNER_EXEMPT, PAYS_OWNER, PLACE, PLAYERS, RIGHT, ROTATES, ROUND, Round,
    SCOUTS, START, STARTER, STOP, STOPPED, STOPS, TABLE, TABLE_SIZE, TO, TOKENS, TURN, UNBEATEN,
    UNSPENT, UP, WON,
)  # fmt: skip
from games.search.bits import trailing_zeros
from games.search.chance import Dice, below, dice_of, roll
from games.search.compiled import inner, njit

HOLDER, ANYONE = -1, -2
"""Who starts a round that is dealt: the holder of the card 1/2 (else anyone), or anyone."""

_HOLDER_CARD = card_of(1, 2)
_DEALT = np.array([DEALT_SIZE.get(players, 0) for players in range(6)])
_MOST_IN_DECK = 45
_1 = np.uint64(1)
_DECKS = np.zeros((6, _MOST_IN_DECK), dtype=np.int64)
_DECK_SIZES = np.zeros(6, dtype=np.int64)
for _players in DEALT_SIZE:
    _DECK_SIZES[_players] = len(deck_for(_players))
    _DECKS[_players, : _DECK_SIZES[_players]] = list(deck_for(_players))


# Hands as bits


@inner
def turned(card: int) -> int:
    """The card the other way up."""
    return card >> 4 | (card & 15) << 4


@inner
def steps_with(steps: int, to: int, before: bool, after: bool) -> int:
    """One of a hand's three sets when a card comes to position `to`.

    `before` and `after` say whether the step to the new card, and the one from
    it, are of this kind.
    """
    left = steps & ((1 << to) - 1) >> 1
    return left | int(before) << to >> 1 | int(after) << to | steps >> to << (to + 1)


@inner
def steps_without(steps: int, at: int, length: int, joined: bool) -> int:
    """One of a hand's three sets when a block has gone.

    `joined` says whether the step between the two cards that are neighbours
    now is of this kind; it must be false where one of them is not there.
    """
    left = steps & ((1 << at) - 1) >> 1
    return left | int(joined) << at >> 1 | steps >> (at + length) << at


@inner
def reach_of(equal: int, up: int, down: int, at: int) -> int:
    """How many cards the longest block that starts at a position has."""
    steps = equal >> at
    if not steps & 1:
        steps = up >> at
        if not steps & 1:
            steps = down >> at
    return 1 + trailing_zeros(~steps)


@inner
def steps_in(state: Round, seat: int, lower: int) -> tuple[int, int, int]:
    """A hand's three sets of bits, from its cards: those as it lies, or if it were flipped (1)."""
    hand = HANDS + MOST_CARDS * seat
    shift = 0 if lower else 4
    equal = up = down = 0
    for at in range(state[HAND_SIZE + seat] - 1):
        step = (state[hand + at + 1] >> shift & 15) - (state[hand + at] >> shift & 15)
        equal |= int(step == 0) << at
        up |= int(step == 1) << at
        down |= int(step == -1) << at
    return equal, up, down


@njit
def settle(state: Round, seat: int) -> None:
    """Work out the sets of bits of a hand whose cards were put there from outside."""
    state[EQUAL + seat], state[UP + seat], state[DOWN + seat] = steps_in(state, seat, 0)


@inner
def above(state: Round, seat: int, low: int) -> int:
    """The positions of a hand where the upper number is more than `low`, as bits."""
    hand = HANDS + MOST_CARDS * seat
    result = 0
    for at in range(state[HAND_SIZE + seat]):
        result |= int(state[hand + at] >> 4 > low) << at
    return result


@inner
def above_with(places: int, is_above: bool, to: int) -> int:
    """What `above` becomes when a card comes to a position."""
    left = places & ((1 << to) - 1)
    return left | int(is_above) << to | places >> to << (to + 1)


@inner
def need(state: Round, gone_left: int, gone_right: int) -> tuple[int, bool, int]:
    """What a Show has to beat once so many cards are gone from the ends of the table.

    The size, 0 where nothing is left; whether it is a set; its smallest number.
    """
    size = state[TABLE_SIZE] - gone_left - gone_right
    if size <= 0:
        return 0, True, 0
    first = state[TABLE + gone_left] >> 4
    last = state[TABLE + gone_left + size - 1] >> 4
    return size, first == last, min(first, last)


@inner
def beating(
    cards: int, equal: int, up: int, down: int, higher: int, size: int, is_set: bool
) -> tuple[int, int]:
    """Where blocks start that beat a need: those of the same size, and longer ones, as bits.

    `cards` is the number of cards in the hand, `higher` are the positions with
    a number above that of the need.
    """
    every = (1 << cards) - 1
    if size == 0:
        return 0, every
    sets = ups = downs = every
    for i in range(size - 1):
        sets &= equal >> i
        ups &= up >> i
        downs &= down >> i
    # A run's smallest number is at its first card if it goes up, at its last if it goes down.
    same = sets & higher if is_set else sets | ups & higher | downs & higher >> (size - 1)
    last = size - 1
    return same, sets & equal >> last | ups & up >> last | downs & down >> last


@njit
def can_show(state: Round, seat: int) -> bool:
    """Whether a seat has a block that beats the table."""
    size, is_set, low = need(state, 0, 0)
    same, longer = beating(
        state[HAND_SIZE + seat], state[EQUAL + seat], state[UP + seat], state[DOWN + seat],
        above(state, seat, low), size, is_set,
    )  # fmt: skip
    return same | longer != 0


# What is legal


@inner
def _list(
    same: int, longer: int, equal: int, up: int, down: int, size: int, scout: int,
    moves: Numbers, count: int,
) -> int:  # fmt: skip
    """Add the Shows that `beating` found, by position, then length, to a list of moves.

    Each with `scout`, the number of the Scout before it. The new length of the list.
    """
    places = same | longer
    while places:
        at = trailing_zeros(places)
        places &= places - 1
        move = scout | at << AT
        if same >> at & 1:
            moves[count] = move | size
            count += 1
        if longer >> at & 1:
            for length in range(size + 1, reach_of(equal, up, down, at) + 1):
                moves[count] = move | length
                count += 1
    return count


@njit
def legal(state: Round, moves: Numbers) -> int:
    """Every legal move, in canonical order, into `moves` (`MOST_MOVES` long); how many."""
    seat = state[TURN]
    if seat < 0:
        return 0
    if state[OPENING]:
        moves[0] = KEEP
        moves[1] = FLIP
        return 2
    cards = state[HAND_SIZE + seat]
    equal, up, down = state[EQUAL + seat], state[UP + seat], state[DOWN + seat]
    size, is_set, low = need(state, 0, 0)
    same, longer = beating(cards, equal, up, down, above(state, seat, low), size, is_set)
    count = _list(same, longer, equal, up, down, size, 0, moves, 0)
    if size and may_scout(state, seat):
        count = _scouts(state, cards, moves, count)
        if state[MARKER + seat]:
            count = _scout_shows(state, seat, moves, count)
    if size and state[STOPS]:
        moves[count] = STOP
        count += 1
    return count


@inner
def may_scout(state: Round, seat: int) -> bool:
    """Whether a seat may Scout where a set lies on the table."""
    return state[PLAYERS] > 2 or state[TOKENS + seat] > 0


@inner
def taking(state: Round, which: int) -> int:
    """A Scout to the first position: 0 and 1 of the left card as it lies and turned, 2 and 3 right.

    The first two alone where one card lies there.
    """
    if which < 2:
        card = state[TABLE]
        right = 0
    else:
        card = state[TABLE + state[TABLE_SIZE] - 1]
        right = RIGHT
    return right | (turned(card) if which & 1 else card) << CARD


@inner
def takings(state: Round) -> int:
    """How many of the four takings there are."""
    return min(2 * state[TABLE_SIZE], 4)


@inner
def _scouts(state: Round, cards: int, moves: Numbers, count: int) -> int:
    """Add every Scout: by end, then as the card lies before turned, then by position."""
    for which in range(takings(state)):
        scout = taking(state, which)
        for to in range(cards + 1):
            moves[count + to] = scout | to << TO
        count += cards + 1
    return count


@inner
def hand_with(state: Round, seat: int, number: int, to: int) -> tuple[int, int, int]:
    """A hand's three sets of bits if a card with this upper number came to a position."""
    hand = HANDS + MOST_CARDS * seat
    # Numbers so far off that no step to or from them is of any kind.
    before = number - (state[hand + to - 1] >> 4) if to else 99
    after = (state[hand + to] >> 4) - number if to < state[HAND_SIZE + seat] else 99
    return (
        steps_with(state[EQUAL + seat], to, before == 0, after == 0),
        steps_with(state[UP + seat], to, before == 1, after == 1),
        steps_with(state[DOWN + seat], to, before == -1, after == -1),
    )


@inner
def hand_without(state: Round, seat: int, at: int, length: int) -> tuple[int, int, int]:
    """A hand's three sets of bits if a block of so many cards went from a position."""
    hand, left = HANDS + MOST_CARDS * seat, state[HAND_SIZE + seat] - length
    step = 99
    if 0 < at < left:
        step = (state[hand + at + length] >> 4) - (state[hand + at - 1] >> 4)
    return (
        steps_without(state[EQUAL + seat], at, length, step == 0),
        steps_without(state[UP + seat], at, length, step == 1),
        steps_without(state[DOWN + seat], at, length, step == -1),
    )


@inner
def _scout_shows(state: Round, seat: int, moves: Numbers, count: int) -> int:
    """Add every Scout & Show: by its Scout, then its Show."""
    cards = state[HAND_SIZE + seat]
    for which in range(takings(state)):
        scout = taking(state, which)
        number = scout >> (CARD + 4) & 15
        size, is_set, low = need(state, which < 2, which >= 2)
        others = above(state, seat, low)
        for to in range(cards + 1):
            equal, up, down = hand_with(state, seat, number, to)
            higher = above_with(others, number > low, to)
            same, longer = beating(cards + 1, equal, up, down, higher, size, is_set)
            move = scout | to << TO
            count = _list(same, longer, equal, up, down, size, move, moves, count)
    return count


# What a move does


@njit
def apply(state: Round, move: int) -> None:
    """Make a legal move of the seat to act, or the draw of who starts."""
    seat = state[TURN]
    if move >= START:
        state[STARTER] = move >> AT & PLACE
        if not state[OPENING]:
            state[TURN] = state[STARTER]
    elif state[OPENING]:
        _choose(state, seat, 2 if move == FLIP else 1)
    else:
        length = move & LENGTH
        card = move >> CARD & 255
        if card:
            _take(state, seat, card, move >> TO & PLACE, move & RIGHT)
            if length:
                state[MARKER + seat] = 0
        end = STOPPED
        if length:
            end = _lay(state, seat, move >> AT & PLACE, length)
        elif card:
            end = _after_scout(state, seat)
        state[ACTIONS] += 1
        if end == GOING and state[ACTIONS] == state[LIMIT]:
            end = BY_LIMIT
        if end != GOING:
            _finish(state, end)


@inner
def _choose(state: Round, seat: int, how: int) -> None:
    """Note a choice; when all have chosen, flip the hands and open the first turn."""
    state[CHOSEN + seat] = how
    if seat + 1 < state[PLAYERS]:
        state[TURN] = seat + 1
        return
    for other in range(state[PLAYERS]):
        if state[CHOSEN + other] == 2:
            flip(state, other)
    state[OPENING] = 0
    state[TURN] = state[STARTER]


@inner
def flip(state: Round, seat: int) -> None:
    """Flip a whole hand, as the rules in force say."""
    hand, cards = HANDS + MOST_CARDS * seat, state[HAND_SIZE + seat]
    for at in range(cards):
        state[hand + at] = turned(state[hand + at])
    if state[ROTATES]:
        for at in range(cards // 2):
            other = hand + cards - 1 - at
            state[hand + at], state[other] = state[other], state[hand + at]
    settle(state, seat)


@inner
def _take(state: Round, seat: int, card: int, to: int, right: int) -> None:
    """Move an end card from the table into the hand, and the token that it costs."""
    put(state, seat, card, to)
    left = state[TABLE_SIZE] - 1
    state[TABLE_SIZE] = left
    if not right:
        for at in range(TABLE, TABLE + left):
            state[at] = state[at + 1]
    state[TABLE + left] = 0
    state[SCOUTS] += 1
    owner = state[OWNER]
    if state[PLAYERS] > 2:
        if owner >= 0:
            state[TOKENS + owner] += 1
    else:
        state[TOKENS + seat] -= 1
        if state[PAYS_OWNER] and owner >= 0:
            state[WON + owner] += 1


@inner
def put(state: Round, seat: int, card: int, to: int) -> None:
    """Put a card into a hand."""
    equal, up, down = hand_with(state, seat, card >> 4, to)
    state[EQUAL + seat], state[UP + seat], state[DOWN + seat] = equal, up, down
    hand, cards = HANDS + MOST_CARDS * seat, state[HAND_SIZE + seat]
    for at in range(hand + cards, hand + to, -1):
        state[at] = state[at - 1]
    state[hand + to] = card
    state[HAND_SIZE + seat] = cards + 1


@inner
def _lay(state: Round, seat: int, at: int, length: int) -> int:
    """Move a block to the table, capture what lay there, pass the turn on; the END that it is."""
    state[WON + seat] += state[TABLE_SIZE]
    for place in range(length, state[TABLE_SIZE]):
        state[TABLE + place] = 0
    hand = HANDS + MOST_CARDS * seat + at
    for place in range(length):
        state[TABLE + place] = state[hand + place]
    state[TABLE_SIZE] = length
    take_out(state, seat, at, length)
    state[OWNER] = seat
    state[SCOUTS] = 0
    after = seat + 1 if seat + 1 < state[PLAYERS] else 0
    state[TURN] = after
    if state[HAND_SIZE + seat] == 0:
        return EMPTIED
    return UNBEATEN if state[PLAYERS] == 2 and is_stuck(state, after) else GOING


@inner
def take_out(state: Round, seat: int, at: int, length: int) -> None:
    """Take a block of cards out of a hand, which closes up."""
    equal, up, down = hand_without(state, seat, at, length)
    state[EQUAL + seat], state[UP + seat], state[DOWN + seat] = equal, up, down
    hand, left = HANDS + MOST_CARDS * seat, state[HAND_SIZE + seat] - length
    for place in range(hand + at, hand + left):
        state[place] = state[place + length]
    for place in range(hand + left, hand + left + length):
        state[place] = 0
    state[HAND_SIZE + seat] = left


@inner
def _after_scout(state: Round, seat: int) -> int:
    """Pass the turn on (two players: keep it), unless the Scout ends the round; the END it is."""
    players = state[PLAYERS]
    if players == 2:
        return UNBEATEN if is_stuck(state, seat) else GOING
    if (
        state[SCOUTS] == players - 1
        and (state[TABLE_SIZE] or not state[GOES_ON_EMPTY])
        and state[OWNER] >= 0
    ):
        return UNBEATEN
    state[TURN] = seat + 1 if seat + 1 < players else 0
    return GOING


@inner
def is_stuck(state: Round, seat: int) -> bool:
    """With two players: whether a seat can neither Scout nor Show."""
    return state[TABLE_SIZE] > 0 and state[TOKENS + seat] == 0 and not can_show(state, seat)


@inner
def _finish(state: Round, end: int) -> None:
    state[END] = end
    unbeaten = end in (UNBEATEN, STOPPED)
    state[EXEMPT] = state[OWNER] if unbeaten and state[OWNER_EXEMPT] else -1
    state[TURN] = -1


@njit
def is_over(state: Round) -> bool:
    """Whether the round has ended."""
    return state[END] != 0


@njit
def scores(state: Round, points: Numbers) -> None:
    """The points of each seat, as they would be if the round ended now, into `points`."""
    for seat in range(state[PLAYERS]):
        hand = 0 if seat == state[EXEMPT] else state[HAND_SIZE + seat]
        points[seat] = state[WON + seat] + state[UNSPENT] * state[TOKENS + seat] - hand


# Chance


@njit
def deck(players: int, cards: Numbers) -> int:
    """The cards in play, each with its smaller number up, into `cards` (45 long); how many."""
    for i in range(_DECK_SIZES[players]):
        cards[i] = _DECKS[players, i]
    return _DECK_SIZES[players]


@njit
def deal(state: Round, starter: int, cards: Numbers, count: int, dice: Dice) -> None:
    """A new round under the same rules, before the choices to keep or flip.

    `starter` is a seat, `HOLDER` or `ANYONE`. `cards` are those that can be
    dealt, `count` of them; they are left in the order they were dealt in, so
    that those not dealt come last.
    """
    players = state[PLAYERS]
    size = _DEALT[players]
    for at in range(OPENING, ROUND):
        state[at] = 0
    state[OPENING] = 1
    state[STARTER] = starter
    state[EXEMPT] = state[OWNER] = -1
    turns = roll(dice)  # a bit for each card
    for seat in range(players):
        hand = HANDS + MOST_CARDS * seat
        for at in range(size):
            i = seat * size + at
            other = i + below(dice, count - i)
            card = cards[other]
            cards[other] = cards[i]
            if starter == HOLDER and min(card, turned(card)) == _HOLDER_CARD:
                state[STARTER] = seat
            cards[i] = state[hand + at] = turned(card) if turns >> np.uint64(i) & _1 else card
        state[HAND_SIZE + seat] = size
        state[TOKENS + seat] = 3 if players == 2 else 0
        state[MARKER + seat] = players > 2
        settle(state, seat)
    if state[STARTER] < 0:
        state[STARTER] = below(dice, players)


def warm() -> None:
    """Call everything that others call, so that it is compiled, or loaded."""
    from games.scout import strong  # it is built on this module

    state, moves, points = (np.zeros(n, dtype=np.int64) for n in (ROUND, MOST_MOVES, 5))
    cards, dice = np.zeros(_MOST_IN_DECK, dtype=np.int64), dice_of(1)
    state[PLAYERS], state[UNSPENT] = 4, 1
    deal(state, HOLDER, cards, deck(4, cards), dice)
    settle(state, 0)
    while not is_over(state):
        legal(state, moves)
        apply(state, moves[0])
    scores(state, points)
    strong.warm()


def halves() -> tuple[Callable[[], None], Callable[[], None]]:
    """Two parts of what `warm` calls, which take about as long to compile."""
    from games.scout import strong  # it is built on this module

    return strong.play_on, strong.think_first
