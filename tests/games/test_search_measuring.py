"""How much a move loses, measured over worlds; and the door to the decisions of a game."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Sequence

import numpy as np
import pytest

import games
from games.bots import Budget
from games.deals import Shuffler
from games.errors import RuleError
from games.game import Move, State
from games.scout.moves import Show
from games.search.deciding import decider
from games.search.halving import Worths
from games.search.measuring import find_loss, measure
from games.skyjo.moves import DRAW
from notation import codec
from tests import toy

FEW = Budget(playouts=300)


class Given:
    """A decision whose candidates are worth `means` with so much `noise`, in worlds by number."""

    priors: Worths | None = None
    level = 10.0
    settled: Collection[int] = ()

    def __init__(self, means: Sequence[float], noise: float = 4.0) -> None:
        chance = np.random.default_rng(1)
        luck = chance.normal(0, 20, (60_000, 1))
        self.values = 10 + np.array(means) + luck + chance.normal(0, noise, (60_000, len(means)))
        self.moves: Sequence[Move] = range(len(means))
        self.calls: list[list[int]] = []

    def sample(self, among: Sequence[int], first: int, count: int) -> Worths:
        self.calls.append(list(among))
        return self.values[first : first + count, list(among)].copy()


def test_differences_are_found_within_their_errors_and_the_level_is_taken_off() -> None:
    decision = Given([0.0, -1.0, -3.0, -8.0, -0.5])
    found = measure(decision, Budget(playouts=20_000), [3])
    assert found.best == 0
    for place, mean in enumerate([0.0, -1.0, -3.0, -8.0, -0.5]):
        gap = found.worths[0] - found.worths[place]
        assert abs(gap + mean) <= 4 * found.errors[place] + 1e-9
    # What is plainly worse is left early, what is close is looked at long.
    assert found.worlds[2] < found.worlds[1] < found.worlds[4]
    # Asked for: its loss is known to a fifth of a point, or a twelfth of it; not asked for: not.
    assert found.errors[3] <= 8 / 12 + 0.1
    assert found.worlds[3] > measure(decision, Budget(playouts=20_000)).worlds[3]


def test_no_more_is_spent_than_the_budget_and_less_where_all_is_plain() -> None:
    for playouts in (100, 1000, 5000):
        spent = measure(Given([0, 0.1, 0.2, 0.1]), Budget(playouts=playouts)).worlds.sum()
        assert playouts - 4 * 32 < spent <= playouts
    plain = measure(Given([0, 30.0, 1, 2], noise=0.1), Budget(playouts=100_000))
    assert plain.best == 1 and plain.worlds.sum() < 30_000


def test_every_candidate_is_played_however_small_the_budget() -> None:
    found = measure(Given([0.0] * 24), Budget(playouts=1))
    assert found.worlds.tolist() == [8] * 24
    assert measure(Given([0.0, 1.0]), Budget(seconds=0.001), start=0.0).worlds.min() >= 1


def test_few_worlds_that_agree_are_no_certainty() -> None:
    few = measure(Given([0.0, -11.0], noise=0.0), Budget(playouts=1))
    # The squares are those of one more world, 2 points off.
    assert few.worlds.tolist() == [8, 8]
    assert few.errors.tolist() == pytest.approx([0.0, math.sqrt(4 / 7 / 8)])
    loss = find_loss(Given([0.0, -11.0], noise=0.0), (0, 1), Budget(playouts=1))
    assert loss.errors[1] == pytest.approx(few.errors[1])
    many = find_loss(Given([0.0, -11.0], noise=0.0), (0, 1), Budget(playouts=1000))
    assert 0 < many.errors[1] < 0.04


def test_what_no_chance_can_change_has_no_error() -> None:
    decision = Given([0.0, -4.0, -3.0], noise=0.0)
    decision.settled = [0, 1]
    assert measure(decision, Budget(playouts=1)).errors.tolist()[:2] == [0.0, 0.0]
    assert measure(decision, Budget(playouts=1)).errors[2] > 0


def test_it_can_be_stopped() -> None:
    decision = Given([0.0, 0.1, 0.2])
    answers = iter([False, False, True])
    found = measure(decision, Budget(playouts=100_000), stop=lambda: next(answers))
    assert len(decision.calls) == 3
    assert found.worlds.tolist() == [found.worlds[0]] * 3 and found.worlds[0] > 8


# The door


def begun(name: str) -> State:
    game = games.get(name)
    rules, _ = game.rules(3)
    return game.begin(rules, [], game.deal(rules, [], Shuffler("door", 1)))


@pytest.mark.parametrize("name", ["scout", "skyjo"])
def test_a_decision_has_what_is_to_be_included_as_it_was_given(name: str) -> None:
    state = begun(name)
    view, legal = state.view(0), state.legal()
    decide = decider(games.get(name), 1, FEW)
    for move in legal:
        assert move in decide(view, [move]).moves
    # All of them: each once, though they are as good as each other.
    assert sorted(map(repr, decide(view, legal).moves)) == sorted(map(repr, legal))


def test_a_game_without_a_search_says_so() -> None:
    with toy.known(), pytest.raises(RuleError) as caught:
        decider(toy.GAME, 1, FEW)
    assert caught.value.code == "no-search"


def test_only_legal_moves_can_be_compared() -> None:
    state = begun("scout")
    with pytest.raises(RuleError, match="only legal moves") as caught:
        decider(games.get("scout"), 1, FEW)(state.view(state.turn), [Show(0, b"\x01")])
    assert caught.value.code == "not-legal"
    state = begun("skyjo")
    with pytest.raises(RuleError, match="only legal moves"):
        decider(games.get("skyjo"), 1, FEW)(state.view(state.turn), [DRAW])


def test_what_ends_the_round_is_settled_where_points_are_plain_to_see() -> None:
    line = (
        "scout hands=81/41/27 table=63 owner=3 turn=1 scouts=0 won=0,0,0 tokens=0,0,0 show=111 "
        "actions=20 round=1 totals=0,0,0"
    )
    state = codec.get("scout").parse_position(line)
    decision = decider(games.get("scout"), 1, FEW)(state.view(0), state.legal())
    ending = []
    for place, move in enumerate(decision.moves):
        after = state.copy()
        after.apply(0, move)
        ending += [place] if after.end is not None else []
    assert list(decision.settled) == ending
    assert 0 < len(ending) < len(decision.moves)
    found = measure(decision, Budget(playouts=1))
    assert [place for place, error in enumerate(found.errors) if not error] == [found.best]


def test_whether_the_other_of_two_is_stuck_is_not_settled() -> None:
    scout, looked = games.get("scout"), 0
    rules, _ = scout.rules(2)
    for seed in ("a", "b", "c", "d", "e", "f", "g", "h"):
        state = scout.begin(rules, [], scout.deal(rules, [], Shuffler(seed, 1)))
        coin = random.Random(seed)
        while legal := state.legal():
            stuck = [move for move in legal if _end_after(state, move) == "unbeaten"]
            if stuck:
                decision = decider(scout, 1, FEW)(state.view(state.turn), stuck)
                settled = list(decision.settled)
                worths = decision.sample(settled, 0, 60)
                assert not np.ptp(worths, axis=0).any()
                looked += len(decision.moves) - len(settled)
            state.apply(state.turn, coin.choice(legal))
    assert looked


def _end_after(state: State, move: Move) -> str | None:
    after = state.copy()
    after.apply(state.turn, move)
    return after.end
