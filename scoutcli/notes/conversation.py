"""A conversation in which a match is written down: what is asked, understood, told and refused.

What is asked for, and in which order, each kind of notes says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.errors import RuleError
from games.options import Option
from notation.diagnostics import TextError, printable
from scoutcli.notes.desk import Board, Complete, Desk, nothing
from scoutcli.notes.pages import Pages
from scoutcli.notes.reading import Offer, Piece
from scoutcli.notes.showing import said_points
from scoutcli.notes.vocabulary import Command, Vocabulary

DONE = 0
"""Exit status: the match was noted to its end, or left because somebody asked for it."""
INPUT_ENDED = 1
"""Exit status: the input ended before the match did."""


class LeaveError(Exception):
    """The notes are left."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Wording(NamedTuple):
    """What one kind of notes calls things."""

    resume: str
    """The command that goes on with them."""
    leaving: str
    """What somebody is asked who wants to leave."""
    last: str
    """What `undo` takes back once the match is over."""


class Conversation(ABC):
    """The pages of a match, and the desk at which somebody fills them."""

    vocabulary: Vocabulary
    wording: Wording

    def __init__(self, pages: Pages, desk: Desk, notices: Sequence[str] = ()) -> None:
        """`notices` are told once at the beginning."""
        self.pages = pages
        self.desk = desk
        self._notices = notices
        self._to_come = 0
        """The round that somebody said is still to come, where nobody can know."""
        self._said_over = False
        """Whether somebody said that the match is over, where nobody can know."""
        self._ending = ""
        """How the match ended, as it was said last; "" while it goes on."""

    # What each kind of notes has of its own

    @abstractmethod
    def _greet(self) -> None:
        """Say what is noted, and what can be typed."""

    @abstractmethod
    def _go_on(self) -> None:
        """Ask for what comes next, while the match is not over."""

    @abstractmethod
    def _do(self, name: str, argument: str) -> None:
        """Do a command. Raises RuleError or TextError where that cannot be."""

    @abstractmethod
    def _begin_anew(self) -> None:
        """Something was taken back: forget what was begun since, and say where the notes stand."""

    @property
    @abstractmethod
    def _status(self) -> str:
        """A few words on where the notes stand."""

    @property
    @abstractmethod
    def _board(self) -> Board | None:
        """What is to be seen above the question."""

    # The course of it

    def run(self) -> int:
        """Note until the match is over or the notes are left; the exit status.

        Raises OSError where the file cannot be written.
        """
        try:
            with self.desk:
                self._greet()
                while not self._is_done():
                    self._step()
        except LeaveError as leaving:
            self._say_how_to_go_on()
            return leaving.status
        except KeyboardInterrupt:
            self._say_how_to_go_on()
            raise
        finally:
            self.pages.close()
        self._say_how_to_go_on()
        return DONE

    def _step(self) -> None:
        """One question, unless it is the last one."""
        pages = self.pages
        if pages.finished is None and self._to_come != pages.round_number:
            self._ask_whether_over()
        elif not pages.finished:
            self._go_on()

    def _ask_whether_over(self) -> None:
        line = self._ask("Points that nobody noted decide it: is the match over (yes or no)?")
        if line is None:
            return
        if line.strip().lower() in ("y", "yes"):
            self._said_over = True
            raise LeaveError(DONE)
        if line.strip().lower() in ("n", "no"):
            self._to_come = self.pages.round_number

    def _is_done(self) -> bool:
        """Once the match is over: tell who won, and let the last thing be taken back.

        Whether that is not wanted; False while the match goes on.
        """
        pages = self.pages
        if not pages.finished:
            self._ending = ""
            return False
        if self._ending != self._outcome:
            self._ending = self._outcome
            self.desk.say([self._ending])
        last = self.wording.last
        try:
            line = self._ask(f"Enter: done (undo takes {last} back)", leaving=False)
        except EOFError:
            return True
        if line is not None and line.strip():
            self.desk.complain(f"The match is over; undo takes {last} back.")
        return line == ""

    @property
    def _outcome(self) -> str:
        """That the match is over, and who won."""
        names = [self.pages.names[seat] for seat in self.pages.winners]
        won = f" {' and '.join(names)} {_wins(names)}." if names else ""
        return f"The match is over.{won}"

    # What is typed

    def _ask(
        self, question: str, complete: Complete = nothing, *, leaving: bool = True
    ) -> str | None:
        """A line; None where it was cancelled, or was a command, which is done then."""
        try:
            line = self.desk.ask(
                question, lambda typed: self._offers(typed, complete), self._status, self._board
            )
        except EOFError:
            if not leaving:
                raise
            self._leave_after_end_of_input()
            return None
        found = self._command_of(line) if line is not None else None
        if found is None:
            return line
        command, argument = found
        try:
            self._do(command.name, argument)
        except RuleError as error:
            self._complain(error, "")
        except TextError as error:  # with the place in the argument
            assert line is not None
            self._complain(error, line, Piece(argument, line.rfind(argument)))
        return None

    def _command_of(self, line: str) -> tuple[Command, str] | None:
        """The command that a line is, and what follows it; None if it is none."""
        return self.vocabulary.command_of(line)

    def _offers(self, typed: str, complete: Complete) -> list[Offer]:
        found = list(complete(typed))
        return [*found, *self.vocabulary.offers(typed, alone=not found)]

    def _seat_of(self, text: str) -> int | None:
        """A seat that is named by its number, or by (the beginning of) a name."""
        said = text.strip()
        if said.isascii() and said.isdigit() and len(said) < 4:
            return int(said) - 1 if 0 < int(said) <= len(self.pages.names) else None
        low = said.lower()
        names = [name.lower() for name in self.pages.names]
        if low in names:
            return names.index(low)
        fitting = [seat for seat, name in enumerate(names) if said and name.startswith(low)]
        return fitting[0] if len(fitting) == 1 else None

    def _leave_after_end_of_input(self) -> None:
        """The input has ended: at a terminal that is a key, and it is asked first."""
        if not self.desk.live:
            raise LeaveError(INPUT_ENDED)
        try:
            answer = self.desk.ask(self.wording.leaving)
        except EOFError:
            answer = "y"
        if answer is not None and answer.strip().lower() in ("y", "yes"):
            raise LeaveError(DONE)

    # What is told

    def _complain(
        self,
        error: RuleError | TextError,
        line: str,
        piece: Piece | None = None,
        *,
        whole: bool = False,
    ) -> None:
        """Say what is wrong, and where in the line."""
        at = piece.at if piece is not None else 0
        text = piece.text if piece is not None else line.strip()
        length = len(text)
        if isinstance(error, TextError) and not whole:
            at, length = at + error.offset, error.length
            if piece is not None:
                at = min(at, piece.at + len(piece.text))
        self.desk.complain(f"{printable(error.message)} [{error.code}]", line, at, length)
        if (meant := self.vocabulary.nearest(line)) is not None:
            self.desk.complain(f"Did you mean {meant}?")

    def _tell_points(self, number: int) -> None:
        pages = self.pages
        rows = zip(pages.names, pages.points(number), pages.totals, strict=True)
        self.desk.say(
            f"{name}: {said_points(score)} in round {number}, {said_points(total)} in all."
            for name, score, total in rows
        )

    def _say_rules(self) -> Sequence[str]:
        """The options that are not as usual, a line each."""
        changed = self.pages.rules.changed().items()
        return [f"Rule: {option} is {Option.write(value)}." for option, value in changed]

    @property
    def _path(self) -> str:
        return printable(str(self.pages.store.path))

    def _say_how_to_go_on(self) -> None:
        if self.pages.over or self._said_over:
            check = f"To check it: scoutcli validate {self._path}"
            self.desk.say([f"Match file: {self._path}", check])
            return
        self.desk.say(
            [
                f"Everything is kept in {self._path}",
                f"To go on: {self.wording.resume} --resume {self._path}",
            ]
        )

    # Commands that all notes have

    def _undo(self, _: str) -> None:
        self._turn_back(self.pages.undo, "Nothing is noted that could be taken back.")

    def _redo(self, _: str) -> None:
        self._turn_back(self.pages.redo, "Nothing was taken back.")

    def _turn_back(self, step: Callable[[], bool], nothing_there: str) -> None:
        if step():
            self._begin_anew()
        else:
            self.desk.complain(nothing_there)

    def _rules(self, _: str) -> None:
        rules = self.pages.rules
        rows = [
            (f"{option.name}: {Option.write(rules[option.name])}", option.help)
            for option in self.pages.game.options
            if option.applies(rules.players)
        ]
        self.desk.pairs(rows)

    def _file(self, _: str) -> None:
        self.desk.say([f"Match file: {self._path}"])

    def _quit(self, _: str) -> None:
        raise LeaveError(DONE)


def _wins(names: Sequence[str]) -> str:
    return "wins" if len(names) == 1 else "share the victory"
