"""What ratings are made from, and what they are."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from notation.diagnostics import printable

MEAN = 1500.0
"""The mean of Elo's scale."""
SCALE = 400 / math.log(10)
"""Points of Elo's scale for a factor e of strength: 400 points are odds of 10 : 1."""

Outcome = tuple[tuple[str, ...], ...]
"""Keys of entrants by place, best first: ``(("ann",), ("bo", "cy"))``.

Those of one place are tied. Who had two seats stands there twice.
"""

Label = Callable[[str], str]
"""What an entrant is called, by key. Safe to print."""

Progress = Callable[[int, int], None]
"""Told how much is done, of how much."""

_MOST_NAMES = 12
"""So many names a sentence has at most."""


class Match(Protocol):
    """What ratings over time need of a match."""

    @property
    def date(self) -> str: ...
    @property
    def stage(self) -> str: ...
    @property
    def identity(self) -> str: ...
    @property
    def outcome(self) -> Outcome: ...


class Matches(Protocol):
    """Matches, and how many."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Match]: ...


class Rating(NamedTuple):
    """A rating with its 95 % interval, None where nothing bounds it, and of how many matches."""

    value: float
    low: float | None
    high: float | None
    matches: int


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings of all entrants, by key.

    `model` says in words what they rest on: model, prior, scale, interval.
    `notices` are sentences on what the matches do not tell. Both are safe to print.
    """

    model: str
    ratings: Mapping[str, Rating]
    notices: tuple[str, ...] = ()


@dataclass(slots=True)
class Course:
    """How ratings changed, match by match in their order: sixteen bytes for a match and seat.

    `dates` has the date of each match, "" where it has none.
    """

    dates: list[str] = field(default_factory=list)
    _at: dict[str, array[int]] = field(default_factory=dict)
    _values: dict[str, array[float]] = field(default_factory=dict)

    def begin(self, date: str) -> None:
        """A further match."""
        self.dates.append(date)

    def note(self, key: str, value: float) -> None:
        """The rating of an entrant behind the match begun last."""
        self._at.setdefault(key, array("q")).append(len(self.dates) - 1)
        self._values.setdefault(key, array("d")).append(value)

    def __iter__(self) -> Iterator[str]:
        """The keys of the entrants."""
        return iter(self._at)

    def __getitem__(self, key: str) -> list[tuple[str, float]]:
        """The date of each match of an entrant, and the rating behind it."""
        return [(self.dates[at], value) for at, value in self.steps(key)]

    def steps(self, key: str) -> Iterator[tuple[int, float]]:
        """The same with the index of the match among all; nothing for who has not played."""
        return zip(self._at.get(key, ()), self._values.get(key, ()), strict=True)


def sorted_outcome(outcome: Outcome) -> Outcome:
    """The same outcome written in one way alone: those of one place by key.

    It is the same object where nothing changes, so that many take no room twice.
    """
    tidy = tuple(tuple(sorted(group)) for group in outcome if group)
    return outcome if tidy == outcome else tidy


def named(keys: Iterable[str], label: Label = printable) -> str:
    """``Ann, Bo and Cy`` in the order of the alphabet; of many the first ones."""
    names = sorted(map(label, keys))
    over = len(names) - _MOST_NAMES
    if over > 1:
        names = [*names[:_MOST_NAMES], f"{over} others"]
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
