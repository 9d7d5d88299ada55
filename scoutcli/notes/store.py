"""The file of a match that is being noted: it grows at its end, or is replaced as a whole."""

from __future__ import annotations

import os
from pathlib import Path

from scoutcli.table.files import Lock, replace_end


class Store:
    """Keeps a text at the end of a file. Close it when it is left.

    What was before it in the file stays. A text that goes on where the last one
    ended is written behind it, in one piece; for any other the file is replaced
    as a whole. Either is on the disk when the call returns.
    """

    def __init__(self, path: Path, offset: int, lock: Lock | None = None) -> None:
        """Takes hold of the file from byte `offset` on.

        Raises RuleError where the file is in use (unless `lock` is the right to
        write to it), or OSError.
        """
        self.path = path
        self._offset = offset
        self._text = ""
        self._lock = lock or Lock(path, "is being written to already")

    def stands(self, text: str) -> None:
        """So much stands there already; what is behind it is cut off with the next write."""
        self._text = text

    def keep(self, text: str, *, whole: bool = False) -> None:
        """Write the text as it is now; with `whole` the file is replaced in any case.

        Raises OSError, with the name of the file.
        """
        try:
            if not whole and text.startswith(self._text):
                self._grow(text[len(self._text) :])
            else:
                new = replace_end(self.path, self._offset, text.encode())
                self._lock.release()
                self._lock = Lock(self.path, new=new)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error
        self._text = text

    def _grow(self, more: str) -> None:
        size = self._offset + len(self._text.encode())
        with self.path.open("r+b", buffering=0) as file:
            if file.seek(0, os.SEEK_END) != size:
                file.truncate(size)
                file.seek(size)
            data = more.encode()
            while data:
                data = data[file.write(data) :]
            os.fsync(file.fileno())

    def close(self) -> None:
        """Let go of the file."""
        self._lock.release()
