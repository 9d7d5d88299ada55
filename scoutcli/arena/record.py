"""The record of one match, made in memory while it is played."""

from __future__ import annotations

from collections.abc import Sequence

from games.dealer import CHANCE, Dealer
from games.game import Deal, Move, State
from notation.codec import Notation
from notation.recorder import Scribe

ABANDONED = "abandoned"
"""How a round ends that a fault has ended (see `notation.keys.STOPPED`)."""


class Record:
    """What stands in the match file under ``rounds``, and after it."""

    def __init__(self, notation: Notation) -> None:
        self._notation = notation
        self._scribe = Scribe(notation)
        self._done: list[str] = []
        self._moves: list[str] = []
        self._piles: list[tuple[int, str]] = []
        """Which of the moves are chance, and their word: it may turn out to be another."""

    def begin_round(self, deal: Deal) -> None:
        """A round begins."""
        self._scribe.begin_round(deal)  # written when it ends, as the cards came
        self._moves = []
        self._piles = []

    def play(self, seat: int, moves: Sequence[Move], state: State, *, choice: bool) -> None:
        """A finished move, or chance."""
        if seat == CHANCE:
            self._piles.append((len(self._moves), self._notation.format(moves)))
        self._moves.append(self._scribe.play(seat, moves, state, choice=choice))

    def end_round(
        self, dealer: Dealer, faults: Sequence[str], end: str, score: Sequence[int | None] | None
    ) -> None:
        """The round is over, or given up: then nobody has points."""
        for (at, word), pile in zip(self._piles, dealer.piles, strict=True):
            self._moves[at] = self._moves[at].replace(word, self._notation.format([pile]))
        tail = self._scribe.faults(faults) + self._scribe.end_round(end, score)
        head = Scribe(self._notation).begin_round(dealer.deal)
        self._done += [head, *self._moves, tail]

    def end_match(self, total: Sequence[int | None], winners: Sequence[int]) -> None:
        """The match is over; where nobody won, it was given up."""
        self._done.append(self._scribe.end_match(total, winners))

    def text(self, header: str) -> str:
        """The whole record behind a header, see `notation.writer.header`."""
        return "".join([Scribe(self._notation).begin_match(header), *self._done])
