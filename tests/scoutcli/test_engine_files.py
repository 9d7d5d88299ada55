"""`scoutcli engine`: what it saves, loads and prints of a match."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import games
from notation import codec
from scoutcli.cli import run
from tests import toy
from tests.record import canonical_of, errors_of, part_of, parts_of
from tests.scoutcli.dialogues import Dialogue
from tests.scoutcli.program import DAMAGED, VALID, good


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.yaml"


def saved(talk: Dialogue, path: Path) -> str:
    """What `save!` writes: valid, canonical, and the same as `record`."""
    assert talk.good(f"save! {path}") == ""
    text = path.read_text()
    assert errors_of(text) == []
    assert canonical_of(part_of(text)) == text
    assert talk.good("record").splitlines() == text.splitlines()
    return text


def without_practice(text: str) -> str:
    return text.replace("practice: yes\n", "")


# Saving

BEGUN = """\
---
scoutcli: 1
game: scout
players:
- name: Ada L.
- name: Bo
rules:
  first_starter: 1
rounds:
- deal: |
    1: 34 58 17 3T 93 97 21 25 23 96 4T
    2: 35 38 68 T1 31 82 72 61 59 42 6T
  moves: |
    1.K 2.F
    1.S7:222 2.R23@10 2.S2:88
"""
"""The deal and the first moves of the reference match hand-comments."""


def test_a_match_is_saved_as_it_would_be_written_by_hand(path: Path) -> None:
    talk = Dialogue("new scout first_starter=1 names=Ada%20L.,Bo")
    deal = " ".join(line.strip() for line in BEGUN.splitlines()[10:12])
    talk.good(f"deal {deal}")
    assert talk.good("play K F S7:222 R23@10") == "1.K 2.F 1.S7:222 2.R23@10"
    assert talk.good("play 88") == "2.S2:88"
    assert saved(talk, path) == BEGUN
    talk.good("undo")
    assert "\npractice: yes\nrounds:" in saved(talk, path)
    talk.good("redo")
    assert without_practice(saved(talk, path)) == BEGUN


@pytest.mark.parametrize(
    ("game", "players", "bots"),
    [
        ("scout", 2, "greedy"),
        ("scout", 3, "random"),
        ("skyjo", 2, "greedy"),
        ("skyjo", 4, "greedy"),
    ],
)
def test_a_match_is_valid_at_any_moment(game: str, players: int, bots: str, path: Path) -> None:
    talk = Dialogue(f"new {game} players={players} seed=s")
    assert saved(talk, path).endswith("rounds:\n")
    talk.good("deal")
    assert saved(talk, path).endswith("moves: |\n")
    for _ in range(20):
        talk.play_round(*[bots] * players, most=3)
        saved(talk, path)
    talk.play_round(*[bots] * players)
    talk.play_out(*[bots] * players)
    text = saved(talk, path)
    assert "seed: s\n" in text and "practice" not in text
    assert text.splitlines()[-1].startswith("winners: ")


def test_a_deal_by_hand_is_not_said_to_be_that_of_the_seed(path: Path) -> None:
    talk = Dialogue("new scout players=3 seed=tea", "deal")
    cards = saved(talk, path).partition("deal: |\n")[2].partition("  moves")[0]
    assert "seed: tea" in saved(talk, path)
    # The same cards in the same hands are the cards of the seed.
    talk.good(f"deal {' '.join(cards.split())}")
    assert "seed: tea" in saved(talk, path)
    first, second, third = (line.split(": ")[1] for line in cards.splitlines())
    talk.good(f"deal 1: {second} 2: {first} 3: {third}")
    assert "shuffle" not in saved(talk, path)
    talk.play_round("greedy", "greedy", "greedy")
    talk.play_out("greedy", "greedy", "greedy")
    assert "shuffle" not in saved(talk, path)


def test_a_file_is_not_written_over_unasked(path: Path) -> None:
    talk = Dialogue("new scout players=3", "deal")
    path.write_text("mine")
    assert talk.code(f"save {path}") == "file-exists"
    assert path.read_text() == "mine"
    link = path.with_name("link")
    link.symlink_to(path.with_name("nowhere"))
    assert talk.code(f"save {link}") == "file-exists"
    saved(talk, path)
    other = path.with_name("an other.yaml")
    talk.good(f"save {other}")
    assert other.read_text() == path.read_text()
    assert sorted(path.parent.iterdir()) == [other, link, path]


def test_nothing_but_save_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    talk = Dialogue("new skyjo", "deal", "go greedy", "undo", "redo", "record", "show", "view 1")
    talk.good(f"load {VALID / 'scout-2.yaml'}")
    talk.good("score")
    assert list(tmp_path.iterdir()) == []
    talk.good("save ~/match.yaml")
    assert list(tmp_path.iterdir()) == [tmp_path / "match.yaml"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full disk to try")
def test_a_full_disk_is_told() -> None:
    assert Dialogue("new scout", "deal").code("save! /dev/full") == "file-trouble"


def test_a_position_is_saved_with_the_moves_behind_it(path: Path) -> None:
    talk = Dialogue("new skyjo players=2", "deal", "play a1 b1", "play a1 b1", "play T@a2")
    line = talk.good("position")
    talk.good(f"position {line}")
    assert saved(talk, path) == line + "\n"
    words = talk.good("play T@c1")
    assert saved(talk, path) == f"{line}\n{words}\n"
    # From the middle of a move on: half a move cannot be written.
    talk.good("play D")
    middle = talk.good("position")
    talk.good(f"position {middle}")
    assert saved(talk, path) == f"{middle}\n"
    talk.good("play @d3")
    after = talk.good("position")
    assert saved(talk, path) == f"{after}\n"
    words = talk.good("play T@d2")
    assert saved(talk, path) == f"{after}\n{words}\n"


# Loading


def every_valid_match() -> list[tuple[Path, int]]:
    return [
        (file, number)
        for file in sorted(VALID.iterdir())
        for number in range(1, len(parts_of(file.read_bytes())) + 1)
    ]


@pytest.mark.parametrize(("file", "number"), every_valid_match(), ids=lambda each: str(each)[-20:])
def test_a_match_that_is_loaded_stays_as_it_is(file: Path, number: int, path: Path) -> None:
    talk = Dialogue(f"load {file} {number}")
    text = saved(talk, path)
    assert text == canonical_of(parts_of(file.read_bytes())[number - 1])
    made = 0
    if talk.code("undo 999") == "nothing-to-undo":  # else there is no round but on a sheet
        before = talk.good("position")
        while talk.ask("undo") == "=":
            made += 1
        saved(talk, path)
        talk.good(f"redo {made}")
        assert talk.good("position") == before
    assert facts(saved(talk, path)) == facts(text)
    assert made or "sheet" in file.name


def facts(text: str) -> tuple[object, ...]:
    """What a match file says, but for the end of the last round and of the match."""
    part = part_of(text)
    assert part.match is not None and part.audit is not None
    rounds = [
        (each.deal, each.record.moves and each.record.moves.text.split())
        for each in part.audit.rounds
    ]
    points = [each.scores for each in part.audit.rounds[:-1]]
    match = part.match
    assert match.rules is not None
    return (match.names, dict(match.rules), match.headers, rounds, points, set(match.own))


def test_a_match_is_gone_on_with_to_its_end(path: Path) -> None:
    talk = Dialogue(f"load {VALID / 'hand-unfinished.yaml'}")
    talk.play_round("greedy", "greedy", "greedy")
    before = saved(talk, path)
    assert talk.good("over") == "yes"
    assert before.startswith((VALID / "hand-unfinished.yaml").read_text().rstrip())


def test_a_round_that_stops_is_taken_up_where_it_stops(path: Path) -> None:
    path.write_text(BEGUN)
    talk = Dialogue(f"load {path}")
    assert talk.good("turn") == "1"
    assert talk.good("play 999") == "1.S5:999"
    assert saved(talk, path) == BEGUN + "    1.S5:999 "
    talk.good("undo 6")
    assert talk.good("turn") == "1"
    assert talk.good("legal") == "K F"
    text = saved(talk, path)
    assert text == BEGUN.partition("    1.K")[0].replace("rounds:", "practice: yes\nrounds:")


def test_every_match_of_a_stream_can_be_loaded() -> None:
    file = VALID / "hand-joined.yaml"
    matches = len(parts_of(file.read_bytes()))
    assert matches > 1
    talk = Dialogue()
    records = set()
    for number in range(1, matches + 1):
        talk.good(f"load {file} {number}")
        records.add(talk.good("record"))
    assert len(records) == matches
    assert talk.code(f"load {file} {matches + 1}") == "no-such-match"
    assert talk.code(f"load {file} 0") == "no-such-match"


def test_a_sheet_is_loaded_and_gone_on_with(path: Path) -> None:
    talk = Dialogue(f"load {VALID / 'hand-sheet.yaml'}")
    assert talk.good("turn") == "-"
    for command in ("position", "legal", "play D", "undo", "best greedy"):
        assert talk.code(command) == "no-round"
    # Chloé's points of the third round are not known.
    assert talk.good("score") == "round 3\nend -\nscore 12 41 x\ntotal 30 102 x"
    before = saved(talk, path)
    assert talk.good("over") == "yes"
    assert talk.code("deal") == "match-over"
    path.write_text(before.replace("[12, 41, x]", "[12, 4, 1]"))
    talk.good(f"load {path}")
    assert talk.good("over") == "no"
    assert talk.good("deal") == "round 4"
    talk.play_round("greedy", "greedy", "greedy")
    assert saved(talk, path).startswith(path.read_text().partition("- deal:")[0])
    assert "- score: [12, 4, 1]\n- deal:" in path.read_text()


def test_points_that_do_not_follow_from_the_moves_are_believed(path: Path) -> None:
    path.write_text(
        "---\nscoutcli: 1\ngame: skyjo\nplayers:\n- name: Ada\n- name: Bo\nrounds:\n- moves: |\n"
        "    1.? 2.?\n    1.? 2.? 1.?\n  end: opened\n  score: [10, 20]\n"
    )
    talk = Dialogue(f"load {path}")
    assert talk.good("score") == "round 1\nend opened\nscore 10 20\ntotal 10 20"
    talk.good("deal")
    assert "  score: [10, 20]\n- deal:" in saved(talk, path)
    assert talk.good("score") == "round 2\nend -\ntotal 10 20"


def test_comments_variations_and_keys_of_ones_own_are_kept(path: Path) -> None:
    file = VALID / "hand-comments.yaml"
    text = file.read_text()
    talk = Dialogue(f"load {file}")
    talk.good("undo")
    talk.good("redo")
    changed = without_practice(saved(talk, path))
    assert changed.count("{") == text.count("{")
    assert changed.count("(") == text.count("(")


def test_what_programs_did_wrong_is_kept_when_the_match_goes_on(path: Path) -> None:
    talk = Dialogue("new scout players=3 seed=s", "deal")
    talk.play_round("greedy", "greedy", "greedy")
    fault = "  faults: |\n    seat 2 move 3 time +151ms\n"
    text = saved(talk, path).replace("  end: ", f"{fault}  end: ")
    path.write_text(text)
    talk.good(f"load {path}")
    talk.good("deal")
    assert fault in saved(talk, path)


def test_a_table_record_keeps_its_cards(path: Path) -> None:
    talk = Dialogue("new skyjo players=8 seed=s", "deal", *["play a1 b1"] * 8)
    while not (made := talk.good("play D")).startswith("N"):
        talk.good("play @c3")
    talk.good("play @c3")
    text = saved(talk, path)
    assert made.split()[0] in text.split()
    # Nothing in the file says where its cards came from.
    path.write_text(text.replace("shuffle:\n", "x-shuffle:\n"))
    talk = Dialogue(f"load {path}", seed="another")
    assert talk.record.count(" N") == 1
    talk.good("undo 2")
    assert " N" not in talk.record
    assert talk.good("play D") == made
    talk.good("play @c3")
    assert "practice: yes" in saved(talk, path)
    assert made.split()[0] in talk.record.split()


def test_bots_go_on_as_if_nothing_had_interrupted_them(path: Path) -> None:
    whole = Dialogue("new skyjo players=3 seed=s", "deal")
    whole.play_round("random", "greedy", "random")
    talk = Dialogue("new skyjo players=3 seed=s", "deal")
    talk.play_round("random", "greedy", "random", most=40)
    if talk.good("legal")[0] in "@/":
        talk.good("undo")
        talk.good("redo")
        talk.play_round("random", "greedy", "random", most=1)
    saved(talk, path)
    talk = Dialogue(f"load {path}", seed="another")
    talk.play_round("random", "greedy", "random")
    assert without_practice(talk.record) == whole.record


def test_the_seed_of_what_is_to_come_is_told(path: Path) -> None:
    path.write_text(BEGUN)
    assert Dialogue(seed=None).good(f"load {path}") != Dialogue(seed=None).good(f"load {path}")
    assert Dialogue(seed="mine").good(f"load {path}") == "seed mine"
    talk = Dialogue("new scout seed=theirs")
    saved(talk, path)
    assert Dialogue(seed="mine").good(f"load {path}") == "seed theirs"
    assert Dialogue(seed=None).good("new scout") != Dialogue(seed=None).good("new scout")


@pytest.mark.parametrize("file", sorted(DAMAGED.iterdir()), ids=lambda file: file.name)
def test_a_damaged_match_is_refused(file: Path) -> None:
    talk = Dialogue("new scout seed=s", "deal")
    before = talk.good("record")
    matches = [part for part in parts_of(file.read_bytes()) if part.match is not None]
    for number, part in enumerate(matches, 1):
        codes = {each.code for each in part.diagnostics if each.severity == "error"}
        if codes - {"torn-move"}:
            assert talk.code(f"load {file} {number}") == "match-has-errors"
            assert talk.good("record") == before
    assert matches or talk.code(f"load {file}") == "no-match"


def test_a_torn_word_is_left_out(path: Path) -> None:
    talk = Dialogue()
    for end in ("1.S5:99", "1.S", "1.S5:999"):
        path.write_text(f"{BEGUN}    {end}")
        talk.good(f"load {path}")
        assert "it is left out" in talk.notices.pop()
        assert talk.good("turn") == "1"
        assert talk.record == BEGUN
    assert path.read_text().endswith("1.S5:999")


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "no-match"), (b"\xff\xfe\x00", "no-match"), (bytes(range(256)) * 100, "no-match")],
)
def test_what_is_no_match_file_is_refused(data: bytes, code: str, path: Path) -> None:
    path.write_bytes(data)
    assert Dialogue().code(f"load {path}") == code


def test_a_pipe_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path)
    assert Dialogue().code(f"load {path}") == "not-a-file"


def test_no_escape_of_a_file_comes_through(path: Path) -> None:
    lines = good().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("- name: "))
    lines[at] = '- name: "\\e[31mAda\\a"'
    path.write_text("\n".join(lines) + "\n")
    talk = Dialogue(f"load {path}")
    shown = talk.good("show") + talk.good("record")
    assert "\\x1b[31mAda" in shown and "\\e[31mAda" in shown
    assert all(line.isprintable() for line in shown.splitlines())


# A third game


def test_a_third_game_is_saved_and_loaded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "toy", toy.GAME)
    monkeypatch.setitem(codec._NOTATIONS, "toy", toy.NOTATION)
    talk = Dialogue("new toy players=3 length=40 seed=s")
    talk.play_out("high", "random", "high")
    text = saved(talk, path)
    assert run(["validate", str(path)]) == 0
    again = Dialogue(f"load {path}")
    assert again.record == text
    again.good("undo")
    again.good("redo")
    assert without_practice(saved(again, path)) == text
    assert again.good("score") == talk.good("score")
    # Who started was drawn by lot, and stands in the record alone.
    path.write_text(text.replace("shuffle:\n", "x-shuffle:\n"))
    for seed in "abcdef":
        again = Dialogue(f"load {path}", seed=seed)
        again.good("undo")
        again.good("redo")
        assert (
            without_practice(again.record).partition("rounds:")[2] == text.partition("rounds:")[2]
        )
