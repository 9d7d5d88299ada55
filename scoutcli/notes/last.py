"""Which notes were written last: what `--resume` goes on with where no file is named."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from games.errors import RuleError
from scoutcli.notes.load import Kind, load
from scoutcli.notes.pages import Pages
from scoutcli.table.files import data_folder, last_match

_LONGEST_PATH = 4096
_MOST_LOOKED_AT = 100
"""So many files in the folder of matches are looked at."""
_NOTHING_OPEN = ("match-over", "not-a-match-file", "nothing-noted")


@contextmanager
def remembered(pages: Pages) -> Iterator[None]:
    """While these are written, and until their match is over, they are the last of their kind."""
    path, kind = pages.store.path, type(pages)
    remember(path, kind)
    yield
    if pages.over:
        forget(path, kind)


def remember(path: Path, kind: type[Pages]) -> None:
    """The notes in that file are being written. Where that cannot be kept, it is not."""
    from scoutcli.rewrite import Replacement  # rarely needed

    with suppress(OSError):
        index = _index(kind)
        index.parent.mkdir(parents=True, exist_ok=True)
        with Replacement(str(index)) as new:
            new.stream.write(os.fsencode(path.absolute()) + b"\n")
            new.commit()


def forget(path: Path, kind: type[Pages]) -> None:
    """The match in that file is over."""
    with suppress(OSError):
        if written_last(path, kind):
            _index(kind).unlink()


def written_last(path: Path, kind: type[Pages]) -> bool:
    """Whether the notes of a kind that were written last are in that file."""
    return _remembered(kind) == path.absolute()


def load_last(kind: type[Kind]) -> tuple[Kind, int | None, list[str]]:
    """The notes of a kind written last, if their match is not over, else the newest of that sort.

    Looks wherever the last ones were kept, then in the folder of matches, where
    those with a seed were dealt, and so played, by a program. See `load.load`.
    Raises RuleError, ``nothing-noted`` where there are none, or OSError.
    """
    noted = _remembered(kind)
    if noted is not None:
        try:
            return load(noted, kind)
        except RuleError as error:
            if error.code not in _NOTHING_OPEN:
                raise
        except FileNotFoundError:
            pass
    for path in _in_folder():
        try:
            last = last_match(path)
            if path == noted or last is None or "\nshuffle:" in last[0].text:
                continue
            found = load(path, kind)
        except (RuleError, OSError):
            continue
        if not found[0].over:
            return found
        found[0].close()
    raise RuleError("nothing-noted", "there are no notes to go on with: name the file")


def _in_folder() -> Iterator[Path]:
    """The files in the folder of matches, the newest first."""
    found = []
    for path in data_folder().glob("*.yaml"):
        with suppress(OSError):
            found.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(found, reverse=True)[:_MOST_LOOKED_AT]:
        yield path


def _index(kind: type[Pages]) -> Path:
    """The file that holds the path of the notes written last, beside the folder of matches."""
    return data_folder().parent / kind.index


def _remembered(kind: type[Pages]) -> Path | None:
    with suppress(OSError):
        with _index(kind).open("rb") as file:
            line = file.read(_LONGEST_PATH).removesuffix(b"\n")
        path = Path(os.fsdecode(line))
        if path.is_absolute() and b"\0" not in line:
            return path
    return None
