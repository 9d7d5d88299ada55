"""From the command line to seats: who plays, people first, then bots."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from games.bots import Budget, Spec
from games.errors import RuleError
from games.game import Game
from games.options import Rules
from scoutcli.naming import is_name
from scoutcli.table.session import Seat, usual_bot

if TYPE_CHECKING:  # only where a program plays
    from scoutcli.arena.plan import Entry
    from scoutcli.table.programs import Programs


def seats_for(
    game: Game,
    players: int | None,
    names: Sequence[str],
    bots: Sequence[str],
    usual: int,
    budget: Budget | None = None,
    entries: Sequence[Entry] = (),
) -> list[Seat]:
    """The seats of a match.

    `players` is how many there are to be, `names` are people, `bots` the bots
    of the seats after them (see `Spec.read`), `entries` those after them,
    programs among them; `budget` is for `bots` that search and were given
    none. Without names one person plays; but where as many bots were named as
    there are seats, nobody does. Without `players` there is a seat for
    everybody named; where no bot is, at least `usual` seats.

    Raises RuleError for a bot that the game does not have or that takes no
    budget, a budget that nobody takes, more players than seats, and two people
    of one name. Whether the game is for so many players is not looked at.
    """
    specs = [Spec.read(game, text) for text in bots]
    if budget is not None:
        specs = _with_budget(game, specs, budget)
    own = [*names, *(entry.name for entry in entries)]
    if len(set(own)) < len(own):
        raise RuleError("same-name", "two people of the same name cannot be told apart")
    bots_named = len(specs) + len(entries)
    people = list(names) or ([] if bots_named == players else [login_name()])
    named = len(people) + bots_named
    if players is None:
        players = named if bots_named else max(named, usual)
    if named > players:
        raise RuleError(
            "too-many-players",
            f"{len(people)} people and {bots_named} bots are more than {players} players",
        )
    missing = players - named
    if missing and not game.bots:
        raise RuleError(
            "no-bots", f"{game.title} has no bots: give a --name for each of {players} players"
        )
    if missing:
        specs += [Spec.read(game, usual_bot(game))] * missing
    given = [
        Seat(entry.name, entry.bot or entry.name, None if entry.bot else entry) for entry in entries
    ]
    seats = _bot_seats(specs, [*people, *(seat.name for seat in given)])
    last = len(seats) - missing
    return [*map(Seat, people), *seats[:last], *given, *seats[last:]]


def start_programs(
    game: Game, rules: Rules, seats: Sequence[Seat]
) -> tuple[list[Seat], Programs | None]:
    """Start the programs among those who sit here; the seats with what they call themselves.

    Raises RuleError ``bot-fault`` where one does not get ready.
    """
    entries = {at: seat.entry for at, seat in enumerate(seats) if seat.entry is not None}
    if not entries:
        return list(seats), None
    from scoutcli.table.programs import Programs  # loads the arena

    programs = Programs(entries)
    called = programs.start(game, rules, [seat.name for seat in seats])
    return [replace(seat, bot=called.get(at, seat.bot)) for at, seat in enumerate(seats)], programs


def built_in(seats: Sequence[Seat]) -> list[str]:
    """The texts of the bots at these seats, see `Spec`."""
    return [seat.bot for seat in seats if seat.bot and seat.entry is None]


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
    return name if is_name(name) else "Player"
