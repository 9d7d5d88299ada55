"""How the positions of an ending are told apart, and what decides between outcomes; see `exact`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeAlias, cast

import games
from games.game import Game, Move, State

Points: TypeAlias = Sequence[int]
"""For each seat, as the game counts them."""


class TooMuchError(Exception):
    """More positions than were allowed, or it is not certain what happens in one of them."""


class Ending(Protocol):
    """What `endings.ending` of a game makes of a position."""

    root: State
    """Where it begins; nobody else's."""
    returns: bool
    """Whether a position can come back."""
    left: int | None
    """If it can: after so many moves everything counts as it stands; None: it never does."""

    def key(self, state: State) -> Hashable:
        """Equal for positions that come to the same from there on, but for what is banked."""
        ...

    def banked(self, state: State) -> Points:
        """Points that every seat has for good; positions with the same key may differ in them."""
        ...

    def stands(self, state: State) -> Points | None:
        """The points if the round ended now, if the game can say that; it must where it returns."""
        ...


def ending_of(game: Game, state: State) -> Ending | None:
    """How positions from this one on are told apart; None where the game sees no way to solve it.

    A game says it in a module ``endings`` beside its `Game`; see `Whole` for one that does not.
    """
    module = games.beside(game, "endings")
    return Whole(state) if module is None else cast("Ending | None", module.ending(state))


def after(state: State, move: Move) -> State:
    """The round after a move of the seat to act; raises TooMuchError where it is not certain."""
    if state.chance(move) is not None:
        raise TooMuchError
    later = state.copy()
    later.advance(state.turn, move)
    if later.unchecked > state.unchecked or (later.end is None and later.turn < 0):
        raise TooMuchError
    return later


def final(state: State) -> Points:
    """The points of a round that is over; raises TooMuchError where they are not known."""
    points = state.scores()
    if None in points:
        raise TooMuchError
    return cast("Points", points)


class Whole:
    """Of a game that says nothing: positions are the same where all of their state is."""

    returns = False

    def __init__(self, state: State) -> None:
        self.root = state.copy()
        self.left: int | None = None
        self._nothing = (0,) * state.players

    def key(self, state: State) -> Hashable:
        """All there is."""
        names = getattr(type(state), "__slots__", ()) or vars(state)
        return tuple(_frozen(getattr(state, name)) for name in names if name != "rules")

    def banked(self, state: State) -> Points:
        """Nothing."""
        del state
        return self._nothing

    def stands(self, state: State) -> Points | None:
        """Not known."""
        del state
        return None


def _frozen(value: object) -> Hashable:
    """A value that can be compared and kept; what is neither list, set nor mapping, as it is."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_frozen, value))
    if isinstance(value, (set, frozenset)):
        return frozenset(map(_frozen, value))
    if isinstance(value, dict):
        return tuple((key, _frozen(each)) for key, each in value.items())
    assert isinstance(value, Hashable)
    return value
