"""The score pad on a real terminal: what is asked for, completed, drawn, and kept."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scoutcli.terminal import Terminal

SIZES = [(80, 24), (40, 15), (200, 60)]
ROUNDS = ("12 8 30 ender Bo", "7 19 41 ender Bo")
"""12 8 30, then 7 38 41."""

SHADES = re.compile(rb"\x1b\[([0-9;]*)m")


@pytest.fixture
def path() -> Iterator[Path]:
    """A file whose name does not take half of a small screen."""
    with tempfile.TemporaryDirectory(prefix="pad") as folder:
        yield Path(folder, "pad.yaml")


def started(path: Path, *more: str, columns: int = 80, lines: int = 24, **env: str) -> Terminal:
    """The pad of a new match of SKYJO."""
    terminal = Terminal(
        "sheet", "skyjo", "--players", "Ann,Bo,Cy", "--save", str(path), *more,
        columns=columns, lines=lines, **env,
    )  # fmt: skip
    terminal.until("Points of round 1 (Ann, Bo, Cy)?")
    return terminal


def left(terminal: Terminal) -> None:
    terminal.enter("quit")
    assert terminal.finish() == 0


@pytest.mark.parametrize(("columns", "lines"), SIZES)
@pytest.mark.parametrize("locale", ["C.UTF-8", "C"])
def test_totals_and_curves_stand_above_the_question(
    columns: int, lines: int, locale: str, path: Path
) -> None:
    with started(path, columns=columns, lines=lines, LC_ALL=locale) as terminal:
        for number, line in enumerate(ROUNDS, 2):
            terminal.enter(line)
            terminal.until(f"Points of round {number}?")
        terminal.settle()
        assert any(row.split()[:4] == ["total", "19", "46", "71"] for row in terminal.lines)
        assert any(row.split()[:4] == ["2", "7", "38*", "41"] for row in terminal.lines)
        # One scale from 0 to the highest total; at its right end the marks of all three.
        first = next(at for at, row in enumerate(terminal.lines) if " 71  " in row)
        end = len(terminal.lines[first]) - 1
        marks = [row[end] for row in terminal.lines[first:] if row[end : end + 1] in (*"ABC#",)]
        assert marks[:3] == ["C", "B", "A"]  # the legend may have letters there, too
        if locale == "C":
            assert terminal.text.isascii()
        left(terminal)
        # It is gone from above the question, and stands once at the end.
        assert sum(row.startswith("total ") for row in terminal.lines) == 1
    assert path.read_text(encoding="utf-8").endswith("- ender: 2\n  score: [7, 38, 41]\n")


def test_everything_that_is_missing_is_asked_for(path: Path) -> None:
    with Terminal("sheet", "--save", str(path)) as terminal:
        terminal.until("Which game?")
        terminal.enter("scout")
        terminal.until("Who plays")
        terminal.enter("Ann,Bo,Cy")
        terminal.until("Rules (Enter: the usual")
        terminal.enter("rounds=2")
        terminal.until("Points of round 1 (Ann, Bo, Cy)?")
        terminal.enter("4+5-1 6+0-8 3+2-10")
        terminal.until("Whose Show was not beaten")
        terminal.enter("Bo")
        terminal.until("Points of round 2?")
        terminal.enter("1 2 3")
        terminal.until("The match is over. Ann wins.")
        terminal.enter()
        assert terminal.finish() == 0
    text = path.read_text(encoding="utf-8")
    assert "    2: 6+0-0\n" in text and text.endswith("total: [9, 8, -2]\nwinners: [1]\n")


def test_names_are_completed(path: Path) -> None:
    with started(path) as terminal:
        terminal.type("Cy 3, A")
        terminal.until("Cy 3, Ann")
        terminal.press("tab")
        terminal.type(" 4")
        terminal.enter()
        terminal.until("Round 1, still open: Bo?")
        terminal.enter("5")
        terminal.until("Who ended the round")
        terminal.type("b")
        terminal.until("Bo  ended the round")
        terminal.press("tab")
        terminal.enter()
        terminal.until("Bo ended the round and is not alone the lowest: 5 counts twice")
        left(terminal)
    assert path.read_text(encoding="utf-8").endswith("- ender: 2\n  score: [4, 10, 3]\n")


def test_what_is_typed_in_part_stands_on_the_pad(path: Path) -> None:
    with started(path) as terminal:
        terminal.enter("Bo 17")
        terminal.until("Round 1, still open: Ann, Cy?")
        assert any(row.split() == ["1", "17"] for row in terminal.lines)
        terminal.enter("undo")
        terminal.until("Points of round 1 (Ann, Bo, Cy)?")
        left(terminal)


def test_ctrl_c_takes_the_line_back_and_ctrl_d_asks_first(path: Path) -> None:
    with started(path) as terminal:
        terminal.type("99 9")
        terminal.until("99 9")
        terminal.press("c-c")
        terminal.settle()
        terminal.enter(ROUNDS[0])
        terminal.until("Points of round 2?")
        terminal.press("c-d")
        terminal.until("Leave the pad?")
        terminal.enter()
        terminal.until("Points of round 2?")
        terminal.press("c-d")
        terminal.until("Leave the pad?")
        terminal.enter("y")
        assert terminal.finish() == 0
    assert path.read_text(encoding="utf-8").endswith("- ender: 2\n  score: [12, 8, 30]\n")


def test_a_pad_goes_on_after_kill_9(path: Path) -> None:
    with started(path) as terminal:
        terminal.enter(ROUNDS[0])
        terminal.until("Points of round 2?")
        terminal.kill()
    with Terminal("sheet", "--resume") as terminal:
        terminal.until("Points of round 2?")
        assert any(row.split()[:4] == ["total", "12", "8", "30"] for row in terminal.lines)
        terminal.enter("fix 1 Cy 31")
        terminal.until("Round 1: Ann 12, Bo 8, Cy 31")
        left(terminal)
    assert path.read_text(encoding="utf-8").endswith("- ender: 2\n  score: [12, 8, 31]\n")


def test_another_size_is_drawn_anew(path: Path) -> None:
    with started(path) as terminal:
        for number, line in enumerate(ROUNDS, 2):
            terminal.enter(line)
            terminal.until(f"Points of round {number}?")
        terminal.resize(40, 15)
        terminal.until(lambda: any(row.split()[:1] == ["total"] for row in terminal.lines))
        terminal.settle()
        assert all(len(row) <= 40 for row in terminal.lines)
        left(terminal)


def test_without_colour_nothing_is_coloured(path: Path) -> None:
    with started(path, NO_COLOR="1") as terminal:
        terminal.enter(ROUNDS[0])
        terminal.until("Points of round 2?")
        left(terminal)
        codes = {code for found in SHADES.findall(terminal.written) for code in found.split(b";")}
        assert not [
            code for code in codes if len(code) == 2 and code[:1] in b"39" and code != b"39"
        ]


@pytest.mark.parametrize("how", ["plain", "dumb"])
def test_plain_lines_on_a_terminal_have_no_escapes(path: Path, how: str) -> None:
    more, env = (("--plain",), {}) if how == "plain" else ((), {"TERM": "dumb"})
    with started(path, *more, **env) as terminal:
        terminal.enter(ROUNDS[0])
        terminal.until("Cy: 30 points in round 1, 30 points in all.")
        terminal.until("Points of round 2 (Ann, Bo, Cy)?")
        left(terminal)
        assert b"\x1b" not in terminal.written
