"""Matches on many machines: handed to a Dask scheduler, played by its workers.

A task is some pairings, as many as take about `TASK_SECONDS`. When a worker
goes, the scheduler has its tasks done again by another one; of each task one
result comes, whatever happened.
"""

from __future__ import annotations

import errno
import logging
import math
import pickle
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain, count, islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from games.errors import RuleError
from notation.diagnostics import printable
from scoutcli.arena import cluster_worker
from scoutcli.arena.cluster_worker import PLAYED, UNFIT
from scoutcli.arena.plan import Pairing
from scoutcli.arena.stable import Result

if TYPE_CHECKING:
    from distributed import Client, Future

INSTALL = "pip install 'scoutcli[cluster]'"

TASK_SECONDS = 0.5
"""So long a task takes, about, if a match is not longer."""

MOST_TASKS = 40
"""So many tasks a second the scheduler has, about: with many workers a task is longer."""

MOST_TOGETHER = 2000
AHEAD = 2
"""So many tasks there are for each thread of the workers, so that none waits for the next."""

CONNECT_SECONDS = 10.0
"""So long a scheduler that does not answer is waited for."""

MOST_LOST = 4
"""A task that came to nothing so often is not tried again; as Dask has it, if nothing is said."""

LOOK_SECONDS = 1.0
"""Between two looks at which workers there are."""

WAIT_SECONDS = 0.2
"""So long a result is waited for, before who is there is looked at again."""

PATIENCE = 5.0
"""After so many seconds without a worker that is told."""

CLOSE_SECONDS = 5.0
"""So long workers may take to end their bots, once the run is over."""

Tell = Callable[[str], None]
"""Told in a sentence what whoever waits should know."""


def play_on(
    plan: cluster_worker.Work, pairings: Iterable[Any], address: str, *, listen: bool, tell: Tell
) -> Iterator[Any]:
    """Play on the workers of the scheduler at an address, ``tcp://HOST:PORT``.

    Raises RuleError: ``dask-missing``; ``unfit-scheduler``; ``unfit-workers``
    where none can play the plan; ``workers-die`` for a match that takes its
    workers with it. Raises OSError where the scheduler does not answer, or not
    any more.
    """
    more = iter(pairings)
    for first in islice(more, 1):  # where nothing is to be played, nobody is asked
        with _connected(address) as client:
            _check_scheduler(client, address)
            crew = _Crew(client, address, cluster_worker.pack(plan.settled(), listen), tell)
            yield from _Tasks(client, crew).play(chain([first], more))


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    """A connection to a scheduler."""
    try:
        from distributed import Client, Security  # here: large, and not installed everywhere
    except ImportError as error:
        raise RuleError(
            "dask-missing", f"a cluster needs Dask ({error}); install it with: {INSTALL}"
        ) from error
    for name in ("distributed", "distributed.client"):  # what there is to say is said here
        logging.getLogger(name).setLevel(logging.CRITICAL)
    security = Security()
    if address.startswith("tls:") and not security.get_connection_args("client")["ssl_context"]:
        raise RuleError(
            "no-certificates",
            f"{address} needs certificates: Dask's configuration names them, distributed.comm.tls",
        )
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False, security=security)
    except OSError as error:
        raise _gone(address, "no scheduler answers there") from error
    try:
        yield client
    finally:
        with suppress(TimeoutError):
            client.close(CLOSE_SECONDS)


def _check_scheduler(client: Client, address: str) -> None:
    """Raise RuleError where the scheduler would not understand a task."""
    try:
        client.sync(client.run_on_scheduler, cluster_worker.build, callback_timeout=CONNECT_SECONDS)
    except (ImportError, AttributeError) as error:
        raise RuleError(
            "unfit-scheduler",
            f"the scheduler at {address} has no scoutcli of this version ({error})",
        ) from error


def _gone(address: str, text: str) -> OSError:
    return ConnectionError(errno.ECONNABORTED, text, address)


