"""The table on a terminal: whole games, every key, sizes, hidden hands, and poor terminals."""

from __future__ import annotations

import os
import re
import signal
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoutcli.render.text import columns
from tests.scoutcli.playing import bad
from tests.scoutcli.tables import faults, last_part
from tests.scoutcli.terminal import Terminal

UNFINISHED = [("notice", "unfinished")]
ALONE = ["play", "scout", "--name", "Ada", "--players", "3", "--seed", "tea", "--speed", "off"]
UPPER = "4 9 8 9 9 1 6 3 2 2 8 3"
"""The upper numbers that Ada is dealt."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.yaml"


def alone(path: Path, **more: str) -> Terminal:
    """Ada at a table of SCOUT with two bots."""
    return Terminal(*ALONE, "--save", str(path), HOME=str(path.parent), **more)


def numbers(line: str) -> str:
    """What a line of cards says, whatever is drawn around it."""
    return " ".join(re.findall(r"\b\d+\b", line))


def shows(terminal: Terminal, cards: str) -> bool:
    """Whether a row of cards is on the screen."""
    return any(cards in numbers(line) for line in terminal.lines)


def leave(terminal: Terminal) -> None:
    """Once somebody is asked: Ctrl-D, and yes."""
    terminal.until(lambda: terminal.line.endswith(">"))
    terminal.press("c-d")
    terminal.until_asked(">")
    assert "Leave the match?" in terminal.text
    terminal.enter("y")
    assert terminal.finish() == 0


# Whole games

ASKED = "Ada>"
OVER = "Again, review, or quit?"
SHAPES = [
    pytest.param({"columns": 80, "lines": 24}, id="80x24"),
    pytest.param({"columns": 40, "lines": 15, "NO_COLOR": "1"}, id="40x15-no-colour"),
    pytest.param(
        {"columns": 200, "lines": 60, "PYTHONIOENCODING": "ascii:replace"}, id="200x60-ascii"
    ),
]
MATCHES = {
    "scout": ["play", "scout", "--players", "2", "--name", "Ada", "--seed", "tea"],
    "skyjo": ["play", "skyjo", "--players", "2", "--name", "Ada", "--seed", "7"],
}

LIMITS = {"scout": "rounds=2", "skyjo": "rounds=1"}


def next_turn(terminal: Terminal) -> bool:
    """Wait until Ada is asked; whether the match goes on."""
    terminal.until(
        lambda: (
            len(terminal.written) > terminal.typed_at
            and (terminal.line == ASKED or (OVER in terminal.text and terminal.line == ">"))
        )
    )
    return terminal.line == ASKED


def by_keys(terminal: Terminal) -> None:
    """Keep the hand, then the next legal Show or else a Scout; open two cards, draw, place."""
    status = terminal.lines[-1]
    if "keeps or flips" in status:
        terminal.press("k")
    elif "opens two cards" in status:
        terminal.press("space", "right", "space")
    elif "Draw pile" in terminal.text or "draw pile" in terminal.text:
        terminal.press("space" if "has drawn" in status else "d")
    else:
        terminal.press("down")
        terminal.until(lambda: terminal.line.startswith("Ada> (") or "No Show" in terminal.text)
        if "No Show" in terminal.text:
            terminal.press("<")
    terminal.until(lambda: terminal.line.startswith("Ada> ("))
    terminal.press("enter")


def by_typing(terminal: Terminal) -> None:
    """Type, in small letters, what stands first in the menu."""
    terminal.press("tab")
    terminal.until("to choose from")
    terminal.press("tab")
    terminal.until(lambda: terminal.line.startswith("Ada> "))
    terminal.settle(0.02)
    move = terminal.line.removeprefix(ASKED).strip()
    terminal.press("c-c")
    terminal.until_asked(ASKED)
    terminal.enter(move.lower())


@pytest.mark.parametrize(
    ("game", "turn", "shape"),
    [
        pytest.param(game, turn, *shape.values, id=f"{game}-{shape.id}")
        for game, turn, shapes in (("scout", by_keys, SHAPES), ("skyjo", by_typing, SHAPES[:2]))
        for shape in shapes
    ],
)
def test_a_whole_match(
    path: Path, game: str, turn: Callable[[Terminal], None], shape: dict[str, Any]
) -> None:
    """From the first deal to the last point, and what stands there afterwards."""
    options = ["--rules", LIMITS[game], "--speed", "off", "--save", str(path)]
    with Terminal(*MATCHES[game], *options, HOME=str(path.parent), **shape) as terminal:
        moves = 0
        while next_turn(terminal):
            turn(terminal)
            moves += 1
        assert moves > 10
        terminal.enter()
        assert terminal.finish() == 0
        assert "The match is over" in terminal.text
        assert "wins." in terminal.text or "share the win" in terminal.text
        assert f"To check it: scoutcli validate {path}" in terminal.text.replace("\n", "")
    assert faults(path) == []
    assert last_part(path).match is not None
    if "NO_COLOR" in shape:
        assert codes(terminal) <= {0, 1, 4, 7}  # bold, underlined and reversed at most
    if "PYTHONIOENCODING" in shape:
        assert terminal.written.isascii()
    for lines in terminal.seen:
        assert max(map(columns, lines)) <= shape["columns"]


def test_the_end_is_asked_for_in_words(path: Path) -> None:
    """Points and winner are in view; garbage is answered, r opens what happened on a sheet."""
    options = ["--rules", "rounds=1", "--speed", "off", "--save", str(path)]
    with Terminal(*MATCHES["skyjo"], *options, HOME=str(path.parent)) as terminal:
        while next_turn(terminal):
            by_typing(terminal)
        assert re.search(r"^..Ada +-?\d+ points?$", terminal.text, re.MULTILINE)
        assert "wins." in terminal.text or "share the win" in terminal.text
        terminal.enter("zzz")
        terminal.until("'zzz' is no answer: type a, r or q.")
        terminal.until_asked(">")
        assert terminal.has(OVER)
        terminal.enter("r")
        terminal.until("Esc closes")
        terminal.until("Ada opens")
        terminal.until_asked(">")
        terminal.press("pgdn", "esc")
        terminal.until(lambda: "Esc closes" not in terminal.text)
        terminal.enter("q")
        assert terminal.finish() == 0


@pytest.mark.parametrize(("game", "turn"), [("scout", by_typing), ("skyjo", by_keys)])
def test_a_whole_match_the_other_way(
    path: Path, game: str, turn: Callable[[Terminal], None]
) -> None:
    options = ["--rules", LIMITS[game], "--speed", "off", "--save", str(path)]
    with Terminal(*MATCHES[game], *options, HOME=str(path.parent)) as terminal:
        while next_turn(terminal):
            turn(terminal)
        terminal.enter()
        assert terminal.finish() == 0
    assert faults(path) == []


def codes(terminal: Terminal) -> set[int]:
    """What was asked of the terminal: 1 is bold, 4 underlined, 7 reversed; the rest are colours."""
    return {
        int(code or 0)
        for found in re.findall(rb"\x1b\[([0-9;]*)m", terminal.written)
        for code in found.split(b";")
    }


# Asking, refusing, leaving


def test_a_person_plays_against_bots(path: Path) -> None:
    """The drawing, the menu, Ctrl-C, a refused move, a choice, a move, Ctrl-D, and the end."""
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        assert shows(terminal, "1 2 3 4 5 6 7 8 9 10 11 12")
        assert shows(terminal, UPPER)
        assert shows(terminal, "9 2 5 3 5 6 8 5 4 7 4 2")
        terminal.enter("K")
        terminal.until("greedy 2 shows 6 6")
        terminal.until_asked("Ada>")
        terminal.type("l26@1")
        terminal.until("L26@10         takes 26, makes 2 2 2, a token for seat 3")
        terminal.press("c-c")
        terminal.until_asked("Ada>")
        assert "L26@10" not in terminal.text

        terminal.enter("3-4")
        terminal.until("! a run of 2 from 8 does not beat the active set, a set of 2 with smallest")
        terminal.until_asked("Ada> 3-4")  # the line is there again, to be mended
        terminal.press("backspace", "backspace", "backspace")
        terminal.until_asked("Ada>")
        assert "does not beat" not in terminal.text
        terminal.enter("l")
        terminal.until("This can mean 13 moves. Which one? Its number, or the move:")
        terminal.until_asked("Ada>")
        terminal.enter("7")
        terminal.until("Ada scouts 62 from the left into position 7. greedy 2 gets a Scout token.")
        terminal.until_asked("Ada>")
        assert "This can mean" not in terminal.text

        terminal.press("c-d")
        terminal.until("Leave the match? It can be gone on with later. (y/n)")
        terminal.until_asked(">")
        terminal.enter("n")
        terminal.until_asked("Ada>")
        terminal.press("c-d")
        terminal.until_asked(">")
        terminal.press("c-d")  # once more is a yes
        assert terminal.finish() == 0
        assert "To go on with it: scoutcli play --resume" in terminal.text
        assert not shows(terminal, UPPER)  # only the last words are left
    assert terminal.written.count(b"\x1b[?1049h") == 1
    assert terminal.written.rindex(b"\x1b[?1049l") < terminal.written.rindex(b"To go on with it")
    assert "1.L62@7" in path.read_text()
    assert faults(path) == UNFINISHED


def test_a_wrong_word_is_mended_where_it_is_wrong(path: Path) -> None:
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("K")
        terminal.until_asked("Ada>")
        terminal.enter("s4:9x")
        terminal.until("did you mean S4:99?")
        terminal.until(lambda: terminal.line == "Ada> s4:9x")
        assert terminal.screen.cursor.x == len("Ada> s4:9")  # the cursor is before the x
        terminal.press("c-e", "backspace", "9", "enter")
        terminal.until("Ada shows 9 9")
        leave(terminal)


def test_what_happened_since_the_last_move_is_marked(path: Path) -> None:
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("K")
        terminal.until("• greedy 2 shows 6 6")
        terminal.until_asked("Ada>")
        terminal.enter("99")
        terminal.until("• Ada shows 9 9")
        terminal.until_asked("Ada>")
        assert any(line.startswith("• Ada shows 9 9") for line in terminal.lines)
        assert not any(line.startswith("• greedy 2 shows 6 6") for line in terminal.lines)
        terminal.enter("hand")  # no move: what was new stays new
        terminal.until_asked("Ada>")
        assert any(line.startswith("• Ada shows 9 9") for line in terminal.lines)
        leave(terminal)


# Keys


def test_tab_lists_and_enter_accepts_without_playing(path: Path) -> None:
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("K")
        terminal.until_asked("Ada>")
        terminal.press("tab")
        terminal.until("Tab next")
        assert any(re.match(r" Show +S4:99 +captures 2", line) for line in terminal.lines)
        terminal.press("tab")
        terminal.until_asked("Ada> S4:99")
        assert any(">S4:99" in line for line in terminal.lines)  # told by more than its colour
        terminal.press("pgdn")  # the next kind of move
        terminal.until(lambda: re.search(r" Scout & Show +>\S+\+S", terminal.text) is not None)
        terminal.press("pgup")
        terminal.until_asked("Ada> S4:99")
        terminal.press("s-tab")
        terminal.until_asked("Ada>")
        terminal.press("tab", "enter")
        terminal.until(lambda: "Esc closes" not in terminal.text)
        assert terminal.line == "Ada> S4:99"
        assert "Ada shows" not in terminal.text
        terminal.press("enter")
        terminal.until("Ada shows 9 9")
        terminal.until_asked("Ada>")
        terminal.press("tab")
        terminal.until("to choose from")
        terminal.press("esc")
        terminal.until(lambda: "to choose from" not in terminal.text)
        leave(terminal)


def test_a_move_is_put_together_by_keys(path: Path) -> None:
    """Chosen cards are marked in the drawing, the move stands in the line, Esc takes back."""
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.press("k")
        terminal.until_asked("Ada> (K)")
        terminal.press("enter")
        terminal.until("greedy 2 shows 6 6")
        terminal.until_asked("Ada>")
        terminal.press("home", "right", "right", "right", "space")
        terminal.until(lambda: terminal.line == "Ada> (S4:99)")
        assert any(re.search(r"\[ 9 . 9 \]", line) for line in terminal.lines)
        terminal.press("esc")
        terminal.until(lambda: terminal.line == "Ada> (S4:9)")
        terminal.press("<")
        terminal.until(lambda: re.match(r"Ada> \(L(62|26)@", terminal.line) is not None)
        terminal.press("home")
        terminal.until(lambda: re.match(r"Ada> \(L(62|26)@1\)", terminal.line) is not None)
        terminal.press("f", "enter")
        terminal.until(lambda: "Ada scouts" in terminal.text)
        leave(terminal)
    assert re.search(r"1\.L(62|26)@1\b", path.read_text())


def test_a_word_that_begins_with_a_key_can_be_typed(path: Path) -> None:
    """``flip`` begins with the key f: it is taken back when the word goes on."""
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.press("f")
        terminal.until_asked("Ada> (F)")
        terminal.type("lip")
        terminal.until(lambda: terminal.line == "Ada> flip")
        terminal.press("c-c")
        terminal.until_asked("Ada>")
        terminal.enter("keep")
        terminal.until("Ada keeps the hand.")
        leave(terminal)


def test_history_and_search_go_across_games(path: Path) -> None:
    """What was typed in one game is found in the next one, by arrows and by Ctrl-R."""
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("legal")
        terminal.until("Esc closes")
        terminal.until_asked("Ada>")
        terminal.enter("keep")
        terminal.until("Ada keeps the hand.")
        leave(terminal)
    kept = path.parent / ".local" / "share" / "scoutcli" / "typed-lines"
    assert kept.read_text() == "legal\nkeep\n"
    assert kept.stat().st_mode & 0o777 == 0o600
    path.unlink()
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.press("c-p")
        terminal.until(lambda: terminal.line == "Ada> keep")
        terminal.press("up")
        terminal.until(lambda: terminal.line == "Ada> legal")
        terminal.press("down")
        terminal.until(lambda: terminal.line == "Ada> keep")
        terminal.press("c-c")
        terminal.until_asked("Ada>")
        terminal.press("c-r", "l", "e")
        terminal.until("I-search backward: le")
        terminal.press("enter")
        terminal.until(lambda: terminal.line == "Ada> legal")
        terminal.press("c-c")
        terminal.until_asked("Ada>")
        leave(terminal)


def test_vi_keys(path: Path) -> None:
    folder = path.parent / ".config" / "scoutcli"
    folder.mkdir(parents=True)
    (folder / "config.yaml").write_text("editing: vi\n")
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.type("xkeep")
        terminal.until(lambda: terminal.line == "Ada> xkeep")
        terminal.press("esc")
        terminal.settle()
        terminal.type("0x")  # the first character goes
        terminal.until(lambda: terminal.line == "Ada> keep")
        terminal.press("enter")
        terminal.until("Ada keeps the hand.")
        leave(terminal)


def test_help_scrolling_and_drawing_anew(path: Path) -> None:
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.press("f1")
        terminal.until("leaves the match, after a question")
        terminal.press("f1")
        terminal.until(lambda: "leaves the match" not in terminal.text)
        terminal.type("?")
        terminal.until("some of those that are legal now")
        before = terminal.text
        terminal.press("pgdn")
        terminal.until(lambda: terminal.text != before)
        terminal.press("esc")
        terminal.until(lambda: shows(terminal, UPPER))
        terminal.settle()
        before = terminal.text
        terminal.screen.reset()
        terminal.press("c-l")
        terminal.until(lambda: terminal.text == before)
        for _ in range(3):
            terminal.press("pgup")
        terminal.until("SCOUT for 3 players")
        leave(terminal)


def test_many_pasted_lines_make_no_move_unseen(path: Path) -> None:
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.type("\x1b[200~keep\r99\n33\x1b[201~")
        terminal.until("Only the first of 3 lines was taken.")
        assert terminal.line == "Ada> keep"
        assert "Ada keeps the hand" not in terminal.text
        terminal.press("enter")
        terminal.until("Ada keeps the hand.")
        leave(terminal)
    assert "S4:99" not in path.read_text()


def test_back_to_the_shell_and_here_again(path: Path) -> None:
    options = [*ALONE, "--save", str(path)]
    with Terminal(*options, in_shell=True, HOME=str(path.parent), PS1="sh: ") as terminal:
        terminal.until_asked("Ada>")
        terminal.settle()
        before = terminal.text
        terminal.press("c-z")
        terminal.until_asked("sh:")
        assert terminal.written.rindex(b"\x1b[?1049l") > terminal.written.rindex(b"Ada>")
        terminal.enter("fg")
        terminal.until(lambda: terminal.text == before)
        terminal.press("c-d")
        terminal.until_asked(">")
        terminal.enter("y")
        terminal.until_asked("sh:")
        terminal.enter("exit $?")
        assert terminal.finish() == 0


# While a bot thinks


THINKER = ["play", "scout", "--name", "Ada", "--players", "2", "--seed", "tea", "--speed", "off"]


def thinker(path: Path) -> Terminal:
    """Ada against a program that keeps its hand and then thinks for a minute."""
    options = ["--bot", bad("hang-think"), "--save", str(path)]
    return Terminal(*THINKER, *options, HOME=str(path.parent))


def test_the_screen_lives_while_a_bot_thinks(path: Path) -> None:
    """Who thinks and for how long, another size, help; and Ctrl-C twice leaves at once."""
    with thinker(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("K")
        terminal.until_asked("Ada>")
        terminal.press("down", "enter")
        terminal.until("hang-think thinks … 1 s")
        terminal.resize(60, 20)
        terminal.until(
            lambda: terminal.lines[-1].rstrip().endswith("F1 keys") and len(terminal.lines) == 20
        )
        assert "hang-think thinks …" in terminal.lines[-1]
        terminal.press("f1")
        terminal.until("Esc closes")
        terminal.press("esc")
        terminal.until(lambda: "Esc closes" not in terminal.text)
        terminal.type("K\r99\r")  # nobody is asked: nothing of it counts
        terminal.press("c-c")
        terminal.until("Ctrl-C once more leaves the match")
        pressed = time.monotonic()
        terminal.press("c-c")
        assert terminal.finish() == 130
        assert time.monotonic() - pressed < 10
        assert terminal.has("To go on with it: scoutcli play --resume")
    assert faults(path) == UNFINISHED
    assert gone(terminal.child)


def test_the_end_of_the_program_leaves_the_terminal_as_it_was(path: Path) -> None:
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        os.kill(terminal.child, signal.SIGTERM)
        assert terminal.finish() == 128 + signal.SIGTERM
        assert terminal.written.rindex(b"\x1b[?1049l") > terminal.written.rindex(b"Ada>")
    assert faults(path) == UNFINISHED


def gone(parent: int) -> bool:
    """Whether a process has left no other one behind, which it had started."""
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == str(parent):
            return False
    return True


# Sizes


def test_every_size_is_drawn_cleanly_while_asked(path: Path) -> None:
    """The line that is being typed stays, nothing of the old size is left, no line is too long."""
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("K")
        terminal.until_asked("Ada>")
        terminal.type("S4:9")
        terminal.press("esc")
        terminal.until(lambda: terminal.line == "Ada> S4:9")
        for columns_, lines in ((40, 15), (200, 60), (30, 8), (80, 24)):
            terminal.resize(columns_, lines)
            terminal.until(lambda: terminal.line == "Ada> S4:9")
            terminal.settle()
            assert len(terminal.lines) <= lines
            assert max(map(columns, terminal.lines)) <= columns_
            assert sum("Ada>" in line for line in terminal.lines) == 1
            if columns_ >= 40:
                assert shows(terminal, UPPER)
                assert "greedy 2" in terminal.text
        terminal.type("9\r")
        terminal.until("Ada shows 9 9")
        leave(terminal)


@pytest.mark.parametrize(("columns_", "lines"), [(30, 8), (39, 24), (80, 6)])
def test_a_terminal_that_is_too_small_is_told_in_words(
    path: Path, columns_: int, lines: int
) -> None:
    with alone(path, columns=columns_, lines=lines) as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("keep")
        terminal.until_asked("Ada>")
        terminal.enter("99")
        terminal.until_asked("Ada>")
        leave(terminal)
    assert "1.S4:99" in path.read_text()


# Several people


def test_several_people_never_see_the_hands_of_each_other(path: Path) -> None:
    names = ["--name", "Ada", "--name", "Bo", "--players", "3", "--seed", "tea"]
    options = ["--speed", "off", "--save", str(path)]
    with Terminal("play", "scout", *names, *options, HOME=str(path.parent)) as terminal:
        terminal.until("Ada, press Enter when nobody else looks.")
        terminal.until_asked(">")
        assert "Seed: tea" in terminal.text
        terminal.enter()
        terminal.until_asked("Ada>")
        assert shows(terminal, UPPER)
        terminal.enter("K")
        terminal.until("Bo, press Enter when nobody else looks.")
        ada_hidden_from = len(terminal.seen)
        assert "Ada has chosen to keep or to flip." in terminal.text
        terminal.press("pgup", "pgup", "up", "c-p")  # nothing of it can be looked up
        terminal.settle()
        assert terminal.line == ">"
        assert not shows(terminal, UPPER)
        terminal.press("c-c")
        terminal.until_asked(">")
        terminal.enter()
        terminal.until_asked("Bo>")
        bo_shown_to = len(terminal.seen)
        bo_hand = hand_of(terminal, "Bo")
        terminal.press("c-p")
        terminal.settle()
        assert terminal.line == "Bo>"
        terminal.press("c-r", "K")
        terminal.settle()
        assert "> K" not in terminal.text
        terminal.press("c-c")
        terminal.until_asked("Bo>")
        terminal.type("\x19")  # Ctrl-Y: nor what somebody else has cut
        terminal.settle()
        assert terminal.line == "Bo>"
        terminal.enter("K")
        sit_down(terminal, "Bo")  # a bot has chosen meanwhile
        assert "move 1" in terminal.text
        terminal.enter("33")
        terminal.until("Ada, press Enter when nobody else looks.")
        assert "Bo shows 3 3 (34 38) from position 3." in terminal.text
        terminal.until("of 3 greedy")  # the table as it is now, without a hand
        sit_down(terminal, "Ada")
        leave(terminal)
    assert_nothing_was_betrayed(terminal.seen, bo_hand, ada_hidden_from - 1, bo_shown_to)
    # What scrolls away on the other screen is lost, and it is left at the end.
    assert terminal.written.count(b"\x1b[?1049h") == 1
    assert terminal.written.rindex(b"\x1b[?1049l") > terminal.written.rindex(b"Hand of")
    assert not (path.parent / ".local" / "share" / "scoutcli" / "typed-lines").exists()


def sit_down(terminal: Terminal, name: str) -> None:
    """Somebody comes, and is asked for a move."""
    terminal.until(f"{name}, press Enter when nobody else looks.")
    terminal.until_asked(">")
    terminal.enter()
    terminal.until_asked(f"{name}>")


def assert_nothing_was_betrayed(
    seen: list[list[str]], bo_hand: str, hidden_from: int, shown_to: int
) -> None:
    """Ada's hand is not there from when she has chosen on, and the two are never both there."""
    for lines in seen[hidden_from:shown_to]:
        assert not any(UPPER in numbers(line) for line in lines)
        assert "Hand of Ada" not in " ".join(lines)
    for lines in seen:
        both = [numbers(line) for line in lines]
        assert not (any(UPPER in line for line in both) and any(bo_hand in line for line in both))
        assert not ("press Enter" in " ".join(lines) and "Hand of" in " ".join(lines))


