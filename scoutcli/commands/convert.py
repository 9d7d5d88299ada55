"""`scoutcli convert`: matches in other forms."""

from __future__ import annotations

from pathlib import Path

import click

from games.options import shown
from scoutcli.csvcells import SAID
from scoutcli.data.columns import KINDS, RECORD, TABLES, Column
from scoutcli.data.forms import FORMS, SUFFIXES, TABULAR, form_of
from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.logs.session import rest_option
from scoutcli.options import files_argument, jobs_option, output_option


def _explained(name: str, of: str) -> str:
    """A paragraph on a table."""
    columns = "; ".join(map(_said, TABLES[name]))
    return f"The table `{name}` has a row for {of}: {columns}."


def _said(column: Column) -> str:
    kind = "" if column.kind == "text" else f" ({KINDS[column.kind]})"
    return f"`{column.name}`{kind}, {column.help}"


QUERY = (
    "SELECT player, count(*) AS rounds, avg(score) AS mean FROM 'rounds.parquet' "
    "WHERE verified GROUP BY player ORDER BY player"
)
"""In the manual, and tried by a test."""

PAGE = Page(
    description=f"""
    Converts the matches of all files into another form: match files (`yaml`), lines of JSON
    (`jsonl`), or tables as CSV or Parquet (`csv`, `parquet`). The form of a file is told by the
    end of its name ({", ".join(SUFFIXES)}), else by `--from` and `--to`; a file with another name,
    and the standard input, are match files. One match is in memory at a time, and of a table
    60,000 rows at most. Parquet needs pyarrow: `pip install 'scoutcli[data]'`.

    A line of JSON is a match, with the keys of a match file (scoutcli-match(5)) in their order.
    `scoutcli`, `starter` and `ender` are numbers; `score`, `total` and `winners` lists of numbers,
    with null for points that are not known; `practice` is true; deals, moves and all else are
    texts as they stand in a match file. Both ways nothing is lost: what comes back is the match
    file in canonical form, as `scoutcli fmt` writes it. Comments of YAML stand in a list at
    `comments`, each with `text`, and `before` or `behind` with the key it stands at, as a JSON
    Pointer (`/rounds/0/end`). What JSON cannot say of keys that begin with `x-` (a plain `yes`)
    is an object with the text of YAML at `$yaml`. Not kept are comments in a file without any
    match; `--rest` takes them. A key with null is one that is not there.

    Tables: `--table` says which goes to `--output`, and `--into` writes all three as files of a
    folder, `matches`, `rounds` and `moves`. They are joined by `file`, `match` and `round`. Seats,
    rounds and moves count from 1. What is not known is null. Points are those of the moves.
    Of columns that are no texts the kind stands in brackets.

    {_explained("matches", "each match")}

    {_explained("rounds", "each seat of each round")}

    {_explained("moves", "each opening choice, move, and chance event that is noted")}

    From tables match files are made again out of the column `{RECORD.name}` alone, so a table that
    was filtered in SQL will do if it has that column. Where one of the columns that repeat its
    words (the game, the date, the event, the players …) is there and says something else, that is
    an error: nothing is decided silently. In CSV lists and maps are JSON, and `true`, `false` and
    dates as 2026-11-30 are what they look like; nothing stands where nothing is known. {SAID};
    control characters in texts, a line end or NUL for one, are written as escapes (`\\x00`). In
    Parquet texts are as they are, and each column has its line of help in its metadata.
    Spreadsheets do not take cells as long as a record: `--columns=-record` leaves it out.

    With DuckDB, for one, such tables are asked in SQL: `{QUERY}`. More of it stands in the folder
    examples/queries of the project.

    A match with an error is told with its place and left out; `--rest` takes it, in the form in
    which it came. Where nothing but noted points differ from those of the moves, that is told,
    too, but the match is converted: the record says what was noted, the columns what is right.
    """,
    examples=(
        Example("scoutcli convert -o all.jsonl match.yaml skyjo.yaml", "Lines of JSON:"),
        Example(
            "scoutcli convert --to jsonl skyjo.yaml | scoutcli convert --from jsonl -o again.yaml -"
            " && scoutcli fmt skyjo.yaml | cmp - again.yaml",
            "There and back again nothing is lost:",
        ),
        Example(
            "scoutcli convert --table rounds --to csv --columns round,player,score,end"
            " match.yaml",
            "The points of a match for a spreadsheet:",
            """\
round,player,score,end
1,Seat 1,10,emptied
…
""",
        ),
        Example(
            "scoutcli convert --into tables match.yaml skyjo.yaml sheet.yaml",
            "All tables for DuckDB, as Parquet:",
        ),
        Example(
            "scoutcli convert -o good.jsonl --rest bad.yaml *.yaml",
            "What is at fault goes into a file of its own:",
            status=1,
        ),
    ),
    exits=(
        WELL,
        ("1", "A match has an error, or a file cannot be read."),
        ("2", "The command line is wrong, a file cannot be written, or pyarrow is not installed."),
    ),
    also=(
        "scoutcli-match(5)", "scoutcli-filter(1)", "scoutcli-fmt(1)", "scoutcli-score(1)",
    ),
)  # fmt: skip


