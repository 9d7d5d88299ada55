"""Names for files made of what matches say, whatever that is."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

SUFFIX = ".yaml"
NONE = "none"
"""Stands for what a match does not say."""
REST = "rest"
"""The file of what is no match."""

LONGEST = 100
"""Bytes of a name without what is put behind it; file systems take 255."""

_UNSAFE = re.compile(r"[^\w.+-]+")


def safe(text: str) -> str:
    """A name in any folder: letters, digits and ``_ . + -``, no dot or dash at its ends.

    May be empty; two texts may have the same.
    """
    name = _UNSAFE.sub("-", unicodedata.normalize("NFC", text))
    name = name.encode(errors="ignore")[:LONGEST].decode(errors="ignore")
    return name.strip(".-")


class Names:
    """Gives every combination of values a file name of its own.

    Two that differ only in what a file name cannot show, or in capitals, do
    not share one: the later has a digest behind it.
    """

    def __init__(self) -> None:
        self._taken: dict[str, tuple[str | None, ...] | None] = {REST: None}
        self._names: dict[tuple[str | None, ...], str] = {}

    def __len__(self) -> int:
        return len(self._names)

    def of(self, values: Sequence[str | None]) -> str:
        """The name for values; None among them is what a match does not say."""
        key = tuple(values)
        if key not in self._names:
            self._names[key] = self._new(key) + SUFFIX
        return self._names[key]

    def _new(self, values: tuple[str | None, ...]) -> str:
        name = safe("_".join(NONE if value is None else value for value in values))
        called_none = NONE in values  # somebody's event is
        if not name or called_none or self._taken.setdefault(name.casefold(), values) != values:
            digest = hashlib.blake2b(repr(values).encode(), digest_size=6).hexdigest()
            name = f"{name}-{digest}".lstrip("-")
            self._taken[name.casefold()] = values
        return name
