"""The moves and views of SKYJO as numbers; see `games.encoding`.

Numbers of moves (places count from 0 in reading order):

     0 … 65   the first reveal: a1 b1, a1 c1, … c3 d3, as `moves.REVEALS` has them
    66 … 77   take the top of the discard pile to a place
    78        draw
    79 … 90   put the drawn card at a place
    91 … 102  throw it and turn up the card at a place
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.encoding import MOST, Encoding, Field, around, cut, flags
from games.game import Move
from games.options import Rules
from games.skyjo.cards import COUNTS, DECK, EMPTY, PLACES, VALUES
from games.skyjo.moves import REVEALS, Draw, Reveal, Swap, Take, Turn
from games.skyjo.view import View

TAKE = len(REVEALS)
DRAW = TAKE + PLACES
SWAP = DRAW + 1
TURN = SWAP + PLACES

_FIRST = {Take: TAKE, Swap: SWAP, Turn: TURN}
_PAIRS = {move.places: number for number, move in enumerate(REVEALS)}


class SkyjoEncoding(Encoding):
    """SKYJO for so many players."""

    version = 1

    def __init__(self, rules: Rules) -> None:
        players = rules.players
        grids = PLACES * players
        low, high = min(VALUES), max(VALUES)
        self.actions = TURN + PLACES
        self.fields = (
            Field("hidden", grids, 0, 1),
            Field("open", grids, 0, 1),
            Field("values", grids, low, high),
            Field("turn", players, 0, 1),
            Field("starter", players, 0, 1),
            Field("ender", players, 0, 1),
            Field("totals", players, -MOST, MOST),
            Field("round", 1, 0, MOST),
            Field("turns", 1, 0, MOST),
            Field("opening", 1, 0, 1),
            Field("chosen", 1, 0, 1),
            Field("midturn", 1, 0, 1),
            Field("must_draw", 1, 0, 1),
            Field("holds", 1, 0, 1),
            Field("drawn", 1, low, high),
            Field("top", 1, low, high),
            Field("discard", 1, 0, len(DECK)),
            Field("stock", 1, 0, len(DECK)),
            Field("unseen", len(VALUES), 0, max(COUNTS)),
            Field("known", 1, 0, 1),
            Field("pile", len(VALUES), 0, max(COUNTS)),
        )

    def actions_of(self, view: View, moves: Iterable[Move]) -> list[int]:
        return list(map(_action, moves))

    def parts(self, view: View) -> Sequence[Iterable[int]]:
        seats = around(view)
        cards = [card for seat in seats for card in view.grids[seat]]
        return (
            [card is None for card in cards],
            [card is not None and card != EMPTY for card in cards],
            [0 if card is None or card == EMPTY else card for card in cards],
            flags(seats, view.turn),
            flags(seats, view.starter),
            flags(seats, view.ender),
            cut(view.totals[seat] for seat in seats),
            cut((view.number, view.turns)),
            (view.opening, view.chosen, view.midturn, view.must_draw),
            (view.drawn is not None, view.drawn or 0),
            (view.discard[-1], len(view.discard), view.stock),
            view.unseen,
            (view.pile is not None,),
            view.pile or (0,) * len(VALUES),
        )


def _action(move: Move) -> int:
    if isinstance(move, Reveal):
        return _PAIRS[move.places]
    return DRAW if isinstance(move, Draw) else _FIRST[type(move)] + move.place


ENCODING = SkyjoEncoding
