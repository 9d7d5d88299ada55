"""Endings of SCOUT with all cards seen, for `games.search.exact`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import cast

from games.game import State as AnyState
from games.scout.state import State

_LONG_AGO = -(1 << 40)


class Ending:
    """How positions of an ending are told apart; see `games.search.endings.Ending`.

    A hand or an active set from right to left is as good as from left to right:
    the same blocks lie in it, and a Scout takes from either end and puts in
    anywhere. So both are one position.

    With two players none comes back: every Scout costs a token for good, and
    every Show makes the cards in the hands fewer. With more a card can be
    scouted and shown for ever, and the turn limit ends it.
    """

    def __init__(self, state: State) -> None:
        self.root: AnyState = state.copy()
        self._two = state.players == 2
        self.returns = not self._two
        limit = state.rules.number("turn_limit")
        self.left = None if limit is None else limit - state.actions
        cards = sum(map(len, state.hands))
        # All Scouts, and a Show for each card that is or will be in a hand.
        self._counts = self._two and limit is not None and limit - state.actions <= cards + 12
        assert isinstance(self.root, State)
        self.root.story, self.root.told = [], 0  # how it came to be has no part in what comes
        if self.returns:
            self.root.actions = _LONG_AGO  # the limit is counted in `left`

    def key(self, state: AnyState) -> Hashable:
        """Hands, table, owner, who is to move, and what may still be done."""
        assert isinstance(state, State)
        return (
            state.turn, state.owner, state.scouts, _either_way(state.table),
            tuple(map(_either_way, state.hands)), tuple(state.marker),
            tuple(state.tokens) if self._two else (), state.actions if self._counts else 0,
        )  # fmt: skip

    def banked(self, state: AnyState) -> Sequence[int]:
        """Captured cards, and tokens where they are not spent."""
        assert isinstance(state, State)
        if self._two:
            return state.won
        return [won + tokens for won, tokens in zip(state.won, state.tokens, strict=True)]

    def stands(self, state: AnyState) -> Sequence[int]:
        """As the turn limit would have it: nobody is exempt."""
        return cast("Sequence[int]", state.scores())


def _either_way(cards: bytes) -> bytes:
    return min(cards, cards[::-1])


def ending(state: AnyState) -> Ending | None:
    """The ending that begins here; None where not all cards are known."""
    assert isinstance(state, State)
    return Ending(state) if state.ledger is None and not state.lost else None
