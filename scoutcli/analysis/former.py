"""What stands in a file that is written anew, and must not be lost by it.

That is figures on rounds which this run may not reach, and what people have
noted on the moves. Both are put into the matches that are read, so they are
there as in a file that is annotated in its place.
"""

from __future__ import annotations

import io
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from pathlib import Path

import click

from notation.audit import Audit
from notation.diagnostics import printable
from notation.layout import lines, written
from notation.match import Match
from notation.nodes import Scalar
from notation.reader import Part, read_chunks, read_part
from notation.tokens import Moves, Note, Play, read_moves
from notation.writer import canonical
from scoutcli.analysis.annotation import larger, own_notes, split, words_of
from scoutcli.analysis.kept import Place
from scoutcli.analysis.match import plays_of, round_key

_REMARK = re.compile(rb"\s*(#.*?)\s*\Z")
_WAY_OUT = "annotate it in its place (-i), or write to another file"


class Former:
    """The matches of a file. It is read once, no further than it is needed; one match is kept."""

    def __init__(self, path: Path) -> None:
        """A file that is not there holds nothing. Raises OSError."""
        self._path = path
        self._unread = self._matches() if path.is_file() else iter(())
        self._passed: dict[str, deque[Place]] = {}
        self._unlike: list[Place] = []  # matches that cannot be compared with any
        self._new: Counter[str] = Counter()  # what people have noted where nothing was joined
        self._remarks: Counter[bytes] = Counter()
        if path.is_file():
            with path.open("rb") as stream:
                self._remarks = _remarks(stream)

    def onto(self, part: Part) -> Part:
        """A match with what the file has noted on the same one besides.

        Figures of a round stay whole: those with more plays are taken. Raises
        ClickException where something of people's has no place in it, and OSError.
        """
        old = self._same(part)
        if old is None:
            self._new.update(_said(part))
            return part
        return _joined(part, old, str(self._path))

    def written(self, text: bytes) -> None:
        """Note what the new file holds of lines of comment (``# …``)."""
        if self._remarks:
            self._remarks -= _remarks(text.splitlines())

    def check(self) -> None:
        """Raise ClickException where the file has something of people's that the new one has not.

        That is a line of comment, or notes in a match that none was read for.
        """
        for said in self._remarks:
            text = printable(said.decode(errors="replace"))[:60]
            raise _lost(str(self._path), f"the comment {text}")
        for old in self._left():
            notes = _said(old)
            if notes - self._new:
                where = f"{self._path}, match {old.chunk.index}"
                raise _lost(where, "what people have noted")
            self._new -= notes

    def _left(self) -> Iterator[Part]:
        """The matches that nothing was read for, each once."""
        for place in (*self._unlike, *chain(*self._passed.values())):
            yield from self._parts(place)
        for _, part in self._unread:
            yield part

    def _same(self, part: Part) -> Part | None:
        """The same match, by its first cards; of several the next one."""
        key = _key(part)
        if key is None:
            return None
        if passed := self._passed.get(key):
            return self._read(passed.popleft())
        for place, old in self._unread:
            its = _key(old)
            if its == key:
                return old
            if its is not None:
                self._passed.setdefault(its, deque()).append(place)
            elif old.match is not None:
                self._unlike.append(place)
        return None

    def _matches(self) -> Iterator[tuple[Place, Part]]:
        start = 0
        with self._path.open("rb") as stream:
            for chunk in read_chunks(stream, str(self._path)):
                size = len(chunk.raw)
                yield Place(self._path, start, size), read_part(chunk)
                start += size

    def _read(self, place: Place) -> Part | None:
        return next((part for part in self._parts(place) if part.audit is not None), None)

    def _parts(self, place: Place) -> Iterator[Part]:
        return map(read_part, read_chunks(io.BytesIO(place.read()), str(place.path)))


def _key(part: Part) -> str | None:
    """What tells matches apart however far they are; None where nothing can be compared."""
    audit = part.audit
    if audit is None or part.faulty or audit.match.game is None or not audit.rounds:
        return None
    return round_key(audit, 0)


