r"""The text of a round's moves <-> plays, with places (scoutcli-match(5), "moves").

A move is a word: whatever stands between white space, braces and parentheses.
What it means is its game's business; here only the dressing is read:

* judgements, words of their own after a move: ``$1`` … ``$6``, or as people
  write them ``! ? !! ?? !? ?!``, with the meanings they have in PGN;
* comments in braces. A reader takes a brace or a backslash after a backslash
  for itself, and any other backslash, and a ``{`` inside a comment, for what
  it is. A writer puts a backslash before every ``{``, ``}`` and ``\`` of the
  text, so ``\{not\}`` comes back as it was. A line end or a tab inside a
  comment is a space;
* variations in parentheses, which nest.

What stands before the first move belongs to the round (or the variation);
what stands after a variation belongs to the move that the variation replaces.
All offsets count characters from the start of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

from games.options import shown
from notation.diagnostics import TextError

DEEPEST = 64
"""So many variations may lie inside one another; a variation of a move is the first."""

JUDGEMENTS = ("!", "?", "!!", "??", "!?", "?!")
"""The judgements as people write them; the first is ``$1``."""


@dataclass(slots=True)
class Judgement:
    """What somebody thought of a move. `mark` is 1 to 6: good, poor, very good, very poor,
    speculative, doubtful.
    """

    mark: int
    offset: int = field(default=0, compare=False)


@dataclass(slots=True)
class Comment:
    """A comment: its text as people mean it, without braces, escapes and line ends."""

    text: str
    offset: int = field(default=0, compare=False)

    def values(self) -> list[tuple[str, str]]:
        """The values for programs in it, ``[%name value]``, in their order; "" for none."""
        return [(name, value.strip()) for name, value in _VALUE.findall(self.text)]

    def words(self) -> str:
        """The text without the values for programs, single spaces between its words."""
        return " ".join(_VALUE.sub(" ", self.text).split())


@dataclass(slots=True)
class Variation:
    """Another line of play instead of the move it is noted on. `notes` are the comments
    before its first move; there is at least one move.
    """

    notes: list[Note] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    offset: int = field(default=0, compare=False)


Note: TypeAlias = Judgement | Comment | Variation


@dataclass(slots=True)
class Play:
    """A move or a chance event: its word as it stands, seat included, and what was noted on
    it, in the order of the text.
    """

    text: str
    offset: int = field(default=0, compare=False)
    notes: list[Note] = field(default_factory=list)


@dataclass(slots=True)
class Moves:
    """The moves of a round. `notes` are the comments before the first one.

    `fault` is the first thing that could not be read, and `rest` where the part
    of the text begins that was left unread because of it: `plays` and
    ``text[rest:]`` together are the whole text. A fault inside a variation
    leaves all of the outermost variation around it unread. Without a fault
    `rest` is the length of the text.
    """

    notes: list[Note] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    fault: TextError | None = None
    rest: int = 0


# Control characters that are not line ends or tabs have no place anywhere. Python counts some
# of them as white space, so they are looked for wherever white space could hide them.
_CONTROL = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"
_BAD_CHARACTER = re.compile(f"[{_CONTROL}]")
_SPACING = re.compile(r"\r\n|[\t\n\r\x85\u2028\u2029]")

# Something other than moves. A ? is part of a move unless a word begins with it; the class comes
# first because the search for one character of a class is fast.
_DRESSED = re.compile(rf"[{{}}()$!?{_CONTROL}](?<!\S\?)")

# Nothing here is tried twice (the ++ and *+ never give back), so reading takes linear time.
_PIECE = re.compile(
    rf"([^\s{{}}()$!?{_CONTROL}][^\s{{}}()$!{_CONTROL}]*+)(?![$!{_CONTROL}])"  # a mere move
    r"|\{(?:[^\\}]++|\\.)*+(\})?+"  # a comment, and whether it is closed
    r"|[()}]"
    rf"|(?:[^\s{{}}()]|[{_CONTROL}])++",
    re.DOTALL,
)
_MARKS = {word: number for number, word in enumerate(JUDGEMENTS, 1)}
_MARKS |= {f"${number}": number for number in range(1, len(JUDGEMENTS) + 1)}
_ATTACHED = re.compile(r"[!$]")
_SPECIAL = re.compile(r"[{}\\]")
_ESCAPED = re.compile(r"\\([{}\\])")
_VALUE = re.compile(r"\[%([^\s\[\]]++)([^\[\]]*+)\]")
_WORD = re.compile(r"\S+")

_SEATS = {f"{number}.": number - 1 for number in range(1, 10)}
_SEAT = re.compile(r"([1-9][0-9]{0,2})\.")


def plain(text: str) -> list[str] | None:
    """The words of a text that holds nothing but moves; None if it holds, or may hold, more.

    Nearly every round is such a text, and for them this is all the reading there is.
    """
    return None if _DRESSED.search(text) else text.split()


def offset_of(text: str, index: int) -> int:
    """Where the word of that index (from 0) stands in a text that `plain` could read.

    The length of the text if there are not so many words. For errors: it reads the text again.
    """
    match = next(islice(_WORD.finditer(text), index, None), None)
    return match.start() if match else len(text)


def split_seat(token: str) -> tuple[int | None, str]:
    """``3.S3:44`` -> (2, ``S3:44``): the seat, from 0, and the move; no seat: (None, the token).

    Raises TextError ``bad-seat`` where something other than a number from 1 to 999 stands
    before the point, and ``missing-move`` where nothing stands after it.
    """
    seat = _SEATS.get(token[:2])
    if seat is not None and len(token) > 2:
        return seat, token[2:]
    before, point, move = token.partition(".")
    if not point:
        return None, token
    match = _SEAT.match(token)
    if match is None:
        raise TextError(
            "bad-seat",
            f"{shown(before)} is no seat; a move begins with the number of its seat, "
            "from 1, and a point",
            0,
            max(len(before), 1),
        )
    if not move:
        raise TextError(
            "missing-move",
            f"seat {match[1]} has no move here; it follows the point without a space "
            "(? if nobody noted it)",
            0,
            len(token),
        )
    return int(match[1]) - 1, move


def read_moves(text: str) -> Moves:
    """All that the text of a round's moves holds, up to its end or its first fault.

    Never raises. The codes of faults are ``unterminated-comment``,
    ``unterminated-variation``, ``comment-not-open``, ``variation-not-open``,
    ``judgement-before-move``, ``variation-before-move``, ``empty-variation``,
    ``variation-too-deep``, ``unknown-judgement``, ``attached-judgement`` and
    ``control-character``.
    """
    moves = Moves(rest=len(text))
    around: list[Variation] = []  # the variations not yet closed, outermost first
    plays, notes = moves.plays, moves.notes  # where the next move, the next note belongs
    start = 0
    try:
        for match in _PIECE.finditer(text):
            start = match.start()
            piece = match[0]
            if match.lastindex == 1:
                notes = []
                plays.append(Play(piece, start, notes))
            elif piece[0] == "{":
                notes.append(_comment(piece, start, closed=match[2] is not None))
            elif piece == "(":
                inner = _opened(start, len(around), plays)
                around.append(inner)
                plays, notes = inner.plays, inner.notes
            elif piece in ")}":
                inner = _closed(piece, start, around)
                plays = around[-1].plays if around else moves.plays
                notes = plays[-1].notes
                notes.append(inner)
            elif (mark := _mark(piece, start)) is not None:
                if not plays:
                    raise _before_move("judgement", start, len(piece))
                notes.append(Judgement(mark, start))
            else:
                notes = []
                plays.append(Play(piece, start, notes))
        if around:
            raise TextError(
                "unterminated-variation",
                "this variation is never closed; write ) after its last move",
                around[-1].offset,
            )
    except TextError as fault:
        moves.fault = fault
        moves.rest = around[0].offset if around else start
    return moves


def escape(text: str) -> str:
    """A comment's text as it stands between its braces: special characters with a backslash.

    Line ends and tabs become spaces. Raises TextError ``control-character``.
    """
    return _SPECIAL.sub(r"\\\g<0>", _cleaned(text, 0))


def comment(words: str, values: Iterable[tuple[str, str]] = ()) -> Comment:
    """A comment of values for programs, as (name, value), and words for people.

    Raises TextError: ``bad-comment-value`` where a name is empty or has a space in it, or a
    bracket stands in a name or a value; ``control-character``.
    """
    parts = []
    for name, value in values:
        part = f"[%{name} {value}]" if value else f"[%{name}]"
        if not (match := _VALUE.fullmatch(part)) or match[1] != name:
            raise TextError(
                "bad-comment-value",
                f"{shown(part)} cannot stand in a comment: a name is one word, "
                "and no bracket stands in a name or a value",
            )
        parts.append(part)
    return Comment(_cleaned(" ".join([*parts, words] if words else parts), 0))


def _comment(piece: str, start: int, *, closed: bool) -> Comment:
    """The comment that begins at `start`; `piece` is all of it, or all that there is."""
    if not closed:
        raise TextError(
            "unterminated-comment",
            "this comment is never closed; write } at its end (and \\} for a brace inside it)",
            start,
        )
    text = _cleaned(piece[1:-1], start + 1)
    return Comment(_ESCAPED.sub(r"\1", text) if "\\" in text else text, start)


def _cleaned(text: str, offset: int) -> str:
    """A comment's text on one line. Raises TextError ``control-character``."""
    _refuse_control(text, offset)
    return _SPACING.sub(" ", text)


