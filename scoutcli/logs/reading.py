"""The matches of files one after the other, with what they say; all else is put aside.

What stands in a log and is no match of it (text outside of any match, a match
longer than a reader takes, one in another encoding, a position or moves alone)
is told, and never joined with a match: whoever reads keeps it apart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, NamedTuple, Protocol, TypeVar

from notation import loose
from notation.diagnostics import Diagnostic
from notation.reader import read_part
from notation.stream import BLOCK, Chunk
from scoutcli.batches import worked
from scoutcli.files import BATCH_BYTES, Progress, UnreadableError, chunks_of, no_match
from scoutcli.logs.skim import Head, head_of
from scoutcli.results.facts import FAULTY, Facts, facts_of


class Piece(Protocol):
    """A match with its bytes."""

    raw: bytes


T = TypeVar("T", Head, Facts)
M = TypeVar("M", bound=Piece)
R = TypeVar("R")

Aside = Callable[[bytes, bool], object]
"""Takes what is no match: its bytes, and whether they go on those of before."""


class Entry(NamedTuple, Generic[T]):
    """A match: its bytes, what it says, and where it stands (match and line from 1)."""

    raw: bytes
    about: T
    file: str
    number: int
    line: int


class Log:
    """The matches of some files. One is in memory at a time; with several processes a few batches.

    `tell` is told what is no match, and which files cannot be read; `aside`
    takes the bytes of what is no match.
    """

    def __init__(
        self,
        paths: Sequence[str],
        progress: Progress,
        tell: Callable[[Diagnostic], object],
        aside: Aside = lambda *_: None,
    ) -> None:
        self.paths = paths
        self.told = 0
        """How often something was told."""
        self.faulty = 0
        """How many of the matches that were read with their moves have an error."""
        self._progress = progress
        self._tell = tell
        self._aside = aside

    def heads(self) -> Iterator[Entry[Head]]:
        """Every match, by its head."""
        for path in self.paths:
            yield from self.heads_of(path)

    def heads_of(self, path: str, block: int = BLOCK) -> Iterator[Entry[Head]]:
        """Every match of one file, by its head."""
        for chunk in self._matches_of(path, block):
            yield Entry(chunk.raw, head_of(chunk), chunk.name, chunk.index, chunk.line)
            self._progress.report()

    def facts(self, jobs: int = 1) -> Iterator[Entry[Facts]]:
        """Every match, read and checked, by so many processes; in their order."""
        matches = chain.from_iterable(map(self._matches_of, self.paths))
        for raw, facts in self.done(matches, _facts_of, jobs):
            self.faulty += facts.status == FAULTY
            yield Entry(raw, facts, facts.file, facts.number, facts.line)

    def done(
        self, matches: Iterable[M], work: Callable[[list[M]], list[R]], jobs: int = 1
    ) -> Iterator[tuple[bytes, R]]:
        """The bytes of every match with what `work` makes of it, by so many processes; in order.

        `work` is a function that other processes can import; of a part of a match
        file it gets the text without the bytes.
        """
        waiting: deque[bytes] = deque()  # the bytes stay here, whoever reads the text

        def batches() -> Iterator[list[M]]:
            batch: list[M] = []
            size = 0
            for match in matches:
                waiting.append(match.raw)
                size += len(match.raw)
                if isinstance(match, Chunk):
                    match.raw = b""
                batch.append(match)
                if size >= BATCH_BYTES:
                    yield batch
                    batch, size = [], 0
            if batch:
                yield batch

        for made in chain.from_iterable(worked(batches(), work, jobs)):
            yield waiting.popleft(), made
            self._progress.report()

    def _matches_of(self, path: str, block: int = BLOCK) -> Iterator[Chunk]:
        matches = others = 0
        try:
            for chunk in chunks_of(path, block):
                is_match = chunk.readable and not chunk.loose
                self._progress.add(len(chunk.raw), is_match)
                if is_match:
                    matches += 1
                    yield chunk
                else:
                    others += self._put_aside(chunk)
        except UnreadableError as error:
            self.tell(error.diagnostic)
        else:
            if not (matches or others):
                self.tell(no_match(path))

    def _put_aside(self, chunk: Chunk) -> int:
        """Hand on what is no match; how much was told of it. Comments alone are no fault."""
        goes_on = not (chunk.index or chunk.text or chunk.faults)
        self._aside(chunk.raw, goes_on)
        found = [_of_loose(chunk)] if chunk.loose else read_part(chunk).diagnostics
        for diagnostic in found:
            self.tell(diagnostic)
        return len(found)

    def tell(self, diagnostic: Diagnostic) -> None:
        """Tell, and count it."""
        self.told += 1
        self._tell(diagnostic)


def _facts_of(batch: list[Chunk]) -> list[Facts]:
    """What each of some matches says, its moves played."""
    found = (facts_of(read_part(chunk))[0] for chunk in batch)
    return [facts for facts in found if facts is not None]  # each is a match


def _of_loose(chunk: Chunk) -> Diagnostic:
    return Diagnostic(
        loose.OUTSIDE,
        "error",
        "a position or moves alone are no match of a log; it is left out here",
        chunk.name,
        chunk.line,
        chunk.column + 1,
    )
