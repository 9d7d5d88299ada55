"""Texts, names and colours for a terminal: how wide, how safe, how painted."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from scoutcli.render.look import Look, clipped, padded, size_of, tidied, to_text
from scoutcli.render.names import fit_name, name_text, pad_name
from scoutcli.render.text import Paint, clip, columns, pad, wrap
from scoutcli.render.themes import THEMES, paint

MARK = "\u200e"
"""Left to right, of no width."""


@pytest.mark.parametrize(
    ("text", "width", "clipped_text"),
    [
        ("Ada", 3, "Ada"),
        ("Adam", 3, "Ad…"),
        ("王小明", 6, "王小明"),
        ("王小明", 5, "王小…"),
        ("王小明", 4, "王…"),
        ("Adam", 1, "…"),
        ("Adam", 0, ""),
        ("e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"),
    ],
)
def test_texts_are_cut_by_columns(text: str, width: int, clipped_text: str) -> None:
    assert clip(text, width) == clipped_text


def test_texts_are_padded_by_columns() -> None:
    assert pad("王", 4) == "王  "
    assert pad("王小明", 4) == "王… "


@pytest.mark.parametrize(
    ("text", "width", "hanging", "lines"),
    [
        ("one two three", 20, 0, ["one two three"]),
        ("one two three", 7, 0, ["one two", "three"]),
        ("one two three", 8, 2, ["one two", "  three"]),
        ("  one two three", 9, 4, ["  one two", "    three"]),
        ("abcdefgh", 3, 0, ["abc", "def", "gh"]),
        ("王小明王小明", 5, 0, ["王小", "明王", "小明"]),
        ("", 5, 0, [""]),
        ("a  b", 10, 0, ["a  b"]),
    ],
)
def test_texts_are_wrapped_between_words(
    text: str, width: int, hanging: int, lines: list[str]
) -> None:
    assert wrap(text, width, hanging) == lines


# Names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("e\u0301", "é"),
        ("王小明", "王小明"),
        ("שלום", "שלום"),
        ("👨\u200d👩\u200d👧 Fam", "👨👩👧 Fam"),
        ("👍🏽", "👍"),
        ("❤\ufe0f", "❤"),
        ("1\ufe0f\u20e3", "1"),
        ("🇩🇪", "DE"),
        ("نامه\u200cها", "نامهها"),
        ("A\x1b[31mB", "A\\x1b[31mB"),
        ("A\u202eB", "A\\u202eB"),
        ("A\u2066B\nC", "A\\u2066B\\nC"),
        ("A\u200bB", "A\\u200bB"),
        ("\u3164", "\\u3164"),
        ("\u0301x", "\u25cc\u0301x"),
        ("Z" + "\u0336" * 30, "Z" + "\u0336" * 4),
        ("\u200d", "\\u200d"),
        ("\U000f0000", "\\U000f0000"),
    ],
)
def test_a_name_is_shown_so_that_every_terminal_agrees_on_it(name: str, shown: str) -> None:
    assert name_text(name) == shown


@given(st.text(min_size=1, max_size=12))
def test_any_name_is_safe_and_as_wide_as_its_characters(name: str) -> None:
    text = name_text(name)
    assert text
    assert text.isprintable()
    assert name_text(text) == text
    assert columns(text) == get_cwidth(text) == sum(map(get_cwidth, text))
    assert not any(unicodedata.bidirectional(char) in _STEERS for char in text)


_STEERS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(st.text(min_size=1, max_size=30), st.integers(0, 20), st.booleans())
def test_a_name_is_fitted_exactly(name: str, width: int, unicode: bool) -> None:
    text = name_text(name)
    assert columns(fit_name(text, width, unicode)) <= width
    assert columns(pad_name(text, width, unicode)) == width
    assert get_cwidth(pad_name(text, width, unicode)) == width


def test_a_name_from_right_to_left_keeps_what_follows_in_its_place() -> None:
    """A strong character from left to right stands before and behind it."""
    assert fit_name("שלום", 8) == f"{MARK}שלום{MARK}"
    assert fit_name("שלום רב", 5) == f"{MARK}שלום…{MARK}"
    assert fit_name("Ada 7", 8) == "Ada 7"
    assert fit_name("王", 8) == "王"
    assert fit_name("שלום", 8, unicode=False) == "שלום"


# Lines


def test_lines_are_measured_cut_filled_and_joined() -> None:
    line = [("class:name", "王小"), ("", "  "), ("class:points", "12")]
    assert size_of(line) == 8
    assert to_text(clipped(line, 7, "…")) == "王小  …"
    assert to_text(clipped(line, 4, "…")) == "王…"
    assert clipped(line, 8, "…") == line
    assert to_text(padded(line, 10)) == "王小  12  "
    assert tidied([("a", "x"), ("a", "y"), ("", ""), ("b", "z "), ("", "  ")]) == [
        ("a", "xy"),
        ("b", "z"),
    ]


def test_a_look_tells_what_is_marked() -> None:
    look = Look(marks=frozenset([("hand", 2), ("hand", 3), ("gap", 1)]))
    assert look.at("hand") == {2, 3}
    assert look.at("table") == frozenset()


# Themes


@pytest.mark.parametrize("name", ["dark", "light", "contrast", "none"])
def test_every_theme_styles_every_class_as_prompt_toolkit_does(name: str) -> None:
    theme = THEMES[name]
    assert list(theme) == list(THEMES["dark"])
    assert Style.from_dict(dict(theme)).get_attrs_for_style_str("class:marked").reverse


def test_without_colour_themes_have_weight_alone() -> None:
    for name in ("none", "contrast"):
        words = {word for style in THEMES[name].values() for word in style.split()}
        assert words <= {"bold", "underline", "reverse"}


LINE = [("class:turn", "► 1 Ada"), ("", " "), ("class:card.upper class:marked", "4")]


@pytest.mark.parametrize(
    ("theme", "text"),
    [
        ("dark", "\x1b[1;96m► 1 Ada\x1b[0m \x1b[1;93;7m4\x1b[0m"),
        ("light", "\x1b[1;34m► 1 Ada\x1b[0m \x1b[1;7m4\x1b[0m"),
        ("contrast", "\x1b[1;4m► 1 Ada\x1b[0m \x1b[1;7m4\x1b[0m"),
        ("none", "\x1b[1m► 1 Ada\x1b[0m \x1b[1;7m4\x1b[0m"),
    ],
)
def test_a_line_is_painted_as_the_theme_says(theme: str, text: str) -> None:
    assert paint(LINE, theme) == text


@pytest.mark.parametrize("theme", list(THEMES))
def test_paint_adds_nothing_but_colour(theme: str) -> None:
    line = [(f"class:{name}", f"{name};") for name in THEMES[theme]]
    assert re.sub(r"\x1b\[[0-9;]*m", "", paint(line, theme)) == to_text(line)
    assert paint(line, theme, colours=False) == to_text(line)


# What the arena paints with


@pytest.mark.parametrize(
    ("encoding", "environment", "painted"),
    [
        ("utf-8", {"TERM": "xterm"}, Paint(colours=True, unicode=True)),
        ("UTF8", {"TERM": "xterm", "NO_COLOR": "1"}, Paint(colours=False, unicode=True)),
        ("utf-8", {"TERM": "xterm", "NO_COLOR": ""}, Paint(colours=True, unicode=True)),
        ("ascii", {"TERM": "xterm"}, Paint(colours=True, unicode=False)),
        (None, {"TERM": "dumb"}, Paint(colours=False, unicode=False)),
        ("utf-8", {}, Paint(colours=False, unicode=True)),
        ("utf-8", {"TERM": "xterm", "LANG": "C"}, Paint(colours=True, unicode=False)),
        ("utf-8", {"LANG": "C", "LC_ALL": "C.UTF-8"}, Paint(colours=False, unicode=True)),
    ],
)
def test_the_terminal_says_how_to_paint(
    encoding: str | None, environment: dict[str, str], painted: Paint
) -> None:
    assert Paint.for_terminal(encoding, environment) == painted
