"""Who starts, and the points of a round (rules: "Starter", "End", "Final flip", "Score")."""

from __future__ import annotations

from collections.abc import Sequence

from games.options import Rules
from games.skyjo.cards import EMPTY, LINES, UNKNOWN, VALUES
from games.skyjo.moves import Lines


def first_seats(shown: Sequence[Sequence[int]], first_tie: object) -> tuple[int, ...]:
    """The seats that may start by their two open cards; one where the rules settle it.

    `shown` has the two cards of each seat. Where cards are not known, every
    seat is named that could have the highest sum.
    """
    if any(UNKNOWN in pair for pair in shown):
        least = [sum(min(VALUES) if card == UNKNOWN else card for card in pair) for pair in shown]
        most = [sum(max(VALUES) if card == UNKNOWN else card for card in pair) for pair in shown]
        return tuple(seat for seat, high in enumerate(most) if high >= max(least))
    sums = [sum(pair) for pair in shown]
    best = [seat for seat, total in enumerate(sums) if total == max(sums)]
    if first_tie == "random":
        return tuple(best)
    if first_tie == "card":
        return (max(best, key=lambda seat: max(shown[seat])),)
    return (best[0],)


def complete_lines(grid: Sequence[int], rows: bool) -> Lines:
    """The lines of equal cards in a grid whose cards all lie open."""
    return tuple(
        line
        for line, places in enumerate(LINES if rows else LINES[:4])
        if grid[places[0]] < UNKNOWN and all(grid[place] == grid[places[0]] for place in places)
    )


def points(grid: Sequence[int]) -> int | None:
    """The sum of the cards left; None where one is not known."""
    if UNKNOWN in grid:
        return None
    return sum(card for card in grid if card != EMPTY)


def is_doubled(rules: Rules, sums: Sequence[int | None], ender: int) -> bool | None:
    """Whether the points of `ender`, who ended the round, count twice; None if not known.

    `sums` are the cards left to each seat. They do so unless they are
    strictly the lowest, and only above zero.
    """
    penalty = rules["ender_penalty"]
    own = sums[ender]
    if penalty is None:
        return False
    if own is None:
        return None
    if own <= 0:
        return False
    others = [value for seat, value in enumerate(sums) if seat != ender]
    known = [value for value in others if value is not None]
    if any(value < own or (value == own and penalty == "double") for value in known):
        return True
    return False if len(known) == len(others) else None


def scores(rules: Rules, sums: Sequence[int | None], ender: int | None) -> tuple[int | None, ...]:
    """The points of each seat. `ender` is the seat that may be doubled, None if none may."""
    result = list(sums)
    own = None if ender is None else sums[ender]
    if ender is not None and own is not None:
        doubled = is_doubled(rules, sums, ender)
        result[ender] = None if doubled is None else 2 * own if doubled else own
    return tuple(result)
