"""The question before somebody plays on: which seat is yours, and which bots have the others.

Knows no screen: keys go in by their names, lines come out.
"""

from __future__ import annotations

from notation.match import Match
from scoutcli.render.look import Line
from scoutcli.table.session import shown_names, usual_bot
from scoutcli.viewer.branch import own_bot

HINT = "Enter play  Esc back  ↑↓ seat  ←→ bot  Space sit here"
PLAIN_HINT = "Enter play  Esc back  Up Down: seat  Left Right: bot  Space: sit here"


class Plan:
    """Who is to sit where. `done` once Enter was pressed."""

    def __init__(self, match: Match, seat: int) -> None:
        """`seat` is whose turn it is, or whose knowledge is shown: the person sits there first."""
        assert match.game is not None
        self.game = match.game
        self.names = shown_names(match.names)
        self.person = seat
        self.row = seat
        self.choices = list(self.game.bots)
        self.bots = [own_bot(self.game, player) or usual_bot(self.game) for player in match.players]
        """The bot of every seat, the person's included, in case the person moves."""
        self.done = False

    @property
    def others(self) -> dict[int, str]:
        """The bots of the seats that are not the person's."""
        return {seat: bot for seat, bot in enumerate(self.bots) if seat != self.person}

    def press(self, key: str) -> None:
        """Take a key: up, down, left, right, space, enter, or the number of a seat."""
        if key in ("up", "down"):
            self.row = (self.row + (1 if key == "down" else -1)) % len(self.names)
        elif key in ("left", "right"):
            self._change(1 if key == "right" else -1)
        elif key == "space":
            self.person = self.row
        elif key == "enter":
            self.done = True
        elif key.isdigit() and 1 <= int(key) <= len(self.names):
            self.row = self.person = int(key) - 1

    def _change(self, step: int) -> None:
        """The next bot for the seat of this row; the person's seat has none."""
        if self.row == self.person:
            return
        name = self.bots[self.row].partition(":")[0]
        at = (self.choices.index(name) + step) % len(self.choices)
        self.bots[self.row] = self.choices[at]

    @property
    def about(self) -> str:
        """How the bot of this row plays."""
        bot = self.game.bots[self.bots[self.row].partition(":")[0]]
        return "You play here." if self.row == self.person else bot.about

    def lines(self) -> list[Line]:
        """The seats, and who is to sit there."""
        rows: list[Line] = []
        for seat, name in enumerate(self.names):
            here = seat == self.row
            who = "you" if seat == self.person else self.bots[seat]
            style = "class:marked" if here else ""
            rows.append([(style, f"{'>' if here else ' '} {seat + 1} {who:<12} for {name}")])
        return rows
