"""Moves of SCOUT as a record writes them, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scout.moves import (
    FLIP,
    KEEP,
    STOP,
    UNNOTED,
    UNSAID,
    Choose,
    Scout,
    ScoutShow,
    Show,
    Starter,
)
from notation.diagnostics import TextError
from notation.scout import NOTATION
from notation.scout_moves import CARD_TEXTS, CARDS, parse_move

TEXTS = [
    ("K", KEEP),
    ("F", FLIP),
    ("P", STOP),
    ("?", UNNOTED),
    ("S3:44", Show(2, b"\x04\x04")),
    ("S45:T", Show(44, b"\x0a")),
    ("S1:123456789T", Show(0, b"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a")),
    ("S3:4?", Show(2, b"\x04\x00")),
    ("S?:44", Show(UNSAID, b"\x04\x04")),
    ("S?:?", Show(UNSAID, b"\x00")),
    ("S?=47-4T", Show(UNSAID, b"\x04\x04", b"\x47\x4a")),
    ("S3=47-4T", Show(2, b"\x04\x04", b"\x47\x4a")),
    ("S?=8?", Show(UNSAID, b"\x08", b"\x80")),
    ("S?=?8-??", Show(UNSAID, b"\x00\x00", b"\x08\x00")),
    ("L37@2", Scout(False, 0x37, 1)),
    ("R73@1", Scout(True, 0x73, 0)),
    ("RT4@45", Scout(True, 0xA4, 44)),
    ("L37@?", Scout(False, 0x37, UNSAID)),
    ("L3?@2", Scout(False, 0x30, 1)),
    ("L?7@2", Scout(False, 0x07, 1)),
    ("L??@2", Scout(False, 0x00, 1)),
    ("L37@2+S2:34", ScoutShow(Scout(False, 0x37, 1), Show(1, b"\x03\x04"))),
    ("R7T@10+S1:9", ScoutShow(Scout(True, 0x7A, 9), Show(0, b"\x09"))),
    (
        "L37@?+S?=37-4T",
        ScoutShow(Scout(False, 0x37, UNSAID), Show(UNSAID, b"\x03\x04", b"\x37\x4a")),
    ),
]


@pytest.mark.parametrize(("text", "move"), TEXTS)
def test_a_move_reads_and_writes(text: str, move: tuple[object, ...]) -> None:
    (parsed,) = NOTATION.parse(text)
    assert (type(parsed), parsed) == (type(move), move)
    assert NOTATION.format((move,)) == text
    assert NOTATION.choice(move) == text


@pytest.mark.parametrize(("text", "move"), TEXTS)
def test_lower_case_reads_the_same(text: str, move: tuple[object, ...]) -> None:
    assert NOTATION.parse(text.lower()) == (move,)


def test_a_choice_nobody_noted_is_a_question_mark() -> None:
    assert NOTATION.format((Choose("unknown"),)) == "?"


def test_a_starter_by_lot_has_no_text() -> None:
    assert NOTATION.format((Starter(2),)) == ""
    assert not NOTATION.is_chance("N73A0")


def test_a_text_seen_before_is_one_look_up() -> None:
    before = parse_move.cache_info().hits
    assert NOTATION.parse("S2:345") is NOTATION.parse("S2:345")
    assert parse_move.cache_info().hits > before


def test_there_are_ninety_cards_and_what_is_known_of_them() -> None:
    whole = [card for text, card in CARDS.items() if "?" not in text and text == text.upper()]
    assert len(whole) == len(set(whole)) == 90
    assert all(CARDS[CARD_TEXTS[card]] == card for card in CARDS.values())
    assert (CARDS["t4"], CARDS["4t"], CARDS["?t"], CARDS["??"]) == (0xA4, 0x4A, 0x0A, 0)
    assert "44" not in CARDS


@pytest.mark.parametrize(
    ("text", "offset", "length", "words"),
    [
        ("", 0, 1, "a move is K, F, a Show S3:44"),
        ("X", 0, 1, "is no move; a move is"),
        ("Oa1b2", 0, 5, "is no move; a move is"),
        ("ſ3:44", 0, 5, "is no move"),
        ("KK", 1, 1, "K stands alone"),
        ("?3", 1, 1, "? stands alone"),
        ("P+L37@2", 1, 6, "P stands alone"),
        ("S", 1, 1, "a position and : or = is missing"),
        ("S:44", 1, 1, "a position and : or = is missing"),
        ("S0:44", 1, 1, "positions count from 1"),
        ("S03:44", 1, 2, "no leading 0: '3'"),
        ("S46:4", 1, 2, "at most 45 cards"),
        ("S111:4", 1, 3, "at most 45 cards"),
        ("S??:44", 2, 1, "after the position comes : or ="),
        ("S3x:44", 2, 1, "'X' does not belong here"),
        ("S3-4", 2, 2, "after the position comes : or ="),
        ("Sx:44", 1, 1, "'X' is no position"),
        ("S3", 2, 1, "after a colon (S3:44)"),
        ("S3:", 3, 1, "no upper numbers follow"),
        ("S3:40", 4, 1, "0 is no upper number"),
        ("S3:4x", 4, 1, "'X' is no upper number"),
        ("S3:4-4", 4, 1, "cards follow = (S3=47-4T)"),
        ("S3:44+L37@2", 5, 1, "begins with its Scout"),
        ("S3:12345678912", 13, 1, "11 cards are too many"),
        ("S3=", 3, 1, "a card is missing"),
        ("S3=47-", 6, 1, "a card is missing"),
        ("S3=4", 3, 1, "'4' is no card"),
        ("S3=474T", 5, 1, "a hyphen separates"),
        ("S3=47-44", 6, 2, "the two numbers of a card differ"),
        ("S3=47-0T", 6, 2, "'0T' is no card"),
        ("S3=47+L37@2", 5, 1, "begins with its Scout"),
        ("S3=" + "-".join(["47"] * 11), 33, 2, "11 cards are too many"),
        ("L", 1, 1, "a card is missing"),
        ("L@2", 1, 2, "'@2' is no card"),
        ("L0T@2", 1, 2, "'0T' is no card: a number is 1 to 9, T for ten"),
        ("L99@2", 1, 2, "the two numbers of a card differ"),
        ("L37", 3, 1, "a Scout names the card, @ and its new position (L37@2)"),
        ("L37:2", 3, 1, "here stands ':'"),
        ("L37@", 4, 1, "a position is missing"),
        ("L37@0", 4, 1, "positions count from 1"),
        ("R37@46", 4, 2, "at most 45 cards"),
        ("L37@2x", 5, 1, "a Scout ends here"),
        ("L37@2+", 6, 1, "after + comes the Show"),
        ("L37@2+K", 6, 1, "after + comes the Show"),
        ("L37@2+S0:34", 7, 1, "positions count from 1"),
        ("L99@2+S0:34", 1, 2, "the two numbers of a card differ"),
        ("L37@2+S2:34+S1:3", 11, 1, "begins with its Scout"),
    ],
)
def test_nonsense_is_refused_where_it_is(text: str, offset: int, length: int, words: str) -> None:
    with pytest.raises(TextError) as caught:
        NOTATION.parse(text)
    error = caught.value
    assert (error.code, error.offset, error.length) == ("scout-bad-move", offset, length)
    assert words in error.message


_cards = st.sampled_from(sorted(set(CARDS.values())))
_places = st.integers(UNSAID, 44)
_shows = st.one_of(
    st.builds(
        lambda at, values: Show(at, bytes(values)),
        _places,
        st.lists(st.integers(0, 10), min_size=1, max_size=10),
    ),
    st.builds(
        lambda at, cards: Show(at, bytes(card >> 4 for card in cards), bytes(cards)),
        _places,
        st.lists(_cards, min_size=1, max_size=10),
    ),
)
_scouts = st.builds(Scout, st.booleans(), _cards, _places)


@given(st.one_of(_shows, _scouts, st.builds(ScoutShow, _scouts, _shows)))
def test_every_move_comes_back_from_its_text(move: tuple[object, ...]) -> None:
    text = NOTATION.format((move,))
    assert NOTATION.parse(text) == (move,)
    assert NOTATION.format(NOTATION.parse(text)) == text


@given(st.text(alphabet="SLRKFP?:=@+-0123456789TtxX \n", max_size=30))
def test_any_text_reads_or_is_refused_with_a_place_inside_it(text: str) -> None:
    result: object
    try:
        result = NOTATION.format(NOTATION.parse(text))
    except TextError as error:
        result = error
    if isinstance(result, TextError):
        assert 0 <= result.offset <= len(text)
        assert 1 <= result.length <= max(len(text) - result.offset, 1)
    else:
        assert result == text.upper()
