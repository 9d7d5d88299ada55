"""From the words of a round's moves to a `State` that makes them.

One way for all: the auditor runs the words of a whole round, a viewer or a
formatter takes one `Step` at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from games.errors import RuleError
from games.game import Event, Move, State
from notation.codec import Notation
from notation.diagnostics import TextError
from notation.tokens import Play, Variation, split_seat

CHANCE = -1
"""The seat of a chance event."""

NOT_NOTED = "?"
"""Stands in every notation for what is not known, and for a move that nobody noted."""

MOST_WORDS = 1 << 16
"""So many words are kept in mind for a game; a tournament's log has fewer different ones."""


class Words(dict[str, tuple[int, tuple[Move, ...]]]):
    """The words of a game's records: seat (or CHANCE) and the moves that make each up.

    ``words[word]`` reads it; one met before costs a look-up, which is why this
    is a dict (twice as fast as a cache that keeps order). Raises TextError.
    """

    def __init__(self, notation: Notation) -> None:
        super().__init__()
        self._notation = notation

    def __missing__(self, word: str) -> tuple[int, tuple[Move, ...]]:
        seat, text = split_seat(word)
        if seat is None and not self._notation.is_chance(text):
            raise TextError("no-seat", f"a move names its seat: 1.{text[:20]}", 0, len(text))
        try:
            moves = self._notation.parse(text)
        except TextError as error:
            error.offset += len(word) - len(text)
            raise
        if seat is None:
            return CHANCE, moves  # never the same twice
        if len(self) >= MOST_WORDS:
            self.clear()
        self[word] = seat, moves
        return seat, moves


@cache
def reader(notation: Notation) -> Words:
    """The words of this game."""
    return Words(notation)


def run(
    notation: Notation, state: State, words: Sequence[str]
) -> tuple[int, RuleError | TextError | None]:
    """Play words until one breaks a rule or cannot be read.

    Returns how many were played, and what is wrong with the next one, if
    anything is. The state then stands before that word, or in its middle.
    """
    read = reader(notation)
    check, advance = state.check, state.advance
    at = 0
    while True:
        try:
            for word in words[at:] if at else words:
                seat, moves = read[word]
                for move in moves:
                    check(seat, move)
                    advance(seat, move)
                at += 1
        except RuleError as error:
            if not settle_starter(notation, state, words[at]):
                return at, error
        except TextError as error:
            return at, error
        else:
            return at, None


def settle_starter(notation: Notation, state: State, word: str) -> bool:
    """Where a draw by lot decided who starts: learn it from the first move after the opening."""
    chance = state.chance()
    if state.turn >= 0 or chance is None or chance.kind != "starter":
        return False
    seat, _ = reader(notation)[word]
    if seat not in chance.among:
        return False
    state.apply(CHANCE, notation.game.started(seat))
    return True


@dataclass(slots=True)
class Step:
    """One word played: who, what, what it caused, and the word it was.

    `moves` name all cards that are known, to the record or to the seat that
    was asked for. `number` counts the moves of the round from 1; None for an
    opening choice and for chance. `text` is the canonical word with its seat.
    """

    seat: int
    moves: tuple[Move, ...]
    events: list[Event]
    text: str
    play: Play
    number: int | None


def steps(
    notation: Notation, state: State, plays: Sequence[Play], by: int | None = None
) -> Iterator[Step]:
    """Play words one by one; after each, `state` stands behind it.

    With `by`, the moves are told as that seat sees them. Raises what `run`
    returns; the plays before are played then.
    """
    read = reader(notation)
    number = 0
    for play in plays:
        settle_starter(notation, state, play.text)
        seat, moves = read[play.text]
        if not state.opening and seat != CHANCE:
            number += 1
            counted: int | None = number
        else:
            counted = None
        done: list[Move] = []
        events: list[Event] = []
        for move in moves:
            state.check(seat, move)
            completed = state.complete(seat, move)
            done.append(completed if by is None else state.seen(seat, completed, by))
            events += state.apply(seat, move)
        yield Step(seat, tuple(done), events, word(notation, seat, done), play, counted)


def make_seen(
    notation: Notation,
    true: State,
    seen: State,
    told: Iterable[tuple[int, Sequence[Move]]],
    by: int,
    *,
    opening: bool,
    starter: int | None,
) -> None:
    """Make moves twice: in `true` as they were, in `seen` as the seat `by` saw them.

    `told` are seats (or CHANCE) with the parts of their moves. `opening` says
    that not all have chosen when they have been made: what the others chose is
    not seen yet. `starter` is who starts, if that is known then.
    """

    def settle() -> None:
        for state in (true, seen):
            chance = state.chance()
            if chance is not None and chance.kind == "starter" and starter is not None:
                state.apply(CHANCE, notation.game.started(starter))

    for seat, moves in told:
        for move in moves:
            settle()
            whole = move if seat == CHANCE else true.complete(seat, move)
            part = true.seen(seat, whole, by)
            if opening and seat != by and part == whole:
                with suppress(TextError):  # a notation need not have a move that nobody noted
                    (part,) = notation.parse(NOT_NOTED)
            true.apply(seat, whole)
            seen.apply(seat, part)
    settle()


def word(notation: Notation, seat: int, moves: Sequence[Move]) -> str:
    """The word of a record for completed moves."""
    text = notation.format(moves)
    return text if seat == CHANCE else f"{seat + 1}.{text}"


def variations(play: Play) -> list[Variation]:
    """The other lines of play noted on a move."""
    return [note for note in play.notes if isinstance(note, Variation)]
