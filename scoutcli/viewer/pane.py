"""The parts of the viewer's screen that stand beside or below the drawn table."""

from __future__ import annotations

from collections.abc import Iterator

from notation.diagnostics import printable
from notation.replay import CHANCE
from scoutcli.render.look import Line, Look
from scoutcli.render.text import clip, columns, cut_mark, pad, wrap
from scoutcli.viewer.chapter import Chapter
from scoutcli.viewer.model import Model
from scoutcli.viewer.walk import Told

_INDENT = 5
_MEASURED = 500
"""So many moves say how wide the column of moves is; a round can be a file of megabytes."""
_MOST_CHANCE = 12
"""Columns of a chance event in a list of moves."""
_CUT = ".."
"""Stands for what is cut away from a move."""
START = "start"
"""Stands before the first move in the list of moves, for the place before it."""


def fit(line: Line, width: int, look: Look) -> Line:
    """The line, cut or filled up with spaces to exactly so many columns."""
    fitted: Line = []
    left = width
    for style, text in line:
        piece = clip(text, left, cut_mark(look.unicode)) if left else ""
        fitted.append((style, piece))
        left -= columns(piece)
        if piece != text:
            break
    if left > 0:
        fitted.append(("", " " * left))
    return fitted


def rule(title: str, width: int, look: Look) -> Line:
    """A line across with a title in it."""
    stroke = "─" if look.unicode else "-"
    title = clip(title, max(width - 4, 0), cut_mark(look.unicode))
    rest = stroke * max(width - 4 - columns(title), 0)
    return [("class:faint", stroke * 2), ("class:heading", f" {title} "), ("class:faint", rest)]


# The last move, and what was noted on it


def told(model: Model, width: int) -> Iterator[Line]:
    """Errors at this place, the last move in words, its notes, how round and match ended."""
    chapter = model.chapter
    for fault in model.errors():
        # What is wrong can tell what others hold.
        what = printable(fault.message) if model.seat is None else f"[{fault.code}]"
        place = f", line {fault.line}:{fault.column}" if fault.line is not None else ""
        yield from _wrapped(f"error{place}: {what}", width, "class:error", 2)
    if chapter is None:
        for text in [*model.about(), "There is nothing to step through."]:
            yield from _wrapped(text, width)
        return
    if model.made:
        yield from _move(chapter.moves[model.made - 1], width)
        notes = list(chapter.moves[model.made - 1].notes)
    else:
        notes = chapter.walk.notes()
    for depth, note in notes:
        style = "class:news" if note.startswith("{") else ""
        yield from _wrapped("  " * (depth + 1) + note, width, style, 2 * depth + 4)
    for text in model.closing():
        yield from _wrapped(text, width, "class:strong")
    if not model.made and not model.round:
        for text in model.about()[1:]:
            yield from _wrapped(text, width, "class:faint", 2)


def _move(move: Told, width: int) -> Iterator[Line]:
    number = "" if move.number is None else f"{move.number}. "
    head = number + " ".join(filter(None, (move.text, move.marks)))
    lines = wrap(f"{head}  {move.sentence}".rstrip(), width, hanging=2)
    if len(lines) == 1 or lines[0].startswith(head):
        lines[0], first = lines[0][len(head) :], lines[0][: len(head)]
        yield [("class:strong", first), ("", lines.pop(0))]
    yield from ([("", line)] for line in lines)


def _wrapped(text: str, width: int, style: str = "", hanging: int = 0) -> Iterator[Line]:
    return ([(style, line)] for line in wrap(text, width, min(hanging, width // 2)))


# The list of moves


def moves(chapter: Chapter, made: int, width: int, height: int) -> list[Line]:
    """The moves around a place, a lap on a line (on several where it is long), `height` lines.

    The last move made stands in brackets. Those behind it are not shown where
    one seat looks: they would tell what others hold.
    """
    here = chapter.lap_of(made)
    lines: list[Line] = []
    marked = 0
    # Each lap has a line at least, so no more laps than lines can be needed on either side.
    last = here if chapter.walk.seat is not None else len(chapter.laps) - 1
    for index in range(max(here - height, 0), min(here + height, last) + 1):
        for line, current in _lap(chapter, index, made, width):
            marked = len(lines) if current else marked
            lines.append(line)
    top = max(min(marked - height // 2, len(lines) - height), 0)
    return lines[top : top + height]


def _lap(chapter: Chapter, index: int, made: int, width: int) -> Iterator[tuple[Line, bool]]:
    """The lines of a lap, and whether the last move made stands in each."""
    lap = chapter.laps[index]
    first = next((chapter.moves[at].number for at in lap if chapter.moves[at].number), None)
    lead = f"{first}." if first is not None else ""
    line: Line = [("class:faint", f"{lead:>{_INDENT - 1}}")]
    used, current = _INDENT - 1, False
    entries = [
        (at + 1, _word(chapter.moves[at]), chapter.moves[at].notes)
        for at in lap
        if at < chapter.listed(made)
    ]
    if not index:
        entries.insert(0, (0, START, ()))
    for at, text, notes in entries:
        star = "*" if notes else ""
        size = columns(text) + len(star) + 2
        if used + size > width and used >= _INDENT:
            yield line, current
            line, used, current = [("", " " * (_INDENT - 1))], _INDENT - 1, False
        here = at == made
        left, right = "[]" if here else "  "
        style = "class:marked" if here else "class:faint" if at > made else ""
        line.append((style, f"{left}{text}{star}{right}"))
        used += size
        current |= here
    yield line, current


def moves_told(chapter: Chapter, made: int, width: int, height: int) -> list[Line]:
    """The moves around a place, one on a line with what it did, `height` lines.

    The last move made stands behind a sign; for those behind it see `moves`.
    """
    size = max((columns(_word(told)) for told in chapter.moves[:_MEASURED]), default=0)
    size = min(size, width // 3)
    listed = chapter.listed(made) + 1
    top = max(min(made - height // 2, listed - height), 0)
    lines: list[Line] = []
    for at in range(top, min(top + height, listed)):
        here = at == made
        style = "class:marked" if here else "class:faint" if at > made else ""
        sign = "> " if here else "  "
        if not at:
            lines.append([(style, f"{sign}{'':>{_INDENT}}{START}")])
            continue
        told = chapter.moves[at - 1]
        number = f"{told.number}." if told.number is not None else ""
        star = "*" if told.notes else " "
        word = pad(clip(_word(told), size, _CUT), size)
        lines.append([(style, f"{sign}{number:>{_INDENT - 1}} {word}{star} {told.sentence}")])
    return lines


def _word(move: Told) -> str:
    """A move as it is listed: the cards of a new draw pile, say, are left out."""
    text = clip(move.text, _MOST_CHANCE, _CUT) if move.seat == CHANCE else move.text
    return text + move.marks.replace(" ", "")
