"""Looks at one choice again and again, each time more closely, until it is plain or somebody stops.

Each look is that of an `Analyst` with its budget, and owes nothing to the one
before: the last one is what whoever asks for its budget at once is told, and with
playouts it is the same every time. As each look costs about as much as all
before it together, no more than half of the time is lost by that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.bots import MOST_PLAYOUTS, Budget
from games.errors import RuleError
from games.game import Game, Move, View
from scoutcli.analysis.analyst import Analyst, Candidate, Stop
from scoutcli.analysis.reasons import reasons_for

if TYPE_CHECKING:
    from games.search.compiled import Notice

FIRST_PART = 4
"""The first look takes this part of what is usual for the game."""
FIRST_SECONDS = 0.1
"""Where the budget is time, the first look takes so long."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one look has found, the best first, and what it stands on in words."""

    found: tuple[Candidate, ...]
    about: str
    unit: str
    """What a worth is counted in."""
    plain: bool
    """Whether it is settled: a closer look would find the same."""

    @property
    def playouts(self) -> int:
        """How many were made."""
        return sum(each.playouts for each in self.found)


class Deepening:
    """The looks at one choice; iterate over it. The last look with a budget has all of it.

    Without a budget it goes on until the choice is plain. `stop` ends it: a look
    that is broken off is thrown away, unless it is the first. `notice` is told
    before something has to be compiled.
    """

    def __init__(
        self,
        game: Game,
        view: View,
        legal: Sequence[Move],
        *,
        seed: int = 1,
        budget: Budget | None = None,
        stop: Stop | None = None,
        notice: Notice | None = None,
    ) -> None:
        self._game, self._view, self._legal = game, view, legal
        self._seed, self._budget, self._notice = seed, budget, notice
        self.stop: Stop = stop or (lambda: False)

    def get_ready(self) -> None:
        """Have compiled what has to be, which takes its time and cannot be stopped halfway."""
        from games.search.deciding import decider  # slow to load

        # What is missing is said with the first look.
        with suppress(RuleError, OSError):
            decider(self._game, self._seed, Budget(playouts=1), self._notice)

    def __iter__(self) -> Iterator[Look]:
        begun = False
        for budget in self._budgets():
            look = self.look(budget)
            if begun and self.stop():
                return
            begun = True
            yield look
            if look.plain or self.stop():
                return

    def look(self, budget: Budget | None = None) -> Look:
        """One look; without a budget the usual one."""
        analyst = Analyst(self._game, self._seed, budget, self._notice)
        found = analyst.candidates(self._view, self._legal, stop=self.stop)
        spent = sum(each.playouts for each in found)
        # Less than one more for each is left of a budget that is spent.
        most = analyst.budget.playouts
        early = most is not None and spent + len(found) < most and not self.stop()
        return Look(
            tuple(found),
            analyst.about,
            analyst.reasons.unit(self._view),
            plain=early or not found[0].measured,
        )

    def _budgets(self) -> Iterator[Budget]:
        """Each twice the one before; the last one is what is wished for, or what is left of it."""
        whole = self._budget
        if whole is not None and whole.seconds is not None:
            left, part = whole.seconds, FIRST_SECONDS
            while left > 3 * part:
                yield Budget(seconds=part)
                left, part = left - part, 2 * part
            yield Budget(seconds=left)
            return
        most = MOST_PLAYOUTS
        if whole is not None and whole.playouts is not None:
            most = whole.playouts
        playouts = max(1, reasons_for(self._game.name).PLAYOUTS // FIRST_PART)
        while playouts < most:
            yield Budget(playouts=playouts)
            playouts *= 2
        yield Budget(playouts=most)
