"""What a position of SCOUT looks like to the seat that has just moved, compiled: inputs of a net.

INPUTS numbers, most between 0 and 1, of what the seat knows: its hand and what
it can become, the table, how many cards the others have. See `policy` for what is
made of them.
"""

from __future__ import annotations

from games.scout.kernel import hand_without, need, reach_of, taking, takings
from games.scout.layout import (
    ACTIONS, CARD, DOWN, EQUAL, HANDS, HAND_SIZE, MARKER, MOST_CARDS, Numbers, OWNER, PLAYERS,
    Round, SCOUTS, STARTER, TABLE, TOKENS, TURN, UP,
)  # fmt: skip
from games.scout.worth import (
    BEHIND, Measures, NEVER, block_worth, cut, fewest_cards, step_at, worth_with, worth_without,
)  # fmt: skip
from games.search.compiled import inner

# Where the inputs stand: of
HAND = 0  # the hand as it is
BLOCKS = HAND + 6  # how many blocks of each sort its best cutting has
FEWEST = BLOCKS + 7  # how many Shows empty it
NEXT = FEWEST + 6  # the strongest blocks, and the hand after the seat's next move
LIES = NEXT + 18  # the table
OTHERS = LIES + 24  # the other seats
EACH = 5
FIELD = OTHERS + 4 * EACH  # the others together
MOVE = FIELD + 3  # the move and the moment
PAIR = MOVE + 9  # what is there with two players alone
INPUTS = PAIR + 3

A_SCOUT, A_SHOW, BOTH, A_CHOICE = range(4)
"""What kind of move led to the position; a choice is one to keep or flip."""

# How a count of Shows is written: so much for each, and for each single card among them.
_SHOW, _ALONE = 64, 1
# In `room`: the fewest Shows of each stretch of the hand; then the same for what is left when its
# last card goes with others, for each kind of step.
_WIDE = MOST_CARDS + 1
_JOINING = _WIDE * _WIDE
ROOM = 4 * _JOINING
"""The length of `room`."""


@inner
def describe(
    state: Round, seat: int, worth: float, kind: int, weights: Measures, notes: Measures,
    room: Numbers, x: Measures,
) -> None:  # fmt: skip
    """Write into `x` how a round stands after a move of `seat` that did not end it.

    `worth` is what the rule of thumb, with `weights`, thought of the move, less the margin
    now; `kind` what kind of move it was. `notes` and `room` are room.
    """
    for i in range(INPUTS):
        x[i] = 0.0
    cut(state, seat, weights, notes)
    _hand(state, seat, weights, notes, room, x)
    _next(state, seat, weights, notes, x)
    _table(state, seat, x)
    _others(state, seat, x)
    players = state[PLAYERS]
    x[MOVE] = state[ACTIONS] / 20
    x[MOVE + 1] = worth / 10
    if kind:
        x[MOVE + 1 + kind] = 1.0
    if kind == A_CHOICE:
        x[MOVE + 5 + min((state[STARTER] - seat + players) % players, 3)] = 1.0
    if players == 2:
        x[PAIR] = int(state[TURN] == seat)
        x[PAIR + 1] = state[TOKENS + seat] / 3
        x[PAIR + 2] = state[TOKENS + 1 - seat] / 3


# The seat's own hand


