"""What holds in every round of SCOUT, whatever is played."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.game import Event, Move, Round
from games.scout import GAME
from games.scout.moves import Ended, Scout, Scouted, ScoutShow, Show, Shown
from games.scout.state import Deal, State
from tests.games.scout_table import (
    PLAYED_WITH,
    cards,
    dealt,
    facts,
    play,
    rules_for,
    shuffled,
    table,
    text_of,
)

KINDS: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (2, {"scout_token_to": "owner", "voluntary_stop": True, "flip": "rotate"}),
    (2, {"unspent_tokens": "ignore", "exempt": "emptied"}),
    (3, {"flip": "rotate"}),
    (4, {"all_scouted_empty": "continue"}),
    (4, {"turn_limit": 50, "exempt": "emptied"}),
    (5, {}),
]
every_kind = pytest.mark.parametrize(("players", "options"), KINDS)


def chosen(legal: list[Move], chance: random.Random) -> Move:
    """Some legal move; Shows often, so that rounds end, and the longest rather than any."""
    shows = [made for made in legal if type(made) is Show]
    if shows and chance.random() < 0.6:
        return max(shows, key=lambda made: (len(made.values), chance.random()))
    return chance.choice(legal)


def rounds(
    players: int, options: dict[str, object], number: int
) -> Iterator[tuple[State, random.Random]]:
    """Rounds that stand before the opening; with two players every other deals what is left."""
    for seed in range(number):
        past: list[Round] = []
        if players == 2 and seed % 2:
            first = shuffled(2, f"{seed}", **options)
            past = [Round((0, 0), "emptied", 0, None, Deal(first.dealt))]
        yield shuffled(players, f"{seed}", past, **options), random.Random(seed)


def moments(players: int, options: dict[str, object], number: int) -> Iterator[State]:
    """Every state of some rounds of random play."""
    for state, chance in rounds(players, options, number):
        while state.end is None:
            yield state
            state.apply(state.turn, chosen(state.legal(), chance))


def pair(card: int) -> str:
    """A card, the smaller number first, as it stands among those that are played with."""
    return text_of(bytes((min(card, card >> 4 | (card & 15) << 4),)))


def pairs(block: bytes) -> list[str]:
    return [pair(card) for card in block]


@every_kind
def test_cards_are_conserved_and_events_say_what_happened(
    players: int, options: dict[str, object]
) -> None:
    for state, chance in rounds(players, options, 8):
        cards_dealt = sorted(pairs(b"".join(state.hands)))
        captured = b""
        won, tokens = [0] * players, list(state.tokens)
        while state.end is None:
            seat, opening = state.turn, state.opening
            hands, on, owner = list(state.hands), state.table, state.owner
            events = state.apply(seat, chosen(state.legal(), chance))
            for event in events:
                assert event[0] == seat
                if isinstance(event, Shown):
                    hand, at = hands[seat], event.at
                    assert hand[at : at + len(event.cards)] == event.cards
                    hands[seat] = hand[:at] + hand[at + len(event.cards) :]
                    assert event.captured == on
                    captured += on
                    won[seat] += len(on)
                    on, owner = event.cards, seat
                elif isinstance(event, Scouted):
                    taken = on[-1] if event.right else on[0]
                    assert pair(event.card) == pair(taken)
                    hands[seat] = (
                        hands[seat][: event.to] + bytes((event.card,)) + hands[seat][event.to :]
                    )
                    on = on[:-1] if event.right else on[1:]
                    if players > 2:
                        assert event.paid == owner
                        tokens[owner] += 1
                    else:
                        tokens[seat] -= 1
                        assert event.paid == (owner if "scout_token_to" in options else -1)
                        won[owner] += event.paid >= 0
                elif isinstance(event, Ended):
                    assert (event.end, event.exempt) == (state.end, state.exempt)
            if not opening:
                assert (state.hands, state.table, state.owner) == (hands, on, owner)
            assert (state.won, state.tokens) == (won, tokens)
            everything = b"".join(state.hands) + state.table + captured
            assert sorted(pairs(everything)) == cards_dealt
            assert isinstance(events[-1], Ended) == (state.end is not None)


@every_kind
def test_the_sum_of_the_points(players: int, options: dict[str, object]) -> None:
    for state, chance in rounds(players, options, 8):
        captured = scouts = 0
        while state.end is None:
            for event in state.apply(state.turn, chosen(state.legal(), chance)):
                captured += len(event.captured) if isinstance(event, Shown) else 0
                scouts += isinstance(event, Scouted)
        total = captured - sum(len(state.hands[s]) for s in range(players) if s != state.exempt)
        if players > 2:
            total += scouts
        else:
            total += 0 if options.get("unspent_tokens") == "ignore" else 6 - scouts
            total += scouts if options.get("scout_token_to") == "owner" else 0
        assert sum(points for points in state.scores() if points is not None) == total


@every_kind
def test_a_copy_leads_its_own_life(players: int, options: dict[str, object]) -> None:
    for state, chance in rounds(players, options, 3):
        plies = 0
        while state.end is None:
            before = facts(state)
            copy = state.copy()
            assert facts(copy) == before
            for made in chance.sample(legal := state.legal(), min(3, len(legal))):
                again = copy.copy()
                again.apply(again.turn, made)
            state.apply(state.turn, chosen(legal, chance))
            assert facts(copy) == before
            plies += 1
        assert plies > players


def test_a_copy_of_a_round_known_in_part_leads_its_own_life() -> None:
    state = table("?? ??", "12 13", "?? 15", on="56", owner=1, turn=2)
    before = facts(state)
    copy = state.copy()
    play(copy, "2.L56@1 3.? 1.S?=18 2.S?=56")
    assert copy.lost
    assert facts(state) == before


@every_kind
def test_a_completed_move_is_complete_and_a_seen_move_is_seen(
    players: int, options: dict[str, object]
) -> None:
    for state, chance in rounds(players, options, 3):
        while state.end is None:
            seat = state.turn
            legal = state.legal()
            for made in chance.sample(legal, min(8, len(legal))):
                full = state.complete(seat, made)
                assert full == made
                for other in range(players):
                    seen = state.seen(seat, full, other)
                    assert state.seen(seat, seen, other) == seen
                    assert (seen == full) or other != seat
                    if not state.opening:
                        state.check(seat, seen)
                        assert state.complete(seat, seen) == full
            state.apply(seat, chosen(legal, chance))


def permuted(state: State, seat: int, chance: random.Random) -> State:
    """The same round with all cards that `seat` cannot know shuffled among their places."""
    other = state.copy()
    places = [
        (holder, at)
        for holder in range(state.players)
        for at in range(len(state.hands[holder]))
        if holder != seat and not state.public[holder][at]
    ]
    hidden = [state.hands[holder][at] for holder, at in places]
    undealt: list[int] = []
    if state.players == 2 and state.number % 2:
        used = set(pairs(b"".join(state.dealt)))
        undealt = [cards(word)[0] for word in PLAYED_WITH[2] if word not in used]
    mixed = [*hidden, *undealt]
    chance.shuffle(mixed)
    mixed = [chance.choice((card, (card & 15) << 4 | card >> 4)) for card in mixed]
    hands = [bytearray(hand) for hand in state.hands]
    for (holder, at), card in zip(places, mixed, strict=False):
        hands[holder][at] = card
    other.hands = [bytes(hand) for hand in hands]
    out, into = set(pairs(bytes(hidden))), mixed[: len(places)]
    stayed = [card for card in b"".join(state.dealt) if pair(card) not in out]
    other.dealt = (bytes([*stayed, *into]),)
    return other


@every_kind
def test_a_view_does_not_change_when_hidden_cards_are_permuted(
    players: int, options: dict[str, object]
) -> None:
    changed = 0
    for state, chance in rounds(players, options, 4):
        while state.end is None:
            for seat in range(players):
                twin = permuted(state, seat, chance)
                changed += twin.hands != state.hands
                assert twin.view(seat) == state.view(seat)
                if seat == state.turn:
                    assert twin.legal() == state.legal()
            state.apply(state.turn, chosen(state.legal(), chance))
    assert changed > 100


@every_kind
def test_a_view_knows_where_known_cards_lie_and_which_were_never_seen(
    players: int, options: dict[str, object]
) -> None:
    for state, chance in rounds(players, options, 4):
        in_round = set(PLAYED_WITH[players])
        if state.number == 2:
            in_round = set(pairs(b"".join(state.hands)))
        before_eyes = [set(pairs(hand)) for hand in state.hands]
        scouted: list[set[str]] = [set() for _ in range(players)]
        while state.end is None:
            seat = state.turn
            events = state.apply(seat, chosen(state.legal(), chance))
            for event in events:
                if isinstance(event, Shown):
                    scouted[seat] -= set(pairs(event.cards))
                    for known in before_eyes:
                        known.update(pairs(event.cards))
                elif isinstance(event, Scouted):
                    scouted[seat].add(pair(event.card))
            for me in range(players):
                view = state.view(me)
                assert view.hand == view.hands[me] == state.hands[me]
                for other in set(range(players)) - {me}:
                    assert len(view.hands[other]) == len(state.hands[other])
                    for there, real in zip(view.hands[other], state.hands[other], strict=True):
                        assert there == (real if pair(real) in scouted[other] else 0)
                assert set(pairs(view.unseen)) == in_round - before_eyes[me]
                assert list(view.unseen) == sorted(view.unseen)
                assert (view.table, view.owner, view.won) == (
                    state.table, state.owner, tuple(state.won),
                )  # fmt: skip


def test_a_view_hides_the_choices_of_others() -> None:
    for text in ("1.K", "1.F"):
        state = dealt("12 34", "", "", first_starter=2)
        before = [state.view(seat).hands for seat in range(3)]
        play(state, text)
        assert [state.view(seat).hands for seat in range(3)] == before
        assert state.view(0).chosen == {"K": "keep", "F": "flip"}[text[2:]]
        assert state.view(1).chosen is state.view(2).chosen is None
    views = []
    for text in ("1.K 2.K 3.K", "1.F 2.K 3.F"):
        state = dealt("12 34", "", "", first_starter=2)
        play(state, text)
        views.append(state.view(1))
    assert views[0] == views[1]


def test_a_choice_is_seen_as_a_question_mark() -> None:
    state = dealt("12", "", "")
    for made in state.legal():
        assert state.seen(0, made, 0) == made
        assert state.seen(0, made, 1) == ("unknown",)


def test_a_show_is_seen_with_its_whole_cards_where_they_were_not_known() -> None:
    state = table("82 13", "71 23 45", "26 27 29", on="34", owner=1, turn=2)
    show = Show(0, b"\7")
    assert state.seen(1, show, 1) == show
    assert state.seen(1, show, 0) == Show(0, b"\7", cards("71"))
    play(state, "2.L34@3 3.S1:2 1.S1:8")
    assert text_of(state.hands[1]) == "71 23 34 45"
    # Everybody saw the 3/4 go there.
    assert state.seen(1, Show(2, b"\3"), 0) == Show(2, b"\3")
    assert state.seen(1, Show(1, b"\2\3"), 0) == Show(1, b"\2\3", cards("23 34"))
    scout = Scout(False, 0x28, 1)
    assert state.seen(1, ScoutShow(scout, Show(1, b"\2\2")), 2) == ScoutShow(
        scout, Show(1, b"\2\2", cards("28 23"))
    )
    public = ScoutShow(scout, Show(1, b"\2"))
    assert state.seen(1, public, 2) == public


def test_a_view_of_a_position_counts_what_may_have_been_captured_as_unseen_with_two_only() -> None:
    three = table("12 13", "14 15", "16 17", on="34", owner=1, turn=2)
    assert text_of(three.view(0).unseen) == "14 15 16 17"
    two = table("12 13", "14 15", on="34", owner=1, turn=2)
    assert len(two.view(0).unseen) == 44 - 3
    assert text_of(table("12 13", "14 15", on="34", owner=1, turn=2, number=2).view(0).unseen) == (
        "14 15"
    )


def test_what_a_seat_sees_of_a_deal() -> None:
    deal = Deal((cards("12 13"), cards("14 15"), cards("16 17")))
    assert GAME.seen_deal(deal, 1) == Deal((b"\0\0", cards("14 15"), b"\0\0"))
    assert GAME.unknown_deal(rules_for(3)) == Deal((bytes(12),) * 3)


def test_moves_and_events_of_different_kinds_are_different() -> None:
    ended: list[Event] = [Ended(0, "emptied", -1), Shown(0, 0, b"", b"")]
    assert ended[0] != ended[1]
    moves: list[Move] = [Show(0, b"\1"), Scout(False, 1, 0)]
    assert moves[0] != moves[1]
