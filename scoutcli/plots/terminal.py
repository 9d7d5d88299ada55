"""Panels in a terminal: curves as signs on a grid, bars in rows."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from scoutcli.plots.model import Curve, Panel, round_step
from scoutcli.plots.rows import LABEL, Rows, label
from scoutcli.render.look import Line, Look, in_rows, tidied
from scoutcli.render.text import clip, columns, wrap

_UNICODE = "●○▲△■□◆◇"
_ASCII = "ox+*#@%&"
"""A sign for each curve of a panel."""
_LEAST_WIDTH = 24
_MOST_WIDTH = 100
_BAR_ROWS = 5
_BETWEEN = 3
_SIDE_BY_SIDE = 76
"""From so many columns on two panels of bars stand side by side."""
_MOST_LABELS = 5


def panel_lines(panel: Panel, width: int, look: Look, rows: int = 14) -> Iterator[Line]:
    """A panel, no line wider than `width` (but for 24 columns), the grid of curves `rows` high.

    Nothing where there is nothing to be seen.
    """
    curves = [curve for curve in panel.curves if curve.points]
    if not curves:
        return
    width = max(width, _LEAST_WIDTH)
    for line in wrap(panel.title, width):
        yield [("class:title", line)]
    if panel.width:
        yield from _bar_lines(panel, curves, width, look)
    else:
        yield from _curve_lines(panel, curves, min(width, _MOST_WIDTH), look, max(rows, 4))
    for line in wrap(panel.note, width) if panel.note else ():
        yield [("class:faint", line)]


def _curve_lines(
    panel: Panel, curves: Sequence[Curve], width: int, look: Look, rows: int
) -> Iterator[Line]:
    low, high = panel.up_reach
    step = round_step(max(high - low, 1e-9), _MOST_LABELS)
    low, high = low // step * step, -(-high // step) * step
    if high <= low:
        low, high = low - step, high + step
    room = width - LABEL - 2
    first, last = panel.across_reach
    places = [first + (last - first) * at / room for at in range(room)]
    heights = [_heights(curve, places, low, high, rows) for curve in curves]
    names = {
        _row(low + at * step, low, high, rows): _number(low + at * step, step)
        for at in range(round((high - low) / step) + 1)
    }
    down, corner, flat = look.signs.frame[1], look.signs.frame[8], look.signs.frame[0]
    signs = _UNICODE if look.unicode else _ASCII
    for row in range(rows - 1, -1, -1):
        line: Line = [("class:faint", label(names.get(row, "")) + down)]
        for at in range(room):
            here = [which for which, found in enumerate(heights) if found[at] == row]
            # Where curves lie on one another, their signs take turns.
            line.append(("class:points", signs[here[at % len(here)] % 8]) if here else ("", " "))
        yield tidied(line)
    yield [("class:faint", label("") + corner + flat * room)]
    yield [("class:faint", label("") + " " + _tick_line(panel, room, first, last))]
    ends = [curve.points[-1][1] for curve in curves]
    fine = 1 if all(end == int(end) for end in ends) else step / 10
    legend = ", ".join(
        f"{signs[at % 8]} {curve.name} {_number(end, fine)}"
        for at, (curve, end) in enumerate(zip(curves, ends, strict=True))
    )
    yield from ([("", line)] for line in wrap(legend, width, hanging=2))


def _heights(
    curve: Curve, places: Sequence[float], low: float, high: float, rows: int
) -> list[int | None]:
    """The row of a curve at each place; None before it begins."""
    begins = [x for x, _ in curve.points]
    found = (bisect_right(begins, place + 1e-9) - 1 for place in places)
    return [_row(curve.points[at][1], low, high, rows) if at >= 0 else None for at in found]


def _row(value: float, low: float, high: float, rows: int) -> int:
    return round((value - low) / (high - low) * (rows - 1))


def _number(value: float, step: float) -> str:
    """A number with the places behind the point that its steps need, at most two."""
    places = 0 if step >= 1 else 1 if step >= 0.1 else 2
    text = f"{value:.{places}f}"
    return text.removeprefix("-") if not float(text) else text


def _tick_line(panel: Panel, room: int, first: float, last: float) -> str:
    """What stands below the axis: ticks that do not run into each other, and what they count."""
    ticks = panel.ticks or ((first, f"{panel.across} {first:g}"), (last - 1, f"{last - 1:g}"))
    line = ""
    for place, text in ticks:
        column = math.ceil((place - first) / (last - first) * room)
        begin = min(column, room - columns(text))
        if begin >= columns(line) + (2 if line else 0):
            line += " " * (begin - columns(line)) + text
    return line


def _bar_lines(panel: Panel, curves: Sequence[Curve], width: int, look: Look) -> Iterator[Line]:
    """A small panel for each, all on one scale."""
    beside = 2 if width >= _SIDE_BY_SIDE and len(curves) > 1 else 1
    each = min((width - _BETWEEN * (beside - 1)) // beside, _MOST_WIDTH)
    high = max(panel.up_reach[1], 1e-9)
    rows = Rows(_BAR_ROWS, 0, high / _BAR_ROWS, look.unicode)
    blocks = [list(_bars(panel, curve, each, rows, look)) for curve in curves]
    for lines in in_rows(blocks, width, _BETWEEN):
        yield from map(tidied, lines)
    foot = f"{panel.up}, by {panel.across}"
    yield from ([("class:faint", line)] for line in wrap(foot, width, hanging=2))


def _bars(panel: Panel, curve: Curve, width: int, rows: Rows, look: Look) -> Iterator[Line]:
    yield [("class:name", clip(curve.name, width, look.signs.cut))]
    room = width - LABEL - 1
    shown = curve.points
    size = max(room // len(shown), 1)
    shown = shown[: room // size]
    high = rows.step * rows.above
    for row in range(rows.above, 0, -1):
        text = f"{high:.0%}" if row == rows.above else ""
        bars = "".join(rows.bar(row, rows.halves(share)) * size for _, share in shown)
        yield [("class:faint", label(text)), ("class:card.hidden", bars)]
    yield [("class:faint", label("0") + rows.signs.axis * size * len(shown))]
    first, last = shown[0][0], shown[-1][0] + panel.width - 1
    right = f"{last:g}" if last > first else ""
    space = size * len(shown) - len(right)
    yield [("class:faint", label("") + f"{f'{first:g}':<{max(space, 0)}}"[: max(space, 1)] + right)]
