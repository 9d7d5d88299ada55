"""A round of SCOUT on a terminal: the seats, the active set, the own hand.

A card is drawn as two numbers, the upper one, which counts, on top. There are
four drawings, from roomy to tight: cards in frames of their own, all in one
frame, bare numbers, and numbers with the seats in as little room as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from games.game import View
from games.scout.state import State
from notation.scout_moves import cards_text
from scoutcli.render import scout_seats
from scoutcli.render.boxes import CHOSEN, NO_GAP, PUT, Cell, bare, boxed, framed
from scoutcli.render.look import Layout, Line, Look, first_that_fits, padded
from scoutcli.render.names import fit_name
from scoutcli.render.scout_seats import Scene, number

_ROOMY = 100
_LABEL = 13
"""Columns of what stands to the left of the cards, where there is room for it."""
_LABELLED = 60
"""Columns from which on there is."""

Row = Callable[[Sequence[Cell], int, Look, int], list[Line]]


def draw(view: View, names: Sequence[str], width: int, height: int, look: Look) -> list[Line]:
    """The position as one seat knows it, or all do; see `scoutcli.render.draw`."""
    hands = tuple(b"" if seat == view.seat else hand for seat, hand in enumerate(view.hands))
    scene = Scene(view, names, width, look, hands)
    layouts = _layouts if view.seat >= 0 else _common_layouts
    return first_that_fits(layouts(scene), width, height)


def draw_all(state: State, names: Sequence[str], width: int, height: int, look: Look) -> list[Line]:
    """All that a record knows; see `scoutcli.render.draw_all`."""
    view = replace(state.view(max(state.turn, 0)), hands=tuple(state.hands), chosen=None)
    scene = Scene(view, names, width, look, tuple(state.hands), lost=state.lost)
    return first_that_fits(_open_layouts(scene), width, height)


def _layouts(scene: Scene) -> Iterator[Layout]:
    """The drawings for a seat, the roomiest first."""
    roomy, usual, tight = scout_seats.roomy, scout_seats.usual, scout_seats.tight
    seats = scene.view.players + 1
    if not scene.look.compact:
        if scene.width >= _ROOMY:
            yield seats + 8, lambda: _stacked(scene, roomy(scene), _big, _big)
            yield seats + 7, lambda: _stacked(scene, roomy(scene), _frame, _frame)
        yield seats + 7, lambda: _stacked(scene, usual(scene), _frame, _frame)
        yield seats + 7, lambda: _stacked(scene, usual(scene), _plain, _frame)
    yield seats + 6, lambda: _stacked(scene, usual(scene), _plain, _plain)
    yield 0, lambda: _tight(scene, usual(scene))
    yield 0, lambda: _tight(scene, tight(scene))


def _common_layouts(scene: Scene) -> Iterator[Layout]:
    """The drawings of what all know, the roomiest first: nobody's hand stands below."""
    roomy, usual, tight = scout_seats.roomy, scout_seats.usual, scout_seats.tight
    if not scene.look.compact:
        if scene.width >= _ROOMY:
            yield 0, lambda: [*roomy(scene), [], *_table(scene, _big)]
            yield 0, lambda: [*roomy(scene), [], *_table(scene, _frame)]
        yield 0, lambda: [*usual(scene), [], *_table(scene, _frame)]
    yield 0, lambda: [*usual(scene), [], *_table(scene, _plain)]
    yield 0, lambda: [*usual(scene), *_table(scene, _plain)]
    yield 0, lambda: [*tight(scene), *_table(scene, _plain)]


def _open_layouts(scene: Scene) -> Iterator[Layout]:
    """The drawings with all hands, the roomiest first."""
    roomy, usual = scout_seats.roomy, scout_seats.usual
    if not scene.look.compact:
        if scene.width >= _ROOMY:
            yield 0, lambda: [*roomy(scene, apart=True), [], *_table(scene, _big)]
        yield 0, lambda: [*roomy(scene), [], *_table(scene, _frame)]
    yield 0, lambda: [*roomy(scene), *_table(scene, _plain)]
    yield 0, lambda: [*usual(scene, whole=True), *_table(scene, _plain)]
    yield 0, lambda: [*usual(scene, whole=True), _short_table(scene)]


def _stacked(scene: Scene, seats: list[Line], table: Row, hand: Row) -> list[Line]:
    """Seats, set and hand below each other, with air between."""
    return [*seats, [], *_table(scene, table), *_air(hand), *_hand(scene, hand)]


def _air(hand: Row) -> list[Line]:
    """A frame needs no line between it and what is above."""
    return [[]] if hand is not _frame else []


def _tight(scene: Scene, seats: list[Line]) -> list[Line]:
    """The same with nothing between, and no word on whose hand it is."""
    hand = _rows(scene, _hand_cells(scene), _plain, scene.width, _gap(scene))
    return [*seats, *_table(scene, _plain), *hand]


# The active set and the own hand


def _table(scene: Scene, row: Row) -> list[Line]:
    """The active set, its kind and its owner."""
    view = scene.view
    if not view.table:
        return [[("class:notice", _no_table(scene))]]
    chosen = scene.look.at("table")
    cells = [_cell(card, at in chosen) for at, card in enumerate(view.table)]
    label: list[Line] = [[("class:heading", _kind(view.table))]]
    if view.owner >= 0:
        name = fit_name(scene.names[view.owner], _LABEL - 6, scene.look.unicode)
        label.append([("class:place", f"of {view.owner + 1} "), ("class:name", name)])
    lines = _rows(scene, cells, row, scene.width - _LABEL, NO_GAP)
    return _labelled(label, lines, int(row is not _plain))


