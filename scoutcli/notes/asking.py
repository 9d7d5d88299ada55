"""The parts of which the conversation is made: how is asked, understood, told and complained."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from games.errors import RuleError
from games.game import Event, Move, State
from notation.diagnostics import TextError, printable
from notation.replay import Step
from notation.tokens import Play, split_seat
from scoutcli.notes.book import Book
from scoutcli.notes.deals import DealLines
from scoutcli.notes.desk import Complete, Desk, nothing
from scoutcli.notes.reading import (
    Offer,
    Piece,
    Reading,
    offers,
    pieces,
    play_of,
    readings,
)
from scoutcli.notes.sheet import Standing, Typed
from scoutcli.notes.showing import Board, happened, points_line, points_now, said_points
from scoutcli.notes.words import COMMANDS, command_of, nearest

DONE = 0
"""Exit status: the match was noted to its end, or left because somebody asked for it."""
INPUT_ENDED = 1
"""Exit status: the input ended before the match did."""

MOST_ASKED = 30
"""Where a text can mean more than this, it is not listed."""
MOST_WAITING = 8
"""So many moves that wait are shown."""


class LeaveError(Exception):
    """The notes are left."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Asking(ABC):
    """A book, and the desk at which somebody fills it."""

    def __init__(self, book: Book, desk: Desk, seat: int | None) -> None:
        """`seat` is where whoever notes the match sits; None: at none, or nobody's hand is seen."""
        self.book = book
        self.desk = desk
        self.seat = seat
        self.table = True
        """Whether the table is to be drawn after each move, where that can be done."""
        self._deal = DealLines(book, seat)

    @abstractmethod
    def _do(self, name: str, argument: str) -> None:
        """Do a command. Raises RuleError or TextError where that cannot be."""

    # What is typed

    def _ask(
        self, question: str, complete: Complete = nothing, *, leaving: bool = True
    ) -> str | None:
        """A line; None where it was cancelled, or was a command, which is done then."""
        try:
            line = self.desk.ask(
                question,
                lambda typed: self._offers(typed, complete),
                self._status,
                self._board,
                table=self.table,
            )
        except EOFError:
            if not leaving:
                raise
            self._leave_after_end_of_input()
            return None
        found = command_of(line) if line is not None else None
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

    def _offers(self, typed: str, complete: Complete) -> list[Offer]:
        found = list(complete(typed))
        low = typed.lower()
        found += (
            Offer(command.name, command.help)
            for command in COMMANDS
            if command.name.startswith(low) and (low or not found or command.name == "help")
        )
        return found

    def _complete(self, typed: str) -> list[Offer]:
        return offers(typed, self.book.notation, self._now.state)

    def _seats(self, typed: str) -> list[Offer]:
        names = enumerate(self.book.names, 1)
        return [Offer(str(number), name) for number, name in names if str(number).startswith(typed)]

    def _take_line(self, line: str) -> None:
        """Note the moves of a line, or what is said of the last one."""
        try:
            found = pieces(line, self.book.notation)
        except TextError as error:
            self._complain(error, line)
            return
        for piece in found:
            if not self._take_piece(piece, line):
                return

    def _take_piece(self, piece: Piece, line: str) -> bool:
        """Note one move; whether that could be done."""
        book = self.book
        try:
            if not piece.text:
                done = len(self._now.steps)
                book.annotate(piece.notes, done - 1 if done else None)
                self.desk.say(["Noted."])
                return True
            play = self._whole_play(piece, self._now.state)
            if play is None:
                return False
            book.add(play)
        except (RuleError, TextError) as error:
            self._complain(error, line, piece)
            return False
        now = self._now
        self._tell(_step_of(now, play))
        return not now.end

    def _whole_play(self, piece: Piece, state: State) -> Play | None:
        """The move that a text means; None where somebody was asked and did not answer.

        Raises RuleError or TextError.
        """
        notation = self.book.notation
        begun: tuple[Move, ...] = ()
        text = piece.text
        while True:
            meant = readings(text, notation, state, begun)
            reading = self._one_of(meant, begun)
            if reading is None:
                return None
            if not reading.half:
                play = play_of(notation, reading, begun, piece.notes)
                if begun or len(meant) > 1:  # then more was said than what was typed
                    return play
                _, body = split_seat(piece.text)
                return Typed(play.text, 0, play.notes, f"{reading.seat + 1}.{body}")
            begun, state = (*begun, *reading.moves), reading.after
            answer = self._ask(
                f"Seat {reading.seat + 1}, {self.book.names[reading.seat]}: and then?",
                lambda typed: offers(typed, notation, state),  # noqa: B023 - asked before it changes
            )
            if not answer or not answer.strip():
                return None
            text = answer.strip()

    def _one_of(self, meant: Sequence[Reading], begun: Sequence[Move]) -> Reading | None:
        """The one meaning of several that is meant; None where nobody says so."""
        if len(meant) == 1:
            return meant[0]
        texts = [split_seat(play_of(self.book.notation, each, begun, ()).text)[1] for each in meant]
        if len(texts) > MOST_ASKED:
            self.desk.complain(f"That can mean {len(texts)} moves; say more.")
            return None
        listed = ", ".join(f"{number} {text}" for number, text in enumerate(texts, 1))
        answer = (self._ask(f"Which one: {listed}?") or "").strip()
        for number, (text, each) in enumerate(zip(texts, meant, strict=True), 1):
            if answer.lower() in (str(number), text.lower()):
                return each
        if answer:
            self.desk.complain(f"{printable(answer[:40])} is none of them.")
        return None

    def _seat_of(self, text: str) -> int | None:
        """A seat that is named by its number, or by (the beginning of) a name."""
        said = text.strip()
        players = self.book.rules.players
        if said.isascii() and said.isdigit() and len(said) < 4:
            return int(said) - 1 if 0 < int(said) <= players else None
        fitting = [
            seat
            for seat, name in enumerate(self.book.names)
            if said and name.lower().startswith(said.lower())
        ]
        return fitting[0] if len(fitting) == 1 else None

    # What is told

    def _tell(self, step: Step) -> None:
        """A move, and what it caused, on one line."""
        self.desk.say([f"{label_of(step)}: {self._words(step.events)}".rstrip(": ")])

    def _words(self, events: Sequence[Event]) -> str:
        told = (happened(self.book.notation, event, self.book.names) for event in events)
        return " ".join(text for text in told if text)

    def _say_waiting(self, now: Standing) -> None:
        """The first move that no longer fits, and why; those behind it."""
        waiting = now.waiting
        if now.fault is None or not waiting:
            return
        number = now.moves + 1 if len(now.steps) >= now.choices else 0
        where = f"Move {number}, {waiting[0].text}," if number else f"The choice {waiting[0].text}"
        self.desk.say(
            [f"{where} no longer fits: {printable(now.fault.message)} [{now.fault.code}]"]
        )
        if len(waiting) > 1:
            shown = " ".join(play.text for play in waiting[1 : MOST_WAITING + 1])
            more = f" and {len(waiting) - MOST_WAITING - 1} more" * (
                len(waiting) > MOST_WAITING + 1
            )
            self.desk.say([f"Behind it wait: {shown}{more}"])

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
        if (meant := nearest(line)) is not None:
            self.desk.complain(f"Did you mean {meant}?")

    @property
    def _now(self) -> Standing:
        now = self.book.now
        if now is None or now.sheet.closed:
            raise RuleError(
                "no-round", "no round is being noted now (undo goes back into the last)"
            )
        return now

    @property
    def _path(self) -> str:
        return printable(str(self.book.store.path))

    @property
    def _status(self) -> str:
        now = self.book.now
        if now is None or now.sheet.closed:
            return "The match is over" if self.book.over else f"Round {self.book.round_number}"
        return f"Round {self.book.round_number}, move {now.moves + 1}"

    @property
    def _board(self) -> Board | None:
        """The round being noted as it stands, once its moves have begun."""
        book, now = self.book, self.book.now
        if not self.desk.draws or now is None or now.sheet.closed or now.state.opening:
            return None
        here = points_now(book.notation, now.state)
        line = points_line(book.names, book.totals, here, first=book.round_number == 1)
        return Board(book.notation, now.state, book.names, line)

    # What several of the others need

    def _close_round(self, scores: Sequence[int | None], *, asked: bool = True) -> None:
        number = self.book.round_number
        self.book.close_round(scores, asked=asked)
        self._tell_points(number)

    def _tell_points(self, number: int) -> None:
        now = self.book.now
        assert now is not None
        self.desk.say(
            f"{name}: {said_points(score)} in round {number}, {said_points(total)} in all."
            for name, score, total in zip(
                self.book.names, now.scores, self.book.totals, strict=True
            )
        )

    def _change_deal(self, deal: object, line: str) -> None:
        """Know more of the deal; taken back at once where the moves say otherwise."""
        waiting = len(self._now.waiting)
        self.book.set_deal(deal)
        now = self._now
        if len(now.waiting) > waiting:
            fault = now.fault
            label = now.waiting[0].text
            self.book.undo()
            assert fault is not None
            raise RuleError(fault.code, f"then {label} could not have been played: {fault.message}")
        self.desk.say(["Noted."])

    def _leave_after_end_of_input(self) -> None:
        """The input has ended: at a terminal that is a key, and it is asked first."""
        if not self.desk.live:
            raise LeaveError(INPUT_ENDED)
        try:
            answer = self.desk.ask("Leave the notes? They are kept. (y, or Enter to go on)")
        except EOFError:
            answer = "y"
        if answer is not None and answer.strip().lower() in ("y", "yes"):
            raise LeaveError(DONE)


def _step_of(now: Standing, play: Play) -> Step:
    """The step of a word that was put before others."""
    return next((step for step in reversed(now.steps) if step.play is play), now.steps[-1])


def label_of(step: Step) -> str:
    """``Move 3``, or whose choice it was."""
    if step.number is not None:
        return f"Move {step.number}, {step.text}"
    return step.text
