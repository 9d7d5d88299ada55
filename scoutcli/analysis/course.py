"""How a match went: points and luck of each seat, moment by moment, and where it turned.

The moments of a round are the deal and then each of its plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import TypeVar

from scoutcli.analysis.model import Chance, Judged, MatchReport, RoundReport

Placed = TypeVar("Placed", Judged, Chance)

MOST_TURNS = 5
"""So many of the largest losses are turning points, and so many of the largest strokes of luck."""
LEAST_LUCK = 1.0
"""Points that a stroke of luck has to be worth to be one."""


@dataclass(frozen=True, slots=True)
class Course:
    """The curves of a match: a row for each seat, in it a value for each moment.

    `points` are the margins of the rounds that have ended, and in the one under
    way what the seat could expect behind its last choice. `luck` is the sum of
    what chance has brought. `ends` are the moments at which a round has ended.
    """

    points: tuple[tuple[float, ...], ...]
    luck: tuple[tuple[float, ...], ...]
    ends: tuple[int, ...]

    @property
    def moments(self) -> int:
        """How many there are; 0 where nothing was analysed."""
        return len(self.points[0]) if self.points else 0

    @property
    def lucky(self) -> bool:
        """Whether there was any luck."""
        return any(value for row in self.luck for value in row)

    @property
    def reach(self) -> tuple[float, float]:
        """The lowest value of all curves and the highest; 0 lies between them."""
        values = [value for rows in (self.points, self.luck) for row in rows for value in row]
        return min(values, default=0.0), max(values, default=0.0)


def course_of(report: MatchReport) -> Course:
    """The curves of a match."""
    players = len(report.names)
    ended, fortune = [0.0] * players, [0.0] * players
    points: list[list[float]] = []
    luck: list[list[float]] = []
    ends = []
    for found in report.rounds:
        expected = list(ended)
        choices, chances = _by_place(found.judged), _by_place(found.luck)
        for at in range(-1, max([*choices, *chances], default=-1) + 1):
            for judged in choices.get(at, ()):
                if judged.measured and not judged.forced:
                    expected[judged.seat] = ended[judged.seat] + judged.worth
            for chance in chances.get(at, ()):
                fortune = [a + b for a, b in zip(fortune, chance.worth, strict=True)]
            points.append(list(expected))
            luck.append(fortune)
        margins = [margin for margin in found.margins if margin is not None]
        if len(margins) == players:
            ended = [a + b for a, b in zip(ended, margins, strict=True)]
            points[-1] = list(ended)
        ends.append(len(points) - 1)
    return Course(_by_seat(points, players), _by_seat(luck, players), tuple(ends))


def _by_place(found: Iterable[Placed]) -> dict[int, list[Placed]]:
    """What there is at each place of a round."""
    places: dict[int, list[Placed]] = {}
    for each in found:
        places.setdefault(each.at, []).append(each)
    return places


def _by_seat(rows: Sequence[Sequence[float]], players: int) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row[seat] for row in rows) for seat in range(players))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point: where it is, whom it concerns, what it brought that seat, in points.

    `made` is how many plays have been made behind it, 0 for the deal; `number`
    the number of its move, None where it has none. `judged` is the choice that
    was a mistake, None for a stroke of luck, whose word is `what`.
    """

    round: int
    made: int
    number: int | None
    seat: int
    gain: float
    judged: Judged | None = None
    what: str = ""


def turning_points(report: MatchReport, most: int = MOST_TURNS) -> tuple[list[Turn], list[Turn]]:
    """The largest losses among the marked choices, and the largest strokes of luck.

    The largest first, of equals the earlier one.
    """
    marked = ((found, each) for found in report.rounds for each in found.judged if each.mark)
    strokes = ((found, each) for found in report.rounds for each in found.luck)
    large = (pair for pair in strokes if abs(_gain(pair[1])) >= LEAST_LUCK)
    losses = nsmallest(most, marked, key=lambda pair: -pair[1].loss)
    lucky = nsmallest(most, large, key=lambda pair: -abs(_gain(pair[1])))
    return [_loss(*pair) for pair in losses], [_stroke(*pair) for pair in lucky]


def _loss(found: RoundReport, judged: Judged) -> Turn:
    return Turn(found.number, judged.at + 1, judged.number, judged.seat, -judged.loss, judged)


def _stroke(found: RoundReport, chance: Chance) -> Turn:
    later = (judged.number for judged in found.judged if judged.at >= chance.at >= 0)
    seat = _seat(chance)
    return Turn(
        found.number, chance.at + 1, next(later, None), seat, chance.worth[seat], what=chance.what
    )


def _gain(chance: Chance) -> float:
    """What chance gave or took, from the side of the seat that it befell."""
    return chance.worth[_seat(chance)]


def _seat(chance: Chance) -> int:
    """Whom it befell; where that is all of them, whom it gave or took most."""
    if chance.seat >= 0:
        return chance.seat
    return max(range(len(chance.worth)), key=lambda seat: abs(chance.worth[seat]))
