"""Means with 95 % intervals, by Student's t, from exact sums.

Sums are fractions: what is counted in another order, or in parts that are
merged later, gives the same result to the last digit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
"""How often an interval holds the true value."""


class Estimate(NamedTuple):
    """The mean of so many deals; the true value is in `mean` ± `half` with `CONFIDENCE`.

    `half` is None where nothing can be said: with one deal, or if all are the same.
    """

    mean: float
    half: float | None
    deals: int

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return None if self.half is None else self.mean - self.half

    @property
    def high(self) -> float | None:
        """The upper end of the interval."""
        return None if self.half is None else self.mean + self.half


@dataclass(slots=True)
class Series:
    """Independent observations, of which only number, sum and sum of squares are kept."""

    number: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def add(self, value: Fraction) -> None:
        """Count an observation."""
        self.number += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Series) -> None:
        """Count what another one counted."""
        self.number += other.number
        self.total += other.total
        self.squares += other.squares

    def estimate(self) -> Estimate | None:
        """Mean and interval; None without observations."""
        if not self.number:
            return None
        mean = self.total / self.number
        return Estimate(float(mean), self._half(mean), self.number)

    def _half(self, mean: Fraction) -> float | None:
        spread = self.squares - mean * self.total
        if not spread:  # also with a single observation
            return None
        freedom = self.number - 1
        return student(CONFIDENCE, freedom) * math.sqrt(spread / (freedom * self.number))


@dataclass(slots=True)
class Ratio:
    """A sum for each unit of something that differs in size: points a round, over matches.

    Matches are the observations, for the rounds of one hang together and are not
    equally many. The mean is the sum of all points by the number of all rounds;
    the interval is that of a ratio of two means (Cochran, Sampling Techniques,
    2.11 and 6.4), so a match counts by its rounds.
    """

    number: int = 0
    size: int = 0
    total: int = 0
    sizes: int = 0
    """The sum of the squares of the sizes."""
    products: int = 0
    """The sum of size times total."""
    totals: int = 0
    """The sum of the squares of the totals."""

    def add(self, total: int, size: int) -> None:
        """Count an observation; one without size tells nothing and is left out."""
        if size:
            self.number += 1
            self.size += size
            self.total += total
            self.sizes += size * size
            self.products += size * total
            self.totals += total * total

    def merge(self, other: Ratio) -> None:
        """Count what another one counted."""
        self.number += other.number
        self.size += other.size
        self.total += other.total
        self.sizes += other.sizes
        self.products += other.products
        self.totals += other.totals

    @property
    def mean(self) -> Fraction | None:
        """The exact ratio; None without observations."""
        return Fraction(self.total, self.size) if self.size else None

    def estimate(self) -> Estimate | None:
        """The ratio and its interval; None without observations."""
        mean = self.mean
        if mean is None:
            return None
        spread = self.totals - 2 * mean * self.products + mean * mean * self.sizes
        if not spread:  # also with a single observation
            return Estimate(float(mean), None, self.number)
        error = math.sqrt(self.number * spread / (self.number - 1)) / self.size
        return Estimate(float(mean), student(CONFIDENCE, self.number - 1) * error, self.number)


_MOST_EXACT = 30
"""Degrees of freedom up to which the quantile is exact; beyond, the expansion is off by less than
1e-7 at 95 %."""


@lru_cache(maxsize=256)
def student(confidence: float, freedom: int) -> float:
    """The t that a value of Student's distribution stays within, up or down, so often.

    `confidence` is above 0 and below 1, `freedom` the degrees of freedom from
    1. The integral is a finite sum for whole degrees of freedom: Abramowitz and
    Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4; for many of
    them its expansion about the normal distribution, 26.7.5.
    """
    if freedom > _MOST_EXACT:
        return _expansion(NormalDist().inv_cdf((1 + confidence) / 2), freedom)
    low, high = 0.0, math.pi / 2
    for _ in range(60):  # as many halvings as a float has digits, and some
        angle = (low + high) / 2
        low, high = (angle, high) if _within(angle, freedom) < confidence else (low, angle)
    return math.sqrt(freedom) * math.tan(low)


def _within(angle: float, freedom: int) -> float:
    """How often |t| stays below the root of `freedom` times the tangent of `angle`."""
    odd = freedom % 2
    cosine = math.cos(angle)
    term, total = cosine if odd else 1.0, 0.0
    for factor in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (factor - 1) / factor
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


def _expansion(x: float, freedom: int) -> float:
    return (
        x
        + (x**3 + x) / (4 * freedom)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * freedom**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * freedom**3)
        + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * freedom**4)
    )
