"""A match without its moves: who sat where, the points, the places, and where it stands.

Everything comes from the moves. Only a score sheet, which has none, is taken
at its word, and says so (`verified`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import games
from games.options import Option
from notation.audit import Audit
from notation.diagnostics import Diagnostic
from notation.match import Match
from notation.reader import Part
from scoutcli.results.identity import identity_of
from scoutcli.results.measured import Measured, measured_of

DIFFERENCES = frozenset({"wrong-score", "wrong-total", "wrong-winners"})
"""The codes of errors that say no more than that the moves give other points than are noted."""

FINISHED = "finished"
UNFINISHED = "unfinished"
FORFEITED = "forfeited"
"""Given up: a round was abandoned, and none ended after it."""
FAULTY = "faulty"
"""An error other than `DIFFERENCES` makes the points worth nothing."""

STATUSES = (FINISHED, UNFINISHED, FORFEITED, FAULTY)

HEADERS = ("event", "site", "date", "table", "stage", "pairing")
"""The keys of a match that `Facts.headers` can have."""

_ABANDONED = "abandoned"
_VERSION = re.compile(r" v?[0-9][\w.+-]*\Z")
_FAULT = re.compile(r" *seat ([1-9][0-9]{0,2}) move [0-9]+ \S")


class Seat(NamedTuple):
    """Who sat there; "" is not said. A person has no bot."""

    name: str
    id: str = ""
    bot: str = ""
    team: str = ""

    @property
    def program(self) -> str:
        """The program without its version; "" for a person."""
        return _VERSION.sub("", self.bot)


class Played(NamedTuple):
    """A round that has ended: the points of each seat (None: not known), and how it ended.

    `end` is a word of `Game.ends`, "" where nobody noted it. `verified` says
    that the points follow from the moves.
    """

    scores: tuple[int | None, ...]
    end: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What a match says. Seats count from 0 and are by index everywhere.

    `file`, `number` (from 1) and `line` tell where it stands; all else depends
    on the match alone. A match at fault has its seats, but no rounds, no total
    and no winners.
    """

    file: str
    number: int
    line: int
    game: str
    """Its name; "" where it is not known."""
    headers: Mapping[str, str]
    """Those of `HEADERS` that are there."""
    seats: tuple[Seat, ...]
    rules: Mapping[str, str]
    """Every option of the game with the word it has, defaults too."""
    status: str
    """One of `STATUSES`."""
    verified: bool
    """Whether all points follow from moves; of a match not finished, those of the rounds so far."""
    practice: bool
    rounds: tuple[Played, ...]
    """The rounds that have ended."""
    total: tuple[int | None, ...]
    """The sums of the rounds so far; None is not known."""
    winners: tuple[int, ...]
    """Only of a finished match, and only where all totals are known."""
    faults: tuple[int, ...]
    """How many faults of the program at each seat are noted."""
    measured: tuple[Measured, ...]
    """What an analysis has written into the match, by seat; nothing where it has not."""
    identity: str
    """The same for the same deals and moves: see `scoutcli.results.identity`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 is best, equals share one (1, 2, 2, 4).

        By the game's own winners, and behind them by the totals. Nothing where
        a match is not finished or a total is not known.
        """
        if not self.winners:
            return ()
        return places(self.total, self.winners, lowest_wins=games.get(self.game).lowest_wins)

    def result(self, seat: int) -> str:
        """``won``, ``shared`` (the win), or nothing."""
        if seat not in self.winners:
            return ""
        return "won" if len(self.winners) == 1 else "shared"

    def in_json(self) -> dict[str, Any]:
        """All of it in lists, dicts and plain values."""
        facts = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return facts | {"headers": dict(self.headers), "rules": dict(self.rules)}

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Facts:
        """The inverse of `in_json`, also after a way through JSON text.

        Raises KeyError, TypeError or ValueError where it is something else.
        """
        return cls(
            str(facts["file"]),
            int(facts["number"]),
            int(facts["line"]),
            str(facts["game"]),
            dict(facts["headers"]),
            tuple(Seat(*seat) for seat in facts["seats"]),
            dict(facts["rules"]),
            str(facts["status"]),
            bool(facts["verified"]),
            bool(facts["practice"]),
            tuple(Played(tuple(scores), end, sure) for scores, end, sure in facts["rounds"]),
            tuple(facts["total"]),
            tuple(facts["winners"]),
            tuple(facts["faults"]),
            tuple(Measured(*each) for each in facts["measured"]),
            str(facts["identity"]),
        )


