"""What one seat may know of a round (rules: "What is public")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import TYPE_CHECKING, TypeAlias

from games.options import Rules
from games.scout.cards import PAIR
from games.scout.moves import Scout, Show

if TYPE_CHECKING:
    from games.scout.state import State

Story: TypeAlias = tuple[tuple[int, Show | Scout, bytes], ...]
"""What went into hands and out of them: each time the seat, the move, and its cards.

A Scout & Show is a Scout and a Show of the same seat.
"""


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat with a perfect memory knows it; with the seat -1, as all know it.

    `hands` has every hand: the seat's own whole, of the others those cards
    that were seen going there, 0 for the rest. Before all have chosen, hands
    are as dealt; `chosen` is the seat's own choice. `unseen` are the cards,
    each with its smaller number up, that the seat has not seen: they lie in
    other hands, or, with two players in an odd round, were not dealt. (From a
    position of which the cards that had gone are not known, those too.)
    `story` are the moves of the round so far, which all have seen; None where
    they, or some of the cards, are not known. The other fields are those of
    `State`.
    """

    game: str
    rules: Rules
    seat: int
    players: int
    turn: int
    opening: bool
    starter: int | None
    hands: tuple[bytes, ...]
    table: bytes
    owner: int
    won: tuple[int, ...]
    tokens: tuple[int, ...]
    marker: tuple[bool, ...]
    scouts: int
    actions: int
    number: int
    totals: tuple[int | None, ...]
    unseen: bytes
    chosen: str | None
    end: str | None
    story: Story | None

    @property
    def hand(self) -> bytes:
        """The seat's own hand; empty where the view is nobody's."""
        return self.hands[self.seat] if self.seat >= 0 else b""


def view_of(state: State, seat: int) -> View:
    """The round as `seat` knows it; as all do with -1."""
    shown = [
        bytes(map(mul, hand, mask)) for hand, mask in zip(state.hands, state.public, strict=True)
    ]
    chosen = None
    if seat >= 0:
        shown[seat], chosen = state.hands[seat], state.chosen[seat]
    return View(
        "scout", state.rules, seat, state.players, state.turn, state.opening, state.starter,
        tuple(shown), state.table, state.owner, tuple(state.won), tuple(state.tokens),
        tuple(state.marker), state.scouts, state.actions, state.number, state.totals,
        _unseen(state, shown), chosen, state.end, tuple(state.story) if state.whole else None,
    )  # fmt: skip


def _unseen(state: State, shown: Sequence[bytes]) -> bytes:
    """The cards that a seat has not seen; `shown` are the hands as it knows them."""
    if state.ledger is not None:
        known = state.ledger.gone().union(b"".join(shown).translate(PAIR))
        return bytes(card for card in state.deck if card not in known)
    hidden = b"".join(map(bytes.translate, state.hands, (None,) * state.players, shown))
    undealt = b""
    if state.players == 2 and state.number % 2:
        undealt = state.deck.translate(None, b"".join(state.dealt).translate(PAIR))
    return bytes(sorted(hidden.translate(PAIR) + undealt))
