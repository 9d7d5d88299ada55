"""The moves and views of SCOUT as numbers; see `games.encoding`.

Numbers of moves, with C the most cards a hand can have (positions count from
0, a length from 1):

    0  keep      1  flip      2  stop
    SHOW        + 10 * position + length - 1
    SCOUT       + C * (2 * right + turned) + position
    SCOUT_SHOW  + 10 * C * (the Scout above SCOUT) + (the Show above SHOW)

`turned` says that the card changes its upper number on its way from the table.
C is no guess: of the cards dealt every other seat holds at least one, or the
round would be over. While a Scout is made one more lies on the table, so a
hand has at most C - 1 cards then, and C gaps; and C cards behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.encoding import MOST, Encoding, Field, around, cut, flags
from games.game import Move
from games.options import Rules
from games.scout.cards import DECK, HAND_SIZE, STRENGTH, UPPER
from games.scout.moves import FLIP, KEEP, STOP, Scout, ScoutShow, Show
from games.scout.view import View

LONGEST = max(map(len, STRENGTH))
"""The longest block: a run from 1 to 10."""

SHOW = 3
_WORDS = {KEEP: 0, FLIP: 1, STOP: 2}
_LOWER = bytes(card & 15 for card in range(256))


class ScoutEncoding(Encoding):
    """SCOUT for so many players."""

    version = 1

    def __init__(self, rules: Rules) -> None:
        players = rules.players
        self.cards = cards = players * HAND_SIZE[players] - (players - 1)
        """C, the most cards a hand can have."""
        self.shows = LONGEST * cards
        self.scout = SHOW + self.shows
        self.scout_show = self.scout + 4 * cards
        # With two players there is no Scout & Show.
        self.actions = self.scout_show + (4 * cards * self.shows if players > 2 else 0)
        self.fields = (
            Field("hands", 2 * cards * players, 0, 10),
            Field("sizes", players, 0, cards),
            Field("table", 2 * LONGEST, 0, 10),
            Field("owner", players, 0, 1),
            Field("turn", players, 0, 1),
            Field("starter", players, 0, 1),
            Field("won", players, 0, len(DECK)),
            Field("tokens", players, 0, MOST),
            Field("marker", players, 0, 1),
            Field("totals", players, -MOST, MOST),
            Field("round", 1, 0, MOST),
            Field("actions", 1, 0, MOST),
            Field("scouts", 1, 0, LONGEST),
            Field("opening", 1, 0, 1),
            Field("chosen", 2, 0, 1),
            Field("unseen", len(DECK), 0, 1),
        )

    def actions_of(self, view: View, moves: Iterable[Move]) -> list[int]:
        result = []
        scout, scouted = None, 0
        for move in moves:
            kind = type(move)
            if kind is ScoutShow:
                if move.scout is not scout:  # hundreds in a row share theirs
                    scout = move.scout
                    scouted = self.scout_show + self.shows * self._scout(view, scout)
                result.append(scouted + _show(move.show))
            elif kind is Show:
                result.append(SHOW + _show(move))
            elif kind is Scout:
                result.append(self.scout + self._scout(view, move))
            else:
                result.append(_WORDS[move])
        return result

    def _scout(self, view: View, scout: Scout) -> int:
        """A Scout as a number below 4 C."""
        turned = scout.card != view.table[-1 if scout.right else 0]
        return self.cards * (2 * scout.right + turned) + scout.to

    def parts(self, view: View) -> Sequence[Iterable[int]]:
        seats = around(view)
        return (
            b"".join(_numbers(view.hands[seat], self.cards) for seat in seats),
            [len(view.hands[seat]) for seat in seats],
            _numbers(view.table, LONGEST),
            flags(seats, view.owner),
            flags(seats, view.turn),
            flags(seats, view.starter),
            [view.won[seat] for seat in seats],
            cut(view.tokens[seat] for seat in seats),
            [view.marker[seat] for seat in seats],
            cut(view.totals[seat] for seat in seats),
            cut((view.number, view.actions)),
            (view.scouts, view.opening, view.chosen == "keep", view.chosen == "flip"),
            [card in view.unseen for card in DECK],
        )


def _show(show: Show) -> int:
    """A Show as a number below 10 C."""
    return LONGEST * show.at + len(show.values) - 1


def _numbers(cards: bytes, room: int) -> bytes:
    """The upper numbers, then the lower ones, each behind the last with 0 for no card."""
    return cards.translate(UPPER).ljust(room, b"\0") + cards.translate(_LOWER).ljust(room, b"\0")


ENCODING = ScoutEncoding
