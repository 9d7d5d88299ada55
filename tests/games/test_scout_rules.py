"""SCOUT, sentence by sentence: setup, turns, how a round ends, what it is worth, and the options.

The positions with their answers are in test_scout_positions, what a refused
move is told in test_scout_errors, what two players do in test_scout_two_players.
"""

from __future__ import annotations

import pytest

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Round
from games.scout import GAME
from games.scout.cards import DECK, deck_for
from games.scout.moves import (
    FLIP,
    KEEP,
    Chose,
    Ended,
    Scout,
    Scouted,
    ScoutShow,
    Show,
    Shown,
    Started,
    Starter,
)
from games.scout.state import Deal
from tests.games.scout_table import (
    DEALT,
    PLAYED_WITH,
    cards,
    dealt,
    facing,
    play,
    rules_for,
    shuffled,
    table,
    text_of,
    verdict,
)


def kinds(moves: list[object]) -> set[type]:
    return set(map(type, moves))


# Setup


def test_the_deck_is_every_pair_of_different_numbers_once() -> None:
    assert len(DECK) == 45
    assert {(card >> 4, card & 15) for card in DECK} == {
        (low, high) for low in range(1, 11) for high in range(1, 11) if low < high
    }


@pytest.mark.parametrize(
    ("players", "number", "missing"),
    [
        (2, 44, {"9T"}),
        (3, 36, {"1T", "2T", "3T", "4T", "5T", "6T", "7T", "8T", "9T"}),
        (4, 44, {"9T"}),
        (5, 45, set()),
    ],
)
def test_cards_taken_out_by_the_number_of_players(
    players: int, number: int, missing: set[str]
) -> None:
    deck = deck_for(players)
    assert len(deck) == number
    assert set(text_of(DECK).split()) - set(text_of(deck).split()) == missing


@pytest.mark.parametrize(("players", "size"), [(2, 11), (3, 12), (4, 11), (5, 9)])
def test_a_deal_gives_each_as_many_cards_as_the_table_says(players: int, size: int) -> None:
    rules = rules_for(players)
    deal = GAME.deal(rules, [], Shuffler("any", 1))
    assert [len(hand) for hand in deal.hands] == [size] * players
    GAME.check_deal(rules, [], deal)


@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_a_match_has_as_many_rounds_as_players(players: int, rounds: int) -> None:
    rules = rules_for(players)
    past = [Round((0,) * players)] * rounds
    assert GAME.over(rules, past[1:]) is False
    assert GAME.over(rules, past) is True


def test_or_as_many_as_the_rules_say() -> None:
    rules = rules_for(3, {"rounds": 7})
    assert not GAME.over(rules, [Round((0, 0, 0))] * 6)
    assert GAME.over(rules, [Round((0, 0, 0))] * 7)


def test_everybody_chooses_once_in_the_order_of_seats_and_it_takes_effect_at_the_end() -> None:
    state = dealt("12 37", "45", "67", first_starter=3)
    before = [bytes(hand) for hand in state.hands]
    assert (state.opening, state.turn) == (True, 0)
    assert state.legal() == [KEEP, FLIP]
    assert play(state, "1.F") == [Chose(0, "flip")]
    assert state.hands == before
    play(state, "2.K")
    assert state.turn == 2
    play(state, "3.K")
    assert (state.opening, state.turn) == (False, 2)
    assert text_of(state.hands[0]).startswith("21 73")
    assert state.hands[1:] == before[1:]


@pytest.mark.parametrize("flip", ["swap", "rotate"])
def test_the_two_ways_to_flip_are_mirror_images(flip: str) -> None:
    state = dealt("13 52 94 T8", "", "", "", first_starter=1, flip=flip)
    hand = state.hands[0]
    swapped = bytes((card & 15) << 4 | card >> 4 for card in hand)
    play(state, "1.F 2.K 3.K 4.K")
    assert state.hands[0] == (swapped if flip == "swap" else swapped[::-1])


def test_nobody_chooses_after_the_first_turn_began() -> None:
    state = dealt("12", "13", "14")
    play(state, "1.K 2.F 3.K")
    assert verdict(state, "K") == "scout-locked"
    assert verdict(state, "F") == "scout-locked"


def test_no_move_comes_before_the_choice() -> None:
    state = dealt("12", "13", "14")
    assert verdict(state, "S1:1") == "scout-opening"
    assert verdict(state, "L12@1") == "scout-opening"


