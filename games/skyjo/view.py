"""What one seat may know of a round (rules: "Public")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.options import Rules
from games.skyjo.cards import COUNTS, EMPTY, VALUES
from games.skyjo.gaps import in_pile

if TYPE_CHECKING:
    from games.skyjo.state import State


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat with a perfect memory knows it; with the seat -1, as all know it.

    `grids` has every grid in reading order: a card, None for a hidden one,
    `cards.EMPTY` for a cleared place, `cards.UNKNOWN` for an open card that a
    record does not know. `discard` has its top last. `stock` is the number of
    cards in the draw pile. `drawn` is the card that this seat has drawn and
    not yet placed; None while another seat holds one (`midturn`). Before all
    have chosen which cards to open, `chosen` says whether this seat has.
    `must_draw` says that a new draw pile was just made for the seat to act.

    `unseen` counts, from -2 to 12, the cards that this seat has not before
    its eyes: hidden in the grids, in the draw pile, drawn by another seat.
    `pile` counts so the draw pile alone (with a card that another seat has
    drawn from it), where a reshuffle has made that known; else None. The
    other fields are those of `State`.
    """

    game: str
    rules: Rules
    seat: int
    players: int
    turn: int
    opening: bool
    midturn: bool
    must_draw: bool
    starter: int | None
    grids: tuple[tuple[int | None, ...], ...]
    discard: tuple[int, ...]
    stock: int
    drawn: int | None
    ender: int | None
    turns: int
    number: int
    totals: tuple[int | None, ...]
    unseen: tuple[int, ...]
    pile: tuple[int, ...] | None
    chosen: bool
    end: str | None

    @property
    def grid(self) -> tuple[int | None, ...]:
        """The seat's own grid."""
        return self.grids[self.seat]


def view_of(state: State, seat: int) -> View:
    """The round as `seat` knows it; as all do with -1."""
    counts = list(COUNTS)
    grids: list[tuple[int | None, ...]] = []
    for grid, opened, unsure in zip(state.grids, state.opened, state.unsure, strict=True):
        seen = opened | unsure
        shown = tuple(
            card if seen >> place & 1 or card == EMPTY else None for place, card in enumerate(grid)
        )
        grids.append(shown)
        for card in shown:
            if card is not None:
                counts[card] -= 1
    for card in state.discard:
        counts[card] -= 1
    drawn = state.drawn if seat == state.turn >= 0 else None
    if drawn is not None:
        counts[drawn] -= 1
    pile = None
    if state.piles and (cards := in_pile(state)) is not None:
        if drawn is not None:
            cards[drawn] -= 1
        pile = tuple(cards[value] for value in VALUES)
    return View(
        "skyjo", state.rules, seat, state.players, state.turn, state.opening, state.midturn,
        state.must_draw, state.starter, tuple(grids), tuple(state.discard),
        len(state.stock) - state.at, drawn, state.ender, state.turns, state.number, state.totals,
        tuple(counts[value] for value in VALUES), pile, seat < len(state.chosen), state.end,
    )  # fmt: skip