class _Crew:
    """The workers of a cluster: who is there, and who cannot play the plan.

    They are asked in the client's own thread, so that one which does not answer
    stops nobody.
    """

    def __init__(self, client: Client, address: str, plan: bytes, tell: Tell) -> None:
        self.address = address
        self.plan = plan
        self.threads: Mapping[str, int] = {}
        """The workers that can play, and how many matches each plays at a time."""
        self._client = client
        self._tell = tell
        self._news: SimpleQueue[str] = SimpleQueue()
        self._there: Mapping[str, int] = {}
        self._lacks: dict[str, str | None] = {}
        """Why a worker cannot play: empty if it can, None while it is asked."""
        self._due = 0.0
        self._since = time.monotonic()
        self._useful = self._told = False
        """Whether any worker could play so far; whether it was told that none can now."""

    def look(self) -> None:
        """See who is there, from time to time.

        Raises OSError where the scheduler is gone, RuleError ``unfit-workers``
        where there are workers, and none could ever play.
        """
        now = time.monotonic()
        if self._client.status == "closed":
            raise _gone(self.address, "the scheduler is gone; what was written down is kept")
        if now >= self._due:
            self._due = math.inf  # until this look is done
            self._client.loop.add_callback(self._look)
        while not self._news.empty():
            self._tell(self._news.get())
        if self.threads:
            if self._told:
                self._tell(f"a worker has come to {self.address}, it goes on")
            self._useful, self._told, self._since = True, False, now
        elif now >= self._since + PATIENCE and self._client.status == "running":
            lacks = [self._lacks.get(worker) for worker in self._there]
            if lacks and all(lacks) and not self._useful:
                raise RuleError("unfit-workers", f"no worker at {self.address} can play this")
            if not self._told:
                self._tell(f"there is no worker at {self.address} that can play: waiting for one")
            self._told = True

    def refuse(self, worker: str, lack: str) -> None:
        """A worker cannot play. To be called in the client's thread."""
        if not self._lacks.get(worker):
            self._news.put(printable(f"{worker} cannot play: {lack}"))
        self._lacks[worker] = lack
        self._count()

    async def _look(self) -> None:
        there: dict[str, int] = {}
        if self._client.status == "running":  # else it tries to connect again
            with suppress(OSError):
                there = await self._client.nthreads()
        known = self._lacks
        self._there, self._lacks = there, {worker: known.get(worker) for worker in there}
        for worker in there:
            if worker not in known:
                self._client.loop.add_callback(self._meet, worker)
        self._count()
        self._due = time.monotonic() + LOOK_SECONDS

    async def _meet(self, worker: str) -> None:
        """Ask a new worker whether it can play."""
        try:
            asked = await self._client.run(
                cluster_worker.look, cluster_worker.build(), self.plan,
                workers=[worker], on_error="return",
            )  # fmt: skip
        except OSError as error:
            asked = {worker: error}
        lack = asked.get(worker)
        if lack is None or isinstance(lack, OSError):  # it has gone, or will be asked again
            self._lacks.pop(worker, None)
        elif isinstance(lack, Exception):
            self.refuse(worker, f"it has no scoutcli of this version ({lack})")
        elif lack:
            self.refuse(worker, lack)
        elif worker in self._lacks:
            self._lacks[worker] = ""
            self._count()

    def _count(self) -> None:
        self.threads = {
            worker: threads
            for worker, threads in self._there.items()
            if self._lacks.get(worker) == ""
        }


class Pace:
    """How many matches go together in a task."""

    def __init__(self) -> None:
        self.played = 0
        self._seconds = self._matches = 0.0

    def note(self, matches: int, seconds: float) -> None:
        """So many matches took so long; those of late count most."""
        self.played += matches
        self._seconds = 0.8 * self._seconds + seconds
        self._matches = 0.8 * self._matches + matches

    @staticmethod
    def seconds(threads: int) -> float:
        """How long a task should take."""
        return max(TASK_SECONDS, threads / MOST_TASKS)

    def together(self, threads: int) -> int:
        """How many matches take so long. It grows by and by, so that a short run is shared too."""
        grown = 1 + self.played // (AHEAD * max(1, threads))
        if self._seconds > 0:
            grown = min(grown, round(self.seconds(threads) * self._matches / self._seconds))
        return max(1, min(grown, MOST_TOGETHER))


class _Task(NamedTuple):
    """What was given out: pairings, to one of these workers."""

    batch: list[Pairing]
    workers: frozenset[str]


