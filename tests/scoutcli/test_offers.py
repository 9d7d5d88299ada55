"""What is offered while a line is typed, and what is said of one that is wrong."""

from __future__ import annotations

import time
from itertools import groupby, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import State
from notation.scout import NOTATION
from scoutcli.table.offers import Offer, distance, moves_like, nearest, offers
from scoutcli.table.words import COMMANDS, Turn
from tests import toy
from tests.scoutcli.turns import turn_of
from tests.skyjo_table import HIDDEN, lay

NAMES = [command.name for command in COMMANDS]

# Seat 3 is to move: a run of two lies, and T 9, 4 4 and 4 5 beat it.
SCOUT = (
    "scout hands=12/13/T195484T56/69 table=3728 owner=2 turn=3 scouts=0 won=0,0,0,0 "
    "tokens=0,0,0,0 show=1111 actions=1 round=1 totals=0,0,0,0"
)
WIDE = (
    "scout hands={}/12/12/12/12 table={} owner=5 turn=1 scouts=0 won=0,0,0,0,0 "
    "tokens=0,0,0,0,0 show=11111 actions=9 round=1 totals=0,0,0,0,0"
)


def scout(line: str = SCOUT) -> Turn:
    return turn_of(NOTATION.parse_position(line))


def skyjo() -> Turn:
    """A 9 lies open: at b3 it clears column b."""
    return turn_of(lay("5 9 ? 2 / ?3 9 ? 4 / ? 1 ? 6", HIDDEN, discard=(9,)))


def drawn() -> Turn:
    return turn_of(lay("5 9 ? 2 / ?3 9 ? 4 / ? 1 ? 6", HIDDEN, drawn=-1))


def texts(line: str, turn: Turn) -> list[str]:
    return [offer.text for offer in offers(line, turn)]


@pytest.mark.parametrize("turn", [scout(), skyjo(), drawn()], ids=["scout", "skyjo", "drawn"])
def test_every_legal_move_is_offered_with_what_it_does_then_the_commands(turn: Turn) -> None:
    moves = [turn.notation.choice(move) for move in turn.legal]
    found = list(offers("", turn))
    assert sorted(offer.text for offer in found[: len(moves)]) == sorted(moves)
    assert [offer.text for offer in found[len(moves) :]] == NAMES
    assert all(offer.says() for offer in found)
    assert all(offer.group for offer in found)


def test_offers_stand_in_groups_each_in_one_piece() -> None:
    found = list(offers("", scout()))
    groups = [group for group, _ in groupby(offer.group for offer in found)]
    assert sorted(groups) == ["Commands", "Scout", "Scout & Show", "Show"]
    assert groups[-1] == "Commands"
    assert {offer.group for offer in offers("", skyjo())} == {"Take", "Draw", "Commands"}
    assert {offer.group for offer in offers("", drawn())} == {"Put", "Throw", "Commands"}


def test_the_best_stand_first_in_the_group_that_has_the_best() -> None:
    """What clears a column of nines is better than anything else; a 12 is put where it hurts."""
    found = list(offers("", skyjo()))
    assert (found[0].text, found[0].group) == ("T@b3", "Take")
    assert found[0].says() == "takes the 9 for the 1 at b3, clears column b, -19"
    takes = [offer.text for offer in found if offer.group == "Take"]
    assert takes[-1] == "T@d1"  # instead of a 2, and b3 is taken
    for turn in (scout(), drawn()):
        worths = {turn.notation.choice(move): worth for move, worth in turn.worths.items()}
        ranked = [offer for offer in offers("", turn) if offer.group != "Commands"]
        assert worths[ranked[0].text] == max(worths.values())
        for _, group in groupby(ranked, key=lambda offer: offer.group):
            values = [worths[offer.text] for offer in group]
            assert values == sorted(values, reverse=True)


def test_typing_filters() -> None:
    assert texts("s3", scout()) == ["S3:44"]
    assert set(texts("s", scout())) == {"S1:T9", "S3:44", "S4:45", "save"} | {
        name for name in NAMES if name.startswith("s")
    }
    assert all(text.startswith("L37@2") for text in texts("L37@2", scout()))
    assert texts("xyzzy", scout()) == []
    assert texts("  s3", scout()) == ["S3:44"]


@pytest.mark.parametrize(
    ("line", "turn", "first"),
    [
        ("44", scout(), "S3:44"),
        ("show 44", scout(), "S3:44"),
        ("3-4", scout(), "S3:44"),
        ("scout left 2 flip", scout(), "L73@2"),
        ("l2", scout(), "L37@2"),  # as Enter would play it, before L28@… and the like
        ("l2 + 44", scout(), "L37@2+S4:44"),
        ("take b2", skyjo(), "T@b2"),
        ("b2", skyjo(), "T@b2"),
        ("draw", skyjo(), "D"),
        ("throw c1", drawn(), "/c1"),
        ("b2", drawn(), "@b2"),
    ],
)
def test_short_forms_are_offered_as_what_they_mean(line: str, turn: Turn, first: str) -> None:
    assert texts(line, turn)[0] == first


