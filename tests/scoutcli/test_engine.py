"""`scoutcli engine`: its lines, its errors, its process; a third game."""

from __future__ import annotations

import io
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import games
from games.bots import Bot
from notation import codec
from scoutcli import __version__
from scoutcli.commands.engine import PAGE
from scoutcli.engine.dialogue import LONGEST_LINE, requests
from scoutcli.engine.verbs import VERBS
from tests import toy
from tests.conftest import ROOT
from tests.scoutcli.dialogues import HANDS, SCOUT, Dialogue, answers
from tests.scoutcli.program import VALID

PROGRAM = [sys.executable, "-m", "scoutcli", "engine"]


# Lines


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("name", "= scoutcli"),
        ("7 name", "=7 scoutcli"),
        ("007\tname", "=007 scoutcli"),
        ("  name  ", "= scoutcli"),
        ("name # what is it?", "= scoutcli"),
        ("3 name#", "?3 there is no command 'name#'; did you mean name? [unknown-command]"),
        ("na\x07me\r", "= scoutcli"),
        ("version", f"= {__version__}"),
        ("protocol_version", "= 2"),
        ("known_command play", "= true"),
        ("known_command plaz", "= false"),
        ("9 plaz 44", "?9 there is no command 'plaz'; did you mean play? [unknown-command]"),
        ("LEGAL", "? there is no command 'LEGAL'; did you mean legal? [unknown-command]"),
        ("12345678901 name", "? there is no command '12345678901'; there is new, deal…"),
        ("5", "?5 there is no command ''; there is new, deal…"),
        ("8 legal", "?8 there is no match: new, position or load begins with one [no-match]"),
        ("legal 3", "? too much after legal: nothing follows it [wrong-arguments]"),
        ("view", "? view needs more: view SEAT [wrong-arguments]"),
        ("undo 1 2", "? too much after undo: write undo [N] [wrong-arguments]"),
    ],
)
def test_an_answer_is_that_of_gtp(line: str, answer: str) -> None:
    (given,) = answers(line)
    if answer.endswith("…"):
        assert given.startswith(answer[:-1])
    else:
        assert given == answer


def test_what_is_no_command_gets_no_answer() -> None:
    assert answers("", "   ", "\t", "# new scout", "  # legal", "\x00\x07", "1 name") == [
        "=1 scoutcli"
    ]


def test_a_hash_in_a_move_begins_no_comment() -> None:
    grids = "17234(5)6897A(B)/12??????????"
    line = f"skyjo grids={grids} discard=07 stock=* drawn=- turn=1 ender=- turns=4 round=1"
    talk = Dialogue(f"position {line} totals=0,0  # column b has two 7")
    assert talk.good("play 1.T7@b2:5#b # is cleared") == "1.T7@b2:5#b"


def test_the_end_of_the_input_and_quit_end_it() -> None:
    assert answers("1 quit", "2 name") == ["=1"]
    assert answers() == []


def test_every_command_is_listed_and_explained() -> None:
    names = [verb.name for verb in VERBS]
    assert Dialogue().good("list_commands").splitlines() == names
    lines = Dialogue().good("help").splitlines()
    assert [re.split("[ :]", line)[0] for line in lines] == names
    assert Dialogue().good("help undo") == lines[names.index("undo")]
    assert Dialogue().code("help und") == "unknown-command"
    for verb in VERBS:
        assert f"`{verb.usage}` {verb.help}" in PAGE.description


