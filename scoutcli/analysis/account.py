"""What the players made of a match, and of many: their losses, their luck, and what is left.

In a round that is known in full the margins of a seat add up: ``result = luck +
errors + residual``. A loss lowers the margin of its seat by as much, and lifts
those of the others by equal parts of it; so luck, errors, results and residuals
of the whole table are each 0 in sum. The residual is what neither explains:
what others did is foreseen as the evaluator takes them to play, from what one
seat knew, and every figure has an error of measurement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoutcli.analysis.model import Account, Judged, MatchReport, RoundReport

MARKS = (6, 2, 4)
"""The marks of mistakes in their order: doubtful, bad, very bad."""
MANY = -1
"""The seat of an account that is the sum of several."""
UNNAMED = "other"
"""The kind of a mistake that has none."""


def accounts(
    names: Sequence[str], rounds: Sequence[RoundReport], *, rated: bool = True
) -> tuple[Account, ...]:
    """An account for each seat of a match, in their order; see `Account.rated`.

    Decisions that were not measured count nowhere, and rounds that are not
    known in full (see `is_known`) only for what was lost in them.
    """
    known = [found for found in rounds if is_known(found)]
    errors = [errors_of(found) for found in known]
    return tuple(
        replace(_account(seat, name, rounds, known, errors), rated=rated)
        for seat, name in enumerate(names)
    )


def is_known(found: RoundReport) -> bool:
    """Whether result, luck and errors of a round are all known.

    Then it has ended, its luck is measured, and so is every choice, of which
    each seat has one (also where it was forced): else somebody was left out.
    """
    seats = {judged.seat for judged in found.judged}
    return (
        found.lucky
        and found.whole
        and None not in found.margins
        and len(seats) == len(found.margins)
        and all(judged.measured for judged in found.judged)
    )


def errors_of(found: RoundReport) -> list[float]:
    """What the losses of a round did to the margin of each seat; 0 in sum."""
    players = len(found.margins)
    lost = [0.0] * players
    for judged in found.judged:
        lost[judged.seat] += judged.loss
    given = sum(lost)
    return [(given - own) / (players - 1) - own for own in lost]


def _account(
    seat: int,
    name: str,
    rounds: Sequence[RoundReport],
    known: Sequence[RoundReport],
    errors: Sequence[Sequence[float]],
) -> Account:
    own = [judged for found in rounds for judged in found.judged if judged.seat == seat]
    choices = [judged for judged in own if judged.measured and not judged.forced]
    marked = [judged for judged in choices if judged.mark]
    result = sum(found.margins[seat] or 0.0 for found in known)
    luck = sum(chance.worth[seat] for found in known for chance in found.luck)
    erred = sum(each[seat] for each in errors)
    return Account(
        seat,
        name,
        unforced=len(choices),
        lost=sum(judged.loss for judged in choices),
        marks=dict(Counter(judged.mark for judged in marked)),
        kinds=_kinds(marked),
        rounds=len(known),
        result=result,
        luck=luck,
        errors=erred,
        residual=result - luck - erred,
    )


def _kinds(marked: Iterable[Judged]) -> dict[str, tuple[int, float]]:
    """How many mistakes of each kind there are and what they cost, the costliest first."""
    found: dict[str, tuple[int, float]] = {}
    for judged in marked:
        kind = judged.kind or UNNAMED
        times, cost = found.get(kind, (0, 0.0))
        found[kind] = times + 1, cost + judged.loss
    return _by_cost(found)


def _by_cost(kinds: Mapping[str, tuple[int, float]]) -> dict[str, tuple[int, float]]:
    return dict(sorted(kinds.items(), key=lambda item: (-item[1][1], item[0])))


@dataclass(slots=True)
class Standing:
    """The players of all matches of one game with so many seats."""

    game: str
    players: int
    matches: int = 0
    by_name: dict[str, Account] = field(default_factory=dict)

    def ranked(self) -> list[Account]:
        """The players, who lost least for each decision first."""
        return sorted(
            self.by_name.values(),
            key=lambda account: (not account.unforced, account.rate, account.name),
        )


class Sums:
    """Adds up the accounts of matches by the names of the players.

    Keeps only sums, so that a thousand matches take no more room than one.
    """

    def __init__(self) -> None:
        self.matches = 0
        self._standings: dict[tuple[str, int], Standing] = {}

    def add(self, report: MatchReport) -> None:
        """Count a match in."""
        key = report.game, len(report.names)
        standing = self._standings.setdefault(key, Standing(*key))
        self.matches += 1
        standing.matches += 1
        for account in report.accounts:
            before = standing.by_name.get(account.name)
            standing.by_name[account.name] = (
                replace(account, seat=MANY) if before is None else added(before, account)
            )

    def __iter__(self) -> Iterator[Standing]:
        return iter(self._standings.values())


def added(first: Account, second: Account) -> Account:
    """The sum of two accounts, with the name of the first."""
    kinds = dict(first.kinds)
    for kind, (times, cost) in second.kinds.items():
        before, paid = kinds.get(kind, (0, 0.0))
        kinds[kind] = before + times, paid + cost
    return Account(
        MANY,
        first.name,
        unforced=first.unforced + second.unforced,
        lost=first.lost + second.lost,
        marks=dict(Counter(first.marks) + Counter(second.marks)),
        kinds=_by_cost(kinds),
        rounds=first.rounds + second.rounds,
        result=first.result + second.result,
        luck=first.luck + second.luck,
        errors=first.errors + second.errors,
        residual=first.residual + second.residual,
        rated=first.rated and second.rated,
    )
