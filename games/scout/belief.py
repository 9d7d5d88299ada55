"""What was dealt to the others, given what they did since: worlds for a search.

A *world* is a deal of the cards that the seat does not know. Worlds are drawn
by random walks that visit each as often as it is likely (Metropolis and others,
1953): two cards change places, or a hand is turned, and the step is taken or
not as it makes what the seats have done, from the choice to keep or flip on,
more or less likely. A seat is taken to make a move the likelier, the more the
rule of thumb thinks of it.

A walk begins with the round: it takes some steps at every turn of the seat,
knowing what was known then, and goes on from there at the next. So where it
stands depends on the view alone, and a player who keeps its `Belief` from turn
to turn is spared going through all the turns before once more.
"""

from __future__ import annotations

import copy
import math
from typing import NamedTuple

import numpy as np

from games.scout.kernel import settle, turned
from games.scout.layout import (
    HANDS, HAND_SIZE, MOST_CARDS, MOST_MOVES, Numbers, PLAYERS, ROUND, Round,
)  # fmt: skip
from games.scout.rank import peers
from games.scout.tale import Past, Tale, whole
from games.scout.view import Story, View
from games.scout.weights import weights_for
from games.scout.worth import NOTES, Measures
from games.search.chance import Dice, below, between, dice_of
from games.search.compiled import inner, njit

FIRST_STEPS = 200
"""The steps of a walk at the first turn of its seat."""
STEPS = 60
"""Its steps at each later turn, and from there to further worlds."""
TEMPER = 1.0
"""By how many points a move has to be better to be made e times as often."""
_SLIP = 0.02
"""How often a seat makes any legal move at all."""
_TURNS_OF_NINE = 2
"""In so many of nine steps a hand is turned."""


class Worlds(NamedTuple):
    """Worlds, one a row, and how likely what each seat did is in each."""

    cards: Numbers
    """(worlds, slots and more): the card of each slot; behind them those not dealt."""
    logs: Measures
    """(worlds, players): the logarithm of how likely its seat would do what it did."""

    def copy(self) -> Worlds:
        """An independent copy."""
        return Worlds(self.cards.copy(), self.logs.copy())


class Belief:
    """What a seat believes about one round, as so many worlds; see `at`.

    A walk takes so many steps at the `first` and at each `later` turn of the seat.
    """

    def __init__(
        self, seed: int, worlds: int, first: int = FIRST_STEPS, later: int = STEPS
    ) -> None:
        self._seed, self._size = seed, worlds
        self._first, self._later = first, later
        self._room = (np.zeros(MOST_MOVES, dtype=np.int64), np.zeros(MOST_MOVES), np.zeros(NOTES))
        self._key: object = None
        self._done: Story | None = None

    def at(self, view: View) -> None:
        """Bring it to the moment of a view, in which it is the seat's turn."""
        tale = Tale(view)
        self.tale = tale
        key = (view.seat, view.players, view.number, tale.pool, view.opening)
        done = self._done
        if key != self._key or done is None or tale.story[: len(done)] != done:
            self._begin(tale)
            self._key, done = key, None
        if view.opening or view.story is None:
            self._done = None
            return
        for turn in tale.turns():
            if done is None or turn > len(done):
                self._go_on(turn)
                done = tale.story[:turn]
        self._done = done

    def _begin(self, tale: Tale) -> None:
        players, size = tale.players, self._size
        self._weights = weights_for(players)
        self.dice = dice_of(self._seed)
        self.pool = whole(tale.pool)
        self._turns = 0
        self.past = tale.past(-1)
        self.worlds = Worlds(
            np.zeros((size, len(tale.pool)), dtype=np.int64),
            np.zeros((size, players)),
        )
        self._other = self.worlds.copy()
        self.more()

    def fork(self) -> Belief:
        """Another one at the same moment, which goes its own way from here."""
        other = copy.copy(self)
        other.worlds, other.pool, other.dice = (
            self.worlds.copy(), self.pool.copy(), self.dice.copy()
        )  # fmt: skip
        return other

    def more(self) -> None:
        """Move on to as many other worlds."""
        if len(self.past.made):
            self._walk(STEPS)
        else:
            deal(self.worlds.cards, self.pool, self.dice)

    def _go_on(self, turn: int) -> None:
        tale = self.tale
        self.past = tale.past(turn)
        shown = [(slot, card) for when, slot, card in tale.shown if when < turn]
        learn(self.worlds.cards, whole([s for s, _ in shown]), whole([card for _, card in shown]))
        weights, dice = self._weights, self.dice
        judge(self.worlds, self._other, self.past, weights, *self._room, dice)
        self._walk(self._first if self._turns == 0 else self._later)
        self._turns += 1

    def _walk(self, steps: int) -> None:
        walk(self.worlds, self.past, steps, self._weights, *self._room, self.dice)


@njit
def deal(cards: Numbers, pool: Numbers, dice: Dice) -> None:
    """Deal the cards of the pool at random, in every world."""
    for w in range(len(cards)):
        for at in range(len(pool) - 1, -1, -1):
            other = below(dice, at + 1)
            card = pool[other]
            pool[other] = pool[at]
            pool[at] = card
            cards[w, at] = turned(card) if below(dice, 2) else card


@njit
def learn(cards: Numbers, slots: Numbers, shown: Numbers) -> None:
    """Put the cards that were shown where they were, in every world, by exchange with others."""
    for w in range(len(cards)):
        for i in range(len(slots)):
            slot, card = slots[i], shown[i]
            other = 0
            while cards[w, other] != card and cards[w, other] != turned(card):
                other += 1
            cards[w, other] = cards[w, slot]
            cards[w, slot] = card


