"""The nodes of the tree that a match file is: texts, lists and maps, with their places.

Lines and columns count from 0 in the text that was read.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import Any, Protocol


class Mark(Protocol):
    """A place as PyYAML gives it, all from 0; `index` is the offset in the text."""

    line: int
    column: int
    index: int


class _Nowhere:
    """The place of a node that was not read from a text."""

    line = column = index = 0


_NOWHERE = _Nowhere()
_NO_KEYS: frozenset[str] = frozenset()


class Scalar:
    """A text. `style` is PyYAML's: nothing for plain, else one of ``' " | >``."""

    __slots__ = ("_end", "_source", "_start", "style", "text")

    def __init__(
        self,
        text: str,
        style: str | None = '"',
        start: Mark = _NOWHERE,
        end: Mark = _NOWHERE,
        source: str = "",
    ) -> None:
        self.text = text
        self.style = style
        self._start = start
        self._end = end
        self._source = source

    def __repr__(self) -> str:
        return f"Scalar({self.text!r}, {self.style or ''!r}, at {self.line}:{self.column})"

    @property
    def line(self) -> int:
        """The line where it begins: with a block text that of the ``|``."""
        return self._start.line

    @property
    def column(self) -> int:
        """The column where it begins, at the quote if there is one."""
        return self._start.column

    @property
    def plain(self) -> bool:
        """Whether it stands there without quotes and without ``|``."""
        return not self.style

    @property
    def quoted(self) -> bool:
        """Whether it stands in single or double quotes."""
        return self.style in {"'", '"'}

    @property
    def block(self) -> bool:
        """Whether it is a block of lines below ``|`` or ``>``."""
        return self.style in {"|", ">"}

    @property
    def first_line(self) -> int:
        """The line of the first character of the text; with a block the one below the ``|``."""
        return self.line + 1 if self.block else self.line

    @property
    def indent(self) -> int:
        """How many columns the lines of a block text are indented; 0 of any other text."""
        if self.style != "|":
            return 0
        empty = len(self.text) - len(self.text.lstrip("\n"))
        start = self._line_start(1 + empty)
        end = self._source.find("\n", start)
        written = (len(self._source) if end < 0 else end) - start
        end = self.text.find("\n", empty)
        return max(0, written - ((len(self.text) if end < 0 else end) - empty))

    @property
    def ends_at(self) -> int:
        """The line of its last character; with a block the line below it."""
        return self._end.line

    @property
    def unended(self) -> bool:
        """Whether it runs to the end of the whole text, and no line end stands there.

        Then more of it may have been meant to follow. Never of a quoted text,
        which ends with its quote.
        """
        if self.quoted or self._source.endswith("\n"):
            return False
        return not self._source[self._end.index :].strip(" ")

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of the character at an offset in `text`.

        Right for ``|`` and for texts on one line; in folded texts and behind
        escapes with more than one character it is as good as can be told.
        """
        offset = max(0, min(offset, len(self.text)))
        if self.style == "|":
            start = self.text.rfind("\n", 0, offset) + 1
            line = self.first_line + self.text.count("\n", 0, offset)
            return line, self.indent + offset - start
        return self._place_of_index(self._index_of(offset))

    def data(self) -> str:
        """The text."""
        return self.text

    def _line_start(self, number: int) -> int:
        """The offset in the source of a line, counted from the one where this begins."""
        start = self._source.rfind("\n", 0, self._start.index) + 1
        for _ in range(number):
            end = self._source.find("\n", start)
            if end < 0:
                return len(self._source)
            start = end + 1
        return start

    def _index_of(self, offset: int) -> int:
        """The offset in the source: as many characters in as there are, white space left out."""
        start = self._start.index
        if self.style == ">":
            start = self._line_start(1)
        elif self.style:
            start += 1
        wanted = sum(char not in " \n" for char in self.text[:offset])
        blank = offset < len(self.text) and self.text[offset] in " \n"
        unit = _UNITS.get(self.style or "", _ANY)
        index = start
        for match in unit.finditer(self._source, start, self._end.index):
            solid = match[0] not in _SOFT
            if not wanted and (solid or blank):
                return match.start()
            wanted -= solid
            index = match.end()
        return min(index, max(start, self._end.index))

    def _place_of_index(self, index: int) -> tuple[int, int]:
        start = self._source.rfind("\n", 0, index) + 1
        line = self.line + self._source.count("\n", self._start.index, index)
        if start <= self._start.index:
            return line, self.column + index - self._start.index
        return line, index - start


# One character of a text, as it is written in each style, and those that are white space.
_ANY = re.compile(r".", re.DOTALL)
_UNITS = {
    "'": re.compile(r"''|.", re.DOTALL),
    '"': re.compile(r"\\(?:x.{2}|u.{4}|U.{8}|.)|.", re.DOTALL),
}
_SOFT = frozenset({" ", "\n", "\\n", "\\ ", "\\\n", "\\x20", "\\x0a", "\\x0A"})


class List:
    """A list of nodes."""

    __slots__ = ("_start", "flow", "items")

    def __init__(self, start: Mark = _NOWHERE, flow: bool = False) -> None:
        self.items: list[Node] = []
        self.flow = flow
        self._start = start

    def __repr__(self) -> str:
        return f"List({self.items!r})"

    @property
    def line(self) -> int:
        """The line where it begins."""
        return self._start.line

    @property
    def column(self) -> int:
        """The column where it begins."""
        return self._start.column

    def data(self) -> list[Any]:
        """The same as lists, dicts and strings."""
        return [item.data() for item in self.items]


class Map:
    """Keys in their order, each with the place of the key (line, column) and its node.

    `quoted` holds the keys that stand in quotes.
    """

    __slots__ = ("_start", "flow", "items", "quoted")

    def __init__(self, start: Mark = _NOWHERE, flow: bool = False) -> None:
        self.items: dict[str, tuple[tuple[int, int], Node]] = {}
        self.quoted: AbstractSet[str] = _NO_KEYS
        self.flow = flow
        self._start = start

    def __repr__(self) -> str:
        return f"Map({ {key: node for key, (_, node) in self.items.items()}!r})"

    @property
    def line(self) -> int:
        """The line where it begins."""
        return self._start.line

    @property
    def column(self) -> int:
        """The column where it begins."""
        return self._start.column

    def get(self, key: str) -> Node | None:
        """The node of a key; None if there is no such key."""
        entry = self.items.get(key)
        return entry[1] if entry is not None else None

    def data(self) -> dict[str, Any]:
        """The same as lists, dicts and strings."""
        return {key: node.data() for key, (_, node) in self.items.items()}


Node = Map | List | Scalar
Items = dict[str, tuple[tuple[int, int], Node]]
