"""The report of an analysis for people at a terminal: tables, turning points, curves.

What stands in it is told by signs and words; the styles of its lines are only
there for who wants colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import games
from games.errors import RuleError
from notation.diagnostics import printable
from notation.tokens import JUDGEMENTS
from scoutcli.analysis.account import MARKS, Sums
from scoutcli.analysis.course import Turn, course_of, turning_points
from scoutcli.analysis.grid import Column, table_lines
from scoutcli.analysis.model import Account, MatchReport
from scoutcli.analysis.plot import course_lines
from scoutcli.analysis.ratings import rating
from scoutcli.analysis.wording import rate_text, signed, turn_text
from scoutcli.render.look import Line, Look
from scoutcli.render.text import wrap
from scoutcli.report import plural

LEAST_WIDTH = 24
"""No line is made narrower than this."""

_IN_PART = "Stopped before its end: what follows is a part."


def text_lines(report: MatchReport, width: int, look: Look) -> Iterator[Line]:
    """The report of one match, no line wider than `width` (but for `LEAST_WIDTH`). Safe to print.

    Parts with nothing in them are left out.
    """
    width = max(width, LEAST_WIDTH)
    title = f"{report.file}, match {report.match}: {title_of(report.game)}"
    yield from _wrapped(title, width, "class:title")
    if report.about:
        yield from _wrapped(report.about, width, "class:faint")
    if not report.complete:
        yield from _wrapped(_IN_PART, width, "")
    for notice in report.notices:
        yield from _wrapped(notice, width, "class:notice")
    yield from _spaced(account_lines(report.game, report.accounts, width, look))
    losses, strokes = turning_points(report)
    yield from _part("Largest losses", losses, report, width)
    yield from _part("Largest strokes of luck", strokes, report, width)
    names = list(map(printable, report.names))
    yield from _spaced(course_lines(names, course_of(report), width, look))


def sum_lines(sums: Sums, width: int, look: Look, *, complete: bool = True) -> Iterator[Line]:
    """The players of several matches, each game and number of seats by itself.

    `complete` is False where matches are missing, or parts of them.
    """
    width = max(width, LEAST_WIDTH)
    if not complete:
        yield from _wrapped(_IN_PART, width, "")
    for at, standing in enumerate(sums):
        if at:
            yield []
        matches = plural(standing.matches, "match")
        title = f"{title_of(standing.game)}, {standing.players} players: {matches}"
        yield from _wrapped(title, width, "class:title")
        yield from _spaced(account_lines(standing.game, standing.ranked(), width, look))


def account_lines(game: str, accounts: Sequence[Account], width: int, look: Look) -> Iterator[Line]:
    """The tables of accounts: how they decided, which mistakes they made, what luck they had."""
    if not accounts:
        return
    names = [printable(account.name) for account in accounts]
    yield from table_lines(_decisions(game, names, accounts), width, look)
    yield from _wrapped(
        "Points lost against the best move, by decisions with a choice.", width, "class:faint"
    )
    yield from _spaced(table_lines(_mistakes(names, accounts), width, look))
    yield from _spaced(_balance(names, accounts, width, look))


def _decisions(game: str, names: Sequence[str], accounts: Sequence[Account]) -> list[Column]:
    rates = [rate_text(account) for account in accounts]
    marks = {
        JUDGEMENTS[mark - 1]: [str(account.marks.get(mark, 0)) for account in accounts]
        for mark in MARKS
    }
    return [
        Column("player", names, name=True, style="class:name"),
        Column("decisions", [str(account.unforced) for account in accounts]),
        Column("lost", [f"{account.lost:.1f}" for account in accounts]),
        Column("a decision", rates, style="class:strong"),
        *(Column(mark, counts) for mark, counts in marks.items()),
        Column("rating", [rating(game, account) or "-" for account in accounts], name=True),
    ]


def _mistakes(names: Sequence[str], accounts: Sequence[Account]) -> list[Column]:
    rows = [
        (name, printable(kind), times, lost)
        for name, account in zip(names, accounts, strict=True)
        for kind, (times, lost) in account.kinds.items()
    ]
    return [
        Column("mistakes of", [name for name, *_ in rows], name=True),
        Column("kind", [kind for _, kind, _, _ in rows], name=True),
        Column("times", [str(times) for _, _, times, _ in rows]),
        Column("lost", [f"{lost:.1f}" for *_, lost in rows]),
    ]


def _balance(
    names: Sequence[str], accounts: Sequence[Account], width: int, look: Look
) -> Iterator[Line]:
    """Result, luck, errors and residual, over the rounds of which all is known."""
    if not any(account.rounds for account in accounts):
        yield from _wrapped(
            "No round is known in full, with every seat's choices: no account of luck.",
            width,
            "class:faint",
        )
        return
    columns = {
        "rounds": [str(account.rounds) for account in accounts],
        "result": [signed(account.result) for account in accounts],
        "luck": [signed(account.luck) for account in accounts],
        "errors": [signed(account.errors) for account in accounts],
        "residual": [signed(account.residual) for account in accounts],
        "without luck": [signed(account.adjusted) for account in accounts],
    }
    yield from table_lines(
        [
            Column("player", names, name=True, style="class:name"),
            *(Column(head, cells) for head, cells in columns.items()),
        ],
        width,
        look,
    )
    yield from _wrapped(
        "Points against the mean of the others; result = luck + errors + residual.",
        width,
        "class:faint",
    )


def _part(title: str, turns: Sequence[Turn], report: MatchReport, width: int) -> Iterator[Line]:
    """Turning points, one or two lines each."""
    if not turns:
        return
    yield []
    yield [("class:heading", title)]
    for turn in turns:
        yield from _wrapped(turn_text(turn, report.names), width, "")


def title_of(game: str) -> str:
    """The title of a game, or its name where it is not known."""
    try:
        return games.get(game).title
    except RuleError:
        return printable(game)


def _wrapped(text: str, width: int, style: str) -> Iterator[Line]:
    for line in wrap(printable(text), width, hanging=2):
        yield [(style, line)]


def _spaced(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with an empty one before the first."""
    for at, line in enumerate(lines):
        if not at:
            yield []
        yield line
