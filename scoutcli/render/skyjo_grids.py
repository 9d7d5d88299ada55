"""The grids of SKYJO, from large cards to one line, and the piles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from games.game import View
from games.skyjo import scoring
from games.skyjo.cards import COLUMNS, EMPTY, PLACES, UNKNOWN
from notation.skyjo_moves import CARD_TEXTS
from scoutcli.render.boxes import CHOSEN, DOWN, MARKED, Cell, bare, framed
from scoutcli.render.look import Line, Look, beside, indented, padded, tidied, widest
from scoutcli.render.names import pad_name
from scoutcli.render.text import columns

_LEAST_NAME = 6


class Size(Enum):
    """How large a grid is drawn."""

    LARGE = (6, 15)
    FRAMED = (4, 9)
    BARE = (2, 5)

    @property
    def cell(self) -> int:
        """Columns of a card."""
        return self.value[0]

    @property
    def lines(self) -> int:
        """Lines of a grid, without the letters of its columns."""
        return self.value[1]

    @property
    def columns(self) -> int:
        """Columns of a grid, without the numbers of its rows."""
        return 4 * self.cell + (4 if self is Size.BARE else 5)


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn: a view, and of a record the cards that lie face down."""

    view: View
    names: Sequence[str]
    width: int
    look: Look
    below: tuple[tuple[int, ...], ...] = ()


def number(card: int) -> str:
    """A card that lies open."""
    return "x" if card == UNKNOWN else str(card)


def grid(scene: Scene, seat: int, size: Size, places: bool = False, least: int = 0) -> list[Line]:
    """A grid with its name and total above, its open points below.

    With `places` the letters of the columns and the numbers of the rows stand
    beside it. For the name there are at least `least` columns.
    """
    cells = _cells(scene, seat, size)
    rows = [list(cells[first : first + 4]) for first in range(0, PLACES, 4)]
    if places:
        rows[0] = [cell._replace(head=letter) for cell, letter in zip(rows[0], "abcd", strict=True)]
    if size is Size.BARE:
        body = [line for row in rows for line in bare(row, size.cell, scene.look)]
        if not places and not scene.below:
            body = [line[:-1] for line in body]  # nothing there is ever marked
    else:
        body = framed(rows, size.cell, scene.look)
    if places:
        body = _with_numbers(body, size)
    wide = max(widest(body), least)
    head = _head(scene, seat, wide, word=seat == scene.view.seat)
    return [head, *body, _foot(scene, seat, wide)]


def _cells(scene: Scene, seat: int, size: Size) -> list[Cell]:
    """The cards of a grid."""
    chosen = scene.look.at("grid") if seat == scene.view.seat else frozenset()
    cells = []
    for place, card in enumerate(scene.view.grids[seat]):
        text, style = _card(scene, seat, place, card)
        mark = CHOSEN if place in chosen else ""
        if size is Size.BARE and text[0] == DOWN[0]:
            text, mark = text[1:-1], DOWN
        if size is Size.LARGE:
            cells.append(Cell(("", text, ""), ("", style, ""), "", mark))
        else:
            cells.append(Cell((text,), (style,), "", mark))
    return cells


def _card(scene: Scene, seat: int, place: int, card: int | None) -> tuple[str, str]:
    """What stands at a place, and how."""
    if card is None:
        below = scene.below[seat][place] if scene.below else UNKNOWN
        text = "?" if below == UNKNOWN else f"({below})"
        return text, "class:card.hidden"
    if card == EMPTY:
        return ".", "class:card.gone"
    return number(card), "class:card.upper"


def _with_numbers(body: list[Line], size: Size) -> list[Line]:
    """The body of a grid with the numbers of its rows at the left."""
    at = {Size.BARE: (1, 2, 3), Size.FRAMED: (2, 4, 6), Size.LARGE: (3, 7, 11)}[size]
    lefts = {line: str(row) for row, line in enumerate(at, 1)}
    return [[("class:place", f"{lefts.get(row, ' ')} "), *line] for row, line in enumerate(body)]


