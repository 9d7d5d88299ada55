"""YAML's own comments, put among the lines of a text that is written anew."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from notation.document import Comment


@dataclass(slots=True)
class Row:
    """A line to be written."""

    text: str
    line: int | None = None
    """The line of the former text, from 0, where what stands in it began; None if nowhere."""


def place(comments: Iterable[Comment], rows: list[Row]) -> None:
    """Put every comment among the rows.

    One on a line of its own comes before what followed it, indented like
    that; one behind something stays behind it. Where that has no line of its
    own any more, the comment gets one.
    """
    begins = sorted((row.line, at) for at, row in enumerate(rows) if row.line is not None)
    lines = [line for line, _ in begins]
    before: dict[int, list[str]] = {}
    behind: set[int] = set()
    for comment in comments:
        at = bisect_right(lines, comment.line)
        first = bisect_right(lines, comment.line - 1)
        text = comment.text.rstrip()
        if not comment.alone and first < at and (row := begins[first][1]) not in behind:
            behind.add(row)
            rows[row].text += f"  {text}"
        else:
            following = begins[at][1] if at < len(begins) else len(rows)
            before.setdefault(following, []).append(text)
    for at in sorted(before, reverse=True):
        row_text = rows[at].text if at < len(rows) else ""
        indent = " " * (len(row_text) - len(row_text.lstrip(" ")))
        rows[at:at] = [Row(indent + text) for text in before[at]]
