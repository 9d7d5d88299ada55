"""What is shown of a round that is being noted, so that nothing unknown is told as a fact.

A module here named as the game knows what its words and drawings leave out:
`told` is the position in lines of text, `unknown` are sentences on what is not
known, `amended` is what is told of an event, `points` are the points as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.game import Event, State
from notation.codec import Notation
from notation.diagnostics import printable
from scoutcli.notes.reading import NOT_KNOWN, helper
from scoutcli.render.look import Line, Look
from scoutcli.render.text import clip, wrap

_TABLE_LINES = 20
"""On a terminal of so many lines there is room for the table above the prompt."""


class RoundBoard(NamedTuple):
    """A round as it stands: all that is known of it, and the points in a line."""

    notation: Notation
    state: State
    names: Sequence[str]
    points: str
    table: bool = True
    """Whether all of it is to be seen, where there is room, or the points alone."""

    def above(self, width: int, height: int, room: int, look: Look) -> Iterator[Line]:
        """See `desk.Board`."""
        if self.table and height >= _TABLE_LINES:
            small = replace(look, compact=True)
            drawn = drawing(self.notation, self.state, self.names, width, room - 1, small)
            if len(drawn) < room:
                yield from drawn
        yield [("class:strong", clip(self.points, width, look.signs.cut))]


def drawing(
    notation: Notation, state: State, names: Sequence[str], width: int, height: int, look: Look
) -> list[Line]:
    """All that is known of a position, and what is not."""
    from scoutcli.render import draw_all  # loads what draws each game

    sentences = unknown(notation, state, names)
    more: list[Line] = [[("", part)] for each in sentences for part in wrap(each, width, hanging=2)]
    return [*draw_all(state, names, width, height - len(more), look), *more]


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
