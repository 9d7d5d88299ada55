"""What a line typed at the notes means: moves, with comments and judgements on them.

A move may be typed as a record writes it, or in any short form of its game.
What a table shows of a hand that nobody knows differs from game to game: a
module here named as the game says what can be meant, and offers it for
completion. Without one, what its notation understands counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from types import ModuleType
from typing import NamedTuple

from games.errors import RuleError
from games.game import Move, State
from notation.codec import Notation
from notation.diagnostics import TextError
from notation.replay import CHANCE, NOT_NOTED, word
from notation.tokens import Note, Play, Variation, read_moves, split_seat
from scoutcli.bygame import module_of

NOT_KNOWN = "not known"
"""In words for people, what the files have an ``x`` or a ``?`` for."""

MOST_OFFERED = 60
"""So many things are offered for completion."""

_DRESSING = re.compile(r"(?:(?<=\s)|\A)(?:\{|\$[0-9]|(?:!!|!\?|\?!|\?\?|!)(?=\s|\Z))")


class Piece(NamedTuple):
    """One move of a typed line: its text, where it stands in the line, what is noted on it.

    Without a text the notes are on the move before.
    """

    text: str
    at: int
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text can mean: the parts of a move of a seat, completed, and the state after them.

    `half` says that the seat still has to say what it did with it.
    """

    seat: int
    moves: tuple[Move, ...]
    after: State

    @property
    def half(self) -> bool:
        """Whether the move is only begun."""
        return self.after.midturn


class Offer(NamedTuple):
    """Something that could be typed, and what it means."""

    text: str
    says: str


def helper(game: str) -> ModuleType | None:
    """The module here that is named as the game, if there is one."""
    module = module_of("scoutcli.notes", game)
    return module if hasattr(module, "read") else None


def pieces(line: str, notation: Notation) -> list[Piece]:
    """The moves of a line, in their order. Raises TextError, with the place in the line.

    Several moves stand in one line where each names its seat, or is a ``?``.
    """
    words = list(re.finditer(r"\S+", line))
    if words and all(found[0] == NOT_NOTED for found in words):
        return [Piece(NOT_NOTED, found.start()) for found in words]
    whole = read_moves(line)
    if whole.fault is None and whole.plays and not whole.notes:
        found = [Piece(play.text, play.offset, _notes(play.notes)) for play in whole.plays]
        if all(_is_move(piece.text, notation) for piece in found):
            return found
    cut = _DRESSING.search(line)
    text = line[: cut.start() if cut else len(line)]
    at = len(text) - len(text.lstrip())
    notes = _read_notes(line[cut.start() :], cut.start()) if cut else ()
    return [Piece(text.strip(), at, notes)]


def _is_move(text: str, notation: Notation) -> bool:
    """Whether a word is a move as a record writes it, with its seat."""
    try:
        seat, move = split_seat(text)
        if seat is None:
            return notation.is_chance(text) and bool(notation.parse(text))
        notation.parse(move)
    except TextError:
        return False
    return True


def _read_notes(text: str, at: int) -> tuple[Note, ...]:
    """Comments and judgements without a move. Raises TextError."""
    found = read_moves(f"x {text}")
    fault = found.fault
    if fault is not None:
        raise TextError(fault.code, fault.message, max(fault.offset - 2, 0) + at, fault.length)
    if len(found.plays) > 1:
        where = found.plays[1].offset - 2 + at
        raise TextError(
            "move-after-note", "a move with a comment is the last one of its line", where,
            len(found.plays[1].text),
        )  # fmt: skip
    return _notes(found.plays[0].notes)


def _notes(notes: Sequence[Note]) -> tuple[Note, ...]:
    """Notes that can be taken here. Raises TextError."""
    for note in notes:
        if isinstance(note, Variation):
            raise TextError(
                "variation-here",
                "another line of play is not noted at the table: write it into the file later",
                note.offset,
            )
    return tuple(notes)


