"""The conversation at a table: who is asked, what is told to whom, what commands do."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from games.errors import RuleError
from games.game import Move
from games.options import Option, shown
from notation.diagnostics import TextError, printable
from scoutcli.table.news import Line, News
from scoutcli.table.resume import load
from scoutcli.table.screen import Screen
from scoutcli.table.session import Session, Stage, usual_bot
from scoutcli.table.words import COMMANDS, Said, Turn, moves_like, understand

FINISHED = 0
"""Exit status: the match was played to its end, or left because somebody asked for it."""
INPUT_ENDED = 1
"""Exit status: the input ended before the match did."""

MOST_ASKED = 30
"""Where a text can mean more moves than this, they are not listed."""


MOST_SHOWN = 6
"""So many legal moves are shown as examples."""

_HELP_ON = {"moves": "short_forms", "notation": "cheat_sheet"}


class _LeaveError(Exception):
    """The table is left."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Table:
    """A session, and the screen on which people see and play it."""

    def __init__(self, session: Session, screen: Screen, notices: Sequence[str] = ()) -> None:
        self.session = session
        self.screen = screen
        self._news = News(session, screen, notices)
        self._holder: int | None = None
        """The person whose cards may be on the screen, where hands are hidden."""
        self._do: dict[str, Callable[[int, Turn, str], None]] = {
            "help": self._help,
            "rules": self._rules,
            "legal": self._legal,
            "hand": self._hand,
            "save": self._save,
            "resume": self._resume,
            "quit": self._quit,
        }

    def run(self) -> int:
        """Play until the match is over or the table is left; the exit status.

        Raises OSError where the match file cannot be written, KeyboardInterrupt
        where nobody was asked anything.
        """
        try:
            with self.screen:
                self._begin()
                while self.session.stage is not Stage.OVER:
                    self._step()
            self._news.tell_all()
            self._farewell()
        except _LeaveError as leaving:
            self._say_how_to_go_on()
            return leaving.status
        except KeyboardInterrupt:
            self._say_how_to_go_on()
            raise
        finally:
            self.session.close()
        return FINISHED

    # The course of a match

    def _step(self) -> None:
        """Do what the match waits for."""
        session = self.session
        if session.stage is Stage.DEAL:
            number = session.round_number
            events = session.begin_round()
            self._news.add(Line(f"Round {number}", heading=True), *events)
        elif session.stage is Stage.COUNT:
            self._count()
        elif session.stage is Stage.CLOSE:
            session.end_match()
        elif session.is_person(session.turn):
            self._let_choose(session.turn)
        else:
            move = session.bot_choice()
            self._tell_faults()
            self._news.add(*session.play(move))

    def _tell_faults(self) -> None:
        """Say which program did wrong, and who plays for it now."""
        session = self.session
        for seat, fault in session.programs.take_news() if session.programs else ():
            stand_in = usual_bot(session.game)
            self._news.add(Line(f"{session.names[seat]}: {fault}. {stand_in} plays on for it."))

    def _count(self) -> None:
        session = self.session
        number = session.round_number
        played = session.end_round()
        totals = session.totals
        self._news.add(
            *(
                Line(f"{name}: {_points(score)} in round {number}, {total} in all.")
                for name, score, total in zip(session.names, played.scores, totals, strict=True)
            )
        )

    def _let_choose(self, seat: int) -> None:
        """Ask a person for a move, and make it; or serve the commands that come instead."""
        session = self.session
        self._hand_over(seat)
        turn = Turn(session.notation, session.view(seat), session.legal(), session.fault)
        self.screen.draw(session, seat)
        while self.session is session:
            move = self._answer(seat, turn)
            if move is not None:
                self._news.add(*session.play(move))
                return

    def _answer(self, seat: int, turn: Turn) -> Move | None:
        """One line of a person: the move it means, or None where it means none."""
        try:
            line = self.screen.ask_move(self.session, seat, turn)
        except EOFError:
            self._leave_at_end_of_input()
            return None
        if not line.strip():
            return None
        return self._understood(line, seat, turn)

    def _understood(self, line: str, seat: int, turn: Turn) -> Move | None:
        """The move that a line means; a command is served, anything else answered."""
        try:
            meaning = understand(line, turn)
        except TextError as error:
            self.screen.complain(f"{printable(error.message)} [{error.code}]")
            return None
        if isinstance(meaning, Said):
            self._do[meaning.command.name](seat, turn, meaning.argument)
            return None
        if len(meaning) > 1:
            return self._which(meaning, seat, turn)
        fault = turn.fault(meaning[0])
        if fault is None:
            return meaning[0]
        self.screen.complain(f"{printable(fault.message)} [{fault.code}]")
        return None

    def _which(self, moves: Sequence[Move], seat: int, turn: Turn) -> Move | None:
        """Ask which of several moves is meant."""
        legal = [move for move in moves if turn.fault(move) is None]
        if not legal:
            fault = turn.fault(moves[0])
            assert fault is not None
            self.screen.complain(f"{printable(fault.message)} [{fault.code}]")
            return None
        if len(legal) > MOST_ASKED:
            self.screen.complain(f"This can mean {len(legal)} moves: say more of the one you mean.")
            return None
        asked = Turn(turn.notation, turn.view, turn.legal, turn.fault, legal)
        self.screen.say([f"This can mean {len(legal)} moves. Which one? Its number, or the move:"])
        self.screen.pairs(
            (f"{number}", f"{text}  {turn.explain(move)}")
            for number, (text, move) in enumerate(asked.words.items(), 1)
        )
        try:
            line = self.screen.ask_move(self.session, seat, asked).strip()
        except EOFError:
            self._leave_at_end_of_input()
            return None
        if line.isascii() and line.isdigit() and 1 <= int(line[:4]) <= len(legal):
            return legal[int(line[:4]) - 1]
        if not line:
            return None
        return self._understood(line, seat, turn)

    # What is told

    def _begin(self) -> None:
        """A match begins at this table, or goes on."""
        self.screen.begin(self.session)
        self._news.add()

    def _hand_over(self, seat: int) -> None:
        """Where hands are hidden: see that nobody but the person at `seat` looks."""
        screen = self.screen
        if not screen.hides(self.session):
            return
        if self._holder != seat:
            self._holder = None
            screen.cover()
            self._news.tell_all()
            self._wait(f"{self.session.names[seat]}, press Enter when nobody else looks.")
            self._holder = seat
        screen.cover()
        self._news.tell_one(seat)

    def _wait(self, question: str) -> None:
        """Wait for Enter."""
        while True:
            try:
                line = self.screen.ask(question)
            except EOFError:
                self._leave_at_end_of_input()
                continue
            if line is None:  # taken back
                continue
            if line.strip().lower() not in ("q", "quit"):
                return
            self._leave_if_meant()

    def _farewell(self) -> None:
        """How the match ended, where its file is, and what can be done with it."""
        session, screen = self.session, self.screen
        totals = session.totals
        best = sorted(
            range(len(session.seats)),
            key=lambda seat: totals[seat] or 0,
            reverse=not session.game.lowest_wins,
        )
        won = [session.names[seat] for seat in session.winners]
        screen.head("The match is over")
        screen.pairs((session.names[seat], _points(totals[seat])) for seat in best)
        screen.say([f"{won[0]} wins." if len(won) == 1 else f"{_and(won)} share the win."])
        screen.say_whole(
            [
                f"Match file: {printable(str(session.path))}",
                f"To check it: scoutcli validate {self._file()}",
            ]
        )

    def _say_how_to_go_on(self) -> None:
        self.screen.say_whole(
            [
                f"The match is not over; it is kept in {printable(str(self.session.path))}",
                f"To go on with it: scoutcli play --resume {self._file()}{self._programs()}",
            ]
        )

    def _programs(self) -> str:
        """The programs at the table as options: no file says what is to be started."""
        entries = [seat.entry for seat in self.session.seats if seat.entry is not None]
        if not entries:
            return ""
        from scoutcli.arena.entries import write_entry  # loads the arena

        texts = map(printable, map(write_entry, entries))
        return "".join(f" --bot {shlex.quote(text)}" for text in texts)

    def _file(self) -> str:
        """The match file as a word for a shell."""
        return shlex.quote(printable(str(self.session.path)))

    # Leaving

    def _leave_at_end_of_input(self) -> None:
        """The input has ended: a person is asked, a script is left."""
        if not self.screen.live:
            self.screen.complain("The input ended before the match did.")
            raise _LeaveError(INPUT_ENDED)
        self._leave_if_meant()

    def _leave_if_meant(self) -> None:
        try:
            answer = self.screen.ask("Leave the match? It can be gone on with later. (y/n)")
        except EOFError:
            answer = "y"
        if answer is not None and answer.strip().lower() in ("y", "yes"):
            raise _LeaveError(FINISHED)

    # Commands

    def _help(self, seat: int, turn: Turn, argument: str) -> None:
        screen = self.screen
        if argument.lower() in _HELP_ON:
            screen.pairs(getattr(turn.notation, _HELP_ON[argument.lower()]))
            return
        screen.say(["Type a move; some of those that are legal now:"])
        screen.pairs((text, turn.explain(turn.words[text])) for text in _some(list(turn.words)))
        screen.say(["Shorter forms: help moves. As files have them: help notation. Commands:"])
        screen.pairs(
            (
                f"{command.name} {command.argument}".rstrip()
                + (f", {command.letter}" if command.letter else ""),
                command.help,
            )
            for command in COMMANDS
        )
        screen.say(["A single letter is a command where it can be no legal move."])

    def _rules(self, seat: int, turn: Turn, argument: str) -> None:
        session = self.session
        rules = session.rules
        self.screen.pairs(
            (f"{option.name}: {Option.write(rules[option.name])}", option.help)
            for option in session.game.options
            if option.applies(rules.players)
        )

    def _legal(self, seat: int, turn: Turn, argument: str) -> None:
        moves = moves_like(argument, turn)
        most = self.screen.most_listed or len(moves)
        rows = [(text, turn.explain(move)) for text, move in islice(moves.items(), most)]
        self.screen.pairs(rows)
        if not rows:
            self.screen.complain(f"{shown(argument)} is the beginning of no legal move.")
        elif len(rows) < len(moves):
            more = len(moves) - len(rows)
            self.screen.say([f"And {more} more: legal TEXT shows those that begin with TEXT."])

    def _hand(self, seat: int, turn: Turn, argument: str) -> None:
        self.screen.draw(self.session, seat)

    def _save(self, seat: int, turn: Turn, argument: str) -> None:
        session = self.session
        if argument:
            try:
                session.save_as(Path(argument).expanduser())
            except OSError as error:
                self._complain_of(error)
                return
        path = printable(str(session.path))
        self.screen.say([f"Every move is kept in {path} as it is made."])

    def _resume(self, seat: int, turn: Turn, argument: str) -> None:
        if not argument:
            self.screen.complain("resume needs the name of a match file: resume FILE")
            return
        try:
            session, notices = load(Path(argument).expanduser(), self.screen.complain)
        except RuleError as error:
            self.screen.complain(f"{printable(error.message)} [{error.code}]")
            return
        except OSError as error:
            self._complain_of(error)
            return
        self._say_how_to_go_on()
        self.session.close()
        self.session = session
        self._news = News(session, self.screen, notices)
        self._holder = None
        self._begin()

    def _quit(self, seat: int, turn: Turn, argument: str) -> None:
        self._leave_if_meant()

    def _complain_of(self, error: OSError) -> None:
        self.screen.complain(
            printable(f"{error.filename or self.session.path}: {error.strerror or error}")
        )


def _some(things: Sequence[str]) -> Sequence[str]:
    """A few of many, spread over all of them."""
    step = max(len(things) // (MOST_SHOWN - 1), 1)
    return [*things[:-1:step][: MOST_SHOWN - 1], *things[-1:]]


def _points(number: int | None) -> str:
    return f"{'x' if number is None else number} point{'' if number in (1, -1) else 's'}"


def _and(names: Sequence[str]) -> str:
    """``Ada, Bo and Cy``."""
    return f"{', '.join(names[:-1])} and {names[-1]}"
