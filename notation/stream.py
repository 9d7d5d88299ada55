"""A stream of bytes, cut into the texts of single matches.

A match begins at a line that starts with ``scoutcli:`` or at ``---``, whatever
was missing at the end of the file before: files may simply be joined. One
match is in memory at a time, and nothing is lost or changed on the way: the
`raw` of all chunks of a file, joined, are the file.

Places are found by searching the bytes for the few texts at which a match can
begin; lines are looked at around those places alone. So the time is that of a
search for a text, plus some microseconds a match.
"""

from __future__ import annotations

import re
from codecs import utf_8_decode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import BinaryIO, NamedTuple

BLOCK = 1 << 20
"""Bytes read at a time."""

LIMIT = 16 << 20
"""The longest match that is read, in bytes; of a longer one only the bytes are handed on."""

MOST_FAULTS = 10
"""So many lines with bad bytes are reported for one match."""

_MOST_IDLE = 1000  # so many empty documents wait for their match


class Fault(NamedTuple):
    """Something wrong with a text, and where.

    `line` and `column` count from 0, in the text of the chunk; `length` is how
    many characters are meant.
    """

    code: str
    message: str
    line: int
    column: int
    length: int = 1


@dataclass(slots=True)
class Chunk:
    """The part of a file that holds one match, or that holds none.

    `text` is what a reader of the match reads: `raw` as text, its line ends
    LF, without a byte order mark, with U+FFFD for what is not UTF-8, and with
    the markers of empty documents before or after the match taken out. It
    begins in the `line` of the file (from 1) behind `column` characters, which
    is not 0 where files were joined without a line end.

    `index` is the number of the match in the file, from 1. It is 0 for a part
    without a match: comments alone (no fault), text outside of any match, a
    file in another encoding (a fault in its first part), and the rest of a
    match that is longer than `LIMIT`. Such a part is for handing on, not for reading.
    """

    raw: bytes
    text: str
    line: int
    column: int
    index: int
    name: str
    faults: list[Fault] = field(default_factory=list)
    terminated: bool = True
    """Whether the match ends with white space; else its last word may be torn."""
    last: bool = False
    """Whether it is the last of its file."""
    loose: bool = False
    """Whether it is a position or moves alone (see `notation.loose`, which sets it)."""

    @property
    def readable(self) -> bool:
        """Whether there is a match in it to be read.

        One that is too long or in another encoding has a number and no text.
        """
        return bool(self.index and self.text)

    def place(self, line: int, column: int) -> tuple[int, int]:
        """A place in the text (line, column, from 0) as a place in the file (both from 1)."""
        return self.line + line, column + 1 + (self.column if line == 0 else 0)


def chunks(stream: BinaryIO, name: str, *, block: int = BLOCK) -> Iterator[Chunk]:
    """The matches of a file in their order, and what lies between them.

    Raises nothing but what reading the stream raises. Memory: a small multiple
    of the longest match, and that is at most `LIMIT`.
    """
    blocks = _blocks(stream, block)
    first = next(blocks, b"")
    blocks = chain((first,), blocks)
    advice = _other_encoding(first)
    if advice and not first.startswith(_UTF_16):  # behind that others may have been joined
        return _handed_on(blocks, name, advice)
    return _Reader(name).read(_pieces(blocks))


def skim(stream: BinaryIO, *, block: int = BLOCK) -> Iterator[bytes]:
    """The parts of a file as `chunks` cuts it, only cut, with nothing looked into.

    A part holds at most one match; an empty document is a part of its own, and
    a match longer than `LIMIT` makes several parts.
    """
    return (raw for raw, _ in _pieces(_blocks(stream, block)) if raw)


# Where matches begin

