"""The live screen as the conversation knows it, and what stands on the terminal after it."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from games.game import View
from scoutcli.render.text import columns, terminal_size
from scoutcli.render.themes import paint
from scoutcli.table.live import looks
from scoutcli.table.live.application import Ui
from scoutcli.table.live.bridge import Answer, Bridge
from scoutcli.table.live.items import Item, pairs, rows
from scoutcli.table.live.picking import Picking
from scoutcli.table.live.scene import Asking, Shown
from scoutcli.table.screen import Screen
from scoutcli.table.words import Turn

FAREWELL = 1.0
"""Seconds that the work is given to end when the screen has gone."""

_LEFT = ("Left while a bot was choosing.", "To go on with it: scoutcli play --resume")
"""The last words where the work cannot say its own."""


_ONE_ROW = 78
"""Columns of advice that is shown in one row at 80 columns."""
_WORTH = re.compile(r"^([-+]?[0-9.]+ points?)\b.*")
"""What a move is worth, behind which stands against what that is counted."""


def in_short(text: str) -> list[str]:
    """Advice that is too long for a row: first what matters most, then all of it.

    Its parts stand behind each other with semicolons; what explains a part
    stands in it behind a colon.
    """
    if columns(text) <= _ONE_ROW:
        return [text]
    parts = [_WORTH.sub(r"\1", part.partition(": ")[0]) for part in text.split("; ")]
    if columns("; ".join(parts)) > _ONE_ROW:
        parts = [part.partition(", ")[0] for part in parts]
    short = "; ".join(parts)
    return [short, text] if columns(short) <= _ONE_ROW else [text]


class Live(Screen):
    """A terminal with a person, or several, at it, all of which the table takes.

    Everything is shown on the terminal's other screen, which keeps nothing that
    was scrolled away. The last words stand on the normal one afterwards.
    """

    live = True
    most_listed = 200

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = settings
        self._ui = Ui(settings)
        self._bridge: Bridge | None = None
        self._last: list[Item] = []
        """What was said since the last head or the last move: what remains when the screen goes."""
        self._ended = 0
        """The signal that ended it."""

    def run(self, work: Callable[[], int]) -> int:
        """Have the work done in another thread, while this one shows and answers."""
        bridge = self._bridge = self._ui.bridge = Bridge(work, self._ui.leave)
        try:
            self._ui.app.run(pre_run=self._start, set_exception_handler=False)
        finally:
            bridge.close(FAREWELL)
            self._ui.bridge = None
            if not bridge.ended:  # it says no more itself
                self._last += [Item("whole", line) for line in _LEFT]
            self._say_last()
        if self._ended:
            sys.exit(128 + self._ended)
        if bridge.error is not None:
            raise bridge.error
        if bridge.status is None:  # it still thinks, and is not waited for
            raise KeyboardInterrupt
        return bridge.status

    def _start(self) -> None:
        assert self._bridge is not None
        with suppress(NotImplementedError, RuntimeError, ValueError):  # not in every thread
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._end, number)
        self._bridge.start()

    def _end(self, number: int) -> None:
        """Somebody ends the program: the terminal is left as it was."""
        self._ended = number
        self._ui.interrupt()

    def _say_last(self) -> None:
        width = terminal_size()[0]
        theme = looks.theme(self._settings)
        stroke = "─" if self._ui.scene.unicode else "-"
        for item in self._last:
            whole = item.kind == "whole"
            lines: Sequence[Sequence[tuple[str, str]]]
            lines = [[("", item.text)]] if whole else rows(item, width, stroke)
            for line in lines:
                sys.stdout.write(paint(list(line), theme, theme != "none") + "\n")
        sys.stdout.flush()

    # What the work calls

    def _post(self, do: Callable[[Ui], None]) -> None:
        """Have something done to the screen, and shown."""
        if self._bridge is None:
            return
        ui = self._ui

        def done() -> None:
            do(ui)
            ui.app.invalidate()

        self._bridge.post(done)

    def _tell(self, items: Sequence[Item]) -> None:
        if any(item.kind == "head" for item in items):
            self._last.clear()
        self._last += items
        self._post(lambda ui: ui.scene.say(items))

    def begin(self, *, hidden: bool) -> None:
        self._last.clear()
        self._post(lambda ui: ui.begin(hidden=hidden))

    def head(self, title: str) -> None:
        self._tell([Item("head", title)])

    def say(self, lines: Iterable[str]) -> None:
        self._tell([Item("say", line) for line in lines])

    def say_whole(self, lines: Iterable[str]) -> None:
        self._tell([Item("whole", line) for line in lines])

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        self._tell(pairs(rows))

    def advise(self, text: str) -> None:
        self.say(in_short(text))

    def complain(self, text: str, at: int | None = None, length: int = 1) -> None:
        self._post(lambda ui: ui.scene.complain(text, at, length))

    def draw(self, view: View, names: Sequence[str], note: str = "") -> None:
        shown = Shown(view, list(names), note)
        self._post(lambda ui: ui.scene.draw(shown))

    def leaf(self, positions: Sequence[tuple[View, str]], at: int, names: Sequence[str]) -> None:
        leaves = [Shown(view, list(names), note) for view, note in positions]
        self._post(lambda ui: ui.scene.leaf(leaves, at))

    def watch(self, view: View, names: Sequence[str]) -> None:
        shown = Shown(view, list(names))
        self._post(lambda ui: ui.scene.watch(shown))

    def ask_move(self, name: str, seat: int, turn: Turn) -> str:
        picking = Picking(turn)
        try:
            return self._ask(lambda answer: Asking(answer, name, seat, picking)) or ""
        finally:
            self._last.clear()

    def ask(self, question: str) -> str | None:
        return self._ask(lambda answer: Asking(answer, question=question))

    def ask_at_end(self, question: str) -> str | None:
        return self._ask(lambda answer: Asking(answer, question=question, at_end=True))

    def _ask(self, make: Callable[[Answer], Asking]) -> str | None:
        if self._bridge is None:
            raise EOFError
        ui = self._ui

        def begin(answer: Answer) -> None:
            ui.ask(make(answer))
            ui.app.invalidate()

        return self._bridge.ask(begin)

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        self._post(lambda ui: ui.think(name))
        try:
            yield
        finally:
            self._post(lambda ui: ui.think(None))

    def pause(self, seconds: float) -> None:
        if seconds <= 0:
            return
        event = threading.Event()
        self._post(lambda ui: ui.scene.pause(event))
        event.wait(seconds)
        self._post(lambda ui: ui.scene.pause(None))

    def cover(self) -> None:
        self._last.clear()
        self._post(lambda ui: ui.cover())
