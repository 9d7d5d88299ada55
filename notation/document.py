"""The text of one match as a tree of nodes that know their places: a strict subset of YAML.

Block and flow lists and maps, texts plain, quoted or block, and nothing else:
no anchors, aliases, tags, directives, merge keys, complex keys, duplicate
keys or tabs. A text is never given a type here: ``no``, ``12:30`` and ``010``
stay what they are, and whoever asks knows what belongs there.

PyYAML's parser (libyaml, where it is there) gives the events; nothing is ever
constructed from a name that the text gives. Lines and columns count from 0 in
the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from yaml.error import MarkedYAMLError, YAMLError
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.tokens import KeyToken

from notation.diagnostics import printable
from notation.nodes import Items, List, Map, Mark, Node, Scalar
from notation.stream import Fault
from notation.yamlfaults import translate

try:
    from yaml import CBaseLoader as Parser
except ImportError:  # PyYAML was built without libyaml: the same, but many times slower
    from notation.slowyaml import Parser  # type: ignore[assignment]

__all__ = ["Comment", "Document", "List", "Map", "Node", "Scalar", "parse"]

MOST_DEPTH = 16
"""So many lists and maps may lie in each other, the outermost counted."""
MOST_EVENTS = 200_000
"""Bounds the keys, texts, lists and maps of one match; a match of 100 rounds has about 2,000."""
MOST_TEXT = 4_000_000
"""Characters of one text."""
MOST_KEY = 128
"""Characters of one key."""
MOST_FAULTS = 20
"""So many faults are kept for one text."""


class Comment(NamedTuple):
    """A comment of YAML itself, with its ``#``."""

    line: int
    column: int
    text: str
    alone: bool
    """Whether nothing else stands on its line."""


