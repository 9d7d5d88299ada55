"""The standings as one page for browsers: whole in itself, without a script, everything escaped."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from html import escape

from notation.diagnostics import printable
from scoutcli.page.filling import asset, filled, policy_hash
from scoutcli.results.facts import Facts
from scoutcli.scoring.tables import Column, Shown, Table
from scoutcli.scoring.text import match_table
from scoutcli.scoring.writer import Ending, Writer

_BLOCK = 1 << 16
_IN_MEMORY = 1 << 22
"""Matches of up to so many characters wait in memory for the tables, more of them in a file."""

_HERE = "\0"
"""Stands in the page where the matches will be."""


class Html(Writer):
    """A page: the tables first, below them the matches, which wait for that."""

    def __init__(self) -> None:
        self._waiting = tempfile.SpooledTemporaryFile(  # noqa: SIM115 - see `close`
            _IN_MEMORY, mode="w+", encoding="utf-8"
        )

    def match(self, match: Facts) -> str:
        table = match_table(match)
        title = escape(printable(table.title))
        body = (
            f"<details><summary>{title}</summary>{_grid(table.title, table.shown())}</details>"
            if table.rows
            else ""
        )
        self._waiting.write(body or f"<p>{title}</p>")
        return ""

    def end(self, ending: Ending) -> Iterator[str]:
        style = asset("page.css") + asset("score.css")
        values = {
            "title": "Matches" if ending.tables is None else "Standings",
            "facts": "".join(
                f"<li>{escape(text)}</li>" for text in ending.summary.text.split("; ")
            ),
            "tables": "".join(map(_section, ending.filled)),
            "plots": f'<section aria-label="Plots">{ending.plots}</section>'
            if ending.plots
            else "",
            "matches": _HERE if ending.matches else "",
            "style": style,
            "style_hash": policy_hash(style),
        }
        before, here, behind = filled(asset("score.html"), values).partition(_HERE)
        yield before
        if here:
            yield '<section aria-label="Matches"><h2>Matches</h2>'
            self._waiting.seek(0)
            while block := self._waiting.read(_BLOCK):
                yield block
            yield "</section>"
        yield behind

    def close(self) -> None:
        self._waiting.close()


def _section(table: Table) -> str:
    table = table.wide or table
    title = escape(printable(table.title))
    notes = "".join(f'<p class="note">{escape(printable(note))}</p>' for note in table.notes)
    grid = _grid(table.title, table.shown())
    return f"<section><h2>{title}</h2>{grid}{notes}</section>"


def _grid(title: str, shown: Shown) -> str:
    """The rows; it can be moved sideways where it is too wide."""
    if not shown.rows:
        return ""
    heads = "".join(
        f'<th scope="col"{_kind(column)}>{escape(head)}</th>'
        for head, column in zip(shown.heads, shown.columns, strict=True)
    )
    body = "".join(f"<tr>{''.join(_cells(row, shown.columns))}</tr>" for row in shown.rows)
    label = escape(printable(title), quote=True)
    return (
        f'<div class="table" role="region" tabindex="0" aria-label="{label}"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cells(row: Sequence[str], columns: Sequence[Column]) -> Iterator[str]:
    """The cells of a row; its first name is its head."""
    named = next((at for at, column in enumerate(columns) if column.name), 0)
    for at, (text, column) in enumerate(zip(row, columns, strict=True)):
        if at == named:
            yield f'<th scope="row"{_kind(column)}>{escape(text)}</th>'
        else:
            yield f"<td{_kind(column)}>{escape(text)}</td>"


def _kind(column: Column) -> str:
    return ' class="word"' if column.name else ""
