"""Positions and moves without YAML around them."""

from __future__ import annotations

import pytest

from notation.writer import canonical
from tests.record import errors_of, parts_of

SCOUT = (
    "scout hands=8474/5229/2159 table=3627 owner=3 turn=2 scouts=1 won=1,0,1 tokens=1,1,1 "
    "show=111 actions=6 round=1 totals=0,0,0"
)
"""Seat 3 shows 3/6 2/7, seat 1 has scouted nothing of it: seat 2 holds 5/2 2/9."""


def test_a_position_line_is_a_match_of_one_round() -> None:
    (part,) = parts_of(SCOUT)
    assert part.match is not None
    assert part.audit is not None
    assert part.match.game is not None
    assert (part.match.game.name, len(part.match.players)) == ("scout", 3)
    assert part.diagnostics == []
    state = part.audit.rounds[0].state
    assert state is not None
    assert state.turn == 1


def test_moves_behind_a_position_are_played_from_there() -> None:
    # Seat 2 takes the 3/6 into its first gap; that was the second Scout in a row, so the round
    # ends: seat 3 has 1 captured and 2 tokens, and does not pay for its hand.
    (part,) = parts_of(f"{SCOUT}\n\n2.L36@1\n")
    assert part.audit is not None
    assert part.diagnostics == []
    (checked,) = part.audit.rounds
    assert checked.verified
    assert checked.scores == (1 + 1 - 2, 0 + 1 - 3, 1 + 2)


def test_a_tab_in_a_comment_is_a_space_but_no_match_file_has_one() -> None:
    moves = "1.K 2.K {a\tb} 1.S1:1"
    (part,) = parts_of(moves)
    assert part.audit is not None
    assert canonical(part.audit, part.document) == "1.K 2.K {a b}\n1.S1:1\n"
    assert errors_of(moves) == []
    head = "---\nscoutcli: 1\ngame: scout\nplayers: [name: A, name: B]\nrounds:\n- moves: |\n"
    assert errors_of(f"{head}    {moves}\n") == ["yaml-tab:7"]


def test_blank_lines_and_comments_may_stand_before() -> None:
    assert errors_of(f"\ufeff# From a book\r\n\r\n  {SCOUT}\r\n2.L36@1") == []


@pytest.mark.parametrize(
    ("text", "game", "players"),
    [
        ("1.K 2.F 1.S3:44", "scout", 2),
        ("1.F 2.F 3.F", "scout", 3),
        ("{heard on the train} 1.k 2.f 3.k 4.k\n2.S1:1", "scout", 4),
        ("1.Oa1:5b2:Z 2.Oa1:0b2:1", "skyjo", 2),
    ],
)
def test_moves_alone_tell_game_and_players(text: str, game: str, players: int) -> None:
    (part,) = parts_of(text)
    assert part.match is not None
    assert part.match.game is not None
    assert (part.match.game.name, len(part.match.players)) == (game, players)
    assert [fault.code for fault in part.diagnostics if fault.severity == "error"] == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1.K 2.F\n1.S3:44 2.S1:9", "scout-does-not-beat:2"),
        ("1.K 2.F\n1.S3:44 3.S1:9", "no-such-seat:2"),
        ("1.K 2.F\n1.S3:45 1.S1:99", "not-your-turn:2"),
        ("1.K 3.F 2.K", "not-your-turn:1"),
        ("# x\n1.K 2.F {never closed", "unterminated-comment:2"),
        (SCOUT.replace("owner=3", "owner=4"), "scout-bad-position:1"),
        (SCOUT.replace("2159", "2152"), "scout-card-twice:1"),
        (f"{SCOUT}\n2.L36@1 3.S1:2", "round-over:2"),
        (f"{SCOUT}\n2.S1:9", "scout-wrong-card:2"),
        ("skyjo", "skyjo-bad-position:1"),
    ],
)
def test_a_fault_has_its_place(text: str, fault: str) -> None:
    assert errors_of(text) == [fault]


@pytest.mark.parametrize(
    "text",
    [
        "hello there",
        "1.",
        "1. Buy milk",
        "chess e2e4",
        "scouting is fun",
        '{"scoutcli": 1}',
        "2.K 1.F",
    ],
)
def test_other_text_stays_outside(text: str) -> None:
    assert errors_of(text) == ["text-outside-match:1"]
    assert [part.match for part in parts_of(text)] == [None]


def test_only_a_whole_file_is_such_a_text() -> None:
    match = "---\nscoutcli: 1\ngame: scout\nplayers:\n- name: A\n- name: B\nrounds:\n"
    assert errors_of(f"{SCOUT}\n{match}") == ["text-outside-match:1"]
    assert len([part for part in parts_of(f"{SCOUT}\n{match}") if part.match]) == 1


def test_a_last_word_without_a_line_end_is_not_torn() -> None:
    assert errors_of("1.K 2.F 1.S3:4") == []
