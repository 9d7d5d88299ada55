"""Files of matches analysed one after the other: what is done with each part, and what is kept.

Parts come out in the order in which they went in, whoever works at them and
however many do. One match is in memory at a time, with several at work a few.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Any, Self

from games.game import Game
from notation.diagnostics import Diagnostic
from notation.reader import Part, read_part
from notation.stream import Chunk
from notation.tokens import read_moves
from scoutcli.analysis.annotation import RoundNotes, larger, notes_of, own_notes, with_notes
from scoutcli.analysis.crew import Task, Work
from scoutcli.analysis.match import Found, Piece, Wish, gather, pieces
from scoutcli.analysis.model import MatchReport
from scoutcli.files import UnreadableError, chunks_of, no_match
from scoutcli.progress import StatusLine

Tell = Callable[[Diagnostic], None]

MOST_WAITING = 32
"""So many parts may wait for one before them that is still in work."""


class Interrupt:
    """^C as a question: the first one asks to stop, the second one ends the program.

    Use as a context manager, in the main thread. While something is read that
    may never come, the first one ends the reading.
    """

    def __init__(self) -> None:
        self.asked = False
        self.cut = False
        """Whether something was not read to its end."""
        self._reading = False
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def __call__(self) -> bool:
        """Whether to stop."""
        return self.asked

    def reading(self, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
        """The parts of a stream, as far as nobody interrupts the reading of it."""
        while True:
            try:
                self._reading = not self.asked
                chunk = next(chunks, None)
                self._reading = False
            except KeyboardInterrupt:
                self._reading, self.cut = False, True
                return
            if chunk is None:
                return
            yield chunk

    def _take(self, _: int, __: FrameType | None) -> None:
        again, self.asked = self.asked, True
        if again or self._reading:
            raise KeyboardInterrupt


class Progress(StatusLine):
    """How much of the matches has been looked at."""

    def __init__(self) -> None:
        super().__init__()
        self._matches = self._known = self._plays = 0

    def expect(self, work: Sequence[Piece]) -> None:
        """One match more, which makes so much work."""
        self._matches += 1
        self._known += sum(piece.last - piece.first for piece in work)

    def told(self, plays: int) -> None:
        """So many plays more have been looked at."""
        self._plays += plays
        self.show(self._text)

    def _text(self, _: int) -> str:
        return f"match {self._matches:,}: {self._plays:,} of {self._known:,} plays so far"


def parts_of(
    paths: Sequence[str], tell: Tell, wish: Wish, interrupt: Interrupt | None = None
) -> Iterator[tuple[Part, bool]]:
    """Every part of every file, and whether it is the last of all; what is wrong is told."""
    for number, path in enumerate(paths, 1):
        matches = faults = 0
        try:
            chunks = chunks_of(path)
            if interrupt is not None and not Path(path).is_file():
                chunks = interrupt.reading(chunks)
            for chunk in chunks:
                part = read_part(chunk)
                errors = [each for each in part.diagnostics if each.severity == "error"]
                errors += _no_seat(part, wish)
                for error in errors:
                    tell(error)
                matches += part.match is not None
                faults += len(errors)
                yield part, chunk.last and number == len(paths)
        except UnreadableError as error:
            tell(error.diagnostic)
        else:
            if not (matches or faults or (interrupt and interrupt.asked)):
                tell(no_match(path))


def _no_seat(part: Part, wish: Wish) -> list[Diagnostic]:
    match, chunk = part.match, part.chunk
    if match is None or wish.seat is None or part.faulty or wish.seat < len(match.players):
        return []
    message = f"there is no seat {wish.seat + 1}: seats are 1 to {len(match.players)}"
    return [
        Diagnostic(
            "no-such-seat", "error", message, chunk.name, chunk.line, chunk.column + 1, chunk.index
        )
    ]


@dataclass(slots=True)
class Analysed:
    """A part of a file, and what an analysis made of it."""

    part: Part
    last: bool
    wish: Wish
    work: list[Piece]
    kept: dict[int, RoundNotes] = field(default_factory=dict)
    """The notes on rounds that were analysed before."""
    found: list[Found] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether all work is done."""
        return len(self.found) == len(self.work) and all(each.whole for each in self.found)

    @property
    def begun(self) -> bool:
        """Whether anything was found; a piece that was broken off at once comes back empty."""
        some = any(each.judged or each.luck for each in self.found)
        return some or (bool(self.found) and self.whole)

    def report(self) -> MatchReport:
        """The report on the match; of rounds that were analysed before it holds nothing."""
        return gather(self.part, self.wish, self.found, self.work)

    def text(self) -> bytes:
        """The match with its figures; what cannot be read is handed through as it is.

        Of a round that is done in part only, the figures stay that stand there
        already, where they are on more plays.
        """
        part = self.part
        if part.audit is None or part.faulty:
            return part.chunk.raw
        notes: dict[int, RoundNotes] = dict(self.kept)
        if self.work:
            report = self.report()
            done = {piece.round for piece in self._done()}
            begun = {each.piece.round for each in self.found if each.judged or each.luck}
            for found in report.rounds:
                index = found.number - 1
                if index in done:
                    notes[index] = notes_of(part.audit, found, replace(report, complete=True))
                elif index in begun:
                    new = notes_of(part.audit, found, replace(report, complete=False))
                    notes[index] = larger(self._standing(index), new) or new
        return with_notes(part, notes, last=self.last).encode()

    def _standing(self, index: int) -> RoundNotes | None:
        """What an analysis has noted on a round before."""
        assert self.part.audit is not None
        moves = self.part.audit.rounds[index].record.moves
        return None if moves is None else own_notes(read_moves(moves.text))

    def _done(self) -> Iterator[Piece]:
        """A piece of every round of which all pieces are done."""
        done = {each.piece for each in self.found if each.whole}
        left = {piece.round for piece in self.work if piece not in done}
        return (piece for piece in self.work if piece.round not in left)


