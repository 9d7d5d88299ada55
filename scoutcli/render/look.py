"""A drawing in pieces: lines of fragments, how they may look, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from scoutcli.render.text import clip, columns

Fragment = tuple[str, str]
"""A style and a text: ``("class:card.upper", "4")``; no style is plain."""

Line = list[Fragment]
"""A line as prompt_toolkit's formatted text; no line feed in it."""

Mark = tuple[str, int]
"""Something to point at: its kind, and which.

``hand`` a card of the own hand, by index; ``gap`` the place before that card of
the own hand; ``card`` the card to be put there, as it would lie, and ``shown``
the same one where it belongs to the chosen block; ``table`` a card of the active
set; ``grid`` a place of the own grid; ``discard``, ``stock`` and ``drawn``
(always 0) the piles of SKYJO and the card drawn.
"""

Marks = frozenset[Mark]

Layout = tuple[int, Callable[[], list[Line]]]
"""A way to draw: how many lines it takes at least (0: try it anyway), and what draws it."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a drawing may look."""

    unicode: bool = True
    """Whether lines, arrows and shades may be used; else every character is ASCII."""
    marks: Marks = frozenset()
    compact: bool = False
    """Whether to draw small even where there is room."""

    def at(self, kind: str) -> frozenset[int]:
        """What of this kind is marked."""
        return frozenset(index for name, index in self.marks if name == kind)

    @property
    def signs(self) -> Signs:
        """The characters to draw with."""
        return _UNICODE if self.unicode else _ASCII


@dataclass(frozen=True, slots=True)
class Signs:
    """Characters to draw with. Those that are not ASCII are in every font a terminal comes with."""

    turn: str
    down: str
    up: str
    bar: str
    """Stands in a gap that is marked."""
    back: str
    """A card of which only the back is seen, one column of it."""
    unseen: str
    """The same, where one column is all there is."""
    cut: str
    times: str
    dot: str
    """Between facts on one line."""
    frame: str
    """Frames: across, down, then the nine corners in reading order."""
    strong_frame: str
    """The same for what is marked."""


_UNICODE = Signs("►", "▼", "▲", "║", "▒", "·", "…", "×", " · ", "─│┌┬┐├┼┤└┴┘", "═║╔╦╗╠╬╣╚╩╝")
_ASCII = Signs(">", "v", "^", "#", "?", ".", "~", "x", " - ", "-|+++++++++", "=#=========")


def to_text(line: Line) -> str:
    """What a line says, without its styles."""
    return "".join(text for _, text in line)


def size_of(line: Line) -> int:
    """The columns that a line takes."""
    size = 0
    for _, text in line:
        size += len(text) if text.isascii() else columns(text)
    return size


def widest(lines: Iterable[Line]) -> int:
    """The columns of the widest line, 0 where there is none."""
    return max(map(size_of, lines), default=0)


def padded(line: Line, width: int) -> Line:
    """The line, filled up with spaces to `width` columns where it is shorter."""
    missing = width - size_of(line)
    return [*line, ("", " " * missing)] if missing > 0 else line


def clipped(line: Line, width: int, mark: str) -> Line:
    """The line, cut to `width` columns; where something is cut away, `mark` stands for it."""
    if size_of(line) <= width:
        return line
    kept: Line = []
    room = width - columns(mark)
    for style, text in line:
        size = columns(text)
        if size >= room:
            return [*kept, (style, clip(text, room, "") + mark)]
        kept.append((style, text))
        room -= size
    return kept


def tidied(line: Line) -> Line:
    """The same line in as few fragments as can be, without spaces at its end."""
    parts: Line = []
    for style, text in line:
        if parts and parts[-1][0] == style:
            parts[-1] = (style, parts[-1][1] + text)
        elif text:
            parts.append((style, text))
    while parts and not parts[-1][1].rstrip(" "):
        parts.pop()
    if parts and parts[-1][1].endswith(" "):
        parts[-1] = (parts[-1][0], parts[-1][1].rstrip(" "))
    return parts


def beside(blocks: Sequence[Sequence[Line]], gap: int = 2) -> list[Line]:
    """Blocks of lines side by side, their first lines in one row."""
    if len(blocks) == 1:
        return list(blocks[0])
    sizes = [widest(block) for block in blocks]
    lines: list[Line] = []
    for row in zip_longest(*blocks, fillvalue=None):
        line: Line = []
        for part, size in zip(row, sizes, strict=True):
            line += padded(part or [], size)
            line.append(("", " " * gap))
        lines.append(line[:-1])
    return lines


def in_rows(blocks: Sequence[Sequence[Line]], width: int, gap: int = 2) -> Iterator[list[Line]]:
    """Blocks of one size, as many side by side as fit into `width` columns."""
    size = max((widest(block) for block in blocks), default=0)
    a_row = max((width + gap) // (size + gap), 1)
    for first in range(0, len(blocks), a_row):
        yield beside(blocks[first : first + a_row], gap)


def indented(lines: Iterable[Line], by: int) -> list[Line]:
    """The lines, moved to the right."""
    return [[("", " " * by), *line] for line in lines]


def first_that_fits(layouts: Iterable[Layout], width: int, height: int) -> list[Line]:
    """The first drawing that takes no more room than there is.

    Where none is low enough, the lowest of those that are narrow enough and
    do not say that they are higher.
    """
    best: list[Line] = []
    lines: list[Line] = []
    for least, layout in layouts:
        if least > height:
            continue
        lines = layout()
        if best and len(lines) >= len(best):
            continue
        lines = [tidied(line) for line in lines]
        if widest(lines) > width:
            continue
        best = lines
        if len(lines) <= height:
            break
    return best or [clipped(line, width, ".") for line in lines]
