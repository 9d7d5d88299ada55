"""Append a match in play to a file, a move at a time.

Key order lets a match file grow at its end only. Every move is written with
its terminator in one write and is on disk when the call returns, so a machine
that dies loses at most the move in flight, and a last word without a
terminator is known to be torn.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from games.game import Deal, Move, State
from notation.codec import Notation
from notation.layout import terminator
from notation.replay import CHANCE, word

_INDENT = "    "


class Recorder:
    """The file of a match in play. Use as a context manager, or call `close`."""

    def __init__(self, path: Path, notation: Notation) -> None:
        """Opens `path` for appending; what is there stays. Raises OSError."""
        self.path = path
        self.notation = notation
        self._file = path.open("a+b", buffering=0)
        self._at_line_start = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def begin_match(self, header: str) -> None:
        """Write the keys before `rounds` (see `writer.header`), behind whatever is there."""
        gap = "" if self._ends_in_line_end() else "\n"
        self._write(f"{gap}{header}rounds:\n")

    def begin_round(self, deal: Deal) -> None:
        """Write a deal and open the block of moves."""
        lines = self.notation.format_deal(deal).splitlines()
        block = "".join(f"{_INDENT}{line}\n" for line in lines)
        self._write(f"- deal: |\n{block}  moves: |\n")
        self._at_line_start = True

    def play(self, seat: int, moves: Sequence[Move], state: State, *, choice: bool) -> None:
        """Write one word: completed moves of `seat` (or chance), after which `state` stands.

        `choice` says that they were made in the opening.
        """
        following = state.turn if state.turn >= 0 else None
        if state.end is None and following is None:
            following = state.starter if state.starter is not None else CHANCE
        end = terminator(
            None if seat == CHANCE else seat, following, state.starter,
            choice=choice, choices=state.opening,
        )  # fmt: skip
        indent = _INDENT if self._at_line_start else ""
        self._write(f"{indent}{word(self.notation, seat, moves)}{end}")
        self._at_line_start = end == "\n"

    def end_round(self, end: str, score: Sequence[int | None]) -> None:
        """Write how a round ended and its points."""
        gap = "" if self._at_line_start else "\n"
        self._write(f"{gap}  end: {end}\n  score: {numbers(score)}\n")
        self._at_line_start = True

    def end_match(self, total: Sequence[int | None], winners: Sequence[int]) -> None:
        """Write the sums and the seats that won (from 0)."""
        won = numbers([seat + 1 for seat in winners])
        self._write(f"total: {numbers(total)}\nwinners: {won}\n")

    def cut(self, size: int, *, at_line_start: bool) -> None:
        """Cut the file to so many bytes: a torn word at the end of a match that is resumed."""
        self._file.truncate(size)
        os.fsync(self._file.fileno())
        self._at_line_start = at_line_start

    def _write(self, text: str) -> None:
        data = text.encode()
        while data:
            data = data[self._file.write(data) :]
        os.fsync(self._file.fileno())

    def _ends_in_line_end(self) -> bool:
        if not self._file.seek(0, os.SEEK_END):
            return True
        self._file.seek(-1, os.SEEK_END)
        return self._file.read(1) == b"\n"


def numbers(values: Sequence[int | None]) -> str:
    """Numbers as a list on one line; x for one that is not known."""
    return f"[{', '.join('x' if value is None else str(value) for value in values)}]"
