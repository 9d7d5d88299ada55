"""What an analysis of a match has found out, as plain values: they can be kept, sent and shown.

All points are margins: what a seat gets in a round against the mean of the
other seats, more being better in every game. A margin of the whole table is
always 0 in sum.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from games.game import Move

BESTS = 3
"""So many of the best moves of a choice are told."""


class Best(NamedTuple):
    """One of the best moves of a choice: what the seat can expect by it, in points of the round.

    `error` is the standard error of that, None where it was worked out and not sampled.
    """

    text: str
    worth: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice that somebody made, and what it was worth from what the seat knew then.

    `at` is the place of the play in its round, from 0, `part` which move of it
    (SKYJO: draw, then place); `number` counts the moves of the round from 1,
    None in the opening. `worth` is what the seat could expect by it, `doubt` the
    standard error of that, None where it was not sampled. `loss` is how much
    less the move is worth than the best one, not below 0; `error` its standard
    error, infinite where nothing was measured. `mark` is an index of
    `notation.tokens.JUDGEMENTS` plus 1 (2 for ``?``, 4 for ``??``, 6 for ``?!``),
    0 for none.
    """

    at: int
    part: int
    number: int | None
    seat: int
    move: Move
    text: str
    """The move where choosing, as `Notation.choice` writes it."""
    forced: bool
    worth: float = 0.0
    loss: float = 0.0
    error: float = 0.0
    playouts: int = 0
    best: Move | None = None
    """The best move, where that is another one."""
    best_text: str = ""
    mark: int = 0
    kind: str = ""
    """What kind of mistake it is, in a word or two; "" where it has no mark."""
    words: str = ""
    """A sentence for people, where it has a mark."""
    open: bool = False
    """Whether it was judged with all cards seen, in hindsight."""
    solved: bool = False
    """Whether it was worked out, so that the figures have no error."""
    doubt: float | None = None
    bests: tuple[Best, ...] = ()
    """Of the best moves found the first `BESTS`, the best one first; the one made may be there."""

    @property
    def measured(self) -> bool:
        """Whether the figures are in points."""
        return self.forced or self.playouts > 0 or self.open


@dataclass(frozen=True, slots=True)
class Chance:
    """What a chance event was worth to every seat, in points; their sum is 0.

    `at` is the play before which, or in which, it fell; -1 for the deal.
    `seat` is the seat that it befell, -1 for all.
    """

    at: int
    seat: int
    what: str
    """A word of the game, such as ``deal`` or ``draw``: see scoutcli-analysis(7), "Luck"."""
    worth: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RoundReport:
    """A round: what was chosen, what chance brought, and the margins it ended with.

    `margins` has None where points are not known or the round did not end.
    `lucky` says whether the luck was measured: without all cards it cannot be.
    """

    number: int
    margins: tuple[float | None, ...]
    judged: tuple[Judged, ...]
    luck: tuple[Chance, ...]
    lucky: bool
    whole: bool = True
    """Whether every choice was judged; not where it was stopped, or only one seat was asked for."""


@dataclass(frozen=True, slots=True)
class Account:
    """What a seat made of a match.

    `result` = `luck` + `errors` + `residual`, in points of margin over the
    rounds of which all three are known (`rounds` of them). `errors` counts the
    own losses and what the others' losses gave to this seat (each gives its
    loss to the others in equal parts); `lost` is the sum of the own losses
    alone, over `unforced` decisions in all rounds.
    """

    seat: int
    name: str
    unforced: int
    lost: float
    marks: Mapping[int, int] = field(default_factory=dict)
    """How many moves have each mark."""
    kinds: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    """For each kind of mistake how many there were, and what they cost."""
    rounds: int = 0
    result: float = 0.0
    luck: float = 0.0
    errors: float = 0.0
    residual: float = 0.0
    rated: bool = True
    """Whether the losses were found as those that the rating words stand for."""

    @property
    def rate(self) -> float:
        """Points lost for each unforced decision."""
        return self.lost / self.unforced if self.unforced else 0.0

    @property
    def adjusted(self) -> float:
        """The result without the luck."""
        return self.result - self.luck


@dataclass(frozen=True, slots=True)
class MatchReport:
    """The analysis of a match: its rounds, an account for each seat, and how it was made."""

    file: str
    match: int
    game: str
    names: tuple[str, ...]
    rounds: tuple[RoundReport, ...]
    accounts: tuple[Account, ...]
    about: str
    """The evaluator in words: ``search (playouts=4000 at most), seed 1``."""
    complete: bool = True
    """Whether all that was asked for is done; False where somebody stopped it."""
    notices: tuple[str, ...] = ()
    """What could not be done, in sentences."""
