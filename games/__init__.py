"""The rules of card games. Knows no text format, no screen, no file.

`get("scout")` is a game; see `games.game` for what every game offers.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from games.errors import RuleError
from games.options import shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from types import ModuleType

    from games.game import Game

__all__ = ["RuleError", "beside", "get", "names", "package_of", "register"]

# Loaded when asked for, so that a command that needs one game does not load all.
_BUILT_IN = ("scout", "skyjo")
_GAMES: dict[str, Game] = {}
ENTRY_POINTS = "scoutcli.games"
"""The group under which another package announces a game: a name and its Game object."""


def register(game: Game) -> None:
    """Make a game known under its name."""
    _GAMES[game.name] = game


def names() -> tuple[str, ...]:
    """The names of all games, the built-in ones first."""
    others = {*_GAMES, *_announced()} - set(_BUILT_IN)
    return (*_BUILT_IN, *sorted(others))


def get(name: str) -> Game:
    """The game of that name. Raises RuleError ``unknown-game``, which lists the names."""
    if name not in _GAMES:
        if name in _BUILT_IN:
            register(import_module(f"games.{name}").GAME)
        elif name in (announced := _announced()):
            register(announced[name].load())
        else:
            raise RuleError(
                "unknown-game", f"there is no game {shown(name)}; there is {', '.join(names())}"
            )
    return _GAMES[name]


def package_of(game: Game) -> str:
    """The package in which a game stands, for what stands beside it; "" if in none."""
    return import_module(type(game).__module__).__package__ or ""


def beside(game: Game, name: str) -> ModuleType | None:
    """The module of that name beside a game, loaded now; None where there is none."""
    package = package_of(game)
    if not package:
        return None
    whole = f"{package}.{name}"
    try:
        return import_module(whole)
    except ModuleNotFoundError as error:
        if error.name != whole:
            raise
        return None


def _announced() -> dict[str, EntryPoint]:
    """The games that installed packages announce, by name."""
    from importlib.metadata import entry_points  # slow, and only needed for games of others

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
