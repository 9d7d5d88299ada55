"""Deals from a seed, and the options of SCOUT as data."""

from __future__ import annotations

import hashlib
from collections import Counter
from math import sqrt

import pytest

from games.deals import ALGORITHM, Shuffler, below, commitment, numbers
from games.errors import RuleError
from games.game import Round
from games.scout import GAME
from games.scout.moves import Starter
from games.scout.options import OPTIONS, PRESETS
from games.scout.state import Deal
from tests.games.scout_table import DEALT, PLAYED_WITH, rules_for, text_of

# One documented function, written a second time


def words(seed: str, purpose: str) -> list[int]:
    """The first 800 numbers: SHA-256 over seed/purpose/counter, in groups of four bytes."""
    digits = "".join(
        hashlib.sha256(f"{seed}/{purpose}/{number}".encode()).hexdigest() for number in range(100)
    )
    return [int(digits[at : at + 8], 16) for at in range(0, len(digits), 8)]


def deal_by_hand(deck: list[str], seed: str, number: int) -> list[str]:
    """The deck shuffled from the last place down, then a coin for each card."""
    deck = list(deck)
    stream = iter(words(seed, f"round {number}/deal 1"))

    def lower(than: int) -> int:
        while (value := next(stream)) >= 2**32 // than * than:
            pass
        return value % than

    for place in reversed(range(1, len(deck))):
        other = lower(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    coins = words(seed, f"round {number}/orientation 1")
    return [card[::-1] if coin % 2 else card for card, coin in zip(deck, coins, strict=False)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("seed", "number"), [("1", 1), ("kitchen table", 1), ("é✓", 3)])
def test_a_deal_is_what_the_documented_function_gives(players: int, seed: str, number: int) -> None:
    past = [Round((0,) * players)] * (number - 1)
    deal = GAME.deal(rules_for(players), past, Shuffler(seed, number))
    expected = deal_by_hand(PLAYED_WITH[players], seed, number)
    size = DEALT[players]
    assert [text_of(hand).split() for hand in deal.hands] == [
        expected[size * seat : size * (seat + 1)] for seat in range(players)
    ]


@pytest.mark.parametrize(
    ("players", "seed", "hands"),
    [
        (
            3, "1",
            [
                "47 61 31 87 72 69 93 67 85 26 32 34",
                "86 81 89 75 29 52 14 24 21 17 79 46",
                "91 56 36 59 82 73 35 83 51 45 48 94",
            ],
        ),
        (
            4, "scout",
            [
                "T2 39 65 26 78 16 47 79 63 1T T8",
                "75 86 45 84 25 59 4T 46 43 82 89",
                "72 35 42 12 18 6T 41 69 91 29 85",
                "T5 51 67 3T 94 37 71 32 7T 13 83",
            ],
        ),
    ],
)  # fmt: skip
def test_deals_that_never_change(players: int, seed: str, hands: list[str]) -> None:
    deal = GAME.deal(rules_for(players), [], Shuffler(seed, 1))
    assert list(map(text_of, deal.hands)) == hands


def test_the_numbers_of_a_purpose() -> None:
    # printf 'abc/deal/0' | sha256sum
    digest = hashlib.sha256(b"abc/deal/0").hexdigest()
    stream = numbers("abc", "deal")
    assert [f"{next(stream):08x}" for _ in range(8)] == [
        digest[at : at + 8] for at in range(0, 64, 8)
    ]
    assert f"{next(stream):08x}" == hashlib.sha256(b"abc/deal/1").hexdigest()[:8]


def test_a_number_above_the_largest_multiple_is_passed_over() -> None:
    assert below(10, iter([2**32 - 1, 2**32 - 6, 2**32 - 7])) == 9
    assert below(2, iter([7])) == 1
    assert below(1, iter([123456])) == 0


def test_the_method_has_a_name_and_a_commitment() -> None:
    assert ALGORITHM == "sha256-fisher-yates 1"
    assert commitment("seed", "salt") == hashlib.sha256(b"seed/salt").hexdigest()


def test_no_purpose_disturbs_another() -> None:
    one, other = Shuffler("s", 1), Shuffler("s", 1)
    other.coins(50, "else")
    assert one.shuffled(range(20), "deal") == other.shuffled(range(20), "deal")
    # The same purpose asked again gives others, and so does another round.
    assert one.shuffled(range(20), "deal") != Shuffler("s", 1).shuffled(range(20), "deal")
    assert Shuffler("s", 1).coins(40, "deal") != Shuffler("s", 2).coins(40, "deal")
    assert one.one_of("x", "lot") == "x"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_card_is_as_likely_everywhere_and_either_way_up(players: int) -> None:
    number = 600
    places: Counter[str] = Counter()
    for seed in range(number):
        deal = GAME.deal(rules_for(players), [], Shuffler(f"{seed}", 1))
        cards = [card for hand in deal.hands for card in text_of(hand).split()]
        assert len({frozenset(card) for card in cards}) == len(cards)
        places.update(cards)
    deck = PLAYED_WITH[players]
    in_play = DEALT[players] * players / len(deck)
    for card in deck:
        up, down = places[card], places[card[::-1]]
        assert up + down <= number
        assert abs(up + down - number * in_play) <= 4.5 * sqrt(number * in_play * (1.01 - in_play))
        assert abs(up - down) <= 4.5 * sqrt(up + down)


def test_different_seeds_give_different_deals() -> None:
    deals = {GAME.deal(rules_for(4), [], Shuffler(f"{seed}", 1)) for seed in range(500)}
    deals |= {GAME.deal(rules_for(4), [], Shuffler("0", number)) for number in range(2, 500)}
    assert len(deals) == 998


def test_with_two_players_even_rounds_deal_the_complement_shuffled_anew() -> None:
    rules = rules_for(2, {"rounds": 20})
    past: list[Round] = []
    before: set[frozenset[str]] = set()
    for number in range(1, 21):
        deal = GAME.deal(rules, past, Shuffler("two", number))
        cards = {frozenset(card) for hand in deal.hands for card in text_of(hand).split()}
        assert len(cards) == 22
        if number % 2 == 0:
            assert cards.isdisjoint(before)
        before = cards
        past.append(Round((0, 0), "emptied", 0, None, deal))
    assert not GAME.over(rules, past[:19])
    assert GAME.over(rules, past)


def test_an_even_round_after_one_that_is_known_in_part() -> None:
    rules = rules_for(2)
    known = GAME.deal(rules, [], Shuffler("two", 1))
    for deal, kept in ((None, 0), (Deal((known.hands[0], bytes(11))), 11)):
        past = [Round((0, 0), "emptied", 0, None, deal)]
        second = GAME.deal(rules, past, Shuffler("two", 2))
        GAME.check_deal(rules, past, second)
        shared = {frozenset(card) for card in text_of(known.hands[0]).split()} & {
            frozenset(card) for hand in second.hands for card in text_of(hand).split()
        }
        assert (len(shared) == 0) == bool(kept)


def test_a_starter_by_lot_is_drawn_from_the_seed() -> None:
    state = GAME.begin(
        rules := rules_for(4, {"first_starter": "random"}),
        [],
        GAME.deal(rules, [], Shuffler("9", 1)),
    )
    chance = state.chance()
    assert chance is not None
    drawn = [GAME.draw(chance, Shuffler(f"{seed}", 1)) for seed in range(40)]
    assert drawn == [GAME.draw(chance, Shuffler(f"{seed}", 1)) for seed in range(40)]
    assert set(drawn) == {Starter(seat) for seat in range(4)}


# Options


GOOD = {
    "exempt": "owner, emptied",
    "all_scouted_empty": "end, continue",
    "first_starter": "holder-1-2, a number from 1 to 4, random",
    "flip": "swap, rotate",
    "rounds": "players, a number from 1 to 100",
    "turn_limit": "1000, another number from 50, none",
    "scout_token_to": "centre, owner",
    "unspent_tokens": "score, ignore",
    "voluntary_stop": "false, true",
}


def test_the_options_in_their_order_with_their_values_default_first() -> None:
    assert [option.name for option in OPTIONS] == list(GOOD)
    for option in OPTIONS:
        assert option.choices(4) == GOOD[option.name]
        assert option.help


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
@pytest.mark.parametrize("given", ["", "nonsense", "-1", "0", "01", "1e3", "1000001", "4 ", "None"])
def test_a_bad_value_is_an_error_that_lists_the_good_ones(option: object, given: str) -> None:
    name = option.name  # type: ignore[attr-defined]
    with pytest.raises(RuleError) as error:
        GAME.rules(4, {name: given})
    assert error.value.code == "bad-option-value"
    assert error.value.about == ("option", name)
    assert error.value.message == f"{name} cannot be {given!r}; good values are {GOOD[name]}"


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("exempt", "emptied", "emptied"),
        ("first_starter", "4", 4),
        ("first_starter", 4, 4),
        ("first_starter", "random", "random"),
        ("rounds", "100", 100),
        ("turn_limit", "none", None),
        ("turn_limit", None, None),
        ("turn_limit", "50", 50),
        ("turn_limit", 1_000_000, 1_000_000),
    ],
)
def test_a_value_as_text_or_as_what_it_is(name: str, given: object, value: object) -> None:
    rules = rules_for(4, {name: given})
    assert rules[name] == value
    assert type(rules[name]) is type(value)
    assert rules.changed() == {name: value}


