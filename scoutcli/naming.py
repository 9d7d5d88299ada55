"""What somebody may be called, wherever a name is given."""

from __future__ import annotations

from notation.diagnostics import is_printable

LONGEST_NAME = 40
"""Characters. Longer names, which a file may have, are cut where they are shown."""
NAME_RULE = f"a name is 1 to {LONGEST_NAME} printable characters"
"""What is said to whoever gives another one."""


def is_name(text: str) -> bool:
    """Whether somebody may be called so; spaces around it are for the caller to take away."""
    return 0 < len(text) <= LONGEST_NAME and is_printable(text)
