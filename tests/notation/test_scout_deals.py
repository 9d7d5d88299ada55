"""Deals and score sheets of SCOUT as text, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import RuleError
from games.options import Rules
from games.scout import GAME
from games.scout.state import Deal
from notation.diagnostics import TextError
from notation.scout import NOTATION
from notation.scout_moves import CARDS

HAND_SIZES = {2: 11, 3: 12, 4: 11, 5: 9}

THREE = (
    "1: 34 98 75 96 27 76 79 87 52 35 64 81\n"
    "2: 92 37 42 45 63 85 16 51 39 26 49 21\n"
    "3: 47 91 59 32 65 83 84 13 82 86 14 17\n"
)
TWO = "1: 34 58 17 3T 93 97 21 25 23 96 4T\n2: 35 38 68 T1 31 82 72 61 59 42 6T\n"


def rules_for(players: int) -> Rules:
    return GAME.rules(players)[0]


def test_a_deal_is_a_line_a_seat() -> None:
    deal = NOTATION.parse_deal(THREE, rules_for(3))
    assert deal == Deal(
        (
            bytes.fromhex("34 98 75 96 27 76 79 87 52 35 64 81"),
            bytes.fromhex("92 37 42 45 63 85 16 51 39 26 49 21"),
            bytes.fromhex("47 91 59 32 65 83 84 13 82 86 14 17"),
        )
    )
    assert NOTATION.format_deal(deal) == THREE


def test_ten_is_t() -> None:
    deal = NOTATION.parse_deal(TWO, rules_for(2))
    assert deal.hands[1] == bytes.fromhex("35 38 68 a1 31 82 72 61 59 42 6a")
    assert NOTATION.format_deal(deal) == TWO


def test_a_deal_may_be_written_loosely() -> None:
    loose = TWO.replace("T", "t").replace("1: ", " 1 :  ").replace("\n", " \r\n") + "\n"
    assert NOTATION.parse_deal(loose, rules_for(2)) == NOTATION.parse_deal(TWO, rules_for(2))
    assert NOTATION.parse_deal(TWO.rstrip(), rules_for(2)) == NOTATION.parse_deal(TWO, rules_for(2))


def test_a_star_stands_for_the_rest_of_a_hand() -> None:
    text = "1: *\n2: 54 ?? 3? *\n3: *\n"
    deal = NOTATION.parse_deal(text, rules_for(3))
    assert deal.hands == (bytes(12), bytes([0x54, 0, 0x30]) + bytes(9), bytes(12))
    assert NOTATION.format_deal(deal) == text
    assert NOTATION.parse_deal("1: *\n2: *\n3: *\n4: *\n", rules_for(4)).hands == (bytes(11),) * 4


def test_unknown_cards_up_to_the_end_become_a_star() -> None:
    one = "1: 34 98 75 96 27 76 79 87 52 35 64 ??\n"
    rest = THREE.partition("\n")[2]
    deal = NOTATION.parse_deal(one + rest, rules_for(3))
    assert NOTATION.format_deal(deal) == one.replace("??", "*") + rest
    assert NOTATION.parse_deal(NOTATION.format_deal(deal), rules_for(3)) == deal


@pytest.mark.parametrize(
    ("text", "code", "offset", "length", "words"),
    [
        ("", "scout-bad-deal", 0, 1, "seat 1 of 3 has no line; write '1: *'"),
        ("1: *\n2: *\n", "scout-bad-deal", 5, 4, "seat 3 of 3 has no line"),
        ("1: *\n2: *\n3: *\n4: *\n", "scout-bad-deal", 15, 1, "there are 3 seats"),
        ("1: *\n3: *\n2: *\n", "scout-bad-deal", 5, 1, "the line of seat 2, not of seat 3"),
        ("1: *\n1: *\n3: *\n", "scout-bad-deal", 5, 1, "the line of seat 2, not of seat 1"),
        ("1: *\n  37 4T *\n3: *\n", "scout-bad-deal", 7, 7, "2: 37 4T *"),
        ("1 37 *\n", "scout-bad-deal", 0, 6, "its seat and a colon"),
        ("1: 37 44 *\n2: *\n3: *\n", "scout-bad-card", 6, 2, "the two numbers of a card differ"),
        ("1: *\n2: 37 410 *\n3: *\n", "scout-bad-card", 11, 3, "ten is written T: 4T"),
        ("1: *\n2: *\n3: 37 4x\n", "scout-bad-card", 16, 2, "'4x' is no card"),
        ("1: *\n2: *\n3: 37 01\n", "scout-bad-card", 16, 2, "a number is 1 to 9, T for ten"),
        ("1: * 37\n2: *\n3: *\n", "scout-bad-deal", 3, 1, "nothing follows it"),
        ("1: 37\t4T\N{NO-BREAK SPACE}9é\n", "scout-bad-card", 9, 2, "is no card"),
    ],
)
def test_a_bad_deal_is_refused_where_it_is(
    text: str, code: str, offset: int, length: int, words: str
) -> None:
    with pytest.raises(TextError) as caught:
        NOTATION.parse_deal(text, rules_for(3))
    error = caught.value
    assert (error.code, error.offset, error.length) == (code, offset, length)
    assert words in error.message


def faulty(text: str, players: int) -> str:
    """The part of a deal's text that the game complains of."""
    rules = rules_for(players)
    with pytest.raises(RuleError) as caught:
        GAME.check_deal(rules, (), NOTATION.parse_deal(text, rules))
    offset, length = NOTATION.locate(text, caught.value.about)
    return text[offset : offset + length]


