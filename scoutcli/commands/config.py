"""`scoutcli config`: show the settings, change them, set them back."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from scoutcli.help import WELL, WRONG_USE, Example, Page, subcommand
from scoutcli.options import Type, items
from scoutcli.settings import SETTINGS, Setting, change, config_file, find, load, reset

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _about(setting: Setting) -> str:
    """A paragraph on a setting for the manual page."""
    values = ", ".join(f"`{value}`" for value in setting.values)
    default = f"`{setting.default}`" if setting.default else "empty"
    can_be = f"one of {values}" if values else "any text"
    return f"`{setting.name}`: {setting.help} It is {can_be}; the default is {default}."


PAGE = Page(
    description="""
    Without anything else, every setting is shown with its value, what it can be and what it means,
    and the file in which settings are kept. With a NAME, its value is printed alone. With a NAME
    and a VALUE, it is set, for all matches from then on. `--reset NAME` sets it to its default,
    `--reset` alone does so with all of them by taking the file away, also where it is broken. What
    an option of a command says goes before the setting, for that one time.

    The settings are:

    {settings}

    The file is a map of YAML, a setting a line, as in `theme: light`, and can be edited by hand.
    It is strict YAML as in match files: no tabs, no anchors, no key twice. Where it is changed,
    it is replaced whole or not at all, and comments stay; a file in another form (a map in braces,
    a value on a line of its own) is read, but not changed. A key that is no setting is passed over
    and told; a value that cannot be is an error with its place.
    """.replace("{settings}", "\n\n".join(map(_about, SETTINGS))),
    examples=(
        Example("scoutcli config", "What is set, and what can be:"),
        Example("scoutcli config theme light", "Play on a light background:", "theme: light\n"),
        Example("scoutcli config speed", "What one of them is:", "normal\n"),
        Example("scoutcli config --reset theme", "As it was:", "theme: dark\n"),
    ),
    exits=(WELL, ("1", "The file of the settings is broken; where, has been said."), WRONG_USE),
    files=(
        ("~/.config/scoutcli/config.yaml", "The settings, once one was changed."),
        ("~/Library/Application Support/scoutcli/config.yaml", "The same on macOS."),
    ),
    environment=(
        ("XDG_CONFIG_HOME", "If an absolute path, settings are in scoutcli/config.yaml there."),
    ),
    also=("scoutcli-play(1)",),
)

INDENT = "    "
WIDEST = 100
"""Lines are no longer than this, however wide the terminal."""


class SettingType(Type):
    """The name of a setting. Whether there is such is seen later: this only completes it."""

    name = "name"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The names of the settings."""
        return items(((setting.name, setting.help) for setting in SETTINGS), incomplete)


class ValueType(Type):
    """A value of the setting before it, which checks it later."""

    name = "value"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """What the setting can be."""
        name = ctx.params.get("name")
        values = next((setting.values for setting in SETTINGS if setting.name == name), ())
        return items(((value, "") for value in values), incomplete)


@subcommand("config", PAGE)
@click.argument("name", type=SettingType(), required=False, metavar="[NAME]")
@click.argument("value", type=ValueType(), required=False, metavar="[VALUE]")
@click.option("--reset", "back", is_flag=True, help="Set NAME, or everything, to its default.")
@click.pass_context
def command(context: click.Context, name: str | None, value: str | None, back: bool) -> None:
    """Show, set or reset."""
    from notation.diagnostics import TextError

    try:
        run(name, value, back)
    except TextError as error:
        raise click.UsageError(error.message, context) from error


def run(name: str | None, value: str | None, back: bool) -> None:
    """What the command line asks for. Raises UsageError, TextError, RuleError, OSError."""
    setting = find(name) if name is not None else None
    path = config_file()
    if back:
        if value is not None:
            raise click.UsageError("--reset takes no value: it sets to the default")
        reset(path, name)
        click.echo(f"{name}: {setting.default}" if setting else "Everything is set to its default.")
    elif setting is None:
        show_all()
    elif value is None:
        click.echo(load()[setting.name])
    else:
        click.echo(f"{setting.name}: {change(path, setting.name, value)}")


def show_all() -> None:
    """Print every setting with its value, and where they are kept."""
    from notation.diagnostics import printable
    from scoutcli.report import terminal_width

    settings = load()
    for notice in settings.notices:
        click.echo(f"Warning: {notice}", err=True)
    width = max(min(terminal_width(), WIDEST), 20)
    for setting in SETTINGS:
        click.echo("\n".join(_lines(setting, settings[setting.name], width)))
    click.echo(f"\nThe file: {printable(str(config_file()))}")
    click.echo("To change one: scoutcli config NAME VALUE")
    click.echo("To its default: scoutcli config --reset NAME")


def _lines(setting: Setting, value: str, width: int) -> list[str]:
    """A setting with its value in a line, and what it means below."""
    default = "default" if value == setting.default else f"default: {setting.default or 'empty'}"
    head = f"{setting.name}: {value or 'empty'} ({default})"
    about = setting.help
    if setting.values:
        about += f" One of {', '.join(setting.values)}."
    return [head, *textwrap.wrap(about, width, initial_indent=INDENT, subsequent_indent=INDENT)]
