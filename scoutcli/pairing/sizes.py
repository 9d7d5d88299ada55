"""How many tables of which size so many players make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Sizes(NamedTuple):
    """The sizes of the tables, the largest first, and how many players find none."""

    tables: tuple[int, ...]
    byes: int


def sizes_for(players: int, allowed: Sequence[int], best: int) -> Sizes:
    """Tables of `allowed` sizes for so many players.

    As few byes as can be; then as few tables of another size than `best` as can
    be; then as few tables. `allowed` are ascending, from 1, with `best` among
    them. Memory and time grow with players times sizes.
    """
    unknown = (players + 1, 0)
    costs = [(0, 0)] + [unknown] * players
    """By number of players: how many tables are of another size, and how many there are."""
    last = [0] * (players + 1)
    for count in range(1, players + 1):
        for size in allowed:
            if size > count:
                break
            others, number = costs[count - size]
            cost = others + (size != best), number + 1
            if cost < costs[count]:
                costs[count], last[count] = cost, size
    seated = next(count for count in range(players, -1, -1) if costs[count] < unknown)
    tables: list[int] = []
    left = seated
    while left:
        tables.append(last[left])
        left -= last[left]
    return Sizes(tuple(sorted(tables, reverse=True)), players - seated)
