"""`scoutcli pair` as people use it."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from tests.scoutcli.program import Program


@pytest.fixture
def program(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


def sheet(players: list[str], scores: list[int], stage: str, game: str = "scout") -> str:
    """A finished match of scores alone: all rounds but the first are drawn."""
    rounds = [scores, *[[0] * len(players)] * (len(players) - 1)]
    names = "".join(f"- name: {json.dumps(name)}\n" for name in players)
    played = "".join(f"- score: {score}\n" for score in rounds)
    return f"---\nscoutcli: 1\ngame: {game}\nstage: {stage}\nplayers:\n{names}rounds:\n{played}"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Round 1 of four players at tables of two: Ann beat Bo, Cy beat Di."""
    path = tmp_path / "log.yaml"
    path.write_text(sheet(["Ann", "Bo"], [5, 1], "R1") + sheet(["Cy", "Di"], [4, 2], "R1"))
    return path


def test_winners_meet(program: Program, log: Path) -> None:
    done = program("pair", log, "--size", "2", "--format", "json")
    assert done.status == 0 and done.err == ""
    made = json.loads(done.out)
    assert (made["game"], made["round"], made["byes"], made["again"]) == ("scout", 2, [], [])
    assert [
        sorted((seat["name"], seat["score"]) for seat in table) for table in made["tables"]
    ] == [
        [("Ann", 1.0), ("Cy", 1.0)],
        [("Bo", 0.0), ("Di", 0.0)],
    ]


def test_a_table_for_people(program: Program, log: Path) -> None:
    done = program("pair", log, "--size", "2", "--without", "Di")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "SCOUT, round 2: 2 players at 1 table of 2"
    assert lines[1].split() == ["table", "seat", "1", "seat", "2"]
    assert sorted(lines[3].split()) == ["(1)", "(1)", "1", "Ann", "Cy"]
    assert lines[-1] == "bye: Bo (0)"


def test_a_row_for_each_seat_and_bye(program: Program, log: Path) -> None:
    done = program("pair", log, "--size", "2", "--without", "Di", "--format", "csv")
    head, *rows = csv.reader(io.StringIO(done.out))
    assert head == ["round", "table", "seat", "player", "id", "score"]
    assert [row[:3] for row in rows] == [["2", "1", "1"], ["2", "1", "2"], ["2", "", ""]]
    assert rows[-1][3] == "Bo"


@pytest.mark.parametrize("game", ["scout", "skyjo"])
def test_every_form_has_the_averages_as_they_are(
    program: Program, tmp_path: Path, game: str
) -> None:
    """Of SCOUT below 0 too, of SKYJO above it though the lowest wins; none is said for Eve."""
    path = tmp_path / "log.yaml"
    end = [0, 0] if game == "scout" else [101, 109]
    path.write_text(
        f"---\nscoutcli: 1\ngame: {game}\nplayers:\n- name: Ann\n- name: Bo\n"
        f"rounds:\n- score: [-19, 5]\n- score: {end}\n"
    )
    arguments = ("pair", path, "--players", "Ann,Bo,Eve", "--size", "3", "--score", "points")
    ann, bo = {"scout": ("-9.5", "2.5"), "skyjo": ("41", "57")}[game]
    for form in ("table", "markdown"):
        text = program(*arguments, "--format", form).out
        assert f"Ann ({ann})" in text and f"Bo ({bo})" in text and "Eve (" not in text
    expected = {"Ann": float(ann), "Bo": float(bo), "Eve": None}
    rows = csv.DictReader(io.StringIO(program(*arguments, "--format", "csv").out))
    assert {
        row["player"]: float(row["score"]) if row["score"] else None for row in rows
    } == expected
    (table,) = json.loads(program(*arguments, "--format", "json").out)["tables"]
    assert {seat["name"]: seat["score"] for seat in table} == expected


def test_new_players_and_all_of_them_by_name(program: Program, log: Path) -> None:
    done = program("pair", log, "--size", "2", "--players", "Ann,Cy,Eve,Flo", "--format", "json")
    tables = json.loads(done.out)["tables"]
    assert [sorted(seat["name"] for seat in table) for table in tables] == [
        ["Ann", "Cy"], ["Eve", "Flo"],
    ]  # fmt: skip


def test_who_must_meet_again_is_said(program: Program, log: Path) -> None:
    done = program("pair", log, "--size", "2", "--players", "Ann,Bo")
    assert done.status == 0
    assert done.err == "Ann and Bo meet again, for the 2nd time.\n"


def test_heads_of_matches_can_be_gone_on_with(program: Program, tmp_path: Path) -> None:
    """What is written is a match file whose matches wait for their rounds."""
    done = program(
        "pair", "--game", "skyjo", "--players", "Ann,Bo,Cy,=1+1,Ed,Flo", "--size", "3", "--event",
        "Club", "--rules", "score_limit=60", "--format", "match",
    )  # fmt: skip
    assert done.status == 0
    path = tmp_path / "round.yaml"
    path.write_text(done.out)
    checked = program("validate", path)
    assert checked.status == 0 and "2 matches, all right" in checked.out
    found = program("stats", path, "--format", "json")
    assert found.status == 0
    assert done.out.count("event: Club\n") == done.out.count("stage: Round 1\n") == 2
    assert done.out.count("score_limit: 60\n") == 2
    assert 'table: "1"' in done.out and 'table: "2"' in done.out


