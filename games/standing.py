"""Which round of a match can begin with which totals."""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import RuleError


def check_standing(
    number: int, totals: Sequence[int | None], rounds: int | None, limit: int | None = None
) -> None:
    """Raise RuleError where no match has round `number` with these totals before it.

    A match has `rounds` rounds at most and is over when a total reaches
    `limit`; None is no such bound. A total of None is not known.
    """
    if rounds is not None and number > rounds:
        raise RuleError(
            "too-many-rounds",
            f"by these rules a match is over after round {rounds}, so there is no round {number}",
            ("position", "round"),
        )
    for seat, total in enumerate(totals):
        if number == 1 and total:
            raise RuleError(
                "wrong-total",
                f"seat {seat + 1} cannot have {total} points before round 1: "
                "totals are of the rounds before",
                ("position", "totals"),
            )
        if limit is not None and total is not None and total >= limit:
            raise RuleError(
                "too-many-rounds",
                f"seat {seat + 1} has {total} points, so the match was over before this round: "
                f"it ends when a total reaches {limit}",
                ("position", "totals"),
            )
