"""What SCOUT's net looks at: its inputs, that they know no more than the seat, and what it does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from games.bots import Budget
from games.game import Move
from games.scout import bridge, gauge, layout
from games.scout.belief import Belief
from games.scout.cards import UPPER
from games.scout.moves import Choose, Scout, Show
from games.scout.nets import net_for
from games.scout.policy import HIDDEN, MOST, NET, lay_out, rooms, think
from games.scout.search import MOST as MOST_LOOKED_AT
from games.scout.search import Choice
from games.scout.state import State
from games.scout.strong import Steady
from games.scout.weights import weights_for
from games.scout.worth import Measures
from games.search.compiled import njit
from games.search.halving import search
from tests.games.scout_table import table, text_of
from tests.games.test_scout_properties import every_kind, moments, permuted

ROOM = rooms()
ANY_NET = np.random.default_rng(1).normal(0, 0.1, NET)
"""A net that nobody trained: that it sees no hidden card does not depend on the weights."""


@njit(cache=False)
def laid(state: layout.Round, move: int, weights: Measures, room: object) -> tuple[float, bool]:
    return lay_out(state, move, 0.0, weights, room)  # type: ignore[arg-type]


def thoughts(state: layout.Round, net: Measures = ANY_NET) -> dict[int, float]:
    """What a net thinks of the moves that it looks at."""
    weights = weights_for(int(state[layout.PLAYERS]))
    found = think(state, weights, net, MOST, ROOM)
    return dict(zip(ROOM.found[:found].tolist(), ROOM.thought[:found].tolist(), strict=True))


def inputs(state: State, made: Move) -> list[float]:
    """How the round stands after a move."""
    twin = bridge.from_view(state.view(state.turn))
    laid(twin, bridge.encode(made), weights_for(state.players), ROOM)
    return list(ROOM.x)


@every_kind
def test_legal_moves_are_thought_of_whatever_the_others_hold(
    players: int, options: dict[str, object]
) -> None:
    for number, state in enumerate(moments(players, options, 4)):
        seen = thoughts(bridge.from_view(state.view(state.turn)))
        legal = set(map(bridge.encode, state.legal()))
        assert set(seen) <= legal and len(seen) == min(MOST, len(legal))
        if number % 5 == 0:
            twin = permuted(state, state.turn, random.Random(number))
            assert seen == thoughts(bridge.from_state(twin))


@every_kind
def test_a_move_that_ends_the_round_is_worth_what_the_rules_count(
    players: int, options: dict[str, object]
) -> None:
    ends = 0
    for state in moments(players, options, 20):
        seat, view = state.turn, state.view(state.turn)
        twin = bridge.from_view(view)
        known = {} if view.opening else thoughts(twin)
        for number, thought in known.items():
            after, made = state.copy(), bridge.decode(number, twin)
            after.apply(seat, made)
            # With two players only the other seat knows that it can do nothing after a Show.
            unseen = players == 2 and after.end == "unbeaten" and isinstance(made, Show)
            if after.end is not None and after.end != "limit" and not unseen:
                points = [score or 0 for score in after.scores()]
                others = (sum(points) - points[seat]) / (players - 1)
                assert thought == pytest.approx(points[seat] - others)
                ends += 1
    assert ends


def blocks(numbers: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Where blocks of a hand begin and end, by the rules."""
    for start in range(len(numbers)):
        for stop in range(start + 1, len(numbers) + 1):
            steps = {b - a for a, b in pairwise(numbers[start:stop])}
            if len(steps) > 1 or not steps <= {-1, 0, 1}:
                break
            yield start, stop


@cache
def pieces(numbers: tuple[int, ...]) -> int:
    """The fewest blocks that a hand can be cut into, by trying."""
    first = [stop for start, stop in blocks(numbers) if start == 0]
    return min((1 + pieces(numbers[stop:]) for stop in first), default=0)


