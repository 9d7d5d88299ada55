"""Rounds of SCOUT of which only a part is known: what is known is checked, the rest is not.

Whole rounds with gaps are in test_scout_records.
"""

from __future__ import annotations

import pytest

from games.errors import RuleError
from games.scout import GAME
from games.scout.moves import (
    UNNOTED,
    Choose,
    Missed,
    Scout,
    Scouted,
    Shown,
)
from games.scout.state import Deal, State
from tests.games.scout_table import (
    cards,
    dealt,
    facing,
    message,
    move,
    play,
    rules_for,
    table,
    text_of,
)


def unknown(players: int, *hands: str, **options: object) -> State:
    """A round of which nothing is known but what is said, after an opening nobody noted."""
    size = len(GAME.unknown_deal(rules_for(players)).hands[0])
    full = [cards(hand) for hand in hands]
    deal = Deal(
        tuple(
            (full[seat] if seat < len(full) else b"").ljust(size, b"\0") for seat in range(players)
        )
    )
    rules = rules_for(players, {"first_starter": 1, **options})
    state = GAME.begin(rules, [], deal)
    for seat in range(players):
        state.apply(seat, Choose("unknown"))
    return state


def test_a_round_noted_at_a_table() -> None:
    state = unknown(3, "", "54 ?? 3?")
    assert text_of(state.hands[1]) == " ".join(["??"] * 12)  # it may have been flipped
    play(state, "1.S?=47-4T 2.L47@? 3.RT4@?")
    assert state.counted == {0, 1, 2}
    assert (state.end, state.exempt) == ("unbeaten", 0)
    assert state.scores() == (2, -13, -13)
    assert state.unchecked == 3


def test_an_opening_choice_nobody_noted_leaves_an_unknown_hand_as_it_is() -> None:
    state = unknown(3)
    assert state.counted == set()
    play(state, "1.S3:44 2.R4?@5")
    assert text_of(state.table) == "4?"
    assert text_of(state.hands[1]) == "?? ?? ?? ?? 4? ?? ?? ?? ?? ?? ?? ?? ??"
    assert state.complete(2, UNNOTED) == UNNOTED
    assert unknown(3).complete(0, UNNOTED) == UNNOTED
    fresh = dealt("12", "", "")
    assert fresh.complete(0, UNNOTED) == Choose("unknown")


def test_a_scouted_card_is_known_in_a_hand_of_which_the_choice_was_not_noted() -> None:
    state = dealt("47 43 94", "52 15", "", first_starter=1)
    play(state, "1.K 2.? 3.K 1.S1:44 2.L74@2")
    assert state.counted == set()
    assert text_of(state.hands[1])[:8] == "?? 74 ??"
    state.turn = 1
    assert message(state, "S2:6") == "scout-wrong-card: position 2 holds 7, not 6"
    assert message(state, "S1=94") == "scout-card-twice: the card 9/4 is in the hand of seat 1"
    assert state.complete(1, move("S1:67")) == move("S1=6?-74")
    assert state.seen(1, move("S1:67"), 0) == move("S1=6?-74")


def test_a_show_from_a_place_that_nobody_noted_is_seen_where_one_place_fits() -> None:
    state = facing(3, "12", "36 45 58 37")
    assert state.seen(1, move("S?:45"), 0) == move("S?=45-58")
    assert state.seen(1, move("S?:4?"), 2) == move("S?=45-58")
    assert state.seen(1, move("S?:3"), 0) == move("S?:3")  # it is the first card or the last
    assert state.seen(1, move("S?:45"), 1) == move("S?:45")


