"""Trials of a program: it has one seat, the others play at random; some trials have a trick.

They are told as every match is, by a `Teller`; what differs is what is said around a question.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import monotonic

from games.dealer import Dealer
from games.errors import RuleError
from games.game import Move, State
from notation import codec
from notation.diagnostics import TextError
from scoutcli.arena import protocol
from scoutcli.arena.clock import Clock, TimeControl
from scoutcli.arena.dialogue import Dialogue, cut
from scoutcli.arena.faults import Fault
from scoutcli.arena.seats import Place, Seat
from scoutcli.arena.teller import Teller

MOST_ANSWERS = 300
"""A trial ends after so many answers, wherever the round stands."""

MARGIN = 0.05
"""Seconds by which an answer may be late."""

PROMPT = 1.0
"""Seconds in which a ping is to be answered."""


class Trial(Seat):
    """A match, or its beginning, with the program at one seat.

    `answers` counts the program's, `slowest` are the most seconds it took for one.
    """

    listens = True

    def __init__(self, program: Dialogue, place: Place, ms: int, *, legal: bool) -> None:
        """`ms` is the time for a move, `legal` whether the legal moves are to be listed."""
        self.program = program
        self.answers = 0
        self.slowest = 0.0
        self._place = place
        self._legal = legal
        self._notation = codec.get(place.game.name)
        self._told: list[str] = []
        """The lines of the round so far, without questions."""
        self._sent = 0
        """How many of them were sent."""
        seed = f"{place.game.name} {place.rules.players} {place.seat}"
        self._dice = random.Random(seed)
        teller = self._teller = Teller(self._notation, {place.seat: self})
        self._dealer = Dealer(
            place.game, place.rules, seed, listener=teller.made, witness=teller.witness
        )
        self.begin_match(place, Clock(TimeControl(move=ms)), MARGIN)

    @property
    def bot(self) -> str:
        return "the program"

    def begin_match(self, place: Place, control: Clock, margin: float) -> None:
        self._clock, self._margin = control, margin

    def hear(self, line: str) -> None:
        self._told.append(line)

    def play(self, rounds: int = 1) -> None:
        """Play so many rounds, or the whole match if it has fewer. Raises Fault."""
        dealer = self._dealer
        self.program.send(protocol.match_line(*self._place))
        while not dealer.over and len(dealer.past) < rounds and self.answers < MOST_ANSWERS:
            self._play_round()
        totals = [points or 0 for points in dealer.totals]
        winners = self._place.game.winners(totals) if dealer.over else ()
        self.program.send(*self._news(), protocol.match_end_line(totals, winners))

    def _play_round(self) -> None:
        dealer = self._dealer
        self._told.clear()
        self._sent = 0
        deal = dealer.draw_deal()
        dealer.begin_round(deal)
        state = dealer.state
        self._teller.begin_round(len(dealer.past) + 1, dealer.totals, state, deal)
        while state.end is None and self.answers < MOST_ANSWERS:
            if state.turn == self._place.seat:
                self._move(state)
            else:
                dealer.play(self._dice.choice(state.legal()))
        if state.end is not None:
            self._teller.end_round(state.end, dealer.end_round().scores)
            self.program.send(*self._news())

    def _move(self, state: State) -> None:
        """Let the program choose, and make the move."""
        move, seconds = self.answer(state)
        self.answers += 1
        self.slowest = max(self.slowest, seconds)
        try:
            self._dealer.play(move)
        except RuleError as error:
            text = self._notation.choice(move)
            raise Fault("illegal", f"{text}: {error.as_heard().message}") from error
        if state.midturn:
            self._teller.midway(self._place.seat)

    def answer(self, state: State) -> tuple[Move, float]:
        self.program.settle()
        legal = " ".join(map(self._notation.choice, state.legal())) if self._legal else None
        self._put(protocol.go_line(self._clock.words, legal))
        asked = monotonic()
        try:
            text = self.program.answer(asked + self._clock.limit + self._margin)
        except Fault as fault:
            if fault.reason == "time":
                raise Fault("time", self._too_late()) from None
            raise
        seconds = monotonic() - asked
        try:
            return self._notation.chosen(text, state), seconds
        except TextError as error:
            raise Fault("illegal", error.message) from error

    def _put(self, go: str) -> None:
        """Say what is new, and put the question."""
        self.program.send(*self._news(), go)

    def _news(self) -> list[str]:
        """What was told and not sent yet."""
        news = self._told[self._sent :]
        self._sent = len(self._told)
        return news

    def _too_late(self) -> str:
        missed = f"no `play` within {self._clock.limit * 1000:.0f} ms"
        junk = self.program.junk
        return f"{missed}; `{cut(junk[-1], 40)}` is no answer" if junk else missed


class Strange(Trial):
    """Says words and lines that version 1 does not have, and a very long line."""

    LONG = 100_000

    def _put(self, go: str) -> None:
        if not self.answers:
            self.program.send("weather fine", f"note {'x' * self.LONG}")
        self.program.send(*self._news(), "and so on", go.replace("go ", "go mood=good ", 1))


class Pinged(Trial):
    """Sends a ping behind every question, until one is not answered."""

    late = 0
    """How many were answered after more than `PROMPT`, or not at all."""

    def answer(self, state: State) -> tuple[Move, float]:
        missed = self.late
        begun = monotonic()
        move, seconds = super().answer(state)
        if not missed:
            answered = self.program.pong(self._token, monotonic() + PROMPT)
            self.late += answered is None or answered > begun + PROMPT
        return move, seconds

    def _put(self, go: str) -> None:
        pings = [] if self.late else [f"ping {self._token}"]
        self.program.send(*self._news(), go, *pings)

    @property
    def _token(self) -> str:
        return f"move{self.answers}"


class Restarted(Trial):
    """Starts the program again in the middle of a round, and tells it the round so far.

    It does so twice, one question after the other; in a game whose moves have
    two parts the second time may be between them.
    """

    again: Callable[[], Dialogue]
    """Starts it, and lets it get ready."""
    restarts = 0

    def _put(self, go: str) -> None:
        in_the_middle = any(line.startswith("did ") for line in self._told)
        if in_the_middle and self.restarts < 2:
            self.restarts += 1
            self.program = self.again()
            self.program.send(protocol.match_line(*self._place))
            self._sent = 0
        super()._put(go)
