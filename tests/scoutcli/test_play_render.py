"""Drawings of a position: every fact of it in whatever room there is, whoever the players are."""

from __future__ import annotations

import random
import re
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.deals import Shuffler
from games.game import State
from games.scout.scoring import exempt_seat, scores
from games.skyjo.cards import COLUMNS, EMPTY, ROWS
from notation import codec
from notation.skyjo_moves import CARD_TEXTS
from scoutcli.render import draw, draw_all, status
from scoutcli.render.look import Look, Mark, size_of, to_text
from scoutcli.render.text import columns
from tests import toy

NAMES = (
    "Ada",
    "王小明 the Great",
    "Bartholomew of Somewhere Else",
    "שלום",
    "E\u0301",
    "F",
    "G",
    "H",
)
PLAIN_NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
SIZES = ((40, 11), (40, 18), (60, 14), (80, 17), (99, 30), (120, 30), (200, 50))
PLAIN, ASCII = Look(), Look(unicode=False)


def position(game: str, players: int, moves: int, seed: int) -> State:
    """A round after so many moves at random, or at its end."""
    played = games.get(game)
    rules, _ = played.rules(players)
    dice, shuffler = random.Random(seed), Shuffler(str(seed), 1)
    state = played.begin(rules, [], played.deal(rules, [], shuffler))
    for _ in range(moves):
        while (due := state.chance()) is not None:
            state.apply(-1, played.draw(due, shuffler))
        if state.end is not None:
            break
        move = dice.choice(state.legal())
        if (due := state.chance(move)) is not None:
            state.apply(-1, played.draw(due, shuffler))
        else:
            state.apply(state.turn, state.complete(state.turn, move))
    return state


def read(line: str) -> State:
    return codec.get(line.partition(" ")[0]).parse_position(line)


def drawn(
    state: State, width: int, height: int, *marks: Mark, look: Look = PLAIN, seat: int = -1
) -> list[str]:
    """What the seat to act sees, as text."""
    view = state.view(max(state.turn, 0) if seat < 0 else seat)
    chosen = Look(look.unicode, frozenset(marks))
    return list(map(to_text, draw(view, PLAIN_NAMES, width, height, chosen)))


scout_rounds = st.builds(
    position, st.just("scout"), st.integers(2, 5), st.integers(0, 90), st.integers(0, 10**6)
)
skyjo_rounds = st.builds(
    position, st.just("skyjo"), st.integers(2, 8), st.integers(0, 250), st.integers(0, 10**6)
)
rounds = scout_rounds | skyjo_rounds
sizes = st.tuples(st.integers(40, 210), st.integers(10, 60)) | st.sampled_from(SIZES)


# Any position, in any room


@given(rounds, sizes, st.booleans(), st.booleans())
def test_no_line_is_wider_than_the_room(
    state: State, size: tuple[int, int], whole: bool, unicode: bool
) -> None:
    width, height = size
    look = Look(unicode)
    if whole:
        lines = draw_all(state, NAMES, width, height, look)
    else:
        lines = draw(state.view(max(state.turn, 0)), NAMES, width, height, look)
    assert lines
    for line in lines:
        assert size_of(line) <= width
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", to_text(line))


@given(rounds, st.sampled_from([(80, 18), (120, 30), (200, 50)]))
def test_the_height_is_kept_where_there_is_room(state: State, size: tuple[int, int]) -> None:
    for seat in range(state.players):
        assert len(draw(state.view(seat), NAMES, *size)) <= size[1]


@given(rounds)
def test_the_height_is_kept_on_a_small_screen(state: State) -> None:
    """Long hands at 40 columns take some lines more, nothing else does."""
    for seat in range(state.players):
        view = state.view(seat)
        long = view.game == "scout" and max(map(len, view.hands)) > 13
        assert len(draw(view, NAMES, 40, 11)) <= 11 + 4 * long


@given(rounds, sizes, st.booleans())
def test_without_unicode_all_but_names_is_ascii(
    state: State, size: tuple[int, int], whole: bool
) -> None:
    view = state.view(max(state.turn, 0))
    lines = draw_all(state, PLAIN_NAMES, *size, ASCII) if whole else draw(
        view, PLAIN_NAMES, *size, ASCII
    )  # fmt: skip
    assert all(to_text(line).isascii() for line in lines)
    assert to_text(status(view, PLAIN_NAMES, size[0], ASCII)).isascii()


