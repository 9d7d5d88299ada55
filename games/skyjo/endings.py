"""The last lap of SKYJO with all cards seen, for `games.search.exact`.

Before somebody has opened everything a round can go on for long, and nothing is
solved. In the last lap the turns are few, and each changes no more than the own
grid and what the next seat can take or draw.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from games.game import State as AnyState
from games.skyjo import scoring
from games.skyjo.cards import BITS, LINES, UNKNOWN
from games.skyjo.state import State


class Ending:
    """How positions of a last lap are told apart; see `games.search.endings.Ending`.

    A seat that has had its last turn has its points, and of the seat that ended
    the round it is known from some moment on that they are doubled: these are
    banked. Of what lies on the discard pile only the top matters.
    """

    returns = False

    def __init__(self, state: State) -> None:
        self.root: AnyState = state.copy()
        self.left: int | None = None
        rules = state.rules
        limit = rules.number("turn_limit")
        self._cut = limit is not None and state.turns + state.players > limit
        """Whether the turn limit may come before the end of the lap; then nobody is doubled."""
        self._rules, self._rows = rules, bool(rules["clear_rows"])
        self._clears = bool(rules["final_clear"])

    def key(self, state: AnyState) -> Hashable:
        """The turn, what can be drawn or taken, the grids of all who still have a turn."""
        assert isinstance(state, State)
        return (
            state.turn, state.midturn, state.drawn, state.must_draw, state.discard[-1], state.at,
            tuple(self._grid(state, seat) for seat in self._to_come(state)),
            self._ender(state, self._sums(state))[1],
        )  # fmt: skip

    def banked(self, state: AnyState) -> Sequence[int]:
        """The points of all who have had their last turn."""
        assert isinstance(state, State)
        sums = self._sums(state)
        points = [own or 0 for own in sums]
        assert state.ender is not None
        points[state.ender] = self._ender(state, sums)[0]
        return points

    def stands(self, state: AnyState) -> Sequence[int] | None:
        """Not known before the end, and not asked for: nothing comes back."""
        del state
        return None

    @staticmethod
    def _to_come(state: State) -> list[int]:
        """The seats that have a turn to make or to finish, in turn order."""
        assert state.ender is not None
        seats = range(state.turn, state.turn + (state.ender - state.turn) % state.players)
        return [seat % state.players for seat in seats]

    def _sums(self, state: State) -> list[int | None]:
        """What the grids come to in the end, None for a seat that still has a turn."""
        waiting = self._to_come(state)
        return [
            None if seat in waiting else self._comes_to(state, seat)
            for seat in range(state.players)
        ]

    def _comes_to(self, state: State, seat: int) -> int:
        grid = state.grids[seat]
        if self._clears:
            lines = scoring.complete_lines(grid, self._rows)
            gone = {place for line in lines for place in LINES[line]}
            grid = [0 if place in gone else card for place, card in enumerate(grid)]
        points = scoring.points(grid)
        assert points is not None
        return points

    def _ender(self, state: State, sums: Sequence[int | None]) -> tuple[int, Hashable]:
        """The points of the seat that ended the round as they stand, and what may change them."""
        assert state.ender is not None
        own = sums[state.ender]
        assert own is not None
        if self._cut:
            others = [each for seat, each in enumerate(sums) if seat != state.ender]
            lowest = min((each for each in others if each is not None), default=None)
            return own, (own, lowest, state.turns)
        doubled = scoring.is_doubled(self._rules, sums, state.ender)
        if doubled is None:
            return own, own
        return (2 * own if doubled else own), None

    def _grid(self, state: State, seat: int) -> Hashable:
        """A grid; where only columns count, neither their order matters nor that in them."""
        opened, grid = state.opened[seat], state.grids[seat]
        cells = [(card, bool(opened & bit)) for card, bit in zip(grid, BITS, strict=True)]
        if self._rows:
            return tuple(cells)
        return tuple(sorted(tuple(sorted(cells[column::4])) for column in range(4)))


def ending(state: AnyState) -> Ending | None:
    """The last lap that goes on here; None where it has not begun, or a card is not known."""
    assert isinstance(state, State)
    if state.ender is None or state.slack or any(state.unsure):
        return None
    turns = (state.ender - state.turn) % state.players
    draws = state.stock[state.at : state.at + turns]
    known = (*draws, *(card for grid in state.grids for card in grid), state.discard[-1])
    if UNKNOWN in known or state.drawn == UNKNOWN:
        return None
    return Ending(state)
