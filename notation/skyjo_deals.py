"""SKYJO deals as text: a line a seat with three groups of four, then ``up:`` and ``stock:``.

``*`` stands for the rest of a grid or of the draw pile, which nobody noted.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from games.options import Rules
from games.skyjo import stock_size
from games.skyjo.cards import PLACES, UNKNOWN
from games.skyjo.state import Deal
from notation.diagnostics import TextError
from notation.skyjo_moves import CARDS, MOST_CARDS, card_fault, cards_text

BAD_DEAL = "skyjo-bad-deal"
BAD_CARD = "skyjo-bad-card"

_LINE = re.compile(r"[ ]*([0-9]{1,3}|up|stock)[ ]*:[ ]*", re.ASCII | re.IGNORECASE)
_GROUPS = 4


class _Line(NamedTuple):
    """A line of a deal: its name, where it begins, and what it says from where on."""

    name: str
    start: int
    said: str
    at: int


def parse_deal(text: str, rules: Rules) -> Deal:
    """The grids, the first discard and the draw pile.

    `*` is filled up with unknown cards. Whether the draw pile has the right
    size and a card is there too often is not looked at here. Raises TextError
    ``skyjo-bad-deal`` or ``skyjo-bad-card``.
    """
    lines = _lines(text, rules.players)
    grids = tuple(_grid(line) for line in lines[:-2])
    up = lines[-2]
    if len(up.said) != 1 or up.said not in CARDS:
        card_fault(up.said, up.at, BAD_CARD, "the card that starts the discard pile")
    return Deal(grids, CARDS[up.said], _stock(lines[-1], stock_size(rules.players)))


def _lines(text: str, players: int) -> list[_Line]:
    """The lines of a deal: every seat, ``up``, ``stock``."""
    names = [*(str(seat + 1) for seat in range(players)), "up", "stock"]
    lines: list[_Line] = []
    start = 0
    for raw in text.split("\n"):
        place, start = start, start + len(raw) + 1
        line = raw.rstrip()
        if not line:
            continue
        match = _LINE.match(line)
        name = match[1].lower() if match else ""
        if match is None or len(lines) == len(names) or name != names[len(lines)]:
            _name_fault(line, place, name, names[len(lines) :], players)
        else:
            lines.append(_Line(name, place, line[match.end() :], place + match.end()))
    if len(lines) < len(names):
        missing = names[len(lines)]
        what = {"up": "up: ?", "stock": "stock: *"}.get(missing, f"{missing}: *")
        last = lines[-1] if lines else _Line("", 0, "", 0)
        raise TextError(
            BAD_DEAL,
            f"the line of {_called(missing)} is missing; write '{what}' where it is not known",
            last.start,
            max(last.at - last.start + len(last.said), 1),
        )
    return lines


def _called(name: str) -> str:
    words = {"up": "the first discard", "stock": "the draw pile"}
    return words.get(name, f"seat {name}")


def _name_fault(line: str, place: int, name: str, due: list[str], players: int) -> None:
    """Say what is wrong with how a line begins."""
    indent = len(line) - len(line.lstrip(" "))
    if not due:
        message = "nothing follows the draw pile"
    elif not name:
        message = f"a line begins with a name and a colon, here '{due[0]}:'"
    elif name.isdigit() and (name[0] == "0" or not 1 <= int(name) <= players):
        message = f"there are {players} seats, so there is no line for a seat {name}"
    else:
        message = f"here comes the line of {_called(due[0])} ('{due[0]}:'), not of {_called(name)}"
    raise TextError(BAD_DEAL, message, place + indent, max(len(name) or len(line.strip()), 1))


def _grid(line: _Line) -> tuple[int, ...]:
    """The twelve cards of a seat."""
    cards: list[int] = []
    words = list(re.finditer(r"\S+", line.said))
    for number, word in enumerate(words):
        group, at = word[0], line.at + word.start()
        known = group.removesuffix("*")
        for index, char in enumerate(known):
            if char not in CARDS:
                card_fault(known[index:], at + index, BAD_CARD, "a card")
            cards.append(CARDS[char])
        if known != group:
            if number < len(words) - 1:
                raise TextError(BAD_DEAL, "* stands for the rest, so nothing follows it", at)
            if len(known) > _GROUPS:
                raise _size_fault(line, at, len(group))
            cards += [UNKNOWN] * (PLACES - len(cards))
        elif len(group) != _GROUPS:
            raise _size_fault(line, at, len(group))
    if len(cards) != PLACES:
        raise _size_fault(line, line.at, len(line.said))
    return tuple(cards)


def _size_fault(line: _Line, at: int, length: int) -> TextError:
    return TextError(
        BAD_DEAL,
        f"seat {line.name} has three groups of four cards, the rows from the top: 9?2Y 4*",
        at,
        max(length, 1),
    )


def _stock(line: _Line, size: int) -> tuple[int, ...]:
    """The draw pile, its top first."""
    text = line.said.removesuffix("*")
    cards = []
    for index, char in enumerate(text):
        if char == " ":
            continue
        if char not in CARDS:
            if char == "*":
                message = "* stands for the rest, so nothing follows it"
                raise TextError(BAD_DEAL, message, line.at + index)
            card_fault(text[index:], line.at + index, BAD_CARD, "a card of the draw pile")
        cards.append(CARDS[char])
    if not line.said or len(cards) > MOST_CARDS:
        raise TextError(
            BAD_DEAL,
            f"the draw pile has {size} cards, its top first; * where the rest is not known",
            line.at if line.said else line.start,
            max(len(line.said), 1),
        )
    if text != line.said:
        cards += [UNKNOWN] * (size - len(cards))
    return tuple(cards)


def format_deal(deal: Deal) -> str:
    """The lines of a deal; unknown cards that reach an end are one ``*``."""
    lines = []
    for seat, grid in enumerate(deal.grids, 1):
        rows = [grid[start : start + _GROUPS] for start in range(0, len(grid), _GROUPS)]
        unknown = (UNKNOWN,) * _GROUPS
        known = list(rows)
        while known and known[-1] == unknown:
            known.pop()
        words = [cards_text(row) for row in known]
        if len(known) < len(rows):
            words.append("*")
        lines.append(" ".join((f"{seat}:", *words)))
    lines += (f"up: {cards_text((deal.up,))}", f"stock: {pile_text(deal.stock)}")
    return "".join(f"{line}\n" for line in lines)


def pile_text(cards: tuple[int, ...]) -> str:
    """A draw pile, its top first; unknown cards at its end are one ``*``."""
    known = cards_text(cards).rstrip("?")
    return f"{known}*" if len(known) < len(cards) else known


def locate(text: str, about: tuple[str | int, ...]) -> tuple[int, int]:
    """Where a deal's text has that which a RuleError is about: offset, length.

    ``("grid", 2, 5)`` is the sixth card of the third grid, ``("grid", 2)``
    the line of that grid, ``("stock", 0)`` the top of the draw pile,
    ``("up",)`` the first discard; the whole text for anything else.
    """
    everything = 0, max(len(text.rstrip()), 1)
    name, *where = about or ("",)
    if name == "grid" and where and isinstance(where[0], int):
        name, where = str(where[0] + 1), where[1:]
    start = 0
    for raw in text.split("\n"):
        match = _LINE.match(raw)
        if match is not None and match[1].lower() == name:
            begin = len(raw) - len(raw.lstrip(" "))
            places = [at for at in range(match.end(), len(raw.rstrip())) if raw[at] != " "]
            if where and isinstance(where[0], int) and places:
                return start + places[min(where[0], len(places) - 1)], 1
            return start + begin, len(raw.rstrip()) - begin
        start += len(raw) + 1
    return everything
