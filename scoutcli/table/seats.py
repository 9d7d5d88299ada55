"""From the command line to seats: who plays, people first, then bots."""

from __future__ import annotations

import getpass
from collections.abc import Sequence

from games.errors import RuleError
from games.game import Game
from games.options import shown
from scoutcli.table.session import LONGEST_NAME, Seat

USUAL_BOT = "greedy"
"""Who fills the seats that nobody was named for, where the game has it; else its last bot."""


def seats_for(
    game: Game, players: int | None, names: Sequence[str], bots: Sequence[str], usual: int
) -> list[Seat]:
    """The seats of a match.

    `players` is how many there are to be, `names` are people, `bots` the bots
    of the seats after them. Without names one person plays; but where as many
    bots were named as there are seats, nobody does. Without `players` there is
    a seat for everybody named; where no bot is, at least `usual` seats.

    Raises RuleError for a bot that the game does not have, more players than
    seats, and two people of one name. Whether the game is for so many players
    is not looked at.
    """
    for bot in bots:
        if bot not in game.bots:
            raise RuleError(
                "unknown-bot",
                f"{game.title} has no bot {shown(bot)}; it has {', '.join(game.bots) or 'none'}",
            )
    if len(set(names)) < len(names):
        raise RuleError("same-name", "two people of the same name cannot be told apart")
    people = list(names) or ([] if len(bots) == players else [login_name()])
    named = len(people) + len(bots)
    if players is None:
        players = named if bots else max(named, usual)
    if named > players:
        raise RuleError(
            "too-many-players",
            f"{len(people)} people and {len(bots)} bots are more than {players} players",
        )
    missing = players - named
    if missing and not game.bots:
        raise RuleError(
            "no-bots", f"{game.title} has no bots: give a --name for each of {players} players"
        )
    others = [*bots, *[usual_bot(game)] * missing] if missing else list(bots)
    return [*map(Seat, people), *_bot_seats(others, people)]


def usual_bot(game: Game) -> str:
    """The bot that plays where none was named."""
    return USUAL_BOT if USUAL_BOT in game.bots else list(game.bots)[-1]


def _bot_seats(bots: Sequence[str], taken: Sequence[str]) -> list[Seat]:
    """Bots named after what they are; with a number where that alone is no name for one."""
    seats: list[Seat] = []
    used = set(taken)
    for bot in bots:
        number = sum(seat.bot == bot for seat in seats) + 1
        name = bot if bots.count(bot) == 1 else f"{bot} {number}"
        while name in used:
            number += 1
            name = f"{bot} {number}"
        used.add(name)
        seats.append(Seat(name, bot))
    return seats


def login_name() -> str:
    """What the system calls the person at the keyboard, if that can be shown; else ``Player``."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "Player"
    return name if name.isprintable() and 0 < len(name) <= LONGEST_NAME else "Player"
