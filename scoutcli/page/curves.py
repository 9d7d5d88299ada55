"""Points and luck of each seat over a match: a small picture for each, all on one scale.

Luck is an area from the line of 0, points are a line; the legend says so in words.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from scoutcli.analysis.course import Course
from scoutcli.analysis.wording import signed
from scoutcli.page.graph import ticks_of

WIDTH, HEIGHT = 360, 170
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 8, 10, 22
_MOST_POINTS = 500
"""So many points a curve has at most; further ones could not be told apart."""


def course_pictures(names: Sequence[str], course: Course) -> str:
    """A figure for each seat as markup; nothing without a course."""
    if course.moments < 2:
        return ""
    low, high = course.reach
    ticks = ticks_of(math.floor(low), math.ceil(high))
    return "".join(_figure(seat, name, course, ticks) for seat, name in enumerate(names))


def _figure(seat: int, name: str, course: Course, ticks: Sequence[int]) -> str:
    points, luck = course.points[seat], course.luck[seat]
    label = f"{name}: {signed(points[-1])} points, luck {signed(luck[-1])}"
    body = "".join([*_axes(course, ticks), *_curves(points, luck, ticks)])
    return (
        f"<figure><figcaption>{escape(label)}</figcaption>"
        f'<svg class="graph seat{seat % 8}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(label, quote=True)}" xmlns="http://www.w3.org/2000/svg">{body}</svg>'
        "</figure>"
    )


def _axes(course: Course, ticks: Sequence[int]) -> Iterator[str]:
    for tick in ticks:
        y = _y(tick, ticks)
        strong = " zero" if not tick else ""
        yield (
            f'<line class="grid{strong}" x1="{_LEFT}" y1="{y:.1f}" x2="{WIDTH - _RIGHT}" '
            f'y2="{y:.1f}"/><text x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{tick}</text>'
        )
    every = -(-len(course.ends) // 12)
    for number, end in enumerate(course.ends, 1):
        x = _x(end, course.moments)
        yield (
            f'<line class="grid end" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" '
            f'y2="{HEIGHT - _BOTTOM}"/>'
        )
        if number % every == 0:
            yield f'<text x="{x:.1f}" y="{HEIGHT - 7}" text-anchor="end">{number}</text>'


def _curves(points: Sequence[float], luck: Sequence[float], ticks: Sequence[int]) -> Iterator[str]:
    last = len(points) - 1
    count = min(len(points), _MOST_POINTS)
    shown = [at * last // (count - 1) for at in range(count)]
    if any(luck):
        zero = f"{_y(0, ticks):.1f}"
        top = " ".join(f"{_x(at, last + 1):.1f},{_y(luck[at], ticks):.1f}" for at in shown)
        yield f'<polygon class="luck" points="{_LEFT},{zero} {top} {WIDTH - _RIGHT},{zero}"/>'
    path = " ".join(f"{_x(at, last + 1):.1f},{_y(points[at], ticks):.1f}" for at in shown)
    yield f'<polyline points="{path}"/>'


def _x(at: int, moments: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * at / (moments - 1)


def _y(points: float, ticks: Sequence[int]) -> float:
    low, high = ticks[0], ticks[-1]
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (high - points) / (high - low)
