"""What an analysis has written into a match (`scoutcli annotate`), added up for each seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from notation.audit import Audit
from notation.tokens import read_moves

_MARK = "[%by scoutcli"
"""Stands in every round that was annotated; most were not, and reading them would be dear."""

_SEAT = re.compile(
    r"seat ([1-9][0-9]{0,2}): "
    r"(?:lost ([0-9]{1,9}\.[0-9]{2}) in ([0-9]{1,9}) choices?(?: \([^()]*\))?(?:, |$))?"
    r"(?:luck ([+-][0-9]{1,9}\.[0-9]{2})(?:, |$))?(?:result ([+-][0-9]{1,9}\.[0-9]{2}))?"
)


class Measured(NamedTuple):
    """What a seat made of a match, in points of margin (own less the mean of the others').

    `lost` is what its unforced `choices` lost against the best ones. `luck` and
    `result` are sums over the `rounds` in which both are known; more is better.
    """

    choices: int = 0
    lost: float = 0.0
    luck: float = 0.0
    result: float = 0.0
    rounds: int = 0


NOTHING = Measured()


def measured_of(audit: Audit) -> tuple[Measured, ...]:
    """By seat; nothing where no round is annotated.

    A round counts if its figures stand as they were written, and the result they
    were found for is that of the moves.
    """
    sums: list[Measured] | None = None
    for index, checked in enumerate(audit.rounds):
        moves = checked.record.moves
        if moves is None or _MARK not in moves.text:
            continue
        found = _round(audit, index, moves.text)
        if found:
            sums = sums or [NOTHING] * len(audit.match.players)
            for seat, each in found.items():
                sums[seat] = _added(sums[seat], each)
    return tuple(sums or ())


def _added(one: Measured, other: Measured) -> Measured:
    return Measured(
        one.choices + other.choices,
        one.lost + other.lost,
        one.luck + other.luck,
        one.result + other.result,
        one.rounds + other.rounds,
    )


def _round(audit: Audit, index: int, text: str) -> dict[int, Measured]:
    """What is noted on a round, by seat; nothing where it cannot be trusted."""
    from scoutcli.analysis.annotation import noted  # only for a match that is annotated
    from scoutcli.analysis.match import margins

    kept = noted(read_moves(text))
    if kept is None:
        return {}
    _, notes = kept
    margin = margins(audit, index)
    found: dict[int, Measured] = {}
    for seat, each, result in _seats(notes.head.words()):
        if seat >= len(margin):
            return {}
        true = margin[seat]
        if result is not None and (true is None or abs(true - result) > 0.006):
            return {}  # the moves are others than those that were analysed
        found[seat] = each._replace(result=true or 0.0) if each.rounds else each
    return found


def _seats(words: str) -> Iterator[tuple[int, Measured, float | None]]:
    """Seats from 0, their figures, and the result that is noted."""
    for said in words.split("; "):
        if (found := _SEAT.fullmatch(said)) is None:
            continue
        seat, lost, choices, luck, result = found.groups()
        known = luck is not None and result is not None
        yield (
            int(seat) - 1,
            Measured(
                int(choices or 0), float(lost or 0), float(luck) if known else 0.0, 0.0, int(known)
            ),
            None if result is None else float(result),
        )
