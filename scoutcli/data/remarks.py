"""The comments of YAML in a match file, each with the key that it stands at (JSON Pointer)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from notation.document import Document
from notation.keys import OWN
from notation.nodes import List, Map, Node
from scoutcli.data.own import RecordError

BEFORE = "before"
BEHIND = "behind"
TEXT = "text"

_COMMENT = re.compile(r"#[^\x00-\x08\x0a-\x1f\x7f-\x9f]*")


def remarks_of(document: Document) -> list[dict[str, str]]:
    """The comments of a text in canonical form, in their order.

    ``before`` or ``behind`` has the place; without both it is the end of the match.
    """
    places = list(_places(document.root, ""))
    lines = [line for line, _ in places]
    found = []
    for comment in document.comments():
        at = bisect_left(lines, comment.line)
        remark = {TEXT: comment.text.rstrip()}
        if at < len(places):
            on_line = not comment.alone and lines[at] == comment.line
            remark = {BEHIND if on_line else BEFORE: places[at][1], **remark}
        found.append(remark)
    return found


def put_in(text: str, document: Document, remarks: Any) -> str:
    """The text of a match with comments; `document` is that text, read.

    One whose place is not there any more comes at the end. Raises RecordError.
    """
    lines = {pointer: line for line, pointer in _places(document.root, "")}
    rows = text.removesuffix("\n").split("\n")
    before: dict[int, list[str]] = {}
    for remark in _checked(remarks):
        line = lines.get(remark.get(BEHIND, ""))
        if line is not None and "  #" not in rows[line]:
            rows[line] += f"  {remark[TEXT]}"
            continue
        line = lines.get(remark.get(BEFORE, remark.get(BEHIND, "")), len(rows))
        before.setdefault(line, []).append(remark[TEXT])
    for line in sorted(before, reverse=True):
        rows[line:line] = before[line]
    return "".join(f"{row}\n" for row in rows)


def _checked(remarks: Any) -> Sequence[dict[str, str]]:
    """The comments, if they are such."""
    good = isinstance(remarks, list) and all(
        isinstance(remark, dict)
        and all(type(value) is str for value in remark.values())
        and _COMMENT.fullmatch(remark.get(TEXT, ""))
        for remark in remarks
    )
    if not good:
        raise RecordError(
            'comments are a list of objects with a text of one line that begins with "#", '
            'and "before" or "behind" with the place'
        )
    return remarks  # type: ignore[no-any-return]  # this is what was seen


def _places(node: Node | None, pointer: str) -> Iterator[tuple[int, str]]:
    """The line of every key, and which it is; not of those below the user's own."""
    if isinstance(node, List):
        for index, item in enumerate(node.items):
            yield from _places(item, f"{pointer}/{index}")
    elif isinstance(node, Map):
        for name, ((line, _), below) in node.items.items():
            step = name.replace("~", "~0").replace("/", "~1")
            yield line, f"{pointer}/{step}"
            if not name.startswith(OWN):
                yield from _places(below, f"{pointer}/{step}")
