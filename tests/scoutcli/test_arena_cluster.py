"""Matches on a cluster: a scheduler and workers as processes, on the loopback."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import games
from games.errors import RuleError
from games.search.compiled import CompilerMissingError
from scoutcli.arena import cluster, cluster_worker
from scoutcli.arena.clock import TimeControl
from scoutcli.arena.entries import read_entry
from scoutcli.arena.plan import Pairing, Plan
from scoutcli.arena.stable import Result, Stable
from scoutcli.cli import run
from tests.scoutcli.matches import running

LINUX = sys.platform == "linux"
TOKEN = f"cluster-bot-of-{os.getpid()}"
"""Stands in the command line of every bot, and of the programs that watch over them."""

BOT = """
import os, signal, sys, time

def parent(pid):
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])

for line in sys.stdin:
    word, *words = line.split()
    if word == "scoutbot":
        print("id name first\\nready scout skyjo", flush=True)
    elif word == "go":
        if sys.argv[1] == "kill":
            os.kill(parent(os.getppid()), signal.SIGKILL)
        time.sleep(float(sys.argv[1]))
        print("play", words[words.index("legal") + 1], flush=True)
    elif word == "quit":
        break
"""
"""Plays the first legal move, after so many seconds; or kills the worker that started it."""

HASTY = """
import sys
from scoutcli.arena import cluster
cluster.PATIENCE, cluster.CONNECT_SECONDS = 1, 4
from scoutcli.__main__ import main
sys.exit(main())
"""
"""The program, with less patience than people have."""

PATIENT_WORKER = """
from scoutcli.arena import cluster_worker
cluster_worker.IDLE_SECONDS = 1000
from distributed.cli.dask_worker import main
main()
"""
OLD_WORKER = """
import scoutcli
scoutcli.__version__ = "0.0.7"
from distributed.cli.dask_worker import main
main()
"""
BARE_WORKER = """
import sys
sys.modules["scoutcli.arena"] = None
from distributed.cli.dask_worker import main
main()
"""
ILL_WORKER = """
from games.errors import RuleError
from games.search.compiled import CompilerMissingError
from scoutcli.arena import plan
def make_ready(*_):
    raise RuleError("ill", "its compiler is ill")