# A deal that cannot be


@pytest.mark.parametrize(
    ("players", "hands", "code", "about"),
    [
        (3, ("12 13", "", ""), "scout-hand-size", ("hand", 0)),
        (4, ("", "9T", "", ""), "scout-no-such-card", ("hand", 1, 0)),
        (3, ("", "", "45 T1"), "scout-no-such-card", ("hand", 2, 1)),
        (5, ("45", "67 54", "", "", ""), "scout-card-twice", ("hand", 1, 1)),
    ],
)
def test_a_deal_that_cannot_be(
    players: int, hands: tuple[str, ...], code: str, about: tuple[str | int, ...]
) -> None:
    size = DEALT[players]
    full = [cards(hand) + bytes(size - len(hand.split())) for hand in hands]
    if code == "scout-hand-size":
        full[0] = full[0][:-1]
    with pytest.raises(RuleError) as error:
        GAME.check_deal(rules_for(players), [], Deal(tuple(full)))
    assert (error.value.code, error.value.about) == (code, about)


def test_a_deal_to_another_number_of_players() -> None:
    with pytest.raises(RuleError) as error:
        GAME.check_deal(rules_for(4), [], Deal((bytes(11),) * 3))
    assert error.value.code == "scout-hand-count"
    assert "3 hands" in error.value.message


# Who starts


@pytest.mark.parametrize("hands", [("21", "", ""), ("", "12", ""), ("", "", "34 12")])
def test_the_holder_of_the_1_2_starts_either_way_up(hands: tuple[str, ...]) -> None:
    state = dealt(*hands)
    holder = next(seat for seat, hand in enumerate(hands) if hand)
    assert state.starter == holder
    assert state.chance() is None
    play(state, "1.K 2.K 3.F")
    assert state.turn == holder


def test_with_two_players_a_random_seat_starts_where_nobody_holds_it() -> None:
    hands = [" ".join(PLAYED_WITH[2][1:12]), " ".join(PLAYED_WITH[2][12:23])]
    state = dealt(*hands)
    chance = state.chance()
    assert state.starter is None
    assert chance is not None
    assert (chance.kind, chance.among) == ("starter", (0, 1))
    seats = {GAME.draw(chance, Shuffler(str(seed), 1)) for seed in range(20)}
    assert seats == {Starter(0), Starter(1)}
    assert state.apply(-1, Starter(1)) == (Started(1),)
    assert state.starter == 1
    play(state, "1.K 2.K")
    assert state.turn == 1


def test_the_draw_may_come_to_light_after_the_opening() -> None:
    state = dealt(" ".join(PLAYED_WITH[2][1:12]), " ".join(PLAYED_WITH[2][12:23]))
    play(state, "1.K 2.K")
    assert state.turn == -1
    assert state.legal() == []
    state.check(-1, GAME.started(1))
    state.apply(-1, GAME.started(1))
    assert state.turn == 1


def test_with_two_players_the_holder_starts_where_there_is_one() -> None:
    assert dealt("34", "56 21").starter == 1


def test_a_random_starter() -> None:
    state = dealt("12", "", "", first_starter="random")
    chance = state.chance()
    assert chance is not None
    assert chance.among == (0, 1, 2)
    seats = [GAME.draw(chance, Shuffler(str(seed), 1)) for seed in range(60)]
    assert all(seats.count(Starter(seat)) > 8 for seat in range(3))


def test_a_seat_that_the_rules_name_starts() -> None:
    state = dealt("12", "", "", "", first_starter=3)
    assert (state.starter, state.chance()) == (2, None)


def test_in_later_rounds_the_next_seat_clockwise_after_the_starter_before() -> None:
    for before, starts in ((0, 1), (1, 2), (2, 0)):
        past = [Round((1, 2, 3), "emptied", before)]
        assert dealt("", "", "12", past=past).starter == starts


def test_a_starter_that_was_not_noted_follows_from_another_round_or_from_the_rules() -> None:
    unknown = Round((1, 2, 3))
    past = [Round((1, 2, 3), starter=2), unknown, unknown]
    assert dealt("12", "", "", past=past).starter == 2
    assert dealt("12", "", "", past=[unknown], first_starter=3).starter == 0
    chance = dealt("12", "", "", past=[unknown]).chance()
    assert chance is not None
    assert chance.among == (0, 1, 2)


