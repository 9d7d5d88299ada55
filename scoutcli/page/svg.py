"""One position as a picture, in SVG: whole in itself, for dark pages and light ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from games.errors import RuleError
from scoutcli.page.scene import BACK, GONE, KNOWN, Card, Group, Scene, scene_of
from scoutcli.render.text import columns, wrap
from scoutcli.viewer.walk import Walk

WIDTH = 960
_EDGE, _GAP = 16, 22
_CARD, _TALL, _BETWEEN = 36, 48, 5
_INSIDE = 4
"""Between the frame of a card and what stands on it, at least."""
_TITLE, _SMALL = 15, 12
_LETTER = 0.57
"""How wide a column of text is, in heights of its letters, at most but for few fonts."""

_STYLE = (
    "svg{font-family:system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif;"
    "--page:#f4f1ea;--ink:#1f2328;--faint:#5b6068;--line:#b9b2a3;--card:#fff;--back:#56708f;"
    "--turn:#8a5a00}"
    "@media (prefers-color-scheme:dark){svg{--page:#15181c;--ink:#e8e6e1;--faint:#a5abb3;"
    "--line:#565d66;--card:#2a3038;--back:#3d5573;--turn:#ffcf70}}"
    ".page{fill:var(--page)}text{fill:var(--ink)}.faint{fill:var(--faint)}.turn{fill:var(--turn)}"
    ".card{fill:var(--card);stroke:var(--line)}.back{fill:var(--back);stroke:var(--line)}"
    ".known{fill:none;stroke:var(--faint);stroke-dasharray:3 2}"
    ".gone{fill:none;stroke:var(--line);stroke-dasharray:1 3}.white{fill:#fff}"
)


def write_picture(walk: Walk, made: int, path: Path) -> None:
    """Write the position after so many plays of a round, as the walk shows it.

    Raises RuleError ``no-position`` where nothing is known of it, or OSError.
    """
    scene = scene_of(walk, made)
    if scene is None:
        raise RuleError("no-position", f"of round {walk.number} no position is known to be drawn")
    path.write_text(picture(scene), encoding="utf-8")


def picture(scene: Scene) -> str:
    """The text of the picture."""
    parts: list[str] = []
    y: float = _EDGE
    for line in wrap(scene.heading, _letters(WIDTH - 2 * _EDGE, _TITLE + 3)):
        y += _TITLE + 7
        parts.append(_text(line, _EDGE, y, _TITLE + 3, weight=700))
    for groups in (scene.middle, scene.seats):
        y = _flow(groups, y + _GAP / 2, parts)
    body = "".join(parts)
    title = escape(scene.heading)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y:.0f}" '
        f'width="{WIDTH}" height="{y:.0f}" role="img"><title>{title}</title>'
        f"<desc>{escape(_told(scene))}</desc><style>{_STYLE}</style>"
        f'<rect class="page" width="100%" height="100%"/>{body}</svg>\n'
    )


def _told(scene: Scene) -> str:
    """The whole scene in words, for whoever cannot see it."""
    return " ".join(map(_group_told, (*scene.middle, *scene.seats)))


def _group_told(group: Group) -> str:
    cards = "; ".join(" ".join(map(_card_told, row)) for row in group.rows)
    return f"{', '.join((group.title, *group.facts))}: {cards or 'no card'}."


def _card_told(card: Card) -> str:
    if card.kind == KNOWN:
        return f"({card.text})"
    return "." if card.kind == GONE else "/".join(filter(None, (card.text, card.small)))


def _flow(groups: Sequence[Group], y: float, parts: list[str]) -> float:
    """Place groups side by side as far as there is room, then below; where the last one ends."""
    x, bottom = float(_EDGE), y
    for group in groups:
        width = _width(group)
        if x > _EDGE and x + width > WIDTH - _EDGE:
            x, y = float(_EDGE), bottom + _GAP / 2
        bottom = max(bottom, _place(group, x, y, width, parts))
        x += width + _GAP
    return bottom + _GAP / 2


def _width(group: Group) -> float:
    """How wide a group is: as its cards; with one row, as wide as may be."""
    most = max((len(row) for row in group.rows), default=0)
    wanted = float(most * (_CARD + _BETWEEN))
    room = WIDTH - 2 * _EDGE
    if len(group.rows) < 2:
        words = [(group.title, _TITLE), (", ".join(group.facts), _SMALL)]
        wanted = max(wanted, *(columns(text) * size * _LETTER for text, size in words))
    return min(max(wanted + _SMALL, 4 * (_CARD + _BETWEEN) + 20), room)


def _place(group: Group, x: float, y: float, width: float, parts: list[str]) -> float:
    """Draw a group with its left upper corner there; where it ends below."""
    mark = "▶ " if group.turn else ""
    for line in wrap(mark + group.title, _letters(width, _TITLE)):
        y += _TITLE + 4
        parts.append(_text(line, x, y, _TITLE, weight=600, style="turn" if group.turn else ""))
    for line in wrap(", ".join(group.facts), _letters(width, _SMALL)) if group.facts else ():
        y += _SMALL + 4
        parts.append(_text(line, x, y, _SMALL, style="faint"))
    y += 6
    a_row = max(int((width + _BETWEEN) // (_CARD + _BETWEEN)), 1)
    for row in group.rows:
        for first in range(0, len(row), a_row):
            for at, card in enumerate(row[first : first + a_row]):
                parts += _card(card, x + at * (_CARD + _BETWEEN), y)
            y += _TALL + _BETWEEN
    return y


def _card(card: Card, x: float, y: float) -> Iterator[str]:
    style = {BACK: "back", KNOWN: "known", GONE: "gone"}.get(card.kind, "card")
    yield (
        f'<rect class="{style}" x="{x:.1f}" y="{y:.1f}" width="{_CARD}" height="{_TALL}" rx="5"/>'
    )
    middle = x + _CARD / 2
    large = y + (24 if card.small else 31)
    text = f"({card.text})" if card.kind == KNOWN else card.text
    if text:
        room = (_CARD - 2 * _INSIDE) / (columns(text) * _LETTER)
        size = min(15 if card.kind == KNOWN else 20, int(room))
        tint = "white" if card.kind == BACK else ""
        yield _text(text, middle, large, size, weight=700, style=tint, anchor="middle")
    if card.small:
        yield _text(card.small, middle, y + 41, _SMALL, style="faint", anchor="middle")


def _text(
    text: str, x: float, y: float, size: float, *, weight: int = 400, style: str = "",
    anchor: str = "start",
) -> str:  # fmt: skip
    about = f' class="{style}"' if style else ""
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}"{about}{where}>'
        f"{escape(text)}</text>"
    )


def _letters(width: float, size: float) -> int:
    """How many columns of letters of that height fit."""
    return max(int(width / (size * _LETTER)), 8)
