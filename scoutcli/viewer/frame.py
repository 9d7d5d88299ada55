"""The whole screen of the viewer as lines: a title, the drawn table, what was told, the moves.

The position comes first: it is drawn in whatever room there is, and the other
parts share what it leaves. On a wide screen the moves stand beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from notation.diagnostics import JOINERS
from scoutcli import render
from scoutcli.render.look import Line, Look, clipped
from scoutcli.render.text import columns, wrap
from scoutcli.viewer import pane
from scoutcli.viewer.model import Model

_BESIDE = 122
"""Columns from which on the moves stand beside the table."""
_TABLE = 82
"""Columns that the table has at least, there."""
_WIDEST_SIDE = 72
_SENTENCES = 60
"""Columns beside the table from which on each move has a line there, and a sentence."""
_SOME_FILE = 20
"""Columns that the title has for the name of the file; with fewer it is left out."""
_ROOMY = 16
"""Lines of the screen from which on all parts of it have some room."""
_MOST_CLOSING = 10
"""Lines that the drawing leaves at the end of a round for how it ended."""
_MOST_LISTED = 6
"""Lines of moves below the table; what is left then stays empty."""
_JOINERS = dict.fromkeys(map(ord, JOINERS))
"""Terminals do not agree on how wide a text is with them in it."""
_LOW = 20
"""Lines below which what is said stands where the help line is."""

_WITH_STATUS = 13
"""Lines of the table from which on it has a line of its own on round and turn."""

_HELP = (
    ("→ next", "> next"),
    ("← back", "< back"),
    ("↑↓ lap", "Up/Dn lap"),
    ("Space watch", "Space watch"),
    ("s seat", "s seat"),
    ("p play on", "p play on"),
    ("PgUp/PgDn round", "PgUp/PgDn round"),
    ("x capture", "x capture"),
    ("t turning point", "t turning point"),
    ("12⏎ go to move 12", "12+Enter go to move 12"),
)
_HELP_ALWAYS = (("? keys", "? keys"), ("q quit", "q quit"))


@dataclass(slots=True)
class Sheet:
    """Text laid over the table: help, notes, a question. `top` lines of it are scrolled away."""

    heading: str
    lines: Sequence[Line]
    hint: str
    """What the keys do now, for the last line."""
    top: int = 0


def frame(
    model: Model,
    width: int,
    height: int,
    look: Look,
    *,
    said: str = "",
    top: int = 0,
    sheet: Sheet | None = None,
) -> list[Line]:
    """The screen: `height` lines of at most `width` columns.

    `said` is what there is to say just now; `top` is how many lines of the
    position are scrolled away, where it does not fit.
    """
    bars = 3 if height >= _LOW else 2
    body = max(height - bars, 1)
    if sheet is not None:
        lines = _sheet(sheet, width, body, look)
    elif width >= _BESIDE:
        lines = _beside(model, width, body, look, top)
    else:
        lines = _below(model, width, body, look, top)
    hint = _help(width, look)
    if sheet is not None:
        scrolls = len(sheet.lines) > body - 1
        hint = f"{sheet.hint}  Up Down Space scroll" if scrolls else sheet.hint
        said = ""  # it was about the table
    last = [hint] if bars == 3 or not said else []
    message: list[Line] = [[("class:notice", f" {said}")]] if bars == 3 or said else []
    lines = [*lines[:body], *([[]] * (body - len(lines))), *message]
    return [
        _bar(_title(model, width), width, look),
        *(clipped(_apart(line), width, look.signs.cut) for line in lines),
        *(_bar(text, width, look) for text in last),
    ][:height]


def _apart(line: Line) -> Line:
    """The line without what joins characters, so that it is as wide as it is counted."""
    return [(style, text.translate(_JOINERS)) for style, text in line]


def position(model: Model, width: int, height: int, look: Look) -> list[Line]:
    """The drawn table at the model's place; nothing where there is none to draw."""
    chapter = model.chapter
    state = chapter.walk.position(model.made) if chapter is not None else None
    if state is None:
        return []
    names = model.names
    # Where there is little room, the title and the signs in the drawing have to do.
    view = state.view(model.seat or 0)
    head = [render.status(view, names, width, look)] if height >= _WITH_STATUS else []
    if model.seat is None:
        return head + render.draw_all(state, names, width, height - len(head), look)
    return head + render.draw(view, names, width, height - len(head), look)


def _title(model: Model, width: int) -> str:
    """Where this is, in as many words as fit; the name of the file may be cut."""
    words = model.where()
    long = ", ".join(words)
    if columns(long) + _SOME_FILE < width:
        return ", ".join([*words, model.whence()])
    if columns(long) < width:
        return long
    return long.replace(" of ", "/").replace(" knew it", "")


