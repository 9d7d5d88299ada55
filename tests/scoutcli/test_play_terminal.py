"""The table on a terminal: the prompt, the menu of moves, hidden hands, and poor terminals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from scoutcli.table.completer import MoveCompleter
from scoutcli.table.prompt import Prompt
from scoutcli.table.session import Session
from scoutcli.table.words import Turn
from tests.record import fast_disk
from tests.scoutcli.tables import begin, faults
from tests.scoutcli.terminal import Terminal

UNFINISHED = [("notice", "unfinished")]
ALONE = ["play", "scout", "--name", "Ada", "--players", "3", "--seed", "tea"]
HAND = "upper   4  9  8  9  9  1  6  3  2  2  8  3"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.yaml"


# Through a real terminal


def test_a_person_plays_against_bots(path: Path) -> None:
    """The drawing, the menu, Ctrl-C, a refused move, a move, Ctrl-D, and the end."""
    with Terminal(*ALONE, "--save", str(path)) as terminal:
        terminal.until("Ada>")
        assert "place   1  2  3  4  5  6  7  8  9 10 11 12" in terminal.lines
        assert HAND in terminal.lines
        assert "lower   9  2  5  3  5  6  8  5  4  7  4  2" in terminal.lines
        assert "> 1 Ada              12   0      0 yes   -12     0" in terminal.lines
        terminal.enter("K")
        terminal.until("Active set, shown by greedy 2")
        terminal.until(lambda: terminal.lines[-1].startswith("Tab: moves"))
        terminal.type("l26@1")
        terminal.until("L26@10         takes 26, makes 2 2 2, a token for seat 3")
        terminal.type("\x03")  # Ctrl-C
        terminal.until(lambda: "L26@10" not in terminal.text)
        terminal.until(lambda: terminal.text.count("Ada>") == 2)

        terminal.enter("3-4")
        terminal.until("! a run of 2 from 8 does not beat the active set, a set of 2 with smallest")
        terminal.enter("l")
        terminal.until("This can mean 13 moves. Which one? Its number, or the move:")
        terminal.until(lambda: terminal.lines[-1].startswith("Tab: moves"))
        terminal.enter("7")
        terminal.until("Ada scouts 62 from the left into position 7. greedy 2 gets a Scout token.")

        terminal.until(lambda: terminal.lines[-1].startswith("Tab: moves"))
        terminal.type("\x04")  # Ctrl-D
        terminal.until("Leave the match? It can be gone on with later. (y/n)")
        terminal.enter("n")
        terminal.until(lambda: terminal.lines[-1].startswith("Tab: moves"))
        terminal.type("\x04")
        terminal.until(lambda: terminal.text.count("(y/n)") == 2)
        terminal.type("\x04")  # once more is a yes
        assert terminal.finish() == 0
        assert "To go on with it: scoutcli play --resume" in terminal.text
    assert b"\x1b[?1049h" not in terminal.written  # all of it can be scrolled back to
    assert "1.L62@7" in path.read_text()
    assert faults(path) == UNFINISHED


def test_several_people_never_see_the_hands_of_each_other(path: Path) -> None:
    names = ["--name", "Ada", "--name", "Bo", "--players", "3", "--seed", "tea"]
    with Terminal("play", "scout", *names, "--save", str(path)) as terminal:
        terminal.until("Ada, press Enter when nobody else looks.")
        assert "Seed: tea" in terminal.lines
        terminal.enter()
        terminal.until("Ada>")
        assert HAND in terminal.lines
        terminal.enter("K")
        terminal.until("Bo, press Enter when nobody else looks.")
        ada_hidden_from = len(terminal.seen)
        assert "Ada has chosen to keep or to flip." in terminal.lines
        terminal.enter()
        terminal.until("Hand of Bo")
        terminal.until("Bo>")
        bo_shown_to = len(terminal.seen)
        bo_hand = next(line for line in terminal.lines if line.startswith("upper"))
        terminal.type("\x1b[A")  # nothing of what Ada typed can be looked up
        terminal.settle()
        assert not any(line.endswith("> K") for line in terminal.lines)
        terminal.enter("K")
        terminal.until("move 1, Bo to play")  # it is still Bo who looks
        terminal.until(lambda: terminal.lines[-1].startswith("Tab: moves"))
        terminal.enter("33")
        terminal.until("Ada, press Enter when nobody else looks.")
        assert "Bo shows 3 3 (34 38) from position 3." in terminal.lines
        terminal.enter()
        terminal.until("Hand of Ada")
        terminal.until(lambda: terminal.lines[-1].startswith("Tab: moves"))
        terminal.enter("quit")
        terminal.until("(y/n)")
        terminal.enter("y")
        assert terminal.finish() == 0
    for lines in terminal.seen[ada_hidden_from - 1 : bo_shown_to]:
        assert HAND not in lines
        assert "Hand of Ada" not in lines
    for lines in terminal.seen:
        assert not (HAND in lines and bo_hand in lines)
        assert not ("press Enter" in "\n".join(lines) and "Hand of" in "\n".join(lines))
    # What scrolls away on the other screen is lost, and it is left at the end.
    assert terminal.written.count(b"\x1b[?1049h") == 1
    assert terminal.written.rindex(b"\x1b[?1049l") > terminal.written.rindex(b"Hand of")


def test_without_colours_everything_can_still_be_told_apart(path: Path) -> None:
    with Terminal(*ALONE, "--save", str(path), NO_COLOR="1") as terminal:
        terminal.until("Ada>")
        terminal.enter("K")
        terminal.until("Active set, shown by greedy 2")
        terminal.until(lambda: terminal.lines[-1].startswith("Tab: moves"))
        terminal.type("99")
        terminal.until("captures 2, breaks 8 9, leaves 10 cards")
        assert any(line.startswith("> 1 Ada ") for line in terminal.lines)  # whose turn it is
        terminal.enter()
        terminal.until("Ada shows 9 9")
        terminal.until(lambda: terminal.lines[-1].startswith("Tab: moves"))
        terminal.type("\x04")
        terminal.until("(y/n)")
        terminal.enter("yes")
        assert terminal.finish() == 0
    codes = {
        int(code or 0)
        for found in re.findall(rb"\x1b\[([0-9;]*)m", terminal.written)
        for code in found.split(b";")
    }
    assert codes <= {0, 1, 4, 7}  # bold, underlined and reversed at most


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


# The prompt alone


@pytest.fixture
def session(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    fast_disk(monkeypatch)
    session = begin(path, "skyjo", 2, people=["Ada"], seed="7")
    session.begin_round()
    yield session
    session.close()


def turn_of(session: Session) -> Turn:
    return Turn(session.notation, session.view(0), session.legal(), session.fault)


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """What is typed at a terminal on which nothing is shown."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def test_a_line_is_what_was_typed(session: Session, keys: PipeInput) -> None:
    keys.send_text("a1 b1\r")
    assert Prompt().ask_move(session, 0, turn_of(session)) == "a1 b1"


