"""What happened at a table, and who has been told what of it.

Where one person plays, or a script, everything is told at once. Where several
people share a screen, it is kept back: whoever comes next first sees what all
may know, and then, alone, everything since the own last turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.game import Event
from games.options import Option
from notation.diagnostics import printable
from scoutcli.table.screen import Screen
from scoutcli.table.session import Session


class Line(NamedTuple):
    """Something that all may read, as part of what happened."""

    text: str
    heading: bool = False


class News:
    """The log of a session, told on a screen."""

    def __init__(self, session: Session, screen: Screen, notices: Sequence[str]) -> None:
        """Begins with who plays what, and the `notices`."""
        self._session = session
        self._screen = screen
        self._hides = hides(session, screen)
        greeting = [*_greeting(session), *notices]
        self._log: list[Event | Line] = [Line(text) for text in greeting]
        self._told_all = 0
        """How much of the log everybody has been told."""
        self._told = dict.fromkeys(session.people, len(greeting))
        """How much of it each person has been told alone, where hands are hidden."""

    def add(self, *news: Event | Line) -> None:
        """Take down what happened, and tell it at once where nothing has to be hidden."""
        self._log += news
        if not self._hides:
            self.tell_all()

    def tell_all(self) -> None:
        """Tell everybody what has not been told to all yet."""
        for item in self._log[self._told_all :]:
            self._tell(item, self._listener(item))
        self._told_all = len(self._log)

    def tell_one(self, seat: int) -> None:
        """Tell the person at a seat, who looks alone, what happened since the last time."""
        for item in self._log[self._told[seat] :]:
            self._tell(item, seat)
        self._told[seat] = len(self._log)

    def _tell(self, item: Event | Line, listener: int | None) -> None:
        if isinstance(item, Line):
            if item.heading:
                self._screen.head(item.text)
            else:
                self._screen.say([item.text])
        elif text := self._session.notation.tell(item, self._session.names, listener):
            self._screen.say([text])

    def _listener(self, item: Event | Line) -> int | None:
        """As whom all are told of an event; None where nothing is secret."""
        people = self._session.people
        if isinstance(item, Line) or not people:
            return None
        seat: int = item[0]
        if self._hides:  # as somebody whom it does not concern
            return (seat + 1) % len(self._session.seats)
        return seat if seat in people else people[0]


def hides(session: Session, screen: Screen) -> bool:
    """Whether the hands of several people are to be hidden between their turns."""
    return screen.live and len(session.people) > 1


def _greeting(session: Session) -> list[str]:
    """Who plays what, by which rules, from which seed, and where it is kept."""
    lines = [f"{session.game.title} for {len(session.seats)} players."]
    for number, (name, seat) in enumerate(zip(session.names, session.seats, strict=True), 1):
        lines.append(f"Seat {number}: {name}" + (f" (bot {seat.bot})" if seat.bot else ""))
    for option, value in session.rules.changed().items():
        lines.append(f"Rule: {option} is {Option.write(value)}.")
    lines.append(f"Seed: {printable(session.seed)}")
    lines.append(f"Match file: {printable(str(session.path))}")
    if session.people:
        lines.append("Type a move, or help for what can be typed.")
    return lines
