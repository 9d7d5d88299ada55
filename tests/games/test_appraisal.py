"""What moves are worth by the rules of thumb that order lists for people."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.scout import GAME as SCOUT
from games.scout import appraisal
from games.scout.moves import FLIP, KEEP
from games.skyjo import GAME as SKYJO
from games.skyjo.moves import REVEALS, Draw, Reveal, Turn
from notation.scout import NOTATION
from notation.skyjo import NOTATION as SKYJO_NOTATION
from tests import toy
from tests.games.scout_table import dealt, facing, shuffled, table
from tests.skyjo_table import HIDDEN, lay, plies, rules


def worths(state: object) -> dict[str, float]:
    """The worth of each legal move of SCOUT by its text."""
    legal = state.legal()  # type: ignore[attr-defined]
    found = SCOUT.appraise(state.view(state.turn), legal)  # type: ignore[attr-defined]
    return dict(zip(map(NOTATION.choice, legal), found, strict=True))


def test_a_game_has_no_opinion_unless_it_says_so() -> None:
    assert toy.GAME.appraise(None, []) is None


# SCOUT


def test_of_two_shows_the_one_that_leaves_fewer_pieces_is_better() -> None:
    """Without 4 4 the rest is 7 8 9 in one piece; without 8 it is 7 4 4 9, in three."""
    found = worths(facing(4, "", "74 82 4T 45 96"))
    assert found["S3:44"] > found["S2:8"]


def test_what_captures_more_is_better_than_the_same_for_less() -> None:
    hand = "5T 64 71 29"
    more = worths(facing(4, "12 23", hand))["S1:567"]
    assert more > worths(facing(4, "12", hand))["S1:567"]


def test_what_is_harder_to_beat_is_better() -> None:
    """A set of three before one of two, and that before a single card."""
    found = worths(facing(4, "", "51 52 53 28 1T"))
    assert found["S1:555"] > found["S1:55"] > found["S1:5"]


def test_to_empty_the_hand_is_counted() -> None:
    """3 captured, and the others hold two cards each, which they pay for: 3 + 2."""
    found = worths(facing(4, "12 23 34", "56 67 78"))
    assert found == {"S1:567": 5} | {text: found[text] for text in found if text != "S1:567"}
    assert found["S1:567"] == max(found.values())


def test_a_scout_goes_where_it_mends_the_hand() -> None:
    """A 5 between 4 and 6 makes one piece of two."""
    found = worths(facing(4, "59 48", "41 62 T8"))
    best = max((text for text in found if text[0] in "LR" and "+" not in text), key=found.get)  # type: ignore[arg-type]
    assert best == "L59@2"


def test_the_last_scout_ends_the_round_for_the_owner() -> None:
    """Two of three opponents have scouted: seat 4 keeps three cards and gives a token.

    Seats 2 and 3 pay two cards each, the owner none and gets the token: -3 - (1 - 4) / 3.
    """
    state = table("12 13", "14 15", "16 17", "94 25", on="6T 7T", owner=1, turn=4, scouts=2)
    assert worths(state)["L6T@1"] == pytest.approx(-3 - (1 - 4) / 3)


def test_a_scout_and_show_has_its_price() -> None:
    """Where the same can be shown without a Scout, the marker is better kept."""
    found = worths(facing(4, "36", "5T 64 71 29"))
    assert found["S1:567"] > max(worth for text, worth in found.items() if "+" in text)


def test_two_players_scout_for_what_they_can_show_then() -> None:
    found = worths(facing(2, "37 38", "4T 58 12 15"))
    assert found["L37@1"] > found["L37@4"]  # 3 4 5, or nothing
    assert len({found["L37@4"], found["L37@5"]}) == 2


def test_to_stop_is_counted() -> None:
    """Two tokens against three, two cards against two of which only the own are paid for."""
    state = facing(2, "37 38", "4T 58", voluntary_stop="true")
    state.tokens[1] = 2
    assert worths(state)["P"] == 2 - 2 - 3


@pytest.mark.parametrize("flip", ["swap", "rotate"])
def test_the_better_side_of_a_hand_is_known(flip: str) -> None:
    """The upper numbers are a run from 1 to 8, the lower ones are 4 9 5 8 1 2 6 10."""
    hand = "14 29 35 48 51 62 76 8T"
    state = dealt(hand, "", "", "", "", flip=flip)
    keep, flipped = SCOUT.appraise(state.view(0), [KEEP, FLIP])
    assert keep > flipped


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            (
                "scout hands=1T3484537593674623/T79568T818T32425983756/41879661152747311912/"
                "26286TT217584T945T384597 table=3629 owner=1 turn=2 scouts=0 won=0,0,0,0 "
                "tokens=0,0,1,0 show=1111 actions=3 round=1 totals=0,0,0,0"
            ),
            {"S7:22": 6.22, "S1:T9": 3.82, "R29@7": 2.4, "L63@8": -4.16},
        ),
        (
            (
                "scout hands=49268T2848817T3T657246/5992739313424585/21T2974T981TT5682563165332/"
                "9187T65143678369 table=57 owner=2 turn=3 scouts=0 won=1,2,0,0 tokens=0,2,0,1 "
                "show=1111 actions=9 round=1 totals=0,0,0,0"
            ),
            {"S10:6": -2.01, "S8:6": -3.35, "L57@12": -4.78, "L75@8": -5.61, "L57@3": -9.47},
        ),
        (
            (
                "scout hands=2185199871T615879238/2T6318482468437913/8T5T7228234757T13T65/"
                "37547T942546959662766139T4 table=- owner=3 turn=1 scouts=1 won=1,1,0,0 "
                "tokens=1,3,3,0 show=1111 actions=14 round=1 totals=0,0,0,0"
            ),
            {"S3:1": 0.93, "S5:7": 0.83, "S2:8": 0.16, "S9:9": -3.11},
        ),
    ],
)
def test_the_worths_are_those_of_the_compiled_rule(line: str, expected: dict[str, float]) -> None:
    """As `games.scout.rank` finds them with the weights for four players."""
    found = worths(NOTATION.parse_position(line))
    assert {text: found[text] for text in expected} == pytest.approx(expected, abs=0.03)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(0, 10**6), st.data())
def test_every_move_of_every_round_has_a_worth(
    players: int, seed: int, data: st.DataObject
) -> None:
    state = shuffled(players, str(seed))
    for _ in range(data.draw(st.integers(0, 40))):
        legal = state.legal()
        found = SCOUT.appraise(state.view(state.turn), legal)
        assert len(found) == len(legal)
        assert all(-100 < worth < 100 for worth in found)
        state.apply(state.turn, data.draw(st.sampled_from(legal)))
        if state.end is not None:
            return


def test_what_others_hold_does_not_matter() -> None:
    one = table("12 13", "94 25 39", "16 17", on="67 78", owner=1, turn=2)
    other = table("56 58", "94 25 39", "34 35", on="67 78", owner=1, turn=2)
    assert worths(one) == worths(other)


def test_hands_known_in_part_are_weighed_too() -> None:
    line = (
        "scout hands=12/13/??9?484T56/69 table=??28 owner=2 turn=3 scouts=0 won=0,0,0,0 "
        "tokens=0,0,0,0 show=1111 actions=1 round=1 totals=0,0,0,0"
    )
    state = NOTATION.parse_position(line)
    assert len(worths(state)) == len(state.legal())


# SKYJO


def costs(state: object) -> dict[str, float]:
    legal = state.legal()  # type: ignore[attr-defined]
    found = SKYJO.appraise(state.view(state.turn), legal)  # type: ignore[attr-defined]
    return dict(zip(map(SKYJO_NOTATION.choice, legal), found, strict=True))


def test_a_card_goes_where_it_saves_most() -> None:
    """A 9 clears the column of nines; a 0 goes for the 12, not for the 5."""
    found = costs(lay("5 9 ? 2 / ?3 9 ? 4 / ? 1 ? 6", HIDDEN, discard=(9,)))
    assert max(found, key=found.get) == "T@b3"  # type: ignore[arg-type]
    found = costs(lay("5 9 ? 2 / ?3 12 ? 4 / ? 1 ? 6", HIDDEN, discard=(0,)))
    assert max(found, key=found.get) == "T@b2"  # type: ignore[arg-type]
    assert found["T@a1"] > found["T@b3"]


def test_a_high_discard_is_left_for_a_card_from_the_pile() -> None:
    found = costs(lay("1 2 ? 2 / ?3 0 ? 4 / ? 1 ? 3", HIDDEN, discard=(12,)))
    assert max(found, key=found.get) == "D"  # type: ignore[arg-type]


def test_a_high_card_drawn_is_thrown() -> None:
    found = costs(lay("1 2 ? 2 / ?3 0 ? 4 / ? 1 ? 3", HIDDEN, drawn=12))
    assert max(found, key=found.get)[0] == "/"  # type: ignore[arg-type]


def test_cards_are_opened_in_different_columns() -> None:
    state = SKYJO.begin(rules(2), (), SKYJO.unknown_deal(rules(2)))
    found = costs(state)
    assert len(found) == len(REVEALS)
    assert found["Oa1b1"] > found["Oa1a2"]


@pytest.mark.parametrize("players", [2, 8])
def test_every_move_of_a_round_of_skyjo_has_a_worth(players: int) -> None:
    kinds = set()
    for number, (state, _, _) in enumerate(plies(rules(players, clear_rows="true"), "worth")):
        if state.turn >= 0 and number % 4 == 0:
            legal = state.legal()
            found = SKYJO.appraise(state.view(state.turn), legal)
            assert len(found) == len(legal)
            assert all(-400 < worth < 100 for worth in found)
            kinds |= set(map(type, legal))
    assert kinds >= {Reveal, Draw, Turn}


# Time


def test_the_longest_list_is_weighed_in_a_moment() -> None:
    """Processor time, the best of three; more than twice what is allowed, for slow machines."""
    state = table(
        "34 35 45 46 47 56 57 58 59", "12", "13", "14", "15", on="26", owner=5, turn=1,
    )  # fmt: skip
    legal = state.legal()
    assert len(legal) > 200
    times = []
    for _ in range(3):
        appraisal._hand.cache_clear()
        start = time.process_time()
        found = SCOUT.appraise(state.view(0), legal)
        times.append(time.process_time() - start)
        assert len(found) == len(legal)
    assert min(times) < 0.03