def test_what_the_game_complains_of_is_found_in_the_text() -> None:
    assert faulty(THREE.replace("17", "98"), 3) == "98"
    assert NOTATION.locate(THREE.replace("17", "98"), ("hand", 2, 11)) == (114, 2)
    assert faulty(THREE.replace("37 ", ""), 3) == "2: 92 42 45 63 85 16 51 39 26 49 21"
    assert faulty(THREE.replace("37", "37 38"), 3).startswith("2: 92 37 38 42")
    assert faulty(TWO.replace("6T", "9T"), 2) == "9T"


def test_places_in_a_deal() -> None:
    text = "\n1: 37 *  \r\n2: 4T\n"
    assert NOTATION.locate(text, ("hand", 0, 0)) == (4, 2)
    assert NOTATION.locate(text, ("hand", 0, 5)) == (7, 1)
    assert NOTATION.locate(text, ("hand", 0)) == (1, 7)
    assert NOTATION.locate(text, ("hand", 1, 0)) == (15, 2)
    assert NOTATION.locate(text, ("hand", 1, 3)) == (12, 5)
    assert NOTATION.locate(text, ()) == (0, 17)
    assert NOTATION.locate(text, ("hand", 7)) == (0, 17)
    assert NOTATION.locate(text, ("option", "flip")) == (0, 17)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    size = HAND_SIZES[players := draw(st.integers(2, 5))]
    card = st.sampled_from(sorted(set(CARDS.values())))
    hand = st.lists(card | st.just(0), min_size=size, max_size=size).map(bytes)
    return Deal(tuple(draw(hand) for _ in range(players)))


@given(deals())
def test_every_deal_comes_back_from_its_text(deal: Deal) -> None:
    text = NOTATION.format_deal(deal)
    rules = rules_for(len(deal.hands))
    assert NOTATION.parse_deal(text, rules) == deal
    assert NOTATION.format_deal(NOTATION.parse_deal(text, rules)) == text


@given(st.text(alphabet="1234 :*T?x\n\t\r", max_size=60))
def test_any_text_is_a_deal_or_is_refused_with_a_place_inside_it(text: str) -> None:
    result: object
    try:
        result = NOTATION.parse_deal(text, rules_for(3))
    except TextError as error:
        result = error
    if isinstance(result, TextError):
        assert 0 <= result.offset <= len(text)
    else:
        assert isinstance(result, Deal)
        assert len(result.hands) == 3


def test_the_parts_of_a_score() -> None:
    text = "1: 4+5-0\n2: 6+0-8\n3: 3+1-10\n"
    assert NOTATION.parse_parts(text, rules_for(3)) == ((4, 5, 0), (6, 0, -8), (3, 1, -10))


def test_parts_that_nobody_noted() -> None:
    text = "1: x + 5 - 0\n2: ?+?-X"
    assert NOTATION.parse_parts(text, rules_for(2)) == ((None, 5, 0), (None, None, None))


@pytest.mark.parametrize(
    ("text", "offset", "length", "words"),
    [
        ("1: 4+5-0\n", 0, 8, "seat 2 of 2 has no line; write '2: x+x-x'"),
        ("1: 4+5-0\n2: 4+5\n", 12, 3, "written 4+5-0"),
        ("1: 4+5-0\n2: 4+5--1\n", 12, 6, "here stands '4+5--1'"),
        ("1: 4+5-0\n2:\n", 9, 2, "captured cards, tokens and cards in hand"),
        ("1: 4+5-0\n2: 4+5-0\n3: 1+1-1\n", 18, 1, "there are 2 seats"),
        ("2: 4+5-0\n1: 4+5-0\n", 0, 1, "the line of seat 1, not of seat 2"),
    ],
)
def test_bad_parts_are_refused_where_they_are(
    text: str, offset: int, length: int, words: str
) -> None:
    with pytest.raises(TextError) as caught:
        NOTATION.parse_parts(text, rules_for(2))
    error = caught.value
    assert (error.code, error.offset, error.length) == ("scout-bad-parts", offset, length)
    assert words in error.message
