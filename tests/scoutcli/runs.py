"""A small run for tests: its plan, and its records, played by the built-in players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import games
from games.deals import ALGORITHM
from games.options import Rules
from notation import writer
from notation.match import Player
from scoutcli.arena.journal import Expected, Journal
from scoutcli.arena.plan import Outcome, Pairing
from tests.record import by_bots
from tests.scribed import scribed


@dataclass(frozen=True)
class Plan:
    """Matches between two bots: one table, so many deals, two seatings."""

    deals: int = 2
    game: str = "scout"
    names: tuple[str, str] = ("Ada", "Bo")
    bots: tuple[str, str] = ("greedy", "random")
    versions: tuple[str | None, ...] = ("greedy 1", "random 1")
    """What stands under ``bot:``; None is not known."""
    seed: str = "tea"
    algorithm: str = ALGORITHM
    options: tuple[tuple[str, str], ...] = (("rounds", "1"),)
    preset: str | None = None
    given_up: tuple[int, ...] = ()
    """The deals in which a match is given up after three moves."""
    faulty: tuple[int, ...] = ()
    """The deals in which seat 1 does wrong."""

    @property
    def rules(self) -> Rules:
        return games.get(self.game).rules(2, dict(self.options), self.preset)[0]

    def pairings(self) -> list[Pairing]:
        """In their order."""
        return [
            Pairing(1, deal, seating, seats)
            for deal in range(1, self.deals + 1)
            for seating, seats in ((1, (0, 1)), (2, (1, 0)))
        ]

    def expect(self, table: int, deal: int, seating: int) -> Expected | None:
        """What a journal is told of a pairing."""
        for pairing in self.pairings():
            if pairing[:3] == (table, deal, seating):
                return Expected(
                    pairing,
                    [self.names[entry] for entry in pairing.seats],
                    [self.versions[entry] for entry in pairing.seats],
                    {"algorithm": self.algorithm, "seed": f"{self.seed}/{deal}"},
                    [None, None],
                )
        return None

    def played(self, pairing: Pairing) -> tuple[str, Outcome]:
        """The record of a pairing and its outcome."""
        return _played(self, pairing)

    def records(self) -> list[str]:
        """The records of all pairings."""
        return [self.played(pairing)[0] for pairing in self.pairings()]

    def outcomes(self, pairings: Sequence[Pairing] | None = None) -> dict[str, Outcome]:
        """What a journal should know of some pairings, or all."""
        chosen = self.pairings() if pairings is None else pairings
        return {str(pairing): self.played(pairing)[1] for pairing in chosen}

    def open(self, path: Path, notices: list[str] | None = None) -> Journal:
        """The journal of this run; what it has to tell goes to `notices`."""
        tell = [] if notices is None else notices
        return Journal(path, games.get(self.game), self.rules, self.expect, tell.append)


@cache
def _played(plan: Plan, pairing: Pairing) -> tuple[str, Outcome]:
    game, rules = games.get(plan.game), plan.rules
    seed = f"{plan.seed}/{pairing.deal}"
    players = [Player(plan.names[entry], plan.versions[entry]) for entry in pairing.seats]
    header = writer.header(
        game, players, rules, {"pairing": str(pairing)}, {"algorithm": plan.algorithm, "seed": seed}
    )
    given_up = pairing.deal in plan.given_up
    faults = [(0, "time"), (1, "illegal")] if pairing.deal in plan.faulty else []
    lines = [f"seat {seat + 1} move 2 {reason} S3:44" for seat, reason in faults]
    played = scribed(
        plan.game, rules, seed, by_bots(game, [plan.bots[entry] for entry in pairing.seats]),
        header=header, faults={1: lines}, given_up_after=3 if given_up else None,
    )  # fmt: skip
    return played.text, Outcome(pairing, played.scores, played.winners, tuple(faults), given_up)
