"""The bots of examples/bots: real matches, the same moves in every language, the tutorial."""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

import games
from scoutcli.arena.compliance import OK, Examination
from scoutcli.arena.faults import REASONS
from scoutcli.arena.plan import Entry, Pairing, Sitter
from scoutcli.arena.program import Program
from scoutcli.arena.referee import Played, Terms, play
from scoutcli.arena.seats import BuiltIn
from tests.scoutcli.matches import LONG
from tests.scoutcli.test_manpages import tool
from tests.test_examples import as_pattern

ROOT = Path(__file__).resolve().parent.parent
BOTS = ROOT / "examples" / "bots"
TUTORIAL = ROOT / "docs" / "bots.md"
PYTHON = (sys.executable, str(BOTS / "bot.py"))
LANGUAGES = {"python": "bot.py", "javascript": "bot.js", "shell": "bot.sh", "c": "bot.c"}
FLAGS = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-O1")

Rules = Mapping[str, str]
TABLES: list[tuple[str, int, Rules]] = [
    ("scout", 2, {"rounds": "4"}),
    ("scout", 3, {}),
    ("scout", 5, {"rounds": "2", "flip": "rotate", "all_scouted_empty": "continue"}),
    ("skyjo", 3, {"rounds": "2"}),
    ("skyjo", 8, {"rounds": "2", "draw_exhausted": "turn-one", "clear_rows": "true"}),
]

RULE = [
    ("scoutbot 1", ""),
    ("match skyjo seats 3 you 2 rules flip:swap names a b you", ""),
    ("round 1 totals 0,0,0 up 4", ""),
    ("go move=5000 legal Oa1b1 Oa1c1 Oa1d1", "play Oa1b1"),
    ("did 1 Oc1:1d1:1", ""),
    ("did 2 Oa1:Cb1:7", ""),
    ("did 3 Oa1:0b1:0", ""),
    ("did 1 T4@c1:5", ""),
    # The 5 is too high; the 3 goes to the worst place, where a 12 lies.
    ("go move=5000 legal T@a1 T@b1 T@c1 D", "play D"),
    ("see 3", ""),
    ("go move=5000 legal @a1 @b1 @c1 /c1", "play @a1"),
    ("did 2 D3@a1:C", ""),
    # A column of 4s goes, so a 4 lies on top. The worst place is the 7.
    ("did 1 T4@c1:C#c", ""),
    ("go move=5000 legal T@a1 T@b1 T@c1 D", "play T@b1"),
    ("did 2 T4@b1:7", ""),
    # A column of 2s; a hidden card counts 5.
    ("did 3 D2@a1:C#a", ""),
    ("go move=5000 legal T@a1 T@b1 T@c1 D", "play T@c1"),
    ("did 2 T2@c1:9", ""),
    # A column of -1s, turned up with a 9 thrown: the -1 lies on top.
    ("did 1 D9/d2:Z#d", ""),
    ("go move=5000 legal T@a1 T@b1 T@c1 T@d1 D", "play T@d1"),
    ("did 2 TZ@d1:A", ""),
    # A 10 is thrown. The 5 that is drawn is no better than a hidden card.
    ("did 3 DA/b2:0", ""),
    ("go move=5000 legal T@a1 T@b1 T@a2 T@b2 D", "play D"),
    ("see 5", ""),
    ("go move=5000 legal @a1 @b1 @a2 @b2 /a2 /b2", "play /a2"),
    ("did 2 D5/a2:Y", ""),
    ("did - N 57 up 0", ""),
    ("go move=5000 legal D", "play D"),
    ("ping 17 and more", "pong 17 and more"),
    ("end round opened score 7,8,9", ""),
    # In the next round nothing is known any more.
    ("round 2 totals 7,8,9 starter 2 up Y", ""),
    ("go move=5000 legal T@a1 T@b1 D", "play T@a1"),
    ("end match total 7,8,9 winners 1", ""),
    ("match scout seats 3 you 1 rules flip:swap names a b c", ""),
    ("round 1 totals 0,0,0 starter 1 hand 17 28", ""),
    ("go move=5000 legal K F", "play K"),
    ("did 1 K", ""),
    ("did 2 ?", ""),
    ("did 3 S6:777 cards 71 72 73", ""),
    ("go left=100 inc=5 legal S1:4 S2:567 S3:67 S5:777", "play S2:567"),
    ("go left=100 inc=5 legal L23@1 L23@2 L32@1 RT4@1 RT4@2 R4T@1", "play RT4@1"),
    ("go left=100 inc=5 legal L93@1 L93@1+S1:23 R4T@1+S2:345 R4T@2+S2:777", "play R4T@1+S2:345"),
    ("what is not known 1 2 3", ""),
    ("quit", ""),
    ("go move=5000 legal K F", ""),
]
"""What is said to the small bot, and what it answers."""


