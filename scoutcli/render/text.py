"""Lines of text for a terminal: how many columns they take, cutting, wrapping, and colour.

Texts from outside (names, paths) are expected to have gone through
`notation.diagnostics.printable` before; then every character has a width.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from wcwidth import wcwidth


def columns(text: str) -> int:
    """How many columns a text takes; East Asian wide characters take two.

    Counted character by character, as prompt_toolkit and most terminals do.
    """
    return len(text) if text.isascii() else _columns(text)


@lru_cache(maxsize=4096)
def _columns(text: str) -> int:
    return sum(max(wcwidth(char), 0) for char in text)


def clip(text: str, width: int, mark: str = "…") -> str:
    """The text, cut to `width` columns; where something is cut away, `mark` stands for it."""
    if columns(text) <= width:
        return text
    room = max(width - columns(mark), 0)
    kept, used = [], 0
    for char in text:
        used += max(wcwidth(char), 0)
        if used > room:
            break
        kept.append(char)
    return ("".join(kept) + mark) if width >= columns(mark) else ""


def pad(text: str, width: int) -> str:
    """The text, cut or filled up with spaces to exactly `width` columns."""
    text = clip(text, width)
    return text + " " * (width - columns(text))


def wrap(text: str, width: int, hanging: int = 0) -> list[str]:
    """The text in lines of at most `width` columns, cut between words where that can be.

    What fits stays as it is. The spaces at the beginning are kept, every
    further line is indented by `hanging` columns.
    """
    if columns(text) <= width:
        return [text]
    lead = len(text) - len(text.lstrip(" "))
    lines: list[str] = []
    line, used = " " * min(lead, width - 1), min(lead, width - 1)
    empty = used
    for word in text.split(" "):
        if not word:
            continue
        for piece in _pieces(word, width - min(hanging, width - 1)):
            size = columns(piece)
            gap = 0 if used == empty else 1
            if used + gap + size > width and used > empty:
                lines.append(line)
                used = empty = min(hanging, width - 1)
                line, gap = " " * used, 0
            line += " " * gap + piece
            used += gap + size
    return [*lines, line]


def _pieces(word: str, width: int) -> list[str]:
    """A word, in pieces of at most `width` columns where it is longer."""
    if columns(word) <= width:
        return [word]
    pieces, piece, used = [], "", 0
    for char in word:
        size = max(wcwidth(char), 0)
        if used + size > width and piece:
            pieces.append(piece)
            piece, used = "", 0
        piece += char
        used += size
    return [*pieces, piece]


def shows_unicode(encoding: str | None, environment: Mapping[str, str]) -> bool:
    """Whether a stream of this encoding may show more than ASCII.

    Not where the locale is said to be C or POSIX, though Python then writes
    UTF-8 all the same (PEP 538 and 540): whoever says so asks for the plain form.
    Where no locale is said at all, as in containers, UTF-8 is what it is.
    """
    said = environment.get("LC_ALL") or environment.get("LANG") or ""
    utf8 = (encoding or "ascii").lower().replace("-", "").startswith("utf")
    return utf8 and said not in ("C", "POSIX")


def unicode_wanted(symbols: str, encoding: str | None, environment: Mapping[str, str]) -> bool:
    """Whether more than ASCII may be drawn.

    `symbols` is the setting of that name: ``unicode``, ``ascii``, or ``auto``
    for what the stream of this encoding can show.
    """
    return shows_unicode(encoding, environment) if symbols == "auto" else symbols == "unicode"


def cut_mark(unicode: bool) -> str:
    """What stands for something cut away; a full stop would look like the end of a sentence."""
    return "…" if unicode else "~"


@dataclass(frozen=True, slots=True)
class Paint:
    """How to make a text stand out. What it says must be plain without it too."""

    colours: bool = False
    """Whether the escapes for colours and weight may be written."""
    unicode: bool = True
    """Whether the terminal can show more than ASCII."""

    @classmethod
    def for_terminal(cls, encoding: str | None, environment: Mapping[str, str]) -> Paint:
        """As the environment asks for: NO_COLOR, if set to anything, forbids every escape."""
        dumb = environment.get("TERM", "dumb") in {"", "dumb", "unknown"}
        colours = not dumb and not environment.get("NO_COLOR")
        return cls(colours, shows_unicode(encoding, environment))

    def strong(self, text: str) -> str:
        """What is looked for first."""
        return self._with("1", text)

    def _with(self, codes: str, text: str) -> str:
        return f"\x1b[{codes}m{text}\x1b[0m" if self.colours and text.strip() else text

    @property
    def cut(self) -> str:
        """What stands for something cut away."""
        return cut_mark(self.unicode)


def terminal_size() -> tuple[int, int]:
    """Columns and lines of the terminal, 80 and 24 where it does not tell."""
    try:
        size = os.get_terminal_size()
    except OSError:
        return 80, 24
    return size.columns or 80, size.lines or 24
