"""Round-robin at tables of two: the circle, in which everybody meets everybody once."""

from __future__ import annotations

from collections.abc import Sequence

from scoutcli.pairing.past import Pair, pair_of


def circle(players: Sequence[str], number: int) -> tuple[list[list[str]], str | None]:
    """The tables of round `number`, from 0, and who sits out where they are odd.

    One stays where it is, the others go round it. Johann Schurig's tables of 1886 are the same
    but for names and colours. After one round less than there are seats it begins again.
    """
    seats: list[str | None] = list(players)
    if len(seats) % 2:
        seats.append(None)
    fixed, others = seats[0], seats[1:]
    at = number % len(others)
    ring = [fixed, *others[at:], *others[:at]]
    half = len(ring) // 2
    tables, bye = [], None
    for one, other in zip(ring[:half], reversed(ring[half:]), strict=True):
        if one is None or other is None:
            bye = one or other
        else:
            tables.append([one, other])
    return tables, bye


def round_of(players: Sequence[str], met: dict[Pair, int]) -> int | None:
    """Which round of the circle comes next, if what these players have played are its first ones.

    None where others have met than it says.
    """
    there = set(players)
    left = {pair: times for pair, times in met.items() if set(pair) <= there}
    number = 0
    while any(left.values()):
        tables, _ = circle(players, number)
        for one, other in tables:
            pair = pair_of(one, other)
            if not left.get(pair):
                return None
            left[pair] -= 1
        number += 1
    return number
