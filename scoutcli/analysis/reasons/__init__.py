"""What one move does better than another, in words, game by game.

A game has it in a module of its own here, called as the game. Any other game
gets along without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from games.game import Move, View
from scoutcli.analysis.reasons import neutral
from scoutcli.bygame import module_of


class Reasons(Protocol):
    """What `words` has to know of a game."""

    PLAYOUTS: int
    """What an answer may take, so that it is there within a second or so."""
    MARKS: tuple[float, float, float]
    """The points that a move has to lose to be called doubtful, bad, very bad: ``?!  ?  ??``."""
    WIDER: float
    """By so much standard errors are larger than they seem; worlds may be alike."""
    unit: Callable[[View], str]
    """What a worth is counted in, behind its number: ``points against the mean of the others``."""
    better: Callable[[View, Move, Move], list[str]]
    """What the first of two legal moves does better than the second, the weightiest first.

    Parts of a sentence with the first move for their subject: ``captures 3 cards, not 1``.
    """


def reasons_for(game: str) -> Reasons:
    """The reasons of a game; neutral ones where it has none."""
    return cast("Reasons", module_of(__name__, game) or neutral)
