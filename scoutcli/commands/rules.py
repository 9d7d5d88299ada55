"""`scoutcli rules`: what a game offers, as tables."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from scoutcli.help import WELL, WRONG_USE, Example, Page, subcommand
from scoutcli.options import all_games, game_argument, players_for, players_option

if TYPE_CHECKING:
    from games.game import Game
    from notation.codec import Notation

PAGE = Page(
    description="""
    With a game: its options with all their values, the default first, and the numbers of players
    for which they mean anything; its presets; what is dealt; its bots; and the notation of its
    cards and moves. With `--players`, only what concerns that number.

    Without a game: which games there are.
    """,
    examples=(
        Example("scoutcli rules", "The games there are:"),
        Example("scoutcli rules scout", "All about SCOUT:"),
        Example("scoutcli rules scout --players 2", "What SCOUT is like for two:"),
        Example(
            "scoutcli rules skyjo | grep limit",
            "Which limits SKYJO has, and what they are unless said otherwise:",
        ),
    ),
    exits=(WELL, WRONG_USE),
    also=("scoutcli-deal(1)",),
)

WIDEST = 100
"""Lines of a table are no longer than this, however wide the terminal."""


@subcommand("rules", PAGE)
@game_argument(required=False)
@players_option
def command(game: Game | None, players: int | None) -> None:
    """Print one game, or the list of games."""
    if game is None:
        if players is not None:
            raise click.UsageError(
                "--players needs a game: scoutcli rules GAME --players N",
                click.get_current_context(),
            )
        click.echo(table(("game", "players", "presets"), map(facts, all_games())))
        click.echo("\n`scoutcli rules GAME` tells more of one of them.")
        return
    if players is not None:
        players = players_for(game, players)
    click.echo("\n\n".join(sections(game, players)))


def sections(game: Game, players: int | None) -> Iterator[str]:
    """What is told of a game, each part with its heading."""
    from notation import codec  # here: `rules` without a game needs no notation

    yield f"{game.title}, for {span(game.players)} players"
    options = [o for o in game.options if players is None or o.applies(players)]
    head = ["option", "values", "players", "meaning"]
    rows = [[o.name, o.choices(players), span(o.players), o.help] for o in options]
    if all(option.players is None for option in options):
        for row in (head, *rows):
            del row[2]
    yield "OPTIONS (the default first)\n" + table(head, rows)
    yield "PRESETS\n" + table(("preset", "changes"), presets(game))
    if game.setup:
        numbers = [row for row in game.setup[1:] if players is None or row[0] == str(players)]
        yield "SETUP\n" + table(game.setup[0], numbers)
    yield "BOTS\n" + bots(game)
    yield "NOTATION\n" + table(("text", "reads"), forms(codec.get(game.name), players))


def forms(notation: Notation, players: int | None) -> list[tuple[str, str]]:
    """The canonical forms that so many players can need, and how they read."""
    return [
        row
        for row in notation.cheat_sheet
        if players is None or players in notation.only_for.get(row[0], notation.game.players)
    ]


def bots(game: Game) -> str:
    """Every bot with how strong it is, where the game says so, and how it plays."""
    rows = [[name, bot.strength, bot.help] for name, bot in game.bots.items()]
    head = ["bot", "strength", "how it plays"]
    if not any(bot.strength for bot in game.bots.values()):
        for row in (head, *rows):
            del row[1]
    return table(head, rows)


def facts(game: Game) -> tuple[str, str, str]:
    """A game in the list of games."""
    return game.name, span(game.players), ", ".join(game.presets)


def presets(game: Game) -> Iterator[tuple[str, str]]:
    """Every preset, with the options it changes."""
    for name, changes in game.presets.items():
        yield name, " ".join(f"{key}={value}" for key, value in changes.items()) or "none"


def span(players: range | None) -> str:
    """Numbers of players in words."""
    if players is None:
        return "any"
    first, last = players.start, players.stop - 1
    return str(first) if first == last else f"{first} to {last}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose last column is wrapped where the line would be too long."""
    from tabulate import tabulate  # takes longer to load than the rest of the program

    cells = [list(row) for row in rows]
    width = min(shutil.get_terminal_size().columns, WIDEST)
    limits: list[int | None] = [None] * len(head)
    if len(head) > 2:
        limits[1] = 24
    # A heading is set with two more spaces than a cell, and two divide the columns.
    taken = sum(
        min(max([len(heading) + 2, *(len(row[column]) for row in cells)]), limits[column] or width)
        + 2
        for column, heading in enumerate(head[:-1])
    )
    limits[-1] = max(width - taken, 24)
    return tabulate(
        cells,
        head,
        tablefmt="simple",
        disable_numparse=True,
        maxcolwidths=limits,
        break_on_hyphens=False,  # the name of a value stays in one piece
    )
