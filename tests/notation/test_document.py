"""The strict subset of YAML: what is read, what is refused and where, and what is kept."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from notation import document, slowyaml
from notation.diagnostics import is_printable
from notation.document import List, Map, Scalar, parse
from notation.stream import chunks
from tests.conftest import shared

MATCH = """\
---
scoutcli: 1
game: scout
event: Reference
date: "2026-11-29"
players:
- name: Seat 1
- name: "no"
rounds:
- deal: |
    1: 34 58
    2: 35 38
  moves: |
    1.K 2.F
    1.S7:222 2.R23@10
  end: unbeaten
  score: [7, -1]
total: [7, x]
"""


@pytest.fixture(params=["libyaml", "without"], autouse=True)
def _both_parsers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything here holds with PyYAML's own parser as with libyaml."""
    if request.param == "without":
        monkeypatch.setattr(document, "Parser", slowyaml.Parser)


def data(text: str) -> object:
    """What was read, as lists, dicts and strings."""
    root = parse(text).root
    return None if root is None else root.data()


def faults(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column (from 0) of the faults; each says something."""
    found = parse(text).faults
    assert all(len(fault.message) > 20 for fault in found)
    return [fault[0:1] + fault[2:4] for fault in found]


def at(text: str, key: str) -> Scalar:
    """The text under a key of a map."""
    root = parse(text).root
    assert isinstance(root, Map)
    node = root.get(key)
    assert isinstance(node, Scalar)
    return node


def test_a_match_is_a_tree_of_texts() -> None:
    read = parse(MATCH)
    assert (read.faults, read.fault, read.complete) == ([], None, True)
    assert data(MATCH) == {
        "scoutcli": "1",
        "game": "scout",
        "event": "Reference",
        "date": "2026-11-29",
        "players": [{"name": "Seat 1"}, {"name": "no"}],
        "rounds": [
            {
                "deal": "1: 34 58\n2: 35 38\n",
                "moves": "1.K 2.F\n1.S7:222 2.R23@10\n",
                "end": "unbeaten",
                "score": ["7", "-1"],
            }
        ],
        "total": ["7", "x"],
    }


def test_every_node_and_key_has_its_place() -> None:
    root = parse(MATCH).root
    assert isinstance(root, Map)
    assert (root.line, root.column) == (1, 0)
    assert [place for place, _ in root.items.values()] == [
        (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (8, 0), (17, 0),
    ]  # fmt: skip
    assert (root.items["game"][1].line, root.items["game"][1].column) == (2, 6)
    rounds, total = root.get("rounds"), root.get("total")
    assert isinstance(rounds, List)
    assert isinstance(total, List)
    assert (rounds.line, rounds.column, rounds.flow) == (9, 0, False)
    assert (total.line, total.column, total.flow) == (17, 7, True)
    assert [(item.line, item.column) for item in total.items] == [(17, 8), (17, 11)]
    (first,) = rounds.items
    assert isinstance(first, Map)
    assert (first.line, first.column) == (9, 2)
    assert {key: place for key, (place, _) in first.items.items()} == {
        "deal": (9, 2),
        "moves": (12, 2),
        "end": (15, 2),
        "score": (16, 2),
    }


@pytest.mark.parametrize(
    "text",
    ["no", "12:30", "010", "1e3", "0x1F", "~", "null", "2026-11-29", "1_000", ".inf", "=", "?:44"],
)
def test_texts_are_never_given_a_type(text: str) -> None:
    node = at(f"a: {text}\n", "a")
    assert (node.text, node.plain, node.quoted, node.block) == (text, True, False, False)


def test_the_style_of_a_text_is_known() -> None:
    text = "a: x\nb: 'x'\nc: \"x\"\nd: |\n  x\ne: >\n  x\nf:\n"
    assert [at(text, key).style or "" for key in "abcdef"] == ["", "'", '"', "|", ">", ""]
    assert [at(text, key).plain for key in "abcdef"] == [True, *[False] * 4, True]
    assert [at(text, key).quoted for key in "abc"] == [False, True, True]
    assert [at(text, key).block for key in "cde"] == [False, True, True]


def test_quoted_keys_are_known() -> None:
    root = parse("a: 1\n'b': 2\n\"12\": 3\n").root
    assert isinstance(root, Map)
    assert (list(root.items), root.quoted) == (["a", "b", "12"], {"b", "12"})


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", None),
        ("# c\n\n", None),
        ("---\n", ""),
        ("a:\n", {"a": ""}),
        ("{a: [1, {b: 2}], c: {}}", {"a": ["1", {"b": "2"}], "c": {}}),
        ("[a: b]", [{"a": "b"}]),
        ("a: 1\n...\n# c\n", {"a": "1"}),
        ("a:\n- - 1\n  - 2\n-\n", {"a": [["1", "2"], ""]}),
        ('"<<": 1\n', {"<<": "1"}),
        ('a: "\\t\\e\\u2028\\x00"\n', {"a": "\t\x1b\u2028\0"}),
    ],
)
def test_what_is_allowed(text: str, read: object) -> None:
    assert (data(text), faults(text)) == (read, [])


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "kept"),
    [
        # The form stays plain: reading goes on.
        ("a: &x 1\nb: 2\n", "yaml-anchor", 0, 3, {"a": "1", "b": "2"}),
        ("a: &x [1]\nb: 2\n", "yaml-anchor", 0, 3, {"a": ["1"], "b": "2"}),
        ("&x a: 1\nb: 2\n", "yaml-anchor", 0, 0, {"a": "1", "b": "2"}),
        ("a: *x\nb: [*x, 1]\n", "yaml-alias", 0, 3, {"a": "*x", "b": ["*x", "1"]}),
        ("*x : 1\n", "yaml-alias", 0, 0, {"*x": "1"}),
        ("a: !!int 1\nb: !x {c: 2}\n", "yaml-tag", 0, 3, {"a": "1", "b": {"c": "2"}}),
        ("a: ! 1\n", "yaml-tag", 0, 3, {"a": "1"}),
        ("a: 1\nb: 2\na: 3\n", "yaml-duplicate-key", 2, 0, {"a": "3", "b": "2"}),
        ("{a: 1, 'a': 2}", "yaml-duplicate-key", 0, 7, {"a": "2"}),
        ("<<: {a: 1}\n", "yaml-merge-key", 0, 0, {"<<": {"a": "1"}}),
        ("-\tb: 2\n", "yaml-tab", 0, 1, [{"b": "2"}]),
        ("a: 1 #\t\nb: |\n  x\ty\n", "yaml-tab", 0, 6, {"a": "1", "b": "x y\n"}),
        ("a: x\x1by\n", "yaml-control-character", 0, 4, {"a": "x\ufffdy"}),
        ("a: x\x7fy\n", "yaml-control-character", 0, 4, {"a": "x\ufffdy"}),
        ("a: |\n  x\x85y\n", "yaml-control-character", 1, 3, {"a": "x\ufffdy\n"}),
        ("a: |\n  x\u2028y\n", "yaml-control-character", 1, 3, {"a": "x\ufffdy\n"}),
        ("a: x\ufeffy\n", "yaml-control-character", 0, 4, {"a": "x\ufffdy"}),
        ("a: x\ry\n", "yaml-control-character", 0, 4, {"a": "x\ufffdy"}),
        ("a: \ud800\n", "yaml-control-character", 0, 3, {"a": "\ufffd"}),
        ("? a\n: b\n", "yaml-complex-key", 0, 0, {"a": "b"}),
        ("x:\n- ? a\n  : b\n", "yaml-complex-key", 1, 2, {"x": [{"a": "b"}]}),
        ("x: {? a : b}\n", "yaml-complex-key", 0, 4, {"x": {"a": "b"}}),
        ("%YAML 1.1\n---\na: 1\n", "yaml-directive", 0, 0, {"a": "1"}),
        ("%TAG !x! y\n---\na: 1\n", "yaml-directive", 0, 0, {"a": "1"}),
        ("a" * 200 + ": 1\n", "yaml-long-key", 0, 0, {"a" * 200: "1"}),
        # Reading stops there, and what was complete is kept.
        ("a: 1\n[b]: 2\n", "yaml-complex-key", 1, 0, {"a": "1"}),
        ("{a: 1, {b: 2}: 3}", "yaml-complex-key", 0, 7, {"a": "1"}),
        ("a: 1\n---\nb: 2\n", "yaml-second-document", 1, 0, {"a": "1"}),
        ("a: 1\n...\n---\nb: 2\n", "yaml-second-document", 2, 0, {"a": "1"}),
        ("a: 1\n%YAML 1.1\n---\nb: c\n", "yaml-second-document", 1, 0, {"a": "1"}),
        ("%YAML 2.1\n---\na: 1\n", "yaml-directive", 0, 0, None),
        ("a: 1\n...\nb: 2\n", "yaml-after-end", 2, 0, {"a": "1"}),
        ("[a]]\n", "yaml-after-end", 0, 3, ["a"]),
        ("a: 1\nb: c: d\n", "yaml-second-colon", 1, 4, {"a": "1"}),
        ("z: 0\na: 1\n b: c\n", "yaml-second-colon", 2, 2, {"z": "0"}),
        ("a: 1\nb: - c\n", "yaml-indentation", 1, 3, {"a": "1"}),
        ("a:\n  b: 1\n c: 2\n", "yaml-indentation", 2, 1, {"a": {"b": "1"}}),
        ("- a\nb: 1\n", "yaml-indentation", 1, 0, ["a"]),
        ("a: |\n    x\n   y\n", "yaml-indentation", 2, 3, {"a": "x\n"}),
        ('a: 1\nb: "c" d\n', "yaml-after-value", 1, 7, {"a": "1"}),
        ("a: 1\nb: [c] d\n", "yaml-after-value", 1, 7, {"a": "1", "b": ["c"]}),
        ("a: 1\nb: [2, 3\nc: 4\n", "yaml-open-bracket", 1, 3, {"a": "1"}),
        ("a: 1\nb: @c\n", "yaml-indicator", 1, 3, {"a": "1"}),
        ("a: `\n", "yaml-indicator", 0, 3, {}),
        ("a: ]\n", "yaml-missing-value", 0, 3, {}),
        ("a: *\n", "yaml-alias", 0, 3, {}),
        ("a: & b\n", "yaml-anchor", 0, 3, {}),
        ("a: !x!y b\n", "yaml-tag", 0, 3, {}),
        ("a: |x\n  y\n", "yaml-block", 0, 4, {}),
        ("a: 1\nb: 'c\nd: 2\n", "yaml-open-quote", 1, 3, {"a": "1"}),
    ],
)
def test_what_is_refused_and_what_is_kept(
    text: str, code: str, line: int, column: int, kept: object
) -> None:
    assert (faults(text), data(text)) == ([(code, line, column)], kept)


@pytest.mark.parametrize("escape", [r"\q", r"\xZZ", r"\ud800"])
def test_a_bad_escape_is_refused_where_it_stands(escape: str) -> None:
    text = f'a: 1\nb: "{escape}"\n'
    ((code, line, column),) = faults(text)
    assert (code, line) == ("yaml-escape", 1)
    assert 3 <= column <= 6
    assert data(text) == {"a": "1"}


@pytest.mark.parametrize("text", ["a:\tx\n", "a: |\n  {x\ty}\n", "a: 'x\ty'\n", "a: x #\ty\n"])
def test_what_is_said_of_a_tab_can_be_done_wherever_it_stands(text: str) -> None:
    fault = parse(text).fault
    assert fault is not None
    assert fault.message == "a tab: write spaces; only a text in double quotes can hold one, as \\t"
    assert faults(text.replace("\t", " ")) == []
    assert data('a: "x\\ty"\n') == {"a": "x\ty"}


def test_several_faults_come_in_order_and_floods_are_cut() -> None:
    text = "a: &x 1\nb:\t2\na: 3\nb: !y 4\n"
    assert [code for code, _, _ in faults(text)] == [
        "yaml-anchor", "yaml-tab", "yaml-duplicate-key", "yaml-duplicate-key", "yaml-tag",
    ]  # fmt: skip
    first = parse(text).fault
    assert first is not None
    assert first.code == "yaml-anchor"
    assert len(faults("a: 1\n" * 1000)) == document.MOST_FAULTS


def test_messages_carry_no_terminal_escapes() -> None:
    for text in ['"\\e[31m": 1\n"\\e[31m": 2\n', "a: !\\e 1", 'a: "\x1b', "a: [\x9b31m"]:
        assert all(fault.message.isprintable() for fault in parse(text).faults)


# Torn texts


@pytest.mark.parametrize(
    "end", ["  score", "  score: [7, -1", "  score: [7, ", '  end: "unb', "  e"]
)
def test_a_torn_text_keeps_all_that_was_complete(end: str) -> None:
    whole = MATCH[: MATCH.index("  end:")]
    read = parse(whole + end)
    assert not read.complete
    assert read.fault is not None
    assert read.fault.line == 15
    assert data(whole + end) == data(whole)


def test_rounds_before_a_torn_one_are_there_in_flow_style_too() -> None:
    assert data("{a: 1, rounds: [{score: [1, 2]}, {score: [3, 4]}, {end: x, score: [5") == {
        "a": "1",
        "rounds": [{"score": ["1", "2"]}, {"score": ["3", "4"]}, {"end": "x"}],
    }


def test_a_text_that_runs_to_the_end_without_a_line_end_is_known() -> None:
    assert at("a: |\n  1.K 2.F", "a").unended
    assert at("a: |\n  1.K 2.F ", "a").unended
    assert at("a: unb", "a").unended
    assert at("a: unb  ", "a").unended
    assert at("a:", "a").unended
    assert not at("a: |\n  1.K 2.F\n", "a").unended
    assert not at("a: unb\n", "a").unended
    assert not at("a: 'unb'", "a").unended
    assert not at("a: |\n  1.K\nb: 1", "a").unended
    assert not at("a: unb # c", "a").unended


@given(st.integers(0, len(MATCH)))
def test_wherever_a_match_is_torn_the_round_before_is_whole(length: int) -> None:
    # One whole round, then a second one that is cut anywhere.
    second = MATCH[MATCH.index("- deal") : MATCH.index("total")]
    torn = MATCH[: MATCH.index("total")] + second[: length % len(second)]
    read = parse(torn).root
    assert isinstance(read, Map)
    rounds = read.data()["rounds"]
    assert rounds[0] == parse(MATCH).root.data()["rounds"][0]  # type: ignore[union-attr]


# Places in texts


def test_places_in_a_block_of_lines() -> None:
    node = at("x: 1\na: |  # c\n\n    ab\n\n      c d\n    e", "a")
    assert (node.line, node.column, node.first_line, node.indent) == (1, 3, 2, 4)
    assert node.text == "\nab\n\n  c d\ne"
    assert node.place(node.text.index("a")) == (3, 4)
    assert node.place(node.text.index("c")) == (5, 6)
    assert node.place(node.text.index("d")) == (5, 8)
    assert node.place(node.text.index("e")) == (6, 4)
    assert node.place(len(node.text)) == (6, 5)


def test_places_in_quoted_texts() -> None:
    assert at("a: 'it''s x'", "a").place(5) == (0, 10)
    double = at('b: 1\na: "\\x41 \\n\\\\x"', "a")
    assert [double.place(offset) for offset in (0, 3, 4)] == [(1, 4), (1, 11), (1, 13)]
    assert at("a: bcd", "a").place(2) == (0, 5)


@given(
    st.lists(st.text("ab.: #{}", max_size=6), min_size=1, max_size=6).map("\n".join),
    st.sampled_from(["|", "|-", "|+", ">", "'", '"', ""]),
    st.integers(1, 5),
    st.integers(0, 2),
)
def test_a_place_in_a_text_is_where_the_character_stands(
    text: str, style: str, indent: int, before: int
) -> None:
    space = " " * indent
    body = "\n".join(space + line for line in text.split("\n"))
    opening, closing = (style + "\n", "") if style[:1] in "|>" and style else (style, style)
    source = "x: 1\n" * before + f"a: {opening}{body}{closing}\n"
    read = parse(source)
    assume(isinstance(read.root, Map) and isinstance(read.root.get("a"), Scalar))
    assume(not read.faults)
    node = at(source, "a")
    lines = source.split("\n")
    for offset, char in enumerate(node.text):
        line, column = node.place(offset)
        if char not in " \n":
            assert lines[line][column] == char
    assert node.place(len(node.text) + 9)[0] <= source.count("\n")
    assert node.place(-5)[0] >= node.line


@given(st.text(max_size=30), st.integers(-3, 40))
def test_a_place_behind_any_escapes_is_inside_the_text(text: str, offset: int) -> None:
    written = yaml.safe_dump(text, default_style='"', width=20)
    read = parse(written).root
    assert isinstance(read, Scalar)
    line, _ = read.place(offset)
    assert 0 <= line <= written.count("\n")


# Comments


def test_comments_are_found_and_what_looks_like_one_is_not() -> None:
    text = (
        "# head\n---\nscoutcli: 1  # version\n\n  # own\na: 'x # no'\nb: \"# no\"\nc: x#no\n"
        "d: |  # behind\n  # no\n  y # no\n# below\nrounds: [1, # in\n  2] #end\n#\tlast"
    )
    assert [tuple(comment) for comment in parse(text).comments()] == [
        (0, 0, "# head", True),
        (2, 13, "# version", False),
        (4, 2, "# own", True),
        (8, 6, "# behind", False),
        (11, 0, "# below", True),
        (12, 12, "# in", False),
        (13, 5, "#end", False),
        (14, 0, "#\tlast", True),
    ]


def test_comments_are_found_up_to_a_fault() -> None:
    assert [comment.line for comment in parse("# a\nb: 1\nc: [ # d\n").comments()] == [0]
    assert parse("a: \ud800 # b").comments() == [(0, 5, "# b", False)]


# Bounds


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 10_000 + "]" * 10_000, "yaml-nesting"),
        ("a: " + "{a: " * 10_000, "yaml-nesting"),
        ("- " * 10_000 + "a", "yaml-nesting"),
        ("".join(" " * depth + "a:\n" for depth in range(100)), "yaml-nesting"),
        ("[" * 17 + "]" * 17, "yaml-nesting"),
        ("a: " + "[" * 16 + "]" * 16, "yaml-nesting"),
    ],
)
def test_nesting_is_bounded(text: str, code: str) -> None:
    ((found, line, _),) = faults(text)
    assert found == code
    assert line <= 16


def test_sixteen_levels_are_read() -> None:
    assert faults("[" * 16 + "]" * 16) == []
    assert faults("a: " + "[" * 15 + "]" * 15) == []


def test_the_number_of_values_and_the_length_of_a_text_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(document, "MOST_EVENTS", 10)
    monkeypatch.setattr(document, "MOST_TEXT", 5)
    assert faults("a: 1\nb: 123456\n") == [("yaml-long-text", 1, 3)]
    assert faults("a: 1\nb: 1\nc: 1\nd: 1\n") == [("yaml-size", 3, 0)]
    assert data("a: 1\nb: 1\nc: 1\nd: 1\n") == {"a": "1", "b": "1", "c": "1"}


def test_an_alias_bomb_is_refused_and_never_built() -> None:
    lines = ["x-a: &a [z,z,z,z,z,z,z,z,z]"]
    lines += [
        f"x-{name}: &{name} [{','.join([f'*{before}'] * 9)}]"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    text = "\n".join(lines) + "\n"
    assert faults(text) == [("yaml-anchor", 0, 5), ("yaml-alias", 1, 9)]
    assert parse(text).root.data()["x-i"] == ["*h"] * 9  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "unit",
    ["[", "{", "- ", "[? ", "? ", "? - ", "[\n", "a: ", "a:", "x", "'", '"\\', "|\n", "\n", "#\n"],
)
def test_hostile_texts_cost_no_more_than_their_length(unit: str) -> None:
    # What is quadratic, or follows the nesting, takes minutes here, or all of the stack.
    text = unit * (10_000_000 // len(unit) if document.Parser is not slowyaml.Parser else 20_000)
    begin = time.monotonic()
    parse(text)
    assert time.monotonic() - begin < 20


# Any text

FRAGMENTS = (
    *"abn01:-[]{}#|>\"'?&*!%@,.~<=\\ \n", ": ", "- ", "\n  ", "\n- ", "? ", "a: ", "---\n", "...\n",
    "|\n", ", ", "\n    ", "&a ", "*a", "!t ", " #", "\t", "\r\n", "<<: ",
)  # fmt: skip
YAMLISH = st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)


@given(YAMLISH)
def test_what_is_accepted_is_what_pyyaml_reads(text: str) -> None:
    read = parse(text)
    if read.faults:
        return
    expected = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 (it makes strings alone)
    assert (None if read.root is None else read.root.data()) == expected


@given(st.text(max_size=60) | YAMLISH)
def test_no_text_raises_and_every_fault_lies_in_the_text(text: str) -> None:
    read = parse(text)
    lines = text.split("\n")
    for fault in read.faults:
        assert 0 <= fault.line < len(lines)
        assert 0 <= fault.column <= len(lines[fault.line])
        assert fault.code.startswith("yaml-")
        assert is_printable(fault.message)
    for comment in read.comments():
        assert lines[comment.line][comment.column :] == comment.text
    for node in _scalars(read.root):
        for offset in range(-1, len(node.text) + 2):
            # libyaml puts what is missing behind the last line below it.
            assert 0 <= node.place(offset)[0] <= len(lines)


def _scalars(node: object) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, List):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, Map):
        for _, item in node.items.values():
            yield from _scalars(item)


# The reference files


def test_the_reference_files_agree_with_pyyaml() -> None:
    folder = shared()
    if folder is None:
        pytest.skip("no reference matches beside this checkout")
    for path in sorted((folder / "matches" / "valid").glob("*.yaml")):
        with path.open("rb") as file:
            for chunk in chunks(file, path.name):
                assert faults(chunk.text) == [], path.name
                expected = yaml.load(chunk.text, Loader=yaml.BaseLoader)  # noqa: S506
                assert data(chunk.text) == expected


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("duplicate-key", "yaml-duplicate-key"),
        ("anchor", "yaml-anchor"),
        ("tag", "yaml-tag"),
        ("tab", "yaml-tab"),
        ("torn-yaml", "yaml-missing-colon"),
        ("bomb", "yaml-anchor"),
        ("nested", "yaml-nesting"),
        ("joined", "yaml-duplicate-key"),
    ],
)
def test_the_damaged_reference_files_are_at_fault_where_the_index_says(
    name: str, code: str
) -> None:
    folder = shared()
    if folder is None:
        pytest.skip("no reference matches beside this checkout")
    index = (folder / "matches" / "damaged" / "INDEX.tsv").read_text().splitlines()
    line = next(int(row.split("\t")[2]) for row in index if row.startswith(f"hand-{name}."))
    if name == "torn-yaml":
        line += 1  # the index counts line ends there, and the last line has none
    with (folder / "matches" / "damaged" / f"hand-{name}.yaml").open("rb") as file:
        found = [
            (fault.code, chunk.place(fault.line, fault.column)[0])
            for chunk in chunks(file, name)
            for fault in parse(chunk.text).faults[:1]
        ]
    assert found == [(code, line)]