def hand_of(terminal: Terminal, name: str) -> str:
    """The upper numbers of the hand that is shown, which stand below the positions."""
    assert f"Hand of {name}" in " ".join(terminal.text.split()) or name in terminal.text
    rows = [numbers(line) for line in terminal.lines]
    at = next(n for n, row in enumerate(rows) if row.startswith("1 2 3 4 5 6 7 8 9 10 11"))
    return next(row for row in rows[at + 1 :] if len(row.split()) >= 10)


# Colours and characters


def test_without_colours_everything_can_still_be_told_apart(path: Path) -> None:
    with alone(path, NO_COLOR="1") as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("K")
        terminal.until_asked("Ada>")
        assert any("► 1 Ada " in line for line in terminal.lines)  # whose turn it is
        terminal.type("99")
        terminal.until("captures 2, breaks 8 9, leaves 10 cards")
        terminal.press("enter")
        terminal.until("• Ada shows 9 9")
        leave(terminal)
    assert codes(terminal) <= {0, 1, 4, 7}  # bold, underlined and reversed at most


def test_a_terminal_without_colours_gets_none(path: Path) -> None:
    with alone(path, TERM="vt100") as terminal:
        terminal.until_asked("Ada>")
        leave(terminal)
    assert codes(terminal) <= {0, 1, 4, 7}


