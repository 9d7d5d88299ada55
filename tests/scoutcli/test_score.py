"""`scoutcli score`: points come from the moves, and each sort of record is counted apart."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.scoutcli.program import DAMAGED, VALID, Program, good
from tests.scoutcli.sheets import sheet

PLAYERS_HEAD = (
    "game,verified,place,player,id,wins,average,average_low,average_high,played,won,shared,"
    "points,rounds,mean_place,faults"
)


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setenv("COLUMNS", "100")
    return Program(capfd, monkeypatch)


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
            "player  1   2  total\n"
            "------  -  --  -----  ---\n"
            "Seat 1  7   7     14  won\n"
            "Seat 2  1  -2     -1\n"
            "\n"
            "SCOUT, all matches\n"
            "place  player  wins  a round  played  won  shared  points  rounds  mean place\n"
            "-----  ------  ----  -------  ------  ---  ------  ------  ------  ----------\n"
            "    1  Seat 1     1     7.00       1    1       0      14       2        1.00\n"
            "    2  Seat 2     0    -0.50       1    0       0      -1       2        2.00\n"
            "Ranked by wins, then by a round.\n"
            "\n"
            "1 match: 1 counted\n"
        ),
        "",
    )


@pytest.mark.parametrize("where", [[], ["-w", "game = scout"], ["-w", "status = finished"]])
def test_text_in_another_encoding_is_told_and_is_no_match(
    scoutcli: Program, tmp_path: Path, where: list[str]
) -> None:
    """As for all that read logs; what it says nobody knows, so no condition leaves it out."""
    path = tmp_path / "log.yaml"
    path.write_bytes(good().encode() + good().encode("utf-16") + good().encode())
    done = scoutcli("score", path, *where)
    assert done.status == 1 and done.out.endswith("\n2 matches: 2 counted\n")
    assert done.err.count("error") == 1 and "[wrong-encoding]" in done.err
    stats = scoutcli("stats", path, "--format", "json")
    assert (stats.status, json.loads(stats.out.splitlines()[-1])["matches"]) == (1, 2)


def test_players_are_told_apart_by_name_over_all_files(scoutcli: Program, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(named(good(), "Ada", "Bo") + named(good(), "Cy", "Ada"))
    (tmp_path / "b.yaml").write_text(named(good(), "Bo", "Cy"))
    done = scoutcli("score", "--only", "players", tmp_path / "a.yaml", tmp_path / "b.yaml")
    assert done.status == 0
    # Who sits first wins 14 to -1. Each of the three has won one and lost one: they share a place.
    # Matches of 14 and -1 in two rounds each: 3.25 a round. Cochran's interval of a ratio:
    # t(1 df) = 12.706, sum of (y - 3.25 x)^2 = 2 * 7.5^2, mean of x 2: 12.706 * 7.5 / 2 = 47.65.
    assert [line.split()[:6] for line in done.out.splitlines()[3:6]] == [
        ["1", "Ada", "1", "3.25", "47.65", "2"],
        ["1", "Bo", "1", "3.25", "47.65", "2"],
        ["1", "Cy", "1", "3.25", "47.65", "2"],
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
    assert "Ada     60  45    105\n" in done.out
    assert "Bo      20  20     40  shared\nCy      41  -1     40  shared\n" in done.out
    scout, skyjo = done.out.split("that could not be verified\n")[1:]
    assert skyjo.splitlines()[0].split() == (
        [
            "place",
            "player",
            "wins",
            "a",
            "round",
            "played",
            "won",
            "shared",
            "points",
            "rounds",
            "mean",
            "place",
        ]
    )
    # Each has half of the win, and of the places 1 and 2 they share the first.
    assert [line.split() for line in skyjo.splitlines()[2:5]] == [
        ["1", "Bo", "0.5", "20.00", "1", "0", "1", "40", "2", "1.00"],
        ["1", "Cy", "0.5", "20.00", "1", "0", "1", "40", "2", "1.00"],
        ["3", "Ada", "0", "52.50", "1", "0", "0", "105", "2", "3.00"],
    ]
    assert "in SKYJO the fewest points are best" in skyjo
    assert [line.split() for line in scout.splitlines()[2:4]] == [
        ["1", "Ada", "1", "5.00", "1", "1", "0", "10", "2", "1.00"],
        ["2", "Bo", "0", "3.00", "1", "0", "0", "6", "2", "2.00"],
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
    # Most won, a shared win by half, then fewest points a round: Bo 9, 9 and 7, Cy 2 and 50.
    assert [row["player"] for row in rows] == ["Ada", "Bo", "Cy", "Dan", "Eve", "Fay"]
    assert [(row["place"], row["wins"], row["won"], row["shared"]) for row in rows] == [
        ("1", "2.0", "2", "0"), ("2", "1.0", "1", "0"), ("3", "1.0", "1", "0"),
        ("4", "0.5", "0", "1"), ("4", "0.5", "0", "1"), ("6", "0.0", "0", "0"),
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
    assert done.out.endswith(
        "\n1 match: 1 counted; 1 noted figure differs from the moves, which count\n"
    )


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
    assert "Seat 3  17  11     28\n" in done.out
    assert "Chloé   18  40   x      x\n" in done.out
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
        PLAYERS_HEAD,
        "scout,yes,1,Seat 1,Seat 1,1.0,7.0,,,1,1,0,14,2,1.0,0",
        "scout,yes,2,Seat 2,Seat 2,0.0,-0.5,,,1,0,0,-1,2,2.0,0",
    ]
    assert done.err == "2 matches: 1 counted, 1 not verified\n"


def test_csv_of_nothing_still_has_its_head(scoutcli: Program) -> None:
    done = scoutcli("score", "--format", "csv", "--only", "players", "-", typed="")
    assert done.status == 1
    assert done.out == f"{PLAYERS_HEAD}\n"
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
        "table": "standings", "place": 1, "player": "Seat 1", "id": "Seat 1", "game": "scout",
        "verified": True, "played": 1, "wins": 1, "won": 1, "shared": 0, "rounds": 2, "points": 14,
        "average": 7.0, "average_low": None, "average_high": None, "mean_place": 1, "faults": 0,
    }  # fmt: skip
    assert second["player"] == "Seat 2"
    assert last == {
        "summary": {
            "matches": 2, "verified": 1, "unverified": 0, "unfinished": 0, "forfeited": 0,
            "faulty": 1, "left_out": 0, "differing": 0,
        }
    }  # fmt: skip


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
        "-, match 1: SKYJO (unfinished)\nplayer  total\n------  -----\nAda        65\n"
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