@pytest.mark.parametrize("given", [True, "true"])
def test_yes_or_no(given: object) -> None:
    assert rules_for(2, {"voluntary_stop": given})["voluntary_stop"] is True
    assert rules_for(2)["voluntary_stop"] is False


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_that_does_not_exist(players: int) -> None:
    with pytest.raises(RuleError) as error:
        GAME.rules(players, {"first_starter": "5"})
    assert error.value.code == "no-such-seat"
    assert f"seat 5 does not exist with {players} players" in error.value.message
    assert f"a number from 1 to {players}," in error.value.message
    assert rules_for(5, {"first_starter": "5"})["first_starter"] == 5


@pytest.mark.parametrize(
    ("players", "name", "value"),
    [
        (2, "all_scouted_empty", "continue"),
        (3, "scout_token_to", "owner"),
        (4, "unspent_tokens", "ignore"),
        (5, "voluntary_stop", "true"),
    ],
)
def test_an_option_that_does_not_apply_is_a_warning_and_ignored(
    players: int, name: str, value: str
) -> None:
    rules, warnings = GAME.rules(players, {name: value})
    assert [(warning.code, warning.about) for warning in warnings] == [
        ("option-does-not-apply", ("option", name))
    ]
    assert name in warnings[0].message
    assert f"with {players} players" in warnings[0].message
    assert rules.changed() == {}


