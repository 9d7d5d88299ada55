"""`scoutcli analyse`: tables of single positions, deepened until stopped, blind to hidden cards."""

from __future__ import annotations

import json
import os
import random
import re
import signal
from itertools import islice

import pytest

import games
from games.bots import Budget
from games.game import State
from games.search import compiled
from notation import codec
from scoutcli.analysis import Analyst, Candidate
from scoutcli.analysis.deepening import Deepening
from scoutcli.analysis.positions import MOST_BYTES, is_position
from tests import toy
from tests.scoutcli.program import VALID, Done, Program
from tests.scoutcli.terminal import Terminal
from tests.scoutcli.test_advice import FEW, KINDS, moments

SHOW = (
    "scout hands=41/81/27 table=63 owner=3 turn=2 scouts=1 won=0,0,0 tokens=0,0,0 show=000 "
    "actions=20 round=1 totals=0,0,0"
)
"""Seat 2 can end the round with its only card; a Scout ends it too."""

OVER = (
    "scout hands=41/-/27 table=81 owner=2 turn=- scouts=0 won=0,1,0 tokens=0,0,0 show=000 "
    "actions=21 round=1 totals=0,0,0 end=emptied"
)
LAP = (
    "skyjo grids=C5314206310(7)/112003122013 discard=8Y stock=94* drawn=- turn=1 ender=2 turns=21 "
    "round=1 totals=0,0"
)
"""The last turn of a round is to come."""


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    for name in ("scout", "skyjo"):
        compiled.warm(name)


