"""SCOUT on the score pad: points, or what they are made of, as in 4+5-0.

These are cards captured, tokens, and cards left in hand. Whose hand does not
count is worked out (rules: scoutcli-scout(7), "End of a round"), and what is
written are the cards that count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from games.scout.cards import deck_for
from games.scout.scoring import exempt_seat
from scoutcli.notes.sheet import Sheet
from scoutcli.pad import form
from scoutcli.pad.form import NOT_KNOWN, Draft, Drafted, Entry

_PARTS = re.compile(r"([0-9]{1,3}|[x?])\+([0-9]{1,3}|[x?])(?:-([0-9]{1,3}|[x?]))?", re.ASCII)


class Form(form.Form):
    """Points with their parts: captured, tokens, and the cards in hand that count against them."""

    ending = "made the Show that was not beaten"
    words = ("4+5-0", "6+0-8", "3+2-10", "9", "-2")
    help = (
        ("4+5-0 6+0-8 3+2-10", "cards captured, tokens, cards left in hand; x if not known"),
        ("12 8 -3", "the points alone"),
        ("ender Bo", "Bo made the Show that was not beaten, so the own hand may not count"),
    )

    def entry(self, word: str) -> Entry | None:
        found = _PARTS.fullmatch(word.lower().replace("\N{MINUS SIGN}", "-"))
        if found is None:
            return super().entry(word)
        parts = tuple(None if part in NOT_KNOWN else int(part or 0) for part in found.groups())
        return Entry(self._points(parts), parts)

    def impossible(self, entry: Entry) -> str:
        """Cards captured or in hand are of one deck; of tokens there can be any number."""
        deck = len(deck_for(self.rules.players))
        won, _, hand = entry.parts or (0, 0, max(-(entry.points or 0), 0))
        if (won or 0) + (hand or 0) <= deck:
            return ""
        return f"cannot be: {self.rules.players} players have {deck} cards"

    def question(self, draft: Draft) -> str:
        """Somebody has emptied the hand, or a Show was not beaten, or the turns ran out."""
        if draft.settled or self._exempt(0) is None:
            return ""
        entries = [entry for entry in draft.entries if entry is not None]
        if not all(entry.parts and entry.parts[2] for entry in entries):
            return ""
        return "Nobody's hand is empty. Whose Show was not beaten (Enter: all hands count)?"

    def sheet(self, draft: Draft) -> Sheet:
        exempt = None if draft.ender is None else self._exempt(draft.ender)
        entries = [
            self._counted(entry, free=seat == exempt)
            for seat, entry in enumerate(draft.entries)
            if entry is not None
        ]
        parts = ""
        if any(entry.parts for entry in entries):
            parts = "".join(f"{seat}: {_text(entry)}\n" for seat, entry in enumerate(entries, 1))
        score = tuple(entry.points for entry in entries)
        return Drafted(score=score, parts=parts, end=draft.end, closed=True, draft=draft)

    def read(self, sheet: Sheet) -> Draft:
        found = super().read(sheet)
        if not sheet.parts:
            return found
        for seat, (won, tokens, hand) in enumerate(
            self.notation.parse_parts(sheet.parts, self.rules)
        ):
            parts = (won, tokens, None if hand is None else -hand)
            if any(part is not None for part in parts):
                found = found.with_entry(seat, Entry(found.points[seat], parts))
        return found

    def remarks(self, draft: Draft, names: Sequence[str]) -> Iterator[str]:
        seat = draft.ender
        entry = None if seat is None else draft.entries[seat]
        if seat is None or entry is None or not entry.parts or not entry.parts[2]:
            return
        cards = "1 card" if entry.parts[2] == 1 else f"{entry.parts[2]} cards"
        counts = "does not count" if self._exempt(seat) == seat else "counts all the same"
        yield f"The Show of {names[seat]} was not beaten; the hand of {cards} {counts}."

    def _exempt(self, owner: int) -> int | None:
        """Whose hand does not count where the Show of `owner` was not beaten."""
        seat = exempt_seat(self.rules, "unbeaten", owner)
        return seat if seat >= 0 else None

    def _counted(self, entry: Entry, *, free: bool) -> Entry:
        """What counts of an entry; `free`: the hand does not."""
        if not entry.parts:
            return entry
        won, tokens, hand = entry.parts
        if self.rules["unspent_tokens"] == "ignore" and tokens is not None:
            tokens = 0
        parts = (won, tokens, 0 if free else hand)
        points = self._points(parts)  # a file may know them though a part is not known
        return Entry(entry.points if points is None else points, parts)

    def _points(self, parts: Sequence[int | None]) -> int | None:
        won, tokens, hand = parts
        return None if won is None or tokens is None or hand is None else won + tokens - hand


def _text(entry: Entry) -> str:
    """The parts as they stand in a file."""
    won, tokens, hand = ("x" if part is None else str(part) for part in entry.parts or (None,) * 3)
    return f"{won}+{tokens}-{hand}"
