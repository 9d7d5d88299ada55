"""The one error of the rules.

`notation` adds the place (file, line, column) to it; nothing in this project
raises a bare `ValueError` across a package border.
"""

from __future__ import annotations

NOT_SEEN = "a card that lies face down cannot be named before it is seen: leave it out of the move"
"""What is said to whoever guesses at a hidden card (``card-not-seen``), right or wrong."""


class RuleError(Exception):
    """Something that the rules of a game, or its options, do not allow.

    `code` is stable and meant for programs (``scout-does-not-beat``), `message`
    says in one sentence what is wrong and what would be right, `about` says
    which part of a larger whole is meant: ``("hand", 2, 5)`` is card 5 of the
    hand of seat 2, both counted from 0. It is empty where the whole is meant.
    An `about` that begins with ``hidden`` says that the message names a card
    which whoever made the move cannot see; see `as_heard`.
    """

    def __init__(self, code: str, message: str, about: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.about = about

    def __reduce__(self) -> tuple[type[RuleError], tuple[str, str, tuple[str | int, ...]]]:
        return RuleError, (self.code, self.message, self.about)  # as from another process

    def as_heard(self) -> RuleError:
        """The error as whoever made the move may hear it: it names no hidden card."""
        if self.about[:1] != ("hidden",):
            return self
        return RuleError("card-not-seen", NOT_SEEN)