def test_the_turn_goes_round_clockwise() -> None:
    state = table("12 13", "14 15", "16 17", "18 19", on="82", owner=3, turn=4, actions=9)
    play(state, "4.L82@1")
    assert state.turn == 0
    play(state, "1.S1:1")
    assert state.turn == 1


# Show


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("3", "4"),
        ("9", "T"),
        ("T", "12"),
        ("12", "23"),
        ("12", "32"),
        ("89", "9T"),
        ("9T", "11"),
        ("11", "22"),
        ("99", "TT"),
        ("TT", "123"),
        ("321", "234"),
        ("89T", "111"),
        ("TTT", "1234"),
        ("5555", "54321"),
        ("23456789T", "123456789T"),
    ],
)
def test_more_cards_then_set_over_run_then_the_higher_smallest_number(
    weaker: str, stronger: str
) -> None:
    assert show_over(stronger, weaker) == "legal"
    assert show_over(weaker, stronger) == "scout-does-not-beat"


def show_over(shown: str, on: str) -> str:
    """The verdict on a Show of these upper numbers over those."""
    used: set[frozenset[str]] = set()
    state = facing(5, block(on, used), block(shown, used))
    return verdict(state, f"S1:{shown}")


def block(values: str, used: set[frozenset[str]]) -> str:
    """Cards with these upper numbers, none of which was used before."""
    words = []
    for value in values:
        others = ("123456789T" * 2).partition(value)[2][:9]
        lower = next(n for n in others if frozenset((value, n)) not in used)
        used.add(frozenset((value, lower)))
        words.append(value + lower)
    return " ".join(words)


@pytest.mark.parametrize(
    "shown", ["13", "31", "T1", "1T", "121", "112", "122", "1223", "124", "135", "9T1", "21T"]
)
def test_no_gap_no_wrap_no_zigzag_no_mixture(shown: str) -> None:
    assert show_over(shown, "") == "scout-no-block"


def test_only_the_upper_number_counts() -> None:
    state = facing(5, "T1", "19 29 39")
    assert verdict(state, "S1:123") == "legal"
    assert verdict(state, "S1:999") == "scout-wrong-card"


def test_on_an_empty_table_any_valid_block() -> None:
    state = facing(4, "", "12 23 61 64")
    assert [(made.at, made.values) for made in state.legal()] == [
        (0, b"\1"), (0, b"\1\2"), (1, b"\2"), (2, b"\6"), (2, b"\6\6"), (3, b"\6"),
    ]  # fmt: skip


def test_a_show_captures_what_lay_there_and_lies_in_hand_order() -> None:
    state = facing(4, "81 92", "15 43 32 21 16")
    events = play(state, "2.S2:432")
    assert events == [Shown(1, 1, cards("43 32 21"), cards("81 92"))]
    assert text_of(state.table) == "43 32 21"
    assert text_of(state.hands[1]) == "15 16"
    assert (state.owner, state.turn, state.won) == (1, 2, [0, 2, 0, 0])


def test_the_first_show_captures_nothing() -> None:
    state = facing(4, "", "12 43")
    assert play(state, "2.S1:1") == [Shown(1, 0, cards("12"), b"")]
    assert state.won == [0, 0, 0, 0]


# Scout


def test_a_scout_takes_either_end_either_way_up_into_any_gap() -> None:
    state = facing(4, "38 49 51", "82 75")
    scouts = [made for made in state.legal() if type(made) is Scout]
    assert scouts == [
        Scout(right, card, to)
        for right, card in (
            (False, 0x38), (False, 0x83), (True, 0x51), (True, 0x15),
        )
        for to in (0, 1, 2)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("made", "hand", "left"),
    [
        ("L38@1", "38 82 75", "49 51"),
        ("L83@2", "82 83 75", "49 51"),
        ("R51@3", "82 75 51", "38 49"),
        ("R15@1", "15 82 75", "38 49"),
    ],
)
def test_what_is_left_stays_active_with_the_same_owner(made: str, hand: str, left: str) -> None:
    state = facing(4, "38 49 51", "82 75")
    play(state, f"2.{made}")
    assert text_of(state.hands[1]) == hand
    assert text_of(state.table) == left
    assert (state.owner, state.turn, state.tokens) == (0, 2, [1, 0, 0, 0])


def test_a_scout_needs_an_active_set() -> None:
    assert kinds(facing(4, "", "12 43").legal()) == {Show}


