"""Reads an expression: ``game = scout and seat(player = Ann and place = 1)``.

    either  = both { "or" both }
    both    = single { "and" single }
    single  = "not" single | "(" either ")" | "seat" "(" either ")" | asked
    asked   = FIELD [ SIGN VALUE | [ "not" ] "in" "(" VALUE { "," VALUE } ")" ]

Becomes functions that look at the facts of a match; nothing else is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from games.options import shown
from notation.diagnostics import printable
from scoutcli.where import fields
from scoutcli.where.kinds import OPERATORS, Test

if TYPE_CHECKING:
    from scoutcli.logs.skim import Head
    from scoutcli.results.facts import Facts

LONGEST = 4000
"""Characters of an expression."""
MOST_DEPTH = 40
"""So many brackets and `not` may lie in each other."""

SIGNS = (*OPERATORS, "!=")
KEYWORDS = ("and", "or", "not", "in")
SEAT = "seat"
"""Before a bracket: what stands there is asked of one and the same seat."""

Ask = Callable[[Any, Sequence[int]], bool]
"""Whether the facts are as asked for, given the seats (from 0) that may be meant."""

_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<sign>!=|<=|>=|[=<>~])|(?P<mark>[(),])"""
    r"""|(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<word>[^\s=<>~!(),"']+)""",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class WhereError(ValueError):
    """What is wrong with an expression, and where: from `offset` on, `length` characters."""

    def __init__(self, message: str, text: str, offset: int, length: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.offset = offset
        self.length = length

    def shown(self, width: int = 76) -> str:
        """The message with its column and, below it, the expression with a caret. Safe to print."""
        from scoutcli.report import excerpt  # where something is wrong

        lines = excerpt(self.text, self.offset, self.length, width)
        head = f"{printable(self.message)} (column {self.offset + 1})"
        return "\n".join((head, *(f"    {each}" for each in lines)))


@dataclass(frozen=True, slots=True)
class Condition:
    """What an expression asks for. Goes to other processes as its text."""

    text: str
    fields: frozenset[str]
    """The names of the fields that stand in it."""
    headers_only: bool
    """Whether all of them are known before the rounds are read."""
    _ask: Ask = field(repr=False, compare=False)

    def holds(self, facts: Facts | Head) -> bool:
        """Whether a match is as it is asked for; a Head will do if `headers_only`."""
        return self._ask(facts, range(len(facts.seats)))

    def __reduce__(self) -> tuple[Callable[[str], Condition], tuple[str]]:
        return parse, (self.text,)


def parse(text: str) -> Condition:
    """Read an expression. Raises WhereError."""
    if len(text) > LONGEST:
        raise WhereError(
            f"an expression has at most {LONGEST} characters, this one {len(text)}", text, LONGEST
        )
    parser = _Parser(text)
    ask = parser.whole()
    return Condition(
        text,
        frozenset(parser.used),
        all(each.known_early for each in parser.used.values()),
        ask,
    )


class _Token(NamedTuple):
    kind: str
    """`sign`, `mark`, `word`, `quoted`, or `end`."""
    text: str
    offset: int
    length: int


def _tokens(text: str) -> list[_Token]:
    """The words and signs of an expression. Raises WhereError."""
    tokens = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise _odd_character(text, at)
        kind, word = str(found.lastgroup), found[0]
        if kind == "quoted":
            word = _ESCAPED.sub(r"\1", word[1:-1])
        if kind != "space":
            tokens.append(_Token(kind, word, at, len(found[0])))
        at = found.end()
    tokens.append(_Token("end", "", len(text), 1))
    return tokens


def _odd_character(text: str, at: int) -> WhereError:
    if text[at] in "\"'":
        return WhereError(f"a text in quotes that has no end: {text[at]} is missing", text, at)
    return WhereError(f"{shown(text[at])} means nothing here; is it != or not?", text, at)


class _Parser:
    """Reads tokens from left to right, each rule of the grammar by a method of its own."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0
        self.in_seat = False
        self.used: dict[str, fields.Field] = {}

    # Tokens

    @property
    def next(self) -> _Token:
        """The token that is to be read."""
        return self.tokens[self.at]

    def take(self, *texts: str, kind: str = "") -> _Token | None:
        """The next token, if it is one of these words or marks, or of that kind; else None."""
        token = self.next
        said = token.text.lower() if token.kind == "word" else token.text
        fits = token.kind == kind if kind else said in texts and token.kind not in {"quoted", "end"}
        if not fits:
            return None
        self.at += 1
        return token

    def fail(self, message: str, token: _Token | None = None) -> WhereError:
        """What to raise; at the next token, if no other is meant."""
        token = token or self.next
        return WhereError(message, self.text, token.offset, token.length)

    # Rules

    def whole(self) -> Ask:
        """The whole expression."""
        if self.next.kind == "end":
            raise self.fail("there is nothing asked for, as in: player = Ann and game = scout")
        ask = self.either()
        if self.next.kind != "end":
            raise self.fail(self._instead_of_the_end())
        return ask

    def _instead_of_the_end(self) -> str:
        if self.next.text == ")":
            return "a bracket that nothing opens"
        before = self.tokens[self.at - 1]
        if self.next.kind in {"word", "quoted"} and before.kind == "word":
            return "`and` or `or` is missing here, or quotes around a text of several words"
        return "`and` or `or` is missing here"

    def either(self) -> Ask:
        """Parts with `or` between them."""
        parts = [self.both()]
        while self.take("or"):
            parts.append(self.both())
        if len(parts) == 1:
            return parts[0]
        return lambda facts, seats: any(part(facts, seats) for part in parts)

    def both(self) -> Ask:
        """Parts with `and` between them."""
        parts = [self.single()]
        while self.take("and"):
            parts.append(self.single())
        if len(parts) == 1:
            return parts[0]
        return lambda facts, seats: all(part(facts, seats) for part in parts)

    def single(self) -> Ask:
        """What needs no `and` and no `or`."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fail(f"brackets and `not` lie in each other at most {MOST_DEPTH} deep")
        if self.take("not"):
            ask = _contrary(self.single())
        elif opened := self.take("("):
            ask = self.closed(opened)
        elif self.is_seat():
            ask = self.of_one_seat()
        else:
            ask = self.asked()
        self.depth -= 1
        return ask

    def closed(self, opened: _Token) -> Ask:
        """What stands in brackets, the first of which has been read."""
        ask = self.either()
        if not self.take(")"):
            if self.next.kind == "end":
                raise self.fail("a bracket that nothing closes", opened)
            raise self.fail(self._instead_of_the_end())
        return ask

    def is_seat(self) -> bool:
        """Whether `seat(` comes next, and not a field of that name."""
        pair = [(token.kind, token.text) for token in self.tokens[self.at : self.at + 2]]
        return pair == [("word", SEAT), ("mark", "(")]

    def of_one_seat(self) -> Ask:
        """What is asked of one seat."""
        if self.in_seat:
            raise self.fail("seat( … ) stands in no other seat( … )")
        self.at += 1
        opened = self.take("(")
        assert opened is not None
        self.in_seat = True
        ask = self.closed(opened)
        self.in_seat = False
        return lambda facts, seats: any(ask(facts, (seat,)) for seat in seats)

    def asked(self) -> Ask:
        """A field, and what it should be."""
        name = self.next
        asked = self.field()
        if sign := self.take(kind="sign"):
            test = self.test(asked, sign.text.replace("!=", "="))
            ask = _any(asked.values, (test,))
            return _contrary(ask) if sign.text == "!=" else ask
        negated = self.take("not")
        if self.take("in"):
            ask = self.one_of(asked)
            return _contrary(ask) if negated else ask
        if asked.kind is fields.YES and not negated:
            return _any(asked.values, ("yes".__eq__,))
        signs = " ".join(SIGNS)
        raise self.fail(
            f"{name.text} is {asked.kind.what}: compare it, with {signs} or in ( … )",
            self.next if self.next.kind != "end" else name,
        )

    def field(self) -> fields.Field:
        """The field that the next word names."""
        token = self.next
        if token.kind != "word" or token.text.lower() in KEYWORDS:
            what = f"not {shown(token.text)}" if token.kind != "end" else "and nothing comes"
            raise self.fail(f"the name of a field belongs here, {what}")
        found = fields.field(token.text)
        if found is None:
            close = get_close_matches(token.text[:40].lower(), fields.names(), 1)
            known = ", ".join(name for name, _ in fields.rows())
            hint = f"did you mean {close[0]}?" if close else f"there is {known}"
            raise self.fail(f"there is no field {shown(token.text)}; {hint}")
        self.at += 1
        self.used[found.name] = found
        return found

    def test(self, asked: fields.Field, sign: str) -> Test:
        """The test that a sign and the value behind it make."""
        token = self.next
        if token.kind not in {"word", "quoted"}:
            what = f"not {shown(token.text)}" if token.kind != "end" else "and nothing comes"
            raise self.fail(f"{asked.kind.what} belongs here, {what}")
        if token.kind == "word" and token.text.lower() in KEYWORDS:
            raise self.fail(f"a value belongs here; if {token.text} is meant, it goes in quotes")
        self.at += 1
        try:
            kind = asked.kind
            return (kind.quoted if token.kind == "quoted" else kind.test)(sign, token.text)
        except ValueError as error:
            raise self.fail(str(error), token) from None

    def one_of(self, asked: fields.Field) -> Ask:
        """Values in brackets, with commas between them."""
        opened = self.take("(")
        if not opened:
            raise self.fail("behind `in` come values in brackets: in (Ann, Bo)")
        tests = [self.test(asked, "=")]
        while self.take(","):
            tests.append(self.test(asked, "="))
        if not self.take(")"):
            if self.next.kind == "end":
                raise self.fail("a bracket that nothing closes", opened)
            raise self.fail("a comma or a closing bracket belongs here")
        return _any(asked.values, tuple(tests))


def _any(values: fields.Values, tests: tuple[Test, ...]) -> Ask:
    """Whether any value passes any test."""
    return lambda facts, seats: any(test(value) for value in values(facts, seats) for test in tests)


def _contrary(ask: Ask) -> Ask:
    return lambda facts, seats: not ask(facts, seats)
