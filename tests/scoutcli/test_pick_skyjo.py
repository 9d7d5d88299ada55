"""Moves of SKYJO put together by keys."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.game import Move, State
from games.skyjo.moves import Draw, Reveal, Swap, Take
from games.skyjo.moves import Turn as TurnUp
from notation.skyjo import NOTATION
from scoutcli.table.pick import Picker, picker_for
from tests.scoutcli.turns import turn_of
from tests.skyjo_table import HIDDEN, lay, plies, rules

KEYS = [
    "left", "right", "up", "down", "space", "enter", "escape", "backspace", "home", "end", "tab",
    "s-right", "/", "@", "d", "a", "b", "c", "1", "2", "3", "9", "f", "k", "<", "é", "",
]  # fmt: skip
GRID = "5 9 ? 2 / ?3 9 ? 4 / ? 1 ? 6"


def at_start() -> State:
    """A 9 lies open: at b3 it completes column b."""
    return lay(GRID, HIDDEN, discard=(9,))


def with_card(drawn: int = -1) -> State:
    return lay(GRID, HIDDEN, drawn=drawn)


def opening() -> State:
    state, _, _ = next(iter(plies(rules(2), "pick")))
    assert state.opening
    return state


def pressed(state: State, keys: str) -> Picker:
    """A picker after keys, all of which mean something."""
    picker = picker_for(turn_of(state))
    assert picker is not None
    for key in keys.split():
        assert picker.press(key), key
    return picker


def test_a_turn_starts_at_the_first_place_and_nothing_is_picked() -> None:
    """It would be advice to start at the best one."""
    picker = pressed(at_start(), "")
    assert (picker.text, picker.ready) == ("", False)
    assert picker.marks == {("grid", 0), ("discard", 0)}
    assert picker.press("enter")
    assert (picker.text, picker.ready) == ("T@a1", False)
    assert picker.press("enter")
    assert picker.ready


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("left", "T@a3"),
        ("right", "T@c3"),
        ("home up", "T@a2"),
        ("end down", "T@d3"),
        ("up up", "T@b1"),
        ("space", "T@b3"),
        ("d", "D"),
        ("d down", "T@b3"),
        ("d escape", "T@b3"),
        ("end up up up", "D"),  # from the right half up to the draw pile
        ("up up up", ""),  # from the left half to the discard pile: to which place?
        ("up up up right", "D"),
        ("up up up right left", ""),
        ("up up up left", "T@b1"),
        ("up up up space", "T@b1"),
        ("end up up up down", "T@d1"),
        ("up up up enter", "T@b1"),
        ("end right", ""),  # past the right edge of the grid
        ("end right right", "D"),
        ("end right left left", "T@c3"),
        ("up up up up up", ""),
        ("d left right", "D"),
    ],
)
def test_taking_and_drawing(keys: str, text: str) -> None:
    picker = pressed(at_start(), f"down down right {keys}")  # from b3
    assert (picker.text, picker.ready) == (text, False)
    if text:
        assert picker.press("enter")
        assert picker.ready


def test_the_piles_are_marked() -> None:
    assert pressed(at_start(), "d").marks == {("stock", 0)}
    assert pressed(at_start(), "d left").marks == {("discard", 0)}
    assert pressed(at_start(), "down").marks == {("grid", 4), ("discard", 0)}


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("space", "@b3"),
        ("left", "@a3"),
        ("home up up", "@a1"),
        ("left /", "/a3"),
        ("left / down", "/a3"),
        ("left / up", "/a2"),
        ("/ b 2", "/b2"),  # as it is typed; not hidden, which the loop says
        ("/ space c 3", "/c3"),
        ("left / c", "/c3"),
        ("left / escape", "@a3"),
        ("left / right backspace", "@b3"),
    ],
)
def test_putting_and_throwing(keys: str, text: str) -> None:
    picker = pressed(with_card(), f"up up home down down right {keys}")
    assert picker.text == text
    assert picker.press("enter")
    assert picker.ready


def test_a_card_is_thrown_for_a_hidden_one() -> None:
    """The cursor leaves b3, where an open card lies."""
    picker = pressed(with_card(), "up up home down down right /")
    assert picker.text in ("/c1", "/a2", "/c2", "/a3", "/c3")


def test_what_is_thrown_is_marked() -> None:
    picker = pressed(with_card(), "home up up")
    assert picker.marks == {("grid", 0), ("drawn", 0)}
    for key in ("down", "/"):
        assert picker.press(key)
    assert picker.marks == {("grid", 4), ("discard", 0)}


def test_two_cards_are_opened() -> None:
    picker = pressed(opening(), "space right right down")
    assert picker.text == ""
    assert picker.marks == {("grid", 0), ("grid", 6)}
    assert "a1 and which?" in picker.hint
    assert picker.press("enter")  # marks it
    assert (picker.text, picker.ready) == ("Oa1c2", False)
    assert picker.press("enter")
    assert picker.ready


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("space space", ""),
        ("down space up space", "Oa1a2"),
        ("space right space right space", "Ob1c1"),
        ("space right space backspace down space", "Oa1b2"),
        ("enter enter right enter", "Oa1b1"),
        ("enter enter enter", ""),  # the same card cannot be opened twice
    ],
)
def test_marks_can_be_changed(keys: str, text: str) -> None:
    picker = pressed(opening(), keys)
    assert (picker.text, picker.ready) == (text, False)


def test_after_a_new_draw_pile_there_is_nothing_but_to_draw() -> None:
    state = at_start()
    state.must_draw = True  # type: ignore[attr-defined]
    picker = pressed(state, "")
    assert picker.marks == {("stock", 0)}
    assert picker.press("enter")
    assert picker.press("enter")
    assert (picker.text, picker.ready) == ("D", True)


def keys_for(move: Move) -> list[str]:
    """Keys that pick a move, wherever the cursor is."""
    if isinstance(move, Draw):
        return ["d"]
    corner = ["down", "down", "down", "home", "up", "up"]
    if isinstance(move, Reveal):
        first, second = move.places
        return [*corner, *to(first), "space", *corner, *to(second), "space"]
    keys = ["/"] if isinstance(move, TurnUp) else ["escape"] if isinstance(move, Swap) else []
    assert isinstance(move, Take | Swap | TurnUp)
    return [*keys, *corner, *to(move.place)]


def to(place: int) -> list[str]:
    return ["right"] * (place % 4) + ["down"] * (place // 4)


@pytest.mark.parametrize(
    "options",
    [{}, {"clear_rows": "true"}, {"draw_exhausted": "turn-one"}, {"final_clear": "false"},
     {"next_starter": "highest", "first_tie": "card"}, {"turn_limit": "50"}],
)  # fmt: skip
@pytest.mark.parametrize("players", [2, 8])
def test_every_legal_move_can_be_picked(players: int, options: dict[str, str]) -> None:
    kinds = set()
    for number, (state, _, move) in enumerate(plies(rules(players, **options), "pick")):
        if not move or state.turn < 0 or number % 3:
            continue
        turn = turn_of(state)
        for legal in turn.legal[:: 1 + len(turn.legal) // 12]:
            picker = picker_for(turn)
            assert picker is not None
            for key in keys_for(legal):
                picker.press(key)
            assert picker.text == NOTATION.choice(legal)
            assert picker.press("enter")
            assert picker.ready
            kinds.add(type(legal))
    assert kinds >= {Reveal, Take, Draw, Swap, TurnUp}


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["start", "drawn", "open"]), st.lists(st.sampled_from(KEYS), max_size=25))
def test_no_key_ever_raises(moment: str, keys: list[str]) -> None:
    state = {"start": at_start, "drawn": with_card, "open": opening}[moment]()
    picker = picker_for(turn_of(state))
    assert picker is not None
    for key in keys:
        before = (picker.text, picker.marks)
        means = picker.press(key)
        assert isinstance(means, bool)
        if not means:
            assert (picker.text, picker.marks) == before
        for kind, which in picker.marks:
            assert (kind == "grid" and which in range(12)) or which == 0
            assert kind in ("grid", "discard", "stock", "drawn")
        assert "\n" not in picker.hint
        if picker.text:
            assert len(NOTATION.choose(picker.text, state.view(state.turn), [])) == 1


def test_a_key_is_answered_at_once() -> None:
    """Eight players, a whole grid; the limit is for machines that do other things, too."""
    longest = []
    for _ in range(3):
        picker = picker_for(turn_of(lay(GRID, *[HIDDEN] * 7, drawn=7)))
        assert picker is not None
        times = []
        for key in ("right", "/", "b", "2", "escape", "enter"):
            start = time.process_time()
            assert picker.press(key)
            assert picker.text
            times.append(time.process_time() - start)
        longest.append(max(times))
    assert min(longest) < 0.02
