"""The points of a round (rules: "End of a round", "Two players")."""

from __future__ import annotations

from collections.abc import Sequence

from games.options import Rules

NOBODY = -1


def rounds_of(rules: Rules) -> int:
    """How many rounds a match has: as many as players, where nothing else is said."""
    return rules.number("rounds") or rules.players


def exempt_seat(rules: Rules, end: str, owner: int) -> int:
    """The seat that does not pay for its hand: under an unbeaten Show its owner, if at all."""
    unbeaten = end in ("unbeaten", "stopped")
    return owner if unbeaten and rules["exempt"] == "owner" else NOBODY


def scores(
    rules: Rules, won: Sequence[int], tokens: Sequence[int], hands: Sequence[int], exempt: int
) -> tuple[int, ...]:
    """Captured cards and tokens less the cards left in hand (`hands` are their numbers).

    With two players `tokens` are the unspent ones, which may count for nothing.
    """
    worth = 0 if rules["unspent_tokens"] == "ignore" else 1
    return tuple(
        won[seat] + worth * tokens[seat] - (0 if seat == exempt else hands[seat])
        for seat in range(len(won))
    )
