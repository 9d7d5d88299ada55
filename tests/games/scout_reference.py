"""A second SCOUT, slow and plain, made of the rules alone, to hold the real one against.

Nothing here comes from the package under test. A card is a pair, upper number
first. Moves are tuples: ("show", at, length), ("scout", right, card, to),
("both", scout, show), ("stop",), in the canonical order.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

Card = tuple[int, int]
Moves = list[tuple[Any, ...]]

DEFAULTS: dict[str, object] = {
    "exempt": "owner",
    "all_scouted_empty": "end",
    "turn_limit": 1000,
    "scout_token_to": "centre",
    "unspent_tokens": "score",
    "voluntary_stop": False,
}


def is_set(values: list[int]) -> bool:
    return len(set(values)) == 1


def is_run(values: list[int]) -> bool:
    steps = {after - before for before, after in pairwise(values)}
    return steps in ({1}, {-1})


def strength(block: list[Card]) -> tuple[int, bool, int] | None:
    """What decides which block is stronger, in this order; None for what is no block."""
    values = [upper for upper, _ in block]
    if not values or not (is_set(values) or is_run(values)):
        return None
    return len(values), is_set(values), min(values)


def beats(block: list[Card], on: list[Card]) -> bool:
    mine, theirs = strength(block), strength(on)
    return mine is not None and (theirs is None or mine > theirs)


@dataclass
class Reference:
    """A round after the opening."""

    hands: list[list[Card]]
    turn: int
    options: dict[str, object] = field(default_factory=dict)
    table: list[Card] = field(default_factory=list)
    owner: int | None = None
    scouts: int = 0
    actions: int = 0
    end: str | None = None
    exempt: int | None = None

    def __post_init__(self) -> None:
        self.players = len(self.hands)
        self.options = {**DEFAULTS, **self.options}
        self.won = [0] * self.players
        self.tokens = [3 if self.players == 2 else 0] * self.players
        self.marker = [self.players > 2] * self.players

    # What is legal

    def legal(self) -> Moves:
        if self.end is not None:
            return []
        hand = self.hands[self.turn]
        moves: Moves = list(self.shows(hand, self.table))
        if self.players == 2:
            if self.tokens[self.turn]:
                moves += self.scouts_of(hand)
            if self.options["voluntary_stop"] and self.table:
                moves.append(("stop",))
        else:
            moves += self.scouts_of(hand)
            if self.marker[self.turn]:
                moves += self.both(hand)
        return moves

    @staticmethod
    def shows(hand: list[Card], on: list[Card]) -> Moves:
        return [
            ("show", at, length)
            for at in range(len(hand))
            for length in range(1, len(hand) - at + 1)
            if beats(hand[at : at + length], on)
        ]

    def scouts_of(self, hand: list[Card]) -> Moves:
        moves: Moves = []
        for right in (False, True):
            if self.table and not (right and len(self.table) == 1):
                upper, lower = self.table[-1 if right else 0]
                for card in ((upper, lower), (lower, upper)):
                    moves += [("scout", right, card, to) for to in range(len(hand) + 1)]
        return moves

    def both(self, hand: list[Card]) -> Iterator[tuple[Any, ...]]:
        for scout in self.scouts_of(hand):
            _, right, card, to = scout
            left = self.table[:-1] if right else self.table[1:]
            for show in self.shows([*hand[:to], card, *hand[to:]], left):
                yield ("both", scout, show)

    # What a move does

    def after(self, move: tuple[Any, ...]) -> Reference:
        result = deepcopy(self)
        result.play(move)
        return result

    def play(self, move: tuple[Any, ...]) -> None:
        seat = self.turn
        self.actions += 1
        if move[0] == "stop":
            self.finish("stopped")
        elif move[0] == "show":
            self.show(seat, move)
        elif move[0] == "scout":
            self.scout(seat, move)
            if self.players > 2:
                self.turn = (seat + 1) % self.players
                everybody = self.scouts == self.players - 1
                if everybody and (self.table or self.options["all_scouted_empty"] == "end"):
                    self.finish("unbeaten")
        else:
            self.marker[seat] = False
            self.scout(seat, move[1])
            self.show(seat, move[2])
        if self.end is None and self.players == 2 and not self.legal_but_stop():
            self.finish("unbeaten")
        if self.end is None and self.actions == self.options["turn_limit"]:
            self.finish("limit")

    def legal_but_stop(self) -> Moves:
        return [move for move in self.legal() if move != ("stop",)]

    def show(self, seat: int, move: tuple[Any, ...]) -> None:
        _, at, length = move
        self.won[seat] += len(self.table)
        hand = self.hands[seat]
        self.table = hand[at : at + length]
        self.hands[seat] = hand[:at] + hand[at + length :]
        self.owner, self.scouts = seat, 0
        self.turn = (seat + 1) % self.players
        if not self.hands[seat]:
            self.finish("emptied")

    def scout(self, seat: int, move: tuple[Any, ...]) -> None:
        _, right, card, to = move
        del self.table[-1 if right else 0]
        self.hands[seat].insert(to, card)
        self.scouts += 1
        assert self.owner is not None
        if self.players > 2:
            self.tokens[self.owner] += 1
        else:
            self.tokens[seat] -= 1
            if self.options["scout_token_to"] == "owner":
                self.won[self.owner] += 1

    def finish(self, end: str) -> None:
        self.end = end
        if end in ("unbeaten", "stopped") and self.options["exempt"] == "owner":
            self.exempt = self.owner

    def scores(self) -> list[int]:
        result = []
        for seat in range(self.players):
            points = self.won[seat]
            if self.players > 2 or self.options["unspent_tokens"] == "score":
                points += self.tokens[seat]
            if seat != self.exempt:
                points -= len(self.hands[seat])
            result.append(points)
        return result


def count(reference: Reference, depth: int) -> int:
    """The number of ways to play so many moves, fewer where a round ends before."""
    if depth == 0 or reference.end is not None:
        return 1
    return sum(count(reference.after(move), depth - 1) for move in reference.legal())
