"""A talk with a bot program in which every line is kept, to show what went wrong in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from time import monotonic

from notation.diagnostics import printable
from scoutcli.arena import protocol
from scoutcli.arena.faults import Fault
from scoutcli.arena.process import Process
from scoutcli.arena.program import Log

SHOWN = 12
"""So many of the last lines are shown."""

STDERR_SHOWN = 6
"""And behind them so many of those on stderr, which are not counted."""

LONGEST_SHOWN = 160
"""Characters of a line that are shown."""

KNOWN = ("id", "option", "want", "ready", "info", "play", "pong")
"""The words with which a line of a bot can begin."""


class Dialogue:
    """A program that was started, and all that was said since.

    Raises `Fault` where the program cannot be started. Close it.
    """

    def __init__(self, command: Sequence[str], log: Log | None = None) -> None:
        self._log = log
        self._lines: deque[tuple[str, str]] = deque(maxlen=SHOWN)
        self._complaints: deque[tuple[str, str]] = deque(maxlen=STDERR_SHOWN)
        self.junk: list[str] = []
        """Lines that are none of the protocol."""
        self.pongs: dict[str, float] = {}
        """When pings were answered, by what stood behind the word."""
        self._process = Process(command, on_stderr=partial(self._keep, "!"))

    @property
    def spoke(self) -> bool:
        """Whether anything ever came."""
        return self._process.spoke

    def send(self, *lines: str) -> None:
        """Say lines. Raises Fault where the program does not read."""
        for line in lines:
            self._keep(">", line)
        self._process.send("".join(f"{line}\n" for line in lines))

    def line(self, deadline: float) -> str:
        """The next line; `deadline` is a time of `time.monotonic`. Raises Fault."""
        return self._heard(self._process.read_line(deadline))

    def answer(self, deadline: float) -> str:
        """What stands behind the next ``play``. Raises Fault."""
        while True:
            if (text := protocol.played(self.line(deadline))) is not None:
                return text

    def pong(self, token: str, deadline: float) -> float | None:
        """When a ping was answered; None if it was not until then. Raises Fault, not ``time``."""
        while token not in self.pongs:
            try:
                line = self.line(deadline)
            except Fault as fault:
                if fault.reason == "time":
                    return None
                raise
            _not_asked(line)
        return self.pongs[token]

    def settle(self) -> None:
        """Hear what is there already. Raises Fault ``unasked`` for a move."""
        while (line := self._process.pending()) is not None:
            _not_asked(self._heard(line))

    def leave(self, seconds: float) -> bool:
        """End its input, and see whether it ends by itself in so many seconds."""
        begun = monotonic()
        self._keep(">", "(the end of its input)")
        self._process.close(seconds)
        return monotonic() < begun + seconds

    def close(self) -> None:
        """End the program, and all that it started."""
        self._process.close()

    def shown(self) -> list[str]:
        """The last lines as people can read them, each behind its sign."""
        return [f"{sign} {cut(line)}" for sign, line in (*self._lines, *self._complaints)]

    def _heard(self, line: str) -> str:
        self._keep("<", line)
        word, *words = line.split() or [""]
        if word == "pong":
            self.pongs.setdefault(" ".join(words), monotonic())
        elif word not in KNOWN:
            self.junk.append(line)
        return line

    def _keep(self, sign: str, line: str) -> None:
        kept = self._complaints if sign == "!" else self._lines
        kept.append((sign, line))
        if self._log is not None:
            self._log(sign, line)


def introduce(dialogue: Dialogue, seconds: float) -> tuple[protocol.Introduction, list[str]]:
    """Hear what the program says of itself, and the lines in which it does. Raises Fault."""
    dialogue.send(protocol.HELLO)
    deadline = monotonic() + seconds
    heard, lines = protocol.Introduction(), []
    while not heard.ready:
        line = dialogue.line(deadline)
        _not_asked(line)
        heard.hear(line)
        lines.append(line)
    return heard, lines


def _not_asked(line: str) -> None:
    if protocol.first_word(line) == "play":
        raise Fault("unasked", line)


def cut(line: str, most: int = LONGEST_SHOWN) -> str:
    """A line as it can be shown, and how long it is where it was cut."""
    shown = printable(line[:most])
    return shown if len(line) <= most else f"{shown} … ({len(line)} characters)"
