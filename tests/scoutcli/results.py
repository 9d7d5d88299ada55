"""Matches as facts, and what is made of them, for tests of standings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from hypothesis import settings

from scoutcli.results.facts import FINISHED, Facts, Played, Seat
from scoutcli.results.standings import Ranking, Standings
from scoutcli.results.sums import EVERYTHING, Sums
from scoutcli.results.systems import SYSTEMS
from scoutcli.results.tiebreaks import TIEBREAKS

FEW = (settings.default or settings()).max_examples // 3

_numbers = count(1)


def match(
    game: str,
    seats: Sequence[str | Seat],
    *rounds: Sequence[int | None],
    status: str = FINISHED,
    date: str = "",
    **more: object,
) -> Facts:
    """A match of these rounds, who sat there by name."""
    number = next(_numbers)
    lowest_wins = game == "skyjo"
    total = tuple(
        None if None in column else sum(points for points in column if points is not None)
        for column in zip(*rounds, strict=True)
    )
    known = [points for points in total if points is not None]
    winners: tuple[int, ...] = ()
    if status == FINISHED and len(known) == len(total):
        top = min(known) if lowest_wins else max(known)
        winners = tuple(seat for seat, points in enumerate(total) if points == top)
    said = {
        "headers": {"date": date} if date else {},
        "faults": (0,) * len(seats),
        "measured": (),
        "identity": f"{number:032x}",
    } | more
    return Facts(
        file="a.yaml", number=number, line=1, game=game, rules={}, status=status, verified=True,
        seats=tuple(seat if isinstance(seat, Seat) else Seat(seat) for seat in seats),
        practice=False, rounds=tuple(Played(tuple(each), "", True) for each in rounds),
        total=total, winners=winners, **said,  # type: ignore[arg-type]
    )  # fmt: skip


def sums(matches: Sequence[Facts], by: str = "player", keep: frozenset[str] = EVERYTHING) -> Sums:
    made = Sums(matches[0].game, by, keep)
    for each in matches:
        made.add(each)
    return made


def ranking(made: Sums, system: str, *tiebreaks: str) -> Ranking:
    chosen = [TIEBREAKS[name] for name in tiebreaks]
    return Standings([SYSTEMS[name] for name in system.split(",")], chosen).of(made)


def order(found: Ranking) -> list[tuple[int, str]]:
    return [(row.place, row.label) for row in found.rows]


def value(made: Sums, tiebreak: str, system: str = "wins") -> dict[str, object]:
    """The value of a tie-break for everybody, by name."""
    return {row.key: row.tiebreaks[0] for row in ranking(made, system, tiebreak).rows}
