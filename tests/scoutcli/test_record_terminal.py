"""Noting a match on a real terminal: what is asked for, completed, marked, and kept."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.scoutcli.terminal import Terminal

SIZES = [(80, 24), (40, 15), (200, 60)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t.yaml"


def started(path: Path, *more: str, columns: int = 80, lines: int = 24, **env: str) -> Terminal:
    """The notes of a new match of SCOUT in which seat 1 is to make the first move."""
    terminal = Terminal(
        "record", "scout", "--players", "Ann,Bo,Cy", "--rules", "first_starter=1",
        "--save", str(path), *more, columns=columns, lines=lines, **env,
    )  # fmt: skip
    terminal.until("Where do you sit")
    terminal.enter()
    terminal.until("all)?")
    terminal.enter()
    terminal.until("Ann?")
    terminal.enter("1.K 2.? 3.F")
    terminal.until("flips the hand")
    return terminal


@pytest.mark.parametrize(
    ("arguments", "question"), [([], "Name or number:"), (["scout"], "Who plays")]
)
def test_where_the_input_ends_before_the_match_begins_that_is_said(
    arguments: list[str], question: str, path: Path
) -> None:
    with Terminal("record", *arguments, "--save", str(path)) as terminal:
        terminal.until(question)
        terminal.press("c-d")
        assert terminal.finish() == 1
        assert terminal.has("Error: the input ended before")
    assert not path.exists()


def test_everything_that_is_missing_is_asked_for(path: Path) -> None:
    with Terminal("record", "--save", str(path)) as terminal:
        terminal.until("Which game?")
        terminal.enter("scout")
        terminal.until("Who plays")
        terminal.enter("Ann")
        terminal.until("SCOUT is for 2 to 5 players, not 1.")
        terminal.enter("Ann,Bo,Cy")
        terminal.until("Rules (Enter: the usual")
        terminal.enter("first_starter=9")
        terminal.until("first_starter cannot be '9'")
        terminal.enter("first_starter=2")
        terminal.until("Where do you sit")
        terminal.enter("Bo")
        terminal.until("Your hand as dealt")
        terminal.enter("92 37 42 45 63 85 16 51 39 26 49 21")
        terminal.until("Seat 1, Ann?")
        terminal.type("\x04")
        terminal.until("Leave the notes?")
        terminal.enter("y")
        terminal.until("To go on: scoutcli record --resume")
        assert terminal.finish() == 0
    text = path.read_text(encoding="utf-8")
    assert "rules:\n  first_starter: 2\nx-noted-by: Bo\nrounds:\n" in text
    assert "    2: 92 37 42 45 63 85 16 51 39 26 49 21\n" in text


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_moves_are_completed_and_the_table_is_drawn(path: Path, columns: int, lines: int) -> None:
    with started(path, columns=columns, lines=lines) as terminal:
        terminal.enter("47 4T")
        terminal.until("Bo?")
        terminal.type("L")
        terminal.until("L47@?")
        terminal.type("\t")
        terminal.settle()
        terminal.enter()  # takes the completion
        terminal.settle()
        if "Cy?" not in terminal.text:
            terminal.enter()
        terminal.until("Cy?")
        terminal.enter("show")
        terminal.settle()
        assert all(len(line) <= columns for line in terminal.lines)
        terminal.enter("quit")
        assert terminal.finish() == 0
    assert "1.S?=47-4T 2.L47@? " in path.read_text(encoding="utf-8")


def test_table_and_points_stand_above_the_prompt_and_leave_no_trace(path: Path) -> None:
    with started(path) as terminal:
        terminal.until("Points so far: Ann -12, Bo -12, Cy -12")
        for move, points in [
            ("44", "Ann -10, Bo -12, Cy -12"),
            ("l", "Ann -9, Bo -13, Cy -12"),
            ("55", "Ann -9, Bo -13, Cy -9"),
        ]:
            terminal.enter(move)
            terminal.until(f"Points so far: {points}")
            terminal.settle()
            assert terminal.text.count("Points so far") == terminal.text.count(" S&S ") == 1
        assert "Seat 2, Bo? l" in terminal.lines
        terminal.enter("table off")
        terminal.until(lambda: " S&S " not in terminal.text and "Points so far" in terminal.text)
        terminal.enter("table on")
        terminal.until(" S&S ")
        terminal.resize(60, 15)
        terminal.until(lambda: " S&S " not in terminal.text and "Points so far" in terminal.text)
        terminal.enter("quit")
        assert terminal.finish() == 0
        assert "Points so far" not in terminal.text
        assert "Seat 1, Ann? quit" in terminal.lines


def test_a_low_terminal_shows_the_points_alone(path: Path) -> None:
    with started(path, lines=19) as terminal:
        terminal.enter("44")
        terminal.until("Points so far: Ann -10, Bo -12, Cy -12")
        assert " S&S " not in terminal.text
        terminal.enter("quit")
        assert terminal.finish() == 0


def test_the_place_of_a_mistake_is_marked(path: Path) -> None:
    with started(path) as terminal:
        terminal.enter("S?:4x4")
        terminal.until("[scout-bad-move]")
        # What was typed ahead may have been echoed before: the last one is meant.
        at = max(i for i, line in enumerate(terminal.lines) if line.strip() == "S?:4x4")
        assert terminal.lines[at + 1].strip() == "^"
        assert terminal.lines[at + 1].index("^") == terminal.lines[at].index("x")
        terminal.enter("quit")
        assert terminal.finish() == 0


def test_ctrl_c_takes_the_line_back_and_nothing_else(path: Path) -> None:
    with started(path) as terminal:
        terminal.type("S?:9")
        terminal.until("S?:9")
        terminal.type("\x03")
        terminal.settle()
        terminal.enter("55")
        terminal.until("shows 5 5")
        terminal.enter("quit")
        assert terminal.finish() == 0
    assert path.read_text(encoding="utf-8").endswith("    1.S?:55 ")


def test_notes_go_on_after_kill_9(path: Path) -> None:
    with started(path) as terminal:
        terminal.enter("44")
        terminal.until("Bo?")
        os.kill(terminal._child.pid, signal.SIGKILL)
        terminal.settle()
    with Terminal("record", "--resume", str(path)) as terminal:
        terminal.until("Move 1, 1.S?:44")
        terminal.until("Bo?")
        terminal.enter("55")
        terminal.until("Cy?")
        terminal.enter("quit")
        assert terminal.finish() == 0
    assert path.read_text(encoding="utf-8").endswith("    1.S?:44 2.S?:55 ")


def test_without_colour_nothing_is_coloured(path: Path) -> None:
    with started(path, NO_COLOR="1") as terminal:
        terminal.enter("44")
        terminal.until("Bo?")
        terminal.enter("show")
        terminal.settle()
        assert b"\x1b[3" not in terminal.written.replace(b"\x1b[39", b"")
        terminal.enter("quit")
        assert terminal.finish() == 0


@pytest.mark.parametrize("how", ["plain", "dumb"])
def test_plain_lines_on_a_terminal_have_no_escapes(path: Path, how: str) -> None:
    more, env = (("--plain",), {}) if how == "plain" else ((), {"TERM": "dumb"})
    with started(path, *more, **env) as terminal:
        terminal.enter("44")
        terminal.until("Seat 2, Bo?")
        terminal.enter("quit")
        assert terminal.finish() == 0
        assert b"\x1b" not in terminal.written