def test_who_sat_out_at_the_start_is_known_and_does_not_sit_out_again(
    program: Program, tmp_path: Path
) -> None:
    """Of five players one finds no table; the heads of the matches say so, and the pad keeps it."""
    first = program(
        "pair", "--game", "scout", "--players", "Ann,Bo,Cy,Di,=Ed", "--size", "2",
        "--rules", "rounds=1", "--format", "match",
    )  # fmt: skip
    heads = ["---" + head for head in first.out.split("---")[1:]]
    byes = set(re.findall(r"(?m)^x-bye:\n- (.*)\n", first.out))
    assert len(heads) == 2 and len(byes) == 1
    names = {"Ann", "Bo", "Cy", "Di", "=Ed"}
    assert byes == names - set(re.findall(r"(?m)^- name: (.*)$", first.out))
    played = []
    for number, head in enumerate(heads):
        path = tmp_path / f"{number}.yaml"
        path.write_text(head)
        assert program("sheet", "--resume", path, "--plain", typed="5 3\nquit\n").status == 0
        played.append(path)
    second = json.loads(program("pair", *played, "--size", "2", "--format", "json").out)
    there = {seat["name"] for table in second["tables"] for seat in table}
    assert there | {seat["name"] for seat in second["byes"]} == names
    assert byes <= there
    assert next(
        seat["score"] for table in second["tables"] for seat in table if seat["name"] in byes
    ) == 1  # fmt: skip


def test_a_bye_that_the_log_does_not_tell_of_can_be_said(program: Program, log: Path) -> None:
    """Of three at a table of two one sits out: who did not before."""
    new = ("--players", "Eve,Flo,Gus", "--size", "2", "--format", "json")
    for player in ("Eve", "Flo", "Gus"):
        others = {"Eve", "Flo", "Gus"} - {player}
        done = program("pair", log, *new, "--had-bye", ",".join(others))
        assert [seat["name"] for seat in json.loads(done.out)["byes"]] == [player]


def test_the_log_can_come_in_any_order_and_the_seed_decides(program: Program, log: Path) -> None:
    one, other = (f"---{text}" for text in log.read_text().split("---")[1:])
    turned = log.with_name("turned.yaml")
    turned.write_text(other + one)
    outputs = {program("pair", path, "--size", "2").out for path in (log, turned)}
    assert len(outputs) == 1
    first = ("pair", "--game", "scout", "--players", ",".join("ABCDEFGH"), "--size", "2")
    rounds = {program(*first, "--seed", str(seed)).out for seed in range(4)}
    assert len(rounds) > 1
    assert program(*first).out == program(*first).out


def test_an_unfinished_match_is_named(program: Program, log: Path) -> None:
    text = sheet(["Ann", "Cy"], [5, 1], "R2")
    log.write_text(log.read_text() + text[: text.rindex("- score")])
    done = program("pair", log, "--size", "2")
    assert done.status == 0
    assert f"Without a result: {log}, match 3 (unfinished).\n" in done.err


def test_a_faulty_match_is_told_and_left_out(program: Program, log: Path) -> None:
    log.write_text(log.read_text() + sheet(["Ann", "Cy"], [5, 1], "R2").replace("[5, 1]", "[5]"))
    done = program("pair", log, "--size", "2")
    assert done.status == 1
    assert f"{log}:" in done.err and "error" in done.err
    assert "round 2" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "say which game with --game: no file says it [unknown-game]"),
        (["--game", "scout"], "0 players are too few for a table of 3"),
        (["--game", "scout", "--players", "A,B", "--size", "4"], "2 players are too few"),
        (["--game", "scout", "--players", "A,B", "--size", "9"], "there are no tables of 9"),
        (["--game", "scout", "--players", "A,B", "--size", "1"], "'1' is no size of a table"),
        (["--game", "scout", "--players", "A,B", "--size", "5-3"], "'5-3' is no size of a table"),
        (["--game", "scout", "--players", "Anna,Bo", "--without", "Ana"], "did you mean Anna?"),
        (["--game", "scout", "--players", "A,,B"], "names of printable characters"),
    ],
)
def test_what_is_wrong_is_said(program: Program, arguments: list[str], said: str) -> None:
    done = program("pair", *arguments)
    assert done.status == 2
    assert done.out == ""
    assert said in done.err


def test_names_cannot_do_harm(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "log.yaml"
    path.write_text(sheet(["\x1b[2JAnn", "|Bo|"], [5, 1], "R1"))
    for form in ("table", "markdown"):
        done = program("pair", path, "--size", "2", "--format", form)
        assert done.status == 0
        assert "\x1b" not in done.out + done.err
    assert "\\|Bo\\|" in done.out
