"""What a room says of one game: a module in that room, called as the game.

So another package's game needs nothing edited: where a room has no module of
its name, the room does with what every game offers.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


@cache
def module_of(room: str, game: str) -> ModuleType | None:
    """The module of a package `room` that is named as the game, loaded now; None if there is none.

    The name of a game comes from elsewhere: one that cannot be a module's has none.
    """
    name = f"{room}.{game}"
    return import_module(name) if game.isidentifier() and find_spec(name) is not None else None
