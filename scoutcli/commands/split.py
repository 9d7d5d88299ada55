"""`scoutcli split`: a log cut into files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.logs.keys import Key, KeysType, rows
from scoutcli.logs.session import session
from scoutcli.options import files_argument

if TYPE_CHECKING:
    from scoutcli.logs.split import ByKeys, InPieces

PAGE = Page(
    description="""
    Writes the matches of the files into files in a folder, and prints the names of those. With
    `--by` there is one for each value of a key, called as the value is; with several keys one for
    each combination, `scout_2026-11.yaml`. With `--every` or `--size` each file holds so many
    matches, or so much, and they are called `0001.yaml` and so on.

    A match that says nothing under a key goes into `none.yaml`; one with several players, teams
    or programs goes into the file of each.

    The bytes of a match stay as they are, and the matches of a file are in the order in which
    they came. What is no match is told, and goes into `rest.yaml`; so nothing is lost. Characters
    that are not safe in the name of a file become `-`, and where two names would be the same, one
    has a digest behind it. The files are there once all of them are complete; none that was there
    before is replaced without `--force`.
    """,
    examples=(
        Example("scoutcli split --by game,month --into games *.yaml", "A file for each month:"),
        Example("scoutcli split --by player --into players match.yaml", "One for each player:"),
        Example("scoutcli split --every 2 --into parts *.yaml", "Two matches a file:"),
    ),
    exits=(
        WELL,
        ("1", "Something is no match, a file cannot be read, or one is there already."),
        ("2", "The command line is wrong, or a file cannot be written."),
    ),
    files=((".split-*", "A folder in DIR with the files in the making; it is gone at the end."),),
    lists=(("Keys", rows()),),
    also=("scoutcli-filter(1)", "scoutcli-merge(1)"),
)


@subcommand("split", PAGE)
@files_argument
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder of the files; it is made if it is not there.",
)
@click.option("--by", type=KeysType(), metavar="KEY,...", help="A file for each value of a key.")
@click.option(
    "--every", type=click.IntRange(min=1), metavar="N", help="So many matches in each file."
)
@click.option(
    "--size",
    type=click.IntRange(min=1),
    metavar="MB",
    help="So many megabytes in each file, but a whole match at least.",
)
@click.option("--force", is_flag=True, help="Replace files that are there already.")
def command(
    paths: tuple[str, ...],
    into: Path,
    by: tuple[Key, ...] | None,
    every: int | None,
    size: int | None,
    force: bool,
) -> int:
    """Read, find the file, write."""
    if sum(way is not None for way in (by, every, size)) != 1:
        raise click.UsageError("say how to cut: one of --by, --every and --size")
    from notation.diagnostics import printable
    from scoutcli.logs.split import Splitter

    names = _names(by, every, size)
    with (
        Splitter(into, force=force) as splitter,
        session(paths, writes=False, aside=splitter.put_rest) as run,
    ):
        for entry in run.log.heads():
            for name in names(entry.about, len(entry.raw)):
                splitter.put(name, entry.raw)
        files = splitter.commit()
    for name in files:
        click.echo(printable(str(into / name)))
    return run.status


def _names(by: tuple[Key, ...] | None, every: int | None, size: int | None) -> ByKeys | InPieces:
    """What finds the files of a match."""
    from scoutcli.logs.split import ByKeys, InPieces

    if by is not None:
        return ByKeys(by)
    return InPieces(matches=every, size=None if size is None else size * 1_000_000)
