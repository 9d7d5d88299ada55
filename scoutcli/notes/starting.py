"""What the commands share under which a match is written down: their options, and the desk.

Cheap to import: what a conversation needs is loaded when one is held.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scoutcli.options import Type, rules_options

if TYPE_CHECKING:
    from games.game import Game
    from scoutcli.notes.desk import Desk

Function = TypeVar("Function", bound=Callable[..., Any])

NEWEST = ""
"""What ``--resume`` is without a file."""


class NamesType(Type):
    """Names with commas between them, or how many players there are; becomes a list."""

    name = "name,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[str]:
        """The names without spaces around them."""
        if not isinstance(value, str):
            return list(value)
        from scoutcli.notes.setup import names_of  # loads the games, so not at the start

        names = names_of(value)
        if isinstance(names, str):
            self.fail(names, param, ctx)
        return names


names_option = click.option(
    "-p",
    "--players",
    "names",
    type=NamesType(),
    metavar="NAME,...",
    help="The names of the players in the order of their seats, or only how many there are.",
)


def new_match_options(function: Function) -> Function:
    """The options that say what a new match is, and where it is written."""
    for option in (
        click.option(
            "-o",
            "--save",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="The match file. A new match is written behind finished ones that are there "
            "already.",
        ),
        click.option("--date", metavar="TEXT", help="When it was, instead of today."),
        click.option("--event", metavar="TEXT", help="The event, for the match file."),
        rules_options,
    ):
        function = option(function)
    return function


resume_option = click.option(
    "--resume",
    is_flag=False,
    flag_value=NEWEST,
    metavar="[FILE]",
    help="Go on with the match at the end of a file, or with the notes written last.",
)
plain_option = click.option("--plain", is_flag=True, help="Plain lines instead of a prompt.")


def check_alone(
    context: click.Context, game: Game | None, options: Mapping[str, Any], beside: str
) -> None:
    """Raise UsageError where ``--resume`` stands with what the file says."""
    if game is not None or any(options.values()):
        raise click.UsageError(
            f"--resume takes game, players and rules from the file: it stands alone, or {beside}",
            context,
        )


def desk_for(*, plain: bool) -> Desk:
    """The prompt where there is a terminal that can do it; else plain lines."""
    import os
    import sys

    from scoutcli.table.setup import at_terminal

    if not plain and at_terminal() and os.environ.get("TERM", "") not in ("", "dumb", "unknown"):
        from scoutcli.notes.prompt import desk_for_terminal  # loads prompt_toolkit

        return desk_for_terminal()
    from scoutcli.notes.desk import PlainDesk

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # what is no UTF-8 is no move, and no fault either
    return PlainDesk(sys.stdin, sys.stdout, sys.stderr)
