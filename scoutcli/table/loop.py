"""The conversation at a table: who is asked, what is told to whom, what a line leads to."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from games.errors import RuleError
from games.game import Event, Move
from games.options import shown
from notation.diagnostics import TextError, printable
from scoutcli.settings import Settings
from scoutcli.table import last, sums
from scoutcli.table.again import play_again
from scoutcli.table.coach import Coach
from scoutcli.table.commands import Commands
from scoutcli.table.history import moves_made
from scoutcli.table.news import Line, News, hides
from scoutcli.table.offers import nearest
from scoutcli.table.screen import Screen
from scoutcli.table.session import Session, Stage, usual_bot
from scoutcli.table.words import Said, Turn, understand

FINISHED = 0
"""Exit status: the match was played to its end, or left because somebody asked for it."""
INPUT_ENDED = 1
"""Exit status: the input ended before the match did."""

MOST_ASKED = 30
"""Where a text can mean more moves than this, they are not listed."""

PAUSES = {"off": 0.0, "fast": 0.3, "normal": 0.8, "slow": 2.0}
"""For each speed, how many seconds a bot's move stays to be seen."""
_PLAIN_FAULTS = ("card-not-seen", "command-alone")
"""Faults of a line that leave no doubt about what was meant."""
ROUND_PAUSES = 4
"""The points of a round stay so many times as long."""