plan.make_ready = make_ready
from distributed.cli.dask_worker import main
main()
"""


def wait_for(what: Callable[[], object], program: subprocess.Popen[str] | None = None) -> None:
    """Until something is the case; while a program runs, if one is named."""
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline, "it takes too long"
        if program is not None and program.poll() is not None:
            pytest.fail(f"it ended, with status {program.returncode}")
        time.sleep(0.05)


class Cluster:
    """A scheduler, and the workers that are started for it."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.environment = {**os.environ, **environment}
        self.environment.pop("PYTHONUNBUFFERED", None)
        self.processes: list[subprocess.Popen[bytes]] = []
        about = folder / "scheduler.json"
        self.scheduler = self._start(
            "-m", "distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(about)
        )
        wait_for(lambda: about.exists() and about.read_text().endswith("}"))
        self.address: str = json.loads(about.read_text())["address"]

    def worker(self, threads: int = 1, code: str = "") -> subprocess.Popen[bytes]:
        """One more worker."""
        start = ["-c", code] if code else ["-m", "distributed.cli.dask_worker"]
        return self._start(
            *start, self.address, "--no-nanny", "--nthreads", str(threads),
            "--local-directory", str(self.folder),
        )  # fmt: skip

    def is_ready(self) -> bool:
        """Whether all workers have found the scheduler."""
        logs = [self.folder / f"{number}.log" for number in range(1, len(self.processes))]
        return all("Registered to" in log.read_text() for log in logs)

    def end(self) -> None:
        """End all that was started."""
        for process in self.processes:
            process.kill()
            process.wait()

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{len(self.processes)}.log").open("wb")
        with log:
            process = subprocess.Popen(
                [sys.executable, *arguments, "--host", "127.0.0.1", "--no-dashboard"],
                stdout=log, stderr=log, cwd=self.folder, env=self.environment,
            )  # fmt: skip
        self.processes.append(process)
        return process


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler for several tests; each starts its workers, and ends them."""
    pytest.importorskip("distributed")
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    yield made
    made.end()


@pytest.fixture
def hub(shared: Cluster) -> Iterator[Cluster]:
    yield shared
    for process in shared.processes[1:]:
        process.kill()
        process.wait()
    del shared.processes[1:]
    wait_for(lambda: not LINUX or not running(TOKEN))


class Match:
    """``scoutcli match`` with two bots as programs, at a table of two."""

    def __init__(self, folder: Path, deals: int, *, think: str = "0.003") -> None:
        self.folder = folder
        self.deals = deals
        self.think = think
        (folder / "bot.py").write_text(BOT)

    def arguments(self, *more: str, think: str = "") -> list[str]:
        command = f"cmd={sys.executable} -I -S bot.py {think or self.think} {TOKEN}"
        return [
            "match", "--game", "scout", "--players", "2", "--rounds", str(self.deals),
            "--bot", f"name=a,{command}", "--bot", f"name=b,{command}", "--seed", "tea", *more,
        ]  # fmt: skip

    def start(self, *more: str) -> subprocess.Popen[str]:
        environment = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
        with (self.folder / "err").open("w") as err:
            return subprocess.Popen(
                [sys.executable, "-c", HASTY, *self.arguments(*more)],
                stdout=subprocess.PIPE, stderr=err, text=True, cwd=self.folder, env=environment,
            )  # fmt: skip

    def err(self) -> str:
        """What it said on stderr."""
        return (self.folder / "err").read_text()

    def end(self, program: subprocess.Popen[str]) -> tuple[int, str]:
        """Its exit status and what it said on stderr, once it has ended."""
        with program:
            try:
                program.communicate(timeout=120)
            except subprocess.TimeoutExpired:
                program.kill()
                raise
        return program.returncode, self.err()

    def on(self, hub: Cluster) -> subprocess.Popen[str]:
        """Start it on a cluster, once the workers that were started are there."""
        wait_for(hub.is_ready)
        return self.start("--cluster", hub.address, "--out", "out.yaml")

    def records(self, name: str = "out.yaml") -> list[str]:
        """The matches that are in the file, sorted."""
        path = self.folder / name
        text = path.read_text() if path.exists() else ""
        return sorted(text.split("---\n")[1:])

    def check(self) -> None:
        """The file has all matches, each once, as they are without a cluster."""
        done = subprocess.run(
            [sys.executable, "-m", "scoutcli", *self.arguments("--out", "here.yaml", think="0")],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert len(self.records("here.yaml")) == 2 * self.deals
        assert self.records() == self.records("here.yaml")


@pytest.mark.skipif(not LINUX, reason="through /proc")
def test_a_worker_is_killed_in_the_middle_and_another_one_comes(
    hub: Cluster, tmp_path: Path
) -> None:
    match = Match(tmp_path, 40)
    hub.worker()
    killed = hub.worker()
    program = match.on(hub)
    wait_for(lambda: len(match.records()) >= 6, program)
    killed.kill()
    killed.wait()
    assert len(match.records()) < 70
    hub.worker(threads=2)  # which may not share their bots
    assert match.end(program) == (0, "")
    match.check()
    wait_for(lambda: not running(TOKEN))


@pytest.mark.skipif(not LINUX, reason="through /proc")
def test_ctrl_c_leaves_a_whole_file_and_no_bot(hub: Cluster, tmp_path: Path) -> None:
    match = Match(tmp_path, 25)
    hub.worker(threads=2, code=PATIENT_WORKER)
    program = match.on(hub)
    wait_for(lambda: len(match.records()) >= 4, program)
    assert running(TOKEN)
    program.send_signal(signal.SIGINT)
    status, err = match.end(program)
    assert re.fullmatch(
        r"interrupted after \d+ of 50 matches; the same command goes on from out.yaml\n\n", err
    ), err
    assert status == 130
    wait_for(lambda: not running(TOKEN))
    before = len(match.records())
    assert run(["validate", str(tmp_path / "out.yaml")]) == 0
    already = f"{before} of 50 matches are in out.yaml already\n"
    assert match.end(match.on(hub)) == (0, already)
    match.check()


@pytest.mark.skipif(not LINUX, reason="through /proc")
def test_no_bot_stays_when_whoever_began_the_run_vanishes(hub: Cluster, tmp_path: Path) -> None:
    match = Match(tmp_path, 500)
    hub.worker()
    with match.on(hub) as program:
        wait_for(match.records, program)
        program.kill()
    assert running(TOKEN)
    wait_for(lambda: not running(TOKEN))


def test_a_run_waits_for_workers(hub: Cluster, tmp_path: Path) -> None:
    match = Match(tmp_path, 12)
    none = f"there is no worker at {hub.address} that can play: waiting for one\n"
    come = f"a worker has come to {hub.address}, it goes on\n"
    program = match.on(hub)
    wait_for(lambda: match.err() == none, program)
    only = hub.worker()
    wait_for(lambda: match.err() == none + come, program)
    wait_for(lambda: len(match.records()) >= 4, program)
    only.kill()
    wait_for(lambda: match.err() == none + come + none, program)
    hub.worker()
    assert match.end(program) == (0, none + come + none + come)
    match.check()


def refusals(err: str) -> list[str]:
    """Why workers were refused, sorted; which ones they were is left out."""
    found = re.findall(r"^tcp://127\.0\.0\.1:\d+ cannot play: (.*)\n", err, re.MULTILINE)
    assert len(found) == err.count("\n"), err
    return sorted(found)


def test_workers_that_cannot_play_are_refused(hub: Cluster, tmp_path: Path) -> None:
    match = Match(tmp_path, 20)
    hub.worker(code=OLD_WORKER)
    hub.worker(code=BARE_WORKER)
    status, err = match.end(match.on(hub))
    last = f"Error: no worker at {hub.address} can play this [unfit-workers]\n"
    assert err.endswith(last)
    bare, old = refusals(err.removesuffix(last))
    assert bare.startswith("it has no scoutcli of this version (")
    assert re.fullmatch(
        r"it has scoutcli 0\.0\.7, source \w{8}, and the run scoutcli [\d.]+, source \w{8}", old
    )
    assert status == 1
    assert match.records() == []
    hub.worker(code=ILL_WORKER)  # seen only when it has a task
    hub.worker()
    status, err = match.end(match.on(hub))
    assert refusals(err) == sorted([bare, old, "its compiler is ill"])
    assert status == 0
    match.check()


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler that gives a task up when the first worker dies of it."""
    pytest.importorskip("distributed")
    folder = tmp_path / "frail"
    folder.mkdir()
    made = Cluster(folder, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
    yield made
    made.end()


@pytest.mark.skipif(not LINUX, reason="through /proc")
def test_a_match_that_takes_its_worker_with_it_and_a_scheduler_that_goes(
    frail: Cluster, tmp_path: Path
) -> None:
    """One after the other, for a scheduler takes a while to start."""
    killed = frail.worker()
    match = Match(tmp_path, 3, think="kill")
    status, err = match.end(match.on(frail))
    assert killed.wait() == -signal.SIGKILL
    assert re.fullmatch(
        r"Error: table 1 deal \d seating \d took 1 workers with it, the last of them "
        r"tcp://127\.0\.0\.1:\d+: is there enough memory\? \[workers-die\]\n",
        err,
    ), err
    assert status == 1
    match = Match(tmp_path, 20)
    frail.worker()
    program = match.on(frail)
    wait_for(lambda: len(match.records()) >= 4, program)
    frail.scheduler.kill()
    gone = f"Error: {frail.address}: the scheduler is gone; what was written down is kept\n"
    assert match.end(program) == (2, gone)
    assert run(["validate", str(tmp_path / "out.yaml")]) == 0
    assert 4 <= len(match.records()) < 40
    assert match.end(match.start("--out", "out.yaml"))[0] == 0
    match.check()


# Without a cluster

HERE = cluster_worker.build()


def plan(*bots: str) -> Plan:
    """SCOUT of two, a round."""
    game = games.get("scout")
    rules, _ = game.rules(2, {"rounds": "1"})
    entries = tuple(read_entry(game, bot) for bot in bots)
    return Plan(
        game, rules, entries, "tea", 5, "one", "fixed", TimeControl.read("5000"), 0.05, "forfeit"
    )  # fmt: skip


PAIRINGS = [Pairing(1, deal, 1, (0, 1)) for deal in range(1, 6)]


def lack(made: Plan, build: str = HERE) -> str:
    return asyncio.run(cluster_worker.look(build, cluster_worker.pack(made, False)))


def work(run: str, made: Plan, seconds: float) -> list[Result]:
    word, results, _ = cluster_worker.work(
        run, HERE, cluster_worker.pack(made, False), pickle.dumps(PAIRINGS), seconds
    )
    assert word == cluster_worker.PLAYED
    played: list[Result] = pickle.loads(results)  # noqa: S301 - made here
    cluster_worker._KEPT.end(run)
    return played


def test_what_a_worker_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lack(plan("greedy", "random")) == ""
    assert lack(plan("greedy", "random"), "scoutcli 9, source 0") == (
        f"it has {HERE}, and the run scoutcli 9, source 0"
    )
    assert lack(plan("greedy", "name=x,cmd=cat")) == ""
    assert lack(plan("greedy", "name=x,cmd=no-such-program 1")) == (
        "it has no program no-such-program for x"
    )
    assert lack(plan("greedy", f"name=x,cmd=./x,dir={tmp_path}")) == "it has no program ./x for x"
    (tmp_path / "x").write_text("#!/bin/sh\n")
    assert lack(plan("greedy", f"name=x,cmd=./x,dir={tmp_path}")) == "it has no program ./x for x"
    (tmp_path / "x").chmod(0o700)
    assert lack(plan("greedy", f"name=x,cmd=./x,dir={tmp_path}")) == ""
    assert lack(plan("greedy", f"name=x,cmd=cat,dir={tmp_path}/y")) == (
        f"it has no folder {tmp_path}/y, in which x runs"
    )

    def compiler() -> None:
        raise CompilerMissingError(ImportError("no numba"))

    monkeypatch.setattr("scoutcli.arena.plan.compiler", compiler)
    assert lack(plan("greedy", "random")) == ""
    assert "they need numba" in lack(plan("greedy", "steady")).replace("the strong players", "they")


def test_programs_run_where_the_run_was_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = plan("greedy", "name=x,cmd=./x").settled()
    assert [entry.folder for entry in made.entries] == [None, str(tmp_path)]
    made = plan("name=x,cmd=./x,dir=y/z", "name=y,cmd=./y,dir=/bin").settled()
    assert [entry.folder for entry in made.entries] == [str(tmp_path / "y" / "z"), "/bin"]


def test_a_task_plays_as_one_machine_does_and_ends_in_time() -> None:
    made = plan("greedy", "random")
    with Stable(made) as stable:
        alone = [stable.play(pairing).played.record for pairing in PAIRINGS]
    assert [result.played.record for result in work("one", made, 600)] == alone
    assert [result.played.record for result in work("two", made, 0)] == alone[:1]


class Bots:
    """Stand for a `Stable`."""

    def __init__(self) -> None:
        self.closed = threading.Event()

    def close(self) -> None:
        assert not self.closed.is_set()
        self.closed.set()


def test_bots_wait_for_the_next_task_of_their_run() -> None:
    kept, first, second = cluster_worker._Kept(), Bots(), Bots()
    assert kept.take("tea") is None
    kept.give("tea", first)  # type: ignore[arg-type]
    kept.give("tea", second)  # type: ignore[arg-type]
    assert kept.take("milk") is None
    assert {kept.take("tea"), kept.take("tea")} == {first, second}
    assert kept.take("tea") is None
    kept.give("tea", first)  # type: ignore[arg-type]
    kept.end("milk")
    assert not first.closed.is_set()
    kept.end("tea")
    assert first.closed.is_set()
    assert kept.take("tea") is None
    assert kept.is_over("tea")
    kept.give("tea", second)  # type: ignore[arg-type]  # of a task that was still playing
    assert second.closed.is_set()


def test_bots_that_no_task_takes_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_worker, "IDLE_SECONDS", 0.01)
    kept, bots = cluster_worker._Kept(), Bots()
    kept.give("tea", bots)  # type: ignore[arg-type]
    assert bots.closed.wait(30)
    assert kept.take("tea") is None


