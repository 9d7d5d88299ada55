"""Puts any number of matches in order, in bounded memory: runs on the disk, and then merged."""

from __future__ import annotations

import heapq
import struct
from collections.abc import Iterable, Iterator
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

MEMORY = 64 << 20
"""Bytes of matches that are held before they go to the disk, in order."""
FAN = 32
"""So many runs are merged at once; each is an open file."""
_OVERHEAD = 200
"""About what Python needs for a match beside its bytes."""

_HEAD = struct.Struct(">II")


class Record(NamedTuple):
    """The bytes of a match, and of its place in the order."""

    key: bytes
    raw: bytes


class Sorter:
    """Takes matches, and gives them back in order; equals stay as they came.

    `folder` is for files that nobody else sees; whoever made it removes it.
    Memory: `memory`, and a match for each of some `fan` open files.
    """

    def __init__(
        self, folder: Path, *, reverse: bool = False, memory: int = MEMORY, fan: int = FAN
    ) -> None:
        self._folder = folder
        self._reverse = reverse
        self._memory = memory
        self._fan = fan
        self._held: list[Record] = []
        self._size = 0
        self._files = 0
        self._taken = self._given = 0
        self._levels: list[list[Path]] = []
        """Runs of matches that came one behind the other; those of a higher level came before."""

    def add(self, key: bytes, raw: bytes) -> None:
        """Take a match. Raises OSError."""
        self._held.append(Record(key, raw))
        self._taken += 1
        self._size += len(key) + len(raw) + _OVERHEAD
        if self._size >= self._memory:
            self._push(self._write(self._in_order()), 0)

    def __iter__(self) -> Iterator[Record]:
        """All of them in order, once. Raises OSError."""
        runs = [_read(path) for level in reversed(self._levels) for path in level]
        for record in self._merged([*runs, iter(self._in_order())]):
            self._given += 1
            yield record

    def progress(self, _: int) -> str:
        """How many matches have been given back, for a line of progress."""
        return f"{self._given:,} of {self._taken:,} matches in order"

    def _in_order(self) -> list[Record]:
        """What is held, in order, and held no more."""
        held, self._held, self._size = self._held, [], 0
        held.sort(key=itemgetter(0), reverse=self._reverse)
        return held

    def _push(self, run: Path, level: int) -> None:
        """Keep a run; where a level is full, its runs become one of the next."""
        if level == len(self._levels):
            self._levels.append([])
        runs = self._levels[level]
        runs.append(run)
        if len(runs) == self._fan:
            merged = self._write(self._merged(map(_read, runs)))
            for path in runs:
                path.unlink()
            runs.clear()
            self._push(merged, level + 1)

    def _merged(self, runs: Iterable[Iterator[Record]]) -> Iterator[Record]:
        return merged(runs, reverse=self._reverse)

    def _write(self, records: Iterable[Record]) -> Path:
        self._files += 1
        path = self._folder / f"{self._files}.run"
        with path.open("wb") as file:
            for key, raw in records:
                file.writelines((_HEAD.pack(len(key), len(raw)), key, raw))
        return path


def merged(runs: Iterable[Iterator[Record]], *, reverse: bool = False) -> Iterator[Record]:
    """The matches of runs that are in order, in order; of equals those of the first run first."""
    return heapq.merge(*runs, key=itemgetter(0), reverse=reverse)


def _read(path: Path) -> Iterator[Record]:
    with path.open("rb") as file:
        while head := file.read(_HEAD.size):
            key, raw = map(file.read, _HEAD.unpack(head))
            yield Record(key, raw)
