"""A match at a table: who sits where, what comes next, and the file it is kept in.

Knows no screen. Whoever holds the conversation asks for `stage` and does what
it says: deal, let somebody choose, count, or close the match. Every move is in
the file when the call that made it returns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from games.bots import Spec, bot_seed
from games.dealer import CHANCE, Dealer
from games.deals import ALGORITHM
from games.errors import RuleError
from games.game import Deal, Event, Game, Move, Player, Round, State, View
from games.options import Rules
from notation import codec, match, writer
from notation.replay import reader, word
from scoutcli import __version__
from scoutcli.naming import LONGEST_NAME
from scoutcli.render.names import name_text
from scoutcli.table.files import Lock
from scoutcli.table.matchfile import MatchFile
from scoutcli.table.tail import word_begins
from scoutcli.table.walk import Walked, make_bots, walk

if TYPE_CHECKING:  # only where a program plays
    from scoutcli.arena.plan import Entry
    from scoutcli.table.programs import Programs

USUAL_BOT = "greedy"
"""Who plays where nobody was named, if the game has it; else its last bot."""


class Stage(Enum):
    """What a match waits for."""

    DEAL = "the next round is to be dealt"
    PLAY = "a seat has to choose a move"
    COUNT = "the round has ended and is to be counted"
    CLOSE = "the last round was played, the winners are to be written down"
    OVER = "nothing is left to do"


class Moment(NamedTuple):
    """A point in the round in play: its words so far, and what was begun behind them."""

    words: list[str]
    begun: list[Move]


class Undone(NamedTuple):
    """What was taken back: the moment before that, and the text that was cut from the file."""

    moment: Moment
    text: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a name, and the text of the bot that plays (see `Spec`); "" is a person.

    Where a program plays, `entry` says which, and `bot` is what it calls itself.
    """

    name: str
    bot: str = ""
    entry: Entry | None = None

    @property
    def label(self) -> str | None:
        """What stands under ``bot:`` in the match file."""
        if self.entry is not None or not self.bot:
            return self.bot or None
        return f"{self.bot} {__version__}"


