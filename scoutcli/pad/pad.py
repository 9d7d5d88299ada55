"""A match of which the points alone are written down, and how its rounds are corrected."""

from __future__ import annotations

from games.errors import RuleError
from games.game import Round
from notation.match import RoundRecord
from scoutcli.notes.pages import Pages
from scoutcli.notes.sheet import Sheet

GIVEN_UP = "abandoned"
"""How a last round without points ends where the match was given up: one of `keys.STOPPED`."""


class Pad(Pages):
    """The rounds of a score pad.

    Those that were there before with moves stay as they are, and so do all
    before them; `first` is the number of the first one that can be changed.
    """

    index = "last-sheet"
    whole = True
    reopens = True

    @classmethod
    def wants(cls, record: RoundRecord, so_far: int) -> bool:
        """Every round of points alone, as far back as there is nothing else in it.

        The last one may say instead that the match was given up.
        """
        given_up = not so_far and record.end == GIVEN_UP
        more = record.nodes.keys() & {"deal", "moves", "position", "faults", "starter"}
        return (record.score is not None or given_up) and not (more or record.own)

    @property
    def first(self) -> int:
        """The number of the first round that can be changed here, whether it is there or not."""
        return len(self._first) + 1

    @property
    def given_up(self) -> bool:
        """Whether the match was given up before it was over."""
        return bool(self._sheets) and self._sheets[-1].score is None

    @property
    def over(self) -> bool | None:
        return self.given_up or super().over

    @property
    def totals(self) -> tuple[int | None, ...]:
        return self.game.totals(self.rules.players, self._counted)

    @property
    def _counted(self) -> list[Round]:
        """The rounds that have points."""
        return self._past[: len(self._past) - self.given_up]

    def played(self) -> list[tuple[int | None, ...]]:
        """The points of all rounds."""
        return [each.scores for each in self._counted]

    def sums(self) -> list[tuple[int | None, ...]]:
        """The totals behind each round."""
        players, past = self.rules.players, self._counted
        return [self.game.totals(players, past[:number]) for number in range(1, len(past) + 1)]

    def give_up(self) -> None:
        """The match ends here, and nobody has won it. Raises RuleError or OSError."""
        self.only_points(Sheet(end=GIVEN_UP, closed=True))

    def sheet(self, number: int) -> Sheet:
        """A round by its number. Raises RuleError where it cannot be changed."""
        return self._sheets[self._at(number)]

    def fix(self, number: int, sheet: Sheet) -> None:
        """Put another round in the place of one. Raises RuleError or OSError."""
        at = self._at(number)
        self._correct((*self._sheets[:at], sheet, *self._sheets[at + 1 :]))

    def insert(self, number: int, sheet: Sheet) -> None:
        """Put a round that was forgotten before another one. Raises RuleError or OSError."""
        at = self._at(number)
        self._correct((*self._sheets[:at], sheet, *self._sheets[at:]))

    def delete(self, number: int) -> None:
        """Take a round out. Raises RuleError or OSError."""
        at = self._at(number)
        self._correct((*self._sheets[:at], *self._sheets[at + 1 :]))

    def _at(self, number: int) -> int:
        """Where the round of that number is among the sheets. Raises RuleError."""
        last = len(self._first) + len(self._sheets) - self.given_up
        if self.first <= number <= last:
            return number - self.first
        if 1 <= number <= len(self._first):
            raise RuleError(
                "round-noted",
                f"round {number} was not written here, and is not changed here: edit the file",
            )
        there = (
            f"rounds are {self.first} to {last}" if last >= self.first else "none is written yet"
        )
        raise RuleError("no-such-round", f"there is no round {number} to be changed; {there}")

    def _correct(self, sheets: tuple[Sheet, ...]) -> None:
        """Put other rounds in the place of all, unless the match would be over before the last."""
        past = list(self._first)
        for sheet in sheets:
            if past and self.game.over(self.rules, past):
                raise RuleError(
                    "too-many-rounds",
                    f"then the match would have been over after round {len(past)}: "
                    "first delete the rounds behind it",
                )
            if sheet.score is not None:
                past.append(Round(sheet.score, sheet.end, None, sheet.ender))
        self._change(sheets)
