"""SKYJO: what a move makes of the own grid, whether it ends the round, and what it throws."""

from __future__ import annotations

from typing import NamedTuple

from games.game import Move
from games.skyjo.cards import COLUMN_MATES, EMPTY, UNKNOWN, VALUES
from games.skyjo.moves import Draw, Swap, Take, Turn
from games.skyjo.view import View
from notation.skyjo_moves import PLACE_TEXTS

PLAYOUTS = 800
MARKS = (2.0, 4.0, 8.0)
"""With four players, careful ones (`greedy`, `steady`, `expert`) lose more than the first in 1 of
100 choices; who plays anything does so in two of three, loses more than the second in a third,
and more than the last, the points of a quarter of a grid, in every seventh."""
WIDER = 1.15
"""Worlds are dealt anew each; but a few of them decide, where a round can end doubled. Losses
measured anew from other seeds scatter 0.9 to 1.12 times as far as one error."""

_LOW = 2
"""A thrown card up to this one is of use to the next player."""

_Card = int | None


class After(NamedTuple):
    """What is plain to see after a move."""

    points: float
    """What the own grid is expected to come to, hidden cards at their mean."""
    clears: str
    """The column that goes."""
    pair: str
    """Two equal cards that come to lie in a column."""
    breaks: str
    """Two equal cards in a column, of which one goes."""
    ends: bool
    """Whether it opens the last card, so that all others have one more turn."""
    thrown: _Card
    """What is known to lie on the discard pile then."""


def unit(view: View) -> str:
    """See `Reasons`."""
    said = "points against the mean of the others"
    return f"{said}, as they count for the match" if any(view.totals) else said


def better(view: View, best: Move, other: Move) -> list[str]:
    """See `Reasons`."""
    one, two = after(view, best), after(view, other)
    least = _lowest_other(view)
    stands = f"at about {two.points:.0f} points, with another seat at about {least:.0f}"
    found = [
        (99.0, f"clears {one.clears}", bool(one.clears and one.clears != two.clears)),
        (50.0, f"does not end the round {stands}", two.ends > one.ends),
        (
            40.0,
            f"ends the round at about {one.points:.0f} points, the next lowest at {least:.0f}",
            one.ends > two.ends and one.points < least,
        ),
        (
            two.points - one.points,
            f"leaves about {one.points:.0f} points in your grid, not {two.points:.0f}",
            two.points - one.points >= 1,
        ),
        (5.0, f"keeps {two.breaks}", bool(two.breaks and two.breaks != one.breaks)),
        (4.0, f"makes {one.pair}", bool(one.pair and one.pair != two.pair)),
        (
            2.0,
            f"does not throw a {two.thrown} to the next player",
            two.thrown is not None
            and two.thrown <= _LOW
            and (one.thrown is None or one.thrown > two.thrown + 2),
        ),
        (
            1.0,
            "looks at a new card first, and can still throw it away",
            isinstance(best, Draw) and isinstance(other, Take),
        ),
    ]
    holding = [(weight, words) for weight, words, holds in found if holds]
    return [words for _, words in sorted(holding, key=lambda each: -each[0])]


def after(view: View, move: Move) -> After:
    """What is plain to see after a legal move."""
    grid, mean = list(view.grid), _mean(view)
    now = sum(_worth(card, mean) for card in grid)
    if not isinstance(move, (Take, Swap, Turn)):
        return After(now, "", "", "", ends=False, thrown=None)
    there = grid[move.place]
    last = there is None and grid.count(None) == 1 and view.ender is None
    if isinstance(move, Turn):
        return After(now, "", "", "", last, _known(view.drawn))
    card = view.discard[-1] if isinstance(move, Take) else view.drawn
    mates = [grid[mate] for mate in COLUMN_MATES[move.place]]
    column = PLACE_TEXTS[move.place][0]
    points = now - _worth(there, mean) + _worth(card, mean)
    new, old = _known(card), _known(there)
    if new is not None and mates == [new, new]:
        return After(points - 3 * new, f"column {column}, three {new}s", "", "", last, new)
    pair = breaks = ""
    if new != old:
        if new is not None and new > 0 and new in mates:
            pair = f"two {new}s in column {column}"
        if old is not None and old > 0 and old in mates:
            breaks = f"the two {old}s in column {column}"
    return After(points, "", pair, breaks, last, old)


def _known(card: _Card) -> _Card:
    """A card, None where it is not known or gone."""
    return card if card in VALUES else None


def _mean(view: View) -> float:
    """The mean of the cards that the seat has not before its eyes."""
    left = max(sum(view.unseen), 1)
    return sum(value * times for value, times in zip(VALUES, view.unseen, strict=True)) / left


def _worth(card: _Card, mean: float) -> float:
    if card is None or card == UNKNOWN:
        return mean
    return 0.0 if card == EMPTY else float(card)


def _lowest_other(view: View) -> float:
    """What the lowest grid of another seat is expected to come to."""
    mean = _mean(view)
    return min(
        sum(_worth(card, mean) for card in grid)
        for seat, grid in enumerate(view.grids)
        if seat != view.seat
    )
