"""`scoutcli score`: the points of matches, and of their players."""

from __future__ import annotations

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import files_argument, format_option

PAGE = Page(
    description="""
    Prints the points of every match, round by round, and then a table of all players for each
    game: matches played, won alone and shared, points, and points a round. Players are told apart
    by their names. In SKYJO the lowest total wins.

    The points always come from the moves. Where those in the file are others, that is said on the
    standard error output with its place, and the exit status is 1. Score sheets, and matches with
    moves that nobody noted, are taken at their word; since nothing can be verified there, they
    come in tables of their own. Unfinished matches are shown as far as they go and count for no
    player; matches with any other error are not scored at all, and their errors are told. The last
    line says how many matches there were of each sort.

    `--format csv` gives two tables with an empty line between them; `--only` picks one.
    `--format json` gives an object a line: a match has `file`, `match`, `game`, `status`
    (`finished`, `unfinished`, `faulty`), `verified`, `players`, `rounds`, `total` and `winners`
    (seats, from 1); a player has `player`, `game`, `verified`, `played`, `won`, `shared`,
    `rounds`, `points` and `average`; the last object is `summary`.
    """,
    examples=(
        Example("scoutcli score match.yaml", "The points of a match:"),
        Example(
            "scoutcli score --only players --format markdown *.yaml",
            "A table of the players of many matches, for a page in Markdown:",
            status=1,
        ),
        Example(
            "scoutcli score --only matches --format csv skyjo.yaml sheet.yaml > evening.csv",
            "The totals of two matches for a spreadsheet:",
        ),
    ),
    exits=(
        WELL,
        ("1", "Points differ, a match has an error, or a file cannot be read."),
        ("2", "The command line is wrong."),
    ),
    also=("scoutcli-validate(1)",),
)

FORMS = ("table", "csv", "json", "markdown")
PARTS = ("matches", "players")


@subcommand("score", PAGE)
@files_argument
@format_option(*FORMS)
@click.option("--only", type=click.Choice(PARTS), help="Print only the one of the two parts.")
def command(paths: tuple[str, ...], form: str, only: str | None) -> int:
    """Score, print, count."""
    from notation.diagnostics import Diagnostic
    from scoutcli.files import Progress, survey
    from scoutcli.report import in_text
    from scoutcli.scores import Standings, scored
    from scoutcli.scoretables import WRITERS

    writer = WRITERS[form]()
    standings = Standings()
    apart = form in {"table", "markdown"}
    faults = 0
    with Progress(paths) as progress:

        def say(text: str, *, err: bool = False) -> None:
            if text:
                progress.hide()
                click.echo(text, nl=False, err=err)

        for found in survey(paths, scored, progress):
            match, errors = (None, [found]) if isinstance(found, Diagnostic) else found
            faults += len(errors)
            for error in errors:
                say(in_text(error) + "\n", err=True)
            if match is not None:
                standings.add(match)
                if only != "players":
                    text = writer.match(match)
                    say(f"{text}\n" if apart else text)
    if only != "matches":
        players = writer.players(standings)
        if players and (apart or (only is None and form == "csv")):
            players = f"{players}\n" if apart else f"\n{players}"
        click.echo(players, nl=False)
    summary = writer.summary(standings)
    click.echo(summary, nl=False)
    if not summary:
        click.echo(standings.in_text(), err=True)
    return 1 if faults else 0
