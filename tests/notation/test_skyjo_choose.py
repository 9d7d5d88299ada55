"""What may be typed where a move of SKYJO is chosen."""

from __future__ import annotations

import pytest

from games.errors import RuleError
from games.game import Move
from games.skyjo import GAME
from games.skyjo.cards import place_name
from games.skyjo.moves import DRAW, Draw, Reveal, Swap, Take, Turn
from games.skyjo.state import State
from notation.diagnostics import TextError
from notation.skyjo import NOTATION
from tests.skyjo_table import HIDDEN, lay, make, plies, rules


def opening() -> State:
    return GAME.begin(rules(2), (), GAME.unknown_deal(rules(2)))


def start() -> State:
    return lay("5 ?3 . 2 / ? ? . 4 / ? ? . 6", HIDDEN, discard=(7,))


def drawn() -> State:
    return lay("5 ?3 . 2 / ? ? . 4 / ? ? . 6", HIDDEN, drawn=7)


def chosen(text: str, state: State) -> list[Move]:
    return NOTATION.choose(text, state.view(state.turn), state.legal())


@pytest.mark.parametrize(
    "text",
    [
        "Oa1b2", "oA1B2", "a1 b2", "a1b2", "b2 a1", "open a1 b2", "open a1 and b2", "a1, b2",
        "1 6", "o 1 6", "turn a1 b2", "  A1   B2 ",
    ],
)  # fmt: skip
def test_two_cards_to_open(text: str) -> None:
    assert chosen(text, opening()) == [Reveal((0, 5))]


def test_the_form_of_a_record_opens_two_cards_too() -> None:
    assert chosen("Oa1:5b2:Z", opening()) == [Reveal((0, 5), (5, -1))]


@pytest.mark.parametrize(
    "text",
    ["T@b1", "t@B1", "T @ b1", "Tb1", "t b1", "take b1", "Take  B1", "take at b1",
     "take the discard to b1", "b1", "2", "take 2", "t@2"],
)  # fmt: skip
def test_taking_the_discard(text: str) -> None:
    assert chosen(text, start()) == [Take(1)]


def test_taking_in_the_form_of_a_record() -> None:
    assert chosen("T7@b1:3", start()) == [Take(1, 7, 3, ())]
    assert chosen("T7@b1", start()) == [Take(1, 7)]
    assert chosen("take 7 to b1", start()) == [Take(1, 7)]
    assert chosen("T@a1#a", start()) == [Take(0, None, None, (0,))]


@pytest.mark.parametrize("text", ["D", "d", "draw", "Draw a card", "draw card", "pile"])
def test_drawing(text: str) -> None:
    assert chosen(text, start()) == [DRAW]


@pytest.mark.parametrize("text", ["@b1", "@ B1", "b1", "2", "put b1", "swap b1", "put it at b1",
                                  "place b1", "keep b1", "swap with b1", "@2"])  # fmt: skip
def test_placing_the_drawn_card(text: str) -> None:
    assert chosen(text, drawn()) == [Swap(1)]


@pytest.mark.parametrize(
    "text", ["/b1", "/ B1", "throw b1", "turn b1", "discard b1", "throw it and turn b1",
             "flip b1", "open b1", "/2", "throw, turn up b1"]
)  # fmt: skip
def test_throwing_the_drawn_card(text: str) -> None:
    assert chosen(text, drawn()) == [Turn(1)]


def test_the_second_half_in_the_form_of_a_record() -> None:
    assert chosen("@b1:3", drawn()) == [Swap(1, 3, ())]
    assert chosen("D7@b1:3", drawn()) == [Swap(1, 3, (), 7)]
    assert chosen("D7/b1:3#b", drawn()) == [Turn(1, 3, (1,), 7)]


def test_the_longer_form_is_accepted_only_if_it_is_right() -> None:
    state = drawn()
    state.check(0, chosen("D7@b1:3", state)[0])
    for wrong in ("D8@b1:3", "D7@b1:4", "@b1:3#b"):
        with pytest.raises(RuleError):
            state.check(0, chosen(wrong, state)[0])


def test_a_draw_is_made_before_it_is_known_what_to_do_with_it() -> None:
    with pytest.raises(TextError) as caught:
        chosen("D7@b1:3", start())
    assert caught.value.code == "skyjo-draw-first"
    assert chosen("D7", start()) == [Draw(7)]


def test_illegal_moves_are_understood_and_left_to_the_rules() -> None:
    assert chosen("T@c1", start()) == [Take(2)]
    assert chosen("/b1", start()) == [Turn(1)]
    assert chosen("D", drawn()) == [DRAW]
    assert chosen("take b1", drawn()) == [Take(1)]
    assert chosen("open a1 b2", start()) == [Reveal((0, 5))]


@pytest.mark.parametrize(
    "text",
    ["", " ", "b4", "13", "0", "e1", "T", "take", "open", "hello", "T@", "@", "b1 b2 b3", "T@b1:",
     "\x1b[2J", "x" * 10_000],
)  # fmt: skip
@pytest.mark.parametrize("state", [start(), drawn()], ids=["start", "drawn"])
def test_anything_else_is_no_move_and_says_what_would_be(text: str, state: State) -> None:
    with pytest.raises(TextError) as caught:
        chosen(text, state)
    assert caught.value.code == "skyjo-no-such-move"
    assert "@b2" in caught.value.message
    assert "\x1b" not in caught.value.message


def test_one_place_is_not_enough_to_open() -> None:
    for text in ("a1", "open a1", "a1 a2 a3", "12"):
        with pytest.raises(TextError) as caught:
            chosen(text, opening())
        assert "a1 b2" in caught.value.message


def test_every_legal_move_is_understood_as_it_is_written() -> None:
    for state, _, _ in plies(rules(3), "typed", bias=0.7):
        legal = state.legal()
        texts = [NOTATION.choice(move) for move in legal]
        assert len(set(texts)) == len(texts)
        for move, text in zip(legal, texts, strict=True):
            assert chosen(text, state) == [move]
            assert NOTATION.explain(move, state.view(state.turn))


def test_canonical_order_is_by_place_then_the_draw() -> None:
    texts = [NOTATION.choice(move) for move in start().legal()]
    assert texts == [
        *(f"T@{place_name(place)}" for place in range(12) if place not in (2, 6, 10)), "D",
    ]  # fmt: skip
    texts = [NOTATION.choice(move) for move in drawn().legal()]
    assert texts == [
        "@a1", "@b1", "@d1", "@a2", "@b2", "@d2", "@a3", "@b3", "@d3",
        "/b1", "/a2", "/b2", "/a3", "/b3",
    ]  # fmt: skip


def test_the_short_forms_of_the_manual_are_understood() -> None:
    for form, _ in NOTATION.short_forms:
        for text in form.split(", "):
            for state in (opening(), start(), drawn()):
                try:
                    chosen(text, state)
                except TextError:
                    continue
                break
            else:
                assert text == "1 to 12"


def test_records_may_be_typed_a_half_at_a_time() -> None:
    state = make(start(), "D")
    assert state.midturn
