"""`scoutcli bot`: a built-in bot that speaks the protocol."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import Type, all_games, items

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from games.bots import Spec

PAGE = Page(
    description="""
    Plays one of the built-in bots over the protocol of scoutcli-bot(7): lines come in on the
    standard input, answers go to the standard output. So a built-in bot can play wherever such
    programs can, and be the first opponent of a new one. It plays every game that has a bot of
    that name, and chooses the moves that it would choose at the table of `scoutcli play`.

    It takes the options of the protocol: `set seed TEXT` makes its choices the same every time,
    as the seed of `scoutcli play` does. A bot that searches also takes `set playouts N` and `set
    time-ms MS`, of which the second counts where it is not 0. Where a `go` gives less time than
    that, it searches less: it takes at most half of the time for a move, or where a clock is
    kept a twentieth of what is left and half of what is added.

    A `ping` is answered at once, also while it thinks; whatever else comes, after that.

    The strong bots need numba, and compile when they are first used; that takes half a minute or so
    for each game, once, longer than a referee waits. So let them get ready before: `scoutcli bot
    expert </dev/null`. What takes a while is told on the standard error output.
    """,
    examples=(
        Example(
            "printf '%s\\n' 'scoutbot 1' quit | scoutcli bot greedy",
            "What a bot says of itself:",
            "id name greedy%200.1.0\n"
            "id author the%20scoutcli%20authors\n"
            "option seed text %\n"
            "want legal off\n"
            "ready scout skyjo\n",
        ),
        Example(
            "printf '%s\\n' 'scoutbot 1' 'set seed tea' 'match skyjo seats 2 you 1'"
            " 'round 1 totals 0,0 up 5' go 'did 1 Od1:5c2:3' 'did 2 Oa1:1b2:Z' go"
            " | scoutcli bot greedy | tail -n 2",
            "The first two choices of a round of SKYJO:",
            "play Od1c2\nplay T@d2\n",
        ),
        Example(
            "scoutcli match --game scout --players 3 --rounds 3 --seed tea --bot greedy"
            " --bot 'name=behind,cmd=scoutcli bot greedy'",
            "Play against it as against any other program:",
        ),
    ),
    exits=(
        WELL,
        ("1", "A line could not be understood, or could not be right at that moment."),
        ("2", "The command line is wrong, or numba is missing."),
    ),
    files=(("~/.cache/scoutcli/compiled", "Where the compiled code of the strong bots is kept."),),
    also=("scoutcli-bot(7)", "scoutcli-check-bot(1)", "scoutcli-match(1)", "scoutcli-play(1)"),
)


class BotType(Type):
    """The name of a bot, with a budget where it has one; the games know them, later."""

    name = "name"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The bots of all games."""
        return items(_names().items(), incomplete)


def _names() -> dict[str, str]:
    """Every bot with how it plays."""
    names: dict[str, str] = {}
    for game in all_games():
        for name, bot in game.bots.items():
            names.setdefault(name, bot.about)
    return names


@subcommand("bot", PAGE)
@click.argument("name", type=BotType(), metavar="NAME")
def command(name: str) -> None:
    """Find the bot, and let it hear what comes."""
    from games.search import compiled  # here: `bot --help` loads no game
    from scoutcli.arena.client import Client, serve

    specs = _find(name)
    lock = threading.Lock()

    def say(line: str) -> None:
        with lock:
            click.echo(line)

    for game, spec in specs.items():
        if spec.bot.compiled:
            compiled.warm(game, _warn)
    serve(Client(name, specs, say, _warn), sys.stdin.buffer, say)


def _warn(text: str) -> None:
    """Say something to people."""
    from notation.diagnostics import printable

    click.echo(printable(text), err=True)


def _find(name: str) -> dict[str, Spec]:
    """For each game that has the bot, the bot. Raises UsageError where none can play."""
    from games.bots import Spec
    from games.errors import RuleError
    from games.search.compiled import compiler

    found: dict[str, Spec] = {}
    faults: list[RuleError] = []
    for game in all_games():
        try:
            spec = Spec.read(game, name)
            if spec.bot.compiled:
                compiler()
            found[game.name] = spec
        except RuleError as error:
            faults.append(error)
    # A game may lack the bot; what is wrong with a bot that it has, says more.
    faults.sort(key=lambda fault: fault.code == "unknown-bot")
    if not found:
        raise click.UsageError(faults[0].message, click.get_current_context(silent=True))
    if faults and faults[0].code != "unknown-bot":
        _warn(f"Warning: {faults[0].message} [{faults[0].code}]")
    return found
