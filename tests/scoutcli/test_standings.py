"""Standings against published tables, and against the same worked out another way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoutcli.estimates import Ratio
from scoutcli.results.facts import Facts
from scoutcli.results.sums import PAIRS, Sums
from tests.scoutcli.results import FEW, match, order, ranking, sums, value

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
