"""The bots of a plan, kept from match to match, and the matches they play."""

from __future__ import annotations

from typing import NamedTuple, Self

from scoutcli.arena.plan import Entry, Pairing, Plan
from scoutcli.arena.program import Program
from scoutcli.arena.referee import Played, Terms, play
from scoutcli.arena.seats import BuiltIn, Seat

MOST_SAID = 1 << 24
"""So many characters of the lines of one match are kept for the log, about."""


class Said(NamedTuple):
    """A line between referee and bot: whose, which way (see `program.Log`), and what.

    `name` is that in the match file: ``mine 2`` is the second ``mine`` at its table.
    """

    name: str
    way: str
    line: str


class Result(NamedTuple):
    """A match that was played, and what its bots said if that was wanted."""

    played: Played
    said: list[Said]

    @property
    def size(self) -> int:
        """How large it is, about, in characters."""
        return len(self.played.record) + sum(len(said.line) for said in self.said)


class Stable:
    """The bots of a plan; a program runs once for each seat that it fills at a table.

    Use as a context manager, or call `close`: it ends the programs.
    """

    def __init__(self, plan: Plan, *, listen: bool = False) -> None:
        """`listen` keeps what the bots say. Raises RuleError for a bot that the game lacks."""
        self.plan = plan
        self.terms = Terms(
            plan.game, plan.rules, plan.time, plan.margin, plan.on_fault, plan.own_draws
        )
        self._listen = listen
        self._seats: dict[tuple[int, int], Seat] = {}
        self._said: list[Said] = []
        self._room = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def play(self, pairing: Pairing) -> Result:
        """Play a match of the plan."""
        sitters = self.plan.sitters(pairing.seats)
        sat: list[Seat] = []
        for at, entry in enumerate(pairing.seats):
            key = entry, pairing.seats[:at].count(entry)
            if key not in self._seats:
                self._seats[key] = self._new(self.plan.entries[entry], sitters[at].name)
            sat.append(self._seats[key])
        self._said, self._room = [], MOST_SAID
        seed = self.plan.seed_of(pairing.deal)
        played = play(self.terms, pairing, seed, sitters, sat)
        return Result(played, self._said)

    def close(self) -> None:
        """End all programs."""
        for seat in self._seats.values():
            seat.close()
        self._seats.clear()

    def _new(self, entry: Entry, name: str) -> Seat:
        if entry.bot:
            return BuiltIn(self.plan.game, entry.bot)

        def hear(way: str, line: str) -> None:
            if self._room > 0:
                self._room -= len(line) + 1
                self._said.append(Said(name, way, line))

        return Program(entry, hear if self._listen else None)
