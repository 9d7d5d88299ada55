"""SKYJO cards, places and moves as text, both ways: ``T7@b2:5``, ``D7/b2:5#b``, ``Oa1:5b2:Z``.

A card is one character: 0 to 9, A B C for 10 11 12 and, counting down past
zero as the alphabet wraps, Z for -1 and Y for -2; ``?`` is one that nobody
noted. A place is its column, a to d, and its row, 1 to 3 from the top.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NoReturn

from games.game import Move
from games.options import shown
from games.skyjo.cards import EMPTY, PLACES, SLOTS, UNKNOWN, place_name
from games.skyjo.moves import (
    UNNOTED,
    UNSAID,
    Draw,
    Lines,
    Pile,
    Reveal,
    Swap,
    Take,
    Turn,
    Unnoted,
)
from notation.diagnostics import TextError

BAD_MOVE = "skyjo-bad-move"
MOST_CARDS = 150
"""A new draw pile can never have more cards than the deck."""

CARDS = {str(value): value for value in range(10)} | {
    "A": 10, "B": 11, "C": 12, "Z": -1, "Y": -2, "?": UNKNOWN,
    "a": 10, "b": 11, "c": 12, "z": -1, "y": -2,
}  # fmt: skip
"""Every card by its character, in either case."""

CARD_TEXTS = ["?"] * SLOTS
"""Every card as its character, by its value."""
for _text, _card in CARDS.items():
    CARD_TEXTS[_card] = _text.upper()
CARD_TEXTS[EMPTY] = "."

PLACE_TEXTS = (*map(place_name, range(PLACES)), "?")
"""Every place as text; the last is `UNSAID`."""

PLACE_OF = {text.upper(): place for place, text in enumerate(PLACE_TEXTS[:-1])} | {"?": UNSAID}
LINE_TEXTS = "abcd123"

_CARD, _PLACE, _LINES = r"([0-9ABCYZ?])", r"([A-D][1-3]|\?)", r"((?:#[A-D1-3]){0,2})"
_TAKE = re.compile(rf"T{_CARD}@{_PLACE}:{_CARD}{_LINES}\Z", re.ASCII)
_DRAW = re.compile(rf"D{_CARD}([@/]){_PLACE}:{_CARD}{_LINES}\Z", re.ASCII)
_REVEAL = re.compile(rf"O{_PLACE}:{_CARD}{_PLACE}:{_CARD}\Z", re.ASCII)
_PILE = re.compile(rf"N([0-9ABCYZ?]{{0,{MOST_CARDS}}})(\*?)(?::{_CARD})?\Z", re.ASCII)


# From a text to a move


@lru_cache(maxsize=16384)
def parse_move(text: str) -> tuple[Move, ...]:
    """The moves that a token of a record stands for, its seat left out.

    A draw and what is done with the card are two. Raises TextError
    ``skyjo-bad-move``. A token seen before costs one look-up.
    """
    folded = text.upper() if text.isascii() else text
    head = folded[:1]
    if head == "D":
        match = _DRAW.match(folded)
        if match is not None:
            card, mark, place, out, lines = match.groups()
            drawn = CARDS[card]
            second = Swap if mark == "@" else Turn
            cleared = parse_lines(lines)
            return Draw(drawn), second(PLACE_OF[place], CARDS[out], cleared, drawn)
    elif head == "T":
        match = _TAKE.match(folded)
        if match is not None:
            card, place, out, lines = match.groups()
            return (Take(PLACE_OF[place], CARDS[card], CARDS[out], parse_lines(lines)),)
    elif head == "O":
        match = _REVEAL.match(folded)
        if match is not None:
            first, card, second_place, other = match.groups()
            return (reveal(PLACE_OF[first], PLACE_OF[second_place], CARDS[card], CARDS[other]),)
    elif head == "N":
        match = _PILE.match(folded)
        if match is not None and (match[1] or match[2]):
            cards = tuple(CARDS[card] for card in match[1])
            up = None if match[3] is None else CARDS[match[3]]
            return (Pile(cards, up, bool(match[2])),)
    elif folded == "?":
        return (UNNOTED,)
    return _fault(text)


def reveal(first: int, second: int, card: int, other: int) -> Reveal:
    """A Reveal with its places in reading order, as far as they are known."""
    if 0 <= second < first:
        return Reveal((second, first), (other, card))
    return Reveal((first, second), (card, other))


def parse_lines(text: str) -> Lines:
    """The cleared lines from ``#b#2`` (in either case), in order, each once."""
    if not text:
        return ()
    return tuple(sorted({LINE_TEXTS.index(name) for name in text.lower() if name != "#"}))


