"""Which cards have been seen where, for rounds of which only a part is known.

Where every hand is known nothing can appear twice, because a deal is checked
once and moves only carry cards about. A round noted at a table learns its
cards from its moves; the ledger sees to it that none turns up in two places.
"""

from __future__ import annotations

from games.errors import RuleError
from games.scout.cards import deck_for, pair_of

GONE = -1
"""The place of a card that was shown: on the table, captured, or in public hands."""


class Ledger:
    """Where each fully known card was last seen: in the hand of a seat, or `GONE`."""

    __slots__ = ("_deck", "_where")

    def __init__(self, players: int) -> None:
        self._deck = frozenset(deck_for(players))
        self._where: dict[int, int] = {}

    def put(self, card: int, place: int) -> None:
        """Note a card at a place; one that is known only in half is passed over."""
        if card >> 4 and card & 15:
            self._where[pair_of(card)] = place

    def check(self, seat: int, card: int) -> None:
        """Raise RuleError where a card that `seat` brings out of its hand cannot come from there."""
        if not (card >> 4 and card & 15):
            return
        pair = pair_of(card)
        if pair not in self._deck:
            raise RuleError(
                "scout-no-such-card", f"the card {_name(card)} is not in play with so many players"
            )
        place = self._where.get(pair, seat)
        if place == GONE:
            raise RuleError(
                "scout-card-twice",
                f"the card {_name(card)} was shown before and is not in the hand of seat {seat + 1}",
            )
        if place != seat:
            raise RuleError(
                "scout-card-twice", f"the card {_name(card)} is in the hand of seat {place + 1}"
            )

    def copy(self) -> Ledger:
        """An independent copy."""
        other = object.__new__(Ledger)
        other._deck = self._deck
        other._where = dict(self._where)
        return other


def _name(card: int) -> str:
    """A card for a message: ``4/10``."""
    return f"{card >> 4}/{card & 15}"
