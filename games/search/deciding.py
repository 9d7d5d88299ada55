"""The door to a game's search: how the decisions of a seat are looked at, found by the game's name.

A game that can be searched has a module ``search`` beside its `Game`, with a
function ``decider(seed, budget)``. Importing this module loads no compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from games.bots import Budget
from games.errors import RuleError
from games.game import Game, Move, View
from games.search.compiled import Notice, beside, warm

if TYPE_CHECKING:
    from games.search.halving import Decision

Decider: TypeAlias = "Callable[[View, Sequence[Move]], Decision]"
"""Makes a decision of what a seat sees on its turn; the moves given are among its candidates.

These stand there as they were given, also where another candidate is as good.
They have to be legal. Whatever it was asked before, it makes the same decision
of a view; it may only be faster. To be called by one thread at a time. Raises
RuleError ``unknown-cards`` where too little is known.
"""


def decider(game: Game, seed: int, budget: Budget, notice: Notice | None = None) -> Decider:
    """What makes decisions of this game, with as many worlds ready as a budget is likely to need.

    All that it calls is compiled when it returns; `notice` is told before that
    takes a while. Raises CompilerMissingError, or RuleError ``no-search`` where
    nothing can search the game.
    """
    module = beside(game.name, "search")
    if module is None or not hasattr(module, "decider"):
        raise RuleError("no-search", f"{game.title} cannot be searched")
    warm(game.name, notice)
    made: Decider = module.decider(seed, budget)
    return made
