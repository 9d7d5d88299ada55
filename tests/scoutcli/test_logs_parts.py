"""What the commands for logs are made of: heads, orders, digests, file names."""

from __future__ import annotations

import io
import os
import sys
from itertools import groupby, product
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import games
from notation import codec
from notation.reader import read_chunks, read_part
from notation.stream import Chunk
from notation.yamltext import quote
from scoutcli.logs import skim
from scoutcli.logs.keys import KEYS, order_of
from scoutcli.logs.names import LONGEST, Names, safe
from scoutcli.logs.order import Sorter
from scoutcli.logs.seen import Seen
from scoutcli.logs.skim import Head, full_head, head_of
from scoutcli.natural import natural
from scoutcli.results.facts import Seat, facts_of
from tests import toy
from tests.scoutcli.program import DAMAGED, MATCHES, VALID

FILES = [*sorted(VALID.glob("*.yaml")), *sorted(DAMAGED.glob("*.yaml"))]


def chunks_of(data: bytes) -> list[Chunk]:
    """The matches of a file."""
    return [chunk for chunk in read_chunks(io.BytesIO(data), "a.yaml") if chunk.index]


def chunk_of(text: str) -> Chunk:
    (chunk,) = chunks_of(text.encode())
    return chunk


# Heads

HEAD = """\
# for the book
---
scoutcli: 1
game: skyjo
event: "Tea: round 1"
date: "2026-11-29"
table: Chloé's
players:
- name: Ann
  id: a-1
- name: "Bo (b)"
  bot: greedy 0.1.0
  team: Reds
rules:
  score_limit: 50
  clear_rows: true
shuffle:
  seed: tea
pairing: 1 1 2
practice: yes
x-noted-by: Bo
rounds:
- score: [10, -2]
- score: [41, 3]
  x-note: who
total: [51, 1]
winners: [2]
x-seen-by: Bo
"""


def test_a_canonical_head_is_read_off() -> None:
    head = skim._quick(chunk_of(HEAD).text)
    assert head == full_head(chunk_of(HEAD))
    assert head.game == "skyjo"
    assert head.headers == {
        "event": "Tea: round 1", "date": "2026-11-29", "table": "Chloé's", "pairing": "1 1 2",
    }  # fmt: skip
    assert head.seats == (Seat("Ann", "a-1"), Seat("Bo (b)", "", "greedy 0.1.0", "Reds"))
    assert head.rules["score_limit"] == "50" and head.rules["clear_rows"] == "true"
    assert head.rules["next_starter"] == "ender"  # a default
    assert head.practice
    assert head.written == 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_head_says_what_the_facts_say(path: Path) -> None:
    for chunk in chunks_of(path.read_bytes()):
        facts, _ = facts_of(read_part(chunk))
        head = head_of(chunk)
        assert facts is not None
        assert head[:5] == (facts.game, facts.headers, facts.seats, facts.rules, facts.practice)
        assert head.written >= len(facts.rounds)


def test_most_matches_that_were_written_here_are_read_off() -> None:
    quick = 0
    paths = [path for path in sorted(VALID.glob("*.yaml")) if not path.name.startswith("hand-")]
    for path in paths:
        skim._quick(chunk_of(path.read_text()).text)  # raises where it is not
        quick += 1
    assert quick == len(paths) > 5


# A later key of the same name counts, wherever it stands; a text may go on in the next line.
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("winners: [2]\n", "winners: [2]\ngame: scout\n"),
        ("winners: [2]\n", "winners: [2]\nevent: Other\n"),
        ("winners: [2]\n", 'x-a: "\ngame: scout\n"\n'),
        ("x-seen-by: Bo\n", "x-seen-by:\n- a\n- b\n"),
        ("x-noted-by: Bo\n", "x-noted-by:\n  game: scout\n"),
        ("x-noted-by: Bo\n", 'x-noted-by: "Bo\ngame: scout\n  "\n'),
        ("x-noted-by: Bo\n", "x-noted-by: {event: x}\n"),
        ("x-noted-by: Bo\n", "x-noted-by: Bo\nevent: Late\n"),
        ("event: ", "event: Other\nevent: "),
        ("  seed: tea\n", '  seed: "tea\npractice: no\n  "\n'),
        ("  id: a-1\n", "  id: a-1\n  id: a-2\n"),
        ("practice: yes\n", "practice: no\n"),
        ("practice: yes\n", "practice: maybe\n"),
        ("game: skyjo\n", "game: tarok\n"),
        ("- name: Ann\n", "- name: Ann\n  dog: Rex\n"),
        ("score_limit: 50", "score_limit: fifty"),
        ("score_limit: 50", "flip: rotate"),
        ("score_limit: 50", "preset: none"),
        ("Ann\n", "Ann # she\n"),
        ("Ann\n", "*Ann\n"),
        ("Ann\n", "Ann: x\n"),
        ("Ann\n", "'Ann'\n"),
        ("Ann\n", '"A\\x41"\n'),
        ("Ann\n", "An\tn\n"),
        ("Ann\n", "Ann\u2028\n"),
        ("Ann\n", "no\n"),
        ("Ann\n", "12:30\n"),
        ("---\n", "---\r\n"),
        ("rounds:\n", "...\nrounds:\n"),
        ("scoutcli: 1", "scoutcli: 2"),
        ("total: [51, 1]\n", "total: [51,\n1]\n"),
    ],
)
def test_what_is_written_otherwise_is_read_as_the_reader_reads_it(old: str, new: str) -> None:
    assert old in HEAD
    for chunk in chunks_of(HEAD.replace(old, new, 1).encode()):
        assert head_of(chunk) == full_head(chunk)


