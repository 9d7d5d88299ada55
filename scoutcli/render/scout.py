"""A round of SCOUT on a terminal: the seats, the active set, the own hand.

A card is drawn as two numbers, the upper one, which counts, on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.game import View
from games.scout.scoring import scores
from notation.scout_moves import CARD_TEXTS
from scoutcli.render.text import MOST_IN_TITLE, Paint, clip, columns, pad, wrap

_WIDE_HEADS = (("cards", 6), ("won", 4), ("tokens", 7), ("S&S", 4), ("round", 6), ("total", 6))
_HEADS = (("hand", 5), ("won", 4), ("tok", 4), ("S&S", 4), ("rnd", 4), ("sum", 5))
_WIDE = 72
"""Columns from which on the known cards of a hand stand beside it, and not below all seats."""
_WIDE_NAME = 13
_TALL = 16
"""Lines from which on none is left empty, so that the menu fits below on a terminal of 24."""
_CELL = 3
_LABEL = 6


def draw(view: View, names: Sequence[str], width: int, paint: Paint) -> list[str]:
    """The position as one seat knows it; see `scoutcli.render.draw`."""
    lines = [paint.rule(f"Round {view.number}: {_doing(view, names)}", width)]
    lines += _seats(view, names, width, paint)
    lines.append("")
    lines += _table(view, names, width, paint)
    lines.append("")
    owner = f"Hand of {names[view.seat]}" + _chosen(view)
    lines += wrap(owner, width)
    lines += _cards(view.hand, width, paint, positions=True)
    return lines if len(lines) <= _TALL else [line for line in lines if line]


def _doing(view: View, names: Sequence[str]) -> str:
    if view.end is not None:
        return f"over ({view.end})"
    if view.turn < 0:
        return "a starter is drawn"
    who = clip(names[view.turn], MOST_IN_TITLE)
    if view.opening:
        return f"{who} keeps or flips"
    return f"move {view.actions + 1}, {who} to play"


def _chosen(view: View) -> str:
    """The own choice, while the others still choose."""
    if not view.opening:
        return ""
    return {"keep": ", kept", "flip": ", to be flipped"}.get(view.chosen or "", "")


def _seats(view: View, names: Sequence[str], width: int, paint: Paint) -> list[str]:
    """A row for each seat: cards, captured ones, tokens, Scout & Show left, points now and before.

    The cards of other hands that were seen going there stand beside it or below.
    """
    wide = width >= _WIDE
    heads = [
        head for head in (_WIDE_HEADS if wide else _HEADS) if view.players > 2 or head[0] != "S&S"
    ]
    name_width = _WIDE_NAME if wide else min(width - 4 - sum(size for _, size in heads), 24)
    title = "".join(f"{text:>{size}}" for text, size in heads)
    lines = [" " * (4 + name_width) + paint.faint(title)]
    for seat, cells in enumerate(_cells(view)):
        row = "".join(f"{cell:>{size}}" for cell, (_, size) in zip(cells, heads, strict=True))
        mark = ">" if seat == view.turn else " "
        line = f"{mark} {seat + 1} {pad(names[seat], name_width)}{row}"
        known = "" if seat == view.seat else _known(view.hands[seat])
        edge = columns(line) + 2 if wide else 4
        parts = wrap(f"has {known}", width - edge, hanging=4) if known else []
        if wide and parts:
            line += f"  {parts.pop(0)}"
        lines.append(paint.accent(line) if seat == view.turn else line)
        lines += [" " * edge + part for part in parts]
    return lines


def _cells(view: View) -> Iterator[list[str]]:
    """What stands in the row of each seat."""
    sizes = [len(hand) for hand in view.hands]
    points = scores(view.rules, view.won, view.tokens, sizes, -1)
    for seat in range(view.players):
        total = view.totals[seat]
        yield [
            str(sizes[seat]),
            str(view.won[seat]),
            str(view.tokens[seat]),
            *([] if view.players == 2 else ["yes" if view.marker[seat] else "no"]),
            str(points[seat]),
            "x" if total is None else str(total),
        ]


def _known(hand: bytes) -> str:
    """The cards that were seen going into a hand, each with its place: ``3:47 5:T2``."""
    return " ".join(f"{at}:{CARD_TEXTS[card]}" for at, card in enumerate(hand, 1) if card)


def _table(view: View, names: Sequence[str], width: int, paint: Paint) -> list[str]:
    if not view.table:
        return ["No active set: the next player shows anything."[:width]]
    whose = f", shown by {names[view.owner]}" if view.owner >= 0 else ""
    return [*wrap(f"Active set{whose}", width), *_cards(view.table, width, paint)]


def _cards(cards: bytes, width: int, paint: Paint, *, positions: bool = False) -> list[str]:
    """Cards side by side, in as many rows as they need."""
    a_row = max((width - _LABEL) // _CELL, 1)
    lines: list[str] = []
    for first in range(0, len(cards), a_row):
        part = cards[first : first + a_row]
        if positions:
            places = _row("place", [str(at) for at in range(first + 1, first + len(part) + 1)])
            lines.append(paint.faint(places))
        upper = _row("", [_number(card >> 4) for card in part])
        lines.append(f"upper {paint.strong(upper[_LABEL:])}")
        lines.append(paint.faint(_row("lower", [_number(card & 15) for card in part])))
    return lines or ["no card"]


def _row(label: str, cells: Sequence[str]) -> str:
    return f"{label:<{_LABEL}}" + "".join(f"{cell:>{_CELL}}" for cell in cells)


def _number(half: int) -> str:
    return str(half or "?")
