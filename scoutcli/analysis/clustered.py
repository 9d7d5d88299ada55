"""The pieces of matches on many machines: handed to a Dask scheduler, done by its workers.

Who is there, and what becomes of a worker that goes, is the arena's business;
here is only what its workers do for an analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, Self

from games.search.compiled import compiler
from scoutcli.analysis.analyst import Stop
from scoutcli.analysis.crew import Done, Reader, Task, Tasks, Work
from scoutcli.analysis.match import Found, Told, analyse_piece


class Result(NamedTuple):
    """What a worker sends back."""

    number: int
    found: Found

    @property
    def size(self) -> int:
        """How large it is, about, in characters."""
        return 600 * (len(self.found.judged) + len(self.found.luck))


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a worker of the arena's cluster needs to know: here that it analyses."""

    def settled(self) -> Self:
        """The same for every machine."""
        return self

    def check(self) -> None:
        """Raise CompilerMissingError where nothing can be searched."""
        compiler()

    def open(self, *, listen: bool) -> Desk:
        """Somebody who works."""
        del listen
        return Desk()


class Desk:
    """Does one task after another."""

    def __init__(self) -> None:
        self._reader = Reader()

    def play(self, task: Task) -> Result:
        """Do a task."""
        part = self._reader.read(task)
        return Result(task.number, analyse_piece(part, task.piece, task.wish))

    def close(self) -> None:
        """Nothing has to be put away."""


def work_on(address: str, tell: Callable[[str], None], told: Told | None = None) -> Work:
    """By the workers of the scheduler at an address, see `scoutcli.arena.cluster.play_on`."""

    def work(tasks: Tasks, stop: Stop) -> Iterator[Done]:
        from scoutcli.arena.cluster import play_on  # not needed by most runs

        given = takewhile(lambda _: not stop(), filter(None, tasks))
        for result in play_on(Assignment(), given, address, listen=False, tell=tell):
            piece = result.found.piece
            if told is not None:
                told(piece.last - piece.first)
            yield result.number, result.found
            if stop():
                return

    return work
