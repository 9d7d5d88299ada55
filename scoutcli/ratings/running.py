"""Ratings over time: every match changes those who played it, in the order of the matches.

The order is that of date, stage and identity, whatever the order of the files; numbers in
dates and stages count as numbers, and matches without them come last, as `scoutcli sort` has it.
All pairs of a table count, a tie as half a win for each. Who has two seats is
compared with the others twice, and moves by the sum of both; a table of one
entrant alone changes nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from statistics import NormalDist

from games.errors import RuleError
from scoutcli.extras import extra
from scoutcli.natural import order_of
from scoutcli.ratings.model import (
    MEAN,
    Course,
    Match,
    Matches,
    Outcome,
    Progress,
    Rated,
    Rating,
    sorted_outcome,
)

K = 20.0
"""FIDE's development coefficient for most players: Rating Regulations, 8.3.3."""

_TELL_EVERY = 500
_NORMAL = NormalDist().inv_cdf(0.975)

_order_of = lru_cache(maxsize=4096)(order_of)
"""Many matches are of one date."""

Seats = list[tuple[str, int]]
"""The entrant of each seat with its place, best first; ties have one place."""


def elo(
    matches: Matches, *, k: float = K, progress: Progress | None = None
) -> tuple[Rated, Course]:
    """Elo's rating, and its course.

    At a table of n, each opponent brings k / (n - 1) times what the result
    differs from the expected one, by the ratings before the match: with one
    seat nobody moves by more than `k`. A list is put in order here, other
    matches are to come in order and are gone through once. `progress` is told
    of matches. Raises RuleError ``bad-k`` or ``bad-order``.
    """
    if not 0 < k < math.inf:
        raise RuleError("bad-k", f"k is to be a number of points above 0, not {k}")
    values: dict[str, float] = {}
    played: Counter[str] = Counter()
    course = Course()
    for match in _in_order(matches, progress):
        course.begin(match.date)
        seats = _seats(match.outcome)
        for key, gain in _gains(seats, values).items():
            values[key] = values.get(key, MEAN) + k / max(len(seats) - 1, 1) * gain
            played[key] += 1
            course.note(key, values[key])
    model = (
        f"Elo: all pairs of a table, k = {k:g} shared among them; everyone begins at {MEAN:.0f}; "
        "400 points = 10 : 1"
    )
    ratings = {key: Rating(value, None, None, played[key]) for key, value in values.items()}
    return Rated(model, ratings, _undated(course.dates)), course


def _gains(seats: Seats, values: Mapping[str, float]) -> dict[str, float]:
    """Wins above what was expected, for each entrant of a table."""
    gains = dict.fromkeys((key for key, _ in seats), 0.0)
    for at, (one, place) in enumerate(seats):
        for other, below in seats[at + 1 :]:
            if one != other:
                result = 1.0 if place < below else 0.5
                gain = result - _expected(values.get(one, MEAN), values.get(other, MEAN))
                gains[one] += gain
                gains[other] -= gain
    return gains


def _expected(own: float, other: float) -> float:
    """How often one comes before the other; a difference beyond 4000 points says no more."""
    return 1 / (1 + 10 ** max(-10.0, min((other - own) / 400, 10.0)))


def openskill(matches: Matches, *, progress: Progress | None = None) -> tuple[Rated, Course]:
    """OpenSkill's rating by the Bradley–Terry model with all pairs, and its course.

    R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
    Ranking", JMLR 12 (2011), algorithm 1, as the `openskill` library has it,
    with the library's constants. Not its Plackett–Luce model: with two of five
    tied first, that one lifts the third above the winners. A tenth of a
    millisecond a match. Arguments are as for `elo`. Raises RuleError
    ``extra-missing`` or ``bad-order``.
    """
    with extra("ratings", "OpenSkill's rating"):
        from openskill.models import BradleyTerryFull  # not installed everywhere

    rules = BradleyTerryFull()
    found: dict[str, tuple[float, float]] = {}
    played: Counter[str] = Counter()
    course = Course()
    for match in _in_order(matches, progress):
        course.begin(match.date)
        seats = _seats(match.outcome)
        before = {key: found.get(key, (rules.mu, rules.sigma)) for key, _ in seats}
        after: dict[str, list[tuple[float, float]]] = {key: [] for key in before}
        if len(before) > 1:
            teams = [[rules.rating(*before[key])] for key, _ in seats]
            moved = rules.rate(teams, ranks=[place + 1.0 for _, place in seats])
            for (key, _), [rating] in zip(seats, moved, strict=True):
                after[key].append((rating.mu, rating.sigma))
        for key, seen in after.items():
            found[key] = _joined(before[key], seen, rules.tau)
            played[key] += 1
            course.note(key, found[key][0])
    model = (
        "OpenSkill: Weng and Lin's Bradley–Terry model, all pairs of a table; "
        f"prior: normal, mean {rules.mu:g}, deviation {rules.sigma:.3g}; "
        f"beta {rules.beta:.3g}, tau {rules.tau:.2g}; intervals: the mean ± 1.96 deviations"
    )
    ratings = {
        key: Rating(mu, mu - _NORMAL * sigma, mu + _NORMAL * sigma, played[key])
        for key, (mu, sigma) in found.items()
    }
    return Rated(model, ratings, _undated(course.dates)), course


def _joined(
    before: tuple[float, float], seats: list[tuple[float, float]], tau: float
) -> tuple[float, float]:
    """Mean and deviation behind a match, from those that each seat of an entrant would have.

    The changes of the mean are added, those of the variance multiplied; the
    variance before it had grown by that of `tau`, once.
    """
    mu, sigma = before
    if not seats:
        return before
    grown = math.hypot(sigma, tau)
    change = sum(mean - mu for mean, _ in seats)
    return mu + change, grown * math.prod(deviation / grown for _, deviation in seats)


def _in_order(matches: Matches, progress: Progress | None) -> Iterator[Match]:
    """By date, stage and identity; of equal matches it makes no difference which comes first."""
    total = len(matches)
    if isinstance(matches, list):
        matches = sorted(matches, key=lambda match: (*_when(match), match.outcome))
    before = (b"", b"", "")
    for done, match in enumerate(matches):
        now = _when(match)
        if now < before:
            raise RuleError(
                "bad-order", "matches are to come in the order of date, stage and identity"
            )
        before = now
        if progress is not None and done % _TELL_EVERY == 0:
            progress(done, total)
        yield match


def _when(match: Match) -> tuple[bytes, bytes, str]:
    return _order_of(match.date), _order_of(match.stage), match.identity


def _seats(outcome: Outcome) -> Seats:
    """In one order whatever the seats were, so that sums are the same to the last digit."""
    groups = sorted_outcome(outcome)
    return [(key, place) for place, group in enumerate(groups) for key in group]


def _undated(dates: Sequence[str]) -> tuple[str, ...]:
    """What is said where matches have no date: one of them alone needs no order."""
    without = dates.count("")
    if not without or len(dates) == 1:
        return ()
    if without == len(dates):
        return ("all matches are without a date: their order has no meaning",)
    are, count = ("is", "it counts") if without == 1 else ("are", "they count")
    some = f"{without} of {len(dates)} matches {are} without a date"
    return (f"{some}: {count} last, in an order of no meaning",)
