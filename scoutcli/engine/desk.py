"""What the engine has in hand: a match as far as it has come, or a round alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from games.bots import Spec
from games.deals import ALGORITHM
from games.errors import RuleError
from games.game import Game, Move, Round
from games.options import Rules
from notation import codec
from notation.codec import Notation
from notation.match import Player
from notation.recorder import numbers
from scoutcli.engine.bots import Bots
from scoutcli.engine.line import Frame, Line, Place
from scoutcli.engine.record import Sheet
from scoutcli.table.session import shown_names

_KEY = re.compile(r"\s+(?=\S+:(?:\s|$))")


class Desk:
    """A match: the rounds before, the round in play, what a file has to say of it.

    `text` is its record where nothing has changed since that was made.
    """

    def __init__(
        self,
        sheet: Sheet,
        seed: str,
        past: Sequence[Round] = (),
        line: Line | None = None,
        text: str | None = None,
    ) -> None:
        self.sheet = sheet
        self.seed = seed
        self.past = list(past)
        self.line = line
        self.text = text
        self.names = shown_names([player.name for player in sheet.players])
        """The names of the seats, safe to print."""
        self._bots = Bots()

    @classmethod
    def begin(cls, game: Game, rules: Rules, names: Sequence[str], seed: str) -> Desk:
        """A match of which nothing is dealt yet."""
        players = [Player(name) for name in names or seat_names(rules.players)]
        shuffle = {"algorithm": ALGORITHM, "seed": seed}
        return cls(Sheet(codec.get(game.name), rules, players, shuffle=shuffle), seed)

    @classmethod
    def from_position(cls, text: str, seed: str) -> Desk:
        """A round that goes on from a position line. Raises TextError or RuleError."""
        notation = codec.get(text.split(maxsplit=1)[0])
        state = notation.parse_position(text)
        players = [Player(name) for name in seat_names(state.players)]
        place = Place(notation, state.rules, seed)
        place.resume(None, state)
        return cls(Sheet(notation, state.rules, players, alone=True), seed, (), Line(place))

    # What there is to know

    @property
    def notation(self) -> Notation:
        """The game's texts."""
        return self.sheet.notation

    @property
    def game(self) -> Game:
        """The game."""
        return self.sheet.notation.game

    @property
    def round(self) -> Line:
        """The round in play, or the last one. Raises RuleError ``no-round``."""
        if self.line is None:
            raise RuleError("no-round", "no round is in play: deal begins the next")
        return self.line

    @property
    def turn(self) -> int:
        """The seat to act, -1 where there is none."""
        return -1 if self.line is None else self.line.state.turn

    @property
    def ended(self) -> bool:
        """Whether no round is in play."""
        return self.line is None or self.line.state.end is not None

    @property
    def over(self) -> bool | None:
        """Whether the match is over; None where points that are not known decide it."""
        if not self.ended:
            return False
        return True if self.sheet.alone else self.game.over(self.sheet.rules, self._played())

    def score(self) -> list[str]:
        """The number of the round, its end and points, the sums, the winners: a fact a line."""
        lines = []
        played = self._played()
        if self.line is not None or played:
            number = len(self.past) + (self.line is not None)
            lines += [] if self.sheet.alone else [f"round {number}"]
            last = played[-1] if self.ended else None
            lines.append(f"end {last.end or '-' if last else '-'}")
            lines += [f"score {_row(last.scores)}"] if last else []
        if not self.sheet.alone:
            totals = self.game.totals(self.sheet.rules.players, played)
            lines.append(f"total {_row(totals)}")
            winners = self._winners(totals)
            lines += [f"winners {' '.join(str(seat + 1) for seat in winners)}"] if winners else []
        return lines

    def position(self, seat: int | None = None) -> str:
        """The position line, or as much of it as a seat knows.

        Raises RuleError ``no-seat-view`` where nobody can say what a seat knows.
        """
        line = self.round
        if seat is None:
            return self.notation.format_position(line.state)
        if self.sheet.alone:
            raise RuleError(
                "no-seat-view", "what a seat has seen does not follow from a position: see show"
            )
        return self.notation.format_position(line.seen(seat))

    def show(self, seat: int | None = None) -> list[str]:
        """The round for people, or what a seat knows of it."""
        state = self.round.state
        if seat is None:
            return self.notation.show_all(state, self.names)
        return self.notation.show(state.view(seat), self.names)

    def record(self) -> str:
        """The match as a match file has it, in canonical form; a round alone as lines of text."""
        if self.text is None:
            totals: tuple[int | None, ...] = ()
            winners: tuple[int, ...] = ()
            if self.over and not self.sheet.alone:
                totals = self.game.totals(self.sheet.rules.players, self._played())
                winners = self._winners(totals)
            self.text = self.sheet.text(self.line, totals, winners)
        return self.text

    def _played(self) -> list[Round]:
        """The rounds that have ended."""
        if self.line is None or self.line.state.end is None:
            return self.past
        return [*self.past, self.line.now.finished()]

    def _winners(self, totals: Sequence[int | None]) -> tuple[int, ...]:
        known = [total for total in totals if total is not None]
        return self.game.winners(known) if self.over and len(known) == len(totals) else ()

    # What there is to do

    def deal(self, text: str = "") -> int:
        """Begin the next round, from the seed or a deal as text; its number.

        A round of which nothing was played yet is dealt anew. Raises TextError
        and RuleError (``match-over``, ``round-in-play``, ``position-alone``).
        """
        if self.sheet.alone:
            raise RuleError("position-alone", "a position is a round alone: new begins a match")
        line = self.line
        if line is not None and line.state.end is None and len(line.places) > 1:
            raise RuleError("round-in-play", "the round is not over, so the next cannot be dealt")
        if self.over:
            raise RuleError("match-over", "the match is over: new begins another")
        past = self._played()
        place = Place(self.notation, self.sheet.rules, self.seed, past)
        drawn = place.draw_deal()
        # A word with a colon at its end begins a line.
        lines = _KEY.sub("\n", text) + "\n"
        deal = self.notation.parse_deal(lines, self.sheet.rules) if text else drawn
        place.begin_round(deal)
        if line is not None and line.state.end is not None:
            self.sheet.add(line)
        self.past = past
        self.line = Line(place, Frame(seeded=deal == drawn and self._is_ours(self.sheet.shuffle)))
        self._bots = Bots()
        self.text = None
        return len(past) + 1

    def play(self, text: str) -> str:
        """Make moves; see `Line.play`."""
        made = self.round.play(text)
        self.text = None
        return made

    def best(self, spec: Spec) -> Move:
        """What a bot chooses for the seat to act; see `Bots`.

        Raises CompilerMissingError, and RuleError ``round-over`` or, for a hand
        of which too little is known, ``no-legal-move``.
        """
        line = self.round
        line.check_going_on()
        if not line.state.legal():
            raise RuleError(
                "no-legal-move", "no legal move is known: the seat has cards that nobody noted"
            )
        return self._bots.best(spec, line.places[: line.at + 1])

    def go(self, spec: Spec) -> str:
        """Make the move that `best` answers with; what was made. Raises the same errors."""
        line = self.round
        at = line.at
        line.make(self.best(spec))
        self.text = None
        return line.made_since(at)

    def undo(self, moves: int) -> None:
        """Take moves back, which the record says. Raises RuleError ``nothing-to-undo``."""
        self.round.undo(moves)
        self.sheet.practice = True
        self.text = None

    def redo(self, moves: int) -> str:
        """Make moves again; what was made. Raises RuleError ``nothing-to-redo``."""
        made = self.round.redo(moves)
        self.text = None
        return made

    def _is_ours(self, shuffle: Mapping[str, str]) -> bool:
        """Whether what is dealt here is what a match file's `shuffle` says."""
        return shuffle.get("algorithm") == ALGORITHM and shuffle.get("seed") == self.seed


def seat_names(players: int) -> list[str]:
    """What seats are called where nobody has a name."""
    return [f"Seat {number}" for number in range(1, players + 1)]


def _row(values: Sequence[int | None]) -> str:
    """Points with spaces between; x for those not known."""
    return numbers(values)[1:-1].replace(",", "")
