"""What becomes of a match: its text in another form, or its rows. Done by any process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from notation.diagnostics import Diagnostic
from notation.reader import Part, read_part
from notation.stream import Chunk
from notation.writer import canonical
from scoutcli.data.own import RecordError
from scoutcli.data.reading import Line, Piece, different, not_a_record
from scoutcli.data.record import line_of, object_of, text_of
from scoutcli.data.rows import Row, rows_of
from scoutcli.results.facts import DIFFERENCES, facts_of


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be made: a form, and of tables which."""

    form: str
    tables: tuple[str, ...] = ()


@dataclass(slots=True)
class Made:
    """What was made of a match, and its errors. `good` says that it was made at all.

    `is_open` says that the text can grow: if it is the last of its file it
    ends with a space in the place of its line end.
    """

    errors: list[Diagnostic]
    good: bool = False
    text: bytes = b""
    is_open: bool = False
    rows: dict[str, list[Row]] = field(default_factory=dict)


def made(pieces: list[Piece], wish: Wish) -> list[Made]:
    """What becomes of some matches."""
    return [_made(piece, wish) for piece in pieces]


def _made(piece: Piece, wish: Wish) -> Made:
    part = read_part(piece) if isinstance(piece, Chunk) else _part_of(piece)
    errors = [found for found in part.diagnostics if found.severity == "error"]
    result = Made(errors)
    if part.audit is None or any(error.code not in DIFFERENCES for error in errors):
        return result
    if isinstance(piece, Line) and piece.told and (fault := _difference(piece, part)):
        errors.append(fault)
        return result
    result.good = True
    if wish.form == "yaml":
        text = canonical(part.audit, part.document)
        result.is_open = not text.endswith("\n")
        result.text = (f"{text[:-1]}\n" if result.is_open else text).encode()
        return result
    found = object_of(part.audit, part.document)
    if wish.form == "jsonl":
        result.text = f"{line_of(found)}\n".encode()
    else:
        result.rows = _rows(part, found, wish.tables)
    return result


def _rows(part: Part, found: dict[str, Any], tables: tuple[str, ...]) -> dict[str, list[Row]]:
    facts, _ = facts_of(part)
    assert facts is not None and part.audit is not None
    return rows_of(facts, part.audit, found, tables)


def _part_of(line: Line) -> Part:
    """A match from a line of JSON, read and checked; what is wrong has the place of the line."""
    chunk = Chunk(b"", "", line.line, 0, line.number, line.name)
    try:
        if line.fault:
            raise RecordError(line.fault)
        chunk.text = text_of(line.raw)
    except json.JSONDecodeError as error:
        column = error.colno if line.told is None else None
        return _faulty(chunk, f"this is no JSON: {error.msg}", column)
    except RecordError as error:
        return _faulty(chunk, str(error))
    part = read_part(chunk)
    part.diagnostics[:] = _placed(part.diagnostics, line.line)
    return part


def _faulty(chunk: Chunk, message: str, column: int | None = None) -> Part:
    fault = not_a_record(chunk.name, message, chunk.line, chunk.index, column)
    return Part(chunk, diagnostics=[fault])


def _placed(found: list[Diagnostic], line: int) -> Iterator[Diagnostic]:
    """The same, with the only line that there is; which key is meant stands in the words."""
    return (replace(each, line=line, column=None, text=None) for each in found)


def _difference(line: Line, part: Part) -> Diagnostic | None:
    """What to say where the columns of a table and its records have come apart."""
    assert line.told is not None and part.match is not None
    name = different(line.told, part.match)
    if not name:
        return None
    return Diagnostic(
        "record-differs",
        "error",
        f"the column {name} says something else than the record, from which alone the match is "
        f"made: change it there too, or leave the column {name} out",
        line.name,
        line.line,
        None,
        line.number,
    )