BITS = (
    b"\n", b" ", b'"', b"'", b"- ", b"#", b": ", b"|", b"[", b"]", b"{", b"}", b"&a ", b"*a",
    b"!x ", b"\t", b"\xff", b"\0", b"\r\n", b"\n...\n", b"%YAML\n", b"\xc3\xa9", b"? ", b">",
    b"@", b"\n- ", b"\n    ", b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"game: skyjo\n", b"name: X",
    b"\ngame: skyjo\n", b"rounds:\n", b'\nx-a: "b\n', b"\nx-b: c\n", b"\nplayers: []\n",
    b"practice: yes\n", b"date: 2026-01-01\n", b"event: x\n", b"\n  id: z\n",
    b"rules:\n  flip: rotate\n",
)  # fmt: skip
SOURCES = [HEAD.encode(), *(path.read_bytes() for path in FILES if path.stat().st_size < 4000)]


@settings(max_examples=200)
@given(
    st.sampled_from(SOURCES),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 10), st.sampled_from(BITS), st.booleans()),
        min_size=1,
        max_size=3,
    ),
)
def test_the_quick_way_never_says_anything_else(
    data: bytes, changes: list[tuple[float, int, bytes, bool]]
) -> None:
    for where, gone, new, early in changes:
        at = int(where * min(len(data), 300 if early else len(data)))
        data = data[:at] + new + data[at + gone :]
    for chunk in chunks_of(data):
        if not chunk.loose and chunk.text:
            head, full = head_of(chunk), full_head(chunk)
            assert head[:5] == full[:5]


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(st.lists(NAMES, min_size=2, max_size=5), NAMES, st.booleans())
@example(["no", "~"], "%", True)
def test_whatever_the_writer_writes_in_a_head_is_read(
    names: list[str], event: str, practice: bool
) -> None:
    players = "".join(f"- name: {quote(name)}\n  team: {quote(event)}\n" for name in names)
    said = f"event: {quote(event)}\n"
    end = "practice: yes\n" if practice else ""
    chunk = chunk_of(f"---\nscoutcli: 1\ngame: scout\n{said}players:\n{players}{end}rounds:\n")
    head = head_of(chunk)
    assert [seat.name for seat in head.seats] == names
    assert head.headers == {"event": event}
    assert {seat.team for seat in head.seats} == {event}
    assert head.practice is practice


def test_a_third_game_is_known_as_soon_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    skim._rules.cache_clear()
    monkeypatch.delitem(games._GAMES, "toy", raising=False)
    monkeypatch.delitem(codec._NOTATIONS, "toy", raising=False)
    chunk = chunk_of(
        "---\nscoutcli: 1\ngame: toy\nplayers:\n- name: A\n- name: B\n"
        "rules:\n  length: 6\nrounds:\n"
    )
    assert head_of(chunk)[:4] == ("", {}, (Seat("A"), Seat("B")), {})
    with toy.known():
        assert head_of(chunk) == full_head(chunk)
        assert head_of(chunk).game == "toy"
        assert head_of(chunk).rules["length"] == "6"


# Orders


def by_hand(text: str) -> list[tuple[int, object]]:
    """How people order texts: digit for digit as numbers, letters whatever their case."""
    words = ("".join(group) for _, group in groupby(text, "0123456789".__contains__))
    return [
        (0, int(word)) if word[0] in "0123456789" else (1, word.casefold().encode())
        for word in words
    ]


TEXTS = st.text("aB9 01z-éß\0", max_size=8)


@given(TEXTS, TEXTS)
def test_texts_are_ordered_as_people_do(one: str, other: str) -> None:
    a, b = by_hand(one), by_hand(other)
    expected = (a > b) - (a < b)
    if "\0" not in one + other:
        assert (natural(one) > natural(other)) - (natural(one) < natural(other)) == expected


def head(**headers: str) -> Head:
    return Head("scout", headers, (Seat("A"),), {}, practice=False, written=0)


def test_the_first_key_counts_and_then_the_next() -> None:
    keys = (KEYS["event"], KEYS["stage"], KEYS["date"])
    ordered = [
        head(event="Open", stage="99"),
        head(event="open 2", stage="9", date="2026-01-01"),
        head(event="Open 2", stage="10", date="2025-01-01"),
        head(event="Open 2", stage="10", date="2026-01-01"),
        head(event="Open 2", stage="10"),
        head(event="Open 2", date="2020"),
        head(event="Open 10", stage="1"),
        head(stage="1"),
    ]
    mixed = ordered[::-2] + ordered[-2::-2]
    assert sorted(mixed, key=lambda each: order_of(each, keys)) == ordered


