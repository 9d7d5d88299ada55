"""What is drawn of a score pad: the rounds in columns as on paper, and the totals as curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoutcli.pad.graph import curves
from scoutcli.render.look import Line, Look, beside, widest
from scoutcli.render.text import clip, columns

UNKNOWN = "x"
_LEAST_GRAPH, _MOST_GRAPH = 5, 12
"""Lines of the curves."""
_NARROW, _WIDE = 30, 60
"""Columns of the curves beside the rounds, at least and at most."""
_LEAST = 3
"""Lines of a pad at least: names, a round, totals."""
_MOST = 12
"""Columns of a player at most."""
_LABEL = "total"
_GAP = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """Points, None where they are not known, and a sign behind them."""

    points: int | None
    mark: str = ""
    open: bool = False

    @property
    def text(self) -> str:
        """As it stands in its column; nothing where it is still open."""
        if self.open:
            return ""
        return f"{UNKNOWN if self.points is None else self.points}{self.mark}"

    def fitted(self, width: int, cut: str) -> str:
        """The same in so many columns: without its sign, or seen to be cut off."""
        text = self.text
        if len(text) > width:
            text = text.removesuffix(self.mark)
        return clip(text, width, cut)


_NOTHING = Cell(None, open=True)


@dataclass(frozen=True, slots=True)
class Picture:
    """A match on a pad: names, the cells of each round, the totals behind each round.

    `legend` is what the signs in cells mean, `open` the cells of the round
    that is being typed, None where nothing is.
    """

    names: Sequence[str]
    rounds: Sequence[Sequence[Cell]]
    totals: Sequence[Sequence[int | None]]
    legend: str = ""
    open: Sequence[Cell | None] = ()

    def above(self, width: int, height: int, room: int, look: Look) -> Iterator[Line]:
        """See `notes.desk.Board`."""
        del height
        if self.rounds or any(self.open):
            yield from self.drawn(width, room, look)

    def drawn(self, width: int, height: int, look: Look) -> list[Line]:
        """The rounds, as many of the last ones as there is room for, and the curves."""
        if height < _LEAST:
            totals = zip(self.names, self._last, strict=True)
            text = ", ".join(f"{name} {total.text}" for name, total in totals)
            return [[("class:strong", clip(text, width, look.signs.cut))]]
        whole = list(self._table(width, height, look))
        left = width - widest(whole) - _GAP
        if left >= _NARROW and height >= _LEAST_GRAPH:
            graph = self._graph(min(left, _WIDE), min(height, _MOST_GRAPH), look)
            return beside([whole, graph], _GAP) if graph else whole
        lines = min(max(_LEAST_GRAPH, height // 2), _MOST_GRAPH)
        graph = self._graph(width, lines, look) if height - lines >= _LEAST else []
        return [*self._table(width, height - len(graph), look), *graph]

    def _graph(self, width: int, height: int, look: Look) -> list[Line]:
        return list(curves(self.names, self.totals, width, height, look))

    def _table(self, width: int, height: int, look: Look) -> Iterator[Line]:
        """Names, rounds, totals; never fewer than the last round between them."""
        cut = look.signs.cut
        rows = [list(cells) for cells in self.rounds]
        if any(self.open):
            rows.append([cell or _NOTHING for cell in self.open])
        cells = [cell for row in (*rows, self._last) for cell in row]
        needed = max(*(len(cell.text) for cell in cells), *map(columns, self.names))
        label = len(_LABEL)
        each = max(min(needed, (width - label) // len(self.names) - 1, _MOST), 1)
        yield _row("", [clip(name, each, "") for name in self.names], label, each, "class:name")
        legend = self.legend if height > _LEAST + 1 and any(cell.mark for cell in cells) else ""
        most = max(height - 2 - bool(legend), 1)
        for number, row in list(enumerate(rows, 1))[-most:]:
            yield _row(str(number), [cell.fitted(each, cut) for cell in row], label, each)
        totals = [total.fitted(each, cut) for total in self._last]
        yield _row(_LABEL, totals, label, each, "class:strong")
        if legend:
            yield [("class:faint", clip(legend, width, cut))]

    @property
    def _last(self) -> Sequence[Cell]:
        return [
            Cell(total) for total in (self.totals[-1] if self.totals else [0] * len(self.names))
        ]


def _row(label: str, cells: Sequence[str], first: int, each: int, style: str = "") -> Line:
    """A line of the pad: its label, then each cell at the right of its column."""
    line: Line = [("class:faint", f"{label:>{first}}")]
    line += [(style, " " * (each + 1 - columns(cell)) + cell) for cell in cells]
    return line
