"""The table in plain text, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import View
from notation import codec
from scoutcli.plainlines import PlainLines
from scoutcli.render.text import terminal_size
from scoutcli.table.screen import Screen
from scoutcli.table.words import Turn


class Plain(PlainLines, Screen):
    """The table in lines; see `PlainLines`."""

    def complain(self, text: str, at: int | None = None, length: int = 1) -> None:
        self.refuse([text])

    def draw(self, view: View, names: Sequence[str], note: str = "") -> None:
        """The position in the words of the notation; before it, which one it is."""
        if note:
            self.say([f"The table {note}:"])
        self.say(codec.get(view.game).show(view, names))

    def ask_move(self, name: str, seat: int, turn: Turn) -> str:
        return self.ask(f"Seat {seat + 1}, {name}?") or ""

    def ask(self, question: str) -> str | None:
        return self.read(question)

    def cover(self) -> None:
        """Without escapes a screen is covered by pushing everything off it."""
        self.say([""] * terminal_size()[1])
