"""SCOUT in words: what a move does, what happened, how a round stands."""

from __future__ import annotations

import pytest

from games.scout.moves import Chose, Ended, Missed, Scouted, Shown, Started
from notation.scout import NOTATION

NAMES = ("Ada", "Bo", "Cy", "Di")
LINE = (
    "scout hands=12/13/{hand}/69 table={table} owner=1 turn=3 scouts=1 won=0,2,1,0 "
    "tokens=1,0,0,0 show=0110 actions=7 round=2 totals=5,x,-3,0"
)


def explained(text: str, hand: str, table: str = "-", line: str = LINE) -> str:
    line = line.format(hand=hand, table=table)
    if table == "-":
        line = line.replace("owner=1", "owner=-").replace("scouts=1", "scouts=0")
    state = NOTATION.parse_position(line)
    (move,) = NOTATION.parse(text)
    return NOTATION.explain(move, state.view(state.turn))


@pytest.mark.parametrize(
    ("text", "hand", "table", "words"),
    [
        ("S1:T", "T195484T", "-", "breaks T 9, leaves 3 cards"),
        ("S3:44", "T195484T", "-", "leaves 2 cards"),
        ("S2:9", "T195", "3728", "captures 2, breaks T 9, leaves 1 card"),
        ("S2:2", "32273T76", "37", "captures 1, breaks 3 2 and 2 3, joins 3 3, leaves 3 cards"),
        ("S3:3", "1425364T56", "37", "captures 1, breaks 1 2 3 4 5, leaves 4 cards"),
        ("S2:4", "324T46", "37", "captures 1, breaks 3 4 and 4 4, joins 3 4, leaves 2 cards"),
        ("S2:7", "577965", "37", "captures 1, breaks 7 6, joins 5 6, leaves 2 cards"),
        ("S1:44", "484T", "3728", "captures 2, empties the hand"),
        ("L73@2", "95454T", "3728", "takes 73, between 9 and 4, a token for seat 1"),
        ("L37@3", "95454T", "3728", "takes 37, breaks 4 4, makes 4 3 and 3 4, a token for seat 1"),
        ("L37@2", "25484T", "3728", "takes 37, makes 2 3 4, a token for seat 1"),
        ("L37@2", "354T", "3728", "takes 37, makes 3 3 and 3 4, a token for seat 1"),
        (
            "L47@2",
            "394T58",
            "4756",
            "takes 47, breaks 3 4 5, makes 3 4 and 4 4, a token for seat 1",
        ),
        ("L47@2", "454T", "7486", "takes 47, makes 4 4 4, a token for seat 1"),
        ("L37@1", "95", "37", "takes 37, before 9, empties the table, a token for seat 1"),
        ("L37@2", "95", "37", "takes 37, after 9, empties the table, a token for seat 1"),
        ("L37@2+S2:34", "954T", "3728", "takes 37, captures 1, leaves 1 card, a token for seat 1"),
        ("L37@2+S1:9", "954T", "37", "takes 37, leaves 2 cards, a token for seat 1"),
        ("L??@1", "??95", "??", "takes ??, before ?, empties the table, a token for seat 1"),
    ],
)
def test_what_a_move_does(text: str, hand: str, table: str, words: str) -> None:
    assert explained(text, hand, table) == words


TWO = (
    "scout hands={hand}/12 table={table} owner=2 turn=1 scouts=0 won=0,0 tokens=3,3 actions=1 "
    "round=1 totals=0,0 rules=voluntary_stop:true"
)


def test_the_last_scout_ends_the_round() -> None:
    """Two of three have scouted; with an empty table the owner may go on, by some rules."""
    line = LINE.replace("owner=1", "owner=4").replace("scouts=1", "scouts=2")
    ends = "takes 37, before 9, a token for seat 4, ends the round"
    assert explained("L37@1", "95", "3728", line) == ends
    empty = "takes 37, before 9, empties the table, a token for seat 4"
    assert explained("L37@1", "95", "37", line) == f"{empty}, ends the round"
    assert explained("L37@1", "95", "37", line + " rules=all_scouted_empty:continue") == empty
    assert "ends" not in explained("L37@1+S1:3", "95", "3728", line)


def test_two_players_pay_for_a_scout_and_may_stop() -> None:
    assert explained("L37@1", "95", "3728", TWO) == "takes 37, before 9, costs a token"
    assert explained("P", "95", "3728", TWO) == "ends the round"
    owner = TWO + ",scout_token_to:owner"
    words = "takes 37, before 9, costs a token, a point for seat 2"
    assert explained("L37@1", "95", "3728", owner) == words


