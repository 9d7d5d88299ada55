"""Picking a move of SKYJO: places of the own grid, and the piles beside or above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.game import Move
from games.skyjo.cards import EMPTY, place_name
from games.skyjo.moves import DRAW, Reveal, Swap, Take
from games.skyjo.moves import Turn as TurnUp
from games.skyjo.view import View
from scoutcli.table.words import Turn

if TYPE_CHECKING:
    from scoutcli.render.look import Marks

_COLUMNS = "abcd"
_ROWS = "123"
_TWO = 2


def make(turn: Turn) -> Opening | Beginning | Drawn:
    """What picks a move in such a turn."""
    if turn.view.opening:
        return Opening(turn)
    return Drawn(turn) if turn.view.midturn else Beginning(turn)


class _Grid:
    """A cursor on the own grid, moved by arrows."""

    def __init__(self, turn: Turn) -> None:
        self.ready = False
        self._turn = turn
        self._view: View = turn.view
        self._woken = False
        """Whether a key was pressed."""
        self._place = 0

    def press(self, key: str) -> bool:
        """See `Picker.press`."""
        if key == "enter":
            if self._woken:
                self._enter()
        elif not self._taken(key) and not self._moved(key):
            return False
        self._woken = True
        return True

    def _enter(self) -> None:
        """Take Enter, after another key."""
        self.ready = bool(self.text)

    def _taken(self, key: str) -> bool:
        """Take a key that has a meaning of its own here; whether it has one."""
        return key == "space"  # shows what Enter would do

    def _moved(self, key: str) -> bool:
        """Move the cursor; whether that is what the key is for."""
        row, column = divmod(self._place, 4)
        if key in ("left", "right"):
            column = min(max(column + (1 if key == "right" else -1), 0), 3)
        elif key in ("up", "down"):
            row = min(max(row + (1 if key == "down" else -1), 0), 2)
        elif key in ("home", "end"):
            column = 0 if key == "home" else 3
        else:
            return False
        self._place = 4 * row + column
        return True

    def _go_to_first(self, kind: type[Take | Swap | TurnUp]) -> None:
        """Put the cursor where a move of this kind can be; where it is best, nobody asked."""
        first = next((move for move in self._turn.legal if isinstance(move, kind)), None)
        if first is not None:
            self._place = first.place

    @property
    def _move(self) -> Move | None:
        """The move as picked so far; None where it is none."""
        return None

    @property
    def text(self) -> str:
        """See `Picker.text`."""
        move = self._move if self._woken else None
        return "" if move is None else self._turn.notation.choice(move)

    @property
    def marks(self) -> Marks:
        """The place under the cursor."""
        return frozenset((("grid", self._place),))


class Opening(_Grid):
    """The two places that are opened before the first turn."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self._chosen: list[int] = []

    def _taken(self, key: str) -> bool:
        if key == "space":
            self._toggle()
        elif key in ("escape", "backspace") and self._chosen:
            self._chosen.pop()
        else:
            return False
        return True

    def _toggle(self) -> None:
        """Mark the place under the cursor, or take its mark away; the third takes the first's."""
        if self._place in self._chosen:
            self._chosen.remove(self._place)
        else:
            self._chosen = [*self._chosen, self._place][-_TWO:]

    def _enter(self) -> None:
        if len(self._chosen) == _TWO:
            self.ready = True
        elif self._place not in self._chosen:
            self._toggle()

    @property
    def _move(self) -> Move | None:
        if len(self._chosen) < _TWO:
            return None
        first, second = sorted(self._chosen)
        return Reveal((first, second))

    @property
    def marks(self) -> Marks:
        """The places marked, and the one under the cursor."""
        return frozenset(("grid", place) for place in (*self._chosen, self._place))

    @property
    def hint(self) -> str:
        """See `Picker.hint`."""
        names = [place_name(place) for place in sorted(self._chosen)]
        here = f"arrows: {place_name(self._place)}, Space: mark it"
        if len(names) == _TWO:
            return f"Enter: open {names[0]} and {names[1]}; {here} instead"
        return f"{names[0]} and which? {here}" if names else f"open two cards; {here}"

    @property
    def brief(self) -> str:
        """See `Picker.brief`."""
        names = [place_name(place) for place in sorted(self._chosen)]
        here = place_name(self._place)
        if len(names) == _TWO:
            return f"Enter: open {names[0]} and {names[1]}; Esc: back"
        return f"arrows, Space: {names[0]} and {here}?" if names else f"arrows; Space: open {here}"