@given(
    st.builds(position, st.just("skyjo"), st.just(8), st.integers(0, 300), st.integers(0, 10**6))
)
def test_eight_seats_are_all_there_on_a_small_screen(state: State) -> None:
    for seat in range(8):
        lines = list(map(to_text, draw(state.view(seat), PLAIN_NAMES, 40, 10, ASCII)))
        assert len(lines) <= 11
        for other, name in enumerate(PLAIN_NAMES):
            assert any(re.search(rf"(^|[> *]){other + 1} {name}", line) for line in lines)


@given(rounds, sizes)
def test_no_character_depends_on_the_style(state: State, size: tuple[int, int]) -> None:
    for line in draw(state.view(0), NAMES, *size):
        for style, text in line:
            assert "\n" not in text
            assert all(name.startswith("class:") for name in style.split())
        assert "class:marked" not in " ".join(style for style, _ in line)


# Every fact of SCOUT


def tokens(line: str) -> list[str]:
    return re.findall(r"-?\d+|[T?.]", line)


def number(half: int) -> str:
    return str(half or "?")


SET = r"(Single|Set of|Run of|No active set|No set yet)\b"


def has_row(line: str, cards: list[str]) -> bool:
    """Whether a line has these numbers side by side; a ten may be a T."""
    found = ["10" if token == "T" else token for token in tokens(line)]
    return any(found[at : at + len(cards)] == cards for at in range(len(found)))


@given(scout_rounds, sizes)
def test_scout_shows_what_each_seat_has(state: State, size: tuple[int, int]) -> None:
    view = state.view(max(state.turn, 0))
    lines = [to_text(line) for line in draw(view, PLAIN_NAMES, *size, ASCII)]
    sizes = [len(hand) for hand in view.hands]
    exempt = exempt_seat(view.rules, view.end, view.owner) if view.end else -1
    points = scores(view.rules, view.won, view.tokens, sizes, exempt)
    for seat in range(view.players):
        (row,) = [
            line for line in lines if re.match(rf"[> ] ?{seat + 1} {PLAIN_NAMES[seat]}", line)
        ]
        facts = [sizes[seat], view.won[seat], view.tokens[seat], points[seat], 0]
        assert tokens(row)[1:6] == list(map(str, facts))
        if view.players > 2:
            assert re.search(r"\b(y|yes)\b" if view.marker[seat] else r"\b(n|no)\b", row)
        assert row.startswith(">") == (seat == view.turn)


@given(scout_rounds, sizes)
def test_scout_shows_the_set_and_the_hand_with_both_numbers(
    state: State, size: tuple[int, int]
) -> None:
    view = state.view(max(state.turn, 0))
    lines = [to_text(line) for line in draw(view, PLAIN_NAMES, *size, ASCII)]
    if view.table:
        (at,) = [at for at, line in enumerate(lines) if re.match(SET, line)]
        below = [line[13:] for line in lines[at : at + 4]]
        upper, lower = [row for row in below if row.strip(" |+-")][:2]
        assert tokens(upper) == [number(card >> 4) for card in view.table]
        assert tokens(lower) == [number(card & 15) for card in view.table]
        assert f"of {view.owner + 1} {PLAIN_NAMES[view.owner]}" in lines[at + 1]
    hand = [row for row in map(tokens, hand_lines(lines, size[0])) if row]
    heads, upper_row, lower_row = (list(chain(*hand[first::3])) for first in range(3))
    assert [int(head) % 10 for head in heads] == [at % 10 for at in range(1, len(view.hand) + 1)]
    assert [token.replace("T", "10") for token in upper_row] == [number(c >> 4) for c in view.hand]
    assert [token.replace("T", "10") for token in lower_row] == [number(c & 15) for c in view.hand]


def hand_lines(lines: list[str], width: int) -> list[str]:
    """The lines of the own hand, from the row of positions on, which comes below the set."""
    left = 13 if width >= 60 and any(line.startswith("Hand of") for line in lines) else 0
    (table,) = [at for at, line in enumerate(lines) if re.match(SET, line)]
    below = lines[table + (1 if lines[table].startswith("No") else 2) :]
    heads = [at for at, line in enumerate(below) if re.match(r"[ v]*1( |$)", line[left:])]
    return [line[left:] for line in below[heads[0] :]] if heads else []


