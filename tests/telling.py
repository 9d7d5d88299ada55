"""A match as its seats are told it: a dealer, and for every seat the lines of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from games.dealer import Dealer
from games.game import Game, Move, State
from games.options import Rules
from notation import codec
from scoutcli.arena import protocol
from scoutcli.arena.clock import Clock
from scoutcli.arena.seats import Place, Seat
from scoutcli.arena.teller import Teller

Choose = Callable[[State, list[Move]], Move]


@dataclass
class Ear(Seat):
    """A seat that only hears."""

    listens = True
    lines: list[str] = field(default_factory=list)

    @property
    def bot(self) -> str:
        return ""

    def begin_match(self, place: Place, control: Clock, margin: float) -> None:
        self.lines.append(protocol.match_line(*place))

    def hear(self, line: str) -> None:
        self.lines.append(line)

    def answer(self, state: State) -> tuple[Move, float]:
        raise AssertionError


class Telling:
    """A match whose moves somebody else chooses; `heard` has what each seat was told so far."""

    def __init__(self, game: Game, rules: Rules, seed: str, *, own_draws: bool = False) -> None:
        self.game = game
        self.rules = rules
        self.notation = codec.get(game.name)
        ears = {seat: Ear() for seat in range(rules.players)}
        self.teller = Teller(self.notation, ears)
        self.dealer = Dealer(
            game, rules, seed, listener=self.teller.made, witness=self.teller.witness,
            own_draws=own_draws,
        )  # fmt: skip
        self.heard = [ear.lines for ear in ears.values()]
        names = [f"P {seat + 1}" for seat in ears]
        for seat, lines in enumerate(self.heard):
            lines.append(protocol.match_line(game, rules, seat, names))

    def turns(self, most_rounds: int = 100) -> Iterator[State]:
        """The state whenever somebody is to choose; then `play` is to be called."""
        dealer = self.dealer
        while not dealer.over and len(dealer.past) < most_rounds:
            deal = dealer.draw_deal()
            dealer.begin_round(deal)
            self.teller.begin_round(len(dealer.past) + 1, dealer.totals, dealer.state, deal)
            while dealer.state.end is None:
                yield dealer.state
            played = dealer.end_round()
            assert played.end is not None
            self.teller.end_round(played.end, played.scores)
        totals = [points or 0 for points in dealer.totals]
        self.teller.end_match(totals, self.game.winners(totals))

    def play(self, move: Move) -> None:
        """Make a move for the seat to act."""
        seat = self.dealer.state.turn
        self.dealer.play(move)
        if self.dealer.state.midturn:
            self.teller.midway(seat)
