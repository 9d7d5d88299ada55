"""What matches say of bots: a deal is one observation, whatever happened in its seatings."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoutcli.arena.plan import Outcome, Pairing
from scoutcli.arena.schedule import Schedule, Table, seatings, tables
from scoutcli.arena.statistics import DealDone, Latency, PairRow, Row, Statistics
from scoutcli.estimates import Estimate, Series, student

Scores = Sequence[Sequence[int]]


def one_table(*seats: int, seating: str = "fixed", lowest_wins: bool = False) -> Statistics:
    """Statistics of bots A, B, C … at one table."""
    names = "ABCDEFGH"[: max(seats) + 1]
    return Statistics(names, Schedule([seats], seating, None), lowest_wins=lowest_wins)


def play(
    statistics: Statistics,
    seats: Table,
    *scores: Sequence[int],
    deal: int = 1,
    winners: tuple[int, ...] = (0,),
    faults: tuple[tuple[int, str], ...] = (),
    abandoned: bool = False,
) -> DealDone | None:
    """Count a match; which number its seating has makes no difference."""
    pairing = Pairing(1, deal, 1, seats)
    return statistics.add(Outcome(pairing, tuple(map(tuple, scores)), winners, faults, abandoned))


def row(statistics: Statistics, name: str) -> Row:
    return next(row for row in statistics.standings() if row.name == name)


def pair(statistics: Statistics, first: str, second: str) -> PairRow:
    return next(row for row in statistics.pairs() if (row.first, row.second) == (first, second))


def margin(found: Row | PairRow) -> float:
    assert found.margin is not None
    return found.margin.mean


# Margins and intervals


@pytest.mark.parametrize("lowest_wins", [False, True])
def test_a_deal_is_the_mean_of_its_seatings_and_the_interval_is_over_deals(
    lowest_wins: bool,
) -> None:
    statistics = one_table(0, 1, seating="all", lowest_wins=lowest_wins)
    # A makes 7 more than B and, on the same cards, 3 less: 2 in the mean. Then 8 and 4, 6 in the
    # mean; -2 and 4, 1 in the mean. The mean of these is 3, the squares of the distances from it
    # are 1, 9 and 4, the variance is 7, the standard error the root of 7/3. Student's t for two
    # degrees of freedom is 4.303.
    for deal, (first, second) in enumerate([((9, 2), (4, 1)), ((8, 0), (1, 5)), ((0, 2), (2, 6))]):
        assert play(statistics, (0, 1), first, deal=deal + 1) is None
        assert play(statistics, (1, 0), second, deal=deal + 1) is not None
    sign = -1 if lowest_wins else 1
    for found in (row(statistics, "A").margin, pair(statistics, "A", "B").margin):
        assert found is not None
        assert (found.mean, found.deals) == (3 * sign, 3)
        assert found.half == pytest.approx(4.303 * math.sqrt(7 / 3), abs=0.001)
        ends = (3 * sign - 6.573, 3 * sign + 6.573)
        assert (found.low, found.high) == pytest.approx(ends, abs=0.001)
    assert margin(row(statistics, "B")) == -3 * sign
    assert [found.name for found in statistics.standings()] == (["A", "B"], ["B", "A"])[lowest_wins]


def test_each_match_counts_the_same_however_many_rounds_it_has() -> None:
    statistics = one_table(0, 1, seating="all")
    play(statistics, (0, 1), (10, 0), (0, 4))  # (10 - 4) / 2 rounds = 3
    play(statistics, (1, 0), (0, 9))
    assert margin(row(statistics, "A")) == 6
    assert row(statistics, "A").points == pytest.approx((10 + 0 + 9) / 3)
    assert (row(statistics, "A").matches, row(statistics, "A").rounds) == (2, 3)


def test_no_interval_from_one_deal_or_without_a_spread() -> None:
    statistics = one_table(0, 1)
    assert row(statistics, "A").margin is None
    play(statistics, (0, 1), (5, 3))
    assert row(statistics, "A").margin == Estimate(2.0, None, 1)
    play(statistics, (0, 1), (5, 3), deal=2)
    assert row(statistics, "A").margin == Estimate(2.0, None, 2)
    play(statistics, (0, 1), (5, 4), deal=3)
    # 2, 2, 1: variance 1/3, standard error 1/3.
    found = row(statistics, "A").margin
    assert found is not None
    assert found.half == pytest.approx(4.303 / 3, abs=0.001)


def test_a_bot_in_several_seats_is_averaged_over_them() -> None:
    statistics = one_table(0, 1, 1, 1)
    play(statistics, (0, 1, 1, 1), (8, 2, 4, 0), winners=(0,))
    play(statistics, (0, 1, 1, 1), (2, 2, 4, 3), winners=(2,), deal=2)
    # A is 6 and then 1 above and below: the mean of B's seats is 2, then 3.
    assert margin(row(statistics, "A")) == 2.5
    assert margin(row(statistics, "B")) == -2.5
    assert row(statistics, "B").points == 2.5
    # A won one of two, a seat of B one of six; A had the better total 3 and 0.5 times of 3.
    assert (row(statistics, "A").wins, row(statistics, "B").wins) == (1, 1)
    assert row(statistics, "A").win_share == 1 / 2
    assert row(statistics, "B").win_share == pytest.approx(1 / 6)
    share = pair(statistics, "A", "B").share
    assert share is not None
    assert share.mean == pytest.approx(3.5 / 6)


def test_three_bots_at_a_table() -> None:
    statistics = one_table(0, 1, 2, 2)
    play(statistics, (0, 1, 2, 2), (9, 3, 6, 0))
    # Less the mean of the others: 9 less 3, 3 less 5, and for both seats of C 3 less 6.
    assert [margin(row(statistics, name)) for name in "ABC"] == [6, -2, -3]
    assert [margin(found) for found in statistics.pairs()] == [6, 6, 0]
    shares = [found.share.mean for found in statistics.pairs() if found.share]
    assert shares == [1, 1, 0.5]


def test_who_never_meets_is_no_pair() -> None:
    gauntlet = Schedule(tables("gauntlet", 3, 2), "fixed", None)
    statistics = Statistics("ABC", gauntlet, lowest_wins=False)
    statistics.add(Outcome(Pairing(1, 1, 1, (0, 1)), ((4, 1),), (0,)))
    done = statistics.add(Outcome(Pairing(2, 1, 1, (0, 2)), ((4, 3),), (0,)))
    assert [(found.first, found.second) for found in statistics.pairs()] == [("A", "B"), ("A", "C")]
    # The first is the mean of its tables, on the same deal: 3 and 1.
    assert done == DealDone(1, 2.0, 1.0)
    assert margin(row(statistics, "A")) == 2


def test_a_bot_alone_with_itself_has_points_but_no_margin() -> None:
    statistics = one_table(0, 0)
    assert play(statistics, (0, 0), (7, 3)) == DealDone(1, None, None)
    found = row(statistics, "A")
    assert (found.points, found.margin, found.win_share) == (5, None, 0.5)
    assert statistics.pairs() == []
    assert (statistics.complete, statistics.incomplete) == (1, 0)


def test_a_shared_win_counts_in_part() -> None:
    statistics = one_table(0, 1, 2)
    play(statistics, (0, 1, 2), (5, 5, 1), winners=(0, 1))
    play(statistics, (0, 1, 2), (5, 5, 5), winners=(0, 1, 2), deal=2)
    assert row(statistics, "A").wins == pytest.approx(1 / 2 + 1 / 3)
    assert row(statistics, "C").wins == pytest.approx(1 / 3)
    assert row(statistics, "C").win_share == pytest.approx(1 / 6)


# What is not whole


def test_a_deal_counts_when_all_its_seatings_are_in() -> None:
    statistics = one_table(0, 1, seating="all")
    play(statistics, (0, 1), (9, 0), deal=1)
    play(statistics, (0, 1), (3, 0), deal=2)
    assert (statistics.complete, statistics.incomplete) == (0, 2)
    assert row(statistics, "A").margin is None
    assert row(statistics, "A").points == 6
    assert play(statistics, (1, 0), (0, 1), deal=2) == DealDone(2, 2.0, 1.0)
    assert row(statistics, "A").margin == Estimate(2.0, None, 1)
    assert (statistics.complete, statistics.incomplete) == (1, 1)


def test_an_abandoned_match_is_counted_apart_and_its_deal_in_no_margin() -> None:
    statistics = one_table(0, 1, seating="all")
    play(statistics, (0, 1), (9, 0))
    fault = ((0, "crash"),)
    done = play(statistics, (1, 0), (2, 2), winners=(), faults=fault, abandoned=True)
    assert done == DealDone(1, None, None)
    assert (statistics.matches, statistics.abandoned, statistics.forfeited) == (1, 1, 0)
    assert (statistics.complete, statistics.incomplete) == (0, 1)
    found = row(statistics, "B")
    assert (found.matches, found.points, found.margin) == (1, 0, None)
    assert found.faults == {"crash": 1}


def test_what_others_abandoned_does_not_matter() -> None:
    schedule = Schedule(tables("round-robin", 3, 2), "fixed", None)
    statistics = Statistics("ABC", schedule, lowest_wins=False)
    scores = ((4, 1),)
    statistics.add(Outcome(Pairing(1, 1, 1, (0, 1)), scores, (0,)))
    statistics.add(Outcome(Pairing(2, 1, 1, (0, 2)), scores, (0,)))
    statistics.add(Outcome(Pairing(3, 1, 1, (1, 2)), (), (), ((1, "start"),), True))
    assert margin(row(statistics, "A")) == 3
    assert row(statistics, "B").margin is None
    assert [found.margin is not None for found in statistics.pairs()] == [True, True, False]


def test_a_match_with_faults_counts_and_is_told() -> None:
    statistics = one_table(0, 1)
    play(statistics, (0, 1), (4, 0), faults=((1, "time"), (1, "time"), (0, "illegal")))
    assert (statistics.matches, statistics.forfeited) == (1, 1)
    assert row(statistics, "A").faults == {"illegal": 1}
    assert row(statistics, "B").faults == {"time": 2}
    assert margin(row(statistics, "A")) == 4


# Order and memory


def outcomes(deals: int, seed: int, entries: int = 3, players: int = 4) -> list[Outcome]:
    rng = random.Random(seed)
    found = []
    for pairing in Schedule(tables("round-robin", entries, players), "all", deals):
        rounds = range(rng.randint(1, 7))
        scores = tuple(tuple(rng.randint(-5, 40) for _ in pairing.seats) for _ in rounds)
        winners = tuple(rng.sample(range(players), rng.randint(1, 2)))
        faults = ((rng.randrange(players), rng.choice(["time", "crash"])),) * rng.randint(0, 2)
        found.append(Outcome(pairing, scores, winners, faults, rng.random() < 0.05))
    return found


def counted(statistics: Statistics, *parts: Sequence[Outcome]) -> list[DealDone]:
    return [done for part in parts for outcome in part if (done := statistics.add(outcome))]


def test_neither_order_nor_merging_changes_a_digit() -> None:
    played = outcomes(12, seed=1)[:-3]  # so that a deal is not done
    mixed = random.Random(2).sample(played, len(played))
    early = [outcome for outcome in played if outcome.pairing.deal < 6]
    late = [outcome for outcome in played if outcome.pairing.deal >= 6]
    schedule = Schedule(tables("round-robin", 3, 4), "all", 12)
    straight, whole, left, right, first, last = (
        Statistics("ABC", schedule, lowest_wins=True) for _ in range(6)
    )
    expected = counted(straight, played)
    assert sorted(counted(whole, mixed)) == expected
    assert counted(left, mixed[:77]) == counted(right, mixed[77:]) == []
    assert sorted(left.merge(right)) == expected
    assert counted(first, early) + counted(last, late) == expected
    assert first.merge(last) == []
    for other in (whole, left, first):
        assert other.standings() == straight.standings()
        assert other.pairs() == straight.pairs()
        assert (other.matches, other.forfeited, other.abandoned, other.complete) == (
            straight.matches, straight.forfeited, straight.abandoned, straight.complete,
        )  # fmt: skip
        assert other.incomplete == straight.incomplete
    assert straight.abandoned > 0
    assert straight.incomplete > 1


def test_memory_does_not_grow_with_deals() -> None:
    schedule = Schedule(tables("round-robin", 3, 4), "all", None)
    statistics = Statistics("ABC", schedule, lowest_wins=False)
    few, many = outcomes(20, seed=3), outcomes(120, seed=4)
    counted(statistics, few)
    before = len(pickle.dumps(statistics))
    counted(statistics, many)
    assert len(pickle.dumps(statistics)) < 1.1 * before


@given(
    st.lists(
        st.tuples(
            st.integers(1, 3),
            st.sampled_from(seatings("all", (0, 1, 1))),
            st.lists(st.tuples(*[st.sampled_from([-10, 0, 0, 140])] * 3), max_size=3),
            st.lists(st.integers(0, 2), unique=True).map(tuple),
            st.booleans(),
        ),
        max_size=12,
    )
)
def test_there_is_never_an_infinity_or_nan(
    played: list[tuple[int, Table, Scores, tuple[int, ...], bool]],
) -> None:
    statistics = one_table(0, 1, 1, seating="all")
    for deal, seats, scores, winners, abandoned in played:
        play(statistics, seats, *scores, deal=deal, winners=winners, abandoned=abandoned)
    rows = [*map(asdict, statistics.standings()), *map(asdict, statistics.pairs())]
    for value in (value for found in rows for value in found.values()):
        numbers = value if isinstance(value, tuple) else [value]
        assert all(math.isfinite(number) for number in numbers if isinstance(number, float))


# Intervals


STUDENT = {
    1: (12.706, 63.657), 2: (4.303, 9.925), 3: (3.182, 5.841), 4: (2.776, 4.604),
    5: (2.571, 4.032), 6: (2.447, 3.707), 7: (2.365, 3.499), 8: (2.306, 3.355),
    9: (2.262, 3.250), 10: (2.228, 3.169), 11: (2.201, 3.106), 15: (2.131, 2.947),
    20: (2.086, 2.845), 24: (2.064, 2.797), 29: (2.045, 2.756), 30: (2.042, 2.750),
    40: (2.021, 2.704), 60: (2.000, 2.660), 100: (1.984, 2.626), 10**9: (1.960, 2.576),
}  # fmt: skip
"""NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, Critical Values of the Student's t
Distribution: 0.975 and 0.995, the last row is its last, for infinity."""


@pytest.mark.parametrize("freedom", STUDENT)
def test_quantiles_are_those_of_the_published_table(freedom: int) -> None:
    found = student(0.95, freedom), student(0.99, freedom)
    assert found == pytest.approx(STUDENT[freedom], abs=0.0005001)


@pytest.mark.parametrize("freedom", [31, 32, 51, 200])
def test_the_expansion_holds_as_much_of_the_distribution_as_it_should(freedom: int) -> None:
    # Simpson's rule over the density.
    steps, reach = 2000, student(0.95, freedom)
    width = 2 * reach / steps
    factor = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    area = sum(
        (1 if step in {0, steps} else 4 if step % 2 else 2)
        * (1 + (-reach + step * width) ** 2 / freedom) ** (-(freedom + 1) / 2)
        for step in range(steps + 1)
    )
    area *= factor / math.sqrt(freedom * math.pi) * width / 3
    assert area == pytest.approx(0.95, abs=1e-7)


def bell(rng: random.Random, width: int) -> int:
    """A whole number, about normal, as often above zero as below."""
    return sum(rng.randint(-width, width) for _ in range(4))


def coverage(cards: int, style: int, noise: int, runs: int) -> tuple[float, float]:
    """How often intervals hold the true margin of 3: on deals, and on single seatings.

    `cards` is how much better one seat's cards are, in either seating of a
    deal; `style` is how much the deal lies A better, wherever it sits.
    """
    rng, held, naively = random.Random(cards + style), 0, 0
    for _ in range(runs):
        statistics, singles = one_table(0, 1, seating="all"), Series()
        for deal in range(1, 7):
            luck, liking = bell(rng, cards), bell(rng, style)
            for seats in ((0, 1), (1, 0)):
                points = [20 + luck + bell(rng, noise), 20 + bell(rng, noise)]
                points[seats.index(0)] += 3 + liking
                play(statistics, seats, points, deal=deal)
                lead = points[seats.index(0)] - points[seats.index(1)]
                singles.add(Fraction(lead))
        found = row(statistics, "A").margin
        naive = singles.estimate()
        assert found is not None and naive is not None
        held += found.low is not None and found.low <= 3 <= (found.high or 0)
        naively += naive.low is not None and naive.low <= 3 <= (naive.high or 0)
    return held / runs, naively / runs


def test_intervals_hold_the_truth_where_luck_of_cards_cancels_out() -> None:
    # What one seating gains by the cards the other loses: taken as independent, the intervals
    # would be far too wide, and would hold the truth nearly always.
    held, naively = coverage(cards=12, style=0, noise=4, runs=700)
    assert 0.93 <= held <= 0.97
    assert naively > 0.99


def test_intervals_hold_the_truth_where_both_seatings_gain_alike() -> None:
    # Taken as independent, the intervals would be too narrow.
    held, naively = coverage(cards=0, style=10, noise=4, runs=700)
    assert 0.93 <= held <= 0.97
    assert naively < 0.9


# Latency


def times(values: Sequence[float]) -> Latency:
    found = Latency()
    for value in values:
        found.add(value)
    return found


@pytest.mark.parametrize("centre", [1e-7, 1e-3, 20.0])
def test_percentiles_are_within_a_hundredth(centre: float) -> None:
    rng = random.Random(5)
    values = [centre * rng.lognormvariate(0, 1) for _ in range(5000)]
    found = times(values)
    values.sort()
    for percent in (1, 25, 50, 90, 99, 99.9):
        # The nearest rank: so many of a hundred values are not above it.
        exact = values[math.ceil(percent * len(values) / 100) - 1]
        assert found.percentile(percent) == pytest.approx(exact, rel=0.0100001)
    assert found.percentile(100) == found.maximum == values[-1]
    assert found.count == 5000


def test_percentiles_of_few_answers() -> None:
    assert (Latency().percentile(50), Latency().count, Latency().maximum) == (None, 0, 0)
    assert times([0.25]).percentile(1) == 0.25
    # All in one bucket, the longest two hundredths above the others: not the longest is the median.
    assert times([1.0] * 50 + [1.019]).percentile(50) == pytest.approx(1.0, rel=0.01)
    assert times([0.0, -1.0, 0.0]).percentile(50) == pytest.approx(0, abs=1e-9)


def test_latencies_merge_and_do_not_grow() -> None:
    rng = random.Random(6)
    values = sorted(rng.expovariate(10) for _ in range(4000))
    whole, part = times(values), times(values[:1000])
    before = len(pickle.dumps(whole))
    part.merge(times(values[1000:]))
    for percent in (10, 50, 99, 100):
        assert part.percentile(percent) == whole.percentile(percent)
    assert (part.count, part.maximum) == (whole.count, whole.maximum)
    for value in values:
        whole.add(value)
    assert len(pickle.dumps(whole)) < 1.2 * before
