"""`scoutcli sort`: the matches of files in order."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.logs.keys import Key
from scoutcli.logs.session import by_option, output_option, rest_option, reverse_option, session
from scoutcli.options import files_argument

PAGE = Page(
    description="""
    Writes the matches of all files in order to the standard output, by date if nothing else is
    said. Matches that are equal by the keys stay in the order in which they came. Numbers in
    texts count as numbers: round 9 comes before round 10. What does not say a key comes behind
    all that do.

    The bytes of a match stay as they are, comments too. A log of any length is put in order in
    the same memory: what does not fit waits on the disk, in the folder of temporary files.

    What is no match (text outside of any, one in another encoding or longer than a reader takes,
    a position or moves alone) is told and never written, but to `--rest`.
    """,
    examples=(
        Example("scoutcli sort *.yaml > all.yaml", "All matches, the oldest first:"),
        Example(
            "scoutcli sort --by event,stage,table -o league.yaml match.yaml damaged.yaml",
            "A tournament, round by round and table by table:",
        ),
        Example("scoutcli sort --reverse -o match.yaml match.yaml", "A file itself, newest first:"),
    ),
    exits=(
        WELL,
        ("1", "Something is no match, or a file cannot be read; the others were put in order."),
        ("2", "The command line is wrong, or a file cannot be written."),
    ),
    environment=(("TMPDIR", "The folder of temporary files; as large as the log, at most twice."),),
    also=("scoutcli-filter(1)", "scoutcli-merge(1)", "scoutcli-split(1)"),
)


@subcommand("sort", PAGE)
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
    """Read all, then write all."""
    from scoutcli.logs.keys import order_of
    from scoutcli.logs.order import Sorter

    with (
        session(paths, output, rest) as run,
        TemporaryDirectory(prefix="scoutcli-sort-") as folder,
    ):
        assert run.out is not None
        sorter = Sorter(Path(folder), reverse=reverse)
        for entry in run.log.heads():
            sorter.add(order_of(entry.about, by), entry.raw)
        for record in sorter:
            run.out.write(record.raw)
            run.progress.show(sorter.progress)
    return run.status
