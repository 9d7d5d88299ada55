"""Ratings by maximum likelihood: all matches at once, with intervals by bootstrap over matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import NormalDist

from games.errors import RuleError
from notation.diagnostics import printable
from scoutcli.extras import extra
from scoutcli.ratings.linked import links_of, notices_of
from scoutcli.ratings.model import (
    MEAN,
    SCALE,
    Label,
    Outcome,
    Progress,
    Rated,
    Rating,
    named,
    sorted_outcome,
)

PRIOR = 350.0
"""Points that a rating is off the mean before any match, as a standard deviation.

That of Glicko, for players of whom nothing is known: M. E. Glickman,
"Parameter estimation in large dynamic paired comparison experiments" (1999).
"""
MOST_PRIOR = 1e6
REPLICATES = 200

_SAME = 1e-3
"""Points so few are what reckoning makes of nothing: no log is long enough for them."""
_NORMAL = NormalDist().inv_cdf(0.975)


def bradley_terry(
    outcomes: Mapping[Outcome, int],
    *,
    prior: float = PRIOR,
    replicates: int = REPLICATES,
    seed: int = 1,
    label: Label = printable,
    progress: Progress | None = None,
) -> Rated:
    """Strengths by Plackett and Luce's model, of two entrants Bradley and Terry's.

    `outcomes` says how often each was seen, `prior` is the standard deviation of
    the prior in points, above 0 and at most a million. Of `replicates` samples
    of the matches, drawn from `seed`, come the intervals; with fewer than 2
    there are none, nor for an entrant whom the matches do not bound from both
    sides, or of whom all samples say the same: all of one match do. `label`
    names an entrant in notices; `progress` is told of replicates.

    Raises RuleError: ``bad-prior``, or ``extra-missing`` without numpy.
    """
    if not 0 < prior <= MOST_PRIOR:
        raise RuleError(
            "bad-prior", f"the prior is to be above 0 and at most {MOST_PRIOR:.0f}, not {prior}"
        )
    counts, played = _counted(outcomes)
    if not counts:
        return Rated(_words(prior, replicates), {})
    keys = sorted(played)
    links = links_of(counts)
    with extra("ratings", "a rating by maximum likelihood"):
        from scoutcli.ratings.fitting import fitted  # numpy is not installed everywhere
    strengths, deviations = fitted(
        counts,
        {key: at for at, key in enumerate(keys)},
        (SCALE / prior) ** 2,
        replicates=replicates,
        seed=seed,
        progress=progress,
    )
    ratings, same = {}, []
    for key, strength, deviation in zip(keys, strengths, deviations, strict=True):
        value, half = MEAN + SCALE * float(strength), None
        if replicates > 1 and key not in links.unbounded:
            half = _NORMAL * SCALE * float(deviation)
            if half < _SAME:
                half = None
                same.append(key)
        ratings[key] = Rating(value, *_ends(value, half), played[key])
    notices = notices_of(links, label)
    if same:
        what = "all samples of the matches give the same rating, so that there is no interval"
        notices += (f"{what}: {named(same, label)}",)
    return Rated(_words(prior, replicates), ratings, notices)


def _counted(outcomes: Mapping[Outcome, int]) -> tuple[dict[Outcome, int], Counter[str]]:
    """Each outcome written in one way, in order, with its count; how many matches each played."""
    counts: Counter[Outcome] = Counter()
    for outcome, count in outcomes.items():
        if count > 0 and (tidy := sorted_outcome(outcome)):
            counts[tidy] += count
    played: Counter[str] = Counter()
    for outcome, count in counts.items():
        for key in {key for group in outcome for key in group}:
            played[key] += count
    return {outcome: counts[outcome] for outcome in sorted(counts)}, played


def _ends(value: float, half: float | None) -> tuple[float | None, float | None]:
    return (None, None) if half is None else (value - half, value + half)


def _words(prior: float, replicates: int) -> str:
    intervals = f"; intervals: 1.96 deviations of {replicates} bootstrap samples of the matches"
    return (
        "Plackett–Luce (of two players Bradley–Terry) by maximum likelihood, ties by Efron's "
        "form, with half a win each for two that are tied last; "
        f"prior: normal, mean {MEAN:.0f}, deviation {prior:g}; 400 points = 10 : 1"
        f"{intervals if replicates > 1 else ''}"
    )
