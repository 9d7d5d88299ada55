"""Rows as lines of CSV, safe to open in a spreadsheet, and back to the texts of their cells."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, BinaryIO

from scoutcli.csvcells import safe, visible
from scoutcli.data.columns import Column
from scoutcli.data.own import RecordError
from scoutcli.data.record import LONGEST


def cell(kind: str, value: Any) -> str:
    """A value as it stands in CSV; nothing where it is not known."""
    if value is None:
        return ""
    if kind == "text":
        return safe(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | dict):
        return visible(json.dumps(value, ensure_ascii=False), "\\u{:04x}")
    return str(value)


def written(rows: Iterable[Sequence[str]]) -> bytes:
    """Lines of CSV, each ended by a line feed."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


class CsvTable:
    """A table of CSV in the making; `shown` changes the bytes for where they go."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column], shown: Any = bytes) -> None:
        self._stream = stream
        self._columns = columns
        self._shown = shown
        self._stream.write(shown(written([[column.name for column in columns]])))

    def write(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows, of these columns alone."""
        kinds = [column.kind for column in self._columns]
        lines = written([cell(*pair) for pair in zip(kinds, row, strict=True)] for row in rows)
        self._stream.write(self._shown(lines))

    def close(self) -> None:
        """Nothing is held back."""


def read_csv(stream: BinaryIO) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table, each with the line where it ends, from 1. One is in memory at a time.

    Raises RecordError where it is no CSV, or a line is too long; what has been
    read before is good.
    """
    csv.field_size_limit(LONGEST)  # for all readers of this process; there is no other way
    reader = csv.reader(_lines(stream), strict=True)
    try:
        names = next(reader, [])
        if len(set(names)) < len(names):
            raise RecordError("two columns of this table have the same name")
        for values in reader:
            if not values:
                continue
            if len(values) != len(names):
                raise RecordError(
                    f"line {reader.line_num} has {len(values)} cells, the first line {len(names)}"
                )
            yield reader.line_num, dict(zip(names, values, strict=True))
    except csv.Error as error:
        raise RecordError(f"this is no CSV from line {reader.line_num} on: {error}") from error


def _lines(stream: BinaryIO) -> Iterator[str]:
    """The lines, of bounded length. A row has one line as it is written here."""
    first = True
    while line := stream.readline(LONGEST + 1):
        if len(line) > LONGEST:
            raise RecordError(f"a line has at most {LONGEST >> 20} MiB")
        try:
            text = line.decode("utf-8-sig" if first else "utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(f"the byte 0x{line[error.start]:02X} is no UTF-8") from error
        first = False
        yield text
