"""A stream of bytes comes apart at its matches, whatever was done to it."""

from __future__ import annotations

import io
import itertools
import tracemalloc
from collections.abc import Iterator
from typing import BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation import stream
from notation.stream import Chunk, chunks, skim
from tests.conftest import shared

BOM = b"\xef\xbb\xbf"
SCOUT = "scoutcli: 1\ngame: scout\nplayers:\n- name: Ada\nwinners: [1]\n"


def cut(data: bytes, block: int = stream.BLOCK) -> list[Chunk]:
    """The chunks; joined they are always the data."""
    found = list(chunks(io.BytesIO(data), "f.yaml", block=block))
    assert b"".join(chunk.raw for chunk in found) == data
    assert [chunk.last for chunk in found] == [False] * (len(found) - 1) + [True] * bool(found)
    return found


def texts(data: bytes) -> list[str]:
    """The texts of the matches, which are not at fault."""
    found = cut(data)
    assert not any(chunk.faults for chunk in found)
    assert [chunk.index for chunk in found] == list(range(1, len(found) + 1))
    return [chunk.text for chunk in found]


def faults(data: bytes) -> list[tuple[int, str, int, int]]:
    """The faults: match, code, line and column in the file."""
    return [
        (chunk.index, fault.code, *chunk.place(fault.line, fault.column))
        for chunk in cut(data)
        for fault in chunk.faults
    ]


def test_a_match_begins_at_a_rule_or_at_its_first_key() -> None:
    assert texts(b"scoutcli: 1\na: 1\n---\nscoutcli: 1\nscoutcli: 1\nb: 2\n") == [
        "scoutcli: 1\na: 1\n",
        "---\nscoutcli: 1\n",
        "scoutcli: 1\nb: 2\n",
    ]


def test_a_match_begins_at_a_rule_whatever_follows() -> None:
    assert texts(b"scoutcli: 1\n---\nevent: E\n---\n{scoutcli: 1, game: scout}\n--- # c\na: 1") == [
        "scoutcli: 1\n",
        "---\nevent: E\n",
        "---\n{scoutcli: 1, game: scout}\n",
        "--- # c\na: 1",
    ]


def test_a_rule_with_comments_and_the_key_below_are_one_beginning() -> None:
    assert texts(b"---\n\n# c\n  # d\nscoutcli: 1\na: 1\n--- # e\n# f\n\nscoutcli: 1\n") == [
        "---\n\n# c\n  # d\nscoutcli: 1\na: 1\n",
        "--- # e\n# f\n\nscoutcli: 1\n",
    ]


def test_comments_before_the_first_match_belong_to_it_and_others_to_the_one_before() -> None:
    assert texts(b"# a\n\nscoutcli: 1\n# b\nscoutcli: 1\n# c\n") == [
        "# a\n\nscoutcli: 1\n# b\n",
        "scoutcli: 1\n# c\n",
    ]
    assert texts(b"# a\n---\nscoutcli: 1\n") == ["# a\n---\nscoutcli: 1\n"]


@pytest.mark.parametrize(
    "text",
    [
        b"event: a --- b\n",
        b"---: 1\n",
        b"----\n",
        b"  scoutcli: 1\n",
        b'event: "scoutcli: 1"\n',
        b"event: scoutcli:1\ngame: scout\n",
        b"  ---\n",
        b"# scoutcli: 1\ngame: scout\n",
    ],
)
def test_nothing_begins_there(text: bytes) -> None:
    assert texts(b"scoutcli: 1\n" + text) == ["scoutcli: 1\n" + text.decode()]


