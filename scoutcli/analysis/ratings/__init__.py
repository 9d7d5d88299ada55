"""A word for how well somebody played, by the points lost for each unforced decision.

The words are the same in every game; a game says in a module of its own here,
called as the game, up to which loss each of them holds. A player of a game that
has none, or of fewer than `LEAST` decisions, gets no word; nor does one whose
losses were found in hindsight, or with fewer playouts than usual: what is not
measured well seems to lose more.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Protocol, cast

from scoutcli.analysis.model import Account
from scoutcli.bygame import module_of

WORDS = ("flawless", "masterly", "strong", "sound", "fair", "loose", "weak", "wild")
"""The words, the best first."""
LEAST = 10
"""So many unforced decisions are needed for a word."""


class Scale(Protocol):
    """What a game says of the words."""

    LIMITS: tuple[float, ...]
    """Up to which loss for a decision each word but the last holds, in points."""


def rating(game: str, account: Account) -> str:
    """The word for a player; "" where there is none."""
    scale = _scale(game)
    if scale is None or not account.rated or account.unforced < LEAST:
        return ""
    return WORDS[bisect_left(scale.LIMITS, account.rate)]


def scale_rows(game: str) -> Iterator[tuple[str, str]]:
    """The scale of a game as a table for a manual: each word, and the losses it stands for."""
    scale = _scale(game)
    if scale is None:
        return
    for word, above, limit in zip(WORDS, (0.0, *scale.LIMITS), scale.LIMITS, strict=False):
        yield word, f"{above:.2f} to {limit:.2f}"
    yield WORDS[-1], f"over {scale.LIMITS[-1]:.2f}"


def _scale(game: str) -> Scale | None:
    return cast("Scale | None", module_of(__name__, game))
