"""Ratings: against published estimates, by hand, against scipy, and by simulation."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from scipy.optimize import minimize

from games.errors import RuleError
from scoutcli.ratings import Outcome, Rated, bradley_terry, elo, openskill
from scoutcli.ratings.linked import links_of
from scoutcli.ratings.model import named

E_FOLD = 400 / math.log(10)
VANISHING = 1e6


class Played(NamedTuple):
    """A match as ratings over time need it."""

    date: str
    outcome: Outcome
    stage: str = ""
    identity: str = ""


def values(rated: Rated) -> dict[str, float]:
    return {key: rating.value for key, rating in rated.ratings.items()}


def strict(names: str) -> Outcome:
    """``abc``: a before b before c."""
    return tuple((name,) for name in names)


# Maximum likelihood, against what was published


TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WON = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
"""Wins of the team of the row: American League, Eastern Division, 1987."""


def test_the_strengths_of_1987s_baseball_teams_are_those_published() -> None:
    """A. Agresti, Categorical Data Analysis, 2nd edition (2002), table 10.11; Baltimore is at 0."""
    outcomes = {
        ((winner,), (loser,)): WON[at][to]
        for at, winner in enumerate(TEAMS)
        for to, loser in enumerate(TEAMS)
        if at != to
    }
    rated = bradley_terry(outcomes, prior=VANISHING, replicates=0)
    found = values(rated)
    above = [(found[team] - found["Baltimore"]) / E_FOLD for team in TEAMS]
    assert above == pytest.approx([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0], abs=0.005)
    assert rated.ratings["Boston"].matches == 78
    assert rated.notices == ()
    assert sum(found.values()) / 7 == pytest.approx(1500)


@pytest.mark.parametrize(("won", "lost", "tied"), [(3, 1, 0), (2, 0, 2), (5, 2, 1)])
def test_of_two_the_odds_are_those_of_wins_with_a_tie_as_half_of_one_for_each(
    won: int, lost: int, tied: int
) -> None:
    outcomes: dict[Outcome, int] = {strict("ab"): won, strict("ba"): lost, (("a", "b"),): tied}
    found = values(bradley_terry(outcomes, prior=VANISHING, replicates=0))
    odds = (won + tied / 2) / (lost + tied / 2)
    assert found["a"] - found["b"] == pytest.approx(400 * math.log10(odds), abs=0.01)


def test_with_a_prior_the_strengths_are_pulled_to_the_mean() -> None:
    """One win of a: with strengths ±x and x in units of the prior's 1, x = 1 / (1 + exp 2x)."""
    found = values(bradley_terry({strict("ab"): 1}, prior=E_FOLD, replicates=0))
    x = (found["a"] - 1500) / E_FOLD
    assert x == pytest.approx(1 / (1 + math.exp(2 * x)), abs=1e-6)
    assert found["a"] + found["b"] == pytest.approx(3000)


# Maximum likelihood, against an independent library


def posterior(
    outcomes: Mapping[Outcome, int], keys: Sequence[str], strengths: Sequence[float], prior: float
) -> float:
    """The logarithm of likelihood and prior, draw by draw."""
    strength = dict(zip(keys, strengths, strict=True))
    total = -sum(each * each for each in strengths) / (2 * prior**2)
    for outcome, count in outcomes.items():
        for at, group in enumerate(outcome):
            behind = sum(math.exp(strength[key]) for later in outcome[at + 1 :] for key in later)
            tied = sum(math.exp(strength[key]) for key in group)
            log = sum(strength[key] for key in group)
            for drawn in range(len(group)):
                log -= math.log(behind + tied * (1 - drawn / len(group)))
            last = at == len(outcome) - 1
            total += count * log * ((len(group) - 1) / len(group) if last else 1)
    return total


@st.composite
def played(draw: st.DrawFn) -> dict[Outcome, int]:
    """Some outcomes of two to five seats of six entrants, with ties; one may have two seats."""
    found: dict[Outcome, int] = {}
    for _ in range(draw(st.integers(1, 12))):
        seats = draw(st.lists(st.sampled_from("abcdef"), min_size=2, max_size=5))
        places = draw(st.lists(st.integers(0, 3), min_size=len(seats), max_size=len(seats)))
        taken = sorted(set(places))
        outcome = tuple(
            tuple(sorted(key for key, at in zip(seats, places, strict=True) if at == place))
            for place in taken
        )
        found[outcome] = draw(st.integers(1, 9))
    return found


