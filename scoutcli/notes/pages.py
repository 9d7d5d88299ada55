"""The rounds of a match that is being written down, in its file: what every kind of notes can do.

Knows no screen. Every change is in the file when the call that made it returns,
and `undo` takes any of them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from games.errors import RuleError
from games.game import Game, Round
from games.options import Rules
from notation import codec, keys
from notation.match import RoundRecord
from notation.recorder import numbers
from scoutcli.notes.sheet import Sheet, Standing, stand, text_of
from scoutcli.notes.store import Store
from scoutcli.table.session import shown_names

MOST_ROUNDS = 1000
"""So many rounds of one match are noted in one go; nobody sits that long."""

_KEPT = 1000  # so many changes can be taken back


class Pages:
    """A match that is being written down. Close it when it is left.

    `head` is the text of the match up to the first of the `sheets`, `past` are
    the rounds in it.
    """

    index: ClassVar[str]
    """The name of the file that says where the notes of this kind were written last."""
    whole = False
    """Whether each change writes its file anew, so that it never ends in the middle of a round."""

    reopens = False
    """Whether a match that is over can be taken up again, to be corrected."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        names: Sequence[str],
        head: str,
        store: Store,
        past: Sequence[Round] = (),
        sheets: Sequence[Sheet] = (),
    ) -> None:
        self.game = game
        self.rules = rules
        self._raw_names = list(names)
        self.names = shown_names(names)
        """The names of the seats, safe to print, and no two the same."""
        self.notation = codec.get(game.name)
        self.store = store
        self._head = head
        self._first = list(past)
        self._sheets: tuple[Sheet, ...] = ()
        self._standings: list[Standing] = []
        self._past: list[Round] = list(past)
        self._before: list[tuple[Sheet, ...]] = []
        self._after: list[tuple[Sheet, ...]] = []
        self._work_out(tuple(sheets))

    @classmethod
    def wants(cls, record: RoundRecord, so_far: int) -> bool:
        """Whether a round of a match that is taken up again is needed as a sheet.

        Asked from the last one on, `so_far` of which are; those before the
        first that is not needed stay as they are.
        """
        del record
        return not so_far

    def save(self) -> None:
        """Bring the file up to date. Raises OSError."""
        self.store.keep(self.text, whole=self.whole)

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()

    # What there is to know

    @property
    def text(self) -> str:
        """The match as it stands in the file."""
        rounds = (text_of(self.notation, standing) for standing in self._standings)
        return self._head + "".join(rounds) + self._closing()

    @property
    def now(self) -> Standing | None:
        """The round that was noted last, or is being noted; None before the first."""
        return self._standings[-1] if self._standings else None

    @property
    def over(self) -> bool | None:
        """Whether the rounds closed so far are the whole match; None where nobody can know."""
        return self.game.over(self.rules, self._past) if self._past else False

    @property
    def finished(self) -> bool | None:
        """Whether nothing more is to be noted: the match is over; None where nobody can know."""
        return self.over if self.now is None or self.now.sheet.closed else False

    @property
    def round_number(self) -> int:
        """The round being noted, or the next one, from 1."""
        closed = self.now is None or self.now.sheet.closed
        return len(self._first) + len(self._standings) + closed

    @property
    def totals(self) -> tuple[int | None, ...]:
        """The points of all closed rounds."""
        return self.game.totals(self.rules.players, self._past)

    def points(self, number: int) -> tuple[int | None, ...]:
        """The points of a closed round, by its number."""
        return self._past[number - 1].scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, once the match is over and all points are known."""
        now = self.now
        if not self.over or (now is not None and now.sheet.end in keys.STOPPED):
            return ()
        known = [total for total in self.totals if total is not None]
        return self.game.winners(known) if len(known) == self.rules.players else ()

    # What can be done

    def only_points(self, sheet: Sheet) -> None:
        """A round of which only the points are known, as a sheet. Raises RuleError or OSError."""
        sheets = self._sheets
        if sheets and not sheets[-1].closed:
            if not sheets[-1].blank or sheets[-1].deal is not None:
                raise RuleError(
                    "round-noted",
                    "moves or cards of this round are noted: say how it ended, as in "
                    "end unfinished 12 8 -3",
                )
            sheets = sheets[:-1]
        elif self.over:
            raise RuleError("too-many-rounds", "the match is over")
        if len(sheets) >= MOST_ROUNDS:
            raise RuleError("too-many-rounds", f"no more than {MOST_ROUNDS} rounds are noted here")
        self._change((*sheets, sheet))

    def undo(self) -> bool:
        """Take the last change back; whether there was one.

        Of a match that was taken up again, what its file had last.
        """
        if self._before:
            self._after.append(self._sheets)
            self._keep(self._before.pop())
            return True
        if not self._sheets:
            return False
        before = self._shortened()
        self._after.append(self._sheets)
        self._keep(before)
        return True

    def redo(self) -> bool:
        """Make the last change that was taken back once more; whether there was one."""
        if not self._after:
            return False
        self._before.append(self._sheets)
        self._keep(self._after.pop())
        return True

    # How it is done

    def _shortened(self) -> tuple[Sheet, ...]:
        """The sheets without what was noted last: the last round."""
        return self._sheets[:-1]

    def _change(self, sheets: tuple[Sheet, ...], *, alone: bool = True) -> None:
        """Put other sheets in the place of all; `alone`: this can be taken back by itself."""
        before = self._sheets
        self._keep(sheets)
        if alone:
            self._before.append(before)
            del self._before[:-_KEPT]
        self._after.clear()

    def _keep(self, sheets: tuple[Sheet, ...]) -> None:
        self._work_out(sheets)
        self.save()

    def _work_out(self, sheets: tuple[Sheet, ...]) -> None:
        """Find out what follows from the sheets; what has not changed is not looked at again."""
        past = list(self._first)
        standings: list[Standing] = []
        same = True
        for index, sheet in enumerate(sheets):
            same = same and index < len(self._standings) and self._standings[index].sheet is sheet
            standing = (
                self._standings[index] if same else stand(self.notation, self.rules, past, sheet)
            )
            standings.append(standing)
            if sheet.closed:
                past.append(standing.past())
        self._sheets, self._standings, self._past = sheets, standings, past

    def _closing(self) -> str:
        """The lines behind the last round of a match that is over."""
        winners = self.winners
        if not winners:
            return ""
        seats = numbers([seat + 1 for seat in winners])
        return f"total: {numbers(self.totals)}\nwinners: {seats}\n"
