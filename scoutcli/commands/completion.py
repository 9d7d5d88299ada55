"""`scoutcli completion`: the completion script of a shell."""

from __future__ import annotations

import click

from scoutcli.cli import COMPLETE_VARIABLE
from scoutcli.completion import SHELLS, script
from scoutcli.help import WELL, WRONG_USE, Example, Page, subcommand

PAGE = Page(
    description="""
    The script completes commands, options, the names of games and presets, and the `KEY=VALUE` of
    `--rules`. It asks scoutcli itself, so it needs no renewal with a new version.

    For bash (4.4 or later), put `eval "$(scoutcli completion bash)"` into `~/.bashrc`. For zsh,
    put `eval "$(scoutcli completion zsh)"` into `~/.zshrc`, after `compinit`. For fish, run
    `scoutcli completion fish > ~/.config/fish/completions/scoutcli.fish` once. Where scoutcli is
    installed for the whole system, all three are in place already.
    """,
    examples=(
        Example('eval "$(scoutcli completion bash)"', "Complete in this bash from now on:"),
        Example(
            "mkdir -p completions && scoutcli completion fish > completions/scoutcli.fish",
            "Keep the script for fish in a file:",
        ),
    ),
    exits=(WELL, WRONG_USE),
    files=(
        ("share/bash-completion/completions/scoutcli", "Where it is installed for bash,"),
        ("share/zsh/site-functions/_scoutcli", "for zsh,"),
        ("share/fish/vendor_completions.d/scoutcli.fish", "for fish."),
    ),
)


@subcommand("completion", PAGE)
@click.argument("shell", type=click.Choice(SHELLS), metavar="{bash|zsh|fish}")
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script for this program's own command line."""
    click.echo(script(context.find_root().command, COMPLETE_VARIABLE, shell), nl=False)
