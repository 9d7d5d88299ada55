"""The rules of SCOUT and their compiled twin, played side by side.

Every move goes through `State` and through the kernel. Before it the legal
lists are compared, order and number, after it all that the move did, at the
end the points. Used by a test, and with more moves by ``benchmarks/twin.py``.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import pairwise, product

import numpy as np

from games.deals import Shuffler
from games.game import Move, Round
from games.scout import GAME, bridge, kernel, layout
from games.scout.moves import Choose, Scout, ScoutShow, Show, Starter, Stop
from games.scout.state import State
from tests.games.scout_table import STYLES, rules_for

_ALWAYS = {
    "exempt": ("owner", "emptied"),
    "flip": ("swap", "rotate"),
    "turn_limit": ("1000", "50", "none"),
}
_WITH_TWO = {
    "scout_token_to": ("centre", "owner"),
    "unspent_tokens": ("score", "ignore"),
    "voluntary_stop": (False, True),
}
_WITH_MORE = {"all_scouted_empty": ("end", "continue")}

KINDS: list[tuple[int, dict[str, object]]] = [
    (players, dict(zip(options, values, strict=True)))
    for players in range(2, 6)
    for options in [_ALWAYS | (_WITH_TWO if players == 2 else _WITH_MORE)]
    for values in product(*options.values())
]
"""Every number of players with all values of every option that means anything in a round."""

_ORDER = (Choose, Show, Scout, ScoutShow, Stop)
"""In which moves of different kinds stand in a list."""

_number = cache(bridge.encode)


def _place(move: Move) -> int:
    return _ORDER.index(type(move))


def _numbers(legal: list[Move]) -> list[int]:
    """The numbers of moves; Scouts & Shows, which are many, from those of their parts."""
    return [
        _number(move[0]) | _number(move[1]) if type(move) is ScoutShow else _number(move)
        for move in legal
    ]


class Twins:
    """Rounds of one kind, compared; `seen` counts what was met."""

    def __init__(self, players: int, options: Mapping[str, object], seed: str) -> None:
        self.rules = rules_for(players, options)
        self.players = players
        self.seed = f"{players} {options} {seed}"
        """In the message of every failure."""
        self.chance = random.Random(self.seed)
        self.moves = np.zeros(layout.MOST_MOVES, dtype=np.int64)
        self.points = np.zeros(layout.MOST_PLAYERS, dtype=np.int64)
        self.seen: Counter[str] = Counter()

    def play(self, actions: int) -> Counter[str]:
        """Rounds until so many actions were compared."""
        past: list[Round] = []
        while self.seen["actions"] < actions:
            shuffler = Shuffler(f"{self.seed} {self.seen['rounds']}", 1)
            deal = GAME.deal(self.rules, past, shuffler)
            # In every other round of two players the cards that the one before left are dealt.
            past = [] if past else [Round((0,) * self.players, starter=None, deal=deal)]
            style = STYLES[self.seen["rounds"] % len(STYLES)]
            self.round(GAME.begin(self.rules, [], deal), style)
            self.seen["rounds"] += 1
        return self.seen

    def round(self, state: State, style: Mapping[type, float]) -> None:
        """One round to its end."""
        twin = bridge.from_state(state)
        while state.end is None:
            if state.turn < 0:
                self.draw(state, twin)
                continue
            if state.actions == 0 and not state.opening:
                self.age(state, twin)
            legal = state.legal()
            count = kernel.legal(twin, self.moves)
            numbers = self.moves[:count].tolist()
            assert numbers == _numbers(legal), self.seed
            if not state.opening:
                assert kernel.can_show(twin, state.turn) == (type(legal[0]) is Show), self.seed
            chosen = self.choose(legal, style)
            self.apply(state, twin, legal[chosen], numbers[chosen])
            if self.chance.random() < 0.02:
                state = bridge.to_state(twin, self.rules)
        self.seen[state.end] += 1
        kernel.scores(twin, self.points)
        assert tuple(self.points[: self.players].tolist()) == state.scores(), self.seed
        assert kernel.is_over(twin) and kernel.legal(twin, self.moves) == 0, self.seed

    def choose(self, legal: list[Move], style: Mapping[type, float]) -> int:
        """The place of a move in the list, its kind chosen first; of Shows often the largest."""
        ends = [bisect(legal, at, key=_place) for at in range(len(_ORDER))]
        places = [range(start, stop) for start, stop in pairwise((0, *ends)) if start < stop]
        weights = [style.get(type(legal[found[0]]), 0.05) for found in places]
        (found,) = self.chance.choices(places, weights)
        if type(legal[found[0]]) is Show and self.chance.random() < 0.5:
            return max(found, key=lambda at: len(legal[at].values))
        return self.chance.choice(found)

    def apply(self, state: State, twin: layout.Round, move: Move, number: int) -> None:
        """Make a move in both, and compare what it did."""
        assert bridge.decode(number, twin) == move, self.seed
        if not state.opening:
            self.seen["actions"] += 1
            self.seen[type(move).__name__] += 1
        state.apply(state.turn, move)
        kernel.apply(twin, number)
        assert facts_of(twin) == facts(state), self.seed
        if state.end is not None or self.chance.random() < 0.2:  # also what follows from the rest
            assert np.array_equal(twin, bridge.from_state(state)), self.seed
        if state.scouts == self.players - 1 > 1 and not state.table:
            self.seen["all scouted, empty"] += 1
        if max(map(len, state.hands)) > 20:
            self.seen["hand over 20"] += 1

    def age(self, state: State, twin: layout.Round) -> None:
        """Now and then make a round old, so that its limit is near."""
        limit = self.rules.number("turn_limit")
        if limit and self.chance.random() < 0.2:
            state.actions = twin[layout.ACTIONS] = limit - self.chance.randrange(1, 15)

    def draw(self, state: State, twin: layout.Round) -> None:
        """The lot of who starts."""
        due = state.chance()
        assert due is not None
        move = Starter(self.chance.choice(due.among))
        state.apply(-1, move)
        kernel.apply(twin, bridge.encode(move))
        self.seen["Starter"] += 1


def facts(state: State) -> list[object]:
    """What the twin must say too, read from the rules."""
    return [
        state.hands, state.table, state.owner, state.turn, state.scouts, state.actions,
        state.won, state.tokens, state.marker, state.end, state.exempt,
    ]  # fmt: skip


def facts_of(twin: layout.Round) -> list[object]:
    """What the rules must say too, read from the twin."""
    players = int(twin[layout.PLAYERS])
    won, tokens, marker = (
        twin[field : field + players].tolist()
        for field in (layout.WON, layout.TOKENS, layout.MARKER)
    )
    return [
        [bridge.hand_of(twin, seat) for seat in range(players)], bridge.table_of(twin),
        *twin[[layout.OWNER, layout.TURN, layout.SCOUTS, layout.ACTIONS]].tolist(),
        won, tokens, marker, layout.ENDS[twin[layout.END]], int(twin[layout.EXEMPT]),
    ]  # fmt: skip
