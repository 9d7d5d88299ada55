"""What a log says of a tournament so far: who met whom, who sat where, who has how many points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoutcli.results.entrants import BY
from scoutcli.results.facts import FAULTY, FINISHED, Facts, Seat
from scoutcli.results.sums import Sums
from scoutcli.results.systems import System

BYE = "x-bye"
"""The user's own key of a match under which those stand who sat out in its stage."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Scored:
    """What players have by a system: None is nothing yet. `better` is -1 where less is better."""

    scores: Mapping[str, Fraction | None]
    better: int = 1

    @property
    def order(self) -> dict[str, Fraction]:
        """The same as what decides: more is better, and the least is nothing yet."""
        known = {
            key: score * self.better for key, score in self.scores.items() if score is not None
        }
        behind = min(known.values(), default=Fraction(0)) - 1
        return {key: known.get(key, behind) for key in self.scores}


def pair_of(one: str, other: str) -> Pair:
    """Two players, whichever comes first."""
    return (one, other) if one <= other else (other, one)


@dataclass(slots=True)
class Past:
    """A tournament of one game so far. Players are told apart by their id or, without one, by name.

    A forfeited or unfinished match is a meeting and a seat, but brings no score.
    """

    game: str
    players: dict[str, Seat] = field(default_factory=dict)
    """As they were noted last."""
    met: Counter[Pair] = field(default_factory=Counter)
    sat: dict[str, Counter[int]] = field(default_factory=dict)
    """How often a player sat at each seat, from 0."""
    played: Counter[str] = field(default_factory=Counter)
    """Matches of each player."""
    stages: dict[str, set[str]] = field(default_factory=dict)
    """Who played in each stage, in the order in which they came."""
    open: list[str] = field(default_factory=list)
    """Where matches stand that are not finished: their results are missing."""
    largest: int = 0
    """The seats of the largest table so far."""

    told: Counter[str] = field(default_factory=Counter)
    """Byes that somebody says there were, by player."""
    _out: dict[str, set[str]] = field(default_factory=dict)
    """Who is noted as sitting out in a stage, by id or name."""
    _sums: Sums = field(init=False)

    def __post_init__(self) -> None:
        self._sums = Sums(self.game, "player", keep=())

    def add(self, match: Facts, out: Sequence[str] = ()) -> None:
        """Count a match of the game; nothing is known of one at fault.

        `out` are those noted as sitting out in its stage.
        """
        if match.status == FAULTY:
            return
        self._sums.add(match)
        if match.status != FINISHED:
            self.open.append(f"{match.file}, match {match.number} ({match.status})")
        self.largest = max(self.largest, len(match.seats))
        keys = [BY["player"].key(seat, at) for at, seat in enumerate(match.seats)]
        for at, (key, seat) in enumerate(zip(keys, match.seats, strict=True)):
            self.players[key] = seat
            self.played[key] += 1
            self.sat.setdefault(key, Counter())[at] += 1
            self.met.update(pair_of(key, other) for other in keys[at + 1 :] if other != key)
        if stage := match.headers.get("stage", ""):
            self.stages.setdefault(stage, set()).update(keys)
            self._out.setdefault(stage, set()).update(out)

    def settle(self) -> None:
        """Take in who has had nothing but byes; to be called when all matches are counted."""
        known = {*self.players, *(seat.name for seat in self.players.values())}
        for name in sorted(set().union(*self._out.values()) - known):
            self.players[name] = Seat(name)

    @property
    def round(self) -> int:
        """How many rounds of the tournament there were: stages or, without any, matches of one."""
        return len(self.stages) or max(self.played.values(), default=0)

    def byes(self, player: str) -> int:
        """How many rounds a player sat out: those noted or told, and those missed since playing."""
        told = self.told[player]
        if not self.stages:
            return told + (self.round - self.played[player] if self.played[player] else 0)
        names = {player, self.players[player].name if player in self.players else player}
        return told + sum(
            bool(names & self._out[stage]) or (player not in there and self.played[player] > 0)
            for stage, there in self.stages.items()
        )

    def scores(self, system: System, players: Iterable[str]) -> Scored:
        """What players have by a system.

        Where it adds up over matches, who has nothing yet has 0, and each bye counts
        like a match that was won: who found no table is not behind for it. An average
        is what it is without byes, and who has none yet comes behind those who have.
        """
        found = system.scores(self._sums, None)
        won = Fraction(max(self.largest - 1, 1) if system.name == "rank" else 1)
        scores: dict[str, Fraction | None] = {}
        for player in players:
            score = found.scores.get(player)
            own = None if score is None else Fraction(score.value)
            scores[player] = (own or 0) + won * self.byes(player) if found.counted else own
        return Scored(scores, found.better)
