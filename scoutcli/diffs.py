"""The difference of two texts that come in parts, as a unified diff, with few lines held."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

CONTEXT = 3
"""So many lines that are the same stand around each difference."""


class UnifiedDiff:
    """Makes hunks of pairs of parts, the former and the new one, in their order.

    Call `take` for each pair and `end` after the last; both give the lines of
    the hunks that are complete. Only the hunk in the making is held.
    """

    def __init__(self) -> None:
        self._before: deque[bytes] = deque(maxlen=CONTEXT)
        self._hunk: list[tuple[bytes, bytes]] = []
        self._same = 0  # lines at the end of the hunk that are the same
        self._old = self._new = 0  # lines passed
        self._begin = (0, 0)

    def take(self, old: bytes, new: bytes) -> Iterator[bytes]:
        """The hunks that end in this part."""
        if old == new:
            for line in _lines(old):
                yield from self._equal(line)
            return
        former, now = _lines(old), _lines(new)
        for tag, i1, i2, j1, j2 in _changes(former, now):
            if tag == "equal":
                for line in former[i1:i2]:
                    yield from self._equal(line)
                continue
            for line in former[i1:i2]:
                self._change(b"-", line)
            for line in now[j1:j2]:
                self._change(b"+", line)

    def end(self) -> Iterator[bytes]:
        """The last hunk."""
        if self._hunk:
            yield from self._close()

    def _equal(self, line: bytes) -> Iterator[bytes]:
        self._old += 1
        self._new += 1
        if not self._hunk:
            self._before.append(line)
            return
        self._hunk.append((b" ", line))
        self._same += 1
        if self._same > 2 * CONTEXT:
            yield from self._close()

    def _change(self, sign: bytes, line: bytes) -> None:
        if not self._hunk:
            self._hunk = [(b" ", former) for former in self._before]
            self._begin = self._old - len(self._before), self._new - len(self._before)
            self._before.clear()
        self._hunk.append((sign, line))
        self._same = 0
        self._old += sign == b"-"
        self._new += sign == b"+"

    def _close(self) -> Iterator[bytes]:
        extra = max(self._same - CONTEXT, 0)
        shown = self._hunk[: len(self._hunk) - extra]
        self._before.extend(line for _, line in self._hunk[len(shown) :])
        self._hunk, self._same = [], 0
        old = sum(sign != b"+" for sign, _ in shown)
        new = sum(sign != b"-" for sign, _ in shown)
        yield f"@@ -{_span(self._begin[0], old)} +{_span(self._begin[1], new)} @@\n".encode()
        for sign, line in shown:
            yield sign + line
            if not line.endswith(b"\n"):
                yield b"\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[bytes]:
    """Lines with their ends; LF alone ends one."""
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _changes(
    old: Sequence[bytes], new: Sequence[bytes]
) -> Iterator[tuple[str, int, int, int, int]]:
    """What to do to get from one to the other, as SequenceMatcher says it."""
    first = 0
    shorter = min(len(old), len(new))
    while first < shorter and old[first] == new[first]:
        first += 1
    last = 0
    while last < shorter - first and old[-1 - last] == new[-1 - last]:
        last += 1
    if first:
        yield "equal", 0, first, 0, first
    middle = SequenceMatcher(None, old[first : len(old) - last], new[first : len(new) - last])
    for tag, i1, i2, j1, j2 in middle.get_opcodes():
        yield tag, i1 + first, i2 + first, j1 + first, j2 + first
    if last:
        yield "equal", len(old) - last, len(old), len(new) - last, len(new)


def _span(begin: int, count: int) -> str:
    """Where a part of a hunk begins, and how many lines it has."""
    if count == 1:
        return str(begin + 1)
    return f"{begin + 1 if count else begin},{count}"
