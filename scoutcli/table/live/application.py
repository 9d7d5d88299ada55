"""The application on the terminal: scene, page, line and menu put together, and what keys do."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import CompletionState
from prompt_toolkit.clipboard import InMemoryClipboard
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.filters import Condition, is_searching
from prompt_toolkit.key_binding.vi_state import InputMode
from prompt_toolkit.layout import (
    ConditionalContainer,
    Float,
    FloatContainer,
    HSplit,
    Layout,
    UIContent,
    UIControl,
    Window,
)

from scoutcli.render.look import Line
from scoutcli.render.text import unicode_wanted
from scoutcli.table.live import looks
from scoutcli.table.live.bridge import Bridge
from scoutcli.table.live.items import pairs
from scoutcli.table.live.keys import KEYS, bindings
from scoutcli.table.live.line import InputLine
from scoutcli.table.live.menu import Menu, content, next_group
from scoutcli.table.live.news import Sheet
from scoutcli.table.live.page import LEAST_ROWS, Page
from scoutcli.table.live.scene import Asking, Scene

TWICE = 2.0
"""Seconds within which Ctrl-C is pressed twice by whoever wants to leave while a bot thinks."""
INSIST, GIVE_UP = 0.1, 1.0
"""Seconds after which the work is interrupted wherever it is, and after which it is left."""
LEAST_PANE = 6
"""Rows of news that are worth scrolling."""
CALM = 0.5
"""Seconds for which keys are passed over when a match is over, as one too many may be pressed."""
TICK = 0.25
"""Seconds between two looks at the clock while a bot thinks."""


class Rows(UIControl):
    """Rows that are made for the room that there is."""

    def __init__(self, make: Callable[[int, int], Sequence[Line]], *, focus: bool = False) -> None:
        self._make = make
        self._focus = focus

    def is_focusable(self) -> bool:
        return self._focus

    def create_content(self, width: int, height: int) -> UIContent:
        lines = self._make(width, height)
        return content(lines)


class Ui:
    """Everything on the screen's side of the bridge. `Scene` is what is shown of it."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.scene = Scene(
            unicode=unicode_wanted(settings["symbols"], sys.stdout.encoding, os.environ)
        )
        self.line = InputLine(self.scene, lambda: self._size()[0])
        self.bridge: Bridge | None = None
        self._page = Page(self.scene, lambda: self._size()[1], self._mode)
        self._menu = Menu(
            lambda: self.line.buffer.complete_state, self._page.below, unicode=self.scene.unicode
        )
        self._typed = ""
        """The last line that was answered, to be given back if it is refused."""
        self._listed: CompletionState | None = None
        """The menu that was asked for, not one that came while a line was typed."""
        self._hurry = 0.0
        """When Ctrl-C was pressed last while nobody was asked."""
        self._body = Window(Rows(self._page.body, focus=True))
        self.app: Application[None] = Application(
            layout=Layout(self._laid_out(), focused_element=self._body),
            key_bindings=bindings(self),
            style=looks.style(settings),
            color_depth=looks.depth(settings),
            full_screen=True,
            editing_mode=EditingMode.VI if settings["editing"] == "vi" else EditingMode.EMACS,
            clipboard=InMemoryClipboard(),
        )
        self.app.ttimeoutlen = 0.05  # Esc alone is answered at once
        self.line.on_change(self._edited)

    def _laid_out(self) -> HSplit:
        rows = Condition(lambda: self._size()[1] >= LEAST_ROWS)
        offered = Condition(lambda: self.line.buffer.complete_state is not None)
        menu = Window(self._menu, style="class:menu")
        body = FloatContainer(
            self._body,
            [Float(ConditionalContainer(menu, offered), left=0, bottom=0)],
        )
        advice = Window(Rows(self._advice), height=lambda: len(self._advice(*self._size())))
        return HSplit(
            [
                body,
                ConditionalContainer(advice, ~is_searching),
                self.line.search,
                self.line.window,
                ConditionalContainer(
                    Window(
                        Rows(lambda width, _: [self._page.status(width)]),
                        height=1,
                        style="class:bar",
                    ),
                    rows,
                ),
            ]
        )

    def _size(self) -> tuple[int, int]:
        size = self.app.output.get_size()
        return size.columns, size.rows

    def _mode(self) -> str:
        """What keys do in a line, where that is not always the same."""
        if self.app.editing_mode is not EditingMode.VI or self.scene.asking is None:
            return ""
        mode = self.app.vi_state.input_mode
        return "normal" if mode is InputMode.NAVIGATION else mode.name.lower().replace("_", " ")

    def _advice(self, width: int, height: int) -> list[Line]:
        return self._page.advice(width, self._menu.counted(width))

    def _edited(self) -> None:
        """What was said of a line is not true of another one; what was picked goes for it."""
        self.scene.typed = bool(self.line.text)
        self.scene.error = self.scene.notice = ""
        if self.scene.typed:
            self._drop_pick()

    def _drop_pick(self) -> None:
        if self.scene.picking is not None:
            self.scene.picking.drop()

    # What the conversation does, beside what it does to the scene

    def begin(self, *, hidden: bool) -> None:
        """Another match at this screen."""
        self.scene.begin(hidden=hidden)
        self._forget()

    def cover(self) -> None:
        """Somebody else comes: nothing that was seen or typed can be found."""
        self.scene.cover()
        if self.scene.hidden:
            self._typed = ""
            self.app.clipboard.set_text("")
            self.app.vi_state.named_registers.clear()

    def _forget(self) -> None:
        self._typed = ""
        self.line.forget()

    def ask(self, asking: Asking) -> None:
        """Somebody is asked. At the end of a match: at once seen, but answered somewhat later."""
        if not asking.at_end:
            self._open(asking)
            return
        columns, _ = self._size()
        if self._page.rows_of(self.scene.news.since_head, columns) > self._page.below(columns):
            self.scene.lay_end_out()
        self.scene.coming = asking
        asyncio.get_running_loop().call_later(CALM, self._open, asking)

    def _open(self, asking: Asking) -> None:
        """Have a question answered; a line that was refused is there again."""
        if asking.answer.done():
            return
        self.app.invalidate()
        self.scene.ask(asking)
        self.line.open(asking)
        self.scene.typed = bool(self.line.text)
        error = self.scene.error
        if asking.picking is not None and error and self._typed:
            self.line.set(self._typed, self.scene.error_at)
            self.scene.error = error  # setting the line has taken it away
        self._typed = ""
        self.app.vi_state.reset()
        self.app.vi_state.input_mode = InputMode.INSERT
        self.app.layout.focus(self.line.window)

    def think(self, name: str | None) -> None:
        """A bot begins to choose; the status follows the clock."""
        self.scene.think(name)
        if name is not None:
            asyncio.get_running_loop().call_later(2 * TICK, self._tick)

    def _tick(self) -> None:
        if self.scene.thinks() is not None:
            self.app.invalidate()
            asyncio.get_running_loop().call_later(TICK, self._tick)

    # What keys do

    def answer(self, text: str | None, *, typed: bool = False) -> None:
        """Whoever is asked has answered. `typed`: the line is given back if it is refused."""
        asking = self.scene.asking
        if asking is None:
            return
        self._leave_line(text or "")
        self._typed = (text or "") if typed else ""
        asking.answer.set_result(text)

    def end_of_input(self) -> None:
        """Ctrl-D: whoever is asked wants to leave."""
        asking = self.scene.asking
        if asking is not None:
            self._leave_line("")
            asking.answer.set_exception(EOFError())

    def _leave_line(self, text: str) -> None:
        self.scene.answered(text)
        self.app.layout.focus(self._body)
        self.line.leave()
        self.scene.typed = False

    def enter(self) -> None:
        """Play the line, or the move that was put together; take a completion into the line."""
        buffer, picking = self.line.buffer, self.scene.picking
        state = buffer.complete_state
        if state is not None and (state is self._listed or state.current_completion is not None):
            if state.current_completion is None:
                buffer.go_to_completion(0)
            buffer.complete_state = None
        elif buffer.text or picking is None:
            if self.scene.asking is not None and self.scene.asking.picking is not None:
                if buffer.text.strip():
                    self.answer(self.line.take(), typed=True)
            else:
                self.answer(buffer.text)
        elif picking.press("enter") and picking.ready:
            self.answer(picking.text)

    def cancel(self) -> None:
        """Ctrl-C: the line is taken back; where nobody is asked, twice means to leave."""
        if self.scene.asking is not None:
            if self.scene.asking.picking is None and self.line.text:
                self.line.set("")
            else:
                self.answer("" if self.scene.asking.picking is not None else None)
            return
        if self.scene.coming is not None:
            return
        now = time.monotonic()
        if now - self._hurry > TWICE:
            self._hurry = now
            self.go_on()
            self.scene.notice = "Ctrl-C once more leaves the match; every move is kept in its file"
            return
        self.interrupt()

    def interrupt(self) -> None:
        """Have the work end, and if it does not, leave it."""
        if self.bridge is None:
            return
        self.bridge.interrupt()
        self.go_on()
        if self.scene.asking is not None or self.scene.coming is not None:
            self._leave_asked()
        loop = asyncio.get_running_loop()
        loop.call_later(INSIST, self.bridge.insist)
        loop.call_later(GIVE_UP, self.leave)

    def _leave_asked(self) -> None:
        asking = self.scene.asking or self.scene.coming
        assert asking is not None
        self._leave_line("")
        self.scene.coming = None
        asking.answer.set_exception(KeyboardInterrupt())

    def leave(self) -> None:
        """The screen goes."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    def go_on(self) -> None:
        """Nobody needs more time to see what happened."""
        self.scene.close_sheet()
        if self.scene.pausing is not None:
            self.scene.pausing.set()

    def press_early(self) -> None:
        """A key while nobody is asked: it goes on where that can be, and is never kept."""
        scene = self.scene
        if scene.coming is not None:
            return
        if scene.pausing is not None or scene.sheet is not None:
            self.go_on()
        else:
            scene.press_early()

    def say_how_to_leave(self) -> None:
        """Ctrl-D where nobody can be asked whether that is meant."""
        self.scene.notice = "Nobody is asked now: Ctrl-C twice leaves the match"

    def pick(self, key: str) -> bool:
        """Give a key to what puts a move together; whether it meant something there."""
        scene, picking = self.scene, self.scene.picking
        scene.error = scene.notice = ""
        scene.back_to_now()
        scene.close_sheet()
        if picking is not None and picking.press(key):
            return True
        if key == "up":
            self.line.buffer.history_backward()
        elif key == "down":
            self.line.buffer.history_forward()
        return False

    def pick_or_type(self, char: str) -> None:
        """A character on an empty line: for the picker if it means something there."""
        picking = self.scene.picking
        if char.isprintable() and picking is not None and not self.pick(char):
            self.line.buffer.insert_text(picking.as_typed(char))

    def ask_for_help(self) -> None:
        """``?`` on an empty line is help at once."""
        self.answer("help")

    def complete(self, step: int) -> None:
        """List what the line can become; once it is listed, choose the next one.

        What is played then is the line: nothing that was picked before is left.
        """
        buffer = self.line.buffer
        self._drop_pick()
        if buffer.complete_state is None:
            self.line.offer()
            self._listed = buffer.complete_state
        elif step > 0:
            buffer.complete_next()
        else:
            buffer.complete_previous()

    def jump(self, step: int) -> None:
        """Choose the first completion of the next group, or of the one before."""
        buffer = self.line.buffer
        state = buffer.complete_state
        if state is not None and state.completions:
            buffer.go_to_completion(next_group(state.completions, state.complete_index, step))

    def redraw(self) -> None:
        """Draw everything anew, whatever else wrote to the terminal."""
        self.app.renderer.clear()

    def suspend(self) -> None:
        """Back to the shell, until it brings the program to the front again."""
        self.app.suspend_to_background()

    def scroll(self, pages: int) -> None:
        """Scroll up by half a screen, or down. Where the news have little room, over the table."""
        columns, rows = self._size()
        if pages > 0 and self.scene.sheet is None and self._page.below(columns) < LEAST_PANE:
            self.scene.lay_news_out()
        else:
            self.scene.scroll(pages * max(rows // 2 - 2, 2))

    def help(self) -> None:
        """What the keys do, or put it away again."""
        if not self.scene.close_sheet():
            self.scene.sheet = Sheet(pairs(KEYS))

    def escape(self) -> None:
        """Close what is open, the last thing first; then take back a step of what is picked."""
        scene = self.scene
        if self.line.buffer.complete_state is not None:
            self.line.buffer.cancel_completion()
        elif scene.close_sheet() or scene.back_to_now():
            return
        elif scene.error:
            scene.error = ""
        elif scene.picking is not None and not self.line.text:
            scene.picking.press("escape")

    def paste(self, text: str) -> None:
        """Take the first line of what is pasted, so that no move is made unseen."""
        lines = [line for line in text.replace("\r", "\n").split("\n") if line.strip()]
        if not lines:
            return
        first = "".join(char for char in lines[0] if char.isprintable())
        self.line.buffer.insert_text(first)
        if len(lines) > 1:  # said after the line has changed
            self.scene.notice = f"Only the first of {len(lines)} lines was taken."
