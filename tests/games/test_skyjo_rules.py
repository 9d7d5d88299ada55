"""The rules of SKYJO on tables laid out by hand, each with its answer from the rules."""

from __future__ import annotations

import pytest

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Move, Round
from games.skyjo import GAME
from games.skyjo.cards import COUNTS, DECK, EMPTY, VALUES
from games.skyjo.moves import Draw, Ended, Reveal, Starter, Swap, Take, Turn
from games.skyjo.scoring import first_seats, scores
from games.skyjo.state import State
from tests.skyjo_table import HIDDEN, lay, make, rules

ZEROS = "-1 0 0 1 / 0 1 0 0 / 0 0 -1 0"
"""A grid of which nothing is left but the sum 0."""
ASIDE = "1 2 3 4 / 5 6 7 8 / 9 10 11 ?12"
"""A grid with a hidden card of which nothing matters."""


def refused(state: State, seat: int, move: Move) -> str:
    with pytest.raises(RuleError) as caught:
        state.check(seat, move)
    return caught.value.code


def opened(
    players: int, *pairs: tuple[int, int], past: tuple[Round, ...] = (), **given: object
) -> State:
    """A round in which each seat has opened a1 and b1, these cards."""
    in_force = rules(players, **given)
    left = list(DECK)
    for pair in pairs:
        for card in pair:
            left.remove(card)
    grids = [(*pair, *(left.pop() for _ in range(10))) for pair in pairs]
    deal = GAME.unknown_deal(in_force)._replace(
        grids=tuple(grids), up=left.pop(), stock=tuple(left)
    )
    GAME.check_deal(in_force, past, deal)
    state = GAME.begin(in_force, past, deal)
    for seat in range(players):
        state.check(seat, Reveal((0, 1)))
        state.apply(seat, Reveal((0, 1)))
    return state


# Deck and deal


def test_the_deck_has_150_cards_of_sum_760() -> None:
    expected = {-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)}
    assert {value: COUNTS[value] for value in VALUES} == expected
    assert len(DECK) == 150
    assert sum(DECK) == 760


@pytest.mark.parametrize(("players", "stock"), [(2, 125), (5, 89), (8, 53)])
def test_a_deal_is_twelve_cards_each_one_discard_and_the_rest(players: int, stock: int) -> None:
    deal = GAME.deal(rules(players), (), Shuffler("any", 1))
    assert [len(grid) for grid in deal.grids] == [12] * players
    assert len(deal.stock) == stock
    assert sorted((*sum(deal.grids, ()), deal.up, *deal.stock)) == sorted(DECK)


def test_only_2_to_8_play() -> None:
    assert list(GAME.players) == [2, 3, 4, 5, 6, 7, 8]


def test_a_deal_with_a_card_too_often_is_refused_at_that_card() -> None:
    deal = GAME.unknown_deal(rules(2))
    deal = deal._replace(stock=(-2,) * 6 + deal.stock[6:])
    with pytest.raises(RuleError) as caught:
        GAME.check_deal(rules(2), (), deal)
    assert (caught.value.code, caught.value.about) == ("skyjo-card-too-often", ("stock", 5))


def test_a_deal_with_a_draw_pile_too_short_is_refused() -> None:
    deal = GAME.unknown_deal(rules(2))
    with pytest.raises(RuleError) as caught:
        GAME.check_deal(rules(2), (), deal._replace(stock=deal.stock[1:]))
    assert caught.value.code == "skyjo-stock-size"


# Before the first turn


def test_what_is_opened_is_seen_when_all_have_chosen() -> None:
    state = GAME.begin(rules(2), (), GAME.unknown_deal(rules(2)))
    state.apply(0, Reveal((0, 1), (5, 6)))
    assert [card for grid in state.view(1).grids for card in grid] == [None] * 24
    assert [card for grid in state.view(0).grids for card in grid] == [None] * 24
    assert state.turn == 1
    state.apply(1, Reveal((2, 11), (7, 8)))
    assert state.view(1).grids[0][:3] == (5, 6, None)
    assert (state.view(0).grids[1][2], state.view(0).grids[1][11]) == (7, 8)


def test_choices_come_in_the_order_of_seats() -> None:
    state = GAME.begin(rules(2), (), GAME.unknown_deal(rules(2)))
    assert refused(state, 1, Reveal((0, 1))) == "not-your-turn"
    assert refused(state, 0, Draw()) == "skyjo-opening"
    assert refused(state, 0, Reveal((3, 3))) == "skyjo-same-place"
    assert refused(state, 0, Reveal((3, 12))) == "skyjo-no-such-place"
    assert len(state.legal()) == 66


