"""What a refused move or position of SCOUT is told: a code for programs, facts for people."""

from __future__ import annotations

import pytest

from games.errors import RuleError
from games.game import Round
from games.scout import GAME
from games.scout.moves import Scout, Show, Starter
from games.scout.state import State
from tests.games.scout_table import cards, dealt, facing, message, play, rules_for, shuffled, table


@pytest.mark.parametrize(
    ("on", "hand", "made", "said"),
    [
        (
            "82", "85", "S1:8",
            ("scout-does-not-beat: a single 8 does not beat the active set, a single 8: "
            "a tie does not beat"),
        ),
        (
            "92 93", "T4", "S1:T",
            ("scout-does-not-beat: a single 10 does not beat the active set, "
            "a set of 2 with smallest number 9: fewer cards"),
        ),
        (
            "21 23", "85 96", "S1:89",
            ("scout-does-not-beat: a run of 2 from 8 does not beat the active set, "
            "a set of 2 with smallest number 2: a run does not beat a set of as many cards"),
        ),
        (
            "45 53", "38 46", "S1:34",
            ("scout-does-not-beat: a run of 2 from 3 does not beat the active set, "
            "a run of 2 with smallest number 4: its smallest number is lower"),
        ),
        (
            "45 46", "35 36", "S1:33",
            ("scout-does-not-beat: a set of 2 with the number 3 does not beat the active set, "
            "a set of 2 with smallest number 4: its smallest number is lower"),
        ),
        (
            "", "35 71", "S1:37",
            ("scout-no-block: 3 7 is neither a set (equal numbers) nor a run "
            "(each one up, or each one down, as they lie)"),
        ),
        ("", "35 71", "S1:33", "scout-wrong-card: positions from 1 on hold 3 7, not 3 3"),
        ("", "35 71", "S2:4", "scout-wrong-card: position 2 holds 7, not 4"),
        ("", "35 71", "S2=74", "scout-wrong-card: position 2 holds 7/1, not 7/4"),
        (
            "", "35 71", "S2:78",
            "scout-no-such-position: there are no positions 2 to 3: the hand has 2 cards",
        ),
        ("", "35", "S2:5", "scout-no-such-position: there is no position 2: the hand has 1 card"),
        ("", "35 71", "S?=46", "scout-not-in-hand: 4/6 lies nowhere so in the hand"),
        ("", "35", "S?:35", "scout-hand-too-short: 2 cards are shown, but the hand has only 1"),
        (
            "", "35 71", "L35@1",
            "scout-no-active-set: there is no active set to Scout from: Show",
        ),
        (
            "45 53", "71", "L53@1",
            "scout-wrong-card: the leftmost card of the active set is 4/5, not 5/3",
        ),
        (
            "45 53", "71", "R45@1",
            "scout-wrong-card: the rightmost card of the active set is 5/3, not 4/5",
        ),
        (
            "45 53", "71 62", "L45@4",
            "scout-no-such-gap: a card can become position 1 to 3 of this hand, not 4",
        ),
        ("45 53", "71", "P", "scout-no-stop: nobody can pass: Show, Scout, or Scout & Show"),
        (
            "45 53", "71", "F",
            "scout-locked: hands were kept or flipped before the first turn; no more now",
        ),
    ],
)  # fmt: skip
def test_a_refused_move_of_four_players(on: str, hand: str, made: str, said: str) -> None:
    assert message(facing(4, on, hand), made) == said


@pytest.mark.parametrize(
    ("on", "made", "tokens", "options", "said"),
    [
        ("45", "L45@1", [3, 0], {}, "scout-no-token: no Scout token is left: Show"),
        (
            "45", "L45@1+S1:4", [3, 3], {},
            "scout-no-scout-and-show: there is no Scout & Show with two players",
        ),
        (
            "45", "P", [3, 3], {},
            "scout-no-stop: these rules let nobody stop (voluntary_stop: false): Show or Scout",
        ),
        (
            "", "P", [3, 3], {"voluntary_stop": True},
            "scout-no-active-set: no set lies there to leave unanswered: Show",
        ),
    ],
)  # fmt: skip
def test_a_refused_move_of_two_players(
    on: str, made: str, tokens: list[int], options: dict[str, object], said: str
) -> None:
    assert message(facing(2, on, "71 82", tokens=tokens, **options), made) == said


def test_a_second_scout_and_show() -> None:
    state = facing(4, "45", "71 82", marker=[True, False, True, True])
    assert message(state, "L45@1+S1:4") == (
        "scout-marker-used: the Scout & Show of this round is used: Show or Scout"
    )


def test_whose_turn_it_is() -> None:
    state = dealt("34", "12", "56")
    assert message(state, "K", seat=2) == (
        "not-your-turn: choices stand in the order of seats: seat 1 is next"
    )
    assert message(state, "S1:3") == (
        "scout-opening: before the first turn a hand is kept or flipped: K or F"
    )
    play(state, "1.K 2.K 3.K")
    assert message(state, "S1:3", seat=1) == "not-your-turn: seat 2 starts, not seat 1"
    play(state, "2.S1:1")
    assert message(state, "S1:3", seat=1) == (
        "not-your-turn: it is the turn of seat 3, not of seat 1"
    )
    assert message(state, "S1:3", seat=4) == "no-such-seat: seats are 1 to 3"


