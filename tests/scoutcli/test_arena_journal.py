"""The match file of a run: what is played is in it, and what is in it is played."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import games
from games.errors import RuleError
from notation.reader import read_files
from tests import toy
from tests.record import fast_disk
from tests.scoutcli.program import ROOT
from tests.scoutcli.runs import Plan

RUN = Plan()
MIXED = Plan(given_up=(1,), faulty=(1, 2))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.yaml"


@pytest.fixture
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_disk(monkeypatch)


def records_in(path: Path) -> list[str]:
    """The records of a file, sorted."""
    head, *records = path.read_text().split("---\n")
    assert not head.strip()
    return sorted(f"---\n{record}" for record in records)


def told(plan: Plan, path: Path) -> list[str]:
    """What a journal has to tell of a file that it does not change, without the file's name."""
    before = path.read_bytes()
    notices: list[str] = []
    plan.open(path, notices).close()
    assert path.read_bytes() == before
    return [notice.replace(str(path), "FILE") for notice in notices]


def faults_of(path: Path) -> list[str]:
    """The codes of all errors in a file."""
    return [
        fault.code
        for part in read_files([str(path)])
        for fault in part.diagnostics
        if fault.severity == "error"
    ]


# What is played


@pytest.mark.parametrize("size", [1, 2, 100])
@pytest.mark.parametrize("plan", [RUN, MIXED, Plan(game="skyjo", versions=("greedy 1", None))])
def test_what_was_appended_is_played(plan: Plan, size: int, path: Path) -> None:
    records = plan.records()
    with plan.open(path) as journal:
        assert not journal.played
        for start in range(0, len(records), size):
            journal.append(records[start : start + size])
    assert path.read_text() == "".join(records)
    assert not faults_of(path)
    notices: list[str] = []
    with plan.open(path, notices) as journal:
        assert journal.played == plan.outcomes()
    assert not notices


def test_a_third_game_has_a_journal_too(path: Path) -> None:
    with toy.known():
        plan = Plan(game="toy", bots=("random", "random"), given_up=(2,))
        path.write_text("".join(plan.records()))
        with plan.open(path) as journal:
            assert journal.played == plan.outcomes()


def test_records_need_not_be_as_a_run_writes_them(path: Path) -> None:
    """A person may have looked into the file, and an editor have written it."""
    first, second, third, fourth = MIXED.records()
    first = "\ufeff" + first.replace("\n", "\r\n")
    second = second.replace("game: scout\n", "game: scout # two players\nsite: Paris\n")
    third = third.replace("- name: Ada\n", '- {bot: "greedy 1", name: Ada}\n').replace(
        "  bot: greedy 1\n- name: Bo", "- name: Bo"
    )
    fourth += "\n# That was all.\n---\n# Really.\n"
    path.write_bytes(f"{first}{second}{third}{fourth}".encode())
    with MIXED.open(path) as journal:
        assert journal.played == MIXED.outcomes()


def test_rules_are_the_same_however_they_are_said(path: Path) -> None:
    plain = Plan(game="skyjo", options=(("rounds", "2"),))
    option = games.get("skyjo").options[-1]
    said = plain.records()[0].replace(
        "  rounds: 2\n", f"  rounds: 2\n  {option.name}: {option.default}\n"
    )
    assert said != plain.records()[0]
    path.write_text(said)
    with plain.open(path) as journal:
        assert list(journal.played) == ["table 1 deal 1 seating 1"]


def test_a_match_that_is_there_twice_counts_once(path: Path) -> None:
    first, second, *others = RUN.records()
    path.write_text(first + second + first)
    assert told(RUN, path) == [
        "FILE has table 1 deal 1 seating 1 more than once; the first record counts"
    ]
    path.write_text("".join([first, second, *others, second, first, second]))
    assert told(RUN, path) == [
        "FILE has table 1 deal 1 seating 2 and 2 others more than once; the first record counts"
    ]
    with RUN.open(path) as journal:
        assert journal.played == RUN.outcomes()


def test_the_first_of_two_records_counts(path: Path) -> None:
    other = replace(RUN, bots=("random", "greedy"))  # who play under the same names
    pairing = RUN.pairings()[0]
    assert other.played(pairing) != RUN.played(pairing)
    path.write_text(other.played(pairing)[0] + RUN.played(pairing)[0])
    with RUN.open(path) as journal:
        assert journal.played == other.outcomes([pairing])


