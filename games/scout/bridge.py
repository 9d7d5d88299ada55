"""From rounds, views and moves as objects to the numbers of `layout`, and back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.errors import RuleError
from games.game import Move
from games.options import Rules
from games.scout import kernel
from games.scout.cards import UPPER
from games.scout.layout import (
    ACTIONS, AT, CARD, CHOICES, CHOSEN, END, ENDS, EXEMPT, FLIP, GOES_ON_EMPTY,
    HAND_SIZE, HANDS, KEEP, LENGTH, LIMIT, MARKER, MOST_CARDS, OPENING, OWNER, OWNER_EXEMPT,
    PAYS_OWNER, PLACE, PLAYERS, RIGHT, ROTATES, ROUND, Round, SCOUTS, SHOWING, START, STARTER,
    STOP, STOPS, TABLE, TABLE_SIZE, TO, TOKENS, TURN, UNSPENT, WON,
)  # fmt: skip
from games.scout.moves import FLIP as FLIPPED
from games.scout.moves import KEEP as KEPT
from games.scout.moves import STOP as STOPPED
from games.scout.moves import Choose, Scout, ScoutShow, Show, Starter, Stop, show_of
from games.scout.state import Deal, State
from games.scout.view import View


def round_under(rules: Rules) -> Round:
    """An array with the rules in force and no cards: what `kernel.deal` fills."""
    state: Round = np.zeros(ROUND, dtype=np.int64)
    state[PLAYERS] = rules.players
    state[OWNER_EXEMPT] = rules["exempt"] == "owner"
    state[GOES_ON_EMPTY] = rules["all_scouted_empty"] == "continue"
    state[ROTATES] = rules["flip"] == "rotate"
    state[LIMIT] = rules.number("turn_limit") or 0
    state[PAYS_OWNER] = rules["scout_token_to"] == "owner"
    state[UNSPENT] = rules["unspent_tokens"] != "ignore"
    state[STOPS] = rules.players == 2 and bool(rules["voluntary_stop"])
    state[STARTER] = state[EXEMPT] = state[OWNER] = -1
    return state


def from_state(state: State) -> Round:
    """A round as an array. Raises RuleError ``not-known`` where a card of it is not known."""
    if state.ledger is not None or state.lost:
        raise RuleError("unknown-cards", "a round can only be searched where every card is known")
    result = _filled(state, state.hands)
    result[EXEMPT] = state.exempt
    for seat, choice in enumerate(state.chosen):
        result[CHOSEN + seat] = CHOICES.index(choice)
    return result


def from_view(view: View) -> Round:
    """A round as a seat knows it, as an array: 0 for each card that the seat does not know.

    Whoever puts cards there (`view.unseen` has those that can be there) has
    `kernel.settle` work out the hand again before any other function is called.
    """
    result = _filled(view, view.hands)
    if view.chosen is not None:
        result[CHOSEN + view.seat] = CHOICES.index(view.chosen)
    return result


def _filled(source: State | View, hands: Sequence[bytes]) -> Round:
    """What states and views have in common."""
    result = round_under(source.rules)
    result[OPENING] = source.opening
    result[TURN] = source.turn
    result[STARTER] = -1 if source.starter is None else source.starter
    result[END] = ENDS.index(source.end)
    result[OWNER], result[SCOUTS], result[ACTIONS] = source.owner, source.scouts, source.actions
    result[TABLE_SIZE] = len(source.table)
    result[TABLE : TABLE + len(source.table)] = list(source.table)
    players = source.players
    result[WON : WON + players] = source.won
    result[TOKENS : TOKENS + players] = source.tokens
    result[MARKER : MARKER + players] = source.marker
    for seat, hand in enumerate(hands):
        put_hand(result, seat, hand)
    return result


def to_state(
    state: Round, rules: Rules, number: int = 1, totals: Sequence[int | None] = ()
) -> State:
    """The round of an array as an object: all but what seats have seen of each other's hands.

    `rules` are those in force; what belongs to the match is not in the array.
    """
    players = rules.players
    hands = [hand_of(state, seat) for seat in range(players)]
    if state[OPENING]:
        result = State(rules, Deal(tuple(hands)), number, totals)
        result.turn = int(state[TURN])
    else:
        won, tokens, marker = (
            state[field : field + players].tolist() for field in (WON, TOKENS, MARKER)
        )
        result = State.from_position(
            rules, hands, table_of(state), int(state[OWNER]), int(state[TURN]),
            int(state[SCOUTS]), won, tokens, [left == 1 for left in marker],
            int(state[ACTIONS]), number, totals or (0,) * players,
        )  # fmt: skip
        result.end = ENDS[state[END]]
        result.exempt = int(state[EXEMPT])
    result.chosen = [CHOICES[how] for how in state[CHOSEN : CHOSEN + players]]
    result.starter = int(state[STARTER]) if state[STARTER] >= 0 else None
    return result


def put_hand(state: Round, seat: int, hand: bytes) -> None:
    """Put a whole hand in the place of another."""
    at = HANDS + MOST_CARDS * seat
    state[at : at + MOST_CARDS] = 0
    state[at : at + len(hand)] = list(hand)
    state[HAND_SIZE + seat] = len(hand)
    kernel.settle(state, seat)


def hand_of(state: Round, seat: int) -> bytes:
    """The cards of a hand."""
    at = HANDS + MOST_CARDS * seat
    return bytes(state[at : at + state[HAND_SIZE + seat]].tolist())


def table_of(state: Round) -> bytes:
    """The cards on the table."""
    return bytes(state[TABLE : TABLE + state[TABLE_SIZE]].tolist())


def encode(move: Move) -> int:
    """The number of a move, or of the draw of who starts."""
    if isinstance(move, Show):
        return move.at << AT | len(move.values)
    if isinstance(move, Scout):
        return move.to << TO | move.card << CARD | (RIGHT if move.right else 0)
    if isinstance(move, ScoutShow):
        return encode(move.scout) | encode(move.show)
    if isinstance(move, Choose):
        return FLIP if move == FLIPPED else KEEP
    if isinstance(move, Starter):
        return START | move.seat << AT
    assert isinstance(move, Stop)
    return STOP


def decode(move: int, state: Round) -> Move:
    """The move that a number stands for, for the seat to act in `state`."""
    card = move >> CARD & 255
    if move & LENGTH:
        hand = hand_of(state, int(state[TURN]))
        if not card:
            return _show(move, hand)
        to = move >> TO & PLACE
        return ScoutShow(
            _scout(move), _show(move & SHOWING, hand[:to] + bytes((card,)) + hand[to:])
        )
    if card:
        return _scout(move)
    if move >= START:
        return Starter(move >> AT & PLACE)
    return {KEEP: KEPT, FLIP: FLIPPED, STOP: STOPPED}[move]


def _scout(move: int) -> Scout:
    return Scout(bool(move & RIGHT), move >> CARD & 255, move >> TO & PLACE)


def _show(move: int, hand: bytes) -> Show:
    at = move >> AT & PLACE
    return show_of(at, hand[at : at + (move & LENGTH)].translate(UPPER))
