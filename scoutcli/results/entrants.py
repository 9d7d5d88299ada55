"""Who is compared in standings: players, bots, teams or seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scoutcli.results.facts import Seat

NONE = ""
"""The key of all that have no bot, or no team, together."""


@dataclass(frozen=True, slots=True)
class By:
    """A way to tell entrants apart.

    `key` takes who sits at a seat and which seat it is, from 0; the same entrant
    has the same key in every match. `none` is what the key `NONE` is called,
    "" where it is a name like others.
    """

    name: str
    help: str
    key: Callable[[Seat, int], str]
    none: str = ""

    def label(self, key: str, name: str = "") -> str:
        """What people call an entrant; `name` is how the matches do, if not by the key."""
        if key == NONE and self.none:
            return self.none
        return f"seat {key}" if self.name == "seat" else name or key


BY = {
    by.name: by
    for by in (
        By("player", "by the id of a player or, without one, by the name",
           lambda seat, _: seat.id or seat.name),
        By("bot", "by the name and version of the program; people are one entrant together",
           lambda seat, _: seat.bot, "people"),
        By("team", "by the team; who has none is one entrant together",
           lambda seat, _: seat.team, "no team"),
        By("seat", "by the seat, to see what it is worth", lambda _, number: str(number + 1)),
    )
}  # fmt: skip
"""By the word of the option ``--by``; the usual one first."""
