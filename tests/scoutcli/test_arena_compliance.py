"""`scoutcli check-bot`: what a program does wrong is found in the step that is about it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import games
from scoutcli.arena import compliance
from scoutcli.arena.compliance import DOUBT, FAILED, OK, Examination, Step
from tests.scoutcli.program import Program

BOTS = Path(__file__).resolve().parent.parent / "bots"
PYTHON = [sys.executable, "-I", "-S"]
ODD, BAD = [*PYTHON, str(BOTS / "odd.py")], [*PYTHON, str(BOTS / "bad.py")]

SCOUT_OF_THREE = [
    "starts, and gets ready",
    "says who it is and what it plays",
    "takes its own options",
    "answers a ping",
    "plays scout with 3 players",
    "passes over what is new to it in scout",
    "goes on with a round of scout after a restart",
    "plays match after match",
    "hears of an error, and plays on",
    "answers a ping while it thinks",
    "says nothing else",
    "ends at `quit`",
    "ends when its input ends",
    "leaves no process behind",
]


def examine(command: list[str], players: int | None = 3, ms: int = 5000) -> dict[str, Step]:
    """What came of every step, with SCOUT."""
    steps = list(Examination(command, games.get("scout"), players, ms).steps())
    found = {step.what: step for step in steps}
    assert len(found) == len(steps)
    return found


def wrong(steps: dict[str, Step]) -> dict[str, str]:
    """The steps that were not passed, with their verdicts."""
    return {what: step.verdict for what, step in steps.items() if step.verdict != OK}


def test_a_bot_that_does_all_is_told_so_step_by_step() -> None:
    steps = examine([*ODD, "honest"])
    assert list(steps) == SCOUT_OF_THREE
    assert wrong(steps) == {}
    assert steps["takes its own options"].detail == "1 of them"
    assert steps["goes on with a round of scout after a restart"].detail == "2 times"
    assert steps["says who it is and what it plays"].detail == "odd honest, scout"


def test_every_game_is_tried_with_every_number_of_players() -> None:
    steps = Examination([*ODD, "honest"]).steps()
    tried = [step.what for step in steps if step.what.startswith("plays ")]
    assert tried == [
        *(f"plays scout with {players} players" for players in (2, 3, 4, 5)),
        *(f"plays skyjo with {players} players" for players in range(2, 9)),
        "plays match after match",
    ]


@pytest.mark.parametrize(
    ("mode", "what", "verdict", "said"),
    [
        ("nameless", "says who it is and what it plays", DOUBT, "no name"),
        ("stranger", "says who it is and what it plays", DOUBT, "tarok: not known here"),
        ("vague", "takes its own options", DOUBT, "`option level int` lacks a type or a default"),
        ("loud", "says nothing else", DOUBT, "the first is `let me see ...`"),
        ("strict-lines", "passes over what is new to it in scout", FAILED, "crash: exit 5"),
        ("strict-words", "passes over what is new to it in scout", FAILED, "crash: exit 5"),
        ("forgetful", "goes on with a round of scout after a restart", FAILED, "crash: exit 5"),
        ("sensitive", "hears of an error, and plays on", FAILED, "crash: exit 5"),
    ],
)
def test_a_peculiarity_is_found_where_it_belongs(
    mode: str, what: str, verdict: str, said: str
) -> None:
    steps = examine([*ODD, mode])
    assert wrong(steps) == {what: verdict}
    assert said in steps[what].detail
    assert steps[what].hint
    assert (steps[what].lines != ()) is (verdict == FAILED)


def test_pings_are_wished_for_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (compliance, sys.modules["scoutcli.arena.trial"]):
        monkeypatch.setattr(module, "PROMPT", 0.5)
    monkeypatch.setattr(Examination, "_quit", lambda _: "")
    idle, thinking = "answers a ping", "answers a ping while it thinks"
    assert wrong(examine([*ODD, "no-pong"])) == {idle: DOUBT, thinking: DOUBT}
    assert wrong(examine([*ODD, "late-pong"])) == {thinking: DOUBT}


def test_after_a_failure_with_so_many_players_the_game_is_left() -> None:
    steps = examine([*ODD, "small"], players=None)
    failed = "plays scout with 4 players"
    assert wrong(steps) == {failed: FAILED}
    assert "plays scout with 5 players" not in steps
    assert "hears of an error, and plays on" not in steps
    assert steps["ends at `quit`"].verdict == OK
    assert steps[failed].detail.startswith("illegal: ")
    assert "< play S45:9" in steps[failed].lines
    assert any(line.startswith("> go move=5000 legal ") for line in steps[failed].lines)


def test_a_bot_that_ends_after_a_match_is_found_in_the_second() -> None:
    step = examine([*ODD, "once"])["plays scout with 3 players"]
    assert step.verdict == FAILED
    assert step.detail == "crash: exit 0, when match 2 in one process had begun"


@pytest.mark.parametrize("command", [["true"], ["false"], ["/nowhere/bot"], [*BAD, "crash-start"]])
def test_what_does_not_start_is_not_looked_at_further(command: list[str]) -> None:
    (step,) = examine(command).values()
    assert (step.what, step.verdict) == ("starts, and gets ready", FAILED)


def test_a_game_that_nobody_knows_cannot_be_tried() -> None:
    steps = examine([*ODD, "tarok"])
    assert list(steps.items())[1:] == [
        (
            "says who it is and what it plays",
            Step(
                FAILED,
                "says who it is and what it plays",
                "start: it plays tarok: nothing that is to be tried here",
                ["> scoutbot 1", "< id name odd%20tarok", "< option level int 3", "< ready tarok"],
                compliance.HINTS["start"],
            ),
        )
    ]


@pytest.mark.parametrize(
    ("mode", "said", "shown"),
    [
        ("crash-think", "crash: exit 3: it was the butler", "! it was the butler"),
        ("illegal", "illegal: there is no position 99", "< play S99:99"),
        ("malformed", "`I play, if I may, the first one` is no answer", "> go move=400 legal K F"),
        ("stale", "illegal: K: hands were kept or flipped", "< play K"),
        ("twice", "unasked: play K", "< play K"),
        ("hang-think", "time: no `play` within 400 ms", "> go move=400 legal K F"),
        ("flood-line", "flood: a line of more than 64 KiB", "> go move=5000 legal K F"),
        ("binary", "time: no `play` within 400 ms", r"< \x00\x01\x02\x03\x04\x05\x06\x07\x08\t"),
    ],
)
def test_what_is_wrong_with_an_answer_is_named_and_shown(mode: str, said: str, shown: str) -> None:
    ms = 400 if "`play`" in said or "no answer" in said else 5000
    step = examine([*BAD, mode], ms=ms)["plays scout with 3 players"]
    assert step.verdict == FAILED
    assert said in step.detail
    assert shown in step.lines
    assert "".join(step.lines).isprintable()
    assert step.hint


@pytest.mark.parametrize(
    ("mode", "failed"),
    [
        ("ignore-quit", {"ends at `quit`": FAILED, "ends when its input ends": FAILED}),
        ("crash-quit", {"ends at `quit`": DOUBT}),
        ("fork-stay", {"leaves no process behind": FAILED}),
        ("fork-double", {"leaves no process behind": FAILED}),
    ],
)
def test_how_it_ends(mode: str, failed: dict[str, str]) -> None:
    assert wrong(examine([*BAD, mode])) == failed


def test_a_bot_that_does_not_flush_is_found_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compliance, "START_SECONDS", 1.0)
    (step,) = examine([*BAD, "no-flush"]).values()
    assert step.detail == "silent: not ready after 1 s"
    assert "flush" in step.hint


# The command


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


def test_the_command_prints_a_line_for_each_step(scoutcli: Program) -> None:
    done = scoutcli("check-bot", "--game", "scout", "-p", "3", *ODD, "honest")
    *lines, last = done.out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        f"ok    {what}" for what in SCOUT_OF_THREE
    ]
    assert last == "14 steps: 0 failed, 0 doubtful"
    assert (done.status, done.err) == (0, "")


def test_the_command_shows_the_lines_around_a_failure_and_a_hint(scoutcli: Program) -> None:
    done = scoutcli("check-bot", "-g", "scout", "-p", "3", " ".join([*BAD, "crash-round"]))
    assert done.status == 1
    lines = done.out.splitlines()
    at = lines.index("FAIL  plays scout with 3 players: crash: exit 3: it was the butler")
    assert lines[at + 1 : at + 6] == [
        "      > scoutbot 1",
        "      < id name bad%20crash-round",
        "      < ready scout skyjo",
        "      > ping 1",
        "      < pong 1",
    ]
    assert "      ! it was the butler" in lines
    assert any(line.startswith("      hint: ") for line in lines)
    assert max(map(len, lines)) < 220
    assert lines[-1] == "9 steps: 1 failed, 0 doubtful"


def test_the_command_shows_everything_if_asked(scoutcli: Program) -> None:
    quiet = scoutcli("check-bot", "-g", "scout", "-p", "3", *ODD, "honest")
    done = scoutcli("check-bot", "-v", "-g", "scout", "-p", "3", *ODD, "honest")
    said = [line for line in done.out.splitlines() if line.startswith("      ")]
    assert said[:2] == ["      > scoutbot 1", "      < id name odd%20honest"]
    assert "      > note xxx" in done.out
    assert sum(line.startswith("      < play ") for line in said) > 20
    assert len(done.out.splitlines()) == len(quiet.out.splitlines()) + len(said)


def test_a_variable_of_python_does_not_reach_the_bot(
    scoutcli: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    show = "import os, sys; sys.exit('PYTHONUNBUFFERED' in os.environ and 9)"
    done = scoutcli("check-bot", sys.executable, "-c", show)
    assert "crash: exit 0" in done.out
    assert "PYTHONUNBUFFERED" not in os.environ


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing argument"),
        (["--players", "6", "--game", "scout", "true"], "SCOUT is for 2 to 5 players"),
        (["--players", "9", "true"], "no game is for 9: there are 2 to 5 in scout, 2 to 8"),
        (["--players", "1", "true"], "no game is for 1: there are 2 to 5 in scout, 2 to 8"),
        (["--game", "tarok", "true"], "tarok"),
        (["./mine 'half"], "No closing quotation"),
        (["--time", "0", "true"], "0 is not in the range"),
    ],
)
def test_wrong_use(scoutcli: Program, arguments: list[str], said: str) -> None:
    done = scoutcli("check-bot", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
