"""From here to the end of a round, compiled: hidden cards dealt anew, moves by a policy.

A policy is a function marked `njit` that takes a round and chooses a legal
move of the seat to act; `play_on` knows them by number. The room they
need is passed in: `moves` is MOST_MOVES long, `notes` is `thumb.NOTES` long;
`habits` has a row for each seat (see `thumb.habits_for`).
"""

from __future__ import annotations

import numpy as np

from games.search.chance import Dice, below
from games.search.compiled import njit
from games.skyjo.cards import ALL, EMPTY, PLACES
from games.skyjo.kernel import apply, draw_lot, hide, legal, see, shuffle, stop
from games.skyjo.layout import (
    CARDS, CARDS_END, DRAWN, GONE, GRIDS, LOT, MOST_MOVES, MOST_PLAYERS,
    Numbers, OPENED, OVER, OWN_TURN, PHASE, PILES, PLAYERS, ROUND, Round, STOCK, TURNS,
    TURN_OF,
)  # fmt: skip
from games.skyjo.thumb import NOTES, Measures, habits_for, thumb, turn_by_thumb

RANDOM, THUMB = 0, 1
"""The policies by number."""


# What a seat cannot see


@njit
def copy_to(state: Round, other: Round) -> None:
    """Make `other` the same round."""
    for i in range(ROUND):
        other[i] = state[i]


@njit
def redeal(state: Round, seat: int, spare: Numbers, dice: Dice) -> None:
    """Exchange at random the cards that `seat` cannot tell apart (`spare`: room for the deck).

    Those are the hidden ones of all grids, the draw pile, and a card that
    another seat has drawn. After a reshuffle it is known which cards the draw
    pile has (with the drawn one), so these stay apart from those in the grids.
    """
    held = state[DRAWN] != EMPTY and seat != state[TURN_OF]
    count = 0
    for other in range(state[PLAYERS]):
        shut = ALL & ~(state[OPENED + other] | state[GONE + other])
        for place in range(PLACES):
            if shut >> place & 1:
                spare[count] = state[GRIDS + PLACES * other + place]
                count += 1
    grids = count
    for at in range(state[STOCK], CARDS_END):
        spare[count] = state[CARDS + at]
        count += 1
    if held:
        spare[count] = state[DRAWN]
        count += 1
    if state[PILES]:
        shuffle(spare[:grids], dice)
        shuffle(spare[grids:count], dice)
    else:
        shuffle(spare[:count], dice)
    if held:
        count -= 1
        hide(state, state[DRAWN])
        see(state, spare[count])
        state[DRAWN] = spare[count]
    count = 0
    for other in range(state[PLAYERS]):
        shut = ALL & ~(state[OPENED + other] | state[GONE + other])
        for place in range(PLACES):
            if shut >> place & 1:
                state[GRIDS + PLACES * other + place] = spare[count]
                count += 1
    for at in range(state[STOCK], CARDS_END):
        state[CARDS + at] = spare[count]
        count += 1


# Playing on


@njit
def play_on(
    state: Round,
    policies: Numbers,
    habits: Measures,
    most: int,
    moves: Numbers,
    notes: Measures,
    dice: Dice,
) -> int:
    """Play to the end of the round, each seat by its policy; how many turns that took.

    After `most` turns the round is stopped, as the turn limit would stop it.
    """
    before = state[TURNS]
    while state[PHASE] != OVER:
        if state[PHASE] == LOT:
            apply(state, draw_lot(state, dice), dice)
        elif state[PHASE] == OWN_TURN and state[TURNS] - before >= most:
            stop(state)
        elif policies[state[TURN_OF]] == THUMB:
            if state[PHASE] == OWN_TURN:
                turn_by_thumb(state, habits, notes, dice)
            else:
                apply(state, thumb(state, habits, notes), dice)
        else:
            apply(state, moves[below(dice, legal(state, moves))], dice)
    return state[TURNS] - before


def warm(state: Round, dice: Dice) -> None:
    """Call every function here on a copy of a round before its end."""
    moves, spare = np.zeros(MOST_MOVES, dtype=np.int64), np.zeros(CARDS_END, dtype=np.int64)
    notes, habits = np.zeros(NOTES), habits_for(int(state[PLAYERS]))
    copy = state.copy()
    redeal(copy, 0, spare, dice)
    play_on(copy, np.zeros(MOST_PLAYERS, dtype=np.int64), habits, 1, moves, notes, dice)
    copy_to(state, copy)
