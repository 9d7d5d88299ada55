"""The text of a round's moves, read piece by piece, with places and faults."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.diagnostics import TextError
from notation.layout import lines
from notation.tokens import (
    DEEPEST,
    Comment,
    Judgement,
    Moves,
    Play,
    Variation,
    comment,
    escape,
    offset_of,
    plain,
    read_moves,
    split_seat,
)

# Texts made of the pieces that matter, so that most of them come close to being right.
PIECES = [
    "1.K", "2.S3:44", "3.?", "N73A0", "4.L37@?", " ", " ", " ", "\n", "\t", "\r\n", "(", ")", "( ",
    " )", "{", "}", "{a}", "{\\}}", "{\\\\}", "\\", "$1", "$6", "$7", "$", "!", "?", "!?", "??",
    "?!?", "[%eq +1]", "[%", "]", "é", "\x00", "\x1c", "\x85", "\u2028", "\xa0", ".", "0.S",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=60)


def fault(text: str) -> tuple[str, int, int, int]:
    """The code of the first fault, its offset and length, and where the unread rest begins."""
    moves = read_moves(text)
    assert moves.fault is not None
    return moves.fault.code, moves.fault.offset, moves.fault.length, moves.rest


def words(moves: Moves) -> list[str]:
    return [play.text for play in moves.plays]


def only_comment(text: str) -> Comment:
    """The comment that is all there is in a text."""
    moves = read_moves(text)
    assert moves.fault is None
    (note,) = moves.notes
    assert isinstance(note, Comment)
    return note


# Mere moves


def test_plain_gives_the_words_of_mere_moves() -> None:
    assert plain("1.K 2.F\n1.S7:222  2.R23@10\n") == ["1.K", "2.F", "1.S7:222", "2.R23@10"]
    assert plain("") == []


def test_a_question_mark_inside_a_move_is_no_judgement() -> None:
    text = "1.? 2.L47@? 1.S?=47-4T 2.L??@2 N73*"
    assert plain(text) == ["1.?", "2.L47@?", "1.S?=47-4T", "2.L??@2", "N73*"]
    moves = read_moves(text)
    assert words(moves) == ["1.?", "2.L47@?", "1.S?=47-4T", "2.L??@2", "N73*"]
    assert [play.notes for play in moves.plays] == [[], [], [], [], []]


@pytest.mark.parametrize(
    "text",
    ["1.K {a}", "{a} 1.K", "1.K $1", "1.K !", "1.K ?", "? 1.K", "1.K ??", "1.K ?!", "1.K\n?\n",
     "1.K ( 1.F )", "1.K )", "1.K }", "1.K\x1b[31m", "1.K\x1c2.F", "1.K\x00"],
)  # fmt: skip
def test_plain_leaves_anything_else_to_the_full_reader(text: str) -> None:
    assert plain(text) is None


@given(TEXTS)
def test_plain_and_the_full_reader_agree(text: str) -> None:
    mere = plain(text)
    if mere is not None:
        moves = read_moves(text)
        assert (words(moves), moves.fault, moves.notes) == (mere, None, [])
        assert [play.offset for play in moves.plays] == [
            offset_of(text, index) for index in range(len(mere))
        ]


def test_offset_of_finds_a_word_by_its_index() -> None:
    text = "1.K 2.F\n  1.S7:222\n"
    assert [offset_of(text, index) for index in range(4)] == [0, 4, 10, 19]


# Seats


@pytest.mark.parametrize(
    ("token", "parts"),
    [
        ("1.K", (0, "K")),
        ("3.S3:44", (2, "S3:44")),
        ("8.?", (7, "?")),
        ("12.K", (11, "K")),
        ("999.K", (998, "K")),
        ("1..", (0, ".")),
        ("N73A0", (None, "N73A0")),
        ("S3:44", (None, "S3:44")),
        ("3", (None, "3")),
        ("", (None, "")),
    ],
)
def test_split_seat(token: str, parts: tuple[int | None, str]) -> None:
    assert split_seat(token) == parts


@pytest.mark.parametrize(
    ("token", "code", "length"),
    [
        ("0.K", "bad-seat", 1),
        ("01.K", "bad-seat", 2),
        ("1000.K", "bad-seat", 4),
        ("x.K", "bad-seat", 1),
        (".K", "bad-seat", 1),
        ("-1.K", "bad-seat", 2),
        ("\u0663.K", "bad-seat", 1),  # an Arabic three
        ("\xb2.K", "bad-seat", 1),  # a raised two
        ("3.", "missing-move", 2),
        ("12.", "missing-move", 3),
    ],
)
def test_split_seat_refuses(token: str, code: str, length: int) -> None:
    with pytest.raises(TextError) as caught:
        split_seat(token)
    assert (caught.value.code, caught.value.offset, caught.value.length) == (code, 0, length)


# Judgements


@pytest.mark.parametrize(
    ("word", "mark"),
    [("$1", 1), ("$2", 2), ("$3", 3), ("$4", 4), ("$5", 5), ("$6", 6),
     ("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)],
)  # fmt: skip
def test_judgements_have_the_meaning_of_pgn(word: str, mark: int) -> None:
    moves = read_moves(f"1.K {word} 2.F")
    assert moves == Moves(
        plays=[Play("1.K", notes=[Judgement(mark)]), Play("2.F")], rest=8 + len(word)
    )
    (note,) = moves.plays[0].notes
    assert isinstance(note, Judgement)
    assert note.offset == 4


def test_a_move_can_have_several_judgements() -> None:
    assert read_moves("1.K $1 ?!").plays == [Play("1.K", notes=[Judgement(1), Judgement(6)])]


def test_a_chance_event_can_have_notes() -> None:
    assert read_moves("N73A0 $6 {bad luck}").plays == [
        Play("N73A0", notes=[Judgement(6), Comment("bad luck")])
    ]


# Comments


def test_a_comment_before_the_first_move_belongs_to_the_round_others_to_their_move() -> None:
    moves = read_moves("{a} {b} 1.K {c} {d} 2.F {e}")
    assert moves.notes == [Comment("a"), Comment("b")]
    assert moves.plays == [
        Play("1.K", notes=[Comment("c"), Comment("d")]),
        Play("2.F", notes=[Comment("e")]),
    ]


def test_a_comment_needs_no_spaces_around_it() -> None:
    moves = read_moves("{a}1.K{b}$1{c}2.F")
    assert moves.notes == [Comment("a")]
    assert moves.plays == [
        Play("1.K", notes=[Comment("b"), Judgement(1), Comment("c")]),
        Play("2.F"),
    ]
    assert [play.offset for play in moves.plays] == [3, 14]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"{}", ""),
        (r"{ a }", " a "),
        (r"{\{not\}}", "{not}"),
        (r"{a\\}", "a\\"),
        (r"{\\\}}", r"\}"),
        (r"{\\\\}", r"\\"),
        (r"{C:\dir\n}", r"C:\dir\n"),
        (r"{a { b}", "a { b"),
        ("{a\nb}", "a b"),
        ("{a\r\nb}", "a b"),
        ("{a\n\nb\r}", "a  b "),
        ("{a\tb}", "a b"),
        ("{a\x85b\u2028c\u2029d}", "a b c d"),
        ("{a\\\nb}", "a\\ b"),
        ("{( 1.K ) $7 ! ?}", "( 1.K ) $7 ! ?"),
        ("{kävi näin 🂡}", "kävi näin 🂡"),
    ],
)
def test_the_text_of_a_comment(written: str, text: str) -> None:
    assert only_comment(written).text == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("{not}", r"\{not\}"),
        ("a\\", r"a\\"),
        (r"\}", r"\\\}"),
        ("a\nb\r\nc\td", "a b c d"),
        ("", ""),
    ],
)
def test_escape(text: str, written: str) -> None:
    assert escape(text) == written


PRINTED = st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from("{}\\\n\r\t\x85")


@given(st.text(PRINTED, max_size=40))
def test_what_was_escaped_reads_as_it_was(text: str) -> None:
    escaped = escape(text)
    once = only_comment(f"{{{escaped}}}").text
    assert once.split() == text.split()
    assert escape(once) == escaped


def test_escape_refuses_control_characters() -> None:
    with pytest.raises(TextError) as caught:
        escape("ab\x9b")
    assert (caught.value.code, caught.value.offset) == ("control-character", 2)


def test_values_for_programs_and_words_for_people() -> None:
    note = only_comment("{[%eq +1.25] three at [%clk 1:05:23] once [%flag]}")
    assert note.values() == [("eq", "+1.25"), ("clk", "1:05:23"), ("flag", "")]
    assert note.words() == "three at once"


@pytest.mark.parametrize("text", ["[%]", "[% eq]", "[%eq", "[eq 1]", "[%a[b]"])
def test_what_is_no_value(text: str) -> None:
    assert Comment(text).values() == []
    assert Comment(text).words() == text


def test_a_value_can_hold_several_words() -> None:
    assert Comment("[%best  S3:44 then  P ]").values() == [("best", "S3:44 then  P")]


def test_a_comment_is_built_from_words_and_values() -> None:
    made = comment("three at\nonce", [("eq", "+1.25"), ("forced", "")])
    assert made.text == "[%eq +1.25] [%forced] three at once"
    assert made.values() == [("eq", "+1.25"), ("forced", "")]
    assert made.words() == "three at once"
    assert comment("", [("eq", "0")]).text == "[%eq 0]"
    assert comment("only words").text == "only words"


@pytest.mark.parametrize("value", [("", "1"), ("a b", "1"), ("a]", "1"), ("a", "1]"), ("a", "[1")])
def test_a_comment_refuses_values_that_would_not_read_back(value: tuple[str, str]) -> None:
    with pytest.raises(TextError) as caught:
        comment("", [value])
    assert caught.value.code == "bad-comment-value"


def test_a_comment_refuses_control_characters() -> None:
    with pytest.raises(TextError) as caught:
        comment("ab\x1b[31m")
    assert (caught.value.code, caught.value.offset) == ("control-character", 2)


# Variations


def test_variations_nest_and_a_comment_after_one_belongs_to_the_main_move() -> None:
    text = "1.S7:222 $1 {x} ( {why} 1.S1:3 ? {too small} ( 1.S2:5 ) 2.S1:5 ) {held} ( 1.P ) 2.P"
    moves = read_moves(text)
    inner = Variation(plays=[Play("1.S2:5")])
    outer = Variation(
        notes=[Comment("why")],
        plays=[
            Play("1.S1:3", notes=[Judgement(2), Comment("too small"), inner]),
            Play("2.S1:5"),
        ],
    )
    assert moves.plays == [
        Play(
            "1.S7:222",
            notes=[
                Judgement(1),
                Comment("x"),
                outer,
                Comment("held"),
                Variation(plays=[Play("1.P")]),
            ],
        ),
        Play("2.P"),
    ]
    assert moves.fault is None
    assert moves.rest == len(text)


def test_the_places_of_notes() -> None:
    moves = read_moves("1.K ! {x} ( {y} 1.F )")
    judgement, remark, variation = moves.plays[0].notes
    assert isinstance(variation, Variation)
    assert (judgement.offset, remark.offset, variation.offset) == (4, 6, 10)
    assert (variation.notes[0].offset, variation.plays[0].offset) == (12, 16)


def test_a_variation_needs_no_spaces_around_it() -> None:
    inner = Variation(plays=[Play("1.?")])
    outer = Variation(plays=[Play("1.F", notes=[inner]), Play("2.K")])
    assert read_moves("1.K(1.F(1.?)2.K)2.F").plays == [Play("1.K", notes=[outer]), Play("2.F")]


def test_variations_nest_only_so_deep() -> None:
    deep = "1.K" + " ( 1.K" * DEEPEST + " )" * DEEPEST
    assert read_moves(deep).fault is None
    deeper = "1.K" + " ( 1.K" * (DEEPEST + 1) + " )" * (DEEPEST + 1)
    assert DEEPEST == 64
    assert fault(deeper) == ("variation-too-deep", 3 + 64 * 6 + 1, 1, 4)


# Faults


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # code, offset, length, rest
        ("1.K {a 2.F", ("unterminated-comment", 4, 1, 4)),
        ("1.K {a\\} 2.F", ("unterminated-comment", 4, 1, 4)),
        ("1.K {a\\", ("unterminated-comment", 4, 1, 4)),
        ("1.K {", ("unterminated-comment", 4, 1, 4)),
        ("1.K ( 1.F {a ) 2.F", ("unterminated-comment", 10, 1, 4)),
        ("1.K ( 1.F 2.F\n1.K\n", ("unterminated-variation", 4, 1, 4)),
        ("1.K ( 1.F ( 1.? ) 2.F", ("unterminated-variation", 4, 1, 4)),
        ("1.K ( 1.F ( 1.? 2.F", ("unterminated-variation", 10, 1, 4)),
        ("1.K } 2.F", ("comment-not-open", 4, 1, 4)),
        ("1.K {a}} 2.F", ("comment-not-open", 7, 1, 7)),
        ("1.K ( 1.F } )", ("comment-not-open", 10, 1, 4)),
        ("1.K ) 2.F", ("variation-not-open", 4, 1, 4)),
        ("1.K ( 1.F ) )", ("variation-not-open", 12, 1, 12)),
        ("$1 1.K", ("judgement-before-move", 0, 2, 0)),
        ("{a} ?! 1.K", ("judgement-before-move", 4, 2, 4)),
        ("1.K ( $1 1.F )", ("judgement-before-move", 6, 2, 4)),
        ("( 1.K ) 1.F", ("variation-before-move", 0, 1, 0)),
        ("1.K ( ( 1.F ) 1.F )", ("variation-before-move", 6, 1, 4)),
        ("1.K ( ) 2.F", ("empty-variation", 4, 1, 4)),
        ("1.K ( {a} )", ("empty-variation", 4, 1, 4)),
        ("1.K ( 1.F ( ) )", ("empty-variation", 10, 1, 4)),
        ("1.K $7 2.F", ("unknown-judgement", 4, 2, 4)),
        ("1.K $0", ("unknown-judgement", 4, 2, 4)),
        ("1.K $01", ("unknown-judgement", 4, 3, 4)),
        ("1.K $", ("unknown-judgement", 4, 1, 4)),
        ("1.K !!!", ("unknown-judgement", 4, 3, 4)),
        ("1.K ???", ("unknown-judgement", 4, 3, 4)),
        ("1.K!", ("attached-judgement", 3, 1, 0)),
        ("1.K 2.F?! 1.K", ("attached-judgement", 7, 2, 4)),
        ("1.K 2.F$1", ("attached-judgement", 7, 2, 4)),
        ("1.K !2.F", ("attached-judgement", 4, 4, 4)),
        ("1.K {a\x1b[31m}", ("control-character", 6, 1, 4)),
        ("1.K {a\x00}", ("control-character", 6, 1, 4)),
        ("1.K 2.\x1b[31mF", ("control-character", 6, 1, 4)),
        ("1.K 2.F\x1c3.K", ("control-character", 7, 1, 4)),
        ("1.K \x0c 2.F", ("control-character", 4, 1, 4)),
        ("1.K ( 1.F\x7f )", ("control-character", 9, 1, 4)),
    ],
)
def test_faults_have_their_place_and_leave_the_rest_unread(
    text: str, found: tuple[str, int, int, int]
) -> None:
    assert fault(text) == found


def test_what_stands_before_a_fault_is_read() -> None:
    moves = read_moves("{start} 1.K $1 {a} 2.F ( 2.K ) $9 1.K")
    assert moves.notes == [Comment("start")]
    assert moves.plays == [
        Play("1.K", notes=[Judgement(1), Comment("a")]),
        Play("2.F", notes=[Variation(plays=[Play("2.K")])]),
    ]
    assert moves.rest == 31


def test_a_fault_inside_a_variation_drops_the_whole_of_it() -> None:
    moves = read_moves("1.K ( 1.F ( 1.F ) 2.K $9 ) 2.F")
    assert moves.plays == [Play("1.K")]
    assert moves.rest == 4


def test_faults_say_what_to_do_and_are_safe_to_print() -> None:
    said = read_moves("1.K {never closed").fault
    assert said is not None
    assert "write }" in said.message
    for text in ("1.K $\x1b[31m", "1.K !\x9b", "1.K \x07"):
        said = read_moves(text).fault
        assert said is not None
        assert said.message.isprintable()


@given(TEXTS)
def test_reading_never_raises_and_the_rest_is_what_was_not_read(text: str) -> None:
    moves = read_moves(text)
    assert 0 <= moves.rest <= len(text)
    if moves.fault is None:
        assert moves.rest == len(text)
    else:
        assert moves.rest <= moves.fault.offset < len(text)
    again = read_moves(text[: moves.rest])
    assert (again.notes, again.plays, again.fault) == (moves.notes, moves.plays, None)


@given(TEXTS, st.integers(0, 4))
def test_writing_what_was_read_is_stable(text: str, choices: int) -> None:
    moves = read_moves(text)
    written = lines(moves.plays, moves.notes, choices=choices)
    again = read_moves(written)
    assert again.fault is None
    assert lines(again.plays, again.notes, choices=choices) == written
    assert [play.text for play in again.plays] == [play.text for play in moves.plays]
    assert sum(len(play.notes) for play in again.plays) == sum(
        len(play.notes) for play in moves.plays
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1.K {" + "a" * 200_000, id="comment"),
        pytest.param("1.K {" + "\\}" * 200_000, id="escapes"),
        pytest.param("{" + "[%a " * 200_000 + "}", id="values"),
        pytest.param("{[%a" + " " * 200_000 + "}", id="blanks"),
        pytest.param("1.K" + "( 1.F " * 100_000, id="nested"),
        pytest.param("1.K" + "( 1.F ) " * 20_000, id="many"),
        pytest.param("1.K" + "?" * 200_000 + "a$", id="question marks"),
        pytest.param("a" * 200_000 + "{", id="word"),
        pytest.param("{}" * 20_000, id="empty comments"),
    ],
)
def test_hostile_texts_cost_little(text: str) -> None:
    before = time.process_time()
    plain(text)
    for note in read_moves(text).notes:
        assert isinstance(note, Comment)
        note.values()
        note.words()
    assert time.process_time() - before < 2.0  # what takes quadratic time takes minutes here
