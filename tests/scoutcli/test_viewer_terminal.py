"""The viewer on a real terminal: every key, sizes, colours, and play on from here."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from tests.record import errors_of
from tests.scoutcli.program import VALID, good
from tests.scoutcli.terminal import Terminal

COMMENTED = str(VALID / "hand-comments.yaml")


def test_every_key() -> None:
    with Terminal("replay", COMMENTED) as terminal:
        terminal.until("q quit")
        for key, wanted in (
            ("down", "[2.F*]"),
            ("down", "move 3 of 14"),
            ("up", "[2.F*]"),
            ("right", "[1.S7:222!*]"),
            ("v", "( instead:"),
            ("esc", "q quit"),
            ("x", "move 3 of 14"),
            ("X", "No capture before here"),
            ("c", "No comment or error after here"),
            ("C", "move 1 of 14"),
        ):
            terminal.press(key)
            terminal.until(wanted)
        terminal.press("t")
        terminal.until("No turning point after here")
        terminal.press("T")
        terminal.until("No turning point before here")
        terminal.type("/eights")
        terminal.until("/eights_")
        terminal.press("enter")
        terminal.until("[2.F*]")
        terminal.press("s")
        terminal.until("as seat 1 knew it")
        terminal.press("S")
        terminal.until("All that the file tells is shown.")
        terminal.press("s", "s")
        terminal.until("as seat 2 knew it")
        terminal.press("a")
        terminal.until("All that the file tells")
        terminal.press("m")
        terminal.until(">       2.F")
        terminal.press("q")
        terminal.until("q quit")
        terminal.press("i")
        terminal.until("event: Reference")
        terminal.press("esc")
        terminal.until("q quit")
        terminal.press("?")
        terminal.until("this help")
        terminal.press("enter")
        terminal.until("q quit")
        terminal.type("12")
        terminal.until("go to move 12_")
        terminal.press("backspace")
        terminal.until("go to move 1_")
        terminal.press("esc")
        terminal.until(lambda: "go to move" not in terminal.text)
        terminal.press("q")
        assert terminal.finish() == 0


def test_watching_goes_on_by_itself_and_stops() -> None:
    with Terminal("replay", COMMENTED) as terminal:
        terminal.until("q quit")
        terminal.press("+", "+", "+")
        terminal.until("0.1 s a move")
        terminal.press("space")
        terminal.until("watching, 0.1 s a move")
        terminal.until("round 2 of 2")
        terminal.press("-")
        terminal.until("watching, 0.25 s a move")
        terminal.press("space")
        terminal.until(lambda: "watching" not in terminal.text)
        there = terminal.lines[0]
        terminal.settle(0.6)
        assert terminal.lines[0] == there
        terminal.press("+", "space")
        terminal.until("This is the end of the match.")
        terminal.until("move 13 of 13")


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (200, 60)])
def test_sizes(size: tuple[int, int]) -> None:
    columns, lines = size
    with Terminal("replay", COMMENTED, columns=columns, lines=lines) as terminal:
        terminal.until("q quit")
        terminal.press("4", "enter")
        terminal.until("move 4 of 14")
        terminal.settle()
        assert "4. 1.S5:999  Seat 1" in terminal.text or columns == 40
        assert len(terminal.lines) == lines
        assert "round 1 of 2, move 4 of 14" in terminal.lines[0]
        # The set of move 4 lies on the table, and every seat's row is there.
        assert re.search(r"Set of 3|Set 93 97 96", terminal.text)
        assert "Seat 1" in terminal.text
        assert "► 2 Seat 2" in terminal.text


def is_drawn(terminal: Terminal, lines: int) -> bool:
    """Whether the screen is filled to its last line."""
    return len(terminal.lines) == lines and "quit" in terminal.lines[-1]


def test_another_size_while_it_runs() -> None:
    with Terminal("replay", COMMENTED) as terminal:
        terminal.until("q quit")
        for columns, lines in ((40, 15), (200, 60), (30, 8), (80, 24)):
            terminal.resize(columns, lines)
            terminal.until(partial(is_drawn, terminal, lines))
            terminal.press("right")
            terminal.settle()
            assert terminal.lines[0].startswith(" round 1")
        terminal.until("move 2 of 14")


def test_without_colours_and_without_unicode() -> None:
    with Terminal("replay", COMMENTED, NO_COLOR="1", LC_ALL="C", PYTHONUTF8="0",
                  PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii") as terminal:  # fmt: skip
        terminal.until("q quit")
        terminal.press("right", "right", "right")
        terminal.until("[1.S7:222!*]")
        assert terminal.text.isascii()
        colour = rb"\x1b\[[0-9;]*(?:3[0-7]|4[0-7]|9[0-7]|38|48)[0-9;]*m"
        assert not re.search(colour, terminal.written)
    with Terminal("replay", COMMENTED, "--theme", "none") as terminal:
        terminal.until("q quit")
        assert not re.search(colour, terminal.written)
    with Terminal("replay", COMMENTED, "--theme", "dark") as terminal:
        terminal.until("q quit")
        assert re.search(colour, terminal.written)


def test_a_key_is_not_taken_from_the_search_line() -> None:
    with Terminal("replay", COMMENTED) as terminal:
        terminal.until("q quit")
        terminal.type("/q? p")
        terminal.until("/q? p_")
        terminal.press("enter")
        terminal.until("q? p is nowhere in this match.")
        terminal.type("/x")
        terminal.press("esc")
        terminal.until("q quit")
        terminal.until(lambda: "/x_" not in terminal.text)


def test_play_on_from_here(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Terminal("replay", COMMENTED, XDG_DATA_HOME=str(data)) as terminal:
        terminal.until("q quit")
        terminal.press("9", "enter")
        terminal.until("move 9 of 14")
        terminal.press("p")
        terminal.until("who plays?")
        terminal.until("2 you")  # whose turn it is
        terminal.press("up", "left")
        terminal.until("> 1 random")
        terminal.press("1")
        terminal.until("> 1 you")
        terminal.press("2", "enter")
        terminal.until("move 10")
        terminal.settle()
        terminal.enter("S9:9T")
        terminal.until(lambda: "2.S9:9T" in match_in(data).read_text())
    path = match_in(data)
    assert errors_of(path.read_bytes()) == []
    text = path.read_text()
    assert "practice: yes\n" in text
    assert "  bot: random 0.1.0\n" in text
    moves = good()[good().index("    1.S7:222") : good().index(" 2.S9:9T")]
    assert f"    1.K 2.F\n{moves} 2.S9:9T" in text


def match_in(data: Path) -> Path:
    """The only match that was kept."""
    (path,) = (data / "scoutcli" / "matches").glob("*.yaml")
    return path


def test_where_nobody_can_play_on_it_is_said() -> None:
    with Terminal("replay", str(VALID / "hand-sheet.yaml")) as terminal:
        terminal.until("q quit")
        terminal.press("p")
        terminal.until("Nobody can play on from here: this round has no deal to go on from.")
        terminal.press("q")
        assert terminal.finish() == 0
