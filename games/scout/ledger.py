"""Which cards have been seen where, for rounds of which only a part is known.

Where every hand is known nothing can appear twice, because a deal is checked
once and moves only carry cards about. A round noted at a table learns its
cards from its moves; the ledger sees to it that none turns up in two places.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.errors import RuleError
from games.scout.cards import PAIR, is_whole

GONE = -1
"""The place of a card that was shown and not scouted again: on the table, or captured."""


class Ledger:
    """Where each fully known card was last seen: in the hand of a seat, or `GONE`.

    `deck` are the cards that can be in play, each with its smaller number up.
    """

    __slots__ = ("_deck", "_where")

    def __init__(self, deck: Iterable[int]) -> None:
        self._deck = frozenset(deck)
        self._where: dict[int, int] = {}

    def put(self, card: int, place: int) -> None:
        """Note a card at a place; one that is known only in half is passed over."""
        if is_whole(card):
            self._where[PAIR[card]] = place

    def show(self, seat: int, card: int) -> None:
        """Note that a card was shown; where only a part of it is known, which one may be open."""
        if is_whole(card):
            self._where[PAIR[card]] = GONE
            return
        numbers = {card >> 4, card & 15} - {0}
        self._where = {
            pair: place
            for pair, place in self._where.items()
            if place != seat or not numbers <= {pair >> 4, pair & 15}
        }

    def lose(self, cards: bytes, seat: int) -> None:
        """Forget these cards, and whatever is in the hand of `seat`: they may be anywhere now."""
        lost = cards.translate(PAIR)
        self._where = {
            pair: place for pair, place in self._where.items() if pair not in lost and place != seat
        }

    def gone(self) -> set[int]:
        """The cards that were shown and not scouted again, each with its smaller number up."""
        return {pair for pair, place in self._where.items() if place == GONE}

    def check(self, seat: int, card: int) -> None:
        """Raise RuleError where a card that `seat` shows cannot come out of its hand."""
        pair = self._in_play(card)
        place = self._where.get(pair, seat)
        if place == GONE:
            raise RuleError(
                "scout-card-twice",
                f"the card {_name(card)} was shown before and is not in the hand "
                f"of seat {seat + 1}",
            )
        if place != seat:
            raise _in_hand(card, place)

    def check_new(self, card: int) -> None:
        """Raise RuleError where a card that turns up on the table was seen elsewhere."""
        place = self._where.get(self._in_play(card))
        if place == GONE:
            raise RuleError("scout-card-twice", f"the card {_name(card)} was shown before")
        if place is not None:
            raise _in_hand(card, place)

    def _in_play(self, card: int) -> int:
        """The card with its smaller number up; RuleError where there is none in this round."""
        pair = PAIR[card]
        if pair not in self._deck:
            raise RuleError("scout-no-such-card", f"{_name(card)} is no card of this round")
        return pair

    def copy(self) -> Ledger:
        """An independent copy."""
        other = object.__new__(Ledger)
        other._deck = self._deck
        other._where = dict(self._where)
        return other


def _in_hand(card: int, seat: int) -> RuleError:
    return RuleError(
        "scout-card-twice", f"the card {_name(card)} is in the hand of seat {seat + 1}"
    )


def _name(card: int) -> str:
    """A card for a message: ``4/10``."""
    return f"{card >> 4}/{card & 15}"
