"""SKYJO: what went wrong where another move was better."""

from __future__ import annotations

from games.game import Move
from games.skyjo.moves import Draw, Reveal, Swap, Take, Turn
from games.skyjo.view import View
from scoutcli.analysis.reasons.skyjo import after


def kind(view: View, played: Move, best: Move) -> str:
    """See `Mistakes`."""
    if isinstance(played, Reveal):
        return "opened in one column"
    mine, better = after(view, played), after(view, best)
    if mine.ends != better.ends:
        return "ended too early" if mine.ends else "did not end"
    if isinstance(played, Draw):
        return "left the discard"
    if isinstance(best, Draw):
        return "took the discard"
    if better.clears and better.clears != mine.clears:
        return "missed a column"
    if isinstance(played, Swap) and isinstance(best, Turn):
        return "kept the card"
    if isinstance(played, Turn) and isinstance(best, Swap):
        return "threw the card"
    if mine.breaks and mine.breaks != better.breaks:
        return "broke a column"
    return "wrong place" if isinstance(played, (Take, Swap)) else "turned the wrong card"
