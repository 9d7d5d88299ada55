"""A table as lines for a terminal: nothing is cut, names are wrapped, and at last there are words.

Where a table is too wide, columns that can be spared are left out, which is
said below it; where that is not enough, every row is told in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from scoutcli.render.text import columns, wrap
from scoutcli.scoring.tables import Column, Shown

T = TypeVar("T")

LEAST_WIDTH = 20
"""No line is made narrower than this."""

_GAP = "  "
_GOOD_NAME = 12
"""A name is wrapped into no fewer columns of the terminal than these."""


def grid_lines(shown: Shown, width: int) -> Iterator[str]:
    """The table in at most `width` columns of the terminal."""
    width = max(width, LEAST_WIDTH)
    kept = shown
    while least_width(kept) > width:
        spare = [at for at, column in enumerate(kept.columns) if column.spare]
        if not spare:
            yield from _in_words(shown, width)
            return
        gone = max(spare, key=lambda at: (kept.columns[at].spare, at))
        kept = Shown(_without(kept.columns, gone), [_without(row, gone) for row in kept.rows])
    yield from _laid_out(kept, width)
    if left := [column.head or "" for column in shown.columns if column not in kept.columns]:
        yield from wrap(f"No room for: {', '.join(left)}.", width, hanging=2)


def least_width(shown: Shown) -> int:
    """How many columns of the terminal a table takes at least, names wrapped."""
    sizes = [
        min(size, _GOOD_NAME) if column.name else size
        for size, column in zip(_sizes(shown), shown.columns, strict=True)
    ]
    return sum(sizes) + len(_GAP) * (len(sizes) - 1)


def _without(items: Sequence[T], at: int) -> list[T]:
    return [*items[:at], *items[at + 1 :]]


def _sizes(shown: Shown) -> list[int]:
    return [max(map(columns, column)) for column in zip(shown.heads, *shown.rows, strict=True)]


def _laid_out(shown: Shown, width: int) -> Iterator[str]:
    sizes = _sizes(shown)
    names = [at for at, column in enumerate(shown.columns) if column.name]
    for _ in range(sum(sizes) + len(_GAP) * (len(sizes) - 1) - width):
        sizes[max(names, key=sizes.__getitem__)] -= 1
    yield _line(shown.heads, shown.columns, sizes)
    yield _GAP.join("-" * size for size in sizes).rstrip()
    for row in shown.rows:
        cells = [wrap(cell, size) for cell, size in zip(row, sizes, strict=True)]
        for line in zip_longest(*cells, fillvalue=""):
            yield _line(line, shown.columns, sizes)


def _line(cells: Sequence[str], heads: Sequence[Column], sizes: Sequence[int]) -> str:
    placed = []
    for cell, column, size in zip(cells, heads, sizes, strict=True):
        air = " " * (size - columns(cell))
        placed.append(cell + air if column.name else air + cell)
    return _GAP.join(placed).rstrip()


def _in_words(shown: Shown, width: int) -> Iterator[str]:
    """``Ada: place 1, played 12``, first the name; a cell that is empty is left out."""
    first = next(at for at, column in enumerate(shown.columns) if column.name)
    for row in shown.rows:
        said = ", ".join(
            f"{head} {cell}".strip()
            for at, (head, cell) in enumerate(zip(shown.heads, row, strict=True))
            if cell and at != first
        )
        yield from wrap(f"{row[first]}: {said}", width, hanging=2)
