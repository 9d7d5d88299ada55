"""A round of SKYJO on a terminal: the grids of the others, the own one, the piles.

There are four drawings, from roomy to tight: all grids in frames, the own one
alone, none, and the others in a line each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from games.game import View
from games.skyjo.state import State
from scoutcli.render import skyjo_grids as grids
from scoutcli.render.look import Layout, Line, Look, beside, first_that_fits, in_rows, size_of
from scoutcli.render.skyjo_grids import Scene, Size


def draw(view: View, names: Sequence[str], width: int, height: int, look: Look) -> list[Line]:
    """The position as one seat knows it, or all do; see `scoutcli.render.draw`."""
    scene = Scene(view, names, width, look)
    layouts = _layouts if view.seat >= 0 else _open_layouts
    return first_that_fits(layouts(scene), width, height)


def draw_all(state: State, names: Sequence[str], width: int, height: int, look: Look) -> list[Line]:
    """All that a record knows; see `scoutcli.render.draw_all`."""
    view = replace(state.view(max(state.turn, 0)), seat=-1, drawn=state.drawn)
    below = tuple(tuple(grid) for grid in state.grids)
    scene = Scene(view, names, width, look, below)
    return first_that_fits(_open_layouts(scene), width, height)


def doing(view: View, who: str) -> list[str]:
    """What is going on, whose turn it is last; see `scoutcli.render.status`."""
    if view.end is not None:
        return [f"{view.turns} turns", f"over ({view.end})"]
    if view.turn < 0:
        return ["it is not settled who starts"]
    if view.opening:
        return [f"{who} opens two cards"]
    return [f"turn {view.turns + 1}", f"{who} {'has drawn' if view.midturn else 'to play'}"]


def _layouts(scene: Scene) -> Iterator[Layout]:
    """The drawings for a seat, the roomiest first."""
    sizes = [(Size.BARE, Size.BARE)]
    if not scene.look.compact:
        sizes.insert(0, (Size.BARE, Size.FRAMED))
        sizes.insert(0, (Size.FRAMED, Size.FRAMED))
        sizes.insert(0, (Size.FRAMED, Size.LARGE))
    count = scene.view.players - 1
    for others, own in sizes:
        least = _rows(scene, others.columns, count) * others.lines + own.lines + 1
        yield least, partial(_stacked, scene, others, own)
    yield least, partial(_stacked, scene, Size.BARE, Size.BARE, air=False)
    yield 0, partial(_packed, scene, heading=True)
    yield 0, partial(_packed, scene)
    yield 0, partial(_low, scene)


def _open_layouts(scene: Scene) -> Iterator[Layout]:
    """The drawings with every grid alike, the roomiest first."""
    seats = range(scene.view.players)
    for size in (Size.BARE,) if scene.look.compact else (Size.FRAMED, Size.BARE):
        least = _rows(scene, size.columns + 2, len(seats)) * (size.lines + 1) + 1
        yield least, partial(_all_grids, scene, size, air=True)
    yield least, partial(_all_grids, scene, Size.BARE, air=False)
    least = _rows(scene, Size.BARE.columns, len(seats)) * Size.BARE.lines + 1
    yield least, partial(_all_grids, scene, Size.BARE, air=False, places=False)
    yield 0, lambda: [*grids.packed(scene, seats, heading=True), *_facts(scene)]
    yield 0, lambda: [*grids.packed(scene, seats), *_facts(scene)]


def _gap(scene: Scene) -> int:
    """Columns between grids."""
    return 3 if scene.width >= 60 else 2


def _rows(scene: Scene, size: int, count: int) -> int:
    """Rows of so many grids of so many columns."""
    a_row = max((scene.width + _gap(scene)) // (size + _gap(scene)), 1)
    return -(-count // a_row)


def _others(view: View) -> list[int]:
    return [seat for seat in range(view.players) if seat != view.seat]


def _stacked(scene: Scene, others: Size, own: Size, air: bool = True) -> list[Line]:
    """The other grids side by side, below them the own one with the piles beside it."""
    least = _share(scene) if others is Size.BARE else 0
    blocks = [grids.grid(scene, seat, others, least=least) for seat in _others(scene.view)]
    mine = grids.grid(scene, scene.view.seat, own, places=True)
    piles = grids.facts(scene) if own is Size.BARE else grids.piles(scene)
    below = beside([mine, piles], _gap(scene))
    return [*_in_rows(scene, blocks, air), *([[]] if air else []), *below]


def _share(scene: Scene) -> int:
    """Columns for each of the other grids, as many of them side by side as can be."""
    gap, size = _gap(scene), Size.BARE.columns
    a_row: int = min(scene.view.players - 1, (scene.width + gap) // (size + gap))
    return min((scene.width + gap) // a_row - gap, size + 5)


def _in_rows(scene: Scene, blocks: list[list[Line]], air: bool) -> list[Line]:
    """Grids side by side, with a line between the rows where there is air."""
    lines: list[Line] = []
    for row in in_rows(blocks, scene.width, _gap(scene)):
        lines += [[], *row] if lines and air else row
    return lines


def _all_grids(scene: Scene, size: Size, air: bool, places: bool = True) -> list[Line]:
    """Every grid side by side, the piles below."""
    blocks = [grids.grid(scene, seat, size, places) for seat in range(scene.view.players)]
    lines = [*_in_rows(scene, blocks, air), *([[]] if air else []), *_facts(scene)]
    return [*lines, *([grids.legend()] if air else [])]


def _packed(scene: Scene, heading: bool = False) -> list[Line]:
    """The others in a line each, the own grid with the piles beside it."""
    mine = grids.grid(scene, scene.view.seat, Size.BARE, places=True)
    below = beside([mine, grids.facts(scene)], 1)
    return [*grids.packed(scene, _others(scene.view), heading), *below]


def _low(scene: Scene) -> list[Line]:
    """The same, with what stands above and below the own grid at its side, too."""
    head, *mine, foot = grids.grid(scene, scene.view.seat, Size.BARE, places=True)
    side = [head, *grids.short_facts(scene, foot)]
    return [*grids.packed(scene, _others(scene.view)), *beside([mine, side], 1)]


def _facts(scene: Scene) -> list[Line]:
    """The piles, and who ended the round, one behind the other."""
    lines: list[Line] = []
    for fact in grids.facts(scene):
        if lines and size_of(lines[-1]) + size_of(fact) + 3 <= scene.width:
            lines[-1] = [*lines[-1], ("", "   "), *fact]
        else:
            lines.append(list(fact))
    return lines
