"""Words on what is wrong with a move, apart from the state to keep that readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.errors import RuleError
from games.scout.cards import UNKNOWN, UPPER
from games.scout.moves import Scout

if TYPE_CHECKING:
    from games.scout.state import State


def not_your_turn(state: State, seat: int) -> RuleError:
    """Somebody moves whose turn it is not."""
    if state.end is not None:
        return RuleError("round-over", f"the round is over ({state.end}): no move can follow")
    if not 0 <= seat < state.players:
        return RuleError("no-such-seat", f"seats are 1 to {state.players}")
    if state.turn < 0:
        if seat in state.candidates:
            return RuleError("no-starter", "it is not settled yet who starts")
        return not_the_starter(state, seat)
    whose = f"seat {state.turn + 1}"
    if state.opening:
        return RuleError("not-your-turn", f"choices stand in the order of seats: {whose} is next")
    if not state.actions:
        return RuleError("not-your-turn", f"{whose} starts, not seat {seat + 1}")
    return RuleError("not-your-turn", f"it is the turn of {whose}, not of seat {seat + 1}")


def not_the_starter(state: State, seat: int) -> RuleError:
    """Somebody starts who cannot."""
    among = " or ".join(str(other + 1) for other in state.candidates)
    return RuleError("not-your-turn", f"seat {among} starts, not seat {seat + 1}")


def _words(values: bytes) -> str:
    """Upper numbers as people read them: ``4 ? 10``."""
    return " ".join(str(value or "?") for value in values)


def _name(card: int) -> str:
    """A card as people read it: ``4/10``."""
    return f"{card >> 4 or '?'}/{card & 15 or '?'}"


def _names(block: bytes) -> str:
    """Cards as people read them, as far as they are known: ``4/7 10``, ``?``."""
    return " ".join(_name(card) if card & 15 else _words(bytes((card >> 4,))) for card in block)


def block_words(values: bytes) -> str:
    """A block in words: ``a run of 3 from 5``; its upper numbers where not all are known."""
    if UNKNOWN in values:
        return _words(values)
    low = min(values)
    if len(values) == 1:
        return f"a single {low}"
    if values[0] == values[1]:
        return f"a set of {len(values)} with the number {low}"
    return f"a run of {len(values)} from {low}"


def show_fault(values: bytes) -> RuleError:
    """What was shown is neither a single, nor a set, nor a run."""
    return RuleError(
        "scout-no-block",
        f"{_words(values) or 'nothing'} is neither a set (equal numbers) nor a run "
        "(each one up, or each one down, as they lie)",
    )


def weaker(values: bytes, strength: int, need: int) -> RuleError:
    """What was shown (at best of `strength`) does not beat the active set, and why."""
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
    size = len(said)
    block = hand[at : at + size]
    if len(block) < size:
        where = f"is no position {at + 1}"
        if size > 1:
            where = f"are no positions {at + 1} to {at + size}"
        cards = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
        return RuleError("scout-no-such-position", f"there {where}: the hand has {cards}")
    if block.translate(UPPER) == said.translate(UPPER):
        there, claimed = _names(block), _names(said)
    else:
        there, claimed = _words(block.translate(UPPER)), _words(said.translate(UPPER))
    where = f"position {at + 1} holds" if size == 1 else f"positions from {at + 1} on hold"
    return RuleError("scout-wrong-card", f"{where} {there}, not {claimed}")


def not_in_hand(said: bytes) -> RuleError:
    """Cards of which the position was not noted lie nowhere in a known hand."""
    return RuleError("scout-not-in-hand", f"{_names(said)} lies nowhere so in the hand")


def card_twice(card: int) -> RuleError:
    """A card is said that lies elsewhere in the same hand."""
    return RuleError("scout-card-twice", f"the card {_name(card)} cannot be there twice")


def wrong_end_card(scout: Scout, end: int) -> RuleError:
    """The table has another card at the end that was scouted."""
    side = "right" if scout.right else "left"
    return RuleError(
        "scout-wrong-card",
        f"the {side}most card of the active set is {_name(end)}, not {_name(scout.card)}",
    )


def no_stop(state: State) -> RuleError:
    """Nobody may stop by these rules."""
    if state.players > 2:
        return RuleError("scout-no-stop", "nobody can pass: Show, Scout, or Scout & Show")
    return RuleError(
        "scout-no-stop", "these rules let nobody stop (voluntary_stop: false): Show or Scout"
    )
