"""A match as the history needs it: who played, the points, the place, what there is to say of it.

An entry is small and knows nothing of the moves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import games
from notation.diagnostics import Diagnostic, printable
from notation.reader import Part
from scoutcli.history.feats import count, counted
from scoutcli.results.facts import FAULTY, FORFEITED, UNFINISHED, Facts, facts_of

PLAY, RECORD, SHEET = "play", "record", "sheet"
"""The commands that go on with a match."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A match with its points. Seats count from 0.

    `feats` are, by seat, how often each thing came that the game counts.
    """

    facts: Facts
    feats: tuple[tuple[int, ...], ...] = ()
    left_by: str = ""
    """The command that goes on with a match that people left, where nothing stands behind it.

    `PLAY` has a seed from which its rounds are dealt. Without one it was noted,
    here or somewhere else: with moves (`RECORD`), or of points alone (`SHEET`).
    """

    @property
    def date(self) -> str:
        """What the file says, or nothing."""
        return self.facts.headers.get("date", "")

    @property
    def bots(self) -> tuple[str, ...]:
        """What plays at each seat, without a version; "" is a person. Nothing where the match is
        at fault.
        """
        if self.facts.status == FAULTY:
            return ()
        return tuple(seat.program for seat in self.facts.seats)

    @property
    def programs(self) -> list[str]:
        """The names of the players that are no bots of the game: no file says what starts them."""
        from scoutcli.table.resume import built_in_text  # rarely needed

        game = games.get(self.facts.game)
        seats = [seat for seat in self.facts.seats if seat.bot]
        return [seat.name for seat in seats if built_in_text(game, seat.bot) is None]

    @property
    def title(self) -> str:
        """``SCOUT, round 2, against greedy``, of one that is not over. Printable."""
        match = self.facts
        game = games.get(match.game).title if match.game else "a match"
        seat = self.seat_of("")
        who = "of" if seat is None else "against"
        others = ", ".join(match.names) if seat is None else self.others(seat)
        return printable(f"{game}, round {len(match.rounds) + 1}, {who} {others}")

    @property
    def about(self) -> str:
        """What there is to say beside the points: ``practice, unfinished in round 2``."""
        match = self.facts
        words = ["practice"] if match.practice else []
        if match.status in (UNFINISHED, FORFEITED):
            words.append(f"{match.status} in round {len(match.rounds) + 1}")
        elif match.status == FAULTY:
            words.append("at fault")
        elif not match.verified:
            words.append("not verified")
        return ", ".join(words)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, bot in enumerate(self.bots) if not bot]

    def seat_of(self, name: str) -> int | None:
        """The seat of you: the person of that name or, without a name, the only person there."""
        if name:
            return next((seat for seat in self.people if self.facts.names[seat] == name), None)
        return self.people[0] if len(self.people) == 1 else None

    def others(self, seat: int) -> str:
        """Who plays beside a seat: ``2 greedy, Bo``; bots of one kind together."""
        kinds = Counter(
            bot or name
            for at, (name, bot) in enumerate(zip(self.facts.names, self.bots, strict=True))
            if at != seat
        )
        return ", ".join(
            kind if number == 1 else f"{number} {kind}" for kind, number in sorted(kinds.items())
        )

    def place(self, seat: int) -> int | None:
        """The place of a seat in a finished match, from 1; None where points are not known."""
        places = self.facts.places
        return places[seat] if places else None


def entry(part: Part) -> tuple[Entry | None, list[Diagnostic]]:
    """The match of a part (None: there is none), and its errors; for `scoutcli.files.survey`."""
    facts, errors = facts_of(part)
    if facts is None or part.match is None or facts.status == FAULTY:
        return (Entry(facts) if facts is not None else None), errors
    return Entry(facts, _feats(part), _left_by(part, facts)), errors


def _left_by(part: Part, facts: Facts) -> str:
    """See `Entry.left_by`."""
    assert part.match is not None
    bots = [bool(seat.bot) for seat in facts.seats]
    if facts.status != UNFINISHED or not part.chunk.last or all(bots):
        return ""
    if "seed" in part.match.shuffle:
        return PLAY
    if any(bots):
        return ""
    with_moves = any(record.nodes.keys() & {"deal", "moves"} for record in part.match.rounds)
    return RECORD if with_moves else SHEET


def _feats(part: Part) -> tuple[tuple[int, ...], ...]:
    """How often each thing came that the game counts, by seat, in rounds that are verified."""
    assert part.match is not None and part.match.game is not None
    name, players = part.match.game.name, len(part.match.players)
    sums = [[0] * len(counted(name)) for _ in range(players)]
    for checked in part.audit.rounds if part.audit is not None else ():
        if checked.verified and checked.state is not None:
            for seat, numbers in enumerate(count(name, checked.state)):
                sums[seat] = [was + now for was, now in zip(sums[seat], numbers, strict=True)]
    return tuple(map(tuple, sums))