def test_with_colours_there_are_some(path: Path) -> None:
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        leave(terminal)
    assert codes(terminal) - {0, 1, 2, 4, 7}


# Power cuts


def test_after_a_power_cut_the_match_goes_on_where_it_was(path: Path) -> None:
    with alone(path) as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("K")
        terminal.until_asked("Ada>")
        terminal.enter("99")
        terminal.until("Ada shows 9 9")
        terminal.until_asked("Ada>")
        shown = terminal.lines[0:12]
        terminal.type("S1:")  # not played yet
        terminal.kill()
    with Terminal("play", "--resume", str(path), HOME=str(path.parent)) as terminal:
        terminal.until_asked("Ada>")
        assert terminal.lines[0:12] == shown
        terminal.until("Round 1 goes on")  # with the moves of the last lap
        terminal.until("Ada shows 9 9")
        leave(terminal)
    assert faults(path) == UNFINISHED


# How fast


def test_a_key_is_answered_at_once(path: Path) -> None:
    """With five players and a full hand; bounded generously, as the machine may be busy.

    What is asked for, a median under 50 ms, is measured by `benchmarks/table.py`.
    """
    options = ["--players", "5", "--seed", "f", "--speed", "off", "--save", str(path)]
    with Terminal("play", "scout", "--name", "Ada", *options, HOME=str(path.parent)) as terminal:
        terminal.until_asked("Ada>")
        terminal.enter("K")
        terminal.until_asked("Ada>")
        times = [answer_time(terminal, key) for key in ["right", "space"] * 15]
    sys.stdout.write(f"median {1000 * statistics.median(times):.1f} ms\n")
    assert statistics.median(times) < 0.5