# What is not of this run


@pytest.mark.parametrize(
    "other",
    [
        replace(RUN, names=("Ada", "Cy")),
        replace(RUN, names=("Bo", "Ada")),
        replace(RUN, versions=("greedy 2", "random 1")),
        replace(RUN, versions=("greedy 1", None)),
        replace(RUN, seed="coffee"),
        replace(RUN, algorithm="urn 1"),
        replace(RUN, options=(("rounds", "2"),)),
        replace(RUN, options=(("rounds", "1"), ("turn_limit", "60"))),
        replace(RUN, game="skyjo"),
    ],
    ids=str,
)
def test_matches_of_another_run_are_left_as_they_are(other: Plan, path: Path) -> None:
    path.write_text(other.records()[0])
    assert told(RUN, path) == ["1 other match in FILE is left as it is"]
    theirs, ours = other.records(), RUN.records()
    path.write_text("".join([theirs[0], ours[1], *theirs[1:], ours[3]]))
    assert told(RUN, path) == ["4 other matches in FILE are left as they are"]
    with RUN.open(path) as journal:
        assert journal.played == RUN.outcomes([RUN.pairings()[1], RUN.pairings()[3]])
        journal.append([ours[0], ours[2]])
    assert records_in(path) == sorted(theirs + ours)


def test_the_name_of_a_program_is_not_known_before(path: Path) -> None:
    path.write_text("".join(RUN.records()))
    plan = replace(RUN, versions=("greedy 1", None))
    with plan.open(path) as journal:
        assert journal.played == RUN.outcomes()


def test_deals_beyond_the_plan_are_left_as_they_are(path: Path) -> None:
    path.write_text("".join(RUN.records()))
    shorter = replace(RUN, deals=1)
    assert told(shorter, path) == ["2 other matches in FILE are left as they are"]


def test_matches_of_people_are_left_as_they_are(path: Path) -> None:
    people = (ROOT / "examples" / "matches" / "match.yaml").read_text()
    text = people + RUN.records()[0] + people.rstrip("\n")
    path.write_text(text)
    assert told(RUN, path) == ["2 other matches in FILE are left as they are"]
    with RUN.open(path) as journal:
        journal.append(RUN.records()[1:])
    assert path.read_text() == "\n".join([text, *RUN.records()[1:2]]) + "".join(RUN.records()[2:])
    with RUN.open(path) as journal:
        assert journal.played == RUN.outcomes()


@pytest.mark.parametrize("at", [1, 3])
def test_a_record_with_an_error_does_not_count(at: int, path: Path) -> None:
    records = RUN.records()
    good = records[at]
    records[at] = re.sub(r"total: \[(-?\d+)", lambda found: f"total: [{int(found[1]) + 1}", good)
    path.write_text("".join(records))
    pairing = RUN.pairings()[at]
    (notice,) = told(RUN, path)
    assert notice == (
        f"FILE has errors in match {at + 1} ({pairing}: wrong-total); "
        "such a record stays as it is, and its match is played again"
    )
    with RUN.open(path) as journal:
        assert str(pairing) not in journal.played
        assert len(journal.played) == 3
        journal.append([good])
    with RUN.open(path) as journal:
        assert journal.played == RUN.outcomes()


def test_damage_costs_no_more_than_its_own_match(path: Path) -> None:
    data = "".join(RUN.records()).encode()
    size = len(RUN.records()[0])
    path.write_bytes(data[: size + 400] + b"\xff\0\n\x1b[2J" + data[size + 410 :])
    with RUN.open(path) as journal:
        assert journal.played == RUN.outcomes([RUN.pairings()[at] for at in (0, 2, 3)])


# A run that was killed


