"""Runs of `scoutcli match` for tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from notation.match import Match
from tests.record import parts_of
from tests.scoutcli.matches import BAD, PYTHON, TOKEN, check
from tests.scoutcli.program import ROOT, Done

SCOUTCLI = [sys.executable, "-m", "scoutcli"]
LONG = ["--time", "60000"]
TWO = ["match", "-g", "scout", "-p", "2", "-b", "greedy", "-b", "random", "--seed", "tea"]

STARTED: list[subprocess.Popen[str]] = []
"""The processes that were started and have not been waited for."""


def bad(mode: str, word: str = TOKEN, **more: str) -> str:
    """A program of `tests/bots/bad.py` for --bot."""
    said = {"name": mode, "cmd": " ".join([*PYTHON, str(BAD), mode, "2", word]), **more}
    return ",".join(f"{key}={value}" for key, value in said.items())


def records(path: Path) -> list[str]:
    """The records of a file, sorted; every one is right."""
    head, *texts = path.read_text().split("---\n")
    assert head == ""
    found = sorted(f"---\n{text}" for text in texts)
    for text in found:
        check(text)
    return found


def matches(path: Path) -> list[Match]:
    """The matches of a file, as they are read."""
    found = [part.match for part in parts_of(path.read_bytes())]
    assert None not in found
    return [match for match in found if match is not None]


def end_all() -> None:
    """A test that fails leaves no process behind, which would disturb another one."""
    for process in STARTED:
        process.kill()
        process.communicate()
    STARTED.clear()


def start(*arguments: str | Path, **more: object) -> subprocess.Popen[str]:
    """The program as a process of its own."""
    process: subprocess.Popen[str] = subprocess.Popen(  # type: ignore[call-overload]
        [*SCOUTCLI, *map(str, arguments)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        **{"cwd": ROOT, **more},
    )  # fmt: skip
    STARTED.append(process)
    return process


def done(process: subprocess.Popen[str]) -> Done:
    """Its end."""
    out, err = process.communicate(timeout=120)
    STARTED.remove(process)
    return Done(process.returncode, out, err)
