"""What reports say of figures and places, in a few words, alike at a terminal and on a page."""

from __future__ import annotations

from collections.abc import Sequence

from notation.diagnostics import printable
from notation.tokens import JUDGEMENTS
from scoutcli.analysis.course import Turn
from scoutcli.analysis.model import Account


def turn_text(turn: Turn, names: Sequence[str]) -> str:
    """``Round 2, move 7, Bo ??: 2.S3:44 gives away …``; safe to print."""
    place = f"Round {turn.round}"
    if turn.number is not None:
        place += f", move {turn.number}"
    name, gain = printable(names[turn.seat]), signed(turn.gain)
    if turn.judged is None:
        return f"{place}, {printable(turn.what)}: {gain} for {name}"
    mark, words = JUDGEMENTS[turn.judged.mark - 1], printable(turn.judged.words)
    return f"{place}, {name} {mark}: {words or f'{printable(turn.judged.text)} {gain}'}"


def rate_text(account: Account) -> str:
    """The points lost for a decision; ``-`` where there was none."""
    return f"{account.rate:.3f}" if account.unforced else "-"


def signed(points: float) -> str:
    """``+2.1``, ``-0.3``, ``0.0``."""
    text = f"{points:+.1f}"
    return "0.0" if text in {"+0.0", "-0.0"} else text