def test_how_many_matches_go_together() -> None:
    pace = cluster.Pace()
    assert pace.together(2) == 1
    pace.note(1, 0.001)
    assert pace.together(2) == 1  # a second one first, to be shared by two
    for _ in range(20):
        pace.note(50, 0.05)  # a millisecond each
    assert pace.together(2) == 1 + 1001 // 4
    for _ in range(100):
        pace.note(100, 0.1)
    assert pace.together(2) == 500  # half a second
    assert pace.together(100) == 1 + 11001 // 200
    for _ in range(100):
        pace.note(1, 2.0)
    assert pace.together(2) == 1


@pytest.mark.parametrize(("threads", "seconds"), [(1, 0.5), (20, 0.5), (80, 2), (1000, 25)])
def test_a_large_cluster_has_longer_tasks(threads: int, seconds: float) -> None:
    """Forty tasks a second, at most."""
    assert cluster.Pace.seconds(threads) == seconds


def test_nobody_is_asked_where_nothing_is_to_be_played() -> None:
    made = plan("greedy", "random")
    assert list(cluster.play_on(made, [], "tcp://127.0.0.1:1", listen=False, tell=print)) == []


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    made = plan("greedy", "random")
    with pytest.raises(RuleError, match=r"pip install 'scoutcli\[cluster\]'") as caught:
        next(cluster.play_on(made, PAIRINGS, "tcp://127.0.0.1:1", listen=False, tell=print))
    assert caught.value.code == "dask-missing"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--cluster", "localhost"], "'localhost' is not tcp://HOST:PORT, or tls://HOST:PORT"),
        (["--cluster", "tcp://localhost"], "is not tcp://HOST:PORT, or tls://HOST:PORT"),
        (["--cluster", "tcp://here:1", "--jobs", "2"], "--jobs or --cluster: not both"),
    ],
)
def test_wrong_options(options: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--game", "scout", "--bot", "greedy", "--bot", "random", "--rounds", "1"]
    assert run(["match", *bots, *options]) == 2
    assert told in capsys.readouterr().err
