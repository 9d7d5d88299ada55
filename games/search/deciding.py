"""The door to a game's search: how the decisions of a seat are looked at, found by the game's name.

A game that can be searched has a module ``search`` beside its `Game`, with two
functions: ``decider(seed, budget)``, and ``hindsight(state, moves)`` for whoever
sees all cards. Importing this module loads no compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from games.bots import Budget
from games.errors import RuleError
from games.game import Game, Move, State, View
from games.search.compiled import Notice, beside, warm

if TYPE_CHECKING:
    from games.search.halving import Decision, Worths


class Decider(Protocol):
    """Makes a decision of what a seat sees on its turn; the moves given are among its candidates.

    These stand there as they were given, also where another candidate is as good.
    They have to be legal. Whatever it was asked before, it makes the same decision
    of a view; it may only be faster. To be called by one thread at a time. Raises
    RuleError ``unknown-cards`` where too little is known.
    """

    def __call__(self, view: View, include: Sequence[Move] = (), *, match: bool = True) -> Decision:
        """The decision. `match` says that what the points do to the chance to win the match
        counts; without it, worths are the points of the round alone.
        """
        ...


Hindsight: TypeAlias = "Callable[[State, Sequence[Move]], Worths]"
"""What moves of the seat to act come to where everybody goes on by the rule of thumb.

The points of the round against the mean of the other seats, more being better, with the
cards that lie there. Raises RuleError ``unknown-cards``.
"""


def deciders(game: Game, budget: Budget, notice: Notice | None = None) -> Callable[[int], Decider]:
    """What makes a `Decider` of this game from a seed, at no cost.

    As many worlds are kept ready as a budget is likely to need. All that is
    called is compiled when this returns; `notice` is told before that takes a
    while. Raises CompilerMissingError, or RuleError ``no-search`` where nothing
    can search the game.
    """
    module = _searching(game, notice)

    def make(seed: int) -> Decider:
        made: Decider = module.decider(seed, budget)
        return made

    return make


def decider(game: Game, seed: int, budget: Budget, notice: Notice | None = None) -> Decider:
    """What makes decisions of this game; see `deciders`."""
    return deciders(game, budget, notice)(seed)


def hindsight(game: Game, notice: Notice | None = None) -> Hindsight:
    """What judges moves of this game with all cards seen. Raises as `deciders` does."""
    found: Hindsight = _searching(game, notice).hindsight
    return found


def _searching(game: Game, notice: Notice | None) -> ModuleType:
    """The module that searches a game, ready for use."""
    module = beside(game.name, "search")
    if module is None or not hasattr(module, "decider"):
        raise RuleError("no-search", f"{game.title} cannot be searched")
    warm(game.name, notice)
    return module
