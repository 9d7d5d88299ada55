"""The programs at a table: told what happens, asked for moves, until they do wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from games.dealer import CHANCE
from games.errors import RuleError
from games.game import Deal, Game, Move, State
from games.options import Rules
from notation import codec
from notation.codec import Notation
from scoutcli.arena.clock import Clock, TimeControl
from scoutcli.arena.faults import Fault, illegal
from scoutcli.arena.plan import Entry
from scoutcli.arena.program import Program
from scoutcli.arena.seats import Place
from scoutcli.arena.teller import Teller

THINKING = TimeControl(move=60_000)
"""How long a program may think at a table, where nobody hurries."""


class Programs:
    """The programs of a match, by seat. One that does wrong is ended, and no longer here."""

    def __init__(self, entries: Mapping[int, Entry]) -> None:
        self._playing = {seat: Program(entry) for seat, entry in entries.items()}
        self._notation: Notation
        self._teller: Teller
        self._moves = 0
        """Moves of the round in play, without choices and chance."""
        self._faults: list[str] = []
        """Those of the round in play, as they are recorded."""
        self._news: list[tuple[int, Fault]] = []

    def __contains__(self, seat: int) -> bool:
        return seat in self._playing

    def start(self, game: Game, rules: Rules, names: Sequence[str]) -> dict[int, str]:
        """Start them all; what they call themselves. Raises RuleError ``bot-fault``."""
        self._notation = codec.get(game.name)
        self._teller = Teller(self._notation, self._playing)
        for seat, program in self._playing.items():
            try:
                program.begin_match(Place(game, rules, seat, names), Clock(THINKING), 0.0)
            except Fault as fault:
                self.close()
                raise RuleError("bot-fault", f"seat {seat + 1}, {names[seat]}: {fault}") from fault
        return {seat: program.bot for seat, program in self._playing.items()}

    def take_news(self) -> list[tuple[int, Fault]]:
        """Who did what wrong since this was asked the last time."""
        news, self._news = self._news, []
        return news

    def begin_round(
        self, number: int, totals: Sequence[int | None], state: State, deal: Deal
    ) -> None:
        """A round begins, the first is `number` 1."""
        self._moves = 0
        self._faults = []
        self._teller.begin_round(number, totals, state, deal)
        self._flush(state)

    def witness(self, seat: int, move: Move, state: State) -> None:
        """See `games.dealer.Witness`."""
        self._teller.witness(seat, move, state)

    def made(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        """See `games.dealer.Listener`."""
        self._teller.made(seat, moves, state, choice)
        self._moves += seat != CHANCE and not choice
        self._flush(state)

    def choose(self, state: State) -> Move | None:
        """What the program whose turn it is wants to do; None where it did wrong."""
        seat = state.turn
        program = self._playing[seat]
        try:
            if state.midturn:
                self._teller.midway(seat)
            program.ask(state)
            move, _ = program.answer(state)
            try:
                state.check(seat, move)
            except RuleError as error:
                raise illegal(self._notation.choice(move), error) from error
        except Fault as fault:
            self._dismiss(seat, fault, state)
            return None
        return move

    def end_round(self, end: str, scores: Sequence[int | None]) -> list[str]:
        """A round is over; the lines of its faults."""
        self._teller.end_round(end, scores)
        return self._faults

    def end_match(self, totals: Sequence[int | None], winners: Sequence[int]) -> None:
        """The match is over."""
        self._teller.end_match(totals, winners)
        for program in self._playing.values():
            with suppress(Fault):  # whatever it does now, it did not do in the match
                program.end_match()

    def close(self) -> None:
        """End them all."""
        for program in self._playing.values():
            program.close()
        self._playing.clear()

    def _flush(self, state: State) -> None:
        """Let those who want it so hear at once, also while people think."""
        for seat, program in list(self._playing.items()):
            try:
                program.flush()
            except Fault as fault:
                self._dismiss(seat, fault, state)

    def _dismiss(self, seat: int, fault: Fault, state: State) -> None:
        self._faults.append(fault.line(seat, 0 if state.opening else self._moves + 1))
        self._news.append((seat, fault))
        self._playing.pop(seat).dismiss(str(fault))
