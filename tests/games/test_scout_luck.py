"""The luck of SCOUT: rounds with one end, rounds small enough to count, and that its mean is 0."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import numpy as np
import pytest

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Move
from games.scout import GAME, bridge, kernel, luck
from games.scout.layout import MOST_MOVES, PLAYERS, STARTER, TURN, Round
from games.scout.luck import DOUBT, PLACES
from games.scout.moves import Starter
from games.scout.rank import rank
from games.scout.state import Deal, State
from games.scout.weights import weights_for
from games.scout.worth import NOTES
from games.search.luck import Fell, Made, lucks
from tests.games.scout_table import cards, dealt, rules_for, table

MANY = 3000


def begun(*hands: str, starter: int, **options: object) -> State:
    """A round with these hands, however few cards they have; the starter counts from 1."""
    rules = rules_for(len(hands), {"first_starter": str(starter), **options})
    return GAME.begin(rules, [], Deal(tuple(map(cards, hands))))


def luck_of(state: State, *moves: Move, seed: int = 1, playouts: int = MANY) -> list[Fell]:
    """The luck in a round, after these moves of nobody."""
    return luck.lucks(state, [Made(0, -1, move) for move in moves], seed, playouts)


def whole(state: State, *moves: Move, seed: int = 1, playouts: int = MANY) -> list[float]:
    """What the deal and who starts are worth to each seat."""
    fell = luck_of(state, *moves, seed=seed, playouts=playouts)
    assert [(each.at, each.seat, each.what) for each in fell] == [
        (-1, -1, "start"),
        (-1, -1, "deal"),
    ]
    for each in fell:
        assert sum(each.worth) == pytest.approx(0)
    return [sum(pair) for pair in zip(*(each.worth for each in fell), strict=True)]


# What can be worked out by hand


@pytest.mark.parametrize(
    ("starter", "hands", "margins"),
    [
        # The starter shows its only card. It has 0, everybody else -1 a card.
        (1, ("37", "14", "68"), (1, -0.5, -0.5)),
        (3, ("37", "14", "68"), (-0.5, -0.5, 1)),
        (2, ("37", "14", "68 25"), (0, 1.5, -1.5)),
        (4, ("37", "14", "68", "25", "16"), (-0.25, -0.25, -0.25, 1, -0.25)),
        # With two players three tokens that nobody spent count too.
        (1, ("37", "14 68"), (2, -2)),
    ],
)
def test_a_round_that_can_end_in_one_way_only(
    starter: int, hands: tuple[str, ...], margins: tuple[float, ...]
) -> None:
    found = whole(begun(*hands, starter=starter), playouts=50)
    assert found == pytest.approx(margins)


@pytest.mark.parametrize("hands", [("37", "14 68"), ("83", "59 61"), ("26", "31 47")])
def test_every_way_in_which_a_small_round_can_go(hands: tuple[str, ...]) -> None:
    start = begun(*hands, starter=2)
    base = bridge.from_state(start)
    base[STARTER] = 1
    one, other, *_ = expected(base, {})
    assert 0.5 < abs(one - other) < 1.5, "no matter of course"
    found = whole(start, playouts=20_000)
    assert found == pytest.approx((one - other, other - one), abs=0.04)


def expected(state: Round, known: dict[bytes, list[float]]) -> list[float]:
    """The mean of each seat's points over all ways to go on, each as likely as its moves are.

    A move that is worth a point less is e times less likely. This many can be counted.
    """
    key = state.tobytes()
    if state[TURN] < 0:
        points = np.zeros(5, dtype=np.int64)
        kernel.scores(state, points)
        return [float(each) for each in points]
    if key not in known:
        moves, worths = np.zeros(MOST_MOVES, dtype=np.int64), np.zeros(MOST_MOVES)
        count = rank(state, weights_for(int(state[PLAYERS])), moves, worths, np.zeros(NOTES))
        odds = [math.exp(worth / DOUBT) for worth in worths[:count]]
        sums = [0.0] * 5
        for move, odd in zip(moves[:count].tolist(), odds, strict=True):
            then = state.copy()
            kernel.apply(then, move)
            for seat, points_then in enumerate(expected(then, known)):
                sums[seat] += odd / sum(odds) * points_then
        known[key] = sums
    return known[key]


def test_a_hand_that_is_one_show_is_luck_and_a_better_one_is_more() -> None:
    others = ("T1 82 65 93", "27 94 61 38")
    # One Show either way, a set or a run, which is worth 4 at once; one card is apart; all are.
    worths = [
        whole(begun(hand, *others, starter=1))[0]
        for hand in ("51 52 53 54", "51 52 53 84", "51 83 36 T4")
    ]
    assert 2 < worths[0] < 4
    assert worths[0] - 0.3 > worths[1] > worths[2] + 1


# Seats are alike


def test_all_move_on_by_a_seat() -> None:
    hands = ("51 52 53 84", "T1 82 65 93", "27 94 61 38", "16 48 72 39")
    found = [
        whole(begun(*hands[-turn:], *hands[:-turn], starter=1 + turn)) for turn in range(len(hands))
    ]
    assert max(found[0]) - min(found[0]) > 3
    for turn, worths in enumerate(found):
        assert worths[turn:] + worths[:turn] == pytest.approx(found[0], abs=0.4)


def test_it_is_better_to_start() -> None:
    for starter in range(1, 4):
        found = whole(begun("26 31 47", "26 31 47", "26 31 47", starter=starter))
        assert found.index(max(found)) == starter - 1
        assert max(found) > 0.5


def test_who_starts_is_worth_what_its_place_is() -> None:
    for players, worths in PLACES.items():
        assert len(worths) == players
        assert sum(worths) == pytest.approx(0, abs=1e-9)
        assert any(worths)
        for starter in range(players):
            state = begun(*("37 25",) * players, starter=starter + 1)
            start, _ = luck_of(state, playouts=1)
            assert start.worth[starter:] + start.worth[:starter] == worths


@pytest.mark.parametrize("players", PLACES)
def test_the_mean_of_the_deal_is_0_in_every_place(players: int) -> None:
    found: list[Sequence[float]] = []
    for number in range(200):
        deal = GAME.deal(rules_for(players), [], Shuffler(f"mean {number}", 1))
        by_place = []
        for starter in range(players):
            rules = rules_for(players, {"first_starter": str(starter + 1)})
            _, fell = luck_of(GAME.begin(rules, [], deal), seed=number, playouts=3)
            assert fell.what == "deal"
            by_place.append(fell.worth[starter:] + fell.worth[:starter])
        found.append(list(map(statistics.fmean, zip(*by_place, strict=True))))
    for place in zip(*found, strict=True):
        error = statistics.stdev(place) / math.sqrt(len(place))
        assert error < 0.25
        assert abs(statistics.fmean(place)) < 3 * error


# Chance, and what is not known


def test_who_starts_by_lot() -> None:
    # Nobody holds the card 1/2. Whoever starts ends it: 3 tokens against 3 less a card.
    rules = rules_for(2)
    state = GAME.begin(rules, [], Deal((cards("37"), cards("46"))))
    assert state.starter is None
    assert whole(state, Starter(0)) == [1, -1]
    assert whole(state, Starter(1)) == [-1, 1]
    assert luck_of(state, Starter(1))[0].worth == PLACES[2][::-1]
    with pytest.raises(RuleError, match="who starts"):
        luck_of(state)


def test_it_is_measured_from_the_deal() -> None:
    with pytest.raises(RuleError, match="from the deal"):
        luck_of(table("37 49", "13 46", "58 62", on="91", owner=1, turn=2))


def test_cards_that_are_not_known() -> None:
    with pytest.raises(RuleError) as refused:
        luck_of(dealt("37 49", "13 46", "?? 58", first_starter="1"))
    assert refused.value.code == "unknown-cards"


def test_the_same_seed_gives_the_same() -> None:
    state = dealt("12 37", "49", "58", "61")
    worths = luck_of(state, playouts=50)
    assert luck_of(state, playouts=50) == worths
    assert luck_of(state, seed=2, playouts=50) != worths
    assert lucks(GAME, state, [], 1, 50) == worths
    assert lucks(GAME, state, [], 1, 0) == luck_of(state, playouts=1)
    assert state.opening and state.starter == 0, "the round is left as it was"


def test_more_playouts_are_surer() -> None:
    state = dealt("12 37", "49", "58", "61")
    spread = [
        statistics.stdev(whole(state, seed=seed, playouts=playouts)[0] for seed in range(1, 41))
        for playouts in (5, 80)
    ]
    assert 2.5 < spread[0] / spread[1] < 6.5, "a quarter of it with sixteen times as many"
