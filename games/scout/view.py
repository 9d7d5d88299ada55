"""What one seat may know of a round (rules: "What is public")."""

from __future__ import annotations

from dataclasses import dataclass

from games.options import Rules


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat with a perfect memory knows it.

    `hands` has every hand: the seat's own whole, of the others those cards
    that were seen going there, 0 for the rest. Before all have chosen, hands
    are as dealt; `chosen` is the seat's own choice. `unseen` are the cards,
    each with its smaller number up, that the seat has not seen: they lie in
    other hands, or, with two players in an odd round, were not dealt. (From a
    position of which the cards that had gone are not known, those too.) The
    other fields are those of `State`.
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

    @property
    def hand(self) -> bytes:
        """The seat's own hand."""
        return self.hands[self.seat]
