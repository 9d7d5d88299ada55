"""The points of matches, and what each player made of all of them.

Everything comes from the moves. Only a score sheet, which has none, is taken
at its word, and what comes from such is kept apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.game import Game
from notation.diagnostics import Diagnostic
from notation.reader import Part

DIFFERENCES = frozenset({"wrong-score", "wrong-total", "wrong-winners"})
"""The codes of errors that say no more than that the moves give other points than are noted."""

FINISHED = "finished"
UNFINISHED = "unfinished"
FAULTY = "faulty"


@dataclass(frozen=True, slots=True)
class Scored:
    """A match with its points. Seats count from 0; None is not known.

    `status` is `FINISHED`, `UNFINISHED`, or `FAULTY`: then an error makes its
    points worth nothing, and there are none. `rounds` has the points of each
    seat in each round, `total` their sums. `winners` are there once it is
    finished and the totals are known. `verified` says that all points follow
    from moves.
    """

    file: str
    number: int
    game: Game | None
    about: tuple[str, ...]
    """Event, stage, table, date, as far as they are given."""
    names: tuple[str, ...]
    status: str
    verified: bool = False
    rounds: tuple[tuple[int | None, ...], ...] = ()
    total: tuple[int | None, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """``evening.yaml, match 2: SCOUT, Club, 2026-11-30``."""
        game = self.game.title if self.game is not None else "of no known game"
        return f"{self.file}, match {self.number}: {', '.join((game, *self.about))}"

    def result(self, seat: int) -> str:
        """``won``, ``shared`` (the win), or nothing."""
        if seat not in self.winners:
            return ""
        return "won" if len(self.winners) == 1 else "shared"


def scored(part: Part) -> tuple[Scored | None, list[Diagnostic]]:
    """The match of a part with its points (None: there is no match), and its errors."""
    errors = [diagnostic for diagnostic in part.diagnostics if diagnostic.severity == "error"]
    match, audit = part.match, part.audit
    if match is None:
        if not part.chunk.index:
            return None, errors
        return Scored(part.chunk.name, part.chunk.index, None, (), (), FAULTY), errors
    about = tuple(
        match.headers[key] for key in ("event", "stage", "table", "date") if key in match.headers
    )
    names = tuple(match.names)
    faulty = any(error.code not in DIFFERENCES for error in errors)
    if faulty or audit is None:
        return Scored(match.file, match.index, match.game, about, names, FAULTY), errors
    rounds = tuple(checked.scores for checked in audit.rounds if checked.ended)
    return (
        Scored(
            match.file,
            match.index,
            match.game,
            about,
            names,
            FINISHED if audit.over else UNFINISHED,
            audit.verified == len(audit.rounds),
            rounds,
            sums(rounds, len(names)),
            audit.winners,
        ),
        errors,
    )


def sums(rounds: Sequence[Sequence[int | None]], players: int) -> tuple[int | None, ...]:
    """The sums of the rounds that have ended; None where one of its points is not known."""
    sums: list[int | None] = []
    for seat in range(players):
        known = [points for scores in rounds if (points := scores[seat]) is not None]
        sums.append(sum(known) if len(known) == len(rounds) else None)
    return tuple(sums)


@dataclass(slots=True)
class Record:
    """What a player of that name made of all finished matches of a game."""

    name: str
    played: int = 0
    won: int = 0
    """Alone."""
    shared: int = 0
    """Won together with others."""
    points: int = 0
    rounds: int = 0

    @property
    def average(self) -> float:
        """Points a round."""
        return self.points / self.rounds if self.rounds else 0.0


@dataclass(slots=True)
class Group:
    """The players of one game, by what is verified or by what is not."""

    game: Game
    verified: bool
    records: dict[str, Record] = field(default_factory=dict)

    def ranked(self) -> list[Record]:
        """The best first: most matches won, then shared, then the better average, then by name."""
        better = 1 if self.game.lowest_wins else -1
        return sorted(
            self.records.values(),
            key=lambda record: (
                -record.won, -record.shared, better * record.average, record.name,
            ),
        )  # fmt: skip


class Standings:
    """Every player's record in finished matches. Memory grows with the players alone."""

    def __init__(self) -> None:
        self.groups: dict[tuple[str, bool], Group] = {}
        self.counts: Counter[str] = Counter()
        self.matches = 0

    def add(self, match: Scored) -> None:
        """Count a match; a finished one also for its players."""
        self.matches += 1
        kind = match.status
        if kind == FINISHED:
            kind = "verified" if match.verified else "unverified"
            assert match.game is not None
            key = match.game.name, match.verified
            if key not in self.groups:
                self.groups[key] = Group(match.game, match.verified)
            self._count(self.groups[key].records, match)
        self.counts[kind] += 1

    @staticmethod
    def _count(records: dict[str, Record], match: Scored) -> None:
        for seat, name in enumerate(match.names):
            record = records.setdefault(name, Record(name))
            result = match.result(seat)
            record.played += 1
            record.won += result == "won"
            record.shared += result == "shared"
            for scores in match.rounds:
                points = scores[seat]
                if points is not None:
                    record.points += points
                    record.rounds += 1

    def __iter__(self) -> Iterator[Group]:
        """The groups: game by game as they came, first what is verified."""
        games = list(dict.fromkeys(name for name, _ in self.groups))
        for name in games:
            for verified in (True, False):
                if (name, verified) in self.groups:
                    yield self.groups[name, verified]

    def in_text(self) -> str:
        """How many matches were counted, and how many not, on one line."""
        words = {
            "verified": "counted",
            "unverified": "not verified",
            UNFINISHED: UNFINISHED,
            FAULTY: "at fault",
        }
        parts = [f"{self.counts[kind]} {word}" for kind, word in words.items() if self.counts[kind]]
        number = f"{self.matches} match{'' if self.matches == 1 else 'es'}"
        return f"{number}: {', '.join(parts)}" if parts else number
