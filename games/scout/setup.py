"""Which positions in the middle of a round can be at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.errors import RuleError
from games.scout import explain
from games.scout.cards import HAND_SIZE, PAIR, UPPER, is_whole, least_strength

if TYPE_CHECKING:
    from games.scout.state import State


def check_position(
    state: State, table: bytes, owner: int, turn: int, tokens: Sequence[int]
) -> None:
    """Raise RuleError where a position cannot be."""
    players = state.players
    cards = b"".join((*state.hands, table))
    if len(cards) > players * HAND_SIZE[players]:
        raise RuleError(
            "scout-too-many-cards",
            f"{len(cards)} cards lie in the hands and on the table; "
            f"with {players} players {players * HAND_SIZE[players]} are dealt",
        )
    seen: set[int] = set()
    for card in filter(is_whole, cards):
        name = f"{card >> 4}/{card & 15}"
        pair = PAIR[card]
        if pair not in state.deck:
            raise RuleError(
                "scout-no-such-card", f"the card {name} is not in play with {players} players"
            )
        if pair in seen:
            raise RuleError("scout-card-twice", f"the card {name} is there twice")
        seen.add(pair)
    values = table.translate(UPPER)
    if table and not least_strength(table):
        raise explain.show_fault(values)
    if bool(table) and owner < 0:
        raise RuleError("scout-no-owner", "a set on the table has an owner: say its seat")
    if not 0 <= turn < state.players or owner >= state.players:
        raise RuleError("no-such-seat", f"seats are 1 to {state.players}")
    if state.players == 2 and any(token > 3 for token in tokens):
        raise RuleError("scout-too-many-tokens", "with two players nobody has over three tokens")
