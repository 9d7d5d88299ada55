"""What may be typed where a move of SKYJO is chosen."""

from __future__ import annotations

import pytest

from games.errors import RuleError
from games.game import Move
from games.skyjo import GAME
from games.skyjo.cards import place_name
from games.skyjo.moves import DRAW, Reveal, Swap, Take, Turn
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


def refused(text: str, state: State) -> str:
    with pytest.raises(TextError) as caught:
        chosen(text, state)
    return caught.value.code


@pytest.mark.parametrize(
    "text",
    [
        "Oa1b2", "oA1B2", "a1 b2", "a1b2", "b2 a1", "open a1 b2", "open a1 and b2", "a1, b2",
        "1 6", "o 1 6", "turn a1 b2", "  A1   B2 ",
    ],
)  # fmt: skip
def test_two_cards_to_open(text: str) -> None:
    assert chosen(text, opening()) == [Reveal((0, 5))]


@pytest.mark.parametrize("text", ["Oa1:5b2:Z", "Oa1:?b2:Z", "a1:5 b2"])
def test_cards_to_open_are_not_named(text: str) -> None:
    assert refused(text, opening()) == "card-not-seen"


@pytest.mark.parametrize(
    "text",
    ["T@b1", "t@B1", "T @ b1", "Tb1", "t b1", "take b1", "Take  B1", "take at b1",
     "take the discard to b1", "b1", "2", "take 2", "t@2"],
)  # fmt: skip
def test_taking_the_discard(text: str) -> None:
    assert chosen(text, start()) == [Take(1)]


def test_taking_in_the_form_of_a_record() -> None:
    """At a1 an open 5, at b1 a hidden 3."""
    assert chosen("T7@a1:5", start()) == [Take(0, 7, 5, ())]
    assert chosen("T7@b1", start()) == [Take(1, 7)]
    assert chosen("take 7 to b1", start()) == [Take(1, 7)]
    assert chosen("T@a1#a", start()) == [Take(0, None, None, (0,))]
    assert refused("T7@b1:3", start()) == "card-not-seen"
    assert refused("T7@b1:4", start()) == "card-not-seen"


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
    assert chosen("@a1:5", drawn()) == [Swap(0, 5, ())]
    assert chosen("D7@a1:5", drawn()) == [Swap(0, 5, (), 7)]
    assert chosen("D7@b1", drawn()) == [Swap(1, None, None, 7)]
    assert chosen("D7/b1", drawn()) == [Turn(1, None, None, 7)]


@pytest.mark.parametrize("text", ["@b1:3", "@b1:4", "/b1:3", "/b1:4", "/b1#b", "D7/b1:3#b"])
def test_a_hidden_card_is_not_named_right_or_wrong(text: str) -> None:
    assert refused(text, drawn()) == "card-not-seen"


def test_the_longer_form_is_accepted_only_if_it_is_right() -> None:
    state = drawn()
    state.check(0, chosen("D7@a1:5", state)[0])
    for wrong in ("D8@a1:5", "D7@a1:4", "@a1:5#a"):
        with pytest.raises(RuleError):
            state.check(0, chosen(wrong, state)[0])


def test_a_draw_is_made_before_it_is_known_what_to_do_with_it() -> None:
    assert refused("D7@b1:3", start()) == "skyjo-draw-first"
    assert refused("D7", start()) == "card-not-seen"


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


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("take >b4<", "no-such-move"),
        ("T@>b9<", "no-such-move"),
        ("t @ >e1<", "no-such-move"),
        (">hello<", "no-such-move"),
        ("  take   the >z9<", "no-such-move"),
        ("take><", "no-such-move"),
        (">13<", "no-such-move"),
        ("a1 >b2 b3<", "no-such-move"),
        ("T@b1:><", "no-such-move"),
        ("@a1:>99<", "no-such-move"),
        ("T@a1>#<x", "no-such-move"),
        ("throw it and >x1<", "no-such-move"),
        ("T7@b1:>3<", "card-not-seen"),
        (" t7 @ b1:>3<", "card-not-seen"),
        ("/b1>#b<", "card-not-seen"),
        ("D>7<", "card-not-seen"),
        ("a1:>5< b2", "card-not-seen"),
        ("a1  b2:>5<", "card-not-seen"),
        ("D7@b1:>3<", "draw-first"),
        ("D>7</b1", "draw-first"),
    ],
)
def test_the_place_where_a_text_is_wrong_is_told(text: str, wrong: str) -> None:
    """It stands between > and <; with nothing between them, something is missing there."""
    offset, end = text.index(">"), text.index("<") - 1
    with pytest.raises(TextError) as caught:
        chosen(text.replace(">", "").replace("<", ""), start())
    assert caught.value.code.removeprefix("skyjo-") == wrong
    assert (caught.value.offset, caught.value.length) == (offset, max(end - offset, 1))


def test_one_place_is_not_enough_to_open() -> None:
    for text in ("a1", "open a1", "a1 a2 a3", "12"):
        with pytest.raises(TextError) as caught:
            chosen(text, opening())
        assert "a1 b2" in caught.value.message
        assert caught.value.offset == (6 if text == "a1 a2 a3" else len(text))


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