@pytest.fixture
def program(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


def line_of(state: State, name: str) -> str:
    return codec.get(name).format_position(state)


def told(done: Done) -> list[dict[str, object]]:
    """The objects that were printed."""
    assert (done.status, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


# The table


def test_a_table_of_all_that_can_be_done(program: Program) -> None:
    # To end the round with no card captures 1, and the others pay for one card each: 1 - (-1) = 2.
    # A Scout leaves 2 cards; seat 3 is exempt and gets a token, seat 1 pays 1: -2 - (1 - 1)/2.
    done = program("analyse", SHOW, "--playouts", "200", "--top", "2")
    assert done == (
        0,
        """\
SCOUT, 3 players, seat 2 to choose.
move   kind   equity  playouts  what it does
─────  ─────  ──────  ────────  ─────────────────────────────────────────────────────────────────────────
S1:8   Show    +2.00        32  captures 1, empties the hand
L63@1  Scout   -2.00        32  takes 63, before 8, empties the table, a token for seat 3, ends the round
Equity: points against the mean of the others.
3 more legal moves are not shown.
Found by search (playouts=200 at most), seed 1.
""",  # noqa: E501
        "",
    )


def test_the_figures_are_those_of_the_analyst(program: Program) -> None:
    for name in ("scout", "skyjo"):
        for state in islice(moments(name, 3, "analyse"), 1, 3):
            notation = codec.get(name)
            line = line_of(state, name)
            state = notation.parse_position(line)  # noqa: PLW2901 -- as the program sees it
            (found,) = told(program("analyse", line, "--playouts", "300", "--format", "json"))
            view = state.view(state.turn)
            true = Analyst(games.get(name), 1, FEW).candidates(view, state.legal())
            moves = found["moves"]
            assert isinstance(moves, list)
            assert moves == [
                {
                    "move": notation.choice(each.move), "kind": notation.kind(each.move),
                    "equity": round(each.worth, 4), "error": round(each.error, 4),
                    "playouts": each.playouts, "does": notation.explain(each.move, view),
                }
                for each in true
            ]  # fmt: skip
            assert (found["seat"], found["legal"]) == (state.turn + 1, len(state.legal()))
            assert (found["open"], found["exact"], found["nothing"]) == (False, False, "")


def test_a_bot_with_a_budget_a_seed_and_time(program: Program) -> None:
    said = program("analyse", SHOW, "--bot", "expert:playouts=90", "--seed", "tea").out
    assert said.endswith("Found by search (playouts=90 at most), seed tea.\n")
    assert "time-ms=40 at most" in program("analyse", SHOW, "--time-ms", "40").out


def test_cards_that_the_seat_cannot_see_change_nothing(program: Program) -> None:
    dice, changed = random.Random(3), 0
    for name in ("scout", "skyjo"):
        for state in islice(moments(name, 4, "blind"), 2, 4):
            twin = KINDS[name].permuted(state, state.turn, dice)
            lines = [line_of(each, name) for each in (state, twin)]
            changed += lines[0] != lines[1]
            one, two = (program("analyse", line, "--playouts", "150") for line in lines)
            assert one == two
    assert changed


def test_cards_that_nobody_knows_are_usual(program: Program) -> None:
    hidden = SHOW.replace("hands=41/81/27", "hands=??/81/????")
    assert "S1:8   Show    +2.50" in program("analyse", hidden, "--playouts", "200").out
    own = program("analyse", SHOW.replace("/81/", "/??/"), "--playouts", "200")
    assert own.status == 0
    assert "Found by a rule of thumb, for " in own.out
    assert "equity" not in own.out


# With all cards seen


def test_an_ending_solved(program: Program) -> None:
    done = program("analyse", SHOW, "--open", "--exact")
    head, *lines = done.out.splitlines()
    assert head == "SCOUT, 3 players, seat 2 to choose, with all cards seen (hindsight)."
    assert re.match(r"S1:8 +Show +\+2\.00 ", lines[2])
    assert all(re.match(r"L(63|36)@[12] +Scout +-2\.00 ", line) for line in lines[3:7])
    assert lines[-1] == (
        "Found by solving it, with all cards seen (hindsight): every seat plays best for itself."
    )
    (found,) = told(program("analyse", SHOW, "--open", "--exact", "--format", "json"))
    assert (found["open"], found["exact"]) == (True, True)


def test_hindsight_by_the_rule_of_thumb(program: Program) -> None:
    state = next(islice(moments("scout", 3, "open"), 3, None))
    line = line_of(state, "scout")
    (found,) = told(program("analyse", line, "--open", "--format", "json"))
    moves = found["moves"]
    assert isinstance(moves, list)
    assert (found["open"], found["exact"], len(moves)) == (True, False, len(state.legal()))
    equities = [each["equity"] for each in moves]
    assert equities == sorted(equities, reverse=True)
    said = program("analyse", line, "--open", "--exact").out
    assert "it is too large, or not known well enough, to be solved" in said


def test_hindsight_needs_all_cards(program: Program) -> None:
    done = program("analyse", SHOW.replace("/27", "/??"), "--open", "--exact")
    assert (done.status, done.out) == (1, "")
    assert re.match(r"POSITION:1: error: .*\[unknown-cards\]\n$", done.err)


# What there is nothing to say of


def test_a_round_that_is_over_and_the_turn_of_another(program: Program) -> None:
    done = program("analyse", OVER)
    assert done == (
        0,
        "SCOUT, 3 players.\nThe round is over (emptied): there is nothing to choose.\n",
        "",
    )
    assert "Seat 1 has nothing to choose: it is the turn of seat 2." in program(
        "analyse", SHOW, "--seat", "1"
    ).out  # fmt: skip
    done = program("analyse", SHOW, "--seat", "4")
    assert (done.status, done.out) == (1, "")
    assert "there is no seat 4: seats are 1 to 3 [no-such-seat]" in done.err
    (found,) = told(program("analyse", OVER, "--format", "json"))
    assert found["moves"] == []
    assert found["seat"] is None
    assert found["nothing"] == "The round is over (emptied): there is nothing to choose."


def test_the_only_move_there_is(program: Program) -> None:
    # With two players and no token the pair of threes is all that beats a 9.
    only = (
        "scout hands=41/3132 table=92 owner=1 turn=2 scouts=0 won=0,0 tokens=0,0 actions=20 "
        "round=1 totals=0,0"
    )
    done = program("analyse", only)
    assert done.out.splitlines()[3].startswith("S1:33  Show")
    assert done.out.endswith("It is the only legal move.\n")


def test_a_last_lap_solved(program: Program) -> None:
    # The -2 put for the 12 leaves 44 - 14 = 30 in the grid of seat 1, against the 16 of seat 2.
    found = told(program("analyse", LAP, "--open", "--exact", "--format", "json"))[0]
    moves = found["moves"]
    assert isinstance(moves, list)
    assert (moves[0]["move"], moves[0]["equity"]) == ("T@a1", -14)


def test_a_position_at_fault(program: Program) -> None:
    done = program("analyse", SHOW.replace("show=000", "show=0a0"), "--playouts", "50")
    assert (done.status, done.out) == (1, "")
    head, line, caret = done.err.splitlines()
    assert re.match(r"POSITION:1:83: error: .*\[scout-bad-position\]", head)
    assert line[caret.index("^") :].startswith("0a0")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", r"-: error: there is no position here|-:1:1: error: there is no position here"),
        ("# nothing\n\n", r"-:1:1: error: there is no position here"),
        ("hello\n", r"-:1:1: error: .*\[text-outside-match\]"),
        ("scout\n", r"-:1:6: error: .*\[scout-bad-position\]"),
        ("\x00\xff\n", r"-:1:1: error: "),
        ("x" * (MOST_BYTES + 10), r"-:1: error: there is no position here: it would have"),
        (f"{SHOW}\n2.S1:9\n", r"-:2:6: error: .*\[scout-not-in-hand\]|-:2:1: error: "),
    ],
)
def test_what_is_no_position(program: Program, text: str, wanted: str) -> None:
    done = program("analyse", "-", "--playouts", "50", typed=text)
    assert done.status == 1
    assert re.match(wanted, done.err)
    assert done.err.isprintable() or "\n" in done.err


