"""The strong players of SCOUT: what they weigh, what they believe, and that they see no more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise

import numpy as np
import pytest

from games.bots import Budget
from games.game import Move
from games.scout import bridge, kernel, layout, worth
from games.scout.belief import Belief
from games.scout.cards import TURN, UPPER
from games.scout.moves import Scout, ScoutShow, Show, Stop
from games.scout.rank import rank
from games.scout.search import VICTORY, Choice
from games.scout.state import State
from games.scout.steady import steady
from games.scout.strong import Expert, Steady
from games.scout.view import View
from games.scout.weights import weights_for
from games.scout.worth import Measures
from tests.games.scout_table import (
    PLAYED_WITH,
    dealt,
    shuffled,
    table,
    text_of,
)
from tests.games.scout_twin import KINDS as ALL_KINDS
from tests.games.test_scout_properties import (
    KINDS,
    chosen,
    every_kind,
    moments,
    permuted,
    rounds,
)  # fmt: skip

FEW = Budget(playouts=60)

_MOVES, _WORTHS = np.zeros(layout.MOST_MOVES, dtype=np.int64), np.zeros(layout.MOST_MOVES)
_NOTES = np.zeros(worth.NOTES)


def ranked(twin: layout.Round, weights: Measures) -> list[tuple[int, float]]:
    """The moves of the seat to act, as numbers, and what the rule of thumb thinks of each."""
    count = rank(twin, weights, _MOVES, _WORTHS, _NOTES)
    return list(zip(_MOVES[:count].tolist(), _WORTHS[:count].tolist(), strict=True))


def worths(state: State) -> dict[Move, float]:
    """What the rule of thumb thinks of the moves of the seat to act, which sees its view only."""
    twin = bridge.from_view(state.view(state.turn))
    return {bridge.decode(n, twin): w for n, w in ranked(twin, weights_for(state.players))}


def margin(state: State, seat: int) -> float:
    """The points of a seat in a round that has ended, against the mean of the others."""
    points = [score or 0 for score in state.scores()]
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


# The rule of thumb


@every_kind
def test_the_rule_of_thumb_ranks_the_legal_moves_each_once(
    players: int, options: dict[str, object]
) -> None:
    for state in moments(players, options, 4):
        seen = ranked(bridge.from_view(state.view(state.turn)), weights_for(players))
        numbers = [number for number, _ in seen]
        assert sorted(numbers) == sorted(map(bridge.encode, state.legal()))
        # No card that the seat does not know counts.
        assert seen == ranked(bridge.from_state(state), weights_for(players))


def endings(players: int, options: dict[str, object], number: int) -> Iterator[State]:
    """Positions near the end: hands of one to four cards, of which some are blocks."""
    chance = random.Random(f"{players} {options}")
    for _ in range(number):
        deck = chance.sample(PLAYED_WITH[players], len(PLAYED_WITH[players]))
        if chance.random() < 0.5:
            deck.sort(key=lambda card: (card[0], chance.random()))
        deck = [card if chance.random() < 0.8 else card[::-1] for card in deck]
        start = chance.randrange(10)
        hands = []
        for _ in range(players):
            size = chance.randint(1, 4)
            hands.append(" ".join(deck[start : start + size]))
            start += size
        turn = chance.randint(1, players)
        scouts = 0 if players == 2 else chance.choice((0, players - 2))
        yield table(
            *hands, on=deck[-1], owner=(turn - 2 - scouts) % players + 1, turn=turn,
            scouts=scouts, won=[chance.randrange(9) for _ in hands],
            tokens=[chance.randint(1 - (players > 2), 3) for _ in hands],
            marker=[players > 2 and chance.random() < 0.7 for _ in hands],
            **options,  # type: ignore[arg-type]
        )  # fmt: skip


def may_end(state: State, made: Move) -> bool:
    """Whether the seat to act can see that its move may end the round."""
    cards_left = len(state.hands[state.turn])
    if isinstance(made, Show):
        return len(made.values) == cards_left
    if isinstance(made, ScoutShow):
        return len(made.show.values) == cards_left + 1
    if isinstance(made, Scout):
        return state.tokens[state.turn] == 1 if state.players == 2 else state.scouts > 0
    return isinstance(made, Stop)


@every_kind
def test_the_thumb_of_playouts_makes_the_move_of_the_greatest_worth(
    players: int, options: dict[str, object]
) -> None:
    agreed, number, weights = 0, 0, weights_for(players)
    for state in chain(moments(players, options, 6), endings(players, options, 200)):
        legal, found = state.legal(), worths(state)
        twin = bridge.from_view(state.view(state.turn))
        made = bridge.decode(int(steady(twin, weights, _NOTES)), twin)
        assert made in legal
        number += 1
        agreed += found[made] == pytest.approx(max(found.values()))
        # Of the Shows after a Scout it looks at some only, the others it has all looked at.
        simple = [found[other] for other in legal if not isinstance(other, ScoutShow)]
        assert players == 2 or found[made] >= max(simple) - 1e-9
    assert agreed >= 0.99 * number


@every_kind
def test_a_move_that_ends_the_round_is_worth_what_the_rules_count(
    players: int, options: dict[str, object]
) -> None:
    ways: Counter[tuple[str, str | None]] = Counter()
    for state in chain(moments(players, options, 20), endings(players, options, 400)):
        seat = state.turn
        if state.opening or not any(may_end(state, made) for made in state.legal()):
            continue
        for made, thought in worths(state).items():
            if may_end(state, made):
                after = state.copy()
                after.apply(seat, made)
                if after.end not in (None, "limit"):
                    ways[type(made).__name__, after.end] += 1
                    assert thought == pytest.approx(margin(after, seat)), made
    wanted = {("Show", "emptied"), ("Scout", "unbeaten")}
    if players > 2:
        wanted.add(("ScoutShow", "emptied"))
    if "voluntary_stop" in options:
        wanted.add(("Stop", "stopped"))
    assert min(ways[way] for way in wanted) >= 5, ways


def block_worth(weights: Measures, block: Sequence[int]) -> float | None:
    """What a block of the hand is worth, as the list of weights says; None for what is none."""
    size, high = len(block), min(block) - 1
    if size == 1:
        return float(weights[worth.SINGLE] + high * weights[worth.SINGLE_HIGH])
    steps = {after - before for before, after in pairwise(block)}
    if steps == {0}:
        return float(weights[worth.SET + min(size, 5) - 2] + high * weights[worth.SET_HIGH])
    if steps in ({1}, {-1}):
        return float(weights[worth.RUN + min(size, 6) - 2] + high * weights[worth.RUN_HIGH])
    return None


def best_cutting(weights: Measures, numbers: Sequence[int]) -> float:
    """The greatest sum over all ways to cut a hand into blocks."""
    if not numbers:
        return 0.0
    return max(
        block + best_cutting(weights, numbers[size:])
        for size in range(1, len(numbers) + 1)
        if (block := block_worth(weights, numbers[:size])) is not None
    )


@pytest.mark.parametrize("players", range(2, 6))
def test_to_keep_or_to_flip_is_worth_the_best_cutting_of_the_hand(players: int) -> None:
    chance = np.random.default_rng(players)
    for seed in range(40):
        # Hands with many blocks: every other one sorted.
        hand = shuffled(players, f"{seed}").hands[0]
        if seed % 2:
            hand = bytes(sorted(hand))
        state = dealt(text_of(hand), *[""] * (players - 1))
        upper, lower = hand.translate(UPPER), hand.translate(TURN).translate(UPPER)
        for weights in (weights_for(players), chance.normal(0.0, 3.0, worth.WEIGHTS)):
            keep, flip = ranked(bridge.from_view(state.view(0)), weights)
            assert (keep[0], flip[0]) == (layout.KEEP, layout.FLIP)
            assert keep[1] == pytest.approx(best_cutting(weights, upper))
            assert flip[1] == pytest.approx(best_cutting(weights, lower))


# Whole rounds


@pytest.mark.parametrize("players", range(2, 6))
def test_steady_plays_whole_rounds_under_any_rules(players: int) -> None:
    bot = Steady(1)
    for number, options in ALL_KINDS:
        if number != players:
            continue
        state, turns = shuffled(players, f"{options}", **options), 0
        while state.end is None:
            legal = state.legal()
            made = bot.choose(state.view(state.turn), legal)
            assert made in legal
            state.apply(state.turn, made)
            turns += 1
        assert turns < 200


@cache
def followed(kind: int) -> list[tuple[State, Move]]:
    """A round with an expert at one seat: the states in which it chose, and what."""
    players, options = KINDS[kind]
    state, chance = list(rounds(players, options, kind + 1))[-1]
    expert, thumb, me = Expert(3, FEW), Steady(3), kind % players
    found: list[tuple[State, Move]] = []
    while state.end is None:
        legal = state.legal()
        made = chosen(legal, chance)
        if state.turn == me:
            made = expert.choose(state.view(me), legal)
            found.append((state.copy(), made))
        elif chance.random() < 0.5:
            made = thumb.choose(state.view(state.turn), legal)
        assert made in legal
        state.check(state.turn, made)
        state.apply(state.turn, made)
    return found


every_round = pytest.mark.parametrize("kind", range(len(KINDS)))


def choices(expert: Expert, states: Sequence[State]) -> list[Move]:
    return [expert.choose(state.view(state.turn), state.legal()) for state in states]


@every_round
def test_the_expert_makes_legal_moves_and_the_same_again(kind: int) -> None:
    states, made = zip(*followed(kind), strict=True)
    assert len(made) > 2
    assert choices(Expert(3, FEW), states) == list(made)
    # With time for a budget it may choose otherwise, but nothing illegal.
    last = states[-1]
    assert choices(Expert(3, Budget(seconds=0.01)), [last])[0] in last.legal()


@every_round
def test_cards_that_a_seat_cannot_know_change_no_choice(kind: int) -> None:
    chance, changed = random.Random(kind), 0
    expert, thumb = Expert(3, FEW), Steady(3)
    for state, made in followed(kind):
        twin = permuted(state, state.turn, chance)
        changed += twin.hands != state.hands
        view, legal = twin.view(twin.turn), twin.legal()
        assert expert.choose(view, legal) == made
        assert thumb.choose(view, legal) == Steady(4).choose(state.view(state.turn), legal)
    assert changed > 1


@every_round
def test_an_expert_asked_only_now_chooses_as_one_that_played_all_along(kind: int) -> None:
    states, made = zip(*followed(kind)[-3:], strict=True)
    assert [choices(Expert(3, FEW), [state])[0] for state in states] == list(made)
    # It does not matter either what else it was asked before.
    assert choices(Expert(3, FEW), states[::-1]) == list(made[::-1])


def test_another_seed_may_choose_otherwise() -> None:
    states, made = zip(*(each for kind in (3, 6) for each in followed(kind)), strict=True)
    assert any(choices(Expert(seed, FEW), states) != list(made) for seed in range(4, 8))


def position(state: State) -> State:
    """The same round, of whose past nothing is known: no move, and no card that has gone."""
    return State.from_position(
        state.rules, state.hands, state.table, state.owner, state.turn, state.scouts, state.won,
        state.tokens, state.marker, state.actions, 1, (),
    )  # fmt: skip


@pytest.mark.parametrize("players", range(2, 6))
def test_an_expert_goes_on_from_a_position(players: int) -> None:
    state, chance = next(rounds(players, {}, 1))
    for _ in range(2 * players + 3):
        state.apply(state.turn, chosen(state.legal(), chance))
    assert state.end is None
    state = position(state)
    experts = [Expert(seat, FEW) for seat in range(players)]
    turns = 0
    while state.end is None and turns < 8:
        seat = state.turn
        legal = state.legal()
        made = experts[seat].choose(state.view(seat), legal)
        assert made in legal
        state.apply(seat, made)
        turns += 1
    assert turns > 1


# Candidates


def laid(view: View, believed: Belief) -> list[layout.Round]:
    """The round in each world that is believed at the moment of a view."""
    found = []
    slots, places = believed.tale.places()
    for row in believed.worlds.cards:
        twin = bridge.from_view(view)
        twin[places] = row[slots]
        for seat in range(view.players):
            kernel.settle(twin, seat)
        found.append(twin)
    return found


def played_out(start: layout.Round, view: View, made: Move) -> State:
    """A round, all cards known, after a move and with everybody's rule of thumb to its end."""
    state = bridge.to_state(start, view.rules, view.number, view.totals)
    weights, due = weights_for(view.players), [made]
    if state.opening:
        state.turn = 0
    while state.end is None:
        seat = state.turn
        twin = bridge.from_state(state)
        if seat == view.seat and due:
            move = due.pop()
        else:
            move = bridge.decode(int(steady(twin, weights, _NOTES)), twin)
        state.apply(seat, move)
    return state


@every_round
def test_candidates_are_played_out_in_each_world_by_the_rules(kind: int) -> None:
    ends = 0
    for state, _ in followed(kind)[::3]:
        view, believed = state.view(state.turn), Belief(5, 3)
        choice = Choice(view, believed)
        sampled = choice.sample(range(len(choice.moves)), 0, 3)
        for world, twin in enumerate(laid(view, believed)):
            for place, made in enumerate(choice.moves):
                after = played_out(twin, view, made)
                # With two players the second round is the last of the match, both had 0 before.
                points = [score or 0 for score in after.scores()]
                won = [seat for seat in range(view.players) if points[seat] == max(points)]
                more = VICTORY / len(won) if view.number == 2 and view.seat in won else 0.0
                assert sampled[world, place] == pytest.approx(margin(after, view.seat) + more)
                ends += 1
    assert ends > 20
