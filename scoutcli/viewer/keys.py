"""The keys of the viewer: one table for the bindings, the help on the screen and the manual."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """Keys that belong together. `does` says what each of them does, by prompt_toolkit's names."""

    shown: str
    plain: str
    """How the help shows them where there is no more than ASCII."""
    help: str
    does: dict[str, tuple[str, ...]]


KEYS = (
    Key(
        "→ ←",
        "Right Left",
        "a move on, a move back (also l n Enter, h Backspace)",
        {"forward": ("right", "l", "n", "enter"), "back": ("left", "h", "backspace")},
    ),
    Key(
        "↓ ↑",
        "Down Up",
        "to the end of the lap, to its beginning",
        {"lap_forward": ("down",), "lap_back": ("up",)},
    ),
    Key(
        "Home End",
        "Home End",
        "to the start of the round, to its end (also g, G)",
        {"to_start": ("home", "g"), "to_end": ("end", "G")},
    ),
    Key(
        "PgDn PgUp",
        "PgDn PgUp",
        "to the next round, the one before (also ], [)",
        {"next_round": ("pagedown", "]"), "round_before": ("pageup", "[")},
    ),
    Key(
        "N P",
        "N P",
        "to the next match of the file, the one before",
        {"next_match": ("N",), "match_before": ("P",)},
    ),
    Key("12 Enter", "12 Enter", "to move 12 of the round", {}),
    Key(
        "x X",
        "x X",
        "to the next capture, the one before (SKYJO: lines cleared)",
        {"next_capture": ("x",), "capture_before": ("X",)},
    ),
    Key(
        "t T",
        "t T",
        "to the next turning point (?, ??, !!, or by values), the one before",
        {"next_turning_point": ("t",), "turning_point_before": ("T",)},
    ),
    Key(
        "c C",
        "c C",
        "to the next comment, judgement or error, the one before",
        {"next_remark": ("c",), "remark_before": ("C",)},
    ),
    Key("/", "/", "search moves and comments; Enter alone: again", {"search": ("/",)}),
    Key("Space", "Space", "watch move by move; once more: stop", {"watch": (" ",)}),
    Key("+ -", "+ -", "watch faster, slower", {"faster": ("+", "="), "slower": ("-",)}),
    Key(
        "s S a",
        "s S a",
        "show what the next seat knew, the one before; all",
        {"next_seat": ("s",), "seat_before": ("S",), "all_seats": ("a",)},
    ),
    Key("v", "v", "comments and variations on this move, whole", {"notes": ("v",)}),
    Key("m", "m", "all moves of the round, with what they did", {"moves": ("m",)}),
    Key("i", "i", "about the match: event, players, rules", {"about": ("i",)}),
    Key("p", "p", "play on from here, against bots", {"play_on": ("p",)}),
    Key(
        "j k",
        "j k",
        "scroll, where the position does not fit; back",
        {"scroll": ("j",), "scroll_back": ("k",)},
    ),
    Key("? F1", "? F1", "this help", {"help": ("?", "f1")}),
    Key("q Esc", "q Esc", "quit (also Ctrl-C, Ctrl-D)", {"quit": ("q", "escape", "c-c", "c-d")}),
)
