"""A seat that a program plays: it is started, introduces itself, is asked, and answers."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from games.errors import RuleError
from games.game import Game, Move, State
from games.options import shown
from notation import codec
from notation.codec import Notation
from notation.diagnostics import TextError
from scoutcli.arena import protocol
from scoutcli.arena.clock import Clock
from scoutcli.arena.faults import AT_START, Fault
from scoutcli.arena.plan import Entry
from scoutcli.arena.process import GRACE, Process
from scoutcli.arena.seats import Place, Seat

MOST_STARTS = 3
"""A program that failed to start so often, one time after another, is not tried any more."""

LATE_SECONDS = 0.9
"""So long a late answer is still waited for, to say by how much it was late.

With the end of the program others wait a second at most; the rest is for that.
"""

Log = Callable[[str, str], None]
"""Told of every line: ``>`` to the bot, ``<`` from it, ``!`` on its stderr; and the line."""


class Program(Seat):
    """A program that speaks the protocol; it is kept from match to match."""

    listens = True

    def __init__(self, entry: Entry, log: Log | None = None) -> None:
        self.entry = entry
        self.introduction = protocol.Introduction()
        self._log = log
        self._process: Process | None = None
        self._failures = 0
        self._failure = Fault("start")
        self._kept: list[str] = []
        self._between = False  # it has played, and nothing was asked since that match
        self._asked = 0.0
        self._deadline = math.inf  # of the question that is open, with the time to be late
        # Both are known once it sits at a table.
        self._clock: Clock
        self._notation: Notation
        self._margin = 0.0

    @property
    def bot(self) -> str:
        return self.introduction.name or self.entry.name

    def introduce(self, game: Game) -> str:
        """Start it for once, and end it: what it calls itself. Raises Fault."""
        try:
            self._start(game)
        finally:
            self.close()
        return self.bot

    def begin_match(self, place: Place, control: Clock, margin: float) -> None:
        self._clock, self._margin = control, margin
        self._notation = codec.get(place.game.name)
        self._kept.clear()
        self._settle()
        self._between = self._process is not None
        if self._process is None:
            self._start(place.game)
        self.hear(protocol.match_line(place.game, place.rules, place.seat, place.names))

    def hear(self, line: str) -> None:
        self._kept.append(line)

    def flush(self) -> None:
        if self.introduction.prompt:
            self.end_match()

    def end_match(self) -> None:
        if self._kept and self._process is not None:
            self._send()

    def ask(self, state: State) -> None:
        while (line := self._pending()) is not None:
            if not self._between and protocol.played(line) is not None:
                raise Fault("unasked", line)
        self._between = False
        legal = None
        if self.introduction.legal:
            legal = " ".join(map(self._notation.choice, state.legal()))
        self._kept.append(protocol.go_line(self._clock.words, legal))
        self._send()
        self._asked = time.monotonic()
        self._deadline = self._asked + self._clock.limit + self._margin + LATE_SECONDS

    def answer(self, state: State) -> tuple[Move, float]:
        limit = self._clock.limit
        text, seconds = self._wait_for_play(limit)
        if seconds > limit + self._margin:
            raise Fault("time", f"+{(seconds - limit) * 1000:.0f}ms")
        self._clock.spend(seconds)
        try:
            move = self._notation.chosen(text, state)
        except TextError as error:
            said = shown(text)
            about = "" if said in error.message else f"{said}: "
            raise Fault("illegal", about + error.message) from error
        self._deadline = math.inf
        return move, seconds

    def dismiss(self, why: str) -> None:
        """A fresh process plays the next match: nobody knows in which state this one is."""
        if self._process is not None:
            with suppress(Fault):
                self._write(protocol.error_line(why))
        self._end(max(0.0, min(GRACE, self._deadline - time.monotonic())))
        self._deadline = math.inf

    def close(self) -> None:
        self._end(GRACE)

    def _end(self, grace: float) -> None:
        """Give it so many seconds to end by itself, then end it."""
        if self._process is not None:
            with suppress(Fault):
                self._write(protocol.QUIT)
            self._process.close(grace)
            self._process = None

    def _wait_for_play(self, limit: float) -> tuple[str, float]:
        """What is to be played, and after how many seconds that was said.

        One that is late is waited for a little longer, to tell slow from silent.
        """
        assert self._process is not None
        unknown = ""
        while True:
            try:
                line = self._process.read_line(self._deadline)
            except Fault as fault:
                if fault.reason == "time":
                    detail = f"no answer to a go of {limit * 1000:.0f}ms"
                    said = f"; it said: {unknown}" if unknown else ""
                    raise Fault("time", detail + said) from None
                raise
            if self._log is not None:
                self._log("<", line)
            if (text := protocol.played(line)) is not None:
                return text, time.monotonic() - self._asked
            if protocol.first_word(line) not in protocol.NO_ANSWERS:
                unknown = line.strip() or unknown

    def _start(self, game: Game) -> None:
        """Start the program and hear what it says of itself. Raises Fault."""
        if self._failures >= MOST_STARTS:
            raise self._failure.with_traceback(None)  # the one before holds that match in memory
        try:
            self._introduce(game)
        except Fault as fault:
            self.close()
            self._failures += 1
            # How it ended matters less here than that it never got ready.
            detail = "did not say ready in time" if fault.reason == "time" else str(fault)
            self._failure = fault if fault.reason in AT_START else Fault("start", detail)
            raise self._failure from None
        self._failures = 0

    def _introduce(self, game: Game) -> None:
        heard = protocol.Introduction()
        on_stderr = None if self._log is None else partial(self._log, "!")
        process = self._process = Process(
            self.entry.command,
            folder=self.entry.folder,
            limits=self.entry.limits,
            on_stderr=on_stderr,
        )
        self._write(protocol.HELLO)
        deadline = time.monotonic() + self.entry.start
        while not heard.ready:
            try:
                line = process.read_line(deadline)
            except Fault as fault:
                if fault.reason == "time" and not process.spoke:
                    raise Fault("silent", "nothing came; does it flush its output?") from None
                raise
            if self._log is not None:
                self._log("<", line)
            heard.hear(line)
        self.introduction = heard  # of a start that fails the one before stays
        if game.name not in heard.games:
            raise Fault("start", f"it plays {' '.join(heard.games) or 'nothing'}, not {game.name}")
        try:
            protocol.check_options(heard.options, self.entry.options)
        except RuleError as error:
            raise Fault("start", error.message) from None
        for name, value in self.entry.options.items():
            self.hear(protocol.set_line(name, value))

    def _settle(self) -> None:
        """Pass over what was said after the last match; if it has ended, a new one is started."""
        try:
            while self._pending() is not None:
                pass
        except Fault:
            self.close()

    def _pending(self) -> str | None:
        """A line that is there already."""
        if self._process is None:
            return None
        line = self._process.pending()
        if line is not None and self._log is not None:
            self._log("<", line)
        return line

    def _send(self) -> None:
        self._write("\n".join(self._kept))
        self._kept.clear()

    def _write(self, text: str) -> None:
        assert self._process is not None
        if self._log is not None:
            for line in text.split("\n"):
                self._log(">", line)
        self._process.send(text + "\n")
