"""A plan in a file: the options of `scoutcli match` as keys of a YAML map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from games.errors import RuleError
from games.options import shown
from notation.diagnostics import printable
from notation.document import parse
from notation.nodes import List, Map, Node, Scalar

LARGEST = 1 << 20
"""A plan is a page, not a library."""

Value = str | Mapping[str, str]
"""A text, or what a map says; of a map in it each pair: ``option: {A: 9}`` is ``option.A``, 9."""


@dataclass(frozen=True, slots=True)
class Given:
    """What stands under a key, one value or several, and where each stands: ``plan.yaml:3:7``."""

    values: tuple[Value, ...]
    places: tuple[str, ...]


def read_plan(path: Path, known: Mapping[str, str]) -> dict[str, Given]:
    """The keys of a plan file with their values.

    `known` are the keys there can be, each with its kind: ``text``; ``list``,
    of texts or of maps; or ``pairs``, a list of texts or a map, of which each
    pair becomes a text ``key=value``. Where a list can stand, one value can
    stand without it. Raises OSError, or RuleError with the place.
    """
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    name = printable(str(path))
    if len(raw) > LARGEST:
        raise RuleError("bad-plan", f"{name} is longer than a plan can be ({LARGEST} bytes)")
    document = parse(raw.decode("utf-8", "replace"))
    for fault in document.faults:
        place = _place(name, fault.line, fault.column)
        raise RuleError(fault.code, f"{place}: {fault.message}")
    root = document.root
    if not isinstance(root, Map):
        raise RuleError("bad-plan", f"{name}: a plan is a map of keys, as in `game: scout`")
    given: dict[str, Given] = {}
    for key, (at, node) in root.items.items():
        if key not in known:
            raise RuleError(
                "unknown-key",
                f"{_place(name, *at)}: there is no key {shown(key)} in a plan; there is "
                f"{', '.join(known)}",
            )
        try:
            found = list(_values(node, known[key]))
        except _MisplacedError as error:
            where = _place(name, error.node.line, error.node.column)
            raise RuleError("bad-plan", f"{where}: {key}: {error}") from None
        given[key] = Given(
            tuple(value for _, value in found),
            tuple(_place(name, item.line, item.column) for item, _ in found),
        )
    return given


class _MisplacedError(Exception):
    """A list or a map where there can be none."""

    def __init__(self, node: Node, message: str) -> None:
        super().__init__(message)
        self.node = node


def _place(name: str, line: int, column: int) -> str:
    return f"{name}:{line + 1}:{column + 1}"


def _values(node: Node, kind: str) -> Iterator[tuple[Node, Value]]:
    """The values that stand under a key of that kind, and the node of each."""
    if isinstance(node, List) and kind == "text":
        raise _MisplacedError(node, "one value stands here, not a list")
    for item in node.items if isinstance(node, List) else [node]:
        if not isinstance(item, Map):
            yield item, _text(item)
        elif kind == "pairs":
            for key, (_, value) in item.items.items():
                yield value, f"{key}={_text(value)}"
        elif kind == "list":
            yield item, dict(_pairs(item))
        else:
            raise _MisplacedError(item, "one value stands here, not a map")


def _pairs(node: Map) -> Iterator[tuple[str, str]]:
    for key, (_, value) in node.items.items():
        if isinstance(value, Map):
            for inner, (_, item) in value.items.items():
                yield f"{key}.{inner}", _text(item)
        else:
            yield key, _text(value)


def _text(node: Node) -> str:
    if not isinstance(node, Scalar):
        what = "list" if isinstance(node, List) else "map"
        raise _MisplacedError(node, f"one value stands here, not a {what}")
    return node.text
