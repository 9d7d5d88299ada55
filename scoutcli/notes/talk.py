"""The conversation in which a match is noted, from the first deal to who won."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.errors import RuleError
from notation.diagnostics import TextError
from scoutcli.notes.book import Book, Stage
from scoutcli.notes.commands import Commands
from scoutcli.notes.desk import Desk
from scoutcli.notes.reading import helper
from scoutcli.notes.words import points_of


class Talk(Commands):
    """Asks for what the book waits for, until the match is over or the notes are left."""

    def __init__(
        self, book: Book, desk: Desk, seat: int | None = None, notices: Sequence[str] = ()
    ) -> None:
        super().__init__(book, desk, seat, notices)
        self._headed = 0
        """The round whose beginning was told last."""
        self._skipped: set[int] = set()
        """Seats whose last cards nobody noted."""

    def _go_on(self) -> None:
        steps: dict[Stage, Callable[[], None]] = {
            Stage.DEAL: self._begin_round,
            Stage.MORE: self._begin_round,
            Stage.START: self._name_starter,
            Stage.PLAY: self._next_move,
            Stage.MEND: self._mend,
            Stage.COUNT: self._count,
        }
        steps[self.book.stage]()

    def _begin_anew(self) -> None:
        self._headed = 0
        self._skipped.clear()
        super()._begin_anew()

    # What comes next

    def _begin_round(self) -> None:
        """Ask for the deal, line by line, and begin the round."""
        number = self.book.round_number
        if self._headed != number:
            self._headed = number
            self.desk.head(f"Round {number}")
        self._deal.for_round(number)
        line = self._ask(self._deal.question, self._deal.offers)
        if line is None:
            return
        try:
            if not self._deal.take(line):
                return
            self.book.begin(self._deal.deal)
        except (RuleError, TextError) as error:
            self._complain(error, line)
            return
        self._skipped.clear()

    def _name_starter(self) -> None:
        line = self._ask("Who starts? (a seat, or the first move with its seat)", self._seats)
        if not line:
            return
        seat = self._seat_of(line)
        if seat is None:
            self._take_line(line)
            return
        try:
            self.book.set_starter(seat)
        except RuleError as error:
            self._complain(error, line)

    def _next_move(self) -> None:
        """Ask the seat whose turn it is for its move."""
        now = self._now
        if now.waiting:
            self._say_waiting(now)
        name = self.book.names[now.state.turn]
        line = self._ask(f"Seat {now.state.turn + 1}, {name}?", self._complete)
        if line and line.strip():
            self._take_line(line)

    def _mend(self) -> None:
        now = self._now
        self._say_waiting(now)
        line = self._ask("The round is over here, but moves wait (fix, delete, drop, undo)?")
        if line:
            self.desk.complain("First the moves that wait: fix, delete or drop them.")

    def _count(self) -> None:
        """Ask for what is still open of the points, and close the round."""
        if self._ask_for_hidden():
            return
        now, players = self._now, self.book.rules.players
        scores = now.state.scores() if now.state.end is not None else (None,) * players
        if None not in scores:
            self._close_round(scores, asked=False)
            return
        line = self._ask(
            f"Points of round {self.book.round_number} in the order of the seats, as in 12 x -3 "
            "(x: not known; Enter: none)?"
        )
        if line is None:
            return
        try:
            said = points_of(line, players) if line.strip() else (None,) * players
            self._close_round(said)
        except RuleError as error:
            self._complain(error, line, whole=True)

    def _ask_for_hidden(self) -> bool:
        """Ask for cards that came to light at the end; whether there were any to ask for."""
        module = helper(self.book.game.name)
        now = self._now
        if module is None or not hasattr(module, "hidden") or not now.steps:
            return False
        open_cards = [
            cards
            for cards in module.hidden(now.steps[-1].events)
            if cards.seat not in self._skipped
        ]
        if not open_cards:
            return False
        cards = open_cards[0]
        who = f"Seat {cards.seat + 1}, {self.book.names[cards.seat]}"
        line = self._ask(f"{who} turned up {cards.where}: which cards (Enter: not noted)?")
        if line is None:
            return True
        if not line.strip():
            self._skipped.add(cards.seat)
            return True
        try:
            self._change_deal(module.turned_up(now.deal, cards, line), line)
        except (RuleError, TextError) as error:
            self._complain(error, line)
        return True

    def _greet(self) -> None:
        book = self.book
        lines = [f"{book.game.title} for {book.rules.players} players, noted at the table."]
        for seat, name in enumerate(book.names):
            you = " (you)" if seat == self.seat else ""
            lines.append(f"Seat {seat + 1}: {name}{you}")
        lines += [*self._say_rules(), f"Match file: {self._path}", *self._notices]
        lines.append("Type what is seen, ? for what is not, or help.")
        self.desk.say(lines)
        now = book.now
        if now is not None and not now.sheet.closed:
            self._headed = book.round_number
            self.desk.head(f"Round {book.round_number}")
            if now.steps:
                self._tell(now.steps[-1])