class Session:
    """A match in play. Close it when it is left."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        seats: Sequence[Seat],
        seed: str,
        path: Path,
        *,
        past: Sequence[Round] = (),
        offset: int = 0,
        lock: Lock | None = None,
        programs: Programs | None = None,
        practice: bool = False,
    ) -> None:
        """Takes hold of the match that is in the file `path` from byte `offset` on.

        `programs` play at the seats that have an `entry`. Raises RuleError
        where it is being played already (unless `lock` is the right to play
        it), or OSError.
        """
        self.game = game
        self.rules = rules
        self.seats = tuple(seats)
        self.seed = seed
        self.notation = codec.get(game.name)
        self.names = shown_names([seat.name for seat in seats])
        """The names of the seats, safe to print, and no two the same."""
        self._closed = False
        self._in_round = False
        self._start: State | None = None
        """The round in play, or the last one, as it began."""
        self._words: list[str] = []
        """Its moves so far as they stand in the file, chance among them."""
        self._begun: list[Move] = []
        self._undone: list[Undone] = []
        self._bots: dict[int, Player] = {}
        self._chosen: Move | None = None
        self._stand_ins: set[int] = set()
        """The seats of programs that have done wrong."""
        self.programs = programs
        witness = programs.witness if programs is not None else None
        self._dealer = Dealer(game, rules, seed, past, self._record, witness=witness)
        self._file = MatchFile(path, self.notation, offset, lock, practice=practice)

    @classmethod
    def begin(
        cls,
        game: Game,
        rules: Rules,
        seats: Sequence[Seat],
        seed: str,
        path: Path,
        today: date,
        programs: Programs | None = None,
    ) -> Session:
        """A new match, written behind whatever is in the file. Raises RuleError or OSError."""
        offset = path.stat().st_size if path.exists() else 0
        path.touch()
        session = cls(game, rules, seats, seed, path, offset=offset, programs=programs)
        players = [match.Player(seat.name, seat.label) for seat in seats]
        shuffle = {"algorithm": ALGORITHM, "seed": seed}
        header = writer.header(game, players, rules, {"date": today.isoformat()}, shuffle)
        with session._file.writing() as recorder:
            recorder.begin_match(header)
        return session

    def go_on_from(self, size: int, *, at_line_start: bool) -> None:
        """Cut the file to so many bytes, and write on from there. Raises OSError."""
        with self._file.writing() as recorder:
            recorder.cut(size, at_line_start=at_line_start)

    def take_up(
        self, deal: Deal, start: State, walked: Walked, words: Sequence[str]
    ) -> Sequence[Event]:
        """Go on with a round whose deal and `words` are in the file; what chance brings first.

        `start` is the round as it began, `walked` what became of it by the words.
        """
        self._start, self._words, self._begun = start, list(words), []
        self._bots, self._chosen = walked.bots, walked.chosen
        self._in_round = True
        return self._dealer.resume(deal, walked.state, walked.shuffler)

    # What there is to know

    @property
    def stage(self) -> Stage:
        """What comes next."""
        if self._closed:
            return Stage.OVER
        if self._in_round:
            return Stage.PLAY if self._dealer.state.end is None else Stage.COUNT
        return Stage.CLOSE if self._dealer.over else Stage.DEAL

    @property
    def turn(self) -> int:
        """The seat that has to choose, while the stage is PLAY."""
        return self._dealer.state.turn

    @property
    def path(self) -> Path:
        """The match file."""
        return self._file.path

    @property
    def practice(self) -> bool:
        """Whether the file says that moves were taken back, or advice was given."""
        return self._file.practice

    @property
    def round_number(self) -> int:
        """The round in play, or the next one, from 1."""
        return len(self._dealer.past) + 1

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, who in enumerate(self.seats) if not who.bot)

    @property
    def totals(self) -> tuple[int | None, ...]:
        """The points of all finished rounds."""
        return self._dealer.totals

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, once every round is played."""
        return self.game.winners(self._known_totals())

    @property
    def past(self) -> Sequence[Round]:
        """The rounds that were counted."""
        return tuple(self._dealer.past)

    @property
    def opening(self) -> bool:
        """Whether the choices before the first move are being made, while the stage is PLAY."""
        return self._dealer.state.opening

    @property
    def starter(self) -> int | None:
        """The seat that starts the round in play, or started the last one, where that is known."""
        return self._dealer.state.starter

    @property
    def words(self) -> tuple[str, ...]:
        """The moves of the round in play, or the last one, as they stand in the file."""
        return tuple(self._words)

    @property
    def start(self) -> State | None:
        """That round as it began, a copy; None before the first."""
        return None if self._start is None else self._start.copy()

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there."""
        return not self.seats[seat].bot

    def view(self, seat: int) -> View:
        """What a seat may know; of a round that was counted, with its points in the totals."""
        return self._counted(self._dealer.state.view(seat))

    @property
    def public_view(self) -> View | None:
        """The same for what all may know; None where the game does not tell it."""
        view = self._dealer.state.public_view()
        return None if view is None else self._counted(view)

    def legal(self) -> list[Move]:
        """What the seat to act may choose, in canonical order."""
        return self._dealer.state.legal()

    def fault(self, move: Move) -> RuleError | None:
        """The rule that a move of the seat to act breaks; None if it breaks none."""
        try:
            self._dealer.state.check(self.turn, move)
        except RuleError as error:
            return error.as_heard()
        return None

    # What there is to do

    def begin_round(self) -> Sequence[Event]:
        """Deal the next round; what chance brings first. Raises OSError."""
        deal = self._dealer.draw_deal()
        self._bots = make_bots(self.game, self.seats, self.seed, self.round_number)
        for seat in self._stand_ins:
            self._bots[seat] = self._stand_in(seat)
        with self._file.writing() as recorder:
            recorder.begin_round(deal)
        self._in_round = True
        self._start = self.game.begin(self.rules, self._dealer.past, deal)
        self._words, self._begun, self._undone = [], [], []
        events = self._dealer.begin_round(deal)
        if self.programs is not None:
            self.programs.begin_round(self.round_number, self.totals, self._dealer.state, deal)
        return events

    def bot_choice(self) -> Move:
        """What the bot whose turn it is wants to do.

        For a program that does wrong another bot plays from now on; who is
        told of it asks `Programs.take_news`.
        """
        seat = self.turn
        if self.programs is not None and seat in self.programs:
            move = self.programs.choose(self._dealer.state)
            if move is not None:
                return move
        if self.seats[seat].entry is not None and seat not in self._stand_ins:
            self._stand_ins.add(seat)
            self._bots[seat] = self._stand_in(seat)
        chosen, self._chosen = self._chosen, None
        if chosen is None:
            chosen = self._bots[seat].choose(self.view(seat), self.legal())
        return chosen

    def play(self, move: Move) -> Sequence[Event]:
        """Make a move for the seat to act; what it caused. Raises RuleError or OSError."""
        events = self._play(move)
        self._undone.clear()
        return events

    def end_round(self) -> Round:
        """Count the round that has ended, and write its points down. Raises OSError."""
        played = self._dealer.end_round()
        self._in_round = False
        self._undone.clear()
        assert played.end is not None
        faults: Sequence[str] = ()
        if self.programs is not None:
            faults = self.programs.end_round(played.end, played.scores)
        with self._file.writing() as recorder:
            recorder.end_round(played.end, played.scores, faults)
        return played

    def end_match(self) -> None:
        """Write totals and winners down. Raises OSError."""
        self._closed = True
        if self.programs is not None:
            self.programs.end_match(self.totals, self.winners)
        with self._file.writing() as recorder:
            recorder.end_match(self.totals, self.winners)

    def save_as(self, path: Path) -> None:
        """Keep the match in a new file from now on; see `MatchFile.save_as`. Raises OSError."""
        self._file.save_as(path)

    # What can be taken back

    @property
    def can_undo(self) -> bool:
        """Whether moves can be taken back here at all: one person plays, against built-in bots."""
        return len(self.people) == 1 and self.programs is None

    def undo(self) -> bool:
        """Go back to the last choice of the person, in the round in play; whether there is one.

        What comes after that choice is cut from the file, which says from then
        on that the match is practice. Bots and chance go on as they did. Raises
        OSError, and nothing is changed then.
        """
        moment = self._before_last_choice()
        if moment is None:
            return False
        now = Moment(self._words, self._begun)
        text = self._file.text()
        at = word_begins(text, len(moment.words))
        self._go_to(moment, lambda: self._file.cut_for_practice(at))
        self._undone.append(Undone(now, text[at:]))
        return True

    def redo(self) -> bool:
        """Do what was undone last; whether there is such a thing. Another move ends that.

        Raises OSError.
        """
        if not self._undone:
            return False
        moment, text = self._undone[-1]
        with self._file.writing() as recorder:
            self._go_to(moment, lambda: recorder.append(text))
        self._undone.pop()
        return True

    def mark_practice(self) -> None:
        """Say in the file that the match is practice, unless it does. Raises OSError."""
        if not self.practice:
            self._file.cut_for_practice()

    def _before_last_choice(self) -> Moment | None:
        """The moment to which `undo` goes back."""
        if not self.can_undo or self.stage is not Stage.PLAY or not self.is_person(self.turn):
            return None
        read = reader(self.notation)
        words, begun = list(self._words), self._begun
        if not begun:
            while words and read[words[-1]][0] not in self.people:
                words.pop()
            if not words:
                return None
            begun = list(read[words.pop()][1])
        begun = begun[:-1]
        while words and not begun and read[words[-1]][0] == CHANCE:
            words.pop()  # a new draw pile belongs to the move that needed it
        return Moment(words, begun)

    def _go_to(self, moment: Moment, write: Callable[[], None]) -> None:
        """Stand at another moment of the round in play, once the file tells of it."""
        start = self.start
        assert start is not None and self._start is not None
        walked = walk(self, start, self._dealer.deal, moment.words)
        write()
        self.take_up(self._dealer.deal, self._start, walked, moment.words)
        for move in moment.begun:
            self._play(move)

    def close(self) -> None:
        """Let go of the file, and of the programs."""
        if self.programs is not None:
            self.programs.close()
        self._file.close()

    def _counted(self, view: View) -> View:
        """A view, with the points of its round in the totals once they are counted."""
        if self._in_round or self._start is None:
            return view
        return replace(view, totals=self.totals)

    def _known_totals(self) -> list[int]:
        return [total for total in self.totals if total is not None]

    def _play(self, move: Move) -> Sequence[Event]:
        self._dealer.state.check(self.turn, move)
        self._begun.append(self._dealer.state.complete(self.turn, move))
        return self._dealer.play(move)

    def _record(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        self._words.append(word(self.notation, seat, moves))
        if seat != CHANCE:
            self._begun = []
        with self._file.writing() as recorder:
            recorder.play(seat, moves, state, choice=choice)
        if self.programs is not None:
            self.programs.made(seat, moves, state, choice)

    def _stand_in(self, seat: int) -> Player:
        """Who plays for a program that has done wrong."""
        bot = Spec.read(self.game, usual_bot(self.game))
        return bot.make(bot_seed(self.seed, self.round_number, seat))


def usual_bot(game: Game) -> str:
    """The bot that plays where none was named, or in the place of a program that did wrong."""
    return USUAL_BOT if USUAL_BOT in game.bots else list(game.bots)[-1]


def shown_names(names: Sequence[str]) -> list[str]:
    """The names as they are shown: safe to print, not too long, no two the same."""
    safe = [name_text(name) for name in names]
    short = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in safe]
    return [
        f"{name} ({seat})" if short.count(name) > 1 else name for seat, name in enumerate(short, 1)
    ]