def test_nothing_more_is_opened_after_the_first_turn_has_come() -> None:
    state = opened(2, (5, 5), (1, 1))
    assert refused(state, 0, Reveal((2, 3))) == "skyjo-opened"


# Starter


def test_k02_the_highest_sum_of_two_cards_starts() -> None:
    assert opened(3, (12, -2), (4, 2), (5, 4)).turn == 0


def test_k03_of_equal_sums_the_first_seat_starts() -> None:
    assert opened(2, (7, 3), (10, 0)).turn == 0


def test_k03_of_equal_sums_the_higher_card_starts() -> None:
    assert opened(2, (7, 3), (10, 0), first_tie="card").turn == 1


def test_k03_of_equal_sums_and_cards_the_first_seat_starts() -> None:
    assert opened(3, (1, 0), (7, 3), (3, 7), first_tie="card").turn == 1


def test_k03_of_equal_sums_chance_decides_who_starts() -> None:
    state = opened(3, (7, 3), (10, 0), (9, 0), first_tie="random")
    due = state.chance()
    assert (state.turn, due and due.kind, due and due.among) == (-1, "starter", (0, 1))
    assert refused(state, 2, Draw()) == "no-starter"
    assert refused(state, -1, Starter(2)) == "not-your-turn"
    state.check(-1, Starter(1))
    state.apply(-1, Starter(1))
    assert (state.turn, state.starter, state.chance()) == (1, 1, None)


def test_k04_the_one_who_ended_the_last_round_starts_the_next() -> None:
    before = Round((20, 1, 1), "opened", starter=1, ender=2)
    assert opened(3, (10, 10), (0, 0), (1, 0), past=(before,)).turn == 2


def test_the_highest_sum_starts_again_where_the_rules_say_so() -> None:
    before = Round((20, 1, 1), "opened", starter=1, ender=2)
    state = opened(3, (10, 10), (0, 0), (1, 0), past=(before,), next_starter="highest")
    assert state.turn == 0


def test_the_highest_sum_of_a_later_round_breaks_ties_as_the_first() -> None:
    before = Round((20, 1, 1), "opened", starter=0, ender=2)
    given = {"next_starter": "highest", "first_tie": "card"}
    assert opened(3, (6, 4), (10, 0), (1, 0), past=(before,), **given).turn == 1


def test_the_seat_after_the_last_starter_starts_where_the_rules_say_so() -> None:
    before = Round((20, 1, 1), "opened", starter=2, ender=1)
    assert opened(3, (1, 0), (2, 0), (3, 0), past=(before,), next_starter="rotate").turn == 0


def test_after_the_limit_the_one_who_had_opened_everything_starts() -> None:
    before = Round((20, 1, 1), "limit", starter=0, ender=2)
    assert opened(3, (9, 9), (2, 0), (3, 0), past=(before,)).turn == 2


def test_after_the_limit_else_the_same_seat_starts_again() -> None:
    before = Round((20, 1, 1), "limit", starter=1)
    assert opened(3, (9, 9), (2, 0), (3, 0), past=(before,)).turn == 1


def test_after_a_round_of_which_only_the_score_is_known_any_seat_may_start() -> None:
    state = opened(3, (9, 9), (2, 0), (3, 0), past=(Round((20, 1, 1)),))
    due = state.chance()
    assert due is not None
    assert (due.kind, due.among) == ("starter", (0, 1, 2))
    state.apply(-1, GAME.started(2))
    assert state.turn == 2


def test_a_score_sheet_that_names_the_ender_settles_who_starts() -> None:
    assert opened(3, (9, 9), (2, 0), (3, 0), past=(Round((20, 1, 1), ender=1),)).turn == 1


# A turn


def test_the_discard_is_swapped_with_any_card_that_is_there() -> None:
    state = lay("3 ? . 1 / 4 ? . 2 / 5 ? . 6", HIDDEN, discard=(7,))
    assert [move.place for move in state.legal() if isinstance(move, Take)] == [
        0, 1, 3, 4, 5, 7, 8, 9, 11,
    ]  # fmt: skip
    assert refused(state, 0, Take(2)) == "skyjo-cleared-place"
    make(state, "T@a2")
    assert (state.grids[0][4], state.discard) == (7, [4])


def test_a_hidden_card_replaced_goes_face_up_on_the_discard_pile() -> None:
    state = make(lay("? ?9 1 2 / ? ? 3 4 / ? ? 5 6", HIDDEN, discard=(7,)), "T@b1")
    assert state.view(1).grids[0][1] == 7
    assert state.discard == [9]


