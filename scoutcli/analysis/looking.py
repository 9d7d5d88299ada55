"""Looks at positions for somebody who waits for it, and shows what is found, while it is found."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import click

from games.bots import Budget
from games.errors import RuleError
from games.search.compiled import CompilerMissingError
from notation.diagnostics import Diagnostic, printable
from scoutcli.analysis.analyst import Stop
from scoutcli.analysis.deepening import Deepening
from scoutcli.analysis.match import number_of
from scoutcli.analysis.positions import Position
from scoutcli.analysis.ranking import Ranking, by_hindsight, by_look, nothing_to_choose
from scoutcli.analysis.redrawn import Redrawn, any_key, can_redraw
from scoutcli.render.look import Look, to_text
from scoutcli.render.text import shows_unicode
from scoutcli.report import terminal_width

_ANY_WIDTH = 10_000
"""Where nobody's terminal is written to, nothing is cut."""
_LEAST_ROWS = 3


class Wish(NamedTuple):
    """What was asked for; the seat counts from 0."""

    budget: Budget | None = None
    seed: str = "1"
    seat: int | None = None
    top: int | None = None
    open: bool = False
    exact: bool = False


class Teller:
    """Tells of positions as it was wished, in the form ``text`` or ``json``.

    With `live` a terminal that can do it shows how the figures change.
    """

    def __init__(self, wish: Wish, form: str = "text", *, live: bool = True) -> None:
        self.stopped = False
        """Whether somebody has pressed Ctrl-C: what was known then has been told."""
        self._wish, self._form, self._told = wish, form, 0
        self._live = live and form == "text" and not wish.open and can_redraw()
        self._drawing = Look(unicode=shows_unicode(sys.stdout.encoding, os.environ))

    def tell(self, position: Position) -> Diagnostic | None:
        """Look at a position and print what is found; what is wrong, if it cannot be done.

        Raises CompilerMissingError where it cannot be done for want of numba.
        """
        wish = self._wish
        if self._form == "text" and self._told:
            click.echo()
        self._told += 1
        try:
            ranking = nothing_to_choose(position, wish.seat)
            if ranking is None and wish.open:
                ranking = by_hindsight(position, exact=wish.exact, notice=_warn)
            elif ranking is None:
                ranking = self._looked(position)
        except CompilerMissingError:
            raise
        except RuleError as error:
            return Diagnostic(error.code, "error", error.message, position.file, position.line)
        if ranking is not None:
            self._print(position, ranking)
        return None

    def _looked(self, position: Position) -> Ranking | None:
        """What is found from the seat's view; None where it has been shown."""
        wish, state = self._wish, position.state
        looks = Deepening(
            position.notation.game, state.view(state.turn), state.legal(),
            seed=number_of(wish.seed), budget=wish.budget, notice=_warn,
        )  # fmt: skip
        looks.get_ready()
        if self._live:
            with any_key() as looks.stop:
                self._redraw(position, looks)
            return None
        with _interrupt() as looks.stop:
            look = looks.look(wish.budget)
            self.stopped = looks.stop()
        return by_look(position, look, wish.seed)

    def _redraw(self, position: Position, looks: Deepening) -> None:
        screen = Redrawn(sys.stdout)
        ranking = None
        for look in looks:
            ranking = by_look(position, look, self._wish.seed)
            width, rows = screen.room
            lines = self._lines(ranking, width)[: max(rows - 1, _LEAST_ROWS)]
            said = f"{look.playouts:,} playouts; going on until a key is pressed"
            screen.draw([*lines, said[:width]])
        if ranking is not None:
            screen.draw(self._lines(ranking, screen.room[0]))

    def _lines(self, ranking: Ranking, width: int) -> list[str]:
        return [to_text(line) for line in ranking.lines(width, self._drawing, self._wish.top)]

    def _print(self, position: Position, ranking: Ranking) -> None:
        if self._form == "json":
            click.echo(ranking.in_json(position, self._wish.top))
            return
        width = terminal_width() if sys.stdout.isatty() else _ANY_WIDTH
        for line in self._lines(ranking, width):
            click.echo(line)


@contextmanager
def _interrupt() -> Iterator[Stop]:
    """While this lasts, the first Ctrl-C is noted only; the value tells whether it has come."""
    pressed = False

    def note(*_: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _warn(text: str) -> None:
    """Say something to people."""
    click.echo(printable(text), err=True)
