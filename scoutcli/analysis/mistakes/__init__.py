"""What kind of mistake a move is, in a word or two, game by game.

A game has it in a module of its own here, called as the game. Any other game
gets along without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from games.game import Move, View
from scoutcli.analysis.mistakes import neutral
from scoutcli.bygame import module_of


class Mistakes(Protocol):
    """What a judge has to know of a game to name a mistake."""

    kind: Callable[[View, Move, Move], str]
    """The kind of mistake that a legal move is where another one is better: ``missed Show``.

    For the same fault always the same words, so that they can be counted.
    """


def mistakes_for(game: str) -> Mistakes:
    """The kinds of mistakes of a game; neutral ones where it has none."""
    return cast("Mistakes", module_of(__name__, game) or neutral)
