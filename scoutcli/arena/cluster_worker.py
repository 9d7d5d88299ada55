"""What a worker of a Dask cluster does for a run: it plays, and keeps the bots from task to task.

Bots are dear to start, so they wait for the next task of their run. They do
not wait long: they are gone soon after the run, also when nobody ends it
because whoever began it has vanished.
"""

from __future__ import annotations

import asyncio
import hashlib
import pickle
import threading
import time
from collections import deque
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, Self

from games.errors import RuleError
from scoutcli import __version__
from scoutcli.arena.stable import Result, Stable

IDLE_SECONDS = 5.0
"""So long bots wait for a task."""

MOST_BYTES = 8 << 20
"""A task ends when the records, and what the bots said, have come to so much."""

PLAYED, UNFIT = "played", "unfit"

Answer = tuple[Any, ...]
"""``PLAYED, results, seconds`` or ``UNFIT, address, reason``.

The results are pickled. No type of this project stands in it, so that the
answer of a worker with another version can be read.
"""

_PLAYING = (
    "games", "notation", "scoutcli.arena", "scoutcli.analysis", "scoutcli.logs", "scoutcli.results",
    "scoutcli.scoring", "scoutcli.where",
)  # fmt: skip
"""The packages that have a part in a match, its record, its analysis and its score."""

_RUNS_REMEMBERED = 100


@cache
def build() -> str:
    """The version, with a digest of the source: only the same surely plays the same."""
    digest = hashlib.sha256()
    for package in _PLAYING:
        for folder in map(Path, import_module(package).__path__):
            for source in sorted(folder.rglob("*.py")):
                digest.update(f"{source.relative_to(folder)}\n".encode())
                digest.update(source.read_bytes())
    return f"scoutcli {__version__}, source {digest.hexdigest()[:8]}"


class Work(Protocol):
    """What a run gives its workers to do: a plan, whose matches they play, or something else.

    Its items are pickled, and so are its results, which say their `size` in characters.
    """

    def settled(self) -> Self:
        """The same, so that it means the same on all machines."""
        ...

    def check(self) -> None:
        """Raise RuleError where this machine cannot do it."""
        ...

    def open(self, *, listen: bool) -> Any:
        """Who does it: has `play`, which makes a result of an item, and `close`."""
        ...


def pack(plan: Work, listen: bool) -> bytes:
    """What a worker needs to know of a plan; `listen` keeps what the bots say."""
    return pickle.dumps((plan, listen))


async def look(made_by: str, plan: bytes) -> str:
    """Why this worker cannot play for a run, as far as it is seen at once; empty if it can."""
    try:
        await asyncio.to_thread(_check, made_by, plan)
    except (RuleError, OSError) as error:
        return str(error)
    return ""


async def end(run: str) -> None:
    """The run is over: its bots go."""
    await asyncio.to_thread(_KEPT.end, run)


def work(run: str, made_by: str, plan: bytes, pairings: bytes, seconds: float) -> Answer:
    """Play pairings one after another, the first at least, until so many seconds are over."""
    try:
        stable = _KEPT.take(run) or _open(made_by, plan)
    except (RuleError, OSError) as error:
        from distributed import get_worker  # here: all else works without it

        return UNFIT, get_worker().address, str(error)
    start = time.monotonic()
    results: list[Result] = []
    size = 0
    try:
        for pairing in pickle.loads(pairings):  # noqa: S301 - a scheduler is trusted
            results.append(stable.play(pairing))
            size += results[-1].size
            taken = time.monotonic() - start
            if taken >= seconds or size >= MOST_BYTES or _KEPT.is_over(run):
                break
    except BaseException:
        stable.close()
        raise
    _KEPT.give(run, stable)
    return PLAYED, pickle.dumps(results), taken


def _open(made_by: str, packed: bytes) -> Stable:
    """The bots of a run. Raises RuleError where they cannot play here."""
    _check(made_by, packed)
    plan, listen = pickle.loads(packed)  # noqa: S301 - a scheduler is trusted
    stable: Stable = plan.open(listen=listen)
    return stable


def _check(made_by: str, packed: bytes) -> None:
    """Raise RuleError (``unfit-worker``, ``compiler-missing``) where the bots cannot play here."""
    if build() != made_by:
        raise RuleError("unfit-worker", f"it has {build()}, and the run {made_by}")
    pickle.loads(packed)[0].check()  # noqa: S301 - a scheduler is trusted


class _Kept:
    """The bots that wait for a task, in one process. None is taken by two threads at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[Stable, tuple[str, threading.Timer]] = {}
        self._over: deque[str] = deque(maxlen=_RUNS_REMEMBERED)

    def take(self, run: str) -> Stable | None:
        """Bots of that run, if any wait."""
        with self._lock:
            stable = next((idle for idle, (of, _) in self._idle.items() if of == run), None)
            if stable is None:
                return None
            _, timer = self._idle.pop(stable)
        timer.cancel()
        return stable

    def give(self, run: str, stable: Stable) -> None:
        """Let bots wait, unless their run is over."""
        timer = threading.Timer(IDLE_SECONDS, self._drop, (stable,))
        timer.daemon = True  # when the worker ends, its programs end too
        with self._lock:
            if run not in self._over:
                self._idle[stable] = run, timer
                timer.start()
                return
        stable.close()

    def is_over(self, run: str) -> bool:
        """Whether that run is known to be over."""
        with self._lock:
            return run in self._over

    def end(self, run: str) -> None:
        """End the bots of a run, and those that its tasks still give back."""
        with self._lock:
            self._over.append(run)
            gone = [stable for stable, (of, _) in self._idle.items() if of == run]
        for stable in gone:
            self._drop(stable)

    def _drop(self, stable: Stable) -> None:
        with self._lock:
            waited = self._idle.pop(stable, None)
        if waited is not None:  # else a task took it meanwhile
            waited[1].cancel()
            stable.close()


_KEPT = _Kept()
