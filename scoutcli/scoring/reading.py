"""Files cut into batches of matches, in their order; of long ones only what is new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

from notation.diagnostics import Diagnostic
from notation.reader import read_chunks
from notation.stream import Chunk
from scoutcli.files import (
    BATCH_BYTES,
    BATCH_ITEMS,
    Progress,
    UnreadableError,
    chunks_of,
    no_match,
    unreadable,
)
from scoutcli.scoring.cache import Cache, Mark, is_long

T = TypeVar("T")

_START = Mark(0, 1, 0)


@dataclass(eq=False, slots=True)
class Batch:
    """Matches, and what is wrong with files, as they stand one behind the other.

    `long` is the place in `Reading.long` of the file whose complete matches
    they are, and -1 where it does not matter.
    """

    number: int
    long: int = -1
    items: list[Chunk | Diagnostic] = field(default_factory=list)
    size: int = 0

    def add(self, item: Chunk | Diagnostic) -> None:
        """One more; of a match its text alone is kept."""
        if isinstance(item, Chunk):
            self.size += len(item.raw)
            item.raw = b""
        self.items.append(item)

    def __str__(self) -> str:
        named = [item for item in self.items if isinstance(item, Chunk)]
        if not named:
            return "a batch without a match"
        return f"match {named[0].index} of {named[0].name}"


@dataclass(slots=True)
class Long(Generic[T]):
    """A long file: where reading began, what earlier runs made of what stands before, and where
    its last match begins, if it can be gone on with from there.
    """

    path: str
    stream: BinaryIO
    start: Mark = _START
    kept: T | None = None
    end: Mark | None = None

    def chunks(self) -> Iterator[Chunk]:
        """The parts that are not known yet. Raises UnreadableError."""
        offset, matches = self.start.offset, self.start.matches
        try:
            for chunk in read_chunks(self.stream, self.path):
                chunk.line += self.start.line - 1
                if chunk.index:
                    chunk.index += self.start.matches
                    if chunk.last and not chunk.column:
                        self.end = Mark(offset, chunk.line, matches)
                    matches += 1
                offset += len(chunk.raw)
                yield chunk
        except OSError as error:
            raise UnreadableError(unreadable(self.path, error)) from error


class Reading(Generic[T]):
    """Cuts files into batches. `single` puts each match into a batch of its own."""

    def __init__(
        self,
        paths: Iterable[str],
        cache: Cache[T] | None,
        progress: Progress,
        *,
        single: bool = False,
    ) -> None:
        self.long: list[Long[T]] = []
        """The long files so far."""
        self._paths = paths
        self._cache = cache
        self._progress = progress
        self._most = (0, 1) if single else (BATCH_BYTES, BATCH_ITEMS)
        self._made = 0
        self._batch = Batch(0)

    def close(self) -> None:
        """Close the long files."""
        for long in self.long:
            long.stream.close()

    def batches(self) -> Iterator[Batch]:
        """Every batch; a long file begins with an empty one."""
        for path in self._paths:
            yield from self._file(path)
        yield from self._next()

    def _file(self, path: str) -> Iterator[Batch]:
        """A file; what waits before it may still be added to."""
        long = self._open(path)
        matches = faults = 0
        if long is not None:
            yield from self._next(len(self.long))
            self.long.append(long)
            yield from self._next(len(self.long) - 1, force=True)
            matches = long.start.matches
            self._progress.add(long.start.offset, matches)
        try:
            for chunk in chunks_of(path) if long is None else long.chunks():
                matches += bool(chunk.index)
                faults += len(chunk.faults)
                self._progress.add(len(chunk.raw), bool(chunk.index))
                if chunk.last and long is not None:  # it may still grow
                    yield from self._next()
                yield from self._add(chunk)
        except UnreadableError as error:
            yield from self._next()
            yield from self._add(error.diagnostic)
        else:
            if not matches and not faults:
                yield from self._add(no_match(path))
        if self._batch.long >= 0:  # what follows is of another file
            yield from self._next()

    def _open(self, path: str) -> Long[T] | None:
        """The file as a long one, open behind what is known of it; None where it is none."""
        if self._cache is None or not is_long(path):
            return None
        with suppress(OSError):
            stream = Path(path).open("rb")  # noqa: SIM115 - closed by whoever takes the sums
            kept = self._cache.find(path, stream)
            if kept is None:
                return Long(path, stream)
            return Long(path, stream, kept.mark, kept.value)
        return None

    def _add(self, item: Chunk | Diagnostic) -> Iterator[Batch]:
        size, items = self._most
        self._batch.add(item)
        if self._batch.size >= size or len(self._batch.items) >= items:
            yield from self._next(self._batch.long)

    def _next(self, long: int = -1, *, force: bool = False) -> Iterator[Batch]:
        """The batch that waits, if there is anything in it; a new one begins for that file."""
        batch = self._batch
        if batch.items or force:
            self._made += 1
            yield batch
        self._batch = Batch(self._made, long)
