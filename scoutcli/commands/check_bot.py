"""`scoutcli check-bot`: whether a program speaks the protocol of bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scoutcli.help import WELL, WRONG_USE, Example, Page, subcommand
from scoutcli.options import FileType, GameType

if TYPE_CHECKING:
    from games.game import Game
    from scoutcli.arena.compliance import Step

PAGE = Page(
    description="""
    Runs a program and talks with it as a referee does, step by step, to see whether it speaks the
    protocol of scoutcli-bot(7): whether it starts, plays every game that it says it does, with
    every number of players, always legally and in time; passes over what is new to it; goes on
    after a restart in the middle of a round, from what it is told then; and ends when it is told
    to. The command stands behind the options, in words as in a shell, or as one text in quotes.

    Each step has a line: `ok`; `warn`, which does not count as a failure, for what a bot should
    do but need not; or `FAIL`, with the last lines that were said and a hint. `>` stands before
    what the program was sent, `<` before what it answered, `!` before its standard error output.

    `PYTHONUNBUFFERED` is not passed on: a bot that works only where that is set does not flush
    what it writes, and would be found silent elsewhere.
    """,
    examples=(
        Example(
            "scoutcli check-bot --game scout --players 3 scoutcli bot greedy",
            "Look at a bot that comes with this program, at a table of three:",
            "…\nok    hears of an error, and plays on\n…\n14 steps: 0 failed, 0 doubtful\n",
        ),
        Example(
            "scoutcli check-bot true",
            "A program that is no bot:",
            "FAIL  starts, and gets ready: crash: exit 0\n…\n1 step: 1 failed, 0 doubtful\n",
            status=1,
        ),
    ),
    exits=(WELL, ("1", "At least one step has failed."), WRONG_USE),
    also=("scoutcli-bot(7)", "scoutcli-bot(1)", "scoutcli-match(1)"),
)


class CommandType(FileType):
    """A word of a command; the first one is a file, and others may be."""

    name = "command"

    def get_metavar(self, *_: object, **__: object) -> str:
        """How it is called in the help."""
        return "COMMAND"


@subcommand("check-bot", PAGE)
@click.option("-g", "--game", type=GameType(), metavar="GAME", help="Look at this game only.")
@click.option(
    "-p", "--players", type=int, metavar="N", help="Look at tables of so many players only."
)
@click.option(
    "-t",
    "--time",
    "ms",
    type=click.IntRange(1, 3_600_000),
    default=5000,
    show_default=True,
    metavar="MS",
    help="The time for each move, in thousandths of a second.",
)
@click.option("-v", "--verbose", is_flag=True, help="Show everything that is said.")
@click.argument("words", nargs=-1, required=True, type=CommandType())
def command(
    game: Game | None, players: int | None, ms: int, verbose: bool, words: Sequence[str]
) -> int:
    """Go through the steps, and show each as it is done."""
    from scoutcli.arena.compliance import DOUBT, FAILED, Examination  # here: --help runs nothing
    from scoutcli.options import players_for, players_for_some_game

    if game is not None:
        players_for(game, players)
    elif players is not None:
        players_for_some_game(players)
    os.environ.pop("PYTHONUNBUFFERED", None)
    examination = Examination(_split(words), game, players, ms, _say if verbose else None)
    counts: dict[str, int] = {}
    for step in examination.steps():
        _show(step)
        counts[step.verdict] = counts.get(step.verdict, 0) + 1
    failed, doubts = counts.get(FAILED, 0), counts.get(DOUBT, 0)
    steps = sum(counts.values())
    click.echo(f"{steps} step{'s' if steps > 1 else ''}: {failed} failed, {doubts} doubtful")
    return 1 if failed else 0


command.allow_interspersed_args = False  # what follows the command's name is its own


def _split(words: Sequence[str]) -> list[str]:
    """The words of a command that may stand in one text."""
    import shlex

    from games.options import shown

    if len(words) == 1 and " " in words[0] and not Path(words[0]).exists():
        try:
            return shlex.split(words[0])
        except ValueError as error:
            raise click.UsageError(f"{shown(words[0])}: {error}") from None
    return list(words)


def _say(sign: str, line: str) -> None:
    from scoutcli.arena.dialogue import cut

    click.echo(f"      {sign} {cut(line, 1000)}")


def _show(step: Step) -> None:
    """Print a step."""
    from scoutcli.render.text import Paint

    paint = Paint.for_terminal(sys.stdout.encoding, os.environ) if sys.stdout.isatty() else Paint()
    detail = f": {step.detail}" if step.detail else ""
    verdict = f"{step.verdict:<4}"
    click.echo(f"{verdict if step.verdict == 'ok' else paint.strong(verdict)}  {step.what}{detail}")
    for line in step.lines:
        click.echo(f"      {line}")
    if step.hint:
        click.echo(f"      hint: {step.hint}")
