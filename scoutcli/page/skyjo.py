"""What lies on the table in SKYJO: the piles, and a grid for each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.game import View
from games.skyjo.cards import EMPTY, PLACES, UNKNOWN
from games.skyjo.state import State
from scoutcli.page.scene import BACK, GONE, KNOWN, Card, Group, points_words

_ROW = 4


def scene(
    view: View, state: State | None, names: Sequence[str]
) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """The middle and the seats; with `state` hidden cards too, as far as the record knows them."""
    drawn = view.drawn if state is None else state.drawn
    middle = [
        Group("Discard pile", (), ((_open(view.discard[-1]) if view.discard else _gone(),),)),
        Group("Draw pile", (f"{view.stock} cards",), ((Card("?", kind=BACK),),)),
    ]
    if drawn is not None:
        middle.append(Group("Drawn", (), ((_open(drawn),),)))
    seats = tuple(
        Group(
            f"{seat + 1}. {names[seat]}",
            tuple(_facts(view, seat)),
            tuple(_rows(view.grids[seat], None if state is None else state.grids[seat])),
            turn=seat == view.turn,
        )
        for seat in range(view.players)
    )
    return tuple(middle), seats


def _facts(view: View, seat: int) -> Iterator[str]:
    grid = view.grids[seat]
    yield f"{sum(card for card in grid if card not in (None, EMPTY, UNKNOWN))} open"
    if hidden := sum(card is None for card in grid):
        yield f"{hidden} face down"
    yield points_words(view.totals[seat], "before")
    if seat == view.ender:
        yield "has opened the last card"


def _rows(seen: Sequence[int | None], known: Sequence[int] | None) -> Iterator[tuple[Card, ...]]:
    cards = [_card(card, None if known is None else known[at]) for at, card in enumerate(seen)]
    for start in range(0, PLACES, _ROW):
        yield tuple(cards[start : start + _ROW])


def _card(seen: int | None, known: int | None) -> Card:
    """A place of a grid: what all see there, and what the record knows."""
    if seen is not None:
        return _gone() if seen == EMPTY else _open(seen)
    if known is None or known == UNKNOWN:
        return Card("?", kind=BACK)
    return Card(str(known), kind=KNOWN, tone=_tone(known))


def _open(card: int) -> Card:
    return Card("x" if card == UNKNOWN else str(card), tone=_tone(card))


def _gone() -> Card:
    return Card("", kind=GONE)


def _tone(card: int) -> int:
    """The colours of the cards: below zero, zero, and three steps above it."""
    if card == UNKNOWN:
        return 0
    return 1 if card < 0 else 2 if not card else 4 if card < 5 else 6 if card < 9 else 9
