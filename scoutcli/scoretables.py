"""The points of matches and players as text, Markdown, CSV and JSON, written as they come."""

from __future__ import annotations

import csv
import io
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

from notation.diagnostics import printable
from scoutcli.scores import FAULTY, FINISHED, Group, Record, Scored, Standings

MOST_ROUNDS = 12
"""A match of more rounds is shown by its totals alone."""

PLAYER_HEAD = ("player", "played", "won", "shared", "points", "a round")


class Writer(ABC):
    """Writes matches one by one, and then the players. Each gives the text to print."""

    @abstractmethod
    def match(self, match: Scored) -> str:
        """A match; "" where there is nothing to show."""

    @abstractmethod
    def players(self, standings: Standings) -> str:
        """The players of all matches."""

    @abstractmethod
    def summary(self, standings: Standings) -> str:
        """How many matches there were; "" where that is no part of the output."""


class Tables(Writer):
    """Tables for people to read in a terminal, or in Markdown."""

    def __init__(self, *, markdown: bool) -> None:
        self.markdown = markdown

    def match(self, match: Scored) -> str:
        """Its title, and the points of each seat, round by round."""
        title = match.title + _remark(match)
        if match.status == FAULTY or not match.names:
            return f"{self._heading(title)}\n"
        shown = len(match.rounds) <= MOST_ROUNDS
        numbers = [str(number) for number in range(1, len(match.rounds) + 1)] if shown else []
        rows = [
            [
                self._cell(name),
                *((_points(scores[seat]) for scores in match.rounds) if shown else ()),
                _points(match.total[seat]),
                match.result(seat),
            ]
            for seat, name in enumerate(match.names)
        ]
        return self._table(title, ["player", *numbers, "total", ""], rows)

    def players(self, standings: Standings) -> str:
        """A table for each game; what is not verified has a table of its own."""
        texts = []
        for group in standings:
            title = f"{group.game.title}, all matches"
            if not group.verified:
                title += " that could not be verified"
            rows = [
                [
                    self._cell(record.name),
                    *map(str, (record.played, record.won, record.shared, record.points)),
                    f"{record.average:.2f}",
                ]
                for record in group.ranked()
            ]
            texts.append(self._table(title, PLAYER_HEAD, rows))
        return "\n".join(texts)

    def summary(self, standings: Standings) -> str:
        """A line."""
        return standings.in_text() + "\n"

    def _heading(self, title: str) -> str:
        return f"### {_in_markdown(title)}" if self.markdown else printable(title)

    def _cell(self, name: str) -> str:
        return _in_markdown(name) if self.markdown else printable(name)

    def _table(self, title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
        from tabulate import tabulate  # takes longer to load than the rest of the program

        table = tabulate(
            list(rows),
            head,
            tablefmt="github" if self.markdown else "simple",
            disable_numparse=True,
            colalign=["left", *["right"] * (len(head) - 2), "left" if not head[-1] else "right"],
        )
        gap = "\n" if self.markdown else ""
        lines = "\n".join(line.rstrip() for line in table.splitlines())
        return f"{self._heading(title)}\n{gap}{lines}\n"


class Csv(Writer):
    """Two tables with a head each, one row for each seat of a match, one for each player."""

    MATCH_HEAD = (
        "file", "match", "game", "status", "verified", "seat", "player", "rounds", "points",
        "result",
    )  # fmt: skip
    PLAYERS_HEAD = (
        "game", "verified", "player", "played", "won", "shared", "rounds", "points", "average",
    )  # fmt: skip

    def __init__(self) -> None:
        self._begun = False

    def match(self, match: Scored) -> str:
        """A row for each seat; none for a match at fault."""
        head = [] if self._begun else [self.MATCH_HEAD]
        self._begun = True
        if match.status == FAULTY or match.game is None:
            return _csv(head)
        rows = [
            (
                match.file, match.number, match.game.name, match.status, _yes(match.verified),
                seat + 1, name, len(match.rounds), _blank(match.total[seat]), match.result(seat),
            )
            for seat, name in enumerate(match.names)
        ]  # fmt: skip
        return _csv([*head, *rows])

    def players(self, standings: Standings) -> str:
        """A row for each player of each game."""
        rows = [
            (
                group.game.name, _yes(group.verified), record.name, record.played, record.won,
                record.shared, record.rounds, record.points, f"{record.average:.4f}",
            )
            for group in standings
            for record in group.ranked()
        ]  # fmt: skip
        return _csv([self.PLAYERS_HEAD, *rows])

    def summary(self, standings: Standings) -> str:
        """Nothing: it would be no row of a table."""
        return ""


class Json(Writer):
    """An object a line: each match, each player of each game, the summary."""

    def match(self, match: Scored) -> str:
        """A match; one at fault without points."""
        facts: dict[str, object] = {"file": match.file, "match": match.number}
        if match.game is not None:
            facts["game"] = match.game.name
        facts["status"] = match.status
        if match.status != FAULTY:
            facts |= {
                "verified": match.verified,
                "players": match.names,
                "rounds": match.rounds,
                "total": match.total,
            }
        if match.status == FINISHED:
            facts["winners"] = [seat + 1 for seat in match.winners]
        return json.dumps(facts) + "\n"

    def players(self, standings: Standings) -> str:
        """A line for each player of each game."""
        return "".join(
            json.dumps(_player_facts(group, record)) + "\n"
            for group in standings
            for record in group.ranked()
        )

    def summary(self, standings: Standings) -> str:
        """The numbers of matches."""
        kinds = ("verified", "unverified", "unfinished", "faulty")
        counts = {kind: standings.counts[kind] for kind in kinds}
        return json.dumps({"summary": {"matches": standings.matches, **counts}}) + "\n"


WRITERS: dict[str, Callable[[], Writer]] = {
    "table": lambda: Tables(markdown=False),
    "csv": Csv,
    "json": Json,
    "markdown": lambda: Tables(markdown=True),
}
"""By the name of the format; the usual one first."""


def _player_facts(group: Group, record: Record) -> dict[str, object]:
    return {
        "player": record.name,
        "game": group.game.name,
        "verified": group.verified,
        "played": record.played,
        "won": record.won,
        "shared": record.shared,
        "rounds": record.rounds,
        "points": record.points,
        "average": round(record.average, 4),
    }


def _remark(match: Scored) -> str:
    """What the title of a match says of its points."""
    if match.status == FAULTY:
        return " (at fault, not counted)"
    if match.status != FINISHED:
        return " (unfinished)"
    return "" if match.verified else " (not verified)"


def _points(points: int | None) -> str:
    return "x" if points is None else str(points)


def _blank(points: int | None) -> str:
    return "" if points is None else str(points)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _csv(rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [printable(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return text.getvalue()


_MARKS = re.compile(r"([\\`*_\[\]<>|#])")


def _in_markdown(text: str) -> str:
    return _MARKS.sub(r"\\\1", printable(text))