def answer_time(terminal: Terminal, key: str) -> float:
    """Seconds from a key to the first thing that is written for it."""
    terminal.settle(0.02)
    start = time.perf_counter()
    terminal.press(key)
    terminal.until(lambda: len(terminal.written) > terminal.typed_at)
    return time.perf_counter() - start


# Terminals that can do no more than write lines


def test_a_dumb_terminal_is_played_line_by_line(path: Path) -> None:
    """Ctrl-C takes the line back, Ctrl-D asks; and without a game it is asked which."""
    options = ["--name", "Ada", "-p", "3", "-s", "tea", "-o", str(path)]
    with Terminal("play", *options, TERM="dumb") as terminal:
        terminal.until("Which game?")
        terminal.enter("scout")
        terminal.until("Seat 1, Ada?")
        terminal.type("F\x03")
        terminal.until(lambda: terminal.text.count("Seat 1, Ada?") == 2)
        terminal.enter("S1:4")
        terminal.until("[scout-opening]")
        terminal.enter("K")
        terminal.until("Ada keeps the hand.")
        terminal.settle()
        terminal.type("\x04")
        terminal.until("Leave the match?")
        terminal.enter("n")
        terminal.until(lambda: terminal.lines[-1].startswith("Seat 1, Ada?"))
        terminal.type("\x04")
        terminal.until(lambda: terminal.text.count("Leave the match?") == 2)
        terminal.enter("y")
        assert terminal.finish() == 0
    assert b"\x1b" not in terminal.written
    assert faults(path) == UNFINISHED


