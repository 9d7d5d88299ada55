"""What a plot shows, before it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

MOST_CURVES = 8
"""So many curves can be told apart in one panel."""

_STEPS = (1, 2, 5)


class Curve(NamedTuple):
    """A curve: whose it is, and its points from left to right. A name is safe to print."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves over one axis, or bars where `width` is above 0.

    A curve keeps the value of a point up to the next one, that of the last for 1
    more; a bar stands from its point on, `width` wide, and its value is a share
    of all, at most 1.
    `ticks` are places on the axis with what is written there. All texts are
    safe to print.
    """

    title: str
    across: str
    up: str
    curves: tuple[Curve, ...]
    ticks: tuple[tuple[float, str], ...] = ()
    width: float = 0
    note: str = ""

    @property
    def across_reach(self) -> tuple[float, float]:
        """From where to where the axis goes."""
        places = [x for curve in self.curves for x, _ in curve.points]
        return min(places, default=0.0), max(places, default=0.0) + (self.width or 1)

    @property
    def up_reach(self) -> tuple[float, float]:
        """The lowest value and the highest; those of bars begin at 0."""
        values = [y for curve in self.curves for _, y in curve.points]
        if self.width:
            values.append(0.0)
        return min(values, default=0.0), max(values, default=0.0)


def round_step(reach: float, most: int) -> float:
    """The smallest of 1, 2 or 5 times a power of ten that `most` steps of it cover a reach.

    `reach` is above 0.
    """
    step = 1.0
    while step * most >= 10 * reach:
        step /= 10
    while True:
        for times in _STEPS:
            if step * times * most >= reach:
                return step * times
        step *= 10
