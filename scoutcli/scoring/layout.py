"""The columns of standings, of skill and luck, and of entrants head to head."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from scoutcli.results.standings import Ranking, Row, Standings
from scoutcli.results.sums import Met, Sums
from scoutcli.results.tally import Tally
from scoutcli.scoring.tables import Cell, Column, Table

MOST_IN_CROSS = 30
"""A cross table of more entrants is a list of pairs, for everyone."""


class Group(NamedTuple):
    """What is ranked together."""

    sums: Sums
    verified: bool
    title: str

    @property
    def about(self) -> tuple[tuple[str, str | bool], ...]:
        """What holds for all of its rows."""
        return ("game", self.sums.game.name), ("verified", self.verified)


class Ranked(NamedTuple):
    """A group and its standings."""

    group: Group
    ranking: Ranking


class _Part(NamedTuple):
    """A column, and what stands in it."""

    column: Column
    cell: Callable[[Row], Cell]


Figures = tuple[_Part, ...]
"""The columns of one figure: itself, and its interval for people and for programs."""

_AVERAGE: Figures = (
    _Part(Column("average", "a round"), lambda row: row.average and row.average.mean),
    _Part(Column(None, "±"), lambda row: row.average and row.average.half),
    _Part(Column("average_low", None), lambda row: row.average and row.average.low),
    _Part(Column("average_high", None), lambda row: row.average and row.average.high),
)

_USUAL: Mapping[str, Figures] = {
    "played": (_Part(Column("played", "played"), lambda row: row.matches),),
    "won": (_Part(Column("won", "won"), lambda row: row.won),),
    "shared": (_Part(Column("shared", "shared", spare=1), lambda row: row.shared),),
    "points": (_Part(Column("points", "points"), lambda row: row.points),),
    "rounds": (_Part(Column("rounds", "rounds", spare=2), lambda row: row.rounds),),
    "average": _AVERAGE,
    "place": (_Part(Column("mean_place", "mean place", spare=3), lambda row: row.mean_place),),
}
"""What every table has, by the name of the tie-break that goes by it, if there is one."""

_SYSTEMS = {"points": "average"}
_TIEBREAKS = {"wins": "won"}
"""Systems and tie-breaks that go by a figure of another name."""


def standings_table(group: Group, standings: Standings, ranking: Ranking) -> Table:
    """The entrants in their order, first with the figures that decided it, in the order used."""
    faults = any(row.faults for row in ranking.rows)
    parts = _parts(group.sums.by.name, standings, faults=faults)
    return Table(
        "standings",
        group.title,
        [part.column for part in parts],
        [[part.cell(row) for part in parts] for row in ranking.rows],
        (_how(group.sums, standings), *ranking.notes, *_intervals(ranking.rows)),
        group.about,
    )


def no_standings(by: str, standings: Standings) -> Table:
    """The columns of standings, and nobody in them."""
    columns = [part.column for part in _parts(by, standings, faults=False)]
    return Table("standings", "", columns, (), about=(("game", ""), ("verified", True)))


def _parts(by: str, standings: Standings, *, faults: bool) -> list[_Part]:
    deciding = dict(_deciding(standings))
    figures = deciding | {name: it for name, it in _USUAL.items() if name not in deciding}
    return [
        _Part(Column("place", "place"), lambda row: row.place),
        _Part(Column(by, by, name=True), lambda row: row.label),
        _Part(Column("id", None), lambda row: row.key),
        *(part for figure in figures.values() for part in figure),
        _Part(Column("faults", "faults" if faults else None), lambda row: row.faults),
    ]


def _deciding(standings: Standings) -> Iterator[tuple[str, Figures]]:
    """The figures of systems and tie-breaks, by name; none of them can be spared."""
    for at, system in enumerate(standings.systems):
        name = _SYSTEMS.get(system.name, system.name)
        yield name, _needed(name) or _scored(at, system.name, system.head)
    for at, tiebreak in enumerate(standings.tiebreaks):
        name = _TIEBREAKS.get(tiebreak.name, tiebreak.name)
        yield name, _needed(name) or (_value(at, tiebreak.name, tiebreak.head),)


def _needed(name: str) -> Figures:
    """A usual figure, which cannot be spared here; none of another name."""
    return tuple(
        part._replace(column=part.column._replace(spare=0)) for part in _USUAL.get(name, ())
    )


def _scored(at: int, name: str, head: str) -> Figures:
    """The score by a system, and its interval."""

    def half(row: Row) -> Cell:
        score = row.systems[at]
        if score is None or score.low is None or score.high is None:
            return None
        return (score.high - score.low) / 2

    key = name.replace("-", "_")
    figure = _Part(
        Column(key, head, exact=True), lambda row: (score := row.systems[at]) and score.value
    )
    if name in ("wins", "rank"):  # sums, of which nothing is uncertain
        return (figure,)
    return (
        _Part(Column(key, head), figure.cell),
        _Part(Column(None, "±"), half),
        _Part(Column(f"{key}_low", None), lambda row: (score := row.systems[at]) and score.low),
        _Part(Column(f"{key}_high", None), lambda row: (score := row.systems[at]) and score.high),
    )


def _value(at: int, name: str, head: str) -> _Part:
    """The value of a tie-break."""
    key = name.replace("-", "_")
    return _Part(Column(key, head, exact=True), lambda row: row.tiebreaks[at])


def _how(sums: Sums, standings: Standings) -> str:
    """``Ranked by wins, then by a round; in SKYJO the fewest points are best; …``."""
    first, *_ = standings.systems
    heads = [first.head, *(each.head for each in standings.tiebreaks)]
    said = [f"Ranked by {', then by '.join(dict.fromkeys(heads))}"]
    if sums.better < 0:
        said.append(f"in {sums.game.title} the fewest points are best")
    return f"{'; '.join(said)}."


def _intervals(rows: Sequence[Row]) -> Iterator[str]:
    """What the sign means, if it is used."""
    averages = any(row.average is not None and row.average.half is not None for row in rows)
    if averages or any(
        score is not None and score.low is not None for row in rows for score in row.systems
    ):
        yield "± gives the 95 % interval."


# Skill and luck


def skill_table(group: Group, rows: Sequence[Row]) -> Table:
    """What analyses found, of those who were analysed."""
    by = group.sums.by.name
    columns = (
        Column(by, by, name=True),
        Column("id", None),
        Column("choices", "choices"),
        Column("lost", "lost a choice"),
        Column("rounds", "rounds"),
        Column("luck", "luck a round", signed=True),
        Column("adjusted", "without luck", signed=True),
    )
    cells = [(row.label, row.key, *row.skill) for row in rows if row.skill is not None]
    note = (
        "Lost: points against the best move, by choices with more than one. Luck and what is left "
        "without it: points a round against the mean of the others, + is better."
    )
    title = f"{group.title}: skill and luck, where it is annotated"
    return Table("skill", title, columns, cells, (note,), group.about)


# Head to head


def cross_table(group: Group, rows: Sequence[Row]) -> Table:
    """Every pair that met, the better placed first; and for people, if they have room, a square."""
    by = group.sums.by.name
    columns = (
        Column(by, by, name=True),
        Column("id", None),
        Column("against", "against", name=True),
        Column("against_id", None),
        Column("met", "met"),
        Column("ahead", "ahead"),
        Column("level", "level"),
        Column("behind", "behind"),
        Column("margin", "margin", signed=True),
    )
    cells: list[list[Cell]] = [
        [
            one.label, one.key, other.label, other.key, *map(int, met[:3]), met.worse,
            Fraction(met.margin, met.rounds) if met.rounds else None,
        ]
        for one, other in combinations(rows, 2)
        if (met := group.sums.against(one.key, other.key)).met
    ]  # fmt: skip
    title = f"{group.title}: head to head"
    note = "Margin: points a round more than the other, + is better."
    wide = _square(title, group, rows) if len(rows) <= MOST_IN_CROSS else None
    return Table("cross", title, columns, cells, (note,), group.about, wide)


def _square(title: str, group: Group, rows: Sequence[Row]) -> Table:
    """A row and a column for each entrant."""
    by = group.sums.by.name
    columns = [
        Column(None, ""),
        Column(by, by, name=True),
        *(Column(None, str(number)) for number in range(1, len(rows) + 1)),
    ]
    cells: list[list[Cell]] = [
        [
            number,
            one.label,
            *(
                "-" if one.key == other.key else _met(group.sums.against(one.key, other.key))
                for other in rows
            ),
        ]
        for number, one in enumerate(rows, 1)
    ]
    note = "5:2=1 is 5 times ahead, 2 times behind, once level."
    return Table("cross", title, columns, cells, (note,), group.about)


def _met(met: Met) -> str:
    if not met.met:
        return ""
    return f"{met.better:d}:{met.worse:d}" + (f"={met.tied:d}" if met.tied else "")


# What the moves do not give


def differences_table(tally: Tally) -> Table:
    """Where noted points, totals or winners are not those of the moves; no rows where none are."""
    columns = (
        Column("file", "file", name=True),
        Column("line", "line"),
        Column("match", "match"),
        Column("message", "what differs", name=True),
        Column("code", None),
    )
    cells: list[list[Cell]] = [
        [each.file, each.line, each.match, each.message, each.code] for each in tally.differences
    ]
    left = tally.differing - len(cells)
    notes = ("The moves count.", *([f"There are {left} more."] if left else ()))
    return Table("differences", "Noted figures that the moves do not give", columns, cells, notes)
