"""Cards in rows: bare numbers, in one frame, or each in a frame of its own.

A row is cells with a separator of one column before, between and behind them.
Marks stand in the separators, so that they take no room and are seen without
colour: ``[4  5]`` is chosen, ``>4<`` would be put there, a bar is a gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scoutcli.render.look import Line, Look

CHOSEN = "[]"
PUT = "><"
DOWN = "()"
"""Lies face down, and is known."""
_FRAME = "class:card.frame"
_HIDDEN = "class:card.hidden"
MARKED = "class:marked"
_AIR = ("", " ")
NO_GAP = -1


class Cell(NamedTuple):
    """A card, or a place for one: what stands in its lines, how, and what above it."""

    texts: tuple[str, ...]
    styles: tuple[str, ...]
    head: str = ""
    mark: str = ""


def bare(cells: Sequence[Cell], size: int, look: Look, gap: int = NO_GAP) -> list[Line]:
    """Numbers side by side; each cell takes `size` columns and its separator.

    The heads are a line above where there are any.
    """
    between = _separators(cells, gap, " ", look)
    lines = _heads(cells, size, look, gap)
    for row in range(len(cells[0].texts) if cells else 0):
        line: Line = []
        for cell, mark in zip(cells, between, strict=False):
            line += (mark, (_style(cell, row), cell.texts[row].rjust(size)))
        lines.append([*line, between[-1]])
    return lines


def framed(rows: Sequence[Sequence[Cell]], size: int, look: Look, gap: int = NO_GAP) -> list[Line]:
    """Rows of cells in one frame; each cell takes `size` columns, at least two.

    Where there is one row, arrows in the frame below point at what is marked.
    """
    signs = look.signs
    flat, down, corners = signs.frame[0], signs.frame[1], signs.frame[2:]
    lines = _heads(rows[0], size, look, gap)
    count = len(rows[0])
    for number, cells in enumerate(rows):
        between = _separators(cells, gap, down, look)
        lines.append(_edge(corners[3 * (number > 0) :], flat, size, [""] * count))
        for row in range(len(cells[0].texts)):
            line: Line = []
            for cell, mark in zip(cells, between, strict=False):
                line += (mark, (_style(cell, row), _middle(cell.texts[row], size)))
            lines.append([*line, between[-1]])
    arrows = [signs.up if cell.mark and len(rows) == 1 else "" for cell in rows[-1]]
    return [*lines, _edge(corners[6:], flat, size, arrows)]


def boxed(cells: Sequence[Cell], size: int, look: Look, gap: int = NO_GAP) -> list[Line]:
    """Every card in a frame of its own, doubled where it is marked; `size` columns inside."""
    lines: list[Line] = [[] for _ in range(2 + len(cells[0].texts))] if cells else []
    for at, cell in enumerate([*cells, None]):
        bar = (MARKED, look.signs.bar) if at == gap else _AIR
        for line in lines:
            line.append(bar)
        if cell is None:
            break
        frame = look.signs.strong_frame if cell.mark else look.signs.frame
        flat, down, corners = frame[0], frame[1], frame[2:]
        style = f"{_FRAME} {MARKED}" if cell.mark else _FRAME
        lines[0].append((style, corners[0] + flat * size + corners[2]))
        sides = PUT if cell.mark == PUT else down * 2
        for row, text in enumerate(cell.texts):
            lines[row + 1] += ((style, sides[0]), (_style(cell, row), text), (style, sides[1]))
        arrows = look.signs.up * 2 if cell.mark else ""
        lines[-1].append((style, corners[6] + arrows.center(size, flat) + corners[8]))
    return _heads(cells, size + 2, look, gap) + lines


def _style(cell: Cell, row: int) -> str:
    style = cell.styles[row]
    return f"{style} {MARKED}".lstrip() if cell.mark and cell.mark != DOWN else style


def _middle(text: str, size: int) -> str:
    """A number in the middle of its cell, the units of all below each other."""
    if len(text) > 2:
        return text.rjust(size)
    left = (size - 2) // 2
    return f"{' ' * left}{text:>2}".ljust(size)


def _heads(cells: Sequence[Cell], size: int, look: Look, gap: int) -> list[Line]:
    """The line above the cells; an arrow down in it where something is to be put."""
    if not any(cell.head for cell in cells):
        return []
    line: Line = []
    arrow = (MARKED, look.signs.down)
    for at, cell in enumerate(cells):
        line.append(arrow if at == gap else _AIR)
        style = MARKED if cell.mark else "class:place"
        line.append((style, _middle(cell.head, size) if size > 1 else cell.head[-1:]))
    return [[*line, arrow if gap == len(cells) else _AIR]]


def _separators(cells: Sequence[Cell], gap: int, plain: str, look: Look) -> Line:
    """What stands before each cell and behind the last."""
    marks = ["", *(cell.mark for cell in cells), ""]
    line: Line = []
    for at, (left, right) in enumerate(pairwise(marks)):
        if at == gap:
            line.append((MARKED, look.signs.bar))
        elif left == right:
            line.append((_FRAME, plain))
        else:
            closes = bool(left) and (not right or left == PUT or right == DOWN)
            mark, sign = (left, left[1:]) if closes else (right, right[:1])
            line.append((_HIDDEN if mark == DOWN else MARKED, sign))
    return line


def _edge(corners: str, flat: str, size: int, arrows: Sequence[str]) -> Line:
    """A line of a frame from corner to corner."""
    left, middle, right = corners[0], corners[1], corners[2]
    sides = middle.join(arrow.center(size, flat) if arrow else flat * size for arrow in arrows)
    return [(_FRAME, f"{left}{sides}{right}")]