@settings(max_examples=40, deadline=None)
@given(played())
def test_scipy_finds_the_same_strengths(outcomes: dict[Outcome, int]) -> None:
    keys = sorted({key for outcome in outcomes for group in outcome for key in group})
    prior = 2.0
    best = minimize(
        lambda strengths: -posterior(outcomes, keys, strengths, prior),
        np.zeros(len(keys)),
        method="BFGS",
        options={"gtol": 1e-6},
    )
    found = values(bradley_terry(outcomes, prior=prior * E_FOLD, replicates=0))
    assert [(found[key] - 1500) / E_FOLD for key in keys] == pytest.approx(best.x, abs=1e-4)


def test_strong_and_weak_by_far_is_no_harder() -> None:
    """Who wins all of a million matches, and who loses them: steps that would be too long."""
    outcomes = {strict("abc"): 1_000_000, strict("acb"): 1}
    found = values(bradley_terry(outcomes, prior=VANISHING, replicates=0))
    assert found["a"] > 3000
    assert found["b"] - found["c"] == pytest.approx(2400, abs=1)  # a million to one


# What every model has to do


def by_model(outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """What each model makes of a few matches."""
    dated = [Played("2026-01-01", outcome, identity=f"{at}") for at, outcome in enumerate(outcomes)]
    return {
        "bradley-terry": values(bradley_terry(Counter(outcomes), replicates=0)),
        "elo": values(elo(dated)[0]),
        "openskill": values(openskill(dated)[0]),
    }


@pytest.mark.parametrize("size", range(2, 9))
def test_a_tie_among_equals_moves_nobody(size: int) -> None:
    for model, found in by_model([(tuple("abcdefgh"[:size]),)] * 3).items():
        start = 25.0 if model == "openskill" else 1500.0
        assert list(found.values()) == pytest.approx([start] * size), model


def test_of_five_with_three_tied_second_none_gains_more_than_the_winner() -> None:
    for model, found in by_model([(("a",), ("b", "c", "d"), ("e",))]).items():
        assert found["a"] > found["b"] == pytest.approx(found["c"]), model
        assert found["b"] == pytest.approx(found["d"]), model
        assert found["d"] > found["e"], model


@given(
    st.lists(st.integers(0, 4), min_size=2, max_size=8).map(
        lambda places: tuple(
            tuple("abcdefgh"[seat] for seat, at in enumerate(places) if at == place)
            for place in sorted(set(places))
        )
    )
)
def test_among_equals_who_comes_before_gains_more(outcome: Outcome) -> None:
    for model, found in by_model([outcome]).items():
        for better, worse in pairwise(outcome):
            assert min(found[key] for key in better) > max(found[key] for key in worse), model
        for group in outcome:
            assert max(map(found.__getitem__, group)) == pytest.approx(
                min(map(found.__getitem__, group))
            ), model


def test_a_tie_among_unequals_draws_them_together() -> None:
    """Releases of OpenSkill before 6.2 moved both up."""
    before = by_model([strict("ab")])
    after = by_model([strict("ab"), (("a", "b"),)])
    for model, found in after.items():
        assert found["a"] < before[model]["a"], model
        assert found["b"] > before[model]["b"], model
    before, after = by_model([strict("abc")]), by_model([strict("abc"), (("a", "b"), ("c",))])
    assert after["openskill"]["b"] - before["openskill"]["b"] > (
        after["openskill"]["a"] - before["openskill"]["a"]
    )


def test_the_librarys_plackett_luce_model_lifts_a_third_above_two_tied_winners() -> None:
    """Why OpenSkill's Bradley–Terry model is taken: with this one, this must fail."""
    rules = PlackettLuce()
    teams = [[rules.rating()] for _ in range(5)]
    first, second, third, *_ = (
        team[0].mu for team in rules.rate(teams, ranks=[0.0, 0.0, 2.0, 3.0, 4.0])
    )
    assert third > first == second
    outcome: Outcome = (("a", "b"), ("c",), ("d",), ("e",))
    found = by_model([outcome])["openskill"]
    assert found["a"] == found["b"] > found["c"] > found["d"] > found["e"]


def test_a_second_seat_of_an_entrant_is_compared_with_the_others_alone() -> None:
    for model, found in by_model([(("a", "a"), ("b",)), (("z", "z"),)]).items():
        start = 25.0 if model == "openskill" else 1500.0
        assert found["a"] > start > found["b"], model
        assert found["z"] == start, model


@settings(max_examples=25, deadline=None)
@given(played(), st.randoms(use_true_random=False))
def test_no_order_makes_a_difference(outcomes: dict[Outcome, int], chance: random.Random) -> None:
    again = list(outcomes.items())
    chance.shuffle(again)
    other = {
        tuple(tuple(chance.sample(group, len(group))) for group in outcome): count
        for outcome, count in again
    }
    one = bradley_terry(outcomes, replicates=3)
    two = bradley_terry(other, replicates=3)
    assert one == two
    assert list(one.ratings) == list(two.ratings)
    dated = [
        Played(f"2026-01-{at % 3 + 1:02}", outcome, identity=f"{at}")
        for at, outcome in enumerate(outcomes)
    ]
    mixed = [
        match._replace(outcome=tuple(group[::-1] for group in match.outcome)) for match in dated
    ]
    chance.shuffle(mixed)
    assert elo(dated) == elo(mixed)
    assert openskill(dated) == openskill(mixed)


def test_matches_that_do_not_count_change_nothing() -> None:
    assert bradley_terry({}).ratings == {}
    assert bradley_terry({strict("ab"): 0}).ratings == {}
    assert elo([])[0].ratings == openskill([])[0].ratings == {}


# What the matches leave open


def test_who_is_undefeated_has_a_finite_rating_and_that_is_said() -> None:
    rated = bradley_terry({strict("abc"): 5, strict("acb"): 5})
    a, b, c = (rated.ratings[key] for key in "abc")
    assert 1500 < a.value < 2500
    assert (a.low, a.high) == (None, None)
    assert b.value == pytest.approx(c.value)
    assert b.low is not None and b.high is not None and b.low < b.value < b.high
    assert rated.notices == ("undefeated, so that the prior alone bounds the rating from above: a",)


def test_who_never_came_before_anyone_is_said() -> None:
    rated = bradley_terry({strict("abc"): 5, strict("bac"): 5})
    assert rated.ratings["c"].low is None
    assert rated.notices == (
        "behind everyone in every match, so that the prior alone bounds the rating from below: c",
    )


def test_a_group_that_always_wins_is_said() -> None:
    rated = bradley_terry({strict("abcde"): 5, strict("baedc"): 5, strict("cde"): 1})
    [notice] = rated.notices
    assert notice.startswith("always before or always behind all of the others")
    assert notice.endswith(": a and b")
    assert rated.ratings["a"].low is None
    assert rated.ratings["c"].low is not None


def test_groups_that_never_met_are_said_with_their_names() -> None:
    games = {strict("ab"): 1, strict("ba"): 2, strict("cde"): 1, strict("edc"): 1}
    rated = bradley_terry(games)
    [notice] = rated.notices
    assert notice == (
        "2 groups have never met, so that the prior alone compares one with another: "
        "c, d and e; a and b"
    )
    assert sum(rated.ratings[key].value for key in "ab") == pytest.approx(3000)
    assert sum(rated.ratings[key].value for key in "cde") == pytest.approx(4500)


def test_names_are_those_given_cut_and_safe() -> None:
    outcomes: dict[Outcome, int] = {((f"p{at:02}",), ("\x1b[2J",)): 1 for at in range(30)}
    first, last = bradley_terry(outcomes, replicates=0).notices
    assert first.endswith(": p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11 and "
                          "18 others")  # fmt: skip
    assert last.endswith(r": \x1b[2J")
    named = bradley_terry(
        {strict("ab"): 1}, replicates=0, label={"a": "Ann", "b": "Bo"}.__getitem__
    )
    assert [notice.rpartition(" ")[2] for notice in named.notices] == ["Ann", "Bo"]


@given(played())
def test_links_are_those_that_fords_condition_asks_for(outcomes: dict[Outcome, int]) -> None:
    """For each way to part the entrants in two: whether one never came behind the other."""
    links = links_of(outcomes)
    keys = sorted({key for outcome in outcomes for group in outcome for key in group})

    def held(part: set[str]) -> bool:
        """Whether nobody outside came before, or level with, anybody of a part."""
        return not any(
            not set(group) <= part and any(not part.isdisjoint(later) for later in outcome[at:])
            for outcome in outcomes
            for at, group in enumerate(outcome)
        )

    parts = [set(some) for size in range(1, len(keys)) for some in combinations(keys, size)]
    open_ = [part for part in parts if held(part)]
    assert (not open_) == (len(keys) == 1 or (len(links.apart) == 1 and not links.unbounded))
    for key in links.undefeated:
        assert held({key})
    for group in links.apart[:-1]:
        assert held(set(group)) and held(set(keys) - set(group))


# Intervals


def simulated(
    chance: random.Random, strengths: Sequence[float], matches: int, seats: Sequence[int]
) -> Counter[Outcome]:
    """Matches at tables of so many seats: who is first to come by, each at a rate exp strength."""
    outcomes: Counter[Outcome] = Counter()
    for _ in range(matches):
        table = chance.sample(range(len(strengths)), chance.choice(seats))
        waits = {seat: chance.expovariate(math.exp(strengths[seat])) for seat in table}
        order = sorted(table, key=waits.__getitem__)
        outcomes[strict("".join("abcdef"[seat] for seat in order))] += 1
    return outcomes


@pytest.mark.long
@pytest.mark.parametrize(("matches", "seats"), [(300, (2,)), (60, (3, 4))])
def test_an_interval_holds_the_true_strength_in_95_of_100_logs(
    matches: int, seats: tuple[int, ...]
) -> None:
    strengths = (0.8, 0.35, 0.0, -0.35, -0.8)
    chance = random.Random(20)
    held = []
    for seed in range(80):
        outcomes = simulated(chance, strengths, matches, seats)
        ratings = bradley_terry(outcomes, replicates=50, seed=seed).ratings
        for key, strength in zip("abcde", strengths, strict=True):
            _, low, high, _ = ratings[key]
            assert low is not None and high is not None
            held.append(low <= 1500 + E_FOLD * strength <= high)
    assert 0.93 <= sum(held) / len(held) <= 0.97


def test_intervals_are_drawn_from_the_seed() -> None:
    outcomes = {strict("abc"): 4, strict("cba"): 3, strict("bac"): 2}
    one, again, other = (bradley_terry(outcomes, seed=seed) for seed in (1, 1, 2))
    assert one == again
    assert values(one) == values(other)
    assert one.ratings["a"].low != other.ratings["a"].low


@pytest.mark.parametrize(
    ("outcomes", "without"),
    [
        ({(("a",), ("b", "c", "d"), ("e",)): 1}, "bcd"),
        ({(("a",), ("b", "c"), ("d",)): 7}, "bc"),
        ({(("a", "b", "c"),): 1}, "abc"),
        ({(("a", "b"),): 3, strict("cde"): 2, strict("edc"): 1}, "ab"),
        ({(("a", "b"),): 1, strict("ab"): 1}, ""),
    ],
)
def test_where_samples_cannot_differ_there_is_no_interval_and_that_is_said(
    outcomes: dict[Outcome, int], without: str
) -> None:
    """Nothing is known of how far a rating varies with the matches: not that it does not."""
    rated = bradley_terry(outcomes)
    said = "all samples of the matches give the same rating, so that there is no interval"
    found = [notice for notice in rated.notices if said in notice]
    assert found == ([f"{said}: {named(without)}"] if without else [])
    for key, rating in rated.ratings.items():
        assert key not in without or rating.low is rating.high is None
        assert rating.low is None or rating.high - rating.low > 1
    assert not any(said in notice for notice in bradley_terry(outcomes, replicates=0).notices)


def test_a_replicate_is_told() -> None:
    told: list[tuple[int, int]] = []
    bradley_terry({strict("ab"): 1}, replicates=2, progress=lambda *so_far: told.append(so_far))
    assert told == [(1, 2), (2, 2)]


def test_what_a_rating_rests_on_is_said() -> None:
    said = bradley_terry({strict("ab"): 1}, prior=200, replicates=50).model
    assert "Plackett–Luce" in said
    assert "prior: normal, mean 1500, deviation 200; 400 points = 10 : 1" in said
    assert said.endswith("intervals: 1.96 deviations of 50 bootstrap samples of the matches")


@pytest.mark.parametrize("prior", [0.0, -1.0, math.nan, math.inf])
def test_a_prior_is_a_number_above_0(prior: float) -> None:
    with pytest.raises(RuleError, match="the prior is to be above 0") as error:
        bradley_terry({strict("ab"): 1}, prior=prior)
    assert error.value.code == "bad-prior"


# What is not installed


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = "import sys, scoutcli.ratings; sys.exit(any(m in sys.modules for m in sys.argv[1:]))"
    subprocess.run([sys.executable, "-c", code, "numpy", "openskill", "scipy"], check=True)


@pytest.mark.parametrize("missing", ["numpy", "openskill"])
def test_what_to_install_is_said(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in list(sys.modules):
        if module.partition(".")[0] == missing or module.startswith("scoutcli.ratings."):
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, missing, None)
    rate = {
        "numpy": lambda: bradley_terry({strict("ab"): 1}),
        "openskill": lambda: openskill([Played("", strict("ab"))]),
    }
    with pytest.raises(RuleError, match=r"pip install 'scoutcli\[ratings\]'") as error:
        rate[missing]()
    assert error.value.code == "extra-missing"
    assert missing in error.value.message
