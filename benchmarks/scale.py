"""What many matches cost: ``python -m benchmarks.scale [docs/scale.md]``.

Prints the tables of that page, and puts them into the file that is named.
Matches are played in this process, some seconds of each kind. All else that a
long run does is measured by itself, as what it costs for a match or a task,
and what a million and a billion rounds cost is worked out from that. CPU time
throughout, where nothing else is said, so that others on the machine disturb
little. Takes some minutes.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import games
from scoutcli.arena.clock import TimeControl
from scoutcli.arena.cluster import MOST_TASKS, MOST_TOGETHER, Pace
from scoutcli.arena.entries import make_entry
from scoutcli.arena.journal import Journal
from scoutcli.arena.launch import expecting
from scoutcli.arena.plan import Pairing, Plan
from scoutcli.arena.runner import Run
from scoutcli.arena.schedule import Schedule
from scoutcli.arena.schedule import tables as tables_of
from scoutcli.arena.stable import Result, Stable
from scoutcli.cli import run as run_command

KINDS = [(game, players) for game in ("scout", "skyjo") for players in (2, 4)]
SEARCHING = ("expert:playouts=50", "expert:playouts=200", "expert:playouts=1000")
BOTS = ("random", "greedy", "steady", *SEARCHING)
SECONDS = 3.0
"""So long each bot plays at each table."""

STOCK = 20_000
"""Matches in the file of a run that is taken up again."""

HELD = 3000
"""Matches that are written, or held in memory, to see what one costs."""

TIMES = 10
"""So often what takes little is done."""

TASKS = 400
"""Tasks that a scheduler is given."""

PAIR = 3000
"""Matches that two processes and two workers play."""

FEW, MANY = 2, 1000
"""Workers that a scheduler is told of."""

HOUR = 3600
YEAR = 365 * 24 * HOUR

Key = tuple[str, int, str]
"""Game, players, bot."""


class Sample(NamedTuple):
    """Matches that were played: their rounds, CPU seconds and records."""

    rounds: int
    seconds: float
    records: list[str]

    @property
    def each(self) -> float:
        """Seconds of a match."""
        return self.seconds / len(self.records)

    @property
    def size(self) -> float:
        """Bytes of a match."""
        return sum(len(record.encode()) for record in self.records) / len(self.records)


class Costs(NamedTuple):
    """What a run costs whoever keeps its file, beside playing: seconds and bytes for a match."""

    fetch: float
    write: float
    resume: float
    skip: float
    memory: float
    speed: float
    """Megabytes a second, as the file is read."""


def plan_of(game_name: str, players: int, *bots: str, whole: bool = False) -> Plan:
    """Each deal once, at a table that the last bot fills; a round, or whole matches."""
    game = games.get(game_name)
    rules, _ = game.rules(players, {} if whole else {"rounds": "1"})
    entries = tuple(
        make_entry(game, {"bot": bot, "name": name}) for bot, name in zip(bots, "ab", strict=False)
    )
    return Plan(
        game, rules, entries, "scale", 10**8, "one", "fixed", TimeControl(move=5000), 0.05,
        "forfeit",
    )  # fmt: skip


def schedule_of(plan: Plan) -> Schedule:
    """The schedule of a plan."""
    tables = tables_of(plan.schedule, len(plan.entries), plan.rules.players)
    return Schedule(tables, plan.seating, plan.deals)


def play(plan: Plan) -> Sample:
    """Play for some seconds; the first match, for which much is loaded, does not count."""
    rounds, records, start, seconds = 0, [], 0.0, 0.0
    with Stable(plan) as stable:
        for pairing in schedule_of(plan):
            played = stable.play(pairing).played
            if start:
                rounds += len(played.outcome.scores)
                records.append(played.record)
                seconds = time.process_time() - start
            else:
                start = time.process_time()
            if seconds > SECONDS:
                break
    return Sample(rounds, seconds, records)


def one_played(plan: Plan) -> tuple[Pairing, Result]:
    """The first match of a plan."""
    pairing = next(iter(schedule_of(plan)))
    with Stable(plan) as stable:
        return pairing, stable.play(pairing)


def copied(result: Result, pairing: Pairing, plan: Plan) -> Result:
    """The same match as if it were another one of the plan: only its numbers change."""
    played = result.played
    first = played.outcome.pairing
    record = played.record.replace(f"pairing: {first}\n", f"pairing: {pairing}\n").replace(
        f"seed: {plan.seed_of(first.deal)}\n", f"seed: {plan.seed_of(pairing.deal)}\n"
    )
    outcome = played.outcome._replace(pairing=pairing)
    return Result(replace(played, outcome=outcome, record=record), [])


def keeping(folder: Path) -> Costs:
    """What it costs to fetch results, write and count them, and to take the run up again."""
    plan = plan_of("scout", 4, "greedy", "random")
    schedule = schedule_of(plan)
    _, result = one_played(plan)
    # A journal looks at the last one closely, which has to be the true one.
    results = [copied(result, pairing, plan) for pairing in islice(schedule, 1, HELD)] + [result]
    packed = pickle.dumps(results)
    fetches = []
    for _ in range(TIMES):
        start = time.process_time()
        pickle.loads(packed)  # noqa: S301 - made above
        fetches.append((time.process_time() - start) / HELD)
    fetch = statistics.median(fetches)

    def all_of_them(_: Iterable[Pairing]) -> Iterator[Result]:
        yield from results

    expect = expecting(plan, schedule, {})
    path = folder / "written.yaml"
    with Journal(path, plan.game, plan.rules, expect, print) as journal:
        run = Run(plan, schedule, journal)
        start = time.process_time()
        run.go(all_of_them)
        write = (time.process_time() - start) / HELD
    tracemalloc.start()
    with Journal(path, plan.game, plan.rules, expect, print) as journal:
        memory = tracemalloc.get_traced_memory()[0] / len(journal.played)
    tracemalloc.stop()

    path = folder / "stock.yaml"
    with path.open("w", encoding="utf-8") as file:
        for pairing in islice(schedule, 1, STOCK):
            file.write(copied(result, pairing, plan).played.record)
        file.write(result.played.record)
    start = time.process_time()
    with Journal(path, plan.game, plan.rules, expect, print) as journal:
        read = time.process_time() - start
        run = Run(plan, schedule, journal)
        resume = (time.process_time() - start) / STOCK
        assert run.before == STOCK
        start = time.process_time()
        next(run.missing())
        skip = (time.process_time() - start) / STOCK
    return Costs(fetch, write, resume, skip, memory, path.stat().st_size / 1e6 / read)


def squeezed(text: str) -> tuple[float, float | None]:
    """How many times smaller gzip and zstd, as they usually are, make it; None without a zstd."""
    data = text.encode()
    by_gzip = len(data) / len(gzip.compress(data, 6))
    zstd = shutil.which("zstd")
    if zstd is None:
        return by_gzip, None
    done = subprocess.run([zstd, "--stdout"], input=data, capture_output=True, check=True)
    return by_gzip, len(data) / len(done.stdout)


# The cluster


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, Any]]:
    """A scheduler with so many workers of a thread on this machine: address, and its process."""
    import psutil

    about = folder / "scheduler.json"
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", *arguments, "--host", "127.0.0.1", "--no-dashboard"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        started.append(process)
        return process

    try:
        scheduler = start(
            "distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(about)
        )
        while not (about.exists() and about.read_text().endswith("}")):
            time.sleep(0.1)
        address = json.loads(about.read_text())["address"]
        for _ in range(workers):
            start(
                "distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1",
                "--local-directory", str(folder),
            )  # fmt: skip
        yield address, psutil.Process(scheduler.pid)
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()
        about.unlink(missing_ok=True)


def answer(plan: bytes, pairings: bytes) -> bytes:
    """What a worker does in the measurement of the scheduler: nothing, at some length."""
    return plan + pairings


def scheduling(folder: Path) -> dict[int, tuple[float, float]]:
    """For so many workers: tasks a second (of the clock), CPU seconds of the scheduler for one."""
    from distributed import Client

    found = {}
    with cluster(folder, 1) as (address, scheduler), Client(address) as client:
        client.wait_for_workers(1)
        here = list(client.nthreads())
        for workers in (1, FEW, MANY):  # once to get warm
            others = [f"tcp://10.0.{at >> 8}.{at & 255}:4000" for at in range(workers - 1)]
            start, before = time.perf_counter(), sum(scheduler.cpu_times()[:2])
            futures = [
                client.submit(
                    answer, b"p" * 1000, b"r" * 10_000,
                    key=(f"scale-{workers}", number), workers=here + others,
                )
                for number in range(TASKS)
            ]  # fmt: skip
            client.gather(futures)
            seconds, used = time.perf_counter() - start, sum(scheduler.cpu_times()[:2]) - before
            found[workers] = TASKS / seconds, used / TASKS
            del futures
    return found


def two_ways(folder: Path) -> tuple[float, float]:
    """Seconds of the clock for `PAIR` matches with two processes, and with two workers."""
    command = [
        sys.executable, "-m", "scoutcli", "match", "--game", "scout", "--bot", "greedy",
        "--bot", "random", "--schedule", "one", "--seating", "rotate", "--rounds", str(PAIR // 4),
        "--seed", "x", "--out",
    ]  # fmt: skip

    def timed(*more: str) -> float:
        start = time.perf_counter()
        subprocess.run([*command, *more], stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start

    jobs = timed(str(folder / "jobs.yaml"), "--jobs", "2")
    with cluster(folder, 2) as (address, _):
        from distributed import Client

        with Client(address) as client:
            client.wait_for_workers(2)
        return jobs, timed(str(folder / "cluster.yaml"), "--cluster", address)


# The tables


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def three(number: float) -> str:
    """Three digits of a number."""
    if number >= 100:
        digits = len(str(int(number))) - 3
        return f"{round(number, -digits):,.0f}"
    return f"{number:.3g}"


def span(seconds: float) -> str:
    """A time in a fitting unit."""
    for unit, size in (("years", YEAR), ("days", 24 * HOUR), ("h", HOUR), ("min", 60), ("s", 1)):
        if seconds >= size:
            return f"{three(seconds / size)} {unit}"
    return f"{three(seconds * 1000)} ms"


def bulk(size: float) -> str:
    """A number of bytes in a fitting unit."""
    for unit, power in (("TB", 12), ("GB", 9), ("MB", 6), ("kB", 3)):
        if size >= 10**power:
            return f"{three(size / 10**power)} {unit}"
    return f"{three(size)} B"


def playing() -> tuple[str, dict[Key, Sample]]:
    """What is played in a core-hour, and the matches of one round."""
    samples, rows, length = {}, [], 1.0
    for game, players in KINDS:
        for bot in BOTS:
            alone = samples[game, players, bot] = play(plan_of(game, players, bot))
            row = [games.get(game).title, players, bot, span(alone.each), three(HOUR / alone.each)]
            if bot in SEARCHING:  # as long as the matches of the last one that does not search
                row += [f"≈ {three(length)}", f"≈ {three(HOUR / alone.each / length)}"]
            else:
                whole = play(plan_of(game, players, bot, whole=True))
                length = whole.rounds / len(whole.records)
                row += [three(length), three(HOUR / whole.each)]
            rows.append([*row, len(alone.records)])
            print(*rows[-1], file=sys.stderr)
    text = table(
        ["game", "players", "bot", "a round", "rounds a core-hour", "rounds in a match",
         "matches a core-hour", "rounds measured"],
        rows,
    )  # fmt: skip
    return text, samples


def storing(samples: dict[Key, Sample]) -> str:
    """What the records take."""
    rows = []
    for game, players in KINDS:
        for bot in ("random", "greedy", "steady"):
            found = samples[game, players, bot]
            by_gzip, by_zstd = squeezed("".join(found.records))
            rows.append([
                games.get(game).title, players, bot, bulk(found.size), f"{by_gzip:.1f}",
                "" if by_zstd is None else f"{by_zstd:.1f}", bulk(found.size * 1e6),
                bulk(found.size * 1e9),
            ])  # fmt: skip
    return table(
        ["game", "players", "bot", "a round", "gzip", "zstd", "10⁶ rounds", "10⁹ rounds"], rows
    )


def scoring(records: list[str], folder: Path) -> float:
    """CPU seconds that ``scoutcli score`` takes for a match."""
    path = folder / "score.yaml"
    path.write_text("".join(records * TIMES), encoding="utf-8")
    start = time.process_time()
    with redirect_stdout(io.StringIO()):
        assert run_command(["score", "--only", "players", "--no-cache", str(path)]) == 0
    return (time.process_time() - start) / len(records) / TIMES


def running(costs: Costs, score: float) -> str:
    """What a run costs beside playing."""
    writing = costs.fetch + costs.write
    parts = (
        ("results of a cluster unpickled", costs.fetch),
        ("a match written and counted", costs.write),
        ("a match read when the run is taken up again", costs.resume),
        ("a match passed over to find what is missing", costs.skip),
        ("a match read and verified by scoutcli score", score),
    )
    rows = [
        [what, span(seconds), span(seconds * 1e6), span(seconds * 1e9)] for what, seconds in parts
    ]
    rows.append(
        ["memory for the matches of before", *(bulk(costs.memory * n) for n in (1, 1e6, 1e9))]
    )
    return table(["what", "a match", "10⁶", "10⁹"], rows) + (
        f"\nWritten down and counted: {three(1 / writing)} matches a second. "
        f"Read, as a run is taken up again: {three(costs.speed)} MB/s.\n"
    )


def extrapolated(samples: dict[Key, Sample], costs: Costs) -> str:
    """What a million and a billion rounds cost."""
    rows = []
    for key, found in samples.items():
        game, players, bot = key
        busy = found.each / (costs.fetch + costs.write)
        together = max(1, min(MOST_TOGETHER, Pace.seconds(1000) / found.each))
        rows.append([
            games.get(game).title, players, bot, span(found.each * 1e6 / 8),
            span(found.each * 1e9 / 1000), three(found.each * 1e9 / YEAR),
            three(1e9 / together), f"{busy:,.2g}" if busy < 100 else three(busy),
        ])  # fmt: skip
    return table(
        ["game", "players", "bot", "10⁶ rounds, 8 cores", "10⁹ rounds, 1,000 cores",
         "core-years for 10⁹", "tasks for 10⁹", "cores that one run keeps busy"],
        rows,
    )  # fmt: skip


def clustering(folder: Path) -> str:
    """What the scheduler does, and what a small cluster gains."""
    try:
        found = scheduling(folder)
    except ImportError as error:
        return f"No cluster was measured: {error}\n"
    rows = [
        [workers, three(rate), span(used), f"{MOST_TASKS * used:.0%} of a core"]
        for workers, (rate, used) in found.items() if workers > 1
    ]  # fmt: skip
    heads = ["workers", "tasks a second", "CPU time of the scheduler for a task", "load at most"]
    jobs, clustered = two_ways(folder)
    return table(heads, rows) + (
        f"\n{PAIR:,} rounds of SCOUT (a greedy, three random) took {jobs:.1f} s of the clock with\n"
        f"`--jobs 2`, and {clustered:.1f} s on a cluster of two workers on the same machine.\n"
    )


def insert(parts: dict[str, str], path: Path) -> None:
    """Put the parts into a page, each between two comments with its name."""
    page = path.read_text(encoding="utf-8")
    for name, text in parts.items():
        head, begin, rest = page.partition(f"<!-- {name} -->\n")
        _, end, tail = rest.partition("<!-- end -->")
        assert begin and end, name
        page = f"{head}{begin}{text}{end}{tail}"
    path.write_text(page, encoding="utf-8")


def main() -> None:
    """Measure, and print."""
    os.environ.pop("PYTHONUNBUFFERED", None)
    before = os.getloadavg()[0]
    parts = {}
    parts["playing"], samples = playing()
    parts["storing"] = storing(samples)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        costs = keeping(folder)
        parts["running"] = running(costs, scoring(samples["scout", 4, "greedy"].records, folder))
        parts["extrapolated"] = extrapolated(samples, costs)
        parts["clustering"] = clustering(folder)
    parts["machine"] = (
        f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, load {before:.1f} before it and "
        f"{os.getloadavg()[0]:.1f} after.\n"
    )
    print("\n".join(parts.values()))
    for path in sys.argv[1:]:
        insert(parts, Path(path))


if __name__ == "__main__":
    main()
