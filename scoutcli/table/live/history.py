"""What was typed in earlier games, kept in a file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from prompt_toolkit.history import History

from scoutcli.table.files import data_folder

MOST_KEPT = 1000
"""Lines. When twice as many are in the file, the older half goes."""
LONGEST_KEPT = 200
"""Characters. A longer line is no move that somebody wants again."""


def history_file() -> Path:
    """Where typed lines are kept. Raises RuntimeError where nobody has a home."""
    return data_folder().parent / "typed-lines"


class KeptHistory(History):
    """Lines in a file of which only its owner may know, the oldest first.

    A file that cannot be read or written is passed over: nobody plays to have a history.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def load_history_strings(self) -> Iterable[str]:
        """The lines, the newest first."""
        try:
            text = self._path.read_text("utf-8", errors="replace")
        except OSError:
            return
        lines = [line for line in text.splitlines() if line.isprintable() and line]
        if len(lines) > 2 * MOST_KEPT:
            self._write(lines[-MOST_KEPT:])
        yield from reversed(lines[-MOST_KEPT:])

    def store_string(self, string: str) -> None:
        if not string.isprintable() or len(string) > LONGEST_KEPT:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(self._open(self._path, os.O_APPEND), "w", encoding="utf-8") as file:
                file.write(f"{string}\n")
        except OSError:
            return

    def _write(self, lines: Iterable[str]) -> None:
        """Replace the file by another one."""
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            with os.fdopen(self._open(new, os.O_TRUNC), "w", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in lines)
            new.replace(self._path)
        except OSError:
            return

    @staticmethod
    def _open(path: Path, how: int) -> int:
        return os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600)
