"""A conversation in plain lines: for pipes, scripts, screen readers, and poor terminals.

What it is about goes to one stream, one fact a line; why a line was refused to
another. No escapes, nothing is ever drawn again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TextIO

LONGEST_LINE = 4096
"""A longer line that is typed is no move; it is passed over without being kept."""


class PlainLines:
    """Reads lines from one stream and writes lines to two others."""

    def __init__(self, lines: TextIO, out: TextIO, err: TextIO) -> None:
        self._lines = lines
        self._out = out
        self._err = err
        self.live = lines.isatty()
        """Whether a person sits there."""

    def say(self, lines: Iterable[str]) -> None:
        """Show lines of text."""
        self._out.writelines(f"{line}\n" for line in lines)
        self._out.flush()

    def head(self, title: str) -> None:
        """Something new begins below."""
        self.say([f"{title}."])

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Show things and what they mean."""
        self.say(f"{left}  {right}".rstrip() for left, right in rows)

    @abstractmethod
    def complain(self, text: str) -> None:
        """Say why something that was typed is not done."""

    def refuse(self, lines: Iterable[str]) -> None:
        """Write lines to where complaints go."""
        self._err.writelines(f"{line}\n" for line in lines)
        self._err.flush()

    def read(self, question: str) -> str | None:
        """A line; behind the question stands a line end, or on a terminal a space.

        None where it was cancelled, or is too long. Raises EOFError.
        """
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
