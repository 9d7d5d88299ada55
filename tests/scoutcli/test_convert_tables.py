"""`scoutcli convert`: the tables, as CSV and as Parquet, asked in SQL, and back to match files."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest
from pyarrow import parquet

import games
from notation.yamltext import quote
from scoutcli.commands.convert import PAGE, QUERY
from scoutcli.data import parquet as tables
from scoutcli.data.cells import cell
from scoutcli.data.columns import KINDS, MATCHES, TABLES, TOLD
from scoutcli.data.rows import day
from tests.dressing import Maker, Pen
from tests.scoutcli.program import DAMAGED, ROOT, VALID, Program, good

SAMPLES = ROOT / "examples" / "matches"
QUERIES = ROOT / "examples" / "queries"

SHEET = """\
---
scoutcli: 1
game: skyjo
event: "=HYPERLINK(1)"
date: 2026-11-30 20:15
players:
- name: "-Ann\\0\\e[31m"
  bot: greedy 0.1.0
- name: "Bo,\\n\\"Bo\\""
  team: '@home'
rules:
  score_limit: 50
rounds:
- score: [10, 3]
- score: [x, 4]
"""

PLAYED = """\
---
scoutcli: 1
game: scout
players:
- name: Ann
- name: Bo
rounds:
- deal: |
    1: 4T 15 65 97 75 23 78 8T 6T 54 T5
    2: 86 92 72 73 24 T1 74 63 3T 89 2T
  moves: |
    {[%luck +0.25 -0.25] a start} 1.K 2.F
    2.S3:234 $1 {[%eq +1.50] [%loss 0.20] bold} {[%mine a b] and good} 1.R42@11 ( 1.R42@10 )
    1.S9:654 {[%eq much] [%luck 1]}
