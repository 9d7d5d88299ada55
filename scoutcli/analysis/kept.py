"""What earlier runs have found already, so that it need not be found again.

The files of earlier runs are looked through once. Of each annotated round only
a digest and its place are remembered; it is read again when it is asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

from notation.reader import Part, read_chunks, read_part
from notation.stream import skim
from notation.tokens import read_moves
from scoutcli.analysis.annotation import RoundNotes, inputs_of, noted
from scoutcli.table.files import Lock

_DIGEST = re.compile(rb"\[%by scoutcli [^\]]{1,400}; ([0-9a-f]{16})-[0-9a-f]{8}\]")


class Place(NamedTuple):
    """Where a match stands."""

    path: Path
    start: int
    size: int

    def read(self) -> bytes:
        """The text that stands there. Raises OSError."""
        with self.path.open("rb") as stream:
            stream.seek(self.start)
            return stream.read(self.size)


class Kept:
    """The rounds that were annotated before, here and there."""

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        """Looks through files; one that is not there holds nothing. Raises OSError."""
        self._places: dict[bytes, Place] = {}
        self._last: tuple[Place, dict[str, RoundNotes]] | None = None
        for path in paths:
            if path.is_file():
                self._look_through(path)

    def __len__(self) -> int:
        return len(self._places)

    def find(self, part: Part, about: str) -> dict[int, RoundNotes]:
        """The notes on the rounds of a match that were analysed so already, by index.

        What stands in the match itself counts, too.
        """
        audit = part.audit
        assert audit is not None
        found = {}
        here: dict[str, RoundNotes] | None = None
        for index, checked in enumerate(audit.rounds):
            if checked.state is None or checked.record.moves is None:
                continue
            inputs = inputs_of(audit, index, about)
            here = _notes_in(part) if here is None else here
            notes = here.get(inputs) or self._read(inputs)
            if notes is not None:
                found[index] = notes
        return found

    def _look_through(self, path: Path) -> None:
        start = 0
        with path.open("rb") as stream:
            for raw in skim(stream):
                for digest in _DIGEST.findall(raw):
                    self._places[digest] = Place(path, start, len(raw))
                start += len(raw)

    def _read(self, inputs: str) -> RoundNotes | None:
        place = self._places.get(inputs.encode())
        if place is None:
            return None
        if self._last is None or self._last[0] != place:
            notes: dict[str, RoundNotes] = {}
            with suppress(OSError):
                notes = _notes_of(place.read(), str(place.path))
            self._last = place, notes
        return self._last[1].get(inputs)


def _notes_of(raw: bytes, name: str) -> dict[str, RoundNotes]:
    """What is noted on the rounds of the matches in a text, by digest."""
    import io

    notes: dict[str, RoundNotes] = {}
    for chunk in read_chunks(io.BytesIO(raw), name):
        notes |= _notes_in(read_part(chunk))
    return notes


def _notes_in(part: Part) -> dict[str, RoundNotes]:
    """What is noted on the rounds of a match, by digest."""
    notes = {}
    for record in part.match.rounds if part.match is not None else ():
        found = noted(read_moves(record.moves.text)) if record.moves is not None else None
        if found is not None:
            notes[found[0].inputs] = found[1]
    return notes


class Journal:
    """A file beside the one that is written: every match as soon as it is analysed.

    A run that is killed loses the match in work and no more: the next one reads
    the journal. It is gone once all is written. Use as a context manager.
    """

    def __init__(self, target: str) -> None:
        """`target` is what is written. Raises OSError, or RuleError where a run writes it now."""
        resolved = Path(target).resolve()
        self.path = resolved.with_name(f".{resolved.name[:100]}.annotate")
        self._file: BinaryIO = self.path.open("ab", buffering=0)
        try:
            self._lock = Lock(self.path, "is being written by another run")
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        with suppress(OSError):
            if not self.path.stat().st_size:
                self.path.unlink()
        self._lock.release()

    def keep(self, text: bytes) -> None:
        """Write a match down. Raises OSError."""
        self._file.write(text if text.endswith(b"\n") else text + b"\n")
        os.fsync(self._file.fileno())

    def done(self) -> None:
        """All is written where it belongs: what was kept here is not needed any more."""
        self._file.truncate(0)
