"""Tables as Parquet files, written and read by pyarrow, a part at a time.

Raises RuleError ``extra-missing`` where pyarrow is not installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, BinaryIO

from scoutcli.data.columns import RECORD, Column
from scoutcli.data.own import RecordError
from scoutcli.extras import extra

EXTRA = "data"

GROUP_ROWS = 60_000
"""So many rows at most are written together, as a row group."""
GROUP_BYTES = 16 << 20
"""About so many bytes at most."""
HELD_ROWS = 4_096
"""So many rows are held as Python has them, before they take less room."""

_COMPRESSION = "zstd"
_BATCH = 16
"""Rows of matches that are read at a time."""


def _pyarrow() -> tuple[Any, Any]:
    with extra(EXTRA, "a Parquet file"):
        # Slow to load, only for these files; and a package without types.
        return import_module("pyarrow"), import_module("pyarrow.parquet")


def _type(pyarrow: Any, kind: str) -> Any:
    text = pyarrow.string()
    return {
        "text": text,
        "int": pyarrow.int64(),
        "real": pyarrow.float64(),
        "yes": pyarrow.bool_(),
        "day": pyarrow.date32(),
        "texts": pyarrow.list_(text),
        "ints": pyarrow.list_(pyarrow.int64()),
        "reals": pyarrow.list_(pyarrow.float64()),
        "seats": pyarrow.list_(pyarrow.int64()),
        "map": pyarrow.map_(text, text),
    }[kind]


class ParquetTable:
    """A table in the making. Each column has its line of help with it (`help`)."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column]) -> None:
        self._arrow, parquet = _pyarrow()
        self._schema = self._arrow.schema([
            self._arrow.field(
                column.name, _type(self._arrow, column.kind), metadata={"help": column.help}
            )
            for column in columns
        ])  # fmt: skip
        # Of whole matches there are no two alike, and the least and greatest tell nothing.
        usual = [column.name for column in columns if column is not RECORD]
        self._file = parquet.ParquetWriter(
            _Counted(stream), self._schema, compression=_COMPRESSION, write_page_checksum=True,
            use_dictionary=usual, write_statistics=usual,
        )  # fmt: skip
        self._rows: list[Sequence[Any]] = []
        self._size = 0  # characters in them
        self._packed: list[Any] = []
        self._packed_rows = self._packed_bytes = 0

    def write(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows, of these columns alone."""
        for row in rows:
            self._rows.append(row)
            self._size += sum(len(value) for value in row if isinstance(value, str))
            if len(self._rows) >= min(HELD_ROWS, GROUP_ROWS) or self._size >= GROUP_BYTES:
                self._pack()

    def close(self) -> None:
        """Write what is held, and what ends a file."""
        self._pack()
        self._flush()
        self._file.close()

    def _pack(self) -> None:
        """Put the rows that are held into columns."""
        if not self._rows:
            return
        columns = zip(zip(*self._rows, strict=True), self._schema, strict=True)
        arrays = [self._array(column, field.type) for column, field in columns]
        table = self._arrow.table(arrays, schema=self._schema)
        self._packed.append(table)
        self._packed_rows += table.num_rows
        self._packed_bytes += table.nbytes
        self._rows, self._size = [], 0
        if self._packed_rows >= GROUP_ROWS or self._packed_bytes >= GROUP_BYTES:
            self._flush()

    def _array(self, values: Sequence[Any], kind: Any) -> Any:
        if self._arrow.types.is_map(kind):
            values = [value and list(value.items()) for value in values]
        return self._arrow.array(values, type=kind)

    def _flush(self) -> None:
        """Write a row group."""
        if self._packed:
            self._file.write_table(self._arrow.concat_tables(self._packed))
        self._packed, self._packed_rows, self._packed_bytes = [], 0, 0


class _Counted:
    """A stream that knows how far it has come; a pipe does not."""

    closed = False

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._at = 0

    def write(self, data: Any) -> int:
        """Write on; nothing where the work was given up, as pyarrow still ends its file then."""
        self._at += len(data)
        if not self._stream.closed:
            self._stream.write(data)
        return len(data)

    def tell(self) -> int:
        """Bytes so far."""
        return self._at

    def flush(self) -> None:
        """As of a file."""
        self._stream.flush()

    def close(self) -> None:
        """The stream stays open: it is somebody else's."""

    def readable(self) -> bool:
        """As of a file."""
        return False

    def writable(self) -> bool:
        """As of a file."""
        return True

    def seekable(self) -> bool:
        """As of a file."""
        return False


def read_parquet(path: str, wanted: Sequence[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a table with these columns, as far as it has them; each with its number, from 1.

    Raises RecordError where it is no such file, and OSError.
    """
    pyarrow, parquet = _pyarrow()
    with open(path, "rb") as stream:  # noqa: PTH123 - named as it was given in errors
        try:
            file = parquet.ParquetFile(
                stream, pre_buffer=False, buffer_size=1 << 20, page_checksum_verification=True
            )
            names = [name for name in wanted if name in file.schema_arrow.names]
            number = 0
            for batch in file.iter_batches(_BATCH, columns=names, use_threads=False):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
        except (pyarrow.ArrowException, OSError, ValueError) as error:
            raise RecordError(f"this is no Parquet file that can be read: {error}") from error
