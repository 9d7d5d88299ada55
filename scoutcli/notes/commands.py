"""What the commands of the notes do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.errors import RuleError
from notation import keys
from notation.diagnostics import TextError
from notation.tokens import Play, split_seat
from scoutcli.notes.asking import Asking, label_of
from scoutcli.notes.book import Stage
from scoutcli.notes.reading import NOT_KNOWN, pieces
from scoutcli.notes.sheet import Sheet
from scoutcli.notes.showing import drawing, points_now, said_points, told
from scoutcli.notes.words import points_of, with_ender

_HELP_ON = {"moves": "short_forms", "notation": "cheat_sheet"}


class Commands(Asking):
    """A conversation in which commands are done."""

    def _begin_anew(self) -> None:
        self._deal.reset()
        now = self.book.now
        if now is None or now.sheet.closed:
            self.desk.say([f"Round {self.book.round_number} is to be noted."])
        elif now.steps:
            self.desk.say([f"The last move is now {label_of(now.steps[-1])}."])
        else:
            self.desk.say([f"Round {self.book.round_number}: no move is noted."])

    def _do(self, name: str, argument: str) -> None:
        done: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "show": self._show,
            "table": self._table,
            "points": self._points,
            "moves": self._moves,
            "undo": self._undo,
            "redo": self._redo,
            "fix": self._fix,
            "insert": self._insert,
            "delete": self._delete,
            "drop": self._drop,
            "note": self._note,
            "deal": self._amend_deal,
            "seat": self._sit,
            "end": self._end,
            "score": self._score,
            "rules": self._rules,
            "file": self._file,
            "quit": self._quit,
        }
        done[name](argument)

    def _help(self, topic: str) -> None:
        if topic in _HELP_ON:
            self.desk.pairs(getattr(self.book.notation, _HELP_ON[topic]))
            return
        sheet = self.book.notation.cheat_sheet
        self.desk.say(["A move, as in a record or in short; ? is one that nobody noted:"])
        self.desk.pairs(sheet)
        self.desk.say(
            [
                "Behind a move: {a comment}, and $1 to $6 (! $2 !! ?? !? ?!); alone, on the last.",
                "Several moves in one line, each with its seat: 1.K 2.? 3.F",
                "Commands:",
            ]
        )
        self.desk.pairs(self.vocabulary.in_pairs())

    def _show(self, _: str) -> None:
        now = self.book.now
        if now is None or now.sheet.alone:
            self.desk.say(["No cards of this round are noted."])
            return
        shown = self.book.notation, now.state, self.book.names
        self.desk.draw(partial(drawing, *shown), partial(told, *shown))

    def _table(self, argument: str) -> None:
        if argument.lower() not in ("on", "off"):
            raise RuleError("on-or-off", "table on, or table off")
        self.table = argument.lower() == "on"
        if not self.desk.draws:
            self.desk.say(["Nothing is drawn above these lines; show draws the table."])
        elif not self.table:
            self.desk.say(["The table is drawn when show asks for it."])

    def _points(self, _: str) -> None:
        book, now = self.book, self.book.now
        going_on = now is not None and not now.sheet.closed
        here = points_now(book.notation, self._now.state) if going_on else book.totals
        for name, total, points in zip(book.names, book.totals, here, strict=True):
            before = f"{said_points(total)} in the rounds before"
            so_far = NOT_KNOWN if points is None else points
            self.desk.say([f"{name}: {before}" + f", {so_far} in this one so far." * going_on])

    def _moves(self, _: str) -> None:
        now = self._now
        if not now.steps and not now.waiting:
            self.desk.say(["No move of this round is noted."])
        self.desk.pairs((label_of(step), self._words(step.events)) for step in now.steps)
        if now.waiting:
            self._say_waiting(now)

    def _fix(self, argument: str) -> None:
        self._correct(argument, self.book.fix)

    def _insert(self, argument: str) -> None:
        self._correct(argument, self.book.insert)

    def _correct(self, argument: str, change: Callable[[int, Play], None]) -> None:
        """Put a move where another one stands, and tell what that means for the others."""
        index, text = self._index(argument)
        try:
            play = self._play_at(index, text)
            if play is None:
                return
            self._change(index, partial(change, index, play))
        except TextError as error:
            error.offset += len(argument) - len(text)
            raise

    def _change(self, index: int, change: Callable[[], None]) -> None:
        """Correct a word, and tell what that means for those behind it."""
        before = self._now
        change()
        now = self._now
        if not now.waiting:
            self.desk.say(["Corrected; all moves behind it fit."])
        # A word behind it is as far from the end as it was.
        size, old_size = len(now.sheet.plays), len(before.sheet.plays)
        first = index if size > old_size else index + 1
        old = {old_size - at: step.text for at, step in enumerate(before.steps) if at >= first}
        for at, step in enumerate(now.steps):
            if (text := old.get(size - at)) is not None and text != step.text:
                number = "A choice" if step.number is None else f"Move {step.number}"
                self.desk.say([f"{number} was {text}, and is {step.text} now."])

    def _play_at(self, index: int, text: str) -> Play | None:
        """The move that a text means at the place of another one; None where nobody says which.

        Where it is open who starts, it is the seat of that other one.
        """
        before = self.book.before(index)
        found = pieces(text, self.book.notation)
        if len(found) != 1 or not found[0].text:
            raise RuleError("one-move", "one move goes there, as in fix 3 S3:44")
        piece = found[0]
        if before.state.turn < 0 and split_seat(piece.text)[0] is None:
            seat, _ = split_seat(self._now.sheet.plays[index].text)
            piece = piece._replace(text=f"{(seat or 0) + 1}.{piece.text}")
        return self._whole_play(piece, before.state)

    def _delete(self, argument: str) -> None:
        index, _ = self._index(f"{argument} ?")
        self._change(index, partial(self.book.delete, index))

    def _drop(self, _: str) -> None:
        dropped = self.book.drop()
        self.desk.say([f"{dropped} of the moves are taken out." if dropped else "No move waits."])

    def _note(self, argument: str) -> None:
        index, text = self._index(argument)
        found = pieces(text if text[:1] in "{$!?" else f"{{{text}}}", self.book.notation)
        if len(found) != 1 or found[0].text or not found[0].notes:
            raise RuleError("no-note", "a comment stands in braces: note 3 {too early}")
        self.book.annotate(found[0].notes, index)
        self.desk.say(["Noted."])

    def _index(self, argument: str) -> tuple[int, str]:
        """Which word a command is about, and what follows. Raises RuleError."""
        words = argument.split(maxsplit=2)
        if len(words) == 3 and words[0].lower() == "choice" and _is_number(words[1]):
            return self.book.choice_of(int(words[1]) - 1), words[2]
        words = argument.split(maxsplit=1)
        if len(words) < 2 or not _is_number(words[0]):
            raise RuleError(
                "no-number", "which move? its number comes first (the command moves shows it)"
            )
        return self.book.index_of(int(words[0])), words[1]

    def _amend_deal(self, line: str) -> None:
        now = self._now
        if line:
            self._change_deal(self._deal.amended(now.deal, line), line)
            return
        self.desk.say(self.book.notation.format_deal(now.deal).splitlines())

    def _sit(self, argument: str) -> None:
        seat = None if argument == "0" else self._seat_of(argument)
        if seat is None and argument != "0":
            raise RuleError(
                "no-such-seat", f"seats are 1 to {self.book.rules.players}, 0 for none of them"
            )
        self.seat = seat
        self._deal.sit(seat)
        self.book.set_noted_by(seat)
        who = "Nobody's hand is known" if seat is None else f"You are {self.book.names[seat]}"
        self.desk.say([f"{who}."])

    def _end(self, argument: str) -> None:
        how, _, points = argument.partition(" ")
        ends = (*self.book.game.ends, *keys.STOPPED)
        if how not in ends:
            raise RuleError("bad-end", f"how did it end? {', '.join(ends)}")
        said = points_of(points, self.book.rules.players) if points.strip() else None
        self.book.end_round(how)
        if said is not None:
            self._close_round(said)

    def _score(self, argument: str) -> None:
        text, ender = with_ender(argument)
        if ender is not None and not 0 <= ender < self.book.rules.players:
            raise RuleError("no-such-seat", f"seats are 1 to {self.book.rules.players}")
        said = points_of(text, self.book.rules.players)
        now = self.book.now
        if now is not None and self.book.stage is Stage.COUNT and ender is None:
            self._close_round(said)
            return
        number = self.book.round_number
        self.book.only_points(Sheet(score=said, ender=ender, closed=True))
        self._tell_points(number)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6