def test_k05_a_card_taken_is_never_put_back() -> None:
    state = lay(HIDDEN, HIDDEN, discard=(3,))
    for move in (Turn(0), Swap(0)):
        assert refused(state, 0, move) == "skyjo-not-drawn"


def test_k08_a_card_thrown_goes_with_a_hidden_card_turned() -> None:
    state = lay("3 ?12 1 2 / 4 ? 3 4 / 4 ? 5 6", HIDDEN, drawn=9)
    assert refused(state, 0, Turn(0)) == "skyjo-not-hidden"
    assert refused(state, 0, Draw()) == "skyjo-drawn"
    assert refused(state, 0, Take(0)) == "skyjo-drawn"
    make(state, "/b1")
    assert (state.discard[-1], state.view(1).grids[0][1], state.turn) == (9, 12, 1)


def test_nothing_is_turned_at_a_cleared_place() -> None:
    state = lay(". ? 1 2 / . ? 3 4 / . ? 5 6", HIDDEN, drawn=9)
    assert refused(state, 0, Turn(0)) == "skyjo-cleared-place"
    assert refused(state, 0, Swap(4)) == "skyjo-cleared-place"


def test_k11_a_card_may_be_swapped_for_an_equal_one() -> None:
    state = make(lay("5 ? ? ? / ? ? ? ? / ? ? ? ?", HIDDEN, discard=(5,)), "T@a1")
    assert (state.grids[0][0], state.discard, state.turn) == (5, [5], 1)


def test_only_the_seat_whose_turn_it_is_moves() -> None:
    state = lay(HIDDEN, HIDDEN, turn=1)
    assert refused(state, 0, Draw()) == "not-your-turn"
    assert refused(state, -1, Starter(0)) == "not-your-turn"


def test_only_the_one_who_drew_sees_the_card() -> None:
    state = make(lay(HIDDEN, HIDDEN, stock=(7,)), "D")
    assert (state.view(0).drawn, state.view(1).drawn) == (7, None)
    assert state.view(1).midturn
    assert state.seen(0, Draw(7), 1) != Draw(7) == state.seen(0, Draw(7), 0)
    assert state.complete(0, Swap(0)).card == 7  # placed, everybody sees it


# Columns


def test_k12_a_column_is_removed_on_top_of_the_card_it_replaced() -> None:
    state = lay("? 9 0 4 / 12 9 ? ? / ? -1 ? 2", HIDDEN, discard=(8, 9))
    make(state, "T@b3")
    assert [state.grids[0][place] for place in (1, 5, 9)] == [EMPTY] * 3
    assert state.discard == [8, -1, 9, 9, 9]
    state.check(1, Take(0, 9))
    assert state.view(1).discard[-1] == 9


def test_k12_a_record_must_name_the_column() -> None:
    state = lay("? 9 0 4 / 12 9 ? ? / ? -1 ? 2", HIDDEN, discard=(8, 9))
    state.check(0, Take(9, 9, -1, (1,)))
    assert refused(state, 0, Take(9, 9, -1, ())) == "skyjo-wrong-column"
    assert refused(state, 0, Take(9, 9, -1, (2,))) == "skyjo-wrong-column"
    assert refused(state, 0, Take(9, 9, -1, (1, 6))) == "skyjo-no-rows"


def test_k14_a_column_is_completed_by_turning_too() -> None:
    state = make(lay("4 ? ? ? / 4 ? ? ? / ?4 ? ? ?", HIDDEN, drawn=6, discard=(1,)), "/a3")
    assert state.discard == [1, 6, 4, 4, 4]
    assert state.gone[0] == 0b000100010001


def test_k15_even_three_of_minus_two_must_go() -> None:
    state = lay("-2 ? ? ? / -2 ? ? ? / ? ? ? ?", HIDDEN, drawn=-2)
    assert refused(state, 0, Swap(8, None, ())) == "skyjo-wrong-column"
    make(state, "@a3")
    assert state.discard[-3:] == [-2, -2, -2]


def test_k17_a_hidden_card_completes_nothing() -> None:
    state = make(lay("5 ? ? ? / 3 ? ? ? / ?5 ? ? ?", HIDDEN, discard=(5,)), "T@a2")
    assert (state.gone[0], state.grids[0][0]) == (0, 5)
    assert refused(state.copy(), 1, Take(8, 3, None, (0,))) == "skyjo-wrong-column"