@pytest.mark.parametrize(("flip", "flipped"), [("swap", "8 7 T"), ("rotate", "T 7 8")])
def test_what_a_choice_makes_of_the_hand(flip: str, flipped: str) -> None:
    line = (
        f"scout hands=38574T{'??' * 8}/{'??' * 11} table=- owner=- turn=1 scouts=0 won=0,0 "
        f"tokens=3,3 actions=0 round=1 totals=0,0 chosen=-,- starter=1,2 rules=flip:{flip}"
    )
    hidden = " ".join("?" * 8)
    assert explained("K", "", line=line) == f"the hand reads 3 5 4 {hidden}"
    reads = f"{flipped} {hidden}" if flip == "swap" else f"{hidden} {flipped}"
    assert explained("F", "", line=line) == f"the hand reads {reads}"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Chose(0, "keep"), "Ada keeps the hand."),
        (Chose(1, "flip"), "Bo flips the hand."),
        (Chose(1, "unknown"), "Bo has chosen to keep or to flip."),
        (Started(2), "Cy starts."),
        (Shown(0, 2, b"\x47\x4a", b""), "Ada shows 4 4 (47 4T) from position 3."),
        (Shown(0, 0, b"\xa1", b"\x37"), "Ada shows T (T1) from position 1 and captures 1 card."),
        (Shown(0, -1, b"\x47", b"\x37\x28"), "Ada shows 4 (47) and captures 2 cards."),
        (
            Scouted(1, False, 0x37, 1, 0),
            "Bo scouts 37 from the left into position 2. Ada gets a Scout token.",
        ),
        (
            Scouted(1, True, 0x73, -1, -1),
            "Bo scouts 73 from the right. It costs a Scout token.",
        ),
        (Missed(2), "Nobody noted the move of Cy."),
        (Ended(0, "emptied", -1), "The round is over: Ada has no card left."),
        (
            Ended(1, "unbeaten", 0),
            "The round is over: nobody beat the last Show; Ada does not pay for the cards in hand.",
        ),
        (Ended(1, "limit", -1), "The round is over: the limit of moves is reached."),
        (
            Ended(1, "stopped", 0),
            "The round is over: Bo stops; Ada does not pay for the cards in hand.",
        ),
    ],
)
def test_what_happened(event: tuple[object, ...], words: str) -> None:
    assert NOTATION.tell(event, NAMES, None) == words


def test_a_choice_is_told_to_nobody_else() -> None:
    for how in ("keep", "flip"):
        assert NOTATION.tell(Chose(1, how), NAMES, 0) == "Bo has chosen to keep or to flip."
    assert NOTATION.tell(Chose(1, "flip"), NAMES, 1) == "Bo flips the hand."


def test_a_name_cannot_steer_the_terminal() -> None:
    names = ("A\x1b[2Jda", "Bo", "Cy", "Di")
    assert NOTATION.tell(Started(0), names, None) == "A\\x1b[2Jda starts."
    view = NOTATION.parse_position(LINE.format(hand="95", table="37")).view(2)
    assert not any("\x1b" in line for line in NOTATION.show(view, names))


def test_how_a_round_stands_for_a_seat() -> None:
    state = NOTATION.parse_position(LINE.format(hand="95484T", table="3728"))
    (move,) = NOTATION.parse("L37@2")
    state.apply(2, move)
    assert NOTATION.show(state.view(0), NAMES) == [
        "Round 2, 8 moves made: Di to move",
        "Table: 2 (28), shown by Ada",
        (
            "Seat 1 Ada: 1 card, 0 captured, 2 tokens, Scout & Show used, 1 point so far, "
            "5 before this round"
        ),
        (
            "Seat 2 Bo: 1 card, 2 captured, 0 tokens, Scout & Show left, 1 point so far, "
            "x before this round"
        ),
        (
            "Seat 3 Cy: 4 cards, 1 captured, 0 tokens, Scout & Show left, -3 points so far, "
            "-3 before this round, known 2:37"
        ),
        (
            "Seat 4 Di: 1 card, 0 captured, 0 tokens, Scout & Show used, -1 point so far, "
            "0 before this round"
        ),
        "Hand of Ada: 1:12",
    ]
    assert NOTATION.show(state.view(2), NAMES)[4::2] == [
        (
            "Seat 3 Cy: 4 cards, 1 captured, 0 tokens, Scout & Show left, -3 points so far, "
            "-3 before this round"
        ),
        "Hand of Cy: 1:95  2:37  3:48  4:4T",
    ]


def test_whose_turn_it_is_is_always_said() -> None:
    hands = f"hands=38574T{'??' * 8}/{'??' * 11}"
    zero = "table=- owner=- turn={} scouts=0 won=0,0 tokens=3,3 actions=0 round=1 totals=0,0"

    def first(rest: str, seat: int = 0) -> str:
        return NOTATION.show(NOTATION.parse_position(f"scout {hands} {rest}").view(seat), NAMES)[0]

    opening = zero.format(1) + " chosen=-,- starter=1,2"
    assert first(opening) == "Round 1, 0 moves made: Ada keeps or flips the hand"
    opening = zero.format(2) + " chosen=F,- starter=1,2"
    assert first(opening) == "Round 1, 0 moves made: Bo keeps or flips the hand, you flip"
    assert first(opening, 1) == "Round 1, 0 moves made: Bo keeps or flips the hand"
    drawn = zero.format("-") + " starter=1,2"
    assert first(drawn) == "Round 1, 0 moves made: a starter is drawn"
    over = zero.format("-") + " end=limit"
    assert first(over) == "Round 1, 0 moves made: over (limit)"


def test_an_empty_table_and_an_empty_hand() -> None:
    state = NOTATION.parse_position(
        "scout hands=-/12 table=- owner=- turn=- scouts=0 won=4,0 tokens=3,1 actions=9 round=1 "
        "totals=0,0 end=emptied rules=unspent_tokens:ignore"
    )
    assert NOTATION.show(state.view(0), NAMES) == [
        "Round 1, 9 moves made: over (emptied)",
        "Table: empty",
        "Seat 1 Ada: 0 cards, 4 captured, 3 tokens, 4 points so far, 0 before this round",
        "Seat 2 Bo: 1 card, 0 captured, 1 token, -1 point so far, 0 before this round",
        "Hand of Ada: no card",
    ]