_BOM = b"\xef\xbb\xbf"
_KEY = b"scoutcli:"
_RULE = b"---"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""What a file in UTF-16 begins with; no text in UTF-8 holds these bytes."""
_STARTS = (
    (_KEY, 0),
    (b"\n" + _RULE, 1),
    (_BOM + _RULE, 0),
    *((b"\n" + mark, 1) for mark in _UTF_16),
)
"""The texts at which something can begin, and behind how many of their bytes."""

_AHEAD = 80
"""More bytes than those behind a place that decide whether a match begins there."""
_BACK = 24
"""More bytes than the longest match of the patterns that look back from a place."""

# `…R96@1scoutcli: 1` and then `game:`: a file joined to one that lacks its last line end.
_JOINED = re.compile(rb"scoutcli: {1,16}\d{1,16}[ \t]{0,16}\r?\ngame:")
_MARK_BEFORE = re.compile(rb"(?:\xef\xbb\xbf)?(?:---[ \t]{0,8})?\Z")
_RULE_BEFORE = re.compile(rb"(?:\A|\n)(?:\xef\xbb\xbf)?---[ \t]{0,8}\Z")
_HASH_BEFORE = re.compile(rb"(?:\A|\n)[ \t]{0,8}#[ \t]{0,8}\Z")
_RULE_LINE = re.compile(rb"---(?:[ \t]+#[^\n]*|[ \t\r]*)\n?\Z")


def _blocks(stream: BinaryIO, size: int) -> Iterator[bytes]:
    """Blocks of that many bytes (the last may be shorter), however few a single read gives."""
    parts: list[bytes] = []
    have = 0
    while data := stream.read(size - have):
        parts.append(data)
        have += len(data)
        if have >= size:
            yield b"".join(parts)
            parts, have = [], 0
    yield b"".join(parts)  # perhaps empty: there is always a last block


def _pieces(blocks: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """The bytes from one place where something begins to the next.

    With each piece: whether it goes on in the next one, since it is longer than `LIMIT`.
    """
    buffer = b""
    at = 0  # what begins before has been found
    cut = False  # the piece began before the buffer
    for block in chain(blocks, (None,)):
        buffer += block or b""
        ready = max(at, len(buffer) - _AHEAD) if block is not None else len(buffer)
        start = 0
        for place in [*_candidates(buffer, at, ready), ready]:
            while place - start > LIMIT:
                yield buffer[start : start + LIMIT], True
                start, cut = start + LIMIT, True
            for begin in _begins(buffer, start, place, cut=cut) if place < ready else ():
                if begin > start or cut:
                    yield buffer[start:begin], False
                    start, cut = begin, False
        buffer = buffer[start:]
        at = ready - start
    if buffer or cut:
        yield buffer, False


def _candidates(buffer: bytes, at: int, ready: int) -> list[int]:
    """The places in this range where something may begin."""
    places = []
    for text, skipped in _STARTS:
        place = buffer.find(text, max(0, at - skipped))
        while -1 < place < ready - skipped:
            places.append(place + skipped)
            place = buffer.find(text, place + 1)
    places.sort()
    return places


def _begins(buffer: bytes, start: int, place: int, *, cut: bool) -> tuple[int, ...]:
    """What begins at a candidate, in a piece that goes back to `start`.

    Twice where a rule and a key are joined on one line: `---scoutcli: 1`.
    """
    if buffer.startswith(_UTF_16, place):
        return (place,)
    if not buffer.startswith(_KEY, place):
        end = place + (3 if buffer[place] == _RULE[0] else 6)
        # The slice is empty at the end of the file, and then `in` is true too.
        rule = buffer[end : end + 1] in b" \t\r\n" or buffer.startswith(_KEY, end)
        return (_with_comments(buffer, start, place, cut=cut, key=False),) if rule else ()
    if place == start or (place == start + 4 and buffer.startswith(b"---\n", start)):
        return ()  # begun already
    if buffer[place - 1] == ord("\n"):
        return (_with_comments(buffer, start, place, cut=cut),)
    before = buffer[max(start, place - _BACK) : place]
    if before.endswith(_BOM):
        return (place - len(_BOM),)
    if _RULE_BEFORE.search(before):
        return (place,)
    if not _JOINED.match(buffer, place) or _HASH_BEFORE.search(before):
        return ()
    mark = _MARK_BEFORE.search(before)
    assert mark is not None  # it can match nothing
    return (place - len(mark[0]), place) if mark[0] else (place,)


def _with_comments(buffer: bytes, start: int, place: int, *, cut: bool, key: bool = True) -> int:
    """Where that begins which has a key or a rule at a line start: there, or above comments.

    Above them if a byte order mark stands there, or a rule and this is a key.
    """
    end = place
    while end > start:
        begin = (buffer.rfind(b"\n", start, end - 1) + 1) or start
        line = buffer[begin:end]
        mark = line.rfind(_BOM)
        bare = line[mark + len(_BOM) :] if mark >= 0 else line
        if not bare.strip() or bare.lstrip().startswith(b"#"):
            if mark >= 0:
                return begin + mark
            end = begin
        elif not key:
            return place
        elif _RULE_LINE.match(bare):
            return begin + max(mark, 0)
        elif (text := line.rstrip()).endswith(_RULE):
            return begin + len(text) - len(_RULE)
        else:
            return place
    return start if key and not cut else place


# What the pieces are

# Comments, blank lines, and documents without anything in them.
# (The possessive repeats keep the memory of a search from growing with what is searched.)
_IDLE = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:(?:(?:---|\.\.\.)(?![^ \t\r\n]))?[ \t]*+(?:#[^\n]*+)?\r?\n)*+"
    rb"(?:(?:---|\.\.\.)(?![^ \t\r\n]))?[ \t]*+(?:#[^\n]*+)?\r?\Z"
)
_MARKER = re.compile(rb"^(?:\xef\xbb\xbf)?(?:(?:---|\.\.\.)(?![^ \t\r\n])[ \t]*)?", re.MULTILINE)
_LEAD = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*+(?:#[^\n]*+)?\r?\n)*+")
_BEGINNING = re.compile(rb"scoutcli:|---(?![^ \t\r\n])")


class _Reader:
    """Makes chunks of pieces; knows how far it has come in the file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.line = 1
        self.column = 0
        self.matches = 0
        self.head = True  # nothing has been read
        self.rest = False  # the piece before goes on
        self.idle: list[bytes] = []
        self.idle_place = (1, 0)
        self.idle_size = 0

    def read(self, pieces: Iterator[tuple[bytes, bool]]) -> Iterator[Chunk]:
        """The chunks. One is held back until it is known what follows."""
        held: Chunk | None = None
        for raw, more in pieces:
            chunk = self._next(raw, more=more)
            if chunk is not None:
                if held is not None:
                    yield held
                held = chunk
        if self.idle and held is not None and held.index:
            self._append_idle(held)
        elif self.idle:
            if held is not None:
                yield held
            held = self._idle()
        if held is not None:
            held.last = True
            yield held

    def _next(self, raw: bytes, *, more: bool) -> Chunk | None:
        """The chunk of a piece; None if it waits for the next one."""
        head, rest = self.head, self.rest
        self.head, self.rest = False, more
        if rest:
            chunk = Chunk(raw, "", self.line, self.column, 0, self.name) if raw else None
            self._pass(raw)
            return chunk
        if more or not _is_idle(raw):
            return self._match(raw, head=head, more=more)
        if not self.idle:
            self.idle_place, self.idle_size = (self.line, self.column), 0
        self.idle.append(raw)
        self.idle_size += len(raw)
        self._pass(raw)
        full = len(self.idle) >= _MOST_IDLE or self.idle_size > LIMIT
        return self._idle() if full else None

    def _match(self, raw: bytes, *, head: bool, more: bool) -> Chunk:
        """The chunk of a match, the empty documents before it included."""
        place = self.line, self.column
        lead = b"".join(self.idle)
        before = b""
        if lead.endswith(b"\n"):
            place = self.idle_place
            before = self._idle_body()
        self.idle.clear()
        self._pass(raw)
        body = raw.removeprefix(_BOM)
        chunk = Chunk(lead + raw, "", *place, 0, self.name)
        chunk.terminated = raw[-1:].isspace()
        if raw.startswith(_UTF_16):
            if not head:  # a whole file, joined to one in UTF-8
                self.matches += 1
                chunk.index = self.matches
            chunk.faults.append(Fault("wrong-encoding", _other_encoding(raw), 0, 0))
            return chunk
        first = _LEAD.match(body)
        offset = first.end() if first is not None else 0
        if not head or _BEGINNING.match(body, offset):
            self.matches += 1
            chunk.index = self.matches
        if more:
            chunk.faults.append(_too_long(before.count(b"\n") + body.count(b"\n", 0, offset)))
            return chunk
        chunk.text, chunk.faults = _decode(before + body)
        if not chunk.index:
            chunk.faults.insert(0, _outside(before + body, len(before) + offset))
        return chunk

    def _idle(self) -> Chunk:
        """A chunk of what waited for a match that does not come."""
        text, faults = _decode(self._idle_body())
        chunk = Chunk(b"".join(self.idle), text, *self.idle_place, 0, self.name, faults)
        self.idle.clear()
        return chunk

    def _append_idle(self, held: Chunk) -> None:
        """Put what waited behind the last match of the file."""
        text, faults = _decode(self._idle_body())
        lines = held.text.count("\n")
        held.raw += b"".join(self.idle)
        held.text += text
        held.faults += [fault._replace(line=fault.line + lines) for fault in faults]

    def _idle_body(self) -> bytes:
        return b"".join(_MARKER.sub(b"", piece) for piece in self.idle)

    def _pass(self, raw: bytes) -> None:
        """Count the lines, and the characters of the last one."""
        lines = raw.count(b"\n")
        if lines:
            self.line += lines
            self.column = 0
        if not raw.endswith(b"\n"):
            tail = raw[raw.rfind(b"\n") + 1 :].removeprefix(_BOM)
            self.column += len(tail.decode("utf-8", "replace"))