def test_what_a_move_names_is_learnt_and_checked_from_then_on() -> None:
    state = unknown(3)
    play(state, "1.S1=47-43 2.R34@2")
    assert text_of(state.hands[1])[:5] == "?? 34"
    play(state, "3.S1=58 1.S1=62")
    assert message(state, "S2:4") == "scout-wrong-card: position 2 holds 3, not 4"
    assert message(state, "S2=37") == "scout-wrong-card: position 2 holds 3/4, not 3/7"
    assert message(state, "S1:64") == "scout-wrong-card: positions from 1 on hold ? 3, not 6 4"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("S1=47", "scout-card-twice: the card 4/7 was shown before and is not in the hand of seat"),
        ("S1=74", "scout-card-twice: the card 7/4 was shown before and is not in the hand of seat"),
        ("S1=34", "scout-card-twice: the card 3/4 is in the hand of seat 2"),
        ("S1=94", "scout-card-twice: the card 9/4 is in the hand of seat 1"),
        ("S1=65-65", "scout-card-twice: the card 6/5 cannot be there twice"),
        ("S?=67-76", "scout-card-twice: the card 7/6 cannot be there twice"),
        ("S?=65-67-6?-63-62-61-68-69-64-6?-6?-6?-6?", "scout-hand-too-short: 13 cards are shown"),
    ],
)
def test_no_card_is_there_twice_or_comes_from_the_wrong_hand(made: str, said: str) -> None:
    # Seat 1 shows 4 4 out of a hand that it knows, seat 2 scouts one of them, seat 3 is to move.
    deal = Deal((cards("47 43 94") + bytes(9), bytes(12), bytes(12)))
    state = GAME.begin(rules_for(3, {"first_starter": 1}), [], deal)
    play(state, "1.K 2.? 3.? 1.S1:44 2.R34@2")
    assert message(state, made).startswith(said)


def test_a_card_cannot_be_twice_in_one_hand() -> None:
    state = unknown(3)
    play(state, "1.S1:1 2.L12@5 3.S1:1 1.S1:2")
    assert message(state, "S1=21") == "scout-card-twice: the card 2/1 cannot be there twice"
    assert message(state, "S4=31-12") != ""
    play(state, "2.S4=32")


def test_a_scouted_card_cannot_have_been_elsewhere() -> None:
    state = unknown(3)
    play(state, "1.S1=47-4? 2.L74@1")
    assert message(state, "L47@1") == "scout-card-twice: the card 4/7 is in the hand of seat 2"
    assert (
        message(state, "L57@1")
        == "scout-wrong-card: the leftmost card of the active set is 4/?, not 5/7"
    )
    play(state, "3.L94@1")
    assert text_of(state.hands[2])[:5] == "94 ??"


def test_a_card_known_once_lies_where_it_went_even_where_its_position_is_not_known() -> None:
    state = dealt("47 43 94", "12 15", "", first_starter=1)
    play(state, "1.K 2.K 3.K 1.S1:44 2.L47@?")
    assert state.counted == {1}
    assert text_of(state.hands[0]).startswith("94")
    assert message(state, "S?=74") == "scout-not-in-hand: 7/4 lies nowhere so in the hand"


def test_a_hand_that_was_wholly_known_can_show_nothing_else() -> None:
    state = dealt("47 43 94", "12 15", "", first_starter=1)
    play(state, "1.K 2.K 3.K 1.S?:44 2.L47@?")
    # Everything was dealt, so what is not in a hand has been shown.
    state.turn = 0
    assert message(state, "S?=43").startswith("scout-card-twice: the card 4/3 was shown before")
    assert message(state, "S?=12") == "scout-card-twice: the card 1/2 is in the hand of seat 2"
    state = facing(3, "47 48", "12 15")
    play(state, "2.L47@?")
    state.turn = 1
    assert message(state, "S?=56") == "scout-no-such-card: 5/6 is no card of this round"


def test_a_card_that_comes_off_an_unknown_place_was_not_seen_before() -> None:
    state = unknown(3)
    play(state, "1.S1=46-47 2.L46@1 3.S1=91 1.S1=9?-9?")
    state.check(1, move("L97@1"))
    assert message(state, "L19@1") == "scout-card-twice: the card 1/9 was shown before"
    assert message(state, "L46@1").startswith("scout-wrong-card: the leftmost card")


