"""`scoutcli history`: the matches that were played, and how well you did."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scoutcli.csvcells import SAID
from scoutcli.help import Example, Page, subcommand
from scoutcli.options import FileType, format_option, jobs_option

if TYPE_CHECKING:
    from scoutcli.history.entries import Entry
    from scoutcli.history.tables import Shown, Writer

USUAL_LAST = 20
"""How many matches a table shows where nothing is said."""

PAGE = Page(
    description=f"""
    Lists the matches that `scoutcli play` keeps, and those of the FILEs, the newest first: the
    date, the game, who played, the points by seat, your place, and whether a match is unfinished,
    forfeited (given up), practice (moves were taken back, or a hint was asked for) or not
    verified.

    How to go on with the last unfinished ones is told below, also with those that `scoutcli record`
    or `scoutcli sheet` keeps in the same folder. What starts a program that plays is in no file: it
    has to be put in the place of the `…`.

    Then come the statistics of your own games, by game and opponents, of finished matches: how
    many there were, how many you won alone and how many with others, your points a round, your
    best and your worst round; in SKYJO also how many rounds you ended, and how often you were
    doubled for it, in rounds whose moves are there. Practice has a table of its own.

    You are the person called `--name` or, without that, `scoutcli config name`; if neither is
    said, everybody who sat at the table as a person has statistics. Bots never count as you.

    A file that is broken is told on the standard error output, and the others go on. Points come
    from the moves; score sheets and matches with moves that nobody noted are taken at their word.

    `--format csv` and `--format json` have all matches, file after file, the newest file first,
    unless `--last` is given. With csv, two tables with an empty line between them; players and
    their points have semicolons between them. {SAID}. With json, an object a line: a match has
    `file`, `match`, `date`, `game`, `status` (`finished`, `unfinished`, `forfeited`, `faulty`),
    `practice`, `verified`, `players` (`name`, `bot`), `rounds`, `total`, `winners` and, where you
    played, `seat` and `place`; statistics have `player`, `game`, `practice`, `against` (null: all
    of them), `matches`, `won`, `shared`, `rounds`, `points`, `average`, `best`, `worst`, and in
    SKYJO `ended` and `doubled`; the last object is `summary`.
    """,
    examples=(
        Example("scoutcli history", "What was played last, and how it went:"),
        Example(
            "scoutcli history --name 'Seat 1' --only statistics match.yaml skyjo.yaml",
            "The statistics of somebody of that name, with two more files:",
        ),
        Example(
            "scoutcli history --format csv --only matches > matches.csv",
            "All matches for a spreadsheet:",
        ),
    ),
    exits=(
        ("0", "All is well."),
        ("1", "A match has an error, or a file cannot be read; the others are listed."),
        ("2", "The command line is wrong."),
    ),
    files=(
        ("~/.local/share/scoutcli/matches", "The matches that were played."),
        ("~/Library/Application Support/scoutcli/matches", "The same on macOS."),
    ),
    environment=(
        ("XDG_CONFIG_HOME", "If an absolute path, settings are in scoutcli/config.yaml there."),
        ("XDG_DATA_HOME", "If an absolute path, matches are in scoutcli/matches there."),
    ),
    also=("scoutcli-config(1)", "scoutcli-play(1)", "scoutcli-replay(1)", "scoutcli-score(1)"),
)

FORMS = ("table", "csv", "json")
PARTS = ("matches", "statistics")


@subcommand("history", PAGE)
@click.argument("paths", type=FileType(), nargs=-1, metavar="[FILE]...")
@click.option("-n", "--name", metavar="NAME", help="Who you are in the matches.")
@click.option(
    "-l",
    "--last",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Only the last N matches are listed; a table has {USUAL_LAST} unless told otherwise. "
    "Statistics are always of all.",
)
@click.option("-a", "--all", "every", is_flag=True, help="List all matches in a table too.")
@format_option(*FORMS)
@click.option("--only", type=click.Choice(PARTS), help="Print only the one of the two parts.")
@jobs_option
def command(
    paths: tuple[str, ...],
    name: str | None,
    last: int | None,
    every: bool,
    form: str,
    only: str | None,
    jobs: int,
) -> int:
    """Read, list, count."""
    from scoutcli.files import Progress
    from scoutcli.history.folder import match_files, newest_first
    from scoutcli.history.reading import Reading, newest
    from scoutcli.history.records import Career
    from scoutcli.report import in_text
    from scoutcli.settings import load

    if last is None and form == "table" and not every:
        last = USUAL_LAST
    files = [str(path) for path in newest_first([*map(Path, paths), *match_files()])]
    career = Career(load()["name"] if name is None else name)
    with Progress(files) as progress:

        def say(text: str, *, err: bool = False) -> None:
            progress.hide()
            click.echo(text, nl=False, err=err)

        reading = Reading(
            files, career, progress, lambda it: say(f"{in_text(it)}\n", err=True), jobs
        )
        matches: Iterable[Shown] = reading.matches()
        if last is not None or form == "table":
            matches = newest(matches, last)
        writes = writer(form)
        shown = False
        for text in writes.matches(matches) if only != "statistics" else _drained(matches):
            say(text)
            shown = True
    gap = "\n" if shown and form != "json" else ""
    if only != "matches" and (text := writes.career(career)):
        click.echo(f"{gap}{text}", nl=False)
        gap = "\n"
    if summary := writes.summary(career):
        click.echo(f"{gap}{summary}" if form == "table" else summary, nl=False)
    if form == "table" and only != "statistics":
        _say_how_to_go_on(reading.left)
    return 1 if reading.faults else 0


def _drained(matches: Iterable[Shown]) -> Iterator[str]:
    """Nothing, when all were read."""
    for _ in matches:
        pass
    yield from ()


def writer(form: str) -> Writer:
    """What writes that form."""
    from scoutcli.history.tables import Csv, Json, Tables
    from scoutcli.report import terminal_width

    return {"table": lambda: Tables(terminal_width()), "csv": Csv, "json": Json}[form]()


def _say_how_to_go_on(left: Iterable[tuple[str, Entry]]) -> None:
    """The command for each match that is not over."""
    from notation.diagnostics import printable

    for command, entry in left:
        file = shlex.quote(printable(entry.facts.file))
        programs = _programs(entry) if command == "play" else ""
        click.echo(f"To go on with {entry.title}: scoutcli {command} --resume {file}{programs}")


def _programs(entry: Entry) -> str:
    """The programs of a match as options, without what starts them."""
    from notation.diagnostics import printable

    texts = [printable(f"name={name},cmd=…") for name in entry.programs]
    return "".join(f" --bot {shlex.quote(text)}" for text in texts)