def test_an_option_there_is_not() -> None:
    with pytest.raises(RuleError) as error:
        GAME.rules(4, {"exmpt": "owner"})
    assert error.value.code == "unknown-option"
    for name in GOOD:
        assert name in error.value.message


def test_a_preset_there_is_not() -> None:
    with pytest.raises(RuleError) as error:
        GAME.rules(4, {}, "house")
    assert error.value.code == "unknown-preset"
    assert "official, web" in error.value.message


def test_the_two_presets() -> None:
    assert set(PRESETS) == {"official", "web"}
    for players in (2, 3, 4, 5):
        official, _ = GAME.rules(players, {}, "official")
        assert (official.changed(), official.preset) == ({}, "official")
        web, warnings = GAME.rules(players, {}, "web")
        assert (web.changed(), web.preset, warnings) == ({"exempt": "emptied"}, "web", [])


def test_an_option_beside_a_preset_overrides_it() -> None:
    rules, _ = GAME.rules(4, {"exempt": "owner", "rounds": 6}, "web")
    assert rules.changed() == {"rounds": 6}


def test_rules_are_a_mapping_of_all_options_in_order() -> None:
    rules = rules_for(4, {"flip": "rotate", "exempt": "emptied"})
    assert list(rules) == list(GOOD)
    assert len(rules) == 9
    assert list(rules.changed()) == ["exempt", "flip"]
    assert (rules.number("turn_limit"), rules.number("rounds")) == (1000, None)
    assert rules.number("voluntary_stop") is None
