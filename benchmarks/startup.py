"""How long `scoutcli --version` takes as a whole process, as a ratio to `python -c "import click"`.

    python benchmarks/startup.py [PAIRS]

Runs both by turns, with the interpreter that runs this file and the
`scoutcli` beside it, and prints the medians and their ratio. The bound that
the tests hold it to is 1.6, the aim is 1.3.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path


def seconds(command: Sequence[str]) -> float:
    """How long a process takes, from its start to its end."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def medians(pairs: int, first: Sequence[str], second: Sequence[str]) -> tuple[float, float]:
    """The median times of two commands that are run by turns."""
    times = [(seconds(first), seconds(second)) for _ in range(pairs)]
    return statistics.median(t[0] for t in times), statistics.median(t[1] for t in times)


if __name__ == "__main__":
    script = Path(sys.executable).with_name("scoutcli")
    program = [str(script)] if script.exists() else [sys.executable, "-m", "scoutcli"]
    ours, base = medians(
        int(sys.argv[1]) if len(sys.argv) > 1 else 31,
        [*program, "--version"],
        [sys.executable, "-c", "import click"],
    )
    print(f"{' '.join(program)} --version  {ours * 1000:.1f} ms")
    print(f"import click  {base * 1000:.1f} ms")
    print(f"ratio {ours / base:.2f}")