class Document:
    """What was read of one text.

    After a fault the tree holds what is right: a fault that leaves the form of
    the text plain (a tab, an anchor, a duplicate key, of which the last one
    counts) costs nothing else; at any other the reading stops, and the tree
    holds everything that was complete before it (`complete` is False).
    """

    __slots__ = ("complete", "faults", "root", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.root: Node | None = None
        self.faults: list[Fault] = []
        self.complete = True

    @property
    def fault(self) -> Fault | None:
        """The first fault; None if there is none."""
        return self.faults[0] if self.faults else None

    def comments(self) -> list[Comment]:
        """The comments of YAML in their order, as far as the text could be read. Slow."""
        source = _cleaned(self.text, [])
        return [
            Comment(line, column, self.text[start:end], alone)
            for line, column, start, end, alone in islice(_comments(source), MOST_EVENTS)
        ]


def parse(text: str) -> Document:
    """Read the text of one match. Never raises: what is wrong stands in `faults`.

    Time and memory grow with the length of the text alone, whatever stands in it.
    """
    faults: list[Fault] = []
    source = text
    if "\t" in text or "\r" in text or (not text.isascii() and _BREAKS.search(text)):
        source = _cleaned(text, faults)
    try:
        return _read(text, source, faults)
    except (YAMLError, UnicodeEncodeError):  # a character that no YAML may hold
        faults = []
        return _read(text, _cleaned(text, faults), faults)


def _read(text: str, source: str, faults: list[Fault]) -> Document:
    """The document of a text, read from a clean form of it."""
    document = Document(text)
    builder = _Builder(source, faults)
    try:
        builder.run(Parser(source))
    except _StopError as stop:
        document.complete = False
        builder.drop_unfinished(None)
        faults.append(stop.fault)
    except MarkedYAMLError as error:
        document.complete = False
        fault, line = translate(error, source)
        builder.drop_unfinished(line)
        faults.append(fault)
    document.root = builder.roots[0] if builder.roots else None
    if "?" in source and _MAY_BE_EXPLICIT.search(source):
        until = None if document.complete else (faults[-1].line, faults[-1].column)
        faults += islice(_explicit_keys(source, until), MOST_FAULTS)
    if faults:
        faults.sort(key=lambda fault: (fault.line, fault.column))
        document.faults = faults[:MOST_FAULTS]
    return document


# Characters


# Line ends that only YAML knows, and a byte order mark: libyaml lets them pass.
_BREAKS = re.compile("[\x85\u2028\u2029\ufeff]")
_UNCLEAN = re.compile(
    "[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def _cleaned(text: str, faults: list[Fault]) -> str:
    """The text with what must not be in it replaced, each character by one; a fault a kind."""
    tabs = text.count("\t")
    if tabs:
        also = f" ({tabs - 1} more)" if tabs > 1 else ""
        faults.append(
            _fault_at(
                text,
                text.index("\t"),
                "yaml-tab",
                f"a tab{also}: write spaces; only a text in double quotes can hold one, as \\t",
            )
        )
        text = text.replace("\t", " ")
    match = _UNCLEAN.search(text)
    if match is not None:
        faults.append(
            _fault_at(
                text,
                match.start(),
                "yaml-control-character",
                f"the character U+{ord(match[0]):04X} must not stand here as it is; leave it "
                "out, or write it as an escape in a text in double quotes",
            )
        )
        text = _UNCLEAN.sub("\ufffd", text)
    return text


def _fault_at(text: str, index: int, code: str, message: str, length: int = 1) -> Fault:
    start = text.rfind("\n", 0, index) + 1
    return Fault(code, message, text.count("\n", 0, start), index - start, length)


# The tree


class _StopError(Exception):
    """A fault behind which the form of the text is not plain any more."""

    def __init__(self, code: str, message: str, mark: Mark) -> None:
        super().__init__(message)
        self.fault = Fault(code, message, mark.line, mark.column)


class _Builder:
    """Hangs nodes into each other as the events of one text come."""

    def __init__(self, source: str, faults: list[Fault]) -> None:
        self.source = source
        self.faults = faults
        self.roots: list[Node] = []
        # The lists and maps that are open, each with where nodes went before it.
        self.stack: list[tuple[Map | List, Items | None, Callable[[Node], None]]] = []

    def run(self, parser: Any) -> None:
        """Take all events. Raises MarkedYAMLError or _StopError where the form is at fault.

        One long loop: whatever is called for every event costs more than the rest.
        """
        source = self.source
        # Where the next node goes: into the map `items` under `key` (None: it is
        # the key itself that comes next), or to the end of a list if `items` is None.
        items: Items | None = None
        append: Callable[[Node], None] = self.roots.append
        key: Any = None
        place = (0, 0)
        event: Any = None
        for event in islice(iter(parser.get_event, None), MOST_EVENTS):
            kind = type(event)
            if kind is ScalarEvent or kind is AliasEvent:
                if kind is AliasEvent:
                    self._alias(event)
                elif event.anchor or event.tag or len(event.value) > MOST_TEXT:
                    self._odd_value(event)
                if items is None:
                    append(
                        Scalar(event.value, event.style, event.start_mark, event.end_mark, source)
                    )
                elif key is None:
                    key = event.value
                    mark = event.start_mark
                    place = mark.line, mark.column
                    if event.style or not key or key in items or key == "<<" or len(key) > MOST_KEY:
                        self._odd_key(event)
                else:
                    node = Scalar(
                        event.value, event.style, event.start_mark, event.end_mark, source
                    )
                    items[key] = place, node
                    key = None
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                opened = self._opened(event, is_key=items is not None and key is None)
                if items is None:
                    append(opened)
                else:
                    items[key] = place, opened
                    key = None
                self.stack.append((opened, items, append))
                if isinstance(opened, Map):
                    items = opened.items
                else:
                    items = None
                    append = opened.items.append
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                _, items, append = self.stack.pop()
            elif kind is DocumentStartEvent:
                self._document(event)
        if type(event) is not StreamEndEvent:
            raise _StopError(
                "yaml-size", f"one match holds at most {MOST_EVENTS} values", event.start_mark
            )

    def _opened(self, event: Any, *, is_key: bool) -> Map | List:
        """The list or map that begins."""
        if event.anchor or event.tag:
            self._odd_value(event)
        mark = event.start_mark
        if len(self.stack) >= MOST_DEPTH:
            raise _StopError(
                "yaml-nesting",
                f"lists and maps lie in each other at most {MOST_DEPTH} deep",
                mark,
            )
        if is_key:
            raise _StopError("yaml-complex-key", "a key is a word, not a list or a map", mark)
        kind = Map if type(event) is MappingStartEvent else List
        return kind(mark, bool(event.flow_style))

    def _document(self, event: Any) -> None:
        if self.roots:
            raise _StopError(
                "yaml-second-document",
                "a match is one document; a second one begins here",
                event.start_mark,
            )
        if event.version or event.tags:
            self._note(event, "yaml-directive", "directives (lines with %) are not part of a match")

    def _alias(self, event: Any) -> None:
        """Report an alias, and make it look like the text it is written with."""
        self._note_once(
            event,
            "yaml-alias",
            f"*{_cut(event.anchor)} stands for a value elsewhere, which no match file has: write "
            "the value here; a text that begins with * goes in quotes",
        )
        event.value, event.style = f"*{event.anchor}", ""

    def _odd_value(self, event: Any) -> None:
        """Report what does not belong to a value."""
        if event.anchor:
            self._note_once(
                event,
                "yaml-anchor",
                f"&{_cut(event.anchor)} gives the value a name, which no match file has: leave "
                "it out; a text that begins with & goes in quotes",
            )
        if event.tag:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._note_once(
                event,
                "yaml-tag",
                f"{_cut(tag)} gives the value a type, which no match file has: leave it out; "
                "a text that begins with ! goes in quotes",
            )
        if type(event) is ScalarEvent and len(event.value) > MOST_TEXT:
            self._note(
                event,
                "yaml-long-text",
                f"a text has at most {MOST_TEXT} characters, this one {len(event.value)}",
            )

    def _odd_key(self, event: Any) -> None:
        """Report what is wrong with a key; note which ones are quoted."""
        key = event.value
        node = self.stack[-1][0]
        assert isinstance(node, Map)  # else it were no key
        if key in node.items:
            above = event.start_mark.line - node.items[key][0][0]
            where = f"{above} line{'s' * (above != 1)} above" if above else "on the same line"
            self._note(
                event,
                "yaml-duplicate-key",
                f"the key {_cut(key)} stands here a second time (the first is {where}): "
                "leave one of them out",
            )
        if event.style:
            if not isinstance(node.quoted, set):
                node.quoted = set()
            node.quoted.add(key)
        elif not key:
            self._note(event, "yaml-empty-key", "a value without a key: write `key: value`")
        elif key == "<<":
            self._note(event, "yaml-merge-key", "<< takes over another map, and no match file does")
        if len(key) > MOST_KEY:
            self._note(
                event, "yaml-long-key", f"a key has at most {MOST_KEY} characters, not {len(key)}"
            )

    def _note(self, event: Any, code: str, message: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            mark = event.start_mark
            self.faults.append(Fault(code, message, mark.line, mark.column))

    def _note_once(self, event: Any, code: str, message: str) -> None:
        """Note what comes in hundreds where it comes at all."""
        if all(fault.code != code for fault in self.faults):
            self._note(event, code, message)

    def drop_unfinished(self, line: int | None) -> None:
        """Take out what was not complete when the reading stopped at a line (None: at an event)."""
        open_nodes = [entry[0] for entry in self.stack]
        node = open_nodes.pop() if open_nodes else None
        parent = open_nodes[-1] if open_nodes else None
        if isinstance(node, List) and node.flow:
            _drop_last(parent, self.roots)
        elif (
            line is not None
            and isinstance(child := _last(node, self.roots), Scalar)
            and not child.block
            and child.ends_at >= line
        ):
            _drop_last(node, self.roots)


def _last(node: Map | List | None, roots: list[Node]) -> Node | None:
    if isinstance(node, Map):
        return next(reversed(node.items.values()))[1] if node.items else None
    items = node.items if node is not None else roots
    return items[-1] if items else None


def _drop_last(node: Map | List | None, roots: list[Node]) -> None:
    if isinstance(node, Map):
        node.items.popitem()
    else:
        (node.items if node is not None else roots).pop()


def _cut(text: str) -> str:
    """A text of unknown origin for a message: short, and safe to print."""
    return printable(text if len(text) <= 40 else text[:39] + "…")


# An explicit key, `? key`, makes the same events as a plain one.
_MAY_BE_EXPLICIT = re.compile(r"(?:^|[-\[{,:]) *\?(?=[ \n]|\Z)", re.MULTILINE)


def _explicit_keys(source: str, until: tuple[int, int] | None) -> Iterator[Fault]:
    """The faults of keys that are written with `?`, up to a place."""
    parser: Any = Parser(source)
    try:
        for token in iter(parser.get_token, None):
            mark = token.start_mark
            if until is not None and (mark.line, mark.column) >= until:
                return
            if isinstance(token, KeyToken) and token.end_mark.index > mark.index:
                yield Fault(
                    "yaml-complex-key", "a key stands there without ?: write `key: value`",
                    mark.line, mark.column,
                )  # fmt: skip
    except YAMLError:
        return  # reported already


# Comments


def _comments(source: str) -> Iterator[tuple[int, int, int, int, bool]]:
    """What begins with # between the texts, as far as the source can be read.

    Line, column, offsets of start and end, and whether it is alone on its line.
    """
    line = counted = 0
    for begin, end in _gaps(source):
        for match in _COMMENT.finditer(source, begin, max(begin, end)):
            index = match.start()
            line += source.count("\n", counted, index)
            counted = index
            start = source.rfind("\n", 0, index) + 1
            yield line, index - start, index, match.end(), not source[start:index].strip()


_COMMENT = re.compile("#[^\n]*")


def _gaps(source: str) -> Iterator[tuple[int, int]]:
    """Where no text stands: offsets of start and end."""
    parser: Any = Parser(source)
    at = depth = 0
    try:
        for event in islice(iter(parser.get_event, None), MOST_EVENTS):
            kind = type(event)
            if kind is ScalarEvent:
                end = event.start_mark.index
                if event.style in {"|", ">"}:  # what stands behind the `|` is no text yet
                    end = source.find("\n", end)
                yield at, end
                at = event.end_mark.index
            elif kind is StreamEndEvent:
                yield at, len(source)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                depth += 1
                if depth > MOST_DEPTH:
                    return
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                depth -= 1
    except YAMLError:
        return
