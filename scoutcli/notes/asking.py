"""The parts of which a conversation about moves is made: how they are understood, and told."""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import RuleError
from games.game import Event, Move, State
from notation.diagnostics import TextError, printable
from notation.replay import Step
from notation.tokens import Play, split_seat
from scoutcli.notes.book import Book
from scoutcli.notes.conversation import Conversation, Wording
from scoutcli.notes.deals import DealLines
from scoutcli.notes.desk import Board, Desk
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
from scoutcli.notes.showing import RoundBoard, happened, points_line, points_now
from scoutcli.notes.vocabulary import Command
from scoutcli.notes.words import VOCABULARY, reworded

MOST_ASKED = 30
"""Where a text can mean more than this, it is not listed."""
MOST_WAITING = 8
"""So many moves that wait are shown."""


WORDING = Wording(
    "scoutcli record", "Leave the notes? They are kept. (y, or Enter to go on)", "the last move"
)


class Asking(Conversation):
    """A book, and the desk at which somebody fills it."""

    vocabulary = VOCABULARY
    wording = WORDING

    def __init__(
        self, book: Book, desk: Desk, seat: int | None, notices: Sequence[str] = ()
    ) -> None:
        """`seat` is where whoever notes the match sits; None: at none, or nobody's hand is seen."""
        super().__init__(book, desk, notices)
        self.book = book
        self.seat = seat
        self.table = True
        """Whether the table is to be drawn after each move, where that can be done."""
        self._deal = DealLines(book, seat)

    # What is typed

    def _command_of(self, line: str) -> tuple[Command, str] | None:
        return super()._command_of(reworded(line))

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

    @property
    def _now(self) -> Standing:
        now = self.book.now
        if now is None or now.sheet.closed:
            raise RuleError(
                "no-round", "no round is being noted now (undo goes back into the last)"
            )
        return now

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
        return RoundBoard(book.notation, now.state, book.names, line, self.table)

    # What several of the others need

    def _close_round(self, scores: Sequence[int | None], *, asked: bool = True) -> None:
        number = self.book.round_number
        self.book.close_round(scores, asked=asked)
        self._tell_points(number)

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


def _step_of(now: Standing, play: Play) -> Step:
    """The step of a word that was put before others."""
    return next((step for step in reversed(now.steps) if step.play is play), now.steps[-1])


def label_of(step: Step) -> str:
    """``Move 3``, or whose choice it was."""
    if step.number is not None:
        return f"Move {step.number}, {step.text}"
    return step.text
