"""The order of texts in which numbers count as numbers: one for all that orders matches."""

from __future__ import annotations

import re

_DIGITS = re.compile(r"([0-9]+)")


def natural(text: str) -> bytes:
    """A key that puts ``round 9`` before ``round 10``, and ``ann`` beside ``Ann``.

    Keys that are joined order by the first, then by the second, and so on.
    """
    parts = []
    for at, part in enumerate(_DIGITS.split(text)):
        if at % 2:
            digits = part.lstrip("0").encode()
            parts.append(b"\1" + len(digits).to_bytes(4) + digits)
        elif part:
            parts.append(b"\2" + part.casefold().encode(errors="surrogatepass") + b"\0")
    return b"".join(parts) + b"\0"


def order_of(text: str) -> bytes:
    """`natural` of what a match says at a key; what it does not say is behind all that is said."""
    return natural(text) if text else b"\xff"
