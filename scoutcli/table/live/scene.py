"""Everything that is on the screen, and how it changes; touched by the screen's thread alone."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from games.game import View
from scoutcli.table.live.bridge import Answer
from scoutcli.table.live.items import Item
from scoutcli.table.live.news import News, Sheet
from scoutcli.table.live.picking import Picking
from scoutcli.table.words import Turn

MOST_IN_NEWS = 4
"""Sentences of an answer; a longer one is laid over the table, to be read there."""
SHORT = 0.4
"""Seconds; that a bot thinks is told only if it takes longer."""


@dataclass(slots=True)
class Asking:
    """Somebody is asked: for a move, where there is a turn, else the question."""

    answer: Answer
    name: str = ""
    seat: int = -1
    picking: Picking | None = None
    question: str = ""
    at_end: bool = False
    """Whether the match is over."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A position on the table; `note` says which one, where it is not the last."""

    view: View
    names: Sequence[str]
    note: str = ""


TOO_EARLY = "Keys count from your turn on"
"""Said to whoever presses one before."""
NOT_TAKEN = "What was typed before your turn was not taken"


class Scene:
    """What is shown. The methods up to `cover` are what the conversation does to it."""

    def __init__(self, *, unicode: bool) -> None:
        self.unicode = unicode
        self.news = News()
        self.hidden = False
        self.now: Shown | None = None
        """The position as it is."""
        self.past: Shown | None = None
        """The position that is looked back at instead."""
        self._leaves: Sequence[Shown] = ()
        """Positions among which that is one, in their order."""
        self.asking: Asking | None = None
        self.coming: Asking | None = None
        """What is asked in a moment, when whoever presses keys has seen it."""
        self.sheet: Sheet | None = None
        self.typed = False
        """Whether something stands in the line, so that keys do not choose cards."""
        self.error = ""
        self.error_at: int | None = None
        self.error_length = 0
        self.notice = ""
        """A word of the screen's own, until the next key."""
        self.pausing: threading.Event | None = None
        self._thinks: tuple[str, float] | None = None
        self._too_early = False
        """Whether keys were pressed that were not taken, since somebody was asked last."""
        self._replying = False
        """Whether everything said since the news were marked answers what was typed."""
        self._refused: Picking | None = None

    # What the conversation does

    def begin(self, *, hidden: bool) -> None:
        """Another match: nothing of the one before is left."""
        self.cover()
        self.hidden = hidden

    def say(self, items: Sequence[Item]) -> None:
        """Something happened, or answers what was typed."""
        if any(item.kind == "head" for item in items):
            self._replying = False
        self.news.add(items)

    def complain(self, text: str, at: int | None = None, length: int = 1) -> None:
        """Something typed was refused."""
        self.error, self.error_at, self.error_length = text, at, length

    def draw(self, shown: Shown) -> None:
        """A position is to be shown: the last one, or with a note another one."""
        self._replying = False
        if shown.note:
            self.past, self._leaves = shown, (shown,)
        else:
            self._go_on(shown)

    def leaf(self, leaves: Sequence[Shown], at: int) -> None:
        """One of several positions is to be shown."""
        self.draw(leaves[at])
        self._leaves = leaves

    def watch(self, shown: Shown) -> None:
        """The position has changed.

        Where hands are hidden, who looks is told by `draw` alone; what all may
        see can be watched at any time.
        """
        seat = shown.view.seat
        if self.hidden and seat >= 0 and (self.now is None or self.now.view.seat != seat):
            return
        self._replying = False
        self._go_on(shown)

    def _go_on(self, shown: Shown) -> None:
        """The position now. If it is another one than before, only what came since is new."""
        if self.now is None or self.now.view != shown.view:
            self.news.read()
        self.now, self.past = shown, None

    def ask(self, asking: Asking) -> None:
        """Somebody is asked; a long answer to what was typed before becomes a sheet."""
        if self._replying:
            self._lay_out()
        self._replying = False
        self.notice = ""
        if asking.picking is not None:
            self._pick_on(asking)
            self.notice = NOT_TAKEN if self._too_early else ""
        self._too_early = False
        self.news.to_end()
        self.asking, self.coming = asking, None

    def _lay_out(self) -> None:
        said = self.news.since_mark
        if any(item.kind == "pair" for item in said) or len(said) > MOST_IN_NEWS:
            self.sheet = Sheet(self.news.take_back())

    def _pick_on(self, asking: Asking) -> None:
        """What was picked in the same turn stays picked."""
        before, self._refused = self._refused, None
        new = asking.picking
        if before is not None and new is not None and _same(before.turn, new.turn):
            before.again()
            asking.picking = before

    def think(self, name: str | None) -> None:
        """A bot begins to choose; None: it has chosen."""
        self._thinks = None if name is None else (name, time.monotonic())

    def pause(self, event: threading.Event | None) -> None:
        """People are given time, until the event comes."""
        self.pausing = event

    def cover(self) -> None:
        """Nothing that somebody has seen is left."""
        self.news.clear()
        self.now = self.past = None
        self.sheet = None
        self.error = self.notice = ""
        self._replying = False
        self._refused = None

    # What keys do

    @property
    def picking(self) -> Picking | None:
        """What puts moves together by keys, if somebody is asked for one and the game has it."""
        found = self.asking.picking if self.asking else None
        return found if found is not None and found.there else None

    @property
    def wrong(self) -> range:
        """Where in the line something is wrong, as long as it is told."""
        if not self.error or self.error_at is None:
            return range(0)
        return range(self.error_at, self.error_at + self.error_length)

    @property
    def question(self) -> str:
        """What is asked, or is asked in a moment, unless it is for a move."""
        asking = self.asking or self.coming
        return asking.question if asking is not None else ""

    @property
    def shown(self) -> Shown | None:
        """The position on the table."""
        return self.past or self.now

    def thinks(self) -> tuple[str, int] | None:
        """Who has been thinking for a while, and for how many seconds."""
        if self._thinks is None:
            return None
        name, since = self._thinks
        passed = time.monotonic() - since
        return (name, int(passed)) if passed >= SHORT else None

    def answered(self, line: str) -> None:
        """Somebody has answered; what is said next replies to a line that was typed."""
        asked, self.asking = self.asking, None
        self.error = self.notice = ""
        self.past = None
        if asked is None:
            return
        picking = asked.picking
        self.sheet = None
        self.news.mark()
        self._refused = picking if line and picking is not None and picking.begun else None
        self._replying = True

    def press_early(self) -> None:
        """A key was pressed while nobody is asked, and nothing can be gone on with."""
        self._too_early = True
        self.notice = TOO_EARLY

    @property
    def leafing(self) -> bool:
        """Whether one of several positions is looked back at."""
        return self.past is not None and len(self._leaves) > 1

    def step(self, by: int) -> None:
        """Look at the position so many further on, or back, as far as there are any."""
        if self.past is not None:
            at = next(n for n, leaf in enumerate(self._leaves) if leaf is self.past)
            self.past = self._leaves[min(max(at + by, 0), len(self._leaves) - 1)]

    def back_to_now(self) -> bool:
        """Look at the last position again; whether another one was looked at."""
        was, self.past = self.past, None
        return was is not None

    def close_sheet(self) -> bool:
        """Put away what lies over the table; whether there was anything."""
        was, self.sheet = self.sheet, None
        return was is not None

    def lay_end_out(self) -> None:
        """Show how a match ended on a sheet."""
        self.sheet = Sheet(self.news.since_head)

    def lay_news_out(self) -> None:
        """Show what happened on a sheet, from the newest on."""
        if self.news.items:
            self.sheet = Sheet(self.news.items, at_end=True)

    def scroll(self, by: int) -> None:
        """Scroll what can be scrolled: the sheet, else the news."""
        (self.sheet or self.news).scroll(by)


def _same(one: Turn, other: Turn) -> bool:
    """Whether two turns are the same moment, and ask for the same."""
    return bool(one.view == other.view) and list(one.among) == list(other.among)
