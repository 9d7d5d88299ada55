"""SKYJO on the score pad: the cards of each player are typed as they lie, and who ended the round.

Whether these points count twice is worked out (rules: scoutcli-skyjo(7), "The
end of a round"), and what is written are the points that count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.skyjo import scoring
from games.skyjo.cards import DECK, PLACES
from scoutcli.notes.sheet import Sheet
from scoutcli.pad import form
from scoutcli.pad.form import Draft, Drafted, Entry

TWICE = "*"
"""Behind points that count twice."""

_LOWEST, _HIGHEST = sum(DECK[:PLACES]), sum(DECK[-PLACES:])
"""What the cards of a grid can be together; clearing some of them leads no further."""

_LOST = Entry(None, lost=True)


class Form(form.Form):
    """Sums of cards, and the seat that ended the round."""

    ending = "ended the round"
    help = (
        ("12 8 -3 ender Bo", "the cards of each player, and who ended the round"),
        ("ender nobody", "the round reached its turn limit: nobody's points count twice"),
    )
    legend = f"{TWICE} counted twice"

    def impossible(self, entry: Entry) -> str:
        if entry.points is None or _LOWEST <= entry.points <= _HIGHEST:
            return ""
        return (
            f"cannot be: the {PLACES} cards of a player are {_LOWEST} to {_HIGHEST} points, "
            "before doubling"
        )

    def question(self, draft: Draft) -> str:
        if draft.settled or self.rules["ender_penalty"] is None:
            return ""
        return "Who ended the round (Enter: nobody)?"

    def again(self, draft: Draft, names: Sequence[str]) -> tuple[int, str] | None:
        """Those of the seat that ended the round, once those of all others are known."""
        for seat, entry in enumerate(draft.entries):
            others = draft.points[:seat] + draft.points[seat + 1 :]
            if entry == _LOST and (seat != draft.ender or None not in others):
                return seat, f"{names[seat]}'s cards (before doubling; Enter: not known)?"
        return None

    def sheet(self, draft: Draft) -> Sheet:
        score = scoring.scores(self.rules, draft.points, draft.ender)
        return Drafted(score=score, ender=draft.ender, end=draft.end, closed=True, draft=draft)

    def read(self, sheet: Sheet) -> Draft:
        """Half the points of the seat that ended the round, where they can only have been doubled.

        Were they not, they would be the lowest; then so were half of them, and
        nothing is doubled that is the lowest. They are lost where those of others
        are not known: then they may have been typed, and not be decided.
        """
        found = super().read(sheet)
        ender = found.ender
        if ender is None or self.rules["ender_penalty"] is None:
            return found
        written = found.points[ender]
        if written is None and found.points.count(None) > 1:
            return found.with_entry(ender, _LOST)
        if written is None or written % 2:
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
            decide = f"{name} ended the round, and points that are not known decide whether"
            if own is None:
                yield f"{decide} these count twice: they are not known."
            else:
                yield (
                    f"{decide} {own} counts twice: x is written. "
                    f"The {own} is kept until the pad is left."
                )

    def mark(self, sheet: Sheet, seat: int) -> str:
        written = None if sheet.score is None else sheet.score[seat]
        if seat != sheet.ender or written is None:
            return ""
        return TWICE if self.draft(sheet).points[seat] != written else ""