def _refuse_control(text: str, offset: int) -> None:
    """Raise TextError where a control character stands in a text that begins at `offset`."""
    if bad := _BAD_CHARACTER.search(text):
        raise TextError(
            "control-character",
            f"the control character U+{ord(bad[0]):04X} cannot stand here; delete it",
            offset + bad.start(),
        )


def _mark(word: str, start: int) -> int | None:
    """The judgement that a word is; None if it is a move.

    Raises TextError for a word that is neither.
    """
    _refuse_control(word, start)
    if (mark := _MARKS.get(word)) is not None:
        return mark
    if word[0] == "$" or not word.strip("!?"):
        raise TextError(
            "unknown-judgement",
            f"{shown(word)} is no judgement; there are $1 to ${len(JUDGEMENTS)}, "
            f"also written {' '.join(JUDGEMENTS)}",
            start,
            len(word),
        )
    if attached := _ATTACHED.search(word):
        move = word[: attached.start()].rstrip("?")
        raise TextError(
            "attached-judgement",
            f"{shown(word)} is no move; a judgement stands after its move, with a space between",
            start + len(move),
            len(word) - len(move),
        )
    return None


def _opened(start: int, depth: int, plays: list[Play]) -> Variation:
    """A new variation inside `depth` others, on the last of the plays so far."""
    if not plays:
        raise _before_move("variation", start, 1)
    if depth == DEEPEST:
        raise TextError(
            "variation-too-deep",
            f"variations nest at most {DEEPEST} deep; write a part of them on the move before",
            start,
        )
    return Variation(offset=start)


def _closed(piece: str, start: int, around: list[Variation]) -> Variation:
    """The innermost open variation, which ends at `start`; it is taken off the list.

    A ``}`` that comes here closes nothing.
    """
    if piece == "}":
        raise TextError(
            "comment-not-open", "this } closes no comment; delete it, or write its {", start
        )
    if not around:
        raise TextError(
            "variation-not-open", "this ) closes no variation; delete it, or write its (", start
        )
    if not around[-1].plays:
        raise TextError(
            "empty-variation",
            "this variation holds no move; write the move that was possible, or make it a comment",
            around[-1].offset,
        )
    return around.pop()


def _before_move(what: str, start: int, length: int) -> TextError:
    return TextError(
        f"{what}-before-move",
        f"no move stands before this {what}; a {what} follows the move it is about",
        start,
        length,
    )
