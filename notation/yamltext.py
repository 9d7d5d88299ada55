"""Values as the text of a match file: the writer's side of `notation.document`.

A text is quoted exactly where a reader of YAML 1.1 would take the plain text
for something else. What is written is read back the same, and writing it
again changes no byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from yaml.nodes import ScalarNode
from yaml.resolver import Resolver

from notation.nodes import List, Map, Node, Scalar

STEP = 2
"""Columns by which what lies in a map is indented; a list stands below its key."""

_TEXT_TAG = "tag:yaml.org,2002:str"
_resolver = Resolver()

# Characters that may stand for themselves: those that every YAML prints, less
# line ends, tabs and byte order marks.
_PRINTED = "\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff"
_ESCAPED = re.compile(f'[^{_PRINTED}]|["\\\\]')
_BLOCK = re.compile(f"(?:[{_PRINTED}]|\n)*")
# No plain text begins like this, or holds one of these.
_NOT_PLAIN = re.compile(
    rf"[^{_PRINTED}]"
    r"""|^[ ,\[\]{}#&*!|>'"%@`]"""
    r"|^[-?:](?:[ ]|$)"
    r"|^(?:---|\.\.\.)(?:[ ]|$)"
    r"|:(?:[ ]|$)"
    r"|[ ]\#"
    r"|[ ]$"
    r"|^$"
)
_NOT_IN_FLOW = re.compile(r"[,\[\]{}?:]|^-")
# YAML 1.1 takes these for yes and no too; PyYAML is one of the readers that do not.
_LETTERS = frozenset({"y", "Y", "n", "N"})
_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")

_SHORT = {
    "\0": "\\0", "\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f",
    "\r": "\\r", "\x1b": "\\e", '"': '\\"', "\\": "\\\\", "\x85": "\\N", "\u2028": "\\L",
    "\u2029": "\\P",
}  # fmt: skip


@lru_cache(maxsize=4096)
def quote(text: str) -> str:
    """A text for one line: plain where that is the same text to every reader, else quoted.

    Half a character (U+D800 to U+DFFF, as file names can hold) becomes U+FFFD,
    as no file in UTF-8 can hold it.
    """
    if can_be_plain(text) and _is_text(text):
        return text
    return f'"{_ESCAPED.sub(_escape, text)}"'


def can_be_plain(text: str, *, flow: bool = False) -> bool:
    """Whether the text, written plain, is read as one plain value, of whatever type.

    `flow`: between ``[`` and ``]`` or ``{`` and ``}``.
    """
    return not (_NOT_PLAIN.search(text) or (flow and _NOT_IN_FLOW.search(text)))


def _is_text(text: str) -> bool:
    """Whether YAML 1.1 takes the plain text for a text, not for a number, a date or a yes."""
    tag = _resolver.resolve(ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return tag == _TEXT_TAG and text not in _LETTERS


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    code = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    if 0xD800 <= code < 0xE000:
        return "\ufffd"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def can_be_block(text: str) -> bool:
    """Whether a plain ``|`` holds the text: lines, each ended, the first and last with words."""
    return (
        text.endswith("\n")
        and text[0] not in " \n"
        and not text.endswith("\n\n")
        and _BLOCK.fullmatch(text) is not None
    )


def block(text: str, indent: int = 4) -> str:
    """What stands behind ``key: `` for lines of text: ``|`` and the lines, indented; LF ended.

    Quoted on one line where ``|`` cannot hold the text.
    """
    if not can_be_block(text):
        return f"{quote(text)}\n"
    space = " " * indent
    lines = text[:-1].split("\n")
    return "|\n" + "".join(f"{space}{line}\n" if line else "\n" for line in lines)


def flow(values: Iterable[int | str]) -> str:
    """Numbers and texts as a list on one line: ``[7, -2, x]``; texts quoted where need be."""
    return f"[{', '.join(_in_flow(value) for value in values)}]"


def _in_flow(value: int | str) -> str:
    if isinstance(value, int):
        return str(value)
    plain = can_be_plain(value, flow=True) and _is_text(value)
    return value if plain else f'"{_ESCAPED.sub(_escape, value)}"'


def entry(key: str, node: Node, indent: int = 0) -> str:
    """The lines of a key at a column, and of its value, whatever that is, in canonical form.

    The first line comes without its indentation, as there may be a ``- `` before it.
    """
    return f"{quote(key)}:{_value(node, indent)}"


def emit(node: Node, indent: int = 0) -> str:
    """The lines of a value that begins at a column: a document, an item of a list. As `entry`."""
    space = " " * indent
    if isinstance(node, Map) and node.items:
        return space.join(
            f"{_key(name, node)}:{_value(value, indent)}" for name, (_, value) in node.items.items()
        )
    if isinstance(node, List) and node.items and not _is_row(node):
        return space.join(f"-{_item(item, indent + STEP)}" for item in node.items)
    return _on_line(node, max(indent, STEP)).removeprefix(" ")


def _key(name: str, node: Map) -> str:
    """A key as it is: what was plain stays plain, as quotes could change its type for others."""
    return name if name not in node.quoted and can_be_plain(name) else quote(name)


def _value(node: Node, indent: int) -> str:
    """What stands behind the colon of a key at a column. A list stands right below its key."""
    if isinstance(node, Map) and node.items:
        return f"\n{' ' * (indent + STEP)}{emit(node, indent + STEP)}"
    if isinstance(node, List) and node.items and not _is_row(node):
        return f"\n{' ' * indent}{emit(node, indent)}"
    return _on_line(node, indent + STEP)


def _item(node: Node, indent: int) -> str:
    """What stands behind the `-` of an item, whose value begins at a column."""
    if isinstance(node, Scalar) or not node.items:
        return _on_line(node, indent)
    return f" {emit(node, indent)}"


def _on_line(node: Node, indent: int) -> str:
    """What fits behind a `:` or a `-`, from the space on; the lines of a block text at a column."""
    if isinstance(node, Map):
        return " {}\n"
    if isinstance(node, List):
        texts = [item.text for item in node.items if isinstance(item, Scalar)]  # all, see _is_row
        return f" [{', '.join(texts)}]\n"
    if node.plain and (not node.text or can_be_plain(node.text)):
        return f" {node.text}\n" if node.text else "\n"
    if "\n" in node.text:
        return f" {block(node.text, indent)}"
    return f" {quote(node.text)}\n"


def _is_row(node: List) -> bool:
    """Whether a list holds numbers alone: those stand on one line."""
    return all(
        isinstance(item, Scalar) and item.plain and _NUMBER.fullmatch(item.text)
        for item in node.items
    )
