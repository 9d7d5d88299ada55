"""What is shown of a round that is being noted, so that nothing unknown is told as a fact.

A module here named as the game knows what its words and drawings leave out:
`told` is the position in lines of text, `unknown` are sentences on what is not
known, `amended` is what is told of an event, `points` are the points as they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.game import Event, State
from notation.codec import Notation
from notation.diagnostics import printable
from scoutcli.notes.reading import NOT_KNOWN, helper


class Board(NamedTuple):
    """A round as it stands: all that is known of it, and the points in a line."""

    notation: Notation
    state: State
    names: Sequence[str]
    points: str


def told(notation: Notation, state: State, names: Sequence[str]) -> list[str]:
    """All that is known of a position, one fact a line."""
    module = helper(notation.game.name)
    lines = notation.show_all(state, names)
    if module is None or not unknown(notation, state, names):
        return lines
    shown: list[str] = module.told(lines, state, [printable(name) for name in names])
    return shown


def unknown(notation: Notation, state: State, names: Sequence[str]) -> list[str]:
    """What a drawing of a position cannot show: that something in it is not known."""
    module = helper(notation.game.name)
    if module is None:
        return []
    sentences: list[str] = module.unknown(state, [printable(name) for name in names])
    return sentences


def happened(notation: Notation, event: Event, names: Sequence[str]) -> str:
    """What happened, in a sentence or two."""
    text = notation.tell(event, names, None)
    module = helper(notation.game.name)
    if module is None:
        return text
    amended: str = module.amended(text, event, len(names))
    return amended


def points_now(notation: Notation, state: State) -> Sequence[int | None]:
    """The points of a round as they stand, where its game says so before the end."""
    module = helper(notation.game.name)
    if module is not None:
        found: Sequence[int | None] = module.points(state)
        return found
    return state.scores() if state.end is not None else (None,) * state.players


def said_points(number: int | None) -> str:
    """``1 point``, ``points not known``."""
    if number is None:
        return f"points {NOT_KNOWN}"
    return "1 point" if number == 1 else f"{number} points"


def points_line(
    names: Sequence[str], totals: Sequence[int | None], here: Sequence[int | None], *, first: bool
) -> str:
    """The points as they stand in one line, those of the rounds before included.

    `first` says that there are none before.
    """
    parts = []
    for name, total, points in zip(names, totals, here, strict=True):
        if total is None or points is None:
            parts.append(f"{name} {NOT_KNOWN}")
        else:
            parts.append(f"{name} {total + points}" + ("" if first else f" ({points:+d})"))
    return f"Points so far: {', '.join(parts)}"
