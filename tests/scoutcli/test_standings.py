"""Standings against published tables, and against the same worked out another way."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, count, pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.errors import RuleError
from notation.diagnostics import Diagnostic
from scoutcli.estimates import Ratio
from scoutcli.results.entrants import BY
from scoutcli.results.facts import FINISHED, FORFEITED, UNFINISHED, Facts, Played, Seat
from scoutcli.results.ledger import Dated, Outcomes, outcome_of
from scoutcli.results.measured import Measured
from scoutcli.results.standings import Ranking, Standings
from scoutcli.results.sums import DATED, EVERYTHING, OUTCOMES, PAIRS, Met, Sums
from scoutcli.results.systems import SYSTEMS
from scoutcli.results.tally import MOST_DIFFERENCES, Tally
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


# Published tables. A game of chess is a match for two that a point decides.

CANDIDATES = {
    "Anand": "** ½½ ½½ 1½ ½½ 1½ ½½ ½1",
    "Karjakin": "½½ ** 01 ½½ ½½ 01 ½1 ½½",
    "Kramnik": "½½ 10 ** 1½ ½½ ½½ ½0 01",
    "Mamedyarov": "0½ ½½ 0½ ** 1½ 01 1½ ½½",
    "Andreikin": "½½ ½½ ½½ 0½ ** ½1 0½ 1½",
    "Aronian": "0½ 10 ½½ 10 ½0 ** 1½ ½½",
    "Svidler": "½½ ½0 ½1 0½ 1½ 0½ ** 10",
    "Topalov": "½0 ½½ 10 ½½ 0½ ½½ 01 **",
}
"""FIDE Candidates Tournament 2014, Khanty-Mansiysk: the cross table of chessgames.com (tid 83141),
and the tie-breaks in the table of Wikipedia, "Candidates Tournament 2014"."""


def chess(first: str, second: str, result: str) -> Facts:
    points = {"1": (1, 0), "½": (1, 1), "0": (0, 1)}[result]
    return match("scout", [first, second], points)


def candidates() -> list[Facts]:
    names = list(CANDIDATES)
    table = [row.split() for row in CANDIDATES.values()]
    return [
        chess(names[one], names[other], result)
        for one, other in combinations(range(len(names)), 2)
        for result in table[one][other]
    ]


def test_the_candidates_tournament_of_2014() -> None:
    found = ranking(sums(candidates()), "wins", "head-to-head", "wins", "sonneborn-berger")
    assert order(found) == list(enumerate(CANDIDATES, 1))
    rows = {row.label: row for row in found.rows}
    assert [float(row.wins) for row in found.rows] == [8.5, 7.5, 7, 7, 7, 6.5, 6.5, 6]
    # Published for two games against each: 2½, 2 and 1½; 1½ and ½.
    heads = [row.tiebreaks[0] for row in found.rows]
    assert heads == [None, None, Fraction(5, 4), 1, Fraction(3, 4), Fraction(3, 4),
                     Fraction(1, 4), None]  # fmt: skip
    assert [row.tiebreaks[1] for row in found.rows] == [3, 3, 3, 3, 2, 3, 3, 2]
    assert rows["Anand"].tiebreaks[2] == Fraction("57.25")


FIDE_EXERCISE = {
    1: "+9 =13 =2 +15 =4", 2: "+10 +7 =1 +16 =3", 3: "=11 +6 +8 =4 =2",
    4: "+12 =bye +13 =3 =1", 5: "-13 -15 +11 =7 +10", 6: "-14 -3 +bye +10 +8",
    7: "+15 -2 -16 =5 -11", 8: "=16 +14 -3 +13 -6", 9: "-1 -10 =bye -bye +bye",
    10: "-2 +9 -15 -6 -5", 11: "=3 -16 -5 +bye +7", 12: "-4", 13: "+5 =1 -4 -8 -14",
    14: "+6 -8 -bye -bye +13", 15: "-7 +5 +10 -1 -16", 16: "=8 +11 +7 -2 +15",
}  # fmt: skip
"""The Swiss tournament of FIDE's Technical Commission, "Tie-break exercise", 18 March 2024
(tec.fide.com). What was not played is shown as a game against nobody else, who scores nothing
that counts for anybody: the published values are taken of those who played all their games."""


def exercise() -> list[Facts]:
    words = {"+": "1", "=": "½", "-": "0"}
    played = []
    for one, line in FIDE_EXERCISE.items():
        for at, (result, *rest) in enumerate(line.split()):
            other = "".join(rest)
            if other == "bye":
                played.append(chess(str(one), f"bye {one} {at}", words[result]))
            elif one < int(other):
                played.append(chess(str(one), other, words[result]))
    return played


def test_the_tie_break_exercise_of_fide() -> None:
    made = sums(exercise())
    full, cut = value(made, "buchholz"), value(made, "buchholz-cut1")
    published = {"1": 12.5, "2": 13, "3": 15.5, "5": 8.5, "8": 13.5, "16": 12.5}
    assert {key: full[key] for key in published} == published
    published = {"1": 11, "3": 13, "5": 7.5, "7": 12.5, "8": 12, "13": 12, "15": 11, "16": 11}
    assert {key: cut[key] for key in published} == published


# The rules of each


def test_scores_of_a_table_for_four() -> None:
    """SCOUT 30, 20, 20, 5: one wins, two share the second place."""
    made = sums([match("scout", ["Ann", "Bo", "Cy", "Di"], (10, 15, 5, 5), (20, 5, 15, 0))])
    rows = {row.key: row for row in ranking(made, "rank,wins,points", "rounds-won").rows}
    # For place p of four 4 - p points: 3; 2 and 1 shared evenly; 0.
    assert [rows[key].systems[0] for key in ("Ann", "Bo", "Cy", "Di")] == [
        (3, None, None), (Fraction(3, 2), None, None), (Fraction(3, 2), None, None),
        (0, None, None),
    ]  # fmt: skip
    assert [row.mean_place for row in rows.values()] == [1, 2, 2, 4]
    assert [row.tiebreaks[0] for row in rows.values()] == [1, 1, 0, 0]
    assert [row.place for row in rows.values()] == [1, 2, 3, 4]
    assert order(ranking(made, "rank")) == [(1, "Ann"), (2, "Bo"), (2, "Cy"), (4, "Di")]
    assert [row.points for row in rows.values()] == [30, 20, 20, 5]
    # Against the mean of the others: 30 - 15, 20 - 55/3 twice, 5 - 70/3, each by two rounds.
    assert value(made, "margin") == {
        "Ann": Fraction(15, 2), "Bo": Fraction(5, 6), "Cy": Fraction(5, 6),
        "Di": Fraction(-55, 6),
    }  # fmt: skip


def test_a_round_that_several_win_is_shared() -> None:
    made = sums([match("scout", ["Ann", "Bo", "Cy"], (7, 7, 1), (0, 2, 1))])
    assert value(made, "rounds-won") == {"Ann": Fraction(1, 2), "Bo": Fraction(3, 2), "Cy": 0}


def test_the_lower_mean_place_is_better_and_who_has_none_is_last() -> None:
    made = sums([
        match("scout", ["Ann", "Bo", "Cy"], (1, 9, 5)), match("scout", ["Di", "Ann"], (9, 0)),
        match("scout", ["Ed", "Bo"], (None, 1)),
    ])  # fmt: skip
    found = ranking(made, "points", "place")
    assert found.rows[-1].label == "Ed" and found.rows[-1].systems == (None,)
    # No wins: Cy has place 2, Ann 3 and 2, Ed none.
    found = ranking(made, "wins", "place")
    assert [(row.label, row.tiebreaks[0]) for row in found.rows[2:]] == [
        ("Cy", 2), ("Ann", Fraction(5, 2)), ("Ed", None),
    ]  # fmt: skip


def test_in_skyjo_fewer_points_are_better_everywhere() -> None:
    made = sums([
        match("skyjo", ["Ann", "Bo", "Cy"], (60, 20, 41), (45, 20, -1)),
        match("skyjo", ["Ann", "Bo"], (10, 100)),
    ])  # fmt: skip
    found = ranking(made, "points", "points", "average", "best")
    assert order(found) == [(1, "Cy"), (2, "Ann"), (3, "Bo")]
    assert [row.tiebreaks for row in found.rows] == [
        (40, 20, 40), (115, Fraction(115, 3), 10), (140, Fraction(140, 3), 40),
    ]  # fmt: skip
    assert [float(row.wins) for row in found.rows] == [0.5, 1, 0.5]
    assert [row.shared for row in found.rows] == [1, 0, 1]
    # Cy is 62.5 below the mean of the others, over two rounds.
    assert value(made, "margin")["Cy"] == Fraction(145 - 80, 4)


@pytest.mark.parametrize("name", ["points", "average", "best"])
def test_a_tie_break_by_points_goes_by_the_game(name: str) -> None:
    """Both have one win; Bo has the higher points."""
    rounds = [("Ann", "Cy", 5, 9), ("Bo", "Cy", 7, 9)]
    skyjo = sums([match("skyjo", [one, two], (own, other)) for one, two, own, other in rounds])
    scout = sums([match("scout", [one, two], (own, -other)) for one, two, own, other in rounds])
    assert order(ranking(skyjo, "wins", name))[:2] == [(1, "Ann"), (2, "Bo")]
    assert order(ranking(scout, "wins", name))[:2] == [(1, "Bo"), (2, "Ann")]


def test_what_no_tie_break_splits_stays_tied() -> None:
    made = sums(
        [match("scout", ["Cy", "Bo", "Ann"], (5, 5, 0)), match("scout", ["Di", "Ed"], (5, 5))]
    )
    assert order(ranking(made, "wins")) == [
        (1, "Bo"), (1, "Cy"), (1, "Di"), (1, "Ed"), (5, "Ann"),
    ]  # fmt: skip


def test_the_order_of_today_most_won_then_shared_then_average() -> None:
    made = sums([
        match("skyjo", ["Ada", "Bo"], (3, 9)), match("skyjo", ["Ada", "Bo"], (3, 9)),
        match("skyjo", ["Cy", "Ada"], (2, 30)), match("skyjo", ["Dan", "Eve", "Cy"], (1, 1, 50)),
        match("skyjo", ["Fay", "Bo"], (8, 7)),
    ])  # fmt: skip
    found = ranking(made, "wins", "wins", "shared", "average")
    assert order(found) == [(1, "Ada"), (2, "Bo"), (3, "Cy"), (4, "Dan"), (4, "Eve"), (6, "Fay")]


def test_head_to_head_starts_again_among_those_it_leaves_tied() -> None:
    """Four have two wins, Cy and Di one of them against Ed: these are behind the others."""
    games = [
        ("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Ann"), ("Ann", "Di"), ("Bo", "Di"), ("Di", "Cy"),
        ("Cy", "Ed"), ("Di", "Ed"),
    ]  # fmt: skip
    made = sums([match("scout", [winner, loser], (1, 0)) for winner, loser in games])
    found = ranking(made, "wins", "head-to-head")
    # Among the four that have two wins: Ann 2, Bo 2, Cy 1, Di 1. Then Ann beat Bo, Di beat Cy.
    assert order(found) == [(1, "Ann"), (2, "Bo"), (3, "Di"), (4, "Cy"), (5, "Ed")]
    assert [row.tiebreaks[0] for row in found.rows] == ["2, 1", "2, 0", "1, 1", "1, 0", None]


def test_a_long_chain_of_ties_is_followed_so_far() -> None:
    """Each has beaten the next. Of those with a win each the ends fall off, time and again."""
    names = [f"{number:02}" for number in range(60)]
    made = Sums("scout", "player", {PAIRS})
    for one, two in pairwise(names):
        made.add(match("scout", [one, two], (1, 0)))
    found = ranking(made, "wins", "head-to-head")
    assert [row.label for row in found.rows] == names
    # 59 have a win. One falls off at each end, sixteen times; then 27 are left with no more.
    assert Counter(row.place for row in found.rows) == {
        **dict.fromkeys(range(1, 17), 1), 17: 27, **dict.fromkeys(range(44, 61), 1),
    }  # fmt: skip


def test_who_never_met_is_level_head_to_head() -> None:
    made = sums([match("scout", [one, two], (1, 0)) for one, two in (("Ann", "Cy"), ("Bo", "Di"))])
    found = ranking(made, "wins", "head-to-head")
    assert order(found) == [(1, "Ann"), (1, "Bo"), (3, "Cy"), (3, "Di")]
    assert found.rows[0].tiebreaks == (Fraction(1, 2),)


def test_scores_that_cannot_be_added_give_way_to_rank_points() -> None:
    made = sums([match("skyjo", ["Ann", "Bo", "Cy"], (5, 9, 9))])
    assert value(made, "buchholz", "points") == {"Ann": 1, "Bo": 2.5, "Cy": 2.5}
    assert value(made, "sonneborn-berger", "rank") == {"Ann": 1, "Bo": 0.25, "Cy": 0.25}


@settings(max_examples=FEW)
@given(st.data())
def test_tie_breaks_of_large_tables_by_hand(data: st.DataObject) -> None:
    """Every pair of a table, one by one, as the definitions say it."""
    names = ["Ann", "Bo", "Cy", "Di", "Ed"]
    played = []
    for _ in range(data.draw(st.integers(1, 5))):
        table = data.draw(st.lists(st.sampled_from(names), min_size=2, max_size=5, unique=True))
        points = data.draw(st.tuples(*[st.integers(-3, 3)] * len(table)))
        played.append(match("scout", table, points))
    made = sums(played)
    score = {key: Fraction(0) for key in made.entrants}
    for each in played:
        for seat in each.winners:
            score[each.names[seat]] += Fraction(1, len(each.winners))
    buchholz = dict.fromkeys(score, Fraction(0))
    berger = dict.fromkeys(score, Fraction(0))
    least: dict[str, Fraction] = {}
    for each in played:
        for one, other in permutations(range(len(each.seats)), 2):
            own, met = each.names[one], each.names[other]
            buchholz[own] += score[met]
            least[own] = min(least.get(own, score[met]), score[met])
            margin = (each.total[one] or 0) - (each.total[other] or 0)
            berger[own] += score[met] * ((margin > 0) + Fraction(margin == 0, 2))
    assert value(made, "buchholz") == buchholz
    assert value(made, "sonneborn-berger") == berger
    assert value(made, "buchholz-cut1") == {key: buchholz[key] - least[key] for key in score}
    assert {key: row.wins.value for key, row in made.entrants.items()} == score


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
                date=draw(st.sampled_from(["", "2026-01-02", "2025"])),
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
        ("", "", played[3].identity), ("2026-01", "10", played[2].identity),
        ("2026-01", "2", played[1].identity), ("2026-02", "", played[0].identity),
    ]  # fmt: skip
    *_, last = made.dated
    assert last.outcome == (("Bo",), ("Ann",))
    assert (last.points, last.rounds) == ((("Bo", 7), ("Ann", 10)), 2)
    assert last.margins == (("Bo", 3), ("Ann", -3))
    assert [each.outcome for each in made.dated][2] == (("Ann", "Bo"),)


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


# Ratings come from their own room


@pytest.mark.parametrize("system", ["elo", "bradley-terry", "openskill"])
def test_ratings_rank_too_and_say_what_they_rest_on(system: str) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("openskill")
    played = [match("scout", ["Ann", "Bo", "Cy"], (9, 5, 1)) for _ in range(5)]
    found = ranking(sums([*played, match("scout", ["Cy", "Bo"], (9, 5))]), f"{system},wins")
    assert [row.label for row in found.rows] == ["Ann", "Bo", "Cy"]
    assert found.notes
    assert (system in found.courses) == (system != "bradley-terry")
    assert all(row.systems[0] is not None for row in found.rows)


# Intervals hold what they promise


def skyjo(dice: random.Random) -> tuple[int, int]:
    """Points of a seat and rounds of a match like SKYJO's: rounds until one of four has 100."""
    totals, rounds, mood = [0] * 4, 0, dice.gauss(0, 4)
    while max(totals) < 100:
        rounds += 1
        for seat in range(4):
            totals[seat] += round(dice.gauss(18 + mood * (seat == 0), 13))
    return totals[0], rounds