"""


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def asked(query: str, folder: Path) -> list[tuple[Any, ...]]:
    """The answer to a query whose tables lie in a folder."""
    with duckdb.connect() as connection:
        connection.execute(f"SET file_search_path = '{folder}'")
        return connection.execute(query).fetchall()


def copied(query: str, folder: Path, name: str) -> None:
    """Write the answer into a file of the folder."""
    asked(f"COPY ({query}) TO '{folder / name}'", folder)


# What stands in the tables


def test_a_match_is_a_row(scoutcli: Program) -> None:
    done = scoutcli("convert", "--to", "csv", "--columns=-record", SAMPLES / "match.yaml")
    (row,) = rows_of(done.out)
    assert list(row) == [column.name for column in MATCHES[:-1]]
    wanted = {
        "match": "1", "line": "1", "game": "scout", "event": "Reference", "date": "2026-11-29",
        "day": "2026-11-29", "players": "4", "status": "finished", "verified": "true",
        "rounds": "4", "total": "[53, 35, 55, 35]", "places": "[2, 3, 1, 3]", "winners": "[3]",
        "practice": "false", "site": "", "bots": "", "lost": "",
    }  # fmt: skip
    assert {name: row[name] for name in wanted} == wanted
    assert json.loads(row["names"]) == ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    assert json.loads(row["rules"])["exempt"] == "owner"  # a default is there, too


def test_a_seat_in_a_round_is_a_row(scoutcli: Program) -> None:
    done = scoutcli("convert", "--to", "csv", "--table", "rounds", SAMPLES / "match.yaml")
    rows = rows_of(done.out)
    assert len(rows) == 4 * 4
    assert [(row["round"], row["seat"]) for row in rows[:5]] == [
        ("1", "1"), ("1", "2"), ("1", "3"), ("1", "4"), ("2", "1"),
    ]  # fmt: skip
    assert [row["score"] for row in rows[:4]] == ["10", "4", "18", "7"]
    assert [row["total"] for row in rows[-4:]] == ["53", "35", "55", "35"]
    assert rows[0]["dealt"] == "59 43 79 58 5T 31 78 12 36 T4 54"
    assert [row["starts"] for row in rows[:8]] == [
        "true", "false", "false", "false", "false", "true", "false", "false",
    ]  # fmt: skip
    assert rows[0]["end"] == "emptied"


def test_a_move_is_a_row(scoutcli: Program) -> None:
    done = scoutcli("convert", "--to", "csv", "--table", "moves", "-", typed=PLAYED)
    assert done.status == 0, done.err
    rows = rows_of(done.out)
    told = ("step", "move", "kind", "seat", "player", "text", "judgement", "comment", "variations")
    assert [tuple(row[name] for name in told) for row in rows] == [
        ("1", "", "choice", "1", "Ann", "K", "", "", "0"),
        ("2", "", "choice", "2", "Bo", "F", "", "", "0"),
        ("3", "1", "move", "2", "Bo", "S3:234", "1", "bold and good", "0"),
        ("4", "2", "move", "1", "Ann", "R42@11", "", "", "1"),
        ("5", "3", "move", "1", "Ann", "S9:654", "", "", "0"),
    ]
    assert (rows[2]["eq"], rows[2]["loss"]) == ("1.5", "0.2")
    assert json.loads(rows[2]["values"]) == {"eq": "+1.50", "loss": "0.20", "mine": "a b"}
    assert (rows[4]["eq"], rows[4]["luck"]) == ("", "")  # no number, and not one for each seat
    rounds = rows_of(scoutcli("convert", "--to", "csv", "--table", "rounds", "-", typed=PLAYED).out)
    assert [row["deal_luck"] for row in rounds] == ["0.25", "-0.25"]
    assert [(row["ended"], row["score"], row["moves"]) for row in rounds] == [
        ("false", "", "2"), ("false", "", "1"),
    ]  # fmt: skip


def skyjo_at_random(seed: int) -> str:
    """A match of eight, in which the draw pile may run out."""
    rules, _ = games.get("skyjo").rules(8)
    return Pen().write(Maker("skyjo", rules, {}, random.Random(seed), ["Ann"], ["well"]).make())


def test_chance_has_no_seat(scoutcli: Program) -> None:
    text = next(text for text in map(skyjo_at_random, range(50)) if " N" in text)
    done = scoutcli("convert", "--to", "csv", "--table", "moves", "-", typed=text)
    chance = [row for row in rows_of(done.out) if row["kind"] == "chance"]
    assert chance
    assert all(row["text"].startswith("N") and not row["seat"] for row in chance)
    assert all(not row["move"] and not row["player"] for row in chance)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2026-11-30", date(2026, 11, 30)),
        ("2026-11-30 20:15", date(2026, 11, 30)),
        ("2026-11-30T20:15:00Z", date(2026, 11, 30)),
        ("2026-02-30", None),
        ("2026-11", None),
        ("20261130", None),
        ("2026-11-301", None),
        ("last Monday", None),
        (None, None),
    ],
)
def test_a_date_is_one_or_stays_text(text: str | None, found: date | None) -> None:
    assert day(text) == found


def test_parquet_has_types_and_help(scoutcli: Program, tmp_path: Path) -> None:
    paths = [SAMPLES / name for name in ("match.yaml", "skyjo.yaml", "unfinished.yaml")]
    assert scoutcli("convert", "--into", tmp_path / "t", *paths).status == 0
    for name, columns in TABLES.items():
        schema = parquet.read_schema(tmp_path / "t" / f"{name}.parquet")
        assert schema.names == [column.name for column in columns]
        helps = [schema.field(column.name).metadata[b"help"].decode() for column in columns]
        assert helps == [column.help for column in columns]
    schema = parquet.read_schema(tmp_path / "t" / "matches.parquet")
    said = [str(schema.field(name).type) for name in ("day", "total", "rules", "verified")]
    assert said == ["date32[day]", "list<element: int64>", "map<string, string ('rules')>", "bool"]
    assert asked("SELECT total, rules['flip'] FROM 'matches.parquet'", tmp_path / "t") == [
        ([53, 35, 55, 35], "swap"), ([97, 131], None), ([-8, 1, 28], "swap"),
    ]  # fmt: skip


def test_points_are_those_of_the_moves_and_that_is_told(scoutcli: Program) -> None:
    done = scoutcli("convert", "--to", "csv", "--columns", "total,record", SAMPLES / "damaged.yaml")
    (row,) = rows_of(done.out)
    assert row["total"] == "[-1, 10]"
    assert json.loads(row["record"])["total"] == [0, 10]
    assert done.status == 1
    assert "damaged.yaml:34:9: error: the points of seat 1 sum to -1, not 0" in done.err


def test_without_a_match_there_is_the_head_alone(scoutcli: Program, tmp_path: Path) -> None:
    empty = tmp_path / "empty.yaml"
    empty.write_text("# nothing\n")
    done = scoutcli("convert", "--to", "csv", "--columns", "file,match", empty)
    assert (done.status, done.out) == (1, "file,match\n")
    out = tmp_path / "a.parquet"
    assert scoutcli("convert", "-o", out, empty).status == 1
    assert parquet.read_metadata(out).num_rows == 0


def test_row_groups_are_bounded(
    scoutcli: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log.yaml"
    log.write_text(good() * 7)
    monkeypatch.setattr(tables, "GROUP_ROWS", 3)
    assert scoutcli("convert", "-o", tmp_path / "a.parquet", log).status == 0
    metadata = parquet.read_metadata(tmp_path / "a.parquet")
    sizes = [metadata.row_group(at).num_rows for at in range(metadata.num_row_groups)]
    assert sizes == [3, 3, 1]
    monkeypatch.setattr(tables, "GROUP_BYTES", 1)
    assert scoutcli("convert", "-o", tmp_path / "b.parquet", log).status == 0
    assert parquet.read_metadata(tmp_path / "b.parquet").num_row_groups == 7


# Hostile texts


def test_no_cell_is_a_formula_and_no_control_character_is_in_one(scoutcli: Program) -> None:
    for table in TABLES:
        out = scoutcli("convert", "--to", "csv", "--table", table, "-", typed=SHEET).out
        assert not set(out) & set(map(chr, [*range(10), *range(11, 32), 127]))
        for row in csv.reader(io.StringIO(out)):
            for text in row:
                assert text.isascii() and not text.startswith(("=", "+", "@"))
                assert not text.startswith("-") or text[1:].isdigit()
    rounds = rows_of(scoutcli("convert", "--to", "csv", "--table", "rounds", "-", typed=SHEET).out)
    assert rounds[0]["player"] == "'-Ann\\x00\\x1b[31m"
    assert rounds[1]["player"] == 'Bo,\\x0a"Bo"'
    assert rounds[1]["team"] == "'@home"


@pytest.mark.parametrize("start", list("=+-@＝＋－＠"))
def test_every_sign_of_a_formula_is_kept_from_the_start(start: str) -> None:
    assert cell("text", f"{start}1") == f"'{start}1"
    assert cell("text", f"a{start}1") == f"a{start}1"
    assert cell("int", -1) == "-1"  # a number is one


def test_texts_are_in_parquet_as_they_are(scoutcli: Program, tmp_path: Path) -> None:
    out = tmp_path / "a.parquet"
    assert scoutcli("convert", "-o", out, "-", typed=SHEET).status == 0
    (row,) = parquet.read_table(out).to_pylist()
    assert row["names"] == ["-Ann\0\x1b[31m", 'Bo,\n"Bo"']
    assert (row["event"], row["date"]) == ("=HYPERLINK(1)", "2026-11-30 20:15")
    assert row["day"] == date(2026, 11, 30)
    assert row["total"] == [None, 7]


# And back


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_table_of_matches_becomes_match_files_again(
    form: str, scoutcli: Program, tmp_path: Path
) -> None:
    paths = sorted(VALID.glob("*.yaml"))
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text(SHEET, encoding="utf-8")
    table = tmp_path / f"a.{form}"
    assert scoutcli("convert", "-o", table, *paths, sheet).status == 0
    done = scoutcli("convert", "--to", "yaml", table)
    assert done.status == 0, done.err
    assert done.out == scoutcli("fmt", *paths, sheet).out


ODD = (
    "\0\t\n\r\x1f\x7f\x85\x9f\xa0\xad\u061c\u200b\u2028\u2029\u202e\ufeff\ufffd"
    "\U0001f600\U000e0001\"',;\\=#"
)
"""What ends a line somewhere, steers, is not to be seen, or stands for something."""


@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl"])
def test_odd_characters_are_there_again(form: str, scoutcli: Program, tmp_path: Path) -> None:
    path, table = tmp_path / "odd.yaml", tmp_path / f"odd.{form}"
    path.write_text(
        "".join(
            SHEET.replace('"=HYPERLINK(1)"', quote(f"a{char}b")).replace(
                "'@home'", quote(f"{char}b")
            )
            for char in ODD
        ),
        encoding="utf-8",
    )
    assert scoutcli("convert", "-o", table, path).status == 0
    steering = {chr(code) for code in (*range(10), *range(11, 32), *range(127, 160))}
    if form != "parquet":
        assert not set(table.read_text(encoding="utf-8")) & {*steering, "\u2028", "\u2029"}
    done = scoutcli("convert", "--to", "yaml", table)
    assert done == (0, scoutcli("fmt", path).out, "")


def test_a_line_end_of_four_digits_is_written_with_them() -> None:
    assert cell("text", "a\u2028b\u2029") == "a\\u2028b\\u2029"
    assert json.loads(cell("texts", ["a\u2028b\x85"])) == ["a\u2028b\x85"]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_what_was_filtered_in_sql_is_still_all_there(
    form: str, scoutcli: Program, tmp_path: Path
) -> None:
    log = tmp_path / "log.yaml"
    log.write_text(good() + (SAMPLES / "skyjo.yaml").read_text(encoding="utf-8"))
    scoutcli("convert", "-o", tmp_path / f"a.{form}", log)
    copied(f"FROM 'a.{form}' WHERE game = 'skyjo'", tmp_path, f"b.{form}")
    done = scoutcli("convert", "--to", "yaml", tmp_path / f"b.{form}")
    assert done == (0, (SAMPLES / "skyjo.yaml").read_text(encoding="utf-8"), "")


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("table", ["rounds", "moves"])
def test_a_table_that_does_not_hold_all_says_what_is_missing(
    form: str, table: str, scoutcli: Program, tmp_path: Path
) -> None:
    path = tmp_path / f"a.{form}"
    scoutcli("convert", "--table", table, "-o", path, SAMPLES / "match.yaml")
    done = scoutcli("convert", "--to", "yaml", path)
    assert (done.status, done.out) == (1, "")
    assert "error: there is no column record: match files are made from it alone" in done.err


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_column_that_was_changed_is_not_passed_over(
    form: str, scoutcli: Program, tmp_path: Path
) -> None:
    scoutcli(
        "convert", "-o", tmp_path / f"a.{form}", VALID / "scout-2.yaml", VALID / "hand-sheet.yaml"
    )
    final = "SELECT * REPLACE (CASE game WHEN 'scout' THEN 'Final' ELSE event END AS event)"
    copied(f"FROM 'a.{form}' {final}", tmp_path, f"b.{form}")
    rest = tmp_path / "rest.jsonl"
    done = scoutcli("convert", "--to", "yaml", "--rest", rest, tmp_path / f"b.{form}")
    assert done.status == 1
    assert f"b.{form}:{2 if form == 'csv' else 1}: error: the column event says" in done.err
    assert done.out == scoutcli("fmt", VALID / "hand-sheet.yaml").out
    assert scoutcli("convert", "--to", "yaml", rest).out == good()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.csv", b"record\nx,y\n", "line 2 has 2 cells, the first line 1"),
        ("a.csv", b'record\n"x\n', "no CSV"),
        ("a.csv", b"record,record\nx,y\n", "two columns"),
        ("a.csv", b"record\n\xff\n", "0xFF is no UTF-8"),
        ("a.csv", b"record,game\n,scout\n", "a.csv:2: error: no text stands in the column record"),
        ("a.csv", b"record\nhm\n", "a.csv:2: error: this is no JSON"),
        ("a.csv", b"", "there is no match in this file"),
        ("a.parquet", b"PAR1 no", "no Parquet file that can be read"),
        ("a.parquet", b"", "no Parquet file that can be read"),
    ],
)  # fmt: skip
def test_a_damaged_table_is_told(
    name: str, data: bytes, said: str, scoutcli: Program, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)
    done = scoutcli("convert", "--to", "yaml", tmp_path / name)
    assert (done.status, done.out) == (1, "")
    assert said in done.err


def test_a_cut_parquet_file_is_told(scoutcli: Program, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    scoutcli("convert", "-o", path, *sorted(VALID.glob("*.yaml")))
    data = path.read_bytes()
    columns = parquet.read_metadata(path)
    record = columns.row_group(0).column(columns.num_columns - 1)  # a map makes two columns
    assert record.path_in_schema == "record"
    assert not (record.is_stats_set or record.has_dictionary_page)
    inside = record.data_page_offset + record.total_compressed_size // 2
    for wrong in (data[: len(data) // 2], data[:inside] + b"damage" + data[inside + 6 :]):
        path.write_bytes(wrong)
        done = scoutcli("convert", "--to", "jsonl", path)
        assert done.status == 1
        assert "a.parquet: error: this is no Parquet file that can be read" in done.err


# Files


def test_a_file_can_be_named_after_its_table(scoutcli: Program, tmp_path: Path) -> None:
    rounds, other = tmp_path / "rounds.csv", tmp_path / "other.csv"
    scoutcli("convert", "-o", rounds, SAMPLES / "match.yaml")
    scoutcli("convert", "-o", other, SAMPLES / "match.yaml")
    heads = [path.read_text(encoding="utf-8").splitlines()[0] for path in (rounds, other)]
    assert heads == [
        ",".join(column.name for column in TABLES[name]) for name in ("rounds", "matches")
    ]
    scoutcli("convert", "--table", "matches", "-o", rounds, SAMPLES / "match.yaml")
    assert rounds.read_text(encoding="utf-8").splitlines()[0] == heads[1]


def test_nothing_is_replaced_unasked_and_all_or_nothing(scoutcli: Program, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    folder.mkdir()
    (folder / "moves.parquet").write_text("mine")
    done = scoutcli("convert", "--into", folder, SAMPLES / "match.yaml")
    assert done.status == 1
    assert "moves.parquet is there already" in done.err
    assert [path.name for path in folder.iterdir()] == ["moves.parquet"]
    assert scoutcli("convert", "--into", folder, "--force", SAMPLES / "match.yaml").status == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "matches.parquet", "moves.parquet", "rounds.parquet",
    ]  # fmt: skip


def test_parquet_goes_through_a_pipe(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scoutcli", "convert", "--to", "parquet", SAMPLES / "match.yaml"],
        cwd=ROOT, capture_output=True, check=True,
    )  # fmt: skip
    (tmp_path / "a.parquet").write_bytes(done.stdout)
    assert asked("SELECT game FROM 'a.parquet'", tmp_path) == [("scout",)]


def test_what_parquet_needs_is_said(
    scoutcli: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = scoutcli("convert", "-o", tmp_path / "a.parquet", SAMPLES / "match.yaml")
    assert done.status == 2
    assert "pip install 'scoutcli[data]'" in done.err
    assert list(tmp_path.iterdir()) == []


def test_matches_at_fault_are_in_no_table(scoutcli: Program, tmp_path: Path) -> None:
    rest = tmp_path / "rest.yaml"
    wrong = DAMAGED / "0047-pos.yaml"
    done = scoutcli(
        "convert", "--into", tmp_path / "t", "--rest", rest, VALID / "scout-2.yaml", wrong
    )
    assert done.status == 1
    assert f"{wrong}:" in done.err
    assert rest.read_bytes().rstrip() == wrong.read_bytes().rstrip()
    for name in TABLES:
        rows = parquet.read_table(tmp_path / "t" / f"{name}.parquet").to_pylist()
        assert {row["file"] for row in rows} == {str(VALID / "scout-2.yaml")}


# Questions


@pytest.fixture(scope="module")
def annotated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of a few matches; one has the notes of an analysis."""
    folder = tmp_path_factory.mktemp("queries")
    noted = folder / "noted.yaml"
    noted.write_text(PLAYED.replace("[%luck 1]", "[%luck +2.00 -2.00]"))
    paths = [SAMPLES / "match.yaml", SAMPLES / "skyjo.yaml", SAMPLES / "unfinished.yaml", noted]
    subprocess.run(
        [sys.executable, "-m", "scoutcli", "convert", "--into", folder / "tables", *paths],
        cwd=ROOT, check=True,
    )  # fmt: skip
    return folder


