"""Runs the program in this process, as a shell would."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from scoutcli.cli import run

ROOT = Path(__file__).resolve().parent.parent.parent
MATCHES = ROOT / "tests" / "data" / "matches"
VALID = MATCHES / "valid"
DAMAGED = MATCHES / "damaged"


class Done(NamedTuple):
    """What came of a run."""

    status: int
    out: str
    err: str


class Program:
    """Call it with arguments; `typed` is the standard input."""

    def __init__(self, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capture = capfd
        self._patch = monkeypatch

    def __call__(self, *arguments: str | Path, typed: str | bytes = b"") -> Done:
        data = typed.encode() if isinstance(typed, str) else typed
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        self._capture.readouterr()
        status = run([str(argument) for argument in arguments])
        done = Done(status, *self._capture.readouterr())
        assert "Traceback" not in done.err
        assert status in {0, 1, 2}, done.err
        return done


def good(name: str = "scout-2.yaml") -> str:
    """A small match without a fault, in canonical form."""
    return (VALID / name).read_text(encoding="utf-8")
