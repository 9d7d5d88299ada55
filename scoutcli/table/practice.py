"""Marks a match as practice in the text of its file: moves were taken back, or advice was given."""

from __future__ import annotations

import re

from notation import keys

_LINE = "practice: yes\n"
_SAID = re.compile(r"""^(["']?)practice\1 *:.*\n""", re.MULTILINE)
_KEY = re.compile(r"^([^\s#-][^:\n]*):", re.MULTILINE)
_NAMES = [key.name for key in keys.MATCH]
_BEFORE = _NAMES[: _NAMES.index("practice")]


def marked(text: str) -> str:
    """The text of a match with rounds, its header saying `practice: yes`.

    That line comes behind the keys that the format has before it, where a
    formatter would put it; nothing else is changed.
    """
    head = text.index("\nrounds:") + 1
    if (said := _SAID.search(text, 0, head)) is not None:
        return text[: said.start()] + _LINE + text[said.end() :]
    at = head
    for found in reversed(list(_KEY.finditer(text, 0, head))):
        if found[1] in _BEFORE:
            break
        at = found.start()
    while text.startswith(("#", "\n"), line := text.rindex("\n", 0, at - 1) + 1):
        at = line  # a comment belongs to what follows it
    return text[:at] + _LINE + text[at:]
