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

from games.bots import Spec
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

LONGEST_NAME = 40
"""Longer names are cut where they are shown; the file keeps them whole."""


class Stage(Enum):
    """What a match waits for."""

    DEAL = "the next round is to be dealt"
    PLAY = "a seat has to choose a move"
    COUNT = "the round has ended and is to be counted"
    CLOSE = "the last round was played, the winners are to be written down"
    OVER = "nothing is left to do"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a name, and the text of the bot that plays (see `Spec`); "" is a person."""

    name: str
    bot: str = ""


def bot_seed(seed: str, round_number: int, seat: int) -> int:
    """The seed of a bot for one round: the first number of its stream (see `games.deals`).

    The purpose of the stream is ``bot S`` with the seat S from 1. A bot begins
    anew in each round.
    """
    return next(Shuffler(seed, round_number).stream(f"bot {seat + 1}"))


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
    ) -> None:
        """Takes hold of the match that is in the file `path` from byte `offset` on.

        Raises RuleError where it is being played already (unless `lock` is the
        right to play it), or OSError.
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
        self._dealer = Dealer(game, rules, seed, past, self._record)
        self._lock = lock or Lock(path)
        try:
            self._recorder = Recorder(path, self.notation)
        except OSError:
            self._lock.release()
            raise

    @classmethod
    def begin(
        cls, game: Game, rules: Rules, seats: Sequence[Seat], seed: str, path: Path, today: date
    ) -> Session:
        """A new match, written behind whatever is in the file. Raises RuleError or OSError."""
        offset = path.stat().st_size if path.exists() else 0
        path.touch()
        session = cls(game, rules, seats, seed, path, offset=offset)
        players = [
            match.Player(seat.name, f"{seat.bot} {__version__}" if seat.bot else None)
            for seat in seats
        ]
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
        with self._writing():
            self._recorder.begin_round(deal)
        self._in_round = True
        return self._dealer.begin_round(deal)

    def bot_choice(self) -> Move:
        """What the bot whose turn it is wants to do."""
        seat = self.turn
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
        with self._writing():
            self._recorder.end_round(played.end, played.scores)
        return played

    def end_match(self) -> None:
        """Write totals and winners down. Raises OSError."""
        self._closed = True
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
        self.close()
        self.path, self._offset = path, 0
        self._lock, self._recorder = lock, recorder

    def close(self) -> None:
        """Let go of the file."""
        self._recorder.close()
        self._lock.release()

    def _known_totals(self) -> list[int]:
        return [total for total in self.totals if total is not None]

    def _record(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        with self._writing():
            self._recorder.play(seat, moves, state, choice=choice)

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
        if who.bot
    }


def shown_names(names: Sequence[str]) -> list[str]:
    """The names as they are shown: safe to print, not too long, no two the same."""
    safe = [printable(name) for name in names]
    short = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in safe]
    return [
        f"{name} ({seat})" if short.count(name) > 1 else name for seat, name in enumerate(short, 1)
    ]
