"""A pipe or a device in the place of a match file: nothing waits for an end that never comes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from games.errors import RuleError
from scoutcli.history.folder import unfinished
from scoutcli.notes.book import Book
from scoutcli.notes.last import load_last as last_notes
from scoutcli.table.last import load_last as last_played
from tests.scoutcli.program import Program

NOTED = ["scout", "--players", "Ann,Bo"]
DEVICES = [Path("/dev/zero"), Path("/dev/full"), Path("/dev/null")]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "scoutcli"


@pytest.fixture
def pipe(home: Path) -> Path:
    """A pipe among the match files."""
    path = home / "matches" / "pipe.yaml"
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    return path


@pytest.fixture(autouse=True)
def _never_opened(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening or reading one of them would wait for ever, so here it is a fault."""
    really = Path.open

    def opened(path: Path, *arguments: Any, **options: Any) -> Any:
        assert path not in (pipe, *DEVICES)
        return really(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", opened)


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "scout", "--bots", "greedy,greedy,greedy", "--seed", "a", "--save"],
        ["play", "--resume"],
        ["record", *NOTED, "--save"],
        ["record", "--resume"],
        ["sheet", *NOTED, "--save"],
        ["sheet", "--resume"],
    ],
    ids=" ".join,
)
def test_it_is_refused_by_its_name(
    arguments: list[str],
    pipe: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = Program(capfd, monkeypatch)
    for path in [pipe, *(path for path in DEVICES if path.exists())]:
        done = program(*arguments, path)
        assert (done.status, done.out) == (2, "")
        assert f"Error: {path}: a pipe or a device is no match file: name another one" in done.err


def test_it_is_passed_over_where_matches_are_looked_for(pipe: Path) -> None:
    assert pipe.exists()
    assert list(unfinished()) == []
    with pytest.raises(RuleError, match="no unfinished match"):
        last_played()
    with pytest.raises(RuleError, match="no notes to go on with"):
        last_notes(Book)
