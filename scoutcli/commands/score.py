"""`scoutcli score`: standings, and the points of matches."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from games.options import shown
from scoutcli.commands.match import AddressType
from scoutcli.csvcells import SAID
from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import FileType, Type, files_argument, format_option, items, jobs_option
from scoutcli.results.entrants import BY
from scoutcli.results.systems import SYSTEMS
from scoutcli.results.tiebreaks import TIEBREAKS
from scoutcli.where.option import where_option

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from scoutcli.scoring.showing import Showing

FORMS = ("table", "csv", "json", "markdown", "html")
PARTS = ("matches", "players")
UNVERIFIED = {
    "apart": "in tables of their own",
    "with": "together with the others",
    "without": "not at all",
}

USUAL_SYSTEM = "wins"
USUAL_TIEBREAK = "average"
NO_TIEBREAK = "none"


def _listed(kinds: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The words of an option, and what they mean."""
    return tuple((name, kind.help) for name, kind in kinds.items())


PAGE = Page(
    description=f"""
    Prints the points of every match, round by round, and then the standings of each game: of the
    players, or of what `--by` says. In SKYJO the lowest total wins, everywhere.

    The points always come from the moves. Where those in the file are others, that is said on the
    standard error output with its place, the moves count, and the exit status is 1; `--strict`
    stops there, and makes no standings. Score sheets, and matches with moves that nobody noted,
    are taken at their word; since nothing can be verified there, they come in tables of their own,
    or as `--unverified` says. Unfinished matches, those that were given up, and those with any
    other error count for nobody, but are counted; the last line says how many there are of each
    sort. The faults of programs are a column, where there are any.

    Standings have a place for each; who is equal in all that is asked for has the same one. Then
    come the figures that decided it, in the order in which they did, and further ones: matches
    played, won alone, and won together with others (shared); points, rounds, points a round with
    a 95 % interval, and the mean of the places. Matches, and not rounds, are what is independent:
    the interval is that of a ratio, of points by rounds, over matches, by Student's t.

    The first `--system` ranks, others are columns. Where matches count in their order, that is the
    one of `scoutcli sort --by date,stage`. Under the table stand a rating's model, prior
    and scale, and who can hardly be compared: the undefeated, those who never came before anybody,
    and groups that never met. `--tiebreak` names what decides where the system leaves a tie, one
    after the other. At a table everybody plays against everybody else there; ahead is who has the
    better place of two, level who has the same.

    `--cross` adds how often everybody was ahead of everybody else, level, and behind. Where
    matches are annotated (scoutcli-annotate(1)), a table has skill and luck side by side: points
    lost a choice, luck a round, and what is left of the margin without it.

    `--plot` draws for each game the points above the mean of the others, match by match in the
    order of their dates, the ratings that are columns, and how often a round brought how many
    points; of more than eight entrants the first eight.

    `--where` takes only some of the matches; scoutcli-filter(1) has all that can be asked.

    `--format csv` gives tables with an empty line between them; `--only` picks one. {SAID}. With
    `json` there is an object on each line: a match has `file`, `match`, `game`, `status`
    (`finished`, `unfinished`, `forfeited`, `faulty`), `verified`, `players`, `rounds`, `total` and
    `winners` (seats, from 1); a row of a table says which in `table` (`standings`, `cross`,
    `skill`, or `differences`, the noted figures that the moves do not give); the last object is
    `summary`. `html` gives a page that is whole in itself.

    The answer depends on the matches alone: neither on the order of the files, nor on `--jobs`,
    which divides the work among processes, or `--cluster`, which hands it to a Dask scheduler (see
    scoutcli-match(1) for what that needs). Memory grows with the players, and by some 250 bytes a
    match where a rating or a plot needs them, 800 where `bradley-terry` does.

    With `--only players`, the sums of files from 1 MB on are kept in the user's cache folder.
    When such a log has grown, only what is new is read. They are taken only if what was read
    before is unchanged: of up to 64 MB every byte is compared, of more 1024 blocks of 64 kB,
    evenly spread. In these longer files a change that keeps the length may be missed where
    something was added, too: `--no-cache` reads all.
    """,
    examples=(
        Example("scoutcli score match.yaml", "The points of a match:"),
        Example(
            "scoutcli score --only players --system points,wins --tiebreak head-to-head --cross"
            " match.yaml skyjo.yaml",
            "Standings by points a round, with a cross table:",
        ),
        Example(
            "scoutcli score --only players --by seat --where 'game = scout' match.yaml"
            " unfinished.yaml",
            "Is it good to sit first?",
            """\
SCOUT, all matches
place  seat    wins  a round  played  won  shared  points  rounds  mean place
-----  ------  ----  -------  ------  ---  ------  ------  ------  ----------
…
""",
        ),
        Example(
            "scoutcli score --only players --format markdown *.yaml",
            "The standings of many matches, for a page in Markdown:",
            status=1,
        ),
        Example(
            "scoutcli score --only matches --format csv skyjo.yaml sheet.yaml > evening.csv",
            "The totals of two matches for a spreadsheet:",
        ),
        Example(
            "scoutcli score --only players --plot - skyjo.yaml",
            "Points over time, and of a round, drawn in the terminal:",
        ),
        Example(
            "scoutcli score --format html match.yaml skyjo.yaml > standings.html",
            "A page for the club; with --plot - its plots are in it:",
        ),
    ),
    lists=(
        ("Who is compared, by --by", _listed(BY)),
        ("Systems", _listed(SYSTEMS)),
        ("Tie-breaks", _listed(TIEBREAKS)),
    ),
    exits=(
        WELL,
        ("1", "Points differ, a match has an error, a file cannot be read, or nothing is to plot."),
        (
            "2",
            (
                "The command line is wrong, a plot cannot be written, or what a rating or a plot "
                "needs is not installed."
            ),
        ),
    ),
    files=(
        (
            "~/.cache/scoutcli/score",
            "The sums of long files: 256 MB at most, what was not used for longest goes first.",
        ),
    ),
    environment=(
        ("XDG_CACHE_HOME", "If an absolute path, sums are kept in scoutcli/score there."),
    ),
    also=(
        "scoutcli-validate(1)", "scoutcli-filter(1)", "scoutcli-annotate(1)", "scoutcli-match(5)",
    ),
)  # fmt: skip