@pytest.mark.parametrize(
    ("first", "second", "column"),
    [
        # The last line end of the first file is missing.
        (b"  moves: |\n    1.R96@1", b"scoutcli: 1\ngame: scout\n", 11),
        (b"  moves: |\n    1.R96@1 ", b"scoutcli:  12 \r\ngame: scout\n", 12),
        (b"winners: [1]", b"---\nscoutcli: 1\n", 12),
        (b"  moves: |\n    1.K ", b"--- \r\n\r\n# c\r\nscoutcli: 1\r\n", 8),
        # A byte order mark stands where the second one begins.
        (b"winners: [1]\n", BOM + b"---\nscoutcli: 1\n", 0),
        (b"winners: [1]\n", BOM + b"scoutcli: 1\n", 0),
        (b"winners: [1]\n", BOM + b"# c\nscoutcli: 1\n", 0),
        (b"winners: [1]\n", BOM + b"---\nevent: E\n", 0),
        (b"winners: [1]", BOM + b"scoutcli: 1\nevent: E\n", 12),
        (b"winners: [1]", BOM + b"# c\n\nscoutcli: 1\n", 12),
        (b"winners: [1]", BOM + b"---\n# c\nscoutcli: 1\n", 12),
        # Characters count, not bytes.
        ("event: Zoë".encode(), b"scoutcli: 1\ngame: scout\n", 10),
    ],
)
def test_joined_files_come_apart(first: bytes, second: bytes, column: int) -> None:
    one, two = cut(b"scoutcli: 1\n" + first + second)
    assert one.raw == b"scoutcli: 1\n" + first
    assert one.terminated is first.endswith((b" ", b"\n"))
    assert (two.index, two.column) == (2, column)
    assert two.text == second.removeprefix(BOM).decode().replace("\r\n", "\n")
    line = 2 + first.count(b"\n")
    assert two.place(0, 3) == (line, column + 4)
    assert two.place(1, 3) == (line + 1, 4)


def test_a_rule_and_a_key_joined_on_one_line() -> None:
    (one,) = cut(b"---scoutcli: 1\nevent: E\n")
    assert (one.index, one.text, one.place(0, 0)) == (1, "scoutcli: 1\nevent: E\n", (1, 4))
    one, two = cut(b"scoutcli: 1\nevent: E---scoutcli: 1\ngame: scout\n")
    assert (one.text, two.text) == ("scoutcli: 1\nevent: E", "scoutcli: 1\ngame: scout\n")
    assert two.place(0, 0) == (2, 12)


def test_empty_documents_are_no_match_and_keep_their_lines_and_comments() -> None:
    one, two = cut(b"---\n--- # c\n...\n---\nscoutcli: 1\n---\n# d\n---\nscoutcli: 1\n---\n\n")
    assert (one.index, one.line, one.text) == (1, 1, "\n# c\n\n---\nscoutcli: 1\n")
    assert (two.index, two.line, two.text) == (2, 6, "\n# d\n---\nscoutcli: 1\n\n\n")


def test_a_torn_match_stays_torn_before_an_empty_document() -> None:
    (one,) = cut(b"scoutcli: 1\na: R96@1" + BOM + b"---\n")
    assert (one.terminated, one.text) == (False, "scoutcli: 1\na: R96@1\n")


@pytest.mark.parametrize("data", [b"# c\n\n  # d", b"---\n", b"\n", BOM, b"---\n---\n...\n"])
def test_comments_alone_are_no_match_and_no_fault(data: bytes) -> None:
    (one,) = cut(data)
    assert (one.index, one.faults) == (0, [])


def test_an_empty_file_has_no_chunk() -> None:
    assert cut(b"") == []


def test_crlf_and_bom_are_kept_in_raw_alone() -> None:
    data = BOM + b"---\r\nscoutcli: 1\r\nevent: \xc3\xab\r\n"
    (one,) = cut(data)
    assert (one.raw, one.text) == (data, "---\nscoutcli: 1\nevent: ë\n")


def test_what_ends_in_white_space_is_terminated() -> None:
    ends = {b"1.K": False, b"1.K ": True, b"1.K\n": True, b"1.K\r\n": True}
    assert {end: cut(b"scoutcli: 1\n" + end)[0].terminated for end in ends} == ends


def test_text_before_the_first_match_is_reported_and_nothing_else_is_lost() -> None:
    data = b"# c\n\nDear all,\nhere it is\nscoutcli: 1\n"
    assert faults(data) == [(0, "text-outside-match", 3, 1)]
    assert [chunk.index for chunk in cut(data)] == [0, 1]
    assert faults(b"no match") == [(0, "text-outside-match", 1, 1)]
    assert faults(b"%YAML 1.1\n---\nscoutcli: 1\n") == [(0, "yaml-directive", 1, 1)]


