"""Whole matches that an independent program made: right ones are right, damaged ones are refused.

Some of them are kept in ``tests/data/matches``; where the full set lies beside the checkout (see
`tests.conftest.shared`), that is read instead. ``damaged/INDEX.tsv`` names the fault of each
damaged file and the line where it was put.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from notation.diagnostics import Diagnostic
from notation.reader import Part, read_files
from tests.conftest import ROOT, shared

KEPT = ROOT / "tests" / "data" / "matches"
BESIDE = shared()
FOLDER = BESIDE / "matches" if BESIDE else KEPT

MATCHES = {
    "valid/hand-joined.yaml": 2,
    "damaged/hand-joined.yaml": 3,
    "damaged/hand-utf16.yaml": 0,  # in a file that is no UTF-8 none can be told apart
}
"""How many matches a file holds, if not one."""

NOTICES = {
    "hand-sheet.yaml": {"score-sheet"},
    "hand-sheet-scout.yaml": {"score-sheet", "unfinished"},
    "hand-unfinished.yaml": {"unfinished"},
    "hand-unknown.yaml": {"unchecked-moves", "unfinished"},
}
"""What the records say that stop, or know only a part."""

UNVERIFIED = {
    "hand-sheet.yaml": 3,
    "hand-sheet-scout.yaml": 1,
    "hand-unfinished.yaml": 1,
    "hand-unknown.yaml": 1,
}
"""How many of their rounds have points that do not follow from moves."""

SEEN_LATER = {
    # A changed card of a Scout can be the same card the other way up, or a number that is shown
    # may lie there too; what is in the hand then shows with a later move of that hand.
    "value",
    # A changed digit makes another card that nobody else has; it shows when its owner plays it,
    # or, in SKYJO, when one card too many of its value has come up.
    "deal",
    # Where two moves of one seat follow each other, or the next move could be made in place of
    # the missing one, the first contradiction comes with a move after that.
    "drop",
    # The line was counted without the unfinished one, in which the file ends.
    "torn: the file ends inside a key",
}
"""The faults that need not show in the line where they were put, and why."""

SEEN_IN_NEXT_ROUND = {
    # Two players of SCOUT: the changed number is on the side of a card that nobody sees in this
    # round. But the next round deals the cards that this one did not, and so this one again.
    "0030-deal.yaml",
}


def files(kind: str) -> list[Path]:
    return sorted((FOLDER / kind).glob("*.yaml"))


def damaged() -> Iterator[pytest.ParameterSet]:
    index = (FOLDER / "damaged" / "INDEX.tsv").read_text(encoding="utf-8")
    for row in index.splitlines()[1:]:
        name, fault, line = row.split("\t")
        yield pytest.param(FOLDER / "damaged" / name, fault, int(line), id=name)


def named(path: Path) -> str:
    return path.name


def parts_of(path: Path) -> list[Part]:
    return list(read_files([str(path)]))


def errors_in(parts: list[Part]) -> list[Diagnostic]:
    return [
        diagnostic
        for part in parts
        for diagnostic in part.diagnostics
        if diagnostic.severity == "error"
    ]


@pytest.mark.parametrize("path", files("valid"), ids=named)
def test_a_right_match_is_right_and_verified(path: Path) -> None:
    parts = parts_of(path)
    found = [diagnostic for part in parts for diagnostic in part.diagnostics]
    assert {notice.code for notice in found} == NOTICES.get(path.name, set())
    assert all(notice.severity == "notice" for notice in found)
    assert len(parts) == MATCHES.get(f"{path.parent.name}/{path.name}", 1)
    audits = [part.audit for part in parts if part.audit is not None]
    assert len(audits) == len(parts)
    assert sum(audit.unverified for audit in audits) == UNVERIFIED.get(path.name, 0)
    assert sum(audit.verified for audit in audits) > 0 or path.name in UNVERIFIED


@pytest.mark.parametrize(("path", "fault", "line"), list(damaged()))
def test_a_damaged_match_is_refused_where_its_fault_is(path: Path, fault: str, line: int) -> None:
    parts = parts_of(path)
    errors = errors_in(parts)
    assert errors
    assert all(error.line and error.column and error.text is not None for error in errors)
    # The bomb has no players either, which its first line tells.
    first = errors[0].line if path.name != "hand-bomb.yaml" else errors[1].line
    assert first is not None
    if fault in SEEN_LATER:
        end = end_of_round(path, line)
        assert line <= first
        assert (first >= end) == (path.name in SEEN_IN_NEXT_ROUND)
        assert first < end_of_round(path, end)
    else:
        assert first == line
    assert sum(part.match is not None for part in parts) == MATCHES.get(
        f"{path.parent.name}/{path.name}", 1
    )


def end_of_round(path: Path, line: int) -> int:
    """The line behind the round that a line lies in, from 1."""
    lines = path.read_bytes().split(b"\n")
    for number, text in enumerate(lines[line:], line + 1):
        if re.match(rb"- |[a-z]|---", text):
            return number
    return len(lines) + 1


@pytest.mark.parametrize("folder", sorted({KEPT, FOLDER}), ids=str)
def test_every_damaged_file_is_in_the_index(folder: Path) -> None:
    index = (folder / "damaged" / "INDEX.tsv").read_text(encoding="utf-8")
    listed = {row.split("\t")[0] for row in index.splitlines()[1:]}
    assert listed == {path.name for path in (folder / "damaged").glob("*.yaml")}
    assert len(listed) >= 30


def test_of_three_joined_matches_only_the_second_is_at_fault() -> None:
    parts = parts_of(FOLDER / "damaged" / "hand-joined.yaml")
    assert [part.faulty for part in parts] == [False, True, False]
    assert [part.chunk.index for part in parts] == [1, 2, 3]


def test_the_parts_of_a_file_are_the_file() -> None:
    for path in [*files("valid"), *files("damaged")]:
        assert b"".join(part.chunk.raw for part in parts_of(path)) == path.read_bytes()


@pytest.mark.skipif(BESIDE is None, reason="the full set of reference matches is not there")
def test_those_that_are_kept_are_those_of_the_full_set() -> None:
    for path in KEPT.glob("*/*.yaml"):
        assert path.read_bytes() == (FOLDER / path.relative_to(KEPT)).read_bytes()
