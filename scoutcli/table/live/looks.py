"""How the screen looks on this terminal: theme, colours, characters."""

from __future__ import annotations

import os
from collections.abc import Mapping

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from scoutcli.render.themes import THEMES

_MONOCHROME = ("vt52", "vt100", "vt102", "vt220", "vt320")

_OWN = {
    "menu": "bg:default fg:default",  # else prompt_toolkit paints it grey, on which nothing is read
    "menu.current": "reverse",
    "bar": "reverse",
    "wrong": "underline reverse",
    "search-toolbar": "",
    "search-toolbar.prompt": "bold",
    "search-toolbar.text": "",
}
"""What only this screen has."""


def colourless(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether nothing may be coloured: NO_COLOR is set to anything, or the terminal cannot."""
    if environment.get("NO_COLOR"):
        return True
    term = environment.get("TERM", "")
    if term in _MONOCHROME or term.endswith("-m") or "-mono" in term:
        return True
    try:
        import curses  # not in every Python

        curses.setupterm(term, 1)
        return curses.tigetnum("colors") in (0, -1)
    except Exception:  # noqa: BLE001 - no curses, or none that knows it: most have colours
        return False


def theme(settings: Mapping[str, str]) -> str:
    """The theme asked for; ``none`` where nothing may be coloured."""
    return "none" if colourless() else settings["theme"]


def style(settings: Mapping[str, str]) -> Style:
    """The styles of all classes."""
    return Style.from_dict({**_OWN, **THEMES[theme(settings)]})


def depth(settings: Mapping[str, str]) -> ColorDepth | None:
    """One bit where there are no colours; None: whatever the terminal can."""
    return ColorDepth.DEPTH_1_BIT if theme(settings) == "none" else None
