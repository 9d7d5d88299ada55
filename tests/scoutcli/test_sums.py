"""Sums of matches: whose they are, the same in any order and any parts, and who met whom."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.errors import RuleError
from notation.diagnostics import Diagnostic
from scoutcli.results.entrants import BY
from scoutcli.results.facts import FINISHED, FORFEITED, UNFINISHED, Facts, Seat
from scoutcli.results.ledger import Dated, Outcomes, outcome_of
from scoutcli.results.measured import Measured
from scoutcli.results.standings import Standings
from scoutcli.results.sums import DATED, OUTCOMES, PAIRS, Met, Sums
from scoutcli.results.systems import SYSTEMS
from scoutcli.results.tally import MOST_DIFFERENCES, Tally
from scoutcli.results.tiebreaks import TIEBREAKS
from tests.scoutcli.results import FEW, match, order, ranking, sums

# Who is an entrant


def test_players_are_told_apart_by_id_and_shown_by_name() -> None:
    made = sums([
        match("scout", [Seat("Ann", "a1"), Seat("Bo")], (1, 0)),
        match("scout", [Seat("Anna", "a1"), Seat("Ann", "a2")], (1, 0)),
        match("scout", [Seat("Anna", "a1"), Seat("Bo")], (1, 0)),
        match("scout", [Seat("Anna", "a3"), Seat("Bo")], (0, 1)),
    ])  # fmt: skip
    assert made.labels() == {"a1": "Anna (a1)", "Bo": "Bo", "a2": "Ann", "a3": "Anna (a3)"}
    assert [row.matches for row in ranking(made, "wins").rows] == [3, 3, 1, 1]


def test_by_bot_team_and_seat() -> None:
    seats = [Seat("Ann", team="North"), Seat("Bo", bot="greedy 1.0"), Seat("Cy", bot="greedy 1.0")]
    played = [match("scout", seats, (5, 7, 3))]
    bots = ranking(sums(played, "bot"), "wins")
    assert [(row.label, row.matches, row.rounds, row.points) for row in bots.rows] == [
        ("greedy 1.0", 1, 2, 10), ("people", 1, 1, 5),
    ]  # fmt: skip
    assert {row.label for row in ranking(sums(played, "team"), "wins").rows} == {"North", "no team"}
    assert order(ranking(sums(played, "seat"), "wins"))[0] == (1, "seat 2")
    assert [BY[name].name for name in BY] == ["player", "bot", "team", "seat"]


def test_two_seats_of_one_entrant() -> None:
    """Both greedy seats share the win: one win, two shared, and never met itself."""
    seats = [Seat("Ann"), Seat("Bo", bot="greedy"), Seat("Cy", bot="greedy")]
    made = sums([match("scout", seats, (5, 7, 7))], "bot")
    greedy = made.entrants["greedy"]
    assert (greedy.matches, greedy.seats, greedy.won, greedy.shared) == (1, 2, 0, 2)
    assert (greedy.wins.value, greedy.places, greedy.placed) == (1, 2, 2)
    assert list(made.outcomes) == [(("greedy", "greedy"), ("",))]
    assert [(one, other) for one, other, _ in made.pairs()] == [("", "greedy")]
    # Both seats against Ann's: two comparisons.
    assert made.against("greedy", "") == Met(2, 2, 0, 4, 2)


def test_only_finished_matches_count_but_all_faults_do() -> None:
    made = sums([
        match("scout", ["Ann", "Bo"], (5, 7), faults=(2, 0)),
        match("scout", ["Ann", "Bo"], (9, 0), status=UNFINISHED, faults=(0, 1)),
        match("scout", ["Ann", "Cy"], (1, 1), status=FORFEITED, faults=(1, 4)),
    ])  # fmt: skip
    found = ranking(made, "wins")
    assert [(row.label, row.matches, row.points, row.faults) for row in found.rows] == [
        ("Bo", 1, 7, 1), ("Ann", 1, 5, 3),
    ]  # fmt: skip


def test_points_nobody_noted_leave_the_rest_standing() -> None:
    made = sums([match("skyjo", ["Ann", "Bo"], (5, 7), (3, None))])
    rows = ranking(made, "points", "place").rows
    assert [(row.label, row.rounds, row.points, row.tiebreaks) for row in rows] == [
        ("Ann", 2, 8, (None,)), ("Bo", 1, 7, (None,)),
    ]  # fmt: skip
    assert not list(made.outcomes) and not list(made.dated) and not list(made.pairs())


def test_skill_and_luck_side_by_side() -> None:
    figures = (Measured(4, 2.0, 3.0, 5.0, 2), Measured(2, 3.0, -3.0, -5.0, 2))
    made = sums([
        match("scout", ["Ann", "Bo"], (5, 0), (5, 5), measured=figures),
        match("scout", ["Ann", "Bo"], (5, 0)),
    ])  # fmt: skip
    ann, bo = (row.skill for row in ranking(made, "wins").rows)
    assert ann == (4, 0.5, 2, 1.5, 1.0)
    assert bo == (2, 1.5, 2, -1.5, -1.0)
    assert ranking(sums([match("scout", ["Ann", "Bo"], (5, 0))]), "wins").rows[0].skill is None


# In any order, in any parts

NAMES = ("Ann", "Bo", "Cy", "Ann ", "é")


@st.composite
def logs(draw: st.DrawFn) -> list[Facts]:
    made = []
    for number in range(draw(st.integers(1, 6))):
        table = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=4))
        rounds = draw(
            st.lists(st.tuples(*[st.integers(-9, 30)] * len(table)), min_size=1, max_size=3)
        )
        made.append(
            match(
                "skyjo", [Seat(name, draw(st.sampled_from(["", "x"]))) for name in table], *rounds,
                date=draw(st.sampled_from(["", "2026-01-02", "2026-1-2", "2025"])),
                identity=f"{draw(st.integers(0, 3)):032x}", status=FINISHED,
                faults=tuple(draw(st.integers(0, 2)) for _ in table),
                measured=tuple(Measured(1, 0.1 * number, 0.2, 1 / 3, 1) for _ in table),
            )
        )  # fmt: skip
    return made


def said(match: Dated) -> tuple[object, ...]:
    return (
        match.date, match.stage, match.identity, match.outcome, match.margins, match.points,
        match.rounds,
    )  # fmt: skip


@settings(max_examples=FEW)
@given(logs(), st.integers(0, 6), st.randoms(use_true_random=False))
def test_neither_order_nor_parts_change_the_sums(
    log: list[Facts], cut: int, dice: random.Random
) -> None:
    whole = sums(log)
    shuffled = dice.sample(log, len(log))
    first, second = Sums("skyjo", "player"), Sums("skyjo", "player")
    for at, each in enumerate(shuffled):
        (first if at < cut else second).add(each)
    second.merge(pickle.loads(pickle.dumps(first)))  # noqa: S301  # what was just made
    assert json.dumps(second.in_json()) == json.dumps(whole.in_json())
    assert list(map(said, second.dated)) == list(map(said, whole.dated))
    assert list(second.outcomes.items()) == list(whole.outcomes.items())
    again = Sums.from_json(json.loads(json.dumps(whole.in_json())))
    assert json.dumps(again.in_json()) == json.dumps(whole.in_json())
    names = ["head-to-head", "buchholz", "margin", "place"]
    assert ranking(again, "wins,points", *names) == ranking(whole, "wins,points", *names)


def test_matches_come_by_date_stage_and_identity() -> None:
    played = [
        match("skyjo", ["Bo", "Ann"], (3, 9), (4, 1), headers={"date": "2026-02"}),
        match("skyjo", ["Ann", "Bo"], (3, 3), headers={"date": "2026-01", "stage": "2"}),
        match("skyjo", ["Cy", "Bo"], (5, 3), headers={"date": "2026-01", "stage": "10"}),
        match("skyjo", ["Ann", "Cy"], (5, 3)),
    ]  # fmt: skip
    made = sums(played)
    assert [(each.date, each.stage, each.identity) for each in made.dated] == [
        ("2026-01", "2", played[1].identity), ("2026-01", "10", played[2].identity),
        ("2026-02", "", played[0].identity), ("", "", played[3].identity),
    ]  # fmt: skip
    *_, last, _ = made.dated
    assert last.outcome == (("Bo",), ("Ann",))
    assert (last.points, last.rounds) == ((("Bo", 7), ("Ann", 10)), 2)
    assert last.margins == (("Bo", 3), ("Ann", -3))
    assert next(each.outcome for each in made.dated) == (("Ann", "Bo"),)


def test_one_day_or_stage_written_in_two_ways_is_one() -> None:
    written = [("2026-9-3", "2"), ("2026-09-03", "03"), ("2026-9-3", "3"), ("2026-9-03", "4")]
    made = Sums("skyjo", "player")
    for at in (2, 0, 3, 1):
        (date, stage), names = written[at], ["Ann", "Bo"]
        about = {"date": date, "stage": stage}
        made.add(match("skyjo", names, (3, 9), headers=about, identity=f"{at:032x}"))
    assert [(each.date, each.stage) for each in made.dated] == written
    again = Sums.from_json(json.loads(json.dumps(made.in_json())))
    assert list(map(said, again.dated)) == list(map(said, made.dated))


def test_only_what_is_wanted_is_kept() -> None:
    played = [match("scout", ["Ann", "Bo"], (5, 7))]
    none = sums(played, keep=frozenset())
    assert (len(none.outcomes), len(none.dated), list(none.pairs())) == (0, 0, [])
    assert none.entrants["Ann"].scores == Counter()
    assert sums(played).score_counts == {"Ann": {5: 1}, "Bo": {7: 1}}
    keeps = {
        name: Standings([SYSTEMS[name]], [TIEBREAKS["wins"]]).keep for name in SYSTEMS
    }  # fmt: skip
    assert keeps == {
        "wins": set(), "points": set(), "rank": set(), "elo": {DATED}, "openskill": {DATED},
        "bradley-terry": {OUTCOMES},
    }  # fmt: skip
    assert Standings([SYSTEMS["wins"]], [TIEBREAKS["buchholz"]]).keep == {PAIRS}


def test_outcomes_are_a_mapping() -> None:
    found = Outcomes()
    first, second = outcome_of(["b", "a", "c"], [1, 1, 3]), outcome_of(["a", "b"], [2, 1])
    assert (first, second) == ((("a", "b"), ("c",)), (("b",), ("a",)))
    for outcome, times in ((first, 2), (second, 1), (first, 3)):
        found.add(outcome, times)
    assert dict(found) == {first: 5, second: 1}
    assert found[first] == 5
    with pytest.raises(KeyError):
        found[(("a",),)]


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"}, {"by": "x"}, {"entrants": [["a", {}]]}, {"pairs": [["a"]]},
        {"outcomes": {"keys": [], "records": "AAAAAAAAAAEAAAABAAAAAAAB"}},
        {"dated": {"keys": [], "texts": [], "records": "AAAA"}},
        {"dated": {"keys": [], "texts": [], "records": "%"}},
    ],
)  # fmt: skip
def test_what_was_not_written_by_sums_is_refused(change: dict[str, object]) -> None:
    facts = sums([match("scout", ["Ann", "Bo"], (5, 7))]).in_json() | change
    with pytest.raises((KeyError, TypeError, ValueError, RuleError)):
        Sums.from_json(facts)


def test_the_tally_counts_each_sort_and_keeps_the_first_differences() -> None:
    errors = [
        Diagnostic("wrong-score", "error", "m", "a.yaml", line) for line in range(1500, 0, -1)
    ]
    first, second = Tally(), Tally()
    first.add(match("scout", ["Ann", "Bo"], (5, 7)), errors[:700])
    second.add(match("scout", ["Ann", "Bo"], (5, 7), status=UNFINISHED), errors[700:])
    second.add(None, [Diagnostic("wrong-move", "error", "m", "a.yaml", 1)])
    first.merge(second)
    assert first.in_text() == "2 matches: 1 counted, 1 unfinished"
    assert (first.matches, first.differing) == (2, 1500)
    assert [each.line for each in first.differences] == list(range(1, MOST_DIFFERENCES + 1))
    again = Tally.from_json(json.loads(json.dumps(first.in_json())))
    assert (again.in_json(), again.differences) == (first.in_json(), first.differences)


# Head to head


def test_one_against_another() -> None:
    made = sums([
        match("skyjo", ["Ann", "Bo", "Cy"], (5, 9, 5), (5, 3, 5)),
        match("skyjo", ["Bo", "Ann"], (4, 10)),
    ])  # fmt: skip
    # Ann has 10 points, Bo 12, and then 10 against 4: 2 - 6 by three rounds; more is better.
    ann_bo, ann_cy = made.against("Ann", "Bo"), made.against("Ann", "Cy")
    assert (ann_bo, ann_cy) == (Met(2, 1, 0, -4, 3), Met(1, 0, 1, 0, 2))
    assert (ann_bo.worse, ann_bo.average, ann_cy.share) == (1, Fraction(-4, 3), Fraction(1, 2))
    assert made.against("Bo", "Ann") == Met(2, 1, 0, 4, 3)
    assert made.against("Cy", "Bo") == Met(1, 1, 0, 2, 2)
    assert made.against("Cy", "Di") == Met()
    assert Met().average is None and Met().share == Fraction(1, 2)
    assert [(one, other) for one, other, _ in made.pairs()] == [
        ("Ann", "Bo"), ("Ann", "Cy"), ("Bo", "Cy"),
    ]  # fmt: skip
