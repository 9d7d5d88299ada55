"""The compiled twin of SKYJO does what the rules do; its rule of thumb sees what a seat sees."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from games.errors import RuleError
from games.search.chance import Dice, below, dice_of
from games.skyjo import GAME, bridge, kernel, layout
from games.skyjo.cards import DECK, EMPTY
from games.skyjo.moves import Draw, Pile, Reveal, Swap, Take, Turn, Unnoted
from games.skyjo.state import State
from games.skyjo.thumb import NOTES, habits_for, thumb, turn_by_thumb
from games.skyjo.worlds import redeal
from tests.games.skyjo_twin import KINDS, Twins
from tests.skyjo_table import HIDDEN, lay, plies, rules

MOVES = 140
"""So many at least of each kind of round: with all kinds more than 200,000."""

A1, B1, C1, A2, B2, C2, B3 = 0, 1, 2, 4, 5, 6, 9
CLOSE = "-1 0 0 1 / 0 1 0 0 / 0 0 -1 0"
"""The grid of a seat that has opened everything, worth 0."""


def make(state: State, *moves: int) -> layout.Round:
    """The round of a state after some moves."""
    twin = bridge.from_state(state)
    dice = dice_of(1)
    for move in moves:
        kernel.apply(twin, move, dice)
    return twin


def scores(twin: layout.Round) -> list[int]:
    points = np.zeros(layout.MOST_PLAYERS, dtype=np.int64)
    kernel.scores(twin, points)
    return [int(value) for value in points[: twin[layout.PLAYERS]]]


def heap(twin: layout.Round) -> list[int]:
    """The discard pile, its top last."""
    return [int(card) for card in twin[layout.CARDS :][: twin[layout.HEAP]]]


def by_thumb(state: State) -> int:
    """What the rule of thumb does."""
    twin = bridge.from_state(state)
    return int(thumb(twin, habits_for(state.players), np.zeros(NOTES)))


def play(twin: layout.Round, thumbs: int, dice: Dice) -> None:
    """Play to the end of a round: the seats of `thumbs` (bits) by thumb, the rest at random."""
    habits, notes = habits_for(int(twin[layout.PLAYERS])), np.zeros(NOTES)
    moves = np.zeros(layout.MOST_MOVES, dtype=np.int64)
    while not kernel.is_over(twin):
        if twin[layout.PHASE] == layout.LOT:
            move = kernel.draw_lot(twin, dice)
        elif thumbs >> twin[layout.TURN_OF] & 1:
            move = thumb(twin, habits, notes)
        else:
            move = moves[below(dice, kernel.legal(twin, moves))]
        kernel.apply(twin, move, dice)


# The same as the rules


@pytest.mark.parametrize("players", range(2, 9))
def test_random_moves_of_every_kind_do_the_same_in_both(players: int) -> None:
    seen: Counter[str] = Counter()
    kinds = [options for number, options in KINDS if number == players]
    for options in kinds:
        seen += Twins(players, options, "ci").play(MOVES)
    assert len(kinds) == 216
    assert seen["moves"] >= 216 * MOVES > 200_000 / 7
    for what in (
        "Take", "Draw", "Swap", "Turn", "Reveal", "Starter", "columns", "rows", "last clears",
        "doubled", "piles", "after two piles", "opened", "limit",
    ):  # fmt: skip
        assert seen[what], what


def test_every_move_has_a_number_of_its_own() -> None:
    moves = [bridge.decode(number) for number in range(layout.MOVES)]
    assert len(set(moves)) == layout.MOVES == 111
    assert [bridge.encode(move) for move in moves] == list(range(layout.MOVES))


def test_the_cards_that_a_move_names_do_not_change_its_number() -> None:
    assert bridge.encode(Draw(7)) == layout.DRAW
    assert bridge.encode(Take(B2, 7, 5, ())) == layout.TAKE + B2
    assert bridge.encode(Swap(B2, 5, (1,), 7)) == layout.SWAP + B2
    assert bridge.encode(Turn(B2, 5, (), 7)) == layout.TURN + B2
    assert bridge.encode(Reveal((B2, A1), (5, -1))) == bridge.encode(Reveal((A1, B2)))


@pytest.mark.parametrize("move", [Take(-1), Unnoted(), Pile((1, 2))])
def test_what_has_no_number_is_refused(move: object) -> None:
    with pytest.raises(RuleError) as caught:
        bridge.encode(move)
    assert caught.value.code == "no-such-number"


def test_a_round_with_unknown_cards_is_refused() -> None:
    under = rules(3)
    state = GAME.begin(under, [], GAME.unknown_deal(under))
    with pytest.raises(RuleError) as caught:
        bridge.from_state(state)
    assert caught.value.code == "unknown-cards"
    with pytest.raises(RuleError):
        bridge.from_deal(under, GAME.unknown_deal(under))


# Positions with their answers


def test_a_taken_card_completes_a_column_and_lies_under_it() -> None:
    state = lay("? 9 0 4 / 12 9 ? ? / ? -1 ? 2", HIDDEN, discard=(9,))
    twin = bridge.from_state(state)
    assert kernel.apply(twin, layout.TAKE + B3, dice_of(1)) == 0b10  # column b
    assert heap(twin) == [-1, 9, 9, 9]
    assert bridge.grid_of(twin, 0)[B1::4] == [EMPTY] * 3
    assert twin[layout.TURN_OF] == 1


def test_a_turned_card_completes_a_column_and_lies_on_the_thrown_one() -> None:
    state = lay("4 ? ? ? / 4 ? ? ? / ?4 ? ? ?", HIDDEN, discard=(1,), drawn=6)
    assert heap(make(state, layout.TURN + 8)) == [1, 6, 4, 4, 4]


def test_a_row_and_a_column_completed_by_one_card_go_together() -> None:
    state = lay("3 5 1 2 / 5 ?9 5 5 / 4 5 ? ?", HIDDEN, discard=(1, 5), clear_rows="true")
    twin = bridge.from_state(state)
    assert kernel.apply(twin, layout.TAKE + B2, dice_of(1)) == 0b100010  # column b, row 2
    assert heap(twin) == [1, 9, 5, 5, 5, 5, 5, 5]


@pytest.mark.parametrize(("final", "points"), [("true", 19), ("false", 28)])
def test_the_final_flip_removes_a_column(final: str, points: int) -> None:
    grid = "3 1 0 ? / 3 2 -1 0 / ?3 4 6 2"
    state = lay(CLOSE, grid, ender=0, turn=1, discard=(5,), final_clear=final)
    twin = make(state, layout.TAKE + 3)
    assert kernel.is_over(twin)
    assert scores(twin) == [0, points]


@pytest.mark.parametrize(
    ("own", "other", "penalty", "points"),
    [
        ("10", "10", "double", [20, 10]),
        ("10", "10", "double-unless-tied", [10, 10]),
        ("10", "9", "double-unless-tied", [20, 9]),
        ("10", "9", "none", [10, 9]),
        ("10", "11", "double", [10, 11]),
        ("0", "0", "double", [0, 0]),
        ("-1", "-2", "double", [-1, -2]),
    ],
)
def test_the_ender_is_doubled_unless_strictly_the_lowest(
    own: str, other: str, penalty: str, points: list[int]
) -> None:
    rest = "0 1 0 1 / -1 0 0 -1 / 0 -1 1"
    under = {"ender_penalty": penalty}
    state = lay(f"{rest} {own}", f"{rest} ?", ender=0, turn=1, discard=(int(other),), **under)
    assert scores(make(state, layout.TAKE + 11)) == points


def test_a_new_draw_pile_keeps_the_top_of_the_discard_pile() -> None:
    state = lay(HIDDEN, HIDDEN, discard=(3, 7, 12, 5), spent=True)
    twin = bridge.from_state(state)
    assert kernel.needs_pile(twin, layout.DRAW)
    assert not kernel.needs_pile(twin, layout.TAKE)
    kernel.apply(twin, layout.DRAW, dice_of(1))
    assert heap(twin) == [5]
    pile = [*twin[layout.CARDS + twin[layout.STOCK] :].tolist(), int(twin[layout.DRAWN])]
    assert sorted(pile) == sorted(state.discard[:-1])


# Chance


def test_the_same_dice_deal_and_play_the_same() -> None:
    def played(seed: int) -> bytes:
        twin, dice = bridge.round_under(rules(4)), dice_of(seed)
        kernel.deal(twin, -1, dice)
        play(twin, 0b1010, dice)
        return twin.tobytes()

    assert played(1) == played(1) != played(2)


def test_every_card_comes_to_every_place_as_often() -> None:
    twin, dice = bridge.round_under(rules(2)), dice_of(3)
    sums = np.zeros(25)
    for _ in range(4000):
        kernel.deal(twin, -1, dice)
        assert sorted(
            twin[layout.GRIDS : layout.GRIDS + 24].tolist()
            + heap(twin)
            + twin[layout.CARDS + twin[layout.STOCK] :].tolist()
        ) == list(DECK)
        sums += [*twin[layout.GRIDS : layout.GRIDS + 24], *heap(twin)]
    # The mean card is 760 / 150 with a deviation of 3.72, so a mean of 4000 has one of 0.059.
    assert np.abs(sums / 4000 - 760 / 150).max() < 5 * 0.059


def test_a_redeal_moves_hidden_cards_only_and_each_anywhere() -> None:
    state = lay("3 ? . ? / 4 ? . ? / 5 ? . ?", "? ? ? 6 / ? ? ? ? / ? ? ? 7", drawn=9)
    start = bridge.from_state(state)
    twin, spare, dice = start.copy(), np.zeros(150, dtype=np.int64), dice_of(5)
    met: set[int] = set()
    for _ in range(300):
        redeal(twin, 0, spare, dice)
        assert bridge.to_state(twin, state.rules).view(0) == state.view(0)
        met.add(int(twin[layout.GRIDS + B1]))
    assert met == set(range(-2, 13))


def test_who_may_start_by_lot_is_seen_in_the_opened_cards() -> None:
    under = rules(3, first_tie="random")
    for state, _, _ in plies(under, "lot 3"):
        if state.turn < 0 and state.end is None:
            twin = bridge.from_view(state.view(0))
            assert [seat for seat in range(3) if twin[layout.CANDIDATES] >> seat & 1] == list(
                state.candidates
            )
            break
    else:
        pytest.fail("no lot was due")


# The rule of thumb


def test_the_thumb_takes_the_card_that_completes_a_column() -> None:
    state = lay("9 ? ? ? / 9 ? ? ? / ? 1 ? ?", HIDDEN, discard=(9,))
    assert by_thumb(state) == layout.TAKE + 8


def test_the_thumb_takes_a_low_card_and_leaves_a_high_one() -> None:
    grid = "12 ? ? ? / 2 ? ? ? / ? 1 ? ?"
    assert by_thumb(lay(grid, HIDDEN, discard=(-2,))) == layout.TAKE + A1
    assert by_thumb(lay(grid, HIDDEN, discard=(11,))) == layout.DRAW


def test_the_thumb_throws_a_high_card_and_turns_one() -> None:
    state = lay("3 1 ? ? / 2 0 ? ? / 1 1 ? ?", HIDDEN, discard=(5,), drawn=12)
    assert by_thumb(state) in range(layout.TURN, layout.TURN + 12)


def test_the_thumb_does_not_end_a_round_that_it_would_lose() -> None:
    mine = "8 7 8 7 / 7 8 7 8 / 8 7 8 ?"
    state = lay(mine, "0 0 1 ? / 0 1 0 ? / 1 0 0 ?", discard=(5,), drawn=7)
    assert by_thumb(state) in range(layout.SWAP, layout.SWAP + 11)


def test_the_thumb_ends_a_round_that_it_wins() -> None:
    mine = "0 1 0 1 / -1 0 1 0 / 0 -1 0 ?"
    state = lay(mine, "9 9 8 ? / 8 8 9 ? / 12 ? ? ?", discard=(5,), drawn=-2)
    assert by_thumb(state) == layout.SWAP + 11


@pytest.mark.parametrize("players", [2, 5, 8])
def test_the_thumb_does_not_see_what_its_seat_does_not_see(players: int) -> None:
    habits, notes = habits_for(players), np.zeros(NOTES)
    spare, dice = np.zeros(150, dtype=np.int64), dice_of(7)
    for number, (state, _, _) in enumerate(plies(rules(players), "thumb", bias=0.7)):
        if state.turn >= 0 and number % 3 == 0:
            twin = bridge.from_state(state)
            move = thumb(twin, habits, notes)
            for _ in range(3):
                redeal(twin, state.turn, spare, dice)
                assert thumb(twin, habits, notes) == move
            assert thumb(bridge.from_view(state.view(state.turn)), habits, notes) == move


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"clear_rows": "true", "first_tie": "random", "turn_limit": "none"},
        {"draw_exhausted": "turn-one", "ender_penalty": "none", "final_clear": "false"},
    ],
)
@pytest.mark.parametrize("players", [2, 4, 8])
def test_the_thumb_makes_legal_moves_only(players: int, options: dict[str, object]) -> None:
    habits, notes, dice = habits_for(players), np.zeros(NOTES), dice_of(players)
    moves = np.zeros(layout.MOST_MOVES, dtype=np.int64)
    for _ in range(20):
        twin = bridge.round_under(rules(players, **options))
        kernel.deal(twin, -1, dice)
        while not kernel.is_over(twin) and twin[layout.TURNS] < 400:
            if twin[layout.PHASE] == layout.LOT:
                move = kernel.draw_lot(twin, dice)
            else:
                move = thumb(twin, habits, notes)
                assert move in moves[: kernel.legal(twin, moves)]
            kernel.apply(twin, move, dice)


def test_a_whole_turn_by_thumb_is_made_of_the_same_moves() -> None:
    under = rules(8, draw_exhausted="turn-one", turn_limit=400)
    habits, notes, other = habits_for(8), np.zeros(NOTES), np.zeros(NOTES)
    dice = dice_of(2)
    piles = 0
    for _ in range(20):
        twin = bridge.round_under(under)
        kernel.deal(twin, -1, dice)
        single, same = twin.copy(), dice.copy()
        while not kernel.is_over(twin):
            turns = int(single[layout.TURNS])
            if twin[layout.PHASE] == layout.OPENING:
                kernel.apply(twin, thumb(twin, habits, notes), dice)
                kernel.apply(single, thumb(single, habits, other), same)
            else:
                turn_by_thumb(twin, habits, notes, dice)
                while single[layout.TURNS] == turns:
                    kernel.apply(single, thumb(single, habits, other), same)
            assert np.array_equal(twin, single)
        piles += int(twin[layout.PILES])
    assert piles


def test_the_thumb_beats_chance_by_far() -> None:
    twin, dice, sums = bridge.round_under(rules(2)), dice_of(11), np.zeros(2)
    for _ in range(300):
        kernel.deal(twin, -1, dice)
        play(twin, 0b01, dice)
        sums += scores(twin)
    assert sums[0] / 300 < 25
    assert sums[1] / 300 > 50
