"""What is laid over the table when it is asked for: keys, notes, moves, the match, the plan."""

from __future__ import annotations

from scoutcli.render.look import Line, Look
from scoutcli.render.text import columns, pad, wrap
from scoutcli.viewer import pane
from scoutcli.viewer import plan as plans
from scoutcli.viewer.frame import Sheet, words
from scoutcli.viewer.keys import KEYS
from scoutcli.viewer.model import Model
from scoutcli.viewer.told import told_lines

_HINT = "Esc back"
_PAGE = 10
"""Lines of a step of PgUp and PgDn."""
_STEPS = {
    "up": -1, "k": -1, "down": 1, "j": 1,
    "pageup": -_PAGE, "pagedown": _PAGE, "space": _PAGE, "home": -1 << 30, "end": 1 << 30,
}  # fmt: skip


def scroll(sheet: Sheet, key: str) -> bool:
    """Scroll a sheet; whether the key means that. Where it ends is known when it is drawn."""
    step = _STEPS.get(key)
    if step is None:
        return False
    sheet.top = max(sheet.top + step, 0)
    return True


def keys(width: int, look: Look) -> Sheet:
    """What every key does, in two columns where there is room."""
    rows = [(key.shown if look.unicode else key.plain, key.help) for key in KEYS]
    left = max(columns(shown) for shown, _ in rows) + 1
    lines: list[Line] = []
    for shown, text in rows:
        first, *more = words([text], max(width - left - 1, 10))
        lines.append([("class:strong", f" {pad(shown, left)}"), *first])
        lines += [[("", " " * (left + 1)), *line] for line in more]
    half = (len(lines) + 1) // 2
    if width >= 2 * 76:
        room = width // 2
        pairs = zip(lines[:half], [*lines[half:], []], strict=False)
        lines = [[*pane.fit(one, room, look), *other] for one, other in pairs]
    return Sheet("Keys", lines, _HINT)


def notes(model: Model, width: int) -> Sheet:
    """Everything that was noted at this place."""
    return Sheet("Notes", list(pane.told(model, width)), _HINT)


def moves(model: Model, width: int) -> Sheet:
    """All moves of the round with a sentence on each, from the one before the last on."""
    lines: list[Line] = []
    top = 0
    chapter = model.chapter
    told = chapter.moves[: chapter.listed(model.made)] if chapter is not None else []
    for at, move in enumerate(told, 1):
        here = at == model.made
        if here:
            top = max(len(lines) - 1, 0)
        style = "class:marked" if here else ""
        sign = "> " if here else "  "
        for text in told_lines(move):
            for ((_, line),) in words([text], width - 2):
                lines.append([(style, sign + line)])
                sign = "  "
    return Sheet(f"Moves of round {model.round + 1}", lines, _HINT, top)


def about(model: Model, width: int) -> Sheet:
    """What the file says of the match."""
    return Sheet("The match", words(model.about(), width), _HINT)


def plan(asked: plans.Plan, width: int, look: Look) -> Sheet:
    """Who is to play on."""
    hint = plans.HINT if look.unicode else plans.PLAIN_HINT
    about: list[Line] = [[("class:faint", line)] for line in wrap(asked.about, width)]
    return Sheet("Play on from here: who plays?", [*asked.lines(), [], *about], hint)
