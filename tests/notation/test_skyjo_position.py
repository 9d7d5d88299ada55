"""SKYJO position lines: both ways, at every move, and what is said of a line that is none."""

from __future__ import annotations

import random

import pytest

from games.errors import RuleError
from games.skyjo import GAME
from games.skyjo.cards import DECK, VALUES
from games.skyjo.moves import Draw, Starter, Turn
from games.skyjo.state import Deal, State
from notation.diagnostics import TextError
from notation.skyjo import NOTATION
from tests.skyjo_table import HIDDEN, lay, make, plies, rules

LINE = (
    "skyjo grids=92(Y)(9)(A)Z(5)(1)(1)(2)(7)(0)/4B0A(6)(2)(6)(6)(C)(9)(3)(C) discard=08CZ "
    "stock=AC07BA* drawn=- turn=1 ender=- turns=3 round=1 totals=0,0"
)


def parsed(line: str) -> State:
    state = NOTATION.parse_position(line)
    assert isinstance(state, State)
    return state


def again(state: State) -> State:
    """The state that comes of the line of a state, whose line is the same."""
    line = NOTATION.format_position(state)
    other = parsed(line)
    assert NOTATION.format_position(other) == line
    return other


def test_a_line_says_where_every_card_lies() -> None:
    state = parsed(LINE)
    assert state.grids[0] == [9, 2, -2, 9, 10, -1, 5, 1, 1, 2, 7, 0]
    assert state.opened == [0b100011, 0b1111]
    assert state.discard == [0, 8, 12, -1]
    assert state.stock[:6] == (10, 12, 0, 7, 11, 10)
    assert len(state.stock) == 150 - 24 - 4
    assert (state.turn, state.starter, state.turns, state.number) == (0, 1, 3, 1)
    assert NOTATION.format_position(state) == LINE


def test_a_position_is_played_on_from() -> None:
    state = make(parsed(LINE), "T@a1", "D", "/a2")
    assert state.grids[0][0] == -1
    assert state.discard[-2:] == [9, 10]
    assert state.turn == 0


def test_words_stand_in_any_order_and_cards_in_either_case() -> None:
    head, *words = LINE.split()
    assert NOTATION.format_position(parsed(" ".join((head, *reversed(words))))) == LINE
    assert NOTATION.format_position(parsed(LINE.replace("(Y)", "(y)"))) == LINE


def test_unknown_open_lost_and_cleared_places() -> None:
    state = parsed(LINE.replace("92(Y)(9)(A)Z(5)(1)(1)(2)(7)(0)", ".x?*.Z5?.2(7)*"))
    assert (state.gone[0], state.unsure[0]) == (0b000100010001, 0b100000001000)
    assert state.opened[0] == 0b001001100010
    again(state)


def test_a_drawn_card_is_shown() -> None:
    state = parsed(LINE.replace("drawn=-", "drawn=7"))
    assert (state.drawn, state.midturn) == (7, True)
    again(make(state, "@a1"))


def test_options_stand_last_and_only_where_they_differ() -> None:
    state = lay(HIDDEN, HIDDEN, clear_rows="true", rounds=4, score_limit=100)
    line = NOTATION.format_position(state)
    assert line.endswith(" totals=0,0 rules=clear_rows:true,score_limit:100,rounds:4")
    assert dict(again(state).rules) == dict(state.rules)


def test_before_the_first_turn_the_choices_are_told() -> None:
    state = parsed(
        "skyjo grids=????????????/???????????? discard=5 stock=* drawn=- turn=1 ender=- turns=0 "
        "round=1 totals=0,0"
    )
    assert (state.opening, state.turn) == (True, 0)
    (move,) = NOTATION.parse("Oa1:5b2:Z")
    state.apply(0, move)
    line = NOTATION.format_position(state)
    assert line == (
        "skyjo grids=(5)????(Z)??????/???????????? discard=5 stock=* drawn=- turn=2 ender=- "
        "turns=0 round=1 totals=0,0 chosen=a1:5b2:Z,-"
    )
    again(state).apply(1, move)


def test_a_starter_by_lot_is_told_before_the_first_turn() -> None:
    state = parsed(
        "skyjo grids=54??????????/63?????????? discard=5 stock=* drawn=- turn=- ender=- turns=0 "
        "round=1 totals=0,0 starter=1,2 rules=first_tie:random"
    )
    due = state.chance()
    assert due is not None
    assert due.among == (0, 1)
    again(state).apply(-1, Starter(1))


def test_a_draw_that_must_follow_a_new_pile_is_told() -> None:
    state = lay(HIDDEN, HIDDEN, discard=(1, 2, 3), spent=True)
    (pile,) = NOTATION.parse("N*")
    state.apply(-1, pile)
    assert " drawn=N " in NOTATION.format_position(state)
    assert again(state).legal() == [Draw()]