@given(scout_rounds, sizes)
def test_scout_shows_known_cards_of_others_in_their_places(
    state: State, size: tuple[int, int]
) -> None:
    view = state.view(max(state.turn, 0))
    text = "\n".join(to_text(line) for line in draw(view, PLAIN_NAMES, *size, ASCII))
    digits = "?123456789T"
    for seat, hand in enumerate(view.hands):
        if seat == view.seat or not any(hand):
            continue
        strip = "".join(digits[card >> 4] if card else "." for card in hand)
        backs = " ".join(f"{number(card >> 4) if card else '??':>2}" for card in hand)
        places = {
            (at, digits[card >> 4] + digits[card & 15]) for at, card in enumerate(hand, 1) if card
        }
        assert strip in text or backs in text or places <= listed(text)


def listed(text: str) -> set[tuple[int, str]]:
    """The cards that are told as in ``3:47-4T``, from position 3 on."""
    runs = re.findall(r"(\d+):([1-9T]{2}(?:-[1-9T]{2})*)", text)
    return {
        (int(first) + at, card) for first, run in runs for at, card in enumerate(run.split("-"))
    }


# Every fact of SKYJO


def value(card: int | None) -> str:
    return "?" if card is None else "." if card == EMPTY else str(card)


@given(skyjo_rounds, sizes)
def test_skyjo_shows_every_grid(state: State, size: tuple[int, int]) -> None:
    view = state.view(max(state.turn, 0))
    lines = [to_text(line) for line in draw(view, PLAIN_NAMES, *size, ASCII)]
    for seat, grid in enumerate(view.grids):
        rows = [[value(grid[place]) for place in row] for row in ROWS]
        texts = ["?" if card is None else CARD_TEXTS[card] for card in grid]
        columns = ["".join(texts[place] for place in column) for column in COLUMNS]
        packed = seat != view.seat and any(
            re.search(rf"{seat + 1} {PLAIN_NAMES[seat]} .* {re.escape(' '.join(columns))}$", line)
            for line in lines
        )
        assert packed or all(any(has_row(line, row) for line in lines) for row in rows)
        known = sum(card for card in grid if card not in (None, EMPTY))
        hidden = sum(card is None for card in grid)
        points = rf"(open|0) +{known}" + (rf" ?\+{hidden}\?" if hidden else r"\b")
        if view.end is not None:
            score = state.scores()[seat]
            points = rf"round {known}\b|0 +{known}\b"
            if score != known:
                points = rf" {score} = 2x{known}\b|0 +{known}x2 "
        assert any(re.search(points, line) for line in lines)
        turn = ">" if seat == view.turn else r"[ *]"
        head = rf"{turn}{seat + 1} {PLAIN_NAMES[seat]}"
        assert any(re.search(rf"(^|  ){head}|^.*  ?{head}", line) for line in lines)


@given(skyjo_rounds, sizes)
def test_skyjo_shows_the_piles(state: State, size: tuple[int, int]) -> None:
    view = state.view(max(state.turn, 0))
    text = "\n".join(to_text(line) for line in draw(view, PLAIN_NAMES, *size, ASCII))
    assert f"{view.stock} card" in text
    assert "Discard" in text
    assert value(view.discard[-1]) in text
    assert ("Drawn" in text) == (view.drawn is not None)
    assert ("ast turn" in text) == (view.ender is not None and view.end is None)


# Marks are seen without colour


@given(scout_rounds, sizes, st.data(), st.booleans())
def test_marks_of_scout_change_what_is_written(
    state: State, size: tuple[int, int], data: st.DataObject, unicode: bool
) -> None:
    view = state.view(max(state.turn, 0))
    kinds: list[Mark] = [("hand", at) for at in range(len(view.hand))]
    kinds += [("gap", at) for at in range(len(view.hand) + 1)] if view.hand else []
    kinds += [("table", at) for at in range(len(view.table))]
    if not kinds:
        return
    mark = data.draw(st.sampled_from(kinds))
    look = Look(unicode, frozenset([mark]))
    lines = draw(view, NAMES, *size, look)
    assert list(map(to_text, lines)) != list(map(to_text, draw(view, NAMES, *size, Look(unicode))))
    assert any("class:marked" in style for line in lines for style, _ in line)
    assert all(size_of(line) <= size[0] for line in lines)


