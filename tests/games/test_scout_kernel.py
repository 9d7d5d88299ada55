"""The compiled twin of SCOUT says what the rules say; its playouts play legal moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from games.errors import RuleError
from games.game import Move
from games.scout import bridge, kernel, layout, playouts
from games.scout.bots import Greedy
from games.scout.cards import PAIR
from games.scout.moves import FLIP, KEEP, STOP, Choose, Starter
from games.scout.state import State
from games.search.chance import below, dice_of
from tests.games.scout_table import (
    PLAYED_WITH,
    dealt,
    facing,
    move,
    rules_for,
    shuffled,
    table,
    text_of,
)
from tests.games.scout_twin import KINDS, Twins

ACTIONS = 1200
"""For each of the 168 kinds of round: over 200,000 in all."""

MOVES = np.zeros(layout.MOST_MOVES, dtype=np.int64)
ROOM = np.zeros(playouts.ROOM, dtype=np.int64)
CARDS = np.zeros(45, dtype=np.int64)


@pytest.mark.parametrize("players", range(2, 6))
def test_every_move_does_in_the_twin_what_the_rules_say(players: int) -> None:
    seen: Counter[str] = Counter()
    kinds = [options for number, options in KINDS if number == players]
    assert len(kinds) == (96 if players == 2 else 24)
    for options in kinds:
        seen.update(Twins(players, options, "test").play(ACTIONS))
    assert seen["actions"] >= ACTIONS * len(kinds)
    # What must have been met, lest the comparison says nothing.
    rare = {"Show", "Scout", "emptied", "unbeaten", "limit"}
    if players == 2:
        rare |= {"Stop", "stopped", "Starter"}
    else:
        rare |= {"ScoutShow", "all scouted, empty", "hand over 20"}
    assert all(seen[what] >= 10 for what in rare), seen


def test_the_number_of_a_move_and_back() -> None:
    state = bridge.from_state(facing(4, "91 92 94", "83 72 46"))
    for text in ("S1:8", "S1:87", "L91@1", "L19@4", "R49@2", "L91@1+S1:98", "R94@3+S4:4"):
        made = move(text)
        assert bridge.decode(bridge.encode(made), state) == made
    for made in (KEEP, FLIP, STOP, Starter(0), Starter(3)):
        assert bridge.decode(bridge.encode(made), state) == made
    numbers = [bridge.encode(made) for made in (KEEP, FLIP, STOP, Starter(0), Starter(3))]
    assert len({*numbers, layout.NO_MOVE}) == 6


def test_a_round_there_and_back() -> None:
    state = table(
        "83 72 46", "12 57", "35", on="91 94", owner=3, turn=1, scouts=1, won=(2, 0, 3),
        tokens=(1, 0, 4), marker=(True, False, True), actions=17, number=2, exempt="emptied",
    )  # fmt: skip
    back = bridge.to_state(bridge.from_state(state), state.rules, 2)
    for field in ("hands", "table", "owner", "turn", "scouts", "won", "tokens", "marker"):
        assert getattr(back, field) == getattr(state, field)
    assert (back.actions, back.number, back.opening, back.end) == (17, 2, False, None)
    start = dealt("12", "", "")
    start.apply(0, FLIP)
    back = bridge.to_state(bridge.from_state(start), start.rules)
    assert (back.opening, back.turn, back.starter) == (True, 1, 0)
    assert (back.chosen, back.hands) == (["flip", None, None], start.hands)


def test_a_round_with_unknown_cards_cannot_be_searched() -> None:
    with pytest.raises(RuleError) as caught:
        bridge.from_state(table("83 ??", "12 57", "35", turn=1))
    assert caught.value.code == "unknown-cards"


def test_a_view_has_gaps_where_the_seat_does_not_know_the_cards() -> None:
    state = table("83 72 46", "12 57", "35", on="91 94", owner=3, turn=1)
    state.apply(0, move("L19@2"))
    seen = bridge.from_view(state.view(1))
    assert bridge.hand_of(seen, 1) == state.hands[1]
    assert text_of(bridge.hand_of(seen, 0)) == "?? 19 ?? ??"
    assert text_of(bridge.hand_of(seen, 2)) == "??"
    for seat, hand in enumerate(state.hands):
        bridge.put_hand(seen, seat, hand)
    assert np.array_equal(seen[layout.HAND_SIZE :], bridge.from_state(state)[layout.HAND_SIZE :])


# Deals


@pytest.mark.parametrize("players", range(2, 6))
def test_deals_have_every_card_once_and_start_with_the_holder(players: int) -> None:
    state, dice = bridge.round_under(rules_for(players)), dice_of(5)
    places: Counter[tuple[str, int]] = Counter()
    ways = starters = 0
    for _ in range(400):
        kernel.deal(state, kernel.HOLDER, CARDS, kernel.deck(players, CARDS), dice)
        hands = [bridge.hand_of(state, seat) for seat in range(players)]
        lying = b"".join(hands)
        assert len(lying) == {2: 22, 3: 36, 4: 44, 5: 45}[players]
        pairs = [text_of(bytes((card,))) for card in lying.translate(PAIR)]
        left = bytes(CARDS[len(lying) : len(PLAYED_WITH[players])].tolist())
        assert sorted(pairs + text_of(left).split()) == sorted(PLAYED_WITH[players])
        holder = [seat for seat, hand in enumerate(hands) if b"\x12" in hand.translate(PAIR)]
        assert [state[layout.STARTER]] == holder or (players == 2 and not holder)
        starters += int(state[layout.STARTER])
        ways += sum(card >> 4 < card & 15 for card in lying)
        places[pairs[0], lying[0] >> 4] += 1
        bridge.to_state(state, rules_for(players))  # raises an error where there is no such round
    assert 0.47 < ways / 400 / len(lying) < 0.53
    assert 0.4 < starters / 400 / (players - 1) < 0.6
    assert len(places) > 60  # of 72 to 90 cards as they lie; some are missed by chance


def test_the_second_round_of_two_players_deals_the_other_cards() -> None:
    state, dice = bridge.round_under(rules_for(2)), dice_of(5)
    kernel.deal(state, kernel.ANYONE, CARDS, kernel.deck(2, CARDS), dice)
    first = bridge.hand_of(state, 0) + bridge.hand_of(state, 1)
    kernel.deal(state, 1, CARDS[22:], 22, dice)
    second = bridge.hand_of(state, 0) + bridge.hand_of(state, 1)
    assert state[layout.STARTER] == 1
    assert sorted(text_of((first + second).translate(PAIR)).split()) == sorted(PLAYED_WITH[2])


# Playouts


class AllBest(Greedy):
    """The rule of thumb as the bot has it, which tells all the moves it would choose from."""

    best: Sequence[Move] = ()

    def _best(self, moves: Sequence[Move], worth: Callable[[Move], object]) -> Move:
        worths = [worth(move) for move in moves]
        most = max(worths)  # type: ignore[type-var]
        self.best = [made for made, value in zip(moves, worths, strict=True) if value == most]
        return self.best[0]

    def among(self, state: State) -> Sequence[Move]:
        chosen = self.choose(state.view(state.turn), state.legal())
        return [chosen] if isinstance(chosen, Choose) else self.best


def test_the_rule_of_thumb_is_that_of_the_bot() -> None:
    bot, dice, kinds = AllBest(1), dice_of(2), Counter[str]()
    for number in range(120):
        state = shuffled(2 + number % 4, f"thumb {number}")
        while state.end is None:
            twin = bridge.from_state(state)
            before = twin.copy()
            made = bridge.decode(playouts.greedy(twin, ROOM, dice), twin)
            assert np.array_equal(twin, before)
            assert made in bot.among(state)
            kinds[type(made).__name__] += 1
            # Now and then something else, so that other hands come about.
            legal = state.legal()
            state.apply(state.turn, legal[below(dice, len(legal))] if below(dice, 4) == 0 else made)
    assert min(kinds[kind] for kind in ("Choose", "Show", "Scout", "ScoutShow")) > 100


@pytest.mark.parametrize(
    "state",
    [
        facing(4, "81", "15 16 37 59 94 63 64"),
        facing(4, "81", "12 34 56"),
        table("35", "15 46 79", on="82 83", owner=1, turn=2),
    ],
    ids=["Show", "Scout & Show", "Scout"],
)
def test_of_equally_good_moves_each_is_as_likely(state: State) -> None:
    twin, dice = bridge.from_state(state), dice_of(3)
    chosen = Counter(playouts.greedy(twin, ROOM, dice) for _ in range(6000))
    best = AllBest(1).among(state)
    assert sorted(chosen) == sorted(map(bridge.encode, best)) and len(best) > 1
    assert all(0.8 < times * len(best) / 6000 < 1.2 for times in chosen.values())


def test_random_play_makes_every_legal_move_as_likely() -> None:
    state = bridge.from_state(facing(4, "59", "12 34 85 67 23"))
    dice, count = dice_of(4), kernel.legal(state, MOVES)
    legal = MOVES[:count].tolist()
    chosen = Counter(
        playouts.choose(playouts.RANDOM, state, MOVES, ROOM, dice) for _ in range(200 * count)
    )
    assert sorted(chosen) == sorted(legal)
    assert 140 < min(chosen.values()) <= max(chosen.values()) < 270


@pytest.mark.parametrize("players", range(2, 6))
def test_playouts_reach_the_end_and_are_the_same_for_the_same_dice(players: int) -> None:
    start = bridge.round_under(rules_for(players))
    kernel.deal(start, kernel.ANYONE, CARDS, kernel.deck(players, CARDS), dice_of(6))
    points = np.zeros((2, 5), dtype=np.int64)
    for policies in ([playouts.GREEDY, playouts.RANDOM] * 3, [playouts.GREEDY] * 5):
        ends = set()
        for seed in range(20):
            states = [start.copy(), start.copy()]
            for state, scored in zip(states, points, strict=True):
                count = playouts.play_on(state, np.array(policies), MOVES, ROOM, dice_of(seed))
                assert kernel.is_over(state) and count == state[layout.ACTIONS] + players
                kernel.scores(state, scored)
            assert np.array_equal(states[0], states[1]) and np.array_equal(points[0], points[1])
            ends.add(tuple(points[0]))
        assert len(ends) > 3


def test_where_no_move_is_legal_playouts_stop() -> None:
    state = bridge.from_state(
        table("12 34", "18 39", on="71 72 73", owner=1, turn=2, tokens=(3, 0))
    )
    assert kernel.legal(state, MOVES) == 0 and kernel.count_legal(state) == 0
    assert playouts.greedy(state, ROOM, dice_of(1)) == layout.NO_MOVE
    assert playouts.play_on(state, np.array([0, 1]), MOVES, ROOM, dice_of(1)) == 0