def _short_table(scene: Scene) -> Line:
    """The active set in one line, upper and lower numbers side by side."""
    view = scene.view
    if not view.table:
        return [("class:notice", _no_table(scene))]
    line: Line = [
        ("class:heading", _kind(view.table)),
        ("class:card.upper", f" {cards_text(view.table)}"),
    ]
    if view.owner >= 0:
        line.append(("class:place", f" of {view.owner + 1}"))
    return line


def _no_table(scene: Scene) -> str:
    """What is said where no active set lies."""
    view = scene.view
    if scene.lost:
        return "Nobody noted the active set."
    if not view.opening:
        return "No active set" + (": any Show goes." if view.end is None else ".")
    said = {"keep": "the hand is kept.", "flip": "the hand is to be flipped."}
    return "No set yet: " + said.get(view.chosen or "", "keep or flip the hand.")


def _kind(table: bytes) -> str:
    """What the active set is: as strong as it is, in words."""
    upper = [card >> 4 for card in table]
    if len(upper) == 1:
        return "Single"
    if 0 in upper:
        return f"{len(upper)} cards"
    return f"{'Set' if upper[0] == upper[1] else 'Run'} of {len(upper)}"


def _hand(scene: Scene, row: Row) -> list[Line]:
    """The own hand with positions above it."""
    view = scene.view
    name = fit_name(scene.names[view.seat], _LABEL - 1, scene.look.unicode)
    label: list[Line] = [[("class:heading", "Hand of")], [("class:name", name)]]
    cells, gap = _hand_cells(scene), _gap(scene)
    if not cells:
        return [[*_on_one_line(label), ("class:faint", ": no card")]]
    if scene.width < _LABELLED:
        return [_on_one_line(label), *_rows(scene, cells, row, scene.width, gap)]
    lines = _rows(scene, cells, row, scene.width - _LABEL, gap)
    return _labelled(label, lines, 1 + (row is not _plain))


def _hand_cells(scene: Scene) -> list[Cell]:
    """The own hand, with the card that would be put into it."""
    look = scene.look
    chosen = look.at("hand")
    cells = [_cell(card, at in chosen) for at, card in enumerate(scene.view.hand)]
    for card, gap in zip(look.at("card"), look.at("gap"), strict=False):
        mark = CHOSEN if ("shown", card) in look.marks else PUT
        cells.insert(gap, _cell(card)._replace(mark=mark))
    return [cell._replace(head=str(at)) for at, cell in enumerate(cells, 1)]


def _gap(scene: Scene) -> int:
    """The gap to point at, where no card stands in it."""
    gaps = scene.look.at("gap")
    return min(gaps) if gaps and not scene.look.at("card") else NO_GAP


def _cell(card: int, chosen: bool = False) -> Cell:
    """A card that lies open, its numbers as far as they are known."""
    texts, styles = (number(card >> 4), number(card & 15)), ("class:card.upper", "class:card.lower")
    return Cell(texts, styles, mark=CHOSEN if chosen else "")


def _labelled(label: list[Line], lines: list[Line], first: int) -> list[Line]:
    """Cards with what they are to their left, beginning beside line `first` if that can be."""
    above = max(min(first, len(lines) - len(label)), 0)
    lefts: list[Line] = [[]] * above + label + [[]] * len(lines)
    return [[*padded(left, _LABEL), *line] for left, line in zip(lefts, lines, strict=False)]


def _on_one_line(label: list[Line]) -> Line:
    """Parts of a label behind each other."""
    line: Line = []
    for part in label:
        line += [("", " "), *part] if line else part
    return line


# How cards are drawn


def _big(cells: Sequence[Cell], _size: int, look: Look, gap: int) -> list[Line]:
    """Each card in a frame of its own: the upper number at the left, the lower at the right."""
    tall = [
        cell._replace(
            texts=(f" {cell.texts[0]:<3}", "    ", f"{cell.texts[1]:>3} "),
            styles=(cell.styles[0], "", cell.styles[1]),
        )
        for cell in cells
    ]
    return boxed(tall, 4, look, gap)


def _frame(cells: Sequence[Cell], size: int, look: Look, gap: int) -> list[Line]:
    return framed([cells], size, look, gap)


def _plain(cells: Sequence[Cell], size: int, look: Look, gap: int) -> list[Line]:
    return bare(cells, size, look, gap)


def _rows(scene: Scene, cells: list[Cell], row: Row, width: int, gap: int) -> list[Line]:
    """Cards in one row where that can be, else in as few as they need."""
    size = 6 if row is _big else 3
    while size > 2 and len(cells) * (size + 1) + 1 > width:
        size -= 1
        if row is _big:
            break
    if row is _big:
        a_row = (width - 1) // 7
    elif row is _plain and len(cells) * 3 + 1 > width >= len(cells) * 2 + 1:
        return bare([_narrow(cell) for cell in cells], 1, scene.look, gap)
    else:
        a_row = (width - 1) // (size + 1)
    lines: list[Line] = []
    for first in range(0, len(cells), a_row):
        part = cells[first : first + a_row]
        last = first + len(part) == len(cells)
        here = first <= gap < first + len(part) or (last and gap == len(cells))
        lines += row(part, size, scene.look, gap - first if here else NO_GAP)
    return lines


def _narrow(cell: Cell) -> Cell:
    """The same card with a letter for ten, so that every number takes one column."""
    return cell._replace(texts=tuple("T" if text == "10" else text for text in cell.texts))


# In words


def doing(view: View, who: str) -> list[str]:
    """What is going on, whose turn it is last; see `scoutcli.render.status`."""
    if view.end is not None:
        return [f"{view.actions} moves", f"over ({view.end})"]
    if view.turn < 0:
        return ["a starter is drawn"]
    if view.opening:
        return [f"{who} keeps or flips"]
    return [f"move {view.actions + 1}", f"{who} to play"]
