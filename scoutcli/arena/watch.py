"""What a run tells while it goes on: a line on a terminal, and a log."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Self

from games.errors import RuleError
from notation.diagnostics import printable
from scoutcli.arena.runner import Run
from scoutcli.arena.stable import Result
from scoutcli.progress import StatusLine
from scoutcli.report import columns

_CUT = " …"


class Progress(StatusLine):
    """How far a run is, how long it will take, how it stands."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = time.monotonic()

    def result(self, run: Run, result: Result) -> None:
        """Bring the line up to date, if it is time."""
        self.show(lambda room: _line(run, time.monotonic() - self._begun, room))


def _line(run: Run, seconds: float, room: int) -> str:
    """``120/400 matches, 35 a second, 0:00:08 left; steady +2.14``, as much as has room."""
    played = run.done - run.before
    parts = [f"{run.done}/{run.total} matches"]
    if played and seconds > 0:
        rate = played / seconds
        parts.append(f"{rate:.3g} a second")
        left = timedelta(seconds=round((run.total - run.done) / rate))
        parts.append(f"{left} left" if run.test is None else f"at most {left} left")
    line = ", ".join(parts)
    gap = "; "
    for row in run.statistics.standings():
        if row.margin is not None:
            longer = f"{line}{gap}{printable(row.name)} {row.margin.mean:+.2f}"
            if columns(longer) > room - len(_CUT):
                return line + _CUT
            line, gap = longer, ", "
    return line


class Faults:
    """Tells of the first fault of each kind that a bot commits; the table counts the others."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._told: set[tuple[int, str]] = set()

    def result(self, run: Run, result: Result) -> None:
        """Tell what is new."""
        pairing, played = result.played.outcome.pairing, result.played
        for (seat, reason), line in zip(played.outcome.faults, played.faults, strict=True):
            entry = pairing.seats[seat]
            if (entry, reason) not in self._told:
                self._told.add((entry, reason))
                *place, fault = line.split(" ", 6)
                where = f"{pairing}, {' '.join(place)}"
                self._tell(printable(f"{run.plan.names[entry]}: {fault} ({where})"))


class Log:
    """A file of JSON objects, one a line: each match with its times, and what its bots said."""

    def __init__(self, path: Path) -> None:
        """Writes behind what is there, on a line of its own where the last one is torn.

        Raises OSError, or RuleError ``not-a-log`` where something else stands there.
        """
        self._gap = ""
        if path.is_file() and path.stat().st_size:
            with path.open("rb") as file:
                if file.read(1) != b"{":
                    raise RuleError(
                        "not-a-log", f"{printable(str(path))} is no log: name another file"
                    )
                file.seek(-1, os.SEEK_END)
                self._gap = "" if file.read(1) == b"\n" else "\n"
        self._path = path
        self._file = path.open("a", encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def result(self, run: Run, result: Result) -> None:
        """Write a match down."""
        played, said = result
        outcome = played.outcome
        pairing = str(outcome.pairing)
        for name, way, line in said:
            self._write({"pairing": pairing, "bot": name, "way": way, "line": line})
        names = run.plan.sitters(outcome.pairing.seats)
        self._write(
            {
                "pairing": pairing,
                "players": [sitter.name for sitter in names],
                "scores": outcome.scores,
                "winners": [seat + 1 for seat in outcome.winners],
                "abandoned": outcome.abandoned,
                "faults": played.faults,
                "milliseconds": [
                    [round(seconds * 1000, 3) for seconds in times] for times in played.times
                ],
            }
        )
        try:
            self._file.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error

    def _write(self, record: dict[str, object]) -> None:
        self._file.write(self._gap + json.dumps(record, ensure_ascii=False) + "\n")
        self._gap = ""
