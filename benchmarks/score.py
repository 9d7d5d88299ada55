"""What scoring a large log costs: ``python -m benchmarks.score [MB]``.

Makes a log of so many megabytes (20 if nothing is said; 1000 for the stream
that the project promises) of matches of SCOUT with dates and players of all
kinds, and scores it with all that sums can keep. Every figure but one is CPU
time, so that others on the machine disturb little; what two processes gain is
time of the clock, taken in turns, and says something on an idle machine alone.
"""

from __future__ import annotations

import hashlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import corpus

STOCK = 300
"""So many matches are played; the log has them again and again, under other heads."""
USUAL_SIZE = 20
TIMES = 3
NAMES = 200
"""Players."""

MOST_MEMORY = 200.0
"""MB that are promised for a stream of 1 GB."""
LEAST_GAIN = 0.9
"""Of what two independent processes gain, promised for `--jobs 2`."""

SCORE = (
    sys.executable, "-m", "scoutcli", "score", "--only", "players", "--system",
    "wins,points,rank,elo", "--tiebreak", "head-to-head,buchholz", "--cross",
)  # fmt: skip


class Run(NamedTuple):
    """A process that has ended well: seconds of the clock and of the CPU, MB, its output."""

    clock: float
    cpu: float
    memory: float
    output: str


def run(folder: Path, *arguments: str | Path, fed: Iterable[bytes] = ()) -> Run:
    """Score, with what is kept in a folder; `fed` is the standard input."""
    start = time.perf_counter()
    with (folder / "out").open("w+b") as out:
        process = subprocess.Popen(
            [*SCORE, *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=out, env=os.environ | {"XDG_CACHE_HOME": str(folder)},
        )  # fmt: skip
        feeding = threading.Thread(target=_feed, args=(process, fed))
        feeding.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = status
        feeding.join()
        assert not status, arguments
        out.seek(0)
        digest = hashlib.sha256(out.read()).hexdigest()
    clock = time.perf_counter() - start
    return Run(clock, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, digest)


def _feed(process: subprocess.Popen[bytes], fed: Iterable[bytes]) -> None:
    assert process.stdin is not None
    with process.stdin:
        for block in fed:
            process.stdin.write(block)


def stock(folder: Path) -> list[bytes]:
    """A few matches."""
    path = folder / "stock.yaml"
    corpus.make(path, STOCK)
    return [b"---\n" + text for text in path.read_bytes().split(b"---\n")[1:]]


def matches(stock: Sequence[bytes], size: int) -> Iterator[bytes]:
    """Matches of at least so many bytes; each has a date, and players of its own."""
    coin = random.Random(size)
    number = 0
    while size > 0:
        text = stock[number % len(stock)]
        head, players, rest = text.partition(b"players:\n")
        date = f'date: "2026-{coin.randint(1, 12):02}-{coin.randint(1, 28):02}"\n'.encode()
        for seat, name in enumerate(coin.sample(range(NAMES), corpus.PLAYERS), 1):
            rest = rest.replace(f"- name: Player {seat}\n".encode(), f"- name: P{name}\n".encode())
        number += 1
        text = head + date + players + rest
        size -= len(text)
        yield text


def memory(folder: Path, some: Sequence[bytes], size: int) -> None:
    """The most that scoring a stream has in memory."""
    done = run(folder, "-", fed=matches(some, size))
    print(
        f"memory: {done.memory:.0f} MB for a stream of {size / 1e6:.0f} MB "
        f"(promised: {MOST_MEMORY:.0f} for 1 GB); {size / 1e6 / done.cpu:.2f} MB/s"
    )


def sharing(folder: Path, first: Path, second: Path) -> None:
    """What two processes gain."""
    gains, costs = [], []
    for _ in range(TIMES):
        both = run(folder, "--no-cache", "--jobs", "2", first, second)
        start = time.perf_counter()
        found: list[Run] = []

        def alone(number: int, path: Path) -> None:
            place = folder / f"alone-{number}"
            place.mkdir(exist_ok=True)
            found.append(run(place, "--no-cache", path))  # noqa: B023 - joined in this turn

        threads = [threading.Thread(target=alone, args=each) for each in enumerate((first, second))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        gains.append((time.perf_counter() - start) / both.clock)
        costs.append(sum(each.cpu for each in found) / both.cpu)
    print(
        f"--jobs 2: {statistics.median(gains):.2f} of what two independent processes gain "
        f"(promised: {LEAST_GAIN}), {statistics.median(costs):.2f} by CPU time"
    )


def keeping(folder: Path, path: Path, more: bytes) -> None:
    """What a log that has grown costs."""
    folder = folder / "kept"
    folder.mkdir()
    anew = run(folder, path)
    same = run(folder, path)
    with path.open("ab") as file:
        file.write(more)
    grown = run(folder, path)
    part = folder / "part.yaml"
    part.write_bytes(more)
    alone = run(folder, "--no-cache", part)
    assert grown.output == run(folder, "--no-cache", path).output
    assert same.output == anew.output
    print(
        f"cache: {anew.cpu:.2f} s anew, {same.cpu:.2f} s unchanged, {grown.cpu:.2f} s grown by "
        f"{len(more) / 1e6:.2f} MB, which alone take {alone.cpu:.2f} s"
    )


def ordering(folder: Path, first: Path, second: Path) -> None:
    """Whether the answer depends on the order, on processes, or on what was kept."""
    ways = (
        (first, second), (second, first), ("--jobs", "2", first, second), ("--no-cache", "--jobs",
        "3", second, first),
    )  # fmt: skip
    answers = {run(folder, *way).output for way in ways}
    print(f"answers to one question, asked in {len(ways)} ways: {len(answers)}")


def main() -> None:
    """Measure, and print."""
    os.environ.pop("PYTHONUNBUFFERED", None)
    size = int(float(sys.argv[1]) * 1e6) if len(sys.argv) > 1 else USUAL_SIZE * 1_000_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        some = stock(folder)
        first, second = folder / "first.yaml", folder / "second.yaml"
        for path, part in ((first, size // 4), (second, size // 4 + 1)):
            path.write_bytes(b"".join(matches(some, part)))
        ordering(folder, first, second)
        keeping(folder, first, b"".join(matches(some, size // 100)))
        sharing(folder, first, second)
        memory(folder, some, size)


if __name__ == "__main__":
    main()