@given(skyjo_rounds, sizes, st.data(), st.booleans())
def test_marks_of_skyjo_change_what_is_written(
    state: State, size: tuple[int, int], data: st.DataObject, unicode: bool
) -> None:
    view = state.view(max(state.turn, 0))
    kinds: list[Mark] = [("grid", at) for at in range(12)] + [("discard", 0), ("stock", 0)]
    kinds += [("drawn", 0)] if view.drawn is not None else []
    look = Look(unicode, frozenset([data.draw(st.sampled_from(kinds))]))
    lines = draw(view, NAMES, *size, look)
    assert list(map(to_text, lines)) != list(map(to_text, draw(view, NAMES, *size, Look(unicode))))
    assert any("class:marked" in style for line in lines for style, _ in line)
    assert all(size_of(line) <= size[0] for line in lines)


# What all may see


@given(rounds, sizes, st.booleans())
def test_what_all_know_is_drawn_with_every_seat_and_no_hand(
    state: State, size: tuple[int, int], unicode: bool
) -> None:
    view = state.public_view()
    lines = list(map(to_text, draw(view, PLAIN_NAMES, *size, Look(unicode))))
    assert all(columns(line) <= size[0] for line in lines)
    assert not any("Hand of" in line for line in lines)
    for seat, name in enumerate(PLAIN_NAMES[: view.players], 1):
        assert any(re.search(rf"\b{seat} {name}\b", line) for line in lines)
    if size[0] >= 80 and size[1] >= 17 and view.players <= 5:
        assert len(lines) <= size[1]
    words = codec.get(view.game).show(view, PLAIN_NAMES)
    assert not any("Hand of" in line or "(you)" in line for line in words)


# Some drawings, whole

SCOUT = (
    "scout hands=847459/522918????/2156 table=3627 owner=3 turn=2 scouts=1 won=1,0,1 "
    "tokens=1,1,1 show=101 actions=6 round=2 totals=3,-12,x"
)
SKYJO = (
    "skyjo grids=92(Y)(9)(A)Z(5)(1)(1)(2)(7)(0)/4B.A(6)(2).(6)(C)(9).(C) discard=08CZ "
    "stock=AC07BA* drawn=7 turn=1 ender=- turns=3 round=2 totals=12,-3"
)


def test_scout_at_80_columns() -> None:
    assert drawn(read(SCOUT), 80, 17) == [
        "                    hand  won  tokens  S&S  round  total",
        "  1 Ada                3    1       1  yes     -1      3",
        "► 2 Bo                 5    0       1   no     -4    -12",
        "  3 Cy                 2    1       1  yes      0      x",
        "",
        "             ┌───┬───┐",
        "Run of 2     │ 3 │ 2 │",
        "of 3 Cy      │ 6 │ 7 │",
        "             └───┴───┘",
        "               1   2   3   4   5",
        "             ┌───┬───┬───┬───┬───┐",
        "Hand of      │ 5 │ 2 │ 1 │ ? │ ? │",
        "Bo           │ 2 │ 9 │ 8 │ ? │ ? │",
        "             └───┴───┴───┴───┴───┘",
    ]


def test_scout_on_a_small_screen() -> None:
    assert drawn(read(SCOUT), 40, 11) == [
        "               hand won tok S&S rnd  tot",
        "  1 Ada           3   1   1 yes  -1    3",
        "► 2 Bo            5   0   1  no  -4  -12",
        "  3 Cy            2   1   1 yes   0    x",
        "Run of 2        3   2",
        "of 3 Cy         6   7",
        "  1   2   3   4   5",
        "   5   2   1   ?   ?",
        "   2   9   8   ?   ?",
    ]


def test_scout_in_ascii() -> None:
    assert drawn(read(SCOUT), 80, 17, look=ASCII)[2:] == [
        "> 2 Bo                 5    0       1   no     -4    -12",
        "  3 Cy                 2    1       1  yes      0      x",
        "",
        "             +---+---+",
        "Run of 2     | 3 | 2 |",
        "of 3 Cy      | 6 | 7 |",
        "             +---+---+",
        "               1   2   3   4   5",
        "             +---+---+---+---+---+",
        "Hand of      | 5 | 2 | 1 | ? | ? |",
        "Bo           | 2 | 9 | 8 | ? | ? |",
        "             +---+---+---+---+---+",
    ]