def test_rows_do_not_count() -> None:
    state = make(lay("5 5 5 3 / ? ? ? ? / ? ? ? ?", HIDDEN, discard=(5,)), "T@d1")
    assert state.gone[0] == 0


def test_several_columns_of_a_player_go_in_one_round() -> None:
    state = lay("7 8 ? ? / 7 8 ? ? / ? ? ? ?", HIDDEN, discard=(7,), stock=(1, 8))
    make(state, "T@a3", "D", "@a1", "D", "@b3")
    assert state.gone[0] == 0b001100110011


def test_columns_of_two_players_go_in_one_round() -> None:
    state = lay("7 ? ? ? / 7 ? ? ? / ? ? ? ?", "7 ? ? ? / 7 ? ? ? / ? ? ? ?", discard=(7,))
    make(state, "T@a3", "T@a3")
    assert state.gone == [0b000100010001] * 2


# The end of a round


def test_k19_a_column_completed_by_the_last_hidden_card_ends_the_round() -> None:
    state = lay("6 1 2 3 / 6 4 5 7 / ? 8 9 10", HIDDEN, drawn=6)
    make(state, "@a3")
    assert (state.gone[0], state.ender, state.end) == (0b000100010001, 0, None)


def test_k20_no_cards_left_ends_the_round_with_nothing() -> None:
    state = lay(". . . 3 / . . . 3 / . . . ?", "1 1 1 1 / 2 2 2 2 / 3 3 3 ?4", discard=(1, 3))
    make(state, "T@d3")
    assert (state.ender, state.end) == (0, None)
    make(state, "D", "@a1")
    assert (state.end, state.scores()[0]) == ("opened", 0)


def test_everybody_else_has_just_one_more_turn() -> None:
    last = "1 2 3 4 / 5 6 7 8 / 9 10 11 ?"
    state = lay(last, HIDDEN, HIDDEN, HIDDEN, turn=0, discard=(0,))
    make(state, "T@d3")
    assert state.ender == 0
    for seat in (1, 2, 3):
        assert (state.turn, state.end) == (seat, None)
        make(state, "T@a1")
    assert (state.end, state.turn, state.legal()) == ("opened", -1, [])
    assert refused(state, 0, Draw()) == "round-over"


def test_the_round_ends_in_turn_order_from_the_middle() -> None:
    state = lay(HIDDEN, HIDDEN, "1 2 3 4 / 5 6 7 8 / 9 10 11 ?", turn=2, discard=(0,))
    make(state, "T@d3", "T@a1")
    assert (state.turn, state.end) == (1, None)
    make(state, "T@a1")
    assert state.end == "opened"


def test_k33_a_second_player_without_hidden_cards_changes_nothing() -> None:
    last = "1 2 3 4 / 5 6 7 8 / 9 10 11 ?"
    state = lay(last, HIDDEN, last.replace("11", "12"), HIDDEN, discard=(0,))
    make(state, "T@d3", "T@a1", "T@d3")
    assert (state.ender, state.turn, state.end) == (0, 3, None)
    make(state, "T@a1")
    assert (state.end, state.ender) == ("opened", 0)


def final(grid: str, **given: str) -> State:
    """Seat 1 has ended the round; seat 2, with this grid, lets the last turn pass by."""
    state = lay(ZEROS, grid, ender=0, turn=1, discard=(5,), **given)  # type: ignore[arg-type]
    five = next(place for place, card in enumerate(state.grids[1]) if card == 5)
    state.apply(1, Take(five))
    assert state.end == "opened"
    return state


@pytest.mark.parametrize(("clear", "score"), [("true", 19), ("false", 28)])
def test_k22_a_column_is_removed_at_the_final_flip(clear: str, score: int) -> None:
    state = final("3 1 0 5 / 3 2 -1 0 / ?3 4 6 2", final_clear=clear)
    assert state.scores() == (0, score)


def test_k23_every_column_is_removed_at_the_final_flip() -> None:
    state = final("?8 2 5 1 / 8 ?2 3 4 / ?8 2 -1 7")
    assert state.scores() == (0, 19)
    assert state.gone[1] == 0b001100110011
    assert state.discard[-6:] == [8, 8, 8, 2, 2, 2]


def test_k30_columns_are_removed_before_the_comparison() -> None:
    ender = "1 0 0 1 / 1 1 0 0 / 0 0 1 0"
    grid = "4 1 0 1 / 4 -1 0 0 / ?4 2 1 -1"
    state = lay(ender, grid, ender=0, turn=1, discard=(1,))
    make(state, "T@b1")
    assert state.scores() == (10, 3)


