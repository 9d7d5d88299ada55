"""The tie-breaks: what is looked at, in the order wished for, where a system leaves a tie.

They are those of chess (FIDE Handbook C.07), said for tables of more than two:
at a table everybody plays against everybody else there. Ahead is who has the
better place of the two, level who has the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from scoutcli.results.sums import PAIRS, Met, Sums
from scoutcli.results.systems import Scores

Value = Fraction | int | None
"""Exact; None where there is nothing yet, which is behind all."""


@dataclass(frozen=True)
class Table:
    """What tie-breaks look at: the sums, and the scores by the system that ranks."""

    sums: Sums
    scores: Scores

    @cached_property
    def opponents(self) -> Mapping[str, Mapping[str, Met]]:
        """Whom each entrant has met, and how it went."""
        found: dict[str, dict[str, Met]] = {key: {} for key in self.sums.entrants}
        for one, other, met in self.sums.pairs():
            found[one][other] = met
            found[other][one] = met.turned
        return found

    def score(self, key: str) -> Fraction:
        """What an opponent counts for: its score, where the system counts; else its rank points.

        Averages and ratings cannot be added up so that more is better.
        """
        if not self.scores.counted:
            return self.sums.entrants[key].beaten.value
        return Fraction(self.scores.scores[key].value)


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A tie-break: its name, the head of its column, its definition.

    `value` takes the table, an entrant, and all that are tied with it. `better`
    is 1 where more is better, -1 where less is, 0 where the game decides. With
    `again`, those that it leaves tied are compared by it again, among them alone.
    """

    name: str
    head: str
    help: str
    value: Callable[[Table, str, frozenset[str]], Value]
    better: int = 1
    again: bool = False
    keep: frozenset[str] = field(default=frozenset())

    def sign(self, sums: Sums) -> int:
        """1 where more is better in this game, else -1."""
        return self.better or sums.better


def _margin(table: Table, key: str, _: frozenset[str]) -> Value:
    entrant = table.sums.entrants[key]
    return entrant.margin.value / entrant.margin_rounds if entrant.margin_rounds else None


def _place(table: Table, key: str, _: frozenset[str]) -> Value:
    entrant = table.sums.entrants[key]
    return Fraction(entrant.places, entrant.placed) if entrant.placed else None


def _head_to_head(table: Table, key: str, tied: frozenset[str]) -> Value:
    half = Fraction(1, 2)
    gains = (met.share - half for other, met in table.opponents[key].items() if other in tied)
    return sum(gains, start=half * (len(tied) - 1))


def _met(table: Table, key: str) -> Iterator[tuple[Fraction, Met]]:
    for other, met in table.opponents[key].items():
        yield table.score(other), met


def _buchholz(table: Table, key: str, _: frozenset[str]) -> Value:
    return sum((met.met * score for score, met in _met(table, key)), start=Fraction(0))


def _buchholz_cut(table: Table, key: str, _: frozenset[str]) -> Value:
    met = list(_met(table, key))
    least = min((score for score, _ in met), default=Fraction(0))
    return sum((each.met * score for score, each in met), start=-least)


def _sonneborn_berger(table: Table, key: str, _: frozenset[str]) -> Value:
    return sum(
        ((met.better + Fraction(met.tied, 2)) * score for score, met in _met(table, key)),
        start=Fraction(0),
    )


_PAIRS = frozenset({PAIRS})

TIEBREAKS = {
    tiebreak.name: tiebreak
    for tiebreak in (
        Tiebreak("wins", "won", "matches won alone",
                 lambda table, key, _: table.sums.entrants[key].won),
        Tiebreak("shared", "shared", "matches won together with others",
                 lambda table, key, _: table.sums.entrants[key].shared),
        Tiebreak("points", "points", "all points; the fewest where the lowest wins",
                 lambda table, key, _: table.sums.entrants[key].points.total, better=0),
        Tiebreak("average", "a round", "points a round; the fewest where the lowest wins",
                 lambda table, key, _: table.sums.entrants[key].points.mean, better=0),
        Tiebreak("margin", "margin", "points a round above the mean of the others at the table "
                 "(below it, where the lowest wins)", _margin),
        Tiebreak("place", "mean place", "the mean of the places", _place, better=-1),
        Tiebreak("head-to-head", "head to head",
                 "among those that are tied alone: against each of them how often ahead, level "
                 "by half, of 1 (a half where they never met); whom it leaves tied is compared "
                 "again, among these alone", _head_to_head, again=True, keep=_PAIRS),
        Tiebreak("buchholz", "Buchholz",
                 "the sum of the scores of all opponents, as often as they were met; the rank "
                 "points stand for the score of a system that is an average or a rating",
                 _buchholz, keep=_PAIRS),
        Tiebreak("buchholz-cut1", "Buchholz cut 1",
                 "Buchholz without the lowest of the scores, once", _buchholz_cut, keep=_PAIRS),
        Tiebreak("sonneborn-berger", "Sonneborn–Berger",
                 "the sum of the scores, as in Buchholz, of the opponents whom one was ahead of, "
                 "and half the scores of those one was level with", _sonneborn_berger,
                 keep=_PAIRS),
        Tiebreak("best", "best match", "the best total of a match",
                 lambda table, key, _: table.sums.entrants[key].best, better=0),
        Tiebreak("rounds-won", "rounds won",
                 "rounds with the best points; one that k seats share counts 1/k for each",
                 lambda table, key, _: table.sums.entrants[key].rounds_won.value),
    )
}  # fmt: skip
"""By the word of the option ``--tiebreak``."""
