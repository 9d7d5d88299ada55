"""A typed line as it is read, and the way back from that to the line."""

from __future__ import annotations

from dataclasses import dataclass

from notation.diagnostics import TextError


@dataclass(frozen=True, slots=True)
class Typed:
    """A text in lower case, without spaces around it and with single ones inside.

    `places` says where in what was typed each character stands, and then
    where the end of the text is.
    """

    text: str
    places: tuple[int, ...]

    def span(self, at: int, length: int) -> tuple[int, int]:
        """The offset and the length, in what was typed, of a piece of the text."""
        at = min(at, len(self.text))
        last = min(max(at + length - 1, at), len(self.text))
        return self.places[at], max(self.places[last] - self.places[at] + 1, 1)

    def locate(self, error: TextError) -> TextError:
        """The error, its place no longer one in the text but one in what was typed."""
        error.offset, error.length = self.span(error.offset, error.length)
        return error


def fold(typed: str) -> Typed:
    """What was typed, folded."""
    chars: list[str] = []
    places: list[int] = []
    for at, char in enumerate(typed):
        if not char.isspace():
            chars.append(char.lower() if char.isascii() else char)
            places.append(at)
        elif chars and chars[-1] != " ":
            chars.append(" ")
            places.append(at)
    if chars and chars[-1] == " ":
        chars.pop()
        places.pop()
    return Typed("".join(chars), (*places, places[-1] + 1 if places else 0))
