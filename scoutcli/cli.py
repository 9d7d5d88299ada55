"""The command `scoutcli`: finds the subcommand, runs it, and turns what it raises into words.

Loads no subcommand, no game and no notation before one is asked for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import click

from scoutcli import __version__
from scoutcli.commands import COMMANDS, load
from scoutcli.help import WELL, Described, Example, Page

FAULT = 1
"""Exit status: what was read is not as it should be."""
TROUBLE = 2
"""Exit status: the command line is wrong, a file cannot be read or written, or something that
is needed is not installed."""
NOT_INSTALLED = frozenset({"compiler-missing", "dask-missing", "extra-missing"})
"""The codes of errors that say what to install."""
BUG = 70
"""Exit status: a fault of this program (EX_SOFTWARE of sysexits)."""
INTERRUPTED = 130
"""Exit status: Ctrl-C, as a shell counts signal 2."""
PIPE_CLOSED = 141
"""Exit status: nobody reads the output any more, as a shell counts signal 13."""

COMPLETE_VARIABLE = "_SCOUTCLI_COMPLETE"
"""Set by the completion functions of the shells; the name is click's choice too."""
DEBUG_VARIABLE = "SCOUTCLI_DEBUG"

PAGE = Page(
    description="""
    SCOUT for 2 to 5 players and SKYJO for 2 to 8, with a notation for deals, moves and positions,
    and match files in YAML that people and programs can read and write.

    Alone on a terminal, `scoutcli` offers what there is to do: to go on with the match that was
    left last, to play as last time, a new match, the tutorial, your statistics, the settings. The
    first time it asks for your name. How each game was begun last is remembered beside the
    matches. Where standard input or output is no terminal, or `TERM` is `dumb`, the help is shown.

    `scoutcli COMMAND --help` tells more of each command.
    """,
    examples=(
        Example("scoutcli rules scout", "The options of SCOUT, its setup and its notation:"),
        Example(
            "scoutcli deal scout --players 4 --seed tea",
            "The deal that the seed tea stands for:",
        ),
    ),
    exits=(
        WELL,
        (
            "1",
            (
                "What was read is not as it should be, or a file cannot be read; what is wrong, "
                "and where, has been said."
            ),
        ),
        (
            "2",
            (
                "The command line is wrong, a file cannot be written, something that is needed is "
                "not installed, or the settings, a plan or the file of `--resume` cannot be read."
            ),
        ),
        (str(BUG), "A fault of scoutcli itself. Please report it."),
        (str(INTERRUPTED), "Ended by Ctrl-C."),
        (str(PIPE_CLOSED), "Whatever read the output stopped reading."),
    ),
    files=(
        (
            "~/.local/share/scoutcli/memory.yaml",
            "How each game was begun last; on macOS in ~/Library/Application Support/scoutcli.",
        ),
    ),
    environment=(
        (DEBUG_VARIABLE, "If set to 1, a fault of scoutcli itself is shown with its traceback."),
    ),
    also=(
        "scoutcli-match(5)",
        "scoutcli-notation(5)",
        "scoutcli-bot(7)",
        "scoutcli-scout(7)",
        "scoutcli-skyjo(7)",
    ),
)


class Group(Described, click.Group):
    """The command `scoutcli`: knows its subcommands by a table, loads the one that is used."""

    page = PAGE

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the subcommands, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name, loaded now; None if there is none."""
        return load(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand that the arguments name; if there is none, the error lists them."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing and args[0][:1] != "-":
            ctx.fail(f"there is no command {args[0]!r}; there is {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of subcommands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """The subcommands, and the options, that begin so."""
        from click.shell_completion import CompletionItem  # slow to load, only for completion

        names = [
            CompletionItem(name, help=text)
            for name, text in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)


@click.group(
    cls=Group,
    short_help="The card games SCOUT and SKYJO: play, record, validate, replay, score.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def scoutcli() -> None:
    """The whole program; what it says of itself stands in `PAGE`."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit status. Raises nothing but what cannot be caught.

    `arguments` are those of the process if not given.
    """
    try:
        if sys.stdin is None:  # closed by whoever started the program: nothing comes from there
            sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - until we end
        if sys.stdout is None:
            with _perhaps_unread():
                click.echo("Error: standard output is closed, so nothing can be printed", err=True)
            return TROUBLE
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a shell without UTF-8 gets what it can show
                stream.reconfigure(errors="backslashreplace")
        status = _dispatch(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        with _perhaps_unread():
            click.echo(err=True)  # the line of ^C is not the prompt's
        return INTERRUPTED
    except BrokenPipeError:
        _settle_output()
        return PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - the last door: nobody gets a traceback unasked
        with _perhaps_unread():
            _tell(error)
        return _status(error)
    return status


def _dispatch(arguments: list[str]) -> int:
    """Run the subcommand, or answer a shell that completes; the exit status."""
    if instruction := os.environ.get(COMPLETE_VARIABLE):
        from scoutcli.completion import answer  # only where a shell asks

        try:
            return answer(scoutcli, COMPLETE_VARIABLE, instruction)
        except Exception:
            if os.environ.get(DEBUG_VARIABLE) == "1":
                raise
            return BUG  # said in the middle of somebody's typing, it would only disturb
    if not arguments and _welcomes():
        from scoutcli.welcome import welcome  # only where nothing else is asked for

        return welcome(run)
    try:
        with scoutcli.make_context("scoutcli", arguments) as context:
            return scoutcli.invoke(context) or 0
    except click.exceptions.Exit as done:
        return done.exit_code


def _welcomes() -> bool:
    """Whether somebody sits at a terminal that can do more than print."""
    can_do = os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    return can_do and sys.stdin.isatty() and sys.stdout.isatty()


def _status(error: Exception) -> int:
    """The exit status that fits what went wrong."""
    from games.errors import RuleError  # only where something went wrong
    from notation.diagnostics import TextError

    if isinstance(error, click.Abort):
        return INTERRUPTED
    if isinstance(error, click.ClickException):
        return error.exit_code
    if isinstance(error, (RuleError, TextError)):
        return TROUBLE if error.code in NOT_INSTALLED else FAULT
    return TROUBLE if isinstance(error, OSError) else BUG


def _tell(error: Exception) -> None:
    """Say on stderr what went wrong."""
    from games.errors import RuleError  # only where something went wrong
    from notation.diagnostics import TextError, printable

    if isinstance(error, click.Abort):
        click.echo("Aborted.", err=True)
    elif isinstance(error, click.ClickException):
        error.show()
    elif isinstance(error, (RuleError, TextError)):
        click.echo(f"Error: {printable(error.message)} [{error.code}]", err=True)
    elif isinstance(error, OSError):
        about = f"{error.filename}: " if error.filename is not None else ""
        click.echo(f"Error: {printable(about + (error.strerror or str(error)))}", err=True)
    elif os.environ.get(DEBUG_VARIABLE) == "1":
        import traceback

        traceback.print_exception(error)
    else:
        what = printable(f"{type(error).__name__}: {error}")[:200]
        click.echo(
            f"Error: this is a fault of scoutcli {__version__} ({what}). Please report it with "
            f"the command that led here; {DEBUG_VARIABLE}=1 shows more.",
            err=True,
        )


@contextmanager
def _perhaps_unread() -> Iterator[None]:
    """Say here why the program ends: where nobody reads that, the exit status still tells it."""
    with suppress(OSError):
        yield
    _settle_output()


def _settle_output() -> None:
    """Write what is still to be written; where that fails, let the flush at exit go nowhere."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # else it was closed by whoever started the program
                stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