@dataclass(slots=True)
class _Points:
    """What became of the rounds of a match."""

    status: str = FAULTY
    verified: bool = False
    rounds: tuple[Played, ...] = ()
    total: tuple[int | None, ...] = ()
    winners: tuple[int, ...] = ()
    measured: tuple[Measured, ...] = field(default=())


def facts_of(part: Part) -> tuple[Facts | None, list[Diagnostic]]:
    """The facts of a part's match (None: there is no match), and its errors.

    The points are those of the moves; where others are noted, that is one of
    the errors, with its place.
    """
    errors = [diagnostic for diagnostic in part.diagnostics if diagnostic.severity == "error"]
    if not part.chunk.readable:
        return None, errors
    match = part.match or Match(part.chunk.name, part.chunk.index, part.chunk.line, part.chunk.text)
    audit = part.audit
    faulty = any(error.code not in DIFFERENCES for error in errors)
    if faulty or audit is None or match.rules is None:
        audit = None
    found = _Points() if audit is None else _points(audit)
    return Facts(
        match.file,
        match.index,
        match.first_line,
        match.game.name if match.game is not None else "",
        {key: match.headers[key] for key in HEADERS if key in match.headers},
        tuple(Seat(p.name, p.id or "", p.bot or "", p.team or "") for p in match.players),
        {name: Option.write(value) for name, value in (match.rules or {}).items()},
        found.status,
        found.verified,
        match.practice,
        found.rounds,
        found.total,
        found.winners,
        _faults(match),
        found.measured,
        identity_of(match, audit),
    ), errors


def _points(audit: Audit) -> _Points:
    """The points of a match without an error."""
    rounds = tuple(
        Played(checked.scores, checked.record.end or "", checked.verified)
        for checked in audit.rounds
        if checked.ended
    )
    status = FINISHED if audit.over else FORFEITED if _given_up(audit) else UNFINISHED
    players = len(audit.match.players)
    total = audit.total if audit.over else totals([each.scores for each in rounds], players)
    return _Points(
        status,
        all(each.verified for each in rounds) and None not in total,
        rounds,
        total,
        audit.winners,
        measured_of(audit),
    )


def _given_up(audit: Audit) -> bool:
    """Whether a round was abandoned, and none ended after it."""
    for checked in reversed(audit.rounds):
        if checked.ended:
            return False
        if checked.record.end == _ABANDONED:
            return True
    return False


def _faults(match: Match) -> tuple[int, ...]:
    """How many faults of programs are noted for each seat."""
    noted = [record.faults.text for record in match.rounds if record.faults is not None]
    return faults_in("\n".join(noted), len(match.players))


def faults_in(text: str, players: int) -> tuple[int, ...]:
    """How many lines of a block of faults are of each seat."""
    counts = [0] * players
    for found in filter(None, map(_FAULT.match, text.splitlines())):
        if (seat := int(found[1])) <= players:
            counts[seat - 1] += 1
    return tuple(counts)


def totals(rounds: Sequence[Sequence[int | None]], players: int) -> tuple[int | None, ...]:
    """The sums of the rounds' points for each seat; None where one of them is not known."""
    sums: list[int | None] = []
    for seat in range(players):
        known = [points for scores in rounds if (points := scores[seat]) is not None]
        sums.append(sum(known) if len(known) == len(rounds) else None)
    return tuple(sums)


def places(
    total: Sequence[int | None], winners: Sequence[int], *, lowest_wins: bool
) -> tuple[int, ...]:
    """The place of each seat: the winners share the first, the others follow by their totals.

    Raises ValueError where a total is not known.
    """
    better = -1 if lowest_wins else 1
    known = [better * points for points in total if points is not None]
    if len(known) < len(total):
        raise ValueError("a total is not known")
    behind = [points for seat, points in enumerate(known) if seat not in winners]
    return tuple(
        1 if seat in winners else len(winners) + sum(other > own for other in behind) + 1
        for seat, own in enumerate(known)
    )
