"""A round of SKYJO on a terminal: the two piles, and the grids side by side."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import View
from games.skyjo.cards import EMPTY, PLACES, UNKNOWN
from scoutcli.render.text import MOST_IN_TITLE, Paint, clip, pad, wrap

_CELL = 3
_GRID = 2 + 4 * _CELL
_GAP = 2


def draw(view: View, names: Sequence[str], width: int, paint: Paint) -> list[str]:
    """The position as one seat knows it; see `scoutcli.render.draw`.

    The row with the seat's own grid comes last, and the piles below it: what a
    low screen shows above the prompt is what a move is about.
    """
    lines = [paint.rule(f"Round {view.number}: {_doing(view, names)}", width)]
    a_row = max((width + _GAP) // (_GRID + _GAP), 1)
    firsts = list(range(0, view.players, a_row))
    own = view.seat // a_row + 1
    for first in firsts[own:] + firsts[:own]:
        seats = range(first, min(first + a_row, view.players))
        lines += [""] * (len(lines) > 1)
        grids = [_grid(view, seat, names, paint) for seat in seats]
        lines += [(" " * _GAP).join(parts).rstrip() for parts in zip(*grids, strict=True)]
    if view.ender is not None and view.end is None:
        lines += wrap(f"Last turns: {names[view.ender]} has no hidden card left.", width)
    facts = [f"Discard pile: {_number(view.discard[-1]) if view.discard else 'empty'}"]
    facts.append(f"draw pile: {view.stock} cards")
    if view.drawn is not None:
        facts.append(f"drawn: {_number(view.drawn)}")
    return lines + wrap(f"{', '.join(facts)} (beside the names: totals)", width)


def _doing(view: View, names: Sequence[str]) -> str:
    if view.end is not None:
        return f"over ({view.end})"
    if view.turn < 0:
        return "it is not settled who starts"
    who = clip(names[view.turn], MOST_IN_TITLE)
    if view.opening:
        return f"{who} opens two cards"
    if view.midturn:
        return f"turn {view.turns + 1}, {who} has drawn"
    return f"turn {view.turns + 1}, {who} to play"


def _grid(view: View, seat: int, names: Sequence[str], paint: Paint) -> list[str]:
    """The grid of a seat: name and total, columns, three rows, points that lie open."""
    grid = view.grids[seat]
    mark = ">" if seat == view.turn else " "
    total = "x" if view.totals[seat] is None else str(view.totals[seat])
    name = pad(f"{mark}{seat + 1} {names[seat]}", _GRID - len(total) - 1)
    head = f"{name} {total}"
    lines = [paint.accent(head) if seat == view.turn else head]
    lines.append(paint.faint("  " + "".join(f"{letter:>{_CELL}}" for letter in "abcd")))
    for start in range(0, PLACES, 4):
        cells = "".join(_cell(card, paint) for card in grid[start : start + 4])
        lines.append(f"{paint.faint(str(start // 4 + 1))} {cells}")
    hidden = sum(card is None for card in grid)
    known = sum(card for card in grid if card not in (None, EMPTY, UNKNOWN))
    lines.append(pad(f"open {known}" + (f" +{hidden}?" if hidden else ""), _GRID))
    return lines


def _cell(card: int | None, paint: Paint) -> str:
    if card is None:
        return paint.faint(f"{'?':>{_CELL}}")
    if card == EMPTY:
        return f"{'.':>{_CELL}}"
    return paint.strong(f"{_number(card):>{_CELL}}")


def _number(card: int) -> str:
    return "x" if card == UNKNOWN else str(card)
