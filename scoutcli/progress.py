"""A line on a terminal that tells how far a long work is."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from typing import Self, TextIO

from scoutcli.report import columns


class StatusLine:
    """One line on a terminal's stderr, written over and over. Use as a context manager.

    Nothing is shown in the first second, nor where stderr is no terminal.
    """

    WAIT = 1.0
    """Seconds before it is shown at all."""
    PERIOD = 0.2
    """Seconds between two changes of it."""

    def __init__(self, *, silent: bool = False) -> None:
        self._out: TextIO | None = sys.stderr
        self.live = not silent and self._out is not None and self._out.isatty()
        """Whether it is ever shown."""
        self._due = time.monotonic() + self.WAIT
        self._shown = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def show(self, say: Callable[[int], str]) -> None:
        """Bring the line up to date, if it is time.

        `say` is told how many columns there are; what does not fit is cut.
        """
        if not self.live or time.monotonic() < self._due:
            return
        room = shutil.get_terminal_size().columns - 1
        text = say(room)
        while columns(text) > room:
            text = text[:-1]
        width = columns(text)
        print(f"\r{text}{' ' * (self._shown - width)}", end="", file=self._out, flush=True)
        self._shown = width
        self._due = time.monotonic() + self.PERIOD

    def hide(self) -> None:
        """Take the line away, before something else is written to the terminal."""
        if self._shown:
            print("\r" + " " * self._shown + "\r", end="", file=self._out, flush=True)
            self._shown = 0
