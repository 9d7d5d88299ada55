"""Who sits at which table: as few meetings again as can be, then players of like score together.

Players are cut into tables in the order of their scores, and then two players of
different tables change places wherever that is better, until it is nowhere.
Done again from several starts, every other one of them at random, the best is kept. Of what is
equal, chance decides, which comes from the seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoutcli.pairing.past import Pair, pair_of

STARTS = 24
"""So often it is begun anew, with less than `MANY` players."""
MANY = 60
"""With more than so many players it is begun once, and only those change that are this near."""

Cost = tuple[int, int]
"""What a table costs: meetings again, and how far apart the ranks are."""


@dataclass(frozen=True, slots=True)
class Field:
    """What decides who sits together.

    `ranks` put players in order, twice as fine as places, equals alike; all 0
    where scores do not matter. `met` says how often two have met.
    """

    ranks: Mapping[str, int]
    met: Mapping[Pair, int]

    def cost(self, table: Sequence[str]) -> Cost:
        """A meeting for the second time costs 1, for the third 2 more, and so on."""
        again = spread = 0
        for one, other in combinations(table, 2):
            again += self.met.get(pair_of(one, other), 0)
            spread += abs(self.ranks[one] - self.ranks[other])
        return again, spread


def ranks_of(scores: Mapping[str, object]) -> dict[str, int]:
    """Twice the mean place of those that are equal, the highest score first."""
    order = sorted(scores, key=scores.__getitem__, reverse=True)  # type: ignore[arg-type]
    ranks: dict[str, int] = {}
    at = 0
    while at < len(order):
        equal = [player for player in order[at:] if scores[player] == scores[order[at]]]
        for player in equal:
            ranks[player] = 2 * at + len(equal) + 1
        at += len(equal)
    return ranks


def draw(players: Sequence[str], sizes: Sequence[int], field: Field, seed: str) -> list[list[str]]:
    """The tables, of these sizes in this order. The sum of the sizes is the number of players.

    The same for the same seed. Takes time with the square of the players up to
    `MANY`, and in proportion to them beyond.
    """
    best: list[list[str]] = []
    lowest: Cost | None = None
    for number in range(STARTS if len(players) <= MANY else 1):
        chance = random.Random(f"{seed}/{number}")
        tables = _cut(_order(players, field, chance, number), sizes)
        cost = _improve(tables, field)
        if lowest is None or cost < lowest:
            best, lowest = tables, cost
        if lowest == (0, 0):
            break
    return best


def _order(players: Sequence[str], field: Field, chance: random.Random, start: int) -> list[str]:
    """The players by rank, equals in any order; then at random; then with near ranks mixed."""
    reach = len(players) if start else 0
    keys = {player: field.ranks[player] + chance.random() * reach for player in sorted(players)}
    lots = {player: chance.random() for player in sorted(players)}
    if start % 2:
        return sorted(players, key=lots.__getitem__)
    return sorted(players, key=lambda player: (keys[player], lots[player]))


def _cut(order: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    tables = []
    at = 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return tables


def _improve(tables: list[list[str]], field: Field) -> Cost:
    """Change places while that is better; the cost in the end. It always ends: the cost falls."""
    costs = [field.cost(table) for table in tables]
    better = True
    while better:
        better = False
        for one, other, first, second in _places(tables):
            here, there = tables[one], tables[other]
            before = _sum(costs[one], costs[other])
            here[first], there[second] = there[second], here[first]
            after = field.cost(here), field.cost(there)
            if _sum(*after) < before:
                costs[one], costs[other] = after
                better = True
            else:
                here[first], there[second] = there[second], here[first]
    return sum(again for again, _ in costs), sum(spread for _, spread in costs)


def _places(tables: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, int, int]]:
    """Two tables and a seat at each; with many players only tables that are near."""
    total = sum(map(len, tables))
    reach = len(tables) if total <= MANY else max(1, MANY * len(tables) // total)
    for one in range(len(tables)):
        for other in range(one + 1, min(one + 1 + reach, len(tables))):
            for first in range(len(tables[one])):
                for second in range(len(tables[other])):
                    yield one, other, first, second


def _sum(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1]
