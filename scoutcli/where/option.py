"""``--where EXPR`` for commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scoutcli.options import Type, items

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from scoutcli.where import Condition

F = TypeVar("F", bound=Callable[..., Any])


class WhereType(Type):
    """An expression; becomes a `scoutcli.where.Condition`."""

    name = "expr"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Condition:
        """The condition."""
        from scoutcli.where import WhereError, parse  # only where something is asked for

        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]  # a default that is a condition already
        try:
            return parse(value)
        except WhereError as error:
            self.fail(error.shown(), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The fields, for the first word."""
        from scoutcli.where.fields import rows

        return items(((name, text.replace("`", "")) for name, text in rows()), incomplete)


def where_option(*, required: bool = False) -> Callable[[F], F]:
    """``--where EXPR``, as `where`: a Condition, or None where it is not given."""
    return click.option(
        "-w",
        "--where",
        type=WhereType(),
        required=required,
        metavar="EXPR",
        help="Only matches of which this is true, as in `player = Ann and date >= 2026-01`; "
        "scoutcli-filter(1) has all that can be asked.",
    )
