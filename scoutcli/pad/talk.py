"""The conversation in which a score pad is filled, round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from games.errors import RuleError
from notation.diagnostics import TextError
from scoutcli.notes.conversation import Conversation, Wording
from scoutcli.notes.desk import Board, Desk
from scoutcli.notes.reading import Offer
from scoutcli.notes.vocabulary import Command, Vocabulary
from scoutcli.pad.form import Draft, form_of
from scoutcli.pad.pad import Pad
from scoutcli.pad.picture import Cell, Picture
from scoutcli.pad.reading import NOBODY, offers, taken

VOCABULARY = Vocabulary(
    (
        Command("help", "", "what can be typed"),
        Command("show", "", "all rounds, the totals, and how these went"),
        Command("undo", "", "take back what was typed last"),
        Command("redo", "", "write it again"),
        Command("fix", "N POINTS", "correct round N: fix 2 12 8 -3, or only fix 2 Ann 12"),
        Command("insert", "N POINTS", "a round that was forgotten, before round N"),
        Command("delete", "N", "take round N out"),
        Command("abandon", "", "the match is given up here: nobody has won it"),
        Command("rules", "", "the rules of this match, option by option"),
        Command("file", "", "where the pad is kept"),
        Command("quit", "", "leave; the pad can be gone on with later"),
    )
)
"""The commands of the pad."""

WORDING = Wording(
    "scoutcli sheet",
    "Leave the pad? Whole rounds are kept. (y, or Enter to go on)",
    "the last round",
)
_LONGEST_QUESTION = 40
"""Names take no more of a question."""


class Talk(Conversation):
    """Asks for the points of each round, until the match is over or the pad is left."""

    vocabulary = VOCABULARY
    wording = WORDING

    def __init__(self, pad: Pad, desk: Desk, notices: Sequence[str] = ()) -> None:
        super().__init__(pad, desk, notices)
        self.pad = pad
        self.form = form_of(pad.notation, pad.rules)
        self._drafts = [self._blank]
        """The next round as it was typed, piece by piece."""

    @property
    def _blank(self) -> Draft:
        return Draft.blank(self.pad.rules.players)

    @property
    def _draft(self) -> Draft:
        return self._drafts[-1]

    # What comes next

    def _go_on(self) -> None:
        draft = self._draft
        if draft.open:
            line = self._ask(self._question, self._names)
            if line and line.strip():
                self._take(line)
        elif question := self.form.question(draft):
            line = self._ask(question, self._seats)
            if line is not None:
                self._settle(line)
        else:
            self._write(draft)

    @property
    def _question(self) -> str:
        draft, number = self._draft, self.pad.round_number
        if len(draft.open) < len(draft.entries):
            return f"Round {number}, still open: {self._listed(draft.open)}?"
        if self.desk.draws and number > 1:  # then the names stand above it
            return f"Points of round {number}?"
        return f"Points of round {number} ({self._listed(draft.open)})?"

    def _listed(self, seats: Sequence[int]) -> str:
        """The names of seats, if they are not too long for a question."""
        text = ", ".join(self.pad.names[seat] for seat in seats)
        if len(text) <= _LONGEST_QUESTION:
            return text
        return "in the order of the seats" if len(seats) > 1 else text[:_LONGEST_QUESTION]

    def _take(self, line: str) -> None:
        """Points of the next round, all of them or some."""
        try:
            draft = taken(line, self._draft, self.form, self.pad.names)
        except TextError as error:
            self._complain(error, line)
            return
        self._drafts.append(draft)

    def _settle(self, line: str) -> None:
        """Who ended the round; nobody, if the line is empty."""
        said = line.strip().lower().removeprefix("ender ")
        seat = self._seat_of(said)
        if seat is None and said and said not in NOBODY:
            error = RuleError(
                "no-such-seat", f"who {self.form.ending}? a name, a seat, or Enter for nobody"
            )
            self._complain(error, line)
            return
        self._drafts.append(self._draft.ended_by(seat))

    def _write(self, draft: Draft) -> None:
        """The round is whole: keep it, and tell where the match stands."""
        number = self.pad.round_number
        self._drafts = [self._blank]
        self.pad.only_points(self.form.sheet(draft))
        self._tell_round(number, draft)

    # What is told

    def _greet(self) -> None:
        pad, rules = self.pad, self.pad.rules
        best = "lowest" if pad.game.lowest_wins else "highest"
        lines = [
            f"{pad.game.title} for {rules.players} players: {', '.join(pad.names)}.",
            f"The points of each round are added up; the {best} total wins.",
            *self._say_rules(),
            f"Match file: {self._path}",
            *self._notices,
        ]
        if pad.first > 1:
            lines.append(f"The rounds before round {pad.first} stay as they are.")
        lines.append(f"Type the points of a round, as in {self.form.example}, or help.")
        self.desk.say(lines)
        if self.desk.draws:
            numbers = range(pad.first, len(pad.played()) + 1)
            self.desk.say(text for number in numbers for text in self._doubts(number))
        elif pad.played():
            self.desk.say(self._told())

    def _tell_round(self, number: int, draft: Draft) -> None:
        """The points of a round, and the totals."""
        self.desk.say(self.form.remarks(draft, self.pad.names))
        if not self.desk.draws:
            self._tell_points(number)
            return
        self.desk.say([f"Round {number}: {self._in_line(self.pad.points(number))}"])

    def _in_line(self, points: Sequence[int | None]) -> str:
        """Each name with its points."""
        return ", ".join(
            f"{name} {'x' if own is None else own}"
            for name, own in zip(self.pad.names, points, strict=True)
        )

    def _told(self) -> Iterator[str]:
        """All rounds and the totals, a line each."""
        pad = self.pad
        for number, points in enumerate(pad.played(), 1):
            yield f"Round {number}: {self._in_line(points)}."
            if number < pad.first:
                continue
            doubts = list(self._doubts(number))
            draft = self.form.draft(pad.sheet(number))
            yield from doubts or self.form.remarks(draft, pad.names)
        yield f"In all: {self._in_line(pad.totals)}."

    def _doubts(self, number: int) -> Iterator[str]:
        """Where a round has points that cannot be, as in a file that somebody else wrote."""
        form, sheet = self.form, self.pad.sheet(number)
        score = form.sheet(form.draft(sheet)).score
        assert sheet.score is not None and score is not None
        for name, written, true in zip(self.pad.names, sheet.score, score, strict=True):
            if written != true:
                should = "x" if true is None else true
                yield f"{name} has {written} points in round {number}; by the rules it is {should}."

    @property
    def _picture(self) -> Picture:
        pad, form = self.pad, self.form
        rounds: list[list[Cell]] = []
        for number, points in enumerate(pad.played(), 1):
            sheet = pad.sheet(number) if number >= pad.first else None
            rounds.append(
                [
                    Cell(own, form.mark(sheet, seat) if sheet is not None else "")
                    for seat, own in enumerate(points)
                ]
            )
        draft = self._draft
        now = [None if entry is None else Cell(entry.points) for entry in draft.entries]
        return Picture(pad.names, rounds, pad.sums(), form.legend, now)

    @property
    def _board(self) -> Board | None:
        return self._picture if self.desk.draws else None

    @property
    def _outcome(self) -> str:
        if self.pad.given_up:
            return "The match was given up."
        if None in self.pad.totals:
            return "The match is over. Points that are not known decide who won."
        return super()._outcome

    @property
    def _status(self) -> str:
        return "The match is over" if self.pad.over else f"Round {self.pad.round_number}"

    def _say_how_to_go_on(self) -> None:
        if not self._draft_is_blank:
            number = self.pad.round_number
            self.desk.say([f"Round {number} is not whole, and is not kept: type it again later."])
        if self.desk.draws and self.pad.played():
            self._show("")
        super()._say_how_to_go_on()

    @property
    def _draft_is_blank(self) -> bool:
        return self._draft == self._blank

    # What can be completed

    def _names(self, typed: str) -> list[Offer]:
        return list(offers(typed, self._draft, self.form, self.pad.names))

    def _seats(self, typed: str) -> list[Offer]:
        low = typed.lower()
        return [
            Offer(name, self.form.ending) for name in self.pad.names if name.lower().startswith(low)
        ]

    # Commands

    def _do(self, name: str, argument: str) -> None:
        done: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "show": self._show,
            "undo": self._undo,
            "redo": self._redo,
            "fix": partial(self._correct, self._fix),
            "insert": partial(self._correct, self._insert),
            "delete": self._delete,
            "abandon": self._abandon,
            "rules": self._rules,
            "file": self._file,
            "quit": self._quit,
        }
        done[name](argument)

    def _help(self, _: str) -> None:
        form = self.form
        self.desk.say(["The points of a round:"])
        first, second = (*self.pad.names, "")[:2]
        self.desk.pairs(
            [
                (form.example, "of all players in the order of the seats; x if not known"),
                (f"{first} {form.words[0]}", "of one player; those of the others are asked for"),
                (f"{second} {form.words[1]}, {first} x", "of several, in any order"),
                *form.help,
            ]
        )
        self.desk.say(["Commands:"])
        self.desk.pairs(self.vocabulary.in_pairs())

    def _show(self, _: str) -> None:
        self.desk.draw(self._picture.drawn, self._told)

    def _undo(self, argument: str) -> None:
        if len(self._drafts) > 1:
            self._drafts.pop()
            self.desk.say([f"Still open: {self._listed(self._draft.open)}."])
            return
        super()._undo(argument)

    def _begin_anew(self) -> None:
        self._drafts = [self._blank]
        if not self.desk.draws:
            self.desk.say(self._told() if self.pad.played() else ["No round is written."])

    def _correct(self, change: Callable[[int, str], tuple[int, Draft]], argument: str) -> None:
        """Change a round, and tell how it is now."""
        number, text = _numbered(argument)
        try:
            number, draft = change(number, text)
        except TextError as error:
            error.offset += len(argument) - len(text)
            raise
        self._tell_round(number, draft)

    def _fix(self, number: int, text: str) -> tuple[int, Draft]:
        before = self.form.draft(self.pad.sheet(number))
        draft = self._whole(taken(text, before, self.form, self.pad.names))
        self.pad.fix(number, self.form.sheet(draft))
        return number, draft

    def _whole(self, draft: Draft) -> Draft:
        """The same with points that a file could not keep, where they would be written now.

        They stay lost where the question is cancelled or the input ends.
        """
        form, names = self.form, self.pad.names
        while again := form.again(draft, names):
            seat, question = again
            try:
                line = self.desk.ask(question, status=self._status, board=self._board)
            except EOFError:
                line = None
            if line is None:
                break
            try:
                said = taken(line.strip() or "x", draft.with_entry(seat, None), form, names)
            except TextError as error:
                self._complain(error, line)
                continue
            draft = said.with_entry(seat, draft.entries[seat]) if said.open else said
        return draft

    def _insert(self, number: int, text: str) -> tuple[int, Draft]:
        self.pad.sheet(number)
        draft = taken(text, self._blank, self.form, self.pad.names)
        if draft.open:
            raise RuleError("bad-points", f"the points of {self._listed(draft.open)} are missing")
        if question := self.form.question(draft):
            raise RuleError("bad-points", f"{question} say it behind the points: ender NAME")
        self.pad.insert(number, self.form.sheet(draft))
        return number, draft

    def _delete(self, argument: str) -> None:
        number, text = _numbered(f"{argument} ?")
        if text != "?":
            raise RuleError("no-number", "delete takes one number: that of a round")
        self.pad.delete(number)
        self._begin_anew()

    def _abandon(self, _: str) -> None:
        self.pad.give_up()
        self._drafts = [self._blank]


def _numbered(argument: str) -> tuple[int, str]:
    """The number of a round, and what follows it. Raises RuleError."""
    number, _, text = argument.partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) < 6 and text.strip()):
        raise RuleError("no-number", "which round? its number comes first, as in fix 2 Ann 12")
    return int(number), text.strip()
