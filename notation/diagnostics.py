"""A rule error of `games`, or a fault of a text, with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "notice"]


class TextError(Exception):
    """A text that cannot be read: what is wrong with it, and where inside it.

    `offset` counts characters from the start of the text that was given to
    the function that raised it; `length` is how many of them are meant.
    """

    def __init__(self, code: str, message: str, offset: int = 0, length: int = 1) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.offset = offset
        self.length = length


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing to tell about a file.

    `line`, `column`, `match`, `round`, `seat` and `move` count from 1; None
    where they do not apply. `text` is the offending line, `length` how many
    of its characters from `column` on are meant (for a caret line); neither
    is part of the JSON form.
    """

    code: str
    severity: Severity
    message: str
    file: str
    line: int | None = None
    column: int | None = None
    match: int | None = None
    round: int | None = None
    seat: int | None = None
    move: int | None = None
    text: str | None = None
    length: int = 1

    def facts(self) -> Iterator[tuple[str, str | int]]:
        """The fields of the JSON form in their order, without those that do not apply."""
        for name in _FIELDS:
            value = getattr(self, name)
            if value is not None:
                yield name, value

    def place(self) -> str:
        """``file:line:column`` as far as it is known."""
        parts = [printable(self.file), self.line, self.column]
        return ":".join(str(part) for part in parts if part is not None)

    def whereabouts(self) -> str:
        """``match 2, round 1, seat 3, move 14`` as far as they apply."""
        names = ("match", "round", "seat", "move")
        return ", ".join(
            f"{name} {getattr(self, name)}" for name in names if getattr(self, name) is not None
        )


_FIELDS = (
    "code", "severity", "message", "file", "line", "column", "match", "round", "seat", "move",
)  # fmt: skip


JOINERS = "\u200c\u200d"
"""Say of the characters beside them that they are drawn apart, or as one: in Persian, in emoji."""


def printable(text: str) -> str:
    """The text with every character that could steer a terminal written as an escape.

    What only joins two characters is none of them.
    """
    if text.isprintable():
        return text
    return "".join(
        char
        if char.isprintable() or _joins(text, at)
        else char.encode("unicode_escape").decode("ascii")
        for at, char in enumerate(text)
    )


def is_printable(text: str) -> bool:
    """Whether `printable` leaves the text as it is."""
    return printable(text) == text


def _joins(text: str, at: int) -> bool:
    """Whether a character stands between two that can be seen, and joins them."""
    if text[at] not in JOINERS or not 0 < at < len(text) - 1:
        return False
    return all(char.isprintable() and not char.isspace() for char in (text[at - 1], text[at + 1]))
