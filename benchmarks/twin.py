"""Millions of random moves through the rules and through their compiled twins.

    python -m benchmarks.twin [MILLIONS [SEED]]

The tests do the same with fewer moves. Stops at the first difference, and
names the kind of round and the seed.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections import Counter

from games.search import compiled
from tests.games import scout_twin


def scout(actions: int, seed: str) -> None:
    """So many actions of SCOUT, spread over all options and numbers of players."""
    kinds, seen, start = scout_twin.KINDS, Counter[str](), time.perf_counter()
    for number, (players, options) in enumerate(kinds):
        wanted = (actions - seen["actions"]) // (len(kinds) - number)
        seen.update(scout_twin.Twins(players, options, seed).play(wanted))
    met = ", ".join(f"{what} {times:,}" for what, times in sorted(seen.items()))
    print(f"SCOUT, {len(kinds)} kinds, {time.perf_counter() - start:.0f} s, no difference: {met}")


if __name__ == "__main__":
    millions = float(sys.argv[1]) if len(sys.argv) > 1 else 3
    said = sys.argv[2] if len(sys.argv) > 2 else secrets.token_hex(4)
    print(f"seed {said}")
    compiled.warm("scout", print)
    scout(int(millions * 1e6), said)