Emit = Callable[[Analysed], None]
Find = Callable[[Part], dict[int, RoundNotes]]
Onto = Callable[[Part], Part]


class Run:
    """Analyses parts and emits them, in their order.

    `ready` is called before a match of a game is analysed, `find` gives what is
    known of one already, and `onto` the match with what else stands where it is written.
    """

    def __init__(
        self,
        wish: Wish,
        emit: Emit,
        interrupt: Interrupt,
        ready: Callable[[Game], None],
        find: Find = lambda _: {},
        progress: Progress | None = None,
        onto: Onto = lambda part: part,
    ) -> None:
        self._onto = onto
        self._wish, self._emit, self._interrupt = wish, emit, interrupt
        self._ready, self._find, self._progress = ready, find, progress
        self._waiting: deque[Analysed] = deque()
        self._numbered: dict[int, Analysed] = {}

    def go(self, parts: Iterable[tuple[Part, bool]], work: Work, *, rest: bool) -> None:
        """Do all of it. After an interrupt what is in work is emitted with what was found until
        then, and with `rest` all that follows as it is, or was found before.
        """
        source = iter(parts)
        for number, found in work(self._tasks(source), self._interrupt):
            match = self._numbered[number]
            match.found.append(found)
            if len(match.found) == len(match.work):
                del self._numbered[number]
            self._flush()
        self._flush(everything=True)
        for part, last in source if rest else ():
            self._emit(self._looked_at(part, last))

    def _tasks(self, source: Iterator[tuple[Part, bool]]) -> Iterator[Task | None]:
        for number, (part, last) in enumerate(source):
            match = self._looked_at(part, last)
            if match.work:
                assert part.match is not None and part.match.game is not None
                self._ready(part.match.game)
                self._numbered[number] = match
            self._waiting.append(match)
            if self._progress is not None:
                self._progress.expect(match.work)
            self._flush()
            chunk = replace(part.chunk, raw=b"")
            for piece in match.work:
                yield Task(number, chunk, piece, self._wish)
            while len(self._waiting) > MOST_WAITING:
                yield None

    def _looked_at(self, part: Part, last: bool) -> Analysed:
        """A part with what is known of it, and the work that is left."""
        part = self._onto(part)
        match = Analysed(part, last, self._wish, [])
        if pieces(part, self._wish):
            match.kept = self._find(part)
            match.work = pieces(part, self._wish, match.kept)
        return match

    def _flush(self, *, everything: bool = False) -> None:
        """Emit what is done and has nothing undone before it."""
        waiting = self._waiting
        while waiting and (everything or len(waiting[0].found) == len(waiting[0].work)):
            self._emit(waiting.popleft())