# What is wrong with a text that is no move

_PIECES = {
    "T": ("card", "@", "place", ":", "out"),
    "D": ("card", "@/", "place", ":", "out"),
    "O": ("place", ":", "out", "place", ":", "out"),
}
_NUMBERS = ("10", "11", "12", "-1", "-2")
_FORMS = {"T": "T7@b2:5", "D": "D7@b2:5 or D7/b2:5", "O": "Oa1:5b2:Z"}


def _fault(text: str) -> NoReturn:
    """Say what is wrong with a text that is no move of a record."""
    head = text[:1].upper()
    if head == "N":
        _pile_fault(text)
    if head not in _PIECES:
        raise TextError(
            BAD_MOVE,
            f"{shown(text)} is no move; a move opens two cards (Oa1:5b2:Z), takes the discard "
            "(T7@b2:5), draws (D7@b2:5 or D7/b2:5), or is ? where nobody noted it",
            0,
            max(len(text), 1),
        )
    at = 1
    for piece in _PIECES[head]:
        at = _piece_fault(text, at, piece, head)
    _lines_fault(text, at, head)
    raise AssertionError(text)


def _piece_fault(text: str, at: int, piece: str, head: str) -> int:
    """Raise where a piece of a move is not there; else where it ends."""
    here = text[at : at + 1]
    if piece in ("card", "out"):
        if here in CARDS and text[at : at + 2] not in _NUMBERS:
            return at + 1
        which = {"T": "the card taken", "D": "the card drawn"}.get(head, "the card that lies there")
        if piece == "out" and head != "O":
            which = "the card that came to light"
        card_fault(text[at:], at, BAD_MOVE, f"{which} (as in {_FORMS[head]}, ? if not known)")
    elif piece == "place":
        if here == "?":
            return at + 1
        if text[at : at + 2].upper() in PLACE_OF:
            return at + 2
        _place_fault(text, at, head)
    elif here and here in piece:
        return at + 1
    what = shown(here) if here else "nothing"
    if head == "T" and here == "/":
        message = "a card taken from the discard pile is placed (@), never thrown again"
    elif piece == "@/":
        message = f"after the card drawn comes @ and a place, or / and a hidden place, not {what}"
    elif piece == ":":
        message = f"in a record the card at a place follows it after a colon ({_FORMS[head]})"
    else:
        message = f"here comes {piece} ({_FORMS[head]}), not {what}"
    raise TextError(BAD_MOVE, message, at)


def card_fault(text: str, at: int, code: str, which: str) -> NoReturn:
    """Say why a text does not begin with a card, at the offset `at` of a larger one."""
    if text[:2] in _NUMBERS:
        raise TextError(
            code,
            f"{text[:2]} is written {CARD_TEXTS[int(text[:2])]}: a card is one character",
            at,
            2,
        )
    here = shown(text[:1]) if text else "nothing"
    raise TextError(
        code,
        f"here comes {which}, not {here}; a card is 0 to 9, A B C for 10 11 12, "
        "Z for -1, Y for -2, ? where not known",
        at,
    )


def _place_fault(text: str, at: int, head: str) -> NoReturn:
    here = re.match(r"[A-Za-z]?[0-9]*", text[at:])
    word = here[0] if here else ""
    what = shown(word or text[at : at + 1]) if text[at:] else "nothing"
    raise TextError(
        BAD_MOVE,
        f"here comes a place, a1 to d3 (as in {_FORMS[head]}, ? if not known), not {what}",
        at,
        max(len(word), 1),
    )