def _is_idle(raw: bytes) -> bool:
    if raw.startswith((b"---\nscoutcli:", _KEY)):  # as nearly all do; saves the time
        return False
    return _IDLE.match(raw) is not None


def _too_long(line: int) -> Fault:
    return Fault(
        "match-too-long",
        f"no match may be longer than {LIMIT >> 20} MiB; this one is not read. "
        "Is a line that begins the next match missing (`scoutcli: 1`)?",
        line,
        0,
    )


def _outside(body: bytes, offset: int) -> Fault:
    """The fault of text before the first match."""
    line = body.count(b"\n", 0, offset)
    if body.startswith(b"%", offset):
        return Fault(
            "yaml-directive",
            "a line that begins with % is a directive of YAML; leave it out",
            line,
            0,
        )
    return Fault(
        "text-outside-match",
        "this belongs to no match: a match begins with the line `scoutcli: 1` or with `---`, "
        "a comment with `#`",
        line,
        0,
    )


# Bytes as text


def _decode(body: bytes) -> tuple[str, list[Fault]]:
    """Bytes as text with LF; what is no UTF-8 is replaced, and reported once a line."""
    faults: list[Fault] = []
    try:
        text = body.decode()
    except UnicodeDecodeError:
        text = body.decode("utf-8", "replace")
        faults = list(_bad_bytes(body))
    if "\0" in text:
        offset = text.index("\0")
        start = text.rfind("\n", 0, offset) + 1
        faults.append(
            Fault(
                "nul-byte",
                "a NUL byte, which no text has: the file is damaged here, or what follows is "
                "UTF-16; a match file is UTF-8",
                text.count("\n", 0, offset),
                offset - start,
            )
        )
        text = text.replace("\0", "\ufffd")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    return text, faults


