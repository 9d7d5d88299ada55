"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# Every run tries the same examples. To look for others: pytest --hypothesis-profile=search
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=2000, deadline=None)
settings.load_profile("same")


def shared() -> Path | None:
    """The folder with the reference matches, where this checkout has one beside it."""
    folder = Path(os.environ.get("SCOUTCLI_SHARED", ROOT.parent / "shared"))
    return folder if (folder / "matches").is_dir() else None


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
