"""What moves of SCOUT are worth by a rule of thumb, without anything compiled.

For lists that people look at: the better moves stand first. It is the rule of
`worth`, with its trained numbers for four players, rounded; what a hand is
worth is the best sum over its cuttings into blocks. Nothing here depends on
a card that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from games.game import Move
from games.scout.blocks import longest
from games.scout.cards import STRENGTH, TURN, UPPER
from games.scout.moves import Choose, Scout, ScoutShow, Show
from games.scout.view import View

# Points of the seat against the mean of the others, as in `weights`.
_SINGLE, _SINGLE_HIGH = -2.75, 0.07
_SET, _SET_HIGH = (-2.87, -1.29, 0.11, 1.45), 0.16
_RUN, _RUN_HIGH = (-4.09, -3.14, -1.32, 1.39, 0.66), 0.22
_STAND, _STAND_HIGH = -0.15, 0.04
_STAND_SET, _STAND_RUN = (0.85, 2.66, 3.26, 5.12), (0.18, 0.44, 2.64, 7.73, 3.29)
_STAND_HIGHER = 0.09
_CAPTURE, _TOKEN, _MARK = 1.81, -1.87, 4.25
_CARD_LEFT, _URGENT = 1.77, (-1.81, -1.34, -0.66)
_LEAVE, _HIGH_LEFT, _NEARLY = (0.92, 0.55, -1.37, -1.22, -0.73), -0.07, -0.59
_GO_ON, _STUCK = -1.18, -1.41

_MIDDLE = 5
"""What a number that is not known is taken for."""


def _held_worth(block: bytes) -> float:
    """What a block in the hand is worth."""
    length, low = len(block), min(block)
    if length == 1:
        return _SINGLE + _SINGLE_HIGH * ((low or _MIDDLE) - 1)
    if block[0] == block[1]:
        return _SET[min(length, 5) - 2] + _SET_HIGH * (low - 1)
    return _RUN[min(length, 6) - 2] + _RUN_HIGH * (low - 1)


def _standing_worth(block: bytes) -> float:
    """What it is worth to have a block on the table: how hard it is to beat."""
    length, low = len(block), min(block)
    if length == 1:
        return _STAND + _STAND_HIGH * (low - 1)
    kinds = _STAND_SET if block[0] == block[1] else _STAND_RUN
    return kinds[min(length, len(kinds) + 1) - 2] + _STAND_HIGHER * (low - 1)


_HELD = {block: _held_worth(block) for block in (b"\0", *STRENGTH)}
_STANDING = {block: _standing_worth(block) for block in STRENGTH}


class _Hand:
    """The upper numbers of a hand, cut in the best way before and behind each gap."""

    __slots__ = ("_before", "_behind", "values")

    def __init__(self, values: bytes) -> None:
        self.values = values
        size = len(values)
        before = [0.0] + [-1e9] * size
        behind = [-1e9] * size + [0.0]
        reach = longest(values)
        for at in range(size):
            so_far = before[at]
            for end in range(at + 1, at + max(reach[at], 1) + 1):
                worth = so_far + _HELD[values[at:end]]
                before[end] = max(before[end], worth)
        for at in range(size - 1, -1, -1):
            behind[at] = max(
                _HELD[values[at:end]] + behind[end]
                for end in range(at + 1, at + max(reach[at], 1) + 1)
            )
        self._before, self._behind = before, behind

    @property
    def worth(self) -> float:
        """What the hand is worth as it lies."""
        return self._behind[0]

    def without(self, at: int, end: int) -> float:
        """What is left is worth when the block between two gaps has gone."""
        values, before, behind = self.values, self._before, self._behind
        best = before[at] + behind[end]
        if at and end < len(values) and -1 <= values[end] - values[at - 1] <= 1:
            # What comes together can be one block.
            first, last = at - 1, end + 1
            while first and values[first - 1 : at] + values[end:last] in _HELD:
                first -= 1
            while last < len(values) and values[first:at] + values[end : last + 1] in _HELD:
                last += 1
            block = values[first:at] + values[end:last]
            best = max(best, before[first] + _HELD.get(block, -1e9) + behind[last])
        return best


_hand = lru_cache(maxsize=1024)(_Hand)


class _Position:
    """What a view is worth to its seat after one move or another."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.values = view.hand.translate(UPPER)
        others = [seat for seat in range(view.players) if seat != view.seat]
        self.two = view.players == 2
        self.pays = view.rules["scout_token_to"] == "owner" if self.two else True
        unspent = view.rules["unspent_tokens"] != "ignore" if self.two else True
        self.spent = int(self.two and unspent)
        counted = [
            view.won[seat] + (view.tokens[seat] if unspent else 0) for seat in range(view.players)
        ]
        sizes = [len(hand) for hand in view.hands]
        self.own = counted[view.seat]
        self.share = 1 / len(others)
        self.others = sum(counted[seat] for seat in others)
        self.in_hands = sum(sizes[seat] for seat in others)
        spared = view.rules["exempt"] == "owner" and view.owner not in (-1, view.seat)
        self.not_paid = sizes[view.owner] if spared else 0
        fewest = min(sizes[seat] for seat in others)
        self.card = _CARD_LEFT + (_URGENT[max(fewest, 1) - 1] if fewest <= 3 else 0)
        self.base = self.own - self.others * self.share + _GO_ON
        if view.marker[view.seat]:
            self.base += _MARK

    def ended(self, gain: int, cards: int, unbeaten: bool, paid: bool = False) -> float:
        """The points against the mean of the others if the round ends now.

        The seat has got `gain` points by the move and keeps so many cards; it
        ends on an unbeaten set or on an empty hand, and gave a token if `paid`.
        """
        against = self.in_hands - (self.not_paid if unbeaten else 0)
        if unbeaten and self.view.owner == self.view.seat and self.view.rules["exempt"] == "owner":
            cards = 0
        return self.own + gain - cards - (self.others + paid - against) * self.share

    def worth(self, move: Move) -> float:
        """What a legal move is worth; 0 for one of which nothing is known."""
        kind = type(move)
        if kind is Show:
            return self.shown(_hand(self.values), move, len(self.view.table))
        if kind is Scout:
            return self.scouted(move)
        if kind is Choose:
            hand = self.view.hand.translate(TURN) if move.how == "flip" else self.view.hand
            return _hand(hand.translate(UPPER)).worth
        if kind is ScoutShow:
            scout, show = move
            return self.shown(self.grown(scout), show, len(self.view.table) - 1, scouted=True)
        return self.ended(0, len(self.values), unbeaten=True)

    @property
    def price(self) -> float:
        """What a Scout is worth by what it costs."""
        return _TOKEN - self.spent - (self.pays if self.two else 0)

    def grown(self, scout: Scout) -> _Hand:
        """The hand once a card has come."""
        to = max(scout.to, 0)
        return _hand(self.values[:to] + bytes((scout.card >> 4,)) + self.values[to:])

    def shown(self, hand: _Hand, show: Show, captured: int, scouted: bool = False) -> float:
        """What a Show out of such a hand is worth; `scouted`: with the Scout before it."""
        at, values, _ = show
        left = len(hand.values) - len(values)
        if not left:
            gain = captured - (self.spent if scouted else 0)
            return self.ended(gain, 0, unbeaten=False, paid=scouted and self.pays)
        worth = self.base + _CAPTURE * captured + self.card * left + _STANDING.get(values, 0.0)
        if scouted:
            worth += self.price - (0 if self.two else _MARK)
        return worth + hand.without(max(at, 0), max(at, 0) + len(values))

    def scouted(self, scout: Scout) -> float:
        """What a Scout is worth; with two players the best Show after it is to come."""
        view, hand = self.view, self.grown(scout)
        table = view.table[:-1] if scout.right else view.table[1:]
        cards, left = len(hand.values), len(table)
        if self.two:
            return self._scouted_first(hand, table)
        last = view.scouts == view.players - 2 and view.owner >= 0
        if last and (left or view.rules["all_scouted_empty"] != "continue"):
            return self.ended(0, cards, unbeaten=True, paid=True)
        worth = self.base + self.price + self.card * cards + hand.worth + _LEAVE[min(left, 4)]
        if left:
            worth += _HIGH_LEFT * ((min(table.translate(UPPER)) or _MIDDLE) - 1)
        return worth + (_NEARLY if view.scouts == view.players - 3 else 0)

    def _scouted_first(self, hand: _Hand, table: bytes) -> float:
        """With two players: what a Scout is worth by the best Show that can follow."""
        need, values = STRENGTH.get(table.translate(UPPER), 0), hand.values
        best = None
        for at, most in enumerate(longest(values)):
            for size in range(max(len(table), 1), most + 1):
                block = values[at : at + size]
                if STRENGTH[block] > need:
                    worth = self.shown(hand, Show(at, block), len(table), scouted=True)
                    best = worth if best is None else max(best, worth)
        if best is None:
            if self.view.tokens[self.view.seat] == 1:
                return self.ended(-self.spent, len(values), unbeaten=True, paid=self.pays)
            best = self.base + self.price + self.card * len(values) + hand.worth + _STUCK
        return best


def appraise(view: View, legal: Sequence[Move]) -> list[float]:
    """What each of the legal moves is worth, in points against the mean of the others."""
    worth: Callable[[Move], float] = _Position(view).worth
    return [worth(move) for move in legal]
