"""SKYJO: a card is drawn, and where it would have gone nobody can say."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Move
from games.skyjo.cards import UNKNOWN
from games.skyjo.moves import UNSAID, Draw, Swap


def left_open(begun: Sequence[Move]) -> list[Move]:
    """``D7@?:?``: the turn with an end of which nothing is said."""
    first = begun[0]
    if len(begun) != 1 or not isinstance(first, Draw):
        return list(begun)
    return [first, Swap(UNSAID, UNKNOWN, (), first.card)]
