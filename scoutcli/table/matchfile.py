"""The file of a match in play: what is written to it, and the right to do so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EIO
from pathlib import Path

from notation.codec import Notation
from notation.recorder import Recorder
from scoutcli.table.files import Lock, replace_end
from scoutcli.table.practice import marked


class MatchFile:
    """A match that is in the file `path` from byte `offset` on, to its end. Close it at last."""

    def __init__(
        self, path: Path, notation: Notation, offset: int, lock: Lock | None, *, practice: bool
    ) -> None:
        """`lock` is the right to write there, if it was taken before.

        Raises RuleError ``match-in-use``, or OSError.
        """
        self.path = path
        self.practice = practice
        """Whether it says that moves were taken back, or advice was given."""
        self._notation = notation
        self._offset = offset
        self._lock = lock or Lock(path)
        try:
            self._recorder = Recorder(path, notation)
        except OSError:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let go of it."""
        self._recorder.close()
        self._lock.release()

    @contextmanager
    def writing(self) -> Iterator[Recorder]:
        """Write at the end; the name of the file is given to what goes wrong with it."""
        try:
            yield self._recorder
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def text(self) -> str:
        """The match as far as it is written. Raises OSError."""
        with self.writing():
            with self.path.open("rb") as file:
                file.seek(self._offset)
                text = file.read().decode()
            if "\nrounds:" not in text:
                raise OSError(EIO, "the match is not in the file any more")
        return text

    def cut_for_practice(self, size: int | None = None) -> None:
        """Keep so many characters of the match, or all, and say in it that it is practice.

        The file is replaced, at once or not at all. Raises OSError.
        """
        text = marked(self.text()[:size])
        with self.writing():
            file = replace_end(self.path, self._offset, text.encode())
        self.close()
        self._lock = Lock(self.path, new=file)
        self._recorder = Recorder(self.path, self._notation, file)
        self._recorder.go_on(at_line_start=text.endswith("\n"))
        self.practice = True

    def save_as(self, path: Path) -> None:
        """Copy the match into a new file, and keep it there from now on.

        The file before stays as it is. Raises OSError, also where there is
        such a file already.
        """
        with self.path.open("rb") as before:
            before.seek(self._offset)
            text = before.read().lstrip(b"\n")
        with path.open("xb") as after:
            after.write(text)
        lock, recorder = Lock(path), Recorder(path, self._notation)
        recorder.cut(len(text), at_line_start=text.endswith(b"\n"))
        self.close()
        self.path, self._offset = path, 0
        self._lock, self._recorder = lock, recorder
