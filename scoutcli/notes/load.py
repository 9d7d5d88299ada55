"""Notes of a match taken up again from their file, whatever their program was doing when it died.

What is written behind a file can be torn; then the file ends with the beginning
of that, and it is cut off, and nothing else ever is. How much was written whole
is simply tried: the longest beginning that can be read, that would be written in
the same way, and behind which the rest can be torn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path
from typing import TypeVar

from games.errors import RuleError
from notation import keys
from notation.audit import RoundAudit
from notation.diagnostics import printable
from notation.match import RoundRecord
from notation.nodes import Scalar
from notation.reader import Part, read_part
from notation.recorder import tidy
from notation.stream import Chunk
from notation.tokens import Moves, read_moves
from scoutcli.notes.book import NOTED_BY, Book
from scoutcli.notes.pages import Pages
from scoutcli.notes.sheet import WAITING, Sheet
from scoutcli.notes.store import Store
from scoutcli.notes.torn import is_torn
from scoutcli.table.files import Lock, last_match

Kind = TypeVar("Kind", bound=Pages)

_MOST_TRIED = 400
_MOST_SHOWN = 60
_ROUNDS = re.compile(r"^rounds: *\n", re.MULTILINE)
_ROUND = re.compile(r"^- ", re.MULTILINE)
_WORD_END = re.compile(r" ")
_OPENED = "\n- moves: |\n"
"""Stands before the first move of a round, and is nothing without it."""
_COMMENT = re.compile(r"\{(?:[^\\}]|\\.)*\}?", re.DOTALL)
_MOVE = re.compile(r"(?:\A|\s)[1-9][0-9]{0,2}\.\S+\s")


def load(path: Path, kind: type[Kind]) -> tuple[Kind, int | None, list[str]]:
    """The match at the end of a file, the seat of who notes it, and what there is to tell.

    Raises RuleError where it cannot be gone on with (it is over, has errors, is
    not in canonical form, is in use), or OSError.
    """
    lock = Lock(path, "is being written to already")
    try:
        return _load(path, lock, kind)
    except BaseException:
        lock.release()
        raise


def _load(path: Path, lock: Lock, kind: type[Kind]) -> tuple[Kind, int | None, list[str]]:
    found = last_match(path)
    if found is None:
        raise RuleError("not-a-match-file", f"{_name(path)} does not end with a match")
    chunk, offset = found
    data = chunk.text.encode()
    if not chunk.raw.endswith(data) or chunk.loose:
        raise _not_canonical(path)
    start = offset + len(chunk.raw) - len(data)
    size, part, book = _whole(path, chunk, start, lock, kind)
    notices = []
    if (torn := chunk.text[size:]).strip():
        notices.append(
            f"{_name(path)} ended with {_shown(torn)}, which was not written whole; it is cut off."
        )
    book.save()
    return book, _seat_of(part), notices


def _whole(
    path: Path, chunk: Chunk, start: int, lock: Lock, kind: type[Kind]
) -> tuple[int, Part, Kind]:
    """How many characters were written whole, and what they say."""
    fault = _fault_of(path, chunk, kind)
    for size in islice(_ends(chunk.text), _MOST_TRIED):
        text = chunk.text[:size]
        part = _part(chunk, size)
        try:
            sheets, head = _read(path, part, text, kind)
        except RuleError as error:
            fault = fault or error
            continue
        rest = chunk.text[size:]
        if fault is not None and _MOVE.search(_COMMENT.sub("", rest)):
            raise fault  # moves that were written whole are never cut off
        assert part.match is not None and part.audit is not None
        match, audit = part.match, part.audit
        assert match.game is not None and match.rules is not None
        past = audit.past[: len(audit.rounds) - len(sheets)]
        book = kind(
            match.game, match.rules, match.names, head, Store(path, start, lock), past, sheets
        )
        # The space behind a move promises more of its lap; an editor may have taken it away, or
        # what was promised is torn.
        if not book.text.startswith(text.rstrip(" \n")):
            fault = fault or _not_canonical(path)
            if chunk.text.endswith("\n") and not chunk.text.endswith(_OPENED):
                raise fault  # it is whole, and written by somebody else
            continue
        if rest.strip(" \n") and not (isinstance(book, Book) and is_torn(book, text, rest)):
            raise fault or _not_canonical(path)
        book.store.stands(_common(text, book.text))
        return size, part, book
    raise fault or RuleError(
        "nothing-noted",
        f"nothing was noted in {_name(path)} (there is no line `rounds:`): begin a new match",
    )


def _part(chunk: Chunk, size: int) -> Part:
    """What a file says as if it ended after so many characters, which are whole."""
    text = chunk.text[:size]
    return read_part(replace(chunk, raw=text.encode(), text=text, terminated=True))


def _fault_of(path: Path, chunk: Chunk, kind: type[Pages]) -> RuleError | None:
    """Why all of a file cannot be gone on with, if that is so. Raises where its match is over."""
    part = _part(chunk, len(chunk.text))
    try:
        _check_sound(part)
        if not kind.reopens and part.match is not None and "winners" in part.match.nodes:
            raise RuleError("match-over", f"the match in {_name(path)} is over")
        _read(path, part, chunk.text, kind)
    except RuleError as error:
        if error.code == "match-over":
            raise
        return error
    return None


def _common(text: str, other: str) -> str:
    """The beginning in which two texts agree."""
    pairs = zip(text, other, strict=False)
    return text[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))]


def _ends(text: str) -> Iterator[int]:
    """The places where something written whole may end, the last one first.

    Behind the lines before the last one, and behind each word of that.
    """
    head = _ROUNDS.search(text)
    if head is None:
        return
    last = max(text.rfind("\n") + 1, head.end())
    words = [found.end() for found in _WORD_END.finditer(text, last)]
    yield from (end for end in reversed(words) if text[last:end].strip())
    end = last
    while end >= head.end():
        yield end
        end = text.rfind("\n", 0, end - 1) + 1


def _read(path: Path, part: Part, text: str, kind: type[Pages]) -> tuple[list[Sheet], str]:
    """The last rounds of a match as sheets, and the text before them. Raises RuleError."""
    _check_sound(part)
    match, audit = part.match, part.audit
    if match is None or match.game is None or match.rules is None or audit is None:
        raise RuleError("not-a-match-file", f"{_name(path)} does not end with a match")
    if match.total is not None and not audit.over:
        raise RuleError(
            "total-before-end",
            f"{_name(path)} has a total though its match goes on: take that line out first",
        )
    if not audit.rounds:
        return [], text
    head = _ROUNDS.search(text)
    starts = [found.start() for found in _ROUND.finditer(text, head.end() if head else 0)]
    if len(starts) != len(audit.rounds):
        raise _not_canonical(path)
    comments = part.document.comments() if part.document is not None else ()
    quiet = max((comment.line for comment in comments), default=-1)
    sheets: list[Sheet] = []
    at = len(text)
    for checked, start in zip(reversed(audit.rounds), reversed(starts), strict=True):
        if not kind.wants(checked.record, len(sheets)):
            break
        if text.count("\n", 0, start) <= quiet:
            if sheets:
                break
            raise RuleError(
                "comments-in-round",
                f"{_name(path)} has comments of YAML (#) in its last round, which cannot be kept "
                "where they are: move them in front of `rounds:`",
            )
        sheets.insert(0, _sheet(path, checked, points=not kind.reopens))
        at = start
    if not (sheets or audit.rounds[-1].ended):
        raise RuleError(
            "round-noted",
            f"the last round in {_name(path)} has moves and is not over: "
            "go on with it by scoutcli record --resume, or play --resume",
        )
    if not sheets and match.nodes.keys() & {"total", "winners"}:
        raise RuleError(
            "match-over",
            f"the match in {_name(path)} is over, and its last round was not written here: "
            "edit the file to correct it",
        )
    return sheets, text[:at]


def _check_sound(part: Part) -> None:
    """Raise RuleError where a match has errors."""
    for fault in part.diagnostics:
        if fault.severity == "error":
            raise RuleError(
                "match-has-errors",
                f"{fault.place()}: {printable(fault.message)} [{fault.code}]; a match with errors "
                "cannot be gone on with (scoutcli validate shows them all)",
            )


def _sheet(path: Path, checked: RoundAudit, *, points: bool) -> Sheet:
    """What a file says of a round; `points`: without moves it has to have them."""
    record = checked.record
    own = {name: node for name, node in record.own.items() if name != WAITING}
    for name in (*own, *({"faults"} & record.nodes.keys())):
        raise RuleError(
            "keys-in-round",
            f"the last round in {_name(path)} has the key {printable(name)[:40]}, which could "
            "not be kept while moves are noted: take it out, or give it to the match",
        )
    moves = _moves(record)
    waiting = record.own.get(WAITING)
    plays = [*moves.plays]
    if isinstance(waiting, Scalar):
        plays += read_moves(waiting.text).plays
    with_moves = record.deal is not None or record.moves is not None
    if points and not with_moves and record.score is None:
        raise RuleError(
            "no-points", f"the last round in {_name(path)} has neither moves nor points"
        )
    between = ""
    if with_moves and record.starter is not None:
        between = f"  starter: {record.starter + 1}\n"
    stopped = record.end is not None or record.score is not None
    open_points = (
        checked.state is not None and record.score is None and record.end not in keys.STOPPED
    )
    return Sheet(
        deal=checked.deal if record.deal is not None else None,
        starter=record.starter,
        notes=tuple(moves.notes),
        plays=tuple(plays),
        end=record.end,
        score=record.score,
        ender=record.ender,
        closed=stopped and not (with_moves and open_points),
        between=between,
        parts=tidy(record.parts.text) if record.parts is not None else "",
    )


def _moves(record: RoundRecord) -> Moves:
    return read_moves(record.moves.text if record.moves is not None else "")


def _seat_of(part: Part) -> int | None:
    """The seat of who notes, where the match says so."""
    assert part.match is not None
    said = part.match.own.get(NOTED_BY)
    names = part.match.names
    if isinstance(said, Scalar) and names.count(said.text) == 1:
        return names.index(said.text)
    return None


def _not_canonical(path: Path) -> RuleError:
    return RuleError(
        "not-canonical",
        f"{_name(path)} is not in canonical form, so nothing can be written behind it: "
        "run scoutcli fmt --in-place on it first",
    )


def _name(path: Path) -> str:
    return printable(str(path))


def _shown(text: str) -> str:
    """A text of unknown origin, quoted, not too long, safe to print."""
    return repr(text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…")
