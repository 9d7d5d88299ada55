"""`scoutcli score`: points come from the moves, and each sort of record is counted apart."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.scoutcli.program import DAMAGED, VALID, Program, good


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setenv("COLUMNS", "100")
    return Program(capfd, monkeypatch)


def sheet(game: str, names: Sequence[str], *rounds: Sequence[object], rules: str = "") -> str:
    """A match of which only the points are noted."""
    players = "".join(f"- name: {name}\n" for name in names)
    scores = "".join(f"- score: [{', '.join(map(str, scores))}]\n" for scores in rounds)
    return f"---\nscoutcli: 1\ngame: {game}\nplayers:\n{players}{rules}rounds:\n{scores}"


def named(text: str, *names: str) -> str:
    """A match with other players."""
    for number, name in enumerate(names, 1):
        text = text.replace(f"- name: Seat {number}\n", f"- name: {name}\n")
    return text


def test_a_match_is_shown_round_by_round(scoutcli: Program) -> None:
    path = VALID / "scout-2.yaml"
    assert scoutcli("score", path) == (
        0,
        (
            f"{path}, match 1: SCOUT, Reference, 2026-11-29\n"
            "player      1    2    total\n"
            "--------  ---  ---  -------  ---\n"
            "Seat 1      7    7       14  won\n"
            "Seat 2      1   -2       -1\n"
            "\n"
            "SCOUT, all matches\n"
            "player      played    won    shared    points    a round\n"
            "--------  --------  -----  --------  --------  ---------\n"
            "Seat 1           1      1         0        14       7.00\n"
            "Seat 2           1      0         0        -1      -0.50\n"
            "\n"
            "1 match: 1 counted\n"
        ),
        "",
    )


def test_players_are_told_apart_by_name_over_all_files(scoutcli: Program, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(named(good(), "Ada", "Bo") + named(good(), "Cy", "Ada"))
    (tmp_path / "b.yaml").write_text(named(good(), "Bo", "Cy"))
    done = scoutcli("score", "--only", "players", tmp_path / "a.yaml", tmp_path / "b.yaml")
    assert done.status == 0
    # Who sits first wins 14 to -1. Each of the three has won one and lost one.
    assert done.out.splitlines()[3:6] == [
        "Ada              2      1         0        13       3.25",
        "Bo               2      1         0        13       3.25",
        "Cy               2      1         0        13       3.25",
    ]
    assert done.out.endswith("\n3 matches: 3 counted\n")


def test_in_skyjo_the_lowest_wins_and_games_are_not_mixed(
    scoutcli: Program, tmp_path: Path
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        sheet("skyjo", ["Ada", "Bo", "Cy"], [60, 20, 41], [45, 20, -1])
        + sheet("scout", ["Ada", "Bo"], [9, 4], [1, 2])
    )
    done = scoutcli("score", path)
    assert done.status == 0
    # Totals 105, 40, 40: the game is over at 100, and two share the win.
    assert "Ada        60   45      105\n" in done.out
    assert "Bo         20   20       40  shared\nCy         41   -1       40  shared\n" in done.out
    skyjo, scout = done.out.split("that could not be verified\n")[1:]
    assert [line.split() for line in skyjo.splitlines()[2:5]] == [
        ["Bo", "1", "0", "1", "40", "20.00"],
        ["Cy", "1", "0", "1", "40", "20.00"],
        ["Ada", "1", "0", "0", "105", "52.50"],
    ]
    assert [line.split() for line in scout.splitlines()[2:4]] == [
        ["Ada", "1", "1", "0", "10", "5.00"],
        ["Bo", "1", "0", "0", "6", "3.00"],
    ]


def test_the_best_stand_first(scoutcli: Program, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    rules = "rules:\n  rounds: 1\n"
    path.write_text(
        sheet("skyjo", ["Ada", "Bo"], [3, 9], rules=rules) * 2
        + sheet("skyjo", ["Cy", "Ada"], [2, 30], rules=rules)
        + sheet("skyjo", ["Dan", "Eve", "Cy"], [1, 1, 50], rules=rules)
        + sheet("skyjo", ["Fay", "Bo"], [8, 7], rules=rules)
    )
    done = scoutcli("score", "--only", "players", "--format", "csv", path)
    rows = list(csv.DictReader(io.StringIO(done.out)))
    # Most won, then shared, then fewest points a round: Fay 8, and Bo has won one.
    assert [row["player"] for row in rows] == ["Ada", "Bo", "Cy", "Dan", "Eve", "Fay"]
    assert [(row["won"], row["shared"]) for row in rows] == [
        ("2", "0"), ("1", "0"), ("1", "0"), ("0", "1"), ("0", "1"), ("0", "0"),
    ]  # fmt: skip


def test_points_come_from_the_moves_and_a_difference_is_told(scoutcli: Program) -> None:
    path = DAMAGED / "0067-score.yaml"
    right = scoutcli("score", "--format", "json", "--only", "matches", VALID / "0067.yaml")
    done = scoutcli("score", "--format", "json", "--only", "matches", path)
    assert done.status == 1
    assert f"{path}:37:" in done.err
    assert "[wrong-score]" in done.err
    assert json.loads(done.out.splitlines()[0]) | {"file": ""} == json.loads(
        right.out.splitlines()[0]
    ) | {"file": ""}


@pytest.mark.parametrize(
    ("name", "code"),
    [("0054-total.yaml", "wrong-total"), ("0059-winners.yaml", "wrong-winners")],
)
def test_a_wrong_total_or_winner_is_told_and_the_match_counts(
    scoutcli: Program, name: str, code: str
) -> None:
    done = scoutcli("score", DAMAGED / name)
    assert done.status == 1
    assert f"[{code}]" in done.err
    assert done.out.endswith("\n1 match: 1 counted\n")


def test_each_sort_of_record_is_counted_apart(scoutcli: Program) -> None:
    names = ("valid/scout-2", "valid/hand-sheet", "valid/hand-unfinished", "damaged/0047-pos")
    done = scoutcli("score", *(VALID.parent / f"{name}.yaml" for name in names))
    assert done.status == 1
    assert done.out.endswith("\n4 matches: 1 counted, 1 not verified, 1 unfinished, 1 at fault\n")
    assert "hand-sheet.yaml, match 1: SKYJO, 2026-11-28 (not verified)\n" in done.out
    assert "hand-unfinished.yaml, match 1: SCOUT, Reference, 2026-11-29 (unfinished)\n" in done.out
    assert "0047-pos.yaml, match 1: SCOUT, Reference, 2026-11-29 (at fault, not counted)\n" in (
        done.out
    )
    assert "0047-pos.yaml:30:" in done.err
    # Of the round that is not over nothing is shown, and of a score nobody noted an x.
    assert "Seat 3     17   11       28\n" in done.out
    assert "Chloé      18   40    x        x\n" in done.out
    assert "SKYJO, all matches that could not be verified\n" in done.out
    assert done.out.count("SCOUT, all matches\n") == 1


def test_csv_has_two_tables(scoutcli: Program) -> None:
    done = scoutcli("score", "--format", "csv", VALID / "scout-2.yaml", VALID / "hand-sheet.yaml")
    assert done.status == 0
    matches, players = done.out.split("\n\n")
    rows = list(csv.DictReader(io.StringIO(matches)))
    keys = ("match", "game", "seat", "points", "result")
    assert [tuple(row[key] for key in keys) for row in rows] == [
        ("1", "scout", "1", "14", "won"),
        ("1", "scout", "2", "-1", ""),
        ("1", "skyjo", "1", "30", ""),
        ("1", "skyjo", "2", "102", ""),
        ("1", "skyjo", "3", "", ""),
    ]  # fmt: skip
    assert [row["verified"] for row in rows] == ["yes", "yes", "no", "no", "no"]
    assert players.splitlines()[:3] == [
        "game,verified,player,played,won,shared,rounds,points,average",
        "scout,yes,Seat 1,1,1,0,2,14,7.0000",
        "scout,yes,Seat 2,1,0,0,2,-1,-0.5000",
    ]
    assert done.err == "2 matches: 1 counted, 1 not verified\n"


def test_csv_of_nothing_still_has_its_head(scoutcli: Program) -> None:
    done = scoutcli("score", "--format", "csv", "--only", "players", "-", typed="")
    assert done.status == 1
    assert done.out == "game,verified,player,played,won,shared,rounds,points,average\n"
    assert "there is no match in this file" in done.err


def test_json_is_an_object_a_line(scoutcli: Program) -> None:
    done = scoutcli("score", "--format", "json", VALID / "scout-2.yaml", DAMAGED / "0047-pos.yaml")
    match, faulty, first, second, last = map(json.loads, done.out.splitlines())
    assert match == {
        "file": str(VALID / "scout-2.yaml"),
        "match": 1,
        "game": "scout",
        "status": "finished",
        "verified": True,
        "players": ["Seat 1", "Seat 2"],
        "rounds": [[7, 1], [7, -2]],
        "total": [14, -1],
        "winners": [1],
    }
    assert faulty == {
        "file": str(DAMAGED / "0047-pos.yaml"), "match": 1, "game": "scout", "status": "faulty",
    }  # fmt: skip
    assert first == {
        "player": "Seat 1", "game": "scout", "verified": True, "played": 1, "won": 1,
        "shared": 0, "rounds": 2, "points": 14, "average": 7.0,
    }  # fmt: skip
    assert second["player"] == "Seat 2"
    assert last == {
        "summary": {"matches": 2, "verified": 1, "unverified": 0, "unfinished": 0, "faulty": 1}
    }


def test_markdown_names_cannot_break_the_table(scoutcli: Program) -> None:
    text = named(good(), "'A | *B*'", '"\\e[1m<b>"')
    done = scoutcli("score", "--format", "markdown", "-", typed=text)
    assert done.status == 0
    assert "### -, match 1: SCOUT, Reference, 2026-11-29\n\n| player" in done.out
    assert "| A \\| \\*B\\*" in done.out
    assert "| \\\\x1b\\[1m\\<b\\>" in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize("form", ["table", "csv", "markdown", "json"])
def test_nothing_steers_the_terminal(scoutcli: Program, form: str) -> None:
    text = named(good(), '"\\e[31mAda\\u202e"').replace("event: Reference", 'event: "\\e[0m\\n"')
    done = scoutcli("score", "--format", form, "-", typed=text)
    assert done.status == 0
    assert "Ada" in done.out
    assert not {"\x1b", "\u202e"} & set(done.out)


def test_a_long_match_is_shown_by_its_totals(scoutcli: Program) -> None:
    text = sheet("skyjo", ["Ada", "Bo"], *[[5, 6]] * 13)
    done = scoutcli("score", "-", typed=text)
    assert done.out.startswith(
        "-, match 1: SKYJO (unfinished)\n"
        "player      total\n"
        "--------  -------  --\n"
        "Ada            65\n"
    )


def test_a_position_alone_is_an_unfinished_match(scoutcli: Program) -> None:
    done = scoutcli("score", "-", typed="1.K 2.F\n1.S3:44")
    assert done.status == 0
    assert done.out.endswith("1 match: 1 unfinished\n")


def test_what_cannot_be_read_does_not_stop_the_others(scoutcli: Program) -> None:
    done = scoutcli("score", "nowhere.yaml", VALID / "scout-2.yaml")
    assert done.status == 1
    assert done.err == (
        "nowhere.yaml: error: the file cannot be read: No such file or directory "
        "[unreadable-file]\n"
    )
    assert done.out.endswith("1 match: 1 counted\n")