def _head(scene: Scene, seat: int, wide: int, word: bool) -> Line:
    """Whose grid it is, with an arrow if it is their turn, and their total.

    With `word` the total is called so, where there is room for it.
    """
    view, look = scene.view, scene.look
    turn = seat == view.turn
    style = "class:turn" if turn else ""
    mark = look.signs.turn if turn else " "
    total = _total(view, seat)
    if word and columns(scene.names[seat]) + len(total) + 11 <= wide:
        total = f"total {total}"
    room = max(wide - 4 - len(total), 1)
    return [
        (style, mark),
        (style or "class:place", f"{seat + 1} "),
        (style or "class:name", pad_name(scene.names[seat], room, look.unicode)),
        (style or "class:points", f" {total}"),
    ]


def _foot(scene: Scene, seat: int, wide: int) -> Line:
    """The points that lie open; of a round that is over, its points, and where they count twice."""
    known, hidden = _counts(scene.view, seat)
    text = f" open {known}" + (f" +{hidden}?" if hidden else "")
    ended = " end" if seat == scene.view.ender else ""
    if scene.view.end is not None:
        twice, unsure = _is_doubled(scene.view, seat), "x" if _is_unsure(scene.view, seat) else ""
        text = f" round {unsure or known}"
        if twice:
            text = f" {2 * known} = 2{scene.look.signs.times}{known}"
    return padded([("class:points", text), ("class:notice", ended)], wide)


def _is_unsure(view: View, seat: int) -> bool:
    return UNKNOWN in view.grids[seat]


def _is_doubled(view: View, seat: int) -> bool:
    """Whether the points of a seat count twice, as far as that is known."""
    if view.end != "opened" or seat != view.ender:
        return False
    sums = [
        scoring.points([EMPTY if card is None else card for card in grid]) for grid in view.grids
    ]
    return bool(scoring.is_doubled(view.rules, sums, seat))


def _counts(view: View, seat: int) -> tuple[int, int]:
    """The points that lie open, and the number of hidden cards."""
    cards = view.grids[seat]
    known = sum(card for card in cards if card not in (None, EMPTY, UNKNOWN))
    return known, sum(card is None for card in cards)


def _total(view: View, seat: int) -> str:
    total = view.totals[seat]
    return "x" if total is None else str(total)


# A line for each seat


def packed(scene: Scene, seats: Iterable[int], heading: bool = False) -> list[Line]:
    """Seats in a line each: total, open points, hidden cards, and the columns, a letter a card.

    Where that is too wide for names, the points and the number of hidden cards
    are left out: they can be seen from the columns.
    """
    view, look = scene.view, scene.look
    grids = {seat: [_column(scene, seat, column) for column in COLUMNS] for seat in seats}
    sizes = [max(map(len, column)) for column in zip(*grids.values(), strict=True)]
    room = scene.width - 11 - sum(sizes)
    points = room >= 8 + _LEAST_NAME
    room = min(room - 8 * points, 24)
    lines: list[Line] = []
    if heading:
        letters = " ".join(letter.ljust(size) for letter, size in zip("abcd", sizes, strict=True))
        lines.append([("class:faint", f"{'':{3 + room}} tot {'open    ' * points}{letters}")])
    for seat, parts in grids.items():
        turn = seat == view.turn
        style = "class:turn" if turn else ""
        mark = look.signs.turn if turn else "*" if seat == view.ender else " "
        known, hidden = _counts(view, seat)
        facts = f"{_total(view, seat):>4}"
        if points:
            twice = f"{look.signs.times}2" if _is_doubled(view, seat) else ""
            facts += f"{known:>4}{f'+{hidden}?' if hidden else twice:<4}"
        cells = " ".join(text.ljust(size) for text, size in zip(parts, sizes, strict=True))
        lines.append(
            [
                (style, mark),
                (style or "class:place", f"{seat + 1} "),
                (style or "class:name", pad_name(scene.names[seat], room, look.unicode)),
                (style or "class:points", facts),
                ("class:card.upper", f" {cells}"),
            ]
        )
    return lines


