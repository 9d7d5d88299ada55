"""Drawings of a position for the terminal: one module for each game that has one.

A drawing is lines of fragments with style classes, see `look` and `themes`. A
game without a drawing of its own is shown in the words of its notation, so a
game that another package brings can be played at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.game import State, View
from games.options import Option
from notation import codec
from scoutcli.bygame import module_of
from scoutcli.render.look import Line, Look, clipped, size_of
from scoutcli.render.names import fit_name, name_text
from scoutcli.render.text import wrap

NARROWEST = 40
"""Columns that every drawing can do with."""
LOWEST = 10
"""Lines below which no drawing is tried."""
_MOST_NAME = 20
_PLAIN = Look()


def draw(
    view: View, names: Sequence[str], width: int, height: int, look: Look = _PLAIN
) -> list[Line]:
    """The position as the seat of the view knows it (-1: all), without what `status` says of it.

    No line is wider than `width` columns (which counts as 20 at least), and
    there are at most `height` lines wherever that is possible. Where there
    are fewer than `NARROWEST` columns or `LOWEST` lines, it is told in words.
    """
    shown = [name_text(name) for name in names]
    drawing = _found(view.game, "draw")
    if drawing is not None and width >= NARROWEST and height >= LOWEST:
        lines: list[Line] = drawing(view, shown, width, height, look)
        return lines
    return _words(codec.get(view.game).show(view, shown), width)


def draw_all(
    state: State, names: Sequence[str], width: int, height: int, look: Look = _PLAIN
) -> list[Line]:
    """The position with all that a record knows of it; else as `draw`."""
    shown = [name_text(name) for name in names]
    game = state.view(0).game
    drawing = _found(game, "draw_all")
    if drawing is not None and width >= NARROWEST and height >= LOWEST:
        lines: list[Line] = drawing(state, shown, width, height, look)
        return lines
    return _words(codec.get(game).show_all(state, shown), width)


def status(view: View, names: Sequence[str], width: int, look: Look = _PLAIN) -> Line:
    """Where a round of any game stands, in one line of at most `width` columns.

    As in ``Round 2 of 5 · move 14 · Ada to play · flip rotate``: the options
    that differ from the game's defaults come last. Where there is no room for
    all of them, it says how many more there are.
    """
    return _status(view, names, width, look)[0]


def told_by_status(view: View, names: Sequence[str], width: int, look: Look = _PLAIN) -> int:
    """How much of that is told in so many columns: parts, options, and that there are some."""
    return _status(view, names, width, look)[1]


def _status(view: View, names: Sequence[str], width: int, look: Look) -> tuple[Line, int]:
    """The line, and how much it tells."""
    rules = view.rules
    rounds = rules.number("rounds") if "rounds" in rules else None
    who = fit_name(name_text(names[view.turn]), _MOST_NAME, look.unicode) if view.turn >= 0 else ""
    doing: Callable[[View, str], list[str]] = _found(view.game, "doing") or _doing
    parts = [("class:status", f"Round {view.number}" + (f" of {rounds}" if rounds else ""))]
    *facts, turn = doing(view, who)
    parts += [("class:status", fact) for fact in facts] + [("class:turn", turn)]
    line: Line = []
    told = 0
    for part in parts:
        line += [("class:faint", look.signs.dot), part] if line else [part]
        told += size_of(line) <= width
    changed = [
        f"{name} {Option.write(value)}"
        for name, value in rules.changed().items()
        if name != "rounds"
    ]
    for most in range(len(changed), -1, -1):
        text = _some_of(changed, most)
        whole = [*line, ("class:faint", look.signs.dot), ("class:status", text)] if text else line
        if size_of(whole) <= width:
            return whole, told + most + bool(text)
    return clipped(line, width, look.signs.cut), told


def _some_of(rules: Sequence[str], most: int) -> str:
    """The first rules of some, and how many more there are."""
    rest = len(rules) - most
    if not rest:
        return ", ".join(rules)
    if not most:
        return f"+{rest} rule{'s' if rest > 1 else ''}"
    return ", ".join([*rules[:most], f"+{rest} more"])


def _doing(view: View, who: str) -> list[str]:
    """What is going on in a game without words of its own here; whose turn it is comes last."""
    if view.end is not None:
        return [f"over ({view.end})"]
    if view.turn < 0:
        return ["it is not settled who starts"]
    return [f"{who} {'chooses' if view.opening else 'to play'}"]


def _words(facts: Sequence[str], width: int) -> list[Line]:
    return [[("", line)] for fact in facts for line in wrap(fact, max(width, 20), hanging=2)]


def _found(game: str, what: str) -> Any:
    """A function of the module here that is named as the game; None where there is none."""
    return getattr(module_of(__name__, game), what, None)
