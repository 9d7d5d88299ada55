"""The strong players of SKYJO: legal, reproducible, and blind to what their seat cannot see."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from games.bots import Budget
from games.deals import Shuffler
from games.game import Player
from games.search.chance import dice_of
from games.search.halving import search
from games.skyjo import GAME, bridge, gauge, kernel, layout, outlook
from games.skyjo.cards import EMPTY, places_in
from games.skyjo.moves import DRAW, Swap, Take, Turn
from games.skyjo.search import PATIENCE, SkyjoDecision, decide
from games.skyjo.state import State
from games.skyjo.strong import Expert, Steady
from games.skyjo.thumb import NOTES, habits_for, thumb
from games.skyjo.weights import weights_for
from games.skyjo.worlds import How
from tests.skyjo_table import HIDDEN, lay, plies, rules

FEW = Budget(playouts=60)
ONE_LAP = How(laps=1, guessed=True, most=60)
KINDS: list[tuple[int, dict[str, object]]] = [
    *((players, {}) for players in range(2, 9)),
    (2, {"clear_rows": "true", "first_tie": "random", "turn_limit": 50}),
    (3, {"draw_exhausted": "turn-one", "ender_penalty": "none", "final_clear": "false"}),
    (4, {"rounds": 1, "next_starter": "rotate", "ender_penalty": "double-unless-tied"}),
    (8, {"draw_exhausted": "turn-one", "turn_limit": "none", "score_limit": 60}),
]


def expert(state: State, playouts: int = 500) -> object:
    bot = Expert(1, Budget(playouts=playouts))
    return bot.choose(state.view(state.turn), state.legal())


def steady(state: State) -> object:
    return Steady(1).choose(state.view(state.turn), state.legal())


def play(bots: list[Player], seed: str, **given: object) -> State:
    """A round between these players; every move is checked."""
    in_force = rules(len(bots), **given)
    shuffler = Shuffler(seed, 1)
    state = GAME.begin(in_force, (), GAME.deal(in_force, (), shuffler))
    while state.end is None:
        due = state.chance()
        if due is None:
            seat, legal = state.turn, state.legal()
            move = bots[seat].choose(state.view(seat), legal)
            assert move in legal
            due = state.chance(move)
        if due is not None:
            state.apply(-1, GAME.draw(due, shuffler))
            continue
        state.check(seat, move)
        state.apply(seat, move)
    return state


def permuted(state: State, seed: int) -> State:
    """The same to the seat to act: hidden cards and draw pile in another order."""
    other, dice = state.copy(), random.Random(seed)
    spots = [
        (grid, place)
        for grid, opened, gone in zip(other.grids, other.opened, other.gone, strict=True)
        for place in places_in(~(opened | gone))
    ]
    hidden, pile = [grid[place] for grid, place in spots], list(other.stock[other.at :])
    if other.piles:  # it is known which cards the new draw pile has
        dice.shuffle(hidden)
        dice.shuffle(pile)
    else:
        both = [*hidden, *pile]
        dice.shuffle(both)
        hidden, pile = both[: len(hidden)], both[len(hidden) :]
    for (grid, place), card in zip(spots, hidden, strict=True):
        grid[place] = card
    other.stock = (*other.stock[: other.at], *pile)
    return other


def moments(players: int, count: int, seed: str) -> Iterator[State]:
    """Some states of a round in which a seat has a choice."""
    for number, (state, seat, _) in enumerate(plies(rules(players), seed, bias=0.7)):
        if seat >= 0 and number % 7 == 3 and len(state.legal()) > 1:
            yield state
            count -= 1
            if not count:
                return


# What every player must keep to


@pytest.mark.parametrize(("players", "options"), KINDS)
def test_the_strong_play_whole_rounds_by_legal_moves(
    players: int, options: dict[str, object]
) -> None:
    bots: list[Player] = [Steady(seat) for seat in range(players)]
    bots[players - 1] = Expert(1, Budget(playouts=20))
    state = play(bots, f"strong {players}", **options)
    assert state.end is not None


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_hidden_cards_do_not_change_a_choice(players: int) -> None:
    bot, other = Expert(7, FEW), Steady(7)
    changed = 0
    for state in moments(players, 8, f"hidden {players}"):
        view, legal = state.view(state.turn), state.legal()
        for seed in range(3):
            twin = permuted(state, seed)
            changed += twin.grids != state.grids
            seen = twin.view(twin.turn)
            assert seen == view
            assert bot.choose(seen, twin.legal()) == bot.choose(view, legal)
            assert other.choose(seen, twin.legal()) == other.choose(view, legal)
    assert changed


def test_the_same_seed_chooses_the_same_and_another_may_not() -> None:
    def choices(seed: int) -> list[object]:
        bot = Expert(seed, Budget(playouts=10))
        return [
            bot.choose(state.view(state.turn), state.legal()) for state in moments(2, 12, "same")
        ]

    first = choices(1)
    assert first == choices(1)
    assert any(first != choices(seed) for seed in (2, 3, 4))


def test_steady_is_the_rule_of_thumb() -> None:
    for state in moments(4, 10, "thumb"):
        twin = bridge.from_state(state)
        assert bridge.encode(steady(state)) == thumb(twin, habits_for(4), np.zeros(NOTES))


# Worlds


@pytest.mark.parametrize("players", [2, 4])
def test_it_does_not_matter_how_worlds_are_batched(players: int) -> None:
    for state in moments(players, 4, f"batches {players}"):
        decision = decide(state.view(state.turn), 5)
        every = list(range(len(decision.moves)))
        whole = decision.sample(every, 0, 9)
        parts = [decision.sample(every, 0, 4), decision.sample(every, 4, 5)]
        assert np.array_equal(whole, np.concatenate(parts))
        assert np.array_equal(whole[3:7, -1:], decision.sample(every[-1:], 3, 4))


def test_candidates_are_legal_and_none_is_as_good_as_another_by_its_place_alone() -> None:
    for state in moments(3, 12, "candidates"):
        moves = decide(state.view(state.turn), 1).moves
        assert set(moves) <= set(state.legal())
        assert len(set(moves)) == len(moves)
    state = lay(HIDDEN, HIDDEN, drawn=12)
    # A throw with any card turned, or the drawn card in any place: all places are the same.
    assert len(decide(state.view(0), 1).moves) <= 2


def test_luck_is_nothing_in_the_mean() -> None:
    """Whole rounds by the trained policy: the luck a seat had must not be worth anything."""
    state, dice = bridge.round_under(rules(2)), dice_of(3)
    arrays = weights_for(2), np.zeros(gauge.NOTES), np.zeros(layout.MOVES)
    thumbs = habits_for(2), np.zeros(NOTES)
    luck: list[float] = []
    for _ in range(300):
        kernel.deal(state, -1, dice)
        total = 0.0
        while not kernel.is_over(state):
            if state[layout.PHASE] == layout.OPENING:
                kernel.apply(state, layout.REVEAL, dice)
            else:
                total += gauge.turn_by_gauge(state, *arrays, *thumbs, dice)
        luck.append(total)
    assert abs(np.mean(luck)) < 4 * np.std(luck) / 300**0.5
    assert np.std(luck) > 3


# Choices with their answers


def test_the_expert_takes_the_card_that_completes_a_column() -> None:
    state = lay("9 ? ? ? / 9 ? ? ? / ? 1 ? ?", HIDDEN, discard=(9,))
    assert expert(state) == Take(8)


def test_the_expert_does_not_end_a_round_that_it_would_lose() -> None:
    mine = "8 7 8 7 / 7 8 7 8 / 8 7 8 ?"
    state = lay(mine, "0 0 1 ? / 0 1 0 ? / 1 0 0 ?", discard=(5,), drawn=7)
    choice = expert(state)
    assert isinstance(choice, Swap)
    assert choice.place != 11


def test_the_expert_ends_a_round_that_it_wins() -> None:
    mine = "0 1 0 1 / -1 0 1 0 / 0 -1 0 ?"
    state = lay(mine, "9 9 8 ? / 8 8 9 ? / 12 ? ? ?", discard=(5,), drawn=-2)
    assert expert(state) == Swap(11)


def test_in_the_last_lap_the_expert_puts_the_low_card_in_place_of_the_highest() -> None:
    state = lay(
        "12 1 2 3 / 0 1 4 3 / ? 5 2 0", "0 1 0 1 / -1 0 1 0 / 0 -1 0 2",
        discard=(3,), drawn=-1, ender=1,
    )  # fmt: skip
    assert expert(state) == Swap(0)


def test_the_expert_ends_a_match_that_it_wins_by_it() -> None:
    mine = "0 1 0 1 / -1 0 1 0 / 0 -1 0 ?"
    other = "9 9 8 9 / 8 8 9 10 / 7 8 9 ?"
    assert expert(lay(mine, other, drawn=1, totals=(20, 90))) == Swap(11)


def test_only_one_legal_move_needs_no_search() -> None:
    state = lay(HIDDEN, HIDDEN)
    assert Expert(1, FEW).choose(state.view(0), [DRAW]) == DRAW


def test_the_expert_throws_a_high_card() -> None:
    state = lay("3 1 ? ? / 2 0 ? ? / 1 1 ? ?", HIDDEN, discard=(5,), drawn=12)
    assert isinstance(expert(state), Turn)


# The match


def end_worth(points: list[int], totals: list[int], **given: object) -> float:
    cells = bridge.round_under(rules(len(points), **given), 1, totals)
    return float(outlook.chance_to_win(cells, np.array(points, dtype=float), 0, False))


@pytest.mark.parametrize(
    ("points", "totals", "chance"),
    [
        ([10, 20], [50, 85], 1.0),  # 60 against 105
        ([10, 20], [95, 50], 0.0),  # 105 against 70
        ([10, 30], [95, 75], 0.5),  # 105 each: shared
        ([5, 5, 5], [95, 95, 99], 0.5),  # 100, 100, 104
        ([5, 5], [40, 40], 0.5),  # goes on, even
        ([4, 4, 4, 4], [9, 9, 9, 9], 0.25),
    ],
)
def test_the_chance_to_win_a_match(points: list[int], totals: list[int], chance: float) -> None:
    assert end_worth(points, totals) == pytest.approx(chance)


def test_the_chance_to_win_grows_with_the_lead_and_with_what_is_over() -> None:
    assert 0.5 < end_worth([0, 10], [20, 20]) < end_worth([0, 20], [20, 20]) < 1.0
    assert end_worth([0, 10], [20, 20]) < end_worth([0, 10], [80, 80])
    assert end_worth([0, 10], [20, 20], rounds=1) == 1.0
    assert end_worth([0, 10], [20, 20], rounds=9) < 1.0


def test_the_chances_of_all_seats_make_one() -> None:
    cells = bridge.round_under(rules(4), 3, (31, 8, 50, 44))
    points = np.array([3.0, 20.0, 11.0, -4.0])
    for guessed in (False, True):
        chances = [outlook.chance_to_win(cells, points, seat, guessed) for seat in range(4)]
        assert sum(chances) == pytest.approx(1.0)


# Strength: the search must be worth something


def test_the_search_beats_the_rule_of_thumb() -> None:
    """With one lap, so that 200 rounds are cheap: some 3 points, with a standard error of 1."""
    margin, rounds = 0.0, 200
    habits, notes = habits_for(2), np.zeros(NOTES)
    points = np.zeros(layout.MOST_PLAYERS, dtype=np.int64)
    for number in range(rounds):
        state, dice, seat = bridge.round_under(rules(2)), dice_of(number // 2), number % 2
        kernel.deal(state, -1, dice)
        while not kernel.is_over(state):
            if state[layout.TURN_OF] == seat:
                decision = SkyjoDecision(state, number, ONE_LAP)
                best = search(decision, FEW).best
                kernel.apply(state, int(decision.numbers[best]), dice)
            else:
                kernel.apply(state, int(thumb(state, habits, notes)), dice)
        kernel.scores(state, points)
        margin += points[1 - seat] - points[seat]
    assert margin / rounds > 0


def test_a_cleared_grid_has_no_candidates_in_it() -> None:
    state = lay(". 3 ? ? / . 4 ? ? / . 5 ? ?", HIDDEN, drawn=4)
    cells = bridge.from_view(state.view(0))
    assert bridge.grid_of(cells, 0)[0] == EMPTY
    places = [move.place for move in decide(state.view(0), 1).moves]
    assert not {0, 4, 8} & set(places)


def test_playouts_are_stopped_in_rounds_without_end() -> None:
    state = lay(HIDDEN, HIDDEN, turn_limit="none")
    cells = bridge.from_view(state.view(0))
    decision = SkyjoDecision(cells, 1, How(laps=0, guessed=False, most=1))
    assert decision.sample([0], 0, 3).shape == (3, 1)


@pytest.mark.parametrize("drawn", [None, 12])
def test_after_many_laps_the_expert_opens_what_is_hidden(drawn: int | None) -> None:
    state = lay("5 4 3 2 / 1 0 2 3 / 4 5 6 ?", "5 4 3 2 / 1 0 2 3 / 4 5 6 ?", drawn=drawn)
    cells = bridge.from_view(state.view(0))
    waiting = SkyjoDecision(cells, 1).moves
    cells[layout.TURNS] = 2 * PATIENCE
    pressing = SkyjoDecision(cells, 1).moves
    assert {move.place for move in pressing if move != DRAW} <= {11}
    assert any(move != DRAW and move.place != 11 for move in waiting)
