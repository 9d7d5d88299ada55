"""What holds at every moment of random rounds of SKYJO, for all numbers of players and options."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.errors import RuleError
from games.game import Move
from games.options import Rules
from games.skyjo import GAME
from games.skyjo.cards import DECK, EMPTY, LINES, PLACES
from games.skyjo.moves import Draw, Pile, Reveal, Starter, Swap, Take, Turn, Unnoted
from games.skyjo.state import State
from tests.skyjo_table import plies, rules

VARIANTS: tuple[tuple[int, dict[str, object]], ...] = (
    *((players, {}) for players in range(2, 9)),
    (2, {"clear_rows": "true", "final_clear": "false", "turn_limit": 50}),
    (3, {"first_tie": "random", "ender_penalty": "none", "turn_limit": "none"}),
    (4, {"first_tie": "card", "clear_rows": "true"}),
    (6, {"draw_exhausted": "turn-one", "ender_penalty": "double-unless-tied"}),
    (8, {"draw_exhausted": "turn-one", "clear_rows": "true", "turn_limit": 400}),
)


def in_force() -> Iterator[Rules]:
    for players, given in VARIANTS:
        yield rules(players, **given)


@pytest.fixture(params=in_force(), ids=lambda value: f"{value.players} {value.changed()}")
def any_rules(request: pytest.FixtureRequest) -> Rules:
    value: Rules = request.param
    return value


def everything() -> list[Move]:
    """All moves that can be thought of, in canonical order."""
    places = (-2, *range(PLACES + 1))
    return [
        *(Reveal((first, second)) for first in places for second in places),
        *map(Take, places),
        Draw(),
        *map(Swap, places),
        *map(Turn, places),
        Starter(0),
        Pile(()),
    ]


def passes(state: State, seat: int, move: Move) -> bool:
    try:
        state.check(seat, move)
    except RuleError:
        return False
    return True


def cards_in(state: State) -> list[int]:
    """Every card, wherever it is."""
    drawn = [] if state.drawn is None else [state.drawn]
    grids = [card for grid in state.grids for card in grid if card != EMPTY]
    return [*grids, *state.discard, *state.stock[state.at :], *drawn]


def permuted(state: State, seat: int, dice: random.Random) -> State:
    """The same round with the cards exchanged that `seat` cannot have seen."""
    other = state.copy()
    hidden = [
        (grid, place)
        for grid, opened in zip(other.grids, other.opened, strict=True)
        for place in range(PLACES)
        if grid[place] != EMPTY and not opened >> place & 1
    ]
    pool = [grid[place] for grid, place in hidden]
    pile = list(other.stock[other.at :])
    held = other.drawn is not None and seat != other.turn
    if held:
        pile.append(other.drawn or 0)
    if not other.piles:  # a reshuffled pile is known but for its order
        pool += pile
    dice.shuffle(pool)
    for grid, place in hidden:
        grid[place] = pool.pop()
    if other.piles:
        pool = pile
        dice.shuffle(pool)
    if held:
        other.drawn = pool.pop()
    other.stock = (*other.stock[: other.at], *pool)
    return other


def test_all_150_cards_are_somewhere_at_any_time(any_rules: Rules) -> None:
    for state, _, _ in plies(any_rules, "cards"):
        assert sorted(cards_in(state)) == list(DECK)
        assert (state.full, state.certain, state.unchecked) == (True, True, 0)


def test_what_is_legal_passes_the_check_and_nothing_else_does(any_rules: Rules) -> None:
    for number, (state, _, _) in enumerate(plies(any_rules, "legal", bias=0.8)):
        if number % 3 and not state.must_draw:
            continue
        legal = state.legal()
        distinct = [Reveal(pair.places) for pair in legal if isinstance(pair, Reveal)]
        assert not state.opening or legal == distinct
        good = [move for move in everything() if passes(state, state.turn, move)]
        if state.turn < 0:
            assert legal == []
        elif state.opening:
            assert {frozenset(move.places) for move in good} == {
                frozenset(move.places) for move in legal
            }
        else:
            assert legal == good
            assert not any(passes(state, seat, move) for move in legal for seat in (-1, 8))


def test_a_check_that_passes_leaves_the_state_as_it_was(any_rules: Rules) -> None:
    for state, _, _ in plies(any_rules, "still"):
        before = [state.view(seat) for seat in range(state.players)]
        for move in (*everything()[::7], *state.legal()[:3]):
            passes(state, state.turn, move)
        assert [state.view(seat) for seat in range(state.players)] == before


def test_a_view_does_not_change_with_what_a_seat_cannot_see(any_rules: Rules) -> None:
    dice = random.Random(3)
    for number, (state, _, _) in enumerate(plies(any_rules, "views", bias=0.9)):
        if number % 4 == 0 or state.must_draw or state.opening:
            for seat in range(state.players):
                assert permuted(state, seat, dice).view(seat) == state.view(seat)


def test_a_view_counts_all_cards_that_it_does_not_show(any_rules: Rules) -> None:
    for state, _, _ in plies(any_rules, "counts", bias=0.9):
        for seat in range(state.players):
            view = state.view(seat)
            hidden = sum(card is None for grid in view.grids for card in grid)
            held = view.midturn and view.drawn is None
            assert sum(view.unseen) == hidden + view.stock + held
            assert min(view.unseen) >= 0
            assert view.pile is None or sum(view.pile) == view.stock + held


def test_a_copy_goes_its_own_way(any_rules: Rules) -> None:
    for number, (state, seat, move) in enumerate(plies(any_rules, "copy")):
        if number % 5 or not move:
            continue
        before = [state.view(other) for other in range(state.players)]
        copy = state.copy()
        copy.apply(seat, move)
        assert [state.view(other) for other in range(state.players)] == before
        assert cards_in(state) == cards_in(state.copy())


def test_a_completed_move_says_what_really_happens(any_rules: Rules) -> None:
    for state, seat, move in plies(any_rules, "complete"):
        if not move:
            continue
        state.check(seat, move)
        assert state.complete(seat, move) == move
        if isinstance(move, (Take, Swap, Turn)):
            grid = state.grids[seat]
            assert move.out == grid[move.place]
            for line in move.cleared or ():
                new = move.out if isinstance(move, Turn) else move.card
                mates = {grid[place] for place in LINES[line] if place != move.place}
                assert mates == {new}


def test_a_wrong_card_in_a_move_is_refused(any_rules: Rules) -> None:
    for state, seat, move in plies(any_rules, "wrong"):
        for name in ("card", "out", "up"):
            card = getattr(move, name, None)
            if card is not None:
                other = move._replace(**{name: 12 if card != 12 else 3})  # type: ignore[attr-defined]
                assert not passes(state, seat, other)


def test_all_turns_are_made_in_order_and_the_end_is_one_of_the_two(any_rules: Rules) -> None:
    made: list[int] = []
    states: list[State] = []
    for state, seat, move in plies(any_rules, "order"):
        states = [state]
        if isinstance(move, (Take, Swap, Turn)):
            made.append(seat)
    (state,) = states
    assert state.starter is not None
    assert made == [(state.starter + turn) % state.players for turn in range(state.turns)]
    assert state.end in GAME.ends
    assert None not in state.scores()


def test_kinds_of_moves_are_never_equal() -> None:
    moves = [
        Reveal((0, 1)), Take(0), Swap(0), Turn(0), Draw(), Draw(0), Starter(0), Unnoted(),
        Pile(()), Pile((0,)),
    ]  # fmt: skip
    assert len(set(moves)) == len(moves)
    assert Take(1, None, None, None) not in (Swap(1, None, None, None), Turn(1, None, None, None))


def test_the_same_seed_deals_and_draws_the_same(any_rules: Rules) -> None:
    first = [(seat, move) for _, seat, move in plies(any_rules, "again")]
    assert first == [(seat, move) for _, seat, move in plies(any_rules, "again")]
