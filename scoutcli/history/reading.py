"""Reading many files for the history: one match after the other, counted and handed on."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from notation.diagnostics import Diagnostic
from scoutcli.files import Progress, survey
from scoutcli.history.entries import Entry, entry
from scoutcli.history.folder import goes_on
from scoutcli.history.records import Career
from scoutcli.history.tables import Shown

MOST_TO_GO_ON = 3
"""So many unfinished matches are kept to be gone on with: those of the newest files."""


class Reading:
    """The matches of some files, the newest file first; each is added to a career as it is read.

    `tell` is told what is wrong, the first error of each match.
    """

    def __init__(
        self,
        files: Sequence[str],
        career: Career,
        progress: Progress,
        tell: Callable[[Diagnostic], None],
        jobs: int = 1,
    ) -> None:
        self.faults = 0
        """How many matches or files were not as they should be."""
        self.left: list[tuple[str, Entry]] = []
        """A few matches that can be gone on with, each behind the command that does it."""
        self._files = files
        self._career = career
        self._progress = progress
        self._tell = tell
        self._jobs = jobs

    def matches(self) -> Iterator[Shown]:
        """Every match, as it is read. Memory: a few of them."""
        day = _Days()
        for found in survey(self._files, entry, self._progress, self._jobs):
            match, errors = (None, [found]) if isinstance(found, Diagnostic) else found
            if errors:
                self.faults += 1
                self._tell(errors[0])
            if match is None:
                continue
            self._career.add(match)
            if not errors and len(self.left) < MOST_TO_GO_ON and (command := goes_on(match)):
                self.left.append((command, match))
            yield Shown(match, match.date or day(match.facts.file), self._seat(match))

    def _seat(self, match: Entry) -> int | None:
        """Your seat, where there is one and no doubt."""
        return match.seat_of(self._career.name) if match.bots else None


def newest(matches: Iterable[Shown], most: int | None) -> list[Shown]:
    """The last matches (None: all), the newest first, of such as come file by file, newest first.

    Days count first, then files, then the order in a file.
    """
    keyed = _keyed(matches)
    if most is None:
        return [match for _, match in sorted(keyed, key=lambda row: row[0], reverse=True)]
    return [match for _, match in heapq.nlargest(most, keyed, key=lambda row: row[0])]


def _keyed(matches: Iterable[Shown]) -> Iterator[tuple[tuple[str, int, int], Shown]]:
    file, order = None, 0
    for match in matches:
        if match.entry.facts.file != file:
            file, order = match.entry.facts.file, order - 1
        yield (match.date, order, match.entry.facts.number), match


class _Days:
    """The day on which a file was written to, for matches that do not say their date."""

    def __init__(self) -> None:
        self._last = ("", "")

    def __call__(self, file: str) -> str:
        if self._last[0] != file:
            try:
                time = Path(file).stat().st_mtime
                day = datetime.fromtimestamp(time).astimezone().date().isoformat()
            except (OSError, ValueError, OverflowError):
                day = ""
            self._last = file, day
        return self._last[1]
