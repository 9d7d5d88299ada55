"""New draw piles and limits of SKYJO on tables laid out by hand, each with its answer."""

from __future__ import annotations

import pytest

from games.errors import RuleError
from games.game import Move
from games.skyjo.cards import VALUES
from games.skyjo.moves import Draw, Pile, Take
from games.skyjo.state import State
from tests.skyjo_table import HIDDEN, lay, make

ASIDE = "1 2 3 4 / 5 6 7 8 / 9 10 11 ?12"
"""A grid with a hidden card of which nothing matters."""


def refused(state: State, seat: int, move: Move) -> str:
    with pytest.raises(RuleError) as caught:
        state.check(seat, move)
    return caught.value.code


# A new draw pile


def test_k40_the_top_of_the_discard_pile_stays_and_the_rest_is_shuffled() -> None:
    state = lay(HIDDEN, HIDDEN, discard=(3, 7, 12, 5), spent=True)
    below = tuple(state.discard[:-1])
    due = state.chance(Draw())
    assert due is not None
    assert (due.kind, sorted(due.among)) == ("pile", sorted(below))
    assert state.chance(Take(0)) is state.chance() is None
    pile = Pile(below[::-1])
    state.check(-1, pile)
    state.apply(-1, pile)
    assert (state.discard, state.turn) == ([5], 0)
    assert state.legal() == [Draw()]
    assert refused(state, 0, Take(0)) == "skyjo-must-draw"
    make(state, "D")
    assert state.drawn == 12


def test_a_draw_from_an_empty_pile_waits_for_the_new_one() -> None:
    state = lay(HIDDEN, HIDDEN, spent=True)
    assert Draw() in state.legal()
    state.check(0, Draw())
    with pytest.raises(RuleError) as caught:
        state.apply(0, Draw())
    assert caught.value.code == "skyjo-pile-missing"


def test_a_take_needs_no_draw_pile() -> None:
    state = make(lay(HIDDEN, HIDDEN, spent=True), "T@a1")
    assert state.turn == 1


def test_a_new_pile_comes_only_when_the_old_one_is_empty() -> None:
    state = lay(HIDDEN, HIDDEN, discard=(1, 2))
    assert refused(state, -1, Pile((1,))) == "skyjo-pile-not-due"
    state = make(lay(HIDDEN, HIDDEN, stock=(4,)), "D")
    assert refused(state, -1, Pile((1,))) == "skyjo-pile-not-due"


def test_a_new_pile_is_made_of_the_discard_pile() -> None:
    state = lay(HIDDEN, HIDDEN, discard=(3, 7, 12, 5), spent=True)
    below = tuple(state.discard[:-1])
    other = next(value for value in VALUES if value != below[0])
    assert refused(state, -1, Pile(below[1:])) == "skyjo-wrong-pile"
    assert refused(state, -1, Pile((other, *below[1:]))) == "skyjo-wrong-pile"
    assert refused(state, -1, Pile(below, 5)) == "skyjo-wrong-pile"
    state.check(-1, Pile(below[:3], rest=True))


def test_turn_one_shuffles_all_and_turns_one_up_that_is_not_on_offer() -> None:
    state = lay(HIDDEN, HIDDEN, discard=(3, 7, 12, 5), spent=True, draw_exhausted="turn-one")
    whole = tuple(state.discard)
    due = state.chance(Draw())
    assert due is not None
    assert (due.kind, sorted(due.among)) == ("pile-turn-one", sorted(whole))
    assert refused(state, -1, Pile(whole)) == "skyjo-wrong-pile"
    state.check(-1, Pile(whole[:-1], 5))
    state.apply(-1, Pile(whole[:-1], 5))
    assert (state.discard, len(state.stock)) == ([5], len(whole) - 1)
    assert state.legal() == [Draw()]
    assert refused(state, 0, Take(0)) == "skyjo-must-draw"
    make(state, "D", "@a1")
    assert Take(0) in state.legal()


def test_what_is_shuffled_is_known_to_those_who_remember() -> None:
    state = lay(HIDDEN, HIDDEN, discard=(3, 7, 12, 5), spent=True)
    assert state.view(0).pile is None
    state.apply(-1, Pile(tuple(state.discard[:-1])))
    pile = state.view(1).pile
    assert pile is not None
    assert sum(pile) == state.view(1).stock
    hidden = [card for grid in state.grids for card in grid]
    unseen = state.view(1).unseen
    assert [unseen[value + 2] - pile[value + 2] for value in VALUES] == [
        hidden.count(value) for value in VALUES
    ]
    make(state, "D")  # the others still count the card in the hand
    assert state.view(1).pile == pile
    assert sum(state.view(0).pile or ()) == sum(pile) - 1


# The limit


def limited(turns: int, limit: int | str = 50) -> State:
    return lay(ASIDE, HIDDEN, discard=(1,), turns=turns, turn_limit=limit)


def test_a_round_ends_after_so_many_turns() -> None:
    state = make(limited(48), "T@a1")
    assert state.end is None
    make(state, "T@a1")
    assert (state.end, state.ender, state.turns) == ("limit", None, 50)


def test_a_draw_and_what_follows_is_one_turn() -> None:
    state = make(limited(49), "D")
    assert (state.turns, state.end) == (49, None)
    make(state, "@a1")
    assert (state.turns, state.end) == (50, "limit")


def test_at_the_limit_all_cards_are_turned_and_nobody_is_doubled() -> None:
    low = "-1 1 0 ?0 / -1 0 1 1 / 0 0 0 2"
    state = lay("1 2 3 4 / 5 6 7 8 / 9 10 11 ?12", low, discard=(1,), turns=49, turn_limit=50)
    make(state, "T@a1")
    assert state.scores() == (78, 3)
    assert state.opened[0] == 0b111111111111


def test_the_limit_also_ends_the_last_turns_and_remembers_who_opened_everything() -> None:
    opened_all = "1 2 3 4 / 5 6 7 8 / 9 10 11 12"
    state = lay(opened_all, HIDDEN, HIDDEN, ender=0, turn=1, turns=49, turn_limit=50)
    make(state, "T@a1")
    assert (state.end, state.ender, state.scores()[0]) == ("limit", 0, 78)


def test_a_real_end_on_the_same_turn_wins() -> None:
    opened_all = "1 2 3 4 / 5 6 7 8 / 9 10 11 12"
    state = lay(opened_all, "0 1 0 0 / -1 0 1 ?1 / 0 0 -1 2", ender=0, turn=1, turns=49,
                turn_limit=50, discard=(0,))  # fmt: skip
    make(state, "T@a1")
    assert (state.end, state.scores()) == ("opened", (156, 3))


def test_no_limit_lets_a_round_go_on() -> None:
    assert make(limited(5000, "none"), "T@a1").end is None
