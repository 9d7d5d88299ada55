"""The seats of SCOUT: what each has, and which cards of its hand are known.

Three tables: with the hands beside it, backs and known cards in their places;
with known cards as ``3:47-4T``, from position 3 on; and one as narrow as can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.game import View
from games.scout.scoring import NOBODY, exempt_seat, scores
from notation.scout_moves import CARD_TEXTS
from scoutcli.render.boxes import Cell, bare
from scoutcli.render.look import Line, Look, padded, size_of
from scoutcli.render.names import pad_name
from scoutcli.render.text import wrap

UNKNOWN = "?"
"""A number of a card that a record does not know."""

_ROOMY = (("hand", 6), ("won", 5), ("tokens", 8), ("S&S", 5), ("round", 7), ("total", 7))
_WIDE = (("hand", 5), ("won", 5), ("tokens", 8), ("S&S", 5), ("round", 7), ("total", 7))
_NARROW = (("hand", 5), ("won", 4), ("tok", 4), ("S&S", 4), ("rnd", 4), ("tot", 5))
_TIGHT = (("hd", 3), ("wn", 3), ("tk", 3), ("s", 2), ("rd", 4), ("tot", 4))
_LEAST_NAME = 4
_EDGE = 4
"""Columns before a name: whose turn it is, and the seat."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn: a view, and the hands to show beside the seats (none where it is empty)."""

    view: View
    names: Sequence[str]
    width: int
    look: Look
    hands: tuple[bytes, ...]
    lost: bool = False
    """Whether moves were not noted, so that what the seats won is not known."""


def number(half: int) -> str:
    """An upper or a lower number."""
    return str(half or UNKNOWN)


def usual(scene: Scene, whole: bool = False) -> list[Line]:
    """A line for each seat, and the cards known of its hand, beside it or below.

    With `whole` every card of every hand, below.
    """
    wide = scene.width >= 72
    beside = wide and not whole
    heads = _shown(scene, _WIDE if wide else _NARROW)
    name = 15 if wide else min(scene.width - _EDGE - _size(heads), 20)
    lines = [_heading(heads, name)]
    for seat, row in enumerate(_seats(scene, heads, name)):
        edge = size_of(row) + 3 if beside else 1 if whole else _EDGE
        parts = (_whole if whole else _known)(scene.hands[seat], scene.width - edge)
        if beside and parts:
            row += [("", "   "), ("class:card.upper", parts.pop(0))]
        lines += [row, *([("", " " * edge), ("class:card.upper", part)] for part in parts)]
    if beside and any(map(any, scene.hands)):
        lines[0] = [*lines[0], ("class:faint", "   known cards")]
    return lines


def roomy(scene: Scene, apart: bool = False) -> list[Line]:
    """A line for each seat, and its hand beside it as it lies there."""
    longest = max(map(len, scene.hands), default=0)
    room = scene.width - _EDGE - 4 - 3 * longest
    fitting = [heads for heads in (_ROOMY, _WIDE) if _size(heads) + 12 <= room]
    heads = _shown(scene, fitting[0] if fitting else _NARROW)
    name = max(min(room - _size(heads), 20), _LEAST_NAME)
    places = bare([Cell((), (), str(at)) for at in range(1, longest + 1)], 2, scene.look)
    lines = [[*_heading(heads, name), ("", "   "), *(places[0] if places else [])]]
    for seat, row in enumerate(_seats(scene, heads, name)):
        hand = scene.hands[seat]
        if not hand:
            lines.append(row)
        else:
            upper, lower = bare([_strip(card, scene.look) for card in hand], 2, scene.look)
            lines.append([*row, ("", "   "), *upper])
            lines.append([*padded([], size_of(row) + 3), *lower])
        if apart and seat + 1 < len(scene.hands):
            lines.append([])
    return lines