def test_how_a_move_is_said_where_a_hand_is_only_counted() -> None:
    state = unknown(3)
    play(state, "1.S?=46-47 2.? 3.S?=23")
    for text in ("S?:45", "S3=48-49", "S10=45-56", "S90:45"):
        made = move(text)
        assert state.complete(0, made) == made
        assert state.seen(0, made, 1) == made


def test_what_was_captured_cannot_come_again_though_a_hand_is_only_counted() -> None:
    state = dealt("47 43 94", "52 15", "", first_starter=1)
    play(state, "1.K 2.K 3.K 1.S1:4 2.S1:5 3.L52@?")
    state.turn = 2
    assert message(state, "S?=47") == (
        "scout-card-twice: the card 4/7 was shown before and is not in the hand of seat 3"
    )


def test_no_card_has_the_same_number_twice() -> None:
    state = facing(3, "4? 5?", "?6 12")
    assert message(state, "S1:6") == "scout-wrong-card: position 1 holds ?, not 6"
    assert [play(state.copy(), f"2.{text}@1")[0][2] for text in ("L?4", "L4?", "R?5")] == list(
        cards("?4 4? ?5")
    )


def test_which_way_up_a_card_went_may_not_be_known() -> None:
    state = facing(3, "47 48", "12 15")
    play(state, "2.L??@1")
    assert text_of(state.hands[1]) == "?? 12 15"
    assert state.unchecked == 1
    play(state, "3.R48@1")
    assert state.scores() == (2, -3, -3)


def test_a_card_that_went_either_way_up_can_be_shown_either_way_up() -> None:
    for shown in ("47", "74"):
        state = unknown(3)
        play(state, "1.S1=47-48 2.L??@1 3.S1=81 1.S1=92")
        play(state, f"2.S1={shown}-{shown[0]}?")
        assert text_of(state.table) == f"{shown} {shown[0]}?"
        state = unknown(3)
        play(state, f"1.S1=47-48 2.L??@1+S1={shown}-{shown[0]}?")
        assert text_of(state.table) == f"{shown} {shown[0]}?"


def test_a_number_noted_alone_tells_which_way_up_it_went() -> None:
    for noted, card in (("4?", "47"), ("?7", "47"), ("7?", "74"), ("?4", "74")):
        state = facing(4, "47 48", "12 15")
        assert play(state, f"2.L{noted}@1") == [Scouted(1, False, cards(card)[0], 0, 0)]
        assert text_of(state.hands[1]) == f"{card} 12 15"
    assert message(facing(4, "47 48", "12 15"), "L5?@1") == (
        "scout-wrong-card: the leftmost card of the active set is 4/7, not 5/?"
    )


def test_numbers_left_out_of_a_known_hand_are_found_there() -> None:
    state = facing(4, "45", "61 72 83 94")
    assert state.complete(1, move("S1:6?8")) == move("S1:678")
    assert play(state, "2.S1:6?8") == [Shown(1, 0, cards("61 72 83"), cards("45"))]
    assert state.strength == 306
    assert state.ledger is None
    assert message(facing(4, "45", "61 72"), "S1:?8") == (
        "scout-wrong-card: positions from 1 on hold 6 7, not ? 8"
    )