def test_what_is_not_legal_is_not_offered() -> None:
    assert texts("9", scout()) == []  # a single 9 beats no run of two
    assert texts("take c1 c2", skyjo()) == []


def test_moves_like_a_text_are_canonical_first() -> None:
    like = list(moves_like("l3", scout()))
    assert like[0] == "L37@1"
    assert like[-1].startswith("L37@6")
    assert "L37@3" in like
    assert list(moves_like("r1", scout())) == ["R28@1"]


def test_what_can_follow_a_command_is_offered() -> None:
    assert texts("help ", scout()) == ["help moves"]
    assert texts("help m", scout()) == ["help moves"]
    assert texts("help x", scout()) == []
    assert texts("tutor ", scout()) == ["tutor on", "tutor off"]
    assert texts("speed s", scout()) == ["speed slow"]
    assert texts("why l2 + 44", scout())[0] == "why L37@2+S4:44"
    assert texts("why S", skyjo()) == []
    found = list(offers("why ", skyjo()))
    assert (found[0].text, found[0].group) == ("why T@b3", "Take")
    assert len(found) == len(skyjo().legal)
    assert texts("legal s3", scout()) == []  # what it takes is free


def test_a_game_without_opinion_is_offered_in_canonical_order() -> None:
    state: State = toy.GAME.begin(
        toy.GAME.rules(2)[0], (), toy.Deal(((1, 2, 3), (4, 5, 6)), 1, (2, 3, 4, 5, 6))
    )
    view = state.view(0)
    turn = Turn(toy.NOTATION, view, state.legal(), lambda _: None)
    found = list(islice(offers("", turn), len(turn.legal)))
    assert [offer.text for offer in found] == [toy.NOTATION.choice(move) for move in turn.legal]
    assert {offer.group for offer in found} == {""}
    assert turn.worths == {}
    assert nearest("hlep", turn) == "help"


def test_two_thousand_moves_take_no_longer_than_a_blink() -> None:
    """The first 200 of them; processor time, the best of three, and twice what is asked for."""
    hand = "3435454647565758596768697879898T9T1T2T3T4T5T6T7T"
    state = NOTATION.parse_position(WIDE.format(hand, "26").replace("/12/12/12/12", "/12/13/14/15"))
    times = []
    for _ in range(3):
        turn = turn_of(state)
        assert len(turn.legal) > 2000
        start = time.process_time()
        found = list(islice(offers("", turn), 200))
        times.append(time.process_time() - start)
        assert len(found) == 200
    assert min(times) < 0.05


# Did you mean


@pytest.mark.parametrize(
    ("line", "turn", "meant"),
    [
        ("qiut", scout(), "quit"),
        ("rles", scout(), "rules"),
        ("leggal", scout(), "legal"),
        ("LEGAL3", skyjo(), "legal"),
        ("svae my file", scout(), "save my file"),
        ("shwo 44", scout(), "show 44"),
        ("scuot lef 2 flp", scout(), "scout left 2 flip"),
        ("Tkae b3", skyjo(), "take b3"),
        ("thrwo c1", drawn(), "throw c1"),
        ("darw", skyjo(), "draw"),
        ("S3;44", scout(), "S3:44"),
        ("S344", scout(), "S3:44"),
        ("S4:44", scout(), "S3:44"),
        ("L37#2", scout(), "L37@2"),
        ("R28@2+S5:46", scout(), "R28@2+S5:45"),
        ("T@b4", skyjo(), "T@b3"),  # b1 and b2 are as near, b3 is the best
        ("T@@c2", skyjo(), "T@c2"),
        ("/cc1", drawn(), "/c1"),
    ],
)
def test_a_wrong_word_gets_a_suggestion(line: str, turn: Turn, meant: str) -> None:
    assert nearest(line, turn) == meant


@pytest.mark.parametrize(
    "line", ["", "  ", "xyzzy", "what shall I do", "q", "zz", "x" * 500, "\x1b[2J", "\N{SNOWMAN}"]
)
def test_nothing_is_suggested_where_nothing_is_near(line: str) -> None:
    assert nearest(line, scout()) is None
    assert nearest(line, skyjo()) is None


@given(st.text(max_size=20))
def test_any_line_is_answered(line: str) -> None:
    for turn in TURNS:
        assert all(isinstance(offer, Offer) for offer in islice(offers(line, turn), 20))
        meant = nearest(line, turn)
        assert meant is None or (meant and meant.isprintable())


TURNS = (scout(), skyjo())


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("", "", 0), ("abc", "abc", 0), ("abc", "ab", 1), ("abc", "abcd", 1), ("abc", "axc", 1),
        ("abc", "acb", 1), ("abc", "cab", 2), ("", "ab", 2), ("kitten", "sitting", 3),
        ("quit", "qiut", 1), ("help", "hlpe", 2),
    ],
)  # fmt: skip
def test_slips_are_counted(one: str, other: str, slips: int) -> None:
    """Distances as Levenshtein's, where a swap of neighbours counts once."""
    assert distance(one, other, 9) == distance(other, one, 9) == slips
    if slips:
        assert distance(one, other, slips - 1) > slips - 1
