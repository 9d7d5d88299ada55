"""What a file of notes can end with where the program was killed while it wrote.

What is written behind a file is one piece: a move, what is noted on one, the end
of a round, the beginning of the next. Of such a piece any beginning may be there.
Nothing else is ever cut away, because then it was written by somebody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.errors import RuleError
from notation import keys
from notation.codec import Notation
from notation.diagnostics import TextError
from scoutcli.notes.book import Book, Stage

_INDENT = "    "
_DEAL = "- deal: |\n"
_MOVES = "- moves: |\n"
_MOVES_OF_DEAL = "  moves: |\n"
_ENDER = re.compile(r"- ender: ([1-9])\n?")
_WORD = re.compile(r"[1-9][0-9]{0,2}(?:\.\S*)?|\$[1-6]?|\{.*", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]+|x", re.ASCII)
_NUMBER_BEGUN = re.compile(r"-?[0-9]*|x", re.ASCII)


def is_torn(book: Book, before: str, rest: str) -> bool:
    """Whether `rest` can be a piece of which not all was written, behind `before`.

    `book` is what `before` says.
    """
    if "\n" not in rest and _goes_on(book, before, rest):
        return True
    return book.stage in (Stage.DEAL, Stage.MORE) and _begins_round(book, rest)


def _goes_on(book: Book, before: str, rest: str) -> bool:
    """Whether a line that was begun belongs to the round that was noted last, or ends the match."""
    if book.text.startswith(before) and _begins(rest, book.text[len(before) :]):
        return True
    if not before.endswith("\n"):
        return _begins_word(book.notation, rest)  # the line of a move
    now = book.now
    if now is None or now.sheet.alone or now.sheet.score is not None:
        return False
    state = now.state
    if now.sheet.end is not None:
        known = state.scores() if state.end is not None else (None,) * state.players
        return _begins_points(rest, "  score: [", known)
    ends = (state.end,) if state.end is not None else (*book.game.ends, *keys.STOPPED)
    if any(_begins(rest, f"  end: {end}\n") for end in ends):
        return True
    return state.end is None and _begins_line(book.notation, rest)


def _begins_round(book: Book, rest: str) -> bool:
    """Whether this is the beginning of a round: its deal, its first move, or its points alone."""
    free: Sequence[None] = (None,) * book.rules.players
    if any(_begins(rest, first) for first in (_DEAL, _MOVES, "- ender: 1")):
        return True
    if rest.startswith(_MOVES):
        return _begins_line(book.notation, rest[len(_MOVES) :])
    if rest.startswith(_DEAL):
        return _begins_deal(book, rest[len(_DEAL) :])
    found = _ENDER.match(rest)
    if found and int(found[1]) <= book.rules.players:
        return found.end() == len(rest) or _begins_points(rest[found.end() :], "  score: [", free)
    return _begins_points(rest, "- score: [", free)


def _begins_deal(book: Book, rest: str) -> bool:
    """Whether these are the first lines of a deal that can have been, the last one begun."""
    *lines, last = rest.split("\n")
    unknown = book.notation.format_deal(book.game.unknown_deal(book.rules)).splitlines()
    labels = [f"{_INDENT}{_label(line)}:" for line in unknown]
    if not all(line.startswith(_INDENT) for line in lines):
        return False
    if _begins(last, _MOVES_OF_DEAL) or any(_begins(last, f"{label} ") for label in labels):
        return _can_be_dealt(book, unknown, lines)
    if not last.startswith(tuple(labels)):
        return False
    begun = last.rpartition(" ")[0]  # of its last word nothing can be said
    if begun in labels:
        return _can_be_dealt(book, unknown, lines)
    return any(_can_be_dealt(book, unknown, [*lines, line]) for line in (f"{begun} *", begun))


def _can_be_dealt(book: Book, unknown: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether a deal can have these lines, and others of which nothing is known."""
    said = {_label(line): line for line in unknown} | {_label(line): line.strip() for line in lines}
    try:
        text = "".join(f"{line}\n" for line in said.values())
        book.check_deal(book.notation.parse_deal(text, book.rules))
    except (RuleError, TextError):
        return False
    return True


def _label(line: str) -> str:
    return line.partition(":")[0].strip()


def _begins_line(notation: Notation, rest: str) -> bool:
    """Whether this is the beginning of a line of moves, nothing whole in it."""
    if not rest.startswith(_INDENT):
        return _begins(rest, _INDENT)
    return rest == _INDENT or _begins_word(notation, rest[len(_INDENT) :])


def _begins_word(notation: Notation, rest: str) -> bool:
    """Whether this is a move, a judgement or a comment, as far as it goes."""
    if _WORD.fullmatch(rest):
        return True
    return notation.is_chance(rest) and not re.search(r"\s", rest)


def _begins_points(rest: str, head: str, known: Sequence[int | None]) -> bool:
    """Whether this is the beginning of a line of points; None is not known."""
    if not rest.startswith(head):
        return _begins(rest, head)
    said, closed, more = rest[len(head) :].partition("]")
    if said.endswith(",") and not closed:
        said += " "
    numbers = said.split(", ")
    if more or len(numbers) > len(known) or (closed and len(numbers) < len(known)):
        return False
    last = len(numbers) - 1
    return all(
        _fits(number, points, begun=not closed and at == last)
        for at, (number, points) in enumerate(zip(numbers, known, strict=False))
    )


def _fits(said: str, points: int | None, *, begun: bool) -> bool:
    """Whether a number in a text, or its beginning, is that many points; any if None."""
    if points is None:
        return bool((_NUMBER_BEGUN if begun else _NUMBER).fullmatch(said))
    return str(points).startswith(said) if begun else said == str(points)


def _begins(text: str, whole: str) -> bool:
    """Whether a text is the beginning of another one, and not all of it."""
    return text != whole and whole.startswith(text)