@inner
def _hand(
    state: Round, seat: int, weights: Measures, notes: Measures, room: Numbers, x: Measures
) -> None:
    """The hand as it is; `notes` are those of `cut`."""
    cards = state[HAND_SIZE + seat]
    x[HAND] = cards / 10
    if 1 <= cards <= 3:
        x[HAND + cards] = 1.0
    x[HAND + 4] = state[MARKER + seat]
    x[HAND + 5] = notes[BEHIND] / 10
    at = blocks = 0
    while at < cards:
        length = _first_block(state, seat, at, weights, notes)
        run = int(step_at(state, seat, at) != 0)
        if length == 1:
            x[BLOCKS] += 0.25
        elif length == 2:
            x[BLOCKS + 1 + run] += 0.5
        elif length == 3:
            x[BLOCKS + 3 + run] += 1.0
        else:
            x[BLOCKS + 5] += 1.0
        blocks += 1
        at += length
    x[BLOCKS + 6] = blocks / 5
    count = fewest_shows(state, seat, room)
    shows = count // _SHOW
    x[FEWEST] = shows / 5
    x[FEWEST + 1] = int(shows == 1)
    x[FEWEST + 2] = int(shows == 2)
    x[FEWEST + 3] = count % _SHOW / 4
    least = _pieces(cards, state[EQUAL + seat], state[UP + seat], state[DOWN + seat])
    x[FEWEST + 4] = least / 5
    x[FEWEST + 5] = int(least == 1)


@inner
def _first_block(state: Round, seat: int, at: int, weights: Measures, notes: Measures) -> int:
    """How long the block is that begins at a position where the cards from there are cut best."""
    first, step = state[HANDS + MOST_CARDS * seat + at] >> 4, step_at(state, seat, at)
    most, best = NEVER, 1
    for length in range(
        1, reach_of(state[EQUAL + seat], state[UP + seat], state[DOWN + seat], at) + 1
    ):
        low = first - length + 1 if step == -1 else first
        worth = block_worth(weights, step, length, low) + notes[BEHIND + at + length]
        if worth > most:
            most, best = worth, length
    return best


@inner
def _pieces(cards: int, equal: int, up: int, down: int) -> int:
    """The fewest blocks that a hand can be cut into as it lies, from its three sets of bits."""
    at = count = 0
    while at < cards:
        at += reach_of(equal, up, down, at)
        count += 1
    return count


@inner
def fewest_shows(state: Round, seat: int, room: Numbers) -> int:
    """The fewest Shows that empty a hand if nothing had to be beaten, and single cards in them.

    `_SHOW` for each and `_ALONE` more for one of a single card. A hand closes up behind a block,
    so cards that are apart can go together later. The last card of a stretch is shown
    alone or with others; what lies between it and the card of its block before it
    must have gone by then, and goes within itself.
    """
    cards, hand = state[HAND_SIZE + seat], HANDS + MOST_CARDS * seat
    for last in range(cards):
        before, row = last * _WIDE, (last + 1) * _WIDE
        for first in range(last + 1):
            fewest = room[before + first] if first < last else 0
            room[row + first] = fewest + _SHOW + _ALONE
            for kind in range(3):
                room[_JOINING * (1 + kind) + before + first] = fewest
        room[row + last + 1] = 0
        for mate in range(last):
            kind = (state[hand + last] >> 4) - (state[hand + mate] >> 4) + 1
            if 0 <= kind <= 2:
                between = room[before + mate + 1]
                joining = _JOINING * (1 + kind)
                for first in range(mate + 1):
                    fewest = between + room[joining + mate * _WIDE + first]
                    mine = joining + before + first
                    room[mine] = min(room[mine], fewest)
                    room[row + first] = min(room[row + first], fewest + _SHOW)
    return room[cards * _WIDE] if cards else 0


