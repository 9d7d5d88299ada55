"""The matches of a file, one in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator

from notation.reader import Part, read_part
from notation.stream import Chunk
from scoutcli.files import chunks_of


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
