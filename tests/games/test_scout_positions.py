"""The positions with their answers, by the numbers they have in the project's list of them."""

from __future__ import annotations

import pytest

from games.scout.moves import Scout
from games.scout.state import Deal, State
from tests.games.scout_table import cards, facing, play, rules_for, table, text_of, verdict

BEATEN = "scout-does-not-beat"


@pytest.mark.parametrize(
    ("players", "on", "shown", "answer"),
    [
        pytest.param(4, "82", "91", "legal", id="S01 a higher single"),
        pytest.param(4, "82", "85", BEATEN, id="S02 a tie"),
        pytest.param(5, "T4", "15 26", "legal", id="S03 two cards beat one"),
        pytest.param(4, "81 93", "25 27", "legal", id="S04 a set beats a run"),
        pytest.param(5, "25 27", "93 T4", BEATEN, id="S05 a run does not beat a set"),
        pytest.param(4, "38 49 51", "62 57 43", "legal", id="S07 descending, smallest 4 over 3"),
        pytest.param(4, "51 49 38", "32 46 57", BEATEN, id="S08 the same run the other way"),
        pytest.param(5, "61", "83 94 T2 15", "scout-no-block", id="S12 no run from ten to one"),
        pytest.param(4, "", "37 51", "scout-no-block", id="S13 a gap"),
        pytest.param(4, "", "37 41 32", "scout-no-block", id="S13 a zigzag"),
        pytest.param(4, "", "47 41 52", "scout-no-block", id="S13 a mixture"),
    ],
)
def test_a_show_of_a_whole_hand(players: int, on: str, shown: str, answer: str) -> None:
    state = facing(players, on, shown)
    values = "".join(card[0] for card in shown.split())
    assert verdict(state, f"S1:{values}") == answer


def test_s15_cards_become_neighbours_when_the_hand_closes_up() -> None:
    state = table("58 12", "71 32 74 95", "13 14", "15 16", on="29", owner=1, turn=2)
    assert verdict(state, "S2:3") == "legal"
    assert verdict(state, "S1:77") == "scout-wrong-card"
    play(state, "2.S2:3 3.L32@1 4.S1:1 1.S1:5")
    assert text_of(state.hands[1]) == "71 74 95"
    assert verdict(state, "S1:77") == "legal"


@pytest.mark.parametrize(("flip", "hand"), [("swap", "73 14 29"), ("rotate", "29 14 73")])
def test_s18_flipping_a_hand(flip: str, hand: str) -> None:
    rules = rules_for(4, {"flip": flip, "first_starter": 1})
    rest = cards("12 13 14"), cards("15 16 17"), cards("18 19 1T")
    state = State(rules, Deal((cards("37 41 92"), *rest)))
    play(state, "1.F 2.K 3.K 4.K")
    assert text_of(state.hands[0]) == hand


def test_s19_the_left_card_flipped_into_the_first_gap() -> None:
    state = facing(4, "38 49 51", "82 75 16")
    play(state, "2.L83@1")
    assert text_of(state.hands[1]) == "83 82 75 16"
    assert text_of(state.table) == "49 51"
    assert state.owner == 0
    assert state.tokens == [1, 0, 0, 0]


def test_s21_after_the_last_card_was_scouted_the_next_player_must_show() -> None:
    state = facing(4, "62", "13 45")
    play(state, "2.L62@1")
    assert state.tokens == [1, 0, 0, 0]
    assert state.turn == 2
    assert verdict(state, "L62@1") == "scout-no-active-set"
    assert verdict(state, "L62@1+S1:6") == "scout-no-active-set"
    hand = state.hands[2]
    assert [(m.at, m.values) for m in state.legal() if len(m.values) == 1] == [
        (at, bytes([card >> 4])) for at, card in enumerate(hand)
    ]


@pytest.mark.parametrize(("on", "number"), [("59", 12), ("59 51", 24)])
def test_s23_the_number_of_different_scouts(on: str, number: int) -> None:
    state = facing(4, on, "12 34 67 81 92")
    assert sum(isinstance(made, Scout) for made in state.legal()) == number


