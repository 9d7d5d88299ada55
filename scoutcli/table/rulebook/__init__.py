"""The rules of a game in sentences: those that matter at a point of a round, and all by heading.

A game has a module of its name here, with `TOPICS` and `now`; a game without
one has its options, and its notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from games.game import Move, View


def topics(game: str) -> Sequence[tuple[str, str]]:
    """Headings, and what the rules say under them."""
    module = _module(game)
    return () if module is None else tuple(module.TOPICS.items())


def now(view: View, legal: Sequence[Move]) -> list[str]:
    """What the seat of the view should know before it chooses one of its legal moves."""
    module = _module(view.game)
    return [] if module is None else list(module.now(view, legal))


def _module(game: str) -> ModuleType | None:
    name = f"{__name__}.{game}"
    return import_module(name) if game.isidentifier() and find_spec(name) else None
