"""SKYJO deals as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.deals import Shuffler
from games.errors import RuleError
from games.skyjo import GAME, stock_size
from games.skyjo.cards import UNKNOWN, VALUES
from games.skyjo.state import Deal
from notation.diagnostics import TextError
from notation.skyjo import NOTATION
from tests.skyjo_table import rules

TEXT = "1: B058 Z785 7928\n2: 46Z5 0YC4 AC35\nup: 4\nstock: 73*\n"


def parsed(text: str) -> Deal:
    deal = NOTATION.parse_deal(text, rules(2))
    assert isinstance(deal, Deal)
    return deal


def test_a_deal_is_rows_of_four_the_discard_and_the_draw_pile() -> None:
    deal = parsed(TEXT)
    assert deal.grids[0] == (11, 0, 5, 8, -1, 7, 8, 5, 7, 9, 2, 8)
    assert deal.grids[1] == (4, 6, -1, 5, 0, -2, 12, 4, 10, 12, 3, 5)
    assert deal.up == 4
    assert deal.stock == (7, 3, *(UNKNOWN,) * 123)
    assert NOTATION.format_deal(deal) == TEXT


def test_either_case_and_loose_layout_are_read() -> None:
    loose = "\n 1 : b058 z785 7928  \n2:46Z5 0yc4 aC35\n\nUP: 4\nStock: 7 3 *\n"
    assert parsed(loose) == parsed(TEXT)


def test_what_nobody_noted() -> None:
    text = "1: 9??Y *\n2: *\nup: ?\nstock: *\n"
    deal = parsed(text)
    assert deal.grids[0] == (9, UNKNOWN, UNKNOWN, -2, *(UNKNOWN,) * 8)
    assert deal.grids[1] == (UNKNOWN,) * 12
    assert NOTATION.format_deal(deal) == text
    assert parsed("1: 9??Y ???? ????\n2: *\nup: ?\nstock: ???*\n") == deal
    assert NOTATION.format_deal(GAME.unknown_deal(rules(2))) == "1: *\n2: *\nup: ?\nstock: *\n"


def test_a_rest_may_begin_inside_a_row() -> None:
    grid = parsed("1: 9?2Y 4*\n2: *\nup: ?\nstock: *\n").grids[0]
    assert grid == (9, UNKNOWN, 2, -2, 4, *(UNKNOWN,) * 7)


@pytest.mark.parametrize("players", range(2, 9))
def test_dealt_cards_come_back(players: int) -> None:
    deal = GAME.deal(rules(players), (), Shuffler("text", 1))
    text = NOTATION.format_deal(deal)
    assert NOTATION.parse_deal(text, rules(players)) == deal
    assert len(text.splitlines()) == players + 2


CARD = st.sampled_from((*VALUES, UNKNOWN))


@given(
    st.lists(st.lists(CARD, min_size=12, max_size=12), min_size=2, max_size=2),
    CARD,
    st.lists(CARD, min_size=125, max_size=125),
)
def test_any_deal_comes_back(grids: list[list[int]], up: int, stock: list[int]) -> None:
    deal = Deal(tuple(map(tuple, grids)), up, tuple(stock))
    text = NOTATION.format_deal(deal)
    assert parsed(text) == deal
    assert NOTATION.format_deal(parsed(text)) == text


@pytest.mark.parametrize(
    ("old", "new", "code", "spot", "words"),
    [
        ("B058", "B05", "deal", "B05", "three groups of four"),
        ("B058", "B0588", "deal", "B0588", "three groups of four"),
        ("7928\n", "7928 1111\n", "deal", "B058 Z785 7928 1111", "three groups of four"),
        ("7928\n", "\n", "deal", "B058 Z785", "three groups of four"),
        ("Z785", "Z7X5", "card", "X", "not 'X'"),
        ("Z785", "Z7* ", "deal", "Z7*", "nothing follows"),
        ("1:", "2:", "deal", "2", "the line of seat 1"),
        ("2:", "3:", "deal", "3", "no line for a seat 3"),
        ("2:", "0:", "deal", "0", "no line for a seat 0"),
        ("2: 46Z5 0YC4 AC35\n", "", "deal", "up", "the line of seat 2"),
        ("up: 4\n", "", "deal", "stock", "the line of the first discard"),
        ("up: 4", "up: 44", "card", "4", "discard"),
        ("up: 4", "up:", "card", "\nstock", "not nothing"),
        ("up: 4", "up: 10", "card", "10", "10 is written A"),
        ("stock: 73*\n", "", "deal", "up: 4", "stock: *"),
        ("stock: 73*", "stock: 7!*", "card", "!", "not '!'"),
        ("stock: 73*", "stock: 7*3", "deal", "*", "nothing follows"),
        ("stock: 73*", "stock:", "deal", "stock:", "125 cards"),
        ("stock: 73*\n", "stock: 73*\nmore: 5\n", "deal", "more: 5", "nothing follows"),
        ("2: ", "", "deal", "46Z5 0YC4 AC35", "a name and a colon"),
    ],
)
def test_a_fault_says_where_and_what(old: str, new: str, code: str, spot: str, words: str) -> None:
    text = TEXT.replace(old, new, 1)
    with pytest.raises(TextError) as caught:
        parsed(text)
    error = caught.value
    assert error.code == f"skyjo-bad-{code}"
    assert words in error.message
    assert text[error.offset :].startswith(spot)


def test_a_draw_pile_without_end_is_refused() -> None:
    with pytest.raises(TextError):
        parsed(TEXT.replace("73*", "5" * 1_000_000))


@pytest.mark.parametrize(
    ("old", "new", "code", "spot"),
    [
        ("7928", "YYY8", "skyjo-card-too-often", "Y*"),
        ("stock: 73*", "stock: 73", "skyjo-stock-size", "stock: 73"),
    ],
)
def test_a_fault_of_the_deal_is_found_in_its_text(old: str, new: str, code: str, spot: str) -> None:
    text = TEXT.replace(old, new).replace("73*", "73YY*" if spot == "Y*" else "73*")
    with pytest.raises(RuleError) as caught:
        GAME.check_deal(rules(2), (), parsed(text))
    assert caught.value.code == code
    offset, _ = NOTATION.locate(text, caught.value.about)
    assert text[offset:].startswith(spot)


def test_places_of_a_deal_are_found() -> None:
    def found(*about: str | int) -> str:
        offset, length = NOTATION.locate(TEXT, about)
        return TEXT[offset : offset + length]

    assert found("grid", 1) == "2: 46Z5 0YC4 AC35"
    assert found("grid", 1, 0) == "4"
    assert found("grid", 1, 5) == "Y"
    assert found("grid", 0, 11) == "8"
    assert (
        found(
            "up",
        )
        == "up: 4"
    )
    assert found("stock", 1) == "3"
    assert found("stock", 99) == "*"
    assert (
        found(
            "stock",
        )
        == "stock: 73*"
    )
    assert found() == TEXT.rstrip()
    assert found("grid", 7) == TEXT.rstrip()


def test_how_many_cards_are_left_to_draw() -> None:
    assert [stock_size(players) for players in (2, 4, 8)] == [125, 101, 53]
