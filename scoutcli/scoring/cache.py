"""The sums of long files, kept in the user's cache folder, so that only what is new is read.

What is kept belongs to the first part of a file, up to its last match, which
may still grow. It is taken only where that part is as it was: of up to
`MOST_BLOCKS` blocks every byte is compared, of a longer part so many blocks,
evenly spread from its head to its tail, and the file must be the same one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

from notation.reader import STDIN

T = TypeVar("T")

LEAST_BYTES = 1 << 20
"""Of a shorter file nothing is kept: it is read as fast."""

BLOCK = 1 << 16
MOST_BLOCKS = 1024

MOST_BYTES = 256 << 20
"""All that is kept; what was not used for the longest time goes first."""

_BEGINNING = re.compile(rb"(?:---[ \t]*\r?\n)?scoutcli: ?[0-9]")
"""How the match must begin behind the part, so that what stands there can change nothing in it."""


class Mark(NamedTuple):
    """Where a part of a file ends: behind so many bytes and matches; the next line, from 1."""

    offset: int
    line: int
    matches: int


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """What was kept of a file, and how far it goes."""

    mark: Mark
    value: T


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder: ``scoutcli/score`` in XDG_CACHE_HOME if that is an absolute path, else in
    ``~/.cache``; None where nobody is at home.
    """
    base = Path(environment.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():
        try:
            base = Path("~/.cache").expanduser()
        except RuntimeError:
            return None
    return base / "scoutcli" / "score"


def is_long(path: str) -> bool:
    """Whether something is kept of a file: no pipe, and long enough."""
    try:
        about = Path(path).stat()  # a pipe must not be opened twice
    except (OSError, ValueError):
        return False
    return path != STDIN and stat.S_ISREG(about.st_mode) and about.st_size >= LEAST_BYTES


class Cache(Generic[T]):
    """What is kept for one way of counting. It never raises: what cannot be used is not there."""

    def __init__(self, folder: Path | None, about: str, read: Callable[[Any], T]) -> None:
        """`about` is all that the sums depend on beside the file.

        `read` makes of values of JSON what they were; it raises where they are others.
        """
        self.folder = folder
        self.about = about
        self._from_json = read

    def find(self, path: str, stream: BinaryIO) -> Kept[T] | None:
        """What is kept of an open file, if its first part is as it was.

        Leaves the stream behind that part, or at its start.
        """
        kept = None
        if self.folder is not None:
            with suppress(Exception):  # a file of a cache can hold anything
                kept = self._read(self._place(path), stream)
        stream.seek(0 if kept is None else kept.mark.offset)
        return kept

    def keep(self, path: str, stream: BinaryIO, mark: Mark, facts: Any) -> None:
        """Keep something of an open file, as values of JSON, if that can be done."""
        if self.folder is None or not begins_at(stream, mark.offset):
            return
        from scoutcli.rewrite import Replacement  # slow to load, and only here

        with suppress(OSError):
            place = self._place(path)
            body = json.dumps(facts, separators=(",", ":")).encode()
            head = {
                "about": self.about,
                "mark": mark,
                "file": _identity(stream),
                "part": digest_of(stream, mark.offset),
                "body": hashlib.sha256(body).hexdigest(),
            }
            line = json.dumps(head).encode() + b"\n"
            size = len(line) + len(body)
            if size > MOST_BYTES // 2:
                return
            self._make_room(size)
            with Replacement(str(place)) as new:
                new.stream.write(line)
                new.stream.write(body)
                new.commit()

    def _read(self, place: Path, stream: BinaryIO) -> Kept[T] | None:
        with place.open("rb") as file:
            head = json.loads(file.readline())
            mark = Mark(*map(int, head["mark"]))
            if head["about"] != self.about or not _unchanged(stream, mark, head):
                return None
            body = file.read()
        if hashlib.sha256(body).hexdigest() != head["body"]:
            return None
        value = self._from_json(json.loads(body))
        os.utime(place)
        return Kept(mark, value)

    def _place(self, path: str) -> Path:
        assert self.folder is not None
        name = f"{self.about}\0{path}\0{Path(path).resolve()}"  # errors have the path as given
        return self.folder / f"{hashlib.sha256(os.fsencode(name)).hexdigest()[:32]}.json"

    def _make_room(self, size: int) -> None:
        """Have the folder, and so much less in it that `size` bytes more are not too many."""
        assert self.folder is not None
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = sorted(
            ((about.st_mtime_ns, about.st_size, Path(item.path))
             for item in os.scandir(self.folder) if item.is_file() and (about := item.stat())),
        )  # fmt: skip
        over = sum(each for _, each, _ in found) + size - MOST_BYTES
        for _, each, path in found:
            if over <= 0:
                break
            path.unlink(missing_ok=True)
            over -= each


def begins_at(stream: BinaryIO, offset: int) -> bool:
    """Whether a match begins plainly at that byte."""
    stream.seek(offset)
    return _BEGINNING.match(stream.read(80)) is not None


def digest_of(stream: BinaryIO, size: int) -> str:
    """A digest of the first bytes of a file, or of many blocks of them."""
    digest = hashlib.sha256(str(size).encode())
    starts = range(0, size, BLOCK)
    if len(starts) > MOST_BLOCKS:
        last = size - BLOCK
        for at in range(MOST_BLOCKS):
            _add_block(digest, stream, at * last // (MOST_BLOCKS - 1), BLOCK)
    else:
        for start in starts:
            _add_block(digest, stream, start, min(BLOCK, size - start))
    return digest.hexdigest()


def _add_block(digest: Any, stream: BinaryIO, start: int, size: int) -> None:
    stream.seek(start)
    digest.update(stream.read(size))


def _identity(stream: BinaryIO) -> list[int]:
    """Which file it is, and when it was written to, at which length."""
    about = os.fstat(stream.fileno())
    return [about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns]


def _unchanged(stream: BinaryIO, mark: Mark, head: Mapping[str, Any]) -> bool:
    """Whether the part of a file before `mark` is the one that was read."""
    now, before = _identity(stream), head["file"]
    if now[2] < mark.offset or not begins_at(stream, mark.offset):
        return False
    if mark.offset > BLOCK * MOST_BLOCKS:  # not every byte is compared
        grown = now[2] > before[2]
        if now[:2] != before[:2] or not (grown or now[2:] == before[2:]):
            return False
    return bool(digest_of(stream, mark.offset) == head["part"])
