"""Work that comes in batches, done in this process or by several, its results in their order."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import TypeVar

import click

B = TypeVar("B")
R = TypeVar("R")


def worked(todo: Iterable[B], work: Callable[[B], R], jobs: int = 1) -> Iterator[R]:
    """What `work` makes of each batch, in the order of the batches, by so many processes.

    With several, `work` is a function that other processes can import, and
    batches and results are pickled. No more than two batches for each process
    are read ahead.
    """
    more = iter(todo)
    few = list(islice(more, 2)) if jobs > 1 else []
    if len(few) < 2:  # starting a process takes longer than a single batch
        yield from map(work, chain(few, more))
        return
    try:
        with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
            try:
                yield from _handed_out(pool, chain(few, more), work, 2 * jobs)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
    except BrokenProcessPool as error:
        raise click.ClickException(
            "one of the processes was ended from outside, perhaps for want of memory; "
            "try again with --jobs 1"
        ) from error


def _handed_out(
    pool: ProcessPoolExecutor, todo: Iterable[B], work: Callable[[B], R], most: int
) -> Iterator[R]:
    waiting: deque[Future[R]] = deque()
    for batch in todo:
        waiting.append(pool.submit(work, batch))
        if len(waiting) > most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
