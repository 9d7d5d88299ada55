"""Advice in one line: the best move, what is wrong with another, a warning of a clear mistake."""

from __future__ import annotations

from games.game import Move, View
from notation.codec import Notation
from scoutcli.analysis.analyst import Analyst, Candidate, Stop
from scoutcli.analysis.marks import BAD, SURE, VERY_BAD, mark_of
from scoutcli.analysis.reasons import Reasons
from scoutcli.table.words import Turn

_LIKELY = 2.0
"""One of so many is likely to be."""
_EVEN = 0.05
"""Points too few to speak of."""
_REASONS = 2
"""So many are told at most."""


def hint(analyst: Analyst, turn: Turn, stop: Stop | None = None) -> str:
    """The best move, what it does, what it is worth, and how the next best compares."""
    found = analyst.candidates(turn.view, turn.legal, stop=stop)
    best = found[0]
    said = f"{turn.notation.choice(best.move)}: {turn.explain(best.move)}"
    if len(turn.legal) == 1:
        return f"{said}; it is the only legal move"
    if not best.measured:
        return f"{said} ({analyst.about})"
    said += f"; {_signed(best.worth)} {analyst.reasons.unit(turn.view)}"
    if len(found) == 1:
        return f"{said}; the others are as good or plainly worse"
    return f"{said}; {_next(analyst, turn, best, found[1])}"


def why(analyst: Analyst, turn: Turn, move: Move, stop: Stop | None = None) -> str:
    """What is wrong with, or right about, a move: the rule it breaks, or what it loses and why."""
    text = turn.notation.choice(move)
    if (fault := turn.fault(move)) is not None:
        return f"{text} is not legal: {fault.as_heard().message}"
    does = turn.explain(move)
    if len(turn.legal) == 1:
        return f"{text}: {does}; it is the only legal move"
    best, mine, after = _compared(analyst, turn, move, stop)
    name, gap = turn.notation.choice(best.move), _gap(best, mine)
    if not best.measured:
        if not gap:
            return f"{text}: {does}; nothing better is found ({analyst.about})"
        says = _why(analyst, turn, best, mine)
        return f"{text} looks worse than {name}: {name} {says} ({analyst.about})"
    if mine is best:
        said = f"{text} is the best move found: {does}"
        return said if after is None else f"{said}; {_next(analyst, turn, best, after)}"
    if gap <= SURE * mine.error or gap < _EVEN:
        return f"{text}: {does}; {_close(gap, mine)} {name}, the best found"
    says = _why(analyst, turn, best, mine)
    return f"{text} loses {gap:.1f} points (standard error {mine.error:.1f}): {name} {says}"


def warn(analyst: Analyst, turn: Turn, move: Move, stop: Stop | None = None) -> str | None:
    """What a clear mistake loses; None where a move is none, as far as can be told.

    Clear is what would be marked as bad; see `marks`.
    """
    if len(turn.legal) == 1 or turn.fault(move) is not None:
        return None
    best, mine, _ = _compared(analyst, turn, move, stop)
    if not is_clear(analyst, best, mine):
        return None
    return gives_away(
        turn.notation, analyst.reasons, turn.view, move, best.move, _gap(best, mine)
    )  # fmt: skip


def gives_away(
    notation: Notation, reasons: Reasons, view: View, move: Move, best: Move, loss: float
) -> str:
    """A sentence on a mistake: what it loses against the best move, and why."""
    says = _in_words(notation, reasons, view, best, move)
    text, name = notation.choice(move), notation.choice(best)
    return f"{text} gives away about {loss:.1f} points: {name} {says}"


def is_clear(analyst: Analyst, best: Candidate, move: Candidate) -> bool:
    """Whether a move is a clear mistake against the best one."""
    mark = mark_of(analyst.reasons, _gap(best, move), move.error)
    return best.measured and mark in (BAD, VERY_BAD)


def _compared(
    analyst: Analyst, turn: Turn, move: Move, stop: Stop | None
) -> tuple[Candidate, Candidate, Candidate | None]:
    """The best move, the one in question, and the next best."""
    move = turn.words.get(turn.notation.choice(move), move)
    found = analyst.candidates(turn.view, turn.legal, [move], stop)
    mine = next(each for each in found if each.move == move)
    return found[0], mine, found[1] if len(found) > 1 else None


def _gap(best: Candidate, other: Candidate) -> float:
    """What a move loses; what was dropped early can seem better by a hair."""
    return max(0.0, best.worth - other.worth)


def _next(analyst: Analyst, turn: Turn, best: Candidate, after: Candidate) -> str:
    """How the next best move compares with the best."""
    text, gap = turn.notation.choice(after.move), _gap(best, after)
    if gap <= _LIKELY * after.error or gap < _EVEN:
        return f"{text} is {_close(gap, after)} it"
    reasons = _reasons(analyst, turn, best.move, after.move)
    return f"next best {text}, {gap:.1f} less" + (f": the first {reasons}" if reasons else "")


def _close(gap: float, other: Candidate) -> str:
    """How a move compares that may be as good as another."""
    if gap < _EVEN and other.error <= _EVEN:
        return "as good as"
    return f"{gap:.1f} points less, too close to tell from"


def _why(analyst: Analyst, turn: Turn, best: Candidate, other: Candidate) -> str:
    """What the best move does better; what it does, where no single thing can be named."""
    return _in_words(turn.notation, analyst.reasons, turn.view, best.move, other.move)


def _in_words(notation: Notation, reasons: Reasons, view: View, best: Move, other: Move) -> str:
    return ", and ".join(reasons.better(view, best, other)[:_REASONS]) or notation.explain(
        best, view
    )


def _reasons(analyst: Analyst, turn: Turn, best: Move, other: Move) -> str:
    return ", and ".join(analyst.reasons.better(turn.view, best, other)[:_REASONS])


def _signed(points: float) -> str:
    """``+2.1``, ``-0.3``, ``0.0``."""
    text = f"{points:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text