@pytest.mark.usefixtures("_fast")
def test_a_run_goes_on_after_any_byte(path: Path) -> None:
    pairings = MIXED.pairings()
    ends = [0]
    for record in MIXED.records():
        ends.append(ends[-1] + len(record.encode()))
    whole = "".join(MIXED.records()).encode()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        notices: list[str] = []
        there = sum(end <= size for end in ends) - 1
        with MIXED.open(path, notices) as journal:
            assert journal.played == MIXED.outcomes(pairings[:there])
            missing = [pairing for pairing in pairings if str(pairing) not in journal.played]
            journal.append([MIXED.played(pairing)[0] for pairing in reversed(missing)])
        assert records_in(path) == sorted(MIXED.records())
        lost = size - ends[there]
        if lost:
            named = whole.index(b"rounds:\n", ends[there]) <= size
            torn = pairings[there] if named else "a record"
            what = "1 byte is" if lost == 1 else f"{lost} bytes are"
            assert notices == [f"{path} ended in the middle of {torn}; {what} cut off"]
        else:
            assert not notices


@pytest.mark.usefixtures("_fast")
def test_a_run_goes_on_after_the_power_failed(path: Path) -> None:
    """A file system may have made the file longer before it wrote what belongs there."""
    whole = "".join(RUN.records()).encode()
    third = len("".join(RUN.records()[:2]).encode())
    for size in range(third, len(whole) - len(RUN.records()[-1]), 7):
        path.write_bytes(whole[:size].ljust(size + 4096, b"\0"))
        with RUN.open(path) as journal:
            assert journal.played == RUN.outcomes(RUN.pairings()[:2])
            journal.append(RUN.records()[2:])
        assert path.read_bytes() == whole


def test_the_torn_record_of_another_run_is_cut_off_too(path: Path) -> None:
    theirs = replace(RUN, seed="coffee").records()
    path.write_text(theirs[0] + theirs[1][:-3])
    notices: list[str] = []
    RUN.open(path, notices).close()
    assert path.read_text() == theirs[0]
    size = len(theirs[1]) - 3
    assert notices == [
        f"{path} ended in the middle of table 1 deal 1 seating 2; {size} bytes are cut off",
        f"1 other match in {path} is left as it is",
    ]


IN_PLAY = (ROOT / "examples" / "matches" / "unfinished.yaml").read_text()
PREPARED = "---\nscoutcli: 1\ngame: scout\nplayers:\n- name: Ada\n- name: Bo\n"


@pytest.mark.parametrize("text", [IN_PLAY, IN_PLAY[:-1], IN_PLAY[:-2], IN_PLAY[:-99], PREPARED])
@pytest.mark.parametrize("records", [0, 1])
def test_no_match_in_play_is_cut_or_written_behind(records: int, text: str, path: Path) -> None:
    before = "".join(RUN.records()[:records]) + text
    path.write_text(before)
    with pytest.raises(RuleError) as caught:
        RUN.open(path)
    assert caught.value.code == "match-unfinished"
    assert path.read_text() == before


@pytest.mark.parametrize(
    "data",
    [
        b"Ada owes Bo 3 points.\n",
        b"- Ada\n- Bo\n",
        b"-x",
        b"---- notes ----\n",
        b"---\ntitle: A blog\n---\n\nscoutcli is fun.\n",
        b"---\nservices:\n  web: {image: x}\n",
        b"---\nscoutcli: 1\ngame: chess\nevent: Cup\n",
        b"# A comment is no match.\n",
        b"\x7fELF\x02\x01\x01\0\0\0",
        b"\0\0\0\0x",
        "---\nscoutcli: 1\n".encode("utf-16"),
        b"name,points\nAda,3\n" * 100_000,
    ],
    ids=lambda data: repr(data[:20]),
)
def test_a_file_of_something_else_is_refused(data: bytes, path: Path) -> None:
    path.write_bytes(data)
    with pytest.raises(RuleError) as caught:
        RUN.open(path)
    assert caught.value.code == "not-a-match-file"
    assert str(path) in caught.value.message
    assert path.read_bytes() == data


def test_a_text_with_a_match_in_it_is_refused(path: Path) -> None:
    path.write_text(f"How a record looks:\n\n{RUN.records()[0]}")
    with pytest.raises(RuleError) as caught:
        RUN.open(path)
    assert caught.value.code == "not-a-match-file"


@pytest.mark.parametrize("data", [b"", b"\n", b" \n\n"])
def test_an_empty_file_is_a_new_one(data: bytes, path: Path) -> None:
    path.write_bytes(data)
    assert not told(RUN, path)


# The disk