def _bad_bytes(body: bytes) -> Iterator[Fault]:
    view = memoryview(body)
    start = lines = 0
    for _ in range(MOST_FAULTS):
        try:
            utf_8_decode(view[start:], "strict", True)
        except UnicodeDecodeError as error:
            offset = start + error.start
        else:
            return
        lines += body.count(b"\n", start, offset)
        begin = body.rfind(b"\n", 0, offset) + 1
        yield Fault(
            "not-utf-8",
            f"the byte 0x{body[offset]:02X} is no UTF-8: save the file as UTF-8 "
            "(it may be Latin-1 or Windows-1252)",
            lines,
            len(body[begin:offset].decode("utf-8", "replace")),
        )
        start = body.find(b"\n", offset)
        if start < 0:
            return


_MARKS = (
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def _other_encoding(first: bytes) -> str:
    """What to do about a file that begins like one in another encoding; "" if it does not."""
    name = next((name for mark, name in _MARKS if first.startswith(mark)), "")
    nuls = first[:4].count(0)
    if not name and not nuls:
        return ""
    if nuls == 4:
        return "the file begins with NUL bytes: it is damaged, or it is no text"
    name = name or ("UTF-32" if nuls == 3 else "UTF-16")
    return (
        f"this is {name}, a match file is UTF-8: save it as UTF-8 "
        f"(for one, iconv -f {name} -t UTF-8)"
    )


def _handed_on(blocks: Iterable[bytes], name: str, advice: str) -> Iterator[Chunk]:
    """A file that cannot be read, as it is, with one fault."""
    held: Chunk | None = None
    for raw in blocks:
        if held is not None:
            if not raw:
                continue
            yield held
        held = Chunk(raw, "", 1, 0, 0, name)
        if advice:
            held.faults.append(Fault("wrong-encoding", advice, 0, 0))
            advice = ""
    if held is not None:
        held.last = True
        yield held
