"""What the matches of a run say of its bots: margins, wins, faults, how long they think.

The observation is the deal. What its seatings give hangs together, for the
cards are the same, so they are averaged first; intervals come from the spread
of these averages (see `scoutcli.estimates`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, combinations
from typing import NamedTuple

from scoutcli.arena.plan import Outcome
from scoutcli.arena.schedule import Schedule
from scoutcli.estimates import Estimate, Series


class DealDone(NamedTuple):
    """What a deal gave the first entry, now that the last of its matches is in.

    `margin` and `share` are as in `Row` and `PairRow`, against all others at
    its tables. Both are None where a match was abandoned, or nobody else sits
    there.
    """

    deal: int
    margin: float | None
    share: float | None


@dataclass(frozen=True, slots=True)
class Row:
    """What a bot made of all matches that were not abandoned. None: there is nothing to tell.

    `points` are a round, in the mean of its seats. `wins` counts a shared win
    in part, half of one that two share. `win_share` is a match and a seat,
    from 0 to 1: of n equal bots each has 1/n, however many seats it has.
    `margin` is points a round more than the mean of the others at its table
    (fewer, where the lowest wins, so + is better); it is counted on complete
    deals. `faults` has the number for each reason of `faults.REASONS`, also
    those of abandoned matches.
    """

    name: str
    matches: int
    rounds: int
    points: float | None
    wins: float
    win_share: float | None
    margin: Estimate | None
    faults: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two bots, where both sit at a table: `margin` of the first over the second, as in `Row`.

    `share` is how often the first has the better total of the two, a tie
    counts half; every seat of the one against every seat of the other.
    """

    first: str
    second: str
    matches: int
    margin: Estimate | None
    share: Estimate | None


Key = tuple[int, ...]
"""An entry against all others at its table, or two entries against each other."""


@dataclass(slots=True)
class _Sum:
    """Margins and shares of some matches of one deal."""

    matches: int = 0
    margin: Fraction = Fraction(0)
    share: Fraction = Fraction(0)

    def add(self, matches: int, margin: Fraction, share: Fraction) -> None:
        self.matches += matches
        self.margin += margin
        self.share += share


@dataclass(slots=True)
class _Deal:
    """A deal of which some matches are in."""

    matches: int = 0
    abandoned: int = 0
    sums: dict[Key, _Sum] = field(default_factory=dict)

    def add(self, key: Key, matches: int, margin: Fraction, share: Fraction) -> None:
        self.sums.setdefault(key, _Sum()).add(matches, margin, share)

    def merge(self, other: _Deal) -> None:
        self.matches += other.matches
        self.abandoned += other.abandoned
        for key, part in other.sums.items():
            self.add(key, part.matches, part.margin, part.share)


@dataclass(slots=True)
class _Versus:
    """What an entry did against the others, or another one: matches, and the complete deals."""

    due: int = 0
    """Matches of a deal."""
    matches: int = 0
    margin: Series = field(default_factory=Series)
    share: Series = field(default_factory=Series)

    def merge(self, other: _Versus) -> None:
        self.matches += other.matches
        self.margin.merge(other.margin)
        self.share.merge(other.share)


@dataclass(slots=True)
class _Count:
    """What an entry did in all matches, as an exact sum."""

    matches: int = 0
    rounds: int = 0
    points: Fraction = Fraction(0)
    wins: Fraction = Fraction(0)
    win_share: Fraction = Fraction(0)

    def merge(self, other: _Count) -> None:
        self.matches += other.matches
        self.rounds += other.rounds
        self.points += other.points
        self.wins += other.wins
        self.win_share += other.win_share


