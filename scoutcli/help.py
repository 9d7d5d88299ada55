"""What a command says of itself: one source for ``--help`` and for its manual page.

Texts are plain words; what is typed as it stands is put between backticks, an
empty line divides paragraphs. `scoutcli.manpages` makes the manual pages from
the same values.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import click

from scoutcli.commands import COMMANDS
from scoutcli.options import spread_changes


class Example(NamedTuple):
    """A shell line, what it does, and what comes of it. The tests run every one.

    They run in a folder with the files of ``examples/matches``. `shows` is
    the output, all of it or, around lines that are only ``…``, parts of it;
    empty where it is not shown. `status` is the exit status of the line.
    """

    command: str
    does: str
    shows: str = ""
    status: int = 0


class Page(NamedTuple):
    """All that is said of a command beside its options.

    `lists` are what the command knows of, each with its title: words and what
    they mean. `exits`, `files` and `environment` are pairs: a status, a path, a
    variable, and what it means. `also` names other manual pages (``scoutcli-match(5)``).
    """

    description: str
    examples: tuple[Example, ...]
    exits: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    also: tuple[str, ...] = ()
    lists: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()

    def paragraphs(self) -> list[str]:
        """The description, each paragraph on one line."""
        return [" ".join(text.split()) for text in self.description.split("\n\n")]


WELL = ("0", "All is well.")
WRONG_USE = ("2", "The command line is wrong, or a file cannot be read or written.")


def plain(text: str) -> str:
    """A text of a page for the terminal: backticks only around several words."""
    return re.sub(r"`(\S+)`", r"\1", text)


def write_pairs(
    formatter: click.HelpFormatter, title: str, pairs: tuple[tuple[str, str], ...]
) -> None:
    """A section of two columns, if there is anything in it."""
    if pairs:
        with formatter.section(title):
            formatter.write_dl([(plain(left), plain(right)) for left, right in pairs])


class Described:
    """For a click command: the parts of its help that come from its page."""

    page: Page

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The line of help and the paragraphs of the description."""
        for paragraph in (getattr(self, "short_help", None) or "", *self.page.paragraphs()):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(plain(paragraph))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command knows of, examples, exit status, files and environment."""
        for title, pairs in self.page.lists:
            write_pairs(formatter, title, pairs)
        with formatter.section("Examples"):
            for number, example in enumerate(self.page.examples):
                if number:
                    formatter.write_paragraph()
                formatter.write_text(plain(example.does))
                formatter.write(f"{'':{formatter.current_indent + 2}}$ {example.command}\n")
        write_pairs(formatter, "Exit status", self.page.exits)
        write_pairs(formatter, "Files", self.page.files)
        write_pairs(formatter, "Environment", self.page.environment)


class Command(Described, click.Command):
    """A subcommand with a page."""

    def __init__(self, name: str, page: Page, **attributes: Any) -> None:
        super().__init__(name, **attributes)
        self.page = page

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; several changes of rules may follow one ``--rules``.

        For a shell that completes, an option at the end still waits for its
        value; click would stop there, and not see the arguments before it.
        """
        if ctx.resilient_parsing and args and args[-1].startswith("-"):
            args = args[:-1]
        if any(parameter.name == "changes" for parameter in self.params):
            args = spread_changes(args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options with their help."""
        records = [
            parameter.get_help_record(ctx)
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option)
        ]
        write_pairs(formatter, "Options", tuple(record for record in records if record))


def subcommand(name: str, page: Page) -> Callable[[Callable[..., Any]], Command]:
    """Make a function the subcommand `name`; its line of help stands in `COMMANDS`.

    What the function returns is the exit status; None is 0.
    """
    return click.command(name, cls=Command, page=page, short_help=COMMANDS[name])
