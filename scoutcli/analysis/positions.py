"""Positions that somebody wants to know more of: from an argument, a file or the standard input."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import games
from games.game import State
from notation import codec
from notation.codec import Notation
from notation.diagnostics import Diagnostic
from notation.reader import STDIN, Part, open_file, read
from scoutcli.files import unreadable

ARGUMENT = "POSITION"
"""What stands for the file where the position itself was given."""
MOST_BYTES = 1 << 20
"""A longer text is no position with some moves behind it."""

_LINE = re.compile(rb"\s*([a-z][a-z0-9-]{0,39})(?: +[a-z]+=|\s*\Z)")


@dataclass(frozen=True, slots=True)
class Position:
    """A position, with the place where it was read; lines count from 1."""

    notation: Notation
    state: State
    file: str
    line: int

    @property
    def place(self) -> str:
        """``file:line``."""
        return f"{self.file}:{self.line}"


def is_position(text: str) -> bool:
    """Whether a text is meant for a position line, and not for the name of a file."""
    found = _LINE.match(text.encode(errors="replace"))
    return found is not None and (b"=" in found[0] or found[1].decode() in games.names())


def positions_of(said: str) -> Iterator[Position | Diagnostic]:
    """The positions of an argument: a position line, ``-``, or a file. What is wrong is told.

    Every position line begins another one; the moves behind it are made first.
    Raises nothing but what reading raises in its midst.
    """
    if not said.strip():
        yield Diagnostic("not-a-position", "error", "there is no position here", ARGUMENT, 1, 1)
        return
    if is_position(said):
        yield from _read(io.BytesIO(said.encode(errors="surrogateescape")), ARGUMENT)
        return
    try:
        with open_file(said) as stream:
            yield from _read(stream, said)
    except OSError as error:
        yield unreadable(said, error)


def _read(stream: BinaryIO, name: str) -> Iterator[Position | Diagnostic]:
    nothing = True
    for line, text in _pieces(stream):
        nothing = False
        if len(text) > MOST_BYTES:
            yield Diagnostic(
                "not-a-position", "error",
                f"there is no position here: it would have more than {MOST_BYTES} bytes",
                name, line,
            )  # fmt: skip
            return
        # As many lines before it as there were, so that places are right.
        for part in read(io.BytesIO(b"\n" * (line - 1) + text), name):
            yield from _positions(part, name, line)
    if nothing:
        yield Diagnostic("not-a-position", "error", "there is no position here", name, 1, 1)


def _pieces(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Every position line with what follows it up to the next, and the number of its line."""
    piece: list[bytes] = []
    begun = size = 0
    for number, line in enumerate(_lines(stream), 1):
        blank = not line.strip() or line.lstrip().startswith(b"#")
        if begun and _LINE.match(line):
            yield begun, b"".join(piece)
            begun = 0
        if not begun:
            if blank:
                continue
            begun, piece, size = number, [], 0
        piece.append(line)
        size += len(line)
        if size > MOST_BYTES:
            break
    if begun:
        yield begun, b"".join(piece)


def _lines(stream: BinaryIO) -> Iterable[bytes]:
    """The lines; one that is too long in pieces."""
    return iter(lambda: stream.readline(MOST_BYTES + 1), b"")


def _positions(part: Part, name: str, line: int) -> Iterator[Position | Diagnostic]:
    """The position that was read, or what is wrong with it."""
    errors = [each for each in part.diagnostics if each.severity == "error"]
    match, audit = part.match, part.audit
    if errors:
        yield errors[0]
    elif match is not None and not match.loose:
        shown = "FILE" if name == STDIN else name
        yield Diagnostic(
            "not-a-position", "error",
            "this is a match, not a position; that of a move is printed by "
            f"`scoutcli replay {shown} --round R --move M --position`",
            name, line,
        )  # fmt: skip
    elif match is not None and match.game is not None and audit is not None:
        state = audit.rounds[0].state
        assert state is not None  # else there is an error
        yield Position(codec.get(match.game.name), state, name, line)