def test_s24_what_is_left_has_the_strength_of_what_is_left() -> None:
    state = table(
        "12 13", "14 15", "T4 T5 81 97 16 27 38", "46 47", "56 57", on="91 92 93", owner=1, turn=2
    )
    play(state, "2.L91@1")
    assert verdict(state, "S1:TT") == "legal"
    assert verdict(state, "S3:89") == BEATEN
    assert verdict(state, "S5:123") == "legal"


def test_s26_scout_and_show() -> None:
    state = facing(5, "71 82", "93 52 64 T5")
    assert verdict(state, "R82@1+S1:89") == "legal"
    play(state, "2.R82@1+S1:89")
    assert state.tokens[0] == 1
    assert state.won[1] == 1
    assert text_of(state.table) == "82 93"
    assert state.owner == 1


def test_s27_the_show_must_beat_what_is_left() -> None:
    state = facing(4, "91 92 94", "83 72 46")
    assert verdict(state, "L91@1+S1:98") == BEATEN
    assert verdict(state, "L91@1+S1:987") == "legal"


def test_s29_scout_and_show_of_the_only_card() -> None:
    state = facing(5, "T6", "12 73 48")
    assert verdict(state, "LT6@4+S1:1") == "legal"
    play(state, "2.LT6@4+S1:1")
    assert state.tokens[0] == 1
    assert state.won == [0, 0, 0, 0, 0]
    assert text_of(state.table) == "12"


def test_s31_a_show_begins_a_new_count_of_scouts() -> None:
    state = table("12 13", "15 16", "14 18", on="52", owner=1, turn=2)
    play(state, "2.L52@1 3.S1:1 1.L14@1")
    assert state.end is None
    assert state.turn == 1
    assert all(type(made).__name__ == "Show" for made in state.legal())


def test_s33_a_round_ends_when_all_others_only_scouted() -> None:
    state = table("61 62 63 12", "14 15", "17 18", turn=1)
    play(state, "1.S1:666 2.L61@1")
    assert state.end is None
    play(state, "3.R63@1")
    assert (state.end, state.exempt) == ("unbeaten", 0)
    assert state.scores() == (2, -3, -3)  # the card left on the table counts for nobody


def test_s58_every_opponent_scouts_one_of_as_many_cards() -> None:
    state = table("81 82 83 45", "15 16", "17 14", "23 24", turn=1)
    play(state, "1.S1:888 2.L81@1 3.L82@1")
    assert state.end is None
    play(state, "4.L83@1")
    assert (state.end, state.exempt) == ("unbeaten", 0)
    assert state.scores() == (3, -3, -3, -3)
    state = table("81 82 83 45", "15 16", "17 14", "23 24", turn=1, all_scouted_empty="continue")
    play(state, "1.S1:888 2.L81@1 3.L82@1 4.L83@1")
    assert (state.end, state.turn, state.scouts) == (None, 0, 3)
    play(state, "1.S1:4")
    assert (state.end, state.won, state.tokens) == ("emptied", [0] * 4, [3, 0, 0, 0])


def test_s59_a_single_scouted_is_no_end() -> None:
    state = table("81 45", "15 16", "17 14", "23 24", turn=1)
    play(state, "1.S1:8 2.L81@1")
    assert (state.end, state.turn) == (None, 2)
    assert {type(made).__name__ for made in state.legal()} == {"Show"}


def test_s34_the_last_show_counts() -> None:
    state = table("52 13 14", "15 17", "61 62 63 18", "19 1T", turn=1)
    play(state, "1.S1:5 2.L52@1 3.S1:666 4.L61@1 1.L62@1")
    assert state.end is None
    play(state, "2.L63@1")
    assert (state.end, state.exempt) == ("unbeaten", 2)
    assert state.scores() == (1 - 3, -4, 3, -3)


def test_s36_all_scouted_and_the_table_empty() -> None:
    state = table("81 82 13", "15 16", "17 14", turn=1)
    play(state, "1.S1:88 2.L81@1 3.L82@1")
    assert (state.end, state.exempt) == ("unbeaten", 0)
    state = table("81 82 13", "15 16", "17 14", turn=1, all_scouted_empty="continue")
    play(state, "1.S1:88 2.L81@1 3.L82@1")
    assert (state.end, state.turn) == (None, 0)
    assert [type(made).__name__ for made in state.legal()] == ["Show"]


