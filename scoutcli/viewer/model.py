"""Where a replay stands: match, round and move, and the ways to go on from there."""

from __future__ import annotations

from collections.abc import Iterator

from notation.diagnostics import printable
from notation.reader import Part, read_part
from notation.stream import Chunk
from scoutcli.files import chunks_of
from scoutcli.viewer.told import header_lines, result_lines, round_title, told_lines
from scoutcli.viewer.walk import Told, Walk


class Shelf:
    """The matches of a file, by number. One is in memory at a time.

    To go back, the file is read from its beginning again; a pipe cannot be.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.last: int | None = None
        """How many matches there are, once that is known."""
        self._chunks: Iterator[Chunk] = iter(())
        self._at = 0
        self._open()

    def get(self, number: int) -> Part | None:
        """The match of that number, from 1; None if there is none. Raises UnreadableError."""
        if number <= self._at:
            self._open()
        for chunk in self._chunks:
            if chunk.index:
                self._at = chunk.index
            if chunk.last:
                self.last = self._at
            if chunk.index == number:
                return read_part(chunk)
        self.last = self._at
        return None

    def _open(self) -> None:
        self._at = 0
        self._chunks = chunks_of(self.path)


class Model:
    """A place in a match, with the moves of its round in words."""

    def __init__(self, shelf: Shelf, part: Part, seat: int | None) -> None:
        self.shelf = shelf
        self.seat = seat
        self.part = part
        self.message = ""
        """Why the last wish could not be met; empty if it was."""
        self._walk: Walk | None = None
        self.moves: list[Told] = []
        self.round = 0
        self.made = 0
        """How many plays have been made, chance and opening choices counted too."""
        self._load(0)

    @property
    def rounds(self) -> int:
        """How many rounds there are to look at."""
        return len(self.part.audit.rounds) if self.part.audit is not None else 0

    def _load(self, index: int) -> None:
        """Go to the start of a round."""
        self.round, self.made, self.moves = index, 0, []
        self._walk = None
        if self.part.audit is not None and index < self.rounds:
            self._walk = Walk(self.part.audit, index, self.seat)
            self.moves = list(self._walk.told())

    # Ways to go

    def forward(self) -> None:
        """One move on; from the end of a round to the start of the next."""
        self.message = ""
        if self.made < len(self.moves):
            self.made += 1
        elif self.round + 1 < self.rounds:
            self._load(self.round + 1)
        else:
            self.message = "This is the end of the match."

    def back(self) -> None:
        """One move back; from the start of a round to the end of the one before."""
        self.message = ""
        if self.made:
            self.made -= 1
        elif self.round:
            self._load(self.round - 1)
            self.made = len(self.moves)
        else:
            self.message = "This is the beginning of the match."

    def to_start(self) -> None:
        """To the start of the round."""
        self.message, self.made = "", 0

    def to_end(self) -> None:
        """To the end of the round."""
        self.message, self.made = "", len(self.moves)

    def to_round(self, index: int) -> None:
        """To the start of a round, from 0."""
        self.message = ""
        if 0 <= index < self.rounds:
            self._load(index)
        else:
            self.message = f"There is no round {index + 1}."

    def to_move(self, number: int) -> None:
        """To where the move of that number has been made; 0: to before the first."""
        self.message = ""
        made = made_at(self.moves, number)
        if made is None:
            last = max((told.number or 0 for told in self.moves), default=0)
            self.message = f"There is no move {number}; the last of this round is {last}."
        else:
            self.made = made

    def to_match(self, number: int) -> None:
        """To the start of a match of the file, from 1."""
        self.message = ""
        part = self.shelf.get(number) if number > 0 else None
        if part is None:
            self.message = f"There is no match {number} in this file."
            return
        seats = len(part.match.players) if part.match is not None else 0
        if self.seat is not None and self.seat >= seats:
            self.message = f"There is no seat {self.seat + 1} in match {number}."
            return
        self.part = part
        self._load(0)

    # What is to be seen

    def title(self) -> str:
        """Where this is, on one line."""
        match = self.part.match
        assert match is not None
        parts = []
        if self._walk is not None:
            parts.append(f"round {self.round + 1} of {self.rounds}")
            parts.append(f"move {self.move} of {self.last_move}")
        # The name of the file comes last, since it may be long.
        return ", ".join([*parts, f"match {match.index} of {printable(match.file)}"])

    @property
    def move(self) -> int:
        """The number of the last move made; 0 before the first."""
        return max((told.number or 0 for told in self.moves[: self.made]), default=0)

    @property
    def last_move(self) -> int:
        """The number of the last move of the round."""
        return max((told.number or 0 for told in self.moves), default=0)

    def lines(self) -> list[str]:
        """The last move, what was noted on it, and the position after it."""
        walk = self._walk
        assert self.part.match is not None
        if walk is None:
            return [*header_lines(self.part.match), "", "There is nothing to step through."]
        lines: list[str] = []
        if not walk.playable:
            lines += [round_title(walk), ""]
        if self.made:
            lines += told_lines(self.moves[self.made - 1])
        else:
            lines += [note for _, note in walk.notes()]
            if not self.round:
                lines = [*list(header_lines(self.part.match))[1:], *lines]
        if position := walk.lines(self.made):
            lines += ["", *position]
        if self.made == len(self.moves):
            lines += ["", walk.outcome()]
            if self.round == self.rounds - 1 and not self.part.match.loose:
                lines += result_lines(self.part)
        return lines


def made_at(moves: list[Told], number: int) -> int | None:
    """How many plays have been made when the move of that number has; None: there is no such.

    0 is before the first move: the opening choices have been made, and nothing else.
    """
    if not number:
        return next((at for at, told in enumerate(moves) if told.number), len(moves))
    return next((at for at, told in enumerate(moves, 1) if told.number == number), None)
