"""Of a game that has no kinds of mistakes of its own here."""

from __future__ import annotations

from games.game import Move, View


def kind(view: View, played: Move, best: Move) -> str:
    """See `Mistakes`."""
    del view, played, best
    return "mistake"
