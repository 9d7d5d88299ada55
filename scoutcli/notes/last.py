"""Which notes were written last: what `record --resume` goes on with where no file is named."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from games.errors import RuleError
from scoutcli.notes.book import Book
from scoutcli.notes.load import load
from scoutcli.table.files import data_folder, last_match

_LONGEST_PATH = 4096
_MOST_LOOKED_AT = 100
"""So many files in the folder of matches are looked at."""
_NOTHING_OPEN = ("match-over", "not-a-match-file", "nothing-noted")


def remember(path: Path) -> None:
    """The notes in that file are being written. Where that cannot be kept, it is not."""
    from scoutcli.rewrite import Replacement  # rarely needed

    with suppress(OSError):
        index = _index()
        index.parent.mkdir(parents=True, exist_ok=True)
        with Replacement(str(index)) as new:
            new.stream.write(os.fsencode(path.absolute()) + b"\n")
            new.commit()


def forget(path: Path) -> None:
    """The match in that file is over."""
    with suppress(OSError):
        if _remembered() == path.absolute():
            _index().unlink()


def load_last() -> tuple[Book, int | None, list[str]]:
    """The notes written last, if their match is not over, else the newest of which it is not.

    Looks wherever the last ones were kept, then in the folder of matches, where
    those with a seed were dealt, and so played, by a program. See `load.load`.
    Raises RuleError, ``nothing-noted`` where there are none, or OSError.
    """
    remembered = _remembered()
    if remembered is not None:
        try:
            return load(remembered)
        except RuleError as error:
            if error.code not in _NOTHING_OPEN:
                raise
        except FileNotFoundError:
            pass
    for path in _in_folder():
        try:
            last = last_match(path)
            if path != remembered and last is not None and "\nshuffle:" not in last[0].text:
                return load(path)
        except (RuleError, OSError):
            continue
    raise RuleError("nothing-noted", "there are no notes to go on with: name the file")


def _in_folder() -> Iterator[Path]:
    """The files in the folder of matches, the newest first."""
    found = []
    for path in data_folder().glob("*.yaml"):
        with suppress(OSError):
            found.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(found, reverse=True)[:_MOST_LOOKED_AT]:
        yield path


def _index() -> Path:
    """The file that holds the path of the notes written last, beside the folder of matches."""
    return data_folder().parent / "last-noted"


def _remembered() -> Path | None:
    with suppress(OSError):
        with _index().open("rb") as file:
            line = file.read(_LONGEST_PATH).removesuffix(b"\n")
        path = Path(os.fsdecode(line))
        if path.is_absolute() and b"\0" not in line:
            return path
    return None
