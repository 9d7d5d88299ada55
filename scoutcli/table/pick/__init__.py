"""Moves put together by keys. A game that can do that has a module of its name here.

Knows no screen: a picker is told keys and says what is marked. Only Enter plays
a move, and never the first key of a turn, so that a key pressed too late (or
once too often) makes no move; Space and letters only pick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from scoutcli.bygame import module_of
from scoutcli.table.words import Turn

if TYPE_CHECKING:
    from scoutcli.render.look import Marks


class Picker(Protocol):
    """A move of one turn, put together by keys."""

    ready: bool
    """Whether Enter was pressed on a whole move: `text` is to be played."""

    def press(self, key: str) -> bool:
        """Take a key; whether it means something here.

        Keys are left, right, up, down, space, enter, escape, backspace, home,
        end, tab, or a character. Never raises.
        """
        ...

    @property
    def marks(self) -> Marks:
        """What a drawing shows as chosen."""
        ...

    @property
    def text(self) -> str:
        """The canonical text of the move as picked so far, legal or not; "" where it is none."""
        ...

    @property
    def hint(self) -> str:
        """What the keys do now, in a line."""
        ...

    @property
    def brief(self) -> str:
        """The same in some 40 columns, as far as it can be said in these."""
        ...


def picker_for(turn: Turn) -> Picker | None:
    """A picker for a turn; None where the game has none, or one of few moves is asked for."""
    module = module_of(__name__, turn.notation.game.name)
    if turn.among or not turn.legal or module is None:
        return None
    picker: Picker = module.make(turn)
    return picker
