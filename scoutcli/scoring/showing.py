"""From sums to what is shown: the standings of each game, head to head, skill and luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import games
from scoutcli.results.facts import FINISHED, Facts, Seat
from scoutcli.results.standings import Standings
from scoutcli.results.sums import DATED, PAIRS, SCORES, Sums
from scoutcli.results.systems import Progress
from scoutcli.scoring.counting import Count
from scoutcli.scoring.layout import (
    Group,
    Ranked,
    cross_table,
    no_standings,
    skill_table,
    standings_table,
)
from scoutcli.scoring.tables import Table

HERE = "-"
"""The name of no file: plots stand between tables and summary."""


@dataclass(frozen=True, slots=True)
class Showing:
    """Which standings are shown.

    `unverified`: ``apart``, ``with`` the others, or ``without``. `plot` is the
    file that plots are drawn into, ``-`` the output; None: there are none.
    """

    standings: Standings
    unverified: str = "apart"
    cross: bool = False
    plot: str | None = None

    @property
    def keep(self) -> frozenset[str]:
        """What sums must keep for it."""
        keep = self.standings.keep
        if self.cross:
            keep |= {PAIRS}
        return keep if self.plot is None else keep | {DATED, SCORES}

    def check(self, *, page: bool) -> None:
        """Raise RuleError where something is not installed, before long files are read.

        `page`: the output is a page.
        """
        if self.plot is not None:
            from scoutcli.scoring.plotting import check_plot  # not needed by most runs

            check_plot(self.plot, page=page)
        trial = Sums(games.names()[0], "player")
        trial.add(_made_up(trial.game.name))
        for system in self.standings.systems:
            system.scores(trial, None)

    def groups(self, count: Count) -> Iterator[Group]:
        """What is ranked together, in the order of the games, first what is verified."""
        for name in games.names():
            found = {verified: count.groups.get((name, verified)) for verified in (True, False)}
            if self.unverified == "with":
                both = [sums for sums in found.values() if sums is not None and sums.matches]
                yield from _together(both, verified=found[False] not in both)
                continue
            for verified, sums in found.items():
                if sums is not None and sums.matches and (verified or self.unverified == "apart"):
                    title = f"{sums.game.title}, all matches"
                    yield Group(
                        sums, verified, title if verified else f"{title} that could not be verified"
                    )

    def ranked(self, count: Count, tell: Callable[[str], Progress]) -> list[Ranked]:
        """The standings of all groups; `tell` makes who is told how far a rating is."""
        return [
            Ranked(group, self.standings.of(group.sums, tell(group.title)))
            for group in self.groups(count)
        ]

    def tables(self, count: Count, ranked: Sequence[Ranked]) -> list[Table]:
        """All tables."""
        tables = []
        for group, ranking in ranked:
            tables.append(standings_table(group, self.standings, ranking))
            if any(row.skill is not None for row in ranking.rows):
                tables.append(skill_table(group, ranking.rows))
            if self.cross:
                tables.append(cross_table(group, ranking.rows))
        return tables or [no_standings(count.by, self.standings)]


def _made_up(game: str) -> Facts:
    """A match of two, to try out whether all that a rating needs is there."""
    seats = (Seat("a"), Seat("b"))
    return Facts(
        "", 1, 1, game, {}, seats, {}, FINISHED, True, False, (), (1, 0), (0,), (0, 0), (),
        "0" * 32,
    )  # fmt: skip


def _together(both: Sequence[Sums], *, verified: bool) -> Iterator[Group]:
    """What is verified and what is not as one group, if there is any."""
    if not both:
        return
    sums = Sums(both[0].game.name, both[0].by.name, both[0].keep)
    for each in both:
        sums.merge(each)
    title = f"{sums.game.title}, all matches"
    yield Group(sums, verified, title if verified else f"{title}, also those not verified")
