"""How values are compared: texts, numbers, dates, words of a few, options.

A kind makes, of an operator and what stands behind it, a test of one value.
It raises ValueError, with words for people, where the two do not go together.
"""

from __future__ import annotations

import fnmatch
import operator
import re
from abc import ABC, abstractmethod
from calendar import monthrange
from collections.abc import Callable, Iterable
from datetime import date
from difflib import get_close_matches
from typing import Any

from games.options import shown
from scoutcli.natural import natural

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

_NUMBER = re.compile(r"[-+]?[0-9]{1,9}")
_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")
_DATED = re.compile(rf"({_DATE.pattern})(?:[T ].*)?", re.DOTALL)


class Kind(ABC):
    """A kind of values. `what` is its name, for error texts."""

    what: str

    @abstractmethod
    def test(self, sign: str, wanted: str) -> Test:
        """The test of a value against what stands in the expression. Raises ValueError."""

    def quoted(self, sign: str, wanted: str) -> Test:
        """The test where the value stands in quotes; mostly the same."""
        return self.test(sign, wanted)


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
        if sign == "~":
            return Text().test(sign, wanted)
        if not _DATE.fullmatch(wanted):
            other = "; a date in other words goes in quotes" if sign == "=" else ""
            raise ValueError(f"a date is 2026-11-30, 2026-11 or 2026, not {shown(wanted)}{other}")
        span = _span(wanted)
        if span is None:
            raise ValueError(f"the calendar has no {wanted}; `~ {wanted}` looks into the text")
        first, last = span
        tests: dict[str, Callable[[date, date], bool]] = {
            "=": lambda begin, end: first <= begin and end <= last,
            "<": lambda _, end: end < first,
            "<=": lambda _, end: end <= last,
            ">": lambda begin, _: begin > last,
            ">=": lambda begin, _: begin >= first,
        }
        test = tests[sign]

        def of_text(value: str) -> bool:
            found = _DATED.fullmatch(value)  # a date in other words is before and after nothing
            days = _span(found[1]) if found else None
            return days is not None and test(*days)

        return of_text

    def quoted(self, sign: str, wanted: str) -> Test:
        """Dates are free text in a match file, so in quotes they can be in other words."""
        in_words = sign == "=" and not _DATE.fullmatch(wanted)
        return Text().test(sign, wanted) if in_words else self.test(sign, wanted)


def _span(text: str) -> tuple[date, date] | None:
    """The first and the last day of a day, a month or a year; None where there is none such."""
    try:
        first = date.fromisoformat(text + "0000-01-01"[len(text) :])
    except ValueError:
        return None
    if len(text) == len("2026-11-30"):
        return first, first
    month = first.month if len(text) == len("2026-11") else 12
    return first, date(first.year, month, monthrange(first.year, month)[1])


class Word(Kind):
    """One of a few words, in whatever case; `words` are asked for when an expression is read."""

    what = "one of a few words"

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        self.words = words

    def test(self, sign: str, wanted: str) -> Test:
        if sign not in {"=", "~"}:
            raise ValueError(f"{sign} orders, and words have no order: there is = != ~ in")
        if sign == "~":
            return _alike(wanted)
        words = {word.casefold(): word for word in self.words()}
        word = words.get(wanted.casefold())
        if word is None:
            close = get_close_matches(wanted[:40].casefold(), words, 1)
            hint = (
                f"did you mean {words[close[0]]}?"
                if close
                else f"there is {', '.join(words.values())}"
            )
            raise ValueError(f"there is no {shown(wanted)} here; {hint}")
        return word.__eq__


class Choice(Kind):
    """What an option of a game is: a word in whatever case, or a number, which has an order too."""

    what = "an option"

    def __init__(self, name: str) -> None:
        self.name = name

    def test(self, sign: str, wanted: str) -> Test:
        if sign == "~":
            return _alike(wanted)
        if sign == "=":
            self._check(wanted)
            folded = wanted.casefold()
            return lambda value: value.casefold() == folded
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
                    words = {word.casefold(): word for word in option.words}
                    try:
                        option.read(words.get(wanted.casefold(), wanted), game.players[-1])
                    except games.RuleError:
                        choices.append(option.choices())
                    else:
                        return
        if choices and wanted.casefold() != "none":  # a default can be none at all
            raise ValueError(
                f"{self.name} is never {shown(wanted)}; it can be {'; or '.join(choices)}"
            )
