"""SKYJO moves as text: both ways, either case, and what is said of a text that is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import Move
from games.skyjo.cards import UNKNOWN
from games.skyjo.moves import UNNOTED, UNSAID, Draw, Pile, Reveal, Starter, Swap, Take, Turn
from notation.diagnostics import TextError
from notation.skyjo import NOTATION

CARDS = st.sampled_from("0123456789ABCYZ?")
PLACES = st.sampled_from([f"{column}{row}" for row in "123" for column in "abcd"])
PLACE_OR_NOT = st.one_of(PLACES, st.just("?"))
LINES = st.sampled_from(["", "#a", "#b", "#c", "#d", "#1", "#2", "#3", "#a#1", "#b#2", "#d#3"])


def fault(text: str) -> TextError:
    with pytest.raises(TextError) as caught:
        NOTATION.parse(text)
    assert 0 <= caught.value.offset <= len(text)
    assert caught.value.length >= 1
    return caught.value


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("Oa1:5b2:Z", (Reveal((0, 5), (5, -1)),)),
        ("T7@b2:5", (Take(5, 7, 5, ()),)),
        ("D7@b2:5", (Draw(7), Swap(5, 5, (), 7))),
        ("D7/b2:5", (Draw(7), Turn(5, 5, (), 7))),
        ("D7@b2:5#b", (Draw(7), Swap(5, 5, (1,), 7))),
        ("TY@d3:C#2", (Take(11, -2, 12, (5,)),)),
        ("DA/a1:B#a#1", (Draw(10), Turn(0, 11, (0, 4), 10))),
        ("T?@?:?", (Take(UNSAID, UNKNOWN, UNKNOWN, ()),)),
        ("O?:5?:?", (Reveal((UNSAID, UNSAID), (5, UNKNOWN)),)),
        ("N73A0", (Pile((7, 3, 10, 0)),)),
        ("N73A0:5", (Pile((7, 3, 10, 0), 5),)),
        ("N73*", (Pile((7, 3), None, rest=True),)),
        ("N*:?", (Pile((), UNKNOWN, rest=True),)),
        ("?", (UNNOTED,)),
    ],
)
def test_every_form_both_ways(text: str, moves: tuple[Move, ...]) -> None:
    assert NOTATION.parse(text) == moves
    assert NOTATION.format(moves) == text
    assert NOTATION.parse(text.lower()) == NOTATION.parse(text.upper()) == moves


def test_places_opened_are_put_in_reading_order() -> None:
    assert NOTATION.parse("Ob2:Za1:5") == NOTATION.parse("Oa1:5b2:Z")


def test_cleared_lines_are_put_in_order() -> None:
    assert NOTATION.parse("T5@b2:9#2#b") == NOTATION.parse("T5@b2:9#b#2")


def test_a_card_drawn_out_of_sight_is_written_once_it_is_placed() -> None:
    assert NOTATION.format((Draw(UNKNOWN), Swap(5, 5, (), 7))) == "D7@b2:5"


def test_a_starter_has_no_text() -> None:
    assert NOTATION.format((Starter(1),)) == ""


def test_only_a_new_pile_is_a_chance_event() -> None:
    assert NOTATION.is_chance("N73A0")
    assert NOTATION.is_chance("n*")
    assert not any(map(NOTATION.is_chance, ("T7@b2:5", "D7@b2:5", "Oa1:5b2:Z", "?", "")))


@given(CARDS, st.sampled_from(["T@", "D@", "D/"]), PLACE_OR_NOT, CARDS, LINES)
def test_turns_come_back(card: str, kind: str, place: str, out: str, lines: str) -> None:
    text = f"{kind[0]}{card}{kind[1]}{place}:{out}{lines}"
    assert NOTATION.format(NOTATION.parse(text)) == text


@given(st.lists(CARDS, max_size=150), st.booleans(), st.one_of(st.none(), CARDS))
def test_piles_come_back(cards: list[str], rest: bool, up: str | None) -> None:
    text = f"N{''.join(cards)}{'*' if rest or not cards else ''}{'' if up is None else ':' + up}"
    assert NOTATION.format(NOTATION.parse(text)) == text


@given(PLACES, CARDS, PLACES, CARDS)
def test_reveals_come_back(first: str, card: str, second: str, other: str) -> None:
    moves = NOTATION.parse(f"O{first}:{card}{second}:{other}")
    assert NOTATION.parse(NOTATION.format(moves)) == moves


@given(st.text(st.sampled_from("OTDN?abcd123@/:#*05ZYxé10 "), max_size=14))
def test_any_text_is_a_move_or_has_a_fault_inside_it(text: str) -> None:
    try:
        moves = NOTATION.parse(text)
    except TextError:
        assert fault(text).length <= max(len(text), 1)
    else:
        assert NOTATION.parse(NOTATION.format(moves)) == moves


@pytest.mark.parametrize(
    ("text", "offset", "length", "words"),
    [
        ("X7@b2:5", 0, 7, "is no move"),
        ("", 0, 1, "is no move"),
        ("??", 0, 2, "is no move"),
        ("T3/b2:5", 2, 1, "never thrown again"),
        ("T3", 2, 1, "not nothing"),
        ("T@b2", 1, 1, "the card taken"),
        ("D9", 2, 1, "@ and a place, or / and a hidden place"),
        ("D", 1, 1, "the card drawn"),
        ("D10@b2:5", 1, 2, "10 is written A"),
        ("D-1@b2:5", 1, 2, "-1 is written Z"),
        ("D7@b2", 5, 1, "after a colon"),
        ("D7@b2:", 6, 1, "came to light"),
        ("D7@b2:12", 6, 2, "12 is written C"),
        ("D7@e2:5", 3, 2, "a place, a1 to d3"),
        ("D7@b4:5", 3, 2, "a place, a1 to d3"),
        ("D7@b2:5b", 7, 1, "does not belong here"),
        ("D7@b2:5#e", 7, 2, "no cleared line"),
        ("D7@b2:5#a#1#b", 11, 2, "two lines at most"),
        ("Oa1b2", 3, 1, "after a colon"),
        ("Oa1:5", 5, 1, "a place"),
        ("Oa1:5b2:Zc3:1", 9, 4, "does not belong here"),
        ("N", 1, 1, "its top first"),
        ("N73X", 3, 1, "does not belong"),
        ("N73:", 4, 1, "the card turned up"),
        ("N73:5:", 5, 1, "does not belong"),
        ("T٣@b2:5", 1, 1, "the card taken"),
    ],
)
def test_a_fault_says_where_and_what(text: str, offset: int, length: int, words: str) -> None:
    error = fault(text)
    assert (error.code, error.offset, error.length) == ("skyjo-bad-move", offset, length)
    assert words in error.message


def test_a_draw_pile_larger_than_the_deck_is_no_move() -> None:
    error = fault("N" + "5" * 100_000)
    assert (error.offset, error.length) == (151, 99_850)


def test_control_characters_are_not_passed_on() -> None:
    assert "\x1b" not in fault("T\x1b[31m").message
