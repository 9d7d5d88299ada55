"""The facts of a match: from its moves, the same however it is written and wherever it stands."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from scoutcli.analysis.annotation import annotated
from scoutcli.analysis.match import Wish, analyse_match
from scoutcli.results.facts import (
    FAULTY,
    FINISHED,
    FORFEITED,
    UNFINISHED,
    Facts,
    Measured,
    Played,
    Seat,
    facts_of,
    faults_in,
    places,
    totals,
)
from tests.record import part_of, parts_of
from tests.scoutcli import fakejudge
from tests.scoutcli.program import DAMAGED, VALID, good
from tests.test_third_game import MATCH, known
from tests.test_third_game import _known as _known  # noqa: PLC0414

SHEET = """\
---
scoutcli: 1
game: skyjo
event: Club
date: 2026-11-30
table: 2
players:
- name: Ada
  id: ada1
  team: North
- name: Bo
  bot: greedy 1.0
- name: Cy
rounds:
- score: [60, 20, 41]
- score: [45, 20, -1]
"""


def facts(text: str) -> Facts:
    """The facts of a match that is there."""
    found, _ = facts_of(part_of(text))
    assert found is not None
    return found


def named(path: Path) -> tuple[Facts, list[str]]:
    """The facts of a file, and the codes of its errors."""
    found, errors = facts_of(part_of(path.read_text(encoding="utf-8")))
    assert found is not None
    return found, [error.code for error in errors]


def test_what_a_match_says() -> None:
    found = facts(SHEET)
    assert found.game == "skyjo"
    assert found.headers == {"event": "Club", "date": "2026-11-30", "table": "2"}
    assert found.seats == (
        Seat("Ada", "ada1", "", "North"), Seat("Bo", "", "greedy 1.0"), Seat("Cy"),
    )  # fmt: skip
    assert (found.status, found.verified, found.practice) == (FINISHED, False, False)
    assert found.rounds == (Played((60, 20, 41), "", False), Played((45, 20, -1), "", False))
    # 105 ends the match at 100; the lowest wins, and two have 40.
    assert (found.total, found.winners, found.places) == ((105, 40, 40), (1, 2), (3, 1, 1))
    assert [found.result(seat) for seat in range(3)] == ["", "shared", "shared"]
    assert found.rules["score_limit"] == "100"
    assert (found.faults, found.measured) == ((0, 0, 0), ())


@pytest.mark.parametrize(
    ("total", "winners", "lowest_wins", "expected"),
    [
        ((9, 5, 5, 1), (0,), False, (1, 2, 2, 4)),
        ((9, 5, 5, 1), (3,), True, (4, 2, 2, 1)),
        ((3, 3, 3, 8, 8), (0, 1, 2), True, (1, 1, 1, 4, 4)),
        # A game can have another winner than the best total: the others follow behind.
        ((9, 5, 7), (1,), False, (2, 1, 3)),
    ],
)
def test_ties_share_a_place(
    total: tuple[int, ...], winners: tuple[int, ...], lowest_wins: bool, expected: tuple[int, ...]
) -> None:
    assert places(total, winners, lowest_wins=lowest_wins) == expected


def test_totals_of_what_is_known() -> None:
    assert totals([(1, None), (2, 3)], 2) == (3, None)
    assert totals([], 2) == (0, 0)


def test_the_moves_decide_and_the_difference_is_told() -> None:
    right, none = named(VALID / "0067.yaml")
    found, codes = named(DAMAGED / "0067-score.yaml")
    assert (none, codes) == ([], ["wrong-score"])
    assert (found.rounds, found.total, found.winners) == (
        right.rounds, right.total, right.winners,
    )  # fmt: skip
    assert found.status == FINISHED and found.verified


@pytest.mark.parametrize("name", ["0047-pos", "hand-bad-option", "hand-wrong-game"])
def test_a_match_at_fault_has_no_points(name: str) -> None:
    found, errors = named(DAMAGED / f"{name}.yaml")
    assert errors
    assert (found.status, found.verified) == (FAULTY, False)
    assert (found.rounds, found.total, found.winners, found.places) == ((), (), (), ())
    assert len(found.identity) == 32


def test_unfinished_and_given_up_are_two_things() -> None:
    head, rounds = good("scout-2.yaml").split("rounds:\n")
    first, _, rest = rounds.partition("- deal:")[2].partition("- deal:")
    begun = f"{head}rounds:\n- deal:{first}"
    assert facts(begun).status == UNFINISHED
    cut = rest[: rest.index("  end:")].replace(" 1.S1:9T", "")  # the last move
    stopped = f"{begun}- deal:{cut}  end: abandoned\n"
    found = facts(stopped)
    assert found.status == FORFEITED
    # The round that has ended counts, and its points follow from moves: 7 to 1.
    assert (found.total, found.verified, found.winners) == ((7, 1), True, ())
    assert found.places == ()
    assert facts(stopped.replace("end: abandoned", "end: unfinished")).status == UNFINISHED


def test_a_later_end_takes_a_word_back() -> None:
    """A round given up in the middle of a match that went on: nobody knows its points."""
    text = SHEET.replace("- score: [60, 20, 41]", "- end: abandoned\n  score: [x, x, x]")
    assert facts(text).status != FORFEITED


def test_faults_of_programs_are_counted_by_seat() -> None:
    match = good("scout-2.yaml")
    faults = "  faults: |\n    seat 2 move 14 time +151ms\n    seat 2 move 15 time +9ms\n    "
    text = match.replace("  end:", f"{faults}seat 7 move 1 time +1ms\n  end:", 1)
    assert facts(text).faults == (0, 2)


def test_a_fault_is_of_the_seat_at_the_start_of_its_line() -> None:
    """What is said of it may name others."""
    block = "seat 2 move 14 illegal seat 1 move 3 S1:44\n  seat 1 move 2 crash exit 3\nseat 3 move"
    assert faults_in(block, 3) == (1, 1, 0)


def test_a_score_that_nobody_noted() -> None:
    found, _ = named(VALID / "hand-sheet.yaml")
    assert found.total == (30, 102, None)
    assert (found.status, found.winners, found.places) == (FINISHED, (), ())


@pytest.mark.parametrize("path", sorted(VALID.glob("*.yaml")), ids=lambda path: path.stem)
def test_there_and_back(path: Path) -> None:
    for part in parts_of(path.read_bytes()):
        found, errors = facts_of(part)
        assert found is not None and not errors
        assert Facts.from_json(json.loads(json.dumps(found.in_json()))) == found
        assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301  # what was just made


def test_nothing_but_facts_is_read_back() -> None:
    said = facts(SHEET).in_json()
    for bad in ({}, said | {"seats": 3}, said | {"line": "x"}, said | {"rounds": [[1]]}):
        with pytest.raises((KeyError, TypeError, ValueError)):
            Facts.from_json(bad)


# The same match


def test_dressing_spelling_and_names_do_not_change_a_match() -> None:
    text = good("0067.yaml")
    plain = facts(text).identity
    assert facts(text.replace("name: Seat 1", "name: Ada")).identity == plain
    dressed = text.replace("1.D1@a3:B 2.DB/b3:8", "{ so } 1.d1@A3:b $1 { well }  2.DB/b3:8")
    assert dressed != text
    assert facts(dressed).identity == plain


def test_other_cards_or_moves_are_another_match() -> None:
    found = {facts(good(path.name)).identity for path in VALID.glob("00*.yaml")}
    assert len(found) == len(list(VALID.glob("00*.yaml")))
    head, _, _ = good("scout-2.yaml").rpartition("- deal:")
    assert facts(head).identity != facts(good("scout-2.yaml")).identity


def test_of_a_sheet_names_date_and_points_tell() -> None:
    same = facts(SHEET.replace("event: Club\n", "").replace("table: 2\n", ""))
    assert same.identity == facts(SHEET).identity
    for old, new in (("name: Cy", "name: Di"), ("11-30", "11-29"), ("45, 20", "45, 21")):
        assert facts(SHEET.replace(old, new)).identity != facts(SHEET).identity


def test_a_move_whose_card_is_known_anyway_is_the_same_move() -> None:
    """A record that does not name a card which the deal tells: seat 1 has A 1 5 A in row 1."""
    text = good("0067.yaml")
    blank = text.replace("1.Oc1:5a3:B", "1.Oc1:?a3:B")
    assert blank != text
    assert facts(blank).identity == facts(text).identity


@known
def test_a_third_game() -> None:
    found = facts(MATCH)
    assert (found.game, found.status, found.verified) == ("toy", FINISHED, True)
    assert (found.total, found.places) == ((33, 25), (1, 2))
    assert found.rules == {"starter": "lot", "length": "6", "stakes": "double", "rounds": "2"}
    assert [played.end for played in found.rounds] == ["knocked", "limit"]


# What an analysis has written


@pytest.fixture
def _fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    fakejudge.install(monkeypatch.setattr)


@pytest.mark.usefixtures("_fakes")
@pytest.mark.parametrize("name", ["scout-2.yaml", "0067.yaml"])
def test_an_annotation_is_read_as_it_was_written(name: str) -> None:
    part = part_of(good(name))
    report = analyse_match(part, Wish())
    text = annotated(part, report)
    found = facts(text)
    assert found.identity == facts(good(name)).identity
    for account, measured in zip(report.accounts, found.measured, strict=True):
        rounds = len(report.rounds)
        assert measured.choices == account.unforced
        # Each round is written with two digits behind the point.
        assert measured.lost == pytest.approx(account.lost, abs=0.006 * rounds)
        lucky = [each for each in report.rounds if each.lucky and None not in each.margins]
        assert measured.rounds == len(lucky)
        luck = sum(chance.worth[account.seat] for each in lucky for chance in each.luck)
        assert measured.luck == pytest.approx(luck, abs=0.006 * rounds)
        result = sum(each.margins[account.seat] or 0 for each in lucky)
        assert measured.result == pytest.approx(result)


@pytest.mark.usefixtures("_fakes")
def test_figures_that_somebody_changed_do_not_count() -> None:
    part = part_of(good("scout-2.yaml"))
    text = annotated(part, analyse_match(part, Wish()))
    assert "seat 1: lost " in text
    changed = text.replace("seat 1: lost ", "seat 1: lost 1", 2)
    assert facts(changed).measured == ()
    assert facts(text).measured != ()


@pytest.mark.usefixtures("_fakes")
def test_figures_of_other_points_do_not_count() -> None:
    """By another rule the same moves are worth less: what was measured is not this match."""
    part = part_of(good("scout-2.yaml"))
    text = annotated(part, analyse_match(part, Wish()))
    found = facts(text.replace("rounds:\n", "rules:\n  unspent_tokens: ignore\nrounds:\n", 1))
    assert found.status == FINISHED and found.total != (14, -1)
    assert found.measured == ()


def test_what_is_not_annotated_has_no_figures() -> None:
    assert facts(good()).measured == ()
    assert (
        facts(good().replace("moves: |\n", "moves: |\n    {[%by scoutcli x]}\n", 1)).measured == ()
    )
    assert Measured() == (0, 0.0, 0.0, 0.0, 0)