def test_every_scout_gives_the_owner_a_token_forced_or_not() -> None:
    # Seat 2 could show 9 over 3: its Scout is of its own free will.
    state = facing(4, "31", "91 45")
    assert verdict(state, "S1:9") == "legal"
    assert play(state, "2.L31@1") == [Scouted(1, False, 0x31, 0, 0)]
    assert state.tokens == [1, 0, 0, 0]


def test_there_is_no_pass() -> None:
    state = facing(4, "T1 T2", "12 14")
    assert kinds(state.legal()) == {Scout, ScoutShow}
    assert verdict(state, "P") == "scout-no-stop"


# Scout & Show


def test_scout_and_show_once_a_round_for_each_player() -> None:
    state = table("91 82 27", "12 23 38", "45 46 56", on="71", owner=3, turn=1)
    assert state.marker == [True, True, True]
    play(state, "1.L71@2+S1:9")
    assert state.marker == [False, True, True]
    play(state, "2.L91@1+S1:9 3.L91@1")
    assert verdict(state, "S1:7") == "legal"
    play(state, "1.S1:7")
    assert state.marker == [False, False, True]
    assert verdict(state, "L71@1+S1:7") == "scout-marker-used"


def test_every_round_brings_it_back() -> None:
    assert shuffled(4, "x", [Round((0, 0, 0, 0), "emptied", 1)]).marker == [True] * 4


def test_no_scout_and_show_on_the_first_turn_of_a_round() -> None:
    state = dealt("12", "", "")
    play(state, "1.K 2.K 3.K")
    assert kinds(state.legal()) == {Show}


def test_the_show_need_not_use_the_scouted_card() -> None:
    state = facing(4, "51 62", "12 73 84")
    assert verdict(state, "L51@1+S3:7") == "legal"


def test_you_capture_only_what_was_left_and_the_owner_still_gets_the_token() -> None:
    state = facing(4, "51 62 73", "12 83 94 13")
    events = play(state, "2.R73@2+S2:789")
    assert events == [
        Scouted(1, True, 0x73, 1, 0),
        Shown(1, 1, cards("73 83 94"), cards("51 62")),
    ]
    assert (state.won[1], state.tokens[0], state.owner, state.actions) == (2, 1, 1, 2)


def test_scout_and_show_resets_the_count_of_scouts() -> None:
    state = table("12 14 18", "24 26", "83 94 35", "46 47", on="71 72", owner=1, turn=2)
    play(state, "2.L71@1 3.L72@1+S1:7")
    assert (state.scouts, state.owner) == (0, 2)
    play(state, "4.L72@1")
    assert state.end is None
    assert state.turn == 0


def test_scout_and_show_needs_a_show_that_beats_what_is_left() -> None:
    # 8-8 stay after any Scout; 2 and 5 with a taken 8, 1 or 3 make nothing better.
    state = facing(4, "81 82 83", "24 56")
    assert kinds(state.legal()) == {Scout}


def test_a_refused_scout_and_show_changes_nothing() -> None:
    state = facing(4, "91 92 94", "83 72 46")
    # `verdict` compares the whole round before and after.
    assert verdict(state, "L91@1+S1:98") == "scout-does-not-beat"
    assert verdict(state, "L92@1+S1:987") == "scout-wrong-card"
    assert verdict(state, "L91@9+S1:987") == "scout-no-such-gap"
    assert verdict(state, "L91@1+S1:97") == "scout-wrong-card"
    assert verdict(state, "L91@1+S2:846") == "scout-wrong-card"


def test_the_count_of_its_positions_includes_the_card_just_taken() -> None:
    state = facing(4, "71 82", "93 52")
    assert verdict(state, "R82@1+S2:9") == "legal"
    assert verdict(state, "R82@3+S2:9") == "scout-wrong-card"


def test_no_second_scout_can_come_between() -> None:
    state = facing(4, "71 82", "93 52")
    play(state, "2.R82@1+S1:89")
    assert state.turn == 2


# How a round ends


def test_a_show_that_empties_the_hand_ends_the_round_at_once() -> None:
    state = table("91 92", "12 13", "14 15", on="72 82", owner=3, turn=1, tokens=[0, 0, 2])
    events = play(state, "1.S1:99")
    assert events[-1] == Ended(0, "emptied", -1)
    assert (state.end, state.turn, state.legal()) == ("emptied", -1, [])
    # The former owner pays for the hand.
    assert state.scores() == (2, -2, 0)


