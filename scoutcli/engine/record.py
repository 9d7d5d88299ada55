"""The match as text: what stands in its file around the round in play."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.options import Rules
from notation.codec import Notation
from notation.match import Player
from notation.reader import Part, read
from notation.recorder import Scribe
from notation.writer import canonical, header
from scoutcli.engine.line import Line


@dataclass(slots=True)
class Sheet:
    """What a match file says of the match, but for the round in play.

    `rounds` are the finished rounds as text, `own` the user's own keys. It is
    `alone` where the round has no match around it.
    """

    notation: Notation
    rules: Rules
    players: Sequence[Player]
    headers: Mapping[str, str] = field(default_factory=dict)
    shuffle: Mapping[str, str] = field(default_factory=dict)
    practice: bool = False
    own: str = ""
    rounds: str = ""
    alone: bool = False

    def add(self, line: Line) -> None:
        """Put a round that has ended with the others."""
        self.rounds += self._round(line)
        if not line.frame.seeded:
            self.shuffle = {}

    def text(
        self, line: Line | None, totals: Sequence[int | None] = (), winners: Sequence[int] = ()
    ) -> str:
        """The whole in canonical form; `totals` and `winners` once the match is over."""
        if self.alone:
            assert line is not None
            return self._alone(line)
        scribe = Scribe(self.notation)
        seeded = line is None or line.frame.seeded
        head = header(
            self.notation.game,
            self.players,
            self.rules,
            self.headers,
            self.shuffle if seeded else {},
            practice=self.practice,
        )
        text = scribe.begin_match(head + self.own) + self.rounds
        if line is not None:
            text += self._round(line)
        if totals:
            text += scribe.end_match(totals, winners)
        return _canonical(text)

    def _alone(self, line: Line) -> str:
        """A position line and the moves behind it; "" if there is nothing to say.

        No word of a record is the second half of a move: a position with the
        first half made is left out once the second is made too.
        """
        places = line.places[: line.at + 1]
        whole = [place for place in places if not place.state.midturn] or places[:1]
        start = whole[0] if line.frame.start else None
        lead = self.notation.format_position(start.state) if start else ""
        behind = places[places.index(start) + 1 :] if start else places
        words = [text for place in behind for text in place.words]
        moves = " ".join(filter(None, (line.frame.notes, *words)))
        text = "\n".join(filter(None, (lead, moves)))
        return _canonical(f"{text}\n") if text else ""

    def _round(self, line: Line) -> str:
        """A round: its deal, its moves on one line, how it ended."""
        frame, scribe = line.frame, Scribe(self.notation)
        text = scribe.begin_round(line.now.deal) if frame.start else "- moves: |\n"
        words = " ".join(filter(None, (frame.notes, *line.words)))
        if words:
            text += f"    {words}\n"
        text += frame.keys
        if line.state.end is not None:
            text += scribe.end_round(line.state.end, line.now.finished().scores)
        return text


def read_text(text: str, name: str = "record") -> Part:
    """The only match of a text."""
    (part,) = read(io.BytesIO(text.encode()), name)
    return part


def _canonical(text: str) -> str:
    part = read_text(text)
    assert part.audit is not None and not part.faulty, part.diagnostics
    return canonical(part.audit, part.document)
