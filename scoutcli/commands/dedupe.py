"""`scoutcli dedupe`: every match once."""

from __future__ import annotations

from bisect import bisect_right

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.logs.session import output_option, rest_option, session
from scoutcli.options import files_argument, jobs_option

PAGE = Page(
    description="""
    Writes the matches of all files, but each only once, to the standard output: of matches that
    are the same the first stays. The same are matches of one game with the same deals and the
    same moves, however they are written; comments, judgements and the names of the players do
    not count. Where cards or moves were not noted, as on score sheets, the names, the date and
    the points of the rounds count as well. A match with an error is the same as one with the
    very same text.

    How many were left out is said on the standard error output. `--list` writes no matches, but a
    line for each that would be left out: its file, line and number, and those of the first.
    Memory: less than 100 bytes a match. The bytes of a match stay as they are.

    What is no match (text outside of any, one in another encoding or longer than a reader takes,
    a position or moves alone) is told and never written, but to `--rest`.
    """,
    examples=(
        Example("scoutcli dedupe *.yaml > all.yaml", "Every match once:"),
        Example(
            "cat match.yaml skyjo.yaml match.yaml | scoutcli dedupe --list -",
            "Which are there twice?",
            "-:213: match 3 is the same as match 1 of -",
        ),
        Example(
            "scoutcli dedupe -o once.yaml --rest again.yaml match.yaml match.yaml",
            "What is left out goes into a file of its own:",
        ),
    ),
    exits=(
        WELL,
        ("1", "Something is no match, or a file cannot be read."),
        ("2", "The command line is wrong, or a file cannot be written."),
    ),
    also=("scoutcli-filter(1)", "scoutcli-merge(1)"),
)


@subcommand("dedupe", PAGE)
@files_argument
@click.option("--list", "listing", is_flag=True, help="Say which would be left out; write none.")
@output_option
@rest_option("what is left out")
@jobs_option
def command(
    paths: tuple[str, ...], listing: bool, output: str | None, rest: str | None, jobs: int
) -> int:
    """Read, look whether it is there, write."""
    if listing and (output or rest):
        raise click.UsageError("--list writes no matches: leave out --output and --rest")
    from notation.diagnostics import printable
    from scoutcli.logs.seen import Seen
    from scoutcli.report import plural

    seen, places, total = Seen(), _Places(), 0
    with session(paths, output, rest, writes=not listing) as run:
        for total, entry in enumerate(run.log.facts(jobs), 1):
            places.note(entry.file, entry.number, total)
            first = seen.add(bytes.fromhex(entry.about.identity), total)
            if first is not None:
                run.leave_out(entry.raw)
                if listing:
                    run.progress.hide()
                    file, number = places.of(first)
                    click.echo(
                        f"{printable(entry.file)}:{entry.line}: match {entry.number} "
                        f"is the same as match {number} of {printable(file)}"
                    )
            elif run.out is not None:
                run.out.write(entry.raw)
    click.echo(f"{plural(total, 'match')}, {total - len(seen)} of them again", err=True)
    return run.status


class _Places:
    """From the how-many-th match of all to its file and its number there."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._files: list[tuple[str, int]] = []

    def note(self, file: str, number: int, total: int) -> None:
        """A match that is the `total`-th of all; only the first of each file is kept."""
        if not self._files or (file, number - total) != self._files[-1]:
            self._starts.append(total)
            self._files.append((file, number - total))

    def of(self, total: int) -> tuple[str, int]:
        """The file and the number of a match."""
        file, shift = self._files[bisect_right(self._starts, total) - 1]
        return file, total + shift
