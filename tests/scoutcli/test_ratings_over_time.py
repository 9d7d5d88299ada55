"""Ratings over time: Elo's and OpenSkill's by hand, their course, and the order of matches."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import RuleError
from scoutcli.ratings import Outcome, Rated, elo, openskill


class Played(NamedTuple):
    """A match as ratings over time need it."""

    date: str
    outcome: Outcome
    stage: str = ""
    identity: str = ""


def strict(names: str) -> Outcome:
    """``abc``: a before b before c."""
    return tuple((name,) for name in names)


def values(rated: Rated) -> dict[str, float]:
    return {key: rating.value for key, rating in rated.ratings.items()}


def after(*outcomes: Outcome) -> dict[str, float]:
    """Elo's ratings after these matches, with k = 20."""
    played = [
        Played("2026-05-01", outcome, identity=f"{at:04}") for at, outcome in enumerate(outcomes)
    ]
    return values(elo(played, k=20)[0])


def test_of_two_equals_the_winner_gets_half_of_k() -> None:
    assert after(strict("ab")) == {"a": 1510, "b": 1490}


def test_a_win_against_a_stronger_one_brings_more() -> None:
    """FIDE's Rating Regulations, 8.1.2: the stronger one by 20 points is expected to make 0.53."""
    found = after(strict("ab"), strict("ba"))
    expected = 1 / (1 + 10 ** (-20 / 400))
    assert expected == pytest.approx(0.53, abs=0.005)
    assert found["b"] == pytest.approx(1490 + 20 * expected)
    assert found["a"] + found["b"] == pytest.approx(3000)


def test_at_a_table_k_is_shared_among_the_opponents() -> None:
    assert after(strict("abc")) == {"a": 1510, "b": 1500, "c": 1490}
    assert after((("a",), ("b", "c"))) == {"a": 1510, "b": 1495, "c": 1495}


def test_who_has_two_seats_moves_by_both() -> None:
    """Each seat of a against b: half a win more than expected, at a table of three."""
    assert after((("a", "a"), ("b",))) == {"a": 1510, "b": 1490}


@given(st.lists(st.permutations("abcdef").map(lambda order: strict("".join(order[:4])))))
def test_elos_points_are_handed_on_never_made(outcomes: list[Outcome]) -> None:
    found = after(*outcomes)
    assert sum(found.values()) == pytest.approx(1500 * len(found))


def test_elo_stays_finite_however_often_one_wins() -> None:
    found = values(elo([Played("2026-05-01", strict("ab"))] * 3000, k=5000)[0])
    assert all(map(math.isfinite, found.values()))


@pytest.mark.parametrize("k", [0.0, -3.0, math.inf, math.nan])
def test_k_is_a_number_above_0(k: float) -> None:
    with pytest.raises(RuleError, match="k is to be") as error:
        elo([], k=k)
    assert error.value.code == "bad-k"


def test_openskill_follows_the_formula_of_its_authors() -> None:
    """Weng and Lin (2011), algorithm 1, for two: Ω = σ²/c (s - p), Δ = γ (σ/c)² p (1 - p).

    c² = 2σ² + 2β², γ = σ/c; the library's constants: μ 25, σ 25/3, β 25/6, and
    25/300 by which the deviation grows before each match.
    """
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = math.sqrt(2 * variance + 2 * (25 / 6) ** 2)
    gain = variance / c * 0.5
    deviation = math.sqrt(variance * (1 - math.sqrt(variance) / c * variance / c**2 * 0.25))
    a, b = openskill([Played("2026-05-01", strict("ab"))])[0].ratings.values()
    assert (a.value, b.value) == pytest.approx((25 + gain, 25 - gain))
    assert a.low is not None and a.high is not None
    assert (a.high - a.low) / 2 == pytest.approx(1.96 * deviation, rel=1e-4)
    assert (a.matches, b.matches) == (1, 1)


def test_matches_count_by_date_then_stage_then_identity() -> None:
    """The later match is between unequal ones, so that which is later is seen."""
    first = Played("2026-05-01", strict("ab"), "2", "9")
    for later in (
        Played("2026-05-02", strict("ba"), "1", "1"),
        Played("2026-05-01", strict("ba"), "3", "1"),
        Played("2026-05-01", strict("ba"), "2", "91"),
    ):
        for rate in (elo, openskill):
            rated, course = rate([later, first])
            assert values(rated) == values(rate([first, later])[0])
            (_, won), (_, lost) = course["a"]
            assert won > lost
            assert course.dates == [first.date, later.date]


def test_matches_count_in_the_order_in_which_they_are_sorted() -> None:
    """Numbers count as numbers; what is not said comes behind all that is."""
    for date, stage, later_date, later_stage in (
        ("2026-9-30", "", "2026-10-01", ""),
        ("2026-05-01", "Round 9", "2026-05-01", "Round 10"),
        ("2026-5-1", "Round 2", "2026-05-01", "Round 3"),
        ("2026-05-01", "Round 3", "2026-5-1", "Round 4"),
        ("2026-05-01", "Round 2", "2026-05-01", ""),
        ("2026-05-01", "Round 2", "", "Round 1"),
    ):
        first = Played(date, strict("ab"), stage, "9")
        later = Played(later_date, strict("ba"), later_stage, "1")
        for rate in (elo, openskill):
            (_, won), (_, lost) = rate([later, first])[1]["a"]
            assert won > lost, later
            rate((first, later))  # which are in order as they come


def test_what_is_no_list_has_to_come_in_order() -> None:
    matches = (Played("2026-05-02", strict("ab")), Played("2026-05-01", strict("ab")))
    for rate in (elo, openskill):
        with pytest.raises(RuleError, match="in the order of date, stage and identity") as error:
            rate(matches)
        assert error.value.code == "bad-order"
        rate(matches[::-1])


def test_a_course_has_the_rating_behind_each_match_of_an_entrant() -> None:
    matches = [
        Played("2026-05-01", strict("ab")),
        Played("2026-05-02", strict("cb")),
        Played("2026-05-04", strict("ac")),
    ]
    rated, course = elo(matches)
    assert sorted(course) == ["a", "b", "c"]
    assert [date for date, _ in course["a"]] == ["2026-05-01", "2026-05-04"]
    assert [at for at, _ in course.steps("c")] == [1, 2]
    assert course["a"][0][1] == 1510
    assert {key: course[key][-1][1] for key in course} == values(rated)
    assert [rated.ratings[key].matches for key in "abc"] == [2, 2, 2]
    assert list(course.steps("nobody")) == []


def test_matches_without_a_date_are_said() -> None:
    dated, undated = Played("2026-05-01", strict("ab")), Played("", strict("ab"))
    assert elo([dated, dated])[0].notices == ()
    assert elo([undated])[0].notices == ()
    assert elo([undated, dated, dated])[0].notices == (
        "1 of 3 matches is without a date: it counts last, in an order of no meaning",
    )
    assert openskill([undated] * 2)[0].notices == (
        "all matches are without a date: their order has no meaning",
    )


def test_what_a_rating_rests_on_is_said() -> None:
    assert elo([], k=24)[0].model == (
        "Elo: all pairs of a table, k = 24 shared among them; everyone begins at 1500; "
        "400 points = 10 : 1"
    )
    said = openskill([])[0].model
    assert "Bradley–Terry" in said
    assert "prior: normal, mean 25, deviation 8.33" in said


def test_how_far_it_is_is_told() -> None:
    told: list[tuple[int, int]] = []
    elo([Played("2026-05-01", strict("ab"))] * 1001, progress=lambda *far: told.append(far))
    assert told == [(0, 1001), (500, 1001), (1000, 1001)]
