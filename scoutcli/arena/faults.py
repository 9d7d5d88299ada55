"""What a bot did wrong, in a word and a line."""

from __future__ import annotations

from games.errors import RuleError
from notation.diagnostics import printable

REASONS = {
    "start": "it could not be started, ended, or did not say `ready` in time",
    "silent": "nothing ever came from it; does it flush its output?",
    "time": "its answer came too late, or not at all",
    "crash": "it ended in the middle of a match",
    "illegal": "its answer was no legal move",
    "unasked": "it played without having been asked",
    "flood": "it wrote far more than a bot has to say",
    "memory": "it took more memory than it may",
    "cpu": "it took more processor time than it may",
    "processes": "it ran more processes than it may",
}
"""Every reason, and what it means."""

AT_START = ("start", "silent", "flood", "memory", "cpu", "processes")
"""What a program may do wrong before it is ready; whatever else goes wrong then is ``start``."""

LONGEST = 200
"""Longer details are cut."""


class Fault(Exception):  # noqa: N818 - the field's word: a fault of a bot is no error of this program
    """A bot did not do what the protocol asks of it: `reason` is a word of `REASONS`.

    `detail` is one printable line: by how much it was late, how it ended, what it said.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        assert reason in REASONS
        detail = printable(" ".join(detail[: 2 * LONGEST].split()))[:LONGEST].rstrip()
        super().__init__(f"{reason} {detail}".rstrip())
        self.reason = reason
        self.detail = detail

    def line(self, seat: int, move: int) -> str:
        """What stands under ``faults`` in a match file; `move` counts as there."""
        return f"seat {seat + 1} move {move} {self}"

    def __reduce__(self) -> tuple[type[Fault], tuple[str, str]]:
        return Fault, (self.reason, self.detail)


def illegal(text: str, error: RuleError) -> Fault:
    """The fault of a move, `text`, that breaks a rule; it names no card that the bot cannot see."""
    return Fault("illegal", f"{text}: {error.as_heard().message}")
