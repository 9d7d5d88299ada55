"""Packages that are not installed everywhere: where one is missing, what installs it is said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from games.errors import RuleError

OWN = ("games", "notation", "scoutcli")


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Import within, at its first use, what the extra `name` of this project brings.

    `what` needs it: ``"a rating by maximum likelihood"``. Raises RuleError
    ``extra-missing``, whose message says what to install.
    """
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] in OWN:  # a fault of this program
            raise
        raise RuleError(
            "extra-missing",
            f"{what} needs more than is installed ({error}); "
            f"install it with: pip install 'scoutcli[{name}]'",
        ) from error