@njit
def walk(
    worlds: Worlds, past: Past, steps: int, weights: Measures, moves: Numbers, worths: Measures,
    notes: Measures, dice: Dice,
) -> None:  # fmt: skip
    """Take so many steps in every world."""
    for w in range(len(worlds.cards)):
        cards, logs = worlds.cards[w], worlds.logs[w]
        for _ in range(steps if len(past.free) else 0):
            _step(cards, logs, past, weights, moves, worths, notes, dice)


@njit
def judge(
    worlds: Worlds, other: Worlds, past: Past, weights: Measures, moves: Numbers, worths: Measures,
    notes: Measures, dice: Dice,
) -> None:  # fmt: skip
    """Work out anew how likely everything is, and drop worlds for others that became likelier.

    `other` is room for as many worlds.
    """
    size, most = len(worlds.cards), -math.inf
    for w in range(size):
        cards, logs = worlds.cards[w], worlds.logs[w]
        before = after = 0.0
        for seat in range(len(logs)):
            before += logs[seat]
            logs[seat] = _log(cards, past, seat, -math.inf, weights, moves, worths, notes)
            after += logs[seat]
            other.logs[w, seat] = logs[seat]
        for slot in range(len(cards)):
            other.cards[w, slot] = cards[slot]
        worths[w] = after - before
        most = max(most, worths[w])
    total = 0.0
    for w in range(size):
        worths[w] = math.exp(worths[w] - most)
        total += worths[w]
    # Each is kept as often as is its share (systematic resampling).
    at, reached = 0, worths[0]
    offset = between(dice)
    for w in range(size):
        while reached < (w + offset) * total / size and at < size - 1:
            at += 1
            reached += worths[at]
        for seat in range(len(worlds.logs[w])):
            worlds.logs[w, seat] = other.logs[at, seat]
        for slot in range(len(worlds.cards[w])):
            worlds.cards[w, slot] = other.cards[at, slot]


@inner
def _step(
    cards: Numbers, logs: Measures, past: Past, weights: Measures, moves: Numbers,
    worths: Measures, notes: Measures, dice: Dice,
) -> None:  # fmt: skip
    """Let two cards change places, or turn a hand, if chance will have it."""
    slots, free = len(past.owners), len(past.free)
    turn_hand, one = below(dice, 9) < _TURNS_OF_NINE, past.free[below(dice, free)]
    seat = other = past.owners[one]
    # The step is taken if what was done becomes no less likely than this.
    least = logs[seat] + math.log(between(dice))
    two, ways = one, below(dice, 4)
    first = second = cards[one]
    if turn_hand:
        _turn_hand(cards, past, seat)
    else:
        pick = below(dice, free + len(cards) - slots)
        two = past.free[pick] if pick < free else slots + pick - free
        second = cards[two]
        cards[one] = turned(second) if ways & 1 else second
        if two != one:
            cards[two] = turned(first) if ways & 2 else first
            other = past.owners[two] if two < slots else seat
    log_other = 0.0
    if other != seat:
        least += logs[other]
        log_other = _log(cards, past, other, least, weights, moves, worths, notes)
    log = _log(cards, past, seat, least - log_other, weights, moves, worths, notes)
    if log + log_other >= least:
        logs[seat] = log
        if other != seat:
            logs[other] = log_other
    elif turn_hand:
        _turn_hand(cards, past, seat)
    else:
        cards[two] = second
        cards[one] = first


@inner
def _turn_hand(cards: Numbers, past: Past, seat: int) -> None:
    """Turn all the cards of a hand that are not known."""
    for slot in past.free:
        if past.owners[slot] == seat:
            cards[slot] = turned(cards[slot])


@inner
def _log(
    cards: Numbers, past: Past, seat: int, least: float, weights: Measures, moves: Numbers,
    worths: Measures, notes: Measures,
) -> float:  # fmt: skip
    """The logarithm of how likely a seat would have done what it did.

    As soon as that is less than `least`, anything less.
    """
    hand = HANDS + MOST_CARDS * seat
    total = 0.0
    for j in range(past.first[seat], past.first[seat + 1]):
        state = past.rounds[j]
        for at in range(state[HAND_SIZE + seat]):
            entry = past.hands[j, at]
            state[hand + at] = entry if entry > 0 else cards[-1 - entry]
        settle(state, seat)
        count = peers(state, past.made[j], weights, moves, worths, notes)
        total += _log_of(past.made[j], count, moves, worths)
        if total < least:
            break
    return total


@inner
def _log_of(made: int, count: int, moves: Numbers, worths: Measures) -> float:
    """The logarithm of how likely a move is chosen from a list."""
    best, its = -1e9, -1e9
    for i in range(count):
        best = max(best, worths[i])
        if moves[i] == made:
            its = worths[i]
    total = 0.0
    for i in range(count):
        gap = (worths[i] - best) / TEMPER
        if gap > -7.0:
            total += math.exp(gap)
    share = math.exp(max((its - best) / TEMPER, -40.0)) / total
    return math.log((1.0 - _SLIP) * share + _SLIP / max(count, 1))


@inner
def lay(cards: Numbers, slots: Numbers, places: Numbers, base: Round, state: Round) -> None:
    """The round of a world: `base` with its cards put in, into `state`."""
    for at in range(ROUND):
        state[at] = base[at]
    for i in range(len(slots)):
        state[places[i]] = cards[slots[i]]
    for seat in range(base[PLAYERS]):
        settle(state, seat)
