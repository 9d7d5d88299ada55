"""What the commands of the table do; `words.COMMANDS` says what they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from games.errors import RuleError
from games.options import Option, shown
from scoutcli.table import rulebook, sums
from scoutcli.table.history import moves_made, states_of
from scoutcli.table.offers import moves_like
from scoutcli.table.resume import load
from scoutcli.table.words import COMMANDS, Said, Turn

if TYPE_CHECKING:
    from scoutcli.table.coach import Coach
    from scoutcli.table.loop import Table

SPEEDS = ("off", "slow", "normal", "fast")
MOST_SHOWN = 6
"""So many legal moves are shown as examples."""

_HELP_ON = {"moves": "short_forms", "notation": "cheat_sheet"}


class Commands:
    """Serves what people type beside moves."""

    def __init__(self, table: Table, coach: Coach) -> None:
        self._table = table
        self._coach = coach
        self._do: dict[str, Callable[[int, Turn, str], None]] = {
            "help": self._help,
            "rules": self._rules,
            "notation": self._notation,
            "legal": self._legal,
            "hand": self._hand,
            "review": self._review,
            "look": self._look,
            "stats": self._stats,
            "hint": self._hint,
            "why": self._why,
            "tutor": self._tutor,
            "undo": self._undo,
            "redo": self._redo,
            "speed": self._speed,
            "save": self._save,
            "resume": self._resume,
            "quit": self._quit,
        }

    def serve(self, said: Said, seat: int, turn: Turn) -> None:
        """Do what the person at `seat`, whose `turn` it is, has asked for."""
        self._do[said.command.name](seat, turn, said.argument)

    def review(self, seat: int) -> None:
        """List the moves of the round so far, as the person at that seat may know them."""
        table = self._table
        session = table.session
        rows = [
            (str(made.number or ""), text)
            for made in moves_made(session)
            for event in made.events
            if (text := session.notation.tell(event, session.names, seat))
        ]
        for at in range(len(rows) - 1, 0, -1):  # a number stands before its first row only
            if rows[at][0] and rows[at][0] == rows[at - 1][0]:
                rows[at] = "", rows[at][1]
        table.screen.pairs(rows)
        if not rows:
            table.screen.say(["No move was made in this round."])

    # What can be looked up

    def _help(self, seat: int, turn: Turn, argument: str) -> None:
        screen = self._table.screen
        if argument.lower() in _HELP_ON:
            screen.pairs(getattr(turn.notation, _HELP_ON[argument.lower()]))
            return
        screen.say(["Type a move; some of those that are legal now:"])
        screen.pairs((text, turn.explain(turn.words[text])) for text in _some(list(turn.words)))
        screen.say(["Shorter forms: help moves. As files have them: notation. Commands:"])
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
        session, screen = self._table.session, self._table.screen
        options = [
            (f"{option.name}: {Option.write(session.rules[option.name])}", option.help)
            for option in session.game.options
            if option.applies(session.rules.players)
        ]
        if not argument:
            screen.say(rulebook.now(turn.view, turn.legal))
            screen.pairs(options)
            return
        rows = [*rulebook.topics(session.game.name), *options, *turn.notation.cheat_sheet]
        found = _about(argument, rows)
        screen.pairs(found)
        if not found:
            screen.complain(f"The rules say nothing of {shown(argument)}: rules alone shows them.")

    def _notation(self, seat: int, turn: Turn, argument: str) -> None:
        self._table.screen.pairs(turn.notation.cheat_sheet)

    def _legal(self, seat: int, turn: Turn, argument: str) -> None:
        screen = self._table.screen
        moves = moves_like(argument, turn)
        most = screen.most_listed or len(moves)
        rows = [(text, turn.explain(move)) for text, move in islice(moves.items(), most)]
        screen.pairs(rows)
        if not rows:
            screen.complain(f"{shown(argument)} is the beginning of no legal move.")
        elif len(rows) < len(moves):
            more = len(moves) - len(rows)
            screen.say([f"And {more} more: legal TEXT shows those that begin with TEXT."])

    def _hand(self, seat: int, turn: Turn, argument: str) -> None:
        self._table.screen.draw(turn.view, self._table.session.names)

    def _review(self, seat: int, turn: Turn, argument: str) -> None:
        self.review(seat)

    def _look(self, seat: int, turn: Turn, argument: str) -> None:
        table = self._table
        states = states_of(table.session)
        number, made = _number(argument), len(states) - 1
        at = number + made if number is not None and number < 0 else number
        if at is None or not 0 <= at <= made:
            table.screen.complain(
                "look needs the number of a move, as review shows it, or -1, -2 to go back"
            )
            return
        notes = [
            "before the first move",
            *(f"after move {n} of {made}" for n in range(1, made + 1)),
        ]
        views = [state.view(seat) for state in states]
        table.screen.leaf(list(zip(views, notes, strict=True)), at, table.session.names)

    def _stats(self, seat: int, turn: Turn, argument: str) -> None:
        rows = list(sums.so_far(self._table.session))
        self._table.screen.pairs(rows)
        if not rows:
            self._table.screen.say(["No round was counted yet."])

    # Advice

    def _hint(self, seat: int, turn: Turn, argument: str) -> None:
        self._coach.hint(turn)

    def _why(self, seat: int, turn: Turn, argument: str) -> None:
        table = self._table
        meaning = table.meaning(argument, turn) if argument else None
        if not argument or isinstance(meaning, Said):
            table.screen.complain("why needs a move, legal or not: why MOVE")
        elif meaning is not None:
            move = table.which(meaning, seat, turn) if len(meaning) > 1 else meaning[0]
            if move is not None:
                self._coach.why(turn, move)

    def _tutor(self, seat: int, turn: Turn, argument: str) -> None:
        screen = self._table.screen
        if argument.lower() not in ("", "on", "off"):
            screen.complain("The tutor is on or off: tutor on")
            return
        if argument:
            self._coach.tutor = argument.lower() == "on"
        says = "warns before a clear mistake" if self._coach.tutor else "is off"
        screen.say([f"The tutor {says}."])

    # The course of the match

    def _undo(self, seat: int, turn: Turn, argument: str) -> None:
        table = self._table
        session = table.session
        if not session.can_undo:
            table.screen.complain(
                "Moves can be taken back where one person plays against built-in bots."
            )
        elif self._changes(session.undo, "There is no choice of yours to take back in this round."):
            table.tell(f"{session.names[seat]} takes a choice back.")

    def _redo(self, seat: int, turn: Turn, argument: str) -> None:
        table = self._table
        session, before = table.session, len(table.session.words)
        if self._changes(session.redo, "Nothing was taken back, or another move was made."):
            again = islice(moves_made(session), before, None)
            table.tell(f"{session.names[seat]} makes the choice again.")
            table.tell(*(event for made in again for event in made.events))

    def _changes(self, change: Callable[[], bool], else_say: str) -> bool:
        """Go to another moment of the round; whether that was done."""
        table = self._table
        try:
            table.turned = change()
        except OSError as error:
            table.complain_of(error)
            return False
        if not table.turned:
            table.screen.complain(else_say)
        return table.turned

    def _speed(self, seat: int, turn: Turn, argument: str) -> None:
        table = self._table
        if argument.lower() in SPEEDS:
            table.speed = argument.lower()
        elif argument:
            table.screen.complain(f"A speed is one of {', '.join(SPEEDS)}.")
            return
        table.screen.say([f"The speed of bots is {table.speed}."])

    # The file

    def _save(self, seat: int, turn: Turn, argument: str) -> None:
        table = self._table
        if argument:
            try:
                table.keep_in(Path(argument).expanduser())
            except (OSError, RuntimeError, ValueError) as error:
                table.complain_of(_as_os_error(error, argument))
                return
        table.say_where_it_is_kept()

    def _resume(self, seat: int, turn: Turn, argument: str) -> None:
        table = self._table
        if not argument:
            table.screen.complain("resume needs the name of a match file: resume FILE")
            return
        try:
            path = Path(argument).expanduser()
            session, notices = load(path, lambda text: table.screen.say([text]))
        except RuleError as error:
            table.complain_of(error)
            return
        except (OSError, RuntimeError, ValueError) as error:
            table.complain_of(_as_os_error(error, argument))
            return
        table.say_how_to_go_on()
        table.take_up(session, notices)

    def _quit(self, seat: int, turn: Turn, argument: str) -> None:
        self._table.leave_if_meant()


def _as_os_error(error: Exception, name: str) -> OSError:
    """What a name that can be none (a NUL, no such ``~user``) is told as."""
    return error if isinstance(error, OSError) else OSError(0, str(error), name)


def _about(text: str, rows: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The rows whose heads hold a text; where there are none, those that hold it anywhere."""
    wanted = " ".join(text.lower().split())
    heads = [row for row in rows if wanted in row[0].lower()]
    return heads or [row for row in rows if wanted in row[1].lower()]


def _number(text: str) -> int | None:
    """A number as it is typed; None where it is none, or too long to be one."""
    digits = text.removeprefix("-")
    if len(digits) > 6 or not (digits.isascii() and digits.isdigit()):
        return None
    return int(text)


def _some(things: Sequence[str]) -> Sequence[str]:
    """A few of many, spread over all of them."""
    step = max(len(things) // (MOST_SHOWN - 1), 1)
    return [*things[:-1:step][: MOST_SHOWN - 1], *things[-1:]]
