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


def states_of(session: Session) -> list[State]:
    """The round in play before its first move, then after each; empty where there is none."""
    start = session.start
    if start is None:
        return []
    states = [start]
    for each in moves_made(session):
        if each.number is not None:
            states.append(each.state)
        elif each.seat != CHANCE:  # a new draw pile belongs to the move that needed it
            states[-1] = each.state
    return states
