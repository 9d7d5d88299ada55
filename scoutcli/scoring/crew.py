"""Who counts: this process, several, or the workers of a cluster; always told in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Self

from scoutcli.batches import worked
from scoutcli.scoring.counting import Counted, Wish, count_batch
from scoutcli.scoring.reading import Batch

Crew = Callable[[Wish, Iterable[Batch]], Iterator[Counted]]
"""Counts batches, and gives what became of them in their order."""


def here(jobs: int) -> Crew:
    """So many processes on this machine."""

    def work(wish: Wish, batches: Iterable[Batch]) -> Iterator[Counted]:
        return worked(batches, partial(count_batch, wish), jobs)

    return work


def on_cluster(address: str, tell: Callable[[str], None]) -> Crew:
    """The workers of the scheduler at an address, see `scoutcli.arena.cluster.play_on`."""

    def work(wish: Wish, batches: Iterable[Batch]) -> Iterator[Counted]:
        from scoutcli.arena.cluster import play_on  # not needed by most runs

        yield from in_order(play_on(Assignment(wish), batches, address, listen=False, tell=tell))

    return work


def in_order(found: Iterable[Counted]) -> Iterator[Counted]:
    """The same by their numbers, which have no gap; those that come too early wait."""
    early: dict[int, Counted] = {}
    due = 0
    for counted in found:
        early[counted.number] = counted
        while due in early:
            yield early.pop(due)
            due += 1


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a worker of the arena's cluster needs to know to count."""

    wish: Wish

    def settled(self) -> Self:
        """The same for every machine."""
        return self

    def check(self) -> None:
        """Every machine can count."""

    def open(self, *, listen: bool) -> Desk:
        """Somebody who counts."""
        del listen
        return Desk(self.wish)


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """Counts one batch after another."""

    wish: Wish

    def play(self, batch: Batch) -> Counted:
        """Count a batch."""
        return count_batch(self.wish, batch)

    def close(self) -> None:
        """Nothing has to be put away."""
