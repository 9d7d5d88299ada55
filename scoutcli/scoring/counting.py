"""What becomes of a batch of matches: their sums, what is to be told, and the matches if wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from notation.diagnostics import Diagnostic
from notation.reader import read_part
from notation.stream import Chunk
from scoutcli.results.facts import DIFFERENCES, FINISHED, Facts, facts_of
from scoutcli.results.sums import EVERYTHING, Sums
from scoutcli.results.tally import Tally
from scoutcli.scoring.reading import Batch

if TYPE_CHECKING:
    from scoutcli.where import Condition

Key = tuple[str, bool]
"""A game, and whether all points follow from moves."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is counted, and what is told; small, for other processes too.

    `where`: which matches are taken; None: all. `listed`: the matches are told
    too. `strict`: nothing is counted from the first wrong points on. `keep` is
    what the sums keep, see `scoutcli.results.sums`.
    """

    by: str = "player"
    where: Condition | None = None
    listed: bool = False
    strict: bool = False
    keep: frozenset[str] = EVERYTHING


class Count:
    """Matches counted, each game by itself, and apart what is verified and what is not.

    It is the same in whatever order they were counted, and in whatever parts.
    """

    def __init__(self, by: str, keep: frozenset[str] = EVERYTHING) -> None:
        self.by = by
        self.keep = keep
        self.groups: dict[Key, Sums] = {}
        self.tally = Tally()
        self.left_out = 0
        """How many matches were not taken."""

    def add(self, facts: Facts, errors: Sequence[Diagnostic]) -> None:
        """Count a match that is taken."""
        self.tally.add(facts, errors)
        if facts.status == FINISHED:
            self._group((facts.game, facts.verified)).add(facts)
        elif any(facts.faults) and facts.game:  # of programs, which count where they play
            self._group((facts.game, True)).add(facts)

    def merge(self, other: Count) -> None:
        """Count what another one counted, by the same."""
        for key, sums in other.groups.items():
            if key in self.groups:
                self.groups[key].merge(sums)
            else:
                self.groups[key] = sums
        self.tally.merge(other.tally)
        self.left_out += other.left_out

    def _group(self, key: Key) -> Sums:
        if key not in self.groups:
            self.groups[key] = Sums(key[0], self.by, self.keep)
        return self.groups[key]

    def in_json(self) -> dict[str, Any]:
        """All of it."""
        groups = [[*key, sums.in_json()] for key, sums in sorted(self.groups.items())]
        return {"groups": groups, "tally": self.tally.in_json(), "left": self.left_out}

    def read_json(self, facts: Mapping[str, Any]) -> None:
        """Take what `in_json` tells. Raises KeyError, TypeError, ValueError or RuleError."""
        self.groups = {
            (str(game), bool(verified)): Sums.from_json(sums)
            for game, verified, sums in facts["groups"]
        }
        self.tally = Tally.from_json(facts["tally"])
        self.left_out = int(facts["left"])


Told = tuple[Facts | None, list[Diagnostic]]
"""A match, and what is wrong with it; or what is wrong beside matches."""


@dataclass(slots=True)
class Counted:
    """What became of a batch. `told` has what is to be told, in the order of the file."""

    number: int
    long: int
    count: Count
    told: list[Told] = field(default_factory=list)
    stopped: bool = False
    """Whether wrong points were found, and nothing was counted from there on."""

    @property
    def size(self) -> int:
        """How large it is, about, in characters."""
        return 300 * (1 + len(self.count.groups) + len(self.told)) + 200 * self.count.tally.matches


def count_batch(wish: Wish, batch: Batch) -> Counted:
    """Read the matches of a batch, and count them."""
    counted = Counted(batch.number, batch.long, Count(wish.by, wish.keep))
    for item in batch.items:
        told = _one(wish, item, counted)
        if told is not None:
            counted.told.append(told)
        if counted.stopped:
            break
    return counted


def _one(wish: Wish, item: Chunk | Diagnostic, counted: Counted) -> Told | None:
    """Count a match; what is to be told of it."""
    if isinstance(item, Diagnostic):
        return None, [item]
    where = wish.where
    if where is not None and where.headers_only and item.readable:
        from scoutcli.logs.skim import head_of  # not needed by most runs

        if not where.holds(head_of(item)):
            counted.count.left_out += 1
            return None
    facts, errors = facts_of(read_part(item))
    if facts is None:
        return (None, errors) if errors else None
    if where is not None and not where.holds(facts):
        counted.count.left_out += 1
        return None
    if wish.strict and any(error.code in DIFFERENCES for error in errors):
        counted.stopped = True
        return None, errors
    counted.count.add(facts, errors)
    if not wish.listed and not errors:
        return None
    return facts if wish.listed else None, errors
