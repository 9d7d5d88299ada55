"""Who works at the pieces of matches: this process, several, or the workers of a cluster.

Every way takes an iterator of tasks, never much more of it than it needs, and
gives what was found as it comes, in any order.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process, resource_tracker
from typing import TYPE_CHECKING

import click

from notation.reader import Part, read_part
from notation.stream import Chunk
from scoutcli.analysis.analyst import Stop
from scoutcli.analysis.match import Found, Piece, Told, Wish, analyse_piece

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

_END = object()

WAIT_SECONDS = 0.2
"""So often it is looked whether somebody wants to stop."""


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """A piece of a match for somebody to do; `number` tells the matches of a run apart."""

    number: int
    chunk: Chunk
    piece: Piece
    wish: Wish

    def __str__(self) -> str:
        return f"match {self.chunk.index} of {self.chunk.name}, round {self.piece.round + 1}"


Done = tuple[int, Found]
"""The number of a match, and what was found of a piece of it."""

Tasks = Iterable[Task | None]
"""None: there are more, but not before something is done of what was given."""

Work = Callable[[Tasks, Stop], Iterator[Done]]
"""Does tasks until there are no more, or until it is stopped."""


class Reader:
    """Reads the matches of tasks; several tasks in a row are of the same one."""

    def __init__(self) -> None:
        self._last: tuple[int, Part] | None = None

    def read(self, task: Task) -> Part:
        """The match of a task."""
        if self._last is None or self._last[0] != task.number:
            self._last = task.number, read_part(task.chunk)
        return self._last[1]


def work_here(told: Told | None = None) -> Work:
    """One task after another, in this process."""

    def work(tasks: Tasks, stop: Stop) -> Iterator[Done]:
        reader = Reader()
        for task in filter(None, tasks):
            if stop():
                return
            part = reader.read(task)
            yield task.number, analyse_piece(part, task.piece, task.wish, stop, told)

    return work


def work_in(jobs: int, told: Told | None = None) -> Work:
    """By so many processes at a time; `told` only when a task is done."""

    def work(tasks: Tasks, stop: Stop) -> Iterator[Done]:
        context = get_context("spawn")
        halt = context.Event()
        try:
            with ProcessPoolExecutor(
                jobs, mp_context=context, initializer=_begin, initargs=(halt,)
            ) as pool:
                try:
                    for done in _hand_out(pool, iter(tasks), 2 * jobs, stop, halt):
                        if told is not None:
                            told(done[1].piece.last - done[1].piece.first)
                        yield done
                finally:
                    halt.set()
                    pool.shutdown(cancel_futures=True)
        except BrokenProcessPool as error:
            raise click.ClickException(
                "one of the processes was ended from outside, perhaps for want of memory; "
                "try again with --jobs 1"
            ) from error

    return work


def _hand_out(
    pool: ProcessPoolExecutor, more: Iterator[Task | None], most: int, stop: Stop, halt: Event
) -> Iterator[Done]:
    """Have so many tasks wait or be worked at, until all are done or somebody stops it."""
    running: set[Future[Done]] = set()
    ended = False
    while True:
        while len(running) < most and not (ended or stop()):
            task = next(more, _END)
            ended = task is _END
            if not isinstance(task, Task):
                break
            running.add(_submit(pool, task))
        if not running:
            if ended or stop():
                return
            continue
        done, running = wait(running, WAIT_SECONDS, FIRST_COMPLETED)
        if stop():  # those in work give what they have, the others are not begun
            halt.set()
            running = {future for future in running if not future.cancel()}
        for future in done:
            yield future.result()


def _submit(pool: ProcessPoolExecutor, task: Task) -> Future[Done]:
    """Give a task to the pool; a process that is started for it is not ended by a ^C from here."""
    resource_tracker.ensure_running()  # which a start does else, and lets ^C in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        return pool.submit(_work, task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In another process

_READER: list[Reader] = []
_HALT: list[Event] = []


def _begin(halt: Event) -> None:
    """Get ready to work for a parent, as long as that lives."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    _READER.append(Reader())
    _HALT.append(halt)


def _work(task: Task) -> Done:
    part = _READER[0].read(task)
    return task.number, analyse_piece(part, task.piece, task.wish, _HALT[0].is_set)


def _die_with_parent() -> None:
    """A worker whose parent was killed has nobody to work for."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
