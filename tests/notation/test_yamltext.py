"""What the writer writes is read back the same, by this program and by other readers of YAML."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import example, given, reject
from hypothesis import strategies as st

from notation.document import parse
from notation.nodes import List, Map, Node, Scalar
from notation.yamltext import block, can_be_block, can_be_plain, emit, entry, flow, quote

LOADERS = [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)]


def tree(text: str) -> Node:
    """The tree of a text that has no fault."""
    document = parse(text)
    assert document.faults == []
    assert document.root is not None
    return document.root


def loaded(text: str) -> list[Any]:
    """What PyYAML's own parser, libyaml's and this program read, the same thing three times."""
    return [*(yaml.load(text, Loader=loader) for loader in LOADERS), tree(text).data()]  # noqa: S506


# Texts on one line


@pytest.mark.parametrize(
    "text",
    [
        "Ada", "Seat 1", "Chloé", "O'Brien", "C# club", "a:b", "12:3x", "1e3", "0o17", "-x", "?x",
        ":x", "a - b", "no way", "x", "100%", "v1.2.3", "Zoë (2)", "3,5", "a[1]", "greedy 1.0", "…",
        "中", "😀", "-1-", "+", ".", "<", "<<<", "08:xx", "--", "--x", "a---", "yesno",
    ],
)  # fmt: skip
def test_a_text_that_no_reader_mistakes_is_plain(text: str) -> None:
    assert quote(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "no", "Yes", "on", "OFF", "true", "y", "N", "~", "null", "=", "<<", "1", "-7", "010",
        "0x1F", "0b1", "1_000", "12:30", "1:2:3", "1.5", "1.", ".5", "1.5e+3", ".inf", "-.INF",
        ".nan", "2026-11-29", "2026-11-29 12:30:00", "", " ", " a", "a ", "a: b", "a:", "a #b",
        "#a", "- a", "-", "?", "? a", ":", "[a", "{a", "]", "}", ",", "&a", "*a", "!a", "|", ">",
        "'a'", "%a", "@a", "`a`", "---", "--- a", "...",
    ],
)  # fmt: skip
def test_a_text_that_some_reader_takes_for_something_else_is_quoted(text: str) -> None:
    assert quote(text) == f'"{text}"'


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('say "a"', 'say "a"'),
        ('"a"', r'"\"a\""'),
        ("a\\b", "a\\b"),
        ("a\\b: ", r'"a\\b: "'),
        ("a\nb", r'"a\nb"'),
        ("\ta\0\x1b\x7f\x85\r", r'"\ta\0\e\x7f\N\r"'),
        ("\u2028\u2029\ufeff\uffff", r'"\L\P\ufeff\uffff"'),
        ("\ud800", '"\ufffd"'),
    ],
)
def test_what_no_line_holds_is_escaped(text: str, written: str) -> None:
    assert quote(text) == written


ANY_TEXT = st.text() | st.text(
    "yYnNoO=<~.-+0189:eE_ xX#,[]{}&*!|>'\"%@`?\\\n\t\x85\u2028", max_size=8
)


@given(ANY_TEXT)
@example("\ufeff")
@example("\x85")
def test_any_text_survives_in_every_place(text: str) -> None:
    written = quote(text)
    assert "\n" not in written
    assert loaded(written + "\n") == [text] * 3
    assert loaded(f"- {written}\n- a: {written}\n") == [[text, {"a": text}]] * 3
    if len(text) < 100:
        assert loaded(f"{written}: 1\n")[2] == {text: "1"}


@given(ANY_TEXT)
@example("1e3")
def test_quotes_stand_exactly_where_they_must(text: str) -> None:
    try:
        safe = [
            loaded(text) == [text] * 3,
            loaded(f"- {text}\n") == [[text]] * 3,
            loaded(f"a: {text}\n") == [{"a": text}] * 3,
        ]
    except (yaml.YAMLError, AssertionError, ValueError, TypeError, OverflowError):
        safe = [False]
    plain = all(safe) and text not in {"y", "Y", "n", "N"}  # these are yes and no in YAML 1.1
    assert (quote(text) == text) is plain


# Lines of text


def test_lines_stand_below_a_bar() -> None:
    assert block("1: 34 58\n2: 35 38\n") == "|\n    1: 34 58\n    2: 35 38\n"
    assert block("a\n\n  b\n", 2) == "|\n  a\n\n    b\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", '""\n'),
        ("a", "a\n"),
        ("1", '"1"\n'),
        ("\n", '"\\n"\n'),
        ("a\n\n", '"a\\n\\n"\n'),
        (" a\n", '" a\\n"\n'),
        ("\na\n", '"\\na\\n"\n'),
        ("a\tb\n", '"a\\tb\\n"\n'),
        ("a\r\n", '"a\\r\\n"\n'),
        ("a\u2028b\n", '"a\\Lb\\n"\n'),
    ],
)
def test_what_no_bar_holds_is_quoted(text: str, written: str) -> None:
    assert not can_be_block(text)
    assert block(text) == written


@given(st.lists(st.text("ab #:-\t é", max_size=6)).map("\n".join) | st.text(), st.integers(1, 6))
def test_any_lines_survive(text: str, indent: int) -> None:
    for lines in (text, text + "\n"):
        written = f"a: {block(lines, indent)}b: x\n"
        assert loaded(written) == [{"a": lines, "b": "x"}] * 3


# Lists on one line


def test_numbers_stand_on_one_line() -> None:
    assert flow([7, -2, "x"]) == "[7, -2, x]"
    assert flow([]) == "[]"
    assert flow(["no", "a, b", "-", "a:b", "12:30"]) == '["no", "a, b", "-", "a:b", "12:30"]'


@given(st.lists(st.integers() | ANY_TEXT))
def test_any_list_survives_on_one_line(values: list[int | str]) -> None:
    texts = [str(value) for value in values]
    assert loaded(flow(values)) == [values, values, texts]


# Any tree


def test_a_tree_in_canonical_form() -> None:
    text = """\
