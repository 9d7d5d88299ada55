"""The files of the matches that were played at the table: the newest first."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from games.errors import RuleError
from scoutcli.history.entries import PLAY, RECORD, SHEET, Entry, entry
from scoutcli.table import last
from scoutcli.table.files import Lock, data_folder, last_match
from scoutcli.table.tail import Tail

MOST_LOOKED_AT = 50
"""So many of the newest files are looked into for a match that is not over."""


def newest_first(paths: Iterable[Path]) -> list[Path]:
    """The same files, those written to last before others; each once."""
    times: dict[Path, tuple[int, str]] = {}
    for path in paths:
        try:
            times[path] = (path.stat().st_mtime_ns, path.name)
        except OSError:
            times[path] = (0, path.name)  # what is wrong with it is told where it is read
    return sorted(times, key=times.__getitem__, reverse=True)


def match_files(folder: Path | None = None) -> list[Path]:
    """The match files of a folder, newest first; none where there is none.

    Without one those of the table: in its folder, and wherever else they were kept.
    """
    elsewhere = (
        [] if folder is not None else [each for each in last.kept_elsewhere() if _there(each)]
    )
    try:
        with os.scandir(folder or data_folder()) as found:
            paths = [
                Path(item.path)
                for item in found
                if item.name.endswith((".yaml", ".yml")) and item.name[0] != "." and item.is_file()
            ]
    except (FileNotFoundError, NotADirectoryError):
        paths = []
    return newest_first([*paths, *elsewhere])


def _there(path: Path) -> bool:
    """Whether a file can be read, and has not become something else."""
    return path.is_file() and os.access(path, os.R_OK)


def goes_on(match: Entry) -> str:
    """The command that goes on with a match; "" where there is none.

    Notes are those in the folder of matches, and those written last, wherever they are.
    """
    if match.left_by in ("", PLAY):
        return match.left_by
    from scoutcli.notes.book import Book  # rarely needed
    from scoutcli.notes.last import written_last
    from scoutcli.pad.pad import Pad

    path = Path(match.facts.file).absolute()
    noted, counted = written_last(path, Book), written_last(path, Pad)
    if not (noted or counted or path.parent == data_folder()):
        return ""
    if match.left_by == RECORD or (noted and not counted):
        return RECORD
    return SHEET if counted or match.facts.rounds else ""  # nothing is there to tell it by


def unfinished() -> Iterator[tuple[Path, Entry]]:
    """The files whose last match can be gone on with, and that match: the one that was played
    last, then the newest of the folder. Reads one file after the other.
    """
    for path in islice(last.candidates(), MOST_LOOKED_AT):
        try:
            found = last_match(path)
            if found is None:
                continue
            match, errors = entry(Tail(path, found[0]).whole().part)
            if errors or match is None or match.left_by != PLAY:
                continue
            Lock(path).release()  # nobody plays it in another window
        except (OSError, RuleError):
            continue
        yield path, match
