"""`scoutcli filter`: the matches of a log that are meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.logs.session import output_option, rest_option, session
from scoutcli.options import files_argument, jobs_option
from scoutcli.where.fields import rows
from scoutcli.where.option import where_option

if TYPE_CHECKING:
    from scoutcli.logs.reading import Entry, Log
    from scoutcli.logs.skim import Head
    from scoutcli.results.facts import Facts
    from scoutcli.where import Condition

PAGE = Page(
    description="""
    Writes the matches of which an expression is true, one behind the other, to the standard
    output; their bytes stay as they are, comments too. `--count` prints how many there are.

    An expression compares fields with values: `game = scout`, `players >= 4`, `date < 2026-07`. The
    signs are `=`, `!=`, `<`, `<=`, `>`, `>=`, and `~`, which is true where a text contains the
    value or, if that has `*` or `?` in it, is of that form; capitals do not matter to it, nor in
    the words of `game`, `status`, yes and no, and options. `player in (Ann, Bo)` asks for one of
    several. Such parts are joined by `and`, `or`, `not` and brackets; `and` binds closer than `or`.
    A value of several words, or with a sign or a bracket in it, goes in quotes:
    `event = "Kitchen table"`. What is so or not, as `verified`, may stand alone.

    The fields `player`, `bot`, `team`, `seat`, `score`, `total`, `place`, `winner`, `faults` and
    `round.score` belong to seats. What is asked of them is true if it is true of any seat, and of
    any round: `player = Ann and score > 30` says that Ann played, and that somebody had more than
    30. `seat( … )` asks it all of the same seat: `seat(player = Ann and score > 30)`. `!=` is true
    where `=` is not: `player != Ann` are matches without Ann. What a match does not say, or nobody
    knows, equals nothing, and is neither less nor more than anything. In texts numbers count as
    numbers: round 9 is less than round 10. A date is a day, a month or a year of the calendar; one
    that stands in a match in other words equals only these, in quotes: `date = "30 November"`.

    What a match says before its rounds is read without its moves, which is fast: the fields down
    to `practice`, and the options of the game. For the others every match is played through;
    points are those of its moves. A match that has an error (`status = faulty`) has no points. One
    where nothing but noted points differ from those of the moves is not faulty: the moves count.
    `scoutcli validate` and `scoutcli score` tell of it.

    What is no match (text outside of any, one in another encoding or longer than a reader takes,
    a position or moves alone) is told and never written, but to `--rest`.
    """,
    examples=(
        Example(
            "scoutcli filter --where 'game = scout and players >= 3' *.yaml > scout.yaml",
            "The matches of SCOUT at larger tables:",
        ),
        Example(
            "scoutcli filter --count --where 'date = 2026-11' *.yaml",
            "How many were played in November?",
            "5",
        ),
        Example(
            "scoutcli filter --count --where 'seat(player = \"Seat 1\" and place = 1)' *.yaml",
            "How many did somebody win, alone or not?",
            "1",
        ),
        Example(
            "scoutcli filter -v --where 'status = faulty or practice' -o good.yaml "
            "--rest others.yaml *.yaml",
            "Faulty matches, practice and what is no match put aside:",
        ),
    ),
    exits=(
        WELL,
        ("1", "Something is no match, or a file cannot be read; the others were filtered."),
        ("2", "The command line is wrong, or a file cannot be written."),
    ),
    lists=(("Fields", rows()),),
    also=("scoutcli-match(5)", "scoutcli-score(1)", "scoutcli-split(1)", "scoutcli-stats(1)"),
)


@subcommand("filter", PAGE)
@files_argument
@where_option()
@click.option("-v", "--invert", is_flag=True, help="The matches of which it is not true.")
@click.option("-c", "--count", is_flag=True, help="Print how many there are, and write none.")
@output_option
@rest_option("the other matches")
@jobs_option
def command(
    paths: tuple[str, ...],
    where: Condition | None,
    invert: bool,
    count: bool,
    output: str | None,
    rest: str | None,
    jobs: int,
) -> int:
    """Read, ask, write."""
    if count and (output or rest):
        raise click.UsageError("--count writes no matches: leave out --output and --rest")
    if invert and where is None:
        raise click.UsageError("--invert is the contrary of --where: say what that is")
    found = 0
    with session(paths, output, rest, writes=not count) as run:
        for entry in _entries(run.log, where, jobs):
            if where is None or where.holds(entry.about) is not invert:
                found += 1
                if run.out is not None:
                    run.out.write(entry.raw)
            else:
                run.leave_out(entry.raw)
    if count:
        click.echo(found)
    if run.log.faulty:
        from scoutcli.report import plural  # rarely needed

        click.echo(
            f"Note: {plural(run.log.faulty, 'match')} with an error, so without points; "
            "scoutcli validate tells more",
            err=True,
        )
    return run.status


def _entries(
    log: Log, where: Condition | None, jobs: int
) -> Iterator[Entry[Head]] | Iterator[Entry[Facts]]:
    """The matches, read as far as is needed."""
    return log.heads() if where is None or where.headers_only else log.facts(jobs)
