"""The players of SCOUT that need the kernel: `Steady`, a trained net, and `Expert`, a search."""

from __future__ import annotations

import time
from collections.abc import Sequence

from games.bots import Budget
from games.deals import Shuffler
from games.game import Move, Player
from games.scout import bridge
from games.scout.belief import Belief
from games.scout.nets import net_for
from games.scout.policy import MOST, rooms, think
from games.scout.search import Choice, hindsight, worlds_for
from games.scout.state import State
from games.scout.view import View
from games.scout.weights import weights_for
from games.search.halving import search

MOST_LOOKED_AT = 4
"""How many moves the expert looks at: those that the net thinks most of."""
TRUST = 120.0
"""What the net thinks of a move counts as much as so many worlds."""
# Few worlds, that fit the better what the others did: walks are long.
_FIRST_STEPS, _LATER_STEPS = 1000, 360
_PLAYOUTS_A_WORLD = 25
_SECONDS_A_WORLD = 0.00125
_WORLDS = 4, 40


class Steady:
    """The move that a net thinks most of. There is no chance in it."""

    def __init__(self, seed: int) -> None:
        self._room = rooms()

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`."""
        state, room = bridge.from_view(view), self._room
        found = think(state, weights_for(view.players), net_for(view.players), MOST, room)
        best = int(room.thought[:found].argmax())
        return bridge.decode(int(room.found[best]), state)


class Expert:
    """The move that comes to most by the net and over many worlds that fit what the others did.

    What it believes is kept from turn to turn to save time; it would come to
    the same belief, and to the same move, from the view alone.
    """

    def __init__(self, seed: int, budget: Budget) -> None:
        self._budget = budget
        worlds = worlds_for(budget, _PLAYOUTS_A_WORLD, _SECONDS_A_WORLD, _WORLDS)
        self._belief = Belief(seed, worlds, _FIRST_STEPS, _LATER_STEPS)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`."""
        if len(legal) == 1:
            return legal[0]
        start = time.perf_counter()
        choice = Choice(view, self._belief, MOST_LOOKED_AT)
        return choice.moves[search(choice, self._budget, start, TRUST).best]


def warm() -> None:
    """Play a little of a round, so that all that these players call is compiled, or loaded."""
    state = _begun()
    players: tuple[Player, ...] = (Steady(1), Expert(1, Budget(playouts=16)), Steady(1))
    while state.actions < len(players):
        seat = state.turn
        state.apply(seat, players[seat].choose(state.view(seat), state.legal()))


def play_on() -> None:
    """Call what believes and plays rounds on in a search; one half of `warm`."""
    state = _begun()
    hindsight(state, state.legal())
    while state.actions < state.players:
        Belief(1, 1).at(state.view(state.turn))
        state.apply(state.turn, state.legal()[0])


def think_first() -> None:
    """Call what thinks of moves before any search; the other half."""
    state = _begun()
    Steady(1).choose(state.view(state.turn), state.legal())


def _begun() -> State:
    """A round before its first turn."""
    from games.scout import GAME  # it knows these players

    rules, _ = GAME.rules(3, {"first_starter": 1})
    return GAME.begin(rules, [], GAME.deal(rules, [], Shuffler("warm", 1)))
