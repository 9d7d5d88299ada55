"""Which events of a game are worth going to: one module for each game that has such.

A module that is named as its game has ``captures(event) -> bool``: whether
cards were won, cleared, or whatever its players wait for. A game without one
has no captures to go to; everything else of the viewer works.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games.game import Event


def is_capture(game: str, event: Event) -> bool:
    """Whether an event of the game of that name is one to go to."""
    captures = _captures(game)
    return captures is not None and captures(event)


@cache
def _captures(game: str) -> Callable[[Event], bool] | None:
    """The function `captures` of the module here that is named as the game, if there is one."""
    if not game.isidentifier() or find_spec(f"{__name__}.{game}") is None:
        return None
    found: Callable[[Event], bool] = import_module(f"{__name__}.{game}").captures
    return found