def test_bytes_that_are_no_utf_8_are_reported_and_replaced() -> None:
    data = b"scoutcli: 1\n---\nscoutcli: 1\r\nevent: \xc3\xab Zo\xeb \xff\r\nsite: \xe2\x82\n"
    assert faults(data) == [(2, "not-utf-8", 4, 12), (2, "not-utf-8", 5, 7)]
    two = cut(data)[1]
    assert two.text == "---\nscoutcli: 1\nevent: ë Zo\ufffd \ufffd\nsite: \ufffd\n"
    assert "0xEB" in two.faults[0].message


def test_bad_bytes_are_reported_once_a_line_and_not_for_ever() -> None:
    data = b"scoutcli: 1\n" + b"\xff" * 30 + b"\n\n" + b"\xff\xff\n" * 30
    assert faults(data) == [
        (1, "not-utf-8", line, 1) for line in (2, *range(4, 3 + stream.MOST_FAULTS))
    ]


def test_bad_bytes_in_an_empty_document_have_their_line() -> None:
    assert faults(b"---\n# \xff\n---\nscoutcli: 1\n---\n# \xff\n") == [
        (1, "not-utf-8", 2, 3),
        (1, "not-utf-8", 6, 3),
    ]


def test_nul_bytes_behind_a_good_beginning_are_reported_once() -> None:
    data = b"scoutcli: 1\na: " + b"\0" * 100
    assert faults(data) == [(1, "nul-byte", 2, 4)]
    assert cut(data)[0].text == "scoutcli: 1\na: " + "\ufffd" * 100


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("utf-32-le", "UTF-32"),
        ("utf-32-be", "UTF-32"),
    ],
)
@pytest.mark.parametrize("block", [64, stream.BLOCK])
def test_another_encoding_is_one_fault_with_advice(encoding: str, name: str, block: int) -> None:
    found = cut(SCOUT.encode(encoding), block)
    (fault,) = [fault for chunk in found for fault in chunk.faults]
    assert (fault.code, *found[0].place(fault.line, fault.column)) == ("wrong-encoding", 1, 1)
    assert f"this is {name}" in fault.message
    assert "UTF-8" in fault.message
    assert {chunk.index for chunk in found} == {0}


@pytest.mark.parametrize("block", [100, 333, stream.BLOCK])
def test_a_match_that_is_too_long_is_handed_on_in_parts(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "LIMIT", 1000)
    # The long one is 4 bytes of rule, 12 of key, 3800 others.
    data = b"scoutcli: 1\n---\nscoutcli: 1\n" + b"a: 45678\n" * 380 + b"---\nscoutcli: 1\n"
    found = cut(data, block)
    assert [(chunk.index, len(chunk.raw)) for chunk in found] == [
        (1, 12), (2, 1000), (0, 1000), (0, 1000), (0, 436), (3, 16),
    ]  # fmt: skip
    assert [fault.code for chunk in found for fault in chunk.faults] == ["match-too-long"]
    assert [chunk.text for chunk in found[1:5]] == [""] * 4
    assert (found[5].text, found[5].line) == ("---\nscoutcli: 1\n", 2 + 2 + 380)


@pytest.mark.parametrize("rest", [0, 1, 5])
def test_the_limit_is_a_length_that_is_still_read(
    rest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "LIMIT", 1000)
    one = (b"scoutcli: 1\n" + b"a" * 1000)[: 999 + rest] + b"\n"
    found = cut(one + b"scoutcli: 1\n")
    assert [chunk.index for chunk in found] == ([1, 2] if rest == 0 else [1, 0, 2])


def test_memory_does_not_grow_with_the_file() -> None:
    match = (SCOUT + "x-note: " + "n" * 3000 + "\n").encode()

    class Endless:
        left = 5_000

        def read(self, size: int) -> bytes:
            self.left -= 1
            return match if self.left >= 0 else b""

    source = cast("BinaryIO", Endless())
    tracemalloc.start()
    try:
        count = sum(1 for _ in chunks(source, "f", block=1 << 16))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 5_000
    assert peak < 1_000_000


def test_thousands_of_empty_documents_do_not_pile_up() -> None:
    found = cut(b"---\n" * 5500 + b"scoutcli: 1\n")
    assert [chunk.index for chunk in found] == [0] * 5 + [1]
    assert (found[-1].line, found[-1].text) == (5001, "\n" * 499 + "---\nscoutcli: 1\n")


