"""The points of a match, round by round, as a curve for each seat.

A curve is told by its name at its end, by its dashes and by the shape of its
points; its colour says the same once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

WIDTH, HEIGHT = 720, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 150, 14, 30
_LINE = 15
"""The least distance between the names at the ends, in units of the picture."""
_DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4", "4 4", "1 4", "10 3 3 3")
_MOST_STEPS = 6

Sums = Sequence[Sequence[int]]
"""The points of every seat after each round; a row for each round, the first before any."""


def points_graph(names: Sequence[str], sums: Sums) -> str:
    """The curves as an SVG element, or nothing where fewer than one round was counted."""
    if len(sums) < 2:
        return ""
    low = min(min(row) for row in sums)
    high = max(max(row) for row in sums)
    ticks = ticks_of(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    body = "".join([*_axes(len(sums), ticks, low, high), *_curves(names, sums, low, high)])
    label = escape(_label(names, sums), quote=True)
    return (
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}" '
        f'xmlns="http://www.w3.org/2000/svg">{body}</svg>'
    )


def _label(names: Sequence[str], sums: Sums) -> str:
    """The curves in words: where each one ends."""
    ends = ", ".join(f"{name} {points}" for name, points in zip(names, sums[-1], strict=True))
    return f"Points after each of {len(sums) - 1} rounds; at the end {ends}"


def ticks_of(low: int, high: int) -> list[int]:
    """Round numbers from below the lowest to above the highest points."""
    step = 1
    for step in (ten * unit for ten in (1, 10, 100, 1000, 10_000) for unit in (1, 2, 5)):
        if (high - low) / step <= _MOST_STEPS:
            break
    first = low // step * step
    return list(range(first, high + step, step)) if high > first else [first, first + step]


def _x(at: int, rounds: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * at / (rounds - 1)


def _y(points: float, low: int, high: int) -> float:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (high - points) / (high - low)


def _axes(rounds: int, ticks: Sequence[int], low: int, high: int) -> Iterator[str]:
    for tick in ticks:
        y = _y(tick, low, high)
        strong = " zero" if not tick else ""
        yield (
            f'<line class="grid{strong}" x1="{_LEFT}" y1="{y:.1f}" x2="{WIDTH - _RIGHT}" '
            f'y2="{y:.1f}"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick}</text>'
        )
    every = -(-rounds // 20)
    for at in range(0, rounds, every):
        text = "start" if not at else str(at)
        yield (
            f'<text x="{_x(at, rounds):.1f}" y="{HEIGHT - 10}" text-anchor="middle">{text}</text>'
        )


def _curves(names: Sequence[str], sums: Sums, low: int, high: int) -> Iterator[str]:
    rounds = len(sums)
    places = _spread([_y(points, low, high) for points in sums[-1]])
    for seat, name in enumerate(names):
        points = [(_x(at, rounds), _y(row[seat], low, high)) for at, row in enumerate(sums)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = f' stroke-dasharray="{_DASHES[seat % 8]}"' if _DASHES[seat % 8] else ""
        marks = "".join(_mark(seat, x, y) for x, y in points)
        text = escape(f"{name} {sums[-1][seat]}")
        yield (
            f'<g class="seat{seat % 8}"><polyline points="{path}"{dashes}/>{marks}'
            f'<text x="{WIDTH - _RIGHT + 10}" y="{places[seat] + 4:.1f}">{text}</text></g>'
        )


def _mark(seat: int, x: float, y: float) -> str:
    """A point of a curve: a disc, a square, a triangle or a diamond."""
    shape = seat % 4
    if not shape:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
    if shape == 1:
        return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6"/>'
    tops = (
        ((0, -4.5), (4, 3.5), (-4, 3.5))
        if shape == 2
        else ((0, -4.5), (4.5, 0), (0, 4.5), (-4.5, 0))
    )
    return f'<polygon points="{" ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in tops)}"/>'


def _spread(places: Sequence[float]) -> list[float]:
    """The same heights, moved down as far as names need to stand below each other."""
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    found = list(places)
    least = float(_TOP)
    for seat in order:
        found[seat] = least = max(found[seat], least)
        least += _LINE
    over = max(found) - (HEIGHT - _BOTTOM)
    if over > 0:  # from the bottom up again
        most = float(HEIGHT - _BOTTOM)
        for seat in reversed(order):
            found[seat] = most = min(found[seat], most)
            most -= _LINE
    return found