def query(name: str, folder: Path) -> list[tuple[Any, ...]]:
    return asked((QUERIES / f"{name}.sql").read_text(encoding="utf-8"), folder)


def test_standings_by_sql_are_those_of_the_matches(annotated: Path) -> None:
    # The totals are [53, 35, 55, 35] in four rounds of SCOUT, [97, 131] in four of SKYJO.
    assert query("standings", annotated) == [
        ("scout", "Seat 3", 1, 1, 0, 55, 13.75),
        ("scout", "Seat 1", 1, 0, 0, 53, 13.25),
        ("scout", "Seat 2", 1, 0, 0, 35, 8.75),
        ("scout", "Seat 4", 1, 0, 0, 35, 8.75),
        ("skyjo", "Seat 1", 1, 1, 0, 97, 24.25),
        ("skyjo", "Seat 2", 1, 0, 0, 131, 32.75),
    ]


def test_the_pairs_of_the_example(annotated: Path) -> None:
    pairs = {row[:3]: row[3:] for row in query("pairs", annotated)}
    assert len(pairs) == 4 * 3 + 2
    assert pairs["scout", "Seat 2", "Seat 4"] == (1, 0, 1)
    assert pairs["scout", "Seat 3", "Seat 1"] == (1, 1, 0)
    assert pairs["skyjo", "Seat 2", "Seat 1"] == (1, 0, 0)


