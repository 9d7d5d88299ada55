"""The program on a real terminal, and what stands on its screen."""

from __future__ import annotations

import os
import shlex
import signal
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

KEYS = {
    "left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B", "home": "\x1b[H",
    "end": "\x1b[F", "pgup": "\x1b[5~", "pgdn": "\x1b[6~", "f1": "\x1bOP", "tab": "\t",
    "s-tab": "\x1b[Z", "enter": "\r", "esc": "\x1b", "backspace": "\x7f", "space": " ",
    "c-a": "\x01", "c-c": "\x03", "c-d": "\x04", "c-e": "\x05", "c-l": "\x0c", "c-n": "\x0e",
    "c-p": "\x10", "c-r": "\x12", "c-z": "\x1a",
}  # fmt: skip
"""What a terminal sends for a key."""


OWN_FOLDERS = ("XDG_DATA_HOME", "XDG_CONFIG_HOME")
"""What tests/conftest.py sets, for the programs that tests start too."""


class Terminal:
    """A terminal of so many columns and lines, with `scoutcli` running on it."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        in_shell: bool = False,
        **environment: str,
    ) -> None:
        """`in_shell`: it is started from a shell, which can be gone back to."""
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        """Everything that was written to the terminal."""
        self.seen: list[list[str]] = []
        """The screen after each piece of output."""
        self.typed_at = 0
        """How much had been written when something was typed last."""
        own = {name: os.environ[name] for name in OWN_FOLDERS if name in os.environ}
        env = {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",  # nothing is to be kept there; root could even make it
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
            **({} if "HOME" in environment else own),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            **environment,
        }
        command = [sys.executable, "-m", "scoutcli", *arguments]
        first, *rest = ["/bin/sh", "-i"] if in_shell else command
        self._child: Any = pexpect.spawn(
            first,
            rest,
            cwd=str(ROOT),
            env=env,
            dimensions=(lines, columns),
            timeout=PATIENCE,
            # Tests that run in the background may have it ignored, and hand that down.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self._child.delaybeforesend = None
        self.screen.write_process_input = self._child.send  # asked where the cursor is, it answers

        if in_shell:
            self._child.send(f"{shlex.join(command)}\r")

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

    def has(self, text: str) -> bool:
        """Whether a text stands on the screen, broken into lines or not."""
        return "".join(text.split()) in "".join(self.text.split())

    @property
    def line(self) -> str:
        """The line in which the cursor stands; "" where none is shown."""
        if self.screen.cursor.hidden:
            return ""
        at = min(self.screen.cursor.y, self.screen.lines - 1)  # it may be left below a new size
        return self.screen.display[at].rstrip()

    @property
    def child(self) -> int:
        """The number of the process."""
        return int(self._child.pid)

    def type(self, text: str) -> None:
        self.settle(0.02)  # what comes later is the answer to what is typed
        self.typed_at = len(self.written)
        self._child.send(text)

    def press(self, *keys: str) -> None:
        """Press keys by their names; anything else is typed as it is."""
        self.type("".join(KEYS.get(key, key) for key in keys))

    def enter(self, text: str = "") -> None:
        self.type(f"{text}\r")

    def until(self, wanted: str | Callable[[], bool]) -> None:
        """Wait until a text stands on the screen, or something is so."""
        found = (lambda: self.has(wanted)) if isinstance(wanted, str) else wanted
        end = time.monotonic() + PATIENCE
        while not found():
            assert time.monotonic() < end, f"{wanted!r} did not come:\n{self.text}"
            self._read(0.1)

    def until_asked(self, prompt: str) -> None:
        """Wait until a line can be typed behind a prompt, after what was typed last."""
        self.until(lambda: len(self.written) > self.typed_at and self.line == prompt)

    def settle(self, quiet: float = 0.15) -> None:
        """Wait until nothing more is written for a while; for a second at most."""
        end = time.monotonic() + 1
        while self._read(quiet) and time.monotonic() < end:
            pass

    def resize(self, columns: int, lines: int) -> None:
        """Another size, as when somebody pulls at the window."""
        self.typed_at = len(self.written)
        self.screen.resize(lines, columns)
        self._child.setwinsize(lines, columns)

    def kill(self) -> None:
        """End the program as a power cut does."""
        os.kill(self._child.pid, signal.SIGKILL)
        self._child.close(force=True)

    def finish(self) -> int:
        """Wait for the end of the program; its exit status."""
        end = time.monotonic() + PATIENCE
        while self._read(PATIENCE):
            assert time.monotonic() < end, f"it does not end:\n{self.text}"
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
