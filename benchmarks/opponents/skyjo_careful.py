"""An independent rule of thumb for SKYJO: a careful player who reckons with what all see.

Every card that may be had is worth what it takes off the own grid, by the mean
of the cards not seen for each hidden one. A drawn card is worth the average
over all that can come. Two equal cards in a column are a hope, three are gone. The
round is ended only by whoever is ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Move
from games.skyjo.cards import COLUMN_MATES, EMPTY, PLACES, VALUES
from games.skyjo.moves import Draw, Reveal, Swap, Take, Turn
from games.skyjo.view import View

_PAIR = 0.45
"""What of its number two equal cards in a column are worth, while the third may still come."""
_OPENS = 0.4
"""What it is worth to have one hidden card less."""
_AHEAD = 12.0
"""By so many points a grid must be the best before its player ends a round."""
_ENDS = 1.0
"""What it is worth to end a round as the best; as another it costs that and the doubling."""
_FIRST = (0, 5)
"""The places turned up at first: no two in a column or row."""


class Careful:
    """Plays the move that takes most off the own grid. No dice."""

    def __init__(self, seed: int) -> None:
        """`seed` is what every player is made from; this one needs none."""

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`, given what the seat knows."""
        if view.opening:
            return next(move for move in legal if isinstance(move, Reveal) and move[0] == _FIRST)
        outlook = _Outlook(view)
        return max(legal, key=outlook.worth)


class _Outlook:
    """What the moves of one decision are worth, in points off the own grid."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.grid = view.grid
        unseen = sum(view.unseen)
        self.chances = [(card, view.unseen[card + 2] / unseen) for card in VALUES] if unseen else []
        self.mean = sum(card * chance for card, chance in self.chances)
        self.hidden = [place for place in range(PLACES) if self.grid[place] is None]
        self.late = view.ender is not None
        self.own = self.sum_of(self.grid)
        others = [self.sum_of(grid) for at, grid in enumerate(view.grids) if at != view.seat]
        self.best_other = min(others) - _AHEAD

    def sum_of(self, grid: Sequence[int | None]) -> float:
        """What a grid is going to count."""
        return sum(self.mean if card is None else card for card in grid if card != EMPTY)

    def worth(self, move: Move) -> float:
        """What a move is worth."""
        if isinstance(move, Draw):
            return self.drawing()
        if isinstance(move, Turn):
            return self.turning(move.place)
        assert isinstance(move, (Take, Swap))
        card = self.view.drawn if isinstance(move, Swap) else self.view.discard[-1]
        assert card is not None
        return self.putting(move.place, card)

    def drawing(self) -> float:
        """What a card from the draw pile is worth on average, put to its best use."""
        away = max(map(self.turning, self.hidden), default=-99.0)
        places = [place for place in range(PLACES) if self.grid[place] != EMPTY]
        return sum(
            chance * max(away, *(self.putting(place, card) for place in places))
            for card, chance in self.chances
            if chance
        )

    def putting(self, place: int, card: int) -> float:
        """What it is worth to put a card at a place."""
        old = self.grid[place]
        gain = self.losing(place) + self.joining(place, card)
        return gain + (self.closing(gain) if self.hidden == [place] else 0) + _OPENS * (old is None)

    def turning(self, place: int) -> float:
        """What it is worth to turn up a hidden card."""
        gain = self.mean + sum(
            chance * self.joining(place, card) for card, chance in self.chances if chance
        )
        return gain + (self.closing(gain) if self.hidden == [place] else 0) + _OPENS

    def losing(self, place: int) -> float:
        """What it is worth that the card at a place goes, with the hope that hangs on it."""
        card = self.grid[place]
        if card is None:
            return self.mean
        hope = _PAIR * card if card in self.mates(place) and not self.late else 0.0
        return card - max(0.0, hope)

    def joining(self, place: int, card: int) -> float:
        """What it is worth that a card comes to a place, most often less than 0."""
        equal = self.mates(place).count(card)
        if equal == 2:
            return 2.0 * card
        return (max(0.0, _PAIR * card) if equal and not self.late else 0.0) - card

    def mates(self, place: int) -> list[int | None]:
        """The two other cards in the column of a place."""
        return [self.grid[other] for other in COLUMN_MATES[place]]

    def closing(self, gain: float) -> float:
        """What it is worth to open the last hidden card with a move that takes so much off."""
        if self.late:
            return 0.0
        after = self.own - gain
        return _ENDS if after < self.best_other else -_ENDS - max(0.0, after)