@pytest.mark.parametrize(
    ("players", "given"),
    [
        (2, {}),
        (3, {"clear_rows": "true", "turn_limit": 50}),
        (4, {"first_tie": "random", "ender_penalty": "none"}),
        (8, {"draw_exhausted": "turn-one"}),
        (8, {"final_clear": "false", "rounds": 3}),
    ],
)
def test_every_position_of_a_round_comes_back(players: int, given: dict[str, object]) -> None:
    for seed in ("one", "two"):
        for state, seat, move in plies(rules(players, **given), seed, bias=0.8):
            other = again(state)
            views = [state.view(each) for each in range(players)]
            assert [other.view(each) for each in range(players)] == views
            assert other.legal() == state.legal()
            assert other.scores() == state.scores()
            if move:
                other.check(seat, move)


@pytest.mark.parametrize(
    ("old", "new", "spot", "words"),
    [
        ("skyjo", "scout", "scout", "begins with the word skyjo"),
        (" drawn=-", "", "", "drawn= is missing"),
        ("drawn=-", "drwan=-", "drwan=-", "is no word of a position"),
        ("drawn=-", "drawn=- drawn=-", "drawn=-", "twice"),
        ("drawn=-", "drawn=", "drawn=", "nothing follows"),
        ("drawn=-", "drawn=77", "77", "one card"),
        ("drawn=-", "drawn=!", "!", "is no card"),
        ("92(Y)", "9(2)(Y", "(Y(9)", "is no place"),
        ("92(Y)", "9(Y)", "9(Y)", "twelve places"),
        ("92(Y)", "922(Y)", "922(Y)", "twelve places"),
        ("92(Y)", "9X!(Y)", "!", "is no place"),
        ("/4B0A(6)(2)(6)(6)(C)(9)(3)(C)", "", "92(Y)", "2 to 8 grids"),
        ("discard=08CZ", "discard=08cX", "X", "is no card"),
        ("turn=1", "turn=3", "3", "a seat from 1 to 2"),
        ("ender=-", "ender=0", "0", "a seat from 1 to 2"),
        ("turns=3", "turns=x", "x", "whole number"),
        ("round=1", "round=0", "0", "count from 1"),
        ("totals=0,0", "totals=0", "0", "each of the 2 seats"),
        ("totals=0,0", "totals=0,y", "y", "x where not known"),
        ("totals=0,0", "totals=0,0 end=over", "over", "a round ends as"),
        ("totals=0,0", "totals=0,0 rules=rows:true", "rows:true", "there is no option"),
        ("totals=0,0", "totals=0,0 rules=rounds:0", "rounds:0", "good values"),
        ("totals=0,0", "totals=0,0 rules=rounds", "rounds", "name:value"),
        ("totals=0,0", "totals=0,0 starter=1,1", "1", "each once"),
        ("totals=0,0", "totals=0,0 chosen=a1:5a2:3", "a1:5a2:3", "one is still to come"),
        ("totals=0,0", "totals=0,0 chosen=a1:5a9:3,-", "a9", "a place"),
    ],
)
def test_a_fault_of_the_text_says_where(old: str, new: str, spot: str, words: str) -> None:
    line = LINE.replace(old, new, 1)
    with pytest.raises(TextError) as caught:
        parsed(line)
    error = caught.value
    assert words in error.message
    assert line[error.offset :].startswith(spot)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("stock=AC07BA*", "stock=AC07BA", "skyjo-wrong-count"),
        ("stock=AC07BA*", "stock=" + "?" * 140 + "*", "skyjo-wrong-count"),
        ("stock=AC07BA*", "stock=YYYYYY*", "skyjo-card-too-often"),
        ("discard=08CZ", "discard=-", "skyjo-no-discard"),
        ("(Y)(9)(A)Z(5)(1)(1)(2)(7)(0)", "Y9AZ511270", "skyjo-wrong-ender"),
        ("ender=-", "ender=2", "skyjo-wrong-ender"),
        ("turn=1", "turn=-", "skyjo-no-turn"),
        ("turns=3", "turns=1000", "skyjo-turn-limit"),
        ("92(Y)(9)(A)Z(5)(1)(1)", "92(Y)(9)9Z(5)(1)9", "skyjo-wrong-column"),
        ("totals=0,0", "totals=0,0 end=opened", "skyjo-ended"),
        ("totals=0,0", "totals=0,0 chosen=-,-", "skyjo-opening"),
    ],
)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        parsed(LINE.replace(old, new, 1))
    assert caught.value.code == code
    assert caught.value.message


