"""Rounds of SKYJO of which a record knows only a part."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from games.errors import RuleError
from games.game import Move, Round
from games.skyjo import GAME
from games.skyjo.cards import EMPTY, UNKNOWN
from games.skyjo.moves import (
    DRAW,
    UNNOTED,
    UNSAID,
    Draw,
    Pile,
    Reveal,
    Starter,
    Swap,
    Take,
    Turn,
)
from games.skyjo.state import Deal, State
from notation.skyjo import NOTATION
from tests.skyjo_table import plies, rules


def unknown(
    players: int = 2, up: int = UNKNOWN, past: Sequence[Round] = (), **given: object
) -> State:
    """A round of which nothing is known but, if said, the first discard."""
    in_force = rules(players, **given)
    return GAME.begin(in_force, past, GAME.unknown_deal(in_force)._replace(up=up))


def record(state: State, text: str) -> State:
    """Read the moves of a record, starters inferred."""
    for token in text.split():
        number, _, body = token.rpartition(".")
        seat, moves = int(number or 0) - 1, NOTATION.parse(body)
        if state.chance() is not None:
            state.check(-1, Starter(seat))
            state.apply(-1, Starter(seat))
        for move in moves:
            state.check(seat, move)
            assert state.chance(move) is None
            state.apply(seat, move)
    return state


def refused(state: State, text: str) -> str:
    with pytest.raises(RuleError) as caught:
        record(state.copy(), text)
    return caught.value.code


# Cards that nobody noted


def test_cards_are_learned_from_moves() -> None:
    state = record(unknown(), "1.Oa1:5b2:Z 2.Oc3:Ad1:0 2.T?@a1:9 1.D7@a1:5")
    assert state.grids[1][0] == UNKNOWN
    assert state.grids[0][0] == 7
    assert state.discard == [9, 5]
    assert refused(state, "2.T6@b1:3") == "skyjo-wrong-card"
    assert refused(state, "2.T5@c3:9") == "skyjo-wrong-card"
    record(state, "2.T5@c3:A")


def test_no_card_is_seen_more_often_than_it_exists() -> None:
    state = record(unknown(), "1.Oa1:Yb2:Y 2.Oc3:Yd1:Y 1.DY@c1:1")
    assert refused(state, "2.T1@a1:Y") == "skyjo-card-too-often"
    assert refused(state, "2.DY@a1:1") == "skyjo-card-too-often"
    assert refused(state, "2.D1/a1:Y") == "skyjo-card-too-often"
    record(state, "2.T1@c3:Y 1.TY@d1:4")


def test_two_cards_learned_at_once_count_twice() -> None:
    state = record(unknown(), "1.Oa1:Yb2:Y 2.Oc3:Yd1:Y 1.D1@c1:1")
    assert refused(state, "2.DY@a1:Y") == "skyjo-card-too-often"


def test_a_draw_pile_known_for_its_first_cards_is_checked_so_far() -> None:
    in_force = rules(2)
    deal = NOTATION.parse_deal("1: *\n2: *\nup: ?\nstock: 73*\n", in_force)
    GAME.check_deal(in_force, (), deal)
    state = record(GAME.begin(in_force, (), deal), "1.Oa1:5b2:Z 2.Oc3:Zd1:0 1.D7@a1:5")
    assert refused(state, "2.D4@a1:5") == "skyjo-wrong-card"
    record(state, "2.D3@a1:5 1.D4@a1:7")


def test_a_cleared_column_teaches_its_cards() -> None:
    state = record(unknown(), "1.Oa1:?a2:? 2.Oc3:Zd1:0 1.T6@a3:4#a")
    assert state.discard == [4, 6, 6, 6]
    assert state.unseen[6] == 7


def test_a_column_that_cannot_have_been_complete_is_refused() -> None:
    state = record(unknown(), "1.Oa1:5a2:? 2.Oc3:Zd1:0")
    assert refused(state, "1.T6@a3:4#a") == "skyjo-wrong-column"
    assert refused(state, "1.T5@a3:4#b") == "skyjo-wrong-column"
    assert refused(state, "1.T5@b3:4#b") == "skyjo-wrong-column"  # b1 and b2 are hidden
    record(state, "1.T5@a3:4#a")


def test_a_column_of_unknown_cards_may_stay_or_go() -> None:
    state = record(unknown(), "1.Oa1:?a2:? 2.Oc3:Zd1:0")
    assert record(state.copy(), "1.T6@a3:4").gone[0] == 0
    assert record(state.copy(), "1.T?@a3:4#a").discard == [4, UNKNOWN, UNKNOWN, UNKNOWN]


def test_scores_with_unknown_cards_are_not_known() -> None:
    state = unknown(2, up=3, turn_limit=50)
    record(state, "1.Oa1:5b2:Z 2.Oc3:Zd1:0")
    for seat in range(50):
        record(state, f"{seat % 2 + 1}.T{NOTATION.format((Draw(state.discard[-1]),))[1:]}@a1:?")
    assert (state.end, state.scores(), state.certain) == ("limit", (None, None), False)


def test_what_could_not_be_checked_is_counted_once_a_turn() -> None:
    state = record(unknown(), "1.Oa1:5b2:Z 2.Oc3:Zd1:0")
    assert state.unchecked == 2
    record(state, "1.D7@a1:5")
    assert state.unchecked == 3
    record(state, "2.T5@c3:Z")
    assert state.unchecked == 3


# Places that nobody noted


def test_every_place_that_can_be_meant_is_unsure_then() -> None:
    state = record(unknown(), "1.Oa1:5b2:Z 2.Oc3:Zd1:0 1.D7@?:5")
    # The 5 at a1, or a hidden one; not the -1 at b2.
    assert state.unsure[0] == 0b111111011111
    assert state.view(1).grids[0][5] == -1
    assert state.view(1).grids[0][0] == UNKNOWN
    record(state, "2.T5@c3:Z 1.TZ@b2:Z 2.TZ@a1:3 1.D4@a1:?")
    assert state.unsure[0] == 0b111111011110


def test_a_place_is_found_where_only_one_is_left() -> None:
    state = unknown()
    state.grids[0] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    state.recount()
    record(state, "1.Oa1:1b2:6 2.Oc3:Zd1:0 1.D7@?:5")
    assert (state.grids[0][4], state.unsure[0], state.opened[0]) == (7, 0, 0b110001)


def test_a_place_that_can_be_nowhere_is_refused() -> None:
    state = unknown()
    state.grids[0] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    state.recount()
    record(state, "1.Oa1:1b2:6 2.Oc3:Zd1:0")
    assert refused(state, "1.D7@?:Z") == "skyjo-no-place-fits"
    assert refused(state, "1.D7/?:6") == "skyjo-no-place-fits"  # it is open already
    record(state, "1.D7/?:5")


def test_a_column_cleared_from_a_place_not_noted_is_gone() -> None:
    state = record(unknown(), "1.Oa1:6a2:6 2.Oc3:Zd1:0 1.D6@?:4#a")
    assert (state.gone[0], state.unsure[0]) == (0b000100010001, 0)
    assert state.discard[-4:] == [4, 6, 6, 6]


def test_two_places_opened_that_nobody_noted_still_say_who_starts() -> None:
    state = record(unknown(), "1.O?:5?:Z 2.Oa1:Cb1:C")
    assert (state.turn, state.starter) == (1, 1)
    assert state.unsure == [0b111111111111, 0]


# Moves that nobody noted


def test_after_an_opening_not_noted_any_seat_may_start() -> None:
    state = record(unknown(3), "1.? 2.? 3.?")
    due = state.chance()
    assert due is not None
    assert due.among == (0, 1, 2)
    record(state, "2.D7@a1:3")
    assert state.starter == 1


def test_a_move_not_noted_leaves_grid_and_piles_open() -> None:
    deal = "1: 5678 9ABC Z012\n2: 34?? *\nup: 6\nstock: 73*\n"
    in_force = rules(2)
    state = GAME.begin(in_force, (), NOTATION.parse_deal(deal, in_force))
    record(state, "1.Oa1:5b2:A 2.Oa1:3b1:4 1.?")
    assert (state.turn, state.unsure[0], state.discard) == (1, 0b111111111111, [UNKNOWN])
    assert state.view(0).stock == 125  # or one less
    record(state, "2.T9@a1:3 1.D3@b2:?")
    assert state.unsure[0] == 0b111111011111


def test_a_card_may_be_where_a_move_not_noted_put_it() -> None:
    state = record(unknown(2, up=-2), "1.Oa1:Yb2:Y 2.Oc3:Yd1:Y")
    assert state.unseen[-2] == 0
    record(state, "1.? 2.TY@a1:4")  # the one of a1 or b2
    assert refused(state.copy(), "1.T4@c1:Y 2.TY@b1:Y 1.TY@a2:Y") == "skyjo-card-too-often"


def test_a_new_pile_after_moves_not_noted_may_come_a_little_earlier() -> None:
    in_force = rules(8)
    deal = GAME.unknown_deal(in_force)
    state = GAME.begin(in_force, (), deal)
    opening = " ".join(f"{seat}.Oa1:0a2:{'C' if seat == 1 else 1}" for seat in range(1, 9))
    record(state, opening + " 1.?")
    for turn in range(1, 53):
        record(state, f"{turn % 8 + 1}.D?@a1:?")
    assert len(state.stock) - state.at == 1
    assert refused(unknown(8), "N*") == "skyjo-pile-not-due"
    record(state, "N* 6.D?@a1:?")
    assert state.slack == 1  # the new pile is not noted to its end


def test_the_end_is_believed_where_a_player_may_have_opened_everything() -> None:
    state = record(unknown(2), "1.? 2.Oa1:5b1:6 2.D7@a1:5")
    with pytest.raises(RuleError) as caught:
        state.copy().claim("limit")
    assert caught.value.code == "wrong-end"
    state.claim("opened")
    assert (state.end, state.ender, state.certain) == ("opened", 0, False)
    assert state.scores() == (None, None)


def test_the_end_is_not_believed_where_hidden_cards_are_known_to_lie() -> None:
    state = record(unknown(2), "1.? 2.Oa1:5b1:6 2.D7@a1:5 1.D7@a1:5")
    with pytest.raises(RuleError) as caught:
        state.claim("opened")
    assert (caught.value.code, state.end) == ("wrong-end", None)


def test_a_round_that_ended_cannot_be_claimed_to_have_ended_otherwise() -> None:
    *_, (state, _, _) = plies(rules(2), "claim")
    state.claim("opened")
    with pytest.raises(RuleError) as caught:
        state.claim("limit")
    assert caught.value.code == "wrong-end"


def test_that_a_round_was_given_up_is_no_end_by_the_rules() -> None:
    state = record(unknown(2), "1.? 2.Oa1:5b1:6")
    state.claim("abandoned")
    assert state.end is None


# Whole rounds with gaps at random


def blurred(move: Move, often: float, dice: random.Random, places: bool) -> Move:
    """The move with some of its cards, and perhaps its places, not noted."""

    def card(real: int | None) -> int | None:
        return UNKNOWN if real is not None and dice.random() < often else real

    def place(real: int) -> int:
        return UNSAID if places and dice.random() < often else real

    if isinstance(move, Reveal):
        first, second = move.places
        cards = tuple(UNKNOWN if dice.random() < often else real for real in move.cards or ())
        return Reveal((place(first), place(second)), cards or None)  # type: ignore[arg-type]
    if isinstance(move, Take):
        return move._replace(place=place(move.place), card=card(move.card), out=card(move.out))
    if isinstance(move, (Swap, Turn)):
        return move._replace(place=place(move.place), card=card(move.card), out=card(move.out))
    if isinstance(move, Pile):
        known = tuple(UNKNOWN if dice.random() < often else real for real in move.cards)
        if dice.random() < often:
            return Pile(known[: dice.randrange(len(known))], card(move.up), rest=True)
        return Pile(known, card(move.up))
    return Draw(card(move.card)) if isinstance(move, Draw) else move


def gappy(seed: int) -> tuple[State, State]:
    """A round at random as it was, and as a record with gaps knows it; both to the end."""
    dice = random.Random(seed)
    given: dict[str, object] = {
        "clear_rows": dice.choice(("true", "false")),
        "draw_exhausted": dice.choice(("keep-top", "turn-one")),
        "final_clear": dice.choice(("true", "false")),
        "turn_limit": dice.choice((50, 80, 1000)),
        "first_tie": dice.choice(("seat", "random")),
    }
    in_force = rules(dice.randint(2, 8), **given)
    cards, places, missed, dealt = (
        dice.choice(rates) for rates in ((0, 0.1, 0.4), (0, 0.1), (0, 0, 0.05), (0, 0.5, 1))
    )
    noted: State | None = None
    skip = False
    for real, seat, move in plies(in_force, str(seed), bias=dice.random()):
        if noted is None:
            deal = Deal(
                tuple(
                    tuple(UNKNOWN if dice.random() < dealt else card for card in grid)
                    for grid in real.grids
                ),
                real.discard[0],
                tuple(UNKNOWN if dice.random() < dealt else card for card in real.stock),
            )
            noted = GAME.begin(in_force, (), deal)
        if not move or isinstance(move, Starter) or skip:
            skip = False
            continue
        said = blurred(move, cards, dice, places=dice.random() < places)
        if seat >= 0 and not real.midturn and dice.random() < missed:
            said, skip = UNNOTED, isinstance(move, Draw)
        due = noted.chance()
        if due is not None:
            assert seat in due.among
            noted.apply(-1, Starter(seat))
        noted.check(seat, said)
        assert noted.chance(said) is None
        noted.apply(seat, said)
        line = NOTATION.format_position(noted)
        assert NOTATION.format_position(NOTATION.parse_position(line)) == line
    assert noted is not None
    return real, noted


@pytest.mark.parametrize("seed", range(80))
def test_a_true_record_with_gaps_is_never_refused(seed: int) -> None:
    real, noted = gappy(seed)
    noted.claim(real.end or "")
    assert noted.end == real.end
    line = NOTATION.format_position(noted)
    assert NOTATION.format_position(NOTATION.parse_position(line)) == line
    for known, score in zip(noted.scores(), real.scores(), strict=True):
        assert known in (None, score)
    assert not noted.certain or noted.scores() == real.scores()


def test_a_record_of_what_one_seat_saw_is_never_refused() -> None:
    for players, seat_of_record in ((2, 0), (5, 3)):
        in_force = rules(players, draw_exhausted="turn-one")
        seen: State | None = None
        for real, seat, move in plies(in_force, "seen", bias=0.9):
            if seen is None:
                dealt = Deal(tuple(map(tuple, real.grids)), real.discard[0], real.stock)
                seen = GAME.begin(in_force, (), GAME.seen_deal(dealt, seat_of_record))
            if move:
                known, view = seen.view(seat_of_record), real.view(seat_of_record)
                assert (known.grids, known.discard) == (view.grids, view.discard)
                assert (known.stock, known.unseen) == (view.stock, view.unseen)
                told = real.seen(seat, move, seat_of_record)
                seen.check(seat, told)
                seen.apply(seat, told)
        assert seen is not None
        assert (seen.end, seen.ender) == (real.end, real.ender)


def test_a_gap_is_no_free_pass() -> None:
    """Beside the gaps a record is checked as any other."""
    state = record(unknown(2), "1.Oa1:5b2:Z 2.Oc3:Zd1:0 1.D7@a1:5 2.T5@a1:?")
    for wrong in ("1.D7/a1:7", "1.D7@a1:5", "2.D7@b1:5", "1.TZ@b2:5"):
        assert refused(state, wrong)
    assert EMPTY not in state.grids[0]
    assert DRAW in state.legal()


def test_who_starts_may_be_said_before_the_first_turn() -> None:
    state = unknown(2, past=(Round((3, 4)),))
    due = state.chance()
    assert due is not None
    assert due.among == (0, 1)
    with pytest.raises(RuleError):
        state.check(-1, Starter(2))
    state.check(-1, Starter(1))
    state.apply(-1, Starter(1))
    assert (state.chance(), state.turn, state.opening) == (None, 0, True)
    record(state, "1.Oa1:Cb2:C 2.Oc3:Zd1:0")
    assert state.turn == 1


def test_a_full_round_is_not_started_before_its_cards_are_opened() -> None:
    state = unknown(2)
    assert state.chance() is None
    with pytest.raises(RuleError):
        state.check(-1, Starter(0))
