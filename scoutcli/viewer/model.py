"""Where a replay stands: match, round and move, whose knowledge is shown, and the ways to go on.

Knows no screen. A way that leads nowhere leaves everything as it is and says
why in `message`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from notation.diagnostics import Diagnostic, printable
from notation.reader import Part
from scoutcli.files import UnreadableError
from scoutcli.table.session import shown_names
from scoutcli.viewer.chapter import Chapter
from scoutcli.viewer.shelf import Shelf
from scoutcli.viewer.told import header_lines, result_lines, round_title
from scoutcli.viewer.walk import Walk

MOST_CHAPTERS = 32
"""So many rounds are kept worked out, counted anew for each seat that looks."""


class Sight(Enum):
    """A kind of place to go to, by what it is called."""

    CAPTURE = "capture"
    TURNING_POINT = "turning point"
    REMARK = "comment or error"


_PLACES: dict[Sight, Callable[[Chapter], list[int]]] = {
    Sight.CAPTURE: lambda chapter: chapter.captures,
    Sight.TURNING_POINT: lambda chapter: chapter.turning_points,
    Sight.REMARK: lambda chapter: chapter.remarks,
}


class Model:
    """A place in a match, with the moves of its round in words."""

    def __init__(self, shelf: Shelf, part: Part, seat: int | None) -> None:
        self.shelf = shelf
        self.seat = seat
        """The seat whose knowledge is shown; None: all that is known."""
        self.part = part
        self.message = ""
        """Why the last wish could not be met, or what it led to; empty if nothing is to say."""
        self.sought = ""
        """The text that was searched last."""
        self.round = 0
        self.made = 0
        """How many plays have been made, chance and opening choices counted too."""
        self._chapters: dict[tuple[int, int | None], Chapter] = {}

    @property
    def rounds(self) -> int:
        """How many rounds there are to look at."""
        return len(self.part.audit.rounds) if self.part.audit is not None else 0

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return len(self.part.match.players) if self.part.match is not None else 0

    @property
    def names(self) -> list[str]:
        """The names of the seats, safe to print, and no two the same."""
        return shown_names(self.part.match.names) if self.part.match is not None else []

    @property
    def chapter(self) -> Chapter | None:
        """The round that is looked at; None where the match has none."""
        return self._chapter(self.round) if self.round < self.rounds else None

    @property
    def last(self) -> int:
        """The last place of the round."""
        return len(self.chapter.moves) if self.chapter is not None else 0

    @property
    def at_end(self) -> bool:
        """Whether nothing of the match comes any more."""
        return self.made == self.last and self.round >= self.rounds - 1

    def _chapter(self, index: int) -> Chapter:
        """A round of this match, worked out once."""
        assert self.part.audit is not None
        key = index, self.seat
        if key not in self._chapters:
            if len(self._chapters) >= MOST_CHAPTERS:
                self._chapters.clear()
            self._chapters[key] = Chapter(Walk(self.part.audit, index, self.seat))
        return self._chapters[key]

    # Ways to go

    def forward(self) -> None:
        """One move on; from the end of a round to the start of the next."""
        self.message = ""
        if self.made < self.last:
            self.made += 1
        elif self.round + 1 < self.rounds:
            self._go(self.round + 1, 0)
        else:
            self.message = "This is the end of the match."

    def back(self) -> None:
        """One move back; from the start of a round to the end of the one before."""
        self.message = ""
        if self.made:
            self.made -= 1
        elif self.round:
            self._go(self.round - 1, None)
        else:
            self.message = "This is the beginning of the match."

    def lap_forward(self) -> None:
        """To the end of the lap of the table; from there, of the next one."""
        self.message = ""
        laps = self.chapter.laps if self.chapter is not None else []
        ends = [lap.stop for lap in laps if lap.stop > self.made]
        if ends:
            self.made = ends[0]
        else:
            self.forward()

    def lap_back(self) -> None:
        """To the beginning of the lap; from there, of the one before."""
        self.message = ""
        laps = self.chapter.laps if self.chapter is not None else []
        starts = [lap.start for lap in laps if lap.start < self.made]
        if starts:
            self.made = starts[-1]
        else:
            self.back()

    def to_start(self) -> None:
        """To the start of the round."""
        self.message, self.made = "", 0

    def to_end(self) -> None:
        """To the end of the round."""
        self.message, self.made = "", self.last

    def to_round(self, index: int) -> None:
        """To the start of a round, from 0."""
        self.message = ""
        if 0 <= index < self.rounds:
            self._go(index, 0)
        else:
            self.message = f"There is no round {index + 1}."

    def to_move(self, number: int) -> None:
        """To where the move of that number has been made; 0: to before the first."""
        self.message = ""
        chapter = self.chapter
        made = chapter.made_at(number) if chapter is not None else None
        if made is None:
            last = chapter.last_move if chapter is not None else 0
            self.message = f"There is no move {number}; the last of this round is {last}."
        else:
            self.made = made

    def to_match(self, number: int) -> None:
        """To the start of a match of the file, from 1."""
        self.message = ""
        try:
            part = self.shelf.get(number) if number > 0 else None
        except UnreadableError as error:
            self.message = printable(error.diagnostic.message)
            return
        if part is None or part.match is None:
            self.message = f"There is no match {number} in this file."
            return
        if self.seat is not None and self.seat >= len(part.match.players):
            self.message = f"There is no seat {self.seat + 1} in match {number}."
            return
        self.part = part
        self._chapters.clear()
        self._go(0, 0)

    def to_seat(self, seat: int | None) -> None:
        """Show what a seat knows, or all. The place stays."""
        self.seat = seat
        self.message = "All that the file tells is shown."
        if seat is not None:
            self.message = f"What {self.names[seat]} (seat {seat + 1}) knew is shown."

    def next_seat(self, step: int = 1) -> None:
        """From all to seat 1, to the next ones, and to all again."""
        at = (-1 if self.seat is None else self.seat) + 1 + step
        at %= self.seats + 1
        self.to_seat(at - 1 if at else None)

    def seek(self, sight: Sight, step: int) -> None:
        """To the next place of a kind (`step` 1) or the one before (-1), in whichever round."""
        self.message = ""
        for index in range(self.round, self.rounds if step > 0 else -1, step):
            places = _PLACES[sight](self._chapter(index))
            if index == self.round:
                places = [at for at in places if (at - self.made) * step > 0]
            if places:
                self._go(index, places[0 if step > 0 else -1])
                return
        where = "after" if step > 0 else "before"
        self.message = f"No {sight.value} {where} here."

    def search(self, text: str) -> None:
        """To the next place where a text stands; behind the end it goes on from the beginning.

        Nothing typed means the text searched last.
        """
        self.sought = text.strip() or self.sought
        self.message = ""
        if not self.sought or self.chapter is None:
            self.message = "There is nothing to search."
            return
        before = self.round, self.made
        for index, made in self._around(self.sought):
            self._go(index, made)
            if (index, made) <= before:
                self.message = "Behind the end it was found from the beginning on."
            return
        self.message = f"{printable(self.sought)} is nowhere in this match."

    def _around(self, text: str) -> Iterator[tuple[int, int]]:
        """Every place with a text, from here on once around the match."""
        here = self.round
        places = self._chapter(here).places_of(text)
        yield from ((here, at) for at in places if at > self.made)
        for index in [*range(here + 1, self.rounds), *range(here)]:
            yield from ((index, at) for at in self._chapter(index).places_of(text))
        yield from ((here, at) for at in places if at <= self.made)

    def _go(self, index: int, made: int | None) -> None:
        """To a place in a round; None is its end."""
        self.round = index
        self.made = self.last if made is None else made

    # What is to be seen

    @property
    def move(self) -> int:
        """The number of the last move made; 0 before the first."""
        return self.chapter.move_at(self.made) if self.chapter is not None else 0

    def where(self) -> list[str]:
        """Where this is: round, move, and whose knowledge is shown unless it is all."""
        parts = []
        if self.chapter is not None:
            parts.append(f"round {self.round + 1} of {self.rounds}")
            parts.append(f"move {self.move} of {self.chapter.last_move}")
        if self.seat is not None:
            parts.append(f"as seat {self.seat + 1} knew it")
        return parts

    def whence(self) -> str:
        """Which match of which file this is."""
        assert self.part.match is not None
        return f"match {self.part.match.index} of {printable(self.part.match.file)}"

    def about(self) -> list[str]:
        """What the file says of the match as a whole."""
        assert self.part.match is not None
        return list(header_lines(self.part.match))

    def errors(self) -> list[Diagnostic]:
        """The errors that belong to this place: in the moves, where the round cannot go on, or,
        at the end of the match, in what stands around the rounds.
        """
        here = self.chapter.faults.get(self.made, []) if self.chapter is not None else []
        if not self.at_end:
            return here
        errors = [fault for fault in self.part.diagnostics if fault.severity == "error"]
        return [*here, *(fault for fault in errors if fault.round is None)]

    def closing(self) -> list[str]:
        """At the end of a round: how it ended; of the last one: how the match did."""
        chapter = self.chapter
        if chapter is None or self.made < self.last:
            return []
        lines = [] if chapter.walk.playable else [round_title(chapter.walk)]
        broken = chapter.walk.audit.rounds[chapter.walk.index].broken
        # A broken round is told by its errors, which stand at this place too.
        lines += ["It cannot be followed any further."] if broken else [chapter.walk.outcome()]
        assert self.part.match is not None
        if self.round == self.rounds - 1 and not self.part.match.loose:
            lines += result_lines(self.part)
        return [line for line in lines if line]
