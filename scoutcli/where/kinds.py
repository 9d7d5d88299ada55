"""How values are compared: texts, numbers, dates, words of a few, options.

A kind makes, of an operator and what stands behind it, a test of one value.
It raises ValueError, with words for people, where the two do not go together.
"""

from __future__ import annotations

import fnmatch
import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

from games.options import shown

Test = Callable[[Any], bool]
"""Whether one value of a field is as it was asked for."""

ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

OPERATORS = (*ORDERS, "~")
"""What a kind is asked for; ``!=`` is the contrary of ``=`` for whoever asks."""

_DIGITS = re.compile(r"([0-9]+)")
_NUMBER = re.compile(r"[-+]?[0-9]{1,9}")
_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")
_DATED = re.compile(rf"({_DATE.pattern})(?:[T ].*)?", re.DOTALL)


def natural(text: str) -> bytes:
    """A key that puts ``round 9`` before ``round 10``, and ``ann`` beside ``Ann``.

    Keys that are joined order by the first, then by the second, and so on.
    """
    parts = []
    for at, part in enumerate(_DIGITS.split(text)):
        if at % 2:
            digits = part.lstrip("0").encode()
            parts.append(b"\1" + len(digits).to_bytes(4) + digits)
        elif part:
            parts.append(b"\2" + part.casefold().encode(errors="surrogatepass") + b"\0")
    return b"".join(parts) + b"\0"


class Kind(ABC):
    """A kind of values. `what` is its name, for error texts."""

    what: str

    @abstractmethod
    def test(self, sign: str, wanted: str) -> Test:
        """The test of a value against what stands in the expression. Raises ValueError."""


class Text(Kind):
    """Any text: equal to the letter, ordered as people do, alike in whatever case."""

    what = "a text"

    def test(self, sign: str, wanted: str) -> Test:
        if sign == "=":
            return wanted.__eq__
        if sign == "~":
            return _alike(wanted)
        order, key = ORDERS[sign], natural(wanted)
        return lambda value: order(natural(value), key)


def _alike(wanted: str) -> Test:
    """Whether a text contains another or, where that has ``*`` or ``?``, is of that form."""
    pattern = wanted.casefold()
    if "*" not in pattern and "?" not in pattern:
        return lambda value: pattern in value.casefold()
    # fnmatch knows [sets] too; here a bracket is a bracket.
    whole = re.compile(fnmatch.translate(pattern.replace("[", "[[]")))
    return lambda value: whole.match(value.casefold()) is not None


class Number(Kind):
    """A whole number."""

    what = "a number"

    def test(self, sign: str, wanted: str) -> Test:
        if sign == "~":
            raise ValueError("~ looks into a text, and this is a number: there is = != < <= > >=")
        if not _NUMBER.fullmatch(wanted):
            raise ValueError(f"a whole number belongs here, not {shown(wanted)}")
        order, number = ORDERS[sign], int(wanted)
        return lambda value: order(value, number)


class Date(Kind):
    """A day, a month or a year: ``date = 2026-11`` is any day of it, ``date > 2026`` after it."""

    what = "a date"

    def test(self, sign: str, wanted: str) -> Test:
        if sign == "~" or (sign == "=" and not _DATE.fullmatch(wanted)):
            return Text().test(sign, wanted)
        if not _DATE.fullmatch(wanted):
            raise ValueError(f"a date is 2026-11-30, 2026-11 or 2026, not {shown(wanted)}")
        first, last = _first(wanted), _last(wanted)
        tests: dict[str, Test] = {
            "=": lambda date: first <= _first(date) and _last(date) <= last,
            "<": lambda date: _last(date) < first,
            "<=": lambda date: _last(date) <= last,
            ">": lambda date: _first(date) > last,
            ">=": lambda date: _first(date) >= first,
        }
        test = tests[sign]

        def of_text(value: str) -> bool:
            found = _DATED.fullmatch(value)  # a date in other words is before and after nothing
            return found is not None and test(found[1])

        return of_text


def _first(date: str) -> str:
    """The first day that a date may mean."""
    return date + "0000-01-01"[len(date) :]


def _last(date: str) -> str:
    """The last day that a date may mean."""
    return date + "9999-12-31"[len(date) :]


class Word(Kind):
    """One of a few words; `words` are asked for when an expression is read."""

    what = "one of a few words"

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        self.words = words

    def test(self, sign: str, wanted: str) -> Test:
        if sign not in {"=", "~"}:
            raise ValueError(f"{sign} orders, and words have no order: there is = != ~ in")
        if sign == "~":
            return _alike(wanted)
        words = tuple(self.words())
        if wanted not in words:
            close = get_close_matches(wanted[:40].lower(), words, 1)
            hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(words)}"
            raise ValueError(f"there is no {shown(wanted)} here; {hint}")
        return wanted.__eq__


class Choice(Kind):
    """What an option of a game is: a word, or a number, which has an order too."""

    what = "an option"

    def __init__(self, name: str) -> None:
        self.name = name

    def test(self, sign: str, wanted: str) -> Test:
        if sign in {"=", "~"}:
            if sign == "=":
                self._check(wanted)
            return Text().test(sign, wanted)
        of_number = Number().test(sign, wanted)
        return lambda value: value.isdecimal() and of_number(int(value))

    def _check(self, wanted: str) -> None:
        """See to it that the option can be so in some game."""
        # The games are loaded when an expression names an option, not before.
        import games

        choices = []
        for game in map(games.get, games.names()):
            for option in game.options:
                if option.name == self.name:
                    try:
                        option.read(wanted, game.players[-1])
                    except games.RuleError:
                        choices.append(option.choices())
                    else:
                        return
        if choices and wanted != "none":  # a default can be none at all
            raise ValueError(
                f"{self.name} is never {shown(wanted)}; it can be {'; or '.join(choices)}"
            )