def test_nothing_follows_the_end() -> None:
    state = facing(4, "61", "T4")
    play(state, "2.S1:T")
    for seat in (1, 2, 3, 4, 0):
        assert message(state, "S1:1", seat=seat) == (
            "round-over: the round is over (emptied): no move can follow"
        )


def test_who_starts_where_that_is_drawn() -> None:
    state = dealt("", "12", "", first_starter="random")
    state.candidates = (0, 2)
    play(state, "1.K 2.K 3.K")
    assert message(state, "S1:1", seat=1) == "no-starter: it is not settled yet who starts"
    assert message(state, "S1:1", seat=2) == "not-your-turn: seat 1 or 3 starts, not seat 2"
    with pytest.raises(RuleError, match="seat 1 or 3 starts, not seat 2"):
        state.check(-1, Starter(1))
    state.check(-1, Starter(2))
    state.apply(-1, Starter(2))
    with pytest.raises(RuleError, match="seats are 1 to 3"):
        state.check(-1, Starter(2))


def test_nobody_draws_where_the_rules_say_who_starts() -> None:
    state = dealt("", "12", "")
    with pytest.raises(RuleError):
        state.check(-1, Starter(1))


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (Show(0, b""), "scout-no-block"),
        (Show(40, b"\1"), "scout-no-such-position"),
        (Show(1, b"\1" * 40), "scout-no-such-position"),
        (Scout(False, 0, 90), "scout-no-such-gap"),
        (Scout(False, 0xFF, 0), "scout-wrong-card"),
        (("unheard", "of"), "scout-locked"),
    ],
)
def test_nonsense_is_refused_without_a_crash(made: tuple[object, ...], code: str) -> None:
    with pytest.raises(RuleError) as error:
        facing(4, "45 53", "71 82").check(1, made)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("hands", "changes", "code"),
    [
        (("12", "13", "14", "12"), {}, "scout-card-twice"),
        (("12", "13", "14", "21"), {}, "scout-card-twice"),
        (("12", "13", "14", "15"), {"on": "51", "owner": 1}, "scout-card-twice"),
        (("12", "13", "14", "9T"), {}, "scout-no-such-card"),
        (("12", "13", "14", "55"), {}, "scout-no-such-card"),
        (("12", "13", "14", "15"), {"on": "28 47", "owner": 1}, "scout-no-block"),
        (("12", "13", "14", "15"), {"on": "28 ?? 57", "owner": 1}, "scout-no-block"),
        (("12", "13", "14", "15"), {"on": "28"}, "scout-no-owner"),
        (("12", "13", "14", "15"), {"turn": 5}, "no-such-seat"),
        (("12", "13", "14", "15"), {"on": "28", "owner": 5}, "no-such-seat"),
        (("12", "13"), {"tokens": [4, 0]}, "scout-too-many-tokens"),
        (("?? " * 30, "13", "14", "?? " * 13), {}, "scout-too-many-cards"),
        (("12", "13", "14", "15"), {"actions": 50, "turn_limit": 50}, "scout-limit"),
        (("12", "13", "14", "15"), {"on": "28", "owner": 2}, "scout-wrong-turn"),
    ],
)
def test_a_position_that_cannot_be(
    hands: tuple[str, ...], changes: dict[str, object], code: str
) -> None:
    with pytest.raises(RuleError) as error:
        table(*hands, **{"turn": 2, **changes})  # type: ignore[arg-type]
    assert error.value.code == code


def test_a_position_may_be_known_in_part() -> None:
    state = table("?? ??", "12 13", "??", "?? ??", on="4? 56", owner=1, turn=2)
    assert Scout(False, 0x40, 0) in state.legal()


def test_a_claim_that_the_rules_know_better() -> None:
    state = facing(4, "61", "T4 56")
    for end in GAME.ends:
        with pytest.raises(RuleError) as error:
            state.claim(end)
        assert error.value.code == "wrong-end"
        assert error.value.message == f"by the rules the round goes on here, not {end}"
    over = facing(4, "61", "T4")
    play(over, "2.S1:T")
    over.claim("emptied")
    with pytest.raises(RuleError, match="by the rules the round ended as emptied here, not limit"):
        over.claim("limit")


def test_the_error_text_names_no_more_than_it_was_given() -> None:
    # Long and odd input stays short and printable.
    with pytest.raises(RuleError) as error:
        GAME.rules(4, {"flip": "\x1b[31m" + "x" * 1000})
    assert error.value.code == "bad-option-value"
    assert len(error.value.message) < 200
    assert error.value.message.isprintable()


def test_a_starter_of_a_later_round_is_told() -> None:
    state = shuffled(3, "later", [Round((0, 0, 0), "emptied", 1)])
    play(state, "1.K 2.K 3.K")
    assert message(state, "S1:1", seat=1) == "not-your-turn: seat 3 starts, not seat 1"


def test_states_are_made_from_positions_only_by_the_rules() -> None:
    rules = rules_for(3)
    state = State.from_position(
        rules, [cards("12"), cards("13"), cards("14")], cards("23 24"), 2, 1, 1, [4, 5, 6],
        [1, 0, 2], [True, False, True], 17, 2, (3, None, 5),
    )  # fmt: skip
    assert (state.opening, state.strength, state.number) == (False, 252, 2)
    assert state.view(1).totals == (3, None, 5)
