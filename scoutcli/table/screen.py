"""What a table needs of whatever shows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Self

from scoutcli.table.session import Session
from scoutcli.table.words import Turn


class Screen(ABC):
    """Shows lines and reads lines. Use as a context manager."""

    live: bool
    """Whether a person sits there, who is asked before the match is left."""
    most_listed: int | None = None
    """How many moves are worth listing; None: any number."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    @abstractmethod
    def say(self, lines: Iterable[str]) -> None:
        """Show lines of text, one fact each, safe to print."""

    def say_whole(self, lines: Iterable[str]) -> None:
        """Show lines that somebody may want to copy: they are not wrapped."""
        self.say(lines)

    @abstractmethod
    def complain(self, text: str) -> None:
        """Say why something that was typed is not done."""

    @abstractmethod
    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Show things and what they mean."""

    @abstractmethod
    def draw(self, session: Session, seat: int) -> None:
        """Show the position as a seat knows it."""

    @abstractmethod
    def ask_move(self, session: Session, seat: int, turn: Turn) -> str:
        """A line from the person at a seat. Empty where it was cancelled. Raises EOFError."""

    @abstractmethod
    def ask(self, question: str) -> str | None:
        """A line in answer to a question. None where it was cancelled. Raises EOFError."""

    @abstractmethod
    def begin(self, session: Session) -> None:
        """A match begins, or another one goes on, at this screen."""

    @abstractmethod
    def head(self, title: str) -> None:
        """Something new begins below."""

    def hides(self, session: Session) -> bool:
        """Whether the hands of several people are to be hidden between their turns."""
        return self.live and len(session.people) > 1

    @abstractmethod
    def cover(self) -> None:
        """Take everything off the screen."""
