"""SCOUT: what went wrong where another move was better."""

from __future__ import annotations

from games.game import Move
from games.scout.bots import pieces
from games.scout.cards import UPPER
from games.scout.moves import Choose, Scout, ScoutShow, Show
from games.scout.view import View
from scoutcli.analysis.reasons.scout import after


def kind(view: View, played: Move, best: Move) -> str:
    """See `Mistakes`."""
    if isinstance(played, Choose):
        return "flip choice"
    mine, better = after(view, played), after(view, best)
    if mine.ends != better.ends:
        return "ended too early" if mine.ends else "did not end"
    if isinstance(best, ScoutShow):
        both = isinstance(played, ScoutShow)
        return "wrong Scout & Show" if both else "missed Scout & Show"
    if isinstance(played, ScoutShow):
        return "used Scout & Show too early"
    if isinstance(played, Show):
        if mine.shows > _shows_left(view, played, best):
            return "Show that breaks the hand"
        return "wrong Show" if isinstance(best, Show) else "missed Scout"
    if isinstance(played, Scout) and isinstance(best, Scout):
        return _wrong_scout(played, best)
    return "missed Show"


def _shows_left(view: View, played: Show, best: Move) -> int:
    """In how few Shows the hand could go on: as after the better Show, else one fewer than now."""
    if isinstance(best, Show):
        return after(view, best).shows
    return max(pieces(view.hand.translate(UPPER)) - bool(played.values), 0)


def _wrong_scout(played: Scout, best: Scout) -> str:
    """What differs between two Scouts, the first thing first."""
    if played.right != best.right:
        return "wrong end"
    return "wrong way up" if played.card != best.card else "gap"
