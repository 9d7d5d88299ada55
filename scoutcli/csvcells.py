"""Cells of CSV that are safe to open in a spreadsheet, for every command that writes some."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from notation.diagnostics import printable

SAID = (
    "A text that a spreadsheet could take for a formula, as it begins with = + - or @, has a ' "
    "before it"
)
"""For the help of these commands."""

_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for a formula if a cell begins with it; the last ones are wide."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_FIGURES = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:;-?[0-9]*)*")
"""A figure as text, or points with ; between them: nothing that could be computed."""


def safe(text: str) -> str:
    """A text that no spreadsheet computes: with a ' before it where it could be a formula."""
    text = visible(text, "\\x{:02x}")
    return f"'{text}" if text.startswith(_FORMULA) else text


def visible(text: str, form: str) -> str:
    """The text with its control characters as escapes: of that form, or of four digits."""

    def escape(found: re.Match[str]) -> str:
        number = ord(found[0])
        return form.format(number) if number < 0x100 else f"\\u{number:04x}"

    return _CONTROL.sub(escape, text)


def in_csv(rows: Iterable[Sequence[object]]) -> str:
    """Lines of CSV, each ended by a line feed, that neither terminal nor spreadsheet obeys.

    Truth is yes or no; what is not known (None) is nothing.
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and not _FIGURES.fullmatch(value):
        return safe(printable(value))
    return value
