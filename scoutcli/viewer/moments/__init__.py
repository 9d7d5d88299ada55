"""Which events of a game are worth going to: one module for each game that has such.

A module that is named as its game has ``captures(event) -> bool``: whether
cards were won, cleared, or whatever its players wait for. A game without one
has no captures to go to; everything else of the viewer works.
"""

from __future__ import annotations

from collections.abc import Callable

from games.game import Event
from scoutcli.bygame import module_of


def is_capture(game: str, event: Event) -> bool:
    """Whether an event of the game of that name is one to go to."""
    captures = _captures(game)
    return captures is not None and captures(event)


def _captures(game: str) -> Callable[[Event], bool] | None:
    """The function `captures` of the module here that is named as the game, if there is one."""
    found: Callable[[Event], bool] | None = getattr(module_of(__name__, game), "captures", None)
    return found
