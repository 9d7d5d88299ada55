"""SKYJO on a bot's line: the card turned up, the card drawn, a new draw pile (scoutcli-bot(7))."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Move
from games.options import Rules, shown
from games.skyjo import GAME
from games.skyjo.moves import DRAW, REVEALS, SWAPS, TAKES, TURNS, Draw, Pile
from games.skyjo.state import Deal, State
from notation.diagnostics import TextError
from notation.skyjo_moves import CARDS, card_text, format_moves
from notation.skyjo_words import choice

_CHOICES: dict[str, Move] = {
    choice(move): move for move in (*REVEALS, *TAKES, DRAW, *SWAPS, *TURNS)
}


def chosen(text: str) -> Move:
    """The move of a canonical text. Raises TextError."""
    move = _CHOICES.get(text)
    if move is None:
        raise TextError(
            "not-a-move",
            f"{shown(text)} is no move; one is Oa1b2, T@b2, D, @b2 or /b2",
            0,
            len(text),
        )
    return move


def dealt(deal: Deal) -> str:
    """The first discard."""
    return f"up {card_text(deal.up)}"


def read_dealt(words: Sequence[str], rules: Rules) -> Deal:
    """The deal of which nothing is seen but the first discard. Raises TextError."""
    if len(words) != 2 or words[0] != "up":
        raise TextError("bad-dealt", "the word up and the first discard are missing")
    return GAME.unknown_deal(rules)._replace(up=_card(words[1]))


def told(moves: Sequence[Move], state: State) -> str:
    """A move with every card it showed; of a new draw pile how many cards it has."""
    first = moves[0]
    if not isinstance(first, Pile):
        return format_moves(moves)
    up = "" if first.up is None else f" up {card_text(first.up)}"
    return f"N {len(state.stock) - state.at}{up}"


def recorded(text: str) -> str:
    """The word of a record. Inverse of `told`."""
    words = text.split()
    if words[0] != "N":
        return words[0]
    up = f":{words[3]}" if words[2:3] == ["up"] and len(words) > 3 else ""
    return f"N*{up}"


def begun(moves: Sequence[Move]) -> str:
    """The card drawn."""
    (draw,) = moves
    return card_text(draw.card)


def read_begun(text: str) -> tuple[Move, ...]:
    """The draw of that card. Raises TextError."""
    return (Draw(_card(text)),)


def _card(text: str) -> int:
    card = CARDS.get(text)
    if card is None:
        raise TextError("bad-dealt", f"{shown(text)} is no card")
    return card