@pytest.mark.parametrize(
    ("on", "made", "said"),
    [
        ("45 46", "S1:?", "scout-does-not-beat: ? does not beat the active set, a set of 2"),
        ("45 46", "S1:3?", "scout-does-not-beat: 3 ? does not beat"),
        ("45 46", "S1:5?", ""),
        ("4? 5?", "S1:?2", ""),
        ("?? ??", "S1:?", "scout-does-not-beat: ? does not beat the active set, a run of 2"),
        ("?? ??", "S1:12", "scout-does-not-beat: a run of 2 from 1 does not beat"),
        ("?? ??", "S1:11", ""),
        ("?? ??", "S1:23", ""),
        ("", "S1:3?6", "scout-no-block: 3 ? 6 is neither"),
        ("", "S1:3?5", ""),
        ("", "S1:3?3", ""),
    ],
)
def test_a_show_known_in_part_is_checked_as_far_as_it_goes(on: str, made: str, said: str) -> None:
    state = facing(4, on, "?? ?? ?? ??")
    if said:
        assert message(state, made).startswith(said)
    else:
        state.check(1, move(made))
        state.apply(1, move(made))
        assert state.owner == 1


def test_the_legal_list_of_a_table_known_in_part() -> None:
    state = facing(4, "4? ?7", "61 72 83")
    legal = state.legal()
    assert len(legal) == len(set(legal))
    for made in legal:
        state.check(1, made)
    scouts = [made for made in legal if isinstance(made, Scout)]
    assert [made.card for made in scouts[::4]] == list(cards("4? ?4 ?7 7?"))


def test_an_unknown_hand_can_be_stuck_for_certain() -> None:
    # Seat 2 has no token and two cards against three.
    state = table("72 73 75 12", "?? ??", turn=1, tokens=[3, 0])
    play(state, "1.S1:777")
    assert (state.end, state.certain) == ("unbeaten", True)


def test_an_unknown_hand_may_be_stuck() -> None:
    state = table("72 73 12", "?? 13", turn=1, tokens=[3, 0])
    play(state, "1.S1:77")
    assert (state.end, state.certain) == ("unbeaten", True)  # no ? makes 7-7 beaten with a 1
    state = table("72 73 12", "?? 83 19", turn=1, tokens=[3, 0])
    play(state, "1.S1:77")
    assert (state.end, state.certain) == (None, False)
    other = state.copy()
    other.claim("unbeaten")
    assert (other.end, other.scores()) == ("unbeaten", (3, -3))
    # It was not: the ? is an 8.
    play(state, "2.S1=85-83")
    assert (state.end, state.certain) == (None, True)
    with pytest.raises(RuleError, match="goes on here, not unbeaten"):
        state.claim("unbeaten")


def test_a_hand_of_which_enough_is_known_is_not_stuck() -> None:
    state = table("72 73 12", "85 83 ??", turn=1, tokens=[3, 0])
    play(state, "1.S1:77")
    assert (state.end, state.certain) == (None, True)
    with pytest.raises(RuleError):
        state.claim("unbeaten")


def test_an_unknown_set_may_leave_a_known_hand_stuck() -> None:
    state = table("?? ?? 12", "85 83", turn=1, tokens=[3, 0])
    play(state, "1.S1:??")
    assert (state.end, state.certain) == (None, False)
    state.claim("unbeaten")
    assert state.scores() == (3, -2)


# Moves that nobody noted, by hand


def test_after_a_move_nobody_noted_the_table_is_not_known() -> None:
    state = unknown(3)
    play(state, "1.S1=47-48")
    assert play(state, "2.?") == [Missed(1)]
    assert (state.lost, state.certain, state.table, state.owner) == (True, False, b"", -1)
    assert state.turn == 2
    play(state, "3.L65@7 1.S9=81-83 2.R38@30")
    assert text_of(state.table) == "81"
    assert state.scores() == (None, None, None)


def test_a_card_may_have_gone_anywhere_in_a_move_nobody_noted() -> None:
    # Seat 2 may have scouted the 4/7, or have shown the 1/5 that lay in its hand.
    state = unknown(3, "", "")
    play(state, "1.S1=15 2.L15@2 3.S1=47-48 1.R84@1 2.? 3.L15@1 1.S?=23 2.S?=74")
    assert text_of(state.table) == "74"
    # What others hold or have captured stays where it was.
    state = unknown(3)
    play(state, "1.S1=47-48 2.L47@1 3.S1=91 1.?")
    assert message(state, "S?=48") == (
        "scout-card-twice: the card 4/8 was shown before and is not in the hand of seat 2"
    )
    play(state, "2.S?=23")
    assert message(state, "S?=47") == "scout-card-twice: the card 4/7 is in the hand of seat 2"