class NamesType(Type):
    """Names of a table, with commas between them; becomes a list of names."""

    def __init__(self, kind: str, known: Mapping[str, str]) -> None:
        self.name = kind
        self.known = known

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[str]:
        """The names."""
        names = [name.strip() for name in value.split(",")]
        for name in names:
            if name not in self.known:
                self.fail(
                    f"{shown(name)} is no {self.name}; there is {', '.join(self.known)}", param, ctx
                )
        return names

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The names that are not there yet."""
        done, comma, last = incomplete.rpartition(",")
        given = done.split(",")
        return items(
            (
                (f"{done}{comma}{name}", help_)
                for name, help_ in self.known.items()
                if name not in given
            ),
            done + comma + last,
        )


@subcommand("score", PAGE)
@files_argument
@click.option(
    "--by",
    type=click.Choice(tuple(BY)),
    default=next(iter(BY)),
    show_default=True,
    help="Who is compared.",
)
@click.option(
    "--system",
    "systems",
    type=NamesType("system", {name: system.help for name, system in SYSTEMS.items()}),
    multiple=True,
    metavar="NAME",
    help=f"What ranks: {', '.join(SYSTEMS)}; several with commas, the first one ranks, the others "
    f"are columns. Usually {USUAL_SYSTEM}.",
)
@click.option(
    "--tiebreak",
    "tiebreaks",
    type=NamesType(
        "tie-break",
        {name: tiebreak.help for name, tiebreak in TIEBREAKS.items()} | {NO_TIEBREAK: ""},
    ),
    multiple=True,
    metavar="NAME",
    help=f"What decides where the system leaves a tie: {', '.join(TIEBREAKS)}; several with "
    f"commas, in that order. Usually {USUAL_TIEBREAK}; {NO_TIEBREAK} for none.",
)
@where_option()
@click.option(
    "--unverified",
    type=click.Choice(tuple(UNVERIFIED)),
    default=next(iter(UNVERIFIED)),
    show_default=True,
    help="Where matches count whose points do not all follow from moves: "
    f"{'; '.join(f'{name}: {text}' for name, text in UNVERIFIED.items())}.",
)
@click.option("--only", type=click.Choice(PARTS), help="Print only the one of the two parts.")
@click.option("--cross", is_flag=True, help="Show everybody against everybody else, too.")
@click.option(
    "--plot",
    type=FileType(),
    help="Draw points over time, ratings over time and round scores, too: into this .svg or .png "
    "file, or with - into the output (a table or a page).",
)
@click.option(
    "--strict", is_flag=True, help="Stop at the first noted points that the moves do not give."
)
@format_option(*FORMS)
@jobs_option
@click.option(
    "--cluster",
    type=AddressType(),
    metavar="ADDRESS",
    help="Have the workers of the Dask scheduler at tcp://HOST:PORT read, instead of --jobs.",
)
@click.option("--no-cache", is_flag=True, help="Read long files from their beginning, always.")
def command(paths: tuple[str, ...], **options: Any) -> int:
    """See what is wanted, and do it."""
    _refuse_contradictions(options)
    from scoutcli.scoring.counting import Wish
    from scoutcli.scoring.run import Orders, carry_out

    only = options["only"]
    showing = None if only == "matches" else _showing(options)
    keep = frozenset() if showing is None else showing.keep
    wish = Wish(options["by"], options["where"], only != "players", options["strict"], keep)
    orders = Orders(
        paths, wish, showing, options["form"], options["jobs"], options["cluster"],
        not options["no_cache"],
    )  # fmt: skip
    return carry_out(orders)


def _refuse_contradictions(options: dict[str, Any]) -> None:
    """Raise UsageError where the options do not go together."""
    if options["cluster"] and options["jobs"] > 1:
        raise click.UsageError("--cluster and --jobs do not go together: choose one")
    if options["plot"] and options["only"] == "matches":
        raise click.UsageError("--plot draws what becomes of the players: not --only matches")
    if options["plot"] == "-" and options["form"] not in {"table", "html"}:
        raise click.UsageError(f"--plot - draws in a table or a page, not in {options['form']}")
    if options["plot"] not in {None, "-"}:
        _refuse_plot(Path(options["plot"]))


def _refuse_plot(path: Path) -> None:
    """Raise UsageError where it can be seen that no plot can be written into that file."""
    from scoutcli.plots import SUFFIXES  # only where one is wanted

    if path.suffix.lower() not in SUFFIXES:
        raise click.UsageError(
            f"--plot draws into an {' or a '.join(SUFFIXES)} file, or with - into the output; "
            f"{shown(str(path))} is neither"
        )
    if not path.parent.is_dir():
        raise click.UsageError(f"--plot: there is no folder {shown(str(path.parent))}; make it")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise click.UsageError(f"--plot: {shown(str(path))} cannot be written")


def _showing(options: dict[str, Any]) -> Showing:
    """The standings that are wanted."""
    from scoutcli.results.standings import Standings
    from scoutcli.scoring.showing import Showing

    systems = _joined(options["systems"]) or [USUAL_SYSTEM]
    tiebreaks = _joined(options["tiebreaks"]) or [USUAL_TIEBREAK]
    standings = Standings(
        [SYSTEMS[name] for name in systems],
        [TIEBREAKS[name] for name in tiebreaks if name != NO_TIEBREAK],
    )
    return Showing(standings, options["unverified"], options["cross"], options["plot"])


def _joined(lists: Iterable[Iterable[str]]) -> list[str]:
    """All names of all lists, each once."""
    return list(dict.fromkeys(name for names in lists for name in names))