def test_scout_with_room_draws_every_card_in_a_frame_and_hands_as_backs() -> None:
    state = read(
        "scout hands=8474/1252/59 table=36 owner=3 turn=2 scouts=1 won=0,0,0 tokens=0,0,0 "
        "show=111 actions=3 round=1 totals=0,0,0"
    )
    assert drawn(state, 120, 30) == [
        "                          hand  won  tokens  S&S  round  total     1  2",
        "  1 Ada                      2    0       0  yes     -2      0    ▒▒ ▒▒",
        "                                                                  ▒▒ ▒▒",
        "► 2 Bo                       2    0       0  yes     -2      0",
        "  3 Cy                       1    0       0  yes     -1      0    ▒▒",
        "                                                                  ▒▒",
        "",
        "              ┌────┐",
        "Single        │ 3  │",
        "of 3 Cy       │    │",
        "              │  6 │",
        "              └────┘",
        "",
        "                 1      2",
        "              ┌────┐ ┌────┐",
        "Hand of       │ 1  │ │ 5  │",
        "Bo            │    │ │    │",
        "              │  2 │ │  2 │",
        "              └────┘ └────┘",
    ]


@pytest.mark.parametrize(
    ("marks", "lines"),
    [
        (
            [("hand", 1), ("hand", 2)],
            ["  1   2   3   4   5", "   5[  2   1]  ?   ?", "   2[  9   8]  ?   ?"],
        ),
        ([("gap", 1)], ["  1 ▼ 2   3   4   5", "   5║  2   1   ?   ?", "   2║  9   8   ?   ?"]),
        ([("gap", 5)], ["  1   2   3   4   5 ▼", "   5   2   1   ?   ?║", "   2   9   8   ?   ?║"]),
        (
            [("gap", 1), ("card", 0x36)],
            ["  1   2   3   4   5   6", "   5>  3<  2   1   ?   ?", "   2>  6<  9   8   ?   ?"],
        ),
        (
            [("gap", 1), ("card", 0x36), ("shown", 0x36), ("hand", 1)],
            ["  1   2   3   4   5   6", "   5[  3   2]  1   ?   ?", "   2[  6   9]  8   ?   ?"],
        ),
    ],
)
def test_what_is_chosen_of_a_hand(marks: list[Mark], lines: list[str]) -> None:
    assert drawn(read(SCOUT), 40, 11, *marks)[-3:] == lines


def test_what_is_chosen_in_a_frame() -> None:
    lines = drawn(read(SCOUT), 80, 17, ("hand", 1), ("hand", 2), ("table", 1))
    assert lines[6:9] == [
        "Run of 2     │ 3 [ 2 ]",
        "of 3 Cy      │ 6 [ 7 ]",
        "             └───┴─▲─┘",
    ]
    assert lines[11:] == [
        "Hand of      │ 5 [ 2 │ 1 ] ? │ ? │",
        "Bo           │ 2 [ 9 │ 8 ] ? │ ? │",
        "             └───┴─▲─┴─▲─┴───┴───┘",
    ]


def test_what_is_chosen_is_framed_twice() -> None:
    lines = drawn(read(SCOUT), 120, 30, ("gap", 1), ("card", 0x36), ("hand", 0))
    assert [line[14:34] for line in lines[-5:]] == [
        "╔════╗ ╔════╗ ┌────┐",
        "║ 5  ║ > 3  < │ 2  │",
        "║    ║ >    < │    │",
        "║  2 ║ >  6 < │  9 │",
        "╚═▲▲═╝ ╚═▲▲═╝ └────┘",
    ]


def holder_of(size: int) -> State:
    """A round of five in which seat 1 holds so many cards: 1/2, 1/3 … 1/10, 2/3 and so on."""
    deck = [
        "123456789T"[low] + "123456789T"[high] for low in range(9) for high in range(low + 1, 10)
    ]
    hands = "".join(deck[:size]), *deck[-4:]
    return read(
        f"scout hands={'/'.join(hands)} table=- owner=- turn=1 scouts=0 won=0,0,0,0,0 "
        "tokens=0,0,0,0,0 show=11111 actions=1 round=1 totals=0,0,0,0,0"
    )


