"""The statistics of a run as tables for people, in as many columns as there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from notation.diagnostics import printable
from scoutcli.arena.sprt import Sprt
from scoutcli.arena.statistics import Latency, Statistics
from scoutcli.estimates import Estimate
from scoutcli.render.text import Paint, clip, columns, wrap
from scoutcli.report import plural, terminal_width

PERCENTILES = (50, 90, 99)
"""Those of the times of answers that are shown, and the longest."""

_NONE = "-"
_GAP = 2
_LEAST_NAME = 6
_GOOD_NAME = 16
"""So wide names are worth more than a column that can be spared."""


class _Column(NamedTuple):
    """A column, a `name` to the left and cut where it must be, a number to the right.

    `spare` ones are left out where there is no room, the highest first.
    """

    head: str
    cells: Sequence[str]
    name: bool = False
    spare: int = 0

    @property
    def width(self) -> int:
        # tabulate sets a heading with two more spaces than a cell.
        return max(columns(self.head) + 2, *map(columns, self.cells))


def text(
    statistics: Statistics,
    latencies: Sequence[Latency] = (),
    sprt: Sprt | None = None,
    *,
    width: int | None = None,
    paint: Paint | None = None,
) -> str:
    """Bots, pairs, faults, times of answers (one for each bot), and how a test stands.

    No line is wider than `width` columns (None: those of the terminal), if
    these are 40 at least. Parts with nothing in them are left out. Safe to print.
    """
    width = terminal_width() if width is None else width
    paint = paint or Paint()
    parts = [
        _standings(statistics, width, paint),
        _pairs(statistics, width, paint) if len(statistics.names) > 2 else "",
        _faults(statistics, width, paint),
        _times(statistics.names, latencies, width, paint),
        _lines(_notes(statistics, paint), width),
        _lines(sprt.describe().splitlines(), width) if sprt else "",
    ]
    return "\n".join(part for part in parts if part)


def _standings(statistics: Statistics, width: int, paint: Paint) -> str:
    rows = statistics.standings()
    return _table(
        [
            _Column("bot", [row.name for row in rows], name=True),
            _Column("matches", [str(row.matches) for row in rows], spare=1),
            _Column("rounds", [str(row.rounds) for row in rows], spare=3),
            _Column("a round", [_decimals(row.points) for row in rows], spare=2),
            _Column("wins", [_percent(row.win_share) for row in rows]),
            _Column("margin", [_margin(row.margin, paint) for row in rows]),
        ],
        width,
        paint,
    )


def _pairs(statistics: Statistics, width: int, paint: Paint) -> str:
    rows = statistics.pairs()
    return _table(
        [
            _Column("bot", [row.first for row in rows], name=True),
            _Column("against", [row.second for row in rows], name=True),
            _Column("matches", [str(row.matches) for row in rows], spare=1),
            _Column("better", [_percent(row.share and row.share.mean) for row in rows], spare=2),
            _Column("margin", [_margin(row.margin, paint) for row in rows]),
        ],
        width,
        paint,
    )


def _faults(statistics: Statistics, width: int, paint: Paint) -> str:
    found = [
        (row.name, reason, number)
        for row in statistics.standings()
        for reason, number in row.faults.items()
    ]
    return _table(
        [
            _Column("bot at fault", [name for name, _, _ in found], name=True),
            _Column("reason", [reason for _, reason, _ in found], name=True),
            _Column("times", [str(number) for _, _, number in found]),
        ],
        width,
        paint,
    )


def _times(names: Sequence[str], latencies: Sequence[Latency], width: int, paint: Paint) -> str:
    timed = [(name, times) for name, times in zip(names, latencies, strict=False) if times.count]
    return _table(
        [
            _Column("time in ms", [name for name, _ in timed], name=True),
            _Column("answers", [str(times.count) for _, times in timed], spare=2),
            *(
                _Column(
                    f"{percent} %",
                    [milliseconds(times.percentile(percent)) for _, times in timed],
                    spare=percent == 90,
                )
                for percent in PERCENTILES
            ),
            _Column("longest", [milliseconds(times.maximum) for _, times in timed]),
        ],
        width,
        paint,
    )


def _notes(statistics: Statistics, paint: Paint) -> list[str]:
    """How to read the tables, and what they do not count."""
    plus_minus = _plus_minus(paint)
    notes = [
        "wins: of a seat, in the mean of a bot's seats; a shared win counts in part",
        "margin: points a round against the mean of the others at the table, + is better, "
        f"{plus_minus} is a 95 % interval; counted on {plural(statistics.complete, 'deal')} "
        "complete in all seatings"
        + (f", not on {statistics.incomplete} incomplete" if statistics.incomplete else ""),
    ]
    if len(statistics.names) > 2:
        notes.append("better: how often the first of two has the better total, a tie counts half")
    if statistics.forfeited:
        number = plural(statistics.forfeited, "match")
        notes.append(f"{number} with faults counted as played")
    if statistics.abandoned:
        notes.append(f"{plural(statistics.abandoned, 'match')} abandoned, counted nowhere else")
    return notes


def milliseconds(seconds: float | None) -> str:
    """A time in thousandths of a second, with three digits or more: ``0.060``, ``12.3``, ``1234``.

    None is ``-``.
    """
    if seconds is None:
        return _NONE
    ms = seconds * 1000
    return f"{ms:.{3 if ms < 1 else 2 if ms < 10 else 1 if ms < 100 else 0}f}"


def _decimals(value: float | None) -> str:
    return _NONE if value is None else f"{value:.2f}"


def _percent(share: float | None) -> str:
    return _NONE if share is None else f"{100 * share:.1f} %"


def _margin(estimate: Estimate | None, paint: Paint) -> str:
    if estimate is None:
        return _NONE
    if estimate.half is None:
        return f"{estimate.mean:+.2f}"
    return f"{estimate.mean:+.2f} {_plus_minus(paint)} {estimate.half:.2f}"


def _plus_minus(paint: Paint) -> str:
    return "±" if paint.unicode else "+/-"


def _table(table: Iterable[_Column], width: int, paint: Paint) -> str:
    """The columns that fit, names cut where there is no other way; "" without rows."""
    from tabulate import tabulate  # takes longer to load than the rest of the program

    shown = [column._replace(cells=[printable(cell) for cell in column.cells]) for column in table]
    if not shown[0].cells:
        return ""
    longest = max(column.width for column in shown if column.name)
    wanted = min(longest, _GOOD_NAME)
    while _room(shown, width) < wanted and any(column.spare for column in shown):
        shown.remove(max(shown, key=lambda column: column.spare))
    room = max(_room(shown, width), _LEAST_NAME)
    shown = [
        column._replace(cells=[clip(cell, room, paint.cut) for cell in column.cells])
        if column.name
        else column
        for column in shown
    ]
    lines = tabulate(
        list(zip(*(column.cells for column in shown), strict=True)),
        [column.head for column in shown],
        disable_numparse=True,
        colalign=["left" if column.name else "right" for column in shown],
    ).splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _room(shown: Sequence[_Column], width: int) -> int:
    """How wide each name can be."""
    names = [column for column in shown if column.name]
    rest = sum(column.width for column in shown if not column.name)
    return (width - rest - _GAP * (len(shown) - 1)) // len(names)


def _lines(texts: Iterable[str], width: int) -> str:
    return "".join(f"{line}\n" for text in texts for line in wrap(text, width, hanging=2))
