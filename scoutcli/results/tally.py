"""How many matches there were of each sort, and where noted points are not those of the moves."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from notation.diagnostics import Diagnostic
from scoutcli.results.facts import (
    DIFFERENCES,
    FAULTY,
    FINISHED,
    FORFEITED,
    UNFINISHED,
    Facts,
)

VERIFIED = "verified"
UNVERIFIED = "unverified"

SORTS = {
    VERIFIED: "counted",
    UNVERIFIED: "not verified",
    UNFINISHED: "unfinished",
    FORFEITED: "forfeited",
    FAULTY: "at fault",
}
"""The sorts of matches, and what people call them: finished ones are verified or not."""

MOST_DIFFERENCES = 1000
"""So many are kept, the first by their places."""


class Difference(NamedTuple):
    """Noted points, totals or winners that are not those of the moves. Sorts by place."""

    file: str
    line: int
    column: int
    match: int
    code: str
    message: str


class Tally:
    """Counts matches, in any order and in parts that are merged."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        """By sort, see `SORTS`."""
        self.differing = 0
        """How many differences there are."""
        self.differences: list[Difference] = []
        """The first `MOST_DIFFERENCES` of them."""

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return self.counts.total()

    def add(self, facts: Facts | None, errors: Iterable[Diagnostic] = ()) -> None:
        """Count a match, and the errors found in it."""
        if facts is not None:
            self.counts[sort_of(facts)] += 1
        for error in errors:
            if error.code in DIFFERENCES:
                place = error.line or 0, error.column or 0, error.match or 0
                self.differing += 1
                self._keep([Difference(error.file, *place, error.code, error.message)])

    def merge(self, other: Tally) -> None:
        """Count what another one counted."""
        self.counts.update(other.counts)
        self.differing += other.differing
        self._keep(other.differences)

    def _keep(self, found: Iterable[Difference]) -> None:
        for difference in found:
            insort(self.differences, difference)
        del self.differences[MOST_DIFFERENCES:]

    def in_text(self) -> str:
        """``4 matches: 2 counted, 1 unfinished, 1 at fault``."""
        parts = [f"{self.counts[sort]} {word}" for sort, word in SORTS.items() if self.counts[sort]]
        number = f"{self.matches} match{'' if self.matches == 1 else 'es'}"
        return f"{number}: {', '.join(parts)}" if parts else number

    def in_json(self) -> dict[str, Any]:
        """All of it."""
        counts = {sort: self.counts[sort] for sort in SORTS}
        return {"counts": counts, "differing": self.differing, "differences": self.differences}

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Tally:
        """The inverse of `in_json`. Raises KeyError, TypeError or ValueError."""
        made = cls()
        made.counts.update({sort: int(facts["counts"][sort]) for sort in SORTS})
        made.differing = int(facts["differing"])
        for file, line, column, match, code, message in facts["differences"]:
            where = int(line), int(column), int(match)
            made._keep([Difference(str(file), *where, str(code), str(message))])
        return made


def sort_of(facts: Facts) -> str:
    """The sort of a match, one of `SORTS`."""
    if facts.status != FINISHED:
        return facts.status
    return VERIFIED if facts.verified else UNVERIFIED
