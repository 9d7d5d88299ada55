"""What a playthrough is made from, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import games
from games.dealer import Dealer
from games.game import Event, Move, Round, State
from games.options import Option, Rules
from notation import codec
from notation.codec import Notation
from notation.replay import CHANCE, word
from notation.tokens import split_seat
from tests.kinds.kind import Kind
from tests.kinds.scout import ScoutKind
from tests.kinds.skyjo import SkyjoKind

KINDS: dict[str, Kind] = {"scout": ScoutKind(), "skyjo": SkyjoKind()}
FOLDER = Path(__file__).resolve().parent
SHORT = 6
"""So many legal moves are listed; of more only the number is told."""


@dataclass(frozen=True, slots=True)
class Script:
    """A playthrough: from a seed or a position, by a list of moves and then at random.

    Without `dice`, a seed for the random play, it stops behind the moves; with
    it after `most` words at the latest. `past` are the rounds before. `says`
    are parts that the text must have by the rules.
    """

    name: str
    shows: str
    players: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    preset: str | None = None
    seed: str = "tea"
    start: str = ""
    moves: str = ""
    dice: str = ""
    most: int = 1000
    rounds: int = 1
    past: tuple[Round, ...] = ()
    says: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.name.partition("-")[0]

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.name}.txt"

    def rules(self) -> Rules:
        """The rules it is played by."""
        if self.start:
            return codec.get(self.game).parse_position(self.start).rules
        rules, warnings = games.get(self.game).rules(self.players, self.options, self.preset)
        assert not warnings
        return rules


def tell(script: Script) -> str:
    """The text of a playthrough."""
    return _Teller(script).text()


class _Teller:
    """Plays, and takes down what happens."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.rules = script.rules()
        self.notation: Notation = codec.get(script.game)
        self.dealer = Dealer(
            self.notation.game, self.rules, script.seed, script.past, listener=self._listen
        )
        self.names = [f"Seat {seat}" for seat in range(1, self.rules.players + 1)]
        self.lines: list[str] = []
        self.words: list[str] = []
        self.given = script.moves.split()
        self.left = script.most
        # No bot of the game: what it plays may change, and this must not.
        self.choose = KINDS[script.game].chooser(script.dice) if script.dice else None

    def text(self) -> str:
        """All of it."""
        script, dealer = self.script, self.dealer
        self.lines.append(f"{self.notation.game.title} for {self.rules.players}: {script.shows}.")
        if script.preset:
            self.lines.append(f"preset {script.preset}")
        if changed := self.rules.changed():
            parts = (f"{name}:{Option.write(value)}" for name, value in changed.items())
            self.lines.append(f"rules {','.join(parts)}")
        for number, before in enumerate(script.past, 1):
            self.lines.append(f"round {number}: {_about(before)}")
        for _ in range(script.rounds):
            if dealer.over:
                break
            self._round()
        if self.dealer.past:
            self._tell_totals()
        return "".join(f"{line}\n" for line in self.lines)

    def _round(self) -> None:
        dealer, script = self.dealer, self.script
        self.lines.append("")
        if script.start:
            self.lines.append(f"start {script.start}")
            events = dealer.resume(None, self.notation.parse_position(script.start))
        else:
            deal = dealer.draw_deal()
            self.lines.append("deal")
            self.lines += [f"  {line}" for line in self.notation.format_deal(deal).splitlines()]
            events = dealer.begin_round(deal)
        self._happened(events)
        while dealer.state.end is None and self._word():
            pass
        if dealer.state.end is None:
            self.lines += ["", "unfinished"]
            return
        done = dealer.end_round()
        self.lines += ["", f"end {done.end}", f"score {_numbers(done.scores)}"]

    def _word(self) -> bool:
        """Play a word; whether there was one."""
        state = self.dealer.state
        moves: Sequence[Move] | None = None
        if self.given:
            seat, text = split_seat(self.given.pop(0))
            moves = self.notation.parse(text)
            assert seat == state.turn
        elif self.choose is None or not self.left:
            return False
        self.left -= 1
        counts: list[str] = []
        events: list[Event] = []
        at = 0
        while True:
            legal = state.legal()
            counts.append(self._count(legal))
            if moves is not None:
                move = moves[at]
            elif self.choose is not None:
                move = self.choose(state, legal)
            at += 1
            events += self.dealer.play(move)
            if not state.midturn:
                break
        assert moves is None or at == len(moves)
        *chances, made = self.words
        self.words.clear()
        self.lines += ["", *chances, f"{made}  of {', then '.join(counts)}"]
        self._happened(events)
        return True

    def _count(self, legal: Sequence[Move]) -> str:
        if len(legal) > SHORT:
            return str(len(legal))
        return f"{len(legal)}: {' '.join(map(self.notation.choice, legal))}"

    def _happened(self, events: Sequence[Event]) -> None:
        told = (self.notation.tell(event, self.names, None) for event in events)
        self.lines += [f"  {sentence}" for sentence in told if sentence]
        if self.words or events:
            self.lines.append(f"  {self.notation.format_position(self.dealer.state)}")

    def _listen(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        del state, choice
        text = word(self.notation, seat, moves)
        # What chance brings after a word comes before the next one.
        assert seat != CHANCE or text
        self.words.append(text)

    def _tell_totals(self) -> None:
        totals = self.dealer.totals
        self.lines.append(f"total {_numbers(totals)}")
        if not self.dealer.over:
            self.lines.append("the match goes on")
            return
        known = [total for total in totals if total is not None]
        winners = self.notation.game.winners(known)
        self.lines.append(f"won by {' '.join(str(seat + 1) for seat in winners)}")


def _about(before: Round) -> str:
    """A round before, in words."""
    parts = [f"{_numbers(before.scores)} points", str(before.end)]
    if before.starter is not None:
        parts.append(f"started by seat {before.starter + 1}")
    if before.ender is not None:
        parts.append(f"ended by seat {before.ender + 1}")
    return ", ".join(parts)


def _numbers(values: Sequence[int | None]) -> str:
    return " ".join("x" if value is None else str(value) for value in values)
