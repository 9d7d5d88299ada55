"""What may be typed where a move of SCOUT is chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import RuleError
from games.game import Move
from games.scout.moves import FLIP, KEEP, STOP, Scout, Show
from games.scout.state import State
from notation.diagnostics import TextError
from notation.scout import NOTATION

# Seat 3 is to move: a run of two lies, and 4 4 and 4 5 beat it.
LINE = (
    "scout hands=12/13/T195484T56/69 table=3728 owner=2 turn=3 scouts=0 won=0,0,0,0 "
    "tokens=0,0,0,0 show=1111 actions=1 round=1 totals=0,0,0,0"
)
TWO = (
    "scout hands=T195484T56/12 table=37 owner=2 turn=1 scouts=0 won=0,0 tokens=3,3 actions=1 "
    "round=1 totals=0,0 rules=voluntary_stop:true"
)


def chosen(text: str, line: str = LINE) -> list[str]:
    """The moves that a text can mean in a position."""
    state = NOTATION.parse_position(line)
    moves = NOTATION.choose(text, state.view(state.turn), state.legal())
    return [NOTATION.choice(move) for move in moves]


def hand(cards: str, line: str = LINE) -> str:
    return line.replace("T195484T56", cards)


def refused(text: str, line: str = LINE) -> TextError:
    with pytest.raises(TextError) as caught:
        chosen(text, line)
    return caught.value


LEFT = ["L37@1", "L37@2", "L37@3", "L37@4", "L37@5", "L37@6"]
MEANINGS = {
    "44": ["S3:44"],
    "show 44": ["S3:44"],
    "s 44": ["S3:44"],
    "44 at 3": ["S3:44"],
    "3-4": ["S3:44"],
    "show 3-4": ["S3:44"],
    "s 3-4": ["S3:44"],
    "3 4": ["S3:44"],
    "show at 3": ["S3:4"],
    "l2": ["L37@2"],
    "l 2": ["L37@2"],
    "left 2": ["L37@2"],
    "scout left 2": ["L37@2"],
    "take left at 2": ["L37@2"],
    "l2f": ["L73@2"],
    "r 3 flip": ["R82@3"],
    "scout left 2 flip": ["L73@2"],
    "scout 37 2": ["L37@2"],
    "l": LEFT,
    "l2 + 44": ["L37@2+S4:44"],
    "l2f then 44": ["L73@2+S4:44"],
    "scout left 2 and show 5-6": ["L37@2+S5:45"],
    "l + 345": ["L37@4+S4:345"],
    "keep": ["K"],
    "flip": ["F"],
    "pass": ["P"],
    "stop": ["P"],
    "3.S3:44": ["S3:44"],
}


def test_every_short_form_of_the_table_has_its_meaning_here() -> None:
    assert [form for form, _ in NOTATION.short_forms] == list(MEANINGS)
    assert all(words for _, words in NOTATION.short_forms)


@pytest.mark.parametrize(("form", "moves"), MEANINGS.items())
def test_a_short_form(form: str, moves: list[str]) -> None:
    assert chosen(form) == moves
    assert chosen(f"  {form.upper()} ") == moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("S3:44", ["S3:44"]),
        ("s3:44", ["S3:44"]),
        ("S3:4?", ["S3:44"]),
        ("S?:44", ["S3:44"]),
        ("S3=48-4T", ["S3:44"]),
        ("S?=48-4T", ["S3:44"]),
        ("S?=4T-56", ["S4:45"]),
        ("L37@2", ["L37@2"]),
        ("l73@2", ["L73@2"]),
        ("L3?@2", ["L37@2"]),
        ("L?3@2", ["L73@2"]),
        ("L??@2", ["L37@2", "L73@2"]),
        ("L37@?", LEFT),
        ("L37@2+S4:44", ["L37@2+S4:44"]),
        ("L37@2 + S4:44", ["L37@2+S4:44"]),
        ("L37@2 then 44", ["L37@2+S4:44"]),
        ("L37@?+S?:345", ["L37@4+S4:345"]),
        ("r2 + S?=95", ["R28@2+S3:9"]),
        ("3. 44", ["S3:44"]),
        ("K", ["K"]),
        ("f", ["F"]),
        ("p", ["P"]),
    ],
)
def test_the_forms_of_a_record(text: str, moves: list[str]) -> None:
    assert chosen(text) == moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("show 3 to 4", ["S3:44"]),
        ("positions 3 - 4", ["S3:44"]),
        ("3\N{EN DASH}4", ["S3:44"]),
        ("at position 1", ["S1:T"]),
        ("4 4", ["S3:44"]),
        ("4 5", ["S4:45"]),
        ("4 4 5", ["S3:445"]),
        ("10", ["S1:T"]),
        ("t", ["S1:T"]),
        ("109", ["S1:T9"]),
        ("10 9", ["S1:T9"]),
        ("s4?", ["S3:44", "S4:45"]),
        ("take the right card as 28 into position 5", ["R28@5"]),
        ("scout 82 at 6", ["R82@6"]),
        ("scout 28 2 flip", ["R82@2"]),
        ("scout 82 2 turned", ["R82@2"]),
        ("left flip at 2", ["L73@2"]),
        ("right 28 3", ["R28@3"]),
        ("scout left 2 and flip", ["L73@2"]),
        ("scout 2", ["L37@2", "R28@2"]),
        ("scout 28", ["R28@1", "R28@2", "R28@3", "R28@4", "R28@5", "R28@6"]),
        ("left card flip", [text.replace("37", "73") for text in LEFT]),
        ("scout left 2 and flip + 4 4", ["L73@2+S4:4", "L73@2+S4:44"]),
        ("r1 + 2", ["R28@1+S1:2"]),
    ],
)
def test_other_ways_to_say_it(text: str, moves: list[str]) -> None:
    assert chosen(text) == moves


def test_only_the_legal_ones_where_some_are_legal() -> None:
    assert chosen("4", hand("T195484T56", LINE.replace("3728", "28"))) == ["S3:4", "S4:4"]
    # Positions 3 to 4 hold 4 3, the upper numbers 3 4 stand at 2 and at 4; all beat 2 1.
    both = hand("T136453T4T").replace("3728", "2719")
    assert chosen("3 4", both) == ["S2:34", "S3:43", "S4:34"]
    assert chosen("3-4", both) == ["S3:43"]
    assert chosen("34", both) == ["S2:34", "S4:34"]
    # Positions 3 to 4 hold 4 9, which is no block; under a set of two nothing is legal.
    one = hand("T13645954T").replace("3728", "2719")
    assert chosen("3 4", one) == ["S2:34"]
    assert chosen("3 4", one.replace("2719", "1714")) == ["S2:34", "S3:49"]


def test_a_set_of_one_card_has_only_a_left_end() -> None:
    one = LINE.replace("3728", "37")
    assert chosen("R37@2", one) == ["L37@2"]
    assert chosen("r2", one) == ["L37@2"]
    assert chosen("scout 2", one) == ["L37@2"]
    assert chosen("R37@2+S4:44", one) == ["L37@2+S4:44"]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("S3:45", LINE, "scout-wrong-card"),
        ("S3:445", LINE, "scout-no-block"),
        ("show at 3", LINE, "scout-does-not-beat"),
        ("S9:4", LINE, "scout-no-such-position"),
        ("L38@2", LINE, "scout-wrong-card"),
        ("scout 46 2", LINE, "scout-wrong-card"),
        ("L37@2+S3:44", LINE, "scout-wrong-card"),
        ("keep", LINE, "scout-locked"),
        ("stop", LINE, "scout-no-stop"),
        ("l2", LINE.replace("table=3728 owner=2", "table=- owner=-"), "scout-no-active-set"),
        ("l2+44", LINE.replace("table=3728 owner=2", "table=- owner=-"), "scout-no-active-set"),
        ("l2", TWO.replace("tokens=3,3", "tokens=0,3"), "scout-no-token"),
        ("l2+44", TWO, "scout-no-scout-and-show"),
    ],
)
def test_an_illegal_move_is_found_so_that_its_rule_can_be_named(
    text: str, line: str, code: str
) -> None:
    state = NOTATION.parse_position(line)
    (move,) = NOTATION.choose(text, state.view(state.turn), state.legal())
    with pytest.raises(RuleError) as caught:
        state.check(state.turn, move)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "offset"), [("l7", 1), ("L37@7", 4), ("scout left 7 flip", 11), ("l7 + 44", 1)]
)
def test_a_position_that_the_hand_does_not_get_is_told_with_its_place(
    text: str, offset: int
) -> None:
    state = NOTATION.parse_position(LINE)
    with pytest.raises(TextError, match="position 1 to 6 of this hand, not 7") as caught:
        NOTATION.choose(text, state.view(state.turn), state.legal())
    assert (caught.value.code, caught.value.offset) == ("scout-no-such-gap", offset)


def test_stop_where_the_rules_allow_it() -> None:
    assert chosen("pass", TWO) == ["P"]
    state = NOTATION.parse_position(TWO)
    assert NOTATION.choose("stop", state.view(0), state.legal()) == [STOP]


def test_choices_before_the_first_turn() -> None:
    line = (
        "scout hands=3458173T9397212523964T/35386891318272615942T1 table=- owner=- turn=1 scouts=0 "
        "won=0,0 tokens=3,3 actions=0 round=1 totals=0,0 chosen=-,- starter=1,2"
    )
    state = NOTATION.parse_position(line)
    view = state.view(0)
    for text in ("K", "k", "keep", "1.K"):
        assert NOTATION.choose(text, view, state.legal()) == [KEEP]
    for text in ("F", "flip", "1.f"):
        assert NOTATION.choose(text, view, state.legal()) == [FLIP]


@pytest.mark.parametrize(
    ("text", "offset", "length", "words"),
    [
        ("", 0, 1, "a Show is its upper numbers 44, its positions 3-4"),
        ("help me", 0, 7, "a Scout is l2, r3f"),
        ("?", 0, 1, "one that nobody noted"),
        ("2.S3:44", 0, 1, "a move of seat 2; here seat 3 chooses"),
        (" 3. hm", 4, 2, "a Show is"),
        ("S3:4x", 4, 1, "is no upper number"),
        ("3.S3:4x", 6, 1, "is no upper number"),
        ("L33@2", 1, 2, "the two numbers of a card differ"),
        ("L37@2+S3:4x", 10, 1, "is no upper number"),
        ("l2 + S3:4x", 9, 1, "is no upper number"),
        ("4-3", 0, 3, "from the lower to the higher, at most 10 of them: 3-4"),
        ("1-11", 0, 4, "at most 10 of them"),
        ("0-1", 0, 1, "'0' is no position; the first is 1"),
        ("46-47", 0, 2, "'46' is no position"),
        ("l0", 1, 1, "'0' is no position; the first is 1"),
        ("scout left 99999999999", 11, 11, "is no position"),
        ("scout sideways 2", 6, 8, "'sideways' says nothing of a Scout"),
        ("scout 2 3 4", 6, 1, "one card, then one position"),
        ("scout 2 37", 6, 1, "one card, then one position"),
        ("44 + l2", 0, 2, "one Scout, +, and one Show"),
        ("l2 + r2", 5, 2, "one Scout, +, and one Show"),
        ("l2 +", 4, 1, "one Scout, +, and one Show"),
        ("l2 + 44 + 44", 8, 4, "one Scout, +, and one Show"),
        ("l2 + hm", 5, 2, "a Show is"),
        ("show hm", 5, 2, "a Show is"),
        ("show", 4, 1, "a Show is"),
        ("  show   44x ", 11, 1, "a Show is"),
        ("44 at the", 6, 3, "a Show is"),
        ("s 4 - 3", 2, 5, "from the lower to the higher"),
        ("show 1-99", 7, 2, "'99' is no position"),
        ("44 at 99", 6, 2, "'99' is no position"),
        ("at 0", 3, 1, "'0' is no position"),
        ("3. scout  37  99", 14, 2, "'99' is no position"),
        ("scout 37 2 3", 11, 1, "one card, then one position"),
        ("l2  +  show   44x", 16, 1, "a Show is"),
        ("l2 then then 44", 8, 7, "a Show is"),
        ("+ 44", 0, 1, "one Scout, +, and one Show"),
        ("l37@", 4, 1, "a position is missing"),
        ("sch\N{LATIN SMALL LETTER O WITH DIAERESIS}n", 3, 1, "plain letters and digits"),
        ("4" * 101, 0, 101, "at most 100"),
    ],
)
def test_what_is_no_move(text: str, offset: int, length: int, words: str) -> None:
    error = refused(text)
    assert (error.code, error.offset, error.length) == ("scout-bad-move", offset, length)
    assert words in error.message


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("77", (0, 2), "there is no 7 7 side by side in the hand; its upper numbers are T 9 4 4 5"),
        ("54", (0, 2), "there is no 5 4 side by side in the hand"),
        ("8", (0, 1), "there is no 8 in the hand"),
        ("S?:88", (0, 5), "there is no 8 8 side by side in the hand"),
        ("5-6", (0, 3), "there is no position 6; the hand has 5 cards"),
        ("at 7", (0, 4), "there is no position 7; the hand has 5 cards"),
        ("l4 + 44", (5, 2), "its upper numbers are T 9 4 3 4 5"),
        ("show  7 7", (6, 3), "there is no 7 7"),
        ("3. l4 then  show 77", (17, 2), "there is no 7 7"),
        ("l2 + 6-7", (5, 3), "there is no position 7; the hand has 6 cards"),
    ],
)
def test_what_is_not_in_the_hand(text: str, where: tuple[int, int], words: str) -> None:
    error = refused(text)
    assert error.code == "scout-not-in-hand"
    assert (error.offset, error.length) == where
    assert words in error.message


def test_cards_that_are_not_known() -> None:
    line = LINE.replace("3728", "??2?").replace("T195484T56", "??95??4T56")
    assert chosen("45", line) == ["S4:45"]
    assert chosen("L??@2", line) == ["L??@2"]
    assert chosen("R2?@2", line) == ["R2?@2"]
    assert chosen("R?2@2", line) == ["R?2@2"]
    assert chosen("R28@2", line) == ["R28@2"]
    state = NOTATION.parse_position(line)
    (move,) = NOTATION.choose("S3=47-4T", state.view(2), state.legal())
    assert move == Show(2, b"\x04\x04", b"\x47\x4a")
    assert NOTATION.choose("L8T@2", state.view(2), state.legal()) == [Scout(False, 0x8A, 1)]


@given(st.text(alphabet="slr0123456789tf?:=@+-. KFPathend", max_size=24))
def test_any_text_is_moves_or_is_refused_with_a_place_inside_it(text: str) -> None:
    state: State = NOTATION.parse_position(LINE)
    result: list[Move] | TextError
    try:
        result = NOTATION.choose(text, state.view(2), state.legal())
    except TextError as error:
        result = error
    if isinstance(result, TextError):
        assert 0 <= result.offset <= len(text)
        assert result.message
    else:
        assert result
        assert len(set(result)) == len(result)
