"""Cuts a log into files in a folder; nothing is there before all of it is."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import click

from notation.diagnostics import printable
from scoutcli.logs.keys import Key
from scoutcli.logs.names import REST, SUFFIX, Names
from scoutcli.logs.skim import Head
from scoutcli.logs.writing import Joined
from scoutcli.rewrite import sync_folder

BUFFER = 32 << 20
"""Bytes that are held before they go to their files."""
MOST_FILES = 10_000
"""More are made only where somebody chose the wrong key, or means harm."""
_OVERHEAD = 500
"""About what Python needs for a file that is held."""


class _File:
    """What is still to be written to a file."""

    def __init__(self) -> None:
        self.held = io.BytesIO()
        self.matches = Joined(self.held)


class Splitter:
    """A folder of match files in the making. Use as a context manager, and call `commit`.

    The files are written into a hidden folder in it, and moved into their
    places at the end. Memory: `BUFFER`, and something for each file.
    """

    def __init__(self, folder: Path, *, force: bool = False, buffer: int = BUFFER) -> None:
        """Raises OSError."""
        self.folder = folder
        self._force = force
        self._buffer = buffer
        self._files: dict[str, _File] = {}
        self._size = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._hidden = TemporaryDirectory(prefix=".split-", dir=folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._hidden.cleanup()

    def put(self, name: str, raw: bytes) -> None:
        """Add a match to a file. Raises OSError, and ClickException where it may not be made."""
        self._file(name).matches.write(raw)
        self._take_note(raw)

    def put_rest(self, raw: bytes, goes_on: bool) -> None:
        """Add what is no match to the file for that."""
        if raw:
            self._file(f"{REST}{SUFFIX}").matches.write(raw, goes_on)
            self._take_note(raw)

    def commit(self) -> list[str]:
        """Put the files into their places; their names, as they came. Raises OSError."""
        self._flush()
        hidden = Path(self._hidden.name)
        for name in self._files:
            (hidden / name).replace(self.folder / name)
        sync_folder(self.folder)
        return list(self._files)

    def _file(self, name: str) -> _File:
        if name not in self._files:
            if not self._force and os.path.lexists(self.folder / name):
                raise click.ClickException(
                    f"{printable(str(self.folder / name))} is there already; nothing was written "
                    "(--force replaces it, or name another folder)"
                )
            if len(self._files) == MOST_FILES:
                raise click.ClickException(
                    f"more than {MOST_FILES} files would be made; nothing was written: "
                    "choose another key, or --every and --size"
                )
            self._files[name] = _File()
        return self._files[name]

    def _take_note(self, raw: bytes) -> None:
        self._size += len(raw) + _OVERHEAD
        if self._size >= self._buffer:
            self._flush()

    def _flush(self) -> None:
        """Write what is held. Few files are open at a time, however many there are."""
        for name, file in self._files.items():
            if held := file.held.getvalue():
                with (Path(self._hidden.name) / name).open("ab") as out:
                    out.write(held)
                file.held.seek(0)
                file.held.truncate()
        self._size = 0


class ByKeys:
    """The files of a match by what it says under some keys."""

    def __init__(self, keys: Sequence[Key]) -> None:
        self._keys = keys
        self._names = Names()

    def __call__(self, head: Head, _: int) -> Iterable[str]:
        """A file for every combination of the values of a match that has several."""
        values = [key.of(head) or (None,) for key in self._keys]
        return [self._names.of(each) for each in product(*values)]


class InPieces:
    """One file after the other, each of so many matches, or of so many bytes at most.

    A match that is longer than that has a file of its own.
    """

    def __init__(self, *, matches: int | None = None, size: int | None = None) -> None:
        self._most_matches = matches
        self._most_size = size
        self._number = 1
        self._matches = self._bytes = 0

    def __call__(self, _: Head, size: int) -> Iterable[str]:
        full = self._matches and (
            self._matches == self._most_matches
            or (self._most_size is not None and self._bytes + size > self._most_size)
        )
        if full:
            self._number += 1
            self._matches = self._bytes = 0
        self._matches += 1
        self._bytes += size
        return (f"{self._number:04}{SUFFIX}",)