def test_keys_of_the_date() -> None:
    def of(name: str, date: str) -> tuple[str, ...]:
        return KEYS[name].of(head(date=date))

    assert of("month", "2026-11-29") == of("month", "2026-11") == ("2026-11",)
    assert of("year", "2026-11-29") == of("year", "2026") == ("2026",)
    assert of("month", "2026") == of("month", "30 November 2026") == of("month", "") == ()
    assert of("year", "20261129") == ()
    assert of("date", "30 November") == ("30 November",)


@pytest.mark.parametrize("reverse", [False, True])
@given(st.lists(st.integers(0, 9), max_size=120), st.integers(0, 3000), st.integers(2, 4))
def test_any_number_of_matches_is_put_in_order(
    tmp_path_factory: pytest.TempPathFactory,
    reverse: bool,
    keys: list[int],
    memory: int,
    fan: int,
) -> None:
    folder = tmp_path_factory.mktemp("runs")
    sorter = Sorter(folder, reverse=reverse, memory=memory, fan=fan)
    rows = [(bytes([key]) * (1 + key % 2), f"{at}".encode()) for at, key in enumerate(keys)]
    for key, raw in rows:
        sorter.add(key, raw)
    assert list(sorter) == sorted(rows, key=lambda row: row[0], reverse=reverse)
    assert sorter.progress(80).startswith(f"{len(rows)} of {len(rows)} ")


def test_few_runs_are_kept(tmp_path: Path) -> None:
    sorter = Sorter(tmp_path, memory=1, fan=4)
    for at in range(200):
        sorter.add(b"k", b"%d" % at)
        assert len(list(tmp_path.iterdir())) <= 4 * 4  # fan for each level: 4 ** 4 > 200
    assert [raw for _, raw in sorter] == [b"%d" % at for at in range(200)]


# Digests


@given(st.lists(st.integers(0, 300).map(lambda number: number.to_bytes(16)), max_size=400))
def test_a_digest_is_new_once(digests: list[bytes]) -> None:
    seen = Seen()
    first: dict[bytes, int] = {}
    for at, digest in enumerate(digests):
        assert seen.add(digest, at) == first.get(digest)
        first.setdefault(digest, at)
    assert len(seen) == len(first)


def test_digests_take_little_memory() -> None:
    seen = Seen()
    digests = [os.urandom(16) for _ in range(20_000)]
    for at, digest in enumerate(digests):
        assert seen.add(digest, at) is None
    assert [seen.add(digest, 0) for digest in digests[::999]] == list(range(0, 20_000, 999))
    size = sys.getsizeof(seen._digests) + sys.getsizeof(seen._numbers)
    assert size < 80 * len(digests)


# Names of files


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Open 2026", "Open-2026"),
        ("2026-11-29", "2026-11-29"),
        ("Chloé", "Chloé"),
        ("Chloe\u0301", "Chloé"),
        ("../../etc/passwd", "etc-passwd"),
        ("/", ""),
        ("..", ""),
        (".hidden", "hidden"),
        ("-rf", "rf"),
        ("a\0b\nc\x1b[2Jd", "a-b-c-2Jd"),
        ("expert:playouts=50 0.1.0", "expert-playouts-50-0.1.0"),
        ("é" * 100, "é" * 50),
    ],
)
def test_a_text_becomes_a_safe_name(text: str, name: str) -> None:
    assert safe(text) == name


def test_file_names_are_those_of_the_values() -> None:
    names = Names()
    assert names.of(["scout", "2026-11"]) == "scout_2026-11.yaml"
    assert names.of([None]) == "none.yaml"
    assert names.of(["scout", None]) == "scout_none.yaml"
    assert names.of(["scout", "2026-11"]) == "scout_2026-11.yaml"
    assert len(names) == 3


VALUES = st.one_of(
    st.none(),
    st.sampled_from(["none", "rest", "a/b", "a-b", "A-B", "..", ""]),
    st.text(max_size=30),
)


@given(st.lists(st.tuples(VALUES, VALUES), max_size=30))
@example(list(product(["a_b", "a", None, "none"], ["c", "b_c", None, "none"])))
def test_every_combination_has_a_file_of_its_own(rows: list[tuple[str | None, str | None]]) -> None:
    names = Names()
    found = {row: names.of(row) for row in rows}
    assert len({name.casefold() for name in found.values()}) == len(found)
    for name in found.values():
        assert name not in {"rest.yaml", ".yaml"}
        assert "/" not in name and "\0" not in name and name[0] not in ".-"
        assert len(name.encode()) <= LONGEST + 20
        assert name.isprintable()
    assert {row: names.of(row) for row in rows} == found


def test_the_samples_are_there() -> None:
    assert MATCHES.is_dir() and len(FILES) > 30
