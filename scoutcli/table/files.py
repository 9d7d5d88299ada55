"""Where the file of a match in play is, and who may write to it."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import count
from pathlib import Path
from typing import BinaryIO

from games.errors import RuleError
from notation.diagnostics import printable
from notation.stream import Chunk, chunks


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder of the match files of which nobody said where they belong.

    ``scoutcli/matches`` in XDG_DATA_HOME if that is an absolute path, as its
    specification asks for; else where the platform keeps such data.
    """
    said = environment.get("XDG_DATA_HOME", "")
    if Path(said).is_absolute():
        base = Path(said)
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path.home() / ".local" / "share"
    return base / "scoutcli" / "matches"


def fresh_file(folder: Path, game: str, today: date) -> Path:
    """A new, empty file for a match: ``2026-11-30-scout.yaml``, then ``2026-11-30-scout-2.yaml``.

    It is made here, so that no two programs get the same one. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path in _candidates(folder, f"{today.isoformat()}-{game}"):
        try:
            path.open("xb").close()
        except FileExistsError:
            continue
        return path
    raise AssertionError("numbers do not end")


def _candidates(folder: Path, stem: str) -> Iterator[Path]:
    yield folder / f"{stem}.yaml"
    yield from (folder / f"{stem}-{number}.yaml" for number in count(2))


def check_ordinary(path: Path) -> None:
    """Raise OSError where a path is a pipe or a device: nobody knows that an end of it will come.

    A folder is left to whoever opens it, since the system has its own words for that.
    """
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(
            errno.EINVAL, "a pipe or a device is no match file: name another one", str(path)
        )


def last_match(path: Path) -> tuple[Chunk, int] | None:
    """The last match of a file, and the byte where it begins; None if there is none.

    The match must be the end of the file. One match is in memory at a time. Raises OSError,
    also where it is no ordinary file.
    """
    check_ordinary(path)
    found: tuple[Chunk, int] | None = None
    at = 0
    with path.open("rb") as stream:
        for chunk in chunks(stream, str(path)):
            if chunk.index:
                found = chunk, at
            elif chunk.raw.strip():
                found = None
            at += len(chunk.raw)
    return found


def check_target(path: Path) -> None:
    """Raise RuleError where a match must not be written behind what is in a file.

    It may be a new file, an empty one, or one whose last match is over: match
    files can be joined. Raises OSError where it cannot be read.
    """
    if not path.exists() or (path.is_file() and not path.stat().st_size):
        return
    found = last_match(path)
    name = printable(str(path))
    if found is None:
        raise RuleError("not-a-match-file", f"{name} is not a match file: name another one")
    from notation.reader import read_part  # slow to load, and rarely needed

    part = read_part(found[0])
    if part.faulty or part.audit is None or not part.audit.over:
        raise RuleError(
            "match-unfinished",
            f"the last match in {name} is not over, and a new one would be written behind it: "
            f"name another file (or go on with that one: --resume)",
        )


def replace_end(path: Path, offset: int, data: bytes) -> BinaryIO:
    """Write something else in the place of what a file has from byte `offset` on.

    The file is replaced whole, so that at every moment it is as it was or as it
    becomes, and what stands before stays. Returned is the new one, open for
    appending, and locked since before it had its name. Raises OSError, and
    nothing has happened then.
    """
    from scoutcli.rewrite import Replacement  # rarely needed

    with path.open("rb") as before, Replacement(str(path)) as new:
        left = offset
        while left and (part := before.read(min(left, 1 << 20))):
            new.stream.write(part)
            left -= len(part)
        new.stream.write(data)
        file = os.fdopen(os.dup(new.stream.fileno()), "r+b", buffering=0)
        try:
            flags = fcntl.fcntl(file, fcntl.F_GETFL)
            fcntl.fcntl(file, fcntl.F_SETFL, flags | os.O_APPEND)
            _take(file)
            new.commit()
        except BaseException:
            file.close()
            raise
    return file


class Lock:
    """The right to write to a match file, as long as this process has it open.

    Two programs that play the same match would write into each other's lines.
    """

    def __init__(
        self, path: Path, busy: str = "is being played already", *, new: BinaryIO | None = None
    ) -> None:
        """Raises RuleError ``match-in-use``, which says that the file is `busy`, or OSError,
        also where it is no ordinary file.

        `new` is the file, if it is open and locked already; see `replace_end`.
        """
        if new is not None:
            self._file = new
            return
        check_ordinary(path)  # opening a pipe would wait for whoever writes to it
        while True:
            self._file = path.open("rb")
            if not _take(self._file):
                self._file.close()
                raise RuleError("match-in-use", f"{printable(str(path))} {busy}")
            if os.path.samestat(path.stat(), os.fstat(self._file.fileno())):
                return
            self._file.close()  # it was replaced between opening and locking

    def release(self) -> None:
        """Give the right up."""
        self._file.close()


def _take(file: BinaryIO) -> bool:
    """Lock an open file; False where somebody else has done so."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks
    return True
