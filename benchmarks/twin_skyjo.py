"""Millions of moves through the rules of SKYJO and the kernel: ``python -m benchmarks.twin_skyjo``.

As the test does it, with other seeds; the number of moves can be given
(2,000,000 where it is not), and a word that makes the seeds.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.games.skyjo_twin import KINDS, Twins

if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    word = sys.argv[2] if len(sys.argv) > 2 else str(time.time_ns())
    start, seen = time.perf_counter(), Counter[str]()
    each = -(-wanted // len(KINDS))
    for number, (players, options) in enumerate(KINDS):
        seen += Twins(players, options, word).play(each)
        if number % 100 == 99:
            print(f"{seen['moves']:,} moves after {time.perf_counter() - start:.0f} s", flush=True)
    print(f"{seen['moves']:,} moves of {len(KINDS)} kinds of rounds, no difference ({word}):")
    print(", ".join(f"{what} {times:,}" for what, times in seen.most_common()))
