"""Lines on a terminal that are drawn over, and the key that ends it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from scoutcli.analysis.analyst import Stop
from scoutcli.render.text import terminal_size


def can_redraw() -> bool:
    """Whether a person sits at a terminal whose lines can be drawn over."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") in {"", "dumb", "unknown"}:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


class Redrawn:
    """Some lines at the cursor, which the next ones take the place of."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._shown = 0

    @property
    def room(self) -> tuple[int, int]:
        """Columns and lines that there are for it."""
        columns, rows = terminal_size()
        return columns - 1, rows - 1

    def draw(self, lines: Sequence[str]) -> None:
        """Show these, each without a line end, no wider and no more than there is room."""
        up = f"\x1b[{self._shown}A\r\x1b[J" if self._shown else ""
        self._out.write(up + "".join(f"{line}\n" for line in lines))
        self._out.flush()
        self._shown = len(lines)


@contextmanager
def any_key() -> Iterator[Stop]:
    """While this lasts, what is typed is not shown; the value tells whether anything was.

    Ctrl-C is a key like any other.
    """
    from prompt_toolkit.input import create_input  # slow to load

    source = create_input()
    pressed = False

    def stop() -> bool:
        nonlocal pressed
        pressed = pressed or bool(source.read_keys()) or source.closed
        return pressed

    try:
        with source.raw_mode():
            yield stop
    finally:
        source.close()
