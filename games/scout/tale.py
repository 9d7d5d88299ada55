"""A round of SCOUT retold from its deal, as one seat can tell it: what the others decided.

Each place in the deal of the others is a *slot*. Whose card went where is
known to all, so every card of every hand, at every moment, is a slot or a card
that came from the table; and each decision of another seat can be put before
the rule of thumb once more, with any cards in the slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from games.errors import RuleError
from games.game import Move
from games.scout import bridge
from games.scout.cards import HAND_SIZE as DEALT_SIZE
from games.scout.cards import PAIR
from games.scout.kernel import apply
from games.scout.layout import (
    CARD, END, EXEMPT, GOING, HANDS, HAND_SIZE, KEEP, LENGTH, MARKER, MOST_CARDS, Numbers,
    OPENING, ROUND, Round, TOKENS, TURN,
)  # fmt: skip
from games.scout.moves import Scout, ScoutShow, Show
from games.scout.view import Story, View

MOST_DECISIONS = 8
"""Of each seat, besides its choice to keep or flip, so many of its last decisions are told."""


class Past(NamedTuple):
    """What the other seats have decided, seat by seat; J decisions."""

    rounds: Numbers
    """(J, ROUND): the round before each, where the hand is still to be put in."""
    hands: Numbers
    """(J, MOST_CARDS): the hand at the time; a card, or -1 - the slot it was dealt to."""
    made: Numbers
    """(J,): the move."""
    first: Numbers
    """(players + 1,): where the decisions of each seat begin, and the end."""
    owners: Numbers
    """(slots,): the seat of each slot. A slot is a place in the deal of the others."""
    free: Numbers
    """The slots whose cards are not known."""


class _Decision(NamedTuple):
    """What a seat decided, `when` so many parts of the story were told."""

    when: int
    seat: int
    round: Round
    hand: list[int]
    made: int


class Tale:
    """A round retold from its deal, as far as a seat can tell it.

    `hands` has for every seat its cards now, as in `Past.hands`. Where the
    view has no story, the others' hands as they lie are taken for the deal.
    Raises RuleError ``unknown-cards`` where too much is not known.
    """

    def __init__(self, view: View) -> None:
        self.seat, self.players = view.seat, view.players
        self.story: Story = view.story or ()
        hands = view.hands
        if view.story is not None:
            hands = (bytes(DEALT_SIZE[view.players]),) * view.players
        self.owners: list[int] = []
        self.hands = [list(hand) for hand in hands]
        for seat, hand in enumerate(self.hands):
            if seat != view.seat:
                for at, card in enumerate(hand):
                    if not card:
                        self.owners.append(seat)
                        hand[at] = -len(self.owners)
        self.decisions: list[_Decision] = []
        self.shown: list[tuple[int, int, int]] = []
        """When a slot was shown, the slot, its card."""
        if not view.opening and view.story is not None:
            self._retell(view)
        shown = bytes(card for _, _, card in self.shown).translate(PAIR)
        self.pool = sorted(view.unseen + shown)
        """What can have been dealt to others."""
        if len(self.pool) < len(self.owners) or not all(view.hand):
            raise RuleError("unknown-cards", "search needs a round with the cards of one deck")

    def _retell(self, view: View) -> None:
        state = bridge.round_under(view.rules)
        for seat, hand in enumerate(self.hands):
            state[HAND_SIZE + seat] = len(hand)
            state[TOKENS + seat] = 3 if view.players == 2 else 0
            state[MARKER + seat] = view.players > 2
        state[OPENING] = 1
        for seat in range(view.players):
            state[TURN] = seat
            # What it flipped, it would keep: the slots are those of the hand as it chose it.
            self._decide(-1, seat, state, KEEP)
        state[OPENING] = 0
        told = 0
        while told < len(self.story):
            told = self._tell(told, state)

    def _tell(self, when: int, state: Round) -> int:
        """Go on by the next move of the story; how much of it is told then."""
        seat, part, cards = self.story[when]
        after = when + 1
        made: Move = part
        parts = [(part, cards)]
        if isinstance(part, Scout) and self.players > 2 and after < len(self.story):
            other, then, shown = self.story[after]
            if other == seat and isinstance(then, Show):
                parts.append((then, shown))
                made = ScoutShow(part, then)
                after += 1
        # Cards that are not known can make the round seem to have ended.
        state[TURN], state[END], state[EXEMPT] = seat, GOING, -1
        number = bridge.encode(made)
        self._decide(when, seat, state, number)
        hand = self.hands[seat]
        for part, block in parts:
            if isinstance(part, Scout):
                hand.insert(part.to, block[0])
                continue
            for entry, card in zip(hand[part.at :], block, strict=False):
                if entry < 0:
                    self.shown.append((when, -1 - entry, card))
            # They leave for the table, so the round has to know them.
            del hand[part.at : part.at + len(block)]
        _put_block(state, seat, parts)
        apply(state, number)
        return after

    def _decide(self, when: int, seat: int, state: Round, made: int) -> None:
        if seat == self.seat:
            return
        if made & LENGTH and made >> CARD & 255:
            return  # a Scout & Show tells little, and costs much
        self.decisions.append(_Decision(when, seat, state.copy(), self.hands[seat].copy(), made))

    def turns(self) -> list[int]:
        """The turns of the seat before which others have acted, as parts of the story."""
        acted = [seat for seat, _, _ in self.story]
        return [
            when
            for when in range(len(acted) + 1)
            if (when == len(acted) or acted[when] == self.seat)
            and (when == 0 or acted[when - 1] != self.seat)
        ]

    def past(self, until: int) -> Past:
        """What was decided in that much of the story."""
        seats: list[list[_Decision]] = [[] for _ in range(self.players)]
        for decision in self.decisions:
            if decision.when < until:
                seats[decision.seat].append(decision)
        # The last ones first: they tell most, and what is unlikely is seen at once.
        kept = [[*decided[1:][::-1][:MOST_DECISIONS], *decided[:1]] for decided in seats]
        flat = [decision for decided in kept for decision in decided]
        rounds, hands = (
            np.zeros((len(flat), ROUND), np.int64),
            np.zeros((len(flat), MOST_CARDS), np.int64),
        )
        for row, decision in enumerate(flat):
            rounds[row] = decision.round
            hands[row, : len(decision.hand)] = decision.hand
        shown = {slot for when, slot, _ in self.shown if when < until}
        free = [slot for slot in range(len(self.owners)) if slot not in shown]
        return Past(
            rounds,
            hands,
            whole([decision.made for decision in flat]),
            np.cumsum([0, *map(len, kept)]),
            whole(self.owners),
            whole(free),
        )

    def places(self) -> tuple[Numbers, Numbers]:
        """The slots whose cards still lie in hands, and where in the array of the round."""
        found = [
            (-1 - entry, HANDS + MOST_CARDS * seat + at)
            for seat, hand in enumerate(self.hands)
            if seat != self.seat
            for at, entry in enumerate(hand)
            if entry < 0
        ]
        return whole([slot for slot, _ in found]), whole([place for _, place in found])


def _put_block(state: Round, seat: int, parts: Sequence[tuple[Move, bytes]]) -> None:
    """Put the cards of a Show where they lie in the hand before the move."""
    hand = HANDS + MOST_CARDS * seat
    to = parts[0][0].to if isinstance(parts[0][0], Scout) else MOST_CARDS
    for part, block in parts:
        if isinstance(part, Show):
            for at, card in enumerate(block, part.at):
                if at != to:
                    state[hand + at - (at > to)] = card


def whole(numbers: Sequence[int]) -> Numbers:
    """Whole numbers as an array."""
    return np.array(numbers, dtype=np.int64)
