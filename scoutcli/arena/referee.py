"""The referee: plays one match between the seats, and makes the record of it.

Asks who has to move, checks the answer by the rules, tells everybody what
they may know, and says what happened when a bot did wrong.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from games.bots import bot_seed
from games.dealer import CHANCE, Dealer
from games.errors import RuleError
from games.game import Game, Move, State
from games.options import Rules
from notation import codec, match, writer
from scoutcli.arena.clock import Clock, TimeControl
from scoutcli.arena.faults import Fault, illegal
from scoutcli.arena.plan import Outcome, Pairing, Sitter, shuffle
from scoutcli.arena.record import ABANDONED, Record
from scoutcli.arena.seats import Place, Seat
from scoutcli.arena.teller import Teller


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds in every match of a plan."""

    game: Game
    rules: Rules
    time: TimeControl
    margin: float
    """Seconds by which an answer may be late."""
    on_fault: str = "forfeit"
    own_draws: bool = False

    def header(
        self, pairing: str, seed: str, sitters: Sequence[Sitter], bots: Sequence[str]
    ) -> str:
        """The keys of a record before its rounds."""
        players = [
            match.Player(sitter.name, bot, id=sitter.id)
            for sitter, bot in zip(sitters, bots, strict=True)
        ]
        where = shuffle(seed, own_draws=self.own_draws)
        return writer.header(self.game, players, self.rules, {"pairing": pairing}, where)


@dataclass(slots=True)
class Played:
    """A match that was played: its outcome, its record, and what is kept in the log only.

    `times` has for each seat the seconds of every answer, `faults` a line for
    each fault, with its round.
    """

    outcome: Outcome
    record: str
    times: tuple[list[float], ...]
    faults: list[str] = field(default_factory=list)


def play(
    terms: Terms, pairing: Pairing, seed: str, sitters: Sequence[Sitter], seats: Sequence[Seat]
) -> Played:
    """Play a match. What a bot does wrong never gets out of here."""
    return _Match(terms, pairing, seed, sitters, seats).play()


class _Match:
    """One match in play."""

    def __init__(
        self,
        terms: Terms,
        pairing: Pairing,
        seed: str,
        sitters: Sequence[Sitter],
        seats: Sequence[Seat],
    ) -> None:
        self.terms = terms
        self.pairing = pairing
        self.seed = seed
        self.sitters = sitters
        self.seats = seats
        self.listeners = {at: seat for at, seat in enumerate(seats) if seat.listens}
        self.notation = codec.get(terms.game.name)
        self.record = Record(self.notation)
        self.teller = Teller(self.notation, self.listeners)
        self.dealer = Dealer(
            terms.game, terms.rules, seed, listener=self._made, own_draws=terms.own_draws,
            witness=self.teller.witness if self.listeners else None,
        )  # fmt: skip
        self.substitutes: dict[int, Substitute] = {}
        """Who plays for the seats whose bots have done wrong."""
        self.aborted = False
        self.number = 0
        """Moves of this round so far, without choices and chance."""
        self.round_faults: list[str] = []
        self.faults: list[tuple[int, str]] = []
        self.fault_lines: list[str] = []
        self.times: tuple[list[float], ...] = tuple([] for _ in seats)

    def play(self) -> Played:
        """The whole match."""
        terms, dealer = self.terms, self.dealer
        names = [sitter.name for sitter in self.sitters]
        for at, seat in enumerate(self.seats):
            place = Place(terms.game, terms.rules, at, names)
            try:
                seat.begin_match(place, Clock(terms.time), terms.margin)
            except Fault as fault:
                self._fault(at, fault)
        while not dealer.over:
            self._play_round()
            if self.aborted:
                break
        totals = tuple(points or 0 for points in dealer.totals)
        winners = () if self.aborted else terms.game.winners(totals)
        self.teller.end_match(totals, winners)
        for seat in self.listeners.values():
            with suppress(Fault):  # whatever it does now, it did not do in the match
                seat.end_match()
        self.record.end_match(totals, winners)
        header = terms.header(
            str(self.pairing), self.seed, self.sitters, [seat.bot for seat in self.seats]
        )
        scores = tuple(tuple(points or 0 for points in played.scores) for played in dealer.past)
        return Played(
            Outcome(self.pairing, scores, winners, tuple(self.faults), self.aborted),
            self.record.text(header),
            self.times,
            self.fault_lines,
        )

    def _play_round(self) -> None:
        dealer = self.dealer
        number = len(dealer.past) + 1
        self.number = 0
        deal = dealer.draw_deal()
        self.record.begin_round(deal)
        dealer.begin_round(deal)
        state = dealer.state
        for at, seat in enumerate(self.seats):
            seat.begin_round(bot_seed(self.seed, number, at))
        self.teller.begin_round(number, dealer.totals, state, deal)
        while state.end is None and not self.aborted:
            self._move(state)
        if state.end is None:
            self.record.end_round(dealer, self.round_faults, ABANDONED, None)
            return
        played = dealer.end_round()
        self.record.end_round(dealer, self.round_faults, state.end, played.scores)
        self.round_faults = []
        self.teller.end_round(state.end, played.scores)

    # A move

    def _move(self, state: State) -> None:
        """Let the seat to act choose, and make the move; or note what is wrong with it."""
        at = state.turn
        seat = self.seats[at]
        if (substitute := self.substitutes.get(at)) is not None:
            self.dealer.play(substitute(state))
            return
        try:
            self._flush(seat)  # before the time begins: to dismiss one takes a while
            seat.ask(state)
            move, seconds = seat.answer(state)
            self.times[at].append(seconds)
            self._make(move)
        except Fault as fault:
            self._fault(at, fault)
            return
        if state.midturn:
            self.teller.midway(at)

    def _make(self, move: Move) -> None:
        """Make a move that was chosen. Raises Fault where the rules do not allow it."""
        try:
            self.dealer.play(move)
        except RuleError as error:
            raise illegal(self.notation.choice(move), error) from error

    def _made(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        """Write a finished move down, and tell it."""
        self.record.play(seat, moves, state, choice=choice)
        if seat != CHANCE and not choice:
            self.number += 1
        if self.listeners:
            self.teller.made(seat, moves, state, choice)

    # Faults

    def _flush(self, besides: Seat) -> None:
        """Let those who want it so hear at once; so they can think in the time of others too."""
        for at, seat in self.listeners.items():
            if seat is not besides and at not in self.substitutes:
                try:
                    seat.flush()
                except Fault as fault:
                    self._fault(at, fault)

    def _fault(self, at: int, fault: Fault) -> None:
        """Write a fault down; from now on somebody else plays there, or nobody."""
        in_opening = self.dealer.in_round and self.dealer.state.opening
        move = 0 if in_opening or not self.dealer.in_round else self.number + 1
        line = fault.line(at, move)
        self.round_faults.append(line)
        self.fault_lines.append(f"round {len(self.dealer.past) + 1} {line}")
        self.faults.append((at, fault.reason))
        self.seats[at].dismiss(str(fault))
        if self.terms.on_fault == "abort":
            self.aborted = True
        else:
            seed = bot_seed(self.seed, len(self.dealer.past) + 1, at)
            self.substitutes[at] = Substitute(self.terms.on_fault, seed)


class Substitute:
    """Plays for a bot that has done wrong, as `ON_FAULT` says."""

    def __init__(self, on_fault: str, seed: int) -> None:
        self._random = random.Random(seed) if on_fault == "random" else None

    def __call__(self, state: State) -> Move:
        """What is played."""
        legal = state.legal()
        return legal[-1] if self._random is None else self._random.choice(legal)
