"""What lies on the table in SCOUT: the active set, and a hand for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import View
from games.scout.scoring import scores
from games.scout.state import State
from scoutcli.page.scene import BACK, Card, Group, points_words

_TEN = 10


def scene(
    view: View, state: State | None, names: Sequence[str]
) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """The middle and the seats; with `state` every hand as far as the record knows it."""
    hands = view.hands if state is None else tuple(state.hands)
    shown_by = f", shown by {names[view.owner]}" if view.table and view.owner >= 0 else ""
    facts = () if view.table else ("no card: the next player shows anything",)
    active = Group(f"Active set{shown_by}", facts, (_cards(view.table),))
    points = scores(view.rules, view.won, view.tokens, [len(hand) for hand in hands], -1)
    seats = tuple(
        Group(
            f"{seat + 1}. {names[seat]}",
            tuple(_facts(view, seat, len(hands[seat]), points[seat])),
            (_cards(hands[seat]),),
            turn=seat == view.turn,
        )
        for seat in range(view.players)
    )
    return (active,), seats


def _facts(view: View, seat: int, cards: int, points: int) -> list[str]:
    facts = [
        _counted(cards, "card"),
        f"{view.won[seat]} captured",
        _counted(view.tokens[seat], "token"),
    ]
    if view.players > 2:
        facts.append(f"Scout & Show {'left' if view.marker[seat] else 'used'}")
    facts.append(points_words(points, "so far this round"))
    facts.append(points_words(view.totals[seat], "before"))
    return facts


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _cards(cards: bytes) -> tuple[Card, ...]:
    return tuple(map(_card, cards))


def _card(card: int) -> Card:
    """A card by its upper number; the lower one stands small, turned round as it is printed."""
    upper, lower = card >> 4, card & 15
    if not upper and not lower:
        return Card("?", kind=BACK)
    return Card(str(upper or "?"), str(lower or "?"), tone=min(upper, _TEN))
