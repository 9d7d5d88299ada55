"""Which positions in the middle of a round can be at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.errors import RuleError
from games.options import Rules
from games.scout import explain
from games.scout.cards import HAND_SIZE, PAIR, UPPER, is_whole, least_strength
from games.scout.scoring import rounds_of
from games.standing import check_standing

if TYPE_CHECKING:
    from games.scout.state import State


def check_position(state: State) -> None:
    """Raise RuleError where a position cannot be."""
    players, table, owner, turn = state.players, state.table, state.owner, state.turn
    cards = b"".join((*state.hands, table))
    # Of a hand from which a move was not noted it is not known how much is left.
    if not state.lost and len(cards) > players * HAND_SIZE[players]:
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
    if turn >= players or owner >= players:
        raise RuleError("no-such-seat", f"seats are 1 to {players}")
    if players == 2 and any(token > 3 for token in state.tokens):
        raise RuleError("scout-too-many-tokens", "with two players nobody has over three tokens")
    limit = state.rules.number("turn_limit")
    if limit is not None and state.actions > limit - (turn >= 0):
        raise RuleError(
            "scout-limit",
            f"a round ends after {limit} actions, so after {state.actions} "
            f"{'it is over: turn=- end=limit' if state.actions == limit else 'it was over'}",
            ("position", "actions"),
        )
    if turn >= 0:
        _check_turn(state)


def _check_turn(state: State) -> None:
    """While a round goes on, who made the last Show and the Scouts since tell who is to move."""
    players, owner, scouts, table = state.players, state.owner, state.scouts, state.table
    if state.lost and not table:
        return  # nobody noted what was shown last, or when
    if owner < 0:
        if scouts:
            raise _wrong("scouts", "before the first Show there is nothing to Scout")
        return
    show = f"the Show of seat {owner + 1}"
    if not table and not scouts:
        raise _wrong("table", f"{show} lies there until somebody scouts it")
    if players == 2:
        right = 1 - owner
    else:
        right = (owner + 1 + scouts) % players
        # When all others have scouted the table empty, the rules may have the owner show again.
        again = not table and state.rules["all_scouted_empty"] == "continue"
        if scouts >= players - (not again):
            raise _wrong(
                "scouts",
                f"since {show} all others only scouted: the round is over, turn=- end=unbeaten",
            )
    if state.turn != right:
        raise _wrong(
            "turn",
            f"after {show}, with scouts={scouts}, seat {right + 1} is to move, "
            f"not seat {state.turn + 1}",
        )
    left = state.tokens[right]
    if players == 2 and not state.lost and scouts + left > 3:
        raise RuleError(
            "scout-too-many-tokens",
            f"seat {right + 1} has paid {scouts} of its three tokens since {show}, "
            f"so it cannot have {left} left",
            ("position", "tokens"),
        )


def _wrong(word: str, message: str) -> RuleError:
    return RuleError("scout-wrong-turn", message, ("position", word))


def check_match(rules: Rules, number: int, totals: Sequence[int | None]) -> None:
    """Raise RuleError where no match has round `number` with these totals before it."""
    check_standing(number, totals, rounds_of(rules))
