"""The table for a command: what shows it, and the question which game it is to be."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence

import click

from games.game import Game
from scoutcli.options import all_games
from scoutcli.table.screen import Screen


def screen_for(
    people: Sequence[int], settings: Mapping[str, str], *, plain: bool = False
) -> Screen:
    """The live screen where there are people and a terminal that can do it; else plain lines.

    `plain` asks for plain lines in any case, as does the setting ``screen: plain``.
    """
    plain = plain or settings["screen"] == "plain"
    if people and not plain and at_terminal() and _can_draw():
        from scoutcli.table.live import Live  # loads prompt_toolkit, which nothing else needs

        return Live(settings)
    from scoutcli.table.plain import Plain

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # what is no UTF-8 is no move, and no fault either
    return Plain(sys.stdin, sys.stdout, sys.stderr)


def _can_draw() -> bool:
    """Whether the terminal can do more than write one line below another."""
    return os.environ.get("TERM", "") not in ("", "dumb", "unknown")


def at_terminal() -> bool:
    """Whether somebody can be asked and shown things."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def ask_game(context: click.Context) -> Game:
    """Which game is to be played.

    Raises UsageError where nobody can be asked, ClickException where nobody answers.
    """
    known = {game.name: game for game in all_games()}
    if not at_terminal():
        raise click.UsageError(f"name the game: {' or '.join(known)}", context)
    click.echo("Which game?")
    for number, game in enumerate(known.values(), 1):
        click.echo(f"  {number}  {game.name}, for {game.players[0]} to {game.players[-1]} players")
    while True:
        try:
            said = input("Name or number: ")
        except EOFError:
            click.echo()  # the line of ^D is the prompt's
            raise click.ClickException("the input ended before a game was named") from None
        found = list(_fitting(said.strip().lower(), known))
        if len(found) == 1:
            return found[0]
        click.echo(f"It is one of {', '.join(known)}.")


def _fitting(said: str, known: dict[str, Game]) -> Iterator[Game]:
    """The games that a name, the beginning of one, or a number can mean."""
    if said in known:
        yield known[said]
        return
    for number, (name, game) in enumerate(known.items(), 1):
        if said == str(number) or (said and name.startswith(said)):
            yield game
