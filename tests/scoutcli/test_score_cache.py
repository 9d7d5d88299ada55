"""What `scoutcli score` keeps of long files: it changes no figure, and only what is new is read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from notation.reader import Part, read_part
from notation.stream import Chunk
from scoutcli.scoring import cache, counting
from scoutcli.scoring.cache import Cache, Mark
from tests.scoutcli.program import DAMAGED, Done, Program, good
from tests.scoutcli.sheets import single

FIRST = good()
SECOND = good("0006.yaml")
SHEET = single("skyjo", ("Ann", 3), ("Bo", 9))
DIFFERS = (DAMAGED / "0067-score.yaml").read_text()


@pytest.fixture
def scoutcli(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Program:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    monkeypatch.setattr(cache, "LEAST_BYTES", 1)
    return Program(capfd, monkeypatch)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the matches that were read."""
    numbers: list[int] = []

    def noted(chunk: Chunk) -> Part:
        numbers.append(chunk.index)
        return read_part(chunk)

    monkeypatch.setattr(counting, "read_part", noted)
    return numbers


class Log:
    """A file that is scored with what is kept, and without."""

    def __init__(self, program: Program, path: Path, read: list[int]) -> None:
        self._program = program
        self.path = path
        self.read = read

    def score(self, *options: str) -> list[int]:
        """The matches that were read; what comes of it is the same as without what is kept."""
        self.read.clear()
        done = self._score(*options)
        numbers = list(self.read)
        assert done == self._score("--no-cache", *options)
        return numbers

    def _score(self, *options: str) -> Done:
        return self._program("score", "--only", "players", "--cross", *options, self.path)

    def append(self, *matches: str) -> None:
        with self.path.open("a") as file:
            file.writelines(matches)


@pytest.fixture
def log(scoutcli: Program, tmp_path: Path, read: list[int]) -> Log:
    path = tmp_path / "log.yaml"
    path.write_text(FIRST + SHEET + SECOND)
    return Log(scoutcli, path, read)


def test_a_log_that_only_grew_is_read_from_its_last_match_on(log: Log) -> None:
    assert log.score() == [1, 2, 3]
    assert log.score() == [3]
    log.append(FIRST, SHEET)
    assert log.score() == [3, 4, 5]
    assert log.score() == [5]


def test_the_last_match_may_still_grow(log: Log) -> None:
    whole = FIRST + SECOND
    cut = whole.rindex("- deal: |")
    log.path.write_text(whole[:cut])
    assert log.score() == [1, 2]
    log.append(whole[cut:], FIRST)
    assert log.score() == [2, 3]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("event: Reference", "event: Referenxe", 1),
        lambda text: text.replace("score: [3, 9]", "score: [4, 9]"),
        lambda text: text[len(FIRST) :],
        lambda text: SHEET + text,
        lambda text: text[: len(FIRST) + len(SHEET)] + "# a word\n" + text[-len(SECOND) :],
        lambda text: text[: len(FIRST) - 20],
        lambda text: text[:0],
    ],
)
def test_what_changed_is_read_anew(log: Log, change: Callable[[str], str]) -> None:
    log.score()
    before = log.path.read_text()
    log.path.write_text(change(before))
    log.append(SHEET, FIRST)
    assert log.path.read_text() != before
    assert log.score()[0] == 1


def test_what_differs_is_told_again_each_time(log: Log, scoutcli: Program) -> None:
    log.append(DIFFERS, FIRST)
    assert log.score() == [1, 2, 3, 4, 5]
    assert log.score() == [5]
    done = scoutcli("score", "--only", "players", "--cross", log.path)
    assert done.status == 1
    assert done.err.count("[wrong-score]") == 1
    done = scoutcli("score", "--only", "players", "--cross", "--strict", log.path)
    assert done.status == 1
    assert "all matches" not in done.out


def test_other_questions_have_answers_of_their_own(log: Log) -> None:
    log.score()
    assert log.score("--by", "seat") == [1, 2, 3]
    assert log.score("--where", "score > -100") == [1, 2, 3]
    assert log.score("--where", "score > -100") == [3]
    # What the head of a match tells needs no moves.
    assert log.score("--where", "game = skyjo") == [2]
    assert log.score("--where", "game = skyjo") == []
    assert log.score() == [3]


def test_a_damaged_cache_is_passed_over(log: Log, tmp_path: Path) -> None:
    log.score()
    (kept,) = (tmp_path / "kept" / "scoutcli" / "score").iterdir()
    whole = kept.read_bytes()
    for damaged in (
        b"", b"\0" * 100, b"[" * 100_000, whole[:-10], b'{"mark": 3}\n' + whole,
        whole.replace(b"SCOUT", b"SCOUR").replace(b'"matches":"1"', b'"matches":"2"'),
        whole.split(b"\n", 1)[0] + b"\n{}",
    ):  # fmt: skip
        kept.write_bytes(damaged)
        assert log.score() == ([1, 2, 3] if damaged != whole else [3])


def test_no_more_is_kept_than_there_is_room_for(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.score()
    folder = tmp_path / "kept" / "scoutcli" / "score"
    size = next(folder.iterdir()).stat().st_size
    monkeypatch.setattr(cache, "MOST_BYTES", 3 * size)
    for number in range(6):
        log.score("--where", f"players < {20 + number}")
        assert sum(each.stat().st_size for each in folder.iterdir()) <= 3 * size
    assert log.score("--where", "players < 25") == [3]  # the last one is there
    assert log.score() == [1, 2, 3]  # the first one is not


@pytest.mark.parametrize("home", ["/dev/null/nowhere", "relative"])
def test_without_a_folder_nothing_is_kept(
    log: Log, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", home)
    monkeypatch.setenv("HOME", "/dev/null")
    assert log.score() == [1, 2, 3]
    assert log.score() == [1, 2, 3]


def test_matches_that_are_listed_are_all_read(log: Log, scoutcli: Program, read: list[int]) -> None:
    log.score()
    for _ in range(2):
        read.clear()
        scoutcli("score", log.path)
        assert read == [1, 2, 3]


LENGTH = 20 * 64
"""Of a file whose blocks are of 64 bytes, of which 8 are compared."""


@settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(place=st.integers(0, LENGTH - 1), grown=st.booleans(), long=st.booleans())
def test_a_byte_that_changed_is_seen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: int, grown: bool, long: bool
) -> None:
    monkeypatch.setattr(cache, "BLOCK", 64)
    monkeypatch.setattr(cache, "MOST_BLOCKS", 8 if long else 20)
    path = tmp_path / "file"
    part = bytes(at % 251 for at in range(LENGTH))
    path.write_bytes(part + b"scoutcli: 1\n")
    store: Cache[object] = Cache(tmp_path / "kept", "about", lambda facts: facts)
    with path.open("rb") as stream:
        store.keep("file", stream, Mark(LENGTH, 9, 2), ["x"])
    with path.open("r+b") as stream:
        stream.seek(place)
        stream.write(b"\xff")
        if grown:
            stream.seek(0, 2)
            stream.write(b"more")
    os.utime(path, ns=(1, 1))
    with path.open("rb") as stream:
        kept = store.find("file", stream)
        where = stream.tell()
    blocks = {at * (LENGTH - 64) // 7 for at in range(8)}
    compared = not long or any(start <= place < start + 64 for start in blocks)
    if compared or not grown:  # of a long one that did not grow the time tells it
        assert kept is None
        assert where == 0
    else:
        assert kept is not None
        assert where == LENGTH
