"""What the moves of a small ending are worth with all cards seen, exactly.

Every seat is taken to see all cards, to play for its own margin (its points
against the mean of the others) and to expect the same of the others: what is
called max^n (Luckhardt and Irani, "An Algorithmic Solution of N-Person Games",
1986). With two players that is minimax, see `duel`. Of moves that give the seat
to act the same margin it makes the one that leaves the next seat the least, of
these the one that leaves the seat after that the least, and so on round the
table.

So what a position is worth depends neither on the order in which moves are
looked at nor on how a hand is held: the choice is the greatest of a finite set
in an order in which two outcomes are equal only if every seat gets the same of
both, hence one value for each position, by induction from the end of the round.
What is won for good already shifts all outcomes by the same margins, and so
changes no choice: positions that differ in nothing else are valued once.

First every position that can be reached is found, those that come to the same
only once; the game says which do (`endings`). Then, step by step, each is given
what it is worth if so many moves are left. Where positions can come back, as in
SCOUT, all are worth what they stand at with no move left; that is the turn limit
of the rules, and once a step changes nothing, none after it does, however far
the limit is. Needs neither numba nor numpy.
"""

from __future__ import annotations

from collections import deque
from operator import add
from typing import NamedTuple, TypeAlias

from games.game import Game, Move, State
from games.search.duel import Duel
from games.search.endings import Ending, Points, TooMuchError, after, ending_of, final

_Outcome: TypeAlias = tuple[int, ...]
"""An outcome as each seat sees it: a number for each, the greater the better it likes it.

Written with margins as digits to the base `_BASE`: its own first, then, less
being better, those of the seats behind it. So outcomes are added up like
margins. Margins are times the number of the other seats, to be whole numbers.
"""

_BASE = 1 << 32
_OVER = -1
"""In place of a position: the round is over."""


def solve(game: Game, state: State, most: int) -> dict[Move, tuple[float, ...]] | None:
    """For every legal move the margin of each seat at the end of the round, if all play best.

    See above for what is best; more is better in every game. None where more
    than `most` positions would have to be looked at, and where it is not certain
    what happens: a card that is not known, chance that is still to come, choices
    made in secret, lines of play that can go on for ever. A position takes
    some 0.1 to 0.3 milliseconds, and up to 3 kilobytes.
    """
    if state.opening or state.turn < 0:
        return None
    ending = ending_of(game, state)
    if ending is None:
        return None
    try:
        if state.players == 2 and not ending.returns:
            found = Duel(ending, game.lowest_wins, most).margins()
            return {move: (float(own), -float(own)) for move, own in found.items()}
        return _Table(ending, game.lowest_wins, most).margins()
    except TooMuchError:
        return None


class _Way(NamedTuple):
    """A move from a position: where it leads, and what is won for good by it."""

    to: int
    gain: _Outcome


class _Position:
    """A position to be valued, with all moves from it."""

    __slots__ = ("before", "turn", "ways", "worth")

    def __init__(self, turn: int, worth: _Outcome | None) -> None:
        self.turn = turn
        self.worth = worth
        """What is still to come, as well as it is known."""
        self.ways: list[_Way] = []
        self.before: set[int] = set()
        """The positions from which a move leads here."""


