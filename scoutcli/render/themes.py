"""Colours: what each style class looks like, as one of four themes.

A theme never says anything alone: what it colours has a sign of its own, so
`none`, and a terminal without colours, shows the same. Colours are the sixteen
that every terminal has, in the shades that its owner has chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from scoutcli.render.look import Line, to_text

_CLASSES = (
    "title", "status", "turn", "name", "faint", "strong", "place", "card.upper", "card.lower",
    "card.frame", "card.hidden", "card.gone", "marked", "active", "points", "error", "notice",
    "prompt", "menu.group", "menu.text", "menu.meta", "news", "news.new", "heading",
)  # fmt: skip
"""Every class that a theme knows; another one looks plain."""


def _theme(**styles: str) -> Mapping[str, str]:
    """A theme of these styles; ``_`` in a name stands for the dot of a class."""
    given = {name.replace("_", "."): style for name, style in styles.items()}
    return {name: given.get(name, "") for name in _CLASSES}


THEMES: Mapping[str, Mapping[str, str]] = {
    "dark": _theme(
        title="bold", status="", turn="bold ansibrightcyan", name="bold",
        faint="ansibrightblack", strong="bold", place="ansibrightblack",
        card_upper="bold ansibrightyellow", card_lower="ansiyellow",
        card_frame="ansibrightblack", card_hidden="ansiblue", card_gone="ansibrightblack",
        marked="reverse", active="bold", points="ansibrightgreen",
        error="bold ansibrightred", notice="ansibrightcyan", prompt="bold",
        menu_group="bold ansibrightcyan", menu_text="", menu_meta="ansibrightblack",
        news="", news_new="bold", heading="bold ansibrightcyan",
    ),
    "light": _theme(
        title="bold", status="", turn="bold ansiblue", name="bold",
        faint="ansibrightblack", strong="bold", place="ansibrightblack",
        card_upper="bold", card_lower="ansibrightblack",
        card_frame="ansibrightblack", card_hidden="ansiblue", card_gone="ansibrightblack",
        marked="reverse", active="bold", points="ansigreen",
        error="bold ansired", notice="ansiblue", prompt="bold",
        menu_group="bold ansiblue", menu_text="", menu_meta="ansibrightblack",
        news="", news_new="bold", heading="bold ansiblue",
    ),
    "contrast": _theme(
        title="bold underline", status="bold", turn="bold underline", name="bold",
        strong="bold", card_upper="bold", marked="bold reverse", active="bold",
        points="bold", error="bold reverse", notice="bold", prompt="bold",
        menu_group="bold underline", news_new="bold", heading="bold underline",
    ),
    "none": _theme(
        title="bold", turn="bold", strong="bold", card_upper="bold", marked="reverse",
        active="bold", error="bold", prompt="bold", menu_group="underline", news_new="bold",
        heading="underline",
    ),
}  # fmt: skip
"""Each theme: the prompt_toolkit style of every class. `none` has no colour, only weight."""

_COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "gray")
_CODES = {
    "bold": "1", "underline": "4", "reverse": "7",
    **{f"ansi{name}": str(30 + at) for at, name in enumerate(_COLOURS)},
    **{f"ansibright{name}": str(90 + at) for at, name in enumerate(_COLOURS)},
    "ansiwhite": "97",
}  # fmt: skip
"""The words of the styles above as the codes of a terminal."""


def paint(line: Line, theme: str, colours: bool = True) -> str:
    """A line as text with the escapes of a theme; without `colours`, with none at all."""
    if not colours:
        return to_text(line)
    parts = []
    for style, text in line:
        codes = _codes(style, theme)
        parts.append(f"\x1b[{codes}m{text}\x1b[0m" if codes and text else text)
    return "".join(parts)


@lru_cache(maxsize=1024)
def _codes(style: str, theme: str) -> str:
    """The codes of a style such as ``class:card.upper class:marked``, the last colour alone."""
    styles = THEMES[theme]
    words = [
        word
        for name in style.split()
        for word in styles.get(name.removeprefix("class:"), "").split()
    ]
    colours = [word for word in words if word.startswith("ansi")]
    kept = [word for word in dict.fromkeys(words) if word not in colours[:-1]]
    return ";".join(_CODES[word] for word in kept)
