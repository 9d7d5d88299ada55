"""A decision of SKYJO for `search.halving`: candidate moves, and what they are worth in a world."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from games.bots import Budget
from games.errors import RuleError
from games.game import Move
from games.search.chance import Dice, dice_of
from games.search.compiled import njit
from games.search.halving import Worths
from games.skyjo import bridge, gauge
from games.skyjo import layout as at
from games.skyjo.cards import ALL, PLACES, UNKNOWN
from games.skyjo.kernel import apply, draw_lot, legal, lines_at, scores, stop
from games.skyjo.layout import Numbers, Round
from games.skyjo.moves import REVEALS
from games.skyjo.outlook import KEEN, chance_before, rate
from games.skyjo.thumb import NOTES, Measures, habits_for, thumb, weigh
from games.skyjo.view import View
from games.skyjo.weights import weights_for
from games.skyjo.worlds import How, rooms_for, try_out

if TYPE_CHECKING:
    from games.search.deciding import Decider
    from games.skyjo.state import State

MOST = 6
"""So many candidates at most."""
PATIENCE = 60
"""After so many laps of the table only moves are looked at that can open a card."""
WORSE = 4.0
"""By how many points a candidate may look worse than the best at first sight."""
ENDLESS = 10**12
"""A limit of points that is out of sight: what is played for then is points, not the match."""
USUAL = How(laps=3, guessed=True, most=60)
"""Three laps by the trained policy, then a guess; where the last lap has begun it is played out."""


class SkyjoDecision:
    """A choice of the seat to act; `cells` is a round that can be what the seat sees.

    What the seat cannot see does not matter. See `bridge.from_view`. Moves to
    `include` stand for others that are as good. Worths are counted in `unit`.
    Raises RuleError ``not-legal`` where one of these cannot be made.
    """

    priors: Worths | None = None
    settled: Collection[int] = ()
    """None: what a seat has in its grid is seen when the round ends."""

    def __init__(
        self,
        cells: Round,
        seed: int,
        how: How = USUAL,
        include: Sequence[Move] = (),
        unit: float = 1.0,
    ) -> None:
        players = int(cells[at.PLAYERS])
        self._root, self._seed, self._how = cells, dice_of(seed), np.array(how)
        self._habits, self._weights = habits_for(players), weights_for(players)
        self._rooms, self._unit = rooms_for(), unit
        given = {bridge.encode(move): move for move in include}
        found = candidates(cells, self._habits, self._weights)
        self.numbers = _with(found, list(given), cells) if given else found
        """The candidates as numbers."""
        self.moves: Sequence[Move] = [
            given[number] if number in given else bridge.decode(number)
            for number in self.numbers.tolist()
        ]
        points = np.zeros(at.MOST_PLAYERS)
        seat = int(cells[at.TURN_OF])
        self.level = rate(cells, seat, points) * chance_before(cells, seat, points) / unit

    def sample(self, among: Sequence[int], first: int, count: int) -> Worths:
        worths = np.zeros((count, len(among)))
        try_out(
            self._root,
            int(self._root[at.TURN_OF]),
            self.numbers[list(among)],
            first,
            self._seed,
            self._how,
            self._habits,
            self._weights,
            worths,
            self._rooms,
        )
        worths /= self._unit
        return worths


def decide(view: View, seed: int, include: Sequence[Move] = ()) -> SkyjoDecision:
    """The decision of the seat whose turn it is.

    Raises RuleError ``unknown-cards``.
    """
    return SkyjoDecision(bridge.from_view(view), seed, include=include)


def decider(seed: int, _budget: Budget) -> Decider:
    """See `games.search.deciding`. Worlds are dealt when asked for, whatever the budget."""

    def decided(view: View, include: Sequence[Move] = (), *, match: bool = True) -> SkyjoDecision:
        cells = bridge.from_view(view)
        if match:
            return SkyjoDecision(cells, seed, include=include)
        _make_endless(cells)
        return SkyjoDecision(cells, seed, include=include, unit=1.0 + KEEN)

    return decided


def _make_endless(cells: Round) -> None:
    """Put a round at the start of a match without end, where a point is a point."""
    cells[at.TOTALS : at.TOTALS + at.MOST_PLAYERS] = 0
    cells[at.ROUNDS], cells[at.SCORE_LIMIT] = 0, ENDLESS


def hindsight(state: State, moves: Sequence[Move]) -> Worths:
    """See `games.search.deciding.Hindsight`. New draw piles are the same for all moves."""
    root, players = bridge.from_state(state), state.players
    points = np.zeros((len(moves), players), dtype=np.int64)
    play_on(
        root, np.array([bridge.encode(move) for move in moves], dtype=np.int64), USUAL.most,
        habits_for(players), weights_for(players), points, root.copy(), dice_of(0),
        np.zeros(NOTES), np.zeros(gauge.NOTES), np.zeros(at.MOVES),
    )  # fmt: skip
    own = points[:, state.turn]
    against: Worths = (points.sum(axis=1) - own) / (players - 1) - own
    return against


@njit
def play_on(
    root: Round, candidates: Numbers, laps: int, habits: Measures, weights: Measures,
    points: Numbers, play: Round, dice: Dice, notes: Measures, gauged: Measures, gains: Measures,
) -> None:  # fmt: skip
    """The points of every seat after each candidate, into a row of `points`. The rest is room.

    After so many laps of the table the round is stopped.
    """
    for row in range(len(candidates)):
        for i in range(at.ROUND):
            play[i] = root[i]
        dice[0] = 0
        apply(play, candidates[row], dice)
        if play[at.PHASE] == at.IN_HAND:
            # What was drawn is placed as by the one who goes on, in the last lap too.
            if play[at.ENDER] < 0:
                gauge.gauge(play, weights, gauged, gains)
                apply(play, int(np.argmax(gains)), dice)
            else:
                apply(play, thumb(play, habits, notes), dice)
        last = play[at.TURNS] + laps * play[at.PLAYERS]
        while play[at.PHASE] != at.OVER:
            if play[at.PHASE] == at.OWN_TURN:
                if play[at.TURNS] >= last:
                    stop(play)
                else:
                    gauge.turn_by_gauge(play, weights, gauged, gains, habits, notes, dice)
            elif play[at.PHASE] == at.LOT:
                apply(play, draw_lot(play, dice), dice)
            else:
                apply(play, thumb(play, habits, notes), dice)
        scores(play, points[row])


def candidates(cells: Round, habits: Measures, weights: Measures) -> Numbers:
    """The moves worth a closer look, as numbers, the likeliest first.

    Of moves that differ only in which of several places that are as good they
    touch there is one. What is opened before the first turn makes no
    difference that could be measured: two places in different columns.
    """
    if cells[at.PHASE] == at.OPENING:
        return np.array([at.REVEAL])
    if cells[at.PHASE] == at.PILED:
        return np.array([at.DRAW])
    gains = np.zeros(at.MOVES)
    if cells[at.ENDER] < 0:
        gauge.gauge(cells, weights, np.zeros(gauge.NOTES), gains)
        gains *= gauge.UNIT
    else:
        weigh(cells, habits, np.zeros(NOTES), gains)
    if cells[at.CLEAR_ROWS]:  # of rows neither knows
        _add_lines(cells, gains)
    if cells[at.ENDER] < 0 and cells[at.TURNS] >= PATIENCE * cells[at.PLAYERS]:
        _press_on(cells, gains)
    order = np.argsort(-gains, kind="stable")
    least = max(gains[order[0]] - WORSE, gauge.NEVER / 2)
    found: dict[Hashable, int] = {}
    for number in order[gains[order] >= least]:
        found.setdefault(_likeness(cells, int(number)), int(number))
    return np.array(list(found.values())[:MOST])


def _with(found: Numbers, given: Sequence[int], cells: Round) -> Numbers:
    """The candidates and given moves, each of these in place of one that is as good."""
    moves = np.zeros(at.MOVES, dtype=np.int64)
    if not set(given) <= set(moves[: legal(cells, moves)].tolist()):
        raise RuleError("not-legal", "only legal moves can be compared")
    left = list(given)
    numbers: list[int] = []
    for number in found.tolist():
        alike = [other for other in left if _likeness(cells, other) == _likeness(cells, number)]
        left = [other for other in left if other not in alike]
        numbers += alike or [number]
    return np.array(numbers + left)


def _press_on(cells: Round, gains: Measures) -> None:
    """Leave out moves that open no card of the own grid.

    Where nobody wants to be the one who ends the round, it would go on for ever.
    """
    seat = int(cells[at.TURN_OF])
    opened = int(cells[at.OPENED + seat])
    for place in range(PLACES):
        if opened >> place & 1:
            gains[at.TAKE + place] = gains[at.SWAP + place] = gauge.NEVER


def _add_lines(cells: Round, gains: Measures) -> None:
    """Set moves before all others that complete a line."""
    drawn = cells[at.PHASE] == at.IN_HAND
    card = cells[at.DRAWN] if drawn else cells[at.CARDS + cells[at.HEAP] - 1]
    seat, best = int(cells[at.TURN_OF]), gains.max()
    for place in range(PLACES):
        if not cells[at.GONE + seat] >> place & 1 and lines_at(cells, seat, place, int(card)):
            gains[(at.SWAP if drawn else at.TAKE) + place] = best + 1


def _likeness(cells: Round, number: int) -> Hashable:
    """The same for moves that are as good."""
    if cells[at.PHASE] == at.OPENING:
        first, second = REVEALS[number - at.REVEAL].places
        return first % 4 == second % 4
    if number == at.DRAW or cells[at.CLEAR_ROWS]:
        return number
    kind, place = divmod(number - (at.SWAP if number > at.DRAW else at.TAKE), PLACES)
    seat = int(cells[at.TURN_OF])
    shut = ALL & ~int(cells[at.OPENED + seat] | cells[at.GONE + seat])
    grid = [
        UNKNOWN if shut >> cell & 1 else card
        for cell, card in enumerate(bridge.grid_of(cells, seat))
    ]
    return kind, grid[place], *sorted(grid[place % 4 :: 4])
