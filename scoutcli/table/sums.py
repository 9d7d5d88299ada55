"""The points of a match in words, a round a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoutcli.table.session import Session


def points(number: int | None, *, doubled: bool = False) -> str:
    """``1 point``, ``-12 points``, ``20 points (2 x 10)``; ``x points``, not known."""
    twice = f" (2 x {number // 2})" if doubled and number is not None else ""
    return f"{_number(number)} point{'' if number in (1, -1) else 's'}{twice}"


def by_rounds(session: Session) -> Iterator[tuple[str, str]]:
    """Every round that was counted, with the points of each seat in it."""
    for number, played in enumerate(session.past, 1):
        yield f"Round {number}", _row(session.names, played.scores)


def so_far(session: Session) -> Iterator[tuple[str, str]]:
    """Every round that was counted, then all of them together, the best seat first."""
    yield from by_rounds(session)
    if session.past:
        totals = session.totals
        best = standing(session)
        yield (
            "In all",
            _row([session.names[seat] for seat in best], [totals[seat] for seat in best]),
        )


def standing(session: Session) -> list[int]:
    """The seats by their points, the best first."""
    totals = session.totals
    return sorted(
        range(len(session.seats)),
        key=lambda seat: totals[seat] or 0,
        reverse=not session.game.lowest_wins,
    )


def together(names: Sequence[str]) -> str:
    """``Ada, Bo and Cy``."""
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _row(names: Sequence[str], scores: Sequence[int | None]) -> str:
    pairs = zip(names, scores, strict=True)
    return ", ".join(f"{name} {_number(score)}" for name, score in pairs)


def _number(number: int | None) -> str:
    return "x" if number is None else str(number)
