"""`scoutcli annotate`: matches with what every move was worth."""

from __future__ import annotations

from typing import Any

import click

from scoutcli.commands.match import AddressType
from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import (
    SeedType,
    files_argument,
    format_option,
    in_place_option,
    jobs_option,
    output_option,
)
from scoutcli.searching import budget_of, searcher_option, time_option

PAGE = Page(
    description="""
    Judges every choice in the matches of the files by search, from what its seat knew then, and
    writes the matches with the figures to the standard output, in canonical form.

    Behind a move stands a comment: `[%eq +1.25]`, the points that its seat could expect in the
    round against the mean of the others, more being better in every game; `[%loss 0.80]`, how
    much less that is than by the best move, 0.00 where that is within one standard error;
    `[%se 0.12]`, the standard error of the loss, and `[%best ...]`, where another move is better;
    then a sentence, if the move is marked. A move is
    doubtful (`$6`, `?!`), bad (`$2`, `?`) or very bad (`$4`, `??`) only where its loss is beyond a
    threshold and beyond three standard errors; the better line then follows as a variation. A move
    that is the only legal one has no figures. The two parts of a turn of SKYJO are judged one by
    one, and their losses added; of a better turn whose card was never drawn, the rest is `?`.

    `[%luck +0.80 -0.30 ...]` is what a chance event was worth to each seat, by the same evaluator:
    before the moves of a round the deal, behind a move what was drawn or opened in it. It needs
    all cards of a round. Before the moves stands also what each seat lost, its luck and its result.

    What is written so has a value `[%by scoutcli ...]`, which names the judgement and the variation
    that belong to it. Annotating again replaces just that: comments, judgements and variations of
    people stay as they are, and a move that somebody has judged gets no other judgement. Own words
    belong in a comment of their own.

    Before the moves of a round `[%by ...]` tells the version, the evaluator, and a digest of all
    that the figures depend on. A round that has been annotated so before is not analysed again,
    whether it stands in FILE or, with `-o OUT`, in what OUT holds: so the same command goes on
    after Ctrl-C, after a power cut, and when FILE has grown. `--anew` analyses all the same.
    Ctrl-C writes what is done; of the round in work, too, marked `in part`, unless figures on more
    of its moves stand there already. With `-o` and `--in-place` the other matches follow as they
    were, with `-o` with the figures that OUT holds on them, by whatever evaluator. A round that was
    broken off is begun anew.

    What people have noted on the moves in OUT, and not in FILE, is kept. Where that cannot be, for
    a move is another one now, for the match has an error in OUT or is not in FILE, or for a line
    `# ...` that FILE has not, OUT stays as it is and it is told: annotate OUT itself with
    `--in-place`, or write to another file.

    A match with an error is handed through as it is, to the byte, and told on the standard error
    output. A game without a search gets no figures, nor does a match of which no move is noted;
    that is told, too.

    Losses depend on the budget: with fewer playouts they seem larger, and fewer are beyond three
    standard errors. With fewer than usual, or `--time-ms`, that is told, and a report has no rating
    words. Every likely move is played 8 times at least, and the one made and the best one 8 times
    more, however small N is; where the match is at stake, the best one 64 times more.

    The figures are the same for the same seed and playouts, whatever `--jobs` is. With `--time-ms`
    they are not.

    Cards that lay face down are not used: `--open` judges in hindsight, with all cards seen, by
    playing on once from each move; every comment and report says so. There are no rating words
    then, and a move is marked only where `--exact` has solved the ending.

    `--format text` prints a report on each match instead, and on all players if there are several;
    `json` an object on a line for each match; `html` a page of one match. A report is of all
    rounds: it always analyses.

    `--cluster` hands the work to a Dask scheduler; see scoutcli-match(1) for what that needs.
    """,
    examples=(
        Example(
            "scoutcli annotate --playouts 50 match.yaml -o annotated.yaml",
            "Annotate a match, quickly:",
        ),
        Example(
            "scoutcli annotate --playouts 50 --format text match.yaml",
            "Who made which mistakes, and who had luck? Quickly, so without rating words:",
        ),
    ),
    exits=(
        WELL,
        (
            "1",
            "A match has an error or no such seat, a file cannot be read, or OUT would lose notes.",
        ),
        (
            "2",
            "The command line is wrong, a file cannot be written, or the search is not installed.",
        ),
        ("130", "Ctrl-C; what was done until then is written."),
    ),
    files=(
        (
            ".OUT.annotate",
            "What has been analysed, beside OUT, until all is written; or until the next run.",
        ),
        (
            ".OUT.*",
            "OUT in the making; if the program is killed it may stay, and can be deleted.",
        ),
    ),
    also=(
        "scoutcli-replay(1)", "scoutcli-fmt(1)", "scoutcli-match(1)", "scoutcli-match(5)",
    ),
)  # fmt: skip


@subcommand("annotate", PAGE)
@files_argument
@output_option()
@in_place_option
@searcher_option("Whose search judges")
@click.option(
    "--playouts",
    type=int,
    metavar="N",
    help="The most playouts for a choice, but 8 for each likely move; where it is clear, fewer.",
)
@time_option
@click.option(
    "-s",
    "--seed",
    type=SeedType(),
    default="1",
    show_default=True,
    help="Where the chance of the analysis comes from.",
)
@click.option("--seat", type=click.IntRange(min=1), metavar="S", help="Judge this seat only.")
@click.option("--open", "open_", is_flag=True, help="Judge with all cards seen.")
@click.option("--exact", is_flag=True, help="With --open: solve small endings.")
@click.option("--anew", is_flag=True, help="Analyse also what was analysed so before.")
@jobs_option
@click.option(
    "--cluster",
    type=AddressType(),
    metavar="ADDRESS",
    help="Have the workers of the Dask scheduler at tcp://HOST:PORT work, instead of --jobs.",
)
@format_option("yaml", "text", "json", "html")
def command(paths: tuple[str, ...], **options: Any) -> int:
    """See what is wished for, and do it."""
    _refuse_contradictions(paths, options)
    budget = budget_of(options["bot"], options["playouts"], options["time_ms"])
    from scoutcli.analysis.match import Wish
    from scoutcli.analysis.run import Orders, carry_out  # loads what analyses

    seat = options["seat"]
    wish = Wish(
        options["seed"], budget, None if seat is None else seat - 1,
        options["open_"], options["exact"],
    )  # fmt: skip
    orders = Orders(
        paths, wish, options["form"], options["output"], options["in_place"],
        options["anew"], options["jobs"], options["cluster"],
    )  # fmt: skip
    return carry_out(orders)


def _refuse_contradictions(paths: tuple[str, ...], options: dict[str, Any]) -> None:
    """Raise UsageError where the options do not go together."""
    form, output, in_place = options["form"], options["output"], options["in_place"]
    if in_place and output:
        raise click.UsageError("--output and --in-place do not go together: choose one")
    if in_place and form != "yaml":
        raise click.UsageError(f"--in-place writes match files, not {form}")
    if in_place and "-" in paths:
        raise click.UsageError("the standard input cannot be changed in place")
    if options["exact"] and not options["open_"]:
        raise click.UsageError("--exact solves with all cards seen: it needs --open")
    if options["cluster"] and options["jobs"] > 1:
        raise click.UsageError("--cluster and --jobs do not go together: choose one")
