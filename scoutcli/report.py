"""Diagnostics for people, each with the offending line and a caret, and for programs, as JSON."""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections.abc import Iterator

from notation.diagnostics import Diagnostic, printable

FORMS = ("text", "json")
"""The forms a diagnostic can have."""

USUAL_WIDTH = 100
"""Columns, where there is no terminal to ask."""

_INDENT = "    "
_LEAST_WIDTH = 20
_CUT = "…"


def in_text(diagnostic: Diagnostic, width: int | None = None) -> str:
    """A diagnostic as lines of text, without the last line end.

    The first line says what is wrong and where, and is never cut, so that a
    program can read it. The offending line, where there is one, stands below
    it with a caret; if it is longer than `width` columns (None: those of the
    terminal), the part around the caret. Safe to print.
    """
    about = diagnostic.whereabouts()
    head = f"{diagnostic.place()}: {diagnostic.severity}: {printable(diagnostic.message)}"
    lines = [f"{head} [{diagnostic.code}]" + (f" ({about})" if about else "")]
    if diagnostic.text and diagnostic.column is not None:
        room = max((terminal_width() if width is None else width) - len(_INDENT), _LEAST_WIDTH)
        shown = excerpt(diagnostic.text, diagnostic.column - 1, diagnostic.length, room)
        lines += [_INDENT + line for line in shown]
    return "\n".join(lines)


def in_json(diagnostic: Diagnostic) -> str:
    """A diagnostic as an object of JSON on one line, pure ASCII."""
    return json.dumps(dict(diagnostic.facts()))


def terminal_width() -> int:
    """Columns of the terminal."""
    return shutil.get_terminal_size((USUAL_WIDTH, 24)).columns


def excerpt(text: str, start: int, length: int, room: int) -> tuple[str, str]:
    """A line and the line of carets below it, both at most `room` columns wide.

    `start` is the first character that is meant, from 0; it is always shown,
    and before and behind it as much as fits.
    """
    start = min(start, len(text))
    stop = max(min(start + length, len(text)), start + 1)
    # A character takes at least a column (those that take none only make the cut earlier).
    first, last = max(0, start - room), min(len(text), start + room)
    cells = [(_safe(char), first + index) for index, char in enumerate(text[first:last])]
    left, right = _window(cells, start, room, open_left=first > 0, open_right=last < len(text))
    shown, before, below = [], 0, 0
    for cell, index in cells[left:right]:
        shown.append(cell)
        if index < start:
            before += columns(cell)
        elif index < stop:
            below += columns(cell)
    lead = _CUT if first + left > 0 else ""
    tail = _CUT if first + right < len(text) else ""
    marks = "^" + "~" * (below - 1)
    return f"{lead}{''.join(shown)}{tail}", " " * (len(lead) + before) + marks


def _window(
    cells: list[tuple[str, int]], start: int, room: int, *, open_left: bool, open_right: bool
) -> tuple[int, int]:
    """Which cells fit, given that the one at `start` is among them: from where to where."""
    widths = [columns(cell) for cell, _ in cells]
    if not (open_left or open_right) and sum(widths) <= room:
        return 0, len(cells)
    at = next((number for number, (_, index) in enumerate(cells) if index == start), len(cells))
    room -= 2 * len(_CUT)
    left = right = at
    used = 0
    if right < len(cells):
        used += widths[right]
        right += 1
    # Two thirds of what is left go before the caret: what came before explains more.
    while left > 0 and used + widths[left - 1] <= room * 2 // 3:
        left -= 1
        used += widths[left]
    while right < len(cells) and used + widths[right] <= room:
        used += widths[right]
        right += 1
    while left > 0 and used + widths[left - 1] <= room:
        left -= 1
        used += widths[left]
    return left, right


def columns(text: str) -> int:
    """How many columns of a terminal a printable text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _safe(char: str) -> str:
    return " " if char == "\t" else printable(char)


def plural(number: int, noun: str) -> str:
    """``1 match``, ``2 matches``, ``0 errors``."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}{'es' if noun.endswith(('ch', 's')) else 's'}"


def listed(parts: Iterator[str] | list[str]) -> str:
    """Parts with commas between them; ``none`` if there are none."""
    return ", ".join(parts) or "none"