def test_the_luck_of_the_example(annotated: Path) -> None:
    assert query("luck", annotated) == [("Bo", 1, 0.2, -2.25)]


def test_every_query_of_the_examples_is_named_and_has_an_answer(annotated: Path) -> None:
    names = sorted(path.stem for path in QUERIES.glob("*.sql"))
    said = (QUERIES / "README.md").read_text(encoding="utf-8")
    for name in names:
        assert f"`{name}.sql`" in said
        assert query(name, annotated)
    assert len(names) == 5


def test_the_tables_of_the_examples_are_made_and_asked_as_their_page_says(tmp_path: Path) -> None:
    """With the damaged one, whose total is wrong: its moves are not."""
    said = (QUERIES / "README.md").read_text(encoding="utf-8")
    convert, ask = said.partition("```sh\n")[2].partition("```")[0].splitlines()
    binaries = tmp_path / "bin"
    binaries.mkdir()
    for name, what in (("scoutcli", "-m scoutcli "), ("python3", "")):
        (binaries / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {what}"$@"\n')
        (binaries / name).chmod(0o755)
    path = f"{binaries}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    folder = shutil.copytree(QUERIES, tmp_path / "queries")
    shutil.copytree(SAMPLES, tmp_path / "matches")
    made, asked_for = (
        subprocess.run(
            ["bash", "-c", command],
            cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False,
        )
        for command in (convert, ask)
    )  # fmt: skip
    assert made.returncode == 1
    assert re.findall(r"(\w+)\.yaml:\d+:\d+: error", made.stderr) == ["damaged"]
    files = asked("SELECT file FROM 'tables/matches.parquet' ORDER BY file", folder)
    assert files == [(f"../matches/{path.name}",) for path in sorted(SAMPLES.glob("*.yaml"))]
    assert len(files) == 6
    assert asked_for.returncode == 0, asked_for.stderr
    assert "Seat 3" in asked_for.stdout


def test_the_query_of_the_manual_has_an_answer(annotated: Path) -> None:
    assert QUERY in " ".join(PAGE.paragraphs())
    assert asked(QUERY, annotated / "tables")[0] == ("Seat 1", 10, (53 + 97 - 8) / 10)


def test_the_manual_names_every_column() -> None:
    text = " ".join(PAGE.paragraphs())
    for columns in TABLES.values():
        for column in columns:
            kind = f" ({KINDS[column.kind]})" if column.kind != "text" else ""
            assert f"`{column.name}`{kind}, {column.help}" in text
    assert set(TOLD) < {column.name for column in MATCHES}


def test_work_that_is_given_up_leaves_nothing(
    scoutcli: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scoutcli.data.writing.Tables.put", fail)
    done = scoutcli("convert", "--into", tmp_path / "t", SAMPLES / "match.yaml")
    assert done.status == 2
    assert "No space left on device" in done.err
    assert list((tmp_path / "t").iterdir()) == []