@pytest.mark.parametrize("rows", ["true", "false"])
@pytest.mark.parametrize("final", ["true", "false"])
def test_every_position_of_rounds_with_many_lines_comes_back(rows: str, final: str) -> None:
    # Grids of one, two or three values, mostly turned up: columns and rows go, and some together.
    in_force = rules(3, clear_rows=rows, final_clear=final)
    gone = set()
    for seed in range(40):
        dice = random.Random(seed)
        deck = list(DECK)
        dice.shuffle(deck)
        grids = []
        for _ in range(3):
            values = dice.sample(VALUES, dice.randint(1, 3))
            wanted = [values[place // dice.choice((4, 12)) % len(values)] for place in range(12)]
            grids.append(
                tuple(deck.pop(deck.index(card) if card in deck else 0) for card in wanted)
            )
        state = GAME.begin(in_force, (), Deal(tuple(grids), deck[0], tuple(deck[1:])))
        while state.end is None:
            turned = [move for move in state.legal() if isinstance(move, Turn)]
            move = Draw() if Draw() in state.legal() else dice.choice(turned or state.legal())
            state.apply(state.turn, move)
            assert again(state).gone == state.gone
            gone.update(state.gone)
    assert any(each.bit_count() == 6 for each in gone)  # a column and a row, or two columns
    assert any(each.bit_count() in (4, 8) for each in gone) == (rows == "true")


HALF = "skyjo grids={}/???????????? discard=08CZ stock=* drawn=- turn={} ender=- turns=3 {}"


def laid(grid: str, rules: str = "", end: str = "") -> str:
    """A position in which seat 1 has this grid: rows of hidden cards and of dots."""
    line = HALF.format(grid.replace(" ", ""), "-" if end else "1", "round=1 totals=0,0")
    if end:
        line = line.replace("?", "x") + f" end={end}"
    return f"{line} rules={rules}" if rules else line


@pytest.mark.parametrize(
    ("grid", "rules", "end", "spot"),
    [
        (".??? .??? ????", "", "", "a1 of seat 1 is gone, but not the whole column"),
        ("???? ???. ????", "", "", "d2 of"),
        (".?.? .?.? .???", "", "", "c1 of"),
        ("???? .... ????", "", "", "a2 of"),
        (".??? .... .???", "", "", "b2 of"),
        (".??? .??? ????", "", "limit", "a1 of"),
        (".??? .??? ????", "clear_rows:true", "", "but not a whole column or row"),
        ("???? ...? ????", "clear_rows:true", "", "a2 of"),
        (".??? .... .??.", "clear_rows:true", "", "d3 of"),
        # A row needs four cards and a column three, so later none goes across one that is gone.
        ("..?? .... ..??", "clear_rows:true", "", "columns and rows that cross"),
        (".... .... .???", "clear_rows:true", "", "columns and rows that cross"),
        ("..?? .... ..??", "clear_rows:true,final_clear:false", "limit", "that cross"),
    ],
)
def test_cards_that_are_gone_made_whole_lines(grid: str, rules: str, end: str, spot: str) -> None:
    line = laid(grid, rules, end)
    with pytest.raises(TextError, match=spot) as caught:
        parsed(line)
    error = caught.value
    assert error.code == "skyjo-wrong-column"
    assert line[error.offset :].startswith(line.split("=")[1].split("/")[0])
    assert error.length == 12


@pytest.mark.parametrize(
    ("grid", "rules", "end"),
    [
        (".??? .??? .???", "", ""),
        ("?.?. ?.?. ?.?.", "", "limit"),
        ("..?. ..?. ..?.", "clear_rows:true", ""),
        ("???? .... ????", "clear_rows:true", ""),
        (".... ???? ....", "clear_rows:true", ""),
        ("?.?? .... ?.??", "clear_rows:true", ""),
        ("?.?? .... ?.??", "clear_rows:true,final_clear:false", "limit"),
        # In the final flip every line is tested before any is removed.
        ("..?? .... ..??", "clear_rows:true", "limit"),
        ("..?. .... ....", "clear_rows:true", "limit"),
    ],
)
def test_lines_that_can_be_gone(grid: str, rules: str, end: str) -> None:
    again(parsed(laid(grid, rules, end)))


@pytest.mark.parametrize(
    ("changes", "code", "spot"),
    [
        ("round=4 totals=0,0 rules=rounds:3", "too-many-rounds", "4 totals"),
        ("round=4 totals=x,x rules=score_limit:100,rounds:3", "too-many-rounds", "4 totals"),
        ("round=2 totals=100,0", "too-many-rounds", "100,0"),
        ("round=2 totals=x,170", "too-many-rounds", "x,170"),
        ("round=2 totals=40,0 rules=score_limit:40", "too-many-rounds", "40,0"),
        ("round=1 totals=0,-2", "wrong-total", "0,-2"),
        ("round=1 totals=200,0", "wrong-total", "200,0"),
    ],
)
def test_rounds_that_no_match_comes_to(changes: str, code: str, spot: str) -> None:
    line = LINE.replace("round=1 totals=0,0", changes)
    with pytest.raises(TextError) as caught:
        parsed(line)
    error = caught.value
    assert (error.code, line[error.offset :].startswith(spot)) == (code, True)
    assert error.length == len(spot.split(maxsplit=1)[0])


@pytest.mark.parametrize(
    "changes",
    [
        "round=3 totals=400,0 rules=rounds:3",
        "round=77 totals=x,99",
        "round=2 totals=-9,99",
        "round=2 totals=99,x rules=score_limit:100,rounds:3",
        "round=1 totals=x,0",
    ],
)
def test_rounds_that_can_be(changes: str) -> None:
    line = LINE.replace("round=1 totals=0,0", changes)
    assert NOTATION.format_position(parsed(line)) == line


def test_a_long_line_costs_no_time() -> None:
    with pytest.raises(TextError):
        parsed("skyjo " + "grids=" + "/" * 1_000_000)
    with pytest.raises(TextError):
        parsed(LINE.replace("92(Y)", "9" * 1_000_000))
