"""Which match was played last: what `play --resume` goes on with where no file is named."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from games.errors import RuleError
from games.search.compiled import Notice
from scoutcli.table.files import data_folder
from scoutcli.table.resume import load
from scoutcli.table.session import Session

if TYPE_CHECKING:  # only where a program plays
    from scoutcli.arena.plan import Entry

_LONGEST_PATH = 4096
_MOST_KEPT = 500
"""So many files are known that people keep elsewhere than in the folder of matches."""
_NOT_IN_PLAY = ("match-over", "not-a-match-file", "nothing-played")


def remember(path: Path) -> None:
    """The match in that file is being played. Where that cannot be kept, it is not."""
    with suppress(OSError):
        _write(_index(), [path.absolute()])
        if path.absolute().parent != data_folder():
            known = [each for each in kept_elsewhere() if each != path.absolute()]
            _write(_elsewhere(), [*known, path.absolute()][-_MOST_KEPT:])


def kept_elsewhere() -> list[Path]:
    """The match files begun outside of the folder of matches, the newest last.

    Nobody says that they are still there.
    """
    with suppress(OSError, ValueError), _elsewhere().open("rb") as file:
        lines = file.read(_MOST_KEPT * _LONGEST_PATH).split(b"\n")
        paths = [Path(os.fsdecode(line)) for line in lines if line and b"\0" not in line]
        return [path for path in paths if path.is_absolute()]
    return []


def forget(path: Path) -> None:
    """The match in that file is over."""
    with suppress(OSError):
        if _remembered() == path.absolute():
            (_index()).unlink()


def load_last(
    notice: Notice | None = None, entries: Sequence[Entry] = ()
) -> tuple[Session, list[str]]:
    """The match that was played last, if it is not over, else the newest one that is not.

    Looks in the folder of matches, and wherever the last one was kept. See
    `resume.load`. Raises RuleError, ``no-match`` where there is none, or OSError.
    """
    for path in candidates():
        try:
            return load(path, notice, entries)
        except RuleError as error:
            if error.code not in _NOT_IN_PLAY:
                raise
        except FileNotFoundError:
            continue
    raise RuleError(
        "no-match", "there is no unfinished match to go on with: scoutcli play begins one"
    )


def candidates() -> Iterator[Path]:
    """The file that the index names, then those in the folder of matches, newest first."""
    remembered = _remembered()
    if remembered is not None:
        yield remembered
    found = []
    for path in data_folder().glob("*.yaml"):
        with suppress(OSError):
            if path.is_file():
                found.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(found, reverse=True):
        if path != remembered and not _looks_over(path):
            yield path


def _index() -> Path:
    """The file that holds the path of the match that was begun last, beside their folder."""
    return data_folder().parent / "last"


def _elsewhere() -> Path:
    """The file that holds the paths of matches that are kept elsewhere, a line each."""
    return data_folder().parent / "kept-elsewhere"


def _write(file: Path, paths: Sequence[Path]) -> None:
    """Have a file hold these paths. One with a line feed in it cannot be told from two."""
    from scoutcli.rewrite import Replacement  # rarely needed

    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [os.fsencode(path) for path in paths]
    with Replacement(str(file)) as new:
        new.stream.write(b"".join(line + b"\n" for line in lines))
        new.commit()


def _remembered() -> Path | None:
    with suppress(OSError, ValueError):
        with (_index()).open("rb") as file:
            line = file.read(_LONGEST_PATH).removesuffix(b"\n")
        path = Path(os.fsdecode(line))
        if path.is_absolute() and b"\0" not in line:
            return path
    return None


def _looks_over(path: Path) -> bool:
    """Whether the end of a file says who won, so that it need not be read whole."""
    with suppress(OSError), path.open("rb") as file:
        file.seek(max(path.stat().st_size - 4096, 0))
        return b"\nwinners: [" in file.read().rpartition(b"\n---\n")[2]
    return False
