"""The rows of the screen: the table, what happened, one or two rows of advice, the status."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoutcli.render import LOWEST, draw, status, told_by_status
from scoutcli.render.look import Line, Look, Marks, clipped, size_of
from scoutcli.render.text import clip, columns, cut_mark, wrap
from scoutcli.table.live import items
from scoutcli.table.live.items import MARGIN, Item
from scoutcli.table.live.menu import NARROW
from scoutcli.table.live.scene import Scene, Shown

LEAST_ROWS = 10
"""With fewer rows the screen is too low for a status line and for news beside the table."""
WIDE = 70
"""Columns from which on the status line names more keys than one."""
MANY_ROWS = 12
"""Rows of news from which on a rule is drawn above them."""
_FIXED = 3
"""Rows beside table and news: advice, line, status."""
_RESULT = 3
"""Rows for the end of a round, beside one for each seat."""
MOST_ADVICE = 3
"""Rows of a question, an error or a hint."""


class Page:
    """Makes rows of a scene. The drawing is kept for as long as nothing of it changes."""

    def __init__(
        self, scene: Scene, rows: Callable[[], int], mode: Callable[[], str] = lambda: ""
    ) -> None:
        """`rows`: how many the whole screen has now; `mode`: what keys do in a line, or ""."""
        self._scene = scene
        self._rows = rows
        self._mode = mode
        self._drawn: tuple[object, list[Line]] = (None, [])

    def body(self, width: int, height: int) -> list[Line]:
        """The table with the news below it; exactly `height` rows."""
        scene = self._scene
        table = self._table(width)
        if len(table) > max(self._room(), self._rows() - _FIXED - 1):  # no drawing is low enough
            rows = self._joined(table, width, height)
        else:
            rows = table + self._news(width, height - len(table))
            rows = rows[max(len(rows) - height, 0) :]
        if scene.sheet is not None:
            sheet = scene.sheet.rows(width, height, unicode=scene.unicode)
            rows = rows[: height - len(sheet)] + sheet
        return rows

    def below(self, width: int) -> int:
        """The rows between drawing and line, which a menu may cover without hiding the table."""
        return max(self._rows() - _FIXED - len(self._table(width)), 0)

    def rows_of(self, news: Sequence[Item], width: int) -> int:
        """How many rows of news some items take."""
        return sum(len(items.rows(item, width - MARGIN, "-")) for item in news)

    def _room(self) -> int:
        """The rows that the drawing may take. They do not change with the rows of an error."""
        height = self._rows() - _FIXED
        return height - _least_news(self._scene.shown, height)

    def _table(self, width: int) -> list[Line]:
        """The drawing, with what is chosen by keys marked in it."""
        scene, shown, height = self._scene, self._scene.shown, self._room()
        if shown is None:
            return []
        picking = scene.picking
        marks: Marks = frozenset()
        if picking is not None and not scene.typed and not shown.note:
            marks = picking.marks
        key = (id(shown), width, height, marks)
        if self._drawn[0] != key:
            look = Look(unicode=scene.unicode, marks=marks)
            lines = draw(shown.view, shown.names, width, height, look)
            self._drawn = (key, lines)
        return list(self._drawn[1])

    def _ways(self) -> str:
        """What keys do while an earlier position is looked at."""
        if not self._scene.leafing:
            return "Esc: as it is now"
        arrows = "← →" if self._scene.unicode else "arrows"
        return f"{arrows}: others, Esc: back"

    def _news(self, width: int, height: int) -> list[Line]:
        """The news; where there are fewer than fit, they stand at the bottom.

        Where there is a lot of room, a rule sets them off from the table.
        """
        unicode = self._scene.unicode
        rule: list[Line] = []
        if height >= MANY_ROWS and self._scene.shown is not None:
            rule = [[], [("class:faint", ("─" if unicode else "-") * width)]]
        rows = self._scene.news.rows(width, max(height - len(rule), 0), unicode=unicode)
        return rule + [[] for _ in range(height - len(rule) - len(rows))] + rows

    def _joined(self, table: Sequence[Line], width: int, height: int) -> list[Line]:
        """The last rows of both; where a sheet hides them, the first ones of the table."""
        scene = self._scene
        if scene.sheet is not None:
            return list(table[:height])
        news = scene.news.rows(width, min(2, height // 3), unicode=scene.unicode)
        return [*table, *news][-height:] if height > 0 else []

    def status(self, width: int) -> Line:
        """Who thinks, which round, whose turn, which rules; at the right the keys that help.

        Of the keys as many are named as leave room for all that is said, or
        as take none from it.
        """
        scene, now, look = self._scene, self._scene.now, Look(unicode=self._scene.unicode)
        who = ""
        if (thinks := scene.thinks()) is not None:
            who = f"{thinks[0]} thinks {'…' if scene.unicode else '...'} {thinks[1]} s"

        def room(keys: str) -> int:
            """Columns for the position."""
            edges = columns(keys) + 3 if keys else 2
            return width - edges - (columns(who + look.signs.dot) if who else 0)

        ways = self._keys(width)
        keys = ways[0]
        if now is not None:
            shown = now
            keys = max(ways, key=lambda ks: told_by_status(shown.view, shown.names, room(ks), look))
        line: Line = [("class:status", " ")]
        if who:
            who = clip(who, max(width - columns(keys) - 3, 0), look.signs.cut)
            line.append(("class:status class:turn", who + (look.signs.dot if now else "")))
        if now is not None and room(keys) > 10:
            said = status(now.view, now.names, room(keys), look)
            # Reversed, what is faint would have a background of its own.
            line += [(style.replace("class:faint", "class:status"), text) for style, text in said]
        gap = max(width - size_of(line) - columns(keys) - 1, 1)
        return clipped([*line, ("class:status", f"{' ' * gap}{keys} ")], width, "")

    def _keys(self, width: int) -> list[str]:
        """What can be named of the keys, from most to least."""
        asking = self._scene.asking
        ways = ["F1 keys", ""]
        if width >= WIDE:
            ways.insert(0, f"F1 keys  {'^D leave' if asking else '^C ^C leave'}")
            if asking and not asking.question:
                ways.insert(0, f"Tab moves  {ways[0]}")
        mode = self._mode()
        return [f"{mode}  {keys}".rstrip() for keys in ways] if mode else ways

    def advice(self, width: int, counted: str) -> list[Line]:
        """The error, the question, what the menu has (`counted`), or what keys do; 1 to 3 rows."""
        style, text = self._advice(counted, width)
        low = self._rows() < LEAST_ROWS or (style == "class:faint" and not counted)
        most = 1 if low else self._most_advice(width)
        rows = wrap(text, width, 2)
        if len(rows) > most:
            cut = cut_mark(self._scene.unicode)
            rows = [
                *rows[: most - 1],
                clip(" ".join(row.strip() for row in rows[most - 1 :]), width, cut),
            ]
        return [[(style, row)] for row in rows]

    def _most_advice(self, width: int) -> int:
        """Rows of advice beside which the whole table can be seen, if it can be seen at all."""
        left = self._rows() - _FIXED + 1 - len(self._table(width))
        return min(left, MOST_ADVICE) if left > 0 else MOST_ADVICE

    def _advice(self, counted: str, width: int) -> tuple[str, str]:
        scene, narrow = self._scene, width < NARROW
        if scene.error:
            return "class:error", f"! {scene.error} {scene.question}".rstrip()
        if scene.notice:
            return "class:notice", scene.notice
        if scene.question:
            return "class:prompt", scene.question
        if counted:
            return "class:faint", counted
        if scene.asking is None:
            return "class:faint", "Any key: go on" if scene.pausing else ""
        if scene.past is not None:
            return "class:notice", f"The table {scene.past.note} ({self._ways()})"
        if scene.typed:
            says = "Enter: play, Tab: complete, ^C: clear"
            return "class:faint", (
                says if narrow else "Enter plays it, Tab completes it, Ctrl-C clears it"
            )
        if scene.picking is not None:
            return "class:faint", scene.picking.brief if narrow else scene.picking.hint
        says = "Type a move; Tab shows them, ?: help"
        return "class:faint", (
            says if narrow else "Type a move, Tab shows them all, help says what can be typed"
        )


def _least_news(shown: Shown | None, height: int) -> int:
    """Rows that the news have at least: a row for each seat, as far as the screen is high."""
    if shown is None:
        return height
    spare = height - LOWEST if height >= LOWEST else 1
    if shown.view.end is not None:  # what was won matters more than how it was drawn before
        return min(len(shown.names) + _RESULT, spare)
    return min(max(len(shown.names), 3), max(height // 4, 1), spare)