def test_a_match_is_told_to_be_one(program: Program) -> None:
    done = program("analyse", VALID / "scout-2.yaml")
    assert (done.status, done.out) == (1, "")
    assert "scoutcli replay" in done.err and "[not-a-position]" in done.err


def test_wrong_use(program: Program) -> None:
    for words, wanted in (
        (["--exact"], "it needs --open"),
        (["--open", "--playouts", "10"], "it takes no budget"),
        (["--playouts", "10", "--time-ms", "5"], "a budget is said once"),
        (["--playouts", "0"], "playouts are 1 to"),
        (["--bot", "greedy"], "'greedy' does not search"),
        (["--bot", "expert:x"], "is no budget"),
        (["--seat", "0"], "0 is not in the range"),
    ):
        done = program("analyse", SHOW, *words)
        assert (done.status, wanted in " ".join(done.err.split())) == (2, True), done.err
    missing = program("analyse", "nowhere.txt")
    assert (missing.status, missing.err[:12]) == (1, "nowhere.txt:")


# Several positions


def test_positions_of_the_standard_input_and_moves_behind_them(program: Program) -> None:
    typed = f"# two\n\n{LAP}\n{SHOW}\n2.S1:8\n"
    done = program("analyse", "-", "--playouts", "60", typed=typed)
    assert (done.status, done.err) == (0, "")
    first, second = done.out.split("\n\n")
    assert first.startswith("SKYJO, 2 players, seat 1 to choose.\n")
    assert "\nT@a1" in first
    assert "The round is over (emptied)" in second
    found = told(program("analyse", "-", "--playouts", "60", "-f", "json", typed=typed))
    assert [(each["file"], each["line"]) for each in found] == [("-", 3), ("-", 4)]
    bad = program("analyse", "-", "--playouts", "60", typed=f"{OVER} x=1\n{OVER}\n")
    assert (bad.status, "The round is over" in bad.out, bad.err[:4]) == (1, True, "-:1:")


