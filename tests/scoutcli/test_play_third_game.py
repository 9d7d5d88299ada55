"""A game from elsewhere is played at the table with nothing edited for it: see `tests.toy`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from scoutcli.cli import run
from scoutcli.render import draw
from scoutcli.render.look import to_text
from scoutcli.table.completer import MoveCompleter
from scoutcli.table.words import Turn
from tests import toy
from tests.record import fast_disk
from tests.scoutcli.tables import Sitting, at_random, begin, faults, finish, run_alone


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The game is known in this process, and forgotten after the test."""
    fast_disk(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with toy.known():
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.yaml"


@pytest.mark.parametrize("players", [2, 3])
def test_a_script_plays_it(players: int, path: Path) -> None:
    session = begin(path, "toy", players, people=["Ada"], bots=["high", "random"][: players - 1])
    sitting = Sitting(session, answer=at_random(session, "1")).play()
    assert sitting.status == 0
    assert sitting.complaints == []
    assert faults(path) == []


def test_the_command_knows_its_bots_and_options(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["toy", "-p", "2", "--bots", "high,random", "--rules", "length=6", "--seed", "s"]
    assert run(["play", *arguments, "--save", str(path)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "TOY for 2 players."
    assert "Rule: length is 6." in out
    assert faults(path) == []


def test_its_bots_are_listed_without_a_strength_that_nobody_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["rules", "toy"]) == 0
    lines = capsys.readouterr().out.partition("BOTS\n")[2].splitlines()
    assert [line.split() for line in lines[:4:2]] == [
        ["bot", "how", "it", "plays"],
        ["random", "plays", "anything"],
    ]


def test_it_goes_on_from_any_byte(path: Path) -> None:
    rules = {"length": "20", "rounds": "2"}
    session = begin(path, "toy", 3, bots=["random", "high", "random"], rules=rules, seed="x")
    run_alone(session)
    session.close()
    whole = path.read_bytes()
    assert b" N" in whole  # a new draw pile is among it
    for size in range(whole.index(b"rounds:") + 8, len(whole)):
        path.write_bytes(whole[:size])
        assert finish(path) == whole, whole[:size][-30:]


def test_it_is_shown_in_the_words_of_its_notation_and_completed(path: Path) -> None:
    session = begin(path, "toy", 2, people=["Ada"], bots=["high"])
    session.begin_round()
    drawn = draw(session.view(0), session.names, 80, 24)
    assert list(map(to_text, drawn)) == session.notation.show(session.view(0), session.names)
    turn = Turn(session.notation, session.view(0), session.legal(), session.fault)
    found = MoveCompleter(turn).get_completions(Document("B"), CompleteEvent())
    assert [each.text for each in found] == [session.notation.choice(m) for m in session.legal()]
    session.close()