def test_what_was_appended_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[str, int]] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        about = os.fstat(handle)
        synced.append(("folder" if stat.S_ISDIR(about.st_mode) else "file", about.st_size))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    sizes = [len(record) for record in RUN.records()]
    with RUN.open(path) as journal:
        assert [what for what, _ in synced] == ["folder"]
        synced.clear()
        journal.append(RUN.records()[:2])
        assert synced == [("file", sum(sizes[:2]))]
        journal.append(RUN.records()[2:3], sync=False)
        assert len(synced) == 1
        journal.sync()
        assert synced[1:] == [("file", sum(sizes[:3]))]
        journal.append([])
        assert len(synced) == 2


def test_two_runs_do_not_write_to_one_file(path: Path) -> None:
    with RUN.open(path):
        with pytest.raises(RuleError) as caught:
            RUN.open(path)
        assert caught.value.code == "match-in-use"
        assert caught.value.message == f"{path} is being written to by another run"
    RUN.open(path).close()


FULL = """
import resource, sys
from pathlib import Path
from tests.scoutcli.runs import Plan

plan, path = Plan(), Path(sys.argv[1])
with plan.open(path) as journal:
    journal.append(plan.records()[:1])
    limit = path.stat().st_size + 700  # in the middle of the second of two records
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        journal.append(plan.records()[1:3])
    except OSError as error:
        print(error)
    print(path.stat().st_size)
"""


def test_a_full_disk_leaves_the_file_whole(path: Path) -> None:
    first, second, third, *_ = (len(record) for record in RUN.records())
    assert second < 700 < second + third
    done = subprocess.run(
        [sys.executable, "-c", FULL, path], capture_output=True, text=True, cwd=ROOT, timeout=60,
        check=True,
    )  # fmt: skip
    assert done.stdout == f"[Errno {errno.EFBIG}] File too large: '{path}'\n{first}\n"
    with RUN.open(path) as journal:
        assert journal.played == RUN.outcomes(RUN.pairings()[:1])
        journal.append(RUN.records()[1:])
    assert path.read_text() == "".join(RUN.records())


@pytest.mark.parametrize("error", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()])
def test_what_may_not_be_on_the_disk_is_not_in_the_file(
    error: BaseException, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RUN.open(path) as journal:
        journal.append(RUN.records()[:1])
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(error))
            with pytest.raises(type(error)) as caught:
                journal.append(RUN.records()[1:2])
        assert isinstance(error, KeyboardInterrupt) or str(path) in str(caught.value)
        assert path.read_text() == RUN.records()[0]
        journal.append(RUN.records()[1:])
    assert path.read_text() == "".join(RUN.records())


def test_a_file_that_was_removed_is_not_written_to(path: Path) -> None:
    with RUN.open(path) as journal:
        path.unlink()
        with pytest.raises(FileNotFoundError, match=r"removed during the run: .*run\.yaml"):
            journal.append(RUN.records())


def test_folders_and_devices_are_no_match_files(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        RUN.open(tmp_path)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (Path("/dev/full"), fifo):
        with pytest.raises(RuleError, match=f"{path} is no ordinary file") as caught:
            RUN.open(path)
        assert caught.value.code == "not-a-match-file"


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").touch()
    for name in ("loop", "none/run.yaml", "file/run.yaml", "x" * 300):
        with pytest.raises(OSError, match=name):
            RUN.open(tmp_path / name)


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is open to root")
def test_a_file_that_may_not_be_written_is_named(path: Path) -> None:
    for mode in (0o000, 0o400, 0o200):
        path.touch()
        path.chmod(mode)
        with pytest.raises(PermissionError, match=str(path)):
            RUN.open(path)


def test_a_link_leads_to_the_file(tmp_path: Path, path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(path)
    for records in (RUN.records()[:2], RUN.records()[2:]):
        with RUN.open(link) as journal:
            journal.append(records)
    assert link.is_symlink()
    assert path.read_text() == "".join(RUN.records())


def test_names_do_not_reach_the_terminal_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2Jb"
    path.write_text("hello")
    with pytest.raises(RuleError) as caught:
        RUN.open(path)
    assert caught.value.message.isprintable()
    path.write_text(RUN.records()[0][:-1])
    notices: list[str] = []
    RUN.open(path, notices).close()
    assert len(notices) == 1
    assert notices[0].isprintable()
