"""Drawings of a position for the terminal: one module for each game that has one.

A game without a drawing of its own is shown in the words of its notation, so a
game that another package brings can be played at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

from games.game import View
from notation import codec
from scoutcli.render.text import Paint, wrap

NARROWEST = 40
"""Columns that every drawing can do with."""

Draw = Callable[[View, Sequence[str], int, Paint], list[str]]
"""A view, the names of the seats (safe to print), columns, and how to paint -> lines."""


def draw(view: View, names: Sequence[str], width: int, paint: Paint) -> list[str]:
    """The position as the seat of the view knows it, no line wider than `width` columns.

    Where there are fewer than `NARROWEST`, it is told in words; `width` counts as 20 at least.
    """
    width = max(width, 20)
    drawing = _drawing(view.game)
    if drawing is not None and width >= NARROWEST:
        return drawing(view, names, width, paint)
    facts = codec.get(view.game).show(view, names)
    return [line for fact in facts for line in wrap(fact, width, hanging=2)]


def _drawing(game: str) -> Draw | None:
    """The function `draw` of the module here that is named as the game, if there is one."""
    if not game.isidentifier() or find_spec(f"{__name__}.{game}") is None:
        return None
    found: Draw | None = getattr(import_module(f"{__name__}.{game}"), "draw", None)
    return found