def tight(scene: Scene) -> list[Line]:
    """The seats in as little room as can be: of known cards only the upper numbers.

    They stand beside the seat or, where a hand is too long for that, below all seats.
    """
    heads = _shown(scene, _TIGHT)
    room = scene.width - _EDGE + 1 - _size(heads)
    most = max((len(hand) for hand in scene.hands if any(hand)), default=0)
    name = min(max(room - most - 1, _LEAST_NAME) if most else room, 16)
    lines = [_heading(heads, name, 1)]
    below: list[str] = []
    for seat, row in enumerate(_seats(scene, heads, name, 1)):
        hand = scene.hands[seat]
        lines.append(row)
        if any(hand) and name + 1 + len(hand) <= room:
            lines[-1] = [*row, ("", " "), ("class:card.upper", _uppers(hand, scene.look))]
        elif any(hand):
            below.append(f"{seat + 1}:{_uppers(hand, scene.look)}")
    strips = wrap(" ".join(below), scene.width) if below else []
    return lines + [[("class:card.upper", strip)] for strip in strips]


# Rows


def _shown(scene: Scene, heads: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """The columns that mean something: there is no Scout & Show with two players."""
    return [head for at, head in enumerate(heads) if at != 3 or scene.view.players > 2]


def _size(heads: Sequence[tuple[str, int]]) -> int:
    return sum(size for _, size in heads)


def _heading(heads: Sequence[tuple[str, int]], name: int, less: int = 0) -> Line:
    text = "".join(f"{head:>{size}}" for head, size in heads)
    return [("class:faint", " " * (_EDGE - less + name) + text)]


def _seats(
    scene: Scene, heads: Sequence[tuple[str, int]], name: int, less: int = 0
) -> Iterator[Line]:
    """The row of each seat."""
    view, look = scene.view, scene.look
    for seat, cells in enumerate(_cells(scene, short=bool(less))):
        turn = seat == view.turn
        style = "class:turn" if turn else ""
        mark = look.signs.turn if turn else " "
        row: Line = [
            (style, mark + " " * (1 - less)),
            (style or "class:place", f"{seat + 1} "),
            (style or "class:name", pad_name(scene.names[seat], name, look.unicode)),
        ]
        texts = [f"{cell:>{size}}" for cell, (_, size) in zip(cells, heads, strict=True)]
        row.append((style, "".join(texts[:-2])))
        row.append((style or "class:points", "".join(texts[-2:])))
        yield row


def _cells(scene: Scene, short: bool) -> Iterator[list[str]]:
    """What stands in the row of each seat: its cards, what it took, and its points."""
    view = scene.view
    sizes = [len(hand) for hand in view.hands]
    exempt = NOBODY if view.end is None else exempt_seat(view.rules, view.end, view.owner)
    points = scores(view.rules, view.won, view.tokens, sizes, exempt)
    for seat, total in enumerate(view.totals):
        marker = "yes" if view.marker[seat] else "no"
        facts = [view.won[seat], view.tokens[seat], points[seat]]
        won, tokens, now = ("x" if scene.lost else str(fact) for fact in facts)
        yield [
            str(sizes[seat]),
            won,
            tokens,
            *([marker[:1] if short else marker] if view.players > 2 else []),
            now,
            "x" if total is None else str(total),
        ]


# Hands of others


def _strip(card: int, look: Look) -> Cell:
    """A card where it lies: its numbers, or its back."""
    if not card:
        return Cell((look.signs.back * 2,) * 2, ("class:card.hidden",) * 2)
    return Cell((number(card >> 4), number(card & 15)), ("class:card.upper", "class:card.lower"))


def _known(hand: bytes, width: int) -> list[str]:
    """The cards known of a hand in lines; those side by side are joined: ``3:47-4T 9:31``."""
    parts: list[str] = []
    for at, card in enumerate(hand):
        joined = card and at and hand[at - 1] and len(parts[-1]) + 3 <= width
        if joined:
            parts[-1] += f"-{CARD_TEXTS[card]}"
        elif card:
            parts.append(f"{at + 1}:{CARD_TEXTS[card]}")
    return wrap(" ".join(parts), width) if parts else []


def _whole(hand: bytes, width: int) -> list[str]:
    """Every card of a hand in lines, upper and lower number side by side."""
    return wrap(" ".join(CARD_TEXTS[card] for card in hand) or "no card", width)


def _uppers(hand: bytes, look: Look) -> str:
    """The upper numbers of a hand, a letter for each card."""
    return "".join(CARD_TEXTS[card][0] if card >> 4 else look.signs.unseen for card in hand)
