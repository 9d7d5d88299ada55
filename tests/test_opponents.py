"""The independent opponents, and how the strength of players is counted."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from types import ModuleType

import numpy as np
import pytest

import games
from benchmarks import strength
from benchmarks.opponents import scout_shows, scout_sums
from benchmarks.opponents.scout_shows import SHOW, SINGLE
from benchmarks.opponents.skyjo_careful import Careful
from benchmarks.strength import Contest, Seating
from games.dealer import Dealer
from games.game import Move, Player, State
from games.scout import bridge
from games.scout.cards import STRENGTH
from games.scout.layout import MOST_MOVES
from games.scout.moves import FLIP
from games.search.chance import dice_of
from games.skyjo.moves import Swap, Take, Turn
from tests.games import scout_table
from tests.games.scout_table import dealt, facing
from tests.skyjo_table import HIDDEN, lay

Hand = tuple[int, ...]

# The count of Shows


@cache
def by_trying(hand: Hand) -> tuple[int, int]:
    """The fewest Shows that empty a hand, and the fewest single cards then: in every order."""
    if not hand:
        return 0, 0
    results = []
    for start in range(len(hand)):
        for stop in range(start + 1, len(hand) + 1):
            if bytes(hand[start:stop]) in STRENGTH:
                shows, singles = by_trying(hand[:start] + hand[stop:])
                results.append((shows + 1, singles + (stop == start + 1)))
    return min(results)


class Counter:
    """The tables of `scout_shows`, with nonsense in them before."""

    def __init__(self) -> None:
        self.room = np.full(scout_shows.ROOM, 7)

    def count(self, hand: Hand, changed: int = 0, same: int = 0) -> tuple[int, int]:
        """Shows and single cards of a hand; of a changed one that has its first cards in common."""
        numbers = scout_shows.NUMBERS + changed * scout_shows.WIDE
        self.room[numbers : numbers + len(hand)] = hand
        count = scout_shows.fill(self.room, changed, len(hand), same)
        return count // SHOW, count % SHOW // SINGLE


@pytest.mark.parametrize(
    ("hand", "shows", "singles"),
    [
        ((), 0, 0),
        ((7,), 1, 1),
        ((3, 4, 5), 1, 0),
        ((5, 4, 3), 1, 0),
        ((3, 5, 4), 2, 1),  # 5-4 or 3-4 is left for one Show
        ((1, 10), 2, 2),  # no wrap
        ((5, 1, 5), 2, 1),  # the fives meet behind the 1
        ((3, 9, 9, 4, 1, 1, 5), 3, 0),  # 9-9 and 1-1 go, 3-4-5 is left
        ((1, 5, 5, 2), 2, 0),
        ((4, 1, 4, 1), 3, 2),  # no block reaches over a card that stays
    ],
)
def test_the_count_knows_what_a_show_joins(hand: Hand, shows: int, singles: int) -> None:
    assert Counter().count(hand) == (shows, singles)


def test_the_count_is_that_of_trying_every_order() -> None:
    dice, counter = random.Random(3), Counter()
    for _ in range(400):
        most = dice.choice((3, 5, 10))
        hand = tuple(dice.randint(1, most) for _ in range(dice.randint(1, 8)))
        assert counter.count(hand) == by_trying(hand)


def test_a_changed_hand_is_counted_on_from_what_it_has_in_common() -> None:
    dice, counter = random.Random(4), Counter()
    for _ in range(100):
        hand = tuple(dice.randint(1, 5) for _ in range(7))
        counter.count(hand)
        for _ in range(3):
            same = dice.randint(0, 7)
            other = hand[:same] + tuple(dice.randint(1, 5) for _ in range(dice.randint(0, 2)))
            assert counter.count(other, 1, same) == by_trying(other)


# Positions


def choice(player: Player, state: State) -> Move:
    move = player.choose(state.view(state.turn), state.legal())
    state.check(state.turn, move)
    return move


NO_MARKER = (True, False, True, True)


@pytest.mark.parametrize("kind", [scout_shows.Shows, scout_sums.Sums])
@pytest.mark.parametrize(
    ("state", "move"),
    [
        (facing(4, "24", "57 68 71"), "S1:567"),  # goes out
        (facing(4, "", "71 35 72"), "S2:3"),  # the sevens meet
        (facing(4, "94", "31 52", marker=NO_MARKER), "L49@2"),  # the 4 goes between 3 and 5
        (facing(4, "94", "31 52"), "L49@2+S1:345"),  # and all three go out
        (facing(2, "94 95", "61 72 73"), "R59@1"),  # the other side of it: 5-6-7 to come
    ],
)
def test_obvious_moves(kind: Callable[[int], Player], state: State, move: str) -> None:
    for seed in range(3):
        assert choice(kind(seed), state) == scout_table.move(move)


@pytest.mark.parametrize("kind", [scout_shows.Shows, scout_sums.Sums])
def test_a_hand_whose_other_side_is_one_run_is_flipped(kind: Callable[[int], Player]) -> None:
    state = dealt("31 52 73 14 95 26 T7 48 69", "", "", "", "")
    assert choice(kind(1), state) == FLIP


def test_careful_completes_a_column() -> None:
    state = lay("9 ? 3 ? / 9 ? ? 2 / ? 1 ? ?", HIDDEN, discard=(9,))
    move = choice(Careful(1), state)
    assert isinstance(move, Take) and move.place == 8


def test_careful_throws_a_high_card_away() -> None:
    state = lay("1 2 ? ? / 0 ? ? ? / ? ? ? ?", HIDDEN, drawn=12)
    assert isinstance(choice(Careful(1), state), Turn)


HIGH = "8 8 7 9 / 7 9 8 6 / 5 9 6 ?"
LOW = "0 1 0 1 / 2 1 0 1 / 0 2 1 ?"


def test_careful_does_not_end_the_round_behind() -> None:
    state = lay(HIGH, LOW, drawn=3)
    move = choice(Careful(1), state)
    assert isinstance(move, Swap) and HIGH.replace("/", "").split()[move.place] == "9"


def test_careful_ends_the_round_ahead() -> None:
    assert choice(Careful(1), lay(LOW, HIGH, drawn=5)).place == 11


# Whole rounds: the dealer refuses what is not legal


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_rounds_of_scout(players: int) -> None:
    contest = Contest("scout", players, "shows", ("sums", "shows", "random"))
    for deal in range(2):
        for seating in strength.play_deal(contest, "rounds", deal):
            assert seating.seconds


@pytest.mark.parametrize("kind", [scout_shows, scout_sums])
def test_a_policy_sees_no_more_than_its_seat(kind: ModuleType) -> None:
    room = [np.zeros(size, dtype=np.int64) for size in (MOST_MOVES, kind.ROOM)]
    for players in (2, 4):
        state = scout_table.shuffled(players, "seen")
        while state.end is None:
            known = bridge.from_view(state.view(state.turn))
            number = kind.policy(bridge.from_state(state), *room, dice_of(5))
            assert kind.policy(known, *room, dice_of(5)) == number
            move = bridge.decode(number, known)
            state.check(state.turn, move)
            state.apply(state.turn, move)


def test_a_whole_match_of_skyjo() -> None:
    (first, second) = strength.play_deal(Contest("skyjo", 2, "careful", ("random",)), "match", 1)
    assert first.one < first.others and second.one < second.others
    assert first.share == second.share == 1


# Copies of built-in players


@pytest.mark.parametrize(
    ("kind", "players", "name"),
    [
        *(("scout", players, "greedy") for players in range(2, 6)),
        *(("skyjo", players, name) for players in (2, 4, 8) for name in ("greedy", "steady")),
    ],
)
def test_a_copy_chooses_as_the_built_in_player_does(kind: str, players: int, name: str) -> None:
    """To be deleted for a game and a name once the built-in player is changed: the copy is not."""
    game, dice = games.get(kind), random.Random(players)
    dealer = Dealer(game, game.rules(players)[0], f"copies {players}")
    for seed in range(4):
        dealer.begin_round(dealer.draw_deal())
        copy = strength.player(game, f"{name}-1", seed)
        built_in = strength.player(game, name, seed)
        while dealer.state.end is None:
            turn, legal = dealer.state.turn, dealer.state.legal()
            view = dealer.state.view(turn)
            move = copy.choose(view, legal)
            assert built_in.choose(view, legal) == move
            # Now and then another move, so that worse positions come up too.
            dealer.play(dice.choice(legal) if dice.random() < 0.25 else move)
        dealer.end_round()


# Counting


def test_the_one_sits_everywhere_and_the_others_follow_in_their_order() -> None:
    contest = Contest("scout", 4, "one", ("a", "b", "c"))
    assert [" ".join(contest.seated(seat)) for seat in range(4)] == [
        "one a b c",
        "c one a b",
        "b c one a",
        "a b c one",
    ]
    assert Contest("scout", 5, "one", ("a", "b")).seated(4) == ["a", "b", "a", "b", "one"]


def test_what_points_say_of_one_seat() -> None:
    scout, skyjo = games.get("scout"), games.get("skyjo")
    assert strength.told(scout, (9, -1, 4, 3), 1, 0) == Seating(9, 2, 1)
    assert strength.told(scout, (9, -1, 4, 3), 1, 3) == Seating(3, 4, 0)
    assert strength.told(skyjo, (105, 30, 30), 3, 1) == Seating(10, 22.5, 0.5)


def test_a_deal_is_one_observation() -> None:
    # Margins 7 and -3, then 8 and 4, then -2 and 4: 2, 6, 1 in the mean. The mean of these is 3,
    # the squares of their distances from it are 1, 9, 4: their variance is 7, and the error the
    # root of 7/3, which is 1.5275.
    deals = [
        (Seating(9, 2, 1), Seating(1, 4, 0)),
        (Seating(8, 0, 1), Seating(5, 1, 1)),
        (Seating(0, 2, 0), Seating(6, 2, 0.5)),
    ]
    margins = [strength.observed("scout", seatings) for seatings in deals]
    assert margins == [2, 6, 1]
    assert strength.mean_and_error(margins) == pytest.approx((3, 1.5275), abs=1e-4)
    assert [strength.observed("skyjo", seatings) for seatings in deals] == [0.5, 1, 0.25]


@pytest.mark.parametrize(("game", "even"), [("scout", 0), ("skyjo", 0.5)])
def test_a_player_against_its_own_kind_is_even_on_every_deal(game: str, even: float) -> None:
    # All seatings of a deal are then the same round, move by move, so its points cancel out.
    for deal in range(3):
        seatings = strength.play_deal(Contest(game, 2, "greedy", ("greedy",)), "even", deal)
        assert strength.observed(game, seatings) == pytest.approx(even)
        assert seatings[0].one == seatings[1].others


def test_several_processes_play_what_one_plays() -> None:
    contest, told = Contest("scout", 3, "greedy", ("random",)), []
    for jobs in (1, 2):
        with strength.workers(jobs) as work:
            deals = strength.played(work, contest, "jobs", 4)
        told.append([[(it.one, it.others, it.share) for it in deal] for deal in deals])
    assert told[0] == told[1]


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--game scout --players 3 --one greedy --others random,greedy --deals 2"
    strength.main(words.split())
    command, _, head, rule, line = capsys.readouterr().out.splitlines()
    assert command == f"`python -m benchmarks.strength {words}`"
    assert head.count("|") == rule.count("|") == line.count("|") == len(strength.HEAD) + 1
    assert line.startswith("| scout | 3 | greedy | random, greedy | 10 | ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--one nobody", "has no bot "),
        ("--one greedy --others greedy:playouts=3", "does not search"),
        ("--game skyjo --players 3", "no contest of the ladder"),
        ("--budget soon", "is no budget"),
        ("--deals 1", "at least 2 deals"),
    ],
)
def test_what_the_command_refuses(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        strength.main(words.split())
    assert said in capsys.readouterr().err


def test_the_ladder_has_every_target() -> None:
    contests = list(strength.ladder("playouts=100"))
    assert sum(bool(contest.target) for contest in contests) == len(strength.TARGETS)
    assert len(set(contests)) == len(contests)
    assert all(len(contest.others) < contest.players for contest in contests)
