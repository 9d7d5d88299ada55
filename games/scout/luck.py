"""What chance brought in a round of SCOUT, in points for every seat: who starts, and the deal.

There is no other chance. Both together are worth the margins with which the
round is expected to end when these cards are dealt and this seat starts: means
over playouts in which everybody plays by the rule of thumb, choices to flip
and all, but is not sure of it. Its best moves alone would be one line of many
that are as likely, and tell less of what others make of the cards.

Who starts is worth what places at the table are worth over all deals, which
was measured once (`PLACES`, under the default rules); the deal is worth the rest, so
its mean is 0. Who starts first settles who starts later; each round has what its
own places are worth, and over as many rounds as there are players that comes to 0.
With two players the second deal has the cards that the first one left; what it is
worth to have left these is counted where they are played.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.errors import RuleError
from games.scout import bridge
from games.scout.kernel import apply, scores
from games.scout.layout import (
    MOST_MOVES,
    MOST_PLAYERS,
    PLAYERS,
    ROUND,
    STARTER,
    TURN,
    Numbers,
    Round,
)
from games.scout.moves import Starter
from games.scout.rank import rank
from games.scout.state import State
from games.scout.weights import weights_for
from games.scout.worth import NEVER, NOTES, Measures
from games.search.chance import Dice, between, dice_of, roll
from games.search.compiled import inner, njit
from games.search.luck import Fell, Made, margins

DOUBT = 1.0
"""How far, in points, the rule of thumb is from sure what a move is worth.

Of `benchmarks.luck` the number that leaves the least of the results to be explained.
"""
PLACES = {
    2: (0.24, -0.24),
    3: (0.59, 0.40, -0.99),
    4: (0.52, 0.46, -0.24, -0.74),
    5: (0.64, 0.65, -0.01, -0.43, -0.85),
}
"""The margin expected of the starter, of the seat that plays second, and so on.

Measured over 100,000, 8,000, 20,000 and 8,000 deals for 2 to 5 players, each with
every seat as the starter (``python -m benchmarks.luck places --matches 20000``).
The standard errors are 0.01, 0.02, 0.01 and 0.01. So much may be counted as who
starts that is the deal's; the sum of both, and what they leave, has no such error.
"""

_MOST_PLIES = 400
_PLAYOUT = np.uint64(0xD1342543DE82EF95)
"""An odd number, so that every playout has another start for its dice."""


def lucks(start: State, made: Sequence[Made], seed: int, playouts: int) -> list[Fell]:
    """See `games.search.luck`. Of a round that begins with a deal."""
    starters = [each.move.seat for each in made if isinstance(each.move, Starter)]
    starter = start.starter if start.starter is not None else next(iter(starters), None)
    if starter is None or not start.opening:
        raise RuleError("unknown-cards", "luck is measured from the deal, and from who starts")
    base = bridge.from_state(start)
    base[STARTER] = starter
    players = start.players
    points = np.zeros(MOST_PLAYERS)
    play_on(base, playouts, dice_of(seed), weights_for(players), points)
    whole = margins((points[:players] / playouts).tolist())
    place = tuple(PLACES[players][(seat - starter) % players] for seat in range(players))
    dealt = tuple(both - one for both, one in zip(whole, place, strict=True))
    return [Fell(-1, -1, "start", place), Fell(-1, -1, "deal", dealt)]


@njit(allocates=True)
def play_on(base: Round, playouts: int, seed: Dice, weights: Measures, points: Measures) -> None:
    """Add up in `points` what each seat ends with in so many playouts; `seed` is not rolled."""
    state, counted = base.copy(), np.zeros(MOST_PLAYERS, dtype=np.int64)
    moves, worths = np.zeros(MOST_MOVES, dtype=np.int64), np.zeros(MOST_MOVES)
    notes, dice = np.zeros(NOTES), seed.copy()
    for number in range(playouts):
        dice[0] = seed[0] + np.uint64(number) * _PLAYOUT
        dice[0] = roll(dice)
        for at in range(ROUND):
            state[at] = base[at]
        left = _MOST_PLIES
        while state[TURN] >= 0 and left:
            apply(state, _doubtful(state, weights, moves, worths, notes, dice))
            left -= 1
        scores(state, counted)
        for seat in range(state[PLAYERS]):
            points[seat] += counted[seat]


@inner
def _doubtful(
    state: Round, weights: Measures, moves: Numbers, worths: Measures, notes: Measures, dice: Dice
) -> int:
    """A move by a rule of thumb that is not sure of what it thinks of each.

    One that is worth `DOUBT` less is chosen e times as seldom.
    """
    count = rank(state, weights, moves, worths, notes)
    most = NEVER
    for nth in range(count):
        most = max(most, worths[nth])
    total = 0.0
    for nth in range(count):
        total += np.exp((worths[nth] - most) / DOUBT)
        worths[nth] = total
    at, chosen = between(dice) * total, 0
    while worths[chosen] < at:
        chosen += 1
    return int(moves[chosen])


def warm() -> None:
    """Call what others call, so that it is compiled, or loaded."""
    from games.deals import Shuffler
    from games.scout import GAME  # it stands on the modules of this package

    rules, _ = GAME.rules(3, {"first_starter": 1})
    lucks(GAME.begin(rules, [], GAME.deal(rules, [], Shuffler("warm", 1))), [], 1, 1)
