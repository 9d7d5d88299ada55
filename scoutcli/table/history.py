"""The round in play, move by move: what happened, and how it stood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.game import Event, State
from notation.replay import CHANCE, reader
from scoutcli.table.session import Session


class Made(NamedTuple):
    """A move that was made, or what chance brought."""

    seat: int
    """Who made it, -1 for chance."""
    number: int | None
    """Counts the moves of the round from 1; None for an opening choice and for chance."""
    events: list[Event]
    state: State
    """The round after it. Whoever shows it asks for the view of a seat."""


def moves_made(session: Session) -> Iterator[Made]:
    """The finished moves of the round in play, or of the last one, in their order."""
    state = session.start
    if state is None:
        return
    read = reader(session.notation)
    number = 0
    drawn = _settled(session, state)
    for word in session.words:
        seat, moves = read[word]
        events, drawn = list(drawn), ()
        counts = seat != CHANCE and not state.opening
        number += counts
        for move in moves:
            events += state.apply(seat, move)
        events += _settled(session, state)
        yield Made(seat, number if counts else None, events, state.copy())


def _settled(session: Session, state: State) -> Sequence[Event]:
    """Let start whom the lot has drawn, where that is due; it stands in no word of its own."""
    chance = state.chance() if state.end is None else None
    if chance is None or chance.kind != "starter" or session.starter is None:
        return ()
    return state.apply(CHANCE, session.game.started(session.starter))


def state_after(session: Session, number: int) -> State | None:
    """The round in play after its move of that number, 0: before the first; None if there is none.

    A negative number counts back from how it stands.
    """
    made = list(moves_made(session))
    last = max((each.number or 0 for each in made), default=0)
    wanted = number + last if number < 0 else number
    if not 0 <= wanted <= last:
        return None
    found = session.start
    for each in made:
        if each.number is not None and each.number > wanted:
            break
        if each.seat != CHANCE:  # a new draw pile belongs to the move that needed it
            found = each.state
    return found
