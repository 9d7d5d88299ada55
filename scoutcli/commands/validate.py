"""`scoutcli validate`: find out whether matches are what they say."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import files_argument, format_option, jobs_option

if TYPE_CHECKING:
    from notation.diagnostics import Diagnostic
    from notation.reader import Part
    from scoutcli.tally import Tally

PAGE = Page(
    description="""
    Reads match files and works everything out anew from deals and moves: whether each move is
    legal and was its seat's to make, how the rounds ended, their points, totals and winners, and
    whether the deals are those of the seed, where one is given. What is not as it should be is
    printed with its place, `FILE:LINE:COLUMN`, and the line itself; the last line is a summary.

    What nobody noted is no error: score sheets, deals without moves, matches that stop, unknown
    cards and moves are checked as far as they go. Notices tell of them, and the summary says how
    many rounds could be verified, and why the others could not.

    A fault costs no more than itself: a round stops at its first illegal move, the next one goes
    on, and so do the next match and the next file. A file may also hold a single position line
    (scoutcli-notation(5)) and moves from there, or moves alone that begin with the choices before
    the first turn. `-` is the standard input.

    With `--format json` each finding is an object on a line of its own, with `code`, `severity`,
    `message`, `file`, `line`, `column`, `match`, `round`, `seat` and `move`, as far as they apply;
    the last one is `summary`.
    """,
    examples=(
        Example(
            "scoutcli validate match.yaml skyjo.yaml",
            "Two files without a fault:",
            "2 matches, all right; 8 rounds: 8 verified; 0 errors, 0 warnings, 0 notices",
        ),
        Example("scoutcli validate damaged.yaml", "A wrong total, and where it is:", status=1),
        Example(
            "scoutcli validate --strict unfinished.yaml",
            "See to it that every match was played to its end:",
            status=1,
        ),
        Example(
            "cat *.yaml | scoutcli validate --format json - | tail -n 1",
            "All that there is, from the standard input, for a program:",
        ),
        Example(
            "echo '1.K 2.F 1.S3:44 2.S1:9' | scoutcli validate -",
            "Can these moves be, whatever was dealt?",
            status=1,
        ),
    ),
    exits=(
        WELL,
        ("1", "An error was found, or a file could not be read."),
        ("2", "The command line is wrong."),
    ),
    also=("scoutcli-fmt(1)", "scoutcli-replay(1)", "scoutcli-score(1)"),
)

STOPPED = "unfinished"
"""The code of the notice that is an error with --strict."""


class Findings(NamedTuple):
    """What is kept of a part of a file; other processes send it."""

    diagnostics: list[Diagnostic]
    tally: Tally


@subcommand("validate", PAGE)
@files_argument
@format_option("text", "json")
@click.option(
    "-q",
    "--quiet",
    is_flag=True,
    help="Print errors only: no warnings, no notices, and in text no summary.",
)
@click.option("--strict", is_flag=True, help="A match that is not over is an error, not a notice.")
@jobs_option
def command(paths: tuple[str, ...], form: str, quiet: bool, strict: bool, jobs: int) -> int:
    """Check, print, count."""
    # Here and not above, as in all commands: `--help` reads no match.
    from notation.diagnostics import Diagnostic
    from scoutcli.files import Progress, survey
    from scoutcli.report import in_json, in_text
    from scoutcli.tally import Tally

    written = in_json if form == "json" else in_text
    total = Tally()
    with Progress(paths, silent=quiet) as progress:
        for found in survey(paths, partial(findings, strict=strict), progress, jobs):
            if isinstance(found, Diagnostic):
                diagnostics = [found]
            else:
                diagnostics = found.diagnostics
                total.add(found.tally)
            for diagnostic in diagnostics:
                total.note(diagnostic)
                if not quiet or diagnostic.severity == "error":
                    progress.hide()
                    click.echo(written(diagnostic))
    if form == "json":
        click.echo(total.in_json())
    elif not quiet:
        click.echo(total.in_text())
    return 1 if total.errors else 0


def findings(part: Part, *, strict: bool) -> Findings:
    """What is to be told and counted of a part."""
    from scoutcli.tally import Tally

    diagnostics = part.diagnostics
    if strict:
        diagnostics = [
            dataclasses.replace(diagnostic, severity="error")
            if diagnostic.code == STOPPED
            else diagnostic
            for diagnostic in diagnostics
        ]
    tally = Tally()
    tally.take(part, right=all(diagnostic.severity != "error" for diagnostic in diagnostics))
    return Findings(diagnostics, tally)
