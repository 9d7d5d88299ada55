"""`scoutcli merge`: files that are in order, joined into one that is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.logs.keys import Key
from scoutcli.logs.session import by_option, output_option, rest_option, reverse_option, session
from scoutcli.options import files_argument

if TYPE_CHECKING:
    from scoutcli.logs.order import Record
    from scoutcli.logs.session import Session

MOST_FILES = 200
"""So many files are open at a time; many systems allow 256."""
BLOCK = 1 << 16
"""Bytes of each file that are read at a time."""

PAGE = Page(
    description="""
    Writes the matches of files, each of which is in order, as one file that is in order to the
    standard output: by date if nothing else is said. Of equal matches those of the file that is
    named first come first. Memory: a match of each file, however long the files are.

    A match that stands behind one that should come after it is told with its place, and the exit
    status is 1; it is written all the same. `scoutcli sort` puts files in order.

    The bytes of a match stay as they are, comments too. What is no match (text outside of any,
    one in another encoding or longer than a reader takes, a position or moves alone) is told and
    never written, but to `--rest`.
    """,
    examples=(
        Example(
            "scoutcli merge sheet.yaml match.yaml skyjo.yaml > all.yaml",
            "Three files into one, by date:",
        ),
        Example(
            "scoutcli merge --by event,date -o year.yaml match.yaml skyjo.yaml",
            "By event and date:",
        ),
    ),
    exits=(
        WELL,
        ("1", "A file is not in order, something is no match, or a file cannot be read."),
        ("2", "The command line is wrong, or a file cannot be written."),
    ),
    also=("scoutcli-sort(1)", "scoutcli-split(1)"),
)


@subcommand("merge", PAGE)
@files_argument
@by_option
@reverse_option
@output_option
@rest_option("")
def command(
    paths: tuple[str, ...],
    by: tuple[Key, ...],
    reverse: bool,
    output: str | None,
    rest: str | None,
) -> int:
    """Read all files side by side."""
    if len(paths) > MOST_FILES:
        raise click.UsageError(
            f"at most {MOST_FILES} files can be open at a time: merge them in groups, "
            "or let scoutcli sort put them all in order"
        )
    from scoutcli.logs.order import merged

    with session(paths, output, rest) as run:
        assert run.out is not None
        merging = Merging(run, by, reverse=reverse)
        for record in merged(map(merging.records, paths), reverse=reverse):
            run.out.write(record.raw)
    return 1 if merging.misplaced else run.status


class Merging:
    """The matches of each file with their places in the order; tells of those out of place."""

    def __init__(self, run: Session, by: tuple[Key, ...], *, reverse: bool) -> None:
        self.misplaced = 0
        self._run = run
        self._by = by
        self._reverse = reverse
        self._begun = False
        """Whether the standard input is being read."""

    def records(self, path: str) -> Iterator[Record]:
        """Those of one file; the standard input is there once, as if files were read in turn."""
        from scoutcli.files import no_match
        from scoutcli.logs.keys import order_of
        from scoutcli.logs.order import Record

        if path == "-":
            if self._begun:
                self._run.log.tell(no_match(path))
                return
            self._begun = True
        last = None
        for entry in self._run.log.heads_of(path, BLOCK):
            key = order_of(entry.about, self._by)
            if last is not None and (key > last if self._reverse else key < last):
                self._tell(entry.file, entry.line, entry.number)
            last = key
            yield Record(key, entry.raw)

    def _tell(self, file: str, line: int, number: int) -> None:
        from notation.diagnostics import printable

        self.misplaced += 1
        self._run.progress.hide()
        names = ", ".join(key.name for key in self._by)
        click.echo(
            f"{printable(file)}:{line}: error: by {names}, match {number} belongs before the one "
            "above it; it is written all the same, and scoutcli sort puts files in order",
            err=True,
        )
