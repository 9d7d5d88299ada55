"""What stands below the user's own keys as JSON, both ways, with nothing changed.

What JSON cannot say (a plain ``yes``, a key that is a number) stands as the
text that it is in a match file: ``{"$yaml": "yes"}``.
"""

from __future__ import annotations

import math
import re
from typing import Any

from notation.document import MOST_DEPTH, MOST_TEXT, parse
from notation.nodes import List, Map, Node, Scalar
from notation.yamltext import emit, quote

YAML = "$yaml"
"""The only key of an object that holds a value as text of a match file."""

_INT = re.compile(r"0|-?[1-9][0-9]{0,17}")
_FLOAT = re.compile(r"-?[0-9]{1,16}\.[0-9]{1,16}")
_WORDS = {"true": True, "false": False, "null": None}


class RecordError(Exception):
    """Something that can be no match, and what it is."""


class Number(str):
    """A number of JSON as it is written."""

    __slots__ = ()


def value_of(node: Node) -> Any:
    """The value below an own key for JSON."""
    value = _value(node)
    return value if emit(node_of(value)) == emit(node) else {YAML: emit(node)}


def node_of(value: Any) -> Node:
    """What was made of by `value_of`, and any other value of JSON. Raises RecordError."""
    if isinstance(value, dict) and list(value) == [YAML]:
        text = value[YAML]
        document = parse(text if type(text) is str else "\0")
        if document.faults:
            raise RecordError(f"what stands at {YAML} is no text of a match file")
        return document.root if document.root is not None else Scalar("", None)
    return plain_node(value)


def plain_node(value: Any, depth: int = 0) -> Node:
    """A value of JSON as a node. Raises RecordError where it is too deep."""
    if isinstance(value, dict | list) and depth >= MOST_DEPTH:
        raise RecordError(f"objects and lists lie in each other at most {MOST_DEPTH} deep")
    if isinstance(value, dict):
        node = Map()
        node.quoted = set(value)
        node.items = {name: ((0, 0), plain_node(below, depth + 1)) for name, below in value.items()}
        return node
    if isinstance(value, list):
        items = List()
        items.items = [plain_node(below, depth + 1) for below in value]
        return items
    if value is None:
        return Scalar("null", None)
    if isinstance(value, bool):
        return Scalar("true" if value else "false", None)
    if isinstance(value, str) and len(value) > MOST_TEXT:
        raise RecordError(f"a text has at most {MOST_TEXT} characters, this one {len(value)}")
    plain = isinstance(value, Number | int | float)
    return Scalar(str(value), None if plain else '"')


def _value(node: Node) -> Any:
    """A value as near to it as JSON has one."""
    if isinstance(node, Map):
        return {name: _value(below) for name, (_, below) in node.items.items()}
    if isinstance(node, List):
        return [_value(item) for item in node.items]
    text = node.text
    if not node.plain or quote(text) == text:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and math.isfinite(value := float(text)) and repr(value) == text:
        return value
    return text