class Beginning(_Grid):
    """Take the discard to a place, or draw."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self._pile = ""
        """The pile on which the cursor is; "" while it is on the grid."""
        self._go_to_first(Take)
        if not any(isinstance(move, Take) for move in turn.legal):
            self._pile = "stock"

    def _taken(self, key: str) -> bool:
        if key == "d":
            self._pile = "stock"
        elif key == "space":
            self._choose_place()
        elif self._pile:
            return self._at_piles(key)
        elif key == "up" and self._place < 4:
            self._pile = "discard" if self._place % 4 < _TWO else "stock"
        elif key == "right" and self._place % 4 == 3:
            self._pile = "discard"
        else:
            return False
        return True

    def _at_piles(self, key: str) -> bool:
        """Move between the piles, discards to the left, and back to the grid."""
        if key == "right":
            self._pile = "stock"
        elif key == "left" and self._pile == "stock":
            self._pile = "discard"
        elif key in ("left", "down", "escape", "backspace"):
            self._pile = ""
        else:
            return key == "up"
        return True

    def _choose_place(self) -> None:
        """With the discard pile chosen: go on to the place."""
        if self._pile == "discard":
            self._pile = ""

    def _enter(self) -> None:
        if self._pile == "discard":
            self._choose_place()
        else:
            super()._enter()

    @property
    def _move(self) -> Move | None:
        if self._pile:
            return DRAW if self._pile == "stock" else None
        return Take(self._place)

    @property
    def marks(self) -> Marks:
        """The pile under the cursor; or the place, with the discard that goes there."""
        if self._pile:
            return frozenset(((self._pile, 0),))
        return super().marks | {("discard", 0)}

    @property
    def hint(self) -> str:
        """See `Picker.hint`."""
        if self._pile == "stock":
            return f"{'Enter' if self._woken else 'd, Enter'}: draw a card; Esc: back to the grid"
        if not self._woken:
            return "arrows: where to take the discard, d: draw; then Enter"
        top = self._view.discard[-1] if self._view.discard else "card"
        if self._pile == "discard":
            return f"Enter: take the {top}, then say where to; right: the draw pile"
        return f"Enter: take the {top} to {place_name(self._place)}; arrows: elsewhere, d: draw"

    @property
    def brief(self) -> str:
        """See `Picker.brief`."""
        if self._pile == "stock":
            return f"{'Enter' if self._woken else 'd, Enter'}: draw a card; Esc: back"
        if not self._woken:
            return "arrows: take it where, d: draw; Enter"
        top = self._view.discard[-1] if self._view.discard else "card"
        if self._pile == "discard":
            return f"Enter: take the {top}; right: draw pile"
        return f"Enter: {top} to {place_name(self._place)}; arrows, d: draw"


class Drawn(_Grid):
    """Put the drawn card to a place, or throw it and turn up what lies there."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self._throws = False
        self._spelled = ""
        """What was typed of the name of a place, after a slash."""
        self._go_to_first(Swap)

    def _taken(self, key: str) -> bool:
        if self._throws and self._spell(key):
            return True
        self._spelled = ""
        if key == "/":
            self._throw()
        elif key in ("escape", "backspace") and self._throws:
            self._throws = False
        else:
            return super()._taken(key)
        return True

    def _throw(self) -> None:
        """Throw the card; the cursor goes to a hidden card, if it is on none."""
        self._throws = True
        if self._view.grid[self._place] is not None:
            self._go_to_first(TurnUp)

    def _spell(self, key: str) -> bool:
        """Go to a place by its name: who types ``/b2`` means just that. Whether the key fits."""
        if len(key) != 1:
            return False
        row, column = divmod(self._place, 4)
        if not self._spelled and key in _COLUMNS:
            column, self._spelled = _COLUMNS.index(key), key
        elif len(self._spelled) == 1 and key in _ROWS:
            row, self._spelled = _ROWS.index(key), self._spelled + key
        else:
            return False
        self._place = 4 * row + column
        return True

    @property
    def _move(self) -> Move | None:
        return TurnUp(self._place) if self._throws else Swap(self._place)

    @property
    def marks(self) -> Marks:
        """The place under the cursor, with the drawn card, or with the pile on which it goes."""
        return super().marks | {("discard" if self._throws else "drawn", 0)}

    @property
    def hint(self) -> str:
        """See `Picker.hint`."""
        where, card = place_name(self._place), self._view.drawn
        drawn = "card" if card is None else f"{card}"
        if not self._woken:
            return f"arrows: where to put the {drawn}, /: throw it; then Enter"
        if self._throws:
            return f"Enter: throw the {drawn}, turn up {where}; arrows: another, Esc: put it"
        there = self._view.grid[self._place]
        out = {None: "hidden card", EMPTY: "cleared card"}.get(there, str(there))
        return f"Enter: put the {drawn} for the {out} at {where}; /: throw it, turn up a card"

    @property
    def brief(self) -> str:
        """See `Picker.brief`."""
        where, card = place_name(self._place), self._view.drawn
        drawn = "card" if card is None else f"{card}"
        if not self._woken:
            return f"arrows: put the {drawn}, /: throw; Enter"
        if self._throws:
            return f"Enter: throw, turn up {where}; Esc: put it"
        return f"Enter: put the {drawn} at {where}; /: throw it"
