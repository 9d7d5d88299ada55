"""Match files in canonical form: what becomes of every part of a file, and files replaced whole."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from notation.diagnostics import Diagnostic, printable
from notation.reader import Part, read_part
from notation.writer import canonical
from scoutcli.files import chunks_of, no_match

Tell = Callable[[Diagnostic], None]


def rewritten(
    path: str, tell: Tell, seat: int | None = None, *, last: bool = True
) -> Iterator[tuple[bytes, bytes]]:
    """Every part of a file as it is, and as it becomes.

    A part with an error stays as it is, to the byte, and the error is told;
    only where one seat's knowledge is written it is left out, since nobody
    could say what it shows. `last` says that nothing is written behind this
    file. Raises UnreadableError.
    """
    matches = faults = 0
    for part in map(read_part, chunks_of(path)):
        errors = _errors(part, seat)
        for error in errors:
            tell(error)
        matches += part.match is not None
        faults += len(errors)
        if errors:
            yield part.chunk.raw, part.chunk.raw if seat is None else b""
        elif part.audit is None:
            yield part.chunk.raw, part.chunk.raw
        else:
            text = canonical(part.audit, part.document, seat, last=last and part.chunk.last)
            yield part.chunk.raw, text.encode()
    if not (matches or faults):
        tell(no_match(path))


def _errors(part: Part, seat: int | None) -> list[Diagnostic]:
    """What keeps a part from being written in canonical form."""
    errors = [diagnostic for diagnostic in part.diagnostics if diagnostic.severity == "error"]
    match = part.match
    if errors or match is None or seat is None:
        return errors
    if match.loose:
        return [_about(part, "no-seat-view", "a position or moves alone hold no deal to hide")]
    if seat >= len(match.players):
        seats = len(match.players)
        return [
            _about(part, "no-such-seat", f"there is no seat {seat + 1}: seats are 1 to {seats}")
        ]
    return []


def _about(part: Part, code: str, message: str) -> Diagnostic:
    chunk = part.chunk
    return Diagnostic(code, "error", message, chunk.name, chunk.line, chunk.column + 1, chunk.index)


class Replacement:
    """A file that is written beside another one and then takes its place, or does not.

    Use as a context manager, write to `stream`, and call `commit` at the end;
    without that, nothing has happened. A symbolic link is followed, the mode
    of the former file is kept, and its owner where that is allowed. A pipe or
    a device is written to as it is.
    """

    def __init__(self, path: str) -> None:
        """Raises OSError."""
        self.path = Path(path).resolve()
        self._before = _look_at(self.path)
        self._temporary: Path | None = None
        self.stream: BinaryIO
        if self._before is not None and not stat.S_ISREG(self._before.st_mode):
            self.stream = self.path.open("wb")
            return
        beside = f".{self.path.name[:100]}."
        try:
            handle, name = tempfile.mkstemp(prefix=beside, dir=self.path.parent)
        except OSError as error:  # of the file that is wanted, not of the one beside it
            raise OSError(error.errno, error.strerror, str(self.path)) from error
        self._temporary = Path(name)
        self.stream = os.fdopen(handle, "wb")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.stream.close()
        finally:
            if self._temporary is not None:
                self._temporary.unlink(missing_ok=True)

    def commit(self) -> None:
        """Put the new file into its place.

        Raises OSError, also where the former file has been written to since.
        """
        self.stream.flush()
        if self._temporary is None:
            return
        os.fsync(self.stream.fileno())
        self._take_over()
        now = _look_at(self.path)
        if (now and (now.st_size, now.st_mtime_ns)) != (
            self._before and (self._before.st_size, self._before.st_mtime_ns)
        ):
            raise OSError(
                errno.EBUSY, "the file was written to in the meantime; it stays as it is",
                str(self.path),
            )  # fmt: skip
        self._temporary.replace(self.path)
        self._temporary = None
        sync_folder(self.path.parent)

    def _take_over(self) -> None:
        """Give the new file the mode and owner of the former."""
        handle = self.stream.fileno()
        if self._before is None:
            mask = os.umask(0)
            os.umask(mask)
            os.fchmod(handle, 0o666 & ~mask)
            return
        with contextlib.suppress(PermissionError):  # somebody else's file, another group
            os.fchown(handle, self._before.st_uid, self._before.st_gid)
        os.fchmod(handle, stat.S_IMODE(self._before.st_mode))


def _look_at(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def sync_folder(folder: Path) -> None:
    """See to it that the new name is on the disk too, where the system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def for_stream(stream: BinaryIO) -> Callable[[bytes], bytes]:
    """How to change what is written to a stream: not at all, or, for a terminal, as `visible`."""
    return visible if stream.isatty() else bytes


def visible(data: bytes) -> bytes:
    """Text for a terminal, whatever it holds: what could steer the terminal as an escape."""
    text = data.decode("utf-8", "replace")
    return "\n".join(map(printable, text.split("\n"))).encode()
