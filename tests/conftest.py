"""What all tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# Every run tries the same examples. To look for others: pytest --hypothesis-profile=search; to see
# only whether another version of Python does the same: --hypothesis-profile=few.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("few", max_examples=15, derandomize=True, deadline=None)
settings.register_profile("search", max_examples=2000, deadline=None)
settings.load_profile("same")


def shared() -> Path | None:
    """The folder with the reference matches, where this checkout has one beside it."""
    folder = Path(os.environ.get("SCOUTCLI_SHARED", ROOT.parent / "shared"))
    return folder if (folder / "matches").is_dir() else None


LONG = {
    "test_advice", "test_arena_bots", "test_arena_cluster", "test_arena_compliance", "test_bots",
    "test_every_game", "test_exact", "test_examples", "test_luck", "test_match", "test_match_runs",
    "test_opponents", "test_page_browser", "test_play_strong", "test_play_terminal", "test_record",
    "test_record_files", "test_record_terminal", "test_rl", "test_scout_belief",
    "test_scout_kernel", "test_scout_luck", "test_scout_policy", "test_scout_strong",
    "test_search_compiled",
    "test_search_measuring", "test_sheet_files", "test_sheet_terminal", "test_skyjo_kernel",
    "test_skyjo_luck", "test_skyjo_own_draws", "test_skyjo_strong", "test_viewer_terminal",
    "test_welcome",
}  # fmt: skip
"""Modules whose tests take longest, and say least about the version of Python: compiled code,
programs and terminals that are waited for, whole matches of every kind."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile both games once before several processes test, that each would compile again."""
    config = session.config
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        return
    commands = [
        [sys.executable, "-c", f"from games.search import compiled; compiled.warm('{game}')"]
        for game in ("scout", "skyjo")
    ]
    silent = subprocess.DEVNULL  # without numba there is nothing to compile
    started = [subprocess.Popen(command, cwd=ROOT, stderr=silent) for command in commands]
    for process in started:
        process.wait()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what takes long, so that it can be left out: ``-m 'not long'``."""
    for item in items:
        if item.path.stem in LONG:
            item.add_marker(pytest.mark.long)


@pytest.fixture(autouse=True)
def _no_unbuffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """PYTHONUNBUFFERED would hide a program that forgets to flush."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Matches, settings and what is remembered are kept away from whoever runs the tests."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
