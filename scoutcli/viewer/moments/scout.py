"""SCOUT: a Show that beats a set and captures it."""

from __future__ import annotations

from games.game import Event
from games.scout.moves import Shown


def captures(event: Event) -> bool:
    """Whether cards were captured."""
    return isinstance(event, Shown) and bool(event.captured)