# Any bytes, any blocks

FRAGMENTS = st.sampled_from(
    [
        b"scoutcli:", b"scoutcli: 1", b"scoutcli: 1\ngame:", b"---", b"--- ", b"---\n", b"\n",
        b"\r\n", b"# c", BOM, b" ", b"\t", b"game: scout\n", b"...", b"...\n", b"-", b"a: 1\n",
        b"\xff", b"\0", b"\r", b"1.R96@1 ", b'"', b"%Y\n",
    ]
)  # fmt: skip
JUNK = st.lists(FRAGMENTS | st.binary(max_size=3), max_size=25).map(b"".join)


@given(JUNK, st.integers(1, 300))
def test_any_bytes_come_out_as_they_went_in_whatever_the_blocks(data: bytes, block: int) -> None:
    whole = cut(data)
    small = cut(data, block)
    if not any(fault.code == "wrong-encoding" for chunk in whole for fault in chunk.faults):
        assert small == whole
    assert b"".join(skim(io.BytesIO(data), block=block)) == data


@given(JUNK, st.integers(1, 60), st.integers(10, 40))
def test_any_bytes_come_out_as_they_went_in_when_matches_are_too_long(
    data: bytes, block: int, limit: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "LIMIT", limit)
        whole, small = cut(data), cut(data, block)
    if not any(fault.code == "wrong-encoding" for chunk in whole for fault in chunk.faults):
        assert small == whole


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "---\n", "---\n\n# c\n", "\n---\n", "--- \n"]),
            st.booleans(),
            st.booleans(),
            st.sampled_from(["\n", "", " ", "\n\n", "\n# d\n", "\n...\n"]),
        ),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from([70, 101, stream.BLOCK]),
)
def test_joined_files_are_as_many_matches_as_files(
    files: list[tuple[str, bool, bool, str]], block: int
) -> None:
    data = b""
    expected = []
    for before, mark, crlf, end in files:
        text = before + SCOUT.removesuffix("\n") + end
        expected.append(text.strip())
        data += BOM * mark + (text.replace("\n", "\r\n") if crlf else text).encode()
    found = cut(data, block)
    assert [chunk.index for chunk in found] == list(range(1, len(files) + 1))
    assert [chunk.text.strip().removeprefix("---").strip() for chunk in found] == [
        text.removeprefix("---").strip() for text in expected
    ]
    assert not any(chunk.faults for chunk in found)


@given(JUNK)
def test_reads_that_give_little_change_nothing(data: bytes) -> None:
    class Trickle(io.BytesIO):
        sizes: Iterator[int] = itertools.cycle([1, 2, 3, 50])

        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 0, next(self.sizes)))

    assert list(chunks(Trickle(data), "f.yaml")) == cut(data)


@pytest.mark.parametrize(
    "data",
    [
        b"scoutcli:" * 60_000,
        b"scoutcli: 1\n" * 50_000,
        b"#\n" * 200_000 + b"scoutcli: 1\n",
        b"x" * 3_000_000 + b"\nscoutcli: 1\n",
        b"\n---" * 100_000,
        b"---scoutcli:" * 50_000,
    ],
    ids=["one line of keys", "keys", "comments", "a long line", "rules", "joined keys"],
)
def test_hostile_streams_cost_no_more_than_their_length(data: bytes) -> None:
    # Nothing to compare with but the clock: what is quadratic takes minutes here.
    assert sum(len(chunk.raw) for chunk in chunks(io.BytesIO(data), "f")) == len(data)


@pytest.mark.skipif(shared() is None, reason="no reference matches beside this checkout")
def test_the_reference_files_are_cut_as_they_were_joined() -> None:
    folder = shared()
    assert folder is not None
    counts = {"valid/hand-joined.yaml": 2, "damaged/hand-joined.yaml": 3}
    for path in sorted((folder / "matches").glob("*/*.yaml")):
        name = f"{path.parent.name}/{path.name}"
        found = cut(path.read_bytes())
        matches = [chunk for chunk in found if chunk.index]
        assert len(matches) == counts.get(name, 0 if "utf16" in name else 1), name
        if name == "damaged/hand-latin1.yaml":
            assert matches[0].place(*matches[0].faults[0][2:4])[0] == 7
