"""Standings: entrants ranked by a system, and where that leaves a tie by tie-breaks in their order.

What is still equal shares a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from scoutcli.estimates import Estimate
from scoutcli.results.sums import EntrantSums, Sums
from scoutcli.results.systems import Progress, Score, Scores, System
from scoutcli.results.tiebreaks import Table, Tiebreak, Value

if TYPE_CHECKING:
    from scoutcli.ratings import Course


MOST_TIMES = 16
"""So many times a tie-break is used among fewer and fewer, and then the next one."""


class Skill(NamedTuple):
    """What analyses found: what was lost for each unforced choice, and luck a round.

    `adjusted` is the margin a round without the luck. Margins are above the mean
    of the others at the table, more being better in every game. None: not
    measured.
    """

    choices: int
    lost: float | None
    rounds: int
    luck: float | None
    adjusted: float | None


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant. See `EntrantSums` for what is counted.

    `place` counts from 1; who is equal has the same one. `average` is points a
    round with its 95 % interval, `wins` has shared ones in part. `systems` has a
    score for each system (None: not yet) and `tiebreaks` a value for each
    tie-break, both in the order wished for. A value of a tie-break that was used
    several times, among fewer and fewer, is a text: ``2, 1``.
    """

    key: str
    label: str
    place: int
    matches: int
    rounds: int
    points: int
    average: Estimate | None
    won: int
    shared: int
    wins: Fraction
    mean_place: Fraction | None
    systems: tuple[Score | None, ...]
    tiebreaks: tuple[Value | str, ...]
    faults: int
    skill: Skill | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The entrants of a game in their order."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    """What ratings rest on, and what the matches do not tell. Safe to print."""
    courses: Mapping[str, Course]
    """How ratings changed match by match, by the name of the system."""


@dataclass(frozen=True, slots=True)
class Standings:
    """How entrants are ranked: by the first system, then by the tie-breaks.

    The other systems are columns alone.
    """

    systems: Sequence[System]
    tiebreaks: Sequence[Tiebreak] = ()

    @property
    def keep(self) -> frozenset[str]:
        """What sums must keep for it, see `scoutcli.results.sums.EVERYTHING`."""
        wanted = [each.keep for each in self.systems] + [each.keep for each in self.tiebreaks]
        return frozenset().union(*wanted)

    def of(self, sums: Sums, progress: Progress | None = None) -> Ranking:
        """The standings of the entrants with a finished match.

        Raises RuleError where a rating needs what is not installed.
        """
        scores = [system.scores(sums, progress) for system in self.systems]
        order = _Order(Table(sums, scores[0]), self.tiebreaks)
        labels = sums.labels()
        keys = sorted(
            (key for key, entrant in sums.entrants.items() if entrant.matches),
            key=lambda key: (labels[key], key),
        )
        rows: list[Row] = []
        for equal in order.ranked(keys):
            place = len(rows) + 1
            rows += [
                _row(key, labels[key], place, sums.entrants[key], scores, order.values(key))
                for key in equal
            ]
        notes = dict.fromkeys(note for each in scores for note in each.notes)
        courses = {
            system.name: each.course
            for system, each in zip(self.systems, scores, strict=True)
            if each.course is not None
        }
        return Ranking(tuple(rows), tuple(notes), courses)


@dataclass
class _Order:
    """Puts entrants in order, and keeps the values of the tie-breaks by which it does."""

    table: Table
    tiebreaks: Sequence[Tiebreak]
    used: dict[tuple[str, str], list[Value]] = field(default_factory=dict)
    """By tie-break and entrant, of such as are used again."""

    def ranked(self, keys: Sequence[str]) -> Iterator[list[str]]:
        """Groups of equals, the best first; in a group the order of `keys`."""
        found = self.table.scores
        values = {key: found.scores[key].value if key in found.scores else None for key in keys}
        for tied in _grouped(keys, values.__getitem__, found.better):
            yield from self._split(tied)

    def _split(self, tied: list[str]) -> Iterator[list[str]]:
        """What the tie-breaks make of some that are tied."""
        todo = [(tied, 0, 1)]
        while todo:
            group, at, times = todo.pop()
            if len(group) == 1 or at == len(self.tiebreaks):
                yield group
                continue
            found = self._groups(group, self.tiebreaks[at])
            if self.tiebreaks[at].again and len(found) > 1 and times < MOST_TIMES:
                todo += [(each, at, times + 1) for each in reversed(found)]
            else:
                todo += [(each, at + 1, 1) for each in reversed(found)]

    def _groups(self, tied: list[str], tiebreak: Tiebreak) -> list[list[str]]:
        """What one tie-break makes of them."""
        among = frozenset(tied)
        values = {key: tiebreak.value(self.table, key, among) for key in tied}
        if tiebreak.again:
            for key, value in values.items():
                self.used.setdefault((tiebreak.name, key), []).append(value)
        return list(_grouped(tied, values.__getitem__, tiebreak.sign(self.table.sums)))

    def values(self, key: str) -> tuple[Value | str, ...]:
        """The values of all tie-breaks; of one that compares the tied alone, those it had."""
        return tuple(
            _joined(self.used.get((each.name, key), ()))
            if each.again
            else each.value(self.table, key, frozenset())
            for each in self.tiebreaks
        )


def _grouped(
    keys: Sequence[str], value: Callable[[str], Fraction | float | None], better: int
) -> Iterator[list[str]]:
    """Those of the same value together, the best first; without a value last."""

    def rank(key: str) -> tuple[bool, Fraction | float]:
        found = value(key)
        return found is None, -better * (found or 0)

    for _, group in groupby(sorted(keys, key=rank), key=rank):
        yield list(group)


def _joined(values: Sequence[Value]) -> Value | str:
    if len(values) < 2:
        return values[0] if values else None
    return ", ".join(f"{float(value or 0):.4g}" for value in values)


def _row(
    key: str,
    label: str,
    place: int,
    entrant: EntrantSums,
    scores: Sequence[Scores],
    tiebreaks: tuple[Value | str, ...],
) -> Row:
    return Row(
        key,
        label,
        place,
        entrant.matches,
        entrant.points.size,
        entrant.points.total,
        entrant.points.estimate(),
        entrant.won,
        entrant.shared,
        entrant.wins.value,
        Fraction(entrant.places, entrant.placed) if entrant.placed else None,
        tuple(each.scores.get(key) for each in scores),
        tiebreaks,
        entrant.faults,
        _skill(entrant),
    )


def _skill(entrant: EntrantSums) -> Skill | None:
    choices, rounds = entrant.choices, entrant.measured
    if not choices and not rounds:
        return None
    return Skill(
        choices,
        float(entrant.lost.value / choices) if choices else None,
        rounds,
        float(entrant.luck.value / rounds) if rounds else None,
        float((entrant.result.value - entrant.luck.value) / rounds) if rounds else None,
    )
