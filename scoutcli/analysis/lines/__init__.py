"""A better line of play as the word of a record, game by game.

Where a turn has several parts, what would have followed the first one is not
known. A game whose turns have such parts says in a module of its own here,
called as the game, how its record leaves that open.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import RuleError
from games.game import Move, State
from notation.codec import Notation
from notation.diagnostics import TextError
from notation.replay import run, settle_starter, word
from scoutcli.bygame import module_of


def better_word(
    notation: Notation, before: State, seat: int, made: Sequence[Move], best: Move
) -> str | None:
    """The word of a turn that begins with what was `made` and goes on with the `best` move.

    `before` is the round before the turn, and stays as it is. The cards are
    named as far as the record knows them. None where a record cannot say it.
    """
    state = before.copy()
    done: list[Move] = []
    try:
        settle_starter(notation, state, f"{seat + 1}.?")
        for move in [*made, best]:
            state.check(seat, move)
            done.append(state.complete(seat, move))
            state.apply(seat, move)
        if state.midturn and state.turn == seat:
            done = _left_open(notation.game.name, done)
        text = word(notation, seat, done)
        _, error = run(notation, before.copy(), [text])
    except (RuleError, TextError):
        return None
    return text if error is None else None


def _left_open(game: str, begun: list[Move]) -> list[Move]:
    """A begun turn with an end of which nothing is said; as it is where the game has none."""
    module = module_of(__name__, game)
    ended: list[Move] = begun if module is None else module.left_open(begun)
    return ended
