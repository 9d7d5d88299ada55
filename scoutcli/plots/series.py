"""Panels from results: points over time, ratings over time, how round scores are spread.

Whoever is to be shown comes by key, the first ones first; time is the number of
a match, in order of their dates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from notation.diagnostics import printable
from scoutcli.plots.model import MOST_CURVES, Curve, Panel, round_step
from scoutcli.ratings.model import Course, Label

_MOST_POINTS = 400
"""So many points a curve has at most, about; further ones could not be told apart."""
_MOST_TICKS = 6
_MOST_BARS = 24


class Match(Protocol):
    """What points over time need of a match: margins by key, a seat at a time, more is better."""

    @property
    def date(self) -> str: ...
    @property
    def margins(self) -> Sequence[tuple[str, Fraction | float]]: ...


class Matches(Protocol):
    """Matches in the order of their dates, and how many."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Match]: ...


def points_over_time(
    matches: Matches,
    keys: Sequence[str],
    *,
    average: bool = False,
    label: Label = printable,
    title: str = "",
) -> Panel:
    """What each has made above the mean of the others, all matches so far together.

    With `average` that a match, which shows strength where some play more.
    """
    shown = keys[:MOST_CURVES]
    sums, played = dict.fromkeys(shown, 0.0), dict.fromkeys(shown, 0)
    points: dict[str, list[tuple[float, float]]] = {key: [] for key in shown}
    dates = []
    every, last = _every(len(matches)), len(matches) - 1
    for at, match in enumerate(matches):
        dates.append(match.date)
        for key in {key for key, _ in match.margins} & played.keys():
            played[key] += 1
        for key, margin in match.margins:
            if key in sums:
                sums[key] += float(margin)
        if at % every == 0 or at == last:
            for key, total in sums.items():
                if played[key]:
                    points[key].append((at + 1, total / (played[key] if average else 1)))
    return Panel(
        title or f"Points above the mean of the others, {'a match' if average else 'added up'}",
        "match",
        "points a match" if average else "points",
        tuple(Curve(label(key), tuple(points[key])) for key in shown if points[key]),
        _dated(dates),
        note=_left_out(keys),
    )


def ratings_over_time(
    course: Course,
    keys: Sequence[str],
    *,
    system: str,
    label: Label = printable,
    title: str = "",
) -> Panel:
    """The rating of each behind every match, by a system of that name."""
    every, last = _every(len(course.dates)), len(course.dates) - 1
    curves = []
    for key in keys[:MOST_CURVES]:
        points: list[tuple[float, float]] = []
        for at, value in course.steps(key):
            # Of what would lie on one place the later point is kept.
            if points and (points[-1][0] - 1) // every == at // every:
                points.pop()
            points.append((at + 1, value))
        if points and points[-1][0] <= last:
            points.append((last + 1, points[-1][1]))
        if points:
            curves.append(Curve(label(key), tuple(points)))
    return Panel(
        title or f"{system} over time",
        "match",
        system,
        tuple(curves),
        _dated(course.dates),
        note=_left_out(keys),
    )


def score_distribution(
    counts: Mapping[str, Mapping[int, int]],
    keys: Sequence[str],
    *,
    label: Label = printable,
    title: str = "",
) -> Panel:
    """How often a round brought so many points, as shares of the rounds of each.

    `counts` says for each key how often each score came.
    """
    shown = [key for key in keys[:MOST_CURVES] if counts.get(key)]
    scores = [score for key in shown for score in counts[key]]
    low, high = min(scores, default=0), max(scores, default=0)
    width = max(round(round_step(high - low + 1, _MOST_BARS)), 1)
    first = low // width * width
    curves = []
    for key in shown:
        total = sum(counts[key].values())
        bars = dict.fromkeys(range(first, high + 1, width), 0)
        for score, count in counts[key].items():
            bars[score // width * width] += count
        shares = tuple((float(at), count / total) for at, count in bars.items())
        curves.append(Curve(label(key), shares))
    by = "" if width == 1 else f", {width} together"
    return Panel(
        title or "Points of a round",
        f"points{by}",
        "share of rounds",
        tuple(curves),
        width=float(width),
        note=_left_out(keys),
    )


def _every(matches: int) -> int:
    """Of so many matches each how manyth one is shown."""
    return max(-(-matches // _MOST_POINTS), 1)


def _dated(dates: Sequence[str]) -> tuple[tuple[float, str], ...]:
    """Some matches with their dates; where they have none, the numbers of the matches do."""
    if not any(dates):
        return ()
    steps = min(_MOST_TICKS, len(dates))
    places = [at * (len(dates) - 1) // max(steps - 1, 1) for at in range(steps)]
    found: list[tuple[float, str]] = []
    for at in places:
        text = printable(dates[at]) or "no date"
        if not found or found[-1][1] != text:
            found.append((at + 1, text))
    return tuple(found)


def _left_out(keys: Sequence[str]) -> str:
    return f"The first {MOST_CURVES} of {len(keys)}." if len(keys) > MOST_CURVES else ""
