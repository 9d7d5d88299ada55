"""What a table needs of whatever shows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Self

from games.game import View
from scoutcli.table.words import Turn


class Screen(ABC):
    """Shows lines and positions, and reads lines.

    The methods are called by the work that `run` is given, from one thread.
    Each of them may raise KeyboardInterrupt, where somebody wanted to leave
    while nobody was asked anything.
    """

    live: bool
    """Whether a person sits there, who is asked before the match is left."""
    most_listed: int | None = None
    """How many moves are worth listing; None: any number."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def run(self, work: Callable[[], int]) -> int:
        """Do the work while the screen is there; what it returns, and what it raises."""
        return work()

    def begin(self, *, hidden: bool) -> None:  # noqa: B027 - nothing to do is right for most
        """A match begins, or another one goes on. `hidden`: several people share the screen.

        Then nothing that one of them saw may be found by another one.
        """

    @abstractmethod
    def head(self, title: str) -> None:
        """Something new begins below."""

    @abstractmethod
    def say(self, lines: Iterable[str]) -> None:
        """Show lines of text, one fact each, safe to print."""

    def say_whole(self, lines: Iterable[str]) -> None:
        """Show lines that somebody may want to copy: they are not wrapped."""
        self.say(lines)

    @abstractmethod
    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Show things and what they mean."""

    def advise(self, text: str) -> None:
        """Show advice, a text of several parts; a screen may begin with what matters most."""
        self.say([text])

    @abstractmethod
    def complain(self, text: str, at: int | None = None, length: int = 1) -> None:
        """Say why something that was typed is not done.

        `at`: where in the line it is wrong, for `length` characters. A screen on which a
        line can be edited gives it back, with the cursor there.
        """

    @abstractmethod
    def draw(self, view: View, names: Sequence[str], note: str = "") -> None:
        """Show a position as the seat of the view knows it; `note`: which one, if not the last."""

    def leaf(self, positions: Sequence[tuple[View, str]], at: int, names: Sequence[str]) -> None:
        """Show one of several positions, each with a note as for `draw`.

        A screen with keys lets people go on from there to the others.
        """
        view, note = positions[at]
        self.draw(view, names, note)

    def watch(self, view: View, names: Sequence[str]) -> None:  # noqa: B027
        """Show how the position is now, where that can be done without a word."""

    @abstractmethod
    def ask_move(self, name: str, seat: int, turn: Turn) -> str:
        """A line from the person at a seat. Empty where it was cancelled. Raises EOFError."""

    @abstractmethod
    def ask(self, question: str) -> str | None:
        """A line in answer to a question. None where it was cancelled. Raises EOFError."""

    def ask_at_end(self, question: str) -> str | None:
        """As `ask`, when a match is over: nobody may answer by a key pressed too often.

        What was said since the last heading is to be seen meanwhile.
        """
        return self.ask(question)

    def thinking(self, name: str) -> AbstractContextManager[None]:
        """For as long as a bot chooses: the screen may say so."""
        return nullcontext()

    def pause(self, seconds: float) -> None:  # noqa: B027
        """Let people see what happened; whoever has seen enough cuts it short by any key."""

    @abstractmethod
    def cover(self) -> None:
        """Take everything off the screen."""
