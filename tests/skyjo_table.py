"""SKYJO tables laid out by hand, and whole rounds at random, for the tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.deals import Shuffler
from games.game import Move, Round
from games.options import Rules
from games.skyjo import GAME
from games.skyjo.cards import BITS, DECK, EMPTY
from games.skyjo.setup import Setup
from games.skyjo.state import State
from notation.skyjo import NOTATION


def rules(players: int = 3, **given: object) -> Rules:
    return GAME.rules(players, given)[0]


def lay(
    *grids: str,
    discard: Sequence[int] = (5,),
    stock: Sequence[int] = (),
    drawn: int | None = None,
    turn: int = 0,
    ender: int | None = None,
    turns: int = 20,
    totals: Sequence[int] = (),
    spent: bool = False,
    **given: object,
) -> State:
    """A round in its middle, every card known.

    A grid is its rows, ``3 ?1 . -2 / …``: an open 3, a hidden 1, a cleared
    place, an open -2; a ``?`` alone is some hidden card. The rest of the deck
    lies under the cards of `stock`, or, when the draw pile is `spent`, under
    those of `discard`.
    """
    words = [grid.replace("/", " ").split() for grid in grids]
    left = list(DECK)
    random.Random(5).shuffle(left)
    for said in (
        *(int(word.strip("?")) for row in words for word in row if word.strip("?.")),
        *discard,
        *stock,
        *(() if drawn is None else (drawn,)),
    ):
        left.remove(said)
    cards = [
        [
            EMPTY if word == "." else left.pop() if word == "?" else int(word.strip("?"))
            for word in w
        ]
        for w in words
    ]
    hidden = [
        sum(bit for bit, word in zip(BITS, row, strict=True) if word[0] == "?") for row in words
    ]
    players = len(grids)
    return Setup(
        rules(players, **given),
        cards,
        hidden,
        [0] * players,
        (*left, *discard) if spent else discard,
        stock if spent else (*stock, *left),
        rest=False,
        drawn=drawn,
        must_draw=False,
        turn=turn,
        ender=ender,
        turns=turns,
        number=1,
        totals=totals or (0,) * players,
    ).state()


HIDDEN = "? ? ? ? / ? ? ? ? / ? ? ? ?"
"""A grid of which nothing matters."""


def make(state: State, *texts: str) -> State:
    """Check and make moves as people write them where they choose: ``T@b2``, ``D``, ``@b2``."""
    for text in texts:
        seat = state.turn
        (move,) = NOTATION.choose(text, state.view(seat), ())
        state.check(seat, move)
        state.apply(seat, move)
    return state


class Ply(NamedTuple):
    """A moment of a round: the state, and what is done next by whom (-1: chance)."""

    state: State
    seat: int
    move: Move


def plies(
    in_force: Rules, seed: str, past: Sequence[Round] = (), bias: float = 0.5
) -> Iterator[Ply]:
    """A round at random, `bias` of the turns with a draw; the state changes from ply to ply."""
    shuffler = Shuffler(seed, len(past) + 1)
    state = GAME.begin(in_force, past, GAME.deal(in_force, past, shuffler))
    dice = random.Random(seed)
    while state.end is None:
        due = state.chance()
        seat, move = -1, GAME.draw(due, shuffler) if due else ()
        if not due:
            seat, legal = state.turn, state.legal()
            move = legal[-1] if not state.midturn and dice.random() < bias else dice.choice(legal)
            if state.opening:
                move = dice.choice(legal)
            due = state.chance(move)
            if due:
                seat, move = -1, GAME.draw(due, shuffler)
        move = state.complete(seat, move)
        yield Ply(state, seat, move)
        state.apply(seat, move)
    yield Ply(state, -1, ())
