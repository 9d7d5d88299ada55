"""The sequential test: right as often as it promises, and the same whoever finishes first."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from games.errors import RuleError
from scoutcli.arena.sprt import LEAST_CHANGES, LEAST_DEALS, Sprt
from scoutcli.arena.statistics import DealDone


def share(elo: float) -> float:
    """The share that the logistic scale of Elo gives: 400 points are ten to one."""
    odds = 10 ** (elo / 400)
    return float(odds / (1 + odds))


def test_a_test_is_read_from_its_text() -> None:
    test = Sprt.read("points -0.5 2")
    assert (test.model, test.h0, test.h1, test.alpha, test.beta) == ("points", -0.5, 2, 0.05, 0.05)
    test = Sprt.read("  elo 0  20 beta=0.1 alpha=0.01 ")
    assert (test.model, test.h0, test.h1, test.alpha, test.beta) == ("elo", 0, 20, 0.01, 0.1)


@pytest.mark.parametrize(
    "text",
    [
        "", "points", "points 0", "wins 0 2", "points 2 0", "points 1 1", "points 0 two",
        "points 0 nan", "points -inf 2", "points 0 1e9", "points 0 1_0", "points 0 ٢",
        "points 0 9999999", "elo 0 1001", "elo -1001 0", "points 0 2 0.05", "points 0 2 alpha=",
        "points 0 2 alpha=0", "points 0 2 beta=0.5", "points 0 2 alpha=0.1 alpha=0.1",
        "points 0 2 gamma=0.1", "points 0 2 alpha=0.05 \x1b[2J", "x" * 100_000,
        "points 0 " + "9" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_test_is_told(text: str) -> None:
    with pytest.raises(RuleError) as caught:
        Sprt.read(text)
    assert caught.value.code == "bad-sprt"
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 300


def test_the_bounds_are_those_of_wald() -> None:
    # log((1 - beta) / alpha) = log 19, and log(beta / (1 - alpha)) = log(0.1 / 0.99)
    assert Sprt.read("elo 0 5").bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    lower, upper = Sprt.read("elo 0 5 alpha=0.01 beta=0.1").bounds
    assert lower == pytest.approx(-2.292535, abs=1e-6)
    assert upper == pytest.approx(4.499810, abs=1e-6)


def test_the_likelihood_ratio_by_hand() -> None:
    test = Sprt.read("points 0 2")
    assert test.llr == 0
    test.update(1)
    assert test.llr == 0
    test.update(3)
    # The squares of the distances from 0 are 1 and 9, from 2 they are 1 and 1, and to both sums
    # comes that of 0 from 2, which is 4. Half of two deals times log(14 / 6).
    assert test.llr == pytest.approx(math.log(14 / 6))
    assert (test.deals, test.mean) == (2, 2)


@pytest.mark.parametrize(
    ("pairs", "h0", "h1", "published"),
    [
        ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
    ],
)
def test_pairs_of_chess_games_give_what_their_testers_find(
    pairs: tuple[int, ...], h0: float, h1: float, published: float
) -> None:
    # fastchess, app/tests/sprt_test.cpp, logistic pentanomial 1 and 2: so many pairs of games with
    # 0, 1/2, 1, 3/2 and 2 points. Its model is the multinomial one; for so many pairs it is normal.
    test = Sprt("elo", h0, h1)
    for halves, number in enumerate(pairs):
        for _ in range(number):
            test.decision = None  # as if it had not stopped long before
            test.update(halves / 4)
    assert test.llr == pytest.approx(published, abs=0.01)


# When it decides


def test_bots_that_play_alike_are_told_after_many_deals() -> None:
    for text, value in (("points 0 2", 0.0), ("elo 0 20", 0.5)):
        test = Sprt.read(text)
        for _ in range(LEAST_DEALS - 1):
            test.update(value)
        assert (test.decision, test.ready) == (None, False)
        assert math.isfinite(test.llr)
        test.update(value)
        assert test.decision == "H0"


def test_always_the_same_value_between_both_hypotheses_decides_nothing() -> None:
    test = Sprt.read("points 0 2")
    for _ in range(2 * LEAST_DEALS):
        test.update(1)
    assert (test.decision, test.llr) == (None, 0)
    assert "undecided" in test.describe()


def test_no_decision_before_enough_deals_have_differed() -> None:
    test = Sprt.read("points 0 2")
    for deal in range(LEAST_CHANGES):
        test.update(20 + deal % 2)
        assert test.decision is None
    assert "too early" in test.describe()
    test.update(20)
    assert test.decision == "H1"
    # What comes later changes nothing.
    before = test.describe()
    test.update(-1000)
    assert (test.decision, test.describe()) == ("H1", before)


def test_the_order_in_which_deals_end_makes_no_difference() -> None:
    rng = random.Random(1)
    done = [
        DealDone(deal, None, None) if deal % 10 == 0 else DealDone(deal, rng.gauss(1.6, 4), 0.5)
        for deal in range(1, 400)
    ]
    straight = Sprt.read("points 0 2")
    for deal in done:
        straight.take(deal)
    assert straight.decision == "H1"
    assert 30 < straight.last < 399
    for seed in range(5):
        mixed = Sprt.read("points 0 2")
        for deal in random.Random(seed).sample(done, len(done)):
            mixed.take(deal)
        assert mixed.describe() == straight.describe()
        assert mixed.last == straight.last


def test_a_deal_that_is_missing_holds_back_those_behind_it() -> None:
    test = Sprt.read("elo 0 20")
    test.take(DealDone(2, 9.0, 1.0))
    assert (test.deals, test.last) == (0, 0)
    test.take(DealDone(1, 9.0, 0.5))
    # The model of Elo takes the share, not the margin.
    assert (test.deals, test.last, test.mean) == (2, 2, 0.75)
    assert not test._early


def test_model_hypotheses_and_figures_are_named() -> None:
    test = Sprt.read("points -1 2 alpha=0.1")
    test.update(1.5)
    # Half of log((2.5² + 3²) / (0.5² + 3²)); the bounds are log(0.05 / 0.9) and log(0.95 / 0.1).
    assert test.describe() == (
        "SPRT on the margin: H0 -1, H1 +2 points a round, alpha 0.1, beta 0.05 "
        "(GSPRT on deals, normal, variance estimated)\n"
        "LLR 0.25 (bounds -2.89, 2.25) after 1 deal, mean +1.50: "
        "too early to decide (0 of 30 deals that differ from the one before, 1 of 500 in all)"
    )
    assert "H0 +0, H1 +20 Elo" in Sprt.read("elo 0 20").describe()


# How often it errs


def simulated(text: str, draw: Callable[[random.Random], float], runs: int) -> tuple[float, float]:
    """How often H1 is accepted, and the mean number of deals until a decision."""
    rng, accepted, deals = random.Random(7), 0, 0
    for _ in range(runs):
        test = Sprt.read(text)
        while test.decision is None:
            test.update(draw(rng))
        accepted += test.decision == "H1"
        deals += test.deals
    return accepted / runs, deals / runs


# A true rate of 5 % is not above 7 % in 1000 runs but once in 500; and where a test steps over its
# bounds, as it does with few deals, it errs less.
MOST = 0.07


@pytest.mark.parametrize("sigma", [2, 6])
def test_the_error_rates_are_within_their_limits(sigma: float) -> None:
    wrong, deals0 = simulated("points 0 2", lambda rng: rng.gauss(0, sigma), 1000)
    right, deals1 = simulated("points 0 2", lambda rng: rng.gauss(2, sigma), 1000)
    assert wrong <= MOST
    assert 1 - right <= MOST
    # Wald: the mean of the ratio at the end, (2 · 0.95 - 1) · log 19, over its mean step, half the
    # squared distance of the hypotheses in standard deviations. What it steps over the bound, and
    # the estimated variance, make it somewhat longer; and no test ends before its least number.
    expected = 0.9 * math.log(19) / (2 / sigma) ** 2 * 2
    least = max(expected, LEAST_CHANGES + 1)
    for deals in (deals0, deals1):
        assert 0.95 * least <= deals <= 1.5 * least


def test_other_limits_are_kept_too() -> None:
    text = "points 0 2 alpha=0.01 beta=0.2"
    wrong, _ = simulated(text, lambda rng: rng.gauss(0, 12), 500)
    right, _ = simulated(text, lambda rng: rng.gauss(2, 12), 500)
    assert wrong <= 0.025
    assert 0.75 <= right <= 0.88


def test_shares_of_matches_are_no_normal_values_but_close_enough() -> None:
    def deal(elo: float) -> Callable[[random.Random], float]:
        # Two seatings, each won or lost: the mean of two coins.
        return lambda rng: ((rng.random() < share(elo)) + (rng.random() < share(elo))) / 2

    wrong, _ = simulated("elo 0 80", deal(0), 500)
    right, _ = simulated("elo 0 80", deal(80), 500)
    assert wrong <= 0.08
    assert 1 - right <= 0.08


def test_bots_that_seldom_differ_are_not_judged_by_a_few_deals() -> None:
    def deal(mean: float) -> Callable[[random.Random], float]:
        return lambda rng: rng.gauss(10 * mean, 8) if rng.random() < 0.1 else 0.0

    wrong, _ = simulated("points 0 0.5", deal(0), 400)
    right, _ = simulated("points 0 0.5", deal(0.5), 400)
    # A test that decides after twenty deals, whatever these are, errs in a third of such cases.
    assert wrong <= 0.08
    assert 1 - right <= 0.08


def test_who_is_far_better_or_worse_is_told_at_once() -> None:
    for mean, accepted in ((12, 1), (-12, 0)):
        found, deals = simulated("points 0 2", lambda rng, at=mean: rng.gauss(at, 4), 50)  # type: ignore[misc]
        assert found == accepted
        assert deals < 50