@subcommand("convert", PAGE)
@files_argument
@output_option("; its name can tell the form")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write all tables into this folder, as Parquet unless --to says csv.",
)
@click.option("--to", "form", type=click.Choice(tuple(FORMS)), help="The form to write.")
@click.option(
    "--from", "source", type=click.Choice(tuple(FORMS)), help="The form of all files to read."
)
@click.option(
    "--table",
    type=click.Choice(tuple(TABLES)),
    help="The table to write. Usually matches, or the one that OUT is named after.",
)
@click.option(
    "--columns",
    metavar="NAME,...",
    help="Only these columns of the table, in this order; all but these if each has a - before it "
    "(--columns=-record).",
)
@rest_option("matches with an error")
@click.option(
    "--force",
    is_flag=True,
    help="With --into: replace tables that are there already. What -o names is always replaced.",
)
@jobs_option
def command(
    paths: tuple[str, ...],
    output: str | None,
    into: Path | None,
    form: str | None,
    source: str | None,
    table: str | None,
    columns: str | None,
    rest: str | None,
    force: bool,
    jobs: int,
) -> int:
    """See what is wanted, and do it."""
    if into is not None and (output or table or columns):
        raise click.UsageError("--into writes all tables: leave out --output, --table, --columns")
    if force and into is None:
        raise click.UsageError("--force goes with --into: another file is replaced as it is")
    form = form or ("parquet" if into is not None else form_of(output or ""))
    if not form:
        raise click.UsageError(
            f"say with --to what to write, {', '.join(FORMS)}; or name a file with -o that ends in "
            f"{', '.join(SUFFIXES)}"
        )
    if form not in TABULAR and (table or columns or into is not None):
        raise click.UsageError(
            f"--table, --columns and --into are for tables: there is --to {' and '.join(TABULAR)}"
        )
    from scoutcli.data.run import Orders, carry_out

    wanted: dict[str, tuple[Column, ...]] = {}
    if into is not None:
        wanted = TABLES
    elif form in TABULAR:
        called = Path(output or "").stem
        name = table or (called if called in TABLES else next(iter(TABLES)))
        wanted = {name: _chosen(name, columns)}
    return carry_out(
        Orders(paths, source or "", form, wanted, output, into, rest, force=force, jobs=jobs)
    )


def _chosen(table: str, names: str | None) -> tuple[Column, ...]:
    """The columns of a table that are wanted. Raises UsageError."""
    known = {column.name: column for column in TABLES[table]}
    words = [word.strip() for word in names.split(",")] if names else []
    for name in (word.removeprefix("-") for word in words):
        if name not in known:
            raise click.UsageError(
                f"{shown(name)} is no column of {table}; there is {', '.join(known)}"
            )
    if not words:
        return TABLES[table]
    if all(word.startswith("-") for word in words):
        return tuple(column for name, column in known.items() if f"-{name}" not in words)
    if any(word.startswith("-") for word in words):
        raise click.UsageError("--columns names what to write or, with a -, what to leave out")
    return tuple(known[word] for word in dict.fromkeys(words))
