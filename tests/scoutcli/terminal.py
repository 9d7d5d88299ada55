"""The program on a real terminal, and what stands on its screen."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pexpect
import pyte

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 20.0
"""Seconds to wait for what must come; a busy machine is slow."""


class Terminal:
    """A terminal of so many columns and lines, with `scoutcli` running on it."""

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 24, **environment: str
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        """Everything that was written to the terminal."""
        self.seen: list[list[str]] = []
        """The screen after each piece of output."""
        env = {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            **environment,
        }
        self._child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "scoutcli", *arguments],
            cwd=str(ROOT),
            env=env,
            dimensions=(lines, columns),
            timeout=PATIENCE,
        )
        self._child.delaybeforesend = None
        self.screen.write_process_input = self.type  # asked where the cursor is, it answers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.close(force=True)

    @property
    def lines(self) -> list[str]:
        """The lines of the screen, without the empty ones at its end."""
        text = "\n".join(line.rstrip() for line in self.screen.display)
        return text.rstrip("\n").split("\n")

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def type(self, text: str) -> None:
        self._child.send(text)

    def enter(self, text: str = "") -> None:
        self.type(f"{text}\r")

    def until(self, wanted: str | Callable[[], bool]) -> None:
        """Wait until a text stands on the screen, or something is so."""
        found = (lambda: wanted in self.text) if isinstance(wanted, str) else wanted
        end = time.monotonic() + PATIENCE
        while not found():
            assert time.monotonic() < end, f"{wanted!r} did not come:\n{self.text}"
            self._read(0.1)

    def settle(self, quiet: float = 0.15) -> None:
        """Wait until nothing more is written for a while."""
        while self._read(quiet):
            pass

    def finish(self) -> int:
        """Wait for the end of the program; its exit status."""
        while self._read(PATIENCE):
            pass
        self._child.close()
        return int(self._child.exitstatus)

    def _read(self, timeout: float) -> bool:
        """Take what is written within so many seconds; whether anything was."""
        try:
            data = self._child.read_nonblocking(1 << 16, timeout)
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            return False
        self.written += data
        self._stream.feed(data)
        self.seen.append(self.lines)
        return True
