"""SCOUT on a bot's line: the hand that was dealt, the cards of a Show (scoutcli-bot(7))."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.game import Move
from games.options import Rules, shown
from games.scout import GAME
from games.scout.cards import HAND_SIZE, PAIR, deck_for
from games.scout.moves import ScoutShow, Show
from games.scout.state import Deal, State
from notation.diagnostics import TextError
from notation.scout_moves import (
    CARDS,
    cards_text,
    format_move,
    parse_move,
    position_text,
    values_text,
)


@lru_cache(maxsize=16384)
def chosen(text: str) -> Move:
    """The move of a canonical text in which nothing is left open. Raises TextError.

    A text seen before costs one look-up.
    """
    (move,) = parse_move(text)
    if "?" in text or "=" in text or format_move(move) != text:
        raise TextError("not-canonical", f"write {shown(text)} as in `legal`", 0, len(text))
    return move


def dealt(deal: Deal, seat: int, state: State) -> str:
    """The own hand, from left to right; then all cards that are dealt, where that is known."""
    hand = f"hand {cards_text(deal.hands[seat])}"
    told = state.deck != deck_for(state.players)
    return f"{hand} of {cards_text(state.deck)}" if told else hand


def read_dealt(words: Sequence[str], rules: Rules, seat: int) -> Deal:
    """The deal of which `seat` sees its own hand; inverse of `dealt`. Raises TextError."""
    hands = list(GAME.unknown_deal(rules).hands)
    size = len(hands[seat])
    own, rest = words[1 : size + 1], words[size + 1 :]
    if words[:1] != ["hand"] or len(own) < size or rest[:1] not in ([], ["of"]):
        raise TextError("bad-dealt", f"the word hand and {size} cards are missing")
    hands[seat] = bytes(map(_card, own))
    return Deal(tuple(hands), _pool(rest[1:], rules.players) if rest else b"")


def _pool(words: Sequence[str], players: int) -> bytes:
    """All cards of a deal, each with its smaller number up. Raises TextError."""
    pool = bytes(sorted(set(bytes(map(_card, words)).translate(PAIR))))
    size = players * HAND_SIZE[players]
    if len(pool) != size or pool.translate(None, deck_for(players)):
        raise TextError("bad-dealt", f"after the word of stand the {size} cards of the deal")
    return pool


def told(moves: Sequence[Move], state: State) -> str:
    """A move by its positions; of a Show also the whole cards, which lie on the table now."""
    (move,) = moves
    if isinstance(move, Show):
        # Made for every move of a match between programs.
        show = f"S{position_text(move[0])}:{values_text(move[1])}"
        return f"{show} cards {cards_text(state.table)}"
    if isinstance(move, ScoutShow):
        move = ScoutShow(move.scout, _by_position(move.show))
        return f"{format_move(move)} cards {cards_text(state.table)}"
    return format_move(move)


def recorded(text: str) -> str:
    """The word of a record: a Show with its whole cards said. Inverse of `told`."""
    word, *rest = text.split()
    if rest[:1] != ["cards"]:
        return word
    before, _, _ = word.rpartition(":")
    return f"{before}={'-'.join(rest[1:])}"


def _by_position(show: Show) -> Show:
    return Show(show.at, show.values)


def _card(text: str) -> int:
    card = CARDS.get(text)
    if card is None:
        raise TextError("bad-dealt", f"{shown(text)} is no card")
    return card
