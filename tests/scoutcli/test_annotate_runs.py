"""The command `annotate`: files in and out, what is kept, what goes on, who works."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from games.bots import Budget
from games.errors import RuleError
from games.search.compiled import CompilerMissingError
from notation.reader import Part, read, read_files
from scoutcli.analysis import match, run
from scoutcli.analysis.annotating import Interrupt, Run
from scoutcli.analysis.annotation import bare
from scoutcli.analysis.crew import work_here
from scoutcli.analysis.kept import Journal
from scoutcli.analysis.match import Wish
from tests import toy
from tests.scoutcli import fakejudge
from tests.scoutcli.program import DAMAGED, ROOT, VALID, Program, good

pytestmark = pytest.mark.usefixtures("folder")

MATCH = good()
SKYJO = (VALID / "0067.yaml").read_text(encoding="utf-8")
FAULTY = MATCH.replace("1.S7:222", "1.S7:223")


@pytest.fixture
def program(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    fakejudge.install(monkeypatch.setattr)
    return Program(capfd, monkeypatch)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(MATCH, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(MATCH + FAULTY + MATCH, encoding="utf-8")
    return tmp_path


def judged(program: Program, monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> int:
    """How many choices a run judges."""
    log = Path("judged").absolute()
    log.unlink(missing_ok=True)
    monkeypatch.setenv("SIGNAL", str(log))
    assert program("annotate", *arguments).status == 0
    monkeypatch.delenv("SIGNAL")
    return len(log.read_text().splitlines()) if log.exists() else 0


def names() -> list[str]:
    """What is in the folder."""
    return sorted(path.name for path in Path().iterdir())


# Files


def test_to_the_standard_output(program: Program) -> None:
    done = program("annotate", "a.yaml")
    assert (done.status, done.err) == (0, "")
    assert done.out.count("[%by scoutcli") > 10
    assert program("annotate", "-", typed=MATCH).out == done.out
    assert program("annotate", "a.yaml", "-o", "-").out == done.out
    assert program("annotate", "a.yaml", "-o", "out.yaml").out == ""
    assert Path("out.yaml").read_text() == done.out
    assert program("annotate", "-i", "a.yaml").out == ""
    assert Path("a.yaml").read_text() == done.out
    assert names() == ["a.yaml", "b.yaml", "out.yaml"], "nothing else is left"
    assert program("validate", "a.yaml").status == 0
    assert program("fmt", "--check", "a.yaml").status == 0
    told = program("replay", "a.yaml").out
    assert "[%loss" in told and "( instead:" in told


def test_a_damaged_match_stays_as_it_is_and_is_told(program: Program) -> None:
    done = program("annotate", "b.yaml", "a.yaml")
    once = program("annotate", "a.yaml").out
    assert done.status == 1
    assert done.out == once + FAULTY + once + once
    assert done.err.count("error:") == 1
    assert "b.yaml:" in done.err
    assert program("annotate", "-i", "b.yaml").status == 1
    assert Path("b.yaml").read_text() == once + FAULTY + once


@pytest.mark.parametrize("path", sorted(DAMAGED.glob("*.yaml")), ids=lambda path: path.stem)
def test_nothing_is_lost_of_damaged_files(program: Program, tmp_path: Path, path: Path) -> None:
    out = tmp_path / "out.yaml"
    status = program("annotate", path, "-o", out).status
    before, after = list(read_files([str(path)])), list(read_files([str(out)]))
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        if old.audit is None or old.faulty:
            assert old.chunk.raw == new.chunk.raw
        else:
            last = old.chunk.last
            assert bare(new, last=last) == bare(old, last=last)
    assert status == any(part.faulty for part in before)


def test_files_that_are_not_there(program: Program) -> None:
    done = program("annotate", "none.yaml", "a.yaml")
    assert done.status == 1
    assert "none.yaml: error:" in done.err
    assert done.out == program("annotate", "a.yaml").out
    Path("empty.yaml").write_text("")
    assert "there is no match" in program("annotate", "empty.yaml").err
    assert program("annotate", "a.yaml", "-o", "none/out.yaml").status == 2


def test_a_seat_that_is_not_there(program: Program) -> None:
    done = program("annotate", "--seat", "3", "a.yaml")
    assert (done.status, done.out) == (1, MATCH)
    assert "[no-such-seat]" in done.err
    done = program("annotate", "--seat", "3", "-f", "json", "a.yaml")
    assert (done.status, json.loads(done.out)["complete"]) == (1, False)


def test_another_seed_and_budget_find_other_luck_in_hindsight_too() -> None:
    game = games.get("scout")
    few, usual = Budget(playouts=20), Budget(playouts=4000)
    said = {
        match.about(game, Wish(seed, budget, open=True))
        for seed in ("1", "2") for budget in (few, usual)
    }  # fmt: skip
    assert len(said) == 4
    # Of more playouts than luck is measured by nothing comes.
    assert match.about(game, Wish(budget=usual, open=True)) == match.about(game, Wish(open=True))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--exact"], "--open"),
        (["-i", "-o", "x"], "do not go together"),
        (["-i", "-f", "json"], "--in-place"),
        (["-i", "-"], "standard input"),
        (["--bot", "greedy"], "cannot judge"),
        (["--bot", "expert:playouts=9", "--time-ms", "9"], "once"),
        (["--playouts", "9", "--time-ms", "9"], "once"),
        (["--playouts", "0"], "playouts are 1 to"),
        (["--bot", "expert:x=1"], "no budget"),
        (["--jobs", "0"], "0"),
        (["--jobs", "2", "--cluster", "tcp://h:1"], "do not go together"),
        (["--seed", ""], "seed"),
        (["-f", "html", "b.yaml"], "one match"),
    ],
)
def test_wrong_use(program: Program, arguments: list[str], said: str) -> None:
    done = program("annotate", "a.yaml", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_without_the_compiler(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise CompilerMissingError(ImportError("No module named 'numba'"))

    monkeypatch.setattr(run, "ready", missing)
    done = program("annotate", "a.yaml", "-o", "out.yaml")
    assert (done.status, done.out) == (2, "")
    assert "pip install 'scoutcli[strong]'" in done.err
    assert not Path("out.yaml").exists()
    with toy.known():
        Path("toy.yaml").write_text(toy_match())
        done = program("annotate", "toy.yaml")
        assert (done.status, done.out) == (0, toy_match())
        assert done.err == "TOY cannot be searched: its matches get no figures\n"


def toy_match() -> str:
    import games
    from tests.scribed import scribed

    rules, _ = games.get("toy").rules(2, {})
    return scribed("toy", rules, "tea", lambda _, legal: legal[0]).text


# Reports


def test_a_report_as_text(program: Program) -> None:
    done = program("annotate", "-f", "text", "a.yaml")
    assert done.status == 0
    assert "a.yaml, match 1: SCOUT" in done.out
    assert "\x1b" not in done.out
    both = program("annotate", "-f", "text", "a.yaml", "b.yaml")
    assert both.status == 1
    assert both.out.count("match 1: SCOUT") == 2
    assert "SCOUT, 2 players: 3 matches" in both.out
    assert program("annotate", "-f", "text", "a.yaml", "-o", "r.txt").out == ""
    assert Path("r.txt").read_text() == done.out


def test_a_report_for_programs(program: Program) -> None:
    done = program("annotate", "-f", "json", "b.yaml")
    assert done.status == 1
    reports = [json.loads(line) for line in done.out.splitlines()]
    assert [report["match"] for report in reports] == [1, 3]
    assert reports[0]["complete"] is True
    assert len(reports[0]["rounds"]) == 2


def test_a_report_as_a_page(program: Program) -> None:
    done = program("annotate", "-f", "html", "a.yaml", "-o", "a.html")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert Path("a.html").read_text().startswith("<!DOCTYPE html>")
    assert "expert" not in program("annotate", "-f", "html", "a.yaml").err


def test_a_score_sheet_gets_no_figures_and_that_is_told(program: Program) -> None:
    sheet = (ROOT / "examples/matches/sheet.yaml").read_text(encoding="utf-8")
    Path("sheet.yaml").write_text(MATCH + sheet, encoding="utf-8")
    why = "no move of it is noted, so there are no figures"
    done = program("annotate", "sheet.yaml")
    assert (done.status, done.err) == (0, f"sheet.yaml, match 2, {why}\n")
    reports = program("annotate", "-f", "json", "sheet.yaml").out.splitlines()
    assert json.loads(reports[1])["notices"] == [why]
    assert why in program("annotate", "-f", "text", "sheet.yaml").out


def test_fewer_playouts_than_usual_are_told_of_once(program: Program) -> None:
    done = program("annotate", "--playouts", "8", "a.yaml", "a.yaml")
    assert (done.status, done.err.count("\n")) == (0, 1)
    assert "usual 4,000 playouts: no ratings" in done.err


# Nothing is done twice


def test_what_was_analysed_is_not_analysed_again(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = judged(program, monkeypatch, "a.yaml", "-o", "out.yaml")
    assert first > 20
    once = Path("out.yaml").read_bytes()
    assert judged(program, monkeypatch, "a.yaml", "-o", "out.yaml") == 0
    assert Path("out.yaml").read_bytes() == once
    assert judged(program, monkeypatch, "-i", "out.yaml") == 0
    assert judged(program, monkeypatch, "a.yaml", "--anew", "-o", "out.yaml") == first
    assert Path("out.yaml").read_bytes() == once
    assert judged(program, monkeypatch, "a.yaml", "--seed", "2", "-o", "out.yaml") == first
    assert judged(program, monkeypatch, "a.yaml", "--playouts", "8", "-o", "out.yaml") == first
    assert judged(program, monkeypatch, "a.yaml", "--seat", "1", "-o", "out.yaml") < first


def test_a_file_that_grows(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    each = judged(program, monkeypatch, "a.yaml", "-o", "out.yaml")
    once = Path("out.yaml").read_text()
    Path("a.yaml").write_text(MATCH + SKYJO)
    grown = judged(program, monkeypatch, "a.yaml", "-o", "out.yaml")
    assert grown > 0
    text = Path("out.yaml").read_text()
    assert text.startswith(once)
    assert program("annotate", "a.yaml", "--anew").out == text
    Path("a.yaml").write_text(SKYJO + MATCH + SKYJO)  # in another order, and once more
    assert judged(program, monkeypatch, "a.yaml", "-o", "out.yaml") == 0
    assert each > 0


def test_a_match_that_is_played_meanwhile(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = MATCH.index("1.S7:99")  # in the second round
    Path("a.yaml").write_text(MATCH[:cut])
    first = judged(program, monkeypatch, "a.yaml", "-o", "out.yaml")
    assert Path("out.yaml").read_text().endswith(" "), "more moves can follow"
    Path("a.yaml").write_text(MATCH)
    second = judged(program, monkeypatch, "a.yaml", "-o", "out.yaml")
    assert program("annotate", "a.yaml").out == Path("out.yaml").read_text()
    everything = judged(program, monkeypatch, "a.yaml", "--anew")
    assert second < everything, "the first round is not judged again"
    assert first + second > everything


def test_notes_of_people_are_taken_along(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    judged(program, monkeypatch, "a.yaml", "-o", "out.yaml")
    Path("a.yaml").write_text(MATCH.replace("1.S7:222", "1.S7:222 {three at once}"))
    assert judged(program, monkeypatch, "a.yaml", "-o", "out.yaml") == 0
    assert "1.S7:222 {three at once} {[%eq" in re.sub(r" \$\d", "", Path("out.yaml").read_text())


def test_two_runs_do_not_write_one_file(program: Program) -> None:
    with Journal("out.yaml"):
        done = program("annotate", "a.yaml", "-o", "out.yaml")
    assert done.status == 1
    assert "is being written by another run" in done.err
    assert not Path("out.yaml").exists()
    with Journal("out.yaml"), pytest.raises(RuleError):
        Journal("out.yaml")
    assert names() == ["a.yaml", "b.yaml"]


# Processes, ^C and power cuts

SCRIPT = ROOT / "tests" / "scoutcli" / "fakejudge.py"


def start(*arguments: str | Path, slow: float = 0.0, **more: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "SLOW": str(slow), "PYTHONPATH": str(ROOT), **more}
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), "annotate", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.PIPE, env=environment,
    )  # fmt: skip


def wait_for(log: Path, lines: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if log.exists() and log.read_text().count("\n") >= lines:
            return
        time.sleep(0.01)
    raise AssertionError(f"{log} has no {lines} lines")


def test_jobs_change_no_byte(program: Program) -> None:
    files = ["b.yaml", "a.yaml", VALID / "hand-unknown.yaml", VALID / "0067.yaml"]
    expected = program("annotate", *files)
    for jobs in ("2", "3"):
        with start("--jobs", jobs, *files) as process:
            out, err = process.communicate(timeout=120)
        assert process.returncode == 1
        assert out.decode() == expected.out
        assert b"Traceback" not in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_writes_what_is_done(program: Program, folder: Path, jobs: str) -> None:
    whole = program("annotate", "b.yaml").out
    log = folder / "log"
    command = ["b.yaml", "-o", "out.yaml", "--jobs", jobs]
    with start(*command, slow=0.1, SIGNAL=str(log)) as process:
        wait_for(log, 12)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b""
    assert b"interrupted" in err
    assert b"Traceback" not in err
    text = Path("out.yaml").read_text()
    assert "in part]" in text
    assert "[%eq" in text
    assert text.count("scoutcli: 1") == 3, "the rest follows as it was"
    assert FAULTY in text
    before = log.read_text().count("\n")
    with start(*command, SIGNAL=str(log)) as process:
        process.communicate(timeout=120)
    assert process.returncode == 1
    assert Path("out.yaml").read_text() == whole
    assert log.read_text().count("\n") > before


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_before_anything_is_found_does_not_claim_it(folder: Path, jobs: str) -> None:
    log = folder / "log"
    with start("a.yaml", "-o", "out.yaml", "--jobs", jobs, slow=1.0, SIGNAL=str(log)) as process:
        wait_for(log, 1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "[%eq" not in Path("out.yaml").read_text()
    assert b"0 matches analysed" in err


def test_ctrl_c_in_a_pipe(folder: Path) -> None:
    log = folder / "log"
    with start("-", slow=0.1, SIGNAL=str(log)) as process:
        assert process.stdin is not None
        process.stdin.write((MATCH * 3).encode())
        process.stdin.close()
        process.stdin = None
        wait_for(log, 5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out.count(b"scoutcli: 1") == 1, "what is done, and no more"
    assert b"in part]" in out


def test_ctrl_c_in_a_pipe_does_not_shorten_what_was_there(program: Program, folder: Path) -> None:
    Path("long.yaml").write_text(MATCH * 3)
    assert program("annotate", "long.yaml", "-o", "out.yaml").status == 0
    before = Path("out.yaml").read_bytes()
    with start("-", "-o", "out.yaml") as process:
        assert process.stdin is not None
        process.stdin.write(MATCH.encode())
        process.stdin.flush()
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"stays as it was" in err
    assert (folder / "out.yaml").read_bytes() == before


def test_ctrl_c_while_nothing_comes() -> None:
    with start("-") as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_a_run_that_was_killed_goes_on(program: Program, folder: Path) -> None:
    Path("a.yaml").write_text(SKYJO + MATCH * 2)
    log = folder / "log"
    first = judged_choices(SKYJO, folder)
    with start("a.yaml", "-o", "out.yaml", slow=0.01, SIGNAL=str(log)) as process:
        wait_for(log, first + 5)
        process.kill()
        process.communicate()
    assert not Path("out.yaml").exists()
    assert Path(".out.yaml.annotate").exists()
    log.unlink()
    with start("a.yaml", "-o", "out.yaml", SIGNAL=str(log)) as process:
        process.communicate(timeout=120)
    assert process.returncode == 0
    assert log.read_text().count("\n") == judged_choices(MATCH * 2, folder)
    assert program("annotate", "--anew", "a.yaml").out == Path("out.yaml").read_text()
    assert ".out.yaml.annotate" not in names()


def judged_choices(text: str, folder: Path) -> int:
    log = folder / "counted"
    log.unlink(missing_ok=True)
    with start("-", SIGNAL=str(log)) as process:
        process.communicate(text.encode(), timeout=120)
    return log.read_text().count("\n")


def test_workers_end_with_a_parent_that_is_killed(folder: Path) -> None:
    log = folder / "log"
    Path("a.yaml").write_text(MATCH * 5)
    with start("--jobs", "2", "a.yaml", slow=0.2, SIGNAL=str(log)) as process:
        wait_for(log, 3)
        process.kill()
        process.communicate()
    time.sleep(2)
    size = log.stat().st_size
    time.sleep(1)
    assert log.stat().st_size == size, "nobody works on"


# Memory


def test_few_matches_wait_for_each_other(program: Program, tmp_path: Path) -> None:
    del program
    path = tmp_path / "many.yaml"
    path.write_text(MATCH + toyless() * 300)
    held: list[int] = []
    parts = iter(read_files([str(path)]))
    running = Run(Wish(), lambda _: held.append(len(running._waiting)), Interrupt(), lambda _: None)
    running.go(((part, False) for part in parts), work_here(), rest=False)
    assert len(held) == 301
    assert max(held) < 40


def toyless() -> str:
    """A match of which there is nothing to judge."""
    return (VALID / "hand-sheet.yaml").read_text(encoding="utf-8")


# With the judge that there is


def test_with_real_figures(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(match, "_luck", fakejudge.fake_luck)
    match.about.cache_clear()
    program = Program(capfd, monkeypatch)
    for name, seat in (("scout-2.yaml", "1"), ("0067.yaml", "2")):
        command = ["annotate", "--playouts", "40", "--seat", seat, VALID / name]
        text = program(*command).out
        assert program(*command).out == text
        (part,) = (part for part in read_files([str(VALID / name)]) if part.match is not None)
        again = program("annotate", "-", *command[1:-1], "--anew", typed=text)
        assert (again.status, again.out) == (0, text)
        assert bare(part) == bare(next(part_for(text)))
        assert "search (playouts=40 at most, 8 for a move at least), seed 1" in text
        losses = [float(loss) for loss in re.findall(r"\[%loss ([0-9.]+)\]", text)]
        assert len(losses) > 10
        assert min(losses) == 0.0
        opened = program(*command, "--open").out
        assert "with all cards seen" in opened


def part_for(text: str) -> Iterator[Part]:
    return read(io.BytesIO(text.encode()), "x")
