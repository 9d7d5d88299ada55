"""A match at a table: who sits where, what comes next, and the file it is kept in.

Knows no screen. Whoever holds the conversation asks for `stage` and does what
it says: deal, let somebody choose, count, or close the match. Every move is in
the file when the call that made it returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from games.bots import Spec, bot_seed
from games.dealer import Dealer
from games.deals import ALGORITHM, Shuffler
from games.errors import RuleError
from games.game import Deal, Event, Game, Move, Player, Round, State, View
from games.options import Rules
from notation import codec, match, writer
from notation.diagnostics import printable
from notation.recorder import Recorder
from scoutcli import __version__
from scoutcli.table.files import Lock

if TYPE_CHECKING:  # only where a program plays
    from scoutcli.arena.plan import Entry
    from scoutcli.table.programs import Programs

LONGEST_NAME = 40
"""Longer names are cut where they are shown; the file keeps them whole."""


USUAL_BOT = "greedy"
"""Who plays where nobody was named, if the game has it; else its last bot."""


class Stage(Enum):
    """What a match waits for."""

    DEAL = "the next round is to be dealt"
    PLAY = "a seat has to choose a move"
    COUNT = "the round has ended and is to be counted"
    CLOSE = "the last round was played, the winners are to be written down"
    OVER = "nothing is left to do"


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
        self.path = path
        self.notation = codec.get(game.name)
        self.names = shown_names([seat.name for seat in seats])
        """The names of the seats, safe to print, and no two the same."""
        self._offset = offset
        self._closed = False
        self._in_round = False
        self._bots: dict[int, Player] = {}
        self._chosen: Move | None = None
        self._stand_ins: set[int] = set()
        """The seats of programs that have done wrong."""
        self.programs = programs
        witness = programs.witness if programs is not None else None
        self._dealer = Dealer(game, rules, seed, past, self._record, witness=witness)
        self._lock = lock or Lock(path)
        try:
            self._recorder = Recorder(path, self.notation)
        except OSError:
            self._lock.release()
            raise

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
        with session._writing():
            session._recorder.begin_match(header)
        return session

    def go_on_from(self, size: int, *, at_line_start: bool) -> None:
        """Cut the file to so many bytes, and write on from there. Raises OSError."""
        with self._writing():
            self._recorder.cut(size, at_line_start=at_line_start)

    def take_up(
        self,
        deal: Deal,
        state: State,
        bots: Mapping[int, Player],
        shuffler: Shuffler,
        chosen: Move | None,
    ) -> Sequence[Event]:
        """Go on with a round whose deal and moves are in the file; what chance brings first.

        `bots` have chosen the moves of the round so far, `shuffler` has made
        its draws; `chosen` is what the bot to act has chosen already.
        """
        self._bots = dict(bots)
        self._chosen = chosen
        self._in_round = True
        return self._dealer.resume(deal, state, shuffler)

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

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there."""
        return not self.seats[seat].bot

    def view(self, seat: int) -> View:
        """What a seat may know."""
        return self._dealer.state.view(seat)

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
        with self._writing():
            self._recorder.begin_round(deal)
        self._in_round = True
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
        return self._dealer.play(move)

    def end_round(self) -> Round:
        """Count the round that has ended, and write its points down. Raises OSError."""
        played = self._dealer.end_round()
        self._in_round = False
        assert played.end is not None
        faults: Sequence[str] = ()
        if self.programs is not None:
            faults = self.programs.end_round(played.end, played.scores)
        with self._writing():
            self._recorder.end_round(played.end, played.scores, faults)
        return played

    def end_match(self) -> None:
        """Write totals and winners down. Raises OSError."""
        self._closed = True
        if self.programs is not None:
            self.programs.end_match(self.totals, self.winners)
        with self._writing():
            self._recorder.end_match(self.totals, self.winners)

    def save_as(self, path: Path) -> None:
        """Copy the match into a new file, and keep it there from now on.

        The file before stays as it is. Raises OSError, also where there is
        such a file already.
        """
        with self.path.open("rb") as before:
            before.seek(self._offset)
            text = before.read().lstrip(b"\n")
        with path.open("xb") as after:
            after.write(text)
        lock, recorder = Lock(path), Recorder(path, self.notation)
        recorder.cut(len(text), at_line_start=text.endswith(b"\n"))
        self._let_go()
        self.path, self._offset = path, 0
        self._lock, self._recorder = lock, recorder

    def close(self) -> None:
        """Let go of the file, and of the programs."""
        if self.programs is not None:
            self.programs.close()
        self._let_go()

    def _let_go(self) -> None:
        self._recorder.close()
        self._lock.release()

    def _known_totals(self) -> list[int]:
        return [total for total in self.totals if total is not None]

    def _record(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        with self._writing():
            self._recorder.play(seat, moves, state, choice=choice)
        if self.programs is not None:
            self.programs.made(seat, moves, state, choice)

    def _stand_in(self, seat: int) -> Player:
        """Who plays for a program that has done wrong."""
        bot = Spec.read(self.game, usual_bot(self.game))
        return bot.make(bot_seed(self.seed, self.round_number, seat))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Give the file's name to what goes wrong with it."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error


def make_bots(game: Game, seats: Sequence[Seat], seed: str, round_number: int) -> dict[int, Player]:
    """The bots of a round, by seat."""
    return {
        seat: Spec.read(game, who.bot).make(bot_seed(seed, round_number, seat))
        for seat, who in enumerate(seats)
        if who.bot and who.entry is None
    }


def usual_bot(game: Game) -> str:
    """The bot that plays where none was named, or in the place of a program that did wrong."""
    return USUAL_BOT if USUAL_BOT in game.bots else list(game.bots)[-1]


def shown_names(names: Sequence[str]) -> list[str]:
    """The names as they are shown: safe to print, not too long, no two the same."""
    safe = [printable(name) for name in names]
    short = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in safe]
    return [
        f"{name} ({seat})" if short.count(name) > 1 else name for seat, name in enumerate(short, 1)
    ]
