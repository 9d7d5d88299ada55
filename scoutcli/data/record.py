"""A match as a line of JSON, both ways; all that a match file says is in it.

The object has the keys of a match file in their order. A number is a number,
points that are not known are null, ``practice`` is true, and all else is text:
deals and moves as they stand in the file. What YAML alone has, its comments,
is a list at ``comments``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from notation import keys
from notation.audit import Audit
from notation.document import MOST_EVENTS, Document, parse
from notation.nodes import List, Map, Node, Scalar
from notation.stream import LIMIT
from notation.writer import canonical
from notation.yamltext import emit
from scoutcli.data.own import Number, RecordError, node_of, plain_node, value_of
from scoutcli.data.remarks import put_in, remarks_of

COMMENTS = "comments"
"""The key, beside those of a match file, where the comments of YAML are."""

NOT_KNOWN = "x"
"""Stands in a match file for points that are not known."""

LONGEST = 64 << 20
"""Bytes of the longest line that is read; most characters of 16 MiB take one or two."""
_SUSPECT = 1 << 20
"""Of a line longer than this the values are counted before it is read."""

_BELOW = {"players": "player", "rounds": "round", "shuffle": "shuffle"}
_KINDS = {level: {key.name: key.kind for key in found} for level, found in keys.LEVELS.items()}
_SWITCH = "practice"
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_CONTROL = re.compile("[\x7f-\x9f\u2028\u2029]")
"""What JSON may have in a text as it is, and ends a line or steers a terminal elsewhere."""


def object_of(audit: Audit, document: Document | None) -> dict[str, Any]:
    """A match in which no error is but of points, as the object; see `line_of`."""
    text = canonical(audit, document, last=False)
    as_read = document is not None and document.text == text  # nearly all are in that form
    again = document if as_read else parse(text)
    assert again is not None and isinstance(again.root, Map)
    found = _object(again.root, "match")
    if "#" in again.text and (remarks := remarks_of(again)):
        found[COMMENTS] = remarks
    return found


def line_of(found: Mapping[str, Any]) -> str:
    """The object as JSON on one line, without the line end; no control character is in it."""
    text = json.dumps(found, ensure_ascii=False)
    return _CONTROL.sub(lambda control: f"\\u{ord(control[0]):04x}", text)


def text_of(line: str | bytes) -> str:
    """The text of a match file that says what a line of JSON says; not yet in canonical form.

    Raises RecordError, and JSONDecodeError where it is no JSON. Nothing is
    checked but that it can be such a text.
    """
    found = _loaded(line)
    if not isinstance(found, dict):
        raise RecordError("a match is an object of JSON, with the keys of a match file")
    remarks = found.pop(COMMENTS, None)
    text = "---\n" + emit(_map(found, "match"))
    if len(text) > LIMIT // 4 and len(text.encode()) > LIMIT:
        raise RecordError(f"no match may be longer than {LIMIT >> 20} MiB")
    return text if remarks is None else put_in(text, parse(text), remarks)


# From nodes to values


def _object(node: Map, level: str) -> dict[str, Any]:
    return {
        name: value_of(below) if name.startswith(keys.OWN) else _known(name, below, level)
        for name, (_, below) in node.items.items()
    }


def _known(name: str, node: Node, level: str) -> Any:
    """The value of a key of a match file."""
    if name in _BELOW and isinstance(node, List):
        return [_object(item, _BELOW[name]) for item in node.items if isinstance(item, Map)]
    if isinstance(node, Map):
        return _object(node, _BELOW.get(name, "rules"))
    if isinstance(node, List):
        texts = [item.text for item in node.items if isinstance(item, Scalar)]
        return [None if text == NOT_KNOWN else int(text) for text in texts]
    if name == _SWITCH:
        return node.text == "yes"
    return int(node.text) if _KINDS.get(level, {}).get(name) == "number" else node.text


# From values to nodes


def _loaded(line: str | bytes) -> Any:
    """What a line of JSON says, in bounded memory."""
    data = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
    data = data.strip()  # a fault at its end has its place on the line, not behind it
    if len(data) > LONGEST:
        raise RecordError(f"a line has at most {LONGEST >> 20} MiB")
    if len(data) > _SUSPECT:
        bare = _STRING.sub(b"", data)
        if sum(map(bare.count, (b",", b"[", b"{"))) > MOST_EVENTS:
            raise RecordError(f"one match holds at most {MOST_EVENTS} values")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"the byte 0x{data[error.start]:02X} is no UTF-8") from error
    try:
        found = json.loads(
            text, object_pairs_hook=_once, parse_int=Number, parse_float=Number,
            parse_constant=_refused,
        )  # fmt: skip
    except RecursionError as error:
        raise RecordError("objects and lists lie in each other too deep") from error
    if "\\ud" in text.lower():
        _refuse_halves(found)
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; no key may be there twice, since readers do not agree on which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(f'the key "{twice[:40]}" is there twice')
    return found


def _refused(word: str) -> Any:
    raise RecordError(f"{word} is no number of JSON")


def _refuse_halves(found: Any) -> None:
    """Half a character (U+D800 to U+DFFF) can be written in JSON, and in no file of UTF-8."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise RecordError("half a character (a lone \\ud800 to \\udfff) is no text") from error


def _map(found: dict[str, Any], level: str) -> Map:
    node = Map()
    node.quoted = set(found)
    for name, value in found.items():
        if name.startswith(keys.OWN):
            node.items[name] = (0, 0), node_of(value)
        elif value is not None:  # as other programs write what is not said
            node.items[name] = (0, 0), _node(name, value, level)
    return node


def _node(name: str, value: Any, level: str) -> Node:
    """What stands at a key of a match file, if it is that; else whatever it is, for the checks."""
    if isinstance(value, dict) and name in ("shuffle", "rules"):
        return _map(value, name)
    below = _BELOW.get(name)
    node = List()
    if isinstance(value, list) and below is not None:
        node.items = [
            _map(item, below) if isinstance(item, dict) else plain_node(item) for item in value
        ]
        return node
    if isinstance(value, list) and _KINDS.get(level, {}).get(name) == "numbers":
        node.items = [
            Scalar(NOT_KNOWN, None) if item is None else plain_node(item) for item in value
        ]
        return node
    if isinstance(value, bool) and name == _SWITCH:
        return Scalar("yes" if value else "no", None)
    return plain_node(value)
