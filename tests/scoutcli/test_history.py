"""The matches that were played, and the statistics of your own games."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import shlex
import sys
from pathlib import Path

import pytest

from scoutcli.history.feats import counted
from scoutcli.history.folder import match_files, unfinished
from scoutcli.table import last
from tests.record import fast_disk
from tests.scoutcli.program import ROOT, Program
from tests.scoutcli.tables import begin, run_alone

EXAMPLES = ROOT / "examples" / "matches"

SHEET = """\
---
scoutcli: 1
game: skyjo
date: {date}
players:
- name: Ada
- name: greedy
  bot: greedy 0.1.0
- name: greedy 2
  bot: greedy 0.1.0
rules: {{rounds: 2}}
{practice}rounds:
- score: [{a}, 30, 40]
  ender: 1
- score: [{b}, 1, 2]
  ender: 2
"""
"""A match of two rounds, noted without its moves."""


def sheet(a: int, b: int, date: str = "2026-11-01", practice: str = "") -> str:
    return SHEET.format(a=a, b=b, date=date, practice=practice)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "100")
    path = tmp_path / "data" / "scoutcli" / "matches"
    path.mkdir(parents=True)
    fast_disk(monkeypatch)
    return path


@pytest.fixture
def program(
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,  # noqa: ARG001 - nothing is read from, or written to, where people keep theirs
) -> Program:
    return Program(capfd, monkeypatch)


def put(folder: Path, name: str, text: str, age: int) -> Path:
    """A file that was written to so many seconds after another one of age 0."""
    path = folder / name
    path.write_text(text)
    os.utime(path, (1_790_000_000 - age, 1_790_000_000 - age))
    return path


def rows_of(out: str) -> list[list[str]]:
    """The cells of a table, by the width of its columns."""
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("---"))
    starts = [0] + [i + 2 for i in range(len(lines[at])) if lines[at][i : i + 3] == "  -"]
    ends = [*starts[1:], None]
    rows = []
    for line in lines[at + 1 :]:
        if not line:
            break
        rows.append([line[a:b].strip() for a, b in zip(starts, ends, strict=True)])
    return rows


def test_nothing_was_played_yet(program: Program) -> None:
    assert program("history") == (0, "0 matches\n", "")


def test_a_folder_that_is_not_there_is_no_fault(program: Program, folder: Path) -> None:
    folder.rmdir()
    assert program("history") == (0, "0 matches\n", "")


def test_matches_stand_newest_first_with_points_and_place(program: Program, folder: Path) -> None:
    put(folder, "a.yaml", sheet(5, 5) + sheet(50, 5, "2026-11-03"), age=100)
    put(folder, "b.yaml", sheet(30, 1, "2026-11-02"), age=0)
    done = program("history")
    assert done.status == 0
    assert rows_of(done.out) == [
        ["2026-11-03", "SKYJO", "Ada, greedy, greedy 2", "55, 31, 42", "3 of 3", "not verified"],
        ["2026-11-02", "SKYJO", "Ada, greedy, greedy 2", "31, 31, 42", "1 of 3, shared",
         "not verified"],
        ["2026-11-01", "SKYJO", "Ada, greedy, greedy 2", "10, 31, 42", "1 of 3", "not verified"],
    ]  # fmt: skip


def test_statistics_of_your_own_games(program: Program, folder: Path) -> None:
    text = sheet(5, 5) + sheet(30, 1) + sheet(50, -2) + sheet(0, 1, practice="practice: yes\n")
    put(folder, "a.yaml", text, age=0)
    out = program("history", "--only", "statistics").out
    # won 10:31:42 alone, shared 31:31:42, lost 48:31:42; 89 points in 6 rounds; lowest is best
    assert "Ada, SKYJO\n" in out
    assert rows_of(out)[0][:7] == ["2 greedy", "3", "1", "1", "14.83", "-2", "50"]
    assert "\nAda, SKYJO, practice\n" in out
    practice = rows_of(out.partition("practice\n")[2])
    assert practice[0][:7] == ["2 greedy", "1", "1", "0", "0.50", "0", "1"]
    assert "4 matches: 4 finished; the points of 4 are taken at their word\n" in out


def test_rounds_ended_and_doubled_are_counted_in_skyjo(program: Program, folder: Path) -> None:
    path = folder / "a.yaml"
    session = begin(path, "skyjo", 2, people=["Ada"], bots=["random"], seed="tea")
    dice = random.Random(1)
    run_alone(session, ask=lambda: dice.choice(session.legal()))
    session.close()
    match, own, _ = map(json.loads, program("history", "--format", "json").out.splitlines())
    # For two, whoever does not make the last move has ended the round: the other one still had
    # a turn. Who ended it is doubled unless strictly the lowest, and only above zero.
    rounds = path.read_text().split("moves: |")[1:]
    last = [re.findall(r"([12])\.", text.partition("end:")[0])[-1] for text in rounds]
    enders = [1 - (int(seat) - 1) for seat in last]
    doubled = [
        ender == 0 and scores[0] > 0 and scores[0] >= scores[1]
        for ender, scores in zip(enders, match["rounds"], strict=True)
    ]
    assert (own["ended"], own["doubled"]) == (enders.count(0), sum(doubled))
    assert own["doubled"] > 0  # else this shows nothing
    assert own["rounds"] == len(rounds)


def test_whoever_is_strictly_lowest_is_not_doubled(program: Program) -> None:
    """In the example seat 1 ends three of four rounds, seat 2 the first, always with the least."""
    done = program("history", "--format", "json", "--only", "statistics", EXAMPLES / "skyjo.yaml")
    facts = [json.loads(line) for line in done.out.splitlines()]
    assert [(fact["ended"], fact["doubled"]) for fact in facts[:2]] == [(3, 0), (1, 0)]


def test_only_games_that_count_something_have_it() -> None:
    assert counted("skyjo") == ("ended", "doubled")
    assert counted("scout") == counted("toy") == counted("not a name") == ()


def test_an_unfinished_match_is_told_how_to_go_on_with(program: Program, folder: Path) -> None:
    path = folder / "a b.yaml"
    session = begin(path, "scout", 3, people=["Ada"], bots=["greedy", "random"], seed="tea")
    run_alone(session, 4, ask=lambda: session.legal()[0])
    session.close()
    done = program("history")
    assert done.status == 0
    row = rows_of(done.out)[0]
    assert row[1:3] == ["SCOUT", "Ada, greedy, random"]
    assert row[4:] == ["", "unfinished in round 1"]
    assert done.out.endswith(
        f"To go on with SCOUT, round 1, against greedy, random: scoutcli play --resume '{path}'\n"
    )
    assert [(found, entry.title) for found, entry in unfinished()] == [
        (path, "SCOUT, round 1, against greedy, random")
    ]
    with path.open("a") as file:
        file.write("S3")  # what was being written when the machine went down
    assert [found for found, _ in unfinished()] == [path]


def test_a_program_is_named_where_a_match_with_it_is_gone_on_with(
    program: Program, folder: Path
) -> None:
    """No file says what starts it: without `--bot` the match is refused."""
    path = folder / "a.yaml"
    session = begin(path, "scout", 4, people=["Ada"], bots=["greedy", "random", "steady"])
    run_alone(session, 4, ask=lambda: session.legal()[0])
    session.close()
    text = path.read_text()
    for name, bot in (("random", "Scout it 2.0"), ("steady", "it's")):
        text = re.sub(rf"name: {name}\n  bot: .*", f"name: my {name}\n  bot: {bot}", text)
    path.write_text(text)
    told = program("history").out.splitlines()[-1].partition(": ")[2]
    assert told == (
        f"scoutcli play --resume {path} --bot 'name=my random,cmd=…' --bot 'name=my steady,cmd=…'"
    )
    words = [
        word.replace(
            "cmd=…", shlex.join(["cmd=" + sys.executable, "-m", "scoutcli", "bot", "greedy"])
        )
        for word in shlex.split(told)[1:]
    ]
    assert program(*words[:3], typed="quit\ny\n").status == 1
    assert program(*words, typed="quit\ny\n").status == 0


@pytest.mark.parametrize(
    ("command", "typed"),
    [
        ("record", "quit\n"),
        ("record", "\nK\nquit\n"),
        ("sheet", "quit\n"),
        ("sheet", "5 7 9\nquit\n"),
    ],
)
def test_notes_that_were_left_are_told_how_to_go_on_with(
    program: Program, tmp_path: Path, command: str, typed: str
) -> None:
    """As the commands say it themselves, wherever the notes are."""
    for save in ([], ["--save", str(tmp_path / "own.yaml")]):
        done = program(command, "scout", "--players", "Ann,Bo,Cy", *save, typed=typed)
        told = done.out.splitlines()[-1].removeprefix("To go on: ")
        path = Path(told.rpartition(" ")[2])
        assert told == f"scoutcli {command} --resume {path}"
        done = program("history", *save[1:])
        assert (
            f"\nTo go on with SCOUT, round {1 + typed[0].isdigit()}, of Ann, Bo, Cy: {told}\n"
            in (done.out)
        )
        assert program(*told.split()[1:], typed="quit\n").status == 0


def test_notes_in_the_folder_are_told_by_what_is_in_them(program: Program, folder: Path) -> None:
    """Others were written since; nothing tells where nothing was noted."""
    put(folder, "c.yaml", (EXAMPLES / "unfinished.yaml").read_text(), age=1)
    text = (EXAMPLES / "sheet.yaml").read_text()
    put(folder, "b.yaml", text[: text.index("- ender: 1\n")], age=2)
    text = (EXAMPLES / "unfinished.yaml").read_text()
    put(folder, "a.yaml", text[: text.index("rounds:\n")] + "rounds:\n", age=3)
    told = [line for line in program("history").out.splitlines() if "go on" in line]
    assert [line.partition(": ")[2] for line in told] == [
        f"scoutcli record --resume {folder / 'c.yaml'}",
        f"scoutcli sheet --resume {folder / 'b.yaml'}",
    ]
    for line in told:
        done = program(*line.partition(": ")[2].split()[1:], typed="quit\n")
        assert done.status == 0, done.err


def test_a_match_that_was_given_up_is_said_to_be(program: Program) -> None:
    text = (EXAMPLES / "unfinished.yaml").read_text()
    done = program("history", "-", typed=f"{text.rstrip()}\n  end: abandoned\n")
    assert done.status == 0, done.err
    assert "forfeited in round 3" in done.out
    assert done.out.endswith("1 match: 1 forfeited\n")


def test_a_match_that_is_being_played_is_not_offered(folder: Path) -> None:
    session = begin(folder / "a.yaml", "scout", 2, people=["Ada"], bots=["greedy"])
    run_alone(session, 2, ask=lambda: session.legal()[0])
    assert list(unfinished()) == []
    session.close()
    assert len(list(unfinished())) == 1


def test_what_was_noted_elsewhere_is_not_gone_on_with(program: Program) -> None:
    done = program("history", EXAMPLES / "unfinished.yaml")
    assert "unfinished in round 3" in done.out
    assert "go on" not in done.out


def test_broken_files_are_named_and_the_others_go_on(program: Program, folder: Path) -> None:
    put(folder, "good.yaml", sheet(5, 5), age=0)
    put(folder, "bad.yaml", sheet(5, 5).replace("game: skyjo", "game: skyjoo"), age=1)
    put(folder, "note.yaml", "shopping: milk\n", age=2)
    (folder / "gone.yaml").symlink_to(folder / "nowhere")
    done = program("history", folder / "missing.yaml")
    assert done.status == 1
    told = [line for line in done.err.splitlines() if ": error: " in line]
    assert [line.partition(": error")[0].rpartition("/")[2] for line in told] == [
        "bad.yaml:3:7", "note.yaml:1:1", "missing.yaml",
    ]  # fmt: skip
    assert [row[3] for row in rows_of(done.out)] == ["10, 31, 42", ""]
    assert rows_of(done.out)[1][5] == "at fault"
    assert "2 matches: 1 finished, 1 at fault" in done.out


def test_who_you_are(program: Program, folder: Path) -> None:
    two = sheet(5, 5).replace("- name: greedy\n  bot: greedy 0.1.0\n", "- name: Bo\n")
    put(folder, "a.yaml", two + sheet(5, 5), age=0)

    def own(*arguments: str) -> list[str]:
        out = program("history", *arguments).out
        return [line for line in out.splitlines() if line.endswith(", SKYJO")]

    assert own() == ["Ada, SKYJO", "Bo, SKYJO"]
    assert own("--name", "Bo") == ["Bo, SKYJO"]
    assert own("--name", "greedy 2") == []  # a bot is nobody's you
    program("config", "name", "Ada")
    assert own() == ["Ada, SKYJO"]
    assert own("--name", "Bo") == ["Bo, SKYJO"]
    places = [row[4] for row in rows_of(program("history", "--name", "Bo").out)]
    assert places == ["", "2 of 3"]


def test_the_last_and_all(program: Program, folder: Path) -> None:
    put(folder, "a.yaml", "".join(sheet(n, 0) for n in range(25)), age=0)

    def shown(*arguments: str) -> list[str]:
        rows = rows_of(program("history", "--only", "matches", *arguments).out)
        return [row[3].partition(",")[0] for row in rows]

    assert shown() == [str(n) for n in range(24, 4, -1)]
    assert shown("--last", "2") == ["24", "23"]
    assert shown("--all") == [str(n) for n in range(24, -1, -1)]


def test_several_processes_say_the_same(program: Program, folder: Path) -> None:
    for age in range(3):
        text = "".join(sheet(n, age) for n in range(150))
        put(folder, f"{age}.yaml", text, age)
    alone = program("history", "--all")
    assert program("history", "--all", "--jobs", "2") == alone
    assert "450 matches: 450 finished" in alone.out


def test_csv(program: Program, folder: Path) -> None:
    put(folder, "a.yaml", sheet(5, 5) + sheet(50, 5, practice="practice: yes\n"), age=0)
    matches, statistics = program("history", "--format", "csv").out.split("\n\n")
    rows = list(csv.DictReader(io.StringIO(matches)))
    assert [(row["match"], row["practice"], row["points"], row["place"]) for row in rows] == [
        ("1", "no", "10;31;42", "1"),
        ("2", "yes", "55;31;42", "3"),
    ]
    assert rows[0]["players"] == "Ada;greedy;greedy 2"
    assert rows[0]["date"] == "2026-11-01"
    assert rows[0]["result"] == "won"
    own = list(csv.DictReader(io.StringIO(statistics)))
    assert [(row["practice"], row["against"], row["average"]) for row in own] == [
        ("no", "2 greedy", "5.0000"),
        ("yes", "2 greedy", "27.5000"),
    ]


def test_json(program: Program, folder: Path) -> None:
    path = put(folder, "a.yaml", sheet(5, 5), age=0)
    facts = [json.loads(line) for line in program("history", "--format", "json").out.splitlines()]
    assert facts[0] == {
        "file": str(path), "match": 1, "date": "2026-11-01", "game": "skyjo",
        "status": "finished", "practice": False, "verified": False,
        "players": [{"name": "Ada"}, {"name": "greedy", "bot": "greedy"},
                    {"name": "greedy 2", "bot": "greedy"}],
        "rounds": [[5, 30, 40], [5, 1, 2]], "total": [10, 31, 42], "winners": [1],
        "seat": 1, "place": 1,
    }  # fmt: skip
    assert facts[1]["against"] == "2 greedy"
    counts = {"finished": 1, "unfinished": 0, "forfeited": 0, "faulty": 0}
    assert facts[2] == {"summary": {"matches": 1, **counts}}


def test_without_a_date_the_day_of_the_file_counts(program: Program, folder: Path) -> None:
    path = put(folder, "a.yaml", sheet(5, 5).replace("date: 2026-11-01\n", ""), age=0)
    os.utime(path, (1_793_534_400, 1_793_534_400))  # noon of 2026-11-01 in UTC
    assert rows_of(program("history").out)[0][0] == "2026-11-01"


def test_a_hostile_name_steers_no_terminal(program: Program, folder: Path) -> None:
    text = sheet(5, 5).replace("name: Ada", r'name: "A\e[31mda"')
    put(folder, "a.yaml", text, age=0)
    for form in ("table", "json"):
        done = program("history", "--format", form)
        assert "\x1b" not in done.out + done.err
        assert "A\\x1b[31mda" in done.out or "A\\u001b[31mda" in done.out


@pytest.mark.parametrize("width", [20, 40, 80])
def test_lines_fit_the_terminal(
    program: Program, folder: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    put(folder, "a.yaml", sheet(5, 5), age=0)
    monkeypatch.setenv("COLUMNS", str(width))
    lines = program("history").out.rpartition("\n\n")[0].splitlines()
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    assert "10, 31, 42" in text
    assert "2 greedy" in text


def test_files_are_sorted_by_their_age(folder: Path) -> None:
    old, new = put(folder, "z.yaml", "", age=9), put(folder, "a.yml", "", age=1)
    put(folder, ".hidden.yaml", "", age=0)
    put(folder, "notes.txt", "", age=0)
    assert match_files() == [new, old]


def test_matches_that_are_kept_elsewhere_are_found(
    program: Program, folder: Path, tmp_path: Path
) -> None:
    """Those begun at the table; what is gone, or no file any more, is passed over."""
    there = put(tmp_path, "there.yaml", sheet(5, 5), age=1)
    own = put(folder, "own.yaml", sheet(7, 7), age=2)
    gone = put(tmp_path, "gone.yaml", sheet(9, 9), age=0)
    (tmp_path / "folder").mkdir()
    for path in (there, own, gone, tmp_path / "folder", there):
        last.remember(path)
    gone.unlink()
    assert last.kept_elsewhere() == [gone, tmp_path / "folder", there]
    assert match_files() == [there, own]
    assert match_files(folder) == [own]
    assert "2 matches: 2 finished" in program("history").out


def test_the_list_of_files_kept_elsewhere_is_bounded(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(last, "_MOST_KEPT", 3)
    for number in range(5):
        last.remember(tmp_path / f"{number}.yaml")
    assert [path.name for path in last.kept_elsewhere()] == ["2.yaml", "3.yaml", "4.yaml"]
    (folder.parent / "kept-elsewhere").write_bytes(b"\xff\n\0\nrelative\n\n/a/b.yaml\n")
    assert last.kept_elsewhere() == [Path("/a/b.yaml")]
    assert match_files() == []


def test_no_cell_of_csv_is_a_formula_and_figures_stay(program: Program, folder: Path) -> None:
    text = sheet(-9, 5).replace("Ada", '"=1+1"').replace("greedy 2", '"@home"')
    put(folder, "a.yaml", text, age=0)
    done = program("history", "--all", "--format", "csv")
    cells = {cell for row in csv.reader(io.StringIO(done.out)) for cell in row}
    assert {"'=1+1;greedy;@home", "-4;31;42"} <= cells
    assert not any(cell.startswith(("=", "@", "'-")) for cell in cells)
