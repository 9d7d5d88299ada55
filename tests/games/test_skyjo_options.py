"""The options of SKYJO: their defaults and values, and how two of them go together."""

from __future__ import annotations

import pytest

from games.errors import RuleError
from games.game import Round
from games.skyjo import GAME
from games.skyjo.cards import EMPTY
from tests.skyjo_table import HIDDEN, lay, make, rules


def over(points: int, number: int, **given: object) -> bool | None:
    """Whether a match is over after so many rounds of so many points for the first seat."""
    return GAME.over(rules(2, **given), [Round((points, 0))] * number)


def test_defaults() -> None:
    assert dict(rules(2)) == {
        "first_tie": "seat",
        "next_starter": "ender",
        "clear_rows": False,
        "final_clear": True,
        "ender_penalty": "double",
        "draw_exhausted": "keep-top",
        "score_limit": 100,
        "rounds": None,
        "turn_limit": 1000,
    }
    assert rules(2).changed() == {}


def test_the_preset_is_all_defaults() -> None:
    assert dict(GAME.rules(4, {}, "official")[0]) == dict(rules(4))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("first_tie", "lot"),
        ("clear_rows", "yes"),
        ("score_limit", "0"),
        ("score_limit", "none"),
        ("rounds", "0"),
        ("rounds", "101"),
        ("turn_limit", "49"),
        ("turn_limit", "1e3"),
        ("ender_penalty", "triple"),
    ],
)
def test_a_bad_value_is_refused_with_the_good_ones(name: str, value: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules(2, **{name: value})
    assert caught.value.code == "bad-option-value"
    assert caught.value.about == ("option", name)


def test_the_score_limit_holds_unless_only_rounds_is_given() -> None:
    assert over(50, 2) is True
    assert over(50, 2, rounds=4) is False
    assert over(50, 4, rounds=4) is True
    assert over(50, 2, rounds=4, score_limit=100) is True
    assert over(50, 2, rounds=4, score_limit=150) is False
    assert over(50, 1, score_limit=50) is True
    assert over(50, 99, rounds=100) is False


def test_a_score_limit_beside_rounds_is_a_change_even_where_it_is_100() -> None:
    assert rules(2, rounds=4).changed() == {"rounds": 4}
    assert rules(2, rounds=4, score_limit=100).changed() == {"score_limit": 100, "rounds": 4}
    assert rules(2, rounds="none", score_limit=100).changed() == {}
    assert rules(2, score_limit=30).changed() == {"score_limit": 30}


def test_rows_count_where_the_rules_say_so() -> None:
    state = lay("5 5 ? 5 / ? ? ? ? / ? ? ? ?", HIDDEN, discard=(5,), clear_rows="true")
    make(state, "T@c1")
    assert state.grids[0][:4] == [EMPTY] * 4
    assert state.discard[-4:] == [5, 5, 5, 5]
    assert state.ender is None


def test_a_row_needs_all_four_cards() -> None:
    state = lay("5 5 ? . / ? ? ? . / ? ? ? .", HIDDEN, discard=(5,), clear_rows="true")
    make(state, "T@c1")
    assert state.gone[0] == 0b100010001000


def test_a_row_and_a_column_completed_by_one_card_go_together() -> None:
    state = lay("3 5 1 2 / 5 ?9 5 5 / 4 5 ? ?", HIDDEN, discard=(1, 5), clear_rows="true")
    (seat, move) = 0, state.complete(0, state.legal()[5])
    assert (move.place, move.cleared) == (5, (1, 5))  # type: ignore[attr-defined]
    state.check(seat, move)
    state.apply(seat, move)
    assert state.discard == [1, 9, 5, 5, 5, 5, 5, 5]
    assert [place for place in range(12) if state.grids[0][place] == EMPTY] == [1, 4, 5, 6, 7, 9]


def test_rows_are_removed_at_the_final_flip_too() -> None:
    ender = "-1 0 0 1 / 0 1 0 0 / 0 0 -1 0"
    grid = "?6 6 6 6 / 1 2 3 4 / 5 5 1 2"
    for rows, score in (("true", 23), ("false", 47)):
        state = lay(ender, grid, ender=0, turn=1, discard=(1,), clear_rows=rows)
        make(state, "T@a2")
        assert state.scores() == (0, score)


def test_a_row_and_a_column_that_cross_are_both_found_at_the_final_flip() -> None:
    ender = "-1 0 0 1 / 0 1 0 0 / 0 0 -1 0"
    grid = "?6 6 6 6 / 6 2 3 4 / 6 5 1 2"
    state = lay(ender, grid, ender=0, turn=1, discard=(2,), clear_rows="true")
    make(state, "T@b2")
    assert state.scores() == (0, 17)
    assert state.discard == [2, 6, 6, 6, 6, 6, 6]
