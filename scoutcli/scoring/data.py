"""Matches and tables for programs: as CSV, and as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from scoutcli.csvcells import in_csv
from scoutcli.results.facts import FAULTY, FINISHED, Facts
from scoutcli.scoring.tables import Table
from scoutcli.scoring.writer import Ending, Writer


class Csv(Writer):
    """A table of matches with a row for each seat, then one for each kind of table.

    Each has a head, and an empty line before it.
    """

    counts = differences = False

    MATCH_HEAD = (
        "file", "match", "game", "status", "verified", "seat", "player", "rounds", "points",
        "result",
    )  # fmt: skip

    def __init__(self) -> None:
        self._begun = False

    def match(self, match: Facts) -> str:
        """A row for each seat; none for a match at fault."""
        head = self._head()
        if match.status == FAULTY or not match.game:
            return head
        return head + in_csv(
            (
                match.file, match.number, match.game, match.status, match.verified,
                seat + 1, name, len(match.rounds), match.total[seat], match.result(seat),
            )
            for seat, name in enumerate(match.names)
        )  # fmt: skip

    def end(self, ending: Ending) -> Iterator[str]:
        tables = ending.tables or ()
        if ending.matches:
            yield self._head()
        gap = "\n" if ending.matches else ""
        for kind in dict.fromkeys(table.kind for table in tables):
            yield gap + self._joined([table for table in tables if table.kind == kind])
            gap = "\n"

    def _head(self) -> str:
        """The head of the matches, once."""
        begun, self._begun = self._begun, True
        return "" if begun else in_csv([self.MATCH_HEAD])

    @staticmethod
    def _joined(tables: Sequence[Table]) -> str:
        """Tables of one kind as one."""
        told = [table.told() for table in tables]
        return in_csv([told[0][0], *(row for _, rows in told for row in rows)])


class Json(Writer):
    """An object a line: each match, each row of a table, the summary."""

    def match(self, match: Facts) -> str:
        """A match; one at fault without points."""
        facts: dict[str, object] = {"file": match.file, "match": match.number}
        if match.game:
            facts["game"] = match.game
        facts["status"] = match.status
        if match.status != FAULTY:
            facts |= {
                "verified": match.verified,
                "players": match.names,
                "rounds": [played.scores for played in match.rounds],
                "total": match.total,
            }
        if match.status == FINISHED:
            facts["winners"] = [seat + 1 for seat in match.winners]
        return _json(facts)

    def end(self, ending: Ending) -> Iterator[str]:
        for table in ending.tables or ():
            keys, rows = table.told()
            for row in rows:
                yield _json({"table": table.kind, **dict(zip(keys, row, strict=True))})
        yield _json({"summary": dict(ending.summary.counts)})


def _json(value: object) -> str:
    return json.dumps(value) + "\n"
