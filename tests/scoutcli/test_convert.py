"""`scoutcli convert`: lines of JSON say all that a match file says, and tables are told right."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from notation import codec
from notation.reader import read
from notation.writer import canonical
from scoutcli.data.making import Wish, made
from scoutcli.data.own import YAML
from scoutcli.data.reading import Line
from tests import toy
from tests.dressing import KINDS, Maker, Pen
from tests.scoutcli.program import DAMAGED, ROOT, VALID, Program, good
from tests.test_third_game import MATCH as TOY

SAMPLES = ROOT / "examples" / "matches"
ALL_VALID = sorted(VALID.glob("*.yaml"))

HAND = """\
---
# before all
scoutcli: 1
game: skyjo
event: "12:30"  # the time, no number
# on the players
players:
- name: Ann
  x-elo: 1500
- name: "=Bo"
  bot: greedy 0.1.0
x-early: {a: yes, b: "yes", 5: [1, 2.5, null, ~], "6": "", c: 010}
rounds:
- ender: 1  # she knocked
  score: [10, x]
  x-note:
# last of all
- x-mine: [true, false, -3, 1e3, "1", two]
  score: [3, -2]
x-late:
  $yaml: kept
x-empty: {}
# the end
"""


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


def canonical_texts(data: bytes) -> list[str]:
    """Every match in canonical form, each the last of its file."""
    parts = [part for part in read(io.BytesIO(data), "a") if part.match is not None]
    assert all(part.audit is not None and not part.faulty for part in parts)
    return [canonical(part.audit, part.document) for part in parts if part.audit is not None]


def there_and_back(text: str) -> str:
    """Through a line of JSON, as other programs see it, and back."""
    (part,) = read(io.BytesIO(text.encode()), "a")
    (line,) = made([part.chunk], Wish("jsonl"))
    assert line.good and line.text.count(b"\n") == 1
    again = json.dumps(json.loads(line.text))  # all that another program keeps
    (back,) = made([Line("b", 1, 1, again.encode())], Wish("yaml"))
    assert back.good and back.errors == []
    result = back.text.decode()
    return result[:-1] + " " if back.is_open else result


# JSON lines


def test_a_line_is_typed_as_the_manual_says(scoutcli: Program, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(HAND, encoding="utf-8")
    done = scoutcli("convert", "--to", "jsonl", path)
    assert done.status == 0, done.err
    found = json.loads(done.out)
    assert list(found) == [
        "scoutcli", "game", "event", "players", "x-early", "rounds", "x-late", "x-empty",
        "comments",
    ]  # fmt: skip
    assert (found["scoutcli"], found["event"]) == (1, "12:30")
    assert found["players"][0] == {"name": "Ann", "x-elo": 1500}
    assert found["players"][1] == {"name": "=Bo", "bot": "greedy 0.1.0"}
    assert list(found["x-early"]) == [YAML]  # JSON has no keys that are numbers
    first, second = found["rounds"]
    assert (first["ender"], first["score"]) == (1, [10, None])
    assert second["x-mine"] == [True, False, -3, "1e3", "1", "two"]
    assert first["x-note"] == {YAML: "\n"}  # a key without anything is not null
    assert found["x-empty"] == {}
    assert found["comments"] == [
        {"before": "/scoutcli", "text": "# before all"},
        {"behind": "/event", "text": "# the time, no number"},
        {"before": "/players", "text": "# on the players"},
        {"behind": "/rounds/0/ender", "text": "# she knocked"},
        {"before": "/rounds/1/x-mine", "text": "# last of all"},
        {"text": "# the end"},
    ]


def test_whatever_a_hand_wrote_comes_back() -> None:
    (text,) = canonical_texts(HAND.encode())
    assert there_and_back(text) == text
    assert "# she knocked" in text and "$yaml: kept" in text


@pytest.mark.parametrize("path", ALL_VALID, ids=lambda path: path.name)
def test_matches_come_back_to_the_byte(path: Path) -> None:
    for text in canonical_texts(path.read_bytes()):
        assert there_and_back(text) == text


TEXTS = st.one_of(
    st.sampled_from(["no", "12:30", "010", "1e3", "~", "a: b", "# x", "- y", "=1", "'", '"']),
    st.text(min_size=1, max_size=12).filter(str.isprintable),
)
WORDS = st.text("abc é日1.()?!$K#{}\\:%", max_size=15)


@st.composite
def matches(draw: st.DrawFn) -> str:
    """The text of a match with all that a match file can hold, written in any way."""
    name = draw(st.sampled_from(sorted(KINDS)))
    game = games.get(name)
    rules, _ = game.rules(draw(st.sampled_from(game.players)))
    texts = [*draw(st.lists(TEXTS, min_size=1, max_size=4)), "Ada"]
    words = [*draw(st.lists(WORDS, max_size=3)), "well played"]
    dice = random.Random(draw(st.integers(0, 1 << 32)))
    made_up = Maker(name, rules, {}, dice, texts, words).make()
    return Pen(random.Random(draw(st.integers(0, 1 << 32)))).write(made_up)


@settings(max_examples=60, deadline=None)
@given(matches())
def test_any_match_comes_back_to_the_byte(written: str) -> None:
    (text,) = canonical_texts(written.encode())
    assert there_and_back(text) == text


OWN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["yes", "~", "1e3", "0x1", "a\nb\n", " a", "1_000", "1:20"]),
    lambda below: st.lists(below, max_size=3)
    | st.dictionaries(st.text(max_size=5) | st.just(YAML), below, max_size=3),
    max_leaves=8,
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(OWN)
def test_any_own_value_of_json_settles_at_once(value: Any) -> None:
    """What is written as YAML comes back as what is then written as the same YAML."""
    if isinstance(value, dict) and list(value) == [YAML]:
        return  # it means something of its own
    sheet: dict[str, Any] = {
        "scoutcli": 1, "game": "skyjo", "players": [{"name": "A"}, {"name": "B"}],
        "rounds": [{"score": [1, 2]}], "x-own": value,
    }  # fmt: skip
    (first,) = made([Line("b", 1, 1, json.dumps(sheet).encode())], Wish("yaml"))
    if not first.good:  # a key may be too long or empty, and that is said
        assert first.errors
        return
    assert there_and_back(first.text.decode()) == first.text.decode()


def test_a_log_in_play_stays_open_only_at_its_end(scoutcli: Program, tmp_path: Path) -> None:
    started = (SAMPLES / "unfinished.yaml").read_text(encoding="utf-8")
    log = tmp_path / "log.yaml"
    log.write_text(f"{started.rstrip()}\n{good()}{started}", encoding="utf-8")
    lines = scoutcli("convert", "--to", "jsonl", log).out
    assert lines.count("\n") == 3
    back = tmp_path / "back.yaml"
    assert scoutcli("convert", "--from", "jsonl", "-o", back, "-", typed=lines).status == 0
    assert back.read_text(encoding="utf-8") == scoutcli("fmt", log).out


@pytest.mark.usefixtures("toy_game")
def test_a_game_of_another_package_comes_back() -> None:
    (text,) = canonical_texts(TOY.encode())
    assert there_and_back(text) == text
    (part,) = read(io.BytesIO(TOY.encode()), "a")
    (rows,) = made([part.chunk], Wish("parquet", ("matches", "rounds", "moves")))
    assert [row[8] for row in rows.rows["rounds"][:2]] == [11, 17]
    assert [row[15] for row in rows.rows["rounds"][:2]] == ["132", "644"]


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delitem(games._GAMES, "toy", raising=False)
    monkeypatch.delitem(codec._NOTATIONS, "toy", raising=False)
    with toy.known():
        yield


# What is no match


def line_of(scoutcli: Program, path: Path) -> str:
    return scoutcli("convert", "--to", "jsonl", path).out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", ":2:2: error: this is no JSON: Expecting property name"),
        (b"[]", ":2: error: a match is an object of JSON"),
        (b'{"scoutcli": 1, "scoutcli": 1}', 'the key "scoutcli" is there twice'),
        (b'{"x-a": NaN}', "NaN is no number of JSON"),
        (b'{"event": "\\ud800"}', "half a character"),
        (b'{"event": "\xff"}', "the byte 0xFF is no UTF-8"),
        (b"[" * 5000 + b"]" * 5000, "too deep"),
        (b'{"x-a": ' + b"[" * 30 + b"]" * 30 + b"}", "at most 16 deep"),
        (b'{"x-a": {"$yaml": "a: b: c"}}', "no text of a match file"),
        (b'{"comments": [{"text": "rounds: []"}]}', "begins with"),
        (b'{"comments": [{"text": "# a\\nrounds: []"}]}', "begins with"),
        (b'{"scoutcli": 2, "game": "scout", "players": []}', "later version of scoutcli"),
        (b'{"scoutcli": 1, "gaem": "scout"}', "did you mean game?"),
        (b'{"scoutcli": 1, "game": "scout", "players": "Ann"}', "players is a list"),
        (b'{"x-a": "' + b"a" * 4_000_001 + b'"}', "at most 4000000 characters"),
        (b'{"x-a": [' + b"1," * 600_000 + b"1]}", "at most 200000 values"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_match_is_told_and_kept(
    line: bytes, said: str, scoutcli: Program, tmp_path: Path
) -> None:
    well = line_of(scoutcli, VALID / "scout-2.yaml").encode()
    rest = tmp_path / "rest.jsonl"
    typed = well + line + b"\n" + well
    done = scoutcli(
        "convert", "--from", "jsonl", "--to", "yaml", "--rest", rest, "-", typed=typed
    )  # fmt: skip
    assert done.status == 1
    assert said in done.err
    assert "-:2" in done.err
    assert done.out == good() * 2
    assert rest.read_bytes() == line + b"\n"


def test_what_is_wrong_with_a_match_has_the_place_of_its_line(scoutcli: Program) -> None:
    found = json.loads(line_of(scoutcli, VALID / "scout-2.yaml"))
    found["rounds"][0]["moves"] = "1.K 2.K\n2.S99:5\n"
    done = scoutcli("convert", "--from", "jsonl", "--to", "yaml", "-", typed=json.dumps(found))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("-:1: error: ")
    assert "(match 1, round 1, seat 2, move 1)" in done.err


def test_the_matches_and_the_rest_are_all_there_is(scoutcli: Program, tmp_path: Path) -> None:
    paths = [*ALL_VALID, *sorted(DAMAGED.glob("*.yaml"))]
    rest = tmp_path / "rest.yaml"
    done = scoutcli("convert", "--to", "jsonl", "--rest", rest, *paths)
    assert done.status == 1
    count = sum(
        bool(part.chunk.index and not part.chunk.loose)
        for path in paths
        for part in read(io.BytesIO(path.read_bytes()), path.name)
    )
    left = sum(bool(p.chunk.index) for p in read(io.BytesIO(rest.read_bytes()), "rest"))
    assert done.out.count("\n") + left >= count
    assert done.out.count("\n") >= len(ALL_VALID)


def test_several_processes_write_the_same(scoutcli: Program, tmp_path: Path) -> None:
    log = tmp_path / "log.yaml"
    log.write_bytes(b"".join(path.read_bytes() for path in ALL_VALID) * 8)
    for form in ("jsonl", "csv"):
        one = scoutcli("convert", "--to", form, log)
        assert one == scoutcli("convert", "--to", form, "--jobs", "2", log)
        assert one.status == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "say with --to what to write"),
        (["-o", "a.txt"], "say with --to what to write"),
        (["--into", "d", "-o", "a.csv"], "--into writes all tables"),
        (["--into", "d", "--to", "jsonl"], "are for tables"),
        (["--to", "yaml", "--table", "moves"], "are for tables"),
        (["--to", "csv", "--columns", "nmae"], "'nmae' is no column of matches"),
        (["--to", "csv", "--columns", "file,-record"], "what to leave out"),
        (["--to", "csv", "--force"], "--force goes with --into"),
        (["--force", "-o", "x.csv"], "--force goes with --into"),
        (["--to", "csv", "--rest", "-"], "--rest is the output itself"),
        (["--to", "csv", "--rest", "r", "b.jsonl"], "--rest takes matches of one form"),
    ],
)
def test_what_does_not_go_together_is_said(
    words: list[str], message: str, scoutcli: Program, tmp_path: Path
) -> None:
    done = scoutcli("convert", *words, SAMPLES / "match.yaml")
    assert done.status == 2
    assert message in done.err
    assert list(tmp_path.iterdir()) == []


def test_the_help_says_when_what_is_replaced_and_which_status_it_is(scoutcli: Program) -> None:
    said = " ".join(scoutcli("convert", "--help").out.split())
    assert "With --into: replace tables" in said
    one, two = said.split("Exit status:")[1].split(" 2 ", 1)
    assert "pyarrow" not in one
    assert "pyarrow is not installed" in two.split("See also")[0]


def test_a_line_that_never_ends_takes_no_memory(
    scoutcli: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoutcli.data.reading.LONGEST", 10_000)
    lines = tmp_path / "a.jsonl"
    well = line_of(scoutcli, VALID / "scout-2.yaml")
    lines.write_text(well + '{"x-a": "' + "a" * 20_000)
    done = scoutcli("convert", "--to", "yaml", lines)
    assert (done.status, done.out) == (1, good())
    assert "line 2 has more than" in done.err
    assert "nothing more of this file was read" in done.err


def test_a_match_that_no_reader_takes_is_not_written(
    scoutcli: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    well = line_of(scoutcli, VALID / "scout-2.yaml")
    monkeypatch.setattr("scoutcli.data.record.LIMIT", len(good()) - 100)
    done = scoutcli("convert", "--from", "jsonl", "--to", "yaml", "-", typed=well)
    assert (done.status, done.out) == (1, "")
    assert "no match may be longer than" in done.err


def test_keys_with_null_are_not_there(scoutcli: Program) -> None:
    found = json.loads(line_of(scoutcli, VALID / "scout-2.yaml"))
    found |= {"site": None, "rules": None, "practice": False}
    found["players"][0]["bot"] = None
    done = scoutcli("convert", "--from", "jsonl", "--to", "yaml", "-", typed=json.dumps(found))
    assert done == (0, good(), "")


def test_a_comment_whose_place_is_gone_comes_at_the_end(scoutcli: Program) -> None:
    found = json.loads(line_of(scoutcli, VALID / "scout-2.yaml"))
    found["comments"] = [
        {"before": "/site", "text": "# one"},
        {"behind": "/event", "text": "# two"},
    ]
    done = scoutcli("convert", "--from", "jsonl", "--to", "yaml", "-", typed=json.dumps(found))
    event = next(line for line in good().splitlines() if line.startswith("event"))
    assert done.out == good().replace(event, f"{event}  # two") + "# one\n"
