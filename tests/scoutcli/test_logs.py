"""`scoutcli filter, split, merge, sort, dedupe, stats`: no match changes, and none is lost."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import games
from notation import codec
from notation.stream import LIMIT, chunks
from scoutcli.commands.merge import BLOCK
from scoutcli.logs.split import Splitter
from tests import toy
from tests.scoutcli.program import DAMAGED, ROOT, VALID, Program, good
from tests.test_third_game import MATCH as TOY

SAMPLES = ROOT / "examples" / "matches"
SKYJO = (SAMPLES / "skyjo.yaml").read_text(encoding="utf-8")
MANY = sorted(VALID.glob("*.yaml"))


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


def sheet(
    number: int = 1,
    *,
    date: str = "",
    event: str = "",
    names: str = "Ann Bo",
    game: str = "skyjo",
    scores: str = "[10, 3]",
) -> str:
    """A small score sheet; the number makes it another one."""
    said = "".join(
        f"{key}: {value}\n" for key, value in (("event", event), ("date", f'"{date}"')) if value
    ).replace('date: ""\n', "")
    players = "".join(f"- name: {name}\n" for name in names.split())
    return (
        f"---\nscoutcli: 1\ngame: {game}\n{said}players:\n{players}rounds:\n- score: {scores}\n"
        f"x-number: {number}\n"
    )


def numbers(data: str | bytes) -> list[int]:
    """Which sheets there are, in their order."""
    text = data if isinstance(data, str) else data.decode()
    return [int(number) for number in re.findall(r"^x-number: (\d+)$", text, re.MULTILINE)]


def write(path: Path, *texts: str) -> Path:
    path.write_bytes("".join(texts).encode())
    return path


def matches_in(data: bytes) -> list[bytes]:
    return [chunk.raw for chunk in chunks(io.BytesIO(data), "a") if chunk.index]


# filter


def test_the_matches_asked_for_come_out_to_the_byte(scoutcli: Program, tmp_path: Path) -> None:
    wanted, other = good("scout-2.yaml"), SKYJO
    log = write(tmp_path / "log.yaml", wanted, "# between\n", other, wanted)
    done = scoutcli("filter", "--where", "game = scout", log)
    assert done == (0, f"{wanted}# between\n{wanted}", "")
    assert scoutcli("filter", "-v", "--where", "game = scout", log).out == other
    assert scoutcli("filter", "--count", "--where", "game = scout", log).out == "2\n"
    assert scoutcli("filter", "--count", log).out == "3\n"
    assert scoutcli("filter", "-", typed=other).out == other


@pytest.mark.parametrize("where", ["game = scout", "score > 30", "status = faulty"])
def test_what_is_written_and_the_rest_are_the_log(
    where: str, scoutcli: Program, tmp_path: Path
) -> None:
    paths = [*MANY, *sorted(DAMAGED.glob("*.yaml"))]
    out, rest = tmp_path / "out.yaml", tmp_path / "rest.yaml"
    done = scoutcli("filter", "--where", where, "-o", out, "--rest", rest, *paths)
    assert done.status == 1  # some are no match, and that is said
    assert "hand-utf16.yaml:1:1: error: this is UTF-16" in done.err
    both = out.read_bytes() + rest.read_bytes()
    parts = [chunk.raw for path in paths for chunk in chunks(io.BytesIO(path.read_bytes()), "a")]
    for raw in parts:
        assert raw in both
    added = len(both) - sum(map(len, parts))
    assert 0 <= added <= sum(not raw.endswith(b"\n") for raw in parts)


def test_points_are_those_of_the_moves(scoutcli: Program, tmp_path: Path) -> None:
    text = good("scout-2.yaml")
    (total,) = re.findall(r"^total: \[(-?\d+), (-?\d+)\]$", text, re.MULTILINE)
    wrong = text.replace(f"total: [{total[0]}, {total[1]}]", "total: [900, 901]")
    log = write(tmp_path / "log.yaml", wrong)
    assert scoutcli("filter", "--count", "--where", "score > 800", log).out == "0\n"
    assert scoutcli("filter", "--count", "--where", f"score = {total[0]}", log).out == "1\n"
    assert scoutcli("filter", "--count", "--where", "status = faulty", log) == (0, "0\n", "")


def test_matches_at_fault_have_no_points_and_that_is_said(
    scoutcli: Program, tmp_path: Path
) -> None:
    text = good("scout-2.yaml").replace("  moves: |\n    1.K", "  moves: |\n    1.S1:9", 1)
    log = write(tmp_path / "log.yaml", text, text)
    done = scoutcli("filter", "--count", "--where", "score > -1000", log)
    assert done.out == "0\n"
    assert "2 matches with an error" in done.err
    assert scoutcli("filter", "--where", "status = faulty", log).out == text + text
    assert scoutcli("filter", "--where", "game = scout", log) == (0, text + text, "")


def test_several_processes_answer_the_same(scoutcli: Program, tmp_path: Path) -> None:
    log = tmp_path / "log.yaml"
    log.write_bytes(b"".join(path.read_bytes() for path in MANY) * 20)
    one = scoutcli("filter", "--where", "place = 2 and score > 0", log)
    two = scoutcli("filter", "--jobs", "2", "--where", "place = 2 and score > 0", log)
    assert one == two
    assert 0 < len(one.out) < log.stat().st_size


def test_a_wrong_expression_is_wrong_usage(scoutcli: Program) -> None:
    done = scoutcli("filter", "--where", "playr = Ann", "x.yaml")
    assert done.status == 2
    assert done.out == ""
    assert done.err.endswith(
        "there is no field 'playr'; did you mean player? (column 1)\n    playr = Ann\n    ^~~~~\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["filter", "--count", "-o", "out"], "--count writes no matches"),
        (["filter", "-v"], "--invert is the contrary of --where"),
        (["filter", "-o", "a", "--rest", "a"], "--rest is the output itself"),
        (["filter", "-o", "a", "--rest", "./a"], "--rest is the output itself"),
        (["filter", "--rest", "-"], "--rest is the output itself"),
        (["dedupe", "--list", "-o", "out"], "--list writes no matches"),
        (["split", "--into", "d"], "one of --by, --every and --size"),
        (["split", "--into", "d", "--by", "game", "--every", "3"], "one of --by"),
        (["split", "--into", "d", "--by", "gme"], "'gme' is no key; did you mean game?"),
        (["sort", "--by", "player"], "'player' is no key; did you mean players?"),
        (["sort", "--by", "date,"], "'' is no key; there is game"),
        (["stats", "--by", "score"], "is no key"),
        (["merge", *["a"] * 201], "at most 200 files"),
    ],
)
def test_what_does_not_go_together_is_said(
    words: list[str], message: str, scoutcli: Program, tmp_path: Path
) -> None:
    path = write(tmp_path / "a.yaml", sheet())
    done = scoutcli(*words, path)
    assert done.status == 2
    assert message in done.err
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["filter", "sort", "merge", "dedupe"])
def test_what_is_no_match_is_told_and_kept_apart(
    name: str, scoutcli: Program, tmp_path: Path
) -> None:
    log = write(tmp_path / "log.yaml", "dear diary\n", sheet(1))
    moves = write(tmp_path / "moves.yaml", "1.K 2.F 3.F 4.F\n")
    empty = write(tmp_path / "empty.yaml", "# nothing yet\n")
    rest = tmp_path / "rest"
    done = scoutcli(name, "--rest", rest, log, moves, empty, tmp_path / "none.yaml")
    assert done.status == 1
    assert done.out == sheet(1)
    errors = [line for line in done.err.splitlines() if ": error: " in line]
    assert [re.sub(r"^.*?(\w+\.yaml[:\d]*): error: .*\[(.*)\].*", r"\1 \2", e) for e in errors] == [
        "log.yaml:1:1 text-outside-match",
        "moves.yaml:1:1 text-outside-match",
        "empty.yaml:1:1 no-match",
        "none.yaml unreadable-file",
    ]
    assert rest.read_text() == "dear diary\n1.K 2.F 3.F 4.F\n# nothing yet\n"


def test_a_match_that_is_too_long_is_kept_in_one_piece(scoutcli: Program, tmp_path: Path) -> None:
    long = sheet(1) + "# " + "x" * (LIMIT + 10) + "\n"
    log = write(tmp_path / "log.yaml", sheet(2), long, sheet(3))
    rest = tmp_path / "rest"
    done = scoutcli("sort", "--rest", rest, log)
    assert (done.status, numbers(done.out)) == (1, [2, 3])
    assert done.err.count("error") == 1 and "match-too-long" in done.err
    assert rest.read_text() == long


def test_a_match_without_its_last_line_end_is_not_joined_with_the_next(
    scoutcli: Program, tmp_path: Path
) -> None:
    torn = good("scout-2.yaml")[:700].rstrip()
    log = write(tmp_path / "a.yaml", torn)
    done = scoutcli("filter", log, log)
    assert done.out == f"{torn}\n{torn}"
    assert len(matches_in(done.out.encode())) == 2


def test_nothing_is_there_before_all_of_it_is(scoutcli: Program, tmp_path: Path) -> None:
    log = write(tmp_path / "log.yaml", sheet(2), sheet(1))
    done = scoutcli("filter", "-o", tmp_path / "none" / "out.yaml", log)
    assert done.status == 2
    assert "No such file" in done.err
    assert scoutcli("sort", "-o", log, log).status == 0  # the file itself
    assert numbers(log.read_text()) == [2, 1]
    assert scoutcli("filter", "-w", "event = x", "-o", log, log).status == 0
    assert log.read_bytes() == b""


def test_a_file_in_which_somebody_plays_is_not_replaced(scoutcli: Program, tmp_path: Path) -> None:
    log = write(tmp_path / "log.yaml", sheet(1))
    with log.open("rb") as played:
        fcntl.flock(played, fcntl.LOCK_EX)
        done = scoutcli("filter", "-w", "game = scout", "-o", log, log)
    assert done.status == 1
    assert "is being played already [match-in-use]" in done.err
    assert log.read_text() == sheet(1)


# split


def files_in(folder: Path) -> dict[str, list[int]]:
    return {path.name: numbers(path.read_bytes()) for path in sorted(folder.iterdir())}


def test_a_file_for_each_value(scoutcli: Program, tmp_path: Path) -> None:
    log = write(
        tmp_path / "log.yaml",
        sheet(1, date="2026-10-30", event="Open"),
        sheet(2, date="2026-11-01", event="Open"),
        sheet(3, event="../../etc/passwd"),
        sheet(4, date="2026-11-30", event="none"),
    )
    into = tmp_path / "a" / "b"
    done = scoutcli("split", "--by", "month", "--into", into, log)
    assert done.status == 0
    assert files_in(into) == {"2026-10.yaml": [1], "2026-11.yaml": [2, 4], "none.yaml": [3]}
    assert done.out.splitlines() == [
        str(into / name) for name in ("2026-10.yaml", "2026-11.yaml", "none.yaml")
    ]
    assert scoutcli("split", "--by", "event,year", "--into", tmp_path / "c", log).status == 0
    found = files_in(tmp_path / "c")
    assert found["Open_2026.yaml"] == [1, 2]
    assert found["etc-passwd_none.yaml"] == [3]
    (other,) = found.keys() - {"Open_2026.yaml", "etc-passwd_none.yaml"}
    assert re.fullmatch("none_2026-[0-9a-f]{12}.yaml", other)
    assert found[other] == [4]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "c", "log.yaml"]


def test_a_match_goes_to_every_player_once(scoutcli: Program, tmp_path: Path) -> None:
    log = write(
        tmp_path / "log.yaml",
        sheet(1, names="Ann Bo"),
        sheet(2, names="Bo Bo"),
        sheet(3, names="A B"),
    )
    assert scoutcli("split", "--by", "player", "--into", tmp_path / "d", log).status == 0
    assert files_in(tmp_path / "d") == {
        "A.yaml": [3], "Ann.yaml": [1], "B.yaml": [3], "Bo.yaml": [1, 2],
    }  # fmt: skip


def test_files_of_so_many_matches_or_bytes(scoutcli: Program, tmp_path: Path) -> None:
    log = write(tmp_path / "log.yaml", *map(sheet, range(1, 8)))
    assert scoutcli("split", "--every", "3", "--into", tmp_path / "d", log).status == 0
    assert files_in(tmp_path / "d") == {
        "0001.yaml": [1, 2, 3], "0002.yaml": [4, 5, 6], "0003.yaml": [7],
    }  # fmt: skip
    comment = "# " + "x" * 399_998 + "\n"
    log = write(tmp_path / "long.yaml", *(sheet(at) + comment for at in range(1, 6)))
    assert scoutcli("split", "--size", "1", "--into", tmp_path / "e", log).status == 0
    assert files_in(tmp_path / "e") == {
        "0001.yaml": [1, 2], "0002.yaml": [3, 4], "0003.yaml": [5],
    }  # fmt: skip


def test_no_file_is_replaced_unasked_and_nothing_is_left(scoutcli: Program, tmp_path: Path) -> None:
    log = write(tmp_path / "log.yaml", sheet(1, event="New"), sheet(2, event="Old"))
    folder = tmp_path / "d"
    folder.mkdir()
    old = write(folder / "Old.yaml", "mine\n")
    done = scoutcli("split", "--by", "event", "--into", folder, log)
    assert done.status == 1
    assert "Old.yaml is there already; nothing was written (--force" in done.err
    assert list(folder.iterdir()) == [old]
    assert old.read_text() == "mine\n"
    assert scoutcli("split", "--by", "event", "--force", "--into", folder, log).status == 0
    assert files_in(folder) == {"New.yaml": [1], "Old.yaml": [2]}


def test_what_is_no_match_has_a_file_of_its_own(scoutcli: Program, tmp_path: Path) -> None:
    log = write(tmp_path / "log.yaml", "dear diary\n", sheet(1, event="rest"))
    done = scoutcli("split", "--by", "event", "--into", tmp_path / "d", log)
    assert done.status == 1
    assert (tmp_path / "d" / "rest.yaml").read_text() == "dear diary\n"
    assert sorted(map(len, files_in(tmp_path / "d").values())) == [0, 1]


def test_not_more_files_than_anybody_can_want(
    scoutcli: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoutcli.logs.split.MOST_FILES", 3)
    log = write(tmp_path / "log.yaml", *map(sheet, range(1, 5)))
    done = scoutcli("split", "--every", "1", "--into", tmp_path / "d", log)
    assert done.status == 1
    assert "more than 3 files would be made; nothing was written" in done.err
    assert list((tmp_path / "d").iterdir()) == []


def test_what_does_not_fit_into_memory_goes_to_the_files_bit_by_bit(tmp_path: Path) -> None:
    with Splitter(tmp_path / "d", buffer=100) as splitter:
        for at in range(50):
            splitter.put(f"{at % 3}.yaml", sheet(at).encode().rstrip())
        splitter.commit()
    assert files_in(tmp_path / "d") == {f"{at}.yaml": list(range(at, 50, 3)) for at in range(3)}


def test_an_error_on_the_way_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> None:
        with Splitter(tmp_path / "d", buffer=1) as splitter:
            splitter.put("a.yaml", b"---\n")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert list((tmp_path / "d").iterdir()) == []


# sort and merge

DAYS = [f"2026-{month:02}-{day:02}" for month in (9, 10) for day in (1, 2, 30)] + [""]


def days_in_order(days: list[str]) -> list[int]:
    """The numbers of matches on these days (from 1) in order, those without a day at the end."""
    return [at + 1 for at in sorted(range(len(days)), key=lambda at: days[at] or "9999")]


def test_matches_are_put_in_order_and_equals_stay(scoutcli: Program, tmp_path: Path) -> None:
    dice = random.Random(1)
    days = dice.choices(DAYS, k=40)
    texts = [sheet(at, date=day) for at, day in enumerate(days, 1)]
    a = write(tmp_path / "a.yaml", *texts[:25])
    b = write(tmp_path / "b.yaml", *texts[25:])
    done = scoutcli("sort", a, b)
    assert done.status == 0
    assert numbers(done.out) == days_in_order(days)
    assert sorted(matches_in(done.out.encode())) == sorted(text.encode() for text in texts)
    back = scoutcli("sort", "--reverse", a, b)
    assert [days[at - 1] for at in numbers(back.out)] == sorted(
        days, key=lambda day: day or "9999", reverse=True
    )


def test_numbers_in_texts_count_as_numbers(scoutcli: Program, tmp_path: Path) -> None:
    log = write(
        tmp_path / "log.yaml",
        sheet(1, event="round 10", date="2026-01-01"),
        sheet(2, event="Round 9", date="2026-01-02"),
        sheet(3, event="round 9", date="2026-01-01"),
    )
    assert numbers(scoutcli("sort", "--by", "event,date", log).out) == [3, 2, 1]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.sampled_from(DAYS), max_size=5), min_size=1, max_size=4))
def test_files_in_order_are_merged_as_they_would_be_sorted(
    scoutcli: Program, tmp_path_factory: pytest.TempPathFactory, files: list[list[str]]
) -> None:
    folder = tmp_path_factory.mktemp("files")
    paths, number = [], 0
    for at, days in enumerate(files):
        texts = []
        for day in sorted(days, key=lambda day: day or "9999"):
            number += 1
            texts.append(sheet(number, date=day))
        paths.append(write(folder / f"{at}.yaml", *texts, *([] if texts else [sheet(0)])))
    done = scoutcli("merge", *paths)
    assert (done.status, done.err) == (0, "")
    assert done.out == scoutcli("sort", *paths).out


def test_the_standard_input_is_there_once_however_often_it_is_named(
    scoutcli: Program, tmp_path: Path
) -> None:
    """Read side by side, two of it would tear matches: it is longer than what is read at a time."""
    long = "".join(sheet(number, date="2026-01-04") for number in range(1500))
    assert len(long) > 2 * BLOCK
    a = write(tmp_path / "a.yaml", sheet(1600, date="2026-01-03"), sheet(1601, date="2026-01-05"))
    done = scoutcli("merge", "-", a, "-", typed=long)
    assert numbers(done.out) == [1600, *range(1500), 1601]
    assert done.status == 1
    assert done.err.startswith("-:1:1: error: there is no match in this file")
    assert done.err.count("\n") == 1
    assert done == scoutcli("sort", "-", a, "-", typed=long)


def test_what_is_not_in_order_is_told_and_written_all_the_same(
    scoutcli: Program, tmp_path: Path
) -> None:
    a = write(tmp_path / "a.yaml", sheet(1, date="2026-01-05"), sheet(2, date="2026-01-03"))
    b = write(tmp_path / "b.yaml", sheet(3, date="2026-01-04"))
    done = scoutcli("merge", a, b)
    assert done.status == 1
    line = sheet(1, date="2026-01-05").count("\n") + 1
    assert done.err.startswith(f"{a}:{line}: error: by date, match 2 belongs before the one above")
    assert sorted(numbers(done.out)) == [1, 2, 3]
    assert scoutcli("merge", "--reverse", a).status == 0


# dedupe


def test_the_first_of_those_that_are_the_same_stays(scoutcli: Program, tmp_path: Path) -> None:
    text = good("scout-2.yaml")
    same = text.replace("\n    2.", "\n    {again} 2.").replace("name: ", "name: The ")
    assert same != text
    other = SKYJO
    a = write(tmp_path / "a.yaml", text, sheet(1))
    b = write(tmp_path / "b.yaml", other, same, sheet(2, names="Ann Cy"), sheet(3))
    rest = tmp_path / "rest"
    done = scoutcli("dedupe", "--rest", rest, a, b)
    assert done.status == 0
    assert done.out == text + sheet(1) + other + sheet(2, names="Ann Cy")
    assert done.err == "6 matches, 2 of them again\n"
    assert rest.read_text() == same + sheet(3)
    listed = scoutcli("dedupe", "--list", a, b)
    line = other.count("\n") + 1
    after = line + same.count("\n") + sheet().count("\n")
    assert listed.out.splitlines() == [
        f"{b}:{line}: match 2 is the same as match 1 of {a}",
        f"{b}:{after}: match 4 is the same as match 2 of {a}",
    ]
    assert scoutcli("dedupe", "--jobs", "2", a, b).out == done.out


def test_a_match_at_fault_is_the_same_as_its_very_text_alone(
    scoutcli: Program, tmp_path: Path
) -> None:
    text = good("scout-2.yaml").replace("1.K", "1.S1:9", 1)
    log = write(tmp_path / "log.yaml", text, text.replace("9", "8", 1), text)
    done = scoutcli("dedupe", log)
    assert done.out == text + text.replace("9", "8", 1)


def test_files_named_again_and_empty_ones_are_counted_right(
    scoutcli: Program, tmp_path: Path
) -> None:
    a = write(tmp_path / "a.yaml", sheet(1, scores="[1, 2]"), sheet(2, scores="[3, 4]"))
    b = write(tmp_path / "b.yaml", sheet(3, scores="[5, 6]"))
    done = scoutcli("dedupe", "--list", b, a, a, b)
    line = sheet().count("\n") + 1
    assert done.out.splitlines() == [
        f"{a}:1: match 1 is the same as match 1 of {a}",
        f"{a}:{line}: match 2 is the same as match 2 of {a}",
        f"{b}:1: match 1 is the same as match 1 of {b}",
    ]


# stats


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return write(
        tmp_path / "log.yaml",
        sheet(1, event="Open", date="2026-11-01"),
        sheet(2, event="Open", date="2026-11-02", names="Ann Cy Di", scores="[1, 2, 3]"),
        sheet(3, date="2026-12-01").replace("- score: [10, 3]\n", "- score: [10, 3]\n" * 4),
    )


def test_what_is_there_is_counted(scoutcli: Program, log: Path) -> None:
    data = json.loads(
        scoutcli("stats", "--format", "json", "--by", "event,players,player", log).out
    )
    sizes = [len(raw) for raw in matches_in(log.read_bytes())]
    assert (data["matches"], data["rounds"], data["bytes"]) == (3, 6, sum(sizes))
    assert data["rounds_a_match"] == {"least": 1, "median": 1.0, "most": 4}
    assert data["bytes_a_match"] == {
        "least": {"bytes": sizes[0], "file": str(log), "match": 1},
        "mean": round(sum(sizes) / 3, 1),
        "most": {"bytes": sizes[2], "file": str(log), "match": 3},
    }
    assert {
        key: [(row["value"], row["matches"], row["rounds"]) for row in rows]
        for key, rows in data["by"].items()
    } == {
        "event": [("Open", 2, 2), ("not said", 1, 4)],
        "players": [("2", 2, 5), ("3", 1, 1)],
        "player": [("Ann", 3, 6), ("Bo", 2, 5), ("Cy", 1, 1), ("Di", 1, 1)],
    }
    rows = list(csv.reader(io.StringIO(scoutcli("stats", "--format", "csv", log).out)))
    assert rows[0] == ["by", "value", "matches", "rounds", "bytes"]
    assert rows[1] == ["all", "", "3", "6", str(sum(sizes))]
    assert ["month", "2026-11", "2", "2", str(sizes[0] + sizes[1])] in rows
    assert ["bot", "people", "3", "6", str(sum(sizes))] in rows


def test_it_is_shown_as_tables(scoutcli: Program, log: Path) -> None:
    out = scoutcli("stats", "--top", "1", "--by", "month,player,team", log).out
    assert out.startswith("3 matches, 6 rounds, 0.4 kB\nrounds a match: 1 to 4, median 1\n")
    assert out.endswith(
        "\n\n"
        "month    matches  rounds   kB\n"
        "2026-11        2       2  0.3\n"
        "and 1 more; --top N or --format csv shows them\n"
        "\n"
        "player  matches  rounds   kB\n"
        "Ann           3       6  0.4\n"
        "and 3 more; --top N or --format csv shows them\n"
        "\n"
        "team      matches  rounds   kB\n"
        "not said        3       6  0.4\n"
    )


def test_a_key_that_no_match_has_gets_a_table_where_it_is_asked_for(
    scoutcli: Program, tmp_path: Path
) -> None:
    log = write(tmp_path / "log.yaml", sheet(1), sheet(1))
    assert "event" not in scoutcli("stats", log).out
    asked = scoutcli("stats", "--by", "game,players,event,month,bot", log).out
    assert re.search(r"^event +matches.*\nnot said +2 +2 ", asked, re.MULTILINE)
    assert re.search(r"^month +matches.*\nnot said +2 +2 ", asked, re.MULTILINE)


def test_what_a_match_says_does_not_steer_the_terminal(scoutcli: Program, tmp_path: Path) -> None:
    log = write(tmp_path / "log.yaml", sheet(1, event='"\\e[2J\\a' + "x" * 300 + '"'))
    for form in ("table", "csv", "json"):
        out = scoutcli("stats", "--format", form, log).out
        assert "\x1b" not in out and "\x07" not in out
        assert "x" * 201 not in out
    assert max(map(len, scoutcli("stats", log).out.splitlines()[3:])) <= 100


def test_no_cell_of_csv_is_a_formula(scoutcli: Program, tmp_path: Path) -> None:
    log = write(tmp_path / "log.yaml", sheet(1, event='"=1+1"'), sheet(1, event='"1=1"'))
    out = scoutcli("stats", "--format", "csv", "--by", "event", log).out
    values = [row[1] for row in csv.reader(io.StringIO(out))]
    assert sorted(values[2:]) == ["'=1+1", "1=1"]


def test_an_empty_log_has_nothing(scoutcli: Program) -> None:
    done = scoutcli("stats", "-")
    assert (done.status, done.out) == (1, "0 matches, 0 rounds, 0.0 kB\n")
    assert json.loads(scoutcli("stats", "--format", "json", "-").out)["bytes_a_match"] == {
        "least": None, "mean": 0.0, "most": None,
    }  # fmt: skip


# A third game, and pipes


def test_a_third_game_goes_through_all_of_them(
    scoutcli: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(games._GAMES, "toy", raising=False)
    monkeypatch.delitem(codec._NOTATIONS, "toy", raising=False)
    log = write(tmp_path / "log.yaml", TOY, sheet(1), TOY)
    with toy.known():
        where = "game = toy and rules.length = 6 and seat(player = Ada and place = 1)"
        assert scoutcli("filter", "--where", where, log).out == TOY + TOY
        assert scoutcli("dedupe", log).out == TOY + sheet(1)
        assert scoutcli("sort", "--by", "game", log).out == sheet(1) + TOY + TOY
        assert "toy          2" in scoutcli("stats", log).out
        assert scoutcli("split", "--by", "game", "--into", tmp_path / "d", log).status == 0
    assert (tmp_path / "d" / "toy.yaml").read_text() == TOY + TOY


def test_they_work_in_a_pipe() -> None:
    command = [sys.executable, "-m", "scoutcli"]
    log = "".join(path.read_text() for path in sorted(SAMPLES.glob("*.yaml")))
    one = subprocess.run(
        [*command, "filter", "--where", "players = 2", "-"],
        input=log, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    two = subprocess.run(
        [*command, "stats", "--format", "csv", "--by", "players", "-"],
        input=one.stdout, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert one.stderr == two.stderr == ""
    assert [row.split(",")[:3] for row in two.stdout.splitlines()][2:] == [["players", "2", "2"]]
