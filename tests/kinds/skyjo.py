"""SKYJO, for the tests of every game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from games.game import Deal, Event, Move, View
from games.game import State as AnyState
from games.options import Rules
from games.skyjo import GAME
from games.skyjo.cards import UNKNOWN
from games.skyjo.moves import (
    Chose,
    Cleared,
    Draw,
    Drew,
    Ended,
    Flipped,
    Opened,
    Placed,
    Reshuffled,
    Reveal,
    Revealed,
    Started,
    Starter,
    Swap,
    Take,
    Turn,
    Turned,
)
from games.skyjo.state import State
from tests.kinds.kind import Kind, Witness

LINES = [[column, column + 4, column + 8] for column in range(4)]
LINES += [[row, row + 1, row + 2, row + 3] for row in (0, 4, 8)]
GONE = 99


class SkyjoWitness(Witness):
    """Grids, piles and the drawn card, from the events."""

    def __init__(self, rules: Rules, deal: Deal) -> None:
        super().__init__(rules, deal)
        self.grids = [list(grid) for grid in deal.grids]
        self.open: list[set[int]] = [set() for _ in deal.grids]
        self.discard = [deal.up]
        self.pile = list(deal.stock)
        self.drawn: int | None = None
        self.ender: int | None = None
        self.flipped = False
        self.turns = 0
        self.left: int | None = None
        """How many turns are still to come once somebody has opened everything."""

    def hear(self, event: Event) -> None:
        seat = event[0]
        if isinstance(event, Chose):
            return
        if isinstance(event, Started):
            self.starter = seat
        elif isinstance(event, (Revealed, Flipped)):
            for place, card in zip(event.places, event.cards, strict=True):
                assert self.grids[seat][place] == card
                assert place not in self.open[seat]
                self.open[seat].add(place)
            self.flipped = isinstance(event, Flipped)
        elif isinstance(event, Drew):
            assert self.drawn is None
            self.pile.remove(event.card)
            self.drawn = event.card
        elif isinstance(event, Placed):
            self._turn_made()
            assert (self.discard.pop() if event.taken else self.drawn) == event.card
            assert self.grids[seat][event.place] == event.out != GONE
            self.grids[seat][event.place] = event.card
            self.open[seat].add(event.place)
            self.discard.append(event.out)
            self.drawn = None
        elif isinstance(event, Turned):
            self._turn_made()
            assert self.drawn == event.thrown
            assert self.grids[seat][event.place] == event.card
            assert event.place not in self.open[seat]
            self.open[seat].add(event.place)
            self.discard.append(event.thrown)
            self.drawn = None
        elif isinstance(event, Cleared):
            self._clear(seat, event)
        elif isinstance(event, Reshuffled):
            kept = [] if event.up is not None else self.discard[-1:]
            old = self.discard if event.up is not None else self.discard[:-1]
            self.pile, self.discard = list(old), kept
            if event.up is not None:
                self.pile.remove(event.up)
                self.discard = [event.up]
            assert event.size == len(self.pile)
        elif isinstance(event, Opened):
            assert self.ender is None
            assert len(self.open[seat]) == 12
            self.ender, self.left = seat, self.players - 1
        else:
            assert isinstance(event, Ended)
            self.end = event.end
            doubled = self.scores() != self._sums()
            assert event.doubled == (self.ender if doubled else -1)

    def _turn_made(self) -> None:
        self.turns += 1
        self.left = None if self.left is None else self.left - 1

    def is_over(self) -> bool | None:
        return self.left == 0 or self.turns == self.rules["turn_limit"]

    def _clear(self, seat: int, event: Cleared) -> None:
        places = list(dict.fromkeys(place for line in event.lines for place in LINES[line]))
        grid = self.grids[seat]
        assert [grid[place] for place in places] == list(event.cards)
        assert self.flipped or sum(line < 4 for line in event.lines) < 2
        assert self.rules["clear_rows"] or max(event.lines) < 4
        for line in event.lines:
            assert len({grid[place] for place in LINES[line]}) == 1
            assert set(LINES[line]) <= self.open[seat]
        for place in places:
            grid[place] = GONE
        self.discard += event.cards

    def facts(self) -> Any:
        return (
            self.grids, self.open, self.discard, sorted(self.pile), self.drawn, self.ender,
            self.end,
        )  # fmt: skip

    def cards(self) -> list[Any]:
        lying = [card for grid in self.grids for card in grid if card != GONE]
        lying += [*self.discard, *self.pile]
        return sorted(lying if self.drawn is None else [*lying, self.drawn])

    def _sums(self) -> list[int]:
        return [sum(card for card in grid if card != GONE) for grid in self.grids]

    def scores(self) -> list[int]:
        sums = self._sums()
        penalty = self.rules["ender_penalty"]
        if self.end == "opened" and self.ender is not None and penalty is not None:
            own = sums[self.ender]
            others = [points for seat, points in enumerate(sums) if seat != self.ender]
            alone = min(others) > own if penalty == "double" else min(others) >= own
            if own > 0 and not alone:
                sums[self.ender] = 2 * own
        return sums


class SkyjoKind(Kind):
    """SKYJO."""

    game = GAME
    witness = SkyjoWitness
    plies = 2000
    # Drawing and swapping empty the pile; turning and taking end a round.
    tastes = {Take: 1, Draw: 4, Swap: 3, Turn: 1}  # noqa: RUF012
    before_eyes = ("grids", "discard", "stock", "drawn", "ender", "turns")

    def choose(self, state: AnyState, legal: list[Move], dice: random.Random) -> Move:
        """Often where a card meets its equals, as lines would hardly ever be complete else."""
        assert isinstance(state, State)
        meetings = [self._meets(state, move) for move in legal]
        if max(meetings) and dice.random() < 0.7:
            return legal[meetings.index(max(meetings))]
        return super().choose(state, legal, dice)

    def _meets(self, state: State, move: Move) -> int:
        """How many open cards of its lines are equal to a card that is put somewhere."""
        if not isinstance(move, (Take, Swap)):
            return 0
        card = state.discard[-1] if isinstance(move, Take) else state.drawn
        grid, opened = state.grids[state.turn], state.opened[state.turn]
        if grid[move.place] == card:
            return 0
        mates = {place for line in LINES if move.place in line for place in line}
        return sum(grid[place] == card and bool(opened >> place & 1) for place in mates)

    def order(self, state: AnyState, move: Move) -> tuple[Any, ...]:
        if isinstance(move, Reveal):
            return (0, *move.places)
        if isinstance(move, (Take, Swap)):
            return (1, move.place)
        return (2, move.place) if isinstance(move, Turn) else (3,)

    def conceivable(self, state: AnyState, dice: random.Random) -> Iterable[Move]:
        yield Draw()
        yield Starter(dice.randrange(state.players))
        for place in (-2, *range(13)):
            yield from (Take(place), Swap(place), Turn(place))
            # Two places are two, whichever is named first; a legal move names the first one first.
            yield from (Reveal((place, other)) for other in range(max(place, 0), 13))

    def permuted(self, state: AnyState, seat: int, dice: random.Random) -> State:
        assert isinstance(state, State)
        other = state.copy()
        hidden = [
            (holder, place)
            for holder in range(state.players)
            for place in range(12)
            if not (state.opened[holder] | state.gone[holder]) >> place & 1
        ]
        pile = list(state.stock[state.at :])
        held = state.drawn is not None and seat != state.turn
        if held:
            assert state.drawn is not None
            pile.append(state.drawn)
        pool = [state.grids[holder][place] for holder, place in hidden]
        if not state.piles:  # what a new draw pile is made of has been seen, but for its order
            pool, pile = pool + pile, []
        dice.shuffle(pool)
        for holder, place in hidden:
            other.grids[holder][place] = pool.pop()
        pile += pool
        dice.shuffle(pile)
        if held:
            other.drawn = pile.pop()
        other.stock = (*state.stock[: state.at], *pile)
        other.chosen = [
            choice if at == seat else Reveal(tuple(sorted(dice.sample(range(12), 2))))  # type: ignore[arg-type]
            for at, choice in enumerate(other.chosen)
        ]
        return other

    def facts(self, state: AnyState) -> Any:
        assert isinstance(state, State)
        grids = [
            [GONE if gone >> place & 1 else card for place, card in enumerate(grid)]
            for grid, gone in zip(state.grids, state.gone, strict=True)
        ]
        shown = [
            {place for place in range(12) if (opened | gone) >> place & 1}
            for opened, gone in zip(state.opened, state.gone, strict=True)
        ]
        return (
            grids, shown, state.discard, sorted(state.stock[state.at :]), state.drawn, state.ender,
            state.end,
        )  # fmt: skip

    def keeps_secrets(self, known: AnyState, view: View) -> bool:
        assert isinstance(known, State)
        shown = [
            tuple(
                None if card == UNKNOWN and not opened >> place & 1 else card
                for place, card in enumerate(grid)
            )
            for grid, opened in zip(known.grids, known.opened, strict=True)
        ]
        return tuple(shown) == view.grids and set(known.stock[known.at :]) <= {UNKNOWN}
