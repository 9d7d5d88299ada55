"""What the strong players of SCOUT believe about hidden cards, and the story they go by."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from games.game import Move
from games.scout import GAME, belief, bridge, layout, tale
from games.scout.belief import Belief
from games.scout.bots import Greedy
from games.scout.cards import PAIR, TURN, UPPER
from games.scout.moves import KEEP, Scout, ScoutShow, Show
from games.scout.search import Choice
from games.scout.state import State
from games.scout.view import Story, View
from games.scout.weights import weights_for
from games.scout.worth import Measures
from tests.games.scout_table import (
    cards,
    dealt,
    play,
    rules_for,
    table,
)
from tests.games.test_scout_properties import chosen, every_kind, rounds
from tests.games.test_scout_strong import every_round, followed, laid, position, ranked


def agrees(twin: layout.Round, view: View) -> None:
    """A round that a search plays in has what the view knows, and unseen cards elsewhere."""
    hands = [bridge.hand_of(twin, seat) for seat in range(view.players)]
    put: list[int] = []
    for seat, (hand, known) in enumerate(zip(hands, view.hands, strict=True)):
        assert len(hand) == len(known), seat
        for card, seen in zip(hand, known, strict=True):
            assert card == seen or not seen
        put += [card for card, seen in zip(hand, known, strict=True) if not seen]
    gone = Counter(bytes(put).translate(PAIR)) - Counter(view.unseen)
    assert not gone, "a card twice, or one that cannot be there"
    real = bridge.from_view(view)
    for seat, hand in enumerate(hands):
        bridge.put_hand(real, seat, hand)
    assert np.array_equal(real, twin)


def retold(hands: Sequence[bytes], story: Story) -> list[bytes]:
    """The hands after all that a story tells; its cards must be where it says they are."""
    now = list(hands)
    for seat, made, block in story:
        hand = now[seat]
        if isinstance(made, Scout):
            now[seat] = hand[: made.to] + block + hand[made.to :]
        else:
            end = made.at + len(made.values)
            assert hand[made.at : end] == block
            assert block.translate(UPPER) == made.values
            now[seat] = hand[: made.at] + hand[end:]
    return now


def untold(hands: Sequence[bytes], story: Story) -> list[bytes]:
    """The hands before all that a story tells."""
    now = list(hands)
    for seat, made, block in reversed(story):
        hand = now[seat]
        if isinstance(made, Scout):
            assert hand[made.to : made.to + 1] == block
            now[seat] = hand[: made.to] + hand[made.to + 1 :]
        else:
            now[seat] = hand[: made.at] + block + hand[made.at :]
    return now


@every_round
def test_worlds_hold_each_card_once_and_agree_with_what_is_known(kind: int) -> None:
    believed = Belief(5, 10)
    for state, _ in followed(kind):
        view = state.view(state.turn)
        believed.at(view)
        found, twins = [row.tolist() for row in believed.worlds.cards], laid(view, believed)
        for twin in twins:
            agrees(twin, view)
        if view.opening:
            continue
        # Dealt as the world says, the round so far leads to the same hands.
        assert view.story is not None
        own = untold(view.hands, view.story)[view.seat]
        shown = [c for s, m, block in view.story if isinstance(m, Show) for c in block]
        size = len(own)
        for row, twin in zip(found, twins, strict=True):
            others = [
                bytes(row[at : at + size]) for at in range(0, size * (state.players - 1), size)
            ]
            hands = [*others[: view.seat], own, *others[view.seat :]]
            last = retold(hands, view.story)
            assert last == [bridge.hand_of(twin, seat) for seat in range(state.players)]
            in_round = Counter(bytes(row).translate(PAIR))
            assert max(in_round.values()) == 1
            assert not in_round & Counter(own.translate(PAIR))
            assert in_round.keys() >= set(view.unseen)
            assert in_round.keys() <= {*view.unseen, *bytes(shown).translate(PAIR)}


@every_round
def test_worlds_agree_with_what_is_known_of_a_position(kind: int) -> None:
    for state, _ in followed(kind):
        if not state.opening:
            view, believed = position(state).view(state.turn), Belief(5, 10)
            assert view.story is None
            believed.at(view)
            for twin in laid(view, believed):
                agrees(twin, view)


@every_round
def test_a_world_is_told_by_its_number_whoever_was_asked_before(kind: int) -> None:
    # More worlds are asked for than a belief holds at once.
    kept, size = Belief(5, 6), 0
    for state, _ in followed(kind)[::2]:
        view = state.view(state.turn)
        choice, fresh = Choice(view, kept), Choice(view, Belief(5, 6))
        every = list(range(len(choice.moves)))
        whole = fresh.sample(every, 0, 15)
        parts = [choice.sample(every, 0, 4), choice.sample(every, 4, 11)]
        assert choice.moves == fresh.moves
        assert np.concatenate(parts).tolist() == whole.tolist()
        assert fresh.sample(every[-1:], 8, 5).tolist() == whole[8:13, -1:].tolist()
        size += whole.size
    assert size > 100


# How often a world is visited


Decisions = list[tuple[State, int, Move]]
"""The state before each decision of a round, the seat, its move."""


def quiet_moment(players: int, number: int, hidden: int) -> tuple[State, Decisions]:
    """A moment in which so many cards of others are hidden from the seat to act, and its past."""
    greedy = Greedy(1)
    for state, chance in rounds(players, {}, 400):
        made: Decisions = []
        while state.end is None and state.number == number:
            seat, legal = state.turn, state.legal()
            out = [hand.count(0) for at, hand in enumerate(state.view(seat).hands) if at != seat]
            others = [type(move) for _, other, move in made if other != seat]
            # With two players `rank` thinks of a Scout what it thinks of the Show after it.
            if sum(out) == hidden and all(out) and not (players == 2 and Scout in others):
                return state, made
            move = chosen(legal, chance)
            if chance.random() < 0.7:
                move = greedy.choose(state.view(seat), legal)
            made.append((state.copy(), seat, move))
            state.apply(seat, move)
    raise AssertionError("no such moment")


def share(state: State, seat: int, hand: bytes, made: Move, weights: Measures) -> float:
    """How likely a seat with such a hand makes a move rather than those it is compared with.

    A Show is compared with all Shows, a Scout with these and the same card at other places.
    """
    twin = bridge.from_state(state)
    bridge.put_hand(twin, seat, hand)
    number, to = bridge.encode(made), layout.PLACE << layout.TO
    listed = {}
    for other, thought in ranked(twin, weights):
        is_show = other & layout.LENGTH and not other >> layout.CARD & 255
        if state.opening or is_show or other & ~to == number & ~to:
            listed[other] = math.exp(thought / belief.TEMPER)
    slip = belief._SLIP
    return (1 - slip) * listed[number] / sum(listed.values()) + slip / len(listed)


def likelihood(seat: int, hand: bytes, story: Story, made: Decisions) -> float:
    """How likely a seat that has this hand now would have done what it did."""
    now = [b""] * len(made[0][0].hands)
    now[seat] = hand
    mine = tuple(part for part in story if part[0] == seat)
    now = untold(now, mine)
    players = len(now)
    weights = weights_for(players)
    shares, told = [], 0
    for state, other, move in made:
        if other != seat:
            continue
        parts = 0 if state.opening else 2 if isinstance(move, ScoutShow) else 1
        if parts < 2:  # of a Scout & Show nothing is concluded
            # What it flipped it would keep, as it lies now.
            kept = KEEP if state.opening else move
            shares.append(share(state, seat, now[seat], kept, weights))
        now = retold(now, mine[told : told + parts])
        told += parts
    return math.prod([shares[0], *shares[1:][-tale.MOST_DECISIONS :]])


def distance(seen: Counter[bytes], likely: dict[bytes, float]) -> tuple[float, int]:
    """Chi-square of how often worlds were seen, and how many groups of worlds were compared.

    A group has at least eight expected, the unlikeliest worlds share one.
    """
    scale = sum(seen.values()) / sum(likely.values())
    square, groups, found, expected = 0.0, 0, 0, 0.0
    for world in sorted(likely, key=lambda world: likely[world]):
        found += seen[world]
        expected += likely[world] * scale
        if expected >= 8:
            square += (found - expected) ** 2 / expected
            groups, found, expected = groups + 1, 0, 0.0
    return square, groups


@pytest.mark.parametrize(("players", "number", "hidden"), [(2, 1, 2), (2, 2, 4), (3, 1, 4)])
def test_worlds_are_visited_as_often_as_they_are_likely(
    monkeypatch: pytest.MonkeyPatch, players: int, number: int, hidden: int
) -> None:
    # So few that there are more.
    monkeypatch.setattr(tale, "MOST_DECISIONS", 4)
    state, made = quiet_moment(players, number, hidden)
    view = state.view(state.turn)
    assert view.story is not None
    spots = [
        (seat, at) for seat, hand in enumerate(view.hands) for at, c in enumerate(hand) if not c
    ]

    @cache
    def of(seat: int, hand: bytes) -> float:
        assert view.story is not None
        return likelihood(seat, hand, view.story, made)

    likely: dict[bytes, float] = {}
    for drawn in permutations(view.unseen, hidden):
        for world in map(bytes, product(*((card, TURN[card]) for card in drawn))):
            hands = [bytearray(hand) for hand in view.hands]
            for (seat, at), card in zip(spots, world, strict=True):
                hands[seat][at] = card
            others = set(range(players)) - {view.seat}
            likely[world] = math.prod(of(seat, bytes(hands[seat])) for seat in others)

    believed = Belief(7, 400)
    believed.at(view)
    slots, places = believed.tale.places()
    assert places.tolist() == [layout.HANDS + layout.MOST_CARDS * seat + at for seat, at in spots]
    seen: Counter[bytes] = Counter()
    for _ in range(15):
        for _ in range(-(-60 // belief.STEPS)):
            believed.more()
        seen.update(bytes(row[slots].tolist()) for row in believed.worlds.cards)
    assert seen.keys() <= likely.keys()
    square, groups = distance(seen, likely)
    assert groups > 8 and square < groups + 4 * math.sqrt(2 * groups)
    # Were they dealt with no regard to what was done, they would be far off.
    square, groups = distance(seen, dict.fromkeys(likely, 1.0))
    assert square > groups + 16 * math.sqrt(2 * groups)


# The story


@every_kind
def test_the_story_leads_from_the_deal_to_the_hands_and_back(
    players: int, options: dict[str, object]
) -> None:
    for state, chance in rounds(players, options, 6):
        first: list[bytes] = []
        while state.end is None:
            story = state.view(0).story
            assert story is not None
            assert all(state.view(seat).story == story for seat in range(players))
            if not state.opening:
                first = first or list(state.hands)
                assert untold(state.hands, story) == first
                assert retold(first, story) == state.hands
            else:
                assert story == ()
            made = chosen(state.legal(), chance)
            state.apply(state.turn, made)
            assert state.story[: len(story)] == list(story)
            told = [move for _, move, _ in state.story[len(story) :]]
            parts = list(made) if isinstance(made, ScoutShow) else [made]
            assert told == [part for part in parts if isinstance(part, (Show, Scout))]
        story = state.view(0).story
        assert story is not None and untold(state.hands, story) == first
        for hand, was, choice in zip(first, state.dealt, state.chosen, strict=True):
            flipped = was.translate(TURN)[:: -1 if options.get("flip") == "rotate" else 1]
            assert hand == {"keep": was, "flip": flipped}[choice or ""]


def test_there_is_no_story_where_a_move_was_not_noted_or_of_a_position() -> None:
    assert table("12 13", "14 15", "16 17", on="34", owner=1, turn=2).view(0).story is None
    state = dealt("12 34", "56", "78", first_starter=1)
    play(state, "1.K 2.F 3.K 1.S1:1")
    assert state.view(2).story == ((0, Show(0, b"\1"), cards("12")),)
    play(state, "2.?")
    assert [state.view(seat).story for seat in range(3)] == [None] * 3


def test_a_story_of_hands_that_nobody_knew_needs_the_cards_that_were_shown() -> None:
    rules = rules_for(3, {"first_starter": 1})
    state = GAME.begin(rules, (), GAME.unknown_deal(rules))
    play(state, "1.K 2.K 3.K 1.S2=12 2.L21@3 3.S1=34-45")
    assert state.view(0).story == (
        (0, Show(1, b"\1"), cards("12")),
        (1, Scout(False, cards("21")[0], 2), cards("21")),
        (2, Show(0, b"\3\4"), cards("34 45")),
    )
    play(state, "1.S1:567")
    assert state.view(0).story is None