def test_a_long_hand_has_a_letter_for_ten_or_goes_on_below() -> None:
    assert drawn(holder_of(13), 40, 11)[-3:] == [
        "  1  2  3  4  5  6  7  8  9 10 11 12 13",
        "  1  1  1  1  1  1  1  1  1  2  2  2  2",
        "  2  3  4  5  6  7  8  9 10  3  4  5  6",
    ]
    assert drawn(holder_of(14), 40, 11)[-3:] == [
        " 1 2 3 4 5 6 7 8 9 0 1 2 3 4",
        " 1 1 1 1 1 1 1 1 1 2 2 2 2 2",
        " 2 3 4 5 6 7 8 9 T 3 4 5 6 7",
    ]
    assert drawn(holder_of(21), 40, 14)[-6:] == [
        "  1  2  3  4  5  6  7  8  9 10 11 12 13",
        "  1  1  1  1  1  1  1  1  1  2  2  2  2",
        "  2  3  4  5  6  7  8  9 10  3  4  5  6",
        " 14 15 16 17 18 19 20 21",
        "  2  2  2  2  3  3  3  3",
        "  7  8  9 10  4  5  6  7",
    ]


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("-,-,-", "No set yet: keep or flip the hand."),
        ("K,-,-", "No set yet: the hand is kept."),
        ("F,-,-", "No set yet: the hand is to be flipped."),
    ],
)
def test_before_the_first_show_the_own_choice_is_told(how: str, text: str) -> None:
    turn = 1 + how.count("K") + how.count("F")
    state = read(
        f"scout hands={'/'.join(['??' * 12] * 3)} table=- owner=- turn={turn} scouts=0 won=0,0,0 "
        f"tokens=0,0,0 show=111 actions=0 round=2 totals=0,0,0 chosen={how} starter=1"
    )
    assert text in drawn(state, 40, 11, seat=0)


def test_the_owner_of_an_unbeaten_show_does_not_pay_for_the_hand() -> None:
    """S42: captured, tokens, hand: A 4,5,3 · B 6,0,8 · C 3,1,10: 9, −2, −6."""
    hands = "/".join("??" * size for size in (3, 8, 10))
    state = read(
        f"scout hands={hands} table=36 owner=1 turn=- scouts=2 won=4,6,3 tokens=5,0,1 "
        "show=111 actions=30 round=1 totals=0,0,0 end=unbeaten"
    )
    rows = [tokens(line) for line in drawn(state, 80, 17)[1:4]]
    assert [row[4] for row in rows] == ["9", "-2", "-6"]


def test_all_hands() -> None:
    lines = draw_all(read(SCOUT), PLAIN_NAMES[:3], 80, 17)
    assert [to_text(line)[25:] for line in lines[:7]] == [
        "hand  won  tokens  S&S  round  total     1  2  3  4  5",
        "   3    1       1  yes     -1      3     8  7  5",
        "                                         4  4  9",
        "   5    0       1   no     -4    -12     5  2  1 ▒▒ ▒▒",
        "                                         2  9  8 ▒▒ ▒▒",
        "   2    1       1  yes      0      x     2  5",
        "                                         1  6",
    ]
    small = [to_text(line) for line in draw_all(read(SCOUT), PLAIN_NAMES[:3], 40, 11)]
    assert small == [
        "               hand won tok S&S rnd  tot",
        "  1 Ada           3   1   1 yes  -1    3",
        " 84 74 59",
        "► 2 Bo            5   0   1  no  -4  -12",
        " 52 29 18 ?? ??",
        "  3 Cy            2   1   1 yes   0    x",
        " 21 56",
        "Run of 2        3   2",
        "of 3 Cy         6   7",
    ]


def test_skyjo_at_80_columns() -> None:
    assert drawn(read(SKYJO), 80, 17, ("grid", 5), ("drawn", 0)) == [
        " 2 Bo          -3",
        "  4 11  . 10",
        "  ?  ?  .  ?",
        "  ?  ?  .  ?",
        " open 25 +6?",
        "",
        "►1 Ada         total 12   Discard pile  Draw pile    Drawn card",
        "     a    b    c    d      ┌────┐        ┌────┐       ┌────┐",
        "  ┌────┬────┬────┬────┐    │ -1 │        │ ▒▒ │       [  7 ]",
        "1 │  9 │  2 │  ? │  ? │    └────┘        └────┘       └─▲──┘",
        "  ├────┼────┼────┼────┤                   124 cards",
        "2 │  ? [ -1 ]  ? │  ? │",
        "  ├────┼────┼────┼────┤     Beside a name: total. +2?: two hidden.",
        "3 │  ? │  ? │  ? │  ? │",
        "  └────┴────┴────┴────┘",
        " open 10 +9?",
    ]


