"""SKYJO: a column, or another line, of equal cards that is cleared away."""

from __future__ import annotations

from games.game import Event
from games.skyjo.moves import Cleared


def captures(event: Event) -> bool:
    """Whether a line was cleared."""
    return isinstance(event, Cleared)