def _bar(text: str, width: int, look: Look) -> Line:
    fitted = pane.fit([("", f" {text}")], width, look)
    return [("class:bar", "".join(piece for _, piece in fitted))]


def _help(width: int, look: Look) -> str:
    """As many keys as there is room for, and always how to see all."""
    at = 0 if look.unicode else 1
    ends = [texts[at] for texts in _HELP_ALWAYS]
    shown: list[str] = []
    for texts in _HELP:
        if columns("  ".join([*shown, texts[at], *ends])) > width - 1:
            break
        shown.append(texts[at])
    return "  ".join([*shown, *ends])


def _sheet(sheet: Sheet, width: int, height: int, look: Look) -> list[Line]:
    """A part of the text that is laid over the table."""
    room = height - 1
    sheet.top = max(min(sheet.top, len(sheet.lines) - room), 0)
    heading = sheet.heading
    if len(sheet.lines) > room:
        heading += f": lines {sheet.top + 1} to {sheet.top + room} of {len(sheet.lines)}"
    return [pane.rule(heading, width, look), *sheet.lines[sheet.top : sheet.top + room]]


def _below(model: Model, width: int, height: int, look: Look, top: int) -> list[Line]:
    """The table, below it the last move, and the moves of the lap at the bottom."""
    chapter = model.chapter
    told = list(pane.told(model, width))
    least = 3 if height < _ROOMY else 6
    if height >= _ROOMY and (model.closing() or model.errors()):
        least = max(least, min(len(told) + 2, _MOST_CLOSING))
    drawn = position(model, width, height - least, look)
    if len(drawn) > height - least:  # what was told and the moves have to do with one line
        drawn = _scrolled(drawn, height - 1, top, look)
    left = height - len(drawn)
    if chapter is None or not chapter.moves:
        return [*drawn, *_cut(told, left, look)]
    # What was noted comes before the moves of other laps.
    listed = min(left - 1, 1) if left < 5 else 2
    gap: list[Line] = [[]] if left > 6 else []
    told = _cut(told, left - listed - len(gap), look)
    spare = left - listed - len(gap) - len(told)
    heading = [pane.rule(f"Moves of round {model.round + 1}", width, look)] if spare > 1 else []
    spare -= len(heading)
    more = min(spare, _MOST_LISTED - listed)
    blank: list[Line] = [[]] * (spare - more)
    return [
        *drawn, *gap, *told, *blank, *heading,
        *pane.moves(chapter, model.made, width, listed + more),
    ]  # fmt: skip


def _beside(model: Model, width: int, height: int, look: Look, top: int) -> list[Line]:
    """The table and the last move at the left, the moves of the round at the right."""
    chapter = model.chapter
    side = min(width - _TABLE - 3, _WIDEST_SIDE)
    room = width - side - 3
    drawn = position(model, room, height - 4, look)
    drawn = _scrolled(drawn, height - 4, top, look)
    told = _cut(list(pane.told(model, room)), height - len(drawn) - 1, look)
    left: list[Line] = [*drawn, [("", "")], *told]
    right: list[Line] = []
    if chapter is not None and chapter.moves:
        right = [
            pane.rule(f"Moves of round {model.round + 1}", side, look),
            *(pane.moves_told if side >= _SENTENCES else pane.moves)(
                chapter, model.made, side, height - 1
            ),
        ]
    bar = "│" if look.unicode else "|"
    rows = []
    for at in range(height):
        mine = left[at] if at < len(left) else []
        other = right[at] if at < len(right) else []
        rows.append([*pane.fit(mine, room, look), ("class:faint", f" {bar} "), *other])
    return rows


def _scrolled(lines: list[Line], height: int, top: int, look: Look) -> list[Line]:
    """As many lines as fit, from `top` on; the last says that there are more."""
    if len(lines) <= height:
        return lines
    top = max(min(top, len(lines) - height), 0)
    more = len(lines) - top - height
    shown = lines[top : top + height]
    if more:
        down = "↓" if look.unicode else "v"
        shown[-1] = [("class:faint", f"{down} {more + 1} more lines: j scrolls, k back")]
    return shown


def _cut(lines: list[Line], height: int, look: Look) -> list[Line]:
    """As many lines as fit; the last says how to see the others."""
    if len(lines) <= height:
        return lines
    more = "…" if look.unicode else "..."
    if height == 1:
        return [[*lines[0], ("class:faint", f" {more}")]]
    rest: Line = [("class:faint", f"{more} v shows all {len(lines)} lines")]
    return [*lines[: height - 1], rest]


def words(texts: Sequence[str], width: int) -> list[Line]:
    """Plain texts as lines of at most so many columns."""
    return [[("", line)] for text in texts for line in wrap(text, width, hanging=2)]
