"""SKYJO: who ended the round, and whose points were doubled for it."""

from __future__ import annotations

from collections.abc import Sequence

from games.skyjo.scoring import points
from games.skyjo.state import State

COUNTED = ("ended", "doubled")


def count(state: State) -> Sequence[Sequence[int]]:
    """For each seat of a round that has ended: whether it ended it, and was doubled."""
    scores = state.scores()
    return [
        (int(seat == state.ender), int(scores[seat] != points(state.grids[seat])))
        for seat in range(state.players)
    ]
