"""The next round of a tournament: who sits at which table in which order, and who sits out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from scoutcli.pairing.circle import circle, round_of
from scoutcli.pairing.draw import Field, draw, ranks_of
from scoutcli.pairing.past import Past, pair_of
from scoutcli.pairing.seating import seated
from scoutcli.pairing.sizes import sizes_for
from scoutcli.results.systems import System

SWISS = "swiss"
ROUND_ROBIN = "round-robin"
KINDS = (SWISS, ROUND_ROBIN)

MOST_PLAYERS = 2000


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted: `sizes` are those that tables may have, `best` the usual one of them."""

    kind: str
    sizes: tuple[int, ...]
    best: int
    system: System
    seed: str = "1"


@dataclass(frozen=True, slots=True)
class Plan:
    """A round. `tables` are players in the order of their seats, those of the best players first.

    `scores` are what players have by the system, None where that is nothing yet.
    Players are named by key.
    """

    number: int
    """From 1."""
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    scores: Mapping[str, Fraction | None]
    again: tuple[tuple[str, str, int], ...]
    """Who meets again, and how often they had met."""
    complete: bool
    """Whether in a round-robin all have met before this round."""


def plan(past: Past, players: Sequence[str], wish: Wish) -> Plan:
    """The next round for these players, who are enough for a table.

    A bye is for who had the fewest, and of these in a Swiss tournament for the
    last by score. In a round-robin of tables of two, the circle decides as long
    as it was kept to.
    """
    scored = past.scores(wish.system, players)
    scores = scored.order
    chance = random.Random(f"{wish.seed}/{past.round}")
    ordered = sorted(players)
    complete = wish.kind == ROUND_ROBIN and all(
        past.met[pair_of(one, other)] for one, other in combinations(ordered, 2)
    )
    found = _circle(past, ordered, wish)
    if found is None:
        shape = sizes_for(len(players), wish.sizes, wish.best)
        byes = _byes(past, ordered, scores, shape.byes, wish, chance)
        staying = [player for player in ordered if player not in byes]
        ranks = ranks_of(scores) if wish.kind == SWISS else dict.fromkeys(players, 0)
        found = (
            draw(staying, shape.tables, Field(ranks, past.met), f"{wish.seed}/{past.round}"),
            byes,
        )
    tables, byes = found
    if wish.kind == SWISS:
        tables.sort(key=lambda table: sorted(-scores[player] for player in table))
    return Plan(
        past.round + 1,
        tuple(tuple(seated(table, past.sat, chance)) for table in tables),
        tuple(byes),
        scored.scores,
        tuple(_again(past, tables)),
        complete,
    )


def _circle(
    past: Past, players: Sequence[str], wish: Wish
) -> tuple[list[list[str]], list[str]] | None:
    """The round by the circle; None where that is not what decides."""
    if wish.kind != ROUND_ROBIN or wish.sizes != (2,):
        return None
    order = list(players)
    random.Random(wish.seed).shuffle(order)  # the same in every round
    number = round_of(order, dict(past.met))
    if number is None:
        return None
    tables, bye = circle(order, number)
    return tables, [bye] if bye is not None else []


def _byes(
    past: Past,
    players: Sequence[str],
    scores: dict[str, Fraction],
    count: int,
    wish: Wish,
    chance: random.Random,
) -> list[str]:
    """Who sits out."""
    lots = {player: chance.random() for player in players}
    swiss = wish.kind == SWISS

    def turn(player: str) -> tuple[int, Fraction, float]:
        return past.byes(player), scores[player] if swiss else Fraction(0), lots[player]

    return sorted(players, key=turn)[:count]


def _again(past: Past, tables: Sequence[Sequence[str]]) -> Iterator[tuple[str, str, int]]:
    for table in tables:
        for one, other in combinations(sorted(table), 2):
            if times := past.met[pair_of(one, other)]:
                yield one, other, times
