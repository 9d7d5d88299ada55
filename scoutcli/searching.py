"""What the commands share that judge moves by search: whose it is, and what it may spend."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from games.bots import Budget

F = TypeVar("F", bound=Callable[..., Any])

SEARCHER = "expert"
"""The bot whose search judges."""


def searcher_option(help_: str) -> Callable[[F], F]:
    """``--bot BOT``, as `bot`: the bot that searches, with or without a budget."""
    return click.option(
        "-b",
        "--bot",
        default=SEARCHER,
        show_default=True,
        metavar="BOT",
        help=f"{help_}: {SEARCHER}, or with a budget {SEARCHER}:playouts=N.",
    )


def time_option(function: F) -> F:
    """``--time-ms N``, as `time_ms`."""
    return click.option(
        "--time-ms", type=int, metavar="N", help="The most thousandths of a second instead."
    )(function)


def budget_of(bot: str, playouts: int | None, time_ms: int | None) -> Budget | None:
    """What may be spent, by ``--bot``, ``--playouts`` and ``--time-ms``; None: the usual.

    Raises UsageError.
    """
    from games.bots import Budget
    from games.errors import RuleError
    from games.options import shown

    name, colon, said = bot.partition(":")
    if name != SEARCHER:
        raise click.UsageError(
            f"{shown(name)} does not search as {SEARCHER} does, so it cannot judge"
        )
    if sum([bool(colon), playouts is not None, time_ms is not None]) > 1:
        raise click.UsageError("a budget is said once: in --bot, by --playouts or by --time-ms")
    try:
        if colon:
            return Budget.read(said)
        if time_ms is not None:
            return Budget(seconds=time_ms / 1000)
        return Budget(playouts=playouts) if playouts is not None else None
    except RuleError as error:
        raise click.UsageError(error.message) from error
