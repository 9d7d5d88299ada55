"""How fast, and in how much memory, the commands for logs run: ``python -m benchmarks.logs [MB]``.

Makes a log of so many megabytes (200 if nothing is said; 1000 for the stream
that the project promises) of matches of SCOUT with dates, events and players of
all kinds, in no order, and runs each command on it as a process of its own.
CPU time is taken, less what the command takes for a log of one match; memory
is the most that the process had resident. What reads the moves is measured on
a small part of the log.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks import corpus

STOCK = 300
"""So many matches are played; the log has them again and again, under other heads."""
USUAL_SIZE = 200
PART = 4
"""Megabytes of which the moves are read."""
LEAST_SPEED = 20.0
"""MB/s that are promised where no moves are read."""
MOST_MEMORY = 200.0
"""MB that are promised."""

SKIMMING = (
    ("count", "filter --count --where", "date = 2026-05 and player ~ ann"),
    ("filter by header", "filter -o OUT --where", "event != 'Open 3' or players = 3"),
    ("split by event", "split --force --into DIR --by event", ""),
    ("split by player", "split --force --into DIR --by player", ""),
    ("split --every 1000", "split --force --into DIR --every 1000", ""),
    ("stats", "stats", ""),
    ("sort by date", "sort -o SORTED", ""),
)
"""What reads no moves: its name, the command, and an expression behind it."""
READING = (
    ("filter by score", "filter --count --where", "score > 30"),
    ("dedupe", "dedupe -o OUT", ""),
)


class Run(NamedTuple):
    """A process that has ended."""

    seconds: float
    """Of the CPU."""
    memory: float
    """MB, at most."""


def run(folder: Path, command: str, expression: str, *files: Path) -> Run:
    """Run `scoutcli` with a command; the capitals in it stand for places in the folder."""
    words = [
        str(folder / word.lower()) if word in {"OUT", "DIR", "SORTED"} else word
        for word in command.split()
    ]
    words += [expression] if expression else []
    arguments = [sys.executable, "-m", "scoutcli", *words, *map(str, files)]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    scale = 1e6 if sys.platform == "darwin" else 1e3  # bytes there, KiB elsewhere
    return Run(used.ru_utime + used.ru_stime, used.ru_maxrss / scale)


def heads() -> Iterator[str]:
    """Heads of matches, without end, always the same."""
    dice = random.Random(7)
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
    while True:
        day = f"2026-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}"
        players = "".join(f"- name: {name}\n" for name in dice.sample(names, 4))
        yield (
            f'---\nscoutcli: 1\ngame: scout\nevent: Open {dice.randint(1, 30)}\ndate: "{day}"\n'
            f"players:\n{players}rounds:\n"
        )


def make(path: Path, megabytes: int) -> int:
    """Write a log; the number of matches in it."""
    corpus.make(path, STOCK)
    bodies = path.read_text(encoding="utf-8").split("rounds:\n")[1:]
    bodies = [body.partition("---\n")[0] for body in bodies]
    left, matches = megabytes * 1_000_000, 0
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for head in heads():
            left -= out.write(head + bodies[matches % STOCK])
            matches += 1
            if left <= 0:
                return matches
    raise AssertionError("heads do not end")


def tell(name: str, used: Run, base: Run, megabytes: float) -> None:
    """Print a row."""
    seconds = max(used.seconds - base.seconds, 1e-9)
    print(f"| {name} | {megabytes / seconds:.3g} | {used.memory:.0f} |", flush=True)


def main() -> None:
    """Measure, and print."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else USUAL_SIZE
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one, log, part = (folder / f"{word}.yaml" for word in ("one", "log", "part"))
        matches = make(log, size)
        make(part, PART)
        with log.open(encoding="utf-8") as whole:
            first = whole.read(20_000)
        one.write_text("---\n" + first.split("---\n")[1], encoding="utf-8")
        print(f"{matches:,} matches, {size} MB; load {os.getloadavg()[0]:.1f}\n")
        print("| command | MB/s | memory, MB |\n| --- | --- | --- |", flush=True)
        for what, command, expression in SKIMMING:
            base = run(folder, command, expression, one)
            tell(what, run(folder, command, expression, log), base, size)
        half = log.stat().st_size // 2
        halves = halved(folder / "sorted", half)
        base = run(folder, "merge -o OUT", "", one, one)
        tell("merge of two", run(folder, "merge -o OUT", "", *halves), base, size)
        for what, command, expression in READING:
            base = run(folder, command, expression, one)
            tell(what, run(folder, command, expression, part), base, PART)
    print(f"\nPromised: {LEAST_SPEED:g} MB/s where no moves are read, {MOST_MEMORY:g} MB.")


def halved(path: Path, size: int) -> tuple[Path, Path]:
    """A log in two files, cut between two matches near a place."""
    halves = path.with_suffix(".1"), path.with_suffix(".2")
    with path.open("rb") as log:
        outs = [half.open("wb") for half in halves]
        done, at = 0, 0
        for line in log:
            at |= done >= size and line == b"---\n"
            outs[at].write(line)
            done += len(line)
        for out in outs:
            out.close()
    return halves


if __name__ == "__main__":
    main()