def test_skyjo_on_a_small_screen() -> None:
    assert drawn(read(SKYJO), 40, 11, ("grid", 0), ("grid", 11), ("discard", 0)) == [
        " 2 Bo          -3",
        "  4 11  . 10",
        "  ?  ?  .  ?",
        "  ?  ?  .  ?",
        " open 25 +6?",
        "►1 Ada       12  ► Discard pile [-1]",
        "    a  b  c  d     Draw pile  124 cards",
        "1 [ 9] 2  ?  ?     Drawn card  7",
        "2   ? -1  ?  ?",
        "3   ?  ?  ?[ ?]",
        " open 10 +9?",
    ]


def test_eight_grids_on_a_small_screen() -> None:
    """Seven others in a line each, their columns a letter a card; the own grid whole."""
    hidden = "/".join(["(1)(2)(3)(4)(5)(6)(7)(8)(9)(A)(B)(C)"] * 6)
    state = read(
        f"skyjo grids=12(0)(0)ZY(0)(0)BC(Z)(Z)/0.(Z)(Z)0.(Z)(Z)(0).Y(Y)/{hidden} discard=5 stock=* "
        "drawn=- turn=1 ender=- turns=3 round=2 totals=0,1,2,3,-4,5,66,99"
    )
    assert drawn(state, 40, 11) == [
        " 2 Bo          1  -2+6?  00? ... ??Y ???",
        " 3 Cy          2   0+12? ??? ??? ??? ???",
        " 4 Dee         3   0+12? ??? ??? ??? ???",
        " 5 Eve        -4   0+12? ??? ??? ??? ???",
        " 6 Flo         5   0+12? ??? ??? ??? ???",
        " 7 Gus        66   0+12? ??? ??? ??? ???",
        " 8 Hal        99   0+12? ??? ??? ??? ???",
        "    a  b  c  d  ►1 Ada  total 0",
        "1   1  2  ?  ?   open 23 +6?",
        "2  -1 -2  ?  ?    Discard  5",
        "3  11 12  ?  ?    Draw pile  56 cards",
    ]


def test_last_turns_tell_who_ended() -> None:
    state = read(
        "skyjo grids=(0)1(2)34(5)6(7)8(9)A(0)/000022225555 discard=08CZ stock=* drawn=- turn=1 "
        "ender=2 turns=3 round=2 totals=12,-3"
    )
    assert " open 28 end" in drawn(state, 80, 17)
    assert any("Last turns: 2 ended" in line for line in drawn(state, 80, 17))
    assert any("Last turns: 2 ended" in line for line in drawn(state, 40, 11))


def test_at_the_end_the_points_of_the_round_are_told_and_which_count_twice() -> None:
    state = position("skyjo", 3, 2000, 4)
    assert (state.end, state.ender) == ("opened", 2)
    lines = drawn(state, 80, 17, seat=0)
    scores = state.scores()
    assert scores[2] == 104
    assert f" round {scores[0]}" in lines
    assert any(f" round {scores[1]}" in line for line in lines)
    assert any(" 104 = 2×52 end" in line for line in lines)
    assert any(" 104 = 2x52 end" in line for line in drawn(state, 80, 17, look=ASCII, seat=0))


def test_all_grids_with_what_lies_face_down() -> None:
    lines = [to_text(line) for line in draw_all(read(SKYJO), PLAIN_NAMES[:2], 80, 17)]
    assert lines == [
        "►1 Ada               12    2 Bo                -3",
        "     a    b    c    d          a    b    c    d",
        "  ┌────┬────┬────┬────┐     ┌────┬────┬────┬────┐",
        "1 │  9 │  2 │(-2)│ (9)│   1 │  4 │ 11 │  . │ 10 │",
        "  ├────┼────┼────┼────┤     ├────┼────┼────┼────┤",
        "2 │(10)│ -1 │ (5)│ (1)│   2 │ (6)│ (2)│  . │ (6)│",
        "  ├────┼────┼────┼────┤     ├────┼────┼────┼────┤",
        "3 │ (1)│ (2)│ (7)│ (0)│   3 │(12)│ (9)│  . │(12)│",
        "  └────┴────┴────┴────┘     └────┴────┴────┴────┘",
        " open 10 +9?               open 25 +6?",
        "",
        "  Discard pile  -1     Draw pile  124 cards     Drawn card  7",
        "  Beside a name: total. +2?: two hidden.",
    ]
    small = [to_text(line) for line in draw_all(read(SKYJO), PLAIN_NAMES[:2], 40, 11)]
    assert small[2:5] == [
        "1   9  2(-2  9)  1   4 11  . 10",
        "2 (10)-1( 5  1)  2 ( 6  2) .( 6)",
        "3 ( 1  2  7  0)  3 (12  9) .(12)",
    ]


