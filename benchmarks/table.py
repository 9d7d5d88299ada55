"""How fast the table answers a key, through a real pseudo-terminal.

    python -m benchmarks.table [KEYS]

Sits down at a table of SCOUT with five players, a full hand and 560 legal moves, and presses
keys one after the other: such as choose cards, such as are typed, and such as
open the menu of moves. Measured is the time from a key to the last byte that
is written for it. Asked for is a median under 50 ms; prints median and 95 %
for each kind of key and for three sizes of the terminal.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect

ROOT = Path(__file__).resolve().parent.parent
TABLE = ["play", "scout", "--players", "5", "--name", "Ada", "--seed", "f", "--speed", "off"]
SIZES = ((80, 24), (40, 15), (200, 60))
QUIET = 0.03
"""Seconds without output after which a key counts as answered."""

KINDS = {
    "choosing cards": ["\x1b[C", " ", "\x1b[B", "\x1b[D"],
    "typing": ["s", "1", ":", "\x7f", "\x7f", "\x7f"],
    "menu": ["\t", "\t", "\x1b[Z", "\x03"],
}
ASKED = 0.05


def answer(child: Any, key: str) -> float:
    """Seconds from a key to the last byte that is written for it."""
    start = last = time.perf_counter()
    child.send(key)
    while True:
        try:
            child.read_nonblocking(1 << 16, QUIET if last > start else 1)
        except pexpect.TIMEOUT:
            return last - start
        last = time.perf_counter()


def sit_down(columns: int, lines: int, folder: str) -> Any:
    """The program, once the first move of a round is asked for."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "scoutcli", *TABLE, "--save", str(Path(folder) / "match.yaml")],
        cwd=str(ROOT),
        env={"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm-256color",
             "LC_ALL": "C.UTF-8"},
        dimensions=(lines, columns),
    )  # fmt: skip
    child.delaybeforesend = None
    child.expect("Ada>")
    settle(child)
    child.send("K\r")
    settle(child)
    return child


def settle(child: Any) -> None:
    """Wait until nothing more is written for a while."""
    while True:
        try:
            child.read_nonblocking(1 << 16, 0.5)
        except pexpect.TIMEOUT:
            return


def measured(child: Any, keys: int) -> Iterator[tuple[str, list[float]]]:
    """For each kind of key the times of about so many of them."""
    for kind, sequence in KINDS.items():
        times = [answer(child, key) for _ in range(keys // len(sequence)) for key in sequence]
        yield kind, times
        for _ in range(4):
            answer(child, "\x03")


def run(keys: int) -> bool:
    """Measure and print; whether every median is as asked for."""
    good = True
    for columns, lines in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            child = sit_down(columns, lines, folder)
            for kind, times in measured(child, keys):
                median, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
                good = good and median < ASKED
                print(
                    f"{columns}x{lines}  {kind:<15} {len(times)} keys:"
                    f"  median {1000 * median:5.1f} ms  95 % {1000 * high:5.1f} ms"
                )
            child.close(force=True)
    return good


if __name__ == "__main__":
    sys.exit(0 if run(int(sys.argv[1]) if len(sys.argv) > 1 else 200) else 1)