def _lines_fault(text: str, at: int, head: str) -> NoReturn:
    """Say what is wrong behind a move that is whole."""
    rest = text[at:]
    if head == "O" or not rest.startswith("#"):
        hint = "" if head == "O" else "; a cleared column follows as #b"
        raise TextError(BAD_MOVE, f"{shown(rest)} does not belong here{hint}", at, len(rest))
    good = re.match(r"(?:#[A-D1-3]){0,2}", rest, re.IGNORECASE)
    end = at + (good.end() if good else 0)
    message = f"{shown(text[end:])} is no cleared line: #a to #d is a column, #1 to #3 a row"
    if end - at == 4:
        message = "one card completes two lines at most"
    raise TextError(BAD_MOVE, message, end, max(len(text) - end, 1))


def _pile_fault(text: str) -> NoReturn:
    """Say what is wrong with a new draw pile."""
    cards = re.match(r"[0-9ABCYZ?]*", text[1:], re.IGNORECASE | re.ASCII)
    at = 1 + (cards.end() if cards else 0)
    if at > MOST_CARDS + 1:
        raise TextError(
            BAD_MOVE, f"a draw pile never has {at - 1} cards", MOST_CARDS + 1, at - 1 - MOST_CARDS
        )
    if text[at : at + 1] == "*":
        at += 1
    if at == 1:
        card_fault(text[1:], 1, BAD_MOVE, "the new draw pile, its top first (N73A0, N* if unknown)")
    if text[at : at + 1] == ":":
        if text[at + 1 : at + 2] not in CARDS:
            card_fault(text[at + 1 :], at + 1, BAD_MOVE, "the card turned up")
        at += 2
    raise TextError(
        BAD_MOVE,
        f"{shown(text[at:])} does not belong to a new draw pile: N73A0, or N73A0:5 where the "
        "rules turn a card up",
        at,
        max(len(text) - at, 1),
    )


# From a move to its text


def format_moves(moves: Sequence[Move]) -> str:
    """The canonical text of completed moves; "" for a starter, which has none."""
    first = moves[0]
    if isinstance(first, Draw):
        if len(moves) == 1:
            return f"D{card_text(first.card)}"
        second = moves[1]
        drawn = second.card if first.card in (None, UNKNOWN) else first.card
        return f"D{card_text(drawn)}{half_text(second)}"
    if isinstance(first, Take):
        place, card, out, cleared, _ = first
        return f"T{card_text(card)}@{PLACE_TEXTS[place]}:{card_text(out)}{lines_text(cleared)}"
    if isinstance(first, (Swap, Turn)):
        return half_text(first)
    if isinstance(first, Reveal):
        return "O" + reveal_text(first)
    if isinstance(first, Pile):
        up = "" if first.up is None else f":{card_text(first.up)}"
        return f"N{cards_text(first.cards)}{'*' if first.rest else ''}{up}"
    return "?" if isinstance(first, Unnoted) else ""


def half_text(move: Move) -> str:
    """What is done with a drawn card: ``@b2:5#b``."""
    mark = "@" if isinstance(move, Swap) else "/"
    place, out, cleared = move[0], move[1], move[2]
    return f"{mark}{PLACE_TEXTS[place]}:{card_text(out)}{lines_text(cleared)}"


def reveal_text(move: Reveal) -> str:
    """Two places with their cards: ``a1:5b2:Z``."""
    cards = move.cards or (UNKNOWN, UNKNOWN)
    return "".join(
        f"{PLACE_TEXTS[place]}:{card_text(card)}"
        for place, card in zip(move.places, cards, strict=True)
    )


def card_text(card: int | None) -> str:
    """A card as its character."""
    return "?" if card is None else CARD_TEXTS[card]


def cards_text(cards: Sequence[int]) -> str:
    """Cards without anything between."""
    return "".join(CARD_TEXTS[card] for card in cards)


def lines_text(lines: Lines | None) -> str:
    """Cleared lines: ``#b#2``."""
    return "".join(f"#{LINE_TEXTS[line]}" for line in lines or ())
