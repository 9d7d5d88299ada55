"""What chance was worth to every seat in a round that was recorded: its luck, in points.

The way in which that is measured is the game's own (`games.search.luck`). All that it
stands on is the cards as they came, so a round has luck only where they are known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice

from games.errors import RuleError
from games.game import State
from games.search.compiled import Notice
from games.search.luck import Made, lucks
from notation import codec
from notation.audit import Audit, begin_round, whole_moves
from notation.diagnostics import TextError
from notation.match import Match, RoundRecord
from notation.replay import CHANCE, reader, settle_starter
from notation.tokens import read_moves
from scoutcli.analysis.model import Chance

PLAYOUTS = 400
"""Playouts for a chance event, where nothing is said.

In SCOUT they leave a standard error of 0.2 to 0.4 points in the luck of a seat in a round.
"""
MOST_MOVES = 4000
"""The luck of a longer round is not measured; what people play has some hundred moves."""


def luck_of(
    audit: Audit,
    index: int,
    *,
    seed: int,
    key: str,
    playouts: int = PLAYOUTS,
    notice: Notice | None = None,
) -> list[Chance]:
    """What each chance event of a round was worth, in the order in which they fell.

    `index` is the place of the round in the match, from 0. The same `seed` and
    `key` give the same answer, whatever was asked before. Nothing where a card
    is not known that it depends on, where the round does not begin with a deal, where the
    game's luck cannot be measured, or without a compiler. `playouts` are those
    for one event. `notice` is told before something is compiled.
    """
    game, record = audit.match.game, audit.rounds[index].record
    start = begin_round(audit, index)
    if game is None or start is None or record.position is not None:
        return []
    made = list(islice(_made(audit.match, record, start.copy()), MOST_MOVES + 1))
    if len(made) > MOST_MOVES:
        return []
    digest = hashlib.sha256(f"luck/{seed}/{key}".encode(errors="replace")).digest()
    try:
        fell = lucks(game, start, made, int.from_bytes(digest[:8]), playouts, notice)
    except RuleError:  # cards nobody noted, or no compiler
        return []
    return [Chance(*each) for each in fell]


def _made(match: Match, record: RoundRecord, state: State) -> Iterator[Made]:
    """The moves of a round and what chance brought, up to its end or its first fault.

    `state` is the round at its start, and goes along.
    """
    if match.game is None or record.moves is None:
        return
    notation = codec.get(match.game.name)
    try:
        for at, play in enumerate(read_moves(whole_moves(match, record)).plays):
            if settle_starter(notation, state, play.text):
                assert state.starter is not None
                yield Made(at, CHANCE, match.game.started(state.starter))
            seat, moves = reader(notation)[play.text]
            for move in moves:
                state.check(seat, move)
                yield Made(at, seat, state.complete(seat, move))
                state.apply(seat, move)
    except (RuleError, TextError):
        return
