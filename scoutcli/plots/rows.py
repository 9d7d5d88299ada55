"""Bars in rows of text, above an axis and below it, half a row at a time."""

from __future__ import annotations

from dataclasses import dataclass

LABEL = 5
"""The columns of the numbers at the side."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What bars and axes are made of; `high` and `low` are the end of a bar above and below."""

    point: str
    bar: str
    high: str
    low: str
    axis: str
    end: str
    """On the axis where a part ends."""


_UNICODE = Signs("●", "█", "▄", "▀", "─", "┼")
_ASCII = Signs("o", "#", "#", "#", "-", "+")


@dataclass(frozen=True, slots=True)
class Rows:
    """How values become places: rows above the axis and below it, units for a row."""

    above: int
    below: int
    step: float
    unicode: bool

    @property
    def signs(self) -> Signs:
        """The characters to draw with."""
        return _UNICODE if self.unicode else _ASCII

    def halves(self, value: float) -> int:
        """How many half rows from the axis a value is, within the panel."""
        found = round(2 * value / self.step)
        if not self.unicode:  # whole rows alone
            found = 2 * round(value / self.step)
        return max(-2 * self.below, min(found, 2 * self.above))

    def bar(self, row: int, halves: int) -> str:
        """What stands in a row, counted from the axis, of a bar of so many half rows."""
        filled = halves - 2 * (row - 1) if row > 0 else -halves - 2 * (-row - 1)
        if filled <= 0:
            return " "
        half = self.signs.high if row > 0 else self.signs.low
        return half if filled == 1 else self.signs.bar


def row_of(halves: int) -> int:
    """The row in which a value lies: 0 for none, else the one that its bar would end in."""
    return (halves + 1) // 2 if halves >= 0 else -((-halves + 1) // 2)


def label(text: str) -> str:
    """A number at the side, and the space behind it."""
    if len(text) > LABEL and text.endswith("000"):
        text = f"{text[:-3]}k"
    return f"{text[:LABEL]:>{LABEL}} "
