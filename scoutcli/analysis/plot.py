"""The course of a match as curves in a terminal: a panel for each seat, all on one scale.

The bars from the axis are luck, the points on top of them what the seat had and
could expect. Both are told by their shape, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoutcli.analysis.course import Course
from scoutcli.plots.rows import LABEL, Rows, label, row_of
from scoutcli.render.look import Line, Look, in_rows, tidied
from scoutcli.render.text import clip, wrap

_MOST_ROWS, _LEAST_ROWS = 8, 3
_MOST_LINES = 40
"""What all panels together take at most, where that can be."""
_WIDE = 76
"""From so many columns on two panels stand side by side."""
_MOST_WIDTH = 60
_BETWEEN = 3


@dataclass(frozen=True, slots=True)
class _Frame:
    """The rows of a panel, and how many columns it has."""

    rows: Rows
    columns: int


def course_lines(names: Sequence[str], course: Course, width: int, look: Look) -> Iterator[Line]:
    """The panels with their legend, no line wider than `width`; nothing without a course."""
    if course.moments < 2:
        return
    side_by_side = 2 if width >= _WIDE and len(names) > 1 else 1
    each = min((width - _BETWEEN * (side_by_side - 1)) // side_by_side, _MOST_WIDTH)
    frame = _frame(course, each, -(-len(names) // side_by_side), look)
    blocks = [list(_panel(name, seat, course, frame, look)) for seat, name in enumerate(names)]
    for lines in in_rows(blocks, width, _BETWEEN):
        yield from map(tidied, lines)
    signs = frame.rows.signs
    luck = f", {signs.bar} luck so far" if course.lucky else ""
    legend = f"{signs.point} points so far and expected{luck}, {signs.end} a round ends"
    yield from ([("class:faint", line)] for line in wrap(legend, width, hanging=2))


def _frame(course: Course, width: int, panels: int, look: Look) -> _Frame:
    """A scale on which every curve fits, with 0 on a row of its own."""
    low, high = course.reach
    rows = max(_LEAST_ROWS, min(_MOST_ROWS, _MOST_LINES // panels - 2))
    reach = max(high - low, 1.0)
    above = min(max(round(rows * high / reach), 1), rows - 1)
    below = rows - above
    step = max(high / above, -low / below, 0.5)
    return _Frame(Rows(above, below, step, look.unicode), max(width - LABEL - 1, 8))


def _panel(name: str, seat: int, course: Course, frame: _Frame, look: Look) -> Iterator[Line]:
    cut = look.signs.cut
    yield [("class:name", clip(name, frame.columns + LABEL + 1, cut))]
    last = course.moments - 1
    shown = [at * last // (frame.columns - 1) for at in range(frame.columns)]
    rows = frame.rows
    points = [rows.halves(course.points[seat][at]) for at in shown]
    luck = [rows.halves(course.luck[seat][at]) for at in shown]
    ended = set(course.ends)
    ends = [
        bool(ended & set(range(before + 1, at + 1)))
        for before, at in zip([-1, *shown[:-1]], shown, strict=True)
    ]
    for row in range(rows.above, -rows.below - 1, -1):
        line: Line = [("class:faint", label(_side(row, rows)))]
        for point, bar, end in zip(points, luck, ends, strict=True):
            line.append(_cell(row, point, bar, end, rows))
        yield line


def _side(row: int, rows: Rows) -> str:
    """The number of a row at the side: at the ends of the scale and at 0."""
    if row in (rows.above, -rows.below):
        return f"{row * rows.step:+.0f}"
    return "" if row else "0"


def _cell(row: int, point: int, bar: int, end: bool, rows: Rows) -> tuple[str, str]:
    """What stands at a place; rows count from the axis, values in half rows."""
    signs = rows.signs
    if row_of(point) == row:
        return "class:points", signs.point
    if not row:
        return "class:faint", signs.end if end else signs.axis
    text = rows.bar(row, bar)
    return "class:card.hidden" if text.strip() else "", text