def test_an_answer_of_several_lines_has_no_empty_one_inside(tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    # A text of the user's own with an empty line in it.
    path.write_text((VALID / "scout-2.yaml").read_text() + "x-text: |\n  one\n\n  two\n")
    talk = Dialogue(f"load {path}")
    assert "\n \n  two" in talk.good("record")
    assert "\n\n  two" in talk.record


# Hostile lines


def test_a_line_of_ten_megabytes_is_refused_and_the_next_is_answered() -> None:
    long = b"12 new scout " + b"x" * 10_000_000
    assert answers(long, "13 name") == [
        "?12 line too long: at most 65535 bytes [line-too-long]",
        "=13 scoutcli",
    ]


@pytest.mark.parametrize(("length", "sign"), [(LONGEST_LINE - 1, "="), (LONGEST_LINE, "?")])
def test_a_line_may_have_so_many_bytes(length: int, sign: str) -> None:
    line = "name " + "#" * (length - 5)
    assert [answer[0] for answer in answers(line, "name")] == [sign, "="]


def test_a_long_line_is_never_read_at_once() -> None:
    asked: list[int] = []

    class Stream(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            asked.append(-1 if size is None else size)
            return super().readline(size)

    assert [request.name for request in requests(Stream(b"y" * 1_000_000 + b"\nname\n"))][1] == (
        "name"
    )
    assert set(asked) == {LONGEST_LINE}


def test_binary_input_is_answered() -> None:
    data = random.Random(1).randbytes(20_000)
    given = answers(data, "1 name")
    assert given[-1] == "=1 scoutcli"
    assert all(answer[0] == "?" for answer in given[:-1])
    assert all(line.isprintable() for answer in given for line in answer.splitlines())


def test_an_error_shows_no_escape() -> None:
    assert answers("pl\x1b[31may", "p\u202elay") == [
        "? there is no command 'pl[31may'; did you mean play? [unknown-command]",
        "? there is no command 'p\\u202elay'; did you mean play? [unknown-command]",
    ]
    assert answers("load /no\u202efile") == [
        "? /no\\u202efile: No such file or directory [file-trouble]"
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("deal", "round-in-play"),
        ("deal 1: 83", "round-in-play"),
        ("play", "wrong-arguments"),
        ("play 99", "scout-not-in-hand"),
        ("play L12@1", "scout-no-active-set"),
        ("play 3.K", "not-your-turn"),
        ("play x.K", "scout-bad-move"),
        ("play S5:45 L43@1 S9:4", "scout-does-not-beat"),
        ("undo 99", "nothing-to-undo"),
        ("undo -1", "bad-number"),
        ("undo ٣", "bad-number"),
        ("undo 0", "bad-number"),
        ("undo 9999999999", "bad-number"),
        ("redo", "nothing-to-redo"),
        ("view 0", "no-such-seat"),
        ("view 4", "no-such-seat"),
        ("view one", "bad-number"),
        ("show 4", "no-such-seat"),
        ("best gredy", "unknown-bot"),
        ("best greedy:playouts=3", "no-search"),
        ("go expert:playouts=0", "bad-budget"),
        ("new chess", "unknown-game"),
        ("new scout players=6", "wrong-players"),
        ("new scout names=A,B,C,D,E,F", "wrong-players"),
        ("new scout players=x", "bad-number"),
        ("new scout player=3", "unknown-option"),
        ("new scout players=3 players=4", "wrong-arguments"),
        ("new scout flip", "wrong-arguments"),
        ("new scout flip=", "wrong-arguments"),
        ("new scout flip=never", "bad-option-value"),
        ("new scout preset=none", "unknown-preset"),
        ("new scout players=3 names=A,B", "bad-names"),
        ("new scout names=A,%07", "bad-names"),
        (f"new scout seed={'x' * 201}", "wrong-arguments"),
        ("position scout hands=", "scout-bad-position"),
        ("position chess x", "unknown-game"),
        ("load /nowhere/at/all", "file-trouble"),
        ("load /", "not-a-file"),
        ("save /nowhere/at/all", "file-trouble"),
        ("save! /", "file-trouble"),
    ],
)
def test_what_is_refused_changes_nothing(line: str, code: str) -> None:
    talk = Dialogue(SCOUT, HANDS, "play K K K")
    before = talk.good("position"), talk.good("record")
    assert talk.code(line) == code
    assert (talk.good("position"), talk.good("record")) == before


def test_a_fault_of_the_program_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: object, legal: object) -> None:
            raise ZeroDivisionError("\x1b[2J")

    bots = {**games.get("scout").bots, "broken": Bot(lambda _: Broken(), "divides by zero")}
    monkeypatch.setattr(type(games.get("scout")), "bots", bots)
    talk = Dialogue(SCOUT, HANDS)
    assert talk.code("go broken") == "internal-error"
    assert talk.ask("go broken").isprintable()
    assert talk.good("turn") == "1"


# A third game


