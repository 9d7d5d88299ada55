"""The notes on a terminal: a prompt that completes what is typed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.output import ColorDepth

from notation.diagnostics import printable
from scoutcli.notes.desk import Board, Complete, Desk, Picture, marked, nothing
from scoutcli.render.look import Line, Look
from scoutcli.render.text import clip, columns, pad, terminal_size, unicode_wanted, wrap
from scoutcli.render.themes import paint

_TOOLBAR = "Tab: what can be typed   help   Ctrl-D: leave"
_MENU_LINES, _FEW_MENU_LINES = 6, 4
_LOW = 20
"""On a terminal of fewer lines the menu is small."""
_BELOW = 3
"""So many lines are for the question and the bar."""


class _Completer(Completer):
    """Completes a line as a function says."""

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What the text before the cursor can become."""
        typed = document.text_before_cursor.lstrip()
        for offer in self._complete(typed):
            yield Completion(offer.text, -len(typed), display_meta=offer.says)


class PromptDesk(Desk):
    """A terminal with a person at it."""

    live = True
    draws = True

    def __init__(self, *, colours: bool, unicode: bool, theme: str, vi: bool) -> None:
        self._colours = colours
        self._unicode = unicode
        self._theme = theme
        self._prompt: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            color_depth=None if colours else ColorDepth.DEPTH_1_BIT,
            vi_mode=vi,
            erase_when_done=True,
        )

    def say(self, lines: Iterable[str]) -> None:
        width = terminal_size()[0]
        self._write(part for line in lines for part in wrap(line, width, hanging=2))

    def head(self, title: str) -> None:
        self._write(["", *(self._strong(part) for part in wrap(title, terminal_size()[0]))])

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        listed = list(rows)
        width = terminal_size()[0]
        left = min(max((columns(text) for text, _ in listed), default=0), max(width // 3, 12))
        for text, says in listed:
            if columns(text) > left:
                self._write(self._strong(part) for part in wrap(text, width, 2))
                text = ""  # noqa: PLW2901 - it stands on a line of its own already
            for number, part in enumerate(wrap(says, max(width - left - 2, 10))):
                first = self._strong(pad("" if number else text, left))
                self._write([f"{first}  {part}".rstrip()])

    def complain(self, text: str, line: str = "", at: int = 0, length: int = 0) -> None:
        width = terminal_size()[0]
        shown = [part for part in marked(line, at, length) if columns(part) <= width]
        if len(shown) == 2:  # marks without their line say nothing
            self._write(shown)
        self._write(self._strong(part) for part in wrap(f"! {text}", width, 2))

    def draw(self, picture: Picture, told: Callable[[], Iterable[str]]) -> None:
        width, height = terminal_size()
        lines = picture(width, height - 2, Look(unicode=self._unicode))
        self._write(map(self._painted, lines))

    def ask(
        self,
        question: str,
        complete: Complete = nothing,
        status: str = "",
        board: Board | None = None,
    ) -> str | None:
        """See `Desk.ask`. Board and question are redrawn in place, and go once it is answered;
        then question and answer are written as one line.
        """
        drawn: dict[tuple[int, int], str] = {}

        def message() -> ANSI:
            size = terminal_size()
            if size not in drawn:  # asked for at every key
                *above, last = wrap(question, max(size[0] - 12, 20))
                lines = [*self._above(board, *size), *above, f"{last} "]
                drawn[size] = "\n".join(lines)
            return ANSI(drawn[size])

        self._prompt.reserve_space_for_menu = _menu_lines(terminal_size()[1])
        bar = f"{status}   {_TOOLBAR}" if status else _TOOLBAR
        try:
            answer = self._prompt.prompt(
                message,
                completer=_Completer(complete),
                complete_while_typing=True,
                bottom_toolbar=lambda: clip(bar, terminal_size()[0], "…" if self._unicode else "."),
            )
        except KeyboardInterrupt:
            return None
        self.say([f"{question} {printable(answer)}"])
        return answer

    def _above(self, board: Board | None, width: int, height: int) -> list[str]:
        """What stands above the question."""
        if board is None:
            return []
        look = Look(unicode=self._unicode)
        room = height - _menu_lines(height) - _BELOW
        return [self._painted(line) for line in board.above(width, height, room, look)]

    def _painted(self, line: Line) -> str:
        return paint(line, self._theme, self._colours)

    def _strong(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self._colours and text.strip() else text

    @staticmethod
    def _write(lines: Iterable[str]) -> None:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()


def _menu_lines(height: int) -> int:
    return _MENU_LINES if height >= _LOW else _FEW_MENU_LINES


def desk_for_terminal() -> PromptDesk:
    """The prompt, as the environment and the settings ask for."""
    from scoutcli.settings import load

    settings = load()
    return PromptDesk(
        colours=not os.environ.get("NO_COLOR"),
        unicode=unicode_wanted(settings["symbols"], sys.stdout.encoding, os.environ),
        theme=settings["theme"],
        vi=settings["editing"] == "vi",
    )
