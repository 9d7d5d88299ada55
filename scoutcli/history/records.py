"""How well you did: by game and opponents, practice apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import games
from games.game import Game
from scoutcli.history.entries import Entry
from scoutcli.history.feats import counted
from scoutcli.results.facts import FINISHED

ALL = ""
"""Stands for all opponents together."""


@dataclass(slots=True)
class Record:
    """What somebody made of finished matches. `best` and `worst` are the points of one round."""

    matches: int = 0
    won: int = 0
    """Alone."""
    shared: int = 0
    """Won together with others."""
    points: int = 0
    rounds: int = 0
    best: int | None = None
    worst: int | None = None
    feats: list[int] = field(default_factory=list)

    @property
    def average(self) -> float | None:
        """Points a round; None where there are none."""
        return self.points / self.rounds if self.rounds else None

    def add(self, entry: Entry, seat: int, *, lowest_wins: bool) -> None:
        """Count a finished match."""
        match = entry.facts
        self.matches += 1
        self.won += match.result(seat) == "won"
        self.shared += match.result(seat) == "shared"
        for played in match.rounds:
            if (points := played.scores[seat]) is not None:
                self._add_round(points, lowest_wins=lowest_wins)
        if entry.feats:
            before = self.feats or [0] * len(entry.feats[seat])
            self.feats = [a + b for a, b in zip(before, entry.feats[seat], strict=True)]

    def _add_round(self, points: int, *, lowest_wins: bool) -> None:
        self.points += points
        self.rounds += 1
        better, worse = (min, max) if lowest_wins else (max, min)
        self.best = points if self.best is None else better(self.best, points)
        self.worst = points if self.worst is None else worse(self.worst, points)


@dataclass(slots=True)
class Group:
    """Somebody's records in one game, by their opponents; `ALL` stands for all of them."""

    name: str
    game: Game
    practice: bool
    records: dict[str, Record] = field(default_factory=dict)

    def ranked(self) -> Iterator[tuple[str, Record]]:
        """Opponents met most often first; all together last, where there are several."""
        single = sorted(
            ((others, record) for others, record in self.records.items() if others != ALL),
            key=lambda row: (-row[1].matches, row[0]),
        )
        yield from single
        if len(single) > 1:
            yield ALL, self.records[ALL]

    @property
    def feats(self) -> tuple[str, ...]:
        """The headings of what is counted in this game."""
        return counted(self.game.name)


class Career:
    """The records of you: of the person of that name or, without a name, of everybody who played
    as a person. Memory grows with the kinds of opponents alone.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.counts: Counter[str] = Counter()
        self.taken = 0
        """Finished matches of yours whose points do not follow from moves, and are counted so."""
        self._groups: dict[tuple[str, str, bool], Group] = {}

    def add(self, entry: Entry) -> None:
        """Count a match."""
        match = entry.facts
        self.counts[match.status] += 1
        if match.status != FINISHED:
            return
        game = games.get(match.game)
        seats = [seat for seat in entry.people if self.name in ("", match.names[seat])]
        self.taken += bool(seats) and not match.verified
        for seat in seats:
            name = match.names[seat]
            key = name, game.name, match.practice
            group = self._groups.setdefault(key, Group(name, game, match.practice))
            for others in (entry.others(seat), ALL):
                record = group.records.setdefault(others, Record())
                record.add(entry, seat, lowest_wins=game.lowest_wins)

    def __iter__(self) -> Iterator[Group]:
        """The groups, by name and game, practice behind what counts."""
        for key in sorted(self._groups, key=lambda key: (key[0], key[1], key[2])):
            yield self._groups[key]