@pytest.mark.parametrize(
    ("key", "status", "said"), [("c-d", 1, "the input ended before a game was"), ("c-c", 130, "")]
)
def test_the_question_for_a_game_can_be_left(key: str, status: int, said: str) -> None:
    with Terminal("play") as terminal:
        terminal.until("Name or number:")
        terminal.press(key)
        assert terminal.finish() == status
        assert terminal.has(said)
        assert "Aborted" not in terminal.text


def test_plain_lines_can_be_asked_for(path: Path) -> None:
    """As somebody does who has the screen read out: one fact a line, nothing drawn."""
    with Terminal(*ALONE, "--plain", "--save", str(path), HOME=str(path.parent)) as terminal:
        terminal.until("Seat 1, Ada?")
        terminal.enter("K")
        terminal.until("Ada keeps the hand.")
        terminal.until("Hand of Ada: ")
        terminal.type("\x04")
        terminal.until("Leave the match?")
        terminal.enter("y")
        assert terminal.finish() == 0
    assert b"\x1b" not in terminal.written
    assert terminal.written.decode().isascii()


def test_a_dumb_terminal_pushes_the_hand_away(path: Path) -> None:
    names = ["--name", "Ada", "--name", "Bo", "-p", "2", "-s", "tea", "-o", str(path)]
    with Terminal("play", "scout", *names, TERM="dumb") as terminal:
        terminal.until("Ada, press Enter when nobody else looks.")
        terminal.enter()
        terminal.until("Hand of Ada: ")
        terminal.enter("K")
        terminal.until("Bo, press Enter when nobody else looks.")
        assert "Hand of" not in terminal.text
        assert "Ada has chosen to keep or to flip." in terminal.text
    assert b"\x1b" not in terminal.written


def test_interrupted_bots_leave_a_match_that_can_go_on(path: Path) -> None:
    bots = ["--players", "2", "--bots", "random,random", "--rules", "score_limit=900000"]
    with Terminal("play", "skyjo", *bots, "-o", str(path)) as terminal:
        terminal.until(lambda: path.exists() and path.read_bytes().count(b"- deal:") > 1)
        terminal.type("\x03")
        assert terminal.finish() == 130
        assert "To go on with it: scoutcli play --resume" in terminal.text
    assert faults(path) == UNFINISHED
