"""Tables for tests: matches played through a screen of lines, by whoever answers them."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import games
from games.game import Move
from notation import reader
from notation.reader import Part
from scoutcli.table.loop import Table
from scoutcli.table.plain import Plain
from scoutcli.table.resume import load
from scoutcli.table.seats import seats_for
from scoutcli.table.session import Session, Stage

TODAY = date(2026, 11, 30)


class Input(io.StringIO):
    """Lines that are there from the start, or that `answer` gives when one is asked for."""

    def __init__(self, *lines: str, answer: Callable[[], str] | None = None) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self._answer = answer

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline(-1 if size is None else size)
        return line if line or self._answer is None else f"{self._answer()}\n"


class Sitting:
    """A table in this process: what was shown, what was complained of, how it ended."""

    def __init__(
        self,
        session: Session,
        *lines: str,
        answer: Callable[[], str] | None = None,
        notices: Sequence[str] = (),
    ) -> None:
        self.out, self.err = io.StringIO(), io.StringIO()
        self.table = Table(
            session, Plain(Input(*lines, answer=answer), self.out, self.err), notices
        )
        self.status: int | None = None

    def play(self) -> Sitting:
        self.status = self.table.run()
        return self

    @property
    def shown(self) -> list[str]:
        return self.out.getvalue().splitlines()

    @property
    def complaints(self) -> list[str]:
        return self.err.getvalue().splitlines()

    def after(self, line: str, *, times: int = 1) -> list[str]:
        """What was shown after a line was shown for the so-many-th time."""
        at = -1
        for _ in range(times):
            at = self.shown.index(line, at + 1)
        return self.shown[at + 1 :]


def begin(
    path: Path,
    game: str,
    players: int,
    *,
    people: Sequence[str] = (),
    bots: Sequence[str] = (),
    seed: str = "tea",
    rules: dict[str, str] | None = None,
) -> Session:
    """A new match; without people all seats are bots, `greedy` unless named."""
    played = games.get(game)
    named = [*bots, *["greedy"] * (players - len(bots) - len(people))]
    seats = seats_for(played, players, people, named, players)
    made, _ = played.rules(players, rules or {})
    return Session.begin(played, made, seats, seed, path, TODAY)


def run_alone(session: Session, most: int = 1 << 30, ask: Callable[[], Move] | None = None) -> int:
    """Let bots (and `ask`, for people) play to the end, or until so many moves are made."""
    made = 0
    while session.stage is not Stage.OVER and made < most:
        if session.stage is Stage.DEAL:
            session.begin_round()
        elif session.stage is Stage.COUNT:
            session.end_round()
        elif session.stage is Stage.CLOSE:
            session.end_match()
        else:
            bot = not session.is_person(session.turn)
            session.play(session.bot_choice() if bot or ask is None else ask())
            made += 1
    return made


def finish(path: Path) -> bytes:
    """Go on with a match of bots to its end; the file then."""
    session, _ = load(path)
    run_alone(session)
    session.close()
    return path.read_bytes()


def at_random(session: Session, seed: str) -> Callable[[], str]:
    """A person who types any legal move."""
    dice = random.Random(seed)
    return lambda: session.notation.choice(dice.choice(session.legal()))


def last_part(path: Path) -> Part:
    """The last match of a file, as the reader reads it."""
    return list(reader.read_files([str(path)]))[-1]


def faults(path: Path) -> list[tuple[str, str]]:
    """Everything that a reader says of the last match of a file: severity and code."""
    return [(fault.severity, fault.code) for fault in last_part(path).diagnostics]
