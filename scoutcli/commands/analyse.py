"""`scoutcli analyse`: what the moves of a position are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import SeedType, Type, format_option
from scoutcli.searching import (
    SEARCHER,
    budget_of,
    searcher_option,
    time_option,
)

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


PAGE = Page(
    description="""
    Tells what the moves of a position are worth to the seat that is to choose, from what that seat
    can see: a table with the best move first. `POSITION` is a position line
    (scoutcli-notation(5)), as one word for the shell; `-` reads such lines from the standard input,
    any number of them, each with the moves behind it; and so can a file be given that holds them.
    `scoutcli replay FILE --position` prints the line of any moment of a match.

    Equity is what the seat can expect in this round against the mean of the others, in points;
    more is better in every game. The error is the standard error of the difference to the best
    move: what lies behind by less than two or three errors may be as good. Moves that are plainly
    worse are looked at less, and of very many only those that are likely to be good stand there.
    The last line says what the figures stand on; without numba it is a rule of thumb, and there
    are no figures.

    On a terminal the table is refreshed, each time with twice the playouts, until a key is pressed
    (Ctrl-C is one), until `--playouts` or `--time-ms` are spent, or until nothing is left to find
    out. Where output or input is no terminal, `TERM` is `dumb` or `NO_COLOR` is set, it is printed
    once, after what is usual, or what is said; Ctrl-C prints what is known then.

    With the same seed and playouts the figures are the same every time. The commands `hint` and
    `why` of scoutcli-play(1) ask the same search, but at the table it also knows what the others
    did before in the round, which a position does not tell: so their figures can differ; `why`
    also looks more closely at the move that it is asked about.

    Cards that the seat cannot see play no part, whether the position names them or not. `--open`
    judges with all cards seen, which is hindsight and is called so: every move is made and the
    rest played by the rule of thumb; with `--exact` small endings are solved, every seat playing
    best for itself. All cards have to be known for that.
    """,
    examples=(
        Example(
            "scoutcli replay match.yaml --round 1 --move 5 --position"
            " | scoutcli analyse - --playouts 300 --top 3",
            "The three best moves at a moment of a match:",
        ),
        Example(
            "scoutcli analyse --open --exact 'scout hands=41/81/27 table=63 owner=3 turn=2"
            " scouts=1 won=0,0,0 tokens=0,0,0 show=000 actions=20 round=1 totals=0,0,0'",
            "An ending solved with all cards seen:",
            "…\nS1:8   Show    +2.00  captures 1, empties the hand\n…\n",
        ),
        Example(
            "scoutcli replay skyjo.yaml --round 1 --move 9 --position"
            " | scoutcli analyse - --playouts 100 --format json",
            "For a program:",
        ),
    ),
    exits=(
        WELL,
        (
            "1",
            (
                "A position is at fault or has no such seat, not enough is known of it, or a file "
                "cannot be read."
            ),
        ),
        ("2", "The command line is wrong, or numba is missing for what was asked."),
    ),
    files=(("~/.cache/scoutcli/compiled", "Where the compiled code of the search is kept."),),
    environment=(
        ("NO_COLOR", "If set to anything, the table is printed once and nothing is coloured."),
        ("TERM", "If `dumb` or not set, the table is printed once."),
    ),
    also=(
        "scoutcli-annotate(1)", "scoutcli-replay(1)", "scoutcli-play(1)", "scoutcli-notation(5)",
    ),
)  # fmt: skip


class PositionType(Type):
    """A position line, ``-``, or the name of a file."""

    name = "position"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The shell knows its files."""
        from click.shell_completion import CompletionItem  # slow to load, only for completion

        return [CompletionItem(incomplete, type="file")]


@subcommand("analyse", PAGE)
@click.argument("position", type=PositionType(), metavar="POSITION")
@click.option(
    "--playouts", type=int, metavar="N", help="The most playouts, but 8 for each likely move."
)
@time_option
@searcher_option("Whose search it is")
@click.option(
    "--seat",
    type=click.IntRange(min=1),
    metavar="S",
    help="Only where it is the turn of this seat.",
)
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Show so many moves at most.")
@click.option("--open", "open_", is_flag=True, help="Judge with all cards seen.")
@click.option("--exact", is_flag=True, help="With --open: solve small endings.")
@click.option(
    "-s",
    "--seed",
    type=SeedType(),
    default="1",
    show_default=True,
    help="Where the chance of the search comes from.",
)
@format_option("text", "json")
def command(
    position: str,
    playouts: int | None,
    time_ms: int | None,
    bot: str,
    seat: int | None,
    top: int | None,
    open_: bool,
    exact: bool,
    seed: str,
    form: str,
) -> int:
    """Read, look, print."""
    if exact and not open_:
        raise click.UsageError("--exact solves with all cards seen: it needs --open")
    if open_ and (playouts is not None or time_ms is not None or bot != SEARCHER):
        raise click.UsageError("--open plays every move once: it takes no budget")
    budget = budget_of(bot, playouts, time_ms)
    from notation.diagnostics import Diagnostic
    from notation.reader import STDIN
    from scoutcli.analysis.looking import Teller, Wish
    from scoutcli.analysis.positions import positions_of
    from scoutcli.report import in_text

    wish = Wish(budget, seed, None if seat is None else seat - 1, top, open_, exact)
    teller, faults = Teller(wish, form, live=position != STDIN), 0
    for found in positions_of(position):
        fault = found if isinstance(found, Diagnostic) else teller.tell(found)
        if fault is not None:
            faults += 1
            click.echo(in_text(fault), err=True)
        if teller.stopped:
            break
    return 1 if faults else 0
