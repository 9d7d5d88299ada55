"""A decision of SCOUT for search: which moves are worth a thought, and what they come to.

The cards that the seat has not seen are dealt as it believes (see `belief`);
each candidate is played, and then everybody goes on by the rule of thumb to
the end of the round. The candidates are those that a net thinks most of (see `policy`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from games.bots import Budget
from games.errors import RuleError
from games.game import Move
from games.scout import bridge
from games.scout.belief import Belief, lay
from games.scout.kernel import apply, scores
from games.scout.layout import (
    CHOSEN, FLIP, MOST_PLAYERS, Numbers, OPENING, PLAYERS, ROUND, Round, TURN,
)  # fmt: skip
from games.scout.nets import net_for
from games.scout.policy import plainly_over, rooms, think
from games.scout.scoring import rounds_of
from games.scout.steady import steady
from games.scout.view import View
from games.scout.weights import weights_for
from games.scout.worth import NOTES, Measures
from games.search.compiled import njit
from games.search.halving import Worths

if TYPE_CHECKING:
    from games.scout.state import State
    from games.search.deciding import Decider

MOST = 12
"""How many moves are looked at: those that the net thinks most of."""
VICTORY = 15.0
"""How many points it counts to win the match, in its last round."""
_MOST_PLIES = 400
"""A round that goes on for so long after a move counts as it stands then."""
_WORLDS = 16, 200
_PLAYOUTS_A_WORLD = 6
_SECONDS_A_WORLD = 0.00025


class Choice:
    """A `Decision` of a seat, with what it believes at that moment.

    Its candidates are the `most` likely ones and those to `include`. `match` says
    that in the last round it counts who wins the match. Raises RuleError
    ``unknown-cards``, and ``not-legal`` where one of these is not.
    """

    def __init__(
        self,
        view: View,
        belief: Belief,
        most: int = MOST,
        include: Sequence[Move] = (),
        match: bool = True,
    ) -> None:
        self._view = view
        self._state = bridge.from_view(view)
        self._weights = weights_for(view.players)
        self._notes = np.zeros(NOTES)
        given = {bridge.encode(move): move for move in include}
        room = rooms()
        count = think(self._state, self._weights, net_for(view.players), len(room.found), room)
        order = np.argsort(-room.thought[:count], kind="stable")
        numbers, priors = room.found[order], room.thought[order]
        kept = (np.arange(count) < most) | np.isin(numbers, list(given))
        # What the net did not look at the rule of thumb has: `think` leaves its list in the room.
        more = np.zeros(0, dtype=np.int64)
        if missing := set(given) - set(numbers.tolist()):
            more = np.flatnonzero(np.isin(room.moves, list(missing)))
        self._numbers = np.concatenate((numbers[kept], room.moves[more]))
        self.priors: Worths | None = np.concatenate((priors[kept], room.worths[more]))
        if not set(given) <= set(self._numbers.tolist()):
            raise RuleError("not-legal", "only legal moves can be compared")
        self.moves: Sequence[Move] = [
            given[number] if number in given else bridge.decode(number, self._state)
            for number in self._numbers.tolist()
        ]
        self._last = match and _is_last(view)
        self.level = VICTORY / view.players if self._last else 0.0
        belief.at(view)
        self._belief = belief.fork()  # what is asked of it here changes nothing there
        self._slots, self._places = belief.tale.places()
        self._worlds = [belief.worlds.cards.copy()]

    @cached_property
    def settled(self) -> Collection[int]:
        """See `games.search.halving.Decision`. Asked by who measures, not by who plays."""
        places = []
        for place, number in enumerate(self._numbers):
            after = self._state.copy()
            apply(after, number)
            if plainly_over(after, number):
                places.append(place)
        return places

    def sample(self, among: Sequence[int], first: int, count: int) -> Worths:
        """See `games.search.halving.Decision`."""
        size = len(self._worlds[0])
        points = np.zeros((count, len(among), MOST_PLAYERS), dtype=np.int64)
        done = 0
        while done < count:
            batch, at = divmod(first + done, size)
            while len(self._worlds) <= batch:
                self._belief.more()
                self._worlds.append(self._belief.worlds.cards.copy())
            until = min(size, at + count - done)
            cards = self._worlds[batch]
            play_out(
                self._state, self._view.seat, cards[at:until], self._slots,
                self._places, self._numbers[list(among)], self._weights,
                points[done : done + until - at], np.zeros((2, ROUND), dtype=np.int64),
                np.zeros(MOST_PLAYERS, dtype=np.int64), self._notes,
            )  # fmt: skip
            done += until - at
        return self._worths(points[:, :, : self._view.players])

    def _worths(self, points: Numbers) -> Worths:
        """What rounds that end with these points (the last axis: seats) are worth to the seat."""
        seat = self._view.seat
        against = margins(points, seat)
        if not self._last:
            return against
        ends = points + np.array(self._view.totals)
        won = ends == ends.max(axis=2, keepdims=True)
        victory: Worths = VICTORY * won[:, :, seat] / won.sum(axis=2)
        return against + victory


def _is_last(view: View) -> bool:
    """Whether the match is won in this round, as far as that is known."""
    return view.number >= rounds_of(view.rules) and None not in view.totals


def worlds_for(
    budget: Budget,
    playouts: int = _PLAYOUTS_A_WORLD,
    seconds: float = _SECONDS_A_WORLD,
    bounds: tuple[int, int] = _WORLDS,
) -> int:
    """How many worlds are kept: no more than are likely to be played.

    For each there are to be so many `playouts`, or so much time.
    """
    if budget.playouts is not None:
        wanted = budget.playouts / playouts
    else:
        assert budget.seconds is not None
        wanted = budget.seconds / seconds
    least, most = bounds
    return max(least, min(most, round(wanted)))


def decider(seed: int, budget: Budget) -> Decider:
    """See `games.search.deciding`. What each seat believes is kept from turn to turn."""
    beliefs: dict[int, Belief] = {}

    def decide(view: View, include: Sequence[Move] = (), *, match: bool = True) -> Choice:
        # Kept only once all went well: what was interrupted halfway is begun anew.
        belief = beliefs.pop(view.seat, None) or Belief(seed, worlds_for(budget))
        choice = Choice(view, belief, include=include, match=match)
        beliefs[view.seat] = belief
        return choice

    return decide


def hindsight(state: State, moves: Sequence[Move]) -> Worths:
    """See `games.search.deciding.Hindsight`."""
    root, seat, players = bridge.from_state(state), state.turn, state.players
    points = np.zeros((1, len(moves), MOST_PLAYERS), dtype=np.int64)
    nothing = np.zeros(0, dtype=np.int64)
    play_out(
        root, 0, np.zeros((1, 0), dtype=np.int64), nothing, nothing,
        np.array([bridge.encode(move) for move in moves], dtype=np.int64),
        weights_for(players), points, np.zeros((2, ROUND), dtype=np.int64),
        np.zeros(MOST_PLAYERS, dtype=np.int64), np.zeros(NOTES),
    )  # fmt: skip
    return margins(points[0, :, :players], seat)


def margins(points: Numbers, seat: int) -> Worths:
    """The points of a seat (on the last axis) against the mean of the others."""
    own = points[..., seat]
    against: Worths = own - (points.sum(axis=-1) - own) / (points.shape[-1] - 1)
    return against


@njit
def play_out(
    base: Round, seat: int, cards: Numbers, slots: Numbers, places: Numbers, candidates: Numbers,
    weights: Measures, points: Numbers, rounds: Numbers, counted: Numbers,
    notes: Measures,
) -> None:  # fmt: skip
    """The points of every seat after each candidate in each world, into `points`.

    `cards` are those of the worlds (see `belief.Worlds`), `slots` and `places`
    those of `Tale.places`, `points` has an axis of worlds, one of
    candidates, one of seats. The rest is room.
    """
    world, state = rounds[0], rounds[1]
    for i in range(len(cards)):
        lay(cards[i], slots, places, base, world)
        if base[OPENING] and len(slots):  # else all that was chosen is known
            _let_choose(world, seat, weights, notes)
        for c in range(len(candidates)):
            for at in range(ROUND):
                state[at] = world[at]
            apply(state, candidates[c])
            left = _MOST_PLIES
            while state[TURN] >= 0 and left:
                apply(state, steady(state, weights, notes))
                left -= 1
            scores(state, counted)
            for other in range(state[PLAYERS]):
                points[i, c, other] = counted[other]


@njit
def _let_choose(world: Round, until: int, weights: Measures, notes: Measures) -> None:
    """Keep or flip the hands of the seats before one, who have chosen in secret."""
    for seat in range(until):
        world[TURN] = seat
        world[CHOSEN + seat] = 2 if steady(world, weights, notes) == FLIP else 1
    world[TURN] = until