def _column(scene: Scene, seat: int, column: Sequence[int]) -> str:
    """A column, a letter a card; what lies face down and is known stands in parentheses."""
    text = ""
    for place in column:
        card = scene.view.grids[seat][place]
        if card is not None:
            text += CARD_TEXTS[card]
        elif scene.below and scene.below[seat][place] != UNKNOWN:
            text += f"({CARD_TEXTS[scene.below[seat][place]]})"
        else:
            text += "?"
    return text.replace(")(", "")


# The piles


def facts(scene: Scene) -> list[Line]:
    """The piles, a line each, and who opened everything first."""
    view = scene.view
    lines = [[("", _pointer(scene, "discard")), *_top(scene, "discard", "Discard pile")]]
    lines.append([("", _pointer(scene, "stock")), *_top(scene, "stock", "Draw pile")])
    if view.drawn is not None or view.midturn:
        lines.append([("", _pointer(scene, "drawn")), *_top(scene, "drawn", "Drawn card")])
    return [*lines, *_last_turns(scene)]


def short_facts(scene: Scene, foot: Line) -> list[Line]:
    """The same in three lines of 25 columns, with what stands below the own grid."""
    view = scene.view
    last = view.ender is not None and view.end is None
    lines = [[*tidied(foot), ("class:notice", "  last turn" if last else "")]]
    line = [("", _pointer(scene, "discard")), *_top(scene, "discard", "Discard")]
    if view.drawn is not None or view.midturn:
        line += [("", _pointer(scene, "drawn")), *_top(scene, "drawn", "Drawn")]
    stock = [("", _pointer(scene, "stock")), *_top(scene, "stock", "Draw pile")]
    return [*lines, line, stock]


def _pointer(scene: Scene, kind: str) -> str:
    return f"{scene.look.signs.turn} " if scene.look.at(kind) else "  "


def _top(scene: Scene, kind: str, label: str) -> Line:
    """What a pile is called and shows, in brackets where it is chosen."""
    text, style = _shown(scene.view, kind)
    marked = bool(scene.look.at(kind))
    if marked:
        style = f"{style} {MARKED}".lstrip()
    return [("class:heading", f"{label} "), (style, f"[{text}]" if marked else f" {text}")]


def _shown(view: View, kind: str) -> tuple[str, str]:
    """What a pile shows, and how."""
    if kind == "stock":
        return f"{view.stock} card{'' if view.stock == 1 else 's'}", ""
    if kind == "drawn":
        return ("?" if view.drawn is None else number(view.drawn)), "class:card.upper"
    return (number(view.discard[-1]) if view.discard else "none"), "class:card.upper"


def _last_turns(scene: Scene) -> list[Line]:
    """Who opened everything first, while the others have their last turns."""
    view = scene.view
    if view.ender is None or view.end is not None:
        return []
    return [[("class:notice", f"  Last turns: {view.ender + 1} ended")]]


def legend() -> Line:
    """What stands beside a grid without a word."""
    return [("class:faint", "  Beside a name: total. +2?: two hidden.")]


def piles(scene: Scene) -> list[Line]:
    """The piles as cards side by side, and what is to be said below them."""
    view = scene.view
    blocks = [_pile(scene, "discard", "Discard pile"), _pile(scene, "stock", "Draw pile")]
    if view.drawn is not None or view.midturn:
        blocks.append(_pile(scene, "drawn", "Drawn card"))
    return [*beside(blocks, 2), [], *_last_turns(scene), legend()]


def _pile(scene: Scene, kind: str, label: str) -> list[Line]:
    """A pile as a card with its name above, and an arrow and brackets where it is chosen."""
    look = scene.look
    text, style = _shown(scene.view, kind)
    inside = look.signs.back * 2 if kind == "stock" else text
    mark = CHOSEN if look.at(kind) else ""
    style = "class:card.hidden" if kind == "stock" else style
    card = framed([[Cell((inside,), (style,), mark=mark)]], 4, look)
    below = [[("", f"  {text}")]] if kind == "stock" else []
    return [[("class:heading", label)], *indented(card, 1), *below]
