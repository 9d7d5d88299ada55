"""What somebody may be called: the same wherever a name is given, and shown as it is."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.diagnostics import TextError, is_printable, printable
from scoutcli.cli import run
from scoutcli.commands.play import NameType
from scoutcli.naming import is_name
from scoutcli.notes.setup import names_of
from scoutcli.render.names import name_text
from scoutcli.settings import find
from scoutcli.table.seats import login_name
from tests.scoutcli.tables import Sitting, at_random, begin

PERSIAN = "نامه\N{ZERO WIDTH NON-JOINER}ها"
HINDI = "क्\N{ZERO WIDTH JOINER}ष"
FAMILY = "👨\N{ZERO WIDTH JOINER}👩\N{ZERO WIDTH JOINER}👧"
GOOD = ["Ada", PERSIAN, HINDI, FAMILY, "A\u200dB", "x" * 40]
BAD = [
    "", "x" * 41, "A\x1b[2J", "A\x07", "A\u202eB", "A\u2066B", "A\u200bB", "A\u200eB", "A\ufeffB",
    "A\u00adB", "\u200d", "\u200cA", "A\u200d", "A\u200d\u200dB", "A \u200dB", "A\u200c B",
    "A\u200d\x1bB", "\U000e0041",
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_a_name_that_can_be_seen_is_taken_everywhere(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_name(name)
    assert NameType().convert(name, None, None) == name
    assert find("name").check(name) == name
    assert names_of(f"{name},Bo") == [name, "Bo"]
    monkeypatch.setattr("getpass.getuser", lambda: name)
    assert login_name() == name


@pytest.mark.parametrize("name", BAD)
def test_any_other_is_taken_nowhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_name(name)
    with pytest.raises(click.BadParameter, match="1 to 40 printable characters"):
        NameType().convert(name, None, None)
    if name:  # an empty one is the login name
        with pytest.raises(TextError, match="at most 40 printable characters"):
            find("name").check(name)
    assert isinstance(names_of(f"{name},Bo"), str)
    monkeypatch.setattr("getpass.getuser", lambda: name)
    assert login_name() == "Player"


def test_what_joins_two_characters_is_shown_and_anything_else_escaped() -> None:
    assert printable(f"{PERSIAN}, {FAMILY}") == f"{PERSIAN}, {FAMILY}"
    assert printable("\u200dA") == "\\u200dA"
    assert printable("A\u200d") == "A\\u200d"
    assert printable("A\u200d B") == "A\\u200d B"
    assert printable("A\u200d\u200dB") == "A\\u200d\\u200dB"
    assert printable("A\u200d\x1bB") == "A\\u200d\\x1bB"
    assert printable("A\u202eB\u200b") == "A\\u202eB\\u200b"


@given(st.text(st.sampled_from("Aن \u200c\u200d\u202e\x1b\x9b\n"), max_size=12))
def test_what_was_made_printable_stays_so(text: str) -> None:
    shown = printable(text)
    assert is_printable(shown)
    assert printable(shown) == shown
    assert shown.replace("\u200c", "").replace("\u200d", "").isprintable()


def test_a_match_under_such_names_is_played_written_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "m.yaml"
    session = begin(path, "skyjo", 2, people=[PERSIAN, FAMILY], rules={"rounds": "1"})
    sitting = Sitting(session, answer=at_random(session, "1")).play()
    assert sitting.status == 0
    assert any(name_text(PERSIAN) in line for line in sitting.shown)
    assert run(["validate", str(path)]) == 0
    assert run(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert f"seat 1: {PERSIAN}" in out
    assert "\\u200" not in out