class _Tasks:
    """The tasks of a run: what is given out, and what comes back."""

    def __init__(self, client: Client, crew: _Crew) -> None:
        self._client = client
        self._crew = crew
        self._run = uuid.uuid4().hex
        self._number = count(1)
        self._pace = Pace()
        self._given: dict[Future, _Task] = {}
        self._waiting: deque[Pairing] = deque()
        self._back: SimpleQueue[tuple[Future, Any]] = SimpleQueue()
        self._lost: Counter[Pairing] = Counter()

    def play(self, more: Iterator[Pairing]) -> Iterator[Result]:
        """Play all that there is."""
        try:
            while self._given or self._ready(1, more):
                self._crew.look()
                self._recall()
                self._give(more)
                yield from self._results()
        finally:
            self._end()

    def _ready(self, number: int, more: Iterator[Pairing]) -> int:
        """Have so many pairings wait, if there are as many; how many wait."""
        self._waiting.extend(islice(more, max(0, number - len(self._waiting))))
        return len(self._waiting)

    def _give(self, more: Iterator[Pairing]) -> None:
        workers = self._crew.threads
        threads = sum(workers.values())
        together = self._pace.together(threads)
        while len(self._given) < AHEAD * threads and (ready := self._ready(together, more)):
            batch = [self._waiting.popleft() for _ in range(min(ready, together))]
            future = self._client.submit(
                cluster_worker.work,
                self._run, cluster_worker.build(), self._crew.plan, pickle.dumps(batch),
                self._pace.seconds(threads),
                key=(f"scoutcli-{self._run}", next(self._number)), workers=list(workers),
            )  # fmt: skip
            self._given[future] = _Task(batch, frozenset(workers))
            self._client.loop.add_callback(self._bring, future)

    def _recall(self) -> None:
        """Take back the tasks that nobody is left for: a scheduler lets them wait for ever."""
        there = self._crew.threads.keys()
        left = [future for future, task in self._given.items() if task.workers.isdisjoint(there)]
        if left and self._client.status == "running":
            self._client.cancel(left)

    async def _bring(self, future: Future) -> None:
        """Fetch the answer of a task as soon as it is there."""
        try:
            answer = await future
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is looked at there
            answer = error
        else:
            if answer[0] == UNFIT:
                self._crew.refuse(*answer[1:])
        self._back.put((future, answer))

    def _results(self) -> Iterator[Result]:
        """What comes back next, if anything comes."""
        try:
            future, answer = self._back.get(timeout=WAIT_SECONDS)
        except Empty:
            return
        batch = self._given.pop(future).batch
        results: list[Result] = []
        if isinstance(answer, BaseException):
            self._note_lost(future, answer, batch)
        elif answer[0] == PLAYED:
            results = pickle.loads(answer[1])  # noqa: S301 - a scheduler is trusted
            self._pace.note(len(results), answer[2])
        self._waiting.extendleft(reversed(batch[len(results) :]))
        yield from results

    def _note_lost(self, future: Future, error: BaseException, batch: list[Pairing]) -> None:
        """Raise what is not mended by trying again: a worker with other code, a lost scheduler are.

        `error` is how a task ended that came to nothing.
        """
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            last = f", the last of them {error.last_worker.address}"
            raise _deadly(batch, error.allowed_failures + 1, last)
        self._lost[batch[0]] += 1
        if self._lost[batch[0]] < MOST_LOST:
            return
        if future.status == "error":
            raise error
        raise _deadly(batch, MOST_LOST)

    def _end(self) -> None:
        """Have nothing more played, and the bots end."""
        if self._client.status != "running":
            return
        with suppress(OSError):
            if self._given:
                self._client.cancel(list(self._given))
            self._client.sync(
                self._client.run, cluster_worker.end, self._run,
                on_error="ignore", callback_timeout=CLOSE_SECONDS,
            )  # fmt: skip


def _deadly(batch: list[Pairing], times: int, last: str = "") -> RuleError:
    others = f", or one of the {len(batch) - 1} after it," if len(batch) > 1 else ""
    return RuleError(
        "workers-die",
        f"{batch[0]}{others} took {times} workers with it{last}: is there enough memory?",
    )
