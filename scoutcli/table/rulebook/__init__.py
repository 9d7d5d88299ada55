"""The rules of a game in sentences: those that matter at a point of a round, and all by heading.

A game has a module of its name here, with `TOPICS` and `now`; a game without
one has its options, and its notation.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Move, View
from scoutcli.bygame import module_of


def topics(game: str) -> Sequence[tuple[str, str]]:
    """Headings, and what the rules say under them."""
    module = module_of(__name__, game)
    return () if module is None else tuple(module.TOPICS.items())


def now(view: View, legal: Sequence[Move]) -> list[str]:
    """What the seat of the view should know before it chooses one of its legal moves."""
    module = module_of(__name__, view.game)
    return [] if module is None else list(module.now(view, legal))
