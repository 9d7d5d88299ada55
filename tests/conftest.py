"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def shared() -> Path | None:
    """The folder with the reference matches, where this checkout has one beside it."""
    folder = Path(os.environ.get("SCOUTCLI_SHARED", ROOT.parent / "shared"))
    return folder if (folder / "matches").is_dir() else None


@pytest.fixture(autouse=True)
def _no_unbuffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """PYTHONUNBUFFERED would hide a program that forgets to flush."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
