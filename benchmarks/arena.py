"""What the referee costs, as ratios in one run: ``python -m benchmarks.arena``.

* A move between two programs that answer at once, against a bare loop over a blocking pipe to the
  same kind of program.
* A match of built-in bots in this process, against the same match with both behind pipes.
* ``--jobs 2`` against two independent runs at the same time.

Every pair is measured in turns, several times; what counts is the median. Seconds are those of the
clock on the wall: two processes share the work of a move.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import games
from games.options import Rules
from scoutcli.arena.clock import TimeControl
from scoutcli.arena.entries import make_entry
from scoutcli.arena.plan import Entry, Plan
from scoutcli.arena.schedule import Schedule, tables
from scoutcli.arena.stable import Stable

TIMES = 7
DEALS = 60
JOBS_DEALS = 200  # a run of many seconds: starting two workers takes one
ROUND_TRIPS = 4000

ECHO = """
import sys
answer = sys.stdout.buffer
for line in sys.stdin.buffer:
    answer.write(b"play K\\n")
    answer.flush()
"""
"""What a bare loop talks to."""

SCRIPTED = """
import sys
moves = iter(open(sys.argv[1], "rb").read().split(b"\\n"))
answer = sys.stdout.buffer
answer.write(b"want legal %s\\nready scout skyjo\\n" % sys.argv[2].encode())
answer.flush()
for line in sys.stdin.buffer:
    if line.startswith(b"go"):
        answer.write(b"play " + next(moves) + b"\\n")
        answer.flush()
"""
"""A bot that thinks nothing: it says what stands in a file."""


@contextmanager
def program(code: str, folder: Path, name: str) -> Iterator[Path]:
    """A program in a file."""
    path = folder / name
    path.write_text(code)
    yield path


def bare(echo: Path) -> float:
    """Seconds of a round trip over a blocking pipe."""
    with subprocess.Popen(
        [sys.executable, "-S", str(echo)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        write, read = child.stdin.fileno(), child.stdout.fileno()
        os.write(write, b"go\n")
        os.read(read, 4096)
        start = time.perf_counter()
        for _ in range(ROUND_TRIPS):
            os.write(write, b"go\n")
            os.read(read, 4096)
        seconds = time.perf_counter() - start
        child.stdin.close()
    return seconds / ROUND_TRIPS


def plan_of(name: str, rules: Rules, entries: tuple[Entry, ...], deals: int) -> Plan:
    """Whole matches of two, each deal once."""
    time_control = TimeControl(move=5000)
    game = games.get(name)
    return Plan(
        game, rules, entries, "arena", deals, "one", "fixed", time_control, 1.0, "forfeit"
    )  # fmt: skip


def played(plan: Plan) -> tuple[float, int, list[str]]:
    """Seconds of all matches but the first, their moves, and the records."""
    schedule = Schedule(tables("one", len(plan.entries), 2), "fixed", plan.deals)
    records, moves, start = [], 0, 0.0
    with Stable(plan) as stable:
        for number, pairing in enumerate(schedule):
            if number == 1:
                start, moves = time.perf_counter(), 0
            result = stable.play(pairing).played
            assert not result.outcome.faults, result.faults
            records.append(result.record)
            moves += sum(map(len, result.times))
        return time.perf_counter() - start, moves, records


def script_of(records: list[str], seat: int) -> str:
    """What the bot of a seat said in matches of two, line by line."""
    said: list[str] = []
    for record in records:
        inside = False
        for line in record.splitlines():
            if line.startswith("  "):
                inside = line == "  moves: |" or (inside and line.startswith("    "))
            else:
                inside = False
            if inside:
                mine = (word for word in line.split() if word.startswith(f"{seat + 1}."))
                said += (word.partition(".")[2] for word in mine)
    return "\n".join(said)


def piped_moves(folder: Path) -> None:
    """The referee's part of a move."""
    game = games.get("scout")
    rules, _ = game.rules(2)
    random = make_entry(game, {"bot": "random", "name": "a"})
    other = make_entry(game, {"bot": "random", "name": "b"})
    _, _, records = played(plan_of("scout", rules, (random, other), DEALS))
    scripts = []
    for seat in (0, 1):
        scripts.append(folder / f"script{seat}")
        scripts[-1].write_text(script_of(records, seat))
    with program(ECHO, folder, "echo.py") as echo, program(SCRIPTED, folder, "bot.py") as bot:

        def of(legal: str) -> tuple[Entry, ...]:
            return tuple(
                make_entry(
                    game, {"name": f"{seat}", "cmd": f"{sys.executable} -S {bot} {script} {legal}"}
                )
                for seat, script in enumerate(scripts)
            )

        figures: dict[str, list[float]] = {"bare": [], "off": [], "on": []}
        for _ in range(TIMES):
            figures["bare"].append(bare(echo))
            for legal in ("off", "on"):
                seconds, moves, again = played(plan_of("scout", rules, of(legal), DEALS))
                assert [text.partition("rounds:")[2] for text in again] == [
                    text.partition("rounds:")[2] for text in records
                ]
                figures[legal].append(seconds / moves)
    us = {name: statistics.median(values) * 1e6 for name, values in figures.items()}
    over = {
        legal: statistics.median(
            (ours - loop) * 1e6 for ours, loop in zip(figures[legal], figures["bare"], strict=True)
        )
        for legal in ("off", "on")
    }
    print(
        f"a move of two programs, SCOUT: {us['off']:.0f} us, a bare round trip "
        f"{us['bare']:.0f} us: {over['off']:.0f} us more (at most 60); with the list of legal "
        f"moves {us['on']:.0f} us, {over['on']:.0f} us more"
    )