class _Table:
    """All positions that can be reached; the first one is where the ending begins."""

    def __init__(self, ending: Ending, lowest: bool, most: int) -> None:
        self._ending, self._most = ending, most
        self._sign = -1 if lowest else 1
        self._nothing: _Outcome = (0,) * ending.root.players
        self._numbers = {ending.key(ending.root): 0}
        self._positions = [self._position(ending.root)]
        waiting = deque([(ending.root, 0, 0)])
        while waiting and waiting[0][2] != ending.left:  # what lies farther has no part in it
            state, number, depth = waiting.popleft()
            here, found = self._positions[number], len(self._positions)
            for move in state.legal():
                later = after(state, move)
                here.ways.append(self._way(state, later))
                to = here.ways[-1].to
                if to != _OVER:
                    self._positions[to].before.add(number)
                if to == found:
                    waiting.append((later, to, depth + 1))
                    found += 1
            if number:  # of the first position each move is asked for
                here.ways = list(set(here.ways))

    def margins(self) -> dict[Move, tuple[float, ...]]:
        """For every move from the first position the margins. Raises TooMuchError."""
        self._settle()
        root, ways = self._ending.root, self._positions[0].ways
        start = self._outcome(self._ending.banked(root))
        others, found = root.players - 1, {}
        for move, (to, gain) in zip(root.legal(), ways, strict=True):
            worth = self._nothing if to == _OVER else self._positions[to].worth
            if worth is None:
                raise TooMuchError
            total = map(sum, zip(start, gain, worth, strict=True))
            found[move] = tuple(_first_digit(each, root.players) / others for each in total)
        return found

    def _position(self, state: State) -> _Position:
        stands = self._ending.stands(state) if self._ending.returns else None
        if stands is None:
            return _Position(state.turn, None)
        return _Position(state.turn, self._gain(self._ending.banked(state), stands))

    def _way(self, state: State, later: State) -> _Way:
        """The way to a later position, which may be a new one. Raises TooMuchError."""
        ending = self._ending
        banked = ending.banked(state)
        if later.end is not None:
            return _Way(_OVER, self._gain(banked, final(later)))
        to = self._numbers.setdefault(ending.key(later), len(self._positions))
        if to == len(self._positions):
            if to >= self._most:
                raise TooMuchError
            self._positions.append(self._position(later))
        return _Way(to, self._gain(banked, ending.banked(later)))

    def _gain(self, before: Points, later: Points) -> _Outcome:
        return self._outcome([new - old for new, old in zip(later, before, strict=True)])

    def _outcome(self, points: Points) -> _Outcome:
        players, total = len(points), sum(points)
        margins = [self._sign * (players * each - total) for each in points]
        outcome = []
        for seat in range(players):
            number = margins[seat]
            for other in margins[seat + 1 :] + margins[:seat]:
                number = number * _BASE - other
            outcome.append(number)
        return tuple(outcome)

    def _settle(self) -> None:
        """Give all positions but the first what they are worth, step by step.

        Where worths come in turns for ever, what is left of the steps is not gone
        through. Positions that come back without standing at anything keep None.
        """
        positions, steps, step = self._positions, self._ending.left, 0
        kept: tuple[int, list[_Outcome | None]] = 0, []
        todo = {number for number, here in enumerate(positions) if here.ways and number}
        while todo and (steps is None or step < steps - 1):
            worths = [(positions[number], self._worth(positions[number])) for number in todo]
            todo = set()
            for position, worth in worths:
                if worth != position.worth:
                    position.worth = worth
                    todo |= position.before
            todo.discard(0)
            step += 1
            now = [position.worth for position in positions]
            if now == kept[1]:
                if steps is None:
                    raise TooMuchError
                steps -= (steps - 1 - step) // (step - kept[0]) * (step - kept[0])
            elif step & (step - 1) == 0:
                kept = step, now

    def _worth(self, here: _Position) -> _Outcome | None:
        """What a position is worth, by what its moves lead to; None if not yet known."""
        seat, positions = here.turn, self._positions
        best: int | None = None
        chosen, rest = self._nothing, self._nothing
        for to, gain in here.ways:
            worth = self._nothing if to == _OVER else positions[to].worth
            if worth is None:
                return None
            number = gain[seat] + worth[seat]
            if best is None or number > best:
                best, chosen, rest = number, gain, worth
        return tuple(map(add, chosen, rest))


def _first_digit(number: int, players: int) -> int:
    """The own margin in an outcome as a seat sees it; the digits behind it have either sign."""
    place = _BASE ** (players - 1)
    return (number + place // 2) // place
