"""Words on what is wrong with a move, apart from the state to keep that readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.errors import RuleError
from games.scout.cards import UPPER

if TYPE_CHECKING:
    from games.scout.state import State


def not_your_turn(state: State, seat: int) -> RuleError:
    """Somebody moves whose turn it is not."""
    if state.end is not None:
        return RuleError("round-over", f"the round is over ({state.end}): no move can follow")
    if state.turn < 0:
        return RuleError("no-starter", "it is not settled yet who starts")
    whose = f"seat {state.turn + 1}"
    if state.opening:
        return RuleError("not-your-turn", f"choices stand in the order of seats: {whose} is next")
    if not state.actions:
        return RuleError("not-your-turn", f"{whose} starts, not seat {seat + 1}")
    return RuleError("not-your-turn", f"it is the turn of {whose}, not of seat {seat + 1}")


def block_words(values: bytes) -> str:
    """A block in words: ``a run of 3 from 5``, ``a set of 2 fours`` without the plural."""
    low = min(values)
    if len(values) == 1:
        return f"a single {low}"
    if values[0] == values[1]:
        return f"a set of {len(values)} of value {low}"
    return f"a run of {len(values)} from {low}"


def show_fault(values: bytes) -> RuleError:
    """What was shown is neither a single, nor a set, nor a run."""
    text = " ".join(map(str, values))
    return RuleError(
        "scout-no-block",
        f"{text or 'nothing'} is neither a set (equal numbers) nor a run "
        "(each one up, or each one down, as they lie)",
    )


def weaker(values: bytes, strength: int, need: int) -> RuleError:
    """What was shown does not beat the active set, and why."""
    size, rest = divmod(need, 100)
    kind, low = ("set", rest - 50) if rest > 50 else ("run", rest)
    there = f"a single {low}" if size == 1 else f"a {kind} of {size} with smallest number {low}"
    if strength == need:
        why = "a tie does not beat"
    elif len(values) < size:
        why = "fewer cards"
    elif kind == "set" and strength % 100 < 50:
        why = "a run does not beat a set of as many cards"
    else:
        why = "its smallest number is lower"
    return RuleError(
        "scout-does-not-beat", f"{block_words(values)} does not beat the active set, {there}: {why}"
    )


def wrong_cards(hand: bytes, at: int, said: bytes) -> RuleError:
    """The hand holds other cards at the positions said."""
    block = hand[at : at + len(said)]
    if len(block) < len(said):
        return RuleError(
            "scout-no-such-position",
            f"positions {at + 1} to {at + len(said)} are more than the hand has: {len(hand)} cards",
        )
    there = " ".join(str(value or "?") for value in block.translate(UPPER))
    claimed = " ".join(str(value or "?") for value in said.translate(UPPER))
    where = f"position {at + 1} holds" if len(said) == 1 else f"positions from {at + 1} on hold"
    return RuleError("scout-wrong-card", f"{where} {there}, not {claimed}")
