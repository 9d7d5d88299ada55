"""What candidate moves are worth in worlds dealt at random, compiled.

Every candidate is played on for some laps of the table by `gauge`; then the
round's end is guessed, or played by `thumb`. To make the differences between
candidates less a matter of chance, each seat draws the same cards in a world
whatever was drawn before, and the luck that the seats had (`gauge` and `thumb`
say by how much a card was better than could be expected) is taken off again.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from games.search.chance import Dice, dice_of, roll
from games.search.compiled import inner, njit
from games.skyjo import layout as at
from games.skyjo import thumb as thumbs
from games.skyjo.cards import ALL, EMPTY, PLACES, SLOTS, VALUES
from games.skyjo.gauge import (
    NOTES,
    Measures,
    gauge,
    guess,
    luck_of_draw,
    luck_of_turn,
    turn_by_gauge,
)  # fmt: skip
from games.skyjo.kernel import apply, draw_lot, hide, scores, see, shuffle, stop
from games.skyjo.layout import Numbers, Round
from games.skyjo.outlook import rate, slopes, worth
from games.skyjo.thumb import flip_luck, hopes, thumb, turn_by_thumb
from games.skyjo.weights import weights_for

Rooms: TypeAlias = tuple[
    Round, Round, Numbers, Numbers, Measures, Measures, Measures, Measures,
    Measures, Measures, Measures, Dice, Dice,
]  # fmt: skip
"""Room that is passed in, so that nothing is made in the loops: see `rooms_for`."""


class How(NamedTuple):
    """How a round is played on after a candidate move; for `try_out` an array of these numbers."""

    laps: int
    """So many laps go by `gauge`, the rest by thumb."""
    guessed: bool
    """Whether the rest is not played but guessed, unless somebody has opened everything."""
    most: int
    """The lap of the table after which the round is stopped."""


_LAPS, _GUESSED, _MOST = range(3)

_LOWEST, _HIGHEST = min(VALUES), max(VALUES)
_STEP = np.uint64(0xD1342543DE82EF95)
"""An odd number, so that every world has another start for its dice."""
_SURE = 0.9
"""How much of the luck is taken off."""
_LEVEL = 14.0
"""The mean points of a round of which only the margin is guessed."""


def rooms_for() -> Rooms:
    """The room that `try_out` needs."""
    return (
        np.zeros(at.ROUND, dtype=np.int64),  # a world
        np.zeros(at.ROUND, dtype=np.int64),  # the round that is played on in it
        np.zeros(at.CARDS_END, dtype=np.int64),
        np.zeros(at.MOST_PLAYERS, dtype=np.int64),  # points as scored
        np.zeros(at.MOST_PLAYERS),  # points as scored or guessed
        np.zeros(thumbs.NOTES),
        np.zeros(NOTES),
        np.zeros(at.MOVES),
        np.zeros(at.MOST_PLAYERS),  # the luck of each seat
        np.zeros(at.MOST_PLAYERS),  # what a point of it is worth
        np.zeros((PLACES + 1, SLOTS)),  # luck of the candidates: turns by place, then the draw
        dice_of(0),  # of the world
        dice_of(0),  # of the round in it
    )


@njit
def try_out(
    root: Round,
    seat: int,
    candidates: Numbers,
    first: int,
    seed: Dice,
    how: Numbers,
    habits: Measures,
    weights: Measures,
    worths: Measures,
    rooms: Rooms,
) -> None:
    """Play candidate moves of `seat` in worlds dealt at random.

    `worths` has a row for each world, `first` and those after it, and a column
    for each candidate: what its end is worth to the seat (see `outlook.worth`),
    less the luck. `seed` is not rolled. `how` are the numbers of a `How`.
    """
    world, play, spare, points, ends, _, gauged, _, lucks, shares, table, dice, luck = rooms
    players = root[at.PLAYERS]
    win = rate(root, seat, ends)
    slopes(root, seat, ends, win, shares)
    trained = how[_LAPS] > 0 and root[at.ENDER] < 0
    _foresee(root, trained, habits, weights, rooms)
    for row in range(len(worths)):
        dice[0] = seed[0] + np.uint64(first + row) * _STEP
        dice[0] = roll(dice)
        _copy(root, world)
        redeal(world, seat, spare, dice)
        for column in range(len(candidates)):
            _copy(world, play)
            luck[0] = dice[0]
            _begin(play, seat, candidates[column], lucks, table)
            turns, stock = play[at.TURNS], play[at.STOCK] - (play[at.DRAWN] != EMPTY)
            apply(play, candidates[column], luck)
            if trained and play[at.PHASE] == at.IN_HAND:
                _finish_turn(play, weights, rooms)
            guessed = _play_out(play, turns, stock, how, habits, weights, rooms)
            if guessed:
                margin = guess(play, seat, weights, gauged)
                for other in range(players):
                    ends[other] = _LEVEL + margin / players
                ends[seat] -= margin
            else:
                scores(play, points)
                for other in range(players):
                    ends[other] = points[other]
            value = worth(play, ends, seat, guessed, win)
            for other in range(players):
                value -= _SURE * shares[other] * lucks[other]
            worths[row, column] = value


@inner
def _copy(state: Round, other: Round) -> None:
    """Make `other` the same round."""
    for i in range(at.ROUND):
        other[i] = state[i]


@njit
def redeal(state: Round, seat: int, spare: Numbers, dice: Dice) -> None:
    """Exchange at random the cards that `seat` cannot tell apart (`spare`: room for the deck).

    Those are the hidden ones of all grids, the draw pile, and a card that
    another seat has drawn. After a reshuffle it is known which cards the draw
    pile has (with the drawn one), so these stay apart from those in the grids.
    """
    held = state[at.DRAWN] != EMPTY and seat != state[at.TURN_OF]
    count = 0
    for other in range(state[at.PLAYERS]):
        shut = ALL & ~(state[at.OPENED + other] | state[at.GONE + other])
        for place in range(PLACES):
            if shut >> place & 1:
                spare[count] = state[at.GRIDS + PLACES * other + place]
                count += 1
    grids = count
    for i in range(state[at.STOCK], at.CARDS_END):
        spare[count] = state[at.CARDS + i]
        count += 1
    if held:
        spare[count] = state[at.DRAWN]
        count += 1
    if state[at.PILES]:
        shuffle(spare[:grids], dice)
        shuffle(spare[grids:count], dice)
    else:
        shuffle(spare[:count], dice)
    if held:
        count -= 1
        hide(state, state[at.DRAWN])
        see(state, spare[count])
        state[at.DRAWN] = spare[count]
    count = 0
    for other in range(state[at.PLAYERS]):
        shut = ALL & ~(state[at.OPENED + other] | state[at.GONE + other])
        for place in range(PLACES):
            if shut >> place & 1:
                state[at.GRIDS + PLACES * other + place] = spare[count]
                count += 1
    for i in range(state[at.STOCK], at.CARDS_END):
        state[at.CARDS + i] = spare[count]
        count += 1


@inner
def _foresee(root: Round, trained: bool, habits: Measures, weights: Measures, rooms: Rooms) -> None:
    """Note the luck of every card that a candidate can bring to light: the same in all worlds."""
    _, _, _, _, _, notes, gauged, gains, _, _, table, _, _ = rooms
    table[:] = 0.0
    if root[at.PILES] > 0:
        return
    if root[at.PHASE] == at.OWN_TURN:
        if trained:
            gauge(root, weights, gauged, gains)
            for card in range(_LOWEST, _HIGHEST + 1):
                table[PLACES, card] = luck_of_draw(gauged, card)
        else:
            hopes(root, habits, notes, table[PLACES])
    elif root[at.PHASE] == at.IN_HAND:
        mean = root[at.SUM] / max(root[at.LEFT], 1)
        if trained:
            gauge(root, weights, gauged, gains)
        for place in range(PLACES):
            for card in range(_LOWEST, _HIGHEST + 1):
                if not trained:
                    table[place, card] = mean - card
                elif gains[at.TURN + place] > -100.0:
                    move = at.TURN + place
                    table[place, card] = luck_of_turn(root, move, card, weights, gauged, gains)


@inner
def _begin(play: Round, seat: int, move: int, lucks: Measures, table: Measures) -> None:
    """Set the luck of all seats to what a candidate brings in this world, before it is made."""
    lucks[:] = 0.0
    if play[at.PILES] > 0:
        return
    if move == at.DRAW:
        if play[at.PHASE] == at.OWN_TURN and play[at.STOCK] < at.CARDS_END:
            lucks[seat] = table[PLACES, play[at.CARDS + play[at.STOCK]]]
    elif at.TURN <= move < at.REVEAL:
        place = move - at.TURN
        lucks[seat] = table[place, play[at.GRIDS + PLACES * seat + place]]
    if play[at.ENDER] >= 0:
        mean = play[at.SUM] / max(play[at.LEFT], 1)
        other = play[at.ENDER]
        while other != seat:  # they have had their last turn
            lucks[other] = flip_luck(play, other, mean, 0)
            other = other + 1 if other + 1 < play[at.PLAYERS] else 0
        if move != at.DRAW:
            place = move if move < at.DRAW else (move - at.SWAP) % PLACES
            lucks[seat] += flip_luck(play, seat, mean, 1 << place)


@inner
def _finish_turn(play: Round, weights: Measures, rooms: Rooms) -> None:
    """What `gauge` does with a card that a candidate has drawn."""
    _, _, _, _, _, _, gauged, gains, lucks, _, _, _, dice = rooms
    gauge(play, weights, gauged, gains)
    move = int(np.argmax(gains))
    if move >= at.TURN and play[at.PILES] == 0:
        seat = play[at.TURN_OF]
        card = play[at.GRIDS + PLACES * seat + move - at.TURN]
        lucks[seat] += luck_of_turn(play, move, card, weights, gauged, gains)
    apply(play, move, dice)


@inner
def _play_out(
    play: Round,
    turns: int,
    stock: int,
    how: Numbers,
    habits: Measures,
    weights: Measures,
    rooms: Rooms,
) -> bool:
    """Play on as `how` says; whether it is to be guessed how the round ends. Adds up all luck.

    In the nth turn after `turns`, if it draws, the nth card after `stock` is
    drawn, whether the turns before it drew or not: of cards that nobody has
    seen one is as good as another.
    """
    _, _, _, _, _, notes, gauged, gains, lucks, _, _, _, dice = rooms
    players = play[at.PLAYERS]
    by_gauge = turns + 1 + players * (how[_LAPS] - 1)
    while play[at.PHASE] != at.OVER:
        if play[at.PHASE] == at.OWN_TURN:
            if how[_GUESSED] and play[at.ENDER] < 0 and play[at.TURNS] >= by_gauge:
                return True
            if play[at.TURNS] - turns >= how[_MOST] * players:
                stop(play)
                return False
            behind = play[at.TURNS] - turns - play[at.STOCK] + stock
            top = at.CARDS + play[at.STOCK]
            if 0 < behind < at.CARDS_END - play[at.STOCK]:
                play[top], play[top + behind] = play[top + behind], play[top]
            seat = play[at.TURN_OF]
            if play[at.TURNS] < by_gauge:
                lucks[seat] += turn_by_gauge(play, weights, gauged, gains, habits, notes, dice)
            else:
                lucks[seat] += turn_by_thumb(play, habits, notes, dice)
        elif play[at.PHASE] == at.LOT:
            apply(play, draw_lot(play, dice), dice)
        else:
            apply(play, thumb(play, habits, notes), dice)
    return False


def warm(state: Round) -> None:
    """Call every function that players call, on a copy of a round before its end."""
    players = int(state[at.PLAYERS])
    copy, habits, weights = state.copy(), thumbs.habits_for(players), weights_for(players)
    gains, candidates = np.zeros(at.MOVES), np.array([at.REVEAL])
    how, worths = np.array(How(laps=0, guessed=False, most=1)), np.zeros((1, 1))
    try_out(copy, 0, candidates, 0, dice_of(1), how, habits, weights, worths, rooms_for())
    thumb(copy, habits, np.zeros(thumbs.NOTES))
    for seat in range(players):
        copy[at.CHOSEN + seat], copy[at.OPENED + seat] = 0, 3
    copy[at.PHASE] = at.OWN_TURN
    gauge(copy, weights, np.zeros(NOTES), gains)
    thumbs.weigh(copy, habits, np.zeros(thumbs.NOTES), gains)