def scout(dice: random.Random) -> tuple[int, int]:
    """Points of a seat in the four rounds of a match like SCOUT's."""
    return sum(dice.randint(-5, 20) for _ in range(4)), 4


@pytest.mark.parametrize("play", [skyjo, scout])
def test_the_interval_holds_the_true_average_in_95_of_100(
    play: Callable[[random.Random], tuple[int, int]],
) -> None:
    dice = random.Random(7)
    samples = [[play(dice) for _ in range(12)] for _ in range(1500)]
    points, rounds = (sum(each[at] for some in samples for each in some) for at in (0, 1))
    held = 0
    for some in samples:
        ratio = Ratio()
        for each in some:
            ratio.add(*each)
        found = ratio.estimate()
        assert found is not None and found.low is not None and found.high is not None
        held += found.low <= points / rounds <= found.high
    assert 0.93 <= held / len(samples) <= 0.97


def test_the_interval_of_a_ratio_by_hand() -> None:
    """Two matches: 10 points in 2 rounds, 2 in 2. Mean 3; residuals 4 and -4; t(1) = 12.7062."""
    ratio = Ratio()
    for points, rounds in ((10, 2), (2, 2), (0, 0)):
        ratio.add(points, rounds)
    found = ratio.estimate()
    assert found is not None and found.half is not None
    assert (found.mean, found.deals) == (3, 2)
    # The root of 2 / 1 * (16 + 16), by 4 rounds, times t.
    assert found.half == pytest.approx(12.7062047 * 8 / 4)
    one = Ratio()
    one.add(5, 2)
    assert one.estimate() == (2.5, None, 1)
    assert Ratio().estimate() is None
