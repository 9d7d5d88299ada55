"""What a line typed at the table means: a move, a command, or neither.

What could be typed is in `offers`. Knows no screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.errors import RuleError
from games.game import Move, View
from notation.codec import Notation
from notation.diagnostics import TextError


class Command(NamedTuple):
    """A command of the table: its word, a letter that is enough, what may follow, what it does."""

    name: str
    letter: str
    argument: str
    help: str


COMMANDS = (
    Command("help", "h", "[moves]", "what can be typed; help moves: every short form"),
    Command("rules", "r", "[TEXT]", "what matters now, and the rules of this match; or about TEXT"),
    Command("notation", "n", "", "how cards and moves are written"),
    Command(
        "legal", "l", "[TEXT]", "every legal move and what it does; with TEXT: those it can be"
    ),
    Command("hand", "", "", "the table and your cards once more"),
    Command("review", "v", "", "the moves of this round so far, with their numbers"),
    Command("look", "", "N", "the table as you saw it after move N; look -1: a move ago"),
    Command("stats", "", "", "the points of every round so far"),
    Command("hint", "", "", "the best move that a strong bot finds, and why (practice)"),
    Command("why", "w", "MOVE", "what speaks for or against a move (practice)"),
    Command("tutor", "", "on|off", "warns before a clear mistake (practice)"),
    Command("undo", "u", "", "take back your last choice, against bots (practice)"),
    Command("redo", "", "", "make the choice again that was taken back"),
    Command("speed", "", "off|slow|normal|fast", "how long a move of a bot stays to be seen"),
    Command("save", "s", "[FILE]", "where the match is kept; with FILE: keep it there from now on"),
    Command("resume", "", "FILE", "leave this match, and go on with the one in FILE"),
    Command("quit", "q", "", "leave the match; it can be gone on with later"),
)
"""The commands, in the order in which help lists them."""

_BY_NAME = {command.name: command for command in COMMANDS} | {"?": COMMANDS[0]}
_BY_LETTER = {command.letter: command for command in COMMANDS if command.letter}


class Said(NamedTuple):
    """A command with what followed it."""

    command: Command
    argument: str = ""


@dataclass(slots=True)
class Turn:
    """The moment in which somebody chooses: what the seat knows, and what it may do.

    `fault` tells which rule a move breaks. `among`, where it is there, are the
    moves of which one is asked for.
    """

    notation: Notation
    view: View
    legal: Sequence[Move]
    fault: Callable[[Move], RuleError | None]
    among: Sequence[Move] = ()
    _words: dict[str, Move] = field(default_factory=dict)
    _worths: dict[Move, float] | None = None

    @property
    def words(self) -> dict[str, Move]:
        """The canonical text of every legal move (or of those asked for), in canonical order."""
        if not self._words:
            self._words = {self.notation.choice(move): move for move in self.among or self.legal}
        return self._words

    @property
    def worths(self) -> Mapping[Move, float]:
        """What each legal move is worth by a rule of thumb; empty where the game has none."""
        if self._worths is None:
            worths = self.notation.game.appraise(self.view, self.legal)
            self._worths = {} if worths is None else dict(zip(self.legal, worths, strict=True))
        return self._worths

    def explain(self, move: Move) -> str:
        """A few words on a legal move."""
        return self.notation.explain(move, self.view)


def understand(line: str, turn: Turn) -> Said | list[Move]:
    """A command, or the moves that a line can mean: legal ones if it can mean any, else all.

    What is the canonical text of a legal move is that move; then the words of
    the commands count, then whatever the notation understands, and a single
    letter is a command where it can be no legal move. Raises TextError where
    it is nothing of all that, ``command-alone`` where something follows a
    command that takes nothing; its offset counts from the start of the line.
    """
    text = line.strip()
    if (move := turn.words.get(text)) is not None:
        return [move]
    name, _, argument = text.partition(" ")
    command, argument = _BY_NAME.get(name.lower()), argument.strip()
    if command is not None and (command.argument or not argument):
        return Said(command, argument)
    letter = _BY_LETTER.get(text.lower())
    try:
        moves = turn.notation.choose(text, turn.view, turn.legal)
    except TextError as error:
        if command is not None:
            says = f"{command.name} takes nothing: type {command.name} alone"
            raise TextError(
                "command-alone", says, line.index(argument, len(name)), len(argument)
            ) from error
        if letter is None:
            error.offset += len(line) - len(line.lstrip())
            raise
        return Said(letter)
    legal = [move for move in moves if turn.fault(move) is None]
    if letter is not None and not legal:
        return Said(letter)
    return legal or moves