@pytest.fixture
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of `tests.toy` is known in this process."""
    monkeypatch.setitem(games._GAMES, "toy", toy.GAME)
    monkeypatch.setitem(codec._NOTATIONS, "toy", toy.NOTATION)


@pytest.mark.usefixtures("_toy")
def test_a_third_game_is_played_by_its_words() -> None:
    talk = Dialogue("new toy players=2 starter=2 length=6 names=Ada,Bo")
    talk.good("deal 1: 132 2: 644 up: 5 pile: 56213")
    assert talk.good("legal") == "B1 B2 B3"
    assert talk.good("play 1.B2 2.B6") == "1.B2 2.B6"
    assert talk.good("play draw") == "2.D5"
    assert talk.good("view 1").split()[1] == "hands=13/???"
    assert talk.good("view 2").split()[1] == "hands=??/445"
    assert talk.good("play -4 T -1 T -5 K") == "2.D5-4 1.T4-1 2.T1-5 1.K"
    # Ada is left with 3 4 and twice her 2, Bo with 4 1 and twice his 6.
    assert talk.good("score") == "round 1\nend knocked\nscore 11 17\ntotal 11 17"
    talk.good("deal 1: 452 2: 133 up: 5 pile: 61624")
    talk.good("play 1.B5 2.B1 2.D6-6 1.T6-2 2.D1-1 1.D6-4 2.D2-2 1.D4-4")
    assert talk.good("over") == "yes"
    assert talk.good("score") == "round 2\nend limit\nscore 22 8\ntotal 33 25\nwinners 1"
    assert talk.code("deal") == "match-over"


@pytest.mark.usefixtures("_toy")
@pytest.mark.parametrize("players", [2, 3])
def test_everything_works_in_a_third_game(players: int) -> None:
    talk = Dialogue(f"new toy players={players} length=30", "deal")
    piles = 0
    while (turn := talk.good("turn")) != "-":
        views = [talk.good(f"view {seat}") for seat in range(1, players + 1)]
        assert len(set(views)) == players and all("?" in view for view in views)
        assert talk.good("best random") in talk.good("legal").split()
        # One bot throws anything; the other one never ends the round.
        bot = "high" if "D" in talk.good("legal").split() else "random"
        made = talk.good(f"go {bot}")
        after = talk.good("position")
        talk.good("undo")
        assert talk.good("turn") == turn
        assert talk.good(f"go {bot}") == made
        talk.good("undo")
        assert talk.good("redo") == made
        assert talk.good("position") == after
        piles += made.startswith("N")
    assert piles > 0
    assert talk.good("show").splitlines() == [talk.good("position")]


# The process


def environment(folder: Path) -> dict[str, str]:
    """What a program needs of the environment to find the project."""
    return {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT),
        "HOME": str(folder), "LC_ALL": "C.UTF-8",
    }  # fmt: skip


def test_strong_bots_say_what_is_missing(tmp_path: Path) -> None:
    code = "import sys; sys.modules['numba'] = None; from scoutcli.__main__ import main; "
    code += "sys.argv[1:] = ['engine']; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="new scout\ndeal\n1 best expert\n2 best greedy\n",
        cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    first, second = done.stdout.split("\n\n")[2:4]
    assert first.startswith("?1 ") and "pip install" in first and "[compiler-missing]" in first
    assert re.fullmatch("=2 [KF]", second)
    assert done.returncode == 0


def test_each_answer_comes_before_the_next_command(tmp_path: Path) -> None:
    with subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(tmp_path), text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for line, answer in (("1 name", "=1 scoutcli\n"), ("2 x", "?2 "), ("3 quit", "=3\n")):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(answer)
            assert process.stdout.readline() == "\n"
        assert process.wait(timeout=60) == 0


def test_nobody_reads_the_answers(tmp_path: Path) -> None:
    with subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(tmp_path), text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, err = process.communicate("name\n" * 3, timeout=60)
    assert (process.returncode, err) == (141, "")


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_the_match_in_the_manual_runs_in_any_shell(shell: str, tmp_path: Path) -> None:
    (script,) = (each.command for each in PAGE.examples if "mkfifo" in each.command)
    program = tmp_path / "scoutcli"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scoutcli "$@"\n')
    program.chmod(0o755)
    path = shutil.which(shell)
    assert path is not None
    env = environment(tmp_path)
    env["PATH"] = f"{tmp_path}:{env['PATH']}"
    done = subprocess.run(
        [path, "-c", script], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60,
        check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    talk = Dialogue("new scout players=3 seed=tea", "deal")
    talk.play_round("random", "greedy", "greedy")
    words = talk.record.partition("moves: |")[2].partition("end:")[0].split()
    assert lines[-1] == "="
    assert "\n".join(lines[-5:-1]) == f"= {talk.good('score')}"
    assert f"= {words[-1]}" in lines
