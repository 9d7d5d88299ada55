"""Each seat's own draw order: its k-th draw is the same card whatever the others draw.

The cards of a draw pile are thought dealt to the seats in turn, as the shuffle
has laid them: with n players the card at place p, the top being 0, is meant for
the seat p mod n (seats from 0). A seat that draws gets the first card meant for
it that is still there. When there is none left it gets the last card of the
pile, which is among those that the others would need last. A new draw pile is
dealt in the same way.

So each draw is a card at a place that depends on who drew how often, never on
the cards: for everybody at the table one card of the pile is as likely as another.
"""

from __future__ import annotations

from games.game import Deal, DrawOrder, Move, State
from games.skyjo import state as states


class OwnDraws(DrawOrder):
    """The draw orders of a round."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._number = -1
        """Which draw pile it is: how many new ones were made before."""
        self._at = 0
        """How many cards were drawn from it."""
        self._pile: list[tuple[int, int]] = []
        """Its other cards as they lie, each behind the place where the shuffle laid it."""

    def arrange(self, state: State, source: Deal | Move) -> Deal | Move:
        assert isinstance(state, states.State)
        if state.piles != self._number:
            self._number, self._at = state.piles, 0
            self._pile = list(enumerate(state.stock))
        del self._pile[: state.at - self._at]
        self._at = state.at
        self._pile.sort()
        if self._pile and state.turn >= 0:
            self._pile.insert(0, self._pile.pop(self._meant_for(state.turn)))
        state.lay_stock([card for _, card in self._pile])
        if isinstance(source, states.Deal):
            return source._replace(stock=state.stock)
        return source._replace(cards=state.stock)

    def _meant_for(self, seat: int) -> int:
        """How deep in the pile, as it was shuffled, the card lies that a seat draws."""
        for depth, (place, _) in enumerate(self._pile):
            if place % self._players == seat:
                return depth
        return -1