x-a: {b: [1, -2.5], "c d": ['no', no, "plain"], e: {}, f: [], g: }
x-b:
    - - 1
      - x
    -   h: |
            lines
            # no comment
        i: "two\\n\\nlines"
    -
x-c: >
  folded
  text
'x-d': 12:30
"""
    assert (
        emit(tree(text))
        == """\
x-a:
  b: [1, -2.5]
  c d:
  - "no"
  - no
  - plain
  e: {}
  f: []
  g:
x-b:
- - 1
  - x
- h: |
    lines
    # no comment
  i: "two\\n\\nlines"
-
x-c: |
  folded text
x-d: 12:30
"""
    )


def test_an_entry_below_others_is_indented_like_them() -> None:
    root = tree('x-a: {b: {c: [x, [y]]}, d: "e\\nf\\n"}')
    assert isinstance(root, Map)
    node = root.get("x-a")
    assert node is not None
    assert "  " + entry("x-a", node, 2) == (
        "  x-a:\n    b:\n      c:\n      - x\n      - - y\n    d: |\n      e\n      f\n"
    )


def test_a_key_that_was_plain_stays_plain_and_one_in_quotes_a_text() -> None:
    text = 'x-a:\n  1: a\n  "2": b\n  no: c\n  "no ": d\n'
    assert emit(tree(text)) == text
    assert emit(tree("'a': 1\n")) == "a: 1\n"


SCALARS = st.builds(Scalar, ANY_TEXT, st.sampled_from(['"', "'", "|", ""]))


def _list(items: list[Node]) -> List:
    node = List()
    node.items.extend(items)
    return node


def _map(items: dict[str, Node]) -> Map:
    node = Map()
    node.items.update({key: ((0, 0), value) for key, value in items.items()})
    node.quoted = set(items)
    return node


TREES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4).map(_list)
        | st.dictionaries(st.text(max_size=20), inner, max_size=4).map(_map)
    ),
    max_leaves=12,
)


@given(TREES)
def test_any_tree_survives_and_its_text_does_not_change_any_more(node: Node) -> None:
    item, value = emit(_list([node])), f"{entry('x-a', node)}b: 1\n"
    assert tree(item).data() == [node.data()]
    assert tree(value).data() == {"x-a": node.data(), "b": "1"}
    for written in (item, value, f"- {entry('x-a', node, 2)}- 1\n"):
        assert emit(tree(written)) == written


def _typed(node: Node) -> Any:
    """What PyYAML makes of a tree: it gives types to plain texts alone."""
    if isinstance(node, Map):
        return {key: _typed(value) for key, (_, value) in node.items.items()}
    if isinstance(node, List):
        return [_typed(item) for item in node.items]
    if node.plain and (not node.text or can_be_plain(node.text)):
        return yaml.safe_load(node.text)
    return node.text


@given(TREES)
def test_a_number_stays_a_number_and_a_text_a_text(node: Node) -> None:
    try:
        expected = _typed(node)
    except (ValueError, yaml.YAMLError):
        reject()  # a date such as 9999-99-99
    for loader in LOADERS:
        value = yaml.load(emit(node), Loader=loader)  # noqa: S506
        assert repr(value) == repr(expected)  # `.nan` is not equal to itself