def test_s38_a_scout_and_show_that_empties_the_hand() -> None:
    state = facing(4, "71 82", "93")
    play(state, "2.R82@1+S1:89")
    assert (state.end, state.exempt) == ("emptied", -1)
    assert state.scores() == (1 - 2, 1, -2, -2)


def test_s41_scores_when_a_hand_was_emptied() -> None:
    # A holds 4, B shows his last card, C holds 9, D holds 6.
    state = table(
        "12 13 14 15", "94", "23 24 25 26 27 28 29 2T 34", "35 36 37 38 39 3T",
        on="84", owner=1, turn=2, won=[7, 4, 2, 0], tokens=[3, 1, 0, 4],
    )  # fmt: skip
    play(state, "2.S1:9")
    assert state.end == "emptied"
    assert state.scores() == (6, 6, -7, -2)


@pytest.mark.parametrize(("exempt", "points"), [("owner", 9), ("emptied", 6)])
def test_s42_scores_when_a_show_was_not_beaten(exempt: str, points: int) -> None:
    # Before the last Scout, C's: A has 4 tokens and holds 3, B holds 8, C holds 9.
    state = table(
        "12 13 14", "15 16 17 18 23 24 25 45", "26 27 28 34 35 36 37 38 46",
        on="91 92", owner=1, turn=3, scouts=1, won=[4, 6, 3], tokens=[4, 0, 1],
        exempt=exempt,
    )  # fmt: skip
    play(state, "3.L91@1")
    assert state.end == "unbeaten"
    assert state.scores() == (points, -2, -6)


@pytest.mark.parametrize(("home", "won"), [("centre", 0), ("owner", 1)])
def test_s46_a_scout_with_two_players(home: str, won: int) -> None:
    state = table("12 13", "24 45", on="61 62", owner=1, turn=2, scout_token_to=home)
    play(state, "2.L61@1")
    assert state.tokens == [3, 2]
    assert state.won == [won, 0]
    assert state.turn == 1


def test_s47_a_set_that_cannot_be_answered_ends_the_round_at_once() -> None:
    state = table("72 73 75 12", "14 36 58 29", turn=1, tokens=[3, 0])
    play(state, "1.S1:777")
    assert (state.end, state.exempt) == ("unbeaten", 0)
    assert state.scores() == (3, -4)


def test_s48_who_can_scout_must_go_on() -> None:
    state = table("72 73 75 12", "14 36 58 29", turn=1, tokens=[3, 1])
    play(state, "1.S1:777")
    assert (state.end, state.turn) == (None, 1)
    play(state, "2.L27@2")
    assert (state.end, state.turn) == (None, 1)
    assert verdict(state, "S1:123") == "legal"  # it beats the 7-7 that is left


def test_s49_ends_after_whichever_scout() -> None:
    # 1 9 4 10 above, and below nothing that helps either.
    state = table("72 73 75 12", "14 96 48 T1", turn=1, tokens=[3, 1])
    play(state, "1.S1:777")
    scouts = state.legal()
    assert len(scouts) == 20
    for made in scouts:
        after = state.copy()
        after.apply(1, made)
        assert (after.end, after.exempt) == ("unbeaten", 0)


def test_s56_three_scouts_of_free_will_and_then_no_show() -> None:
    state = table("34 35", "12 13 14 15", on="76 83 94 T2", owner=1, turn=2)
    assert verdict(state, "S1:1111") == "legal"
    play(state, "2.L76@2 2.L83@4")
    assert (state.end, state.turn) == (None, 1)
    play(state, "2.L94@6")
    assert text_of(state.hands[1]) == "12 76 13 83 14 94 15"
    assert (state.end, state.exempt) == ("unbeaten", 0)


@pytest.mark.parametrize(("exempt", "points"), [("owner", 7), ("emptied", 4)])
def test_s52_scores_of_two_players(exempt: str, points: int) -> None:
    # A shows a set that B, without tokens, cannot answer: A captures nothing by it.
    state = table(
        "72 73 12 15 18", "14 36 58 29 4T 6T", turn=1, won=[5, 4], tokens=[2, 0], exempt=exempt
    )
    play(state, "1.S1:77")
    assert state.end == "unbeaten"
    assert state.scores() == (points, -2)
