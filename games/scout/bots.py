"""The players of SCOUT: one that plays anything, one that plays its biggest block, two strong ones.

They see a `View` only. The same seed and the same views give the same moves. The
strong ones stand in strong.py, which is loaded when one of them is made.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from games.bots import Bot, Budget
from games.game import Move, Player
from games.scout.blocks import longest
from games.scout.cards import TURN, UPPER
from games.scout.moves import FLIP, KEEP, Choose, Scout, ScoutShow, Show
from games.scout.view import View


class Random:
    """Every legal move with the same chance."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`."""
        return self._random.choice(legal)


class Greedy:
    """The largest Show that costs the hand least; else the Scout that mends the hand most.

    How good a hand is, is counted in pieces: the fewest blocks it can be cut
    into as it lies. Looks neither ahead nor at the others.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`; among equally good ones any."""
        hand = view.hand.translate(UPPER)
        if isinstance(legal[0], Choose):
            turned = view.hand.translate(TURN).translate(UPPER)
            return FLIP if pieces(turned) < pieces(hand) else KEEP
        shows = [move for move in legal if isinstance(move, Show)]
        if shows:
            return self._best(shows, lambda move: (len(move[1]), -pieces(_without(hand, move))))
        both = [move for move in legal if isinstance(move, ScoutShow)]
        if both:
            return self._best(both, lambda move: self._worth_both(hand, move))
        scouts = [move for move in legal if isinstance(move, Scout)]
        return self._best(scouts or legal, lambda move: -pieces(_with(hand, move)) if scouts else 0)

    @staticmethod
    def _worth_both(hand: bytes, move: Move) -> tuple[int, int]:
        scout, show = move
        return len(show.values), -pieces(_without(_with(hand, scout), show))

    def _best(self, moves: Sequence[Move], worth: Callable[[Move], object]) -> Move:
        """A move of the highest worth."""
        worths = [worth(move) for move in moves]
        best = max(worths)  # type: ignore[type-var]
        return self._random.choice(
            [move for move, value in zip(moves, worths, strict=True) if value == best]
        )


def pieces(values: bytes) -> int:
    """The fewest blocks that a hand can be cut into as it lies (upper numbers)."""
    lengths = longest(values)
    at = count = 0
    while at < len(values):
        at += max(lengths[at], 1)
        count += 1
    return count


def _without(hand: bytes, show: Move) -> bytes:
    """The upper numbers left when a block has gone."""
    at, values = show[0], show[1]
    return hand[:at] + hand[at + len(values) :]


def _with(hand: bytes, scout: Move) -> bytes:
    """The upper numbers once a card has come."""
    _, card, to = scout
    return hand[:to] + bytes((card >> 4,)) + hand[to:]


def _steady(seed: int) -> Player:
    from games.scout.strong import Steady  # loads the compiler

    return Steady(seed)


def _expert(seed: int, budget: Budget) -> Player:
    from games.scout.strong import Expert  # loads the compiler

    return Expert(seed, budget)


BOTS: Mapping[str, Bot] = {
    "random": Bot(Random, "plays any legal move", "no opponent"),
    "greedy": Bot(Greedy, "plays its largest block, never looks ahead", "a beginner"),
    "steady": Bot(
        _steady,
        "asks a small trained net what hand and table are worth after each move",
        "a good player",
        compiled=True,
        stateless=True,
    ),
    "expert": Bot(
        _expert,
        "deals what it cannot see as the others' moves suggest, plays on, keeps the best move",
        "the strongest here",
        searches=True,
        compiled=True,
        stateless=True,
    ),
}
