"""What is shown, before anybody says how: tables of values, each column with its meaning."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from notation.diagnostics import printable

Cell = str | int | float | Fraction | None
"""A value; None is not known, or does not apply."""


class Column(NamedTuple):
    """A column: what programs call it, and people; None is not for them.

    Names stand left, numbers right. `spare` ones are left out where there is no
    room, the highest first.
    """

    key: str | None
    head: str | None
    name: bool = False
    spare: int = 0
    exact: bool = False
    """Whether zeros behind the point say nothing: 2.5, and not 2.50."""
    signed: bool = False


class Shown(NamedTuple):
    """A table as people read it: heads, and rows of texts, safe to print."""

    columns: list[Column]
    rows: list[list[str]]

    @property
    def heads(self) -> list[str]:
        """The heads of the columns."""
        return [column.head or "" for column in self.columns]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under columns; `notes` say how to read it."""

    kind: str
    """What it is for programs: tables of one kind have the same columns."""
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    notes: tuple[str, ...] = ()
    about: tuple[tuple[str, str | bool], ...] = ()
    """What holds for every row, for programs: the game, and whether it is verified."""
    wide: Table | None = None
    """The same for people who have room for it."""

    def shown(self) -> Shown:
        """For people; a column in which nothing stands is left out."""
        kept = [
            at
            for at, column in enumerate(self.columns)
            if column.head is not None and any(row[at] is not None for row in self.rows)
        ]
        return Shown(
            [self.columns[at] for at in kept],
            [[_shown(row[at], self.columns[at]) for at in kept] for row in self.rows],
        )

    def told(self) -> tuple[list[str], list[list[str | int | float | bool | None]]]:
        """For programs: the keys of the columns, and rows of plain values."""
        kept = [
            (at, column.key) for at, column in enumerate(self.columns) if column.key is not None
        ]
        keys = [name for name, _ in self.about] + [key for _, key in kept]
        about = [value for _, value in self.about]
        return keys, [[*about, *(_plain(row[at]) for at, _ in kept)] for row in self.rows]


def _shown(cell: Cell, column: Column) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return printable(cell)
    plus = "+" if column.signed and cell > 0 else ""
    if isinstance(cell, int):
        return f"{plus}{cell}"
    if column.exact:
        return plus + f"{float(cell):.2f}".rstrip("0").rstrip(".")
    return f"{plus}{float(cell):.2f}"


def _plain(cell: Cell) -> str | int | float | None:
    """Fractions as decimals, four digits behind the point."""
    if isinstance(cell, (float, Fraction)):
        value = float(cell)
        return round(value, 4) if math.isfinite(value) else None
    return cell
