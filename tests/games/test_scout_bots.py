"""The players that come with SCOUT."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from games.game import Move, Player
from games.scout import GAME
from games.scout.bots import BOTS, pieces
from games.scout.moves import FLIP, KEEP
from games.scout.state import State
from tests.games.scout_table import dealt, facing, move, shuffled


def finished(state: State, players: list[Player]) -> list[tuple[int, Move]]:
    """Play a round to its end; the moves."""
    moves = []
    while state.end is None:
        seat = state.turn
        legal = state.legal()
        made = players[seat].choose(state.view(seat), legal)
        assert made in legal
        moves.append((seat, made))
        state.apply(seat, made)
    return moves


def points(state: State) -> list[int]:
    return [score for score in state.scores() if score is not None]


def test_every_player_says_what_it_is() -> None:
    assert list(BOTS) == ["random", "greedy", "steady", "expert"]
    assert all(bot.help and bot.strength for bot in BOTS.values())
    assert GAME.bots is BOTS


def test_greedy_clearly_beats_random() -> None:
    # One greedy against three random ones; in each of 60 rounds it has another seat.
    margin = 0.0
    for number in range(60):
        mine = number % 4
        seats = [BOTS["greedy" if seat == mine else "random"].make(number) for seat in range(4)]
        state = shuffled(4, f"match {number}")
        finished(state, seats)
        score = points(state)
        margin += score[mine] - (sum(score) - score[mine]) / 3
    assert margin / 60 >= 14


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_beats_random_with_any_number_of_players(players: int) -> None:
    margin = 0.0
    for number in range(30):
        mine = number % players
        seats = [
            BOTS["greedy" if seat == mine else "random"].make(number) for seat in range(players)
        ]
        state = shuffled(players, f"match {number}")
        finished(state, seats)
        score = points(state)
        margin += score[mine] - (sum(score) - score[mine]) / (players - 1)
    assert margin / 30 > 5


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 4])
def test_the_same_seed_gives_the_same_moves(name: str, players: int) -> None:
    def moves(seed: int) -> list[tuple[int, Move]]:
        return finished(shuffled(players, "deal"), [BOTS[name].make(seed) for _ in range(players)])

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_players_do_not_disturb_the_chance_of_others() -> None:
    state = shuffled(4, "deal")
    random.seed(1)
    before = random.getstate()
    finished(
        state,
        [
            BOTS["random"].make(1),
            BOTS["greedy"].make(2),
            BOTS["greedy"].make(3),
            BOTS["random"].make(4),
        ],
    )
    assert random.getstate() == before


@pytest.mark.parametrize("options", [{"voluntary_stop": True}, {"scout_token_to": "owner"}])
def test_they_play_two_players_with_every_option(options: dict[str, object]) -> None:
    ends = set()
    for seed in range(12):
        state = shuffled(2, f"{seed}", **options)
        finished(state, [BOTS["greedy"].make(seed), BOTS["random"].make(seed)])
        ends.add(state.end)
    assert ends <= {"emptied", "unbeaten", "stopped"}


@pytest.mark.parametrize(
    ("values", "number"),
    [("", 0), ("5", 1), ("555", 1), ("345", 1), ("543", 1), ("35", 2), ("3454", 2), ("11223", 3)],
)
def test_pieces_are_the_fewest_blocks_a_hand_can_be_cut_into(values: str, number: int) -> None:
    hand = bytes(int(value) for value in values)
    assert pieces(hand) == number
    assert pieces(hand) == min(cuts(hand)) if hand else number == 0


def cuts(hand: bytes) -> list[int]:
    """The number of blocks in every way to cut a hand, by brute force."""
    if not hand:
        return [0]
    found = []
    for length in range(1, len(hand) + 1):
        steps = {after - before for before, after in pairwise(hand[:length])}
        if len(steps) <= 1 and steps <= {0, 1, -1}:
            found += [1 + rest for rest in cuts(hand[length:])]
    return found


def test_pieces_of_random_hands() -> None:
    chance = random.Random(5)
    for _ in range(200):
        hand = bytes(chance.choices(range(1, 6), k=8))
        assert pieces(hand) == min(cuts(hand))


def test_greedy_keeps_or_flips_for_the_fewest_pieces() -> None:
    for hand, choice in (
        ("51 52 53 54 56 57 58 59 5T", KEEP),
        ("16 56 36 86 26 96 46 T6 76", FLIP),
    ):
        state = dealt(hand, "", "", "", first_starter=1)
        assert state.legal() == [KEEP, FLIP]
        assert BOTS["greedy"].make(1).choose(state.view(0), state.legal()) == choice


def test_greedy_shows_the_most_cards_and_of_those_what_leaves_the_hand_in_fewest_pieces() -> None:
    greedy = BOTS["greedy"].make(1)
    state = facing(4, "12", "71 72 13 84 95 T6")
    assert greedy.choose(state.view(1), state.legal()) == move("S4:89T")
    # 7-7 out of the middle lets the 2s meet, 9-9 does not.
    state = facing(4, "12", "24 75 76 23 94 95")
    assert greedy.choose(state.view(1), state.legal()) == move("S2:77")


def test_greedy_scouts_what_mends_its_hand_where_it_can_show_nothing() -> None:
    greedy = BOTS["greedy"].make(1)
    marker = [True, False, True, True, True]
    # A 4 beside the 5 and a 9 beside the 8 keep the hand at three pieces; a 10 makes it four.
    state = facing(5, "T4 T6 T9", "21 52 83", marker=marker)
    chosen = greedy.choose(state.view(1), state.legal())
    assert chosen in {move("L4T@2"), move("L4T@3"), move("R9T@3"), move("R9T@4")}


def test_greedy_takes_a_scout_and_show_where_it_can_show_nothing_else() -> None:
    state = facing(4, "91 92 94", "83 72 46")
    assert greedy_choice(state) == move("L91@1+S1:987")


def greedy_choice(state: State) -> Move:
    return BOTS["greedy"].make(1).choose(state.view(state.turn), state.legal())
