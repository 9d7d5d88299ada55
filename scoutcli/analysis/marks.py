"""When a move is called doubtful, bad or very bad: in one place, for whoever speaks of mistakes."""

from __future__ import annotations

from notation.tokens import JUDGEMENTS
from scoutcli.analysis.reasons import Reasons

SURE = 3.0
"""A difference of so many standard errors is there."""

DOUBTFUL, BAD, VERY_BAD = (1 + JUDGEMENTS.index(text) for text in ("?!", "?", "??"))
GRAVEST = (VERY_BAD, BAD, DOUBTFUL, 0)
"""The marks, those of grave mistakes first."""


def mark_of(reasons: Reasons, loss: float, error: float) -> int:
    """The mark of a move that loses so many points, with this standard error; 0 for none.

    A mark says that the loss is beyond the game's threshold for it
    (`Reasons.MARKS`) and beyond three standard errors.
    """
    if loss <= SURE * error:
        return 0
    thresholds = zip(GRAVEST, reversed(reasons.MARKS), strict=False)
    return next((mark for mark, threshold in thresholds if loss > threshold), 0)
