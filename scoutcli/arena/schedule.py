"""Who meets whom, who sits where, on which deals: the matches of a plan, one after another.

A *table* is who meets, an arrangement of entries by their index; an entry may
sit in several seats. A *seating* is the same table with people moved. Each
deal is played at every table in all its seatings, so that the luck of the
cards falls to everybody alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, count, pairwise, permutations

from games.errors import RuleError
from games.options import shown
from scoutcli.arena.plan import Pairing

SCHEDULES = {
    "round-robin": "all meet all: every choice of bots for the seats, or every way to fill them",
    "gauntlet": "the first in one seat, against each of the others in all other seats",
    "one": "one table, the bots in their order; the last one fills the seats that are left",
}
"""Every kind of schedule, and what it means; the usual one first."""

SEATINGS = {
    "all": "2 or 3 players in every order; more in some, so that all sit in every seat equally "
    "often, and as evenly behind each other as so few can",
    "rotate": "everybody moves on by a seat, once around the table",
    "fixed": "nobody moves",
}
"""Every kind of seating, and what it means; the usual one first."""

MOST_TABLES = 10_000
MOST_DEALS = 999_999_999
"""As many as the text of a pairing can number."""

Table = tuple[int, ...]
"""For each seat the index of the entry that sits there."""


def tables(kind: str, entries: int, players: int) -> list[Table]:
    """Which of so many entries meet, for a kind of `SCHEDULES`; the same list every time.

    Raises RuleError: ``unknown-schedule``; ``too-few-bots``, ``too-many-bots``
    for this kind; ``too-many-tables`` for more than `MOST_TABLES`.
    """
    if kind not in SCHEDULES:
        raise RuleError(
            "unknown-schedule", f"there is no schedule {shown(kind)}; there is {_list(SCHEDULES)}"
        )
    least = 1 if kind == "one" else 2
    if entries < least:
        raise RuleError("too-few-bots", f"{kind} needs {('a bot', 'two bots')[least - 1]} or more")
    if kind == "one":
        if entries > players:
            raise RuleError(
                "too-many-bots", f"one table of {players} seats is too small for {entries} bots"
            )
        return [tuple(min(seat, entries - 1) for seat in range(players))]
    many = entries - 1 if kind == "gauntlet" else math.comb(entries, players)
    if many > MOST_TABLES:
        raise RuleError(
            "too-many-tables",
            f"{entries} bots at tables of {players} would be more than {MOST_TABLES} tables: "
            "take fewer bots, or another schedule",
        )
    if kind == "gauntlet":
        return [(0, *[other] * (players - 1)) for other in range(1, entries)]
    if entries >= players:
        return list(combinations(range(entries), players))
    return list(_filled(entries, players))


def _filled(entries: int, players: int) -> Iterator[Table]:
    """Every way to fill the seats in which all entries sit, in their order: ABBB, AABB, AAAB."""
    for inner in combinations(range(1, players), entries - 1):
        borders = pairwise((0, *inner, players))
        yield tuple(entry for entry, (low, high) in enumerate(borders) for _ in range(low, high))


def seatings(kind: str, table: Sequence[int]) -> list[Table]:
    """How people sit at a table, for a kind of `SEATINGS`; first as it is, none of them twice.

    All but ``fixed`` put every entry into every seat equally often, for each
    of its places at the table. With ``all``, besides, each entry sits next
    after another as often as before it. Raises RuleError ``unknown-seating``.
    """
    if kind not in SEATINGS:
        raise RuleError(
            "unknown-seating", f"there is no seating {shown(kind)}; there is {_list(SEATINGS)}"
        )
    if kind == "fixed":
        orders = [tuple(range(len(table)))]
    elif kind == "rotate":
        orders = _rotations(len(table))
    elif len(table) <= 3:
        orders = list(permutations(range(len(table))))
    else:
        orders = _williams(len(table))
    # Where an entry has several places, different orders can look the same. Each look comes
    # equally often, for the orders are those that a group (rotations, rotations with reflections,
    # all permutations) makes of one of them. So dropping repetitions favours nobody.
    return list(dict.fromkeys(tuple(table[place] for place in order) for order in orders))


def _rotations(players: int) -> list[Table]:
    return [tuple((seat - by) % players for seat in range(players)) for by in range(players)]


def _williams(players: int) -> list[Table]:
    """A Williams design: a Latin square (two with an odd number) balanced for neighbours.

    E. J. Williams, Experimental designs balanced for the estimation of residual
    effects of treatments, Australian Journal of Scientific Research A 2 (1949).
    From the first seat to the last every place comes next after every other
    equally often. The step from the last seat back to the first cannot be
    balanced as well in less than n(n-1) orders; here it is a pair and its
    mirror equally often, so that nobody always sits on the better side.
    """
    zigzag = [(seat + 1) // 2 if seat % 2 else -seat // 2 % players for seat in range(players)]
    place = {slot: seat for seat, slot in enumerate(zigzag)}  # so that the first order is 0, 1, 2 …
    square = [tuple(place[(slot + by) % players] for slot in zigzag) for by in range(players)]
    return square if players % 2 == 0 else square + [order[::-1] for order in square]


class Schedule:
    """The matches of a plan, deal by deal, in a deal table by table, at a table seating by seating.

    `seating` is a kind of `SEATINGS`. `deals` is how many deals are played,
    None for no end; then there is no `len()`. Memory does not grow with the
    deals. Raises RuleError ``unknown-seating``, ``bad-deals``.
    """

    def __init__(self, tables: Sequence[Table], seating: str, deals: int | None) -> None:
        if deals is not None and not 1 <= deals <= MOST_DEALS:
            raise RuleError("bad-deals", f"the number of deals is 1 to {MOST_DEALS}, not {deals}")
        self.tables = tuple(tables)
        self.seatings = tuple(tuple(seatings(seating, table)) for table in self.tables)
        """For each table how people sit there."""
        self.deals = deals
        self.per_deal = sum(map(len, self.seatings))
        """How many matches a deal is."""

    def __iter__(self) -> Iterator[Pairing]:
        for deal in count(1) if self.deals is None else range(1, self.deals + 1):
            yield from self.of_deal(deal)

    def of_deal(self, deal: int) -> Iterator[Pairing]:
        """The matches of a deal."""
        for table, seatings in enumerate(self.seatings, 1):
            for seating, seats in enumerate(seatings, 1):
                yield Pairing(table, deal, seating, seats)

    def __len__(self) -> int:
        if self.deals is None:
            raise TypeError("a schedule without end has no len()")
        return self.deals * self.per_deal

    def find(self, table: int, deal: int, seating: int) -> Pairing | None:
        """The match with these numbers, from 1; None where the schedule has none such."""
        if not (1 <= table <= len(self.tables) and 1 <= deal <= (self.deals or MOST_DEALS)):
            return None
        if not 1 <= seating <= len(self.seatings[table - 1]):
            return None
        return Pairing(table, deal, seating, self.seatings[table - 1][seating - 1])


def _list(kinds: dict[str, str]) -> str:
    return ", ".join(kinds)
