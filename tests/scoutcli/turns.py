"""The turn of whoever is to move in a round, as the table makes one."""

from __future__ import annotations

from games.errors import RuleError
from games.game import Move, State
from notation import codec
from scoutcli.table.words import Turn


def turn_of(state: State) -> Turn:
    """The turn of the seat to act."""
    view = state.view(state.turn)

    def fault(move: Move) -> RuleError | None:
        try:
            state.check(state.turn, move)
        except RuleError as error:
            return error
        return None

    return Turn(codec.get(view.game), view, state.legal(), fault)
