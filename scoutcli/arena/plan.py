"""What is to be played: the bots, the tables, the deals, the clock, what happens on a fault."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from games.bots import Spec, make_ready
from games.deals import ALGORITHM, OWN_DRAWS
from games.errors import RuleError
from games.game import Game
from games.options import Rules
from games.search.compiled import compiler
from scoutcli.arena.clock import TimeControl
from scoutcli.arena.process import Limits

if TYPE_CHECKING:
    from scoutcli.arena.stable import Stable

ON_FAULT = {
    "forfeit": "from then on the seat plays the last legal move there is, until the match ends",
    "random": "from then on the seat plays any legal move",
    "abort": "the match ends there, abandoned",
}
"""What happens when a bot has done wrong; the first is usual."""

START_SECONDS = 10.0

_PAIRING = re.compile(r"table ([1-9][0-9]{0,8}) deal ([1-9][0-9]{0,8}) seating ([1-9][0-9]{0,8})")


class Pairing(NamedTuple):
    """One match of a plan: which table, which deal, which seating, numbers from 1.

    `seats` has for every seat the index of the entry that sits there. The text
    is what stands under ``pairing:`` in a match file.
    """

    table: int
    deal: int
    seating: int
    seats: tuple[int, ...]

    def __str__(self) -> str:
        return f"table {self.table} deal {self.deal} seating {self.seating}"

    @staticmethod
    def numbers(text: str) -> tuple[int, int, int] | None:
        """Table, deal and seating of a pairing's text; None where it is none of ours."""
        found = _PAIRING.fullmatch(text)
        return (int(found[1]), int(found[2]), int(found[3])) if found else None


def shuffle(seed: str, *, own_draws: bool) -> dict[str, str]:
    """What stands under ``shuffle`` in the record of a match."""
    return {"algorithm": OWN_DRAWS if own_draws else ALGORITHM, "seed": seed}


class Outcome(NamedTuple):
    """How a match ended: points a round for each seat, who won, who did what wrong.

    `winners` are seats from 0; none where the match was abandoned. `faults`
    are pairs of a seat from 0 and a reason (see `faults.REASONS`).
    """

    pairing: Pairing
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    faults: tuple[tuple[int, str], ...] = ()
    abandoned: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot that takes part: a built-in one (`bot`, see `games.bots.Spec`) or a program.

    `command` is the program with its arguments, run without a shell; `options`
    are sent to it with ``set``.
    """

    name: str
    bot: str = ""
    command: tuple[str, ...] = ()
    folder: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    start: float = START_SECONDS
    """So many seconds it may take from its start to ``ready``."""


class Sitter(NamedTuple):
    """Who sits at a seat, in the match file: a name, and an id where the name alone is new."""

    name: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """All that decides which matches are played, and how. `margin` in seconds.

    `deals` is how many different deals there are; each is played at every
    table in all seatings.
    """

    game: Game
    rules: Rules
    entries: tuple[Entry, ...]
    seed: str
    deals: int
    schedule: str
    seating: str
    time: TimeControl
    margin: float
    on_fault: str
    own_draws: bool = False

    # What a worker of a cluster asks of its assignment; others can be given out the same way.

    def settled(self) -> Plan:
        """The plan with every program in a folder that is the same on all machines."""
        entries = tuple(
            replace(entry, folder=str(Path(entry.folder or "").absolute()))
            if entry.command
            else entry
            for entry in self.entries
        )
        return replace(self, entries=entries)

    def check(self) -> None:
        """Raise RuleError (``unfit-worker``, ``compiler-missing``) where it cannot be played."""
        for entry in self.entries:
            if entry.command:
                _check_program(entry)
            elif Spec.read(self.game, entry.bot).bot.compiled:
                compiler()

    def open(self, *, listen: bool) -> Stable:
        """The bots, ready to play; `listen` keeps what they say."""
        from scoutcli.arena.stable import Stable  # which knows plans

        make_ready(self.game, self.bots, None)
        return Stable(self, listen=listen)

    @property
    def names(self) -> list[str]:
        """The names of the entries."""
        return [entry.name for entry in self.entries]

    @property
    def bots(self) -> list[str]:
        """The built-in bots among them, see `games.bots.Spec`."""
        return [entry.bot for entry in self.entries if entry.bot]

    def seed_of(self, deal: int) -> str:
        """The seed of a deal."""
        return f"{self.seed}/{deal}"

    def sitters(self, seats: Sequence[int]) -> list[Sitter]:
        """The names at a table: those of the entries, with a number where one sits there again."""
        names = self.names
        used = set(names)
        taken: set[int] = set()
        sitters: list[Sitter] = []
        for entry in seats:
            name = names[entry]
            if entry not in taken:
                taken.add(entry)
                sitters.append(Sitter(name))
                continue
            copy = next(text for number in count(2) if (text := f"{name} {number}") not in used)
            used.add(copy)
            sitters.append(Sitter(copy, name))
        return sitters


def _check_program(entry: Entry) -> None:
    """A program that is missing on one machine would spoil the results of the others."""
    folder, program = Path(entry.folder or ""), entry.command[0]
    if not folder.is_dir():
        raise RuleError("unfit-worker", f"it has no folder {folder}, in which {entry.name} runs")
    if not shutil.which(folder / program if "/" in program else program):
        raise RuleError("unfit-worker", f"it has no program {program} for {entry.name}")
