"""Small endings solved with all cards seen: as plain brute force has it, and as proved by hand."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import pytest

import games
from games.deals import Shuffler
from games.errors import RuleError
from games.game import Game, Move, State
from games.scout.cards import DECK, TURN
from games.scout.moves import Scout, Show
from games.scout.state import State as ScoutState
from games.search.exact import solve
from games.skyjo.moves import DRAW, SWAPS, TAKES, TURNS
from games.skyjo.state import State as SkyjoState
from tests import toy
from tests.skyjo_table import lay

MANY = 1 << 16

# Brute force: every line of play to its end, nothing kept, nothing left out.


class HopelessError(Exception):
    """Chance is still to come, or the line is too long."""


def brute(game: Game, state: State) -> dict[Move, tuple[Fraction, ...]]:
    """The margins after each legal move."""
    return {move: best_line(game, state, move, 60) for move in state.legal()}


def best_line(game: Game, state: State, move: Move, left: int) -> tuple[Fraction, ...]:
    if state.chance(move) is not None or not left:
        raise HopelessError
    state = state.copy()
    state.apply(state.turn, move)
    if state.end is not None:
        return margins(game, [points for points in state.scores() if points is not None])
    lines = [best_line(game, state, each, left - 1) for each in state.legal()]
    seat = state.turn
    # The own margin as high as can be; then that of the next seat as low as can be, and so on.
    return min(lines, key=lambda line: (-line[seat], *line[seat + 1 :], *line[:seat]))


def margins(game: Game, points: Sequence[int]) -> tuple[Fraction, ...]:
    sign, others = (-1 if game.lowest_wins else 1), len(points) - 1
    return tuple(sign * (own - Fraction(sum(points) - own, others)) for own in points)


def agree(game: Game, state: State) -> None:
    found = solve(game, state, MANY)
    assert found is not None
    true = brute(game, state)
    assert list(found) == state.legal() == list(true)
    for move, line in true.items():
        assert found[move] == pytest.approx([float(margin) for margin in line], abs=1e-12)


# Endings at random


def scout_ending(
    dice: random.Random, players: int, cards: int, left: int = 500, tokens: int = 3, **given: object
) -> ScoutState:
    """So many cards in hands and on the table, `left` actions before the turn limit."""
    game = games.get("scout")
    rules, _ = game.rules(players, {"turn_limit": 1000, **given})
    deck = [dice.choice((card, TURN[card])) for card in DECK if card & 15 != 10]
    dice.shuffle(deck)
    while True:
        marks = sorted(dice.randrange(cards + 1) for _ in range(players))
        sizes = [high - low for low, high in zip([0, *marks], [*marks, cards], strict=True)]
        if 0 in sizes[:-1]:
            continue
        lying = iter(deck)
        *hands, table = [bytes(next(lying) for _ in range(size)) for size in sizes]
        turn, owner = dice.randrange(players), dice.randrange(players)
        spent = [dice.randrange(tokens + 1) for _ in range(players)]
        markers = [players > 2 and dice.random() < 0.3 for _ in range(players)]
        scouts = dice.randrange(players - 1) if table and players > 2 else 0
        try:
            state = ScoutState.from_position(
                rules, hands, table, owner if table else -1, turn, scouts,
                [dice.randrange(4) for _ in hands], spent, markers, 1000 - left, 2, (0,) * players,
            )  # fmt: skip
        except RuleError:  # no set, a seat that would have two turns, and the like
            dice.shuffle(deck)
            continue
        if not (players == 2 and state.is_stuck(turn)) and turn != state.owner:
            return state


@pytest.mark.parametrize(
    "given",
    [{}, {"exempt": "emptied"}, {"unspent_tokens": "ignore"}, {"scout_token_to": "owner"},
     {"voluntary_stop": "true"}],
)  # fmt: skip
def test_scout_with_two_players_to_the_end(given: dict[str, object]) -> None:
    game, dice = games.get("scout"), random.Random(str(given))
    for number in range(20):
        agree(game, scout_ending(dice, 2, 3 + number % 3, tokens=1, **given))


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("given", [{}, {"exempt": "emptied"}, {"all_scouted_empty": "continue"}])
def test_scout_up_to_the_turn_limit(players: int, given: dict[str, object]) -> None:
    game, dice = games.get("scout"), random.Random(f"{players} {given}")
    for number in range(12):
        cards = players + number % 3
        agree(game, scout_ending(dice, players, cards, left=1 + number % 4, **given))


def test_scout_with_two_players_the_limit_may_come_in_between() -> None:
    game, dice = games.get("scout"), random.Random("limit")
    for number in range(30):
        agree(game, scout_ending(dice, 2, 4, left=1 + number % 6, tokens=1))


def skyjo_endings(players: int, seed: str, **given: object) -> Iterator[SkyjoState]:
    """Moments of last laps between rules of thumb, every card known."""
    game, dice = games.get("skyjo"), random.Random(seed)
    rules, _ = game.rules(players, given)
    for number in range(1, 1000):
        shuffler = Shuffler(f"{seed} {number}", 1)
        state = game.begin(rules, [], game.deal(rules, [], shuffler))
        bots = [game.bots["greedy"].make(seat) for seat in range(players)]
        while state.end is None:
            assert isinstance(state, SkyjoState)
            if state.ender is not None and dice.random() < 0.5:
                yield state
            due = state.chance()
            if due is None:
                move = bots[state.turn].choose(state.view(state.turn), state.legal())
                due = state.chance(move)
            if due is not None:
                state.apply(-1, game.draw(due, shuffler))
            else:
                state.apply(state.turn, move)


@pytest.mark.parametrize(
    "given",
    [{}, {"clear_rows": "true"}, {"final_clear": "false"}, {"ender_penalty": "double-unless-tied"},
     {"ender_penalty": "none"}],
)  # fmt: skip
def test_skyjo_last_laps(given: dict[str, object]) -> None:
    game = games.get("skyjo")
    for players, most in ((2, 15), (3, 2)):
        for state, _ in zip(skyjo_endings(players, str(given), **given), range(most), strict=False):
            agree(game, state)


def test_skyjo_a_lap_that_the_turn_limit_may_end() -> None:
    game, seen = games.get("skyjo"), 0
    for state in skyjo_endings(3, "limit", turn_limit=50):
        if state.turns >= 47:
            agree(game, state)
            seen += 1
        if seen == 2:
            return


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_that_says_nothing_of_its_endings(players: int) -> None:
    with toy.known():
        rules, _ = toy.GAME.rules(players, {"length": "5", "starter": 1})
        solved = 0
        for number in range(30):
            deal = toy.GAME.deal(rules, [], Shuffler(f"exact {number}", 1))
            state = toy.GAME.begin(rules, [], deal)
            for seat in range(players):
                assert solve(toy.GAME, state, MANY) is None  # chosen in secret
                state.apply(seat, state.legal()[number % 2])
            for made in range(6):  # three turns; with a draw in the first at most
                drawn = number % 2 if made else 1
                state.apply(state.turn, state.legal()[drawn])
            try:
                true = brute(toy.GAME, state)
            except HopelessError:  # a new draw pile
                assert solve(toy.GAME, state, MANY) is None
                continue
            found = solve(toy.GAME, state, MANY)
            assert found is not None
            assert {move: pytest.approx(line) for move, line in found.items()} == true
            solved += 1
        assert solved > 10


# Proved by hand


def scout_position(
    hands: Sequence[bytes], table: bytes, *, scouts: int = 0, turn: int = 1, owner: int = 0,
    won: Sequence[int] = (), tokens: Sequence[int] = (), actions: int = 20, **given: object,
) -> ScoutState:  # fmt: skip
    """The set on the table is that of seat 1 unless said otherwise; seats count from 0."""
    players = len(hands)
    rules, _ = games.get("scout").rules(players, given)
    return ScoutState.from_position(
        rules, list(hands), table, owner, turn, scouts, won or [0] * players,
        tokens or [0] * players, [False] * players, actions, 1, (0,) * players,
    )  # fmt: skip


def test_scout_a_show_that_ends_the_round_against_a_scout_that_does() -> None:
    # Three players; one has scouted since the Show of seat 3. Show: 1 captured, no card left, the
    # others pay for 3 and 5: 1, -3, -5, so margins of -1, +5, -4. Scout: seat 3 is exempt and gets
    # a token, seat 2 has two cards: -3, -2, 1; margins of -2.5, -1, 3.5.
    hands = [b"\x12\x34\x15", b"\x94", b"\x23\x45\x78\x57\x26"]
    found = solve(games.get("scout"), scout_position(hands, b"\x83", owner=2, scouts=1), MANY)
    assert found is not None
    assert found.pop(Show(0, b"\x09")) == (-1, 5, -4)
    assert len(found) == 4
    assert all(isinstance(move, Scout) for move in found)
    assert set(found.values()) == {(-2.5, -1, 3.5)}


def test_scout_two_players_a_token_spent_to_make_a_pair() -> None:
    # Seat 2 has a 5 and a token before a single 6. It cannot beat it as it is. It takes the 6 (3
    # on its other side) in beside its 5, and shows the run 5 6: no card left, the token gone, so 0
    # against 2 cards of seat 1 in hand: +2. Anything else leaves seat 1 with the turn in the end.
    hands = [b"\x12\x34", b"\x57"]
    state = scout_position(hands, b"\x63", tokens=[0, 1])
    found = solve(games.get("scout"), state, MANY)
    assert found is not None
    assert max(found.values(), key=lambda line: line[1]) == (-2, 2)
    assert found[Scout(right=False, card=0x63, to=1)] == (-2, 2)


def test_what_was_won_before_is_counted() -> None:
    hands = [b"\x12\x34", b"\x57"]
    state = scout_position(hands, b"\x63", tokens=[0, 1], won=[7, 3])
    found = solve(games.get("scout"), state, MANY)
    assert found is not None
    assert found[Scout(right=False, card=0x63, to=1)] == (2, -2)


def test_skyjo_the_last_turn_by_hand() -> None:
    # Seat 2 has ended the round at 16; seat 1 stands at 44 with everything, and a -2 lies on the
    # discard pile, a 9 on the draw pile. Put for the 12 it leaves 30: 16 against 30 for seat 2,
    # whose points are not doubled. Drawing brings a 9 for the 12: 41, or turns up the 7: 44.
    own, other = "12 5 3 1 / 4 2 0 6 / 3 1 0 ?7", "1 1 2 0 / 0 3 1 2 / 2 0 1 3"
    state = lay(own, other, discard=(8, -2), stock=(9, 4), turn=0, ender=1)
    found = solve(games.get("skyjo"), state, MANY)
    assert found is not None
    assert found[TAKES[0]] == (-14, 14)
    assert found[DRAW] == (-25, 25)
    state.apply(0, DRAW)
    found = solve(games.get("skyjo"), state, MANY)
    assert found is not None
    assert found[TURNS[11]] == (-28, 28)
    assert found[SWAPS[0]] == (-25, 25)


def test_skyjo_to_be_lower_doubles_what_the_ender_has() -> None:
    # 5 against 5 doubles the ender (it is not alone the lowest); 6 does not. Seat 1 has a 3 and a
    # 2 left, and a 3 lies there: for the 3 it is 5 again, so 10 against 5; for the 2 it is 6.
    own, other = "3 2 . 0 / 0 0 . 0 / 0 -1 . ?1", "5 -1 . 1 / 0 0 . 0 / 0 -1 . 1"
    state = lay(own, other, discard=(3,), stock=(12,), turn=0, ender=1)
    found = solve(games.get("skyjo"), state, MANY)
    assert found is not None
    assert found[TAKES[0]] == (5, -5)
    assert found[TAKES[1]] == (-1, 1)


def test_eight_seats_have_one_more_turn_each_but_one() -> None:
    for state in skyjo_endings(8, "eight"):
        if not state.midturn and state.ender == (state.turn - 1) % 8:
            start = time.process_time()
            found = solve(games.get("skyjo"), state, MANY)
            assert found is not None
            assert list(found) == state.legal()
            assert time.process_time() - start < 20
            assert all(sum(line) == pytest.approx(0) for line in found.values())
            return


# What cannot be solved, and what it may cost


@pytest.mark.parametrize("most", [1, 100, 1500])
@pytest.mark.parametrize("players", [2, 5])
def test_no_more_is_looked_at_than_allowed(players: int, most: int) -> None:
    state = scout_ending(random.Random(1), players, 20)
    tracemalloc.start()
    start = time.process_time()
    assert solve(games.get("scout"), state, most) is None
    spent, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert spent < 0.5 + most * 0.02
    assert peak < 2_000_000 + most * 30_000


def test_what_is_not_known_is_not_solved() -> None:
    unknown = scout_position([b"\x12\x34", b"\x57", b"\x00"], b"\x63")
    assert solve(games.get("scout"), unknown, MANY) is None
    opening = games.get("scout")
    rules, _ = opening.rules(3)
    state = opening.begin(rules, [], opening.deal(rules, [], Shuffler("tea", 1)))
    assert solve(opening, state, MANY) is None
    skyjo = games.get("skyjo")
    grids = "1 5 3 1 / 4 2 0 6 / 3 1 0 ?7", "1 1 2 0 / 0 3 1 2 / 2 0 1 3"
    early = lay(grids[0], "1 1 2 0 / 0 3 1 2 / 2 0 1 ?3", turn=0)
    assert solve(skyjo, early, MANY) is None  # not yet the last lap
    spent = lay(*grids, turn=0, ender=1, spent=True)  # a new draw pile would be shuffled
    assert solve(skyjo, spent, MANY) is None
    over = lay(*grids, turn=0, ender=1)
    over.apply(0, TAKES[0])
    assert over.end is not None
    assert solve(skyjo, over, MANY) is None


def test_the_state_stays_as_it_is() -> None:
    state = scout_ending(random.Random(7), 3, 5, left=4)
    facts: Callable[[], object] = lambda: [  # noqa: E731
        repr(getattr(state, name)) for name in ScoutState.__slots__
    ]
    before = facts()
    solve(games.get("scout"), state, MANY)
    assert facts() == before
