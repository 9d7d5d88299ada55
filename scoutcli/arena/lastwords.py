"""What there is to say of a program that failed: its stderr, how it ended, why it did not start."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from notation.diagnostics import printable

LONGEST = 500
"""Bytes of a line of stderr that are told."""

KEPT = 10
"""So many of its last lines are kept."""


class Stderr:
    """The lines of stderr as they come: each is told, the last that say anything are kept."""

    def __init__(self, tell: Callable[[str], None] | None) -> None:
        self.lines: deque[str] = deque(maxlen=KEPT)
        self._tell = tell
        self._rest = b""  # of a line that is not whole yet

    def add(self, data: bytes) -> None:
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()[:LONGEST]
        for line in lines:
            self._take(line[:LONGEST])

    def end(self) -> None:
        """Nothing more comes: the rest is a line too."""
        if self._rest:
            self._take(self._rest)
            self._rest = b""

    def _take(self, line: bytes) -> None:
        text = printable(line.decode("utf-8", "replace").rstrip().expandtabs(4))
        if text:
            self.lines.append(text)
        if self._tell is not None:
            self._tell(text)


def ended(status: int) -> str:
    """``exit 3`` or, for a negative status, ``signal 9 (SIGKILL)``."""
    if status >= 0:
        return f"exit {status}"
    with suppress(ValueError):
        return f"signal {-status} ({signal.Signals(-status).name})"
    return f"signal {-status}"


def not_started(program: str, folder: str | None, number: int) -> str:
    """Why a program could not be run in a folder, from the system's errno; 0 is unknown."""
    path = Path(folder or "", program)
    named = "/" in program  # otherwise it is looked up
    if number == errno.ENOENT:
        if path.exists() if named else shutil.which(program):
            return "the interpreter that its first line names is not there"
        return "no such program"
    if number == errno.EACCES:
        return "a folder, no program" if named and path.is_dir() else "no executable file"
    if number == errno.ENOEXEC:
        return "neither a program for this machine nor a script that begins with #!"
    return os.strerror(number) if number > 0 else "it did not start"
