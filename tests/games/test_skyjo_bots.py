"""The players that come with SKYJO."""

from __future__ import annotations

import pytest

from games.deals import Shuffler
from games.game import Move, Player, Round
from games.skyjo import GAME
from games.skyjo.moves import DRAW, Swap, Take, Turn
from games.skyjo.state import State
from tests.skyjo_table import HIDDEN, lay, make, rules


def play(bots: list[Player], seed: str, **given: object) -> State:
    """A round between these players."""
    in_force = rules(len(bots), **given)
    shuffler = Shuffler(seed, 1)
    state = GAME.begin(in_force, (), GAME.deal(in_force, (), shuffler))
    while state.end is None:
        seat = state.turn
        legal = state.legal()
        move = bots[seat].choose(state.view(seat), legal)
        assert move in legal
        due = state.chance(move)
        if due is not None:
            state.apply(-1, GAME.draw(due, shuffler))
        state.check(seat, move)
        state.apply(seat, move)
    return state


def greedy(state: State) -> Move:
    return GAME.bots["greedy"].make(1).choose(state.view(state.turn), state.legal())


def test_every_bot_says_what_it_is() -> None:
    assert list(GAME.bots) == ["random", "greedy", "steady", "expert"]
    assert all(bot.help and bot.strength for bot in GAME.bots.values())


@pytest.mark.parametrize("players", [2, 5, 8])
def test_rounds_between_greedy_players_end_long_before_the_limit(players: int) -> None:
    for seed in ("a", "b"):
        state = play([GAME.bots["greedy"].make(seat) for seat in range(players)], seed)
        assert state.end == "opened"
        assert state.turns < 40 * players


def test_greedy_has_fewer_points_than_random_over_some_rounds() -> None:
    sums = [0, 0]
    for seed in "abcdef":
        scores = play([GAME.bots["greedy"].make(1), GAME.bots["random"].make(2)], seed).scores()
        sums = [total + (score or 0) for total, score in zip(sums, scores, strict=True)]
    assert sums[0] * 2 < sums[1]


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_seed_plays_the_same(name: str) -> None:
    def round_of(seed: int) -> tuple[list[list[int]], int]:
        state = play([GAME.bots[name].make(seed + seat) for seat in range(3)], "again")
        return state.grids, state.turns

    assert round_of(4) == round_of(4)


def test_greedy_completes_a_column() -> None:
    state = lay("9 ? 3 ? / 9 ? ? ? / ? ? ? ?", HIDDEN, discard=(9,))
    assert greedy(state) == Take(8)


def test_greedy_takes_a_very_low_card_for_a_high_one() -> None:
    state = lay("12 ? 3 ? / 1 ? ? ? / ? ? ? ?", HIDDEN, discard=(-2,))
    assert greedy(state) == Take(0)


def test_greedy_draws_where_the_discard_is_bad() -> None:
    assert greedy(lay("1 ? 3 ? / 2 ? ? ? / ? ? ? ?", HIDDEN, discard=(12,))) == DRAW


def test_greedy_throws_a_bad_card() -> None:
    state = make(lay("1 ? 3 ? / 2 ? ? ? / ? ? ? ?", HIDDEN, stock=(12,)), "D")
    assert isinstance(greedy(state), Turn)


def test_greedy_does_not_end_a_round_it_would_lose() -> None:
    low = "0 0 0 1 / 1 1 -1 0 / ? 0 1 2"
    state = lay("9 8 7 4 / 8 7 9 8 / ? 7 5 6", low, drawn=12)
    assert greedy(state) != Turn(8)


def test_greedy_ends_a_round_it_would_win() -> None:
    high = "9 8 7 4 / 8 7 9 8 / ? 7 5 6"
    state = lay("0 0 0 1 / 1 1 -1 0 / ? 0 1 2", high, drawn=0)
    assert greedy(state) == Swap(8)


def test_a_player_never_sees_more_than_a_view() -> None:
    state = lay("1 ?12 3 ? / 2 ? ? ? / ? ? ? ?", "? ? ? ? / ? ? ? ? / ? ? ? 5", discard=(4,))
    view = state.view(0)
    assert view.grid[1] is None
    assert view.grids[1] == (None,) * 11 + (5,)
    assert not any(isinstance(getattr(view, name), State) for name in view.__slots__)


def test_round_values_of_bots_can_be_totalled() -> None:
    state = play([GAME.bots["random"].make(seat) for seat in range(2)], "sum")
    past = [Round(state.scores(), state.end, state.starter, state.ender)] * 2
    assert GAME.totals(2, past) == tuple(2 * (score or 0) for score in state.scores())
