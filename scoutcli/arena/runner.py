"""From a plan to its matches in a file: what is missing is played, written down and counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from scoutcli.arena.journal import Journal
from scoutcli.arena.plan import Outcome, Pairing, Plan
from scoutcli.arena.schedule import Schedule
from scoutcli.arena.sprt import Sprt
from scoutcli.arena.stable import Result
from scoutcli.arena.statistics import Latency, Statistics

SYNC_SECONDS = 0.2
"""Between two records of a run that are made safe against a power cut."""

Play = Callable[[Iterable[Pairing]], Iterator[Result]]
"""Plays pairings, here, in several processes, on several machines; results come in any order."""


class Watcher(Protocol):
    """Whoever is told of a run: a progress line, a log."""

    def result(self, run: Run, result: Result) -> None:
        """A match was played and is in the file."""


class Run:
    """A run of a plan.

    With a sequential test a match is written once all deals before its own are
    complete; so the file holds the deals that decided, whatever was played at
    the same time, and `deals` of the plan is the most there can be.
    """

    def __init__(
        self,
        plan: Plan,
        schedule: Schedule,
        journal: Journal | None,
        test: Sprt | None = None,
        watchers: Iterable[Watcher] = (),
    ) -> None:
        self.plan = plan
        self.schedule = schedule
        self.test = test
        self.statistics = Statistics(plan.names, schedule, lowest_wins=plan.game.lowest_wins)
        self.latency = [Latency() for _ in plan.entries]
        self.before = 0
        """Matches that were in the file already."""
        self.done = 0
        """Matches that are played now, those before among them."""
        self._journal = journal
        self._synced = 0.0
        self._watchers = tuple(watchers)
        self._held: dict[int, list[Result]] = {}
        self._deal = 1
        """With a test: the deal of which matches are written now."""
        self._in_deal: Counter[int] = Counter()
        """With a test: the matches counted of each deal from that one on."""
        played = {} if journal is None else journal.played
        for outcome in sorted(played.values(), key=_by_deal):
            if self.is_over:
                break
            self._count(outcome)
        self._pass_complete()
        self.before = self.done

    @property
    def total(self) -> int:
        """How many matches there are, the most where a test may end it earlier."""
        return len(self.schedule)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""
        decided = self.test is not None and self.test.decision is not None
        return decided or self.done >= self.total

    def missing(self) -> Iterator[Pairing]:
        """What is not in the file yet, as long as it is needed."""
        played = {} if self._journal is None else self._journal.played
        for pairing in self.schedule:
            if self.is_over:
                return
            if str(pairing) not in played:
                yield pairing

    def go(self, play: Play) -> None:
        """Play what is missing. Raises OSError where it cannot be written."""
        try:
            for result in play(self.missing()):
                if self.is_over:
                    break
                for ready in self._in_turn(result):
                    self._write(ready)
        finally:
            if self._journal is not None:
                self._journal.sync()

    def _in_turn(self, result: Result) -> Iterator[Result]:
        """The results that may be written now."""
        if self.test is None:
            yield result
            return
        self._held.setdefault(result.played.outcome.pairing.deal, []).append(result)
        while not self.is_over and (held := self._held.pop(self._deal, None)):
            yield from held
            self._pass_complete()

    def _pass_complete(self) -> None:
        """Go on to the first deal of which a match is missing."""
        while self._in_deal.get(self._deal) == self.schedule.per_deal:
            del self._in_deal[self._deal]
            self._deal += 1

    def _write(self, result: Result) -> None:
        outcome = result.played.outcome
        if self._journal is not None:
            # A kill loses nothing that was written; only a power cut can, so that need not be
            # made safe for each of a thousand matches a second.
            now = time.monotonic()
            sync = now - self._synced >= SYNC_SECONDS
            self._journal.append([result.played.record], sync=sync)
            if sync:
                self._synced = now
        self._count(outcome)
        for entry, times in zip(outcome.pairing.seats, result.played.times, strict=True):
            for seconds in times:
                self.latency[entry].add(seconds)
        for watcher in self._watchers:
            watcher.result(self, result)

    def _count(self, outcome: Outcome) -> None:
        self.done += 1
        done = self.statistics.add(outcome)
        if self.test is not None:
            self._in_deal[outcome.pairing.deal] += 1
            if done is not None:
                self.test.take(done)


def _by_deal(outcome: Outcome) -> tuple[int, Pairing]:
    """The order in which a schedule has them."""
    return outcome.pairing.deal, outcome.pairing
