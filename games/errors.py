"""The one error of the rules.

`notation` adds the place (file, line, column) to it; nothing in this project
raises a bare `ValueError` across a package border.
"""

from __future__ import annotations


class RuleError(Exception):
    """Something that the rules of a game, or its options, do not allow.

    `code` is stable and meant for programs (``scout-does-not-beat``), `message`
    says in one sentence what is wrong and what would be right, `about` says
    which part of a larger whole is meant: ``("hand", 2, 5)`` is card 5 of the
    hand of seat 2, both counted from 0. It is empty where the whole is meant.
    """

    def __init__(self, code: str, message: str, about: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.about = about
