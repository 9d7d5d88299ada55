"""Runs of `scoutcli match`: how they go on whatever ended them, in one process or several."""

from __future__ import annotations

import fcntl
import os
import random
import re
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scoutcli.arena.launch import seed_in
from scoutcli.progress import StatusLine
from tests.record import fast_disk
from tests.scoutcli.matches import LINUX, PYTHON, TOKEN, running, wait_until_gone
from tests.scoutcli.playing import LONG, TWO, bad, done, end_all, matches, records, start
from tests.scoutcli.program import Program as InProcess


@pytest.fixture
def scoutcli(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> InProcess:
    """The program in this process, in a folder of its own. No wait keeps its progress silent."""
    fast_disk(monkeypatch)
    monkeypatch.setattr(StatusLine, "WAIT", 0.0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return InProcess(capfd, monkeypatch)


@pytest.fixture(autouse=True)
def _none_is_left() -> Iterator[None]:
    yield
    end_all()


# Seeds, and going on


def test_a_fresh_seed_is_told_and_a_file_keeps_it(scoutcli: InProcess, tmp_path: Path) -> None:
    path = tmp_path / "out.yaml"
    command = ["match", "-g", "scout", "-p", "2", "-b", "greedy", "-b", "random", "-o", str(path)]
    first = scoutcli(*command, "-n", "1")
    (seed,) = re.fullmatch(r"seed: ([0-9a-f]{16})\n", first.err).groups()  # type: ignore[union-attr]
    before = path.read_bytes()
    again = scoutcli(*command, "-n", "1")
    assert again.err == f"2 of 2 matches are in {path} already\n"
    assert path.read_bytes() == before
    more = scoutcli(*command, "-n", "3")
    assert more.err == f"2 of 6 matches are in {path} already\n"
    assert path.read_bytes().startswith(before)
    assert [match.shuffle["seed"] for match in matches(path)] == [
        f"{seed}/{deal}" for deal in (1, 1, 2, 2, 3, 3)
    ]
    grown = records(path)
    path.unlink()
    assert scoutcli(*command, "-n", "3", "--seed", seed).err == ""
    assert records(path) == grown
    assert scoutcli(*command, "-n", "1").err.splitlines() == [
        f"4 other matches in {path} are left as they are",
        f"2 of 2 matches are in {path} already",
    ]
    (other,) = re.findall("seed: (.*)", scoutcli(*command[:-2], "-n", "1").err)
    assert other != seed


@pytest.mark.parametrize(
    "seed", ["tea", "1", "a/b", "x y", "'", '"', ": #", "\N{SNOWMAN}", "-", "no", "0x1f", "a/1"]
)
def test_any_seed_is_found_again_or_asked_for(
    seed: str, scoutcli: InProcess, tmp_path: Path
) -> None:
    """One that needs quotes may have to be said again; never another one is taken for it."""
    path = tmp_path / "out.yaml"
    command = ["match", "-g", "scout", "-p", "2", "-b", "greedy", "-b", "random", "-n", "1"]
    command += ["-o", str(path)]
    assert scoutcli(*command, "--seed", seed).err == ""
    assert seed_in(path) in (seed, None)
    assert scoutcli(*command, "--seed", seed).err == f"2 of 2 matches are in {path} already\n"
    told = scoutcli(*command).err
    assert told.startswith(("seed: ", "2 of 2"))
    records(path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_was_written_half_is_played_again(
    jobs: str, scoutcli: InProcess, tmp_path: Path
) -> None:
    path = tmp_path / "out.yaml"
    command = [*TWO, "-n", "2", "-o", str(path)]
    assert scoutcli(*command).status == 0
    whole, sorted_records = path.read_bytes(), records(path)
    dice = random.Random(1)
    sizes = [1, len(whole) - 1, *dice.sample(range(len(whole)), 8 if jobs == "1" else 1)]
    for size in sizes:
        path.write_bytes(whole[:size])
        done = scoutcli(*command, "-j", jobs)
        assert done.status == 0
        assert "is cut off" in done.err or "are cut off" in done.err
        assert records(path) == sorted_records


def test_matches_of_another_program_are_not_taken_for_those_of_this(
    scoutcli: InProcess, tmp_path: Path
) -> None:
    """It is told by what it calls itself; the name on the command line is the same."""
    path = tmp_path / "out.yaml"
    code = f"""
import sys
print("id name", sys.argv[1], "\\nready scout", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "go":
        print("play", words[words.index("legal") + 1], flush=True)
# {TOKEN}
"""
    (tmp_path / "bot.py").write_text(code)
    command = ["match", "-g", "scout", "-p", "2", "-b", "random", "-n", "1", "-s", "tea", *LONG]
    command += ["-o", str(path)]

    def run(version: int) -> list[str]:
        bot = f"name=mine,cmd={' '.join(PYTHON)} bot.py mine%20{version}"
        done = scoutcli(*command, "-b", bot)
        assert done.status == 0
        return done.err.splitlines()

    assert run(1) == []
    assert run(1) == [f"2 of 2 matches are in {path} already"]
    assert run(2) == [f"2 other matches in {path} are left as they are"]
    assert run(2)[-1] == f"2 of 2 matches are in {path} already"
    called = [player.bot for match in matches(path) for player in match.players]
    assert [bot for bot in called if bot and bot.startswith("mine")] == [
        *["mine 1"] * 2,
        *["mine 2"] * 2,
    ]


def test_a_match_before_which_a_program_did_not_start_is_its_own(
    scoutcli: InProcess, tmp_path: Path
) -> None:
    """Its name was not heard then; what a program plays that has none is of another one."""
    path = tmp_path / "out.yaml"
    code = f"""
import pathlib, sys
mark = pathlib.Path("mark")
if not mark.exists():
    mark.touch()
    sys.exit(3)
print(*sys.argv[1:], "\\nready scout", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "go":
        print("play", words[words.index("legal") + 1], flush=True)
# {TOKEN}
"""
    (tmp_path / "bot.py").write_text(code)
    command = ["match", "-g", "scout", "-p", "2", "-b", "random", "-n", "1", "-s", "tea", *LONG]
    command += ["-o", str(path), "-b"]

    def run(*words: str) -> list[str]:
        done = scoutcli(*command, f"name=mine,cmd={' '.join([*PYTHON, 'bot.py', *words])}")
        assert done.status == 0
        return done.err.splitlines()

    first = run("id", "name", "Mine%201")
    assert re.match("mine: start crash exit 3", first[0])
    assert sorted(bot for bot in bots_in(path) if not bot.startswith("random")) == [
        "Mine 1",
        "mine",
    ]
    before = path.read_bytes()
    assert run("id", "name", "Mine%201") == [f"2 of 2 matches are in {path} already"]
    assert path.read_bytes() == before
    path.unlink()
    assert run() == []
    assert run("id", "name", "Mine%201") == [f"2 other matches in {path} are left as they are"]


def bots_in(path: Path) -> list[str]:
    """What stands under ``bot:`` in a file."""
    return [player.bot or "" for match in matches(path) for player in match.players]


def test_two_runs_do_not_write_to_one_file(scoutcli: InProcess, tmp_path: Path) -> None:
    path = tmp_path / "out.yaml"
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = scoutcli(*TWO, "-n", "1", "-o", path)
        assert done.status == 1
        assert done.err == f"Error: {path} is being written to by another run [match-in-use]\n"
    assert scoutcli(*TWO, "-n", "1", "-o", path).status == 0


# Several jobs


def with_programs(path: Path, word: str, jobs: int, deals: int = 6) -> list[str]:
    """Whole matches of two programs and a built-in bot."""
    return [
        *("match", "-g", "scout", "-p", "2", "-b", bad("honest", word), "-b", "greedy"),
        *("-b", bad("wordy", word), "-m", str(deals), "-s", "tea", *LONG),
        *("-o", str(path), "-j", str(jobs)),
    ]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The records of the run that nothing disturbed."""
    path = tmp_path_factory.mktemp("honest") / "out.yaml"
    assert done(start(*with_programs(path, f"{TOKEN}-one", 1))).status == 0
    assert wait_until_gone(f"{TOKEN}-one") == []
    return records(path)


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_jobs_changes_nothing(jobs: int, honest: list[str], tmp_path: Path) -> None:
    path = tmp_path / "out.yaml"
    word = f"{TOKEN}-jobs-{jobs}"
    status, out, err = done(start(*with_programs(path, word, jobs)))
    assert (status, err) == (0, "")
    assert "fault" not in out
    assert records(path) == honest
    assert wait_until_gone(word) == []


def test_a_fault_is_the_same_in_every_job(scoutcli: InProcess, tmp_path: Path) -> None:
    """It is recorded alike, and told once; a match that was given up makes the status 1."""
    kept = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.yaml"
        status, out, err = scoutcli(
            *("match", "-g", "scout", "-p", "2", "-b", bad("illegal"), "-b", bad("crash-hello")),
            *("-b", "greedy", "-n", "1", "-s", "tea", *LONG, "-o", path, "-j", jobs),
            *("--on-fault", "abort"),
        )
        assert status == 1
        told = sorted(err.splitlines())
        assert len(told) == 2
        assert re.fullmatch(
            r"crash-hello: start crash exit 3: it was the butler "
            r"\(table \d deal 1 seating \d, round 1 seat \d move 0\)",
            told[0],
        )
        assert told[1].startswith("illegal: illegal 'S99:99': there is no position 99")
        assert "6 matches abandoned" in " ".join(out.split())
        kept.append(records(path))
    assert kept[0] == kept[1]


def size_of(path: Path) -> int:
    """How much is in a file that may not be there yet."""
    return path.stat().st_size if path.exists() else 0


def workers(process: subprocess.Popen[str]) -> list[int]:
    """The processes that play for a run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            line = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == process.pid and b"spawn_main" in line:
            found.append(int(folder.name))
    return found


def wait_for(what: Callable[[], object], process: subprocess.Popen[str]) -> None:
    """Until something is so, or the program has ended."""
    deadline = time.monotonic() + 60
    while not what() and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.skipif(not LINUX, reason="processes are found through /proc")
def test_a_run_may_be_killed_at_any_moment(honest: list[str], tmp_path: Path) -> None:
    """The first kills come before anything is written, the others somewhere in the file."""
    path = tmp_path / "out.yaml"
    word = f"{TOKEN}-killed"
    dice = random.Random(7)
    kills = 0
    while True:
        size = size_of(path)
        process = start(*with_programs(path, word, 2))
        if kills < 3:
            time.sleep(dice.uniform(0, 0.6))
        else:
            more = size + dice.randrange(1, 9000)
            wait_for(lambda: size_of(path) >= more, process)  # noqa: B023
            time.sleep(dice.uniform(0, 0.02))
        process.kill()
        status, out, err = done(process)
        assert wait_until_gone(word) == [], "it left something behind"
        # A worker may hear of the kill before a line of ours is run in it.
        assert "Traceback" not in err or "spawn_main" in err
        if status == 0:  # it was faster
            assert out
            break
        assert (status, out) == (-signal.SIGKILL, "")
        kills += 1
    assert kills > 4
    assert records(path) == honest


@pytest.mark.skipif(not LINUX, reason="processes are found through /proc")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_run_that_is_killed_while_a_bot_thinks_leaves_nothing(
    jobs: str, number: int, tmp_path: Path
) -> None:
    """It would think for a minute."""
    word = f"{TOKEN}-thinks-{jobs}-{number}"
    process = start(
        *("match", "-g", "scout", "-p", "2", "-b", bad("hang-think", word), "-b", "greedy"),
        *("-n", "1", "-s", "a", *LONG, "-j", jobs, "--log", tmp_path / "log", "--log-bots"),
    )
    wait_for(lambda: running(word), process)
    time.sleep(0.2)
    process.send_signal(number)
    assert process.wait(20) == -number
    assert wait_until_gone(word, 20) == []
    assert done(process) == (-number, "", "")


@pytest.mark.skipif(not LINUX, reason="processes are found through /proc")
def test_a_worker_that_is_killed_is_replaced(honest: list[str], tmp_path: Path) -> None:
    path = tmp_path / "out.yaml"
    word = f"{TOKEN}-worker"
    process = start(*with_programs(path, word, 2))
    wait_for(lambda: size_of(path) > 3000, process)
    os.kill(workers(process)[0], signal.SIGKILL)
    status, _, err = done(process)
    assert (status, err) == (0, "")
    assert records(path) == honest
    assert wait_until_gone(word) == []


KILLER = """
import os, signal, sys
for line in sys.stdin:
    if line.startswith("scoutbot"):
        print("ready scout", flush=True)
    elif line.startswith("go"):
        with open(f"/proc/{os.getppid()}/stat") as file:
            os.kill(int(file.read().rpartition(")")[2].split()[1]), signal.SIGKILL)
"""


@pytest.mark.skipif(not LINUX, reason="processes are found through /proc")
def test_a_match_that_takes_its_workers_with_it_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(KILLER)
    status, out, err = done(
        start(
            *("match", "-g", "scout", "-p", "2", "-b", "greedy", "-n", "1", "-j", "2", "-s", "a"),
            *("-b", f"name=killer,cmd={' '.join(PYTHON)} killer.py,dir={tmp_path}"),
        )
    )
    assert (status, out) == (1, "")
    assert re.fullmatch(
        r"Error: the process that played table 1 deal 1 seating [12] ended 3 times, the last time "
        r"by signal 9: is there enough memory\? \[workers-die\]\n",
        err,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_programs_are_let_go(jobs: str, tmp_path: Path) -> None:
    """They hear `quit` and may do something then, however many jobs there were."""
    code = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word, *words = line.split()\n"
        "    if word == 'scoutbot': print('ready scout', flush=True)\n"
        "    if word == 'go': print('play', words[words.index('legal') + 1], flush=True)\n"
        "    if word == 'quit': open('end', 'a').write('quit\\n')\n"
    )
    (tmp_path / "mine.py").write_text(code)
    mine = f"name=mine,cmd={' '.join(PYTHON)} mine.py,dir={tmp_path}"
    status, _, err = done(
        start(
            *("match", "-g", "scout", "-p", "2", "-b", mine, "-b", "greedy", "-n", "4", "-s", "a"),
            *(*LONG, "-j", jobs),
        )
    )
    assert (status, err) == (0, "")
    assert (tmp_path / "end").read_text() == "quit\n" * int(jobs)


# Ctrl-C, and no room


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_run_with_its_file_whole(
    jobs: str, honest: list[str], tmp_path: Path
) -> None:
    """Pressed at a terminal it reaches every process of the run."""
    path = tmp_path / "out.yaml"
    word = f"{TOKEN}-ctrl-c-{jobs}"
    begun = (lambda: workers(process)) if jobs == "2" else (lambda: running(word))
    written = lambda: size_of(path) > 3000  # noqa: E731
    for ready, wait in ((begun, 0), (begun, 0.06), (begun, 0.12), (written, 0)):
        path.unlink(missing_ok=True)
        process = start(*with_programs(path, word, int(jobs), 500), start_new_session=True)
        wait_for(ready, process)
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        status, out, err = done(process)
        assert (status, out) == (130, "")
        assert "Traceback" not in err
        assert re.search(
            rf"^interrupted after \d+ of 3000 matches; the same command goes on from {path}$",
            err, re.MULTILINE,
        )  # fmt: skip
        assert wait_until_gone(word) == []
        records(path) if size_of(path) else None
    assert done(start(*with_programs(path, word, int(jobs)))).status == 0
    assert set(records(path)) >= set(honest)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_disk_without_room_ends_a_run_with_its_file_whole(
    jobs: str, scoutcli: InProcess, tmp_path: Path
) -> None:
    path = tmp_path / "out.yaml"
    assert scoutcli(*TWO, "-n", "4", "-o", path).status == 0
    whole = records(path)
    path.unlink()

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    status, out, err = done(start(*TWO, "-n", "4", "-o", path, "-j", jobs, preexec_fn=small))
    assert (status, out) == (2, "")
    assert err == f"Error: {path}: File too large\n"
    assert 0 < len(records(path)) < 8
    assert scoutcli(*TWO, "-n", "4", "-o", path).status == 0
    assert records(path) == whole


# A sequential test


def test_a_test_stops_at_the_same_deal_whatever_the_jobs(
    scoutcli: InProcess, tmp_path: Path
) -> None:
    """Three bots meet at three tables; the first is so much better that 30 changes are enough."""
    path = tmp_path / "out.yaml"
    command = [*TWO, "-b", "name=other,bot=random", "--sprt", "points 0 5", "--seating", "fixed"]
    status, out, err = scoutcli(*command, "-o", path)
    assert (status, err) == (0, "")
    assert "H1 accepted" in out
    verdict = out.partition("SPRT")[2]
    whole = records(path)
    deals = len(whole) // 3
    assert 30 < deals < 60
    assert f"after {deals} deals" in " ".join(verdict.split())
    assert [match.headers["pairing"] for match in matches(path)][-1] == (
        f"table 3 deal {deals} seating 1"
    )
    # Two jobs, of which one may be ahead.
    path.unlink()
    status, out, err = done(start(*command, "-o", path, "-j", "2"))
    assert (status, err) == (0, "")
    assert records(path) == whole
    assert out.partition("SPRT")[2] == verdict
    # Interrupted, and taken up again.
    text = path.read_bytes()
    path.write_bytes(text[: len(text) // 3])
    status, out, _ = scoutcli(*command, "-o", path)
    assert status == 0
    assert records(path) == whole
    assert out.partition("SPRT")[2] == verdict
    # Decided already: nothing is played any more.
    before = path.read_bytes()
    assert scoutcli(*command, "-o", path).out.partition("SPRT")[2] == verdict
    assert path.read_bytes() == before
    # What was played without the test, and more of it, decides at the same deal.
    path.unlink()
    plain = [*TWO, "-b", "name=other,bot=random", "--seating", "fixed"]
    assert scoutcli(*plain, "-m", str(deals + 20), "-o", path).status == 0
    counted = scoutcli(*command, "-o", path).out
    assert counted.partition("SPRT")[2] == verdict
    assert re.search(rf"^greedy +{2 * deals} ", counted, re.MULTILINE)


def test_the_most_deals_of_a_test(scoutcli: InProcess, tmp_path: Path) -> None:
    path = tmp_path / "out.yaml"
    status, out, _ = scoutcli(*TWO, "--sprt", "elo 0 20", "-n", "2", "-o", path)
    assert status == 0
    assert "SPRT on the share of better totals: H0 +0, H1 +20 Elo" in " ".join(out.split())
    assert "too early to decide" in out
    assert len(records(path)) == 4
