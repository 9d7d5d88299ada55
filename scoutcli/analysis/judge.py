"""Judges choices that were made: what they lost against the best move, and how surely.

A choice is looked at twice. First the best move is sought, in worlds that can
be behind what the seat saw; then what the move made is worth less than that one
is measured in other worlds. In the worlds in which a move was found to be the
best it also looks better than it is, so a loss measured there would be
flattered. Most choices are plain at the first look, and cost little.

The best move is the one that is best for the match, as a hint has it; what is
lost against it is counted in points of the round. So what somebody gives away
knowingly to win the match is no mistake.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.bots import Budget
from games.errors import RuleError
from games.game import Game, Move, State, View
from notation import codec
from scoutcli.analysis.analyst import Stop
from scoutcli.analysis.decisions import Choice
from scoutcli.analysis.marks import mark_of
from scoutcli.analysis.mistakes import mistakes_for
from scoutcli.analysis.model import BESTS, Best, Judged
from scoutcli.analysis.reasons import reasons_for
from scoutcli.analysis.sampling import Sampled
from scoutcli.analysis.words import gives_away

if TYPE_CHECKING:  # what the search needs is slow to load
    from games.search.compiled import Notice
    from games.search.deciding import Decider, Hindsight
    from games.search.halving import Found

EXACT_MOST = 3_000
"""Endings with more positions than that are not solved, but played out by the rule of thumb."""


LEAST_WORLDS = 8
"""In so many every likely move is played, and the one made against the best, whatever the budget
(see `games.search.measuring`)."""
_WORLDS = 64
"""In so many a move is played to find out what it is worth, where only that is asked."""
_NEAR = 2.5
"""A move that lies behind by more standard errors is plainly not the best."""


@dataclass(frozen=True, slots=True)
class _Loss:
    """What a move is worth, and what it loses against the best one; see `Judged`."""

    worth: float
    loss: float
    error: float
    best: Move
    playouts: int
    doubt: float | None = None
    bests: tuple[Best, ...] = ()
    solved: bool = False


class Judge:
    """Judges the choices of a game; see `judge`.

    `budget` is the most that is spent on one choice, but for `LEAST_WORLDS` for
    each move. With `open` all cards are seen: a choice is judged by what lay
    there, which nobody at the table knew; with `exact` too, small endings are
    solved, not played out, and only there moves are marked. `notice` is told
    before something has to be compiled.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 1,
        budget: Budget | None = None,
        open: bool = False,  # noqa: A002 -- called as the option of the command line
        exact: bool = False,
        notice: Notice | None = None,
    ) -> None:
        self.game = game
        self.reasons, self._mistakes = reasons_for(game.name), mistakes_for(game.name)
        self.budget = budget or Budget(playouts=self.reasons.PLAYOUTS)
        self.lacks = ""
        """Why the last choice could not be measured; "" where it could."""
        self._seed, self._open, self._exact, self._notice = seed, open, exact, notice
        self._notation = codec.get(game.name)
        self._make: Callable[[int], Decider] | None = None
        self._hindsight: Hindsight | None = None
        self._missing = ""
        self._round: str | None = None
        self._finder: Decider
        self._measurer: Decider

    @property
    def about(self) -> str:
        """The evaluator in words."""
        if self._missing:
            return f"nothing was measured, for {self._missing}"
        if self._open:
            solved = f", endings of up to {EXACT_MOST} positions solved" if self._exact else ""
            return f"hindsight, played on with all cards seen{solved}"
        return f"search ({self.budget} at most{self._least}), seed {self._seed}"

    @property
    def _least(self) -> str:
        """What a budget that is less than usual does not stand for."""
        playouts = self.budget.playouts
        if playouts is None or playouts >= self.reasons.PLAYOUTS:
            return ""
        return f", {LEAST_WORLDS} for a move at least"

    def judge(self, choice: Choice, key: str, stop: Stop | None = None) -> Judged:
        """What a choice was worth.

        `key` names it, ``match/round/at/part``; all but its last two parts name
        the round. With playouts for a budget the answer depends on seed, round
        and choice alone, not on what was judged before, nor where. `stop` ends
        it early; the answer is then not the one that would be given again.
        Where nothing can be measured, the error is infinite (see `lacks`).
        """
        judged = Judged(
            choice.at, choice.part, choice.number, choice.seat, choice.move,
            self._notation.choice(choice.move), forced=len(choice.legal) == 1, open=self._open,
        )  # fmt: skip
        self.lacks = ""
        if judged.forced:
            return judged
        try:
            if self._open:
                return self._told(judged, choice, self._in_hindsight(choice))
            self._get_ready(key.rsplit("/", 2)[0])
            loss = self._loss(choice.view, choice.move, stop)
        except RuleError as error:
            if error.code not in ("unknown-cards", "no-search", "compiler-missing"):
                raise
            self.lacks = error.message
            if error.code != "unknown-cards":
                self._missing = error.message
            return replace(judged, error=math.inf, open=False)
        except OSError as error:  # a full disk, where compiled code is kept
            self.lacks = self._missing = f"its search cannot be made ready ({error})"
            return replace(judged, error=math.inf, open=False)
        return self._told(judged, choice, loss)

    def _get_ready(self, name: str) -> None:
        """Have what searches at hand, anew for every round, from seeds of its own."""
        if self._make is None:
            from games.search.deciding import deciders  # slow to load

            self._make = deciders(self.game, self.budget, self._notice)
        if name != self._round:
            self._finder = self._make(_seed_of(self._seed, name, "find"))
            self._measurer = self._make(_seed_of(self._seed, name, "measure"))
            self._round = name

    # By what the seat knew

    def _loss(self, view: View, move: Move, stop: Stop | None) -> _Loss:
        """Find the best move, then measure what the one made loses against it."""
        from games.search.measuring import find_best, find_loss  # slow to load

        start, wider = time.perf_counter(), self.reasons.WIDER
        first = Sampled(self._finder(view, [move]))
        found = find_best(first, _part(self.budget), stop, start)
        mine, best = first.moves.index(move), first.moves[found.best]
        playouts = int(found.worlds.sum())
        if found.best == mine:
            worth, doubt = float(found.worths[mine]), first.error(mine)
            if first.level:  # the match is in it
                worth, doubt = self._worth(view, move)
                playouts += _WORLDS
            return _Loss(
                worth, 0.0, wider * _doubt(found), move, playouts, wider * doubt,
                self._bests(first, found, {move: (worth, doubt)}),
            )  # fmt: skip
        budget = _rest(self.budget, playouts, start)
        second = Sampled(self._measurer(view, [move, best], match=False))
        pair = second.moves.index(best), second.moves.index(move)
        measured = find_loss(second, pair, budget, self.reasons.MARKS, wider, stop)
        top, worth = (float(measured.worths[place]) for place in pair)
        error = wider * max(float(measured.errors[place]) for place in pair)
        playouts += int(measured.worlds.sum())
        doubts = [second.error(place) for place in pair]
        known = {best: (top, doubts[0]), move: (worth, doubts[1])}
        loss = top - worth if top - worth > error else 0.0  # else nothing says that there is one
        return _Loss(
            worth, loss, error, best if loss else move, playouts, wider * doubts[1],
            self._bests(first, found, known),
        )  # fmt: skip

    def _worth(self, view: View, move: Move) -> tuple[float, float]:
        """What a move is worth in points of the round, and the standard error of that."""
        decision = Sampled(self._finder(view, [move], match=False))
        place = decision.moves.index(move)
        worths = decision.sample([place], 0, _WORLDS)
        return float(worths.mean()) - decision.level, decision.error(place)

    def _bests(
        self, decision: Sampled, found: Found, known: dict[Move, tuple[float, float]]
    ) -> tuple[Best, ...]:
        """The best moves. Of what is `known` better than by the first look, that counts.

        How far others lie behind the best one is taken from the first look. Where
        the match is in it, that is not in points, and nothing is said of them.
        """
        top, doubt = known[decision.moves[found.best]]
        worths = dict(known)
        for place, move in enumerate(decision.moves if not decision.level else ()):
            behind = float(found.worths[found.best] - found.worths[place])
            if move not in known and math.isfinite(behind):
                worths[move] = top - behind, math.hypot(doubt, float(found.errors[place]))
        order = sorted(worths, key=lambda move: -worths[move][0])
        return tuple(
            Best(self._notation.choice(move), worths[move][0], self.reasons.WIDER * worths[move][1])
            for move in order[:BESTS]
        )

    # By all cards

    def _in_hindsight(self, choice: Choice) -> _Loss:
        """What a move comes to with the cards that lay there."""
        state = choice.state
        if state is None:
            raise RuleError("unknown-cards", "the choice was given without its position")
        worths = self._solved(state) if self._exact else None
        solved = worths is not None
        if worths is None:
            worths = self._played(state, choice)
        order = sorted(worths, key=lambda move: -worths[move])
        mine = worths[choice.move]
        best = choice.move if worths[order[0]] <= mine else order[0]
        bests = (Best(self._notation.choice(each), worths[each], None) for each in order[:BESTS])
        return _Loss(
            mine, worths[best] - mine, 0.0, best, 0, bests=tuple(bests), solved=solved
        )  # fmt: skip

    def _solved(self, state: State) -> dict[Move, float] | None:
        """The margin that each move makes sure of, where the ending is small enough."""
        from games.search.exact import solve  # as slow to load as it is seldom needed

        found = solve(self.game, state, EXACT_MOST)
        if found is None:
            return None
        return {move: margins[state.turn] for move, margins in found.items()}

    def _played(self, state: State, choice: Choice) -> dict[Move, float]:
        """The margin that each move leads to where all go on by the rule of thumb."""
        if self._hindsight is None:
            from games.search.deciding import hindsight  # slow to load

            self._hindsight = hindsight(self.game, self._notice)
        worths = self._hindsight(state, choice.legal).tolist()
        return dict(zip(choice.legal, worths, strict=True))

    # In words

    def _told(self, judged: Judged, choice: Choice, loss: _Loss) -> Judged:
        """The judgement with its mark, and in words."""
        measured = replace(
            judged, worth=loss.worth, loss=loss.loss, error=loss.error, playouts=loss.playouts,
            solved=loss.solved, doubt=loss.doubt, bests=loss.bests,
        )  # fmt: skip
        if loss.best == choice.move:
            return measured
        view, move, best = choice.view, choice.move, loss.best
        measured = replace(measured, best=best, best_text=self._notation.choice(best))
        # One playout with all cards seen says nothing of how sure it is.
        sure = loss.solved or not judged.open
        mark = mark_of(self.reasons, loss.loss, loss.error) if sure else 0
        if not mark:
            return measured
        words = gives_away(self._notation, self.reasons, view, move, best, loss.loss)
        if judged.open:
            words = f"In hindsight {words}"
        return replace(measured, mark=mark, kind=self._mistakes.kind(view, move, best), words=words)


def _seed_of(seed: int, name: str, purpose: str) -> int:
    """A seed for each round and purpose, the same on every machine."""
    digest = hashlib.sha256(f"{seed} {purpose} {name}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def _part(budget: Budget) -> Budget:
    """What may be spent on the first look."""
    if budget.playouts is not None:
        return Budget(playouts=max(1, budget.playouts // 2))
    assert budget.seconds is not None
    return Budget(seconds=max(0.001, budget.seconds / 2))


def _rest(budget: Budget, playouts: int, start: float) -> Budget:
    """What is left of a budget for the second look."""
    if budget.playouts is not None:
        return Budget(playouts=max(2, budget.playouts - playouts))
    assert budget.seconds is not None
    return Budget(seconds=max(0.001, budget.seconds - (time.perf_counter() - start)))


def _doubt(found: Found) -> float:
    """The error with which the best move is the best one; 0 where no other comes near it."""
    top = found.worths[found.best]
    near = [
        float(error)
        for place, (worth, error) in enumerate(zip(found.worths, found.errors, strict=True))
        if place != found.best and top - worth <= _NEAR * error
    ]
    return max(near, default=0.0)
