"""Matches and tables for people: in a terminal, and in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from notation.diagnostics import printable
from scoutcli.render.text import wrap
from scoutcli.results.facts import FAULTY, Facts
from scoutcli.scoring.grid import LEAST_WIDTH, grid_lines, least_width
from scoutcli.scoring.tables import Cell, Column, Shown, Table
from scoutcli.scoring.words import match_title
from scoutcli.scoring.writer import Ending, Writer

MOST_ROUNDS = 12
"""A match of more rounds is shown by its totals alone."""

_PLAYER = Column("player", "player", name=True)


def match_table(match: Facts, *, rounds: bool = True) -> Table:
    """The points of a match, seat by seat, and round by round where there are not too many."""
    played = match.rounds if rounds and len(match.rounds) <= MOST_ROUNDS else ()
    numbers = [Column(None, str(at)) for at in range(1, len(played) + 1)]
    columns = (_PLAYER, *numbers, Column("total", "total"), Column("result", "", name=True))
    rows: list[list[Cell]] = []
    if match.status != FAULTY:
        rows = [
            [
                name,
                *(_points(each.scores[seat]) for each in played),
                _points(match.total[seat]),
                match.result(seat) or None,
            ]
            for seat, name in enumerate(match.names)
        ]
    return Table("match", match_title(match), columns, rows)


_ASCII = str.maketrans({"–": "-", "—": "-", "−": "-", "±": "+/-", "…": "..."})
"""What stands for the few characters that some terminals cannot show."""


def _points(points: int | None) -> Cell:
    return "x" if points is None else points


class Text(Writer):
    """Tables of so many columns at most, with an empty line between them."""

    differences = False

    def __init__(self, width: int, *, unicode: bool = True) -> None:
        self.width = max(width, LEAST_WIDTH)
        self.unicode = unicode

    def match(self, match: Facts) -> str:
        table = match_table(match)
        if table.rows and least_width(table.shown()) > self.width:
            table = match_table(match, rounds=False)
        return self._block(table)

    def end(self, ending: Ending) -> Iterator[str]:
        yield from map(self._block, ending.filled)
        yield ending.plots
        yield "".join(f"{line}\n" for line in self._wrapped(ending.summary.text))

    def _block(self, table: Table) -> str:
        """A table under its title, with an empty line behind it."""
        return "".join(f"{line}\n" for line in (*self._lines(table), ""))

    def _lines(self, table: Table) -> Iterator[str]:
        wide = table.wide
        if wide is not None and least_width(self._drawn(wide)) <= self.width:
            table = wide
        yield self._plain(printable(table.title))  # whole on its line, however long
        if table.rows:
            yield from grid_lines(self._drawn(table), self.width)
        for note in table.notes:
            yield from self._wrapped(printable(note))

    def _drawn(self, table: Table) -> Shown:
        """With heads that the terminal can show."""
        shown = table.shown()
        heads = [column._replace(head=self._plain(column.head or "")) for column in shown.columns]
        return Shown(heads, shown.rows)

    def _wrapped(self, text: str) -> list[str]:
        return wrap(self._plain(text), self.width, hanging=2)

    def _plain(self, text: str) -> str:
        return text if self.unicode else text.translate(_ASCII)


class Markdown(Writer):
    """Headings, and tables as GitHub draws them."""

    def match(self, match: Facts) -> str:
        return _in_markdown(match_table(match))

    def end(self, ending: Ending) -> Iterator[str]:
        yield from map(_in_markdown, ending.filled)
        yield f"{escaped(ending.summary.text)}\n"


def _in_markdown(table: Table) -> str:
    """The table under its title, with an empty line behind it."""
    table = table.wide or table
    blocks = [f"### {escaped(table.title)}"]
    if table.rows:
        blocks.append(_grid(table.shown()))
    blocks += map(escaped, table.notes)
    return "".join(f"{block}\n\n" for block in blocks)


def _grid(shown: Shown) -> str:
    from tabulate import tabulate  # takes longer to load than the rest of the program

    lines = tabulate(
        [[escaped(cell) for cell in row] for row in shown.rows],
        list(map(escaped, shown.heads)),
        tablefmt="github",
        disable_numparse=True,
        colalign=["left" if column.name else "right" for column in shown.columns],
    )
    return "\n".join(line.rstrip() for line in lines.splitlines())


_MARKS = re.compile(r"([\\`*_\[\]<>|#~])")


def escaped(text: str) -> str:
    """A text that means itself in Markdown; safe to print."""
    return _MARKS.sub(r"\\\1", printable(text))
