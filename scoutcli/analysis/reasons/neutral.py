"""Of a game that has no reasons of its own here."""

from __future__ import annotations

from games.game import Move, View

PLAYOUTS = 1000
MARKS = (1.0, 2.0, 4.0)
WIDER = 1.25


def unit(view: View) -> str:
    """See `Reasons`."""
    del view
    return "points against the mean of the others"


def better(view: View, best: Move, other: Move) -> list[str]:
    """Nothing is known."""
    del view, best, other
    return []
