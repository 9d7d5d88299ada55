"""The systems that rank entrants: what each gives an entrant, and which end of it is best."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from notation.diagnostics import printable
from scoutcli.results.sums import DATED, OUTCOMES, Sums

if TYPE_CHECKING:
    from scoutcli.ratings import Course, Rated

Progress = Callable[[int, int], None]
"""Told how much is done, of how much."""


class Score(NamedTuple):
    """What an entrant has, and its 95 % interval where there is one."""

    value: Fraction | float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Scores:
    """What all entrants have, by key; who is not there has nothing yet.

    `better` is 1 where more is better, else -1. `counted` says that a score is a
    sum over matches, none below 0, so that tie-breaks can add up those of
    opponents. `notes` are sentences on what the scores rest on.
    """

    scores: Mapping[str, Score]
    better: int = 1
    counted: bool = False
    notes: tuple[str, ...] = ()
    course: Course | None = None
    """How they changed, match by match."""


@dataclass(frozen=True, slots=True)
class System:
    """A system: its name, the head of its column, its definition, what it needs of sums."""

    name: str
    head: str
    help: str
    scores: Callable[[Sums, Progress | None], Scores]
    keep: frozenset[str] = field(default=frozenset())


def _points(sums: Sums, _: Progress | None) -> Scores:
    found: dict[str, Score] = {}
    for key, entrant in sums.entrants.items():
        mean, estimate = entrant.points.mean, entrant.points.estimate()
        if mean is not None and estimate is not None:
            found[key] = Score(mean, estimate.low, estimate.high)
    return Scores(found, better=sums.better)


def _wins(sums: Sums, _: Progress | None) -> Scores:
    scores = {key: Score(entrant.wins.value) for key, entrant in sums.entrants.items()}
    return Scores(scores, counted=True)


def _rank(sums: Sums, _: Progress | None) -> Scores:
    scores = {key: Score(entrant.beaten.value) for key, entrant in sums.entrants.items()}
    return Scores(scores, counted=True)


def _elo(sums: Sums, progress: Progress | None) -> Scores:
    from scoutcli.ratings import elo  # only where somebody asks for a rating

    rated, course = elo(sums.dated, progress=progress)
    return _rated(rated, course)


def _bradley_terry(sums: Sums, progress: Progress | None) -> Scores:
    from scoutcli.ratings import bradley_terry  # see `_elo`

    labels = sums.labels()
    rated = bradley_terry(
        sums.outcomes, label=lambda key: printable(labels[key]), progress=progress
    )
    return _rated(rated)


def _openskill(sums: Sums, progress: Progress | None) -> Scores:
    from scoutcli.ratings import openskill  # see `_elo`

    rated, course = openskill(sums.dated, progress=progress)
    return _rated(rated, course)


def _rated(rated: Rated, course: Course | None = None) -> Scores:
    scores = {
        key: Score(rating.value, rating.low, rating.high) for key, rating in rated.ratings.items()
    }
    return Scores(scores, notes=(rated.model, *rated.notices), course=course)


SYSTEMS = {
    system.name: system
    for system in (
        System(
            "wins", "wins",
            "matches won; a win that k seats share counts 1/k for each",
            _wins,
        ),
        System(
            "points", "a round",
            "points a round, over all rounds; the fewest are best where the lowest wins",
            _points,
        ),
        System(
            "rank", "rank points",
            "for place p of n seats n - p points; seats of one place share theirs evenly",
            _rank,
        ),
        System(
            "elo", "Elo",
            "Elo's rating match by match in the order of their dates, all pairs of a table",
            _elo, frozenset({DATED}),
        ),
        System(
            "bradley-terry", "Bradley–Terry",
            "the strengths that make the places of all matches most likely, with a prior",
            _bradley_terry, frozenset({OUTCOMES}),
        ),
        System(
            "openskill", "OpenSkill",
            "OpenSkill's Bradley–Terry model match by match in the order of their dates",
            _openskill, frozenset({DATED}),
        ),
    )
}  # fmt: skip
"""By the word of the option ``--system``."""
