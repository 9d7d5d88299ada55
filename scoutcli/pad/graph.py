"""The totals of a match as curves in a terminal, all on one scale.

Each player has a letter of their own, so nothing is told by colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoutcli.render.look import Line, Look, tidied
from scoutcli.render.text import wrap

_LABEL = 5
"""Columns of the numbers at the side, at least; behind them is a space."""
_STEP = 8
"""Columns from one round to the next, at most."""
_LEAST_ROWS, _LEAST_ACROSS = 3, 8
_LOW = 8
"""In fewer lines there are more rows where the legend is short."""
_SEVERAL = "#"
"""Stands where several players are."""


class _Scale(NamedTuple):
    """How points become rows, counted from the lowest one."""

    low: int
    high: int
    rows: int

    def row(self, value: float) -> int:
        return round((value - self.low) / max(self.high - self.low, 1) * (self.rows - 1))


def marks_of(names: Sequence[str]) -> list[str]:
    """A letter for each player: the first of the name, or where two have the same, the seat."""
    first = [name[:1].upper() for name in names]
    plain = all(len(letter) == 1 and letter.isascii() and letter.isalpha() for letter in first)
    if plain and len(set(first)) == len(first):
        return first
    return [str(seat) for seat in range(1, len(names) + 1)]


def curves(
    names: Sequence[str],
    totals: Sequence[Sequence[int | None]],
    width: int,
    height: int,
    look: Look,
) -> Iterator[Line]:
    """The totals behind each round, in `height` lines; nothing where that is too few for it.

    A curve ends where a total is not known.
    """
    marks = marks_of(names)
    legend = wrap(_legend(marks, names, short=height < _LOW), width)
    rows = height - len(legend)
    if rows < _LEAST_ROWS:
        return
    known = [total for row in totals for total in row if total is not None]
    if not known:
        return
    scale = _Scale(min(0, *known), max(0, *known), rows)
    label = max(len(str(scale.low)), len(str(scale.high)), _LABEL)
    across = min(width - label - 1, len(totals) * _STEP + 1)
    if across < _LEAST_ACROSS:
        return
    cells = _drawn(marks, totals, across, scale, look)
    for row in range(rows - 1, -1, -1):
        line: Line = [("class:faint", f"{_label(row, scale):>{label}} ")]
        line += [cells.get((row, at), ("", " ")) for at in range(across)]
        yield tidied(line)
    yield from ([("class:faint", text)] for text in legend)


def _legend(marks: Sequence[str], names: Sequence[str], *, short: bool) -> str:
    """What the marks mean; `short` where they are letters that go without saying."""
    if short and marks[0] != "1":
        return f"first letters of names, {_SEVERAL} several"
    shown = [*zip(marks, names, strict=True), (_SEVERAL, "several")]
    return "  ".join(map(" ".join, shown))


def _label(row: int, scale: _Scale) -> str:
    """The number at the side of a row: at the ends of the scale, and at 0."""
    if row == scale.row(0):
        return "0"
    if row == scale.rows - 1:
        return str(scale.high)
    return str(scale.low) if not row else ""


def _drawn(
    marks: Sequence[str],
    totals: Sequence[Sequence[int | None]],
    across: int,
    scale: _Scale,
    look: Look,
) -> dict[tuple[int, int], tuple[str, str]]:
    """What stands in each row and column: the axis, the lines over it, the marks over these."""
    axis = look.signs.frame[0]
    cells = {(scale.row(0), at): ("class:faint", axis) for at in range(across)}
    places = [round(number * (across - 1) / len(totals)) for number in range(len(totals) + 1)]
    ends: dict[tuple[int, int], str] = {}
    for seat, mark in enumerate(marks):
        before = 0
        for number, row in enumerate(totals, 1):
            total = row[seat]
            if total is None:
                break
            start, end = places[number - 1], places[number]
            for at in range(start + 1, end):
                value = before + (total - before) * (at - start) / (end - start)
                cells[scale.row(value), at] = ("class:faint", "·" if look.unicode else ".")
            place = scale.row(total), end
            ends[place] = _SEVERAL if ends.get(place, mark) != mark else mark
            before = total
    return cells | {place: ("class:points", mark) for place, mark in ends.items()}
