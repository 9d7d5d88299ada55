"""The matches of several files, one after the other or by several processes, in their order.

What is kept of each match is made by a function that the caller brings, so
that nothing but this is ever held, or sent from one process to another.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from notation.diagnostics import Diagnostic
from notation.reader import Part, open_file, read_chunks, read_part
from notation.stream import BLOCK, Chunk
from scoutcli.batches import worked
from scoutcli.progress import StatusLine

T = TypeVar("T")

BATCH_BYTES = 1 << 18
"""About so many bytes of matches go to another process at a time: some 60 matches of SCOUT."""
BATCH_ITEMS = 256


def survey(
    paths: Iterable[str], reduce: Callable[[Part], T], progress: Progress, jobs: int = 1
) -> Iterator[T | Diagnostic]:
    """What `reduce` makes of every part of every file, in their order.

    A file that cannot be read, and one without a match, gives a Diagnostic in
    its place; the others go on. With several `jobs`, `reduce` is a function of
    a module that other processes can import, and of the bytes of a part
    nothing is left there (`chunk.raw`). Memory: a few batches of matches for
    each process.
    """
    todo = _all_chunks(paths, progress)
    batches = _batches(todo) if jobs > 1 else ([item] for item in todo)
    for results in worked(batches, partial(_work, reduce), jobs):
        for result in results:
            yield result
            progress.report()


class UnreadableError(Exception):
    """A file cannot be read, or not to its end."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def chunks_of(path: str, block: int = BLOCK) -> Iterator[Chunk]:
    """The parts of a file, not yet read, `block` bytes at a time. Raises UnreadableError."""
    try:
        with open_file(path) as stream:
            yield from read_chunks(stream, path, block=block)
    except OSError as error:
        raise UnreadableError(unreadable(path, error)) from error


def unreadable(path: str, error: OSError) -> Diagnostic:
    """What to say of a file that cannot be read."""
    return Diagnostic(
        "unreadable-file", "error", f"the file cannot be read: {error.strerror or error}", path
    )


def no_match(path: str) -> Diagnostic:
    """What to say of a file in which there is no match at all."""
    return Diagnostic(
        "no-match",
        "error",
        "there is no match in this file: a match begins with the line `scoutcli: 1`",
        path,
        1,
        1,
    )


def _all_chunks(paths: Iterable[str], progress: Progress) -> Iterator[Chunk | Diagnostic]:
    """The parts of the files, not yet read."""
    for path in paths:
        matches = faults = 0
        try:
            for chunk in chunks_of(path):
                matches += bool(chunk.index)
                faults += len(chunk.faults)
                progress.add(len(chunk.raw), bool(chunk.index))
                yield chunk
        except UnreadableError as error:
            yield error.diagnostic
        else:
            if not matches and not faults:
                yield no_match(path)


def _batches(todo: Iterable[Chunk | Diagnostic]) -> Iterator[list[Chunk | Diagnostic]]:
    batch: list[Chunk | Diagnostic] = []
    size = 0
    for item in todo:
        if isinstance(item, Chunk):
            size += len(item.raw)
            item.raw = b""
        batch.append(item)
        if size >= BATCH_BYTES or len(batch) >= BATCH_ITEMS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _work(reduce: Callable[[Part], T], batch: Iterable[Chunk | Diagnostic]) -> list[T | Diagnostic]:
    return [item if isinstance(item, Diagnostic) else reduce(read_part(item)) for item in batch]


class Progress(StatusLine):
    """How much of the files has been read."""

    def __init__(self, paths: Sequence[str] = (), *, silent: bool = False) -> None:
        super().__init__(silent=silent)
        self._size = _size_of(paths) if self.live else None
        self._done = self._matches = 0

    def add(self, size: int, matches: int) -> None:
        """So many bytes and matches more have been read."""
        self._done += size
        self._matches += matches

    def report(self) -> None:
        """Bring the line up to date, if it is time."""
        self.show(self._text)

    def _text(self, room: int) -> str:
        text = f"{self._matches:,} matches, {self._done / 1e6:,.1f} MB"
        if self._size:
            text += f", {min(100 * self._done // self._size, 100)} %"
        return text


def _size_of(paths: Iterable[str]) -> int | None:
    """The bytes of all files; None where one of them is no ordinary file."""
    size = 0
    for path in paths:
        try:
            about = Path(path).stat()
        except OSError:
            return None
        if not stat.S_ISREG(about.st_mode):
            return None
        size += about.st_size
    return size