@every_kind
def test_the_inputs_say_what_hand_and_table_are(players: int, options: dict[str, object]) -> None:
    for number, state in enumerate(moments(players, options, 6)):
        seat, legal = state.turn, state.legal()
        made = legal[number % len(legal)]
        after = state.copy()
        x = inputs(state, made)
        if isinstance(made, Choose):
            continue
        after.apply(seat, made)
        if after.end is not None:
            continue
        numbers = tuple(after.hands[seat].translate(UPPER))
        assert x[gauge.HAND] == pytest.approx(len(numbers) / 10)
        assert x[gauge.HAND + 4] == after.marker[seat]
        left = [numbers[:a] + numbers[b:] for a, b in blocks(numbers)]
        assert x[gauge.NEXT + 2] == pytest.approx(min(map(pieces, left)) / 5)
        assert x[gauge.NEXT] == pytest.approx(max(numbers) / 10)
        size = len(after.table)
        assert x[gauge.LIES : gauge.LIES + 6] == [float(min(size, 5) == i) for i in range(6)]
        assert x[gauge.LIES + 20] == (after.owner == seat)
        for ahead in range(1, players):
            other, at = (seat + ahead) % players, gauge.OTHERS + gauge.EACH * (ahead - 1)
            assert x[at] == pytest.approx(len(after.hands[other]) / 10)
            assert x[at + 3] == after.marker[other]
        least = min(len(hand) for other, hand in enumerate(after.hands) if other != seat)
        assert x[gauge.FIELD] == pytest.approx(least / 10)
        # Which of the blocks beat the table: those that could be shown, were it the seat's turn.
        if size:
            again = table(
                *[text_of(hand) for hand in after.hands], on=text_of(after.table),
                owner=after.owner + 1, turn=(after.owner + 1) % players + 1,
            )  # fmt: skip
            again.turn = seat
            shows = [move for move in again.legal() if isinstance(move, Show)]
            assert x[gauge.NEXT + 12] == pytest.approx(len(shows) / 5)


def test_a_net_is_what_it_says() -> None:
    # By hand: two inputs reach the first hidden number, which is never below 0.
    net = np.zeros(NET)
    net[gauge.HAND * HIDDEN] = 2.0
    net[gauge.LIES * HIDDEN] = 5.0
    net[gauge.INPUTS * HIDDEN] = -0.5
    net[gauge.INPUTS * HIDDEN + HIDDEN] = 10.0
    net[-1] = 1.0
    state = table("12 56 98", "23 34", "45 76", on="13", owner=3, turn=1, won=[4, 0, 1])
    seen = {
        bridge.decode(number, bridge.from_state(state)): thought
        for number, thought in thoughts(bridge.from_state(state), net).items()
    }
    shown = next(move for move in seen if isinstance(move, Show))
    # Two cards are left: 10 (2 · 0.2 - 0.5), not below 0; and 5 - 0.5 points won; and 1.
    assert seen[shown] == pytest.approx(5 - 0.5 + 1)
    # Four are there: 10 (0.8 - 0.5); nothing lies on the table: 10 · 5; a token for another seat.
    scouted = next(move for move in seen if isinstance(move, Scout))
    assert seen[scouted] == pytest.approx(4 - (0 + 1 + 1) / 2 + 3 + 50 + 1)


@pytest.mark.parametrize("players", range(2, 6))
def test_steady_plays_what_its_net_thinks_most_of(players: int) -> None:
    net, bot = net_for(players), Steady(1)
    assert len(net) == NET
    other = 0
    for state in moments(players, {}, 3):
        view, legal = state.view(state.turn), state.legal()
        made = bot.choose(view, legal)
        assert made in legal
        twin = bridge.from_view(view)
        found = think(twin, weights_for(players), net, MOST, ROOM)
        thought = ROOM.thought[:found]
        assert bridge.encode(made) == ROOM.found[int(thought.argmax())]
        other += int(thought.argmax()) > 0
    assert other  # it does not do what the thumb does


@every_kind
def test_candidates_are_those_the_net_thinks_most_of(
    players: int, options: dict[str, object]
) -> None:
    for number, state in enumerate(moments(players, options, 2)):
        if number % 4:
            continue
        view, legal = state.view(state.turn), state.legal()
        choice = Choice(view, Belief(5, 3))
        assert choice.priors is not None
        assert len(choice.moves) == min(len(legal), MOST_LOOKED_AT)
        assert choice.moves[0] == Steady(1).choose(view, legal)
        assert (np.diff(choice.priors) <= 0).all()
        first, last = legal[0], legal[-1]
        more = Choice(view, Belief(5, 3), include=[last, first])
        assert set(more.moves) == {*choice.moves, first, last}
        assert more.moves[: len(choice.moves)] == choice.moves
        assert more.priors is not None and len(more.priors) == len(more.moves)


def test_trust_in_the_net_outweighs_few_worlds() -> None:
    state = next(iter(moments(4, {}, 1)))
    while state.opening or len(state.legal()) < 4:
        state.apply(state.turn, state.legal()[0])
    choice = Choice(state.view(state.turn), Belief(5, 3))
    assert search(choice, Budget(playouts=40), None, 1e9).best == 0
