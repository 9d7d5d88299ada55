"""Endings of two players, exactly: alpha-beta search with a table of what is known.

For `exact`, where positions never come back. What one player gains the other
loses, so that a line need not be looked at any further once it is plain that a
player has something better before it (Knuth and Moore, "An Analysis of
Alpha-Beta Pruning", 1975); what is known of a position then is a bound.
"""

from __future__ import annotations

from collections.abc import Hashable

from games.game import Move, State
from games.search.endings import Ending, Points, TooMuchError, after, final

_NEVER = 1 << 40
"""More than any margin."""
_DEEPEST = 300
"""Moves; a line that is longer belongs to no small ending."""


class Duel:
    """An ending of two players. Margins are those of the first seat."""

    def __init__(self, ending: Ending, lowest: bool, most: int) -> None:
        self._ending = ending
        self._sign = -1 if lowest else 1
        self._left = most
        self._known: dict[Hashable, tuple[int, int]] = {}
        """Bounds of what is still to come in a position; while it is looked at, none that hold."""

    def margins(self) -> dict[Move, int]:
        """For every legal move the margin of the first seat in the end. Raises TooMuchError."""
        root, found = self._ending.root, {}
        for move in root.legal():
            later = after(root, move)
            if later.end is not None:
                found[move] = self._margin(final(later))
            else:
                banked = self._margin(self._ending.banked(later))
                found[move] = banked + self._to_come(later, -_NEVER, _NEVER, 1)
        return found

    def _margin(self, points: Points) -> int:
        return self._sign * (points[0] - points[1])

    def _to_come(self, state: State, low: int, high: int, depth: int) -> int:
        """What is still to come, if that is between `low` and `high`; else a bound of it.

        Up to `low` it is an upper bound, from `high` on a lower one.
        """
        key = self._ending.key(state)
        least, most = self._known.get(key, (-_NEVER, _NEVER))
        if least > most:  # the position has come back
            raise TooMuchError
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
        if not self._left or depth > _DEEPEST:
            raise TooMuchError
        self._left -= 1
        self._known[key] = _NEVER, -_NEVER
        best = self._best(state, low, high, depth)
        self._known[key] = (
            (least, best) if best <= low else (best, most) if best >= high else (best, best)
        )
        return best

    def _best(self, state: State, low: int, high: int, depth: int) -> int:
        """The same by the moves of the position."""
        banked = self._margin(self._ending.banked(state))
        first = state.turn == 0
        best = -_NEVER if first else _NEVER
        for gain, later in self._ways(state, banked, first):
            worth = gain
            if later is not None:
                worth += self._to_come(later, low - gain, high - gain, depth + 1)
            if first:
                best = max(best, worth)
                low = max(low, best)
            else:
                best = min(best, worth)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _ways(self, state: State, banked: int, first: bool) -> list[tuple[int, State | None]]:
        """What each move wins for good, and what comes then; the likeliest first.

        Those are moves that end the round, then those after which the player stands best.
        """
        ways: list[tuple[int, int, State | None]] = []
        for move in state.legal():
            later = after(state, move)
            if later.end is not None:
                ways.append((-_NEVER, self._margin(final(later)) - banked, None))
                continue
            stands = self._ending.stands(later)
            margin = 0 if stands is None else self._margin(stands)
            gain = self._margin(self._ending.banked(later)) - banked
            ways.append((-margin if first else margin, gain, later))
        ways.sort(key=lambda way: way[0])
        return [(gain, later) for _, gain, later in ways]
