"""Moves of SCOUT put together by keys."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.game import Move
from games.scout.moves import Choose, Scout, ScoutShow, Show, Stop
from games.scout.state import State
from notation.scout import NOTATION
from scoutcli.table.pick import Picker, picker_for
from scoutcli.table.words import Turn
from tests.games.scout_table import shuffled
from tests.scoutcli.turns import turn_of

# Seat 3 is to move: a run of two lies, and T 9, 4 4 and 4 5 beat it.
LINE = (
    "scout hands=12/13/T195484T56/69 table=3728 owner=2 turn=3 scouts=0 won=0,0,0,0 "
    "tokens=0,0,0,0 show=1111 actions=1 round=1 totals=0,0,0,0"
)
TWO = (
    "scout hands=T195484T56/12 table=37 owner=2 turn=1 scouts=0 won=0,0 tokens=3,3 actions=1 "
    "round=1 totals=0,0 rules=voluntary_stop:true"
)
USED = LINE.replace("show=1111", "show=1101")
EMPTY_TABLE = LINE.replace("table=3728 owner=2", "table=- owner=-")
KEYS = [
    "left", "right", "up", "down", "space", "enter", "escape", "backspace", "home", "end", "tab",
    "s-right", "s-left", "<", ">", "f", "k", "s", "p", "P", "d", "/", "a", "1", "é", "", "c-x",
]  # fmt: skip


def begun(line: str = LINE) -> Picker:
    picker = picker_for(turn_of(NOTATION.parse_position(line)))
    assert picker is not None
    return picker


def pressed(keys: str, line: str = LINE) -> Picker:
    """A picker after keys, all of which mean something."""
    picker = begun(line)
    for key in keys.split():
        assert picker.press(key), key
    return picker


def opening(flip: str = "swap") -> Turn:
    line = (
        f"scout hands=38574T1213141516232425/{'??' * 11} table=- owner=- turn=1 scouts=0 won=0,0 "
        f"tokens=3,3 actions=0 round=1 totals=0,0 chosen=-,- starter=1,2 rules=flip:{flip}"
    )
    return turn_of(NOTATION.parse_position(line))


def test_the_cursor_starts_on_the_first_legal_show_and_nothing_is_picked() -> None:
    """It would be advice to start on 4 4, which is the hardest to beat."""
    picker = begun()
    assert picker.text == ""
    assert not picker.ready
    assert picker.marks == {("hand", 0), ("hand", 1)}


def test_the_first_enter_of_a_turn_plays_nothing() -> None:
    picker = pressed("enter")
    assert not picker.ready
    assert picker.text == "S1:T9"
    assert picker.press("enter")
    assert picker.ready


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("home", "S1:T"),
        ("home right", "S2:9"),
        ("home left", "S1:T"),
        ("end", "S5:5"),
        ("end space", "S5:5"),  # there is no card further right
        ("home right right space", "S3:44"),
        ("home right right space space", "S3:445"),
        ("home right right space s-right backspace", "S3:44"),
        ("home right space escape", "S2:9"),
        ("home right space s-left", "S2:9"),
        ("home space right", "S2:9"),  # a moved cursor is one card again
        ("home down", "S1:T9"),
        ("home down down down", "S4:45"),
        ("home down down down down", "S1:T9"),
        ("home up", "S4:45"),
        ("end up up", "S3:44"),
        ("< home", "L37@1"),
        ("< home f", "L73@1"),
        ("< f home up", "L37@1"),
        ("> home right right", "R28@3"),
        ("> end", "R28@6"),
        ("> end right", "R28@6"),
        ("> < home", "L37@1"),
    ],
)
def test_a_show_or_a_scout_by_keys(keys: str, text: str) -> None:
    picker = pressed(keys)
    if text[0] in "LR":
        want, got = NOTATION.parse(text)[0], NOTATION.parse(picker.text)[0]
        assert (got.right, got.to) == (want.right, want.to)
        assert {got.card, want.card} <= {0x37, 0x73, 0x28, 0x82}
    else:
        assert picker.text == text
    assert picker.press("enter")
    assert picker.ready


def test_a_scout_shows_end_gap_and_card() -> None:
    picker = pressed("> home right")
    way = dict(picker.marks)["card"]
    assert picker.marks == {("table", 1), ("gap", 1), ("card", way)}
    assert way in (0x28, 0x82)
    assert picker.press("f")
    other = 0x82 if way == 0x28 else 0x28
    assert picker.marks == {("table", 1), ("gap", 1), ("card", other)}


def test_a_scout_starts_where_it_does_most_good() -> None:
    """A 3 before 4 4 makes runs and sets of nothing; behind 5 or turned 7 neither: 3 4 is it."""
    picker = pressed("<")
    assert picker.text in {f"L37@{gap}" for gap in (3, 5)} | {"L37@4"}


def test_a_scout_and_show_counts_the_card_just_taken() -> None:
    picker = pressed("< home right right")
    if "L73" in picker.text:
        picker.press("f")
    assert picker.text == "L37@3"
    for key in ("s", "home", "right", "right", "space"):
        assert picker.press(key)
    assert picker.text == "L37@3+S3:34"
    assert picker.marks == {
        ("table", 0), ("gap", 2), ("card", 0x37), ("shown", 0x37), ("hand", 2),
    }  # fmt: skip
    assert picker.press("enter")
    assert picker.ready


def test_a_block_behind_the_card_taken_is_marked_in_the_hand_as_it_is() -> None:
    picker = pressed("< home s home right space")
    assert {mark for mark in picker.marks if mark[0] in ("hand", "shown")} == {
        ("hand", 0),
        ("hand", 1),
    }


def test_what_was_picked_is_taken_back_step_by_step() -> None:
    picker = pressed("< home s home space")
    assert "+S1:" in picker.text
    assert picker.press("escape")  # the block is one card
    assert picker.press("escape")  # no block
    assert "+" not in picker.text
    assert picker.text.endswith("@1")
    assert picker.press("backspace")  # no Scout
    assert picker.text == "S1:T"
    assert not picker.press("escape")


def test_why_there_is_no_scout_and_show_is_said() -> None:
    picker = pressed("< s", USED)
    assert "+" not in picker.text
    assert "The Scout & Show of this round is used" in picker.hint
    assert "There is no Scout & Show with two players" in pressed("< space", TWO).hint


def test_there_may_be_nothing_to_scout_from() -> None:
    picker = pressed("home <", EMPTY_TABLE)
    assert picker.text == "S1:T"
    assert "no active set" in picker.hint


def test_the_only_card_of_the_table_is_its_left_one() -> None:
    assert pressed("> home", TWO).text in ("L37@1", "L73@1")


def test_two_players_may_stop() -> None:
    for key in ("p", "P"):
        assert pressed(key, TWO).text == "P"
    assert pressed("p home", TWO).text == "S1:T"
    assert pressed("home p escape", TWO).text == "S1:T"
    assert not begun().press("p")  # three or more may not


def test_a_block_that_is_none_is_a_move_all_the_same() -> None:
    """The loop says which rule it breaks."""
    picker = pressed("home space space enter")
    assert picker.ready
    assert picker.text == "S1:T94"


@pytest.mark.parametrize("flip", ["swap", "rotate"])
def test_keep_or_flip(flip: str) -> None:
    picker = picker_for(opening(flip))
    assert picker is not None
    assert (picker.text, picker.marks) == ("", frozenset())
    assert picker.press("f")
    assert picker.text == "F"
    assert picker.marks == {("hand", at) for at in range(11)}
    assert picker.press("k")
    assert (picker.text, picker.marks) == ("K", frozenset())
    assert picker.press("enter")
    assert picker.ready
    for key in ("space", "enter"):
        again = picker_for(opening(flip))
        assert again is not None
        assert again.press(key)
        assert not again.ready
        assert again.press("enter")
        assert again.ready


def test_a_move_asked_for_among_few_is_typed() -> None:
    turn = turn_of(NOTATION.parse_position(LINE))
    asked = Turn(turn.notation, turn.view, turn.legal, turn.fault, turn.legal[:2])
    assert picker_for(asked) is None


# Every move, every key


def keys_for(move: Move, picker: Picker) -> list[str]:
    """Keys that pick a move, whatever was picked before."""
    if isinstance(move, Choose):
        return ["f" if move.how == "flip" else "k"]
    if isinstance(move, Stop):
        return ["p"]
    if isinstance(move, Show):
        return ["home", *["right"] * move.at, *["space"] * (len(move.values) - 1)]
    scout = move.scout if isinstance(move, ScoutShow) else move
    end = ">" if scout.right else "<"
    picker.press(end)
    turned = dict(picker.marks)["card"] != scout.card
    keys = [end, "home", *["right"] * scout.to, *["f"] * turned]
    if isinstance(move, ScoutShow):
        keys += ["s", *keys_for(move.show, picker)]
    return keys


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(2, {}), (2, {"voluntary_stop": "true"}), (3, {}), (4, {}), (5, {}),
                     (5, {"flip": "rotate"}), (3, {"all_scouted_empty": "continue"})]),
    st.integers(0, 10**6),
    st.data(),
)  # fmt: skip
def test_every_legal_move_can_be_picked(
    table: tuple[int, dict[str, str]], seed: int, data: st.DataObject
) -> None:
    players, options = table
    state = shuffled(players, str(seed), **options)
    for _ in range(data.draw(st.integers(0, 25))):
        legal = state.legal()
        shows = [move for move in legal if not isinstance(move, ScoutShow | Stop)]
        state.apply(state.turn, data.draw(st.sampled_from(shows or legal)))
        if state.end is not None:
            return
    turn = turn_of(state)
    legal = list(turn.legal)
    for move in legal[:: max(len(legal) // 25, 1)] + [m for m in legal if isinstance(m, Stop)]:
        picker, scratch = picker_for(turn), picker_for(turn)
        assert picker is not None
        assert scratch is not None
        for key in keys_for(move, scratch):
            assert picker.press(key)
        assert picker.text == NOTATION.choice(move)
        assert picker.press("enter")
        assert picker.ready


LINES = [
    LINE, TWO, USED, EMPTY_TABLE,
    LINE.replace("T195484T56", "T1"),
    LINE.replace("T195484T56", "??9?48"),
    LINE.replace("table=3728", "table=??28"),
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([*LINES, "open"]), st.lists(st.sampled_from(KEYS), max_size=30))
def test_no_key_ever_raises(line: str, keys: list[str]) -> None:
    turn = opening() if line == "open" else turn_of(NOTATION.parse_position(line))
    picker = picker_for(turn)
    assert picker is not None
    for key in keys:
        before = (picker.text, picker.marks)
        means = picker.press(key)
        assert isinstance(means, bool)
        if not means:
            assert (picker.text, picker.marks) == before
        hand = range(len(turn.view.hand))
        for kind, which in picker.marks:
            assert kind in ("hand", "gap", "card", "table", "shown")
            assert kind != "hand" or which in hand
            assert kind != "table" or which in range(len(turn.view.table))
        assert "\n" not in picker.hint
        if picker.text:
            (move,) = NOTATION.parse(picker.text)
            assert isinstance(move, Choose | Show | Scout | ScoutShow | Stop)


def test_a_key_is_answered_at_once() -> None:
    """Five players, thirteen cards, the Scout & Show left: the longest of seven presses, of three.

    The limit is far above what it takes, for machines that do other things, too.
    """
    state = wide()
    turn = turn_of(state)
    assert len(turn.legal) > 500
    longest = []
    for _ in range(3):
        picker = picker_for(turn)
        assert picker is not None
        times = []
        for key in ("right", "<", "s", "down", "down", "f", "enter"):
            start = time.process_time()
            picker.press(key)
            assert picker.text or picker.marks
            times.append(time.process_time() - start)
        longest.append(max(times))
    assert min(longest) < 0.02


def wide() -> State:
    return NOTATION.parse_position(
        "scout hands=344556677889911223T4T5/13/14/15/16 table=3738 owner=5 turn=1 scouts=0 "
        "won=0,0,0,0,0 tokens=0,0,0,0,0 show=11111 actions=9 round=1 totals=0,0,0,0,0"
    )