class Statistics:
    """Counts the outcomes of a schedule, in any order, each pairing once.

    Memory grows with the entries and with the deals of which some, but not all
    matches are in; not with the deals that are done. Parts can be counted
    apart and merged. Neither order nor merging changes any result.
    """

    def __init__(self, names: Sequence[str], schedule: Schedule, *, lowest_wins: bool) -> None:
        self.names = tuple(names)
        self.per_deal = schedule.per_deal
        self.matches = 0
        """Finished ones."""
        self.forfeited = 0
        """Finished ones in which a bot was at fault."""
        self.abandoned = 0
        self.complete = 0
        """Deals of which all matches are in, none of them abandoned."""
        self._spoiled = 0
        self._better = -1 if lowest_wins else 1
        self._counts = [_Count() for _ in names]
        self._faults: list[Counter[str]] = [Counter() for _ in names]
        self._versus: dict[Key, _Versus] = {}
        self._open: dict[int, _Deal] = {}
        for table, seatings in zip(schedule.tables, schedule.seatings, strict=True):
            for key in _keys(table):
                self._versus.setdefault(key, _Versus()).due += len(seatings)

    @property
    def incomplete(self) -> int:
        """Deals of which a match is missing, or was abandoned.

        Who had no part in an abandoned match has the deal counted all the same.
        """
        return self._spoiled + len(self._open)

    def add(self, outcome: Outcome) -> DealDone | None:
        """Count a match; what its deal gave, if this was its last match."""
        number, seats = outcome.pairing.deal, outcome.pairing.seats
        for seat, reason in outcome.faults:
            self._faults[seats[seat]][reason] += 1
        deal = self._open.setdefault(number, _Deal())
        deal.matches += 1
        if outcome.abandoned or not outcome.scores:
            self.abandoned += 1
            deal.abandoned += 1
        else:
            self.matches += 1
            self.forfeited += bool(outcome.faults)
            self._count(outcome, deal)
        return self._close(number) if deal.matches == self.per_deal else None

    def merge(self, other: Statistics) -> list[DealDone]:
        """Count what another one counted of the same schedule; the deals that are done by it."""
        assert other.names == self.names and other.per_deal == self.per_deal
        self.matches += other.matches
        self.forfeited += other.forfeited
        self.abandoned += other.abandoned
        self.complete += other.complete
        self._spoiled += other._spoiled
        for mine, theirs in zip(self._counts, other._counts, strict=True):
            mine.merge(theirs)
        for faults, more in zip(self._faults, other._faults, strict=True):
            faults.update(more)
        for key, versus in other._versus.items():
            self._versus[key].merge(versus)
        done = []
        for number, deal in other._open.items():
            self._open.setdefault(number, _Deal()).merge(deal)
            if self._open[number].matches == self.per_deal:
                done.append(self._close(number))
        return done

    def _count(self, outcome: Outcome, deal: _Deal) -> None:
        seats = _seats(outcome.pairing.seats)
        rounds = len(outcome.scores)
        totals = [sum(points) for points in zip(*outcome.scores, strict=True)]
        for entry, own in seats.items():
            count = self._counts[entry]
            count.matches += 1
            count.rounds += rounds
            count.points += Fraction(sum(totals[seat] for seat in own), len(own))
            if outcome.winners:
                part = Fraction(len({*own} & {*outcome.winners}), len(outcome.winners))
                count.wins += part
                count.win_share += part / len(own)
        for key in _keys(outcome.pairing.seats):
            mine = [totals[seat] * self._better for seat in seats[key[0]]]
            theirs = [
                totals[seat] * self._better
                for entry, others in seats.items()
                if entry in key[1:] or (len(key) == 1 and entry != key[0])
                for seat in others
            ]
            deal.add(key, 1, _lead(mine, theirs, rounds), _share(mine, theirs))
            self._versus[key].matches += 1

    def _close(self, number: int) -> DealDone:
        """Count a deal of which all matches are in, for everybody whose matches were finished."""
        deal = self._open.pop(number)
        self.complete += not deal.abandoned
        self._spoiled += bool(deal.abandoned)
        done = DealDone(number, None, None)
        for key, versus in self._versus.items():
            result = deal.sums.get(key)
            if result is None or result.matches < versus.due:
                continue
            margin, share = result.margin / versus.due, result.share / versus.due
            versus.margin.add(margin)
            versus.share.add(share)
            if key == (0,):
                done = DealDone(number, float(margin), float(share))
        return done

    def standings(self) -> list[Row]:
        """A row for each bot, the best margin first, those without one last."""
        rows = [self._row(entry) for entry in range(len(self.names))]
        return sorted(rows, key=lambda row: -row.margin.mean if row.margin else math.inf)

    def _row(self, entry: int) -> Row:
        count, versus = self._counts[entry], self._versus.get((entry,))
        return Row(
            self.names[entry],
            count.matches,
            count.rounds,
            float(count.points / count.rounds) if count.rounds else None,
            float(count.wins),
            float(count.win_share / count.matches) if count.matches else None,
            versus.margin.estimate() if versus else None,
            dict(sorted(self._faults[entry].items())),
        )

    def pairs(self) -> list[PairRow]:
        """A row for every two bots that meet, in the order of the bots."""
        return [
            PairRow(
                self.names[key[0]],
                self.names[key[1]],
                versus.matches,
                versus.margin.estimate(),
                versus.share.estimate(),
            )
            for key, versus in sorted(self._versus.items())
            if len(key) == 2
        ]


