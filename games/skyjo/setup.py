"""A round from its middle: a state made of what lies where, if there can be such a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.errors import RuleError
from games.game import Move
from games.options import Rules
from games.skyjo import state as states
from games.skyjo.cards import (
    ALL,
    COUNTS,
    EMPTY,
    LINE_SETS,
    LINES,
    PLACES,
    UNKNOWN,
    VALUES,
    line_name,
    place_name,
    places_in,
    set_of,
)
from games.skyjo.scoring import complete_lines
from games.skyjo.state import Deal, State
from games.standing import check_standing


@dataclass(slots=True)
class Setup:
    """What lies where, and whose turn it is; the fields are those of `State`.

    `hidden` and `unsure` are sets of places, one for each seat. `stock` is
    the draw pile, its top first; with `rest` it goes on with as many unknown
    cards as are left of the deck. While cards are opened, `chosen` has the
    choices made so far; it is None later. `starters` are the seats that may
    start where the first turn has not come, or the starter where it is known.
    """

    rules: Rules
    grids: Sequence[Sequence[int]]
    hidden: Sequence[int]
    unsure: Sequence[int]
    discard: Sequence[int]
    stock: Sequence[int]
    rest: bool
    drawn: int | None
    must_draw: bool
    turn: int
    ender: int | None
    turns: int
    number: int
    totals: Sequence[int | None]
    chosen: Sequence[Move] | None = None
    starters: Sequence[int] = field(default=())
    end: str | None = None
    slack: int = 0
    piles: int = 0

    def state(self) -> State:
        """The round. Raises RuleError where there can be none such."""
        stock = self._whole_stock()
        grids = tuple(map(tuple, self.grids))
        state = State(self.rules, Deal(grids, UNKNOWN, stock), self.number, self.totals)
        state.discard = list(self.discard)
        state.gone = [
            set_of(place for place in range(PLACES) if grid[place] == EMPTY) for grid in grids
        ]
        state.unsure = list(self.unsure)
        state.opened = [
            ALL & ~(gone | unsure | hidden)
            for gone, unsure, hidden in zip(state.gone, self.unsure, self.hidden, strict=True)
        ]
        state.drawn, state.must_draw = self.drawn, self.must_draw
        state.turns, state.turn, state.ender = self.turns, self.turn, self.ender
        state.slack, state.piles = self.slack, self.piles
        state.recount()
        self._check_cards(state)
        if self.chosen is not None:
            self._open(state, self.chosen)
        else:
            self._go_on(state)
        return state

    def _whole_stock(self) -> tuple[int, ...]:
        """The draw pile to its last card."""
        lying = sum(card != EMPTY for grid in self.grids for card in grid)
        lying += len(self.discard) + len(self.stock) + (self.drawn is not None)
        left = sum(COUNTS) - lying
        doubt = self.slack or any(self.unsure)
        if not doubt and (left < 0 or (left and not self.rest)):
            raise RuleError(
                "skyjo-wrong-count",
                f"grids, discard pile, draw pile and drawn card are {lying} cards, not 150 "
                "(stock=…* stands for a rest that is not known)",
            )
        return (*self.stock, *(UNKNOWN,) * (left if self.rest else 0))

    def _check_cards(self, state: State) -> None:
        """No card is there more often than the deck has it, and the piles can be."""
        for value in VALUES:
            if state.unseen[value] < 0:
                raise RuleError(
                    "skyjo-card-too-often",
                    f"the card {value} is there {COUNTS[value] - state.unseen[value]} times, "
                    f"the deck has it {COUNTS[value]} times",
                )
        if not self.discard:
            raise RuleError("skyjo-no-discard", "the discard pile always has a card")

    def _open(self, state: State, chosen: Sequence[Move]) -> None:
        """Before the first turn: make the choices again that were made."""
        if any(state.opened) or any(state.gone) or self.drawn is not None or self.turns:
            raise RuleError(
                "skyjo-opening", "before all have chosen two cards, none is open and none drawn"
            )
        if self.turn != len(chosen) or self.turn >= state.players or self.end is not None:
            raise RuleError("skyjo-opening", f"the next to choose is seat {len(chosen) + 1}")
        if len(self.starters) == 1:
            state.starter = self.starters[0]
        else:
            state.candidates = tuple(self.starters)
        state.turn = 0
        for seat, choice in enumerate(chosen):
            state.check(seat, choice)
            state.apply(seat, choice)

    def _go_on(self, state: State) -> None:
        """After the opening: see that the turn can be this one."""
        state.opening = False
        players = state.players
        self._check_gone(state)
        if self.end is not None:
            self._end(state, self.end)
            return
        if self.turn < 0:
            if not self.starters or self.turns or self.drawn is not None:
                raise RuleError("skyjo-no-turn", "somebody is to move, or the round is over")
            state.candidates, state.now = tuple(self.starters), states.CHANCE
            return
        state.starter = (self.turn - self.turns) % players
        state.midturn = self.drawn is not None
        state.now = (
            states.DRAWN if state.midturn else states.PILED if self.must_draw else states.TURN
        )
        limit = self.rules.number("turn_limit")
        if limit is not None and self.turns >= limit:
            raise RuleError("skyjo-turn-limit", f"a round ends after {limit} turns")
        self._check_open(state)
        self._check_lines(state)

    def _check_open(self, state: State) -> None:
        """Whoever has no hidden card left ended the round, or has had the last turn since."""
        ender, players = self.ender, state.players
        if ender is not None and (self.turn == ender or not self._is_open(state, ender)):
            raise RuleError(
                "skyjo-wrong-ender",
                f"seat {ender + 1} ended the round, so it has no hidden card and no more turn",
            )
        since = 0 if ender is None else (self.turn - ender) % players
        played = {((ender or 0) + step) % players for step in range(since)}
        for seat in range(players):
            if seat not in played and self._is_open(state, seat):
                raise RuleError(
                    "skyjo-wrong-ender",
                    f"seat {seat + 1} has no hidden card left, so it ended the round (ender=) "
                    "or came after the one who did",
                )

    def _check_gone(self, state: State) -> None:
        """Cards go by whole lines.

        A row needs all its four cards and a column its three: where one went,
        no line that crosses it can go later. Lines that cross go at once, a
        column and a row that one card completes, or any in the final flip.
        """
        flipped = self.end is not None and self.rules["final_clear"]
        for seat, gone in enumerate(state.gone):
            lines = [line for line in range(7 if state.rows_count else 4)
                     if gone & LINE_SETS[line] == LINE_SETS[line]]  # fmt: skip
            columns, rows = _union(lines, range(4)), _union(lines, range(4, 7))
            crossed = flipped or len(lines) == 2
            if gone in (columns, rows) or (crossed and gone == columns | rows):
                continue
            odd = places_in(gone & ~(columns | rows))
            raise RuleError(
                "skyjo-wrong-column",
                f"{place_name(odd[0])} of seat {seat + 1} is gone, but not "
                f"{'a whole column or row' if state.rows_count else 'the whole column'} with it"
                if odd
                else f"seat {seat + 1} cannot have lost columns and rows that cross, "
                "but by one card that completed a column and a row",
                ("position", "grids", seat),
            )

    @staticmethod
    def _check_lines(state: State) -> None:
        """Equal open cards of a whole line cannot lie there."""
        for seat, (grid, opened) in enumerate(zip(state.grids, state.opened, strict=True)):
            for line in complete_lines(grid, state.rows_count):
                if opened & LINE_SETS[line] == LINE_SETS[line]:
                    raise RuleError(
                        "skyjo-wrong-column" if line < 4 else "skyjo-wrong-row",
                        f"{line_name(line)} of seat {seat + 1} is complete, "
                        "so its cards are gone: a dot stands for each",
                    )

    @staticmethod
    def _is_open(state: State, seat: int) -> bool:
        return state.opened[seat] | state.gone[seat] == ALL

    def _end(self, state: State, end: str) -> None:
        """The round is over."""
        if self.turn >= 0 or self.drawn is not None or any(self.hidden):
            raise RuleError(
                "skyjo-ended", "when the round is over nobody is to move and no card is hidden"
            )
        if end == "opened" and self.ender is None:
            raise RuleError("skyjo-wrong-ender", "a round that ended as opened has an ender")
        state.end, state.now = end, states.OVER
        state.certain = all(total is not None for total in state.scores())
        if len(self.starters) == 1:
            state.starter = self.starters[0]


def _union(lines: Sequence[int], among: range) -> int:
    """The places of those lines that are among some, as a set."""
    return set_of({place for line in lines if line in among for place in LINES[line]})


def check_match(rules: Rules, number: int, totals: Sequence[int | None]) -> None:
    """Raise RuleError where no match has round `number` with these totals before it."""
    check_standing(number, totals, rules.number("rounds"), rules.number("score_limit"))
