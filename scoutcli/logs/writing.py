"""Matches written one behind the other, to the standard output or to a file that is then whole."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from scoutcli.rewrite import Replacement, for_stream
from scoutcli.table.files import Lock


class Joined:
    """Matches in one file, none changed; where one ends inside a line, a line end comes behind."""

    def __init__(self, stream: BinaryIO, shown: Callable[[bytes], bytes] = bytes) -> None:
        self._stream = stream
        self._shown = shown
        self._open = False

    def write(self, raw: bytes, goes_on: bool = False) -> None:
        """Write a match, or what goes on what was written before."""
        if not raw:
            return
        if self._open and not goes_on:
            self._stream.write(b"\n")
        self._stream.write(self._shown(raw))
        self._open = not raw.endswith(b"\n")


@contextmanager
def output(path: str | None) -> Iterator[Joined]:
    """Where matches go: a file, which takes its place at the end, or the standard output.

    None and ``-`` are the standard output. Raises OSError, and RuleError
    ``match-in-use`` where somebody plays the match in that file.
    """
    if path in {None, "-"}:
        stream = sys.stdout.buffer
        yield Joined(stream, for_stream(stream))
        stream.flush()
        return
    with _locked(Path(str(path))), Replacement(str(path)) as replacement:
        yield Joined(replacement.stream)
        replacement.commit()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep a file that is there: whoever plays it would go on writing to the former."""
    if not path.is_file():
        yield
        return
    lock = Lock(path)
    try:
        yield
    finally:
        lock.release()
