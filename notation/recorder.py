"""A match in play as text: what to append for each move, and a file that it is appended to.

Key order lets a match file grow at its end only. A `Scribe` makes the text; a
`Recorder` writes it to a file. There every move is written with its terminator
in one write and is on disk when the call returns, so a machine that dies loses
at most the move in flight, and a last word without a terminator is known to be
torn.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO, Self

from games.game import Deal, Move, State
from notation.codec import Notation
from notation.layout import terminator
from notation.replay import CHANCE, word
from notation.yamltext import block

_INDENT = "    "


class Scribe:
    """The text of a match in play: every call returns what is to be appended.

    All of it, joined, is canonical, whatever becomes of the match. Only where
    it is `growing`, a file that others read while it is played, the space
    behind a move is not held back until another one follows, and a round that
    is given up in the middle of a lap keeps it at the end of its line.
    """

    def __init__(self, notation: Notation, *, growing: bool = False) -> None:
        self.notation = notation
        self.growing = growing
        self._lead = _INDENT  # what stands between the text so far and a word

    def begin_match(self, header: str, gap: str = "") -> str:
        """The keys before `rounds` (see `writer.header`); `gap` comes before them."""
        self._lead = _INDENT
        return f"{gap}{header}rounds:\n"

    def begin_round(self, deal: Deal) -> str:
        """A deal, and the beginning of the block of moves."""
        self._lead = _INDENT
        lines = self.notation.format_deal(deal).splitlines()
        cards = "".join(f"{_INDENT}{line}\n" for line in lines)
        return f"- deal: |\n{cards}  moves: |\n"

    def play(self, seat: int, moves: Sequence[Move], state: State, *, choice: bool) -> str:
        """One word: completed moves of `seat` (or chance), after which `state` stands.

        `choice` says that they were made in the opening.
        """
        following = state.turn if state.turn >= 0 else None
        if state.end is None and following is None:
            following = state.starter if state.starter is not None else CHANCE
        end = terminator(
            None if seat == CHANCE else seat, following, state.starter,
            choice=choice, choices=state.opening,
        )  # fmt: skip
        text = self._lead + word(self.notation, seat, moves)
        self.go_on(at_line_start=end == "\n")
        return text + end if self.growing or end == "\n" else text

    def faults(self, lines: Iterable[str]) -> str:
        """What went wrong in the play of programs: ``seat 2 move 14 time +151ms``, a line each.

        Behind the moves and before `end_round`. Nothing where there are no lines.
        """
        text = tidy("\n".join(lines))
        return f"{self._end_line()}  faults: {block(text, len(_INDENT))}" if text else ""

    def end_round(self, end: str, score: Sequence[int | None] | None = None) -> str:
        """How a round ended, and its points; none where it was given up (``abandoned``)."""
        points = "" if score is None else f"  score: {numbers(score)}\n"
        return f"{self._end_line()}  end: {end}\n{points}"

    def end_match(self, total: Sequence[int | None], winners: Sequence[int] = ()) -> str:
        """The sums, and the seats that won (from 0); none where the match is not over."""
        won = f"winners: {numbers([seat + 1 for seat in winners])}\n" if winners else ""
        return f"total: {numbers(total)}\n{won}"

    def go_on(self, *, at_line_start: bool) -> None:
        """Take up moves of which the text was read: it ends a line, or with what ends a word."""
        self._lead = _INDENT if at_line_start else "" if self.growing else " "

    def _end_line(self) -> str:
        gap = "" if self._lead == _INDENT else "\n"
        self._lead = _INDENT
        return gap


class Recorder:
    """The file of a match in play. Use as a context manager, or call `close`."""

    def __init__(self, path: Path, notation: Notation, file: BinaryIO | None = None) -> None:
        """Opens `path` for appending; what is there stays. Raises OSError.

        `file` is it, unbuffered, if it is open for that already.
        """
        self.path = path
        self.notation = notation
        self._scribe = Scribe(notation, growing=True)
        self._file: BinaryIO = file or path.open("a+b", buffering=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def begin_match(self, header: str) -> None:
        """Write the keys before `rounds` (see `writer.header`), behind whatever is there."""
        gap = "" if self._ends_in_line_end() else "\n"
        self._write(self._scribe.begin_match(header, gap))

    def begin_round(self, deal: Deal) -> None:
        """Write a deal and open the block of moves."""
        self._write(self._scribe.begin_round(deal))

    def play(self, seat: int, moves: Sequence[Move], state: State, *, choice: bool) -> None:
        """Write one word; see `Scribe.play`."""
        self._write(self._scribe.play(seat, moves, state, choice=choice))

    def end_round(self, end: str, score: Sequence[int | None], faults: Sequence[str] = ()) -> None:
        """Write what went wrong in a round, see `Scribe.faults`, how it ended and its points."""
        self._write(self._scribe.faults(faults) + self._scribe.end_round(end, score))

    def end_match(self, total: Sequence[int | None], winners: Sequence[int]) -> None:
        """Write the sums and the seats that won (from 0)."""
        self._write(self._scribe.end_match(total, winners))

    def cut(self, size: int, *, at_line_start: bool) -> None:
        """Cut the file to so many bytes: a torn word at the end of a match that is resumed."""
        self._file.truncate(size)
        os.fsync(self._file.fileno())
        self.go_on(at_line_start=at_line_start)

    def go_on(self, *, at_line_start: bool) -> None:
        """Write on behind what is there; see `Scribe.go_on`."""
        self._scribe.go_on(at_line_start=at_line_start)

    def append(self, text: str) -> None:
        """Write moves of which a recorder made the text before, terminators included."""
        if text:
            self._write(text)
            self.go_on(at_line_start=text.endswith("\n"))

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


def tidy(text: str) -> str:
    """Lines without blanks around them, and without empty lines."""
    return "".join(f"{line}\n" for line in map(str.strip, text.splitlines()) if line)
