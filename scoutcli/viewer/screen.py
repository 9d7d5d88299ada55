"""The viewer on a terminal: shows a model and does what keys ask for."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from typing import Any

from prompt_toolkit import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from games.errors import RuleError
from notation.diagnostics import printable
from scoutcli.render.look import Look
from scoutcli.render.text import unicode_wanted
from scoutcli.render.themes import THEMES
from scoutcli.viewer import branch, sheets
from scoutcli.viewer.frame import Sheet, frame
from scoutcli.viewer.keys import KEYS
from scoutcli.viewer.model import Model, Sight
from scoutcli.viewer.plan import Plan

SPEEDS = (8.0, 4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds a move stays while somebody watches, from slow to fast."""
_USUAL_SPEED = {"slow": 2, "normal": 3, "fast": 4, "off": 5}
_WHILE_WATCHING = ("watch", "faster", "slower", "next_seat", "seat_before", "all_seats", "scroll")
"""What does not stop the watching."""
_LONGEST_NUMBER = 7
_LONGEST_SEARCH = 60
_OWN_STYLE = {"bar": "reverse"}


class Screen:
    """Shows a model. `run` returns when somebody quits, or wants to play on."""

    def __init__(
        self,
        model: Model,
        settings: Mapping[str, str],
        *,
        source: Input | None = None,
        out: Output | None = None,
    ) -> None:
        self.model = model
        self.typed = ""
        """The digits of a move to go to."""
        self.searched: str | None = None
        """The text typed behind ``/``; None while nobody searches."""
        self.top = 0
        """How many lines of the position are scrolled away, where it does not fit."""
        self.sheet: Sheet | None = None
        self.plan: Plan | None = None
        self.speed = _USUAL_SPEED[settings["speed"]]
        self._watching: asyncio.Task[None] | None = None
        theme = settings["theme"]
        plain = bool(os.environ.get("NO_COLOR")) or theme == "none"
        self.application: Application[Plan | None] = Application(
            Layout(Window(FormattedTextControl(self._text, show_cursor=False))),
            key_bindings=self._bindings(),
            style=Style.from_dict({**THEMES["none" if plain else theme], **_OWN_STYLE}),
            color_depth=ColorDepth.DEPTH_1_BIT if plain else None,
            full_screen=True,
            input=source,
            output=out,
        )
        # A lone Esc quits at once enough; longer keys that begin with it are still whole.
        self.application.ttimeoutlen = 0.05
        encoding = self.application.output.encoding()
        self.look = Look(unicode=unicode_wanted(settings["symbols"], encoding, os.environ))

    def run(self) -> Plan | None:
        """Until somebody quits: None; or until it is settled who plays on from here."""
        return self.application.run()

    # What is to be seen

    def _text(self) -> StyleAndTextTuples:
        size = self.application.output.get_size()
        sheet = self.sheet
        if self.plan is not None:
            sheet = sheets.plan(self.plan, size.columns, self.look)
        lines = frame(
            self.model, size.columns, size.rows, self.look,
            said=self._said(), top=self.top, sheet=sheet,
        )  # fmt: skip
        text: StyleAndTextTuples = []
        for line in lines:
            text += [*line, ("", "\n")]
        return text[:-1]

    def _said(self) -> str:
        """What stands on the line for messages."""
        if self.searched is not None:
            return f"/{printable(self.searched)}_"
        if self.typed:
            return f"go to move {self.typed}_"
        if self._watching is not None:
            return f"watching, {SPEEDS[self.speed]:g} s a move (+ faster, - slower, Space stops)"
        return self.model.message

    def _width(self) -> int:
        return self.application.output.get_size().columns

    # Keys

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        stepping = Condition(
            lambda: self.sheet is None and self.plan is None and self.searched is None
        )
        for does, names in (pair for key in KEYS for pair in key.does.items()):
            for name in names:
                bindings.add(name, filter=stepping)(self._handler(does))
        for digit in "0123456789":
            bindings.add(digit, filter=stepping)(self._digit)
        bindings.add(Keys.Any, filter=~stepping)(self._typed)
        bindings.add("c-c", filter=~stepping)(lambda _: self._close())
        bindings.add("c-d", filter=~stepping)(lambda _: self._close())
        return bindings

    def _handler(self, does: str) -> Callable[[KeyPressEvent], None]:
        # What is not done here the model does itself, under the same name.
        act: Callable[[], Any] = getattr(self, f"_{does}", None) or getattr(self.model, does)

        def handle(_: KeyPressEvent) -> None:
            if does not in _WHILE_WATCHING:
                self._stop()
            if not does.startswith("scroll"):
                self.top = 0
            act()
            if does != "back" or not self.typed:
                self.typed = ""

        return handle

    def _digit(self, event: KeyPressEvent) -> None:
        self._stop()
        self.typed = (self.typed + event.data)[:_LONGEST_NUMBER]

    def _typed(self, event: KeyPressEvent) -> None:
        """A key for what lies over the table: the search line, the plan, or a sheet."""
        key = event.key_sequence[0].key
        name = _NAMED.get(key, event.data)
        if self.searched is not None:
            self._search_key(name, event.data)
        elif name in ("escape", "q"):
            self._close()
        elif self.plan is not None:
            self.plan.press(name)
            if self.plan.done:
                self.application.exit(result=self.plan)
        elif self.sheet is not None and not sheets.scroll(self.sheet, name):
            self._close()

    def _close(self) -> None:
        """Back to the table."""
        self.sheet = self.plan = self.searched = None

    def _search_key(self, name: str, data: str) -> None:
        assert self.searched is not None
        if name == "enter":
            text, self.searched = self.searched, None
            self.model.search(text)
        elif name == "escape" or (name == "backspace" and not self.searched):
            self.searched = None
        elif name == "backspace":
            self.searched = self.searched[:-1]
        elif name == "space" or name not in _NAMED.values():
            text = "".join(char for char in data if char.isprintable())
            self.searched = (self.searched + text)[:_LONGEST_SEARCH]

    # What keys do, under the names that `KEYS` has

    def _forward(self) -> None:
        """To the move whose number was typed, or to the next one."""
        if self.typed:
            self.model.to_move(int(self.typed))
        else:
            self.model.forward()

    def _back(self) -> None:
        """One digit back, or one move."""
        if self.typed:
            self.typed = self.typed[:-1]
        else:
            self.model.back()

    def _next_round(self) -> None:
        self.model.to_round(self.model.round + 1)

    def _round_before(self) -> None:
        self.model.to_round(self.model.round - 1)

    def _next_match(self) -> None:
        self.model.to_match(self.model.part.chunk.index + 1)

    def _match_before(self) -> None:
        self.model.to_match(self.model.part.chunk.index - 1)

    def _next_capture(self) -> None:
        self.model.seek(Sight.CAPTURE, 1)

    def _capture_before(self) -> None:
        self.model.seek(Sight.CAPTURE, -1)

    def _next_turning_point(self) -> None:
        self.model.seek(Sight.TURNING_POINT, 1)

    def _turning_point_before(self) -> None:
        self.model.seek(Sight.TURNING_POINT, -1)

    def _next_remark(self) -> None:
        self.model.seek(Sight.REMARK, 1)

    def _remark_before(self) -> None:
        self.model.seek(Sight.REMARK, -1)

    def _search(self) -> None:
        self.searched = ""

    def _seat_before(self) -> None:
        self.model.next_seat(-1)

    def _all_seats(self) -> None:
        self.model.to_seat(None)

    def _scroll(self) -> None:
        self.top += 1

    def _scroll_back(self) -> None:
        self.top = max(self.top - 1, 0)

    def _notes(self) -> None:
        self.sheet = sheets.notes(self.model, self._width())

    def _moves(self) -> None:
        self.sheet = sheets.moves(self.model, self._width())

    def _about(self) -> None:
        self.sheet = sheets.about(self.model, self._width())

    def _help(self) -> None:
        self.sheet = sheets.keys(self._width(), self.look)

    def _quit(self) -> None:
        """Leave; where a number is being typed, only that."""
        if not self.typed:
            self.application.exit()

    def _play_on(self) -> None:
        """Ask who plays, if anybody can play on from here."""
        model = self.model
        try:
            branch.check(model.part.audit, model.round, model.made)
        except RuleError as error:
            model.message = error.message
            return
        assert model.part.match is not None and model.chapter is not None
        state = model.chapter.walk.position(model.made)
        seat = model.seat if model.seat is not None else max(state.turn if state else 0, 0)
        self.plan = Plan(model.part.match, seat)

    # Watching

    def _watch(self) -> None:
        if self._watching is not None:
            self._stop()
        else:
            self._watching = self.application.create_background_task(self._go_on())

    def _stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None

    async def _go_on(self) -> None:
        """A move, and another one after a while, up to the end of the match."""
        while not self.model.at_end:
            self.model.forward()
            self.top = 0
            self.application.invalidate()
            await asyncio.sleep(SPEEDS[self.speed])
        self._watching = None
        self.model.forward()  # which says that this is the end
        self.application.invalidate()

    def _faster(self) -> None:
        self._set_speed(self.speed + 1)

    def _slower(self) -> None:
        self._set_speed(self.speed - 1)

    def _set_speed(self, speed: int) -> None:
        """Another speed, from the next move on; at once where that is sooner."""
        self.speed = min(max(speed, 0), len(SPEEDS) - 1)
        if self._watching is not None:
            self._stop()
            self._watch()
        else:
            self.model.message = f"Space watches at {SPEEDS[self.speed]:g} s a move."


_NAMED: dict[Keys | str, str] = {
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.ControlM: "enter",
    Keys.Backspace: "backspace",
    Keys.Escape: "escape",
    " ": "space",
}
"""The keys that are no characters, and Space, by the names that sheets and the plan know."""
