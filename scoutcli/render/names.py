"""Names of players, so that every terminal gives them the same columns and the same order.

What terminals disagree on is taken apart or left out: an emoji joined of several
stands as its parts, a flag as its two letters. What nobody can see, and what could
steer a terminal or turn a line round, is written as an escape.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from notation.diagnostics import JOINERS, printable
from scoutcli.render.text import clip, columns, cut_mark

_MOST_ACCENTS = 4
"""Marks on one letter; more would run over the lines above and below."""
_FIRST_FLAG, _LAST_FLAG = 0x1F1E6, 0x1F1FF
_SELECTORS = (range(0xFE00, 0xFE10), range(0x1F3FB, 0x1F400), range(0xE0000, 0xE0200))
"""Variants of the character before: with colours, another tint of skin, a flag of a region."""
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters by name that look like nothing, and whose width terminals disagree on."""
_JOINERS = frozenset(f"{JOINERS}\u20e3")
"""Whether letters or emoji are drawn as one; the box round a digit."""
_LEFT_TO_RIGHT = "\u200e"
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))


@lru_cache(maxsize=256)
def name_text(name: str) -> str:
    """The name as it can be shown anywhere: each character has a width all agree on.

    What went through here once comes out as it is.
    """
    if name.isascii():
        return printable(name)
    kept: list[str] = []
    accents = 0
    for char in unicodedata.normalize("NFC", name):
        accents = accents + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if _only_shapes(char) or accents > _MOST_ACCENTS:
            continue
        if accents == 1 and not kept:
            kept.append("\u25cc")  # it would stand on what is to the left of the name
        kept.append(_visible(char))
    return "".join(kept) or printable(name)


def _only_shapes(char: str) -> bool:
    """Whether a character only says how those beside it look, or that they are drawn as one."""
    return char in _JOINERS or any(ord(char) in codes for codes in _SELECTORS)


def _visible(char: str) -> str:
    if _FIRST_FLAG <= ord(char) <= _LAST_FLAG:
        return chr(ord("A") + ord(char) - _FIRST_FLAG)
    if char in _BLANK:
        return char.encode("unicode_escape").decode("ascii")
    return printable(char)


@lru_cache(maxsize=1024)
def fit_name(name: str, width: int, unicode: bool = True) -> str:
    """A name from `name_text`, cut to `width` columns, that leaves the rest of its line in order.

    Round one that is written from right to left stand marks of no width;
    without them terminals that know such scripts would draw the numbers
    behind the name in front of it.
    """
    text = clip(name, width, cut_mark(unicode))
    if unicode and not text.isascii():
        directions = {unicodedata.bidirectional(char) for char in text}
        if directions & _RIGHT_TO_LEFT:
            return f"{_LEFT_TO_RIGHT}{text}{_LEFT_TO_RIGHT}"
    return text


def pad_name(name: str, width: int, unicode: bool = True) -> str:
    """The same, filled up with spaces to exactly `width` columns."""
    text = fit_name(name, width, unicode)
    return text + " " * (width - columns(text))
