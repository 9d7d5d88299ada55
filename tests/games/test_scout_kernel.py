"""The compiled twin of SCOUT says what the rules say; its playouts play legal moves."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from games.errors import RuleError
from games.scout import GAME, bridge, kernel, layout, playouts
from games.scout.bots import pieces
from games.scout.cards import TURN as TURNED
from games.scout.cards import UPPER
from games.scout.moves import FLIP, KEEP, STOP, Scout, ScoutShow, Show, Starter
from games.scout.state import State
from games.search.chance import below, dice_of
from tests.games.scout_table import PLAYED_WITH, cards, move, rules_for, shuffled, table, text_of
from tests.games.scout_twin import KINDS, Twins

ACTIONS = 1200  # for each of the 168 kinds: 200,000 in all


@pytest.mark.parametrize("players", range(2, 6))
def test_every_move_does_in_the_twin_what_the_rules_say(players: int) -> None:
    seen: Counter[str] = Counter()
    kinds = [options for number, options in KINDS if number == players]
    assert len(kinds) == (96 if players == 2 else 24)
    for options in kinds:
        seen.update(Twins(players, options, "test").play(ACTIONS))
    assert seen["actions"] >= ACTIONS * len(kinds)
    # What must have been met, lest the comparison says nothing.
    rare = {"Show", "Scout", "emptied", "unbeaten", "limit", "hand over 20"}
    rare |= {"Stop", "stopped", "Starter"} if players == 2 else {"ScoutShow", "all scouted, empty"}
    assert all(seen[what] >= 10 for what in rare), seen


def test_the_number_of_a_move_and_back() -> None:
    state = bridge.from_state(
        table("83 72 46", "12", on="91 92 94", owner=2, turn=1, players=4)
    )
    for text in ("S1:8", "S2:7", "L91@1", "L19@4", "R49@2", "L91@1+S1:98", "R94@3+S4:4"):
        made = move(text)
        assert bridge.decode(bridge.encode(made), state) == made
    for made in (KEEP, FLIP, STOP, Starter(0), Starter(3)):
        assert bridge.decode(bridge.encode(made), state) == made
    numbers = [bridge.encode(made) for made in (KEEP, FLIP, STOP, Starter(0), Starter(3))]
    assert len({*numbers, layout.NO_MOVE}) == 6