def test_ctrl_c_takes_the_line_back_and_ctrl_d_ends(session: Session, keys: PipeInput) -> None:
    prompt = Prompt()
    keys.send_text("a1\x03")
    assert prompt.ask_move(session, 0, turn_of(session)) == ""
    keys.send_text("\x04")
    with pytest.raises(EOFError):
        prompt.ask_move(session, 0, turn_of(session))


def test_each_person_has_a_history_of_the_own(session: Session, keys: PipeInput) -> None:
    prompt = Prompt()
    keys.send_text("a1 b1\r")
    prompt.ask_move(session, 0, turn_of(session))
    keys.send_text("\x1b[A\r")
    assert prompt.ask_move(session, 1, turn_of(session)) == ""
    keys.send_text("\x1b[A\r")
    assert prompt.ask_move(session, 0, turn_of(session)) == "a1 b1"


def completed(session: Session, text: str) -> dict[str, str]:
    """What is offered for a text, as it would stand then, and what is said of it."""
    found = MoveCompleter(turn_of(session)).get_completions(Document(text), CompleteEvent())
    return {
        text[: len(text) + each.start_position] + each.text: each.display_meta_text
        for each in found
    }


def test_moves_are_completed_with_what_they_do(session: Session) -> None:
    assert len(completed(session, "")) == 66 + 7  # any two of twelve, and the commands
    assert completed(session, "oD2")["Od2a3"] == "opens d2 and a3"
    assert completed(session, "  d3 a1") == {"  Oa1d3": "opens a1 and d3"}
    assert completed(session, "nothing") == {}


def test_files_are_completed_behind_the_commands_that_take_one(
    session: Session, path: Path
) -> None:
    assert list(completed(session, f"resume {path.parent}/ma")) == [f"resume {path}"]
    assert list(completed(session, f"save {path.parent}/ma")) == [f"save {path}"]
    assert completed(session, f"quit {path.parent}/ma") == {}
