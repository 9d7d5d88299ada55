"""From the words of a round's moves to a `State` that makes them.

One way for all: the auditor runs the words of a whole round, a viewer or a
formatter takes one `Step` at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from games.errors import RuleError
from games.game import Event, Move, State
from notation.codec import Notation
from notation.diagnostics import TextError
from notation.tokens import Play, Variation, split_seat

CHANCE = -1
"""The seat of a chance event."""

Reader = Callable[[str], tuple[int, tuple[Move, ...]]]
"""A word of a record -> the seat that moves (or CHANCE) and the moves that make it up."""


@cache
def reader(notation: Notation) -> Reader:
    """How words of this game are read; a word met before costs one look-up."""

    @lru_cache(maxsize=1 << 16)
    def read(word: str) -> tuple[int, tuple[Move, ...]]:
        seat, text = split_seat(word)
        if seat is None and not notation.is_chance(text):
            raise TextError("no-seat", f"a move names its seat: 1.{text[:20]}", 0, len(text))
        skip = len(word) - len(text)
        try:
            return CHANCE if seat is None else seat, notation.parse(text)
        except TextError as error:
            error.offset += skip
            raise

    return read


def run(
    notation: Notation, state: State, words: Sequence[str]
) -> tuple[int, RuleError | TextError | None]:
    """Play words until one breaks a rule or cannot be read.

    Returns how many were played, and what is wrong with the next one, if
    anything is. The state then stands before that word, or in its middle.
    """
    read = reader(notation)
    check, apply = state.check, state.apply
    at = 0
    while True:
        try:
            for word in words[at:] if at else words:
                seat, moves = read(word)
                for move in moves:
                    check(seat, move)
                    apply(seat, move)
                at += 1
            return at, None
        except RuleError as error:
            if not settle_starter(notation, state, words[at]):
                return at, error
        except TextError as error:
            return at, error


def settle_starter(notation: Notation, state: State, word: str) -> bool:
    """Where a draw by lot decided who starts: learn it from the first move after the opening."""
    chance = state.chance()
    if state.turn >= 0 or chance is None or chance.kind != "starter":
        return False
    seat, _ = reader(notation)(word)
    if seat not in chance.among:
        return False
    state.apply(CHANCE, notation.game.started(seat))
    return True


@dataclass(slots=True)
class Step:
    """One word played: who, what (all cards named), what it caused, and the word it was.

    `number` counts the moves of the round from 1; None for an opening choice
    and for chance. `text` is the canonical word with its seat.
    """

    seat: int
    moves: tuple[Move, ...]
    events: list[Event]
    text: str
    play: Play
    number: int | None


def steps(notation: Notation, state: State, plays: Sequence[Play]) -> Iterator[Step]:
    """Play words one by one; after each, `state` stands behind it.

    Raises what `run` returns; the plays before are played then.
    """
    read = reader(notation)
    number = 0
    for play in plays:
        settle_starter(notation, state, play.text)
        seat, moves = read(play.text)
        if not state.opening and seat != CHANCE:
            number += 1
            counted: int | None = number
        else:
            counted = None
        done: list[Move] = []
        events: list[Event] = []
        for move in moves:
            state.check(seat, move)
            done.append(state.complete(seat, move))
            events += state.apply(seat, move)
        yield Step(seat, tuple(done), events, word(notation, seat, done), play, counted)


def word(notation: Notation, seat: int, moves: Sequence[Move]) -> str:
    """The word of a record for completed moves."""
    text = notation.format(moves)
    return text if seat == CHANCE else f"{seat + 1}.{text}"


def variations(play: Play) -> list[Variation]:
    """The other lines of play noted on a move."""
    return [note for note in play.notes if isinstance(note, Variation)]
