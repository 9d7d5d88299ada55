"""What chance brought in a round of SKYJO, in points for every seat.

An event is a card that comes to light: the first one of the discard pile, those
that the seats open, one drawn, one turned up or replaced, those of the final
flip; and who starts, and the card that a new draw pile turns up. It is worth the
margins expected behind it less those expected when it was settled that a card
comes, but not which. So its mean is 0 over all cards that could have come, and
it does not matter for that how good the guess of the margins is. What a choice
changes lies between two events, and is no luck.

Margins are means over *worlds*: the cards that nobody has seen are dealt at
random, by what all have seen. Everybody goes on by the rule of thumb, and after
the second turn of each seat `gauge.guess` says what it can expect; where
somebody opens everything before, the round is played to its end. Both sides of
an event meet the same worlds: behind it the card lies where it was, and the one
that had been dealt there lies where it came from.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.errors import RuleError
from games.search.chance import Dice, below, dice_of, roll
from games.search.compiled import inner, njit
from games.search.luck import Fell, Made, margins
from games.skyjo import bridge, gauge
from games.skyjo import layout as at
from games.skyjo.cards import ALL, COUNTS, PLACES, UNKNOWN, VALUES
from games.skyjo.gauge import Measures
from games.skyjo.kernel import apply, draw_lot, give_pile, scores
from games.skyjo.layout import Numbers, Round
from games.skyjo.moves import Draw, Flipped, Pile, Reveal, Starter, Swap, Take, Turn
from games.skyjo.state import State
from games.skyjo.thumb import NOTES, habits_for, thumb
from games.skyjo.weights import weights_for
from games.skyjo.worlds import redeal

_NOBODY = -1
_PLAY_ON = -1
"""No move is to be made first."""
_FINAL = 4
"""So many times the playouts where there is nothing to play, only to turn over."""
_PARTS = 5
"""Where all that could have come is looked at, each has this part of the playouts of an event."""
_LAPS = 2
"""So many turns of each seat are played before its margin is guessed."""
_WORLD = np.uint64(0xD1342543DE82EF95)
_EVENT = 0x9E3779B97F4A7C15
"""Odd numbers, so that every world and every event has another start for its dice."""


def lucks(start: State, made: Sequence[Made], seed: int, playouts: int) -> list[Fell]:
    """See `games.search.luck`.

    Where it is settled before the deal who starts, that is worth what the place is.
    """
    walk = _Walk(start, seed, max(1, playouts // 2))
    if start.opening:
        walk.begin()
    for each in made:
        walk.make(each)
    return walk.fell


class _Walk:
    """A round as it is gone through again; `fell` is what chance has brought so far."""

    def __init__(self, start: State, seed: int, worlds: int) -> None:
        self.fell: list[Fell] = []
        self._state = start.copy()
        self._seed, self._worlds = seed, worlds
        self._events = 0
        self._chosen: list[Reveal] = []
        self._habits, self._weights = habits_for(start.players), weights_for(start.players)

    def begin(self) -> None:
        """Who starts, and the first card of the discard pile."""
        base = self._base()
        worths = self._values([_with_top(base, value) for value in VALUES], _PLAY_ON)
        mean = np.average(worths, axis=0, weights=[COUNTS[value] for value in VALUES])
        if base[at.STARTER] >= 0:
            self._add(-1, _NOBODY, "start", mean)
        self._add(-1, _NOBODY, "discard", worths[VALUES.index(int(base[at.CARDS]))] - mean)

    def make(self, made: Made) -> None:
        """Go on by a move, and measure what it brought to light."""
        move = made.move
        if isinstance(move, Reveal):
            self._open(made)
        elif isinstance(move, Draw):
            base = self._base()
            top = at.CARDS + int(base[at.STOCK])
            self._swing(made.at, made.seat, "draw", base, [(top, _known(move.card))], 0, at.DRAW)
            self._state.apply(made.seat, move)
        elif isinstance(move, (Take, Swap, Turn)):
            self._place(made)
        elif isinstance(move, Starter):
            if self._state.turn < 0:
                lot = at.START + move.seat
                self._swing(made.at, _NOBODY, "start", self._base(), [], 0, _PLAY_ON, lot)
            self._state.apply(_NOBODY, move)
        elif isinstance(move, Pile):
            self._renew(made)
        else:
            raise RuleError("unknown-cards", "a move was not noted")

    def _open(self, made: Made) -> None:
        """The cards that all have chosen are turned up, seat after seat."""
        self._chosen.append(made.move)
        if len(self._chosen) == self._state.players:
            base = self._base()
            slots: list[tuple[int, int]] = []
            for seat, choice in enumerate(self._chosen):
                base[at.CHOSEN + seat] = bridge.encode(choice) - at.REVEAL
            for seat, choice in enumerate(self._chosen):
                cards = choice.cards or (UNKNOWN, UNKNOWN)
                known = len(slots)
                slots += _slots(seat, choice.places, cards)
                last = bridge.encode(made.move)
                self._swing(made.at, seat, "reveal", base, slots, known, last)
        self._state.apply(made.seat, made.move)

    def _place(self, made: Made) -> None:
        """A card that comes to light where another one comes to lie, and all at the end."""
        seat, move = made.seat, made.move
        before, number = self._base(), bridge.encode(move)
        slots = []
        if not self._state.opened[seat] >> move.place & 1:
            slots += _slots(seat, (move.place,), (move.out,))
            what = "turn" if isinstance(move, Turn) else "replaced"
            self._swing(made.at, seat, what, before, slots, 0, number)
        for event in self._state.apply(seat, move):
            if isinstance(event, Flipped):
                known = len(slots)
                slots += _slots(event.seat, event.places, event.cards)
                self._swing(made.at, event.seat, "flip", before, slots, known, number)

    def _renew(self, made: Made) -> None:
        """A new draw pile; its order comes to light card by card, but a card may be turned up."""
        state, up = self._state, made.move.up
        if up is not None:
            base, among = self._base(), [_known(card) for card in state.old_pile()]
            values = sorted(set(among))
            worths = self._values([_renewed(base, value) for value in values], at.DRAW)
            mean = np.average(worths, axis=0, weights=[among.count(value) for value in values])
            self._add(made.at, _NOBODY, "pile", worths[values.index(_known(up))] - mean)
        state.apply(_NOBODY, made.move)

    # Measuring

    def _base(self) -> Round:
        """The round now, as all see it."""
        state = self._state
        return bridge.from_view(state.view(max(state.turn, 0)))

    def _swing(
        self, at_play: int, seat: int, what: str, base: Round, slots: Sequence[tuple[int, int]],
        known: int, before: int, after: int | None = None,
    ) -> None:  # fmt: skip
        """Note an event; see `swing`. `after` is `before` but for a move that is chance."""
        worlds = self._worlds * (_FINAL if what == "flip" else 1)
        sides = self._points(base, slots, known, before, before if after is None else after, worlds)
        self._add(at_play, seat, what, sides[0] - sides[1])

    def _values(self, bases: Sequence[Round], move: int) -> Measures:
        """What is expected of rounds that could be, each in a part of the worlds."""
        worlds = -(-2 * self._worlds // _PARTS)
        return np.array([-self._points(base, [], 0, move, move, worlds)[0] for base in bases])

    def _points(
        self, base: Round, slots: Sequence[tuple[int, int]], known: int, before: int, after: int,
        worlds: int,
    ) -> Measures:  # fmt: skip
        """The mean points of each seat on both sides of an event."""
        points = np.zeros((2, at.MOST_PLAYERS))
        laid = np.array(slots, dtype=np.int64).reshape(-1, 2)
        dice = dice_of(self._seed + self._events * _EVENT)
        swing(base, laid, known, before, after, worlds, dice, self._habits, self._weights, points)
        return points[:, : self._state.players] / worlds

    def _add(self, at_play: int, seat: int, what: str, gains: Measures) -> None:
        self._events += 1
        self.fell.append(Fell(at_play, seat, what, margins(gains.tolist())))


def _slots(seat: int, places: Sequence[int], cards: Sequence[int | None]) -> list[tuple[int, int]]:
    """Where cards of a grid stand in a round, and the cards. Raises RuleError ``unknown-cards``."""
    if min(places) < 0:
        raise RuleError("unknown-cards", "it was not noted where a card lay")
    return [
        (at.GRIDS + PLACES * seat + place, _known(card))
        for place, card in zip(places, cards, strict=True)
    ]


def _known(card: int | None) -> int:
    """The card. Raises RuleError ``unknown-cards`` where it is none."""
    if card is None or card == UNKNOWN:
        raise RuleError("unknown-cards", "luck can only be measured in cards that are known")
    return card


def _with_top(base: Round, card: int) -> Round:
    """The same round before the first turn with another card on the discard pile."""
    result = base.copy()
    old = int(base[at.CARDS])
    if card != old:
        hidden = (
            *range(at.GRIDS, at.GRIDS + PLACES * int(base[at.PLAYERS])),
            *range(at.CARDS + int(base[at.STOCK]), at.ROUND),
        )
        there = next(place for place in hidden if base[place] == card)  # wherever: it is dealt anew
        result[at.CARDS], result[there] = card, old
        result[at.SUM] += old - card
        result[at.UNSEEN + old] += 1
        result[at.UNSEEN + card] -= 1
    return result


def _renewed(base: Round, up: int) -> Round:
    """The round with a new draw pile, and this card turned up."""
    result = base.copy()
    heap = base[at.CARDS : at.CARDS + base[at.HEAP]].tolist()
    heap.remove(up)
    give_pile(result, np.array(heap, dtype=np.int64), up)
    return result


@njit(allocates=True)
def swing(
    base: Round, laid: Numbers, known: int, before: int, after: int, worlds: int, seed: Dice,
    habits: Measures, weights: Measures, points: Measures,
) -> None:  # fmt: skip
    """Add up what each seat ends with: in `points` [0] before an event, in [1] behind it.

    `laid` has a slot of the round and the card there in each row; behind the
    event all of them are known to all, before it the first `known` ones.
    `before` and `after` are the moves that are made then, or `_PLAY_ON`.
    """
    world, play = base.copy(), base.copy()
    spare, scored = np.zeros(at.CARDS_END, np.int64), np.zeros(at.MOST_PLAYERS, np.int64)
    expected = np.zeros(at.MOST_PLAYERS)
    notes, gauged = np.zeros(NOTES), np.zeros(gauge.NOTES)
    dice, own = seed.copy(), seed.copy()  # of the world, and of the round in it
    players = base[at.PLAYERS]
    for row in range(worlds):
        dice[0] = seed[0] + np.uint64(row) * _WORLD
        dice[0] = roll(dice)
        _copy(base, world)
        redeal(world, base[at.TURN_OF], spare, dice)
        for side in range(2):
            for nth in range(known if side else 0, len(laid) if side else known):
                _lay(world, laid, nth, dice)
            _copy(world, play)
            own[0] = dice[0]
            move = after if side else before
            if move != _PLAY_ON:
                apply(play, move, own)
            if _play_out(play, base[at.TURNS], habits, weights, expected, notes, gauged, own):
                for seat in range(players):
                    points[side, seat] -= expected[seat] * (players - 1) / players
            else:
                scores(play, scored)
                for seat in range(players):
                    points[side, seat] += scored[seat]


@inner
def _copy(state: Round, other: Round) -> None:
    """Make `other` the same round."""
    for i in range(at.ROUND):
        other[i] = state[i]


@inner
def _lay(world: Round, laid: Numbers, nth: int, dice: Dice) -> None:
    """Let the nth card lie at its slot, and what is dealt there where that card is dealt.

    Each of several equal cards is as likely to be the one, so that the world is
    as random as before. After a new draw pile grids and pile stay apart.
    """
    slot, card = laid[nth, 0], laid[nth, 1]
    apart = world[at.PILES] > 0
    chosen, found = slot, 0
    if slot >= at.CARDS or not apart:
        for i in range(at.CARDS + world[at.STOCK], at.ROUND):
            if world[i] == card and _is_free(i, laid, nth):
                found += 1
                chosen = i if below(dice, found) == 0 else chosen
    if slot < at.CARDS or not apart:
        for seat in range(world[at.PLAYERS]):
            shut = ALL & ~(world[at.OPENED + seat] | world[at.GONE + seat])
            for place in range(PLACES):
                i = at.GRIDS + PLACES * seat + place
                if shut >> place & 1 and world[i] == card and _is_free(i, laid, nth):
                    found += 1
                    chosen = i if below(dice, found) == 0 else chosen
    world[chosen], world[slot] = world[slot], world[chosen]


@inner
def _is_free(slot: int, laid: Numbers, count: int) -> bool:
    """Whether it is none of the first slots, whose cards are known."""
    free = True
    for i in range(count):
        free &= laid[i, 0] != slot
    return free


@inner
def _play_out(
    play: Round, turns: int, habits: Measures, weights: Measures, expected: Measures,
    notes: Measures, gauged: Measures, dice: Dice,
) -> bool:  # fmt: skip
    """Play `_LAPS` by thumb; whether nobody opens everything, so that `expected` has margins.

    Else the round is over.
    """
    players = play[at.PLAYERS]
    while play[at.PHASE] != at.OVER:
        if play[at.PHASE] == at.LOT:
            apply(play, draw_lot(play, dice), dice)
        gone = play[at.TURNS] - turns
        if play[at.PHASE] == at.OWN_TURN and play[at.ENDER] < 0 and gone > (_LAPS - 1) * players:
            last = (play[at.TURN_OF] or players) - 1
            expected[last] = gauge.guess(play, last, weights, gauged)
            if gone == _LAPS * players:
                return True
        apply(play, thumb(play, habits, notes), dice)
    return False


def warm() -> None:
    """Call what others call, so that it is compiled, or loaded."""
    from games.deals import Shuffler
    from games.skyjo import GAME  # it stands on the modules of this package

    rules, _ = GAME.rules(2)
    start = GAME.begin(rules, [], GAME.deal(rules, [], Shuffler("warm", 1)))
    lucks(start, [], 1, 2)