# What a move's text means


def readings(
    text: str, notation: Notation, state: State, begun: Sequence[Move] = ()
) -> list[Reading]:
    """All that a text can mean now, possible moves only.

    `begun` are the parts of the move made so far, behind which `state` stands.
    Raises TextError or RuleError where it can mean nothing that could have
    happened: what is wrong with the likeliest of its meanings.
    """
    seat, body = split_seat(text)
    start = len(text) - len(body)
    if seat is None:
        seat = CHANCE if notation.is_chance(body) else state.turn
    elif not 0 <= seat < state.players:
        raise RuleError(
            "no-such-seat", f"there is no seat {seat + 1}: seats are 1 to {state.players}"
        )
    state = state.copy()
    chance = state.chance()
    if state.turn < 0 and chance is not None and chance.kind == "starter" and seat in chance.among:
        state.apply(CHANCE, notation.game.started(seat))
    try:
        meant = list(_meanings(body, notation, state, seat))
    except TextError as error:
        error.offset += start
        raise
    found: dict[str, Reading] = {}
    fault: RuleError | None = None
    for moves in meant:
        try:
            reading = _made(state, seat, moves)
        except RuleError as error:
            fault = fault or error
        else:
            found.setdefault(_text(notation, seat, (*begun, *reading.moves), reading), reading)
    if not found:
        assert fault is not None
        raise fault
    return list(found.values())


def _text(notation: Notation, seat: int, moves: tuple[Move, ...], reading: Reading) -> str:
    return repr(moves) if reading.half else word(notation, seat, moves)


def _meanings(body: str, notation: Notation, state: State, seat: int) -> Iterator[tuple[Move, ...]]:
    """What a text can mean, whether it is possible or not; at least one. Raises TextError."""
    module = helper(notation.game.name)
    if module is not None and seat >= 0 and (meant := module.read(body, state, seat)):
        yield from meant
        return
    try:
        moves = notation.parse(body)
    except TextError as error:
        if seat < 0:
            raise
        try:
            chosen = notation.choose(body, state.view(seat), state.legal())
        except TextError as other:
            raise (error if _looks_recorded(body) else other) from None
        yield from ((move,) for move in chosen)
    else:
        if state.midturn and len(moves) > 1:
            moves = moves[1:]
        yield moves


def _looks_recorded(body: str) -> bool:
    """Whether somebody tried to write a move as a record has it."""
    return any(mark in body for mark in ":?@/=#")


def _made(state: State, seat: int, moves: Sequence[Move]) -> Reading:
    """The parts of a move, made. Raises RuleError."""
    after = state.copy()
    done = []
    for move in moves:
        after.check(seat, move)
        done.append(after.complete(seat, move))
        after.apply(seat, move)
    return Reading(seat, tuple(done), after)


# What could be typed


def offers(line: str, notation: Notation, state: State) -> list[Offer]:
    """How a line that was begun can go on: moves that can have been made, as far as is known."""
    if state.end is not None or state.turn < 0:
        return []
    typed = line.lstrip()
    module = helper(notation.game.name)
    source: Callable[[], Iterator[Offer]] = (
        (lambda: _legal(notation, state))
        if module is None
        else (lambda: module.offers(typed, notation, state))
    )
    folded = typed.lower()
    found = (offer for offer in source() if offer.text.lower().startswith(folded))
    return list(islice(found, MOST_OFFERED))


def _legal(notation: Notation, state: State) -> Iterator[Offer]:
    """The legal moves, as far as the cards are known."""
    view = state.view(state.turn)
    for move in state.legal():
        yield Offer(notation.choice(move), notation.explain(move, view))


def play_of(
    notation: Notation, reading: Reading, begun: Sequence[Move], notes: Sequence[Note]
) -> Play:
    """The word of a record for a move that is whole."""
    moves = (*begun, *reading.moves)
    return Play(word(notation, reading.seat, moves), 0, list(notes))