@inner
def _next(state: Round, seat: int, weights: Measures, notes: Measures, x: Measures) -> None:
    """The blocks of the hand, what each would leave, and which beat the table; a Scout."""
    cards, hand = state[HAND_SIZE + seat], HANDS + MOST_CARDS * seat
    equal, up, down = state[EQUAL + seat], state[UP + seat], state[DOWN + seat]
    size, is_set, low = need(state, 0, 0)
    whole = notes[BEHIND]
    best = best_beating = NEVER
    fewest = fewest_beating = MOST_CARDS
    beating = longest = set_size = set_low = run_size = run_low = 0
    for at in range(cards):
        first, step = state[hand + at] >> 4, step_at(state, seat, at)
        for length in range(1, reach_of(equal, up, down, at) + 1):
            least = first - length + 1 if step == -1 else first
            worth = worth_without(state, seat, at, at + length, weights, notes)
            left = _pieces(cards - length, *hand_without(state, seat, at, length))
            best, fewest = max(best, worth), min(fewest, left)
            if length == 1:
                x[NEXT] = max(x[NEXT], first / 10)
            elif step == 0:
                if length > set_size or (length == set_size and least > set_low):
                    set_size, set_low = length, least
            elif length > run_size or (length == run_size and least > run_low):
                run_size, run_low = length, least
            if size and _beats(length, length == 1 or step == 0, least, size, is_set, low):
                beating += 1
                best_beating = max(best_beating, worth)
                fewest_beating = min(fewest_beating, left)
                longest = max(longest, length)
    if cards:
        x[NEXT + 1] = (best - whole) / 5
        x[NEXT + 2] = fewest / 5
        x[NEXT + 3] = int(fewest == 1)
        x[NEXT + 4] = int(fewest == 0)
    x[NEXT + 5] = set_size / 4
    x[NEXT + 6] = set_low / 10
    x[NEXT + 7] = min(max(set_size - 1, 0), 2)
    x[NEXT + 8] = run_size / 4
    x[NEXT + 9] = run_low / 10
    x[NEXT + 10] = min(max(run_size - 1, 0), 2)
    if beating:
        x[NEXT + 11] = 1.0
        x[NEXT + 12] = beating / 5
        x[NEXT + 13] = (best_beating - whole) / 5
        x[NEXT + 14] = fewest_beating / 5
        x[NEXT + 15] = int(fewest_beating == 0)
        x[NEXT + 16] = longest / 4
    if size:
        gain = NEVER
        for which in range(takings(state)):
            number = taking(state, which) >> (CARD + 4) & 15
            for to in range(cards + 1):
                gain = max(gain, worth_with(state, seat, number, to, weights, notes))
        x[NEXT + 17] = (gain - whole) / 5


@inner
def _beats(length: int, is_set: bool, low: int, size: int, set_there: bool, low_there: int) -> bool:
    """Whether a block beats another."""
    if length != size:
        return length > size
    if is_set != set_there:
        return is_set
    return low > low_there


# What all see


@inner
def _table(state: Round, seat: int, x: Measures) -> None:
    """What lies on the table, and how near the round is to its end by Scouts."""
    size, is_set, low = need(state, 0, 0)
    x[LIES + min(size, 5)] = 1.0
    if size:
        x[LIES + 6] = int(size > 1 and is_set)
        x[LIES + 7] = int(size > 1 and not is_set)
        x[LIES + 8] = low / 10
        if size == 1:
            x[LIES + 9] = low / 10
        elif size <= 3:
            here = LIES + 10 + 3 * (size - 2)
            x[here if is_set else here + 1] = low / 10
            x[here + 2] = int(is_set)
        left, right = state[TABLE], state[TABLE + size - 1]
        x[LIES + 16] = (left >> 4) / 10
        x[LIES + 17] = (left & 15) / 10
        x[LIES + 18] = (right >> 4) / 10
        x[LIES + 19] = (right & 15) / 10
    players, scouts = state[PLAYERS], state[SCOUTS]
    x[LIES + 20] = int(state[OWNER] == seat)
    x[LIES + 21] = int(scouts == players - 2)
    x[LIES + 22] = int(scouts == players - 3)
    x[LIES + 23] = int(scouts == 1)


@inner
def _others(state: Round, seat: int, x: Measures) -> None:
    """Each of the other seats, and all together."""
    players = state[PLAYERS]
    for ahead in range(1, players):
        other, to = (seat + ahead) % players, OTHERS + EACH * (ahead - 1)
        cards = state[HAND_SIZE + other]
        x[to] = cards / 10
        x[to + 1] = int(cards <= 2)
        x[to + 2] = int(cards == 1)
        x[to + 3] = state[MARKER + other]
        x[to + 4] = int(other == state[OWNER])
    least = fewest_cards(state, seat)
    x[FIELD] = least / 10
    x[FIELD + 1] = int(least == 1)
    x[FIELD + 2] = int(least <= 3)
