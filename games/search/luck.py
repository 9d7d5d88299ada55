"""The door to a game's luck: what chance was worth in a round, found by the game's name.

A game whose luck can be measured has a module ``luck`` beside its `Game`, with a
function ``lucks(start, made, seed, playouts)``, and ``warm()``, which compiles
what that calls. Importing this module loads no compiler.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.game import Game, Move, State
from games.search.compiled import Notice, beside, prepare, warm

_READY: set[str] = set()
"""The games whose luck needs no compiling any more, in this process."""


class Made(NamedTuple):
    """A move, or part of one, as it was made: all cards named that are known.

    `at` is the place of the play in its round, `seat` is -1 for chance.
    """

    at: int
    seat: int
    move: Move


class Fell(NamedTuple):
    """What chance brought: before or in which play (-1: the deal), to which seat (-1: to all).

    `worth` is what it was worth to each seat: a margin, in points, more being
    better. The sum is 0.
    """

    at: int
    seat: int
    what: str
    worth: tuple[float, ...]


def lucks(
    game: Game,
    start: State,
    made: Sequence[Made],
    seed: int,
    playouts: int,
    notice: Notice | None = None,
) -> list[Fell]:
    """What each chance event of a round was worth, in the order in which they fell.

    `start` is the round at its start, `made` are the moves from there to its
    end, or to where it is known. Where no choice changed what could be expected,
    the sums are the margins of the round. `playouts` are those for one event,
    1 at least. A game without such a module has no luck. `notice` is told before
    something is compiled. Raises CompilerMissingError, and RuleError
    ``unknown-cards`` where a card would have to be known that is not.
    """
    module = beside(game.name, "luck")
    if module is None:
        return []
    if game.name not in _READY:
        warm(game.name, notice)
        prepare(module, f"{game.name} for its luck", notice)
        _READY.add(game.name)
    found: list[Fell] = module.lucks(start, made, seed, max(1, playouts))
    return found


def margins(gains: Sequence[float]) -> tuple[float, ...]:
    """What each seat has more than the mean of the others, more being better; the sum is 0."""
    players = len(gains)
    mean = sum(gains) / players
    return tuple((own - mean) * players / (players - 1) for own in gains)
