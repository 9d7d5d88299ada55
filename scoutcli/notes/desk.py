"""What the conversation is held on, and the plain one: lines in, lines out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, Self

from notation.diagnostics import printable
from scoutcli.notes.reading import Offer
from scoutcli.plainlines import PlainLines
from scoutcli.render.look import Line, Look

Complete = Callable[[str], Sequence[Offer]]
"""What a line that was begun can become."""

Picture = Callable[[int, int, Look], Iterable[Line]]
"""Lines drawn in so many columns and lines, and how they may look."""


class Board(Protocol):
    """What is to be seen above a question."""

    def above(self, width: int, height: int, room: int, look: Look) -> Iterable[Line]:
        """The lines, none wider than `width`, on a terminal of `height` lines.

        `room` of them are left besides the question and what belongs to it.
        """
        ...


def nothing(_: str) -> Sequence[Offer]:
    """Nothing to complete."""
    return ()


class Desk(ABC):
    """Shows lines and reads lines. Use as a context manager."""

    live: bool
    """Whether a person sits there, who is asked before the notes are left."""
    draws = False
    """Whether how things stand can be seen beside the question."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    @abstractmethod
    def say(self, lines: Iterable[str]) -> None:
        """Show lines of text, one fact each, safe to print."""

    @abstractmethod
    def head(self, title: str) -> None:
        """Something new begins below."""

    @abstractmethod
    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Show things and what they mean."""

    @abstractmethod
    def complain(self, text: str, line: str = "", at: int = 0, length: int = 0) -> None:
        """Say why a line is not noted; with `length`, from which character of it on it is wrong."""

    @abstractmethod
    def draw(self, picture: Picture, told: Callable[[], Iterable[str]]) -> None:
        """Show a picture; where nothing can be drawn, the same in lines of text."""

    @abstractmethod
    def ask(
        self,
        question: str,
        complete: Complete = nothing,
        status: str = "",
        board: Board | None = None,
    ) -> str | None:
        """A line in answer to a question. None where it was cancelled. Raises EOFError.

        `status` are a few words on where the notes stand; the `board` is shown
        where that can be done without leaving a trace.
        """


def marked(line: str, at: int, length: int) -> list[str]:
    """A line and, below it, marks under the characters that are meant."""
    line = printable(line.replace("\t", " "))[:200]
    if not (length and line.isascii()) or at > len(line):
        return []
    return [line, " " * at + "^" * max(min(length, len(line) - at), 1)]


class PlainDesk(PlainLines, Desk):
    """The notes in lines; see `PlainLines`."""

    def complain(self, text: str, line: str = "", at: int = 0, length: int = 0) -> None:
        self.refuse([*marked(line, at, length), text])

    def draw(self, picture: Picture, told: Callable[[], Iterable[str]]) -> None:
        self.say(told())

    def ask(
        self,
        question: str,
        complete: Complete = nothing,
        status: str = "",
        board: Board | None = None,
    ) -> str | None:
        return self.read(question)
