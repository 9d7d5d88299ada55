"""Lines in, answers out, as in the Go Text Protocol 2 (Farnebäck, 2002, sections 2.1 to 2.8).

A line may begin with a number, which its answer repeats. An answer begins with
``=`` or, where something is wrong, ``?``, and ends with an empty line. Control
characters are dropped, a tab is a space; empty lines and comments are passed
over. Other than there a comment begins only at a ``#`` with a space before it
or at the beginning of a line, as ``#`` stands in moves.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple, TextIO

import click

from games.errors import RuleError
from notation.diagnostics import TextError, printable
from scoutcli import __version__
from scoutcli.cli import DEBUG_VARIABLE
from scoutcli.engine.commands import Engine

LONGEST_LINE = 1 << 16
"""Bytes. Of a longer line only its number is read, and the answer says that it is too long."""

_DROPPED = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#.*")
_NUMBER = re.compile(r"([0-9]{1,10})(?:[ \t]+|$)")


class Request(NamedTuple):
    """A line that wants an answer: its number ("" if it has none), command and arguments."""

    number: str
    name: str
    text: str
    whole: bool
    """Whether the line was short enough to be read."""


def requests(stream: BinaryIO) -> Iterator[Request]:
    """What the lines of a stream ask for. Memory: some lines of `LONGEST_LINE` bytes."""
    while part := stream.readline(LONGEST_LINE):
        line, whole = part, True
        while len(part) == LONGEST_LINE and part[-1:] != b"\n":
            part = stream.readline(LONGEST_LINE)
            whole = False
        request = _read(line.decode("utf-8", "replace"), whole=whole)
        if request is not None:
            yield request


def _read(line: str, *, whole: bool) -> Request | None:
    """A line without what does not count; None if nothing is left."""
    text = _COMMENT.sub("", _DROPPED.sub("", line)).replace("\t", " ").strip(" ")
    if not text:
        return None
    number = _NUMBER.match(text)
    if number is not None:
        text = text[number.end() :].lstrip(" ")
    name, _, rest = text.partition(" ")
    return Request("" if number is None else number[1], name, rest.strip(" "), whole)


def serve(engine: Engine, stream: BinaryIO, out: TextIO) -> None:
    """Answer every line of a stream, until it ends or the engine was asked to quit.

    Raises OSError where no answer can be written or no line be read, and
    nothing else: whatever else goes wrong is an answer.
    """
    for request in requests(stream):
        sign, lines = _answer(engine, request)
        # An empty line would end the answer; one with a space means the same in a record.
        body = "\n".join(printable(line) or " " for line in lines)
        out.write(f"{sign}{request.number}{' ' if body else ''}{body}\n\n")
        out.flush()
        if engine.done:
            return


def _answer(engine: Engine, request: Request) -> tuple[str, Sequence[str]]:
    """The sign that an answer begins with, and its lines."""
    try:
        if not request.whole:
            raise RuleError("line-too-long", f"line too long: at most {LONGEST_LINE - 1} bytes")
        answer = engine.run(request.name, request.text)
    except (RuleError, TextError) as error:
        return "?", [f"{error.message} [{error.code}]"]
    except click.UsageError as error:
        return "?", [f"{error.message} [wrong-arguments]"]
    except OSError as error:
        about = f"{error.filename}: " if error.filename is not None else ""
        return "?", [f"{about}{error.strerror or error} [file-trouble]"]
    except Exception as error:  # noqa: BLE001 - no error ends the dialogue
        if os.environ.get(DEBUG_VARIABLE) == "1":
            traceback.print_exception(error)
        what = f"{type(error).__name__}: {error}"[:200]
        return "?", [f"this is a fault of scoutcli {__version__} ({what}) [internal-error]"]
    if isinstance(answer, str):
        answer = answer.removesuffix("\n").split("\n") if answer else ()
    return "=", answer
