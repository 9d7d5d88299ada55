"""The table in plain text, line by line: for pipes, scripts, screen readers, and poor terminals.

What belongs to the game goes to standard output, one fact a line; why a line
was refused goes to standard error. No escapes, nothing is ever drawn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TextIO

from games.game import View
from notation import codec
from scoutcli.render.text import terminal_size
from scoutcli.table.screen import Screen
from scoutcli.table.words import Turn

LONGEST_LINE = 4096
"""A longer line that is typed is no move; it is passed over without being kept."""


class Plain(Screen):
    """Reads lines from one stream and writes lines to two others."""

    def __init__(self, lines: TextIO, out: TextIO, err: TextIO) -> None:
        self._lines = lines
        self._out = out
        self._err = err
        self.live = lines.isatty()

    def head(self, title: str) -> None:
        self.say([f"{title}."])

    def say(self, lines: Iterable[str]) -> None:
        self._out.writelines(f"{line}\n" for line in lines)
        self._out.flush()

    def complain(self, text: str, at: int | None = None, length: int = 1) -> None:
        self._err.write(f"{text}\n")
        self._err.flush()

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        self.say(f"{left}  {right}".rstrip() for left, right in rows)

    def draw(self, view: View, names: Sequence[str], note: str = "") -> None:
        """The position in the words of the notation; before it, which one it is."""
        if note:
            self.say([f"The table {note}:"])
        self.say(codec.get(view.game).show(view, names))

    def ask_move(self, name: str, seat: int, turn: Turn) -> str:
        return self.ask(f"Seat {seat + 1}, {name}?") or ""

    def ask(self, question: str) -> str | None:
        """A line; behind the question stands a line end, or on a terminal a space."""
        self._out.write(f"{question} " if self.live else f"{question}\n")
        self._out.flush()
        try:
            line = self._lines.readline(LONGEST_LINE)
            if len(line) == LONGEST_LINE and line[-1] != "\n":
                self._pass_over_the_rest()
                self.complain(f"A line has at most {LONGEST_LINE - 1} characters.")
                return None
        except KeyboardInterrupt:
            if not self.live:
                raise
            self.say([""])
            return None
        if not line:
            if self.live:
                self.say([""])
            raise EOFError
        return line.rstrip("\n")

    def _pass_over_the_rest(self) -> None:
        while (more := self._lines.readline(LONGEST_LINE)) and more[-1] != "\n":
            pass

    def cover(self) -> None:
        """Without escapes a screen is covered by pushing everything off it."""
        self.say([""] * terminal_size()[1])
