"""The table on a terminal: a drawing, and a prompt that completes moves while they are typed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import AnyFormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.output import ColorDepth

from scoutcli.render import draw
from scoutcli.render.text import Paint, clip, columns, pad, terminal_size, wrap
from scoutcli.table.completer import MoveCompleter
from scoutcli.table.screen import Screen
from scoutcli.table.session import Session
from scoutcli.table.words import Turn

_ENTER_OTHER_SCREEN, _LEAVE_OTHER_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
_CLEAR = "\x1b[H\x1b[2J"
_TOOLBAR = "Tab: moves   help: what can be typed   Ctrl-D: leave"
_MENU_LINES = 6


class Prompt(Screen):
    """A terminal with a person, or several, at it.

    With several people everything is shown on the terminal's other screen,
    which keeps nothing that was scrolled away: nobody can look up a hand there.
    """

    live = True
    most_listed = 100

    def __init__(self) -> None:
        self._paint = Paint.for_terminal(sys.stdout.encoding, os.environ)
        self._depth = None if self._paint.colours else ColorDepth.DEPTH_1_BIT
        self._other_screen = False
        self._prompts: dict[int, PromptSession[str]] = {}

    def __exit__(self, *_: object) -> None:
        self._switch(other=False)

    def begin(self, session: Session) -> None:
        self._prompts = {}
        self._switch(other=self.hides(session))

    def _switch(self, *, other: bool) -> None:
        if other != self._other_screen:
            self._write(_ENTER_OTHER_SCREEN + _CLEAR if other else _LEAVE_OTHER_SCREEN)
        self._other_screen = other

    def cover(self) -> None:
        self._write(_CLEAR)

    def head(self, title: str) -> None:
        self._show(["", *(self._paint.strong(part) for part in wrap(title, self._width()))])

    def say(self, lines: Iterable[str]) -> None:
        width = self._width()
        self._show(part for line in lines for part in wrap(line, width, hanging=2))

    def say_whole(self, lines: Iterable[str]) -> None:
        self._show(lines)

    def complain(self, text: str) -> None:
        self._show(self._paint.strong(part) for part in wrap(f"! {text}", self._width(), 2))

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Two columns, the second wrapped."""
        listed = list(rows)
        width = self._width()
        left = min(max((columns(text) for text, _ in listed), default=0), max(width // 3, 12))
        self._page(line for text, says in listed for line in self._pair(text, says, left, width))

    def _pair(self, text: str, says: str, left: int, width: int) -> Iterator[str]:
        if columns(text) > left:
            yield from (self._paint.strong(part) for part in wrap(text, width, 2))
            text = ""
        parts = wrap(says, max(width - left - 2, 10))
        for number, part in enumerate(parts):
            first = self._paint.strong(pad(text if not number else "", left))
            yield f"{first}  {part}".rstrip()

    def draw(self, session: Session, seat: int) -> None:
        self._show(draw(session.view(seat), session.names, self._width(), self._paint))

    def ask_move(self, session: Session, seat: int, turn: Turn) -> str:
        if seat not in self._prompts:  # a history each: nobody looks up what another one typed
            self._prompts[seat] = self._new_prompt(_MENU_LINES)
        name = clip(session.names[seat], max(self._width() // 3, 8), self._paint.cut)
        line = self._read(
            self._prompts[seat],
            f"{name}> ",
            completer=MoveCompleter(turn),
            bottom_toolbar=clip(_TOOLBAR, self._width(), self._paint.cut),
            complete_while_typing=True,
        )
        return line or ""

    def ask(self, question: str) -> str | None:
        *above, last = wrap(question, self._width() - 2)
        self._show(above)
        return self._read(self._new_prompt(0), f"{last} ")

    def _new_prompt(self, menu_lines: int) -> PromptSession[str]:
        return PromptSession(
            history=InMemoryHistory(),
            reserve_space_for_menu=menu_lines,
            color_depth=self._depth,
        )

    @staticmethod
    def _read(prompt: PromptSession[str], message: AnyFormattedText, **more: object) -> str | None:
        """A line; None where Ctrl-C took it back."""
        try:
            return prompt.prompt(message, **more)  # type: ignore[arg-type]
        except KeyboardInterrupt:
            return None

    def _page(self, lines: Iterable[str]) -> None:
        """Show lines; where what scrolls away is lost, a screenful at a time."""
        if not self._other_screen:
            self._show(lines)
            return
        rest = iter(lines)
        page = list(islice(rest, terminal_size()[1] - 2))
        while page:
            self._show(page)
            page = list(islice(rest, terminal_size()[1] - 2))
            try:
                if page and self.ask("More: press Enter (q: no more)") != "":
                    return
            except EOFError:
                return

    def _show(self, lines: Iterable[str]) -> None:
        self._write("".join(f"{line}\n" for line in lines))

    @staticmethod
    def _write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    @staticmethod
    def _width() -> int:
        return terminal_size()[0]
