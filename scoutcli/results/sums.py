"""What entrants made of the finished matches of one game, as sums that can be merged.

All are whole numbers and fractions, so the answer depends neither on the order
of the matches nor on how they were shared among processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, NamedTuple

import games
from games.game import Game
from scoutcli.estimates import Ratio
from scoutcli.results.entrants import BY, By
from scoutcli.results.facts import FAULTY, FINISHED, Facts
from scoutcli.results.ledger import Dated, Log, Outcome, Outcomes, outcome_of
from scoutcli.results.measured import Measured

PAIRS = "pairs"
OUTCOMES = "outcomes"
DATED = "dated"
SCORES = "scores"

EVERYTHING = frozenset({PAIRS, OUTCOMES, DATED, SCORES})
"""What sums can keep beside one record for each entrant, which they always do.

`PAIRS` of entrants grow with the entrants squared, `OUTCOMES` with those that
differ, `DATED` matches with the matches, `SCORES` with the different scores of
each entrant.
"""


class Parts(dict[int, int]):
    """A sum of fractions, kept by denominator: adding one costs no more than whole numbers do."""

    __slots__ = ()

    def add(self, over: int, under: int) -> None:
        """Add a fraction; `under` is above 0."""
        self[under] = self.get(under, 0) + over

    def merge(self, other: Parts) -> None:
        """Add what another one added."""
        for under, over in other.items():
            self.add(over, under)

    @property
    def value(self) -> Fraction:
        """The sum."""
        return sum((Fraction(over, under) for under, over in self.items()), start=Fraction(0))


@dataclass(slots=True)
class EntrantSums:
    """What an entrant made of finished matches.

    A match counts once however many of its seats the entrant has; places, wins
    and faults are those of all these seats together. A seat whose total is not
    known has no place, and of its rounds those count whose points are known.
    """

    matches: int = 0
    seats: int = 0
    points: Ratio = field(default_factory=Ratio)
    """Points by rounds, over matches."""
    margin: Parts = field(default_factory=Parts)
    """Points above the mean of the others at the table, over `margin_rounds` rounds: more is
    better in every game."""
    margin_rounds: int = 0
    placed: int = 0
    """How many places there are in `places`."""
    places: int = 0
    """Their sum."""
    beaten: Parts = field(default_factory=Parts)
    """Seats behind, those of the same place count half: n - p for place p of n, shared evenly."""
    won: int = 0
    """Alone."""
    shared: int = 0
    """Won together with others."""
    wins: Parts = field(default_factory=Parts)
    """One for each match won, 1/k where k seats share it."""
    rounds_won: Parts = field(default_factory=Parts)
    """The same for rounds."""
    best: int | None = None
    """The best total of a match."""
    faults: int = 0
    """Of the programs at its seats, also in matches that are not finished."""
    choices: int = 0
    """This and the following: see `Measured`."""
    lost: Parts = field(default_factory=Parts)
    luck: Parts = field(default_factory=Parts)
    result: Parts = field(default_factory=Parts)
    measured: int = 0
    """Rounds in which luck and result are known."""
    names: Counter[str] = field(default_factory=Counter)
    """How often it was called so, where that is not its key."""
    scores: Counter[int] = field(default_factory=Counter)
    """How often a round brought so many points."""

    def measure(self, measured: Measured) -> None:
        """Count what an analysis found."""
        self.choices += measured.choices
        self.lost.add(*measured.lost.as_integer_ratio())
        self.luck.add(*measured.luck.as_integer_ratio())
        self.result.add(*measured.result.as_integer_ratio())
        self.measured += measured.rounds

    def merge(self, other: EntrantSums, better: int) -> None:
        """Count what another one counted; `better` is 1 where more points are better, else -1."""
        self.points.merge(other.points)
        self.names.update(other.names)
        self.scores.update(other.scores)
        self.best = best((self.best, other.best), better)
        for name in _WHOLE:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in _PARTS:
            getattr(self, name).merge(getattr(other, name))

    def in_json(self) -> dict[str, Any]:
        """What is not nothing; a fraction as two whole numbers."""
        facts: dict[str, Any] = {"points": [getattr(self.points, name) for name in _RATIO]}
        facts |= {name: value for name in _WHOLE if (value := getattr(self, name))}
        facts |= {
            name: value.as_integer_ratio()
            for name in _PARTS
            if (value := getattr(self, name).value)
        }
        if self.best is not None:
            facts["best"] = self.best
        facts |= {
            name: sorted(counts.items())
            for name, counts in (("names", self.names), ("scores", self.scores))
            if counts
        }
        return facts

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> EntrantSums:
        """The inverse of `in_json`. Raises KeyError, TypeError or ValueError."""
        made = cls(points=Ratio(*map(int, facts["points"])))
        for name in _WHOLE:
            setattr(made, name, int(facts.get(name, 0)))
        for name in _PARTS & facts.keys():
            over, under = map(int, facts[name])
            getattr(made, name).add(over, max(under, 1))
        if "best" in facts:
            made.best = int(facts["best"])
        made.names.update({str(name): int(times) for name, times in facts.get("names", ())})
        made.scores.update({int(score): int(times) for score, times in facts.get("scores", ())})
        return made


_RATIO = tuple(each.name for each in fields(Ratio))
_WHOLE = tuple(each.name for each in fields(EntrantSums) if each.type == "int")
_PARTS = {each.name for each in fields(EntrantSums) if each.type == "Parts"}


class Met(NamedTuple):
    """An entrant against another one: every seat of the one with every seat of the other.

    `margin` is how many points the first had more (fewer, where the lowest
    wins) in the `rounds` they played together. A comparison needs both totals.
    """

    met: int = 0
    better: int = 0
    tied: int = 0
    margin: int = 0
    rounds: int = 0

    @property
    def worse(self) -> int:
        """How often the first was behind."""
        return self.met - self.better - self.tied

    @property
    def share(self) -> Fraction:
        """How often the first was ahead, ties by half, of 1; a half where they never met."""
        return Fraction(2 * self.better + self.tied, 2 * self.met) if self.met else Fraction(1, 2)

    @property
    def average(self) -> Fraction | None:
        """The mean margin a round, more being better; None where they never met."""
        return Fraction(self.margin, self.rounds) if self.rounds else None

    @property
    def turned(self) -> Met:
        """The second against the first."""
        return Met(self.met, self.worse, self.tied, -self.margin, self.rounds)

    def with_(self, other: Met) -> Met:
        """The sum of both."""
        return Met(*(one + more for one, more in zip(self, other, strict=True)))


class Sums:
    """The entrants of one game: what each made of finished matches. See `EVERYTHING` for `keep`.

    `by` is a word of `BY`. Raises RuleError for a game that is not known, KeyError for
    another word.
    """

    def __init__(self, game: str, by: str, keep: Iterable[str] = EVERYTHING) -> None:
        lowest_wins = games.get(game).lowest_wins
        self._names = game, BY[by].name  # no more: sums are sent to other processes
        self.keep = frozenset(keep)
        self.better = -1 if lowest_wins else 1
        """1 where more points are better, else -1."""
        self.matches = 0
        """Finished ones."""
        self.entrants: dict[str, EntrantSums] = {}
        self.outcomes = Outcomes()
        self.dated = Log(lowest_wins=lowest_wins)
        self._pairs: dict[tuple[str, str], Met] = {}

    @property
    def game(self) -> Game:
        """The game."""
        return games.get(self._names[0])

    @property
    def by(self) -> By:
        """What tells the entrants apart."""
        return BY[self._names[1]]

    @property
    def score_counts(self) -> dict[str, Counter[int]]:
        """How often a round brought so many points, for each entrant."""
        return {key: entrant.scores for key, entrant in self.entrants.items()}

    def against(self, one: str, other: str) -> Met:
        """The one against the other."""
        if one <= other:
            return self._pairs.get((one, other), Met())
        return self._pairs.get((other, one), Met()).turned

    def pairs(self) -> Iterator[tuple[str, str, Met]]:
        """All that have met: the keys in order, and the one against the other."""
        for (one, other), met in sorted(self._pairs.items()):
            yield one, other, met

    def labels(self) -> dict[str, str]:
        """What people call each entrant; where another one is called so too, with its key."""
        names = {key: self._name(key) for key in self.entrants}
        alike = Counter(names.values())
        return {
            key: f"{name} ({key})" if alike[name] > 1 and name != key else name
            for key, name in names.items()
        }

    def _name(self, key: str) -> str:
        names = self.entrants[key].names
        usual = min(names, key=lambda name: (-names[name], name)) if names else ""
        return self.by.label(key, usual)

    def add(self, match: Facts) -> None:
        """Count a match of this game; of one that is not finished, its faults alone."""
        if match.status == FAULTY:
            return
        key_of = self.by.key
        keys = [key_of(seat, number) for number, seat in enumerate(match.seats)]
        for key, faults in zip(keys, match.faults, strict=True):
            if faults or match.status == FINISHED:
                self._entrant(key).faults += faults
        if match.status == FINISHED:
            self._count(match, keys)

    def _entrant(self, key: str) -> EntrantSums:
        found = self.entrants.get(key)
        if found is None:
            found = self.entrants[key] = EntrantSums()
        return found

    def _count(self, match: Facts, keys: Sequence[str]) -> None:
        self.matches += 1
        for key in set(keys):
            self.entrants[key].matches += 1
        self._count_points(match, keys)
        for key, measured in zip(keys, match.measured, strict=False):
            self.entrants[key].measure(measured)
        if places := match.places:
            total = [points for points in match.total if points is not None]
            self._count_places(match, keys, places, total)
            self._keep(match, keys, places, total)

    def _count_points(self, match: Facts, keys: Sequence[str]) -> None:
        points: dict[str, list[int]] = {key: [] for key in keys}
        for played in match.rounds:
            known = [score for score in played.scores if score is not None]
            top = best(known, self.better) if len(known) == len(keys) else None
            for key, score in zip(keys, played.scores, strict=True):
                if score is not None:
                    points[key].append(score)
                    if score == top:
                        self.entrants[key].rounds_won.add(1, known.count(score))
        for key, scores in points.items():
            entrant = self.entrants[key]
            entrant.points.add(sum(scores), len(scores))
            if SCORES in self.keep:
                entrant.scores.update(scores)
        for key, seat, total in zip(keys, match.seats, match.total, strict=True):
            entrant = self.entrants[key]
            entrant.seats += 1
            entrant.best = best((entrant.best, total), self.better)
            if self.by.name == "player" and seat.name != key:
                entrant.names[seat.name] += 1

    def _count_places(
        self, match: Facts, keys: Sequence[str], places: Sequence[int], total: Sequence[int]
    ) -> None:
        won, alike = len(match.winners), Counter(places)
        all_points, others = sum(total), max(len(keys) - 1, 1)
        for seat, (key, place, own) in enumerate(zip(keys, places, total, strict=True)):
            entrant = self.entrants[key]
            entrant.placed += 1
            entrant.places += place
            entrant.beaten.add(2 * (len(keys) - place) - alike[place] + 1, 2)
            entrant.margin.add(self.better * (own * others - (all_points - own)), others)
            entrant.margin_rounds += len(match.rounds)
            if seat in match.winners:
                entrant.won += won == 1
                entrant.shared += won > 1
                entrant.wins.add(1, won)

    def _keep(
        self, match: Facts, keys: Sequence[str], places: Sequence[int], total: Sequence[int]
    ) -> None:
        if OUTCOMES in self.keep:
            self.outcomes.add(outcome_of(keys, places))
        if DATED in self.keep:
            date, stage = match.headers.get("date", ""), match.headers.get("stage", "")
            rounds = len(match.rounds)
            self.dated.add(date, stage, match.identity, keys, places, total, rounds)
        if PAIRS in self.keep:
            seats = sorted(zip(keys, places, total, strict=True))
            for at, (one, place, points) in enumerate(seats):
                for other, below, less in seats[at + 1 :]:
                    if one != other:
                        margin = self.better * (points - less)
                        better, tied = int(place < below), int(place == below)
                        met = Met(1, better, tied, margin, len(match.rounds))
                        self._meet(one, other, met)

    def _meet(self, one: str, other: str, met: Met) -> None:
        before = self._pairs.get((one, other))
        self._pairs[one, other] = met if before is None else before.with_(met)

    def merge(self, other: Sums) -> None:
        """Count what another one counted, of the same game, entrants and `keep`."""
        self.matches += other.matches
        for key, entrant in other.entrants.items():
            self._entrant(key).merge(entrant, self.better)
        for (one, two), met in other._pairs.items():
            self._meet(one, two, met)
        self.outcomes.merge(other.outcomes)
        self.dated.merge(other.dated)

    def in_json(self) -> dict[str, Any]:
        """All of it; the same for the same matches, in whatever order they came."""
        entrants = sorted(self.entrants.items())
        return {
            "game": self.game.name,
            "by": self.by.name,
            "keep": sorted(self.keep),
            "matches": self.matches,
            "entrants": [[key, entrant.in_json()] for key, entrant in entrants],
            "pairs": [[one, other, *met] for one, other, met in self.pairs()],
            "outcomes": self.outcomes.in_json(),
            "dated": self.dated.in_json(),
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Sums:
        """The inverse of `in_json`. Raises KeyError, TypeError, ValueError or RuleError."""
        made = cls(str(facts["game"]), facts["by"], map(str, facts["keep"]))
        made.matches = int(facts["matches"])
        for key, entrant in facts["entrants"]:
            made.entrants[str(key)] = EntrantSums.from_json(entrant)
        for one, other, *met in facts["pairs"]:
            made._pairs[str(one), str(other)] = Met(*map(int, met))
        made.outcomes = Outcomes.from_json(facts["outcomes"])
        made.dated.read_json(facts["dated"])
        return made


def best(points: Iterable[int | None], better: int) -> int | None:
    """The best of those that are known; None without any."""
    known = (each for each in points if each is not None)
    return max(known, key=lambda each: better * each, default=None)


__all__ = [
    "DATED",
    "EVERYTHING",
    "OUTCOMES",
    "PAIRS",
    "SCORES",
    "Dated",
    "EntrantSums",
    "Met",
    "Outcome",
    "Sums",
]
