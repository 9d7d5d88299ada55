"""A match as the history needs it: who played, the points, the place, what there is to say of it.

An entry is small and knows nothing of the moves.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from notation.diagnostics import Diagnostic, printable
from notation.reader import Part
from scoutcli.history.feats import count, counted
from scoutcli.scores import FAULTY, FINISHED, UNFINISHED, Scored, scored

_VERSION = re.compile(r" v?[0-9][\w.+-]*\Z")


@dataclass(frozen=True, slots=True)
class Entry:
    """A match with its points. Seats count from 0.

    `bots` are what plays at each seat, without a version; "" is a person.
    `feats` are, by seat, how often each thing came that the game counts.
    `date` is what the file says, or nothing.
    """

    scored: Scored
    date: str = ""
    practice: bool = False
    bots: tuple[str, ...] = ()
    feats: tuple[tuple[int, ...], ...] = ()
    resumable: bool = False
    """Whether it was left at the table, nothing stands behind it, and a person can go on with it.

    What was noted somewhere else has no seed from which its rounds are dealt.
    """

    @property
    def title(self) -> str:
        """``SCOUT, round 2, against greedy``, of one that is not over. Printable."""
        match = self.scored
        game = match.game.title if match.game is not None else "a match"
        seat = self.seat_of("")
        who = "of" if seat is None else "against"
        others = ", ".join(match.names) if seat is None else self.others(seat)
        return printable(f"{game}, round {len(match.rounds) + 1}, {who} {others}")

    @property
    def about(self) -> str:
        """What there is to say beside the points: ``practice, unfinished in round 2``."""
        match = self.scored
        words = ["practice"] if self.practice else []
        if match.status == UNFINISHED:
            words.append(f"unfinished in round {len(match.rounds) + 1}")
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
            return next((seat for seat in self.people if self.scored.names[seat] == name), None)
        return self.people[0] if len(self.people) == 1 else None

    def others(self, seat: int) -> str:
        """Who plays beside a seat: ``2 greedy, Bo``; bots of one kind together."""
        kinds = Counter(
            bot or name
            for at, (name, bot) in enumerate(zip(self.scored.names, self.bots, strict=True))
            if at != seat
        )
        return ", ".join(
            kind if number == 1 else f"{number} {kind}" for kind, number in sorted(kinds.items())
        )

    def place(self, seat: int) -> int | None:
        """The place of a seat in a finished match, from 1; None where points are not known."""
        match = self.scored
        if match.status != FINISHED or match.game is None or None in match.total:
            return None
        if seat in match.winners:
            return 1
        own = match.total[seat]
        assert own is not None
        better = 1 if match.game.lowest_wins else -1
        ahead = sum(better * (points or 0) < better * own for points in match.total)
        return max(ahead, len(match.winners)) + 1


def entry(part: Part) -> tuple[Entry | None, list[Diagnostic]]:
    """The match of a part (None: there is none), and its errors; for `scoutcli.files.survey`."""
    match, errors = scored(part)
    if match is None or part.match is None or match.status == FAULTY:
        return (Entry(match) if match is not None else None), errors
    record = part.match
    bots = tuple(_VERSION.sub("", player.bot or "") for player in record.players)
    left = match.status == UNFINISHED and part.chunk.last and "seed" in record.shuffle
    return Entry(
        match,
        record.headers.get("date", ""),
        record.practice,
        bots,
        _feats(part),
        resumable=left and "" in bots,
    ), errors


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
