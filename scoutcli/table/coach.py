"""Advice at the table: hint, why, tutor. A match in which it was given is practice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.errors import RuleError
from games.game import Move
from notation.diagnostics import printable
from scoutcli.table.words import Turn

if TYPE_CHECKING:  # what advises is slow to load, and most matches do without
    from scoutcli.analysis import Analyst
    from scoutcli.table.loop import Table

ADVISER = "The adviser"
"""Who thinks where a person is advised."""


class Coach:
    """Advises whoever is to move, by what that seat knows and nothing else."""

    def __init__(self, table: Table, *, tutor: bool) -> None:
        self.tutor = tutor
        """Whether to warn before a clear mistake."""
        self._table = table
        self._analyst: Analyst | None = None

    def begin(self) -> None:
        """Another match is played at the table."""
        self._analyst = None

    def hint(self, turn: Turn) -> None:
        """Say what the best move is, and why."""
        from scoutcli.analysis.words import hint

        self._say(lambda analyst: hint(analyst, turn))

    def why(self, turn: Turn, move: Move) -> None:
        """Say what speaks for or against a move."""
        from scoutcli.analysis.words import why

        self._say(lambda analyst: why(analyst, turn, move))

    def lets_pass(self, turn: Turn, move: Move) -> bool:
        """Whether a move is made: with the tutor on, a clear mistake only if it is meant."""
        if not self.tutor or len(turn.legal) < 2:
            return True
        from scoutcli.analysis.words import warn

        warning = self._ask(lambda analyst: warn(analyst, turn, move))
        if not warning:
            return True
        self._table.screen.say([f"Tutor: {printable(warning)}."])
        try:
            return self._table.confirm("Play it all the same?")
        except EOFError:
            return False

    def _say(self, question: Callable[[Analyst], str]) -> None:
        if answer := self._ask(question):
            self._table.screen.advise(printable(answer))

    def _ask(self, question: Callable[[Analyst], str | None]) -> str | None:
        """What the analyst says; the file tells first that it was asked. None where it cannot."""
        table = self._table
        try:
            table.session.mark_practice()
        except OSError as error:
            self.tutor = False
            table.complain_of(error)
            table.screen.complain("So the match cannot be marked as practice: no advice is given.")
            return None
        try:
            with table.screen.thinking(ADVISER):
                return question(self._ready())
        except RuleError as error:
            table.complain_of(error)
            return None

    def _ready(self) -> Analyst:
        from scoutcli.analysis import Analyst

        if self._analyst is None:
            screen = self._table.screen
            self._analyst = Analyst(
                self._table.session.game, notice=lambda text: screen.say([text])
            )
        return self._analyst