@pytest.fixture(scope="session", params=LANGUAGES)
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of the small bot in one of its languages."""
    source = str(BOTS / LANGUAGES[request.param])
    if request.param == "python":
        return list(PYTHON)
    if request.param == "javascript":
        return [tool("node"), source]
    if request.param == "shell":
        return [shutil.which("dash") or "sh", source]
    program = tmp_path_factory.mktemp("c") / "bot"
    subprocess.run([tool("cc"), *FLAGS, "-o", program, source], check=True)
    return [str(program)]


def played(
    game: str, rules: Rules, seed: str, programs: Sequence[Sequence[str]], others: int
) -> Played:
    """A match of programs, and built-in bots after them."""
    made, _ = games.get(game).rules(len(programs) + others, rules)
    terms = Terms(games.get(game), made, LONG, 0.0)
    bots = [Program(Entry("", command=tuple(program))) for program in programs]
    seats = [*bots, *(BuiltIn(games.get(game), "greedy") for _ in range(others))]
    sitters = [Sitter(f"P{seat}") for seat in range(1, len(seats) + 1)]
    try:
        return play(terms, Pairing(1, 1, 1, tuple(range(len(seats)))), seed, sitters, seats)
    finally:
        for bot in bots:
            bot.close()


@cache
def by_python(table: int) -> str:
    """The record of a match in which both programs are the one in Python."""
    game, players, rules = TABLES[table]
    return played(game, rules, "tea", [PYTHON, PYTHON], players - 2).record


@pytest.mark.parametrize("name", LANGUAGES.values())
def test_a_small_bot_is_short(name: str) -> None:
    assert len((BOTS / name).read_text().splitlines()) < 60


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_the_moves_are_the_same_in_every_language(command: list[str], table: int) -> None:
    game, players, rules = TABLES[table]
    match = played(game, rules, "tea", [command, PYTHON], players - 2)
    assert match.outcome.faults == ()
    assert re.sub("small-[a-z]+", "small-python", match.record) == by_python(table)


def test_the_moves_are_those_of_the_rule(command: list[str]) -> None:
    """What README.md says, by hand; most of it does not happen in a match that is short."""
    lines = [said for said, _ in RULE]
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, encoding="utf-8", timeout=60,
        check=True,
    )  # fmt: skip
    introduction, *answers = done.stdout.partition("ready scout skyjo\n")
    assert re.fullmatch("id name small-[a-z]+\n", introduction)
    assert answers[1].splitlines() == [answer for _, answer in RULE if answer]


def test_check_bot_finds_nothing(command: list[str]) -> None:
    steps = list(Examination(command).steps())
    assert len(steps) > 20
    assert [step for step in steps if step.verdict != OK] == []


# The better one


def test_the_better_bot_is_short() -> None:
    assert len((BOTS / "better.py").read_text().splitlines()) < 150


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, {"voluntary_stop": "true", "first_starter": "random"}),
        (3, {"flip": "rotate"}),
        (4, {"all_scouted_empty": "continue"}),
        (5, {}),
    ],
)
def test_the_better_bot_plays_by_all_rules(players: int, rules: Rules) -> None:
    match = played("scout", rules, "tea", [better()], players - 1)
    assert match.outcome.faults == ()


def test_the_better_bot_beats_greedy() -> None:
    """The 95 % interval of its margin is above 0; every deal is played in both seats."""
    rules, _ = games.get("scout").rules(2, {"rounds": "1"})
    terms = Terms(games.get("scout"), rules, LONG, 0.0)
    bots = Program(Entry("better", command=better())), BuiltIn(games.get("scout"), "greedy")
    margins = []
    try:
        for deal in range(1, 61):
            margin = 0.0
            for first in (0, 1):
                seats = (first, 1 - first)
                sitters = [Sitter(("better", "greedy")[bot]) for bot in seats]
                match = play(
                    terms, Pairing(1, deal, 1 + first, seats), f"tea/{deal}", sitters,
                    [bots[bot] for bot in seats],
                )  # fmt: skip
                assert match.outcome.faults == ()
                (scores,) = match.outcome.scores
                margin += (scores[first] - scores[1 - first]) / 2
            margins.append(margin)
    finally:
        bots[0].close()
    error = statistics.stdev(margins) / len(margins) ** 0.5
    assert statistics.mean(margins) > 2.001 * error  # Student's t, 59 degrees of freedom


def better() -> tuple[str, str]:
    return sys.executable, str(BOTS / "better.py")


# The texts


def blocks(path: Path) -> list[tuple[str, str, str]]:
    """The blocks of code in a text: language, the file that it is (or nothing), what it says."""
    return re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL)


class Desk:
    """A copy of examples/bots in which commands are run as the texts say them."""

    def __init__(self, folder: Path) -> None:
        self.folder = shutil.copytree(BOTS, folder / "work")
        program = folder / "bin" / "scoutcli"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scoutcli "$@"\n')
        program.chmod(0o755)
        self.environment = {
            "PATH": f"{program.parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "80",
            "TERM": "dumb",
        }

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            ["bash", "-euc", command], cwd=self.folder, env=self.environment, timeout=120,
            stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        return done

    def follow(self, commands: str) -> None:
        """Run what must go well; of matches only the first deal is played."""
        done = self.run(re.sub(r"--rounds \d+", "--rounds 1", commands))
        assert done.returncode == 0, f"{commands}{done.stdout}{done.stderr}"
        assert "at fault" not in done.stdout


def test_the_tutorial_can_be_followed(tmp_path: Path) -> None:
    """Its files are written, its commands run, in their order."""
    desk = Desk(tmp_path)
    source = (BOTS / "better.py").read_text()
    for language, name, text in blocks(TUTORIAL):
        if name:
            (desk.folder / name).write_text(text)
        elif language == "python":
            assert text in source
        elif language == "sh":
            desk.follow(text)
        else:
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, shows = part.partition("\n")
                assert re.fullmatch(as_pattern(shows), desk.run(command).stdout), command


def test_the_readme_of_the_bots_can_be_followed(tmp_path: Path) -> None:
    tool("cc")
    desk = Desk(tmp_path)
    text = BOTS / "README.md"
    for _, _, commands in blocks(text):
        desk.follow(commands)
    listed = re.findall(r"^\| `(\S+)`", text.read_text(), re.MULTILINE)
    assert listed == [*LANGUAGES.values(), "better.py"]


def test_every_reason_for_a_fault_is_in_the_tutorial() -> None:
    rows = re.findall(r"^\| (`.*?) \|", TUTORIAL.read_text(), re.MULTILINE)
    named = [reason for row in rows for reason in re.findall(r"`(\w+)`", row)]
    assert [reason for reason in named if reason in REASONS] == list(REASONS)
