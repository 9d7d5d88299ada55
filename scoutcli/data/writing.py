"""Where what is made of matches goes: one file behind the other, or the tables of a folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from os.path import lexists
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import click

from notation.diagnostics import printable
from scoutcli.data.cells import CsvTable
from scoutcli.data.columns import TABLES, Column
from scoutcli.data.making import Made
from scoutcli.data.parquet import ParquetTable
from scoutcli.data.rows import Row
from scoutcli.logs.writing import Joined
from scoutcli.rewrite import Replacement, for_stream


class Texts:
    """Matches as texts. One is held back until it is known whether it is the last."""

    def __init__(self, out: Joined) -> None:
        self._out = out
        self._held: Made | None = None

    def put(self, made: Made) -> None:
        """Add a match."""
        if self._held is not None:
            self._out.write(self._held.text)
        self._held = made

    def close(self) -> None:
        """Write the last one."""
        if self._held is not None:
            text = self._held.text
            self._out.write(text[:-1] + b" " if self._held.is_open else text)


class Table(Protocol):
    """A table that is being written."""

    def write(self, rows: Sequence[Row]) -> None: ...

    def close(self) -> None: ...


class Tables:
    """Matches as the rows of tables, only those columns that are wanted."""

    def __init__(
        self, tables: Mapping[str, Table], columns: Mapping[str, Sequence[Column]]
    ) -> None:
        self._tables = tables
        self._at = {
            name: None if columns[name] == TABLES[name]
            else [TABLES[name].index(column) for column in columns[name]]
            for name in tables
        }  # fmt: skip

    def put(self, made: Made) -> None:
        """Add a match."""
        for name, table in self._tables.items():
            rows, at = made.rows[name], self._at[name]
            table.write(rows if at is None else [tuple(row[n] for n in at) for row in rows])

    def close(self) -> None:
        """Write what is held."""
        for table in self._tables.values():
            table.close()


@contextmanager
def one_table(
    form: str, name: str, columns: Sequence[Column], output: str | None
) -> Iterator[Tables]:
    """A table that goes to a file, which is then whole, or to the standard output.

    Raises OSError and UsageError.
    """
    if output in {None, "-"}:
        stream = sys.stdout.buffer
        if form == "parquet" and stream.isatty():
            raise click.UsageError("a Parquet file is nothing to read here: name one with -o")
        tables = Tables({name: _table(form, stream, columns, for_stream(stream))}, {name: columns})
        yield tables
        tables.close()
        stream.flush()
        return
    with Replacement(str(output)) as replacement:
        tables = Tables({name: _table(form, replacement.stream, columns)}, {name: columns})
        yield tables
        tables.close()
        replacement.commit()


@contextmanager
def folder(
    form: str, columns: Mapping[str, Sequence[Column]], into: Path, *, force: bool
) -> Iterator[Tables]:
    """A file for each table in a folder, which is made if it is not there; all of them or none.

    Raises OSError, and ClickException where one is there already and may not be replaced.
    """
    into.mkdir(parents=True, exist_ok=True)
    paths = {name: into / f"{name}.{form}" for name in columns}
    for path in paths.values():
        if not force and lexists(path):
            raise click.ClickException(
                f"{printable(str(path))} is there already; nothing was written "
                "(--force replaces it, or name another folder)"
            )
    with ExitStack() as stack:
        files = {name: stack.enter_context(Replacement(str(path))) for name, path in paths.items()}
        tables = Tables(
            {name: _table(form, file.stream, columns[name]) for name, file in files.items()},
            columns,
        )
        yield tables
        tables.close()
        for file in files.values():
            file.commit()


def _table(form: str, stream: BinaryIO, columns: Sequence[Column], shown: Any = bytes) -> Table:
    if form == "parquet":
        return ParquetTable(stream, columns)
    return CsvTable(stream, columns, shown)
