"""A sequential test: play until it is clear whether the first bot is so much better, or not.

Wald's sequential probability ratio test, generalised (GSPRT) as in the testing
of chess engines: a deal, averaged over its seatings, is a normally distributed
observation; its variance is not known, so under each hypothesis the one is
taken that explains the deals best. Simulated with alpha and beta of 5 %, it
errs in 5 % where values are about normal or differ in a tenth of the deals,
in 8 % with a skewness of 1, in 11 % where only one deal in a hundred differs.

* A. Wald, Sequential Tests of Statistical Hypotheses, Annals of Mathematical
  Statistics 16 (1945): the bounds.
* X. Li, J. Liu and Z. Ying, Generalized Sequential Probability Ratio Test for
  Separate Families of Hypotheses, Sequential Analysis 33 (2014).
"""

from __future__ import annotations

import math
import re
from typing import Literal

from games.errors import RuleError
from games.options import shown
from scoutcli.arena.statistics import DealDone
from scoutcli.report import plural

LEAST_CHANGES = 30
"""Deals that must differ from the one before them, before a decision.

The variance is estimated, and values are not normal. Where two bots play the
same in nine deals of ten, twenty deals can easily be all zero, which would
speak for H0 with certainty.
"""

LEAST_DEALS = 500
"""As many deals are enough, whatever they are: bots that play all alike must be told too."""

_FORM = "points 0 2, or elo 0 20, with alpha=0.05 beta=0.05 behind it if they are to be others"
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?")
_MOST = {"points": 1e6, "elo": 1000.0}
_LEAST_STEP = 1e-9
_UNITS = {"points": "points a round", "elo": "Elo"}

Decision = Literal["H0", "H1"]


class Sprt:
    """A test of H0 against H1, for values of deals that come in the order of the deals.

    `model` is ``points``: a value is the margin of the first bot over the
    others at its table, in points a round; or ``elo``: its share of better
    totals, and `h0`, `h1` are differences on the logistic Elo scale. `alpha`
    is how often H1 may be accepted though H0 is true, `beta` the other way
    round. Raises RuleError ``bad-sprt``: `h0` is less than `h1`, neither is
    beyond a million points, or 1000 Elo; alpha and beta are from 0.0001 to 0.4.
    """

    def __init__(
        self, model: str, h0: float, h1: float, alpha: float = 0.05, beta: float = 0.05
    ) -> None:
        if model not in _MOST:
            raise RuleError("bad-sprt", f"there is no model {shown(model)}; there is points, elo")
        if not (-_MOST[model] <= h0 < h1 <= _MOST[model] and h1 - h0 > _LEAST_STEP):
            raise RuleError(
                "bad-sprt",
                f"{model} {h0:g} {h1:g}: the first bound must be the lower one, and neither "
                f"beyond {_MOST[model]:.0f}",
            )
        for name, risk in (("alpha", alpha), ("beta", beta)):
            if not 0.0001 <= risk <= 0.4:
                raise RuleError("bad-sprt", f"{name} is from 0.0001 to 0.4, not {risk:g}")
        self.model, self.h0, self.h1, self.alpha, self.beta = model, h0, h1, alpha, beta
        self.deals = 0
        """How many values came."""
        self.mean = 0.0
        self.decision: Decision | None = None
        """The hypothesis accepted; whatever comes later is passed over."""
        self.last = 0
        """The number of the last deal that `take` looked at: in the end the one that decided."""
        self._expected = (h0, h1) if model == "points" else (_expected(h0), _expected(h1))
        self._spread = 0.0
        """Sum of the squared distances from the mean."""
        self._changes = 0
        self._before: float | None = None
        self._early: dict[int, float | None] = {}

    @classmethod
    def read(cls, text: str) -> Sprt:
        """The test that a text names: ``points 0 2``, ``elo 0 20 alpha=0.01``.

        Raises RuleError ``bad-sprt``.
        """
        words = text.split()
        if len(words) < 3:
            raise RuleError("bad-sprt", f"{shown(text)} is no test; one is written {_FORM}")
        risks: dict[str, float] = {}
        for word in words[3:]:
            name, _, value = word.partition("=")
            if name not in {"alpha", "beta"} or name in risks:
                raise RuleError("bad-sprt", f"{shown(word)} is out of place; write {_FORM}")
            risks[name] = _number(value)
        return cls(words[0], _number(words[1]), _number(words[2]), **risks)

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the log likelihood ratio: H0 is accepted at the lower, H1 at the upper one."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def llr(self) -> float:
        """The logarithm of how much better H1 explains the values than H0.

        A deal that lies as far off as H1 from H0 is counted in, under either
        hypothesis: so there always is a spread.
        """
        h0, h1 = self._expected
        spare = (h1 - h0) ** 2
        under = [self._spread + self.deals * (self.mean - h) ** 2 + spare for h in (h0, h1)]
        return self.deals / 2 * math.log(under[0] / under[1])

    @property
    def ready(self) -> bool:
        """Whether enough was seen for a decision."""
        return self._changes >= LEAST_CHANGES or self.deals >= LEAST_DEALS

    def update(self, value: float) -> None:
        """The value of the next deal: a margin in points a round, or a share from 0 to 1."""
        if self.decision is not None:
            return
        self.deals += 1
        self._changes += self._before is not None and value != self._before
        self._before = value
        off = value - self.mean
        self.mean += off / self.deals
        self._spread += off * (value - self.mean)
        lower, upper = self.bounds
        if self.ready and not lower < self.llr < upper:
            self.decision = "H0" if self.llr <= lower else "H1"

    def take(self, done: DealDone) -> None:
        """A deal that is done, in any order, each once: what is early waits for those before it.

        So the decision does not depend on which match happened to end first.
        A deal without a value (a match was abandoned) is passed over.
        """
        self._early[done.deal] = done.margin if self.model == "points" else done.share
        while self.decision is None and self.last + 1 in self._early:
            self.last += 1
            value = self._early.pop(self.last)
            if value is not None:
                self.update(value)
        if self.decision is not None:
            self._early.clear()

    def describe(self) -> str:
        """Model, hypotheses and risks on one line, on the next how it stands."""
        unit = _UNITS[self.model]
        what = "margin" if self.model == "points" else "share of better totals"
        low, high = self.bounds
        mean = f"{self.mean:+.2f}" if self.model == "points" else f"{100 * self.mean:.1f} %"
        return (
            f"SPRT on the {what}: H0 {self.h0:+g}, H1 {self.h1:+g} {unit}, alpha {self.alpha:g}, "
            f"beta {self.beta:g} (GSPRT on deals, normal, variance estimated)\n"
            f"LLR {self.llr:.2f} (bounds {low:.2f}, {high:.2f}) after "
            f"{plural(self.deals, 'deal')}, mean {mean}: {self._verdict()}"
        )

    def _verdict(self) -> str:
        if self.decision is not None:
            return f"{self.decision} accepted"
        if self.ready:
            return "undecided"
        return (
            f"too early to decide ({self._changes} of {LEAST_CHANGES} deals that differ from the "
            f"one before, {self.deals} of {LEAST_DEALS} in all)"
        )


def _expected(elo: float) -> float:
    """The share of points that such a difference in Elo stands for."""
    return 1 / (1 + 10 ** (-elo / 400))


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise RuleError("bad-sprt", f"{shown(text)} is no number; write {_FORM}")
    return float(text)
