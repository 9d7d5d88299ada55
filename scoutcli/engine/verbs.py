"""The commands of the engine as data: the source of its help, its manual page and its errors.

Loads no game, so that the manual page costs nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import NamedTuple

from games.errors import RuleError
from games.options import shown


class Verb(NamedTuple):
    """A command: its name, what follows it, and what it does and answers, in one sentence or two.

    `least` and `most` count the words that follow; `most` is None where any number may.
    """

    name: str
    arguments: str
    least: int
    most: int | None
    help: str

    @property
    def usage(self) -> str:
        """The command as it is written."""
        return f"{self.name} {self.arguments}".rstrip()

    def check(self, words: int) -> None:
        """Raise RuleError ``wrong-arguments`` where so many words cannot follow it."""
        if words < self.least:
            raise RuleError("wrong-arguments", f"{self.name} needs more: {self.usage}")
        if self.most is not None and words > self.most:
            what = "nothing follows it" if not self.most else f"write {self.usage}"
            raise RuleError("wrong-arguments", f"too much after {self.name}: {what}")


VERBS = (
    Verb(
        "new", "GAME [players=N] [names=A,B,...] [seed=TEXT] [preset=NAME] [OPTION=VALUE ...]",
        1, None,
        "begins a match and answers with the seed of its chance, a fresh one if none is said",
    ),
    Verb(
        "deal", "[DEAL]", 0, None,
        "begins the next round, with the cards of the seed or with a deal whose lines stand behind "
        "each other, and answers with its number",
    ),
    Verb(
        "position", "[LINE]", 0, None,
        "answers with the position line; with LINE goes on from that position, a round without a "
        "match around it",
    ),
    Verb(
        "load", "FILE [MATCH]", 1, None,
        "takes up a match of a match file where its record stops, the first if no number is said, "
        "and answers with the seed of what is still to be drawn",
    ),
    Verb("turn", "", 0, 0, "answers with the seat to act, or - if there is none"),
    Verb("legal", "", 0, 0, "answers with every legal move of the seat to act, on one line"),
    Verb(
        "play", "MOVE ...", 1, None,
        "makes a move for the seat to act and answers with it as a record has it, new draw piles "
        "in front; makes several if all are written as legal or a record writes them, or none",
    ),
    Verb("undo", "[N]", 0, 1, "takes back the last N moves of the round, usually one"),
    Verb("redo", "[N]", 0, 1, "makes N moves that were taken back again, and answers like play"),
    Verb(
        "best", "BOT[:BUDGET]", 1, 1,
        "answers with the move that a bot would choose for the seat to act",
    ),
    Verb("go", "BOT[:BUDGET]", 1, 1, "makes the move that best answers with; answers like play"),
    Verb("show", "[SEAT]", 0, 1, "shows the round to people, all of it or what a seat knows"),
    Verb(
        "view", "SEAT", 1, 1,
        "answers with the position line as far as the seat knows it, ? for hidden cards",
    ),
    Verb("over", "", 0, 0, "answers yes if the match is over, no if not, unknown if points are"),
    Verb(
        "score", "", 0, 0,
        "answers, a fact a line, with the number of the round, how it ended, its points, the sums "
        "of all rounds played and, once the match is over, the seats that won",
    ),
    Verb("record", "", 0, 0, "prints the match as a match file has it"),
    Verb("save", "FILE", 1, None, "writes the same into a new file"),
    Verb("save!", "FILE", 1, None, "writes it into a file whether or not there is one already"),
    Verb("help", "[COMMAND]", 0, 1, "says how commands are written and what they do"),
    Verb("list_commands", "", 0, 0, "answers with the name of every command, each on a line"),
    Verb("known_command", "NAME", 1, 1, "answers true if there is such a command, else false"),
    Verb("protocol_version", "", 0, 0, "answers 2: numbers and answers are those of GTP 2"),
    Verb("name", "", 0, 0, "answers scoutcli"),
    Verb("version", "", 0, 0, "answers with the version of scoutcli"),
    Verb("quit", "", 0, 0, "ends the program after its answer"),
)  # fmt: skip
"""Every command, in the order in which help lists them."""

BY_NAME = {verb.name: verb for verb in VERBS}


def find(name: str) -> Verb:
    """The command of that name. Raises RuleError ``unknown-command``, with the one meant."""
    verb = BY_NAME.get(name)
    if verb is None:
        raise RuleError(
            "unknown-command", f"there is no command {shown(name)}; {meant(name, BY_NAME)}"
        )
    return verb


def meant(name: str, known: Collection[str]) -> str:
    """Which of the known names was meant, or which there are."""
    close = get_close_matches(name[:40].lower(), known, 1)
    return f"did you mean {close[0]}?" if close else f"there is {', '.join(known)}"
