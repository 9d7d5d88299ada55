"""SKYJO on the score pad: the cards of each player are typed as they lie, and who ended the round.

Whether these points count twice is worked out (rules: scoutcli-skyjo(7), "The
end of a round"), and what is written are the points that count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.skyjo import scoring
from scoutcli.notes.sheet import Sheet
from scoutcli.pad import form
from scoutcli.pad.form import Draft, Entry

TWICE = "*"
"""Behind points that count twice."""


class Form(form.Form):
    """Sums of cards, and the seat that ended the round."""

    ending = "ended the round"
    help = (
        ("12 8 -3 ender Bo", "the cards of each player, and who ended the round"),
        ("ender nobody", "the round reached its turn limit: nobody's points count twice"),
    )
    legend = f"{TWICE} counted twice"

    def question(self, draft: Draft) -> str:
        if draft.settled or self.rules["ender_penalty"] is None:
            return ""
        return "Who ended the round (Enter: nobody)?"

    def sheet(self, draft: Draft) -> Sheet:
        score = scoring.scores(self.rules, draft.points, draft.ender)
        return Sheet(score=score, ender=draft.ender, end=draft.end, closed=True)

    def draft(self, sheet: Sheet) -> Draft:
        """Half the points of the seat that ended the round, where they can only have been doubled.

        Were they not, they would be the lowest; then so were half of them, and
        nothing is doubled that is the lowest.
        """
        found = super().draft(sheet)
        ender = found.ender
        written = None if ender is None else found.points[ender]
        if ender is None or written is None or written % 2:
            return found
        half = found.with_entry(ender, Entry(written // 2))
        return half if scoring.is_doubled(self.rules, half.points, ender) else found

    def remarks(self, draft: Draft, names: Sequence[str]) -> Iterator[str]:
        ender = draft.ender
        if ender is None or self.rules["ender_penalty"] is None:
            return
        own = draft.points[ender]
        doubled = scoring.is_doubled(self.rules, draft.points, ender)
        name = names[ender]
        if doubled:
            assert own is not None
            who = "is not alone the lowest"
            yield f"{name} ended the round and {who}: {own} counts twice, {2 * own} points."
        elif doubled is None:
            yield (
                f"{name} ended the round, and points that are not known decide whether "
                "these count twice: they are not known."
            )

    def mark(self, sheet: Sheet, seat: int) -> str:
        if seat != sheet.ender or sheet.score is None:
            return ""
        raw = self.draft(sheet).points[seat]
        return TWICE if raw != sheet.score[seat] else ""
