"""The speeds that the project promises, as ratios in one run: ``python -m benchmarks.speed``.

Every pair is measured in turns, several times; what counts is the median of
the ratios and of the rates. CPU time of this process is taken, so that others
on the machine disturb little.
"""

from __future__ import annotations

import io
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

import games
from benchmarks import corpus
from games.deals import Shuffler
from games.game import Move
from notation.reader import read

MATCHES = 2000
TIMES = 7


def timed(work: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def validating(path: Path) -> None:
    """Validate a stream of matches against merely loading it as YAML."""
    data = path.read_bytes()

    def load() -> None:
        for _ in yaml.load_all(data, Loader=yaml.CSafeLoader):
            pass

    def validate() -> None:
        found = [part.faulty for part in read(io.BytesIO(data), "corpus")]
        assert found == [False] * MATCHES

    pairs = [(timed(load), timed(validate)) for _ in range(TIMES)]
    ratio = statistics.median(ours / theirs for theirs, ours in pairs)
    print(
        f"validate / yaml.load_all: {ratio:.2f} (at most 4, aim 2.5); "
        f"{statistics.median(ours for _, ours in pairs):.2f} s "
        f"against {statistics.median(theirs for theirs, _ in pairs):.2f} s "
        f"for {MATCHES} matches, {len(data) / 1e6:.1f} MB"
    )


def playing() -> None:
    """Checked and applied moves, and random play with full legal lists, four-player SCOUT."""
    game = games.get("scout")
    rules, _ = game.rules(4)
    chooser = random.Random(1)
    rounds: list[tuple[object, list[tuple[int, Move]]]] = []

    def random_play() -> None:
        rounds.clear()
        for number in range(200):
            deal = game.deal(rules, [], Shuffler(str(number), 1))
            state = game.begin(rules, [], deal)
            moves: list[tuple[int, Move]] = []
            while state.end is None:
                seat, move = state.turn, chooser.choice(state.legal())
                state.apply(seat, move)
                moves.append((seat, move))
            rounds.append((deal, moves))

    def check_and_apply() -> None:
        for deal, moves in rounds:
            state = game.begin(rules, [], deal)
            for seat, move in moves:
                state.check(seat, move)
                state.apply(seat, move)

    rates, plies = [], []
    for _ in range(TIMES):
        seconds = timed(random_play)
        count = sum(len(moves) for _, moves in rounds)
        plies.append(count / seconds)
        rates.append(count / timed(check_and_apply))
    print(f"checked and applied: {statistics.median(rates):,.0f} moves/s (at least 250,000)")
    print(f"random play, full lists: {statistics.median(plies):,.0f} plies/s (at least 25,000)")


def memory(path: Path, gigabytes: float) -> None:
    """The peak memory of validating a long stream through a pipe."""
    script = (
        "import resource, sys\n"
        "from notation.reader import read\n"
        "count = sum(part.match is not None for part in read(sys.stdin.buffer, '-'))\n"
        "print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)\n"
    )
    data = path.read_bytes()
    times = max(1, int(gigabytes * 1e9 / len(data)))
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(times):
            process.stdin.write(data)
        process.stdin.close()
        count, megabytes = process.stdout.read().split()
    print(
        f"{times * len(data) / 1e9:.2f} GB, {int(count):,} matches: "
        f"{int(megabytes)} MB at the most (under 150)"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "corpus.yaml")
        moves = corpus.make(file, MATCHES)
        print(f"{moves / MATCHES / corpus.PLAYERS:.1f} moves a round")
        validating(file)
        playing()
        memory(file, float(sys.argv[1]) if len(sys.argv) > 1 else 0.1)
