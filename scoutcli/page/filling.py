"""Pages from templates: the files of ``assets`` with values put into them.

What a value says must be markup already, or be escaped by who brings it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping
from importlib.resources import files


def asset(name: str) -> str:
    """A file of ``assets``."""
    return (files("scoutcli.page") / "assets" / name).read_text(encoding="utf-8")


def filled(template: str, values: Mapping[str, str]) -> str:
    """A template with its ``{{names}}`` replaced; one that nobody names becomes nothing."""
    return "".join(values.get(piece, "") if odd else piece for odd, piece in _pieces(template))


def policy_hash(text: str) -> str:
    """What a content security policy calls the one text that it lets through."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _pieces(template: str) -> Iterator[tuple[bool, str]]:
    """The template cut at its double braces; every other piece names a value."""
    for at, piece in enumerate(template.replace("}}", "{{").split("{{")):
        yield bool(at % 2), piece
