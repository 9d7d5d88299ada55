"""How long a bot may think: so long for a move, or a clock for a match."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.errors import RuleError
from games.options import shown

MOST_MS = 24 * 3_600_000
_TEXT = re.compile(r"([0-9]{1,9})(?:\+([0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Milliseconds: `move` for each answer, or `bank` for a match and `increment` for each answer.

    Its text is ``5000``, or ``60000+500``.
    """

    move: int | None = None
    bank: int | None = None
    increment: int = 0

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """The time control of a text. Raises RuleError ``bad-time``."""
        found = _TEXT.fullmatch(text.strip())
        if found:
            first, increment = int(found[1]), found[2]
            if 1 <= first <= MOST_MS and int(increment or 0) <= MOST_MS:
                if increment is None:
                    return cls(move=first)
                return cls(bank=first, increment=int(increment))
        raise RuleError(
            "bad-time",
            f"{shown(text)} is no time; 5000 gives each move 5 s, 60000+500 gives a match 60 s and "
            f"half a second more for each move (at most {MOST_MS})",
        )

    def __str__(self) -> str:
        return str(self.move) if self.bank is None else f"{self.bank}+{self.increment}"


class Clock:
    """The clock of one seat in one match."""

    __slots__ = ("_left", "control", "words")

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self._left = control.bank
        self.words = "" if control.move is None else f"move={control.move}"
        """What stands on a ``go`` line."""
        self._say()

    @property
    def limit(self) -> float:
        """How many seconds the next answer may take."""
        ms = self.control.move if self._left is None else self._left
        assert ms is not None
        return ms / 1000

    def spend(self, seconds: float) -> None:
        """Take an answer's time off the clock, and add what comes for it."""
        if self._left is not None:
            left = self._left - int(seconds * 1000)
            self._left = max(left, 0) + self.control.increment
            self._say()

    def _say(self) -> None:
        if self._left is not None:
            self.words = f"left={self._left} inc={self.control.increment}"
