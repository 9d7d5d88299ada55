"""The position line of SCOUT, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import RuleError
from games.scout import GAME
from games.scout.moves import FLIP, KEEP, UNNOTED, Scout, Show, Starter
from games.scout.state import Deal, State
from notation.diagnostics import TextError
from notation.scout import NOTATION

EXAMPLE = (
    "scout hands=8474462878939865582486/5229754573236269359113/21591416764917188334 table=3627 "
    "owner=3 turn=2 scouts=1 won=1,0,1 tokens=1,1,1 show=111 actions=6 round=1 totals=0,0,0"
)
TWO = (
    "scout hands=3458173T/3538 table=T191 owner=2 turn=1 scouts=0 won=2,0 tokens=3,1 actions=4 "
    "round=2 totals=-7,x rules=exempt:emptied,voluntary_stop:true"
)


def again(line: str) -> str:
    return NOTATION.format_position(NOTATION.parse_position(line))


def test_the_example() -> None:
    state = NOTATION.parse_position(EXAMPLE)
    assert state.hands == [
        bytes.fromhex("8474462878939865582486"),
        bytes.fromhex("5229754573236269359113"),
        bytes.fromhex("21591416764917188334"),
    ]
    assert (state.table, state.owner, state.turn, state.scouts) == (b"\x36\x27", 2, 1, 1)
    assert (state.won, state.tokens, state.marker) == ([1, 0, 1], [1, 1, 1], [True] * 3)
    assert (state.actions, state.number, state.totals) == (6, 1, (0, 0, 0))
    assert (state.end, state.opening, state.rules.changed()) == (None, False, {})
    assert NOTATION.format_position(state) == EXAMPLE


def test_the_example_can_be_played_on() -> None:
    state = NOTATION.parse_position(EXAMPLE)
    (move,) = NOTATION.parse("S7:66")
    state.check(1, move)
    state.apply(1, move)
    assert NOTATION.format_position(state) == (
        "scout hands=8474462878939865582486/522975457323359113/21591416764917188334 table=6269 "
        "owner=2 turn=3 scouts=0 won=1,2,1 tokens=1,1,1 show=111 actions=7 round=1 totals=0,0,0"
    )


def test_two_players_and_rules_that_differ() -> None:
    state = NOTATION.parse_position(TWO)
    assert (state.players, state.tokens, state.marker) == (2, [3, 1], [False, False])
    assert state.totals == (-7, None)
    assert state.rules.changed() == {"exempt": "emptied", "voluntary_stop": True}
    assert NOTATION.format_position(state) == TWO


def test_words_in_another_order_and_letters_in_another_case() -> None:
    scout, *words = TWO.split()
    assert again("  ".join([scout, *reversed(words)]) + " \n") == TWO
    assert again(TWO.replace("T", "t")) == TWO


def test_cards_not_known_an_empty_table_and_an_empty_hand() -> None:
    line = (
        "scout hands=????37/4??T/- table=48 owner=3 turn=- scouts=0 won=0,0,0 tokens=0,0,0 "
        "show=101 actions=1 round=1 totals=x,x,x end=emptied"
    )
    state = NOTATION.parse_position(line)
    assert state.hands == [b"\0\0\x37", b"\x40\x0a", b""]
    assert (state.table, state.owner, state.marker) == (b"\x48", 2, [True, False, True])
    assert NOTATION.format_position(state) == line


def test_an_empty_table_has_no_owner_before_the_first_show() -> None:
    line = (
        "scout hands=????37/4??T/?? table=- owner=- turn=1 scouts=0 won=0,0,0 tokens=0,0,0 "
        "show=101 actions=0 round=1 totals=x,x,x"
    )
    state = NOTATION.parse_position(line)
    assert (state.table, state.owner) == (b"", -1)
    assert NOTATION.format_position(state) == line


DEAL = Deal((bytes.fromhex("34 98 75 96 27 76 79 87 52 35 64 81"), bytes(12), bytes(12)))
AS_DEALT = f"hands=349875962776798752356481/{'??' * 12}/{'??' * 12}"
AT_FIRST = (
    "table=- owner=- turn={turn} scouts=0 won=0,0,0 tokens=0,0,0 show=111 actions=0 round={round} "
    "totals={totals}"
)


def test_while_hands_are_kept_or_flipped_they_stand_as_dealt() -> None:
    rules = GAME.rules(3, {"first_starter": 2})[0]
    state = GAME.begin(rules, (), DEAL)
    start = AT_FIRST.format(turn="{turn}", round=1, totals="0,0,0")
    line = f"scout {AS_DEALT} {start} chosen={{chosen}} starter=2 rules=first_starter:2"
    assert NOTATION.format_position(state) == line.format(turn=1, chosen="-,-,-")
    state.apply(0, FLIP)
    assert NOTATION.format_position(state) == line.format(turn=2, chosen="F,-,-")
    state.apply(1, UNNOTED)
    now = line.format(turn=3, chosen="F,?,-")
    assert NOTATION.format_position(state) == now

    read = NOTATION.parse_position(now)
    assert (read.opening, read.turn, read.starter) == (True, 2, 1)
    assert read.chosen == ["flip", "unknown", None]
    assert NOTATION.format_position(read) == now
    for played in (state, read):
        played.apply(2, KEEP)
        assert played.hands[0] == bytes.fromhex("43 89 57 69 72 67 97 78 25 53 46 18")
        assert NOTATION.format_position(played) == (
            f"scout hands=438957697267977825534618/{'??' * 12}/{'??' * 12} "
            f"{start.format(turn=2)} rules=first_starter:2"
        )


def test_a_starter_that_is_still_to_be_drawn() -> None:
    rules = GAME.rules(3, {"first_starter": "random"})[0]
    state = GAME.begin(rules, (), DEAL)
    start = AT_FIRST.format(turn="{turn}", round=1, totals="0,0,0")
    for seat in range(3):
        state.apply(seat, KEEP)
    line = f"scout {AS_DEALT} {start} starter=1,2,3 rules=first_starter:random"
    now = line.format(turn="-")
    assert NOTATION.format_position(state) == now
    read = NOTATION.parse_position(now)
    assert (read.turn, read.starter, read.candidates) == (-1, None, (0, 1, 2))
    assert NOTATION.format_position(read) == now
    read.apply(-1, Starter(2))
    assert NOTATION.format_position(read) == line.format(turn=3).replace(" starter=1,2,3", "")


def test_a_round_that_is_over() -> None:
    line = (
        "scout hands=3458/- table=T191 owner=2 turn=- scouts=0 won=2,1 tokens=3,1 actions=4 "
        "round=1 totals=0,0 end=emptied"
    )
    state = NOTATION.parse_position(line)
    assert (state.end, state.turn, state.scores()) == ("emptied", -1, (3, 2))
    assert NOTATION.format_position(state) == line
    unbeaten = NOTATION.parse_position(line.replace("emptied", "unbeaten").replace("/-", "/79"))
    assert (unbeaten.exempt, unbeaten.scores()) == (1, (3, 2))


def test_a_round_with_a_move_that_nobody_noted() -> None:
    state = GAME.begin(GAME.rules(3, {"first_starter": 1})[0], (), DEAL)
    for seat in range(3):
        state.apply(seat, KEEP)
    state.apply(0, UNNOTED)
    hands = "/".join(["??" * 12] * 3)
    line = (
        f"scout hands={hands} table=? owner=- turn=2 scouts=0 won=x,x,x tokens=x,x,x show=111 "
        "actions=1 round=1 totals=0,0,0 rules=first_starter:1"
    )
    assert NOTATION.format_position(state) == line
    read = NOTATION.parse_position(line)
    assert (read.lost, read.certain, read.counted) == (True, False, {0, 1, 2})
    assert read.scores() == (None, None, None)
    assert NOTATION.format_position(read) == line
    read.check(1, Scout(False, 0x37, 2))
    read.apply(1, Show(-1, b"\x04", b"\x47"))
    assert " table=47 owner=2 turn=3 scouts=0 won=x,x,x " in NOTATION.format_position(read)
    assert again(NOTATION.format_position(read)) == NOTATION.format_position(read)


def changed(old: str, new: str, line: str = EXAMPLE) -> str:
    assert old in line
    return line.replace(old, new)


STARTING = f"scout {AS_DEALT} {AT_FIRST} chosen=K,-,- starter=2".format(
    turn=2, round=2, totals="1,2,-3"
)
OVER = changed("turn=2", "turn=-") + " end=unbeaten"


@pytest.mark.parametrize(
    ("line", "part", "words"),
    [
        ("", "", "begins with the word scout"),
        (changed("scout ", ""), "hands=", "begins with the word scout"),
        (changed("scout ", "skyjo "), "skyjo", "begins with the word scout"),
        (changed("table=", "Table="), "Table=3627", "is no word of a position"),
        (changed("scouts=1", "scouts"), "scouts won", "is no word of a position"),
        (changed(" round=", " lap=1 round="), "lap=1", "is no word of a position"),
        (EXAMPLE + "\nscout", "0\nscout", "x where not known"),
        (EXAMPLE + " owner=3", "owner=3", "owner= is there twice"),
        (changed(" owner=3", ""), "", "owner= is missing"),
        (changed(" show=111", ""), "", "show= is missing"),
        (changed(" hands=", " hand="), "hand=", "is no word"),
        (" ".join(w for w in EXAMPLE.split() if "hands" not in w), "", "hands= is missing"),
        (changed("table=3627", "table="), "", "- where none lies"),
        (changed("table=3627", "table=362"), "2 ", "'2' is no card"),
        (changed("table=3627", "table=3622"), "22 ", "the two numbers of a card differ"),
        (changed("table=3627", "table=?"), "1,0,1", "x for every seat"),
        (changed("8474462", "8474402"), "40", "'40' is no card"),
        (changed("/5229", "/0T29"), "0T", "'0T' is no card"),
        (changed("8474462878939865582486/", "/"), "/5229", "an empty one is -"),
        (changed("8474462878939865582486/", "37" * 46 + "/"), "3737", "only 45 cards"),
        (changed("hands=", "hands=12/13/14/"), "12/13", "2 to 5 hands"),
        (changed("hands=", "hands=-/-/-/-/-/-/"), "-/-", "2 to 5 hands"),
        (changed("owner=3", "owner=4"), "4 turn", "a seat from 1 to 3"),
        (changed("owner=3", "owner=0"), "0 turn", "a seat from 1 to 3"),
        (changed("turn=2", "turn=-"), "- scouts", "somebody is to move"),
        (changed("turn=2", "turn=two"), "two", "a seat from 1 to 3"),
        (changed("scouts=1", "scouts=-1"), "-1", "a whole number"),
        (changed("scouts=1", "scouts=1e3"), "1e3", "a whole number"),
        (changed("actions=6", "actions=99999999"), "99999999", "a whole number"),
        (changed("won=1,0,1", "won=1,0"), "1,0 ", "one entry for each of the 3 seats"),
        (changed("won=1,0,1", "won=1,0,1,0"), "1,0,1,0", "one entry for each of the 3 seats"),
        (changed("won=1,0,1", "won=1,x,1"), "x,1", "x for all"),
        (changed("won=1,0,1", "won=x,x,x"), "x,x,x", "x for every seat"),
        (changed("show=111", "show=11"), "11 ", "show= is 3 digits"),
        (changed("show=111", "show=112"), "112", "show= is 3 digits"),
        (changed("round=1", "round=0"), "0 totals", "rounds count from 1"),
        (changed("totals=0,0,0", "totals=0,0,?"), "?", "x where not known"),
        (TWO + " show=11", "11", "no Scout & Show with two players"),
        (TWO + " end=unbeaten", "1 scouts", "nobody is to move"),
        (EXAMPLE + " starter=1", "1", "before the first turn only"),
        (changed("turn=2", "turn=-") + " starter=1", "- scouts", "somebody is to move"),
        (changed("unbeaten", "finished", OVER), "finished", "emptied, unbeaten, limit, stopped"),
        (OVER + " starter=1,2", "1,2", "before the first turn only"),
        (OVER + " chosen=K,F,- starter=1", "unbeaten", "cannot be over"),
        (changed(" starter=2", "", STARTING), "", "starter= is missing"),
        (changed("starter=2", "starter=2,2", STARTING), "2", "each once"),
        (changed("starter=2", "starter=4", STARTING), "4", "seats from 1 to 3"),
        (changed("K,-,-", "K,F,F", STARTING), "K,F,F", "one is still open"),
        (changed("K,-,-", "-,K,-", STARTING), "-,K,-", "in the order of seats"),
        (changed("K,-,-", "K,X,-", STARTING), "X,-", "K, F, ? or -"),
        (changed("turn=2", "turn=1", STARTING), "1 scouts", "the next to choose is seat 2"),
        (changed("table=-", "table=37", STARTING), "37", "it is table=-"),
        (changed("actions=0", "actions=4", STARTING), "4", "it is actions=0"),
        (changed("tokens=0,0,0", "tokens=x,x,x", STARTING), "x,x,x", "it is tokens=0,0,0"),
        (EXAMPLE + " rules=exempt", "exempt", "rules are name:value"),
        (EXAMPLE + " rules=", "", "rules are name:value"),
        (EXAMPLE + " rules=flip:swap,flip:swap", "flip:swap", "flip is there twice"),
    ],
)
def test_anything_else_is_refused_where_it_is(line: str, part: str, words: str) -> None:
    with pytest.raises(TextError) as caught:
        NOTATION.parse_position(line)
    error = caught.value
    assert error.code == "scout-bad-position"
    assert words in error.message
    assert line[error.offset :].startswith(part)
    assert error.offset <= len(line)


@pytest.mark.parametrize(
    ("rules", "code", "part"),
    [
        ("exempt:nobody", "bad-option-value", "exempt:nobody"),
        ("flip:swap,jokers:2", "unknown-option", "jokers:2"),
        ("first_starter:5", "no-such-seat", "first_starter:5"),
    ],
)
def test_rules_that_do_not_exist(rules: str, code: str, part: str) -> None:
    line = f"{EXAMPLE} rules={rules}"
    with pytest.raises(TextError) as caught:
        NOTATION.parse_position(line)
    error = caught.value
    assert (error.code, line[error.offset : error.offset + error.length]) == (code, part)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (changed("3627", "3684"), "scout-card-twice"),
        (changed("3627", "3618"), "scout-card-twice"),
        (changed("owner=3", "owner=-"), "scout-no-owner"),
        (changed("tokens=3,1", "tokens=4,1", TWO), "scout-too-many-tokens"),
        (changed("349875", "34987596", STARTING), "scout-hand-size"),
    ],
)
def test_positions_that_the_rules_do_not_know(line: str, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        NOTATION.parse_position(line)
    assert caught.value.code == code


LIMIT = " rules=turn_limit:50"
AGAIN = " rules=all_scouted_empty:continue"
ALL_SCOUTED = changed("turn=2 scouts=1", "turn=3 scouts=2")


@pytest.mark.parametrize(
    ("line", "code", "part"),
    [
        # The 50th action ends the round, so nobody is to move after it.
        (changed("actions=6", "actions=50") + LIMIT, "scout-limit", "50 round"),
        (changed("actions=6", "actions=1000"), "scout-limit", "1000 round"),
        (changed("actions=6", "actions=51", OVER) + LIMIT, "scout-limit", "51 round"),
        # Seat 3 made the last Show: seat 1 is next, seat 2 after one Scout, then it is over.
        (changed("turn=2", "turn=1"), "scout-wrong-turn", "1 scouts"),
        (changed("turn=2", "turn=3"), "scout-wrong-turn", "3 scouts"),
        (changed("scouts=1", "scouts=0"), "scout-wrong-turn", "2 scouts"),
        (changed("owner=3", "owner=2"), "scout-wrong-turn", "2 scouts"),
        (ALL_SCOUTED, "scout-wrong-turn", "2 won"),
        (changed("table=3627", "table=-", ALL_SCOUTED), "scout-wrong-turn", "2 won"),
        (ALL_SCOUTED + AGAIN, "scout-wrong-turn", "2 won"),
        (
            changed("table=3627", "table=-", changed("scouts=1", "scouts=3")) + AGAIN,
            "scout-wrong-turn",
            "3 won",
        ),
        (
            changed("table=3627 owner=3", "table=- owner=-"),
            "scout-wrong-turn",
            "1 won",
        ),
        (
            changed("table=3627", "table=-", changed("turn=2 scouts=1", "turn=1 scouts=0")),
            "scout-wrong-turn",
            "- owner",
        ),
        # With two players whoever scouts stays to move, and pays a token each time.
        (changed("turn=1", "turn=2", TWO), "scout-wrong-turn", "2 scouts"),
        (changed("scouts=0", "scouts=1", TWO), "scout-too-many-tokens", "3,1"),
        (changed("round=1", "round=4"), "too-many-rounds", "4 totals"),
        (changed("round=1", "round=3") + " rules=rounds:2", "too-many-rounds", "3 totals"),
        (changed("round=1", "round=4", OVER), "too-many-rounds", "4 totals"),
        (changed("round=2", "round=4", STARTING), "too-many-rounds", "4 totals"),
        (changed("totals=0,0,0", "totals=0,7,x"), "wrong-total", "0,7,x"),
    ],
)
def test_positions_that_no_match_comes_to(line: str, code: str, part: str) -> None:
    with pytest.raises(TextError) as caught:
        NOTATION.parse_position(line)
    error = caught.value
    assert (error.code, line[error.offset :].startswith(part)) == (code, True)
    assert error.length == len(part.split(maxsplit=1)[0])


@pytest.mark.parametrize(
    "line",
    [
        changed("actions=6", "actions=49") + LIMIT,
        changed("actions=6", "actions=999"),
        changed("actions=6", "actions=5000") + " rules=turn_limit:none",
        changed("actions=6", "actions=50", OVER) + LIMIT,
        changed("turn=2 scouts=1", "turn=1 scouts=0"),
        changed("table=3627", "table=-", ALL_SCOUTED) + AGAIN,
        changed("tokens=3,1", "tokens=1,1", changed("scouts=0", "scouts=2", TWO)),
        # Nobody noted a move: who made the last Show is known again from the next one on.
        changed("won=1,0,1 tokens=1,1,1", "won=x,x,x tokens=x,x,x"),
        changed(
            "table=3627 owner=3 turn=2 scouts=1 won=1,0,1 tokens=1,1,1",
            "table=? owner=- turn=2 scouts=4 won=x,x,x tokens=x,x,x",
        ),
        changed("round=1", "round=3"),
        changed("round=1", "round=9") + " rules=rounds:9",
        changed("totals=0,0,0", "totals=x,0,x"),
    ],
)
def test_positions_that_can_be(line: str) -> None:
    assert again(line) == line


def test_the_opening_of_a_later_round() -> None:
    state = NOTATION.parse_position(STARTING)
    assert isinstance(state, State)
    assert (state.number, state.totals, state.starter) == (2, (1, 2, -3), 1)
    assert NOTATION.format_position(state) == STARTING


@given(st.data())
def test_a_line_with_any_part_changed_is_read_or_refused_with_a_place(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from([EXAMPLE, TWO, STARTING, OVER]))
    first = data.draw(st.integers(0, len(line)))
    last = data.draw(st.integers(first, min(first + 4, len(line))))
    text = line[:first] + data.draw(st.text("0123456789T?-x,/=: KF\n", max_size=4)) + line[last:]
    result: object
    try:
        result = NOTATION.format_position(NOTATION.parse_position(text))
    except (TextError, RuleError) as error:
        result = error
    if isinstance(result, TextError):
        assert 0 <= result.offset <= len(text)
    elif isinstance(result, str):
        assert again(result) == result


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (  # S47: the seat to move has no token left and nothing that beats three sevens
            (
                "scout hands=64/14365829 table=727375 owner=1 turn=2 scouts=0 won=0,0 tokens=3,0 "
                "actions=6 round=1 totals=0,0"
            ),
            "neither Show nor Scout",
        ),
        (
            (
                "scout hands=-/14365829 table=727375 owner=1 turn=2 scouts=0 won=0,0 tokens=3,1 "
                "actions=6 round=1 totals=0,0"
            ),
            "a hand is empty",
        ),
    ],
)
def test_nobody_is_to_move_in_a_round_that_is_over(line: str, told: str) -> None:
    with pytest.raises(TextError, match=told):
        NOTATION.parse_position(line)
