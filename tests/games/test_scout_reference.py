"""SCOUT against a second, naive one: the same moves, in the same order, with the same effects."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.errors import RuleError
from games.game import Move
from games.scout.moves import STOP, Scout, ScoutShow, Show, Stop
from games.scout.state import State
from tests.games.scout_reference import Card, Reference, count
from tests.games.scout_table import cards, rules_for, shuffled, table

OPTIONS: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (2, {"scout_token_to": "owner", "voluntary_stop": True}),
    (2, {"unspent_tokens": "ignore", "exempt": "emptied", "flip": "rotate"}),
    (3, {}),
    (3, {"all_scouted_empty": "continue", "exempt": "emptied"}),
    (4, {}),
    (4, {"all_scouted_empty": "continue", "flip": "rotate", "turn_limit": 50}),
    (5, {}),
    (5, {"all_scouted_empty": "continue", "turn_limit": None}),
]


def pairs(hand: bytes) -> list[Card]:
    return [(card >> 4, card & 15) for card in hand]


def byte_of(card: Card) -> int:
    return card[0] * 16 + card[1]


def twin(state: State) -> Reference:
    """The naive round that stands where the real one does."""
    names = (
        "exempt", "all_scouted_empty", "turn_limit", "scout_token_to", "unspent_tokens",
        "voluntary_stop",
    )  # fmt: skip
    reference = Reference(
        [pairs(hand) for hand in state.hands],
        state.turn,
        {name: state.rules[name] for name in names},
        pairs(state.table),
        None if state.owner < 0 else state.owner,
        state.scouts,
        state.actions,
    )
    reference.won, reference.tokens = list(state.won), list(state.tokens)
    reference.marker = list(state.marker)
    return reference


def translated(move: tuple[Any, ...], hand: list[Card]) -> Move:
    """A naive move as the real one knows it."""
    kind = move[0]
    if kind == "show":
        _, at, length = move
        return Show(at, bytes(upper for upper, _ in hand[at : at + length]))
    if kind == "scout":
        _, right, card, to = move
        return Scout(right, byte_of(card), to)
    if kind == "both":
        _, scout, show = move
        _, _, card, to = scout
        return ScoutShow(translated(scout, hand), translated(show, [*hand[:to], card, *hand[to:]]))
    return STOP


def same(state: State, reference: Reference) -> None:
    assert [pairs(hand) for hand in state.hands] == reference.hands
    assert pairs(state.table) == reference.table
    assert state.won == reference.won
    assert state.tokens == reference.tokens
    assert state.marker == reference.marker
    assert state.scouts == reference.scouts
    assert (None if state.owner < 0 else state.owner) == reference.owner
    assert state.end == reference.end
    assert state.actions == reference.actions
    if reference.end is None:
        assert state.turn == reference.turn
    else:
        assert state.turn == -1
        assert (None if state.exempt < 0 else state.exempt) == reference.exempt
        assert list(state.scores()) == reference.scores()


def open_round(state: State, chance: random.Random) -> None:
    """Let every seat keep or flip."""
    while state.opening:
        state.apply(state.turn, chance.choice(state.legal()))


@pytest.mark.parametrize(("players", "options"), OPTIONS)
def test_the_same_legal_list_and_the_same_effects_in_random_play(
    players: int, options: dict[str, object]
) -> None:
    chance = random.Random(f"{players} {options}")
    plies = 0
    for seed in range(100):
        state = shuffled(players, f"{seed}", **options)
        open_round(state, chance)
        reference = twin(state)
        while state.end is None:
            naive = reference.legal()
            real = state.legal()
            assert real == [translated(move, reference.hands[reference.turn]) for move in naive]
            # Most plies are plain, so that Scout & Show stays possible for long.
            plain = [at for at, move in enumerate(naive) if move[0] != "both"]
            at = chance.choice(plain) if plain and chance.random() < 0.95 else len(naive) - 1
            state.check(state.turn, real[at])
            state.apply(state.turn, real[at])
            reference.play(naive[at])
            same(state, reference)
            plies += 1
        if plies > 30:
            break
    assert plies > 30


def conceivable(state: State, chance: random.Random) -> Iterator[Move]:
    """Every Show and Scout that can be thought of, a sample of Scout & Shows, and to stop."""
    hand = state.hands[state.turn]
    ends = [*state.table[:1], *state.table[-1:], *cards("12 T9 55")]
    shows = [
        Show(at, bytes(card >> 4 for card in hand[at : at + length]))
        for at in range(len(hand))
        for length in range(1, len(hand) - at + 1)
    ]
    scouts = [
        Scout(right, byte_of(way), to)
        for right in (False, True)
        for upper, lower in pairs(bytes(dict.fromkeys(ends)))
        for way in dict.fromkeys(((upper, lower), (lower, upper)))
        for to in range(len(hand) + 3)
    ]
    yield from shows
    yield from scouts
    for _ in range(150):
        scout = chance.choice(scouts)
        longer = hand[: scout.to] + bytes((scout.card,)) + hand[scout.to :]
        at = chance.randrange(len(longer))
        length = chance.choice((1, 1, 2, 2, 3, 4))
        block = longer[at : at + length]
        yield ScoutShow(scout, Show(at, bytes(card >> 4 for card in block)))
    for at in range(len(hand) + 1):
        for values in (b"", b"\1", b"\1\2", b"\5\5\5", bytes(range(1, 11))):
            yield Show(at, values)
    yield STOP


@pytest.mark.parametrize(("players", "options"), OPTIONS)
def test_what_is_legal_passes_the_check_and_nothing_else(
    players: int, options: dict[str, object]
) -> None:
    chance = random.Random(f"check {players} {options}")
    state = shuffled(players, "check", **options)
    open_round(state, chance)
    seen = {"legal": 0, "illegal": 0}
    for _ in range(30):
        if state.end is not None:
            break
        seat = state.turn
        legal = state.legal()
        assert len(legal) == len(set(legal)), "each once"
        known = set(legal)
        for move in legal:
            state.check(seat, move)
            assert state.complete(seat, move) == move
        for move in conceivable(state, chance):
            try:
                state.check(seat, move)
            except RuleError:
                assert move not in known
                seen["illegal"] += 1
            else:
                # The only card of the table is its leftmost.
                assert state.complete(seat, move) in known
                seen["legal"] += 1
        state.apply(seat, chance.choice([m for m in legal if type(m) is not Stop] or legal))
    assert seen["legal"] > 100
    assert seen["illegal"] > 1000


# Hands, the table (seat 1 owns it, seat 2 is to move), ways to play 1, 2 and 3 moves. The numbers
# are the naive one's; the first are easily counted: 12 Scouts and to stop are 13.
SMALL = [
    pytest.param(("17 25", "34 48", "67 78"), "45 53", (37, 1618, 41944), {}, id="three players"),
    pytest.param(("17 25", "34 48", "67 78", "26 35"), "", (3, 66, 1520), {}, id="four, no table"),
    pytest.param(
        ("17 25", "34 48", "67 78", "26 35", "19 9T"), "15", (34, 1009, 25123), {}, id="five"
    ),
    pytest.param(("17 25 36", "34 48 56"), "45 53", (17, 226, 2459), {}, id="two"),
    pytest.param(
        ("17 25 36", "34 48"), "45 53", (13, 134, 1047), {"voluntary_stop": True}, id="two, stop"
    ),
]


@pytest.mark.parametrize(("hands", "on", "ways", "options"), SMALL)
def test_the_number_of_ways_to_play(
    hands: tuple[str, ...], on: str, ways: tuple[int, int, int], options: dict[str, object]
) -> None:
    state = table(*hands, on=on, owner=1 if on else None, turn=2, **options)  # type: ignore[arg-type]
    assert tuple(ways_to_play(state, depth) for depth in (1, 2, 3)) == ways
    assert count(twin(state), 2) == ways[1]


def ways_to_play(state: State, depth: int) -> int:
    """The number of ways to play so many moves, fewer where a round ends before."""
    if state.end is not None or depth == 0:
        return 1
    legal = state.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        after = state.copy()
        after.apply(after.turn, move)
        total += ways_to_play(after, depth - 1)
    return total


def test_rules_for_every_option_of_this_file() -> None:
    for players, options in OPTIONS:
        assert rules_for(players, options).players == players