def test_a_show_known_in_part_may_be_of_any_card_that_fits() -> None:
    state = unknown(4)
    play(state, "1.S1=34-35 2.L43@2 3.L35@1 4.S1=19 1.L91@1 2.S?:4")
    # It may have been the 4/3 or another 4.
    state.check(2, move("L43@1"))
    state.check(2, move("L46@1"))
    assert message(state, "L53@1").startswith("scout-wrong-card")


def test_a_show_of_known_cards_that_can_lie_in_one_place_only() -> None:
    state = facing(3, "12", "36 45 58 37")
    play(state, "2.S?:45")
    assert text_of(state.table) == "45 58"
    assert state.counted == {1}
    state = facing(3, "12", "36 45 58 37")
    play(state, "2.S?:3")
    assert text_of(state.table) == "3?"


def test_scouts_from_a_set_that_nobody_noted_end_nothing_by_themselves() -> None:
    state = unknown(3)
    play(state, "1.S1=47-48 2.? 3.L65@1 1.L63@1")
    assert (state.end, state.turn) == (None, 1)
    assert claimed(state, "unbeaten")
    two = unknown(2)
    play(two, "1.S1=47-48 2.? 2.L65@1")
    assert two.turn == 1  # it is the same player's turn after a Scout


def test_the_round_can_end_though_a_move_was_not_noted() -> None:
    state = unknown(3)
    play(state, "1.S1=47-48 2.? 3.S?=91-92-93 1.L91@1")
    assert state.end is None
    play(state, "2.L92@1")
    assert (state.end, state.exempt, state.scores()) == ("unbeaten", 2, (None,) * 3)
    state = facing(3, "47 48", "12 15 19", actions=48, turn_limit=50)
    play(state, "2.?")
    assert state.end is None
    play(state, "3.?")
    assert state.end == "limit"


def test_what_can_be_claimed_after_a_move_nobody_noted() -> None:
    state = unknown(3)
    play(state, "1.S1=47-48 2.?")
    assert [claimed(state, end) for end in GAME.ends] == [True, True, False, False]
    play(state, "3.S?=63")
    assert [claimed(state, end) for end in GAME.ends] == [True, False, False, False]
    play(state, "1.L63@1")
    assert [claimed(state, end) for end in GAME.ends] == [False, False, False, False]
    two = unknown(2, voluntary_stop=True)
    play(two, "1.S1=47-48 2.?")
    assert [claimed(two, end) for end in GAME.ends] == [True, True, False, True]
    play(two, "2.S?=63")
    assert [claimed(two, end) for end in GAME.ends] == [True, True, False, False]
    two = unknown(2)
    play(two, "1.S1=47-48 2.?")
    assert not claimed(two, "stopped")


def claimed(state: State, end: str) -> bool:
    """Whether the round can be said to have ended so here."""
    other = state.copy()
    try:
        other.claim(end)
    except RuleError:
        return False
    assert (other.end, other.turn) == (end, -1)
    return True


def test_with_two_players_either_may_follow_a_move_nobody_noted() -> None:
    state = unknown(2)
    play(state, "1.S1=47-48 2.?")
    state.check(0, move("S?=23"))
    state.check(1, move("S?=23"))
    assert message(state, "S?=23", seat=3) == "no-such-seat: seats are 1 to 2"
    play(state, "1.S?=23")
    assert (
        message(state, "S?=24", seat=1) == "not-your-turn: it is the turn of seat 2, not of seat 1"
    )
    play(state, "2.L23@1 2.S1=34")
