"""SCOUT with two players, sentence by sentence: tokens, turns, ends, and round after round."""

from __future__ import annotations

import pytest

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Round
from games.options import Rules
from games.scout import GAME
from games.scout.moves import (
    Ended,
    Scout,
    Scouted,
    Show,
    Shown,
)
from tests.games.scout_table import (
    PLAYED_WITH,
    cards,
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


def test_two_players_have_three_tokens_each_round_and_no_scout_and_show() -> None:
    for past in ([], [Round((0, 0), "emptied", 0)]):
        state = shuffled(2, "tokens", past)
        assert state.tokens == [3, 3]
        assert state.marker == [False, False]
    state = facing(2, "61 62", "24 45")
    assert kinds(state.legal()) == {Scout}
    assert verdict(state, "L61@1+S1:6") == "scout-no-scout-and-show"


def test_a_turn_is_some_scouts_and_then_one_show() -> None:
    state = facing(2, "61 62 63 64", "24 45")
    for number, made in enumerate(("L61@1", "L62@1", "L63@1")):
        assert state.tokens == [3, 3 - number]
        play(state, f"2.{made}")
        assert (state.turn, state.end) == (1, None)
    assert state.tokens == [3, 0]
    assert verdict(state, "L64@1") == "scout-no-token"
    assert kinds(state.legal()) == {Show}
    play(state, "2.S1:666")
    assert (state.turn, state.won) == (0, [0, 1])


def test_the_show_is_compulsory() -> None:
    state = facing(2, "61 62", "24 75")
    play(state, "2.L61@1")
    assert verdict(state, "S1:67") == "scout-wrong-card"
    assert verdict(state, "S3:7") == "legal"
    assert verdict(state, "P") == "scout-no-stop"
    assert kinds(state.legal()) == {Show, Scout}


def test_scouting_is_free_where_a_show_is_possible() -> None:
    state = facing(2, "61", "91 45")
    assert verdict(state, "S1:9") == "legal"
    assert verdict(state, "L61@1") == "legal"


def test_a_table_scouted_empty_takes_any_show_that_captures_nothing() -> None:
    state = facing(2, "61", "12 45")
    play(state, "2.L61@3")
    assert verdict(state, "L61@1") == "scout-no-active-set"
    assert play(state, "2.S1:1") == [Shown(1, 0, cards("12"), b"")]
    assert state.won == [0, 0]


def test_no_count_of_scouts_ends_a_round_of_two() -> None:
    state = facing(2, "61 62", "T4 45")
    play(state, "2.L61@1")
    assert (state.end, state.turn) == (None, 1)


@pytest.mark.parametrize(("unspent", "points"), [("score", (3, -1)), ("ignore", (0, -2))])
def test_unspent_tokens(unspent: str, points: tuple[int, int]) -> None:
    # Seat 1 shows its last card; seat 2 has one token and two cards.
    state = table("72", "14 36", turn=1, tokens=[3, 1], on="", unspent_tokens=unspent)
    play(state, "1.S1:7")
    assert state.end == "emptied"
    assert state.scores() == points


def test_unspent_tokens_still_count_at_the_limit() -> None:
    state = table("72 81", "14 36", turn=1, tokens=[2, 1], actions=49, turn_limit=50)
    play(state, "1.S1:7")
    assert (state.end, state.scores()) == ("limit", (2 - 1, 1 - 2))


def test_each_scout_of_two_players_is_an_action() -> None:
    state = facing(2, "61 62 63", "24 45", actions=48, turn_limit=50)
    play(state, "2.L61@1")
    assert state.end is None
    play(state, "2.L62@1")
    assert state.end == "limit"


@pytest.mark.parametrize(("home", "paid", "won"), [("owner", 0, [1, 0]), ("centre", -1, [0, 0])])
def test_a_token_to_the_owner_is_a_point_and_cannot_be_spent(
    home: str, paid: int, won: list[int]
) -> None:
    state = table("12 13", "24 45", on="61 62", owner=1, turn=2, tokens=[0, 3], scout_token_to=home)
    assert play(state, "2.L61@1") == [Scouted(1, False, 0x61, 0, paid)]
    assert (state.tokens, state.won) == ([0, 2], won)


def test_the_other_player_may_not_stop_unless_the_rules_allow() -> None:
    assert verdict(facing(2, "61", "91 45"), "P") == "scout-no-stop"
    state = facing(2, "61", "91 45", voluntary_stop=True, won=[0, 2])
    assert state.legal()[-1] == ("stop",)
    assert verdict(state, "P") == "legal"
    assert play(state, "2.P") == [Ended(1, "stopped", 0)]
    assert (state.end, state.exempt) == ("stopped", 0)
    assert state.scores() == (3, 2 + 3 - 2)


def test_to_stop_is_allowed_after_scouts_but_not_with_nothing_on_the_table() -> None:
    state = facing(2, "61 62", "91 45", voluntary_stop=True)
    play(state, "2.L61@1")
    assert verdict(state, "P") == "legal"
    play(state, "2.L62@1")
    assert verdict(state, "P") == "scout-no-active-set"
    assert verdict(facing(2, "", "91 45", voluntary_stop=True), "P") == "scout-no-active-set"


def test_to_stop_counts_like_an_unanswered_show() -> None:
    state = facing(2, "61", "91 45", voluntary_stop=True, exempt="emptied")
    play(state, "2.P")
    assert state.exempt == -1


# Two players, round after round


def rounds_of_two(rules: Rules, number: int) -> list[set[str]]:
    """The cards of each round, the smaller number up."""
    past: list[Round] = []
    result = []
    for index in range(number):
        deal = GAME.deal(rules, past, Shuffler("seed", index + 1))
        GAME.check_deal(rules, past, deal)
        result.append({min(word, word[::-1], key=lambda w: "123456789T".index(w[0]))
                       for hand in deal.hands for word in text_of(hand).split()})  # fmt: skip
        past.append(Round((0, 0), "emptied", 0, None, deal))
    return result


def test_the_second_round_deals_the_other_22_cards() -> None:
    first, second, third, fourth = rounds_of_two(rules_for(2, {"rounds": 4}), 4)
    assert len(first) == len(second) == 22
    assert first | second == set(PLAYED_WITH[2])
    assert third | fourth == set(PLAYED_WITH[2])
    assert first != third


def test_a_card_of_the_first_round_is_refused_in_the_second() -> None:
    rules = rules_for(2)
    first = GAME.deal(rules, [], Shuffler("seed", 1))
    past = [Round((0, 0), "emptied", 0, None, first)]
    with pytest.raises(RuleError) as error:
        GAME.check_deal(rules, past, first)
    assert error.value.code == "scout-card-used"
    assert error.value.about == ("hand", 0, 0)
    assert "the other 22" in error.value.message
    GAME.check_deal(rules, [*past, *past], first)


def test_the_starter_alternates_throughout() -> None:
    past: list[Round] = [Round((0, 0), "emptied", 1)]
    for expected in (0, 1, 0, 1):
        starter = shuffled(2, "alternate", past).starter
        assert starter == expected
        past.append(Round((0, 0), "emptied", starter))
