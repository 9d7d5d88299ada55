"""What happened, the newest at the bottom, to be scrolled through; and a sheet to read over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoutcli.render.look import Line
from scoutcli.render.text import clip, cut_mark
from scoutcli.table.live.items import MARGIN, Item, rows

FEW_ROWS = 2
"""With no more rows each item is cut to one."""
MOST_KEPT = 2000
"""Items; what is older can still be found in the match file."""


class News:
    """The items told so far, and how far somebody has scrolled up."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._here = 0
        self._read = 0
        self._up = 0

    def add(self, items: Iterable[Item]) -> None:
        """Something more has happened."""
        self.items += items
        if (over := len(self.items) - MOST_KEPT) > 0:
            del self.items[:over]
            self._here = max(self._here - over, 0)
            self._read = max(self._read - over, 0)

    def mark(self) -> None:
        """Remember how far it goes now."""
        self._here = len(self.items)

    @property
    def since_mark(self) -> list[Item]:
        """What was added since the last mark."""
        return self.items[self._here :]

    @property
    def since_head(self) -> list[Item]:
        """What was told from the last heading on."""
        heads = [at for at, item in enumerate(self.items) if item.kind == "head"]
        return self.items[heads[-1] if heads else 0 :]

    def take_back(self) -> list[Item]:
        """Take out what was added since the last mark."""
        taken = self.since_mark
        del self.items[self._here :]
        return taken

    def read(self) -> None:
        """Whatever came before the last mark has been seen; only the rest is new."""
        self._read = self._here

    def clear(self) -> None:
        """Nothing is left of it."""
        self.items.clear()
        self._here = self._read = self._up = 0

    def to_end(self) -> None:
        """Show the newest."""
        self._up = 0

    def scroll(self, by: int) -> None:
        """Go up by so many rows, or down where it is negative."""
        self._up = max(self._up + by, 0)

    def rows(self, width: int, height: int, *, unicode: bool) -> list[Line]:
        """The last rows that fit, further up where somebody scrolled; at most `height`."""
        if height <= 0:
            return []
        mark, stroke = ("• ", "─") if unicode else ("* ", "-")
        found: list[Line] = []
        for number in range(len(self.items) - 1, -1, -1):
            new = number >= self._read
            heads = self.items[number].kind == "head"
            parts = self._parts(number, width, height, stroke)
            found += (
                _marked(parts[at], mark if new and not at and not heads else " " * MARGIN, new)
                for at in range(len(parts) - 1, -1, -1)
            )
            if len(found) >= height + self._up:
                break
        self._up = min(self._up, max(len(found) - height, 0))
        shown = found[self._up : self._up + height][::-1]
        if self._up and shown:
            arrow = "↓" if unicode else "v"
            text = f"{arrow} {self._up} more rows below (PgDn)"
            shown[-1] = [("class:faint", clip(" " * MARGIN + text, width))]
        return shown

    def _parts(
        self, number: int, width: int, height: int, stroke: str
    ) -> Sequence[Sequence[tuple[str, str]]]:
        """The rows of an item; one, cut, where there is no room for more."""
        item = self.items[number]
        if height > FEW_ROWS or item.kind not in ("say", "whole"):
            return rows(item, width - MARGIN, stroke)
        return [[("", clip(item.text, width - MARGIN, cut_mark(stroke != "-")))]]


def _marked(row: Sequence[tuple[str, str]], mark: str, new: bool) -> Line:
    style = "class:news.new" if new else "class:news"
    return [(style, mark), *((f"{style} {part}".rstrip(), text) for part, text in row)]


class Sheet:
    """Something longer to read, over the table: help, rules, a list of moves."""

    def __init__(self, items: Sequence[Item], *, at_end: bool = False) -> None:
        self.items = list(items)
        self._top = 1 << 30 if at_end else 0

    def scroll(self, by: int) -> None:
        """Go up by so many rows, or down where it is negative."""
        self._top = max(self._top - by, 0)

    def rows(self, width: int, height: int, *, unicode: bool) -> list[Line]:
        """A rule with what can be done, and the rows that fit below it; at most `height`."""
        stroke = "─" if unicode else "-"
        margin = ("", " " * MARGIN)
        every = [
            [margin, *row] for item in self.items for row in rows(item, width - MARGIN, stroke)
        ]
        room = max(height - 1, 1)
        self._top = min(self._top, max(len(every) - room, 0))
        last = min(self._top + room, len(every))
        where = f"{self._top + 1}-{last} of {len(every)}, PgUp PgDn, " if len(every) > room else ""
        title = clip(f"{stroke * 2} {where}Esc closes ", width)
        rule = f"{title}{stroke * width}"[:width]
        return [[("class:faint", rule)], *every[self._top : last]]
