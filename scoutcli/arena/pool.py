"""Where the matches of a plan are played: in this process, or in several at a time.

Every way takes an iterator of pairings and gives the results as they come, in
any order. It never takes much more from the iterator than it needs, so that a
plan may end early.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import connection, get_context, parent_process, resource_tracker
from multiprocessing.process import BaseProcess
from typing import Any

from games.errors import RuleError
from scoutcli.arena.plan import Pairing, Plan
from scoutcli.arena.stable import Result, Stable

AHEAD_SECONDS = 0.2
"""A worker is given so much ahead that it need not wait while results are written."""

MOST_AHEAD = 32
MOST_LOST = 3
"""A match that took its worker with it so often is not tried again."""


def play_here(plan: Plan, pairings: Iterable[Pairing], *, listen: bool) -> Iterator[Result]:
    """Play one after another in this process."""
    with Stable(plan, listen=listen) as stable:
        for pairing in pairings:
            yield stable.play(pairing)


def play_in(
    plan: Plan, pairings: Iterable[Pairing], jobs: int, *, listen: bool
) -> Iterator[Result]:
    """Play in `jobs` processes at a time. Raises RuleError ``workers-die`` where they do."""
    workers: list[_Worker] = []
    waiting: deque[Pairing] = deque()
    more = iter(pairings)
    lost: dict[Pairing, int] = {}

    def following() -> Pairing | None:
        return waiting.popleft() if waiting else next(more, None)

    try:
        for first in islice(more, jobs):  # no more processes than matches
            workers.append(_Worker.start(plan, listen))
            workers[-1].give(first)
        while busy := [worker for worker in workers if worker.given]:
            ready = connection.wait([worker.pipe for worker in busy])
            for worker in [worker for worker in busy if worker.pipe in ready]:
                try:
                    result: Result = worker.pipe.recv()
                except (EOFError, OSError):
                    _note_lost(worker, lost)
                    waiting.extend(worker.given)
                    worker.end()
                    fresh = _Worker.start(plan, listen)
                    workers[workers.index(worker)] = fresh
                    fresh.feed(following)
                    continue
                worker.note(result)
                worker.feed(following)
                yield result
    finally:
        for worker in workers:
            worker.dismiss()
        for worker in workers:
            worker.end()


def _note_lost(worker: _Worker, lost: dict[Pairing, int]) -> None:
    first = worker.given[0]
    lost[first] = lost.get(first, 0) + 1
    if lost[first] >= MOST_LOST:
        raise RuleError(
            "workers-die",
            f"the process that played {first} ended {MOST_LOST} times, the last time "
            f"{_how(worker.process)}: is there enough memory?",
        )


def _how(process: BaseProcess) -> str:
    process.join(1)
    code = process.exitcode
    return f"by signal {-code}" if code is not None and code < 0 else f"with status {code}"


@dataclass(slots=True)
class _Worker:
    """A process that plays, seen from here."""

    process: BaseProcess
    pipe: connection.Connection[Any, Any]
    given: deque[Pairing] = field(default_factory=deque)
    """What it has to play, in the order in which the results will come."""
    since: float = 0.0
    each: float = 0.0
    """How long a match takes, about."""

    @classmethod
    def start(cls, plan: Plan, listen: bool) -> _Worker:
        """A new process. It inherits nothing but its end of the pipe."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, plan, listen), daemon=True)
        # From its first moment a ^C at the terminal is not for it, see `_work`.
        resource_tracker.ensure_running()  # which a start does else, and lets ^C in again
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        return cls(process, ours, since=time.monotonic())

    def feed(self, following: Any) -> None:
        """Give it matches, as many as it should have ahead."""
        ahead = 1 if not self.each else min(MOST_AHEAD, 1 + int(AHEAD_SECONDS / self.each))
        while len(self.given) < ahead and (pairing := following()) is not None:
            self.give(pairing)

    def give(self, pairing: Pairing) -> None:
        """Give it one match."""
        self.given.append(pairing)
        with suppress(OSError):  # it has died: seen when its result is read
            self.pipe.send(pairing)

    def note(self, result: Result) -> None:
        """A result came."""
        pairing = self.given.popleft()
        assert result.played.outcome.pairing == pairing
        now = time.monotonic()
        taken, self.since = now - self.since, now
        self.each = taken if not self.each else 0.8 * self.each + 0.2 * taken

    def dismiss(self) -> None:
        """Let it end with its bots; what it still plays is given up."""
        self.pipe.close()
        if self.given:
            self.process.terminate()

    def end(self) -> None:
        """Wait until it has ended, and see to it that it does."""
        self.dismiss()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _work(pipe: connection.Connection[Any, Any], plan: Plan, listen: bool) -> None:
    """What a worker does: play what comes, until nothing comes any more."""
    # ^C is for the one who started us. Not ignored, for the bots would inherit that.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    signal.signal(signal.SIGTERM, lambda *_: os._exit(1))
    threading.Thread(target=_die_with_parent, daemon=True).start()
    with Stable(plan, listen=listen) as stable, suppress(EOFError, OSError):
        while True:
            pipe.send(stable.play(pipe.recv()))


def _die_with_parent() -> None:
    """A worker whose parent was killed has nobody to play for; its bots end with it."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