@pytest.mark.parametrize("game", ["scout", "skyjo"])
@pytest.mark.parametrize("size", SIZES)
def test_what_nobody_noted_is_drawn_as_unknown(game: str, size: tuple[int, int]) -> None:
    played = games.get(game)
    for players in played.players:
        rules, _ = played.rules(players)
        state = played.begin(rules, [], played.unknown_deal(rules))
        for lines in (draw(state.view(0), NAMES, *size), draw_all(state, NAMES, *size)):
            assert all(size_of(line) <= size[0] for line in lines)
            assert any("?" in to_text(line) or "▒" in to_text(line) for line in lines)


def test_what_a_missed_move_hides_is_not_made_up() -> None:
    state = read(
        "scout hands=??/????/?? table=? owner=- turn=1 scouts=0 won=x,x,x tokens=x,x,x show=111 "
        "actions=6 round=1 totals=0,0,0"
    )
    lines = [to_text(line) for line in draw_all(state, PLAIN_NAMES, 80, 17)]
    assert lines == [
        "                          hand  won  tokens  S&S  round  total     1  2",
        "► 1 Ada                      1    x       x  yes      x      0    ▒▒",
        "                                                                  ▒▒",
        "  2 Bo                       2    x       x  yes      x      0    ▒▒ ▒▒",
        "                                                                  ▒▒ ▒▒",
        "  3 Cy                       1    x       x  yes      x      0    ▒▒",
        "                                                                  ▒▒",
        "",
        "Nobody noted the active set.",
    ]


# Where nothing can be drawn


@pytest.mark.parametrize("size", [(39, 20), (80, 9)])
def test_too_little_room_gets_the_words_of_the_notation(size: tuple[int, int]) -> None:
    lines = drawn(read(SCOUT), *size)
    assert lines[0].startswith("Round 2, 6 moves made: Bo to move")
    assert all(len(line) <= size[0] for line in lines)
    whole = list(map(to_text, draw_all(read(SKYJO), PLAIN_NAMES[:2], *size)))
    assert whole[0].startswith("Round 2, turn 4: Ada has drawn")


def test_a_game_without_a_drawing_is_told_in_words() -> None:
    with toy.known():
        state = position("toy", 2, 3, 1)
        lines = list(map(to_text, draw(state.view(0), ["Ada", "B\x1b[1mo"], 80, 20)))
        assert lines[0] == "Round 1, turn 1"
        assert lines[2].startswith("B\\x1b[1mo: ")
        assert to_text(draw_all(state, ["Ada", "Bo"], 80, 20)[0]).startswith("toy hands=")
        line = to_text(status(state.view(0), ["Ada", "Bo"], 80))
        assert line.startswith("Round 1")


# The status line


@pytest.mark.parametrize(
    ("line", "width", "text"),
    [
        (SCOUT, 80, "Round 2 · move 7 · Bo to play"),
        (SCOUT + " rules=exempt:emptied,rounds:5", 80,
         "Round 2 of 5 · move 7 · Bo to play · exempt emptied"),
        (SCOUT + " rules=exempt:emptied,flip:rotate", 50,
         "Round 2 · move 7 · Bo to play · +2 rules"),
        (SCOUT + " rules=exempt:emptied,flip:rotate,turn_limit:60", 57,
         "Round 2 · move 7 · Bo to play · exempt emptied, +2 more"),
        (SCOUT + " rules=exempt:emptied,flip:rotate", 30, "Round 2 · move 7 · Bo to play"),
        (SKYJO, 80, "Round 2 · turn 4 · Ada has drawn"),
        (SKYJO, 20, "Round 2 · turn 4 · …"),
        (SKYJO + " rules=clear_rows:true,rounds:4", 80,
         "Round 2 of 4 · turn 4 · Ada has drawn · clear_rows true"),
    ],
)  # fmt: skip
def test_the_status_says_round_turn_and_rules(line: str, width: int, text: str) -> None:
    state = read(line)
    assert to_text(status(state.view(0), PLAIN_NAMES, width)) == text
