"""What a player did in a round beside making points: one module for each game that counts such.

A module that is named as its game has ``COUNTED``, the headings, and
``count(state)``, which gives a number for each of them, by seat, for a round
that has ended. A game without one counts nothing; everything else works.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.game import State
from scoutcli.bygame import module_of


def counted(game: str) -> tuple[str, ...]:
    """The headings of what is counted in the game of that name."""
    found = module_of(__name__, game)
    return tuple(found.COUNTED) if found is not None else ()


def count(game: str, state: State) -> Sequence[Sequence[int]]:
    """For each seat, how often each of them came in a round that has ended."""
    found = module_of(__name__, game)
    numbers: Sequence[Sequence[int]] = found.count(state) if found is not None else ()
    return numbers or [()] * state.players
