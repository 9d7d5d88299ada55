"""Cells of CSV: no spreadsheet computes one, no terminal obeys one, and figures stay figures."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoutcli.csvcells import in_csv
from tests.scoutcli.program import Program


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("=1+1", "'=1+1"),
        ("-1+1", "'-1+1"),
        ("+1", "'+1"),
        ("-", "'-"),
        ("-2;=1", "'-2;=1"),
        ("@home", "'@home"),
        ("＝1", "'＝1"),
        ("a\x1b[2J", "a\\x1b[2J"),
        ("\r=1", "\\r=1"),
        ("\t=1", "\\t=1"),
        ("a=1", "a=1"),
        ("'=1", "'=1"),
        (-1, "-1"),
        (-2.5, "-2.5"),
        ("-2.5000", "-2.5000"),  # a figure, as some tables write it
        ("-2;;7;-1", "-2;;7;-1"),  # the points of a match, one not known
        (True, "yes"),
        (False, "no"),
        (None, '""'),  # alone in its row
    ],
)
def test_a_cell(value: object, line: str) -> None:
    assert in_csv([[value]]) == f"{line}\n"


@given(st.text(max_size=8))
def test_no_text_is_a_formula_or_steers(text: str) -> None:
    ((cell, _),) = csv.reader(io.StringIO(in_csv([[text, 1]])))
    assert cell.isprintable()
    assert not cell.startswith(tuple("=+@＝＋－＠"))
    assert not cell.startswith("-") or not set(cell) - set("-.;0123456789")


@pytest.mark.parametrize("command", ["convert", "history", "pair", "score", "stats"])
def test_the_help_says_so(scoutcli: Program, command: str) -> None:
    said = " ".join(scoutcli(command, "--help").out.split())
    assert "begins with = + - or @, has a ' before it" in said


def test_the_players_of_a_pairing(scoutcli: Program) -> None:
    names = "=1+1,@home,Cy,Di,-a"
    done = scoutcli(
        "pair", "--game", "scout", "--players", names, "--size", "2", "--format", "csv"
    )  # fmt: skip
    assert done.status == 0
    players = [row[3] for row in csv.reader(io.StringIO(done.out))][1:]
    assert sorted(players) == ["'-a", "'=1+1", "'@home", "Cy", "Di"]
