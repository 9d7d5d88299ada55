"""Matches of files of any form, one after the other, and what is made of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from notation.diagnostics import Diagnostic
from notation.match import Match
from notation.reader import open_file
from notation.stream import Chunk
from scoutcli.data.cells import cell, read_csv
from scoutcli.data.columns import MATCHES, RECORD, TOLD
from scoutcli.data.own import RecordError
from scoutcli.data.parquet import read_parquet
from scoutcli.data.record import LONGEST
from scoutcli.data.rows import told_of
from scoutcli.files import no_match, unreadable
from scoutcli.logs.reading import Log


@dataclass(slots=True)
class Line:
    """A match as a line of JSON: where it stands (match and line from 1), and its bytes.

    `told` has what the other columns say of it, where it comes from a table.
    `fault` says why it can be no match.
    """

    name: str
    number: int
    line: int
    raw: bytes
    told: Mapping[str, Any] | None = None
    fault: str = ""


Piece = Chunk | Line

_KINDS = {column.name: column.kind for column in MATCHES}


class Matches(Log):
    """The matches of some files, each of the form that `form` says. See `Log`."""

    def pieces(self, form: Callable[[str], str]) -> Iterator[Piece]:
        """Every match, not yet read."""
        readers = {"jsonl": _lines, "csv": _csv_rows, "parquet": _parquet_rows}
        for path in self.paths:
            read = readers.get(form(path))
            yield from self._matches_of(path) if read is None else self._lines_of(path, read)

    def _lines_of(self, path: str, read: Callable[[str], Iterator[Line]]) -> Iterator[Line]:
        """The matches of a file that is none of YAML."""
        found = 0
        try:
            for line in read(path):
                found += 1
                self._progress.add(len(line.raw), 1)
                yield line
        except OSError as error:
            self.tell(unreadable(path, error))
        except RecordError as error:
            self.tell(not_a_record(path, f"{error}; nothing more of this file was read", None))
        else:
            if not found:
                self.tell(replace(no_match(path), message="there is no match in this file"))


def not_a_record(
    path: str, message: str, line: int | None, number: int | None = None, column: int | None = None
) -> Diagnostic:
    """What to say of something that can be no match."""
    return Diagnostic("not-a-record", "error", message, path, line, column, number)


def _lines(path: str) -> Iterator[Line]:
    """The lines of a file, of bounded length."""
    number = at = 0
    with open_file(path) as stream:
        while raw := stream.readline(LONGEST + 1):
            at += 1
            if not raw.strip():
                continue
            number += 1
            if at == 1:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            if len(raw) <= LONGEST:
                yield Line(path, number, at, raw)
                continue
            raise RecordError(
                f"line {at} has more than {LONGEST >> 20} MiB: are these lines of JSON?"
            )


def _csv_rows(path: str) -> Iterator[Line]:
    with open_file(path) as stream:
        for number, (line, row) in enumerate(read_csv(stream), 1):
            _refuse_other_tables(row)
            yield _of_row(path, number, line, row)


def _parquet_rows(path: str) -> Iterator[Line]:
    if path == "-":
        raise RecordError("a Parquet file is not read from front to back: name the file")
    for number, row in read_parquet(path, (RECORD.name, *TOLD)):
        _refuse_other_tables(row)
        yield _of_row(path, number, number, row)


def _refuse_other_tables(row: Mapping[str, Any]) -> None:
    if RECORD.name not in row:
        raise RecordError(
            f"there is no column {RECORD.name}: match files are made from it alone, as it holds "
            "deals and moves; the table of matches has it, those of rounds and moves have not"
        )


def _of_row(path: str, number: int, line: int, row: Mapping[str, Any]) -> Line:
    text = row[RECORD.name]
    told = {name: value for name, value in row.items() if name in TOLD}
    if not isinstance(text, str) or not text:
        return Line(path, number, line, b"", told, f"no text stands in the column {RECORD.name}")
    return Line(path, number, line, text.encode("utf-8", "surrogatepass"), told)


def different(told: Mapping[str, Any], match: Match) -> str:
    """The first column in which a match differs from what its table says; "" if none."""
    for name, value in told_of(match).items():
        theirs = told.get(name, value)
        if theirs not in (value, cell(_KINDS[name], value)) and (theirs or value):
            return name
    return ""