def test_what_is_a_position_and_what_a_file() -> None:
    assert is_position(SHOW) and is_position("scout") and is_position("skyjo grids=")
    assert not is_position("match.yaml") and not is_position("-") and not is_position("scouts")


# Deeper and deeper


def looks_at(state: State, name: str, playouts: int, seed: int = 1) -> Deepening:
    budget = Budget(playouts=playouts)
    return Deepening(
        games.get(name), state.view(state.turn), state.legal(), seed=seed, budget=budget
    )  # fmt: skip


@pytest.mark.parametrize(("name", "playouts"), [("scout", 9000), ("skyjo", 1600)])
def test_the_last_look_is_the_one_that_was_asked_for(name: str, playouts: int) -> None:
    for state in islice(moments(name, 3, "deep"), 1, 5):
        looks = list(looks_at(state, name, playouts))
        view, legal = state.view(state.turn), state.legal()
        budget = Budget(playouts=playouts)
        assert list(looks[-1].found) == Analyst(games.get(name), 1, budget).candidates(view, legal)
        assert looks[-1].plain or looks[-1].playouts + len(legal) >= playouts
        spent = [look.playouts for look in looks]
        assert spent == sorted(spent)
        assert all(not look.plain for look in looks[:-1])


@pytest.mark.parametrize("name", ["scout", "skyjo"])
def test_looks_do_not_contradict_their_errors(name: str) -> None:
    beyond = seen = 0
    for state in islice(moments(name, 3, "errors"), 8):
        first, *_, last = [*looks_at(state, name, 6000), *looks_at(state, name, 6000, seed=2)]
        surely = {each.move: each for each in last.found}
        best = first.found[0]
        for each in first.found[1:]:
            if each.move in surely and best.move in surely:
                other = surely[best.move].worth - surely[each.move].worth
                doubt = each.error + surely[each.move].error + surely[best.move].error
                seen += 1
                beyond += abs(best.worth - each.worth - other) > 3 * doubt + 0.05
    assert seen > 20
    # Moves are dropped when they look bad, so a few look worse than they are.
    assert beyond <= 0.05 * seen


def test_it_ends_where_nothing_is_left_to_find_out() -> None:
    state = codec.get("scout").parse_position(SHOW)
    looks = list(Deepening(games.get("scout"), state.view(1), state.legal()))
    assert len(looks) == 1
    assert looks[0].plain


def test_a_look_that_is_broken_off_is_thrown_away() -> None:
    state = next(islice(moments("scout", 4, "terminal"), 3, None))
    looks = looks_at(state, "scout", 100_000)
    going = iter(looks)
    first = next(going)
    looks.stop = lambda: True
    assert list(going) == []
    assert first.playouts > 100
    begun = looks_at(state, "scout", 100_000)
    begun.stop = lambda: True
    assert [bool(look.found) for look in begun] == [True]


