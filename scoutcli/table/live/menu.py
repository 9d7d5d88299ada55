"""The menu of what the line can become: its kind, the move, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from prompt_toolkit.buffer import CompletionState
from prompt_toolkit.completion import Completion
from prompt_toolkit.layout import UIContent, UIControl
from prompt_toolkit.layout.controls import GetLinePrefixCallable

from scoutcli.render.look import Line
from scoutcli.render.text import clip, columns, cut_mark, pad
from scoutcli.table.completer import Offered

MOST_ROWS = 16
"""Rows of the menu on a screen that has not twice as many for it."""
LEAST_ROWS = 4
NARROW = 60
"""With fewer columns the keys are told in short forms."""
WIDEST = 110
"""Columns; what a move does is told in fewer."""
MOST_TEXT = 28
"""Columns of a move in the menu."""


class Menu(UIControl):
    """Shows as much of the completions as fits, around the chosen one.

    What a move does is worked out for the rows that are shown, not for all.
    """

    def __init__(
        self,
        state: Callable[[], CompletionState | None],
        room: Callable[[int], int],
        *,
        unicode: bool,
    ) -> None:
        """`room`: the rows it may take, of a screen of so many columns."""
        self._state = state
        self._room = room
        self._cut = cut_mark(unicode)

    def preferred_width(self, max_available_width: int) -> int | None:
        return min(max_available_width, WIDEST)

    def preferred_height(
        self,
        width: int,
        max_available_height: int,
        wrap_lines: bool,
        get_line_prefix: GetLinePrefixCallable | None,
    ) -> int | None:
        state = self._state()
        count = len(state.completions) if state else 0
        most = max(MOST_ROWS, max_available_height // 2)
        return min(count, max_available_height, max(self._room(width), LEAST_ROWS), most)

    def create_content(self, width: int, height: int) -> UIContent:
        state = self._state()
        if state is None or height <= 0:
            return UIContent()
        lines = menu_rows(state.completions, state.complete_index, width, height, self._cut)
        return content(lines)

    def counted(self, width: int) -> str:
        """How many there are, and what keys do with them; "" where there are none.

        Before that, what the chosen one does, where that is too long for its row.
        """
        state = self._state()
        if state is None or not state.completions:
            return ""
        count, at = len(state.completions), state.complete_index
        narrow = width < NARROW
        if at is None:
            keys = "Tab next, Esc closes" if narrow else "Tab next, PgDn next kind, Esc closes"
            return f"{count} to choose from: {keys}"
        keys = "Enter takes it" if narrow else "Enter takes it into the line, Esc closes"
        says = state.completions[at].display_meta_text
        if columns(says) <= _rooms(state.completions, min(width, WIDEST)).meta:
            return f"{at + 1} of {count}: {keys}"
        return f"{says}. ({at + 1} of {count}: {keys})"


def content(lines: Sequence[Line]) -> UIContent:
    """Lines as prompt_toolkit takes them."""
    return UIContent(lambda at: [*lines[at]], len(lines), show_cursor=False)


class _Rooms(NamedTuple):
    """Columns of a row: for the kind, the move, what it does."""

    kind: int
    text: int
    meta: int


def _kinds(offered: Sequence[Completion]) -> list[str]:
    return [offer.kind if isinstance(offer, Offered) else "" for offer in offered]


def _rooms(offered: Sequence[Completion], width: int) -> _Rooms:
    kind = min(max(map(columns, _kinds(offered)), default=0), width // 4)
    texts = (columns(offer.display_text) for offer in offered)
    text = min(max(texts, default=0), MOST_TEXT, width // 2)
    return _Rooms(kind, text, max(width - kind - text - 5, 0))


def menu_rows(
    offered: Sequence[Completion], chosen: int | None, width: int, height: int, cut: str = "…"
) -> list[Line]:
    """The rows around the chosen one; each kind is named where it begins, and in the first row."""
    first = _first(chosen or 0, len(offered), height)
    rows = offered[first : first + height]
    kinds = _kinds(offered)
    kind_room, text_room, meta_room = _rooms(offered, width)
    lines: list[Line] = []
    for at, offer in enumerate(rows, first):
        named = at == first or kinds[at] != kinds[at - 1]
        meta = clip(offer.display_meta_text, meta_room, cut)
        parts = (
            ("group", f" {pad(kinds[at] if named else '', kind_room)} "),
            ("text", ">" if at == chosen else " "),
            ("text", pad(offer.display_text, text_room)),
            ("meta", f"  {pad(meta, meta_room)}"),
        )
        lines.append(
            [(f"class:menu.{'current' if at == chosen else part}", text) for part, text in parts]
        )
    return lines


def next_group(offered: Sequence[Completion], chosen: int | None, step: int) -> int:
    """Where the next group begins (`step` 1) or the one before (-1), round and round."""
    kinds = _kinds(offered)
    begins = [at for at, kind in enumerate(kinds) if not at or kind != kinds[at - 1]]
    here = -1 if chosen is None else max(n for n, at in enumerate(begins) if at <= chosen)
    if chosen is None and step < 0:
        here = 0
    return begins[(here + step) % len(begins)]


def _first(chosen: int, count: int, height: int) -> int:
    """The first row to be shown, so that the chosen one has others around it."""
    return max(min(chosen - height // 2, count - height), 0)
