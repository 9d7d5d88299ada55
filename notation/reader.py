"""From files to matches, one in memory at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from notation import loose
from notation.audit import Audit, audit
from notation.diagnostics import Diagnostic
from notation.document import Document, parse
from notation.match import Match, build
from notation.stream import BLOCK, Chunk, chunks

STDIN = "-"
"""The name under which standard input is read."""


@dataclass(slots=True)
class Part:
    """A part of a file: a match, or what lies between matches (then `match` is None).

    The `raw` bytes of all parts of a file, joined, are the file.
    """

    chunk: Chunk
    match: Match | None = None
    document: Document | None = None
    audit: Audit | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def faulty(self) -> bool:
        """Whether an error was found in it."""
        return any(diagnostic.severity == "error" for diagnostic in self.diagnostics)


def read_files(paths: Iterable[str]) -> Iterator[Part]:
    """Every part of every file, checked. Raises OSError."""
    for path in paths:
        with open_file(path) as stream:
            yield from read(stream, path)


def open_file(path: str) -> AbstractContextManager[BinaryIO]:
    """A file of that name, or standard input. Raises OSError."""
    return nullcontext(sys.stdin.buffer) if path == STDIN else Path(path).open("rb")


def read(stream: BinaryIO, name: str) -> Iterator[Part]:
    """Every part of one file, checked."""
    return map(read_part, read_chunks(stream, name))


def read_chunks(stream: BinaryIO, name: str, *, block: int = BLOCK) -> Iterator[Chunk]:
    """Every part of one file, not yet read; a position or moves alone are a match too.

    `block` bytes are read at a time.
    """
    return map(loose.adopt, chunks(stream, name, block=block))


def read_part(chunk: Chunk) -> Part:
    """Parse and check one part."""
    match = Match(
        chunk.name, chunk.index, chunk.line, chunk.text,
        first_column=chunk.column, torn=not chunk.terminated,
    )  # fmt: skip
    part = Part(chunk, diagnostics=match.diagnostics)
    for fault in chunk.faults:
        match.report(fault.code, fault.message, (fault.line, fault.column), length=fault.length)
    if not chunk.index:
        return part
    part.match = match
    if chunk.faults and not chunk.text:  # too long, or in another encoding
        return part
    if chunk.loose:
        match.torn = False  # it was written by hand, not by a program that may have died
        loose.build(match)
        part.audit = audit(match)
        return part
    document = part.document = parse(chunk.text)
    match.complete = document.complete
    for fault in document.faults:
        match.report(fault.code, fault.message, (fault.line, fault.column), length=fault.length)
    # A text of which nothing could be read has its fault already.
    if document.root is not None or document.complete:
        build(match, document.root)
    part.audit = audit(match)
    match.diagnostics.sort(key=lambda diagnostic: (diagnostic.line or 0, diagnostic.column or 0))
    return part