def test_ctrl_c_prints_what_is_known(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(islice(moments("scout", 4, "interrupt"), 3, None))
    real = Analyst.candidates

    def interrupted(self: Analyst, *words: object, **more: object) -> list[Candidate]:
        os.kill(os.getpid(), signal.SIGINT)
        return real(self, *words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Analyst, "candidates", interrupted)
    typed = f"{line_of(state, 'scout')}\n" * 3
    done = program("analyse", "-", "--playouts", "5000000", typed=typed)
    assert (done.status, done.err) == (0, "")
    assert done.out.count("Found by search") == 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# Where there is no search


def test_without_numba(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise compiled.CompilerMissingError(ImportError("No module named 'numba'"))

    monkeypatch.setattr(compiled, "compiler", missing)
    done = program("analyse", SHOW)
    assert done.status == 0
    assert "pip install 'scoutcli[strong]'" in done.out
    assert "S1:8" in done.out.splitlines()[3]
    seen = program("analyse", SHOW, "--open")
    assert (seen.status, "scoutcli[strong]" in seen.err) == (2, True)
    assert "Found by solving it" in program("analyse", SHOW, "--open", "--exact").out


def test_a_game_that_has_no_search(program: Program) -> None:
    with toy.known():
        rules, _ = toy.GAME.rules(2, {"starter": 1, "length": "4"})
        deal = toy.GAME.deal(rules, [], games.deals.Shuffler("toy", 1))
        state = toy.GAME.begin(rules, [], deal)
        for _ in range(2):
            state.apply(state.turn, state.legal()[0])
        line = toy.NOTATION.format_position(state)
        done = program("analyse", line)
        assert (done.status, done.err) == (0, "")
        assert "TOY cannot be searched" in done.out
        seen = program("analyse", line, "--open")
        assert (seen.status, "[no-search]" in seen.err) == (1, True)
        assert "Found by solving it" in program("analyse", line, "--open", "--exact").out


# On a terminal


@pytest.fixture
def moment() -> str:
    """A position in which there is much to find out."""
    state = next(islice(moments("scout", 4, "terminal"), 3, None))
    Analyst(games.get("scout"), 1, FEW).candidates(state.view(state.turn), state.legal())
    return line_of(state, "scout")


def playouts_on(terminal: Terminal) -> int:
    found = re.search(r"([0-9,]+) playouts; going on", terminal.text)
    return int(found[1].replace(",", "")) if found else 0


@pytest.mark.parametrize("key", ["q", "c-c"])
def test_a_table_that_deepens_until_a_key_is_pressed(moment: str, key: str) -> None:
    with Terminal(
        "analyse", moment, "--top", "4", columns=100, HOME=os.environ["HOME"]
    ) as terminal:
        terminal.until("going on until a key is pressed")
        first = playouts_on(terminal)
        terminal.until(lambda: playouts_on(terminal) > 3 * first)
        terminal.press(key)
        assert terminal.finish() == 0
        assert terminal.text.count("SCOUT, 4 players") == 1
        assert terminal.has("Found by search")
        assert not terminal.has("going on until")
        assert all(len(line) < 100 for line in terminal.lines)


def test_a_budget_ends_it(moment: str) -> None:
    with Terminal("analyse", moment, "--playouts", "3000", HOME=os.environ["HOME"]) as terminal:
        assert terminal.finish() == 0
        assert terminal.has("Found by search (playouts=3000 at most), seed 1.")
        assert terminal.text.count("SCOUT, 4 players") == 1
        assert b"\x1b[J" in terminal.written


def test_time_ends_it(moment: str) -> None:
    with Terminal("analyse", moment, "--time-ms", "900", HOME=os.environ["HOME"]) as terminal:
        assert terminal.finish() == 0
        assert terminal.has("Found by search (time-ms=")
        assert terminal.written.count(b"\x1b[J") >= 2


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_that_is_not_drawn_on(moment: str, environment: dict[str, str]) -> None:
    with Terminal(
        "analyse", moment, "--playouts", "3000", HOME=os.environ["HOME"], **environment
    ) as terminal:
        assert terminal.finish() == 0
        assert b"\x1b" not in terminal.written
        assert terminal.has("Found by search")


def test_a_small_terminal(moment: str) -> None:
    with Terminal(
        "analyse", moment, "--playouts", "9000", columns=40, lines=8, HOME=os.environ["HOME"]
    ) as terminal:
        assert terminal.finish() == 0
        assert terminal.has("Found by search")


@pytest.mark.parametrize("nothing", ["", " "])
def test_nothing_is_no_position_and_no_folder(program: Program, nothing: str) -> None:
    done = program("analyse", nothing)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("POSITION:1:1: error: there is no position here")