def test_the_round_does_not_go_on_after_the_last_scout() -> None:
    state = table("12 13", "14 15", "17 18", on="61 62 63 64", owner=1, turn=2)
    play(state, "2.L61@1")
    events = play(state, "3.L62@1")
    assert events == [Scouted(2, False, 0x62, 0, 0), Ended(2, "unbeaten", 0)]
    with pytest.raises(RuleError, match="the round is over"):
        state.check(0, Show(0, b"\1"))


def test_the_owner_of_an_unbeaten_show_does_not_pay_for_the_hand() -> None:
    state = table("12 13 14 15 16", "23 24", "27 28", on="91 92", owner=1, turn=2, won=[3, 0, 1])
    play(state, "2.L91@1 3.L92@1")
    assert state.scores() == (3 + 2, -3, 1 - 3)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_scout_from_each_other_player_and_not_one_less(players: int) -> None:
    on = "91 92 93 94 95"
    hands = [" ".join((f"1{seat + 2}", f"{seat + 2}8")) for seat in range(players)]
    state = table(*hands, on=on, owner=1, turn=2)
    for other in range(2, players + 1):
        assert state.end is None
        play(state, f"{other}.L9{other - 1}@1")
    assert state.end == "unbeaten"


def test_the_cards_on_the_table_and_an_unused_marker_count_for_nobody() -> None:
    state = table(
        "12 13", "14 15", "17 18", on="91 92 93", owner=1, turn=2, marker=[True, False, True]
    )
    play(state, "2.L91@1 3.L92@1")
    assert state.scores() == (2, -3, -3)


def test_a_round_that_takes_too_long_ends_with_nobody_exempt() -> None:
    state = table(
        "12 13", "14 15", "17 18", on="91 92 93", owner=1, turn=2, actions=49, turn_limit=50
    )
    events = play(state, "2.L91@1")
    assert events[-1] == Ended(1, "limit", -1)
    assert state.scores() == (1 - 2, -3, -2)


@pytest.mark.parametrize("actions", [998, 999])
def test_the_limit_is_a_thousand_actions(actions: int) -> None:
    state = table("12 13", "14 15", "17 18", on="91 92 93", owner=1, turn=2, actions=actions)
    play(state, "2.L91@1")
    assert state.end == ("limit" if actions == 999 else None)


def test_no_limit() -> None:
    state = table(
        "12 13", "14 15", "17 18", on="91 92 93", owner=1, turn=2, actions=5000, turn_limit=None
    )
    play(state, "2.L91@1")
    assert state.end is None


@pytest.mark.parametrize("made", ["S1:T", "L61@1", "L61@1+S2:T"])
def test_each_move_is_one_action(made: str) -> None:
    state = facing(4, "61", "T4 73 84", actions=49, turn_limit=50)
    play(state, f"2.{made}")
    assert (state.end, state.actions) == ("limit", 50)


def test_a_real_end_on_the_same_action_wins_over_the_limit() -> None:
    state = facing(4, "61", "T4", actions=49, turn_limit=50)
    play(state, "2.S1:T")
    assert state.end == "emptied"
    state = table(
        "12", "14", "17", on="91 92 93", owner=1, turn=3, scouts=1, actions=49, turn_limit=50
    )
    play(state, "3.L91@1")
    assert (state.end, state.exempt) == ("unbeaten", 0)
    state = table("72 73 75 12", "14 36", turn=1, tokens=[3, 0], actions=49, turn_limit=50)
    play(state, "1.S1:777")
    assert (state.end, state.exempt) == ("unbeaten", 0)


def test_the_highest_total_wins_and_equal_totals_share() -> None:
    assert GAME.winners([3, 12, -4]) == (1,)
    assert GAME.winners([12, 3, 12]) == (0, 2)
    assert GAME.winners([-5, -5]) == (0, 1)
    past = [Round((1, -2, 3)), Round((4, 5, -6))]
    assert GAME.totals(3, past) == (5, 3, -3)


def test_a_hand_may_grow_beyond_any_small_bound() -> None:
    # 21 cards were seen; every card but two can come together.
    spare = PLAYED_WITH[3]
    state = table(spare[0], " ".join(spare[2:34]), spare[1], on=spare[34], owner=1, turn=2)
    assert len(state.hands[1]) == 32
    scouts = [made for made in state.legal() if type(made) is Scout]
    assert len(scouts) == 2 * 33
    play(state, f"2.L{spare[34]}@33")
    assert len(state.hands[1]) == 33
