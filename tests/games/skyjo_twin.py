"""The rules of SKYJO and their compiled twin, played side by side.

Every move goes through `State` and through the kernel. Before it the legal
lists are compared, order and number, after it all that the move did, at the
end the points, and who starts the next round. Used by a test, and with more
moves by ``benchmarks/twin_skyjo.py``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle, product

import numpy as np

from games.deals import Shuffler
from games.game import Move, Round
from games.search.chance import dice_of
from games.skyjo import GAME, bridge, kernel, layout, scoring, worlds
from games.skyjo.cards import (
    ALL,
    BITS,
    COLUMN_MATES,
    DECK,
    LINE_SETS,
    LINES,
    PLACES,
    ROW_MATES,
    VALUES,
)
from games.skyjo.moves import Cleared, Draw, Pile, Reveal, Starter, Swap, Take, Turn
from games.skyjo.setup import Setup
from games.skyjo.state import Deal, State
from tests.skyjo_table import rules

_OF_A_ROUND = {
    "first_tie": ("seat", "card", "random"),
    "clear_rows": ("false", "true"),
    "final_clear": ("true", "false"),
    "ender_penalty": ("double", "double-unless-tied", "none"),
    "draw_exhausted": ("keep-top", "turn-one"),
    "turn_limit": ("1000", "50", "none"),
}
_OF_A_MATCH = cycle(
    {"next_starter": starter, **limit}
    for starter, limit in product(
        ("ender", "highest", "rotate"), ({}, {"rounds": 2}, {"score_limit": 60})
    )
)

KINDS: tuple[tuple[int, dict[str, object]], ...] = tuple(
    (players, dict(zip(_OF_A_ROUND, values, strict=True)) | next(_OF_A_MATCH))
    for players in range(2, 9)
    for values in product(*_OF_A_ROUND.values())
)
"""Every number of players with all values of every option that means anything in a round, and
with each of them a way to go on to the next round."""

_PATIENT = 150
"""After so many turns no round is drawn out any more."""


class Style:
    """How a round is played at random: how often a move is chosen for what it does."""

    def __init__(self, draw: float = 0.5, match: float = 0.0, shut: float = 0.0) -> None:
        self.draw = draw
        """Draws in place of any first half of a turn."""
        self.match = match
        """A card is put beside its equals, where it has some: lines are completed."""
        self.shut = shut
        """No hidden card is opened, where there is a choice: the draw pile is used up."""


STYLES = (
    Style(draw=0.1),
    Style(draw=0.7, match=0.9, shut=0.5),
    Style(match=0.95, shut=0.8),
    Style(draw=0.95, shut=1.0),
    Style(draw=0.9, match=0.5, shut=0.97),
)


class Twins:
    """Matches of one kind, compared; `seen` counts what was met."""

    def __init__(self, players: int, options: Mapping[str, object], seed: str) -> None:
        self.rules = rules(players, **options)
        self.players = players
        self.seed = f"{players} {options} {seed}"
        """In the message of every failure."""
        self.chance = random.Random(self.seed)
        self.dice = dice_of(self.chance.getrandbits(64))
        self.moves = np.zeros(layout.MOST_MOVES, dtype=np.int64)
        self.points = np.zeros(layout.MOST_PLAYERS, dtype=np.int64)
        self.spare = np.zeros(layout.CARDS_END, dtype=np.int64)
        self.seen: Counter[str] = Counter()

    def play(self, moves: int) -> Counter[str]:
        """Matches until so many moves were compared."""
        while self.seen["moves"] < moves:
            if self.chance.random() < 0.6:
                state = self.position()
                twin = bridge.from_state(state)
                self.points_of(self.round(state, twin, self.chance.choice(STYLES)), twin)
                self.seen["positions"] += 1
            else:
                self.match(moves)
                self.seen["matches"] += 1
        return self.seen

    def match(self, moves: int) -> None:
        """One match to its end, or until enough was compared; every round is finished."""
        past: list[Round] = []
        twin = bridge.round_under(self.rules)
        kernel.deal(twin, -1, self.dice)
        going = True
        while going and self.seen["moves"] < moves:
            if not past and self.chance.random() < 0.5:  # a deal from outside
                deal = GAME.deal(self.rules, past, Shuffler(self.seed, self.seen["rounds"]))
                twin = bridge.from_deal(self.rules, deal)
                kernel.lay_out(twin, -1)
            else:
                deal = dealt(twin, self.players)
                GAME.check_deal(self.rules, past, deal)
            state = GAME.begin(self.rules, past, deal)
            state = self.round(state, twin, self.chance.choice(STYLES))
            self.seen["rounds"] += 1
            scores = self.points_of(state, twin)
            past.append(Round(scores, state.end, state.starter, state.ender, deal))
            going = kernel.next_round(twin, self.points, self.dice)
            assert going is not GAME.over(self.rules, past), self.seed
            if not going:
                totals = twin[layout.TOTALS : layout.TOTALS + self.players].tolist()
                assert tuple(totals) == GAME.totals(self.players, past), self.seed

    def points_of(self, state: State, twin: layout.Round) -> tuple[int, ...]:
        """The points of a finished round, for both the same."""
        assert kernel.is_over(twin) and kernel.legal(twin, self.moves) == 0, self.seed
        kernel.scores(twin, self.points)
        scores = tuple(self.points[: self.players].tolist())
        assert scores == state.scores(), self.seed
        self.seen[str(state.end)] += 1
        return scores

    def position(self) -> State:
        """A round in its middle, with so many equal cards that lines are soon complete."""
        chance = self.chance
        deck = list(DECK)
        chance.shuffle(deck)
        grids: list[list[int]] = []
        opened: list[int] = []
        for _ in range(self.players):
            values, cross = chance.sample(VALUES, 3), chance.randrange(PLACES)
            by_row = chance.random() < 0.5
            grid = []
            for place in range(PLACES):
                crosses = place % 4 == cross % 4 or place // 4 == cross // 4
                card = values[place // 4 if by_row else 0 if crosses else 1]
                wanted = card in deck and chance.random() < 0.9
                grid.append(deck.pop(deck.index(card)) if wanted else deck.pop())
            shown = ALL & ~BITS[cross] & ~BITS[chance.randrange(PLACES)]
            for line in scoring.complete_lines(grid, self.rules["clear_rows"] is True):
                if shown & LINE_SETS[line] == LINE_SETS[line]:
                    shown &= ~BITS[chance.choice(LINES[line])]
            opened.append(shown)
            grids.append(grid)
        drawn = deck.pop() if chance.random() < 0.5 else None
        heap = chance.randrange(1, len(deck) - 1)
        return Setup(
            self.rules, grids, [ALL & ~shown for shown in opened], [0] * self.players,
            deck[:heap], deck[heap:], rest=False, drawn=drawn, must_draw=False,
            turn=chance.randrange(self.players), ender=None, turns=chance.randrange(50),
            number=1, totals=[0] * self.players,
        ).state()  # fmt: skip

    def round(self, state: State, twin: layout.Round, style: Style) -> State:
        """One round to its end."""
        self.compare(state, twin)
        while state.end is None:
            if state.turn < 0:
                self.draw_lot(state, twin)
                continue
            legal = state.legal()
            numbers = self.moves[: kernel.legal(twin, self.moves)].tolist()
            assert numbers == [bridge.encode(move) for move in legal], self.seed
            chosen = self.choose(state, legal, style)
            move, number = legal[chosen], numbers[chosen]
            assert bridge.decode(number) == move, self.seed
            assert kernel.needs_pile(twin, number) == (state.chance(move) is not None), self.seed
            if state.chance(move) is not None:
                if self.chance.random() < 0.5:
                    self.give_pile(state, twin)
                else:
                    self.draw_anew(state, twin)
                continue
            self.apply(state, twin, move, number)
            if self.chance.random() < 0.005 and not state.opening:
                state = self.exchange(state, twin)
        return state

    def compare(self, state: State, twin: layout.Round) -> None:
        """Nothing differs; now and then also what follows from the rest."""
        assert bridge.differences(state, twin) == [], self.seed
        if state.end is not None or self.chance.random() < 0.03:
            unseen = twin[layout.UNSEEN - 2 : layout.UNSEEN + 13]
            assert tuple(unseen.tolist()) == state.view(max(state.turn, 0)).unseen, self.seed
            assert twin[layout.LEFT] == unseen.sum(), self.seed
            assert twin[layout.SUM] == (unseen * range(-2, 13)).sum(), self.seed

    def choose(self, state: State, legal: Sequence[Move], style: Style) -> int:
        """The place of a move in the list."""
        chance, seat = self.chance, state.turn
        places = range(len(legal))
        if state.opening or len(legal) == 1:
            return chance.choice(places)
        if not state.midturn and chance.random() < style.draw:
            return places[-1]
        if chance.random() < style.match:
            card = state.drawn if state.midturn else state.discard[-1]
            mates = [
                number for number in places if state.midturn or number < places[-1]
                if type(legal[number]) is not Turn
                if self.equals(state, legal[number].place, card)
            ]  # fmt: skip
            if mates:
                return chance.choice(mates)
        if chance.random() < style.shut and state.turns < _PATIENT:
            closed = [
                number for number in places if type(legal[number]) in (Take, Swap)
                if state.opened[seat] >> legal[number].place & 1
            ]  # fmt: skip
            if closed:
                return chance.choice(closed)
        return chance.choice(places)

    def equals(self, state: State, place: int, card: int | None) -> bool:
        """Whether as many open equals of a card as can be lie beside a place."""
        grid, opened = state.grids[state.turn], state.opened[state.turn]
        lines = (COLUMN_MATES, ROW_MATES) if state.rows_count else (COLUMN_MATES,)
        return grid[place] != card and any(
            grid[mate] == card and opened >> mate & 1 for mates in lines for mate in mates[place]
        )

    def apply(self, state: State, twin: layout.Round, move: Move, number: int) -> None:
        """Make a move in both, and compare what it did."""
        seat = state.turn
        full = state.complete(seat, move)
        state.check(seat, full)
        events = state.apply(seat, full)
        lines = kernel.apply(twin, number, self.dice)
        cleared = getattr(full, "cleared", None) or ()
        assert [line for line in range(7) if lines >> line & 1] == list(cleared), self.seed
        self.compare(state, twin)
        self.seen["moves"] += not isinstance(move, Reveal)
        self.seen[type(move).__name__] += 1
        self.seen["columns"] += sum(line < 4 for line in cleared)
        self.seen["rows"] += sum(line >= 4 for line in cleared)
        self.seen["row and column"] += len(cleared) > 1
        self.seen["last clears"] += sum(
            type(event) is Cleared for event in events[2 if cleared else 1 :]
        )
        self.seen["doubled"] += state.end is not None and events[-1].doubled >= 0
        self.seen["after two piles"] += state.piles > 1

    def draw_lot(self, state: State, twin: layout.Round) -> None:
        """The lot of who starts."""
        number = kernel.draw_lot(twin, self.dice)
        move = bridge.decode(number)
        assert isinstance(move, Starter), self.seed
        state.check(-1, move)
        state.apply(-1, move)
        kernel.apply(twin, number, self.dice)
        self.compare(state, twin)
        self.seen["Starter"] += 1

    def give_pile(self, state: State, twin: layout.Round) -> None:
        """A new draw pile from outside, the same for both; the draw comes after it."""
        due = state.chance(Draw())
        assert due is not None
        self.seen["piles"] += 1
        move = GAME.draw(due, Shuffler(self.seed, self.seen["piles"]))
        state.apply(-1, move)
        kernel.give_pile(twin, np.array(move.cards), -1 if move.up is None else move.up)
        self.compare(state, twin)

    def draw_anew(self, state: State, twin: layout.Round) -> None:
        """A draw from an empty draw pile: the kernel makes a new one, which the rules accept."""
        kernel.apply(twin, layout.DRAW, self.dice)
        self.seen["piles"] += 1
        rest = twin[layout.CARDS + twin[layout.STOCK] :].tolist()
        up = int(twin[layout.CARDS]) if twin[layout.TURN_ONE] else None
        pile = Pile((int(twin[layout.DRAWN]), *rest), up)
        state.check(-1, pile)
        state.apply(-1, pile)
        state.apply(state.turn, Draw())
        self.compare(state, twin)

    def exchange(self, state: State, twin: layout.Round) -> State:
        """Go on with hidden cards exchanged that the seat to act cannot tell apart."""
        before = [state.view(seat) for seat in range(self.players)]
        seat = max(state.turn, 0)
        guess = bridge.from_view(before[seat])
        worlds.redeal(twin, seat, self.spare, self.dice)
        other = bridge.to_state(twin, self.rules)
        if state.end is None:
            assert other.view(seat) == before[seat], self.seed
            assert bridge.to_state(guess, self.rules).view(seat) == before[seat], self.seed
            assert np.array_equal(guess, bridge.from_view(other.view(seat))), self.seed
        self.compare(other, twin)
        return other


def dealt(twin: layout.Round, players: int) -> Deal:
    """The deal of a round at its start, read from the array."""
    grids = tuple(tuple(bridge.grid_of(twin, seat)) for seat in range(players))
    stock = twin[layout.CARDS + twin[layout.STOCK] :].tolist()
    return Deal(grids, int(twin[layout.CARDS]), tuple(stock))
