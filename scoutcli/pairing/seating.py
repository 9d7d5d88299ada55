"""In which order players sit, so that each has been at every seat about as often."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence


def seated(
    table: Sequence[str], sat: Mapping[str, Mapping[int, int]], chance: random.Random
) -> list[str]:
    """The players of a table in the order of their seats.

    As few as can be sit again where they sat often: the sum of the squares of
    how often each has been at each seat is least. By dynamic programming over
    which players sit already, so for 8 players in 1,024 steps. Of what is equal
    chance decides.
    """
    players = sorted(table)
    chance.shuffle(players)
    full = 1 << len(players)
    costs: list[int | None] = [0] + [None] * (full - 1)
    chosen = [0] * full
    for taken in range(full - 1):
        cost = costs[taken]
        assert cost is not None  # every set can be reached, and smaller ones come first
        seat = taken.bit_count()
        for at, player in enumerate(players):
            after = taken | 1 << at
            if after == taken:
                continue
            more = cost + 2 * sat.get(player, {}).get(seat, 0) + 1
            before = costs[after]
            if before is None or more < before:
                costs[after], chosen[after] = more, at
    order = []
    taken = full - 1
    while taken:
        order.append(players[chosen[taken]])
        taken ^= 1 << chosen[taken]
    return order[::-1]
