"""The moves of one position in the order of their worth: found, and shown as a table or as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.errors import RuleError
from games.game import Move, State
from notation.codec import Notation
from notation.diagnostics import printable
from scoutcli.analysis.deepening import Look
from scoutcli.analysis.grid import Column, table_lines
from scoutcli.analysis.positions import Position
from scoutcli.render.look import Line
from scoutcli.render.look import Look as Drawing
from scoutcli.render.text import wrap

if TYPE_CHECKING:
    from games.search.compiled import Notice

HINDSIGHT = "with all cards seen (hindsight)"
_MARGIN = "points against the mean of the others"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A move. `equity` is in points, None where nothing was measured; so is `error`.

    `error` is the standard error of the difference to the best move, None also
    where the equity was worked out and not sampled.
    """

    move: str
    kind: str
    does: str
    equity: float | None
    error: float | None
    playouts: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The moves of a position, the best first; or, where there is none, why (`nothing`)."""

    game: str
    title: str
    seat: int | None
    players: int
    ranked: tuple[Ranked, ...] = ()
    legal: int = 0
    about: str = ""
    """What the figures stand on."""
    unit: str = _MARGIN
    open: bool = False
    exact: bool = False
    nothing: str = ""

    def lines(self, width: int, drawing: Drawing, top: int | None = None) -> Iterator[Line]:
        """The table, no line wider than `width`; `top` moves at most. Safe to print."""
        yield from _wrapped(f"{self._head()}.", width, "class:title")
        if self.nothing:
            yield from _wrapped(self.nothing, width)
            return
        shown = self.ranked[:top]
        table = [
            Column("move", [printable(each.move) for each in shown], name=True),
            Column("kind", [printable(each.kind) for each in shown], name=True),
            Column("equity", [_signed(each.equity) for each in shown]),
            Column("error", [f"{each.error:.2f}" if each.error else "" for each in shown]),
            Column("playouts", [f"{each.playouts:,}" if each.playouts else "" for each in shown]),
            Column("what it does", [printable(each.does) for each in shown], name=True),
        ]
        yield from table_lines([column for column in table if any(column.cells)], width, drawing)
        for said in self._foot(len(shown)):
            yield from _wrapped(said, width, "class:faint")

    def in_json(self, position: Position, top: int | None = None) -> str:
        """An object on one line, ASCII alone."""
        facts: dict[str, object] = {
            "file": position.file, "line": position.line, "game": self.game,
            "players": self.players,
            "seat": None if self.seat is None else self.seat + 1,
            "about": self.about, "unit": self.unit, "open": self.open, "exact": self.exact,
            "legal": self.legal, "nothing": self.nothing,
            "moves": [
                {
                    "move": each.move, "kind": each.kind, "equity": _rounded(each.equity),
                    "error": _rounded(each.error), "playouts": each.playouts, "does": each.does,
                }
                for each in self.ranked[:top]
            ],
        }  # fmt: skip
        return json.dumps(facts)

    def _head(self) -> str:
        head = f"{self.title}, {self.players} players"
        if self.seat is not None:
            head += f", seat {self.seat + 1} to choose"
        return f"{head}, {HINDSIGHT}" if self.open else head

    def _foot(self, shown: int) -> Iterator[str]:
        if self.legal == 1:
            yield "It is the only legal move."
            return
        if any(each.equity is not None for each in self.ranked):
            said = f"Equity: {self.unit}"
            if any(each.error for each in self.ranked[:shown]):
                said += "; error: the standard error of the difference to the best move"
            yield f"{said}."
        left = self.legal - shown
        if left:
            yield f"{left} more legal {'move is' if left == 1 else 'moves are'} not shown."
        yield f"Found by {self.about}."


def nothing_to_choose(position: Position, wanted: int | None) -> Ranking | None:
    """Why there is no move to look for; None where there is.

    Raises RuleError ``no-such-seat`` where the `wanted` one is none.
    """
    state = position.state
    if wanted is not None and wanted >= state.players:
        message = f"there is no seat {wanted + 1}: seats are 1 to {state.players}"
        raise RuleError("no-such-seat", message)
    why = ""
    if state.end is not None:
        why = f"The round is over ({state.end}): there is nothing to choose."
    elif state.turn < 0:
        why = "Nobody is to choose: a chance event comes first, who starts."
    elif wanted is not None and wanted != state.turn:
        why = f"Seat {wanted + 1} has nothing to choose: it is the turn of seat {state.turn + 1}."
    elif not state.legal():
        why = "There is no legal move, as far as the cards are known."
    if not why:
        return None
    return replace(_bare(position), nothing=why)


def by_look(position: Position, look: Look, seed: str) -> Ranking:
    """What a look from the seat's view has found."""
    state = position.state
    notation, view = position.notation, state.view(state.turn)
    ranked = tuple(
        Ranked(
            notation.choice(each.move), notation.kind(each.move), notation.explain(each.move, view),
            each.worth if each.measured else None,
            each.error if each.measured and math.isfinite(each.error) else None, each.playouts,
        )
        for each in look.found
    )  # fmt: skip
    about = f"{look.about}, seed {printable(seed)}"
    return replace(_bare(position), ranked=ranked, about=about, unit=look.unit)


def by_hindsight(position: Position, *, exact: bool, notice: Notice | None = None) -> Ranking:
    """What the moves come to with all cards seen.

    Solved where `exact` is wished for and can be; else played on by the rule of
    thumb. Raises RuleError ``unknown-cards``, or what says that there is no search.
    """
    notation, state = position.notation, position.state
    legal = state.legal()
    worths, about = None, f"playing on by the rule of thumb, {HINDSIGHT}"
    if exact:
        worths = _solved(notation, state)
        if worths is None:
            about += "; it is too large, or not known well enough, to be solved"
    solved = worths is not None
    if worths is None:
        from games.search.deciding import hindsight  # slow to load

        found = hindsight(notation.game, notice)(state, legal).tolist()
        worths = dict(zip(legal, found, strict=True))
    else:
        about = f"solving it, {HINDSIGHT}: every seat plays best for itself"
    view = state.view(state.turn)
    ranked = tuple(
        Ranked(
            notation.choice(move), notation.kind(move), notation.explain(move, view),
            worths[move], None, 0,
        )
        for move in sorted(legal, key=lambda move: -worths[move])
    )  # fmt: skip
    return replace(_bare(position), ranked=ranked, about=about, open=True, exact=solved)


def _solved(notation: Notation, state: State) -> Mapping[Move, float] | None:
    from games.search.exact import solve  # seldom needed
    from scoutcli.analysis.judge import EXACT_MOST

    found = solve(notation.game, state, EXACT_MOST)
    if found is None:
        return None
    return {move: margins[state.turn] for move, margins in found.items()}


def _bare(position: Position) -> Ranking:
    """Without any move."""
    game, state = position.notation.game, position.state
    seat = state.turn if state.turn >= 0 else None
    return Ranking(game.name, game.title, seat, state.players, legal=len(state.legal()))


def _wrapped(text: str, width: int, style: str = "") -> Iterator[Line]:
    for line in wrap(text, width):
        yield [(style, line)]


def _signed(points: float | None) -> str:
    """``+2.13``, ``0.00``; empty where not measured."""
    if points is None:
        return ""
    text = f"{points:+.2f}"
    return "0.00" if text in {"+0.00", "-0.00"} else text


def _rounded(points: float | None) -> float | None:
    return None if points is None else round(points, 4)