def _seats(seats: Sequence[int]) -> dict[int, list[int]]:
    """Each entry at a table, and where it sits."""
    found: dict[int, list[int]] = {}
    for seat, entry in enumerate(seats):
        found.setdefault(entry, []).append(seat)
    return found


def _keys(seats: Sequence[int]) -> list[Key]:
    """Everything that is compared at a table: nothing where an entry is alone with itself."""
    entries = sorted(set(seats))
    if len(entries) == 1:
        return []
    return [*((entry,) for entry in entries), *combinations(entries, 2)]


def _lead(mine: Sequence[int], theirs: Sequence[int], rounds: int) -> Fraction:
    """The mean of some totals less that of others, a round; one fraction, for speed."""
    lead = sum(mine) * len(theirs) - sum(theirs) * len(mine)
    return Fraction(lead, len(mine) * len(theirs) * rounds)


def _share(mine: Sequence[int], theirs: Sequence[int]) -> Fraction:
    """How many of all pairs of one's own and another's total are better, ties half."""
    halves = sum((own > other) + (own >= other) for own in mine for other in theirs)
    return Fraction(halves, 2 * len(mine) * len(theirs))


_LEAST = 1e-9
_STEP = math.log(1.01 / 0.99)


class Latency:
    """How long answers took, counted in logarithmic buckets: within 1 % from a nanosecond on.

    Memory does not grow with the answers (buckets by their ratio, as in
    DDSketch: Masson, Rim and Lee, Proceedings of the VLDB Endowment 12, 2019).
    """

    __slots__ = ("_buckets", "count", "maximum")

    def __init__(self) -> None:
        self.count = 0
        self.maximum = 0.0
        """The longest, in seconds, exactly; 0 without answers."""
        self._buckets: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count an answer."""
        self.count += 1
        self.maximum = max(self.maximum, seconds)
        self._buckets[math.ceil(math.log(max(seconds, _LEAST) / _LEAST) / _STEP)] += 1

    def merge(self, other: Latency) -> None:
        """Count what another one counted."""
        self.count += other.count
        self.maximum = max(self.maximum, other.maximum)
        self._buckets += other._buckets

    def percentile(self, percent: float) -> float | None:
        """The seconds that so many in a hundred answers took at most; None without answers.

        `percent` is above 0 and at most 100, which gives the maximum.
        """
        if not self.count:
            return None
        rank = math.ceil(percent * self.count / 100)
        if rank >= self.count:
            return self.maximum
        buckets = sorted(self._buckets)
        seen = accumulate(self._buckets[bucket] for bucket in buckets)
        bucket = next(bucket for bucket, upto in zip(buckets, seen, strict=True) if upto >= rank)
        # Within 1 % of both ends of the bucket.
        return min(_LEAST * math.exp(_STEP * bucket) * 0.99, self.maximum)
