"""Which key does what, beside those that edit a line as everywhere (emacs or vi)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition, Filter, emacs_mode, is_searching, vi_insert_mode
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.search import stop_search
from prompt_toolkit.utils import suspend_to_background_supported

if TYPE_CHECKING:
    from scoutcli.table.live.application import Ui

KEYS = (
    ("arrows, Space, < >", "put a move together on the table; the row above the line says how"),
    ("Enter", "plays the move, or the typed line; on a completion: takes it into the line"),
    ("Tab, Shift-Tab", "the moves that the line can become; then the next one, the one before"),
    ("Left, Right", "while an earlier position is looked at: the one before, the one after"),
    ("Esc", "closes the menu or this sheet; else takes back a step of what was picked"),
    ("Up, Down", "in a line that is begun: what was typed before; Ctrl-P, Ctrl-N in any line"),
    ("Ctrl-R", "searches what was typed before"),
    ("PgUp, PgDn", "what happened further up; in the menu: the next kind of move"),
    ("Ctrl-C", "clears the line; twice while a bot thinks: leaves at once"),
    ("Ctrl-D", "leaves the match, after a question"),
    ("Ctrl-L, Ctrl-Z", "draws everything anew; back to the shell, where fg comes back here"),
    ("any key", "goes on at once after the move of a bot"),
    ("help or ?", "what can be typed: moves, and commands as rules, hint, undo"),
)
"""What the help on keys says."""

_PICKED = ("left", "right", "s-left", "s-right", "home", "end", "backspace", "space", "up", "down")
"""Keys for what puts a move together, beside characters, Enter and Esc."""
_STEPS = {"left": -1, "right": 1, "home": -(1 << 20), "end": 1 << 20}
"""How far keys go from an earlier position."""


class _Table:
    """Keys, and what they do."""

    def __init__(self) -> None:
        self.keys = KeyBindings()

    def add(
        self, names: str, do: Callable[[], object], when: Filter, *, eager: bool = False
    ) -> None:
        """Have each of the named keys do something, as long as a filter lets it."""
        for name in names.split():
            self.keys.add(name, filter=when, eager=eager)(lambda _: do())

    def add_text(self, name: str, do: Callable[[str], None], when: Filter) -> None:
        """The same for keys that bring a text."""
        self.keys.add(name, filter=when)(lambda event: do(event.data))


def bindings(ui: Ui) -> KeyBindings:
    """The keys of the table."""
    scene = ui.scene
    free = ~is_searching
    asked = Condition(lambda: scene.asking is not None)
    for_move = Condition(lambda: scene.asking is not None and scene.asking.picking is not None)
    empty = Condition(lambda: not ui.line.text)
    menu = Condition(lambda: ui.line.buffer.complete_state is not None)
    typing = asked & free
    inserting = typing & (emacs_mode | vi_insert_mode)
    picking = inserting & empty & ~menu & Condition(lambda: scene.picking is not None)

    table = _Table()
    for key in _PICKED:
        table.add(key, lambda key=key: ui.pick(key), picking)  # type: ignore[misc]
    table.add_text(Keys.Any, ui.pick_or_type, picking)
    leafing = inserting & empty & ~menu & Condition(lambda: scene.leafing)
    for key, by in _STEPS.items():
        table.add(key, lambda by=by: scene.step(by), leafing)  # type: ignore[misc]
    reading = inserting & empty & ~menu & Condition(lambda: scene.sheet is not None)
    table.add("up", lambda: scene.scroll(1), reading)
    table.add("down", lambda: scene.scroll(-1), reading)
    table.add("?", ui.ask_for_help, inserting & empty & for_move)
    table.add("enter", ui.enter, typing)
    table.add("enter", scene.close_sheet, reading & for_move)
    table.add("tab", lambda: ui.complete(1), inserting)
    table.add("s-tab", lambda: ui.complete(-1), inserting)
    table.add("c-n", lambda: ui.complete(1), typing & vi_insert_mode)
    table.add("c-p", lambda: ui.complete(-1), typing & vi_insert_mode)
    wrong = Condition(lambda: bool(scene.error))
    table.add("escape", ui.escape, typing & (menu | empty | wrong), eager=True)
    table.add_text(Keys.BracketedPaste, ui.paste, typing)
    table.add("c-d", ui.end_of_input, typing & empty)

    table.add("c-c", ui.cancel, free)
    table.add("<sigint>", ui.cancel, free)
    table.add("c-c", stop_search, is_searching)
    table.add("pageup", lambda: ui.jump(-1), inserting & menu)
    table.add("pagedown", lambda: ui.jump(1), inserting & menu)
    table.add("pageup", lambda: ui.scroll(1), free & ~menu)
    table.add("pagedown", lambda: ui.scroll(-1), free & ~menu)
    table.add("f1", ui.help, free)
    table.add("c-l", ui.redraw, free)
    table.add(
        "c-z",
        ui.suspend,
        Condition(suspend_to_background_supported),
    )
    table.add("<any> enter tab s-tab delete " + " ".join(_PICKED), ui.press_early, ~asked)
    table.add("escape", ui.press_early, ~asked, eager=True)
    table.add("c-d", ui.say_how_to_leave, ~asked)
    return table.keys
