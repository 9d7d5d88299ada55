"""A table in lines for a terminal: as wide as it needs to be, or a line for each row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoutcli.render.look import Line, Look
from scoutcli.render.text import clip, columns, wrap

_GAP = "  "
_LEAST_NAME = 6


class Column(NamedTuple):
    """A column: its heading, its cells, whether they are names, which stand left and can be cut.

    `style` is that of the cells. Texts are expected to be printable.
    """

    head: str
    cells: Sequence[str]
    name: bool = False
    style: str = ""

    @property
    def width(self) -> int:
        """What it needs."""
        return max(columns(self.head), *map(columns, self.cells), 0)


def table_lines(table: Sequence[Column], width: int, look: Look) -> Iterator[Line]:
    """The table in at most `width` columns; where it does not fit, each row in words.

    Nothing for a table without rows.
    """
    if not table[0].cells:
        return
    widths = [column.width for column in table]
    over = sum(widths) + len(_GAP) * (len(table) - 1) - width
    while over > 0:
        names = [at for at, column in enumerate(table) if column.name and widths[at] > _LEAST_NAME]
        if not names:
            yield from _in_words(table, width)
            return
        widest = max(names, key=widths.__getitem__)
        widths[widest] -= 1
        over -= 1
    cut = look.signs.cut
    yield _row([column.head for column in table], table, widths, cut, "class:heading")
    flat = look.signs.frame[0]
    yield [("class:faint", _GAP.join(flat * size for size in widths))]
    for cells in zip(*(column.cells for column in table), strict=True):
        yield _row(cells, table, widths, cut)


def _row(
    cells: Sequence[str],
    table: Sequence[Column],
    widths: Sequence[int],
    cut: str,
    style: str = "",
) -> Line:
    line: Line = []
    for cell, column, size in zip(cells, table, widths, strict=True):
        text = clip(cell, size, cut)
        air = " " * (size - columns(text))
        line += [(style or column.style, text + air if column.name else air + text), ("", _GAP)]
    line.pop()
    if table[-1].name:  # no spaces at the end
        line[-1] = (line[-1][0], line[-1][1].rstrip(" "))
    return line


def _in_words(table: Sequence[Column], width: int) -> Iterator[Line]:
    """``Ada: decisions 12, lost 3.4``; a cell that is empty is left out."""
    for first, *cells in zip(*(column.cells for column in table), strict=True):
        pairs = zip(table[1:], cells, strict=True)
        said = ", ".join(f"{column.head} {cell}" for column, cell in pairs if cell)
        for line in wrap(f"{first}: {said}", width, hanging=2):
            yield [("", line)]