class _LeaveError(Exception):
    """The table is left."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Table:
    """A session, and the screen on which people see and play it."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        notices: Sequence[str] = (),
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """`notices` are told at the beginning; `settings` are those of `scoutcli.settings`."""
        settings = Settings() if settings is None else settings
        self.session = session
        self.screen = screen
        self.speed = settings["speed"]
        """How long bots' moves stay to be seen: a key of `PAUSES`."""
        self.turned = False
        """Whether a command has led to another moment than that in which it was asked for."""
        self._news = News(session, screen, notices)
        self._last: Sequence[Event] = ()
        """What the last move caused, if it was made here."""
        self._holder: int | None = None
        """The person whose cards may be on the screen, where hands are hidden."""
        self._coach = Coach(self, tutor=settings["tutor"] == "on")
        self._commands = Commands(self, self._coach)

    def run(self) -> int:
        """Play until the match is over or the table is left; the exit status.

        Raises OSError where the match file cannot be written, KeyboardInterrupt
        where nobody was asked anything.
        """
        try:
            with self.screen:
                self._begin()
                while self.session.stage is not Stage.OVER or self._goes_on():
                    self._step()
        except _LeaveError as leaving:
            self.say_how_to_go_on()
            return leaving.status
        except KeyboardInterrupt:
            self.say_how_to_go_on()
            raise
        finally:
            self.session.close()
        return FINISHED

    def take_up(self, session: Session, notices: Sequence[str] = ()) -> None:
        """Leave the match for another one."""
        self.session.close()
        self.session = session
        self.turned = True
        self._news = News(session, self.screen, notices)
        self._last = ()
        self._take_hand_away()
        self._coach.begin()
        self._begin()

    # The course of a match

    def _begin(self) -> None:
        """A match begins at this table, or goes on."""
        if self.session.people:
            last.remember(self.session.path)
        self.screen.begin(hidden=hides(self.session, self.screen))
        self._news.add()
        if self.session.people and self.session.stage is Stage.PLAY:
            self._tell_last_lap()
            self._watch()

    def _tell_last_lap(self) -> None:
        """The moves since everybody's last one, for whoever comes back to a round in play."""
        session = self.session
        made = list(moves_made(session))
        if made:
            lap = islice(reversed(made), len(session.seats))
            title = f"Round {session.round_number} goes on"
            events = [event for each in reversed(list(lap)) for event in each.events]
            self._news.add(Line(title, heading=True), *events)

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
            self._let_bot_choose(session.turn)

    def _let_bot_choose(self, seat: int) -> None:
        session = self.session
        opening = session.opening
        with self.screen.thinking(session.names[seat]):
            move = session.bot_choice()
        self._tell_faults()
        self._made(session.play(move))
        if not opening:
            self._pause()

    def _made(self, events: Sequence[Event]) -> None:
        """Tell what a move caused, and show it."""
        self._last = events
        self._news.add(*events)
        self._watch()

    def _watch(self) -> None:
        """Show how the table is now: as the one person there knows it, or as all may."""
        session = self.session
        if hides(session, self.screen):
            self._show_all()
        elif self.screen.live and session.people:
            self.screen.watch(session.view(session.people[0]), session.names)

    def _show_all(self) -> None:
        """Where hands are hidden: the table without any, unless whoever looks goes on."""
        session = self.session
        if self._holder is not None:
            if session.stage is Stage.PLAY and session.turn == self._holder:
                return
            self._take_hand_away()
        self._news.tell_all()
        if (view := session.public_view) is not None:
            self.screen.watch(view, session.names)

    def _take_hand_away(self) -> None:
        """Nobody's hand may be seen any more."""
        if self._holder is not None:
            self._holder = None
            self.screen.cover()

    def _pause(self, times: int = 1) -> None:
        """Let people see what happened, if it is on the screen."""
        if self.screen.live and self.session.people and PAUSES[self.speed]:
            self.screen.pause(times * PAUSES[self.speed])

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
        names, totals, twice = session.names, session.totals, self._doubled()
        for seat, (score, total) in enumerate(zip(played.scores, totals, strict=True)):
            said = sums.points(score, doubled=seat == twice)
            self._news.add(Line(f"{names[seat]}: {said} in round {number}, {total} in all."))
        self._watch()
        self._pause(ROUND_PAUSES)

    def _doubled(self) -> int:
        """The seat whose points count twice in the round that has ended; -1 where nobody's do."""
        last = self._last or [event for made in moves_made(self.session) for event in made.events]
        return next((event.doubled for event in reversed(last) if hasattr(event, "doubled")), -1)

    def _let_choose(self, seat: int) -> None:
        """Ask a person for a move, and make it; or serve the commands that come instead."""
        session = self.session
        self._hand_over(seat)
        turn = Turn(session.notation, session.view(seat), session.legal(), session.fault)
        self.screen.draw(turn.view, session.names)
        self.turned = False
        while not self.turned:
            move = self._answer(seat, turn)
            if move is not None and self._coach.lets_pass(turn, move):
                self._made(session.play(move))
                return

    def _answer(self, seat: int, turn: Turn) -> Move | None:
        """One line of a person: the move it means, or None where it means none."""
        try:
            line = self.screen.ask_move(self.session.names[seat], seat, turn)
        except EOFError:
            self._leave_at_end_of_input()
            return None
        if not line.strip():
            return None
        return self._understood(line, seat, turn)

    def _understood(self, line: str, seat: int, turn: Turn) -> Move | None:
        """The move that a line means; a command is served, anything else answered."""
        meaning = self.meaning(line, turn)
        if isinstance(meaning, Said):
            self._commands.serve(meaning, seat, turn)
            return None
        if meaning is None:
            return None
        if len(meaning) > 1:
            return self.which(meaning, seat, turn)
        fault = turn.fault(meaning[0])
        if fault is None:
            return meaning[0]
        self.complain_of(fault)
        return None

    def meaning(self, line: str, turn: Turn) -> Said | list[Move] | None:
        """What a line means, see `understand`; None where it is nothing, which is answered."""
        try:
            return understand(line, turn)
        except TextError as error:
            # Whoever names a hidden card is told just that, wherever it lies.
            meant = None if error.code in _PLAIN_FAULTS else nearest(line, turn)
            guess = "" if meant is None else f"; did you mean {printable(meant)}?"
            text = f"{printable(error.message)}{guess} [{error.code}]"
            self.screen.complain(text, error.offset, error.length)
            return None

    def which(self, moves: Sequence[Move], seat: int, turn: Turn) -> Move | None:
        """Ask which of several moves is meant."""
        legal = [move for move in moves if turn.fault(move) is None]
        if not legal:
            fault = turn.fault(moves[0])
            assert fault is not None
            self.complain_of(fault)
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
            line = self.screen.ask_move(self.session.names[seat], seat, asked).strip()
        except EOFError:
            self._leave_at_end_of_input()
            return None
        if line.isascii() and line.isdigit() and 1 <= int(line[:4]) <= len(legal):
            return legal[int(line[:4]) - 1]
        if not line:
            return None
        return self._understood(line, seat, turn)

    # What is told

    def complain_of(self, error: RuleError | OSError) -> None:
        """Say why something is not done."""
        if isinstance(error, RuleError):
            self.screen.complain(f"{printable(error.message)} [{error.code}]")
        else:
            what = f"{error.filename or self.session.path}: {error.strerror or error}"
            self.screen.complain(printable(what))

    def confirm(self, question: str) -> bool:
        """Ask something that is meant only if it is answered with yes. Raises EOFError."""
        answer = self.screen.ask(f"{question} (y/n)")
        return answer is not None and answer.strip().lower() in ("y", "yes")

    def tell(self, *news: Event | str) -> None:
        """Tell something that happened, or that all may read, as part of what happened."""
        self._news.add(*(Line(each) if isinstance(each, str) else each for each in news))

    def _hand_over(self, seat: int) -> None:
        """Where hands are hidden: see that nobody but the person at `seat` looks."""
        screen = self.screen
        if not hides(self.session, screen):
            return
        if self._holder != seat:
            self._take_hand_away()
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
            self.leave_if_meant()

    def _goes_on(self) -> bool:
        """The match is over: say farewell, and ask a person whether another one is played."""
        self._news.tell_all()
        self._farewell()
        last.forget(self.session.path)
        return bool(self.session.people) and self.screen.live and self._plays_again()

    def _farewell(self) -> None:
        """How the match ended, where its file is, and what can be done with it."""
        session, screen = self.session, self.screen
        won = [session.names[seat] for seat in session.winners]
        screen.head("The match is over")
        if len(session.past) > 1:
            screen.pairs(sums.by_rounds(session))
        screen.pairs(
            (session.names[seat], sums.points(session.totals[seat]))
            for seat in sums.standing(session)
        )
        screen.say([f"{won[0]} wins." if len(won) == 1 else f"{sums.together(won)} share the win."])
        screen.say_whole(
            [
                f"Match file: {printable(str(session.path))}",
                f"To check it: scoutcli validate {self._file()}",
            ]
        )

    def _plays_again(self) -> bool:
        """Ask what comes after a match; whether it is another one."""
        ask = self.screen.ask_at_end
        while True:
            try:
                said = ask("Again, review, or quit? (a/r; Enter: quit)") or ""
            except EOFError:
                return False
            ask = self.screen.ask
            word = said.strip().lower()
            if word in ("r", "review"):
                self._commands.review(self.session.people[0])
                self.screen.say_whole([f"The whole match: scoutcli replay {self._file()}"])
            elif word in ("a", "again"):
                try:
                    self.take_up(play_again(self.session))
                except (RuleError, OSError) as error:
                    self.complain_of(error)
                else:
                    return True
            elif word in ("", "q", "quit"):
                return False
            else:
                self.screen.complain(f"{shown(said.strip())} is no answer: type a, r or q.")

    def keep_in(self, path: Path) -> None:
        """Keep the match in a new file from now on; see `Session.save_as`. Raises OSError."""
        self.session.save_as(path)
        last.remember(path)

    def say_where_it_is_kept(self) -> None:
        """Name the match file."""
        path = printable(str(self.session.path))
        self.screen.say([f"Every move is kept in {path} as it is made."])

    def say_how_to_go_on(self) -> None:
        """Where the match is kept that is left, and how it can be gone on with."""
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
        self.leave_if_meant()

    def leave_if_meant(self) -> None:
        """Ask whether the match is to be left, and leave it then."""
        try:
            meant = self.confirm("Leave the match? It can be gone on with later.")
        except EOFError:
            meant = True
        if meant:
            raise _LeaveError(FINISHED)
