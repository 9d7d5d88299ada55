"""The game that only tests know, for the tests of every game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import chain
from typing import Any

from games.game import Deal, Event, Move, View
from games.game import State as AnyState
from games.options import Rules
from tests.kinds.kind import Kind, Witness
from tests.toy import GAME, Draw, Knock, Pile, Stake, Starter, State, Take, Throw

ORDER = (Stake, Draw, Take, Knock, Throw)


class ToyWitness(Witness):
    """Hands, stakes and piles, from the events."""

    def __init__(self, rules: Rules, deal: Deal) -> None:
        super().__init__(rules, deal)
        self.hands = [sorted(hand) for hand in deal.hands]
        self.stakes: list[int] = []
        self.discard, self.pile = [deal.up], list(deal.pile)
        self.turns = 0

    def hear(self, event: Event) -> None:
        seat, what, card = event
        if what == "starts":
            self.starter = seat
        elif what == "shuffled":
            self.pile, self.discard = self.discard[:-1], self.discard[-1:]
            assert card == len(self.pile)
        elif what in ("staked", "threw"):
            self.hands[seat].remove(card)
            (self.stakes if what == "staked" else self.discard).append(card)
            self.turns += what == "threw"
            if self.turns == self.rules["length"]:
                self.end = "limit"
        elif what == "drew":
            self.pile.remove(card)
            self.hands[seat] = sorted([*self.hands[seat], card])
        elif what == "took":
            assert self.discard.pop() == card
            self.hands[seat] = sorted([*self.hands[seat], card])
        else:
            assert what == "knocked"
            self.end = "knocked"

    def is_over(self) -> bool | None:
        return self.end is not None

    def facts(self) -> Any:
        return self.hands, self.stakes, self.discard, sorted(self.pile), self.end

    def cards(self) -> list[Any]:
        return sorted(chain(*self.hands, self.stakes, self.discard, self.pile))

    def scores(self) -> list[int]:
        times = 2 if self.players == 2 and self.rules["stakes"] == "double" else 1
        return [
            sum(hand) + times * stake for hand, stake in zip(self.hands, self.stakes, strict=True)
        ]


class ToyKind(Kind):
    """The toy."""

    game = GAME
    witness = ToyWitness
    plies = 700
    tastes = {Knock: 0.1}  # noqa: RUF012
    before_eyes = ("hand", "stake", "sizes", "discard", "pile", "turns")

    def order(self, state: AnyState, move: Move) -> tuple[Any, ...]:
        return ORDER.index(type(move)), getattr(move, "card", None) or 0

    def conceivable(self, state: AnyState, dice: random.Random) -> Iterable[Move]:
        yield from (Draw(), Take(), Knock(), Starter(0), Pile(()))
        for card in range(1, 8):
            yield from (Stake(card), Throw(card))

    def permuted(self, state: AnyState, seat: int, dice: random.Random) -> State:
        assert isinstance(state, State)
        other = state.copy()
        others = [at for at in range(state.players) if at != seat]
        staked = [at for at in others if at < len(other.stakes)]
        pool = [*chain(*(other.hands[at] for at in others)), *other.pile]
        pool += [other.stakes[at] for at in staked]
        dice.shuffle(pool)
        for at in others:
            other.hands[at] = sorted(pool.pop() for _ in other.hands[at])
        for at in staked:
            other.stakes[at] = pool.pop()
        other.pile = pool
        return other

    def facts(self, state: AnyState) -> Any:
        assert isinstance(state, State)
        return state.hands, state.stakes, state.discard, sorted(state.pile), state.end

    def keeps_secrets(self, known: AnyState, view: View) -> bool:
        assert isinstance(known, State)
        others = [stake for seat, stake in enumerate(known.stakes) if seat != view.seat]
        return not any(others) and not any(known.pile)
