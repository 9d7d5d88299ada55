"""The forms that matches can have, and the endings of file names by which each is known."""

from __future__ import annotations

from pathlib import PurePath

FORMS = {
    "yaml": "match files",
    "jsonl": "JSON lines, one match a line",
    "csv": "tables as CSV",
    "parquet": "tables as Parquet",
}
TABULAR = ("csv", "parquet")

SUFFIXES = {
    ".yaml": "yaml", ".yml": "yaml", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv",
    ".parquet": "parquet",
}  # fmt: skip


def form_of(path: str) -> str:
    """The form of a file by its name; "" where that does not tell."""
    return SUFFIXES.get(PurePath(path).suffix.lower(), "")
