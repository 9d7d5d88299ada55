"""What lies on the table at one moment, as groups of cards with a few facts each.

The page (by its script) and the picture draw the same scene. A game says what
is in it with a function `scene(view, state)` in a module of its name here; one
that has none is told in the words of its notation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.game import State, View
from notation.diagnostics import printable
from scoutcli.bygame import module_of
from scoutcli.viewer.walk import Walk

OPEN, BACK, KNOWN, GONE = "open", "back", "known", "gone"
"""How a card lies: for all to see; face down; face down, but the record knows it; taken away."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: what stands large and what stands small on it, how it lies, and its colour.

    `tone` is a number from 0 to 11 that a palette gives a colour; the text says the same.
    """

    text: str
    small: str = ""
    kind: str = OPEN
    tone: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together, in rows, with a title and facts: a seat, a pile, the active set."""

    title: str
    facts: tuple[str, ...] = ()
    rows: tuple[tuple[Card, ...], ...] = ()
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """The table: its heading, what lies in the middle, and the seats in their order."""

    heading: str
    middle: tuple[Group, ...] = ()
    seats: tuple[Group, ...] = ()

    def data(self) -> list[Any]:
        """The scene as lists of texts, as short as can be: a page holds one for each move."""
        return [self.heading, *([_data(group) for group in part] for part in self._parts())]

    def _parts(self) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
        return self.middle, self.seats


def _data(group: Group) -> list[Any]:
    rows = [[[card.text, card.small, card.kind, card.tone] for card in row] for row in group.rows]
    return [group.title, list(group.facts), rows, int(group.turn)]


Stage = Callable[[View, State | None, Sequence[str]], tuple[tuple[Group, ...], tuple[Group, ...]]]
"""A view, the state where all that is known is to be shown, and names -> the middle, the seats."""


def scene_of(walk: Walk, made: int) -> Scene | None:
    """The table after so many plays of a round, as the seat of the walk knows it, or all of it.

    None where nothing is known of the position.
    """
    state = walk.position(made)
    if state is None:
        return None
    view = state.view(max(state.turn, 0) if walk.seat is None else walk.seat)
    words = walk.lines(made)
    stage = _stage(walk.notation.game.name)
    if stage is None:
        return Scene(f"Round {walk.number}", (Group("", tuple(map(printable, words))),))
    middle, seats = stage(view, state if walk.seat is None else None, walk.names)
    return Scene(words[0], middle, seats)


def points_words(points: int | None, what: str) -> str:
    """``12 this round``; x for points that are not known."""
    return f"{'x' if points is None else points} {what}"


def _stage(game: str) -> Stage | None:
    """The function of the module that is named as the game, if there is one."""
    found: Stage | None = getattr(module_of(__package__, game), "scene", None)
    return found
