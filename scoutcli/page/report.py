"""The analysis of a match as one page: the page of the match, with what was found in it.

Each move says what it was worth, the turning points are links to their
positions, and below stand the accounts and the curves of points and luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from notation.diagnostics import printable
from notation.reader import Part, read_part
from notation.tokens import JUDGEMENTS
from scoutcli.analysis.account import MARKS
from scoutcli.analysis.annotation import BY, TOOL, bare
from scoutcli.analysis.course import Turn, course_of, turning_points
from scoutcli.analysis.model import Account, Chance, Judged, MatchReport
from scoutcli.analysis.ratings import rating
from scoutcli.analysis.wording import rate_text, signed, turn_text
from scoutcli.page.curves import course_pictures
from scoutcli.page.html import Added, page

LEAST_LUCK = 0.05
"""Luck of fewer points is not told at its move."""


def report_page(part: Part, report: MatchReport) -> str:
    """The text of the page. The part must hold the match of the report, without an error.

    What an earlier analysis has written into the match is not shown.
    """
    losses, strokes = turning_points(report)
    turns = [*losses, *strokes]
    return page(
        _as_noted_by_people(part),
        None,
        Added(
            facts=tuple(_facts(report)),
            moves=_on_moves(report),
            turns=frozenset((turn.round, turn.made) for turn in turns),
            before=_turning_points(losses, strokes, report.names),
            below=_accounts(report) + _curves(report),
        ),
    )


def _as_noted_by_people(part: Part) -> Part:
    """The match without the notes of an analysis."""
    if f"[%{BY} {TOOL}" not in part.chunk.text:  # as good as always
        return part
    text = bare(part)
    return read_part(replace(part.chunk, raw=text.encode(), text=text, loose=False))


def _facts(report: MatchReport) -> Iterator[str]:
    if report.about:
        yield f"Analysed by {printable(report.about)}"
    if not report.complete:
        yield "Stopped before its end: a part is analysed"
    yield from map(printable, report.notices)


# On the moves


def _on_moves(report: MatchReport) -> dict[tuple[int, int], str]:
    """What is said of each choice and of each stroke of luck, at its place."""
    found: dict[tuple[int, int], list[str]] = {}
    for each in report.rounds:
        choices: dict[int, list[Judged]] = {}
        for judged in each.judged:
            choices.setdefault(judged.at, []).append(judged)
        for at, several in choices.items():
            place = found.setdefault((each.number, at + 1), [])
            place += [_judged(judged, several=len(several) > 1) for judged in several]
        for chance in each.luck:
            if words := _luck(chance, report.names):
                found.setdefault((each.number, chance.at + 1), []).append(words)
    return {place: "".join(texts) for place, texts in found.items()}


def _judged(judged: Judged, *, several: bool) -> str:
    """``?? expects -1.2, loses 4.1 (±0.2), best 2.S9 — a sentence``."""
    mark = f"<em>{escape(JUDGEMENTS[judged.mark - 1])}</em> " if judged.mark else ""
    figures = ", ".join(_figures(judged))
    if several:
        figures = f"{printable(judged.text)}: {figures}"
    words = f" \N{EM DASH} {printable(judged.words)}" if judged.words else ""
    return f' <span class="judged">{mark}{escape(figures + words)}</span>'


def _figures(judged: Judged) -> Iterator[str]:
    if judged.forced:
        yield "the only move"
        return
    if not judged.measured:
        yield "not measured"
        return
    yield f"expects {signed(judged.worth)}"
    if judged.best is not None:
        sure = (
            "" if judged.open and not judged.solved else f" (\N{PLUS-MINUS SIGN}{judged.error:.1f})"
        )
        yield f"loses {judged.loss:.1f}{sure}"
        yield f"best {printable(judged.best_text)}"
    else:
        yield "the best found"
    if judged.open:
        yield "in hindsight, all cards seen"


def _luck(chance: Chance, names: Sequence[str]) -> str:
    """``luck, draw: Ada +2.1``; "" where it is hardly any."""
    told = [
        f"{printable(name)} {signed(points)}"
        for seat, (name, points) in enumerate(zip(names, chance.worth, strict=True))
        if abs(points) >= LEAST_LUCK and chance.seat in (-1, seat)
    ]
    if not told:
        return ""
    text = f"luck, {printable(chance.what)}: {', '.join(told)}"
    return f' <span class="judged">{escape(text)}</span>'


# Before the table, and below it


def _turning_points(losses: Sequence[Turn], strokes: Sequence[Turn], names: Sequence[str]) -> str:
    lists = "".join(
        f"<div><h3>{title}</h3><ol>{''.join(_link(turn, names) for turn in turns)}</ol></div>"
        for title, turns in (("Largest losses", losses), ("Largest strokes of luck", strokes))
        if turns
    )
    if not lists:
        return ""
    return f'<section id="turns" aria-label="Turning points">{lists}</section>'


def _link(turn: Turn, names: Sequence[str]) -> str:
    text = escape(turn_text(turn, names))
    return f'<li><a href="#r{turn.round}m{turn.made}">{text}</a></li>'


def _accounts(report: MatchReport) -> str:
    accounts = report.accounts
    marks = [JUDGEMENTS[mark - 1] for mark in MARKS]
    tables = [
        _table(
            "Points lost by decisions with a choice, against the best move",
            ["player", "decisions", "lost", "a decision", *marks, "rating"],
            [_decisions(report.game, account) for account in accounts],
            words=("rating",),
        ),
        _table(
            "Mistakes by kind",
            ["player", "kind", "times", "lost"],
            [
                [account.name, kind, str(times), f"{lost:.1f}"]
                for account in accounts
                for kind, (times, lost) in account.kinds.items()
            ],
            words=("kind",),
        ),
        _table(
            "Points against the mean of the others, + is better; "
            "result = luck + errors + residual, over the rounds known in full",
            ["player", "rounds", "result", "luck", "errors", "residual", "without luck"],
            [_balance(account) for account in accounts if account.rounds],
        ),
    ]
    return f'<section id="accounts" aria-label="Accounts">{"".join(tables)}</section>'


def _decisions(game: str, account: Account) -> list[str]:
    counts = [str(account.marks.get(mark, 0)) for mark in MARKS]
    lost, rate = f"{account.lost:.1f}", rate_text(account)
    return [account.name, str(account.unforced), lost, rate, *counts, rating(game, account) or "-"]


def _balance(account: Account) -> list[str]:
    parts = (account.result, account.luck, account.errors, account.residual, account.adjusted)
    return [account.name, str(account.rounds), *map(signed, parts)]


def _table(
    caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[str] = ()
) -> str:
    """A table that can be moved sideways where it is too wide; "" without rows.

    The first column and those called as the `words` stand left, numbers right.
    """
    if not rows:
        return ""
    kinds = [' class="word"' if name in words else "" for name in head]
    heads = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>' for name, kind in zip(head, kinds, strict=True)
    )
    body = "".join(f"<tr>{''.join(_cells(row, kinds))}</tr>" for row in rows)
    label = escape(caption, quote=True)
    return (
        f'<div class="table" role="region" tabindex="0" aria-label="{label}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _cells(row: Sequence[str], kinds: Sequence[str]) -> Iterator[str]:
    for at, (text, kind) in enumerate(zip(row, kinds, strict=True)):
        shown = escape(printable(text))
        yield f"<td{kind}>{shown}</td>" if at else f'<th scope="row">{shown}</th>'


def _curves(report: MatchReport) -> str:
    course = course_of(report)
    pictures = course_pictures(list(map(printable, report.names)), course)
    if not pictures:
        return ""
    luck = "; the area is the luck so far" if course.lucky else ""
    return (
        '<section id="curves" aria-label="Points and luck"><h2>Points and luck</h2>'
        "<p>The line is the points so far, and in a round under way what was expected"
        f"{luck}. A round ends at each upright line.</p><div>{pictures}</div></section>"
    )
