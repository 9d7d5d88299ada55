"""`scoutcli stats`: what is in a log."""

from __future__ import annotations

import click

from scoutcli.csvcells import SAID
from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.logs.keys import Key, KeysType, rows
from scoutcli.logs.session import session
from scoutcli.options import files_argument, format_option

USUAL = ("game", "players", "event", "month", "bot")
USUAL_TOP = 20

PAGE = Page(
    description=f"""
    Counts the matches of the files, their rounds and their bytes, together and by keys. Nothing
    is played through, so it is fast; who won is told by `scoutcli score`.

    A match with several players, teams or programs counts for each of them. What matches do not
    say is counted as `not said`; without `--by`, a table for a key that no match has is left out.
    The rounds are those that stand in the file, played to their
    end or not.

    `--format json` gives an object with `matches`, `rounds`, `bytes`, `rounds_a_match` (`least`,
    `median`, `most`), `bytes_a_match` (`least` and `most` with `bytes`, `file` and `match`;
    `mean`) and `by`: under each key a list with `value`, `matches`, `rounds` and `bytes`.
    `--format csv` has a row for each value, and one for all. {SAID}.

    What is no match (text outside of any, one in another encoding or longer than a reader takes,
    a position or moves alone) is told and not counted.
    """,
    examples=(
        Example("scoutcli stats *.yaml", "What is there?"),
        Example(
            "scoutcli stats --by player --format csv match.yaml sheet.yaml > players.csv",
            "How often each player played, for a spreadsheet:",
        ),
        Example(
            "scoutcli filter --where 'game = scout' *.yaml | scoutcli stats --by event -",
            "The events of one game:",
        ),
    ),
    exits=(
        WELL,
        ("1", "Something is no match, or a file cannot be read; the others were counted."),
        ("2", "The command line is wrong."),
    ),
    lists=(("Keys", rows()),),
    also=("scoutcli-filter(1)", "scoutcli-score(1)", "scoutcli-validate(1)"),
)


@subcommand("stats", PAGE)
@files_argument
@click.option(
    "--by",
    type=KeysType(),
    default=",".join(USUAL),
    show_default=True,
    metavar="KEY,...",
    help="What to count by.",
)
@click.option(
    "--top",
    type=click.IntRange(min=1),
    default=USUAL_TOP,
    show_default=True,
    metavar="N",
    help="So many values of a key are shown in a table; csv and json have all.",
)
@format_option("table", "json", "csv")
def command(paths: tuple[str, ...], by: tuple[Key, ...], top: int, form: str) -> int:
    """Read heads, count, print."""
    from scoutcli.logs import counts
    from scoutcli.report import terminal_width

    found = counts.Counts(by)
    with session(paths, writes=False) as run:
        for entry in run.log.heads():
            found.add(entry)
    if form == "table":
        source = click.get_current_context().get_parameter_source("by")
        asked = source is not click.core.ParameterSource.DEFAULT
        click.echo(counts.in_table(found, top, terminal_width(), asked=asked), nl=False)
    else:
        click.echo((counts.in_json if form == "json" else counts.in_csv)(found), nl=False)
    return run.status
