"""Measures what moves are worth to the seat that has to choose, by search where a game can be."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.bots import Budget
from games.errors import RuleError
from games.game import Game, Move, View
from scoutcli.analysis.reasons import reasons_for

if TYPE_CHECKING:  # what the search needs is slow to load
    from games.search.compiled import Notice
    from games.search.deciding import Decider

Stop = Callable[[], bool]
"""Whether to end now, with what is known; asked many times a second."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that could be made, and what it is worth.

    `worth` is what the seat is expected to get by it in this round against the
    mean of the others, in points; more is better in every game. Where a match
    nears its end, what the points do to the chance to win it is counted in.
    `error` is the standard error of the difference to the best move, `playouts`
    in how many worlds the move was played. Where nothing was measured there are
    no playouts, the error is infinite, and worths only tell better from worse.
    """

    move: Move
    worth: float
    error: float
    playouts: int

    @property
    def measured(self) -> bool:
        """Whether the worth is in points."""
        return self.playouts > 0


class Analyst:
    """Tells what the moves of a seat are worth, by the worlds that can be behind what it sees.

    With playouts for a budget (the usual one is of that kind) the same view
    gets the same answer, whatever was asked before. Can be asked by several
    threads, one after the other; what runs compiled leaves the interpreter free
    for others. `notice` is told before something has to be compiled.
    """

    def __init__(
        self, game: Game, seed: int = 1, budget: Budget | None = None, notice: Notice | None = None
    ) -> None:
        self.game = game
        self.reasons = reasons_for(game.name)
        self.budget = budget or Budget(playouts=self.reasons.PLAYOUTS)
        self._seed, self._notice = seed, notice
        self._decider: Decider | None = None
        self._lacks = ""
        self._lacks_now = ""
        self._lock = threading.Lock()

    @property
    def about(self) -> str:
        """What the last answer stands on, and what would make it better, in a few words."""
        if self._lacks_now:
            return f"a rule of thumb, for {self._lacks_now}"
        return f"search ({self.budget} at most)"

    def candidates(
        self,
        view: View,
        legal: Sequence[Move],
        include: Sequence[Move] = (),
        stop: Stop | None = None,
    ) -> list[Candidate]:
        """The moves worth a thought and those to `include`, the best first.

        `view` is that of the seat to act, `legal` its legal moves, of which
        `include` are some. A forced move is the only one, and not measured.
        `stop` ends it early. Without a search (see `about`) a rule of thumb
        stands in for it.
        """
        if len(legal) == 1:
            return [Candidate(legal[0], 0.0, 0.0, 0)]
        start = time.perf_counter()
        with self._lock:
            decider = self._ready()
            self._lacks_now = self._lacks
            if decider is not None:
                try:
                    return self._measured(decider, view, include, stop, start)
                except RuleError as error:
                    if error.code != "unknown-cards":
                        raise
                    self._lacks_now = error.message
            return self._by_thumb(view, legal, include)

    def _ready(self) -> Decider | None:
        """The search of the game, made at the first question; None where there is none."""
        if self._decider is None and not self._lacks:
            from games.search.deciding import decider  # slow to load

            try:
                self._decider = decider(self.game, self._seed, self.budget, self._notice)
            except RuleError as error:  # no compiler, or a game without a search
                self._lacks = error.message
            except OSError as error:  # a full disk, where compiled code is kept
                self._lacks = f"its search cannot be made ready ({error})"
        return self._decider

    def _measured(
        self,
        decider: Decider,
        view: View,
        include: Sequence[Move],
        stop: Stop | None,
        start: float,
    ) -> list[Candidate]:
        from games.search.measuring import measure  # slow to load

        decision = decider(view, include)
        asked = [place for place, move in enumerate(decision.moves) if move in include]
        found = measure(decision, self.budget, asked, stop, start)
        order = sorted(
            range(len(decision.moves)),
            key=lambda place: (place != found.best, -float(found.worths[place])),
        )
        return [
            Candidate(
                decision.moves[place],
                float(found.worths[place]),
                self.reasons.WIDER * float(found.errors[place]),
                int(found.worlds[place]),
            )
            for place in order
        ]

    def _by_thumb(
        self, view: View, legal: Sequence[Move], include: Sequence[Move]
    ) -> list[Candidate]:
        worths = self.game.appraise(view, legal)
        if worths is None:
            best = self._choice(view, legal)
            worths = [float(move == best) for move in legal]
            # Of the others nothing is known.
            wanted = [move for move in legal if move == best or move in include]
        else:
            wanted = list(legal)
        found = [
            Candidate(move, float(worth), math.inf, 0)
            for move, worth in zip(legal, worths, strict=True)
            if move in wanted
        ]
        return sorted(found, key=lambda candidate: -candidate.worth)

    def _choice(self, view: View, legal: Sequence[Move]) -> Move:
        """What the strongest bot that is not compiled would do; without one the first move."""
        bots = [bot for bot in self.game.bots.values() if not bot.compiled]
        return bots[-1].make(self._seed).choose(view, legal) if bots else legal[0]
