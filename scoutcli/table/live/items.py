"""Things that were said, as rows of so many columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from scoutcli.render.look import Line
from scoutcli.render.text import clip, columns, pad, wrap

NARROW = 24
"""With fewer columns nothing stands side by side."""
MARGIN = 2
"""Columns in front of every row, in which what is new has a mark."""


class Item(NamedTuple):
    """Something said: a heading, a sentence, words not to be broken, or a thing and what it is."""

    kind: str
    """``head``, ``say``, ``whole`` or ``pair``."""
    text: str
    left: str = ""
    """What the text is about, of a pair."""
    room: int = 0
    """Columns for the left sides of all pairs that belong together."""


def pairs(rows: Iterable[tuple[str, str]]) -> list[Item]:
    """Things and what they mean, which are to stand below each other."""
    listed = list(rows)
    room = max((columns(left) for left, _ in listed), default=0)
    return [Item("pair", right, left, room) for left, right in listed]


@lru_cache(1024)
def rows(item: Item, width: int, stroke: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """An item in rows of at most `width` columns; kept, as the same are shown again and again."""
    return tuple(tuple(row) for row in _rows(item, max(width, 8), stroke))


def _rows(item: Item, width: int, stroke: str) -> Iterator[Line]:
    if item.kind == "head":
        yield [("class:heading", clip(f"{stroke * 2} {item.text} {stroke * 2}", width))]
    elif item.kind == "pair":
        yield from _pair(item, width)
    else:
        hanging = 0 if item.kind == "whole" else 2
        yield from ([("", part)] for part in wrap(item.text, width, hanging))


def _pair(item: Item, width: int) -> Iterator[Line]:
    """Two columns, the second wrapped; a left side that is too long stands above."""
    left = item.left
    room = min(item.room, max(width // 3, 12) if width >= NARROW else 0)
    if columns(left) > room:
        yield from ([("class:strong", part)] for part in wrap(left, width, 2))
        left = ""
    for part in wrap(item.text, max(width - room - 2, 8)):
        yield [("class:strong", pad(left, room)), ("", f"  {part}")]
        left = ""
