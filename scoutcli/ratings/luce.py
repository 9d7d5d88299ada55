"""The likelihood of Plackett and Luce over many outcomes at once, by numpy.

Strengths are logarithms θ. Place by place, the next entrant is drawn from those
still without a place with odds exp θ (R. L. Plackett, "The Analysis of
Permutations", 1975; R. D. Luce, "Individual Choice Behavior", 1959). Of two
entrants this is the model of Bradley and Terry.

A tie of d entrants is d draws, before which the tied are there in part: l draws
have taken l/d of each (B. Efron, "The Efficiency of Cox's Likelihood Function
for Censored Data", 1977). Who is alone in the last place is left over, not
drawn; when there are d of them, their draws count (d - 1)/d, so that two tied
have half a win each. The logarithm is concave, and treats all that are tied alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from scoutcli.ratings.model import Outcome

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_TOGETHER = 8192
"""So many outcomes are summed at once: what that takes stays near the processor."""
_MOST_DIRECTIONS = 1000


@dataclass(frozen=True, slots=True)
class Draws:
    """How outcomes of the same sizes of groups are drawn.

    `parts` has a row for each draw, the part with which each seat is there;
    `times` how often a draw counts; `credit` how often each seat is drawn.
    `one` and `other` are the pairs of seats, `both` a row for each draw, the
    product of their parts.
    """

    parts: Floats
    times: Floats
    credit: Floats
    one: Ints
    other: Ints
    both: Floats


def draws_of(sizes: Sequence[int]) -> Draws:
    """The draws of a table whose places were taken by so many each."""
    seats = sum(sizes)
    parts, times, credit = [], [], np.ones(seats)
    for size, end in zip(sizes, accumulate(sizes), strict=True):
        left = np.zeros(seats)
        left[end - size :] = 1.0
        if end < seats:
            for taken in range(size):
                part = left.copy()
                part[end - size : end] = 1 - taken / size
                parts.append(part)
                times.append(1.0)
        else:  # none but the tied are left: their draws differ by a factor alone
            parts.append(left)
            times.append(size - 1.0)
            credit[end - size :] = (size - 1) / size
    one, other = np.triu_indices(seats, 1)
    rows = np.array(parts)
    return Draws(rows, np.array(times), credit, one, other, rows[:, one] * rows[:, other])


@dataclass(frozen=True, slots=True)
class Tables:
    """Some outcomes of the same draws: which they are, a row of entrants for each, best first."""

    draws: Draws
    which: Ints
    seats: Ints
    codes: Ints
    """For each pair of seats which pair of entrants it is, in the list of `Luce`."""


class Luce:
    """The logarithm of the posterior: of outcomes with weights, and of a normal prior about 0.

    `index` numbers the entrants from 0; `precision` is one over the variance of
    the prior, above 0. Memory and time grow with the outcomes, not with the
    square of the entrants.
    """

    def __init__(
        self, outcomes: Sequence[Outcome], index: Mapping[str, int], precision: float
    ) -> None:
        entrants = self.entrants = len(index)
        self.precision = precision
        found = list(_tables(outcomes, index))
        pairs = [np.unique(tables.codes) for tables in found]
        codes = np.unique(np.concatenate(pairs)) if pairs else np.zeros(0, np.int64)
        self.pairs = np.divmod(codes, entrants)
        """The pairs of entrants that met: the first ones, and the others."""
        self.tables = [
            Tables(each.draws, each.which, each.seats, np.searchsorted(codes, each.codes))
            for each in found
        ]


def _tables(outcomes: Sequence[Outcome], index: Mapping[str, int]) -> Iterator[Tables]:
    """The outcomes by the sizes of their groups; a code names a pair, the lower index first."""
    by_sizes: dict[tuple[int, ...], list[int]] = {}
    for at, places in enumerate(outcomes):
        by_sizes.setdefault(tuple(map(len, places)), []).append(at)
    for sizes, which in sorted(by_sizes.items()):
        draws = draws_of(sizes)
        for first in range(0, len(which), _TOGETHER):
            some = which[first : first + _TOGETHER]
            rows = [[index[key] for group in outcomes[at] for key in group] for at in some]
            seats = np.array(rows, np.int64)
            one, other = seats[:, draws.one], seats[:, draws.other]
            codes = np.minimum(one, other) * len(index) + np.maximum(one, other)
            yield Tables(draws, np.array(some, np.int64), seats, codes)


class Point:
    """The posterior at some strengths."""

    def __init__(self, luce: Luce, strengths: Floats) -> None:
        self.luce = luce
        self.strengths = strengths
        odds = np.exp(strengths)
        self._parts = []
        for tables in luce.tables:
            own = odds[tables.seats]
            self._parts.append((tables, own, own @ tables.draws.parts.T))

    def value(self, weights: Floats) -> float:
        """The logarithm, but for a constant."""
        total = -0.5 * self.luce.precision * float(self.strengths @ self.strengths)
        for tables, _, sums in self._parts:
            drawn = self.strengths[tables.seats] @ tables.draws.credit
            total += float(weights[tables.which] @ (drawn - np.log(sums) @ tables.draws.times))
        return total

    def slope(self, weights: Floats) -> Floats:
        """The first derivatives."""
        found = -self.luce.precision * self.strengths
        for tables, own, sums in self._parts:
            draws = tables.draws
            expected = own * ((draws.times / sums) @ draws.parts)
            gains = weights[tables.which][:, None] * (draws.credit - expected)
            found += np.bincount(tables.seats.ravel(), gains.ravel(), self.luce.entrants)
        return found

    def curvature(self, weights: Floats) -> Curvature:
        """The second derivatives, their sign changed."""
        count = len(self.luce.pairs[0])
        diagonal = np.full(self.luce.entrants, self.luce.precision)
        mixed = np.zeros(count)
        for tables, own, sums in self._parts:
            draws = tables.draws
            rates = weights[tables.which][:, None] * draws.times / sums
            shares = rates / sums
            alone = own * (rates @ draws.parts) - own**2 * (shares @ draws.parts**2)
            diagonal += np.bincount(tables.seats.ravel(), alone.ravel(), self.luce.entrants)
            both = own[:, draws.one] * own[:, draws.other] * (shares @ draws.both)
            mixed -= np.bincount(tables.codes.ravel(), both.ravel(), count)
        return Curvature(diagonal, *self.luce.pairs, mixed)


@dataclass(frozen=True, slots=True)
class Curvature:
    """A symmetric matrix above 0: its diagonal, and what stands at each pair.

    A pair of an entrant with itself, who had two seats, counts twice there.
    """

    diagonal: Floats
    one: Ints
    other: Ints
    mixed: Floats

    def times(self, vector: Floats) -> Floats:
        """The matrix times a vector."""
        size = len(vector)
        found = self.diagonal * vector
        found += np.bincount(self.one, self.mixed * vector[self.other], size)
        found += np.bincount(self.other, self.mixed * vector[self.one], size)
        return found

    def solved(self, wanted: Floats, accuracy: float) -> Floats:
        """The vector that the matrix makes `wanted`, but for that part of it.

        By conjugate gradients, scaled by the diagonal: M. R. Hestenes and E. Stiefel,
        "Methods of Conjugate Gradients for Solving Linear Systems" (1952).
        """
        found, rest = np.zeros_like(wanted), wanted.copy()
        scaled = rest / self.diagonal
        direction = scaled.copy()
        size = float(rest @ scaled)
        enough = accuracy**2 * size
        for _ in range(_MOST_DIRECTIONS):
            if size <= enough:
                break
            bent = self.times(direction)
            length = size / float(direction @ bent)
            found += length * direction
            rest -= length * bent
            scaled = rest / self.diagonal
            before, size = size, float(rest @ scaled)
            direction = scaled + size / before * direction
        return found