def _joined(part: Part, old: Part, name: str) -> Part:
    audit, before = part.audit, old.audit
    assert audit is not None and before is not None
    plain: Match | None = None
    rounds = list(audit.rounds)
    for index in range(len(before.rounds)):
        theirs, mine = _moves(before, index), _moves(audit, index)
        where = f"round {index + 1} of {name}, match {old.chunk.index}"
        if not (plays_of(audit, index) and plays_of(before, index)):
            if _extra(theirs, mine):
                raise _lost(where, "what people have noted")
            continue
        if _extra(theirs, mine):  # perhaps it is only written in another way
            plain = plain or _plain(part)
            moves = plain.rounds[index].moves
            assert moves is not None
            mine = read_moves(moves.text)
        alike = _alike(audit, before, index)
        added = _extra(theirs, mine)
        if max(added, default=-1) >= alike:
            raise _lost(where, "what people have noted on moves that are others now,")
        same = alike == len(theirs.plays) and round_key(audit, index) == round_key(before, index)
        text = _with(mine, theirs, added, figures=same)
        if text is not None:
            record = rounds[index].record
            assert record.moves is not None
            record = replace(record, moves=Scalar(text, record.moves.style))
            rounds[index] = replace(rounds[index], record=record)
    match = replace(audit.match, rounds=[checked.record for checked in rounds])
    return replace(part, match=match, audit=replace(audit, match=match, rounds=rounds))


def _with(mine: Moves, theirs: Moves, added: dict[int, list[Note]], *, figures: bool) -> str | None:
    """The moves with what was added, and the figures of which there are more; None as they are."""
    own = own_notes(mine)
    kept = larger(own, own_notes(theirs)) if figures else own
    if not added and kept is own:
        return None
    heads = split(mine.notes)[0] + added.get(-1, [])
    if kept is not None:
        heads.append(kept.head)
    for at, play in enumerate(mine.plays):
        others, ours = split(play.notes)
        if kept is not own:
            ours = kept.plays.get(at, []) if kept is not None else []
        play.notes = others + added.get(at, []) + ours
    return lines(mine.plays, heads)


def _alike(audit: Audit, before: Audit, index: int) -> int:
    """How many plays of a round are the same in both from its start on."""
    pairs = zip(words_of(audit, index), words_of(before, index), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _extra(theirs: Moves, mine: Moves) -> dict[int, list[Note]]:
    """What people have noted there and not here, by play; -1 is before the moves."""
    here = dict(_places(mine))
    found = {}
    for at, notes in _places(theirs):
        left = Counter(map(_text, here.get(at, ())))
        extra = []
        for note in notes:
            if left[_text(note)]:
                left[_text(note)] -= 1
            else:
                extra.append(note)
        if extra:
            found[at] = extra
    return found


def _places(moves: Moves) -> Iterator[tuple[int, Sequence[Note]]]:
    """What people have noted, by play."""
    yield -1, split(moves.notes)[0]
    for at, play in enumerate(moves.plays):
        if play.notes:
            yield at, split(play.notes)[0]


def _said(part: Part) -> Counter[str]:
    """What people have noted on the moves of a match, be it faulty."""
    records = part.match.rounds if part.match is not None else ()
    moves = (read_moves(record.moves.text) for record in records if record.moves is not None)
    return Counter(_text(note) for each in moves for _, notes in _places(each) for note in notes)


def _text(note: Note) -> str:
    return written(Play("", 0, [note]))


def _moves(audit: Audit, index: int) -> Moves:
    """What stands in a round; nothing where there is none."""
    moves = audit.rounds[index].record.moves if index < len(audit.rounds) else None
    return Moves() if moves is None else read_moves(moves.text)


def _plain(part: Part) -> Match:
    """The match in canonical form, in which the same is written in the same way."""
    assert part.audit is not None
    text = canonical(part.audit, part.document)
    match = read_part(replace(part.chunk, raw=text.encode(), text=text)).match
    assert match is not None
    return match


def _remarks(text: Iterable[bytes]) -> Counter[bytes]:
    """The lines of comment in a text."""
    return Counter(found[1] for line in text if (found := _REMARK.match(line)))


def _lost(where: str, what: str) -> click.ClickException:
    return click.ClickException(
        f"{printable(where)}: {what} has no place in what is read now; {_WAY_OUT}"
    )
