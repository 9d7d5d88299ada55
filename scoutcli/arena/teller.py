"""What programs are told of a match while it is played: each what its seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.dealer import CHANCE
from games.game import Deal, Move, State
from notation.codec import Notation
from scoutcli.arena import protocol
from scoutcli.arena.seats import Seat


class Teller:
    """Makes the lines of the protocol, and lets the seats that listen hear them.

    `witness` and `made` are for a `games.dealer.Dealer`, which calls them at
    the right moments.
    """

    def __init__(self, notation: Notation, listeners: Mapping[int, Seat]) -> None:
        """`listeners` are those who hear, by their seats."""
        self._notation = notation
        self._listeners = listeners
        self._seen: tuple[list[Move], list[Move]] = ([], [])
        """The parts of the move begun, as its seat and as the others have seen them."""
        self._untold: list[tuple[int, str, str]] = []
        """Opening choices: a seat, and what it and the others are told once all have chosen."""

    def begin_round(
        self, number: int, totals: Sequence[int | None], state: State, deal: Deal
    ) -> None:
        """A round begins, the first to be played is `number` 1."""
        self._seen = [], []
        self._untold.clear()
        for seat, listener in self._listeners.items():
            dealt = self._notation.dealt(deal, seat, state)
            listener.hear(protocol.round_line(number, totals, state.starter, dealt))

    def witness(self, seat: int, move: Move, state: State) -> None:
        """Note what is seen of a part of a move; it is made after that."""
        own, others = self._seen
        own.append(move)
        others.append(state.seen(seat, move, (seat + 1) % state.players))

    def made(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        """Tell a finished move; opening choices when all have made theirs."""
        told = self._notation.told
        if seat == CHANCE:
            self._tell(protocol.did_line(seat, told([state.seen(seat, moves[0], 0)], state)))
            return
        own, others = self._seen
        self._seen = [], []
        for_it = told(own, state)
        self._untold.append((seat, for_it, for_it if others == own else told(others, state)))
        if choice and state.opening:
            return
        for actor, for_it, for_others in self._untold:
            for at, listener in self._listeners.items():
                text = for_it if at == actor else for_others
                listener.hear(protocol.did_line(actor, text))
        self._untold.clear()

    def midway(self, seat: int) -> None:
        """Tell a seat what it saw by beginning its move."""
        if (listener := self._listeners.get(seat)) is not None:
            listener.hear(protocol.see_line(self._notation.begun(self._seen[0])))

    def end_round(self, end: str, scores: Sequence[int | None]) -> None:
        """The round is over."""
        self._tell(protocol.round_end_line(end, scores))

    def end_match(self, totals: Sequence[int | None], winners: Sequence[int]) -> None:
        """The match is over."""
        self._tell(protocol.match_end_line(totals, winners))

    def _tell(self, line: str) -> None:
        for listener in self._listeners.values():
            listener.hear(line)
