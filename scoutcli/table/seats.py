"""From the command line to seats: who plays, people first, then bots."""

from __future__ import annotations

import getpass
from collections.abc import Sequence

from games.bots import Budget, Spec
from games.errors import RuleError
from games.game import Game
from games.search import compiled
from games.search.compiled import Notice
from scoutcli.table.session import LONGEST_NAME, Seat

USUAL_BOT = "greedy"
"""Who fills the seats that nobody was named for, where the game has it; else its last bot."""


def seats_for(
    game: Game,
    players: int | None,
    names: Sequence[str],
    bots: Sequence[str],
    usual: int,
    budget: Budget | None = None,
) -> list[Seat]:
    """The seats of a match.

    `players` is how many there are to be, `names` are people, `bots` the bots
    of the seats after them (see `Spec.read`); `budget` is for those of them
    that search and were given none. Without names one person plays; but where as many
    bots were named as there are seats, nobody does. Without `players` there is
    a seat for everybody named; where no bot is, at least `usual` seats.

    Raises RuleError for a bot that the game does not have or that takes no
    budget, a budget that nobody takes, more players than seats, and two people
    of one name. Whether the game is for so many players is not looked at.
    """
    specs = [Spec.read(game, text) for text in bots]
    if budget is not None:
        specs = _with_budget(game, specs, budget)
    if len(set(names)) < len(names):
        raise RuleError("same-name", "two people of the same name cannot be told apart")
    people = list(names) or ([] if len(specs) == players else [login_name()])
    named = len(people) + len(specs)
    if players is None:
        players = named if specs else max(named, usual)
    if named > players:
        raise RuleError(
            "too-many-players",
            f"{len(people)} people and {len(specs)} bots are more than {players} players",
        )
    missing = players - named
    if missing and not game.bots:
        raise RuleError(
            "no-bots", f"{game.title} has no bots: give a --name for each of {players} players"
        )
    if missing:
        specs += [Spec.read(game, usual_bot(game))] * missing
    return [*map(Seat, people), *_bot_seats(specs, people)]


def make_ready(game: Game, seats: Sequence[Seat], notice: Notice | None) -> None:
    """Have compiled what the bots at these seats need, so that none of them has to wait.

    `notice` is told before that takes a while. Raises RuleError where it
    cannot be done: CompilerMissingError says what to install.
    """
    if any(Spec.read(game, seat.bot).bot.compiled for seat in seats if seat.bot):
        compiled.warm(game.name, notice)


def usual_bot(game: Game) -> str:
    """The bot that plays where none was named."""
    return USUAL_BOT if USUAL_BOT in game.bots else list(game.bots)[-1]


def _with_budget(game: Game, specs: Sequence[Spec], budget: Budget) -> list[Spec]:
    """The same bots, with a budget for those that search and have none."""
    takes = [spec.bot.searches and spec.budget is None for spec in specs]
    if not any(takes):
        searching = " or ".join(name for name, bot in game.bots.items() if bot.searches)
        raise RuleError(
            "no-search",
            f"no bot that is named takes the budget {budget}; in {game.title} it is for "
            f"{searching or 'none'}",
        )
    return [
        spec._replace(budget=budget) if take else spec
        for spec, take in zip(specs, takes, strict=True)
    ]


def _bot_seats(specs: Sequence[Spec], taken: Sequence[str]) -> list[Seat]:
    """Bots named after what they are; with a number where that alone is no name for one."""
    seats: list[Seat] = []
    used = set(taken)
    names = [spec.name for spec in specs]
    for at, spec in enumerate(specs):
        number = names[:at].count(spec.name) + 1
        name = spec.name if names.count(spec.name) == 1 else f"{spec.name} {number}"
        while name in used:
            number += 1
            name = f"{spec.name} {number}"
        used.add(name)
        seats.append(Seat(name, str(spec)))
    return seats


def login_name() -> str:
    """What the system calls the person at the keyboard, if that can be shown; else ``Player``."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "Player"
    return name if name.isprintable() and 0 < len(name) <= LONGEST_NAME else "Player"
