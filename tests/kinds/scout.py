"""SCOUT, for the tests of every game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import chain
from typing import Any

from games.game import Deal, Event, Move, View
from games.game import State as AnyState
from games.options import Rules
from games.scout import GAME
from games.scout.cards import DECK
from games.scout.moves import (
    STOP,
    Choose,
    Chose,
    Ended,
    Scout,
    Scouted,
    ScoutShow,
    Show,
    Shown,
    Started,
    Stop,
)
from games.scout.state import State
from tests.kinds.kind import Kind, Witness

KEPT = ("keep", "flip")


def turned(card: int) -> int:
    return card >> 4 | (card & 15) << 4


class ScoutWitness(Witness):
    """Hands, table, captured cards and tokens, from the events."""

    def __init__(self, rules: Rules, deal: Deal) -> None:
        super().__init__(rules, deal)
        self.hands = [list(hand) for hand in deal.hands]
        self.chosen: list[str] = []
        self.table: list[int] = []
        self.owner = -1
        self.captured: list[list[int]] = [[] for _ in deal.hands]
        self.gained = [0] * self.players
        self.tokens = [3 if self.players == 2 else 0] * self.players
        self.marker = [self.players > 2] * self.players
        self.scouts = 0
        self.actions = 0
        self.last: tuple[type, int] = (Started, -1)

    def hear(self, event: Event) -> None:
        seat = event[0]
        if isinstance(event, Chose):
            assert seat == len(self.chosen)
            self.chosen.append(event.how)
            if len(self.chosen) == self.players:
                for hand, how in zip(self.hands, self.chosen, strict=True):
                    if how == "flip":
                        hand[:] = map(turned, hand)
                        if self.rules["flip"] == "rotate":
                            hand.reverse()
        elif isinstance(event, Started):
            self.starter = seat
        elif isinstance(event, Shown):
            hand = self.hands[seat]
            cards = list(event.cards)
            assert hand[event.at : event.at + len(cards)] == cards
            del hand[event.at : event.at + len(cards)]
            assert list(event.captured) == self.table
            self.captured[seat] += self.table
            self.table, self.owner, self.scouts = cards, seat, 0
            if self.players > 2 and self.last == (Scouted, seat):  # nobody has two turns in a row
                assert self.marker[seat]
                self.marker[seat] = False
            else:
                self.actions += 1
        elif isinstance(event, Scouted):
            card = self.table.pop(-1 if event.right else 0)
            assert event.card in (card, turned(card))
            self.hands[seat].insert(event.to, event.card)
            self.scouts += 1
            self.actions += 1
            if self.players > 2:
                assert event.paid == self.owner
                self.tokens[self.owner] += 1
            else:
                self.tokens[seat] -= 1
                home = self.rules["scout_token_to"] == "owner"
                assert event.paid == (self.owner if home else -1)
                self.gained[self.owner] += home
        else:
            assert isinstance(event, Ended)
            self.end = event.end
            spared = event.end in ("unbeaten", "stopped") and self.rules["exempt"] == "owner"
            assert event.exempt == (self.owner if spared else -1)
        self.last = type(event), seat

    def is_over(self) -> bool | None:
        if self.actions == self.rules["turn_limit"] or self.end == "stopped":
            return True
        if self.scouts == 0 and self.owner >= 0 and not self.hands[self.owner]:
            return True
        if self.players == 2:
            return None
        stays = self.table or self.rules["all_scouted_empty"] == "end"
        return self.scouts == self.players - 1 and bool(stays)

    def facts(self) -> Any:
        won = [
            len(cards) + gained for cards, gained in zip(self.captured, self.gained, strict=True)
        ]
        return self.hands, self.table, self.owner, won, self.tokens, self.marker, self.end

    def cards(self) -> list[Any]:
        lying = chain(self.table, *self.hands, *self.captured)
        return sorted(map(_pair, lying))

    def scores(self) -> list[int]:
        result = []
        for seat, hand in enumerate(self.hands):
            points = len(self.captured[seat]) + self.gained[seat]
            if self.players > 2 or self.rules["unspent_tokens"] == "score":
                points += self.tokens[seat]
            free = self.end in ("unbeaten", "stopped") and seat == self.owner
            if not (free and self.rules["exempt"] == "owner"):
                points -= len(hand)
            result.append(points)
        return result


def _pair(card: int) -> int:
    return min(card, turned(card))


def _blocks(hand: bytes, longest: int = 99) -> Iterable[Show]:
    """Every block of a hand as a Show, good or not, and one card more than there is."""
    for at in range(len(hand)):
        for length in range(1, min(len(hand) - at, longest) + 1):
            yield Show(at, bytes(card >> 4 for card in hand[at : at + length]))
    yield Show(max(len(hand) - 1, 0), bytes(card >> 4 for card in hand[-1:]) + b"\1")


class ScoutKind(Kind):
    """SCOUT."""

    game = GAME
    witness = ScoutWitness
    plies = 2100
    tastes = {Show: 8, Scout: 4, ScoutShow: 0.5, Stop: 0.1}  # noqa: RUF012
    before_eyes = ("hands", "table", "owner", "won", "tokens", "marker", "scouts", "actions")

    def order(self, state: AnyState, move: Move) -> tuple[Any, ...]:
        assert isinstance(state, State)
        if isinstance(move, Choose):
            return (0, KEPT.index(move.how))
        if isinstance(move, Show):
            return (1, move.at, len(move.values))
        if isinstance(move, Scout):
            lies = state.table[-1 if move.right else 0]
            return (2, move.right, move.card != lies, move.to)
        if isinstance(move, ScoutShow):
            return (3, *self.order(state, move.scout), *self.order(state, move.show))
        return (4,)

    def conceivable(self, state: AnyState, dice: random.Random) -> Iterable[Move]:
        assert isinstance(state, State)
        yield from map(Choose, KEPT)
        yield STOP
        hand = state.hands[state.turn]
        shows = list(_blocks(hand))
        yield from shows
        ends = {*state.table[:1], *state.table[-1:], dice.choice(DECK)}
        scouts = [
            Scout(right, card, to)
            for right in (False, True)
            for end in sorted(ends)
            for card in (end, turned(end))
            for to in range(len(hand) + 2)
        ]
        yield from scouts
        for scout in dice.choices(scouts, k=12):
            longer = hand[: scout.to] + bytes((scout.card,)) + hand[scout.to :]
            yield ScoutShow(scout, dice.choice(list(_blocks(longer, 4))))
            yield ScoutShow(scout, dice.choice(shows))

    def permuted(self, state: AnyState, seat: int, dice: random.Random) -> State:
        assert isinstance(state, State)
        other = state.copy()
        hidden = [
            (holder, at)
            for holder in range(state.players)
            for at, public in enumerate(state.public[holder])
            if holder != seat and not public
        ]
        old = [_pair(state.hands[holder][at]) for holder, at in hidden]
        pool = list(old)
        if state.players == 2 and state.number % 2:  # which cards were dealt is not known either
            dealt = {_pair(card) for hand in state.dealt for card in hand}
            pool += [card for card in state.deck if card not in dealt]
        dice.shuffle(pool)
        for (holder, at), card in zip(hidden, pool, strict=False):
            hand = bytearray(other.hands[holder])
            hand[at] = dice.choice((card, turned(card)))
            other.hands[holder] = bytes(hand)
        stays = [_pair(card) for hand in state.dealt for card in hand if _pair(card) not in old]
        other.dealt = (bytes([*stays, *pool[: len(old)]]),)
        other.chosen = [
            choice if at == seat or choice is None else dice.choice(KEPT)
            for at, choice in enumerate(other.chosen)
        ]
        return other

    def facts(self, state: AnyState) -> Any:
        assert isinstance(state, State)
        hands = [list(hand) for hand in state.hands]
        return (
            hands, list(state.table), state.owner, state.won, state.tokens, state.marker, state.end,
        )  # fmt: skip

    def keeps_secrets(self, known: AnyState, view: View) -> bool:
        assert isinstance(known, State)
        others = [how for seat, how in enumerate(known.chosen) if seat != view.seat]
        return tuple(known.hands) == view.hands and set(others) == {"unknown"}