def test_k31_without_removal_the_ender_is_the_lowest() -> None:
    ender = "1 0 0 1 / 1 1 0 0 / 0 0 1 0"
    grid = "4 1 0 1 / 4 -1 0 0 / ?4 2 1 -1"
    state = lay(ender, grid, ender=0, turn=1, discard=(1,), final_clear="false")
    make(state, "T@b1")
    assert state.scores() == (5, 15)


def test_the_last_event_says_whose_points_are_doubled() -> None:
    ender, grid = "1 0 0 1 / 1 1 0 0 / 0 0 1 0", "4 1 0 1 / 4 -1 0 0 / ?4 2 1 -1"
    for clear, doubled in (("true", 0), ("false", -1)):
        state = lay(ender, grid, ender=0, turn=1, discard=(1,), final_clear=clear)
        assert state.apply(1, Take(1))[-1] == Ended(1, "opened", doubled)


# Scores


def scored(sums: tuple[int, ...], penalty: str = "double") -> tuple[int | None, ...]:
    """The points where the first seat ended the round."""
    return scores(rules(len(sums), ender_penalty=penalty), sums, 0)


def test_k25_a_tie_doubles_the_ender_and_nobody_else() -> None:
    assert scored((10, 24, 10)) == (20, 24, 10)


def test_k27_zero_is_not_doubled() -> None:
    assert scored((0, -3)) == (0, -3)


def test_k28_less_than_zero_is_not_doubled() -> None:
    assert scored((-4, -5)) == (-4, -5)


def test_k46_a_tie_is_doubled_unless_the_rules_spare_it() -> None:
    assert scored((10, 10, 10)) == (20, 10, 10)
    assert scored((10, 10, 10), "double-unless-tied") == (10, 10, 10)
    assert scored((10, 9, 10), "double-unless-tied") == (20, 9, 10)
    assert scored((10, 9, 10), "none") == (10, 9, 10)
    assert scored((0, 0, 0)) == (0, 0, 0)


def test_the_ender_is_not_compared_with_itself() -> None:
    assert scored((5, 24, 10)) == (5, 24, 10)


def test_unknown_cards_leave_the_doubling_open_only_where_it_matters() -> None:
    in_force = rules(3)
    assert scores(in_force, (10, None, 24), 0) == (None, None, 24)
    assert scores(in_force, (10, None, 4), 0) == (20, None, 4)
    assert scores(in_force, (-1, None, 4), 0) == (-1, None, 4)
    assert scores(in_force, (None, 3, 4), 0) == (None, 3, 4)
    assert scores(in_force, (10, None, 24), None) == (10, None, 24)
    assert scores(rules(3, ender_penalty="none"), (10, None, 4), 0) == (10, None, 4)
    spared = rules(3, ender_penalty="double-unless-tied")
    assert scores(spared, (10, None, 10), 0) == (None, None, 10)


def test_a_starter_that_cards_leave_open_is_one_of_those_that_can_be() -> None:
    unknown = 13
    assert first_seats([(12, unknown), (5, 4), (1, -2)], "seat") == (0,)
    assert first_seats([(0, unknown), (5, 4), (1, -2)], "seat") == (0, 1)


# The match


def rounds(*points: tuple[int, ...]) -> list[Round]:
    return [Round(scores, "opened") for scores in points]


def test_k34_a_match_is_over_when_a_total_reaches_100() -> None:
    assert GAME.over(rules(2), rounds((60, 20), (39, 20))) is False
    assert GAME.over(rules(2), rounds((60, 20), (40, 20))) is True


def test_k36_doubled_points_count_in_the_total() -> None:
    before = Round((90, 20), "opened")
    (own, other) = scores(rules(2), (6, 6), 0)
    assert (own, other) == (12, 6)
    past = [before, Round((own, other), "opened")]
    assert GAME.totals(2, past) == (102, 26)
    assert GAME.over(rules(2), past)


def test_k38_the_lowest_total_wins_and_equal_ones_share() -> None:
    assert GAME.winners((105, 33, 33)) == (1, 2)
    assert GAME.winners((100, 33, 34)) == (1,)


def test_a_total_counts_every_round_once() -> None:
    assert GAME.totals(2, rounds((10, -2), (30, 5), (1, 1))) == (41, 4)


def test_totals_that_are_not_known_may_leave_open_whether_the_match_is_over() -> None:
    past = [Round((50, None)), Round((30, 10))]
    assert GAME.over(rules(2), past) is None
    assert GAME.over(rules(2), [*past, Round((20, 0))]) is True
    assert GAME.over(rules(2, rounds=2), past) is True
