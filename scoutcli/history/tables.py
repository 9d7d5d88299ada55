"""The history as text for people, as CSV and as JSON."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

import games
from notation.diagnostics import printable
from scoutcli.csvcells import in_csv
from scoutcli.history.entries import Entry
from scoutcli.history.records import ALL, Career, Group, Record
from scoutcli.render.text import columns, wrap
from scoutcli.results.facts import FAULTY, FINISHED, STATUSES

LEAST_WIDTH = 20
_GAP = 2


class Shown(NamedTuple):
    """A match to show: its day, and the seat of you, if you sat there."""

    entry: Entry
    date: str
    seat: int | None


class Writer(ABC):
    """Writes matches, and then the statistics. Each gives the text to print."""

    @abstractmethod
    def matches(self, shown: Iterable[Shown]) -> Iterator[str]:
        """Matches; read as the text is taken."""

    @abstractmethod
    def career(self, career: Career) -> str:
        """The statistics of your own games; "" where there are none."""

    def summary(self, career: Career) -> str:
        """How many matches there were; "" where that is no part of the output."""
        return ""


class Tables(Writer):
    """Tables for a terminal of so many columns; where one does not fit, a line for each row."""

    def __init__(self, width: int) -> None:
        self.width = max(width, LEAST_WIDTH)

    def matches(self, shown: Iterable[Shown]) -> Iterator[str]:
        head = ("date", "game", "players", "points", "place", "")
        rows = [_match_row(match) for match in shown]
        if rows:
            yield self._table(head, rows, "<<<>><")

    def career(self, career: Career) -> str:
        return "\n".join(self._group(group) for group in career)

    def summary(self, career: Career) -> str:
        return summary(career) + "\n"

    def _group(self, group: Group) -> str:
        title = f"{printable(group.name)}, {group.game.title}"
        head = ["against", "matches", "won", "shared", "a round", "best", "worst", *group.feats]
        rows = [
            [
                printable(others) if others != ALL else "all of them",
                *map(str, (record.matches, record.won, record.shared)),
                "" if record.average is None else f"{record.average:.2f}",
                *map(_blank, (record.best, record.worst)),
                *(map(str, record.feats) if record.feats else [""] * len(group.feats)),
            ]
            for others, record in group.ranked()
        ]
        table = self._table(head, rows, "<" + ">" * (len(head) - 1))
        return f"{title}{', practice' if group.practice else ''}\n{table}"

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
        """A table as wide as the terminal at most; else each row on a line of its own."""
        widths = [max(map(columns, column)) for column in zip(head, *rows, strict=True)]
        wide = max(range(len(head)), key=widths.__getitem__)
        room = self.width - sum(widths) + widths[wide] - _GAP * (len(head) - 1)
        if room < min(widths[wide], LEAST_WIDTH):
            return "".join(f"{line}\n" for row in rows for line in self._lines(head, row))
        widths[wide] = min(widths[wide], room)
        text = [_row(head, widths, align), _row(["-" * width for width in widths], widths, align)]
        for row in rows:
            cells = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
            text += [_row(line, widths, align) for line in zip_longest(*cells, fillvalue="")]
        return "".join(f"{line.rstrip()}\n" for line in text)

    def _lines(self, head: Sequence[str], row: Sequence[str]) -> list[str]:
        text = ", ".join(
            f"{name} {cell}".strip() for name, cell in zip(head, row, strict=True) if cell
        )
        return wrap(text, self.width, hanging=2)


class Csv(Writer):
    """Two tables with a head each: a row for each match, and one for each kind of opponents."""

    MATCH_HEAD = (
        "file", "match", "date", "game", "status", "practice", "verified", "players", "points",
        "player", "place", "result",
    )  # fmt: skip
    CAREER_HEAD = (
        "player", "game", "practice", "against", "matches", "won", "shared", "rounds", "points",
        "average", "best", "worst",
    )  # fmt: skip

    def matches(self, shown: Iterable[Shown]) -> Iterator[str]:
        yield in_csv([self.MATCH_HEAD])
        for entry, date, seat in shown:
            match = entry.facts
            yield in_csv([(
                match.file, match.number, date, match.game, match.status, _yes(match.practice),
                _yes(match.verified), ";".join(match.names), ";".join(map(_blank, match.total)),
                *(("", "", "") if seat is None else
                  (match.names[seat], _blank(entry.place(seat)), match.result(seat))),
            )])  # fmt: skip

    def career(self, career: Career) -> str:
        groups = list(career)
        feats = list(dict.fromkeys(name for group in groups for name in group.feats))
        rows = [
            (
                group.name, group.game.name, _yes(group.practice), others or "all",
                record.matches, record.won, record.shared, record.rounds, record.points,
                "" if record.average is None else f"{record.average:.4f}", _blank(record.best),
                _blank(record.worst), *(_named(group, record).get(name, "") for name in feats),
            )
            for group in groups
            for others, record in group.ranked()
        ]  # fmt: skip
        return in_csv([(*self.CAREER_HEAD, *feats), *rows])


class Json(Writer):
    """An object a line: each match, each kind of opponents, the summary."""

    def matches(self, shown: Iterable[Shown]) -> Iterator[str]:
        for entry, date, seat in shown:
            match = entry.facts
            facts: dict[str, object] = {
                "file": match.file, "match": match.number, "date": date, "game": match.game,
                "status": match.status,
            }  # fmt: skip
            if match.status != FAULTY:
                facts |= {
                    "practice": match.practice,
                    "verified": match.verified,
                    "players": [
                        {"name": name} | ({"bot": bot} if bot else {})
                        for name, bot in zip(match.names, entry.bots, strict=True)
                    ],
                    "rounds": [played.scores for played in match.rounds],
                    "total": match.total,
                }
            if match.status == FINISHED:
                facts["winners"] = [winner + 1 for winner in match.winners]
            if seat is not None:
                facts |= {"seat": seat + 1, "place": entry.place(seat)}
            yield json.dumps(facts) + "\n"

    def career(self, career: Career) -> str:
        return "".join(
            json.dumps(
                {
                    "player": group.name,
                    "game": group.game.name,
                    "practice": group.practice,
                    "against": others or None,
                    "matches": record.matches,
                    "won": record.won,
                    "shared": record.shared,
                    "rounds": record.rounds,
                    "points": record.points,
                    "average": record.average and round(record.average, 4),
                    "best": record.best,
                    "worst": record.worst,
                    **_named(group, record),
                }
            )
            + "\n"
            for group in career
            for others, record in group.ranked()
        )

    def summary(self, career: Career) -> str:
        counts = {kind: career.counts[kind] for kind in STATUSES}
        return json.dumps({"summary": {"matches": career.counts.total(), **counts}}) + "\n"


def summary(career: Career) -> str:
    """``12 matches: 10 finished, 1 unfinished, 1 at fault``."""
    words = {status: status for status in STATUSES} | {FAULTY: "at fault"}
    parts = [f"{career.counts[kind]} {word}" for kind, word in words.items() if career.counts[kind]]
    total = career.counts.total()
    text = f"{total} match{'' if total == 1 else 'es'}"
    text += f": {', '.join(parts)}" if parts else ""
    if career.taken:
        text += f"; the points of {career.taken} are taken at their word"
    return text


def _match_row(shown: Shown) -> list[str]:
    entry, date, seat = shown
    match = entry.facts
    place = entry.place(seat) if seat is not None else None
    result = ""
    if place is not None and seat is not None:
        result = f"{place} of {len(match.names)}"
        result += ", shared" if match.result(seat) == "shared" else ""
    return [
        date,
        games.get(match.game).title if match.game else "",
        ", ".join(map(printable, match.names)),
        ", ".join("x" if points is None else str(points) for points in match.total),
        result,
        entry.about,
    ]


def _row(cells: Sequence[str], widths: Sequence[int], align: str) -> str:
    """A line of a table; `align` has a ``<`` or ``>`` for each column."""
    return (" " * _GAP).join(
        cell + " " * (width - columns(cell))
        if side == "<"
        else " " * (width - columns(cell)) + cell
        for cell, width, side in zip(cells, widths, align, strict=True)
    )


def _named(group: Group, record: Record) -> dict[str, int]:
    """What is counted in the game, by its heading."""
    return dict(zip(group.feats, record.feats, strict=False))


def _blank(number: int | None) -> str:
    return "" if number is None else str(number)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
