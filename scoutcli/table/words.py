"""What a line typed at the table means: a move, a command, or neither; and what could be typed.

Knows no screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
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
    Command("rules", "r", "", "the rules of this match, option by option"),
    Command(
        "legal", "l", "[TEXT]", "every legal move and what it does; with TEXT: those it can be"
    ),
    Command("hand", "", "", "the table and your cards once more"),
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

    @property
    def words(self) -> dict[str, Move]:
        """The canonical text of every legal move (or of those asked for), in canonical order."""
        if not self._words:
            self._words = {self.notation.choice(move): move for move in self.among or self.legal}
        return self._words

    def explain(self, move: Move) -> str:
        """A few words on a legal move."""
        return self.notation.explain(move, self.view)


def understand(line: str, turn: Turn) -> Said | list[Move]:
    """A command, or the moves that a line can mean: legal ones if it can mean any, else all.

    What is the canonical text of a legal move is that move; then the words of
    the commands count, then whatever the notation understands, and a single
    letter is a command where it can be no legal move. Raises TextError where
    it is nothing of all that.
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
    except TextError:
        if letter is None:
            raise
        return Said(letter)
    legal = [move for move in moves if turn.fault(move) is None]
    if letter is not None and not legal:
        return Said(letter)
    return legal or moves


class Offer(NamedTuple):
    """Something that could be typed now, and a function that says what it does."""

    text: str
    says: Callable[[], str]


def offers(line: str, turn: Turn) -> Iterator[Offer]:
    """What a line that was begun can become: the moves it can be, then commands."""
    for text, move in moves_like(line, turn).items():
        yield Offer(text, partial(turn.explain, move))
    for command in COMMANDS:
        if command.name.startswith(line.lower()):
            yield Offer(command.name, partial(str, command.help))


def moves_like(line: str, turn: Turn) -> dict[str, Move]:
    """The legal moves whose canonical text begins so, then those that it means as a short form."""
    typed = line.lower()
    found = {text: move for text, move in turn.words.items() if text.lower().startswith(typed)}
    if typed.strip():
        try:
            meant = turn.notation.choose(line, turn.view, turn.legal)
        except TextError:
            return found
        for move in meant:
            text = turn.notation.choice(move)
            if text not in found and turn.fault(move) is None:
                found[text] = move
    return found
