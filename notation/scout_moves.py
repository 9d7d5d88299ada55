"""SCOUT cards and moves as text, both ways: ``37``, ``S3:44``, ``L37@2+S2:34``.

A hand or a block is its cards from left to right. The upper number of a card
comes first; ``T`` is ten, ``?`` a number that nobody noted. Positions count
from 1 in the text, from 0 in the moves.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from games.game import Move
from games.options import shown
from games.scout.cards import STRENGTH, UPPER
from games.scout.moves import (
    FLIP,
    KEEP,
    STOP,
    UNNOTED,
    UNSAID,
    Choose,
    Scout,
    ScoutShow,
    Show,
    Stop,
    Unnoted,
    show_of,
)
from notation.diagnostics import TextError

BAD_MOVE = "scout-bad-move"
MOST_POSITIONS = 45
"""A hand can never hold more cards than there are."""
MOST_SHOWN = 10
"""The longest block there is: a run from 1 to ten."""

_NUMBERS = "?123456789T"
_TO_ASCII = bytes(ord(_NUMBERS[value]) if value < 11 else ord("?") for value in range(256))
_FROM_ASCII = bytes(max(_NUMBERS.find(chr(code).upper()), 0) for code in range(256))

CARD_TEXTS = tuple(
    _NUMBERS[card >> 4] + _NUMBERS[card & 15] if card >> 4 < 11 and card & 15 < 11 else "??"
    for card in range(256)
)
"""Every card as text, by its byte."""

CARDS = {
    spelled: high << 4 | low
    for high in range(11)
    for low in range(11)
    if high != low or not high
    for spelled in {
        _NUMBERS[high] + _NUMBERS[low],
        _NUMBERS[high].lower() + _NUMBERS[low],
        _NUMBERS[high] + _NUMBERS[low].lower(),
        (_NUMBERS[high] + _NUMBERS[low]).lower(),
    }
}
"""Every card by its text, in either case."""

_WORDS: dict[str, tuple[Move, ...]] = {
    "K": (KEEP,), "F": (FLIP,), "P": (STOP,), "?": (UNNOTED,),
}  # fmt: skip
_SCOUT = re.compile(r"([LR])([1-9T?]{2})@(\?|[1-9][0-9]?)\Z", re.ASCII)
_SHOW = re.compile(
    r"S(\?|[1-9][0-9]?)(?::([1-9T?]{1,10})|=([1-9T?]{2}(?:-[1-9T?]{2}){0,9}))\Z", re.ASCII
)


# From a text to a move


@lru_cache(maxsize=16384)
def parse_move(text: str) -> tuple[Move, ...]:
    """The move that a token of a record stands for, its seat left out, as a tuple of one.

    Raises TextError ``scout-bad-move``. A token seen before costs one look-up.
    """
    folded = text.upper() if text.isascii() else text
    move = _WORDS.get(folded)
    if move is not None:
        return move
    head = folded[:1]
    if head == "S":
        return (_show(folded),)
    if head in ("L", "R"):
        scout, plus, show = folded.partition("+")
        if not plus:
            return (_scout(folded),)
        try:
            return (ScoutShow(_scout(scout), _show(show)),)
        except TextError as error:
            # Only the show knows itself; find out which of the two is at fault.
            _scout(scout)
            error.offset += len(scout) + 1
            raise
    raise _no_move(text)


def _no_move(text: str) -> TextError:
    """What is wrong with a text that is no kind of move."""
    if text and text[0] in "KkFfPp?":
        return TextError(BAD_MOVE, f"{text[0].upper()} stands alone", 1, max(len(text) - 1, 1))
    return TextError(
        BAD_MOVE,
        f"{shown(text)} is no move; a move is K, F, a Show S3:44, a Scout L37@2 or R37@2, "
        "a Scout & Show L37@2+S2:34, P, or ? where nobody noted it",
        0,
        max(len(text), 1),
    )


@lru_cache(maxsize=4096)
def _scout(text: str) -> Scout:
    """A Scout from its text in upper case."""
    match = _SCOUT.match(text)
    if match is None:
        _scout_fault(text)
    side, word, place = match.groups()
    card = CARDS.get(word)
    if card is None:
        _card_fault(word, 1)
    return Scout(side == "R", card, _position(place, 4))


@lru_cache(maxsize=8192)
def _show(text: str) -> Show:
    """A Show from its text in upper case."""
    match = _SHOW.match(text)
    if match is None:
        _show_fault(text)
    place, numbers, words = match.groups()
    at = _position(place, 1)
    if numbers is not None:
        values = parse_values(numbers)
        return show_of(at, values) if values in STRENGTH and at != UNSAID else Show(at, values)
    cards = bytearray()
    offset = match.start(3)
    for word in words.split("-"):
        card = CARDS.get(word)
        if card is None:
            _card_fault(word, offset)
        cards.append(card)
        offset += 3
    block = bytes(cards)
    return Show(at, block.translate(UPPER), block)


def _position(text: str, offset: int) -> int:
    """A position from its text, whose form is right."""
    if text == "?":
        return UNSAID
    if int(text) > MOST_POSITIONS:
        raise TextError(
            BAD_MOVE,
            f"there is no position {text}; a hand holds at most {MOST_POSITIONS} cards",
            offset,
            len(text),
        )
    return int(text) - 1


def parse_values(text: str) -> bytes:
    """Upper numbers from their characters, which must be 1-9, T or ``?``."""
    return text.encode("ascii").translate(_FROM_ASCII)


# What is wrong with a text that looks like a move


def _scout_fault(text: str) -> NoReturn:
    """Say what is wrong with a text that begins like a Scout."""
    card_fault(text[1:3], 1, BAD_MOVE)
    if text[3:4] != "@":
        raise TextError(
            BAD_MOVE,
            f"a Scout names the card, @ and its new position ({text[:3]}@2); here stands "
            + (shown(text[3:4]) if text[3:] else "nothing"),
            3,
        )
    _place_fault(text[4:], 4, "")
    raise AssertionError(text)


def _show_fault(text: str) -> NoReturn:
    """Say what is wrong with a text that begins (or should begin) like a Show."""
    if text[:1] != "S":
        raise TextError(
            BAD_MOVE,
            f"after + comes the Show of a Scout & Show (L37@2+S2:34), not {shown(text)}",
            0,
            max(len(text), 1),
        )
    place = re.match(r"[^:=]*", text[1:])
    end = 1 + (place.end() if place else 0)
    _place_fault(text[1:end], 1, ":=")
    mark, body, offset = text[end : end + 1], text[end + 1 :], end + 1
    if not mark:
        raise TextError(
            BAD_MOVE,
            f"a Show names its upper numbers after a colon ({text}:44), "
            f"or whole cards after = ({text}=47-4T)",
            len(text),
        )
    if mark == ":":
        _values_fault(body, offset)
    else:
        _cards_fault(body, offset)
    raise AssertionError(text)


def _values_fault(body: str, offset: int) -> None:
    """Say what is wrong with the upper numbers of a Show."""
    if not body:
        raise TextError(BAD_MOVE, "no upper numbers follow the colon: S3:44", offset)
    for index, char in enumerate(body):
        if char in _NUMBERS:
            continue
        if char == "0":
            message = "0 is no upper number; a number is 1 to 9, T for ten, ? where not known"
        elif char in "-=,":
            message = (
                "after : upper numbers stand without anything between; cards follow = (S3=47-4T)"
            )
        elif char == "+":
            message = "a Scout & Show begins with its Scout: L37@2+S2:34"
        else:
            message = (
                f"{shown(char)} is no upper number; a number is 1 to 9, T for ten, ? if not known"
            )
        raise TextError(BAD_MOVE, message, offset + index)
    _length_fault(len(body), offset + MOST_SHOWN, len(body) - MOST_SHOWN)


def _cards_fault(body: str, offset: int) -> None:
    """Say what is wrong with the whole cards of a Show."""
    words = body.split("-")
    place = offset
    for word in words:
        if len(word) > 2 and word[:2] in CARDS:
            if word[2] == "+":
                message = "a Scout & Show begins with its Scout: L37@2+S2:34"
            else:
                message = "a hyphen separates the cards after =: S3=47-4T"
            raise TextError(BAD_MOVE, message, place + 2)
        card_fault(word, place, BAD_MOVE)
        place += len(word) + 1
    first = offset + 3 * MOST_SHOWN
    _length_fault(len(words), first, len(body) + offset - first)


def _length_fault(count: int, offset: int, length: int) -> None:
    """Say that a Show is too long."""
    raise TextError(
        BAD_MOVE,
        f"{count} cards are too many; no set or run has more than {MOST_SHOWN}",
        offset,
        max(length, 1),
    )


def _place_fault(text: str, offset: int, marks: str) -> None:
    """Raise where a position is missing or malformed; `marks` may follow it."""
    length = max(len(text), 1)
    then = f" and {' or '.join(marks)}" if marks else ""
    if not text:
        message = f"a position{then} is missing; the first is 1, ? where nobody noted it"
    elif text == "?" or (text.isascii() and text.isdigit() and text[0] != "0" and len(text) < 3):
        return
    elif not (text.isascii() and text.isdigit()):
        known = re.match(r"\?|[0-9]+", text)
        digits = known.end() if known else 0
        length = max(len(text) - digits, 1)
        offset += digits
        after = f"after the position comes {' or '.join(marks)}" if marks else "a Scout ends here"
        message = (
            f"{shown(text[digits:])} does not belong here: {after}"
            if digits
            else f"{shown(text)} is no position; the first is 1, ? where nobody noted it"
        )
    elif text.strip("0") == "":
        message = "positions count from 1, so there is no 0"
    elif text[0] == "0":
        message = f"a position has no leading 0: {shown(text.lstrip('0'))}"
    else:
        message = f"there is no position {shown(text)}; a hand holds at most {MOST_POSITIONS} cards"
    raise TextError(BAD_MOVE, message, offset, length)


def _card_fault(word: str, offset: int) -> NoReturn:
    """`card_fault` in a move, for a word that is known to be no card."""
    card_fault(word, offset, BAD_MOVE)
    raise AssertionError(word)


def card_fault(word: str, offset: int, code: str) -> None:
    """Raise a TextError that says why `word`, at `offset`, is no card; return if it is one."""
    if word in CARDS:
        return
    length = max(len(word), 1)
    upper = word.upper()
    if len(word) == 2 and upper[0] == upper[1] and upper[0] in _NUMBERS:
        message = f"{shown(word)} is no card: the two numbers of a card differ"
    elif "0" in word and len(word) == 3 and word.replace("10", "T") in CARDS:
        message = f"ten is written T: {word.replace('10', 'T')}"
    elif len(word) == 2 and "0" in word:
        message = f"{shown(word)} is no card: a number is 1 to 9, T for ten, ? where not known"
    elif not word:
        message = "a card is missing: its upper and its lower number, as in 37"
    else:
        message = (
            f"{shown(word)} is no card; a card is its upper and its lower number, each 1 to 9, "
            "T for ten, ? where not known, as in 37 or T4"
        )
    raise TextError(code, message, offset, length)


# From a move to its text


def format_move(move: Move) -> str:
    """The canonical text of a move; "" for a starter drawn by lot, which has none."""
    if isinstance(move, Show):
        return _show_text(move)
    if isinstance(move, Scout):
        return _scout_text(move)
    if isinstance(move, ScoutShow):
        return f"{_scout_text(move.scout)}+{_show_text(move.show)}"
    if isinstance(move, Choose):
        return {"keep": "K", "flip": "F"}.get(move.how, "?")
    if isinstance(move, Stop):
        return "P"
    return "?" if isinstance(move, Unnoted) else ""


def _scout_text(scout: Scout) -> str:
    return f"{'R' if scout.right else 'L'}{CARD_TEXTS[scout.card]}@{position_text(scout.to)}"


def _show_text(show: Show) -> str:
    if show.cards:
        return f"S{position_text(show.at)}={'-'.join(CARD_TEXTS[card] for card in show.cards)}"
    return f"S{position_text(show.at)}:{values_text(show.values)}"


def position_text(at: int) -> str:
    """A position as people count it; ``?`` for one that nobody noted."""
    return "?" if at == UNSAID else str(at + 1)


def values_text(values: bytes) -> str:
    """Upper numbers without anything between: ``44``."""
    return values.translate(_TO_ASCII).decode("ascii")


def spaced(values: bytes) -> str:
    """Upper numbers for a sentence: ``4 4``."""
    return " ".join(values_text(values))


def cards_text(cards: bytes, between: str = " ") -> str:
    """Cards from left to right."""
    return between.join(CARD_TEXTS[card] for card in cards)