def in_process() -> None:
    """Built-in bots here, against the same behind pipes."""
    for name, bot in (("scout", "random"), ("scout", "greedy"), ("skyjo", "greedy")):
        game = games.get(name)
        rules, _ = game.rules(2)
        here = tuple(make_entry(game, {"bot": bot, "name": seat}) for seat in "ab")
        command = f"{sys.executable} -m scoutcli bot {bot}"
        there = tuple(make_entry(game, {"cmd": command, "name": seat}) for seat in "ab")
        pairs = []
        for _ in range(TIMES):
            alone, moves, _ = played(plan_of(name, rules, here, 20))
            piped, others, _ = played(plan_of(name, rules, there, 20))
            pairs.append((piped / others) / (alone / moves))
        print(
            f"{bot} against itself in {name}: a move behind pipes takes "
            f"{statistics.median(pairs):.1f} times as long as in process (at least 5)"
        )


def jobs(folder: Path) -> None:
    """What two processes gain: within one run, and as two runs of half the deals each."""

    def arguments(deals: int, seed: str, jobs: int, number: str) -> list[str]:
        out = folder / f"{number}.yaml"
        out.unlink(missing_ok=True)
        return [
            sys.executable, "-m", "scoutcli", "match", "--game", "scout", "--bot", "greedy",
            "--bot", "random", "--rounds", str(deals), "--seed", seed, "--seating", "rotate",
            "--jobs", str(jobs), "--out", str(out),
        ]  # fmt: skip

    def run(*commands: list[str]) -> Callable[[], None]:
        def work() -> None:
            running = [subprocess.Popen(each, stdout=subprocess.DEVNULL) for each in commands]
            assert [each.wait() for each in running] == [0] * len(running)

        return work

    def timed(work: Callable[[], None]) -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    gains = []
    for _ in range(TIMES):
        one = timed(run(arguments(JOBS_DEALS, "x", 1, "one")))
        two = timed(run(arguments(JOBS_DEALS, "x", 2, "two")))
        half = JOBS_DEALS // 2
        apart = timed(run(arguments(half, "x", 1, "left"), arguments(half, "y", 1, "right")))
        gains.append((one / two, one / apart))
    shares = [within / beside for within, beside in gains]
    print(
        f"--jobs 2 is {statistics.median(gain for gain, _ in gains):.2f} times as fast as one, two "
        f"independent runs {statistics.median(gain for _, gain in gains):.2f} times: "
        f"{statistics.median(shares):.2f} of what they gain (at least 0.9)"
    )


if __name__ == "__main__":
    os.environ.pop("PYTHONUNBUFFERED", None)
    parts = sys.argv[1:] or ["moves", "process", "jobs"]
    with tempfile.TemporaryDirectory() as name:
        if "moves" in parts:
            piped_moves(Path(name))
        if "process" in parts:
            in_process()
        if "jobs" in parts:
            jobs(Path(name))
