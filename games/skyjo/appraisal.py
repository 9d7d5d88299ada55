"""What moves of SKYJO are worth by a rule of thumb: what the own grid can be expected to cost."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Move
from games.skyjo.cards import COLUMN_MATES, COLUMNS, EMPTY, UNKNOWN, VALUES
from games.skyjo.moves import Draw, Reveal, Swap, Take, Turn
from games.skyjo.view import View

_Card = int | None
_MARGIN = 6
"""Points by which the others are likely to get better in their last turns."""


def appraise(view: View, legal: Sequence[Move]) -> list[float]:
    """What each of the legal moves is worth: the points that the seat can expect, less than 0."""
    if legal and isinstance(legal[0], Reveal):
        return [float(spread(move)) for move in legal]
    position = Position(view)
    return [-position.cost_of(move) for move in legal]


def spread(move: Move) -> bool:
    """Whether two cards are opened in different columns: so more columns are known early."""
    first, second = move[0]
    return bool(first % 4 != second % 4)


class Position:
    """What a view is worth to its seat, in points that it expects to get: the less, the better."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._left = sum(view.unseen)
        self._chances = {
            value: times / max(self._left, 1)
            for value, times in zip(VALUES, view.unseen, strict=True)
        }
        self._mean = sum(value * chance for value, chance in self._chances.items())
        self._last = view.ender is not None
        # How often another card comes by before the round is likely to end.
        shut = [sum(card is None for card in grid) for grid in view.grids]
        self._turns = 0 if self._last else min(shut)
        columns = [self._column(tuple(view.grid[place] for place in line)) for line in COLUMNS]
        self._columns = columns
        self._sum = sum(columns)
        self._hidden = shut[view.seat]
        self._others = self._lowest_other()

    def cost_of(self, move: Move) -> float:
        """What the own grid is expected to cost after a move."""
        view = self._view
        if isinstance(move, Take):
            return self._put(view.discard[-1], move.place)
        if isinstance(move, Swap):
            return self._put(UNKNOWN if view.drawn is None else view.drawn, move.place)
        if isinstance(move, Turn):
            return self._turn(move.place)
        return self._draw() if isinstance(move, Draw) else 0.0

    def _draw(self) -> float:
        """The mean over what can be drawn of the best that can be done with it."""
        grid = self._view.grid
        places = [place for place, card in enumerate(grid) if card != EMPTY]
        turned = min(
            (self._turn(place) for place in places if grid[place] is None), default=float("inf")
        )
        cost = 0.0
        for value, chance in self._chances.items():
            if chance:
                cost += chance * min(turned, *(self._put(value, place) for place in places))
        return cost

    def _put(self, card: int, place: int) -> float:
        """The cost with an open card at a place."""
        return self._after(place, card, self._view.grid[place] is None)

    def _turn(self, place: int) -> float:
        """The cost with a hidden card turned up, whatever it is."""
        if not self._left:
            return self._sum
        mates = {self._view.grid[mate] for mate in COLUMN_MATES[place]}
        likely = [value for value in VALUES if value in mates]
        rest = 1.0 - sum(self._chances[value] for value in likely)
        cost = rest * self._after(place, None, opens=True)
        for value in likely:
            cost += self._chances[value] * self._after(place, value, opens=True)
        return cost

    def _after(self, place: int, card: _Card, opens: bool) -> float:
        """The cost with this at a place, and what ending the round adds if that does."""
        column = place % 4
        grid = self._view.grid
        new = self._column(tuple(card if p == place else grid[p] for p in COLUMNS[column]))
        cost = self._sum - self._columns[column] + new
        if opens and self._hidden == 1 and not self._last:
            cost += self._ending(cost)
        return cost

    def _ending(self, own: float) -> float:
        """What it adds to end the round with so many points: the penalty, if it threatens."""
        if own <= 0 or self._view.rules["ender_penalty"] is None:
            return 0.0
        laps = self._view.turns / self._view.players
        patience = max(0.0, 1.0 - laps / 60)
        # The others have a turn left each, so being just ahead is not enough.
        risk = min(1.0, max(0.0, (own - self._others + _MARGIN) / 8))
        return patience * risk * own

    def _lowest_other(self) -> float:
        """The least that another seat's grid is expected to cost."""
        lowest = float("inf")
        for seat, grid in enumerate(self._view.grids):
            if seat != self._view.seat:
                cards = [self._mean if card is None else card for card in grid]
                lowest = min(lowest, sum(card for card in cards if card not in (EMPTY, UNKNOWN)))
        return lowest

    def _column(self, cards: tuple[_Card, ...]) -> float:
        """What a column of the own grid is expected to cost."""
        first, second, third = cards
        if first == EMPTY:
            return 0.0
        cost = self._worth(first) + self._worth(second) + self._worth(third)
        if first in (second, third):
            value, other = first, third if first == second else second
        elif second == third:
            value, other = second, first
        else:
            return cost
        if value is None or value == UNKNOWN:
            return cost
        return 0.0 if value == other else cost - self._hope(value, other)

    def _worth(self, card: _Card) -> float:
        """What a single card is expected to cost."""
        return self._mean if card is None or card == UNKNOWN else card

    def _hope(self, value: int, other: _Card) -> float:
        """What two equal cards of a column are worth beyond their points."""
        chance = self._chances[value]
        if self._last:
            # Only the last turning over can still complete the column.
            return 3 * value * chance if other is None and self._clears_last else 0.0
        chance = 1.0 - (1.0 - chance) ** (self._turns + 1)
        return max(0.0, chance * (2 * value + self._worth(other)))

    @property
    def _clears_last(self) -> bool:
        return bool(self._view.rules["final_clear"])
