"""The choices of a round that was recorded, each with what its seat knew when it made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from games.errors import RuleError
from games.game import Move, State, View
from notation import codec
from notation.audit import Audit, begin_round, whole_moves
from notation.codec import Notation
from notation.diagnostics import TextError
from notation.replay import CHANCE, reader, settle_starter
from notation.tokens import Play, read_moves

MOST_CHOICES = 2000
"""So many of a round at most: eight careless players of SKYJO make about half of that."""

Missed = Callable[[str], None]
"""Told in a few words why some choices are left out, behind their number: ``3 choices that …``."""


@dataclass(slots=True)
class Choice:
    """A choice that somebody made.

    `at` is the place of its play in the round, from 0, `part` which move of
    that play it is, `number` the number of the move in the round (None in the
    opening). `view` is what the seat knew before it; in the opening that has
    nothing of what the others chose. `move` is the one of `legal` that was
    made. `state` is the position with all that the record knows, where that
    was asked for.
    """

    at: int
    number: int | None
    seat: int
    part: int
    view: View
    legal: list[Move]
    move: Move
    state: State | None = None


def choices(
    audit: Audit,
    index: int,
    *,
    open: bool = False,  # noqa: A002 -- called as the option of the command line
    missed: Missed | None = None,
) -> Iterator[Choice]:
    """The choices of a round in order, up to its end or to its first fault.

    `index` is the place of the round in the match, from 0. Of a round of which
    not all is known, a choice is made from what the record had told up to then:
    nothing of what its own move brought to light. One that nobody noted, or
    that cannot have been made from what is known, is left out; `missed` is told
    of these when the last one was given. With `open` each has its `state`.
    A choice costs a view and a legal list, however long the round is.
    """
    record = audit.rounds[index].record
    state = begin_round(audit, index)
    game = audit.match.game
    if state is None or game is None or record.moves is None:
        return
    notation = codec.get(game.name)
    plays = read_moves(whole_moves(audit.match, record)).plays
    _let_start(notation, state, plays)
    left_out: Counter[str] = Counter()
    for made, chosen in enumerate(_chosen(notation, state, plays)):
        if made >= MOST_CHOICES:
            left_out["come too late in a very long round"] += 1
            continue
        at, number, seat, part, move, then = chosen
        legal = then.legal()
        found = _found(notation, then, seat, move, legal)
        if found is None:
            left_out["nobody noted in full"] += 1
        else:
            yield Choice(
                at, number, seat, part, then.view(seat), legal, found,
                then.copy() if open else None,
            )  # fmt: skip
    if missed is not None:
        for why, times in left_out.items():
            missed(f"{times} {'choice' if times == 1 else 'choices'} that {why}")


_Chosen = tuple[int, int | None, int, int, Move, State]
"""Play, number of the move, seat, part, the move as it is written, the round in which it chose."""


def _chosen(notation: Notation, state: State, plays: Sequence[Play]) -> Iterator[_Chosen]:
    """What seats chose, one by one, up to the first fault; `state` goes along behind each.

    The round in which a seat chose has to be looked at before the next one is asked for.
    """
    before: State | None = None
    number = 0
    for at, play in enumerate(plays):
        read = _read(notation, state, play)
        if read is None:
            return
        seat, moves = read
        if seat == CHANCE and before is None and state.chance() is None:
            # It comes because of the move behind it, which was chosen without it.
            before = state.copy()
        if seat != CHANCE and not state.opening:
            number += 1
        for part, move in enumerate(moves):
            try:
                state.check(seat, move)
                if seat != CHANCE:
                    then, before = before or state, None
                    yield at, None if then.opening else number, seat, part, move, then
                state.apply(seat, move)
            except RuleError:  # it is illegal, or a card is drawn where none is left
                return


def _let_start(notation: Notation, state: State, plays: Sequence[Play]) -> None:
    """Settle who starts where a lot decides it before the opening: all know it while they choose.

    A record tells it by the first move after the opening.
    """
    chance = state.chance()
    if not state.opening or chance is None or len(plays) <= state.players:
        return
    with suppress(TextError):
        seat, _ = reader(notation)[plays[state.players].text]
        if seat in chance.among:
            state.apply(CHANCE, notation.game.started(seat))


def _read(notation: Notation, state: State, play: Play) -> tuple[int, tuple[Move, ...]] | None:
    """Who does what in a play; None where it cannot be read. Who starts is settled by it."""
    try:
        settle_starter(notation, state, play.text)
        return reader(notation)[play.text]
    except (RuleError, TextError):
        return None


def _found(
    notation: Notation, state: State, seat: int, move: Move, legal: list[Move]
) -> Move | None:
    """The one of the legal moves that was made; None where that cannot be told."""
    if seat != state.turn:  # nobody knows whose turn it is, so nobody can tell what was legal
        return None
    whole = state.complete(seat, move)
    for made in (move, whole):
        if made in legal:
            return made
    text = notation.choice(whole)
    return next((each for each in legal if notation.choice(each) == text), None)
