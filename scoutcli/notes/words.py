"""What can be typed at the notes beside moves: the commands, and points."""

from __future__ import annotations

import re

from games.errors import RuleError
from scoutcli.notes.vocabulary import Command, Vocabulary

VOCABULARY = Vocabulary(
    (
        Command("help", "[moves]", "what can be typed; help moves: every form of a move"),
        Command("show", "", "the table as far as it is known"),
        Command(
            "table", "on|off", "whether the table is drawn above the prompt, where there is room"
        ),
        Command("points", "", "the points as they stand"),
        Command("moves", "", "the moves of this round with their numbers"),
        Command("undo", "", "take back what was noted last"),
        Command("redo", "", "note it again"),
        Command(
            "fix", "N MOVE", "put another move in the place of move N; fix choice 2 F: of a choice"
        ),
        Command("insert", "N MOVE", "a move that was forgotten, before move N"),
        Command("delete", "N", "take move N out"),
        Command("drop", "", "take out the moves that no longer fit"),
        Command("note", "N {TEXT}", "a comment or a judgement on move N"),
        Command(
            "deal", "[LINE]", "the deal as far as it is known; with a line of it: that is known now"
        ),
        Command("seat", "N", "you sit there (0: nobody notes the own hand); also: I am seat N"),
        Command("end", "HOW [POINTS]", "the round ended here: end limit, end abandoned, …"),
        Command(
            "score", "POINTS [ender N]", "a round of which only the points are known: score 12 8 -3"
        ),
        Command("rules", "", "the rules of this match, option by option"),
        Command("file", "", "where the notes are kept"),
        Command("quit", "", "leave; the notes can be gone on with later"),
    )
)
"""The commands of the notes."""

_I_AM = re.compile(r"(?:i am|i'm) (?:in |at )?(?:seat )?([0-9]{1,3})\Z", re.IGNORECASE)
_ENDER = re.compile(r"\s+ender[ :]+([0-9]{1,3})\s*\Z", re.IGNORECASE)
_NUMBER = re.compile(r"-?[0-9]{1,9}\Z", re.ASCII)


def reworded(line: str) -> str:
    """A line with the command that somebody means who says where they sit."""
    found = _I_AM.match(line.strip())
    return line if found is None else f"seat {found[1]}"


def points_of(text: str, players: int) -> tuple[int | None, ...]:
    """The points in the order of the seats, None for an ``x``. Raises RuleError ``bad-points``."""
    words = re.split(r"[\s,;]+", text.strip(" \t[]"))
    if len(words) != players or not all(
        _NUMBER.match(word) or word in ("x", "?") for word in words
    ):
        raise RuleError(
            "bad-points",
            f"the points are {players} whole numbers in the order of the seats, x where one is "
            f"not known: {' '.join(('12', '8', '-3', 'x', '5', '0', '21', '7')[:players])}",
        )
    return tuple(int(word) if word not in ("x", "?") else None for word in words)


def with_ender(text: str) -> tuple[str, int | None]:
    """Points, and the seat (from 0) that is said to have ended the round."""
    found = _ENDER.search(text)
    return (text, None) if found is None else (text[: found.start()], int(found[1]) - 1)
