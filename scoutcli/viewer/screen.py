"""The replay on a terminal: one key a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from prompt_toolkit import Application
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output

from scoutcli.viewer.model import Model

KEYS = (
    (("right", "l", "n", " ", "enter"), "→", "next move"),
    (("left", "h", "p", "backspace"), "←", "back"),
    (("home", "g"), "Home", "start of the round"),
    (("end", "G"), "End", "its end"),
    (("pagedown", "]"), "PgDn", "next round"),
    (("pageup", "["), "PgUp", "round before"),
    (("N",), "N", "next match"),
    (("P",), "P", "match before"),
    (("down", "j"), "↓", "scroll"),
    (("up", "k"), "↑", "scroll back"),
    (("q", "escape", "c-c", "c-d"), "q", "quit"),
)
"""Keys, the first as the help line names it, and what they do. Digits and Enter go to a move."""

HELP = " → next  ← back  Home/End ends  PgUp/PgDn round  N/P match  12⏎ go to move 12  q quit"
PLAIN_HELP = " > next < back Home/End ends PgUp/PgDn round N/P match 12+Enter: move 12 q quit"


class Screen:
    """Shows a model and does what keys ask for. `run` returns when somebody quits."""

    def __init__(
        self, model: Model, *, source: Input | None = None, out: Output | None = None
    ) -> None:
        self.model = model
        self.typed = ""
        """The digits of a move to go to."""
        self.top = 0
        """How many lines are scrolled away."""
        self._body = Window(FormattedTextControl(self._text), wrap_lines=True)
        self.application: Application[None] = Application(
            Layout(
                HSplit(
                    [
                        Window(FormattedTextControl(self._title), height=1, style="reverse"),
                        self._body,
                        Window(FormattedTextControl(self._message), height=1),
                        Window(FormattedTextControl(self._help), height=1, style="reverse"),
                    ]
                )
            ),
            key_bindings=self._bindings(),
            full_screen=True,
            input=source,
            output=out,
        )
        # A lone Esc quits at once enough; longer keys that begin with it are still whole.
        self.application.ttimeoutlen = 0.05

    def run(self) -> None:
        """Until somebody quits."""
        self.application.run()

    def _title(self) -> str:
        return f" {self.model.title()}"

    def _text(self) -> str:
        return "\n".join(self.model.lines()[self.top :])

    def _message(self) -> str:
        return f" go to move {self.typed}_" if self.typed else f" {self.model.message}"

    def _help(self) -> str:
        encoding = (self.application.output.encoding() or "").lower()
        return HELP if encoding.startswith("utf") else PLAIN_HELP

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        model = self.model
        does: dict[str, Callable[[], Any]] = {
            "next move": self._enter,
            "back": self._back,
            "start of the round": model.to_start,
            "its end": model.to_end,
            "next round": lambda: model.to_round(model.round + 1),
            "round before": lambda: model.to_round(model.round - 1),
            "next match": lambda: model.to_match(self._match_number + 1),
            "match before": lambda: model.to_match(self._match_number - 1),
            "scroll": lambda: self._scroll(1),
            "scroll back": lambda: self._scroll(-1),
            "quit": self.application_exit,
        }
        for names, _, what in KEYS:
            for name in names:
                bindings.add(name)(self._handler(does[what], what))
        for digit in "0123456789":
            bindings.add(digit)(self._digit)
        return bindings

    def _handler(self, act: Callable[[], Any], what: str) -> Callable[[KeyPressEvent], None]:
        def handle(_: KeyPressEvent) -> None:
            if not what.startswith("scroll"):
                self.top = 0
            act()
            if what != "back" or not self.typed:
                self.typed = ""

        return handle

    def _digit(self, event: KeyPressEvent) -> None:
        self.typed = (self.typed + event.data)[:7]

    def _enter(self) -> None:
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

    def _scroll(self, lines: int) -> None:
        self.top = min(max(self.top + lines, 0), max(len(self.model.lines()) - 1, 0))

    @property
    def _match_number(self) -> int:
        return self.model.part.chunk.index

    def application_exit(self) -> None:
        """Leave the screen."""
        self.application.exit()
