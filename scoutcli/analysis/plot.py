"""The course of a match as curves in a terminal: a panel for each seat, all on one scale.

The bars from the axis are luck, the points on top of them what the seat had and
could expect. Both are told by their shape, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoutcli.analysis.course import Course
from scoutcli.render.look import Line, Look, in_rows, tidied
from scoutcli.render.text import clip, wrap

_MOST_ROWS, _LEAST_ROWS = 8, 3
_MOST_LINES = 40
"""What all panels together take at most, where that can be."""
_WIDE = 76
"""From so many columns on two panels stand side by side."""
_MOST_WIDTH = 60
_BETWEEN = 3
_SCALE = 5
"""The columns of the numbers at the axis."""


@dataclass(frozen=True, slots=True)
class _Signs:
    point: str
    bar: str
    high: str
    """The lower half of a bar: its end above the axis."""
    low: str
    axis: str
    end: str
    """On the axis where a round ends."""


_UNICODE = _Signs("●", "█", "▄", "▀", "─", "┼")
_ASCII = _Signs("o", "#", "#", "#", "-", "+")


@dataclass(frozen=True, slots=True)
class _Frame:
    """How values become places: rows above the axis and below it, points for a row."""

    above: int
    below: int
    step: float
    columns: int
    unicode: bool

    @property
    def signs(self) -> _Signs:
        return _UNICODE if self.unicode else _ASCII

    def halves(self, value: float) -> int:
        """How many half rows from the axis a value is, within the panel."""
        found = round(2 * value / self.step)
        if not self.unicode:  # whole rows alone
            found = 2 * round(value / self.step)
        return max(-2 * self.below, min(found, 2 * self.above))


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
    signs = frame.signs
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
    return _Frame(above, below, step, max(width - _SCALE - 1, 8), look.unicode)


def _panel(name: str, seat: int, course: Course, frame: _Frame, look: Look) -> Iterator[Line]:
    cut = look.signs.cut
    yield [("class:name", clip(name, frame.columns + _SCALE + 1, cut))]
    last = course.moments - 1
    shown = [at * last // (frame.columns - 1) for at in range(frame.columns)]
    points = [frame.halves(course.points[seat][at]) for at in shown]
    luck = [frame.halves(course.luck[seat][at]) for at in shown]
    ended = set(course.ends)
    ends = [
        bool(ended & set(range(before + 1, at + 1)))
        for before, at in zip([-1, *shown[:-1]], shown, strict=True)
    ]
    for row in range(frame.above, -frame.below - 1, -1):
        line: Line = [("class:faint", _label(row, frame))]
        for point, bar, end in zip(points, luck, ends, strict=True):
            line.append(_cell(row, point, bar, end, frame.signs))
        yield line


def _label(row: int, frame: _Frame) -> str:
    """The number of a row at the side: at the ends of the scale and at 0."""
    if row and row not in (frame.above, -frame.below):
        return " " * (_SCALE + 1)
    text = f"{row * frame.step:+.0f}" if row else "0"
    return f"{text[:_SCALE]:>{_SCALE}} "


def _cell(row: int, point: int, bar: int, end: bool, signs: _Signs) -> tuple[str, str]:
    """What stands at a place; rows count from the axis, values in half rows."""
    if _row_of(point) == row:
        return "class:points", signs.point
    if not row:
        return "class:faint", signs.end if end else signs.axis
    filled = bar - 2 * (row - 1) if row > 0 else -bar - 2 * (-row - 1)
    if filled <= 0:
        return "", " "
    half = signs.high if row > 0 else signs.low
    return "class:card.hidden", half if filled == 1 else signs.bar


def _row_of(halves: int) -> int:
    """The row in which a value lies: 0 for none, else the one that its bar would end in."""
    return (halves + 1) // 2 if halves >= 0 else -((-halves + 1) // 2)
