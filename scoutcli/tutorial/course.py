"""What a course is made of: lessons, each a position and something to be done in it."""

from __future__ import annotations

from dataclasses import dataclass

from scoutcli.bygame import module_of


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position, what is told of it, and the move or moves that are asked for.

    `wanted` has an item for each part of the move (SKYJO: draw, then place):
    the texts any of which will do, `T@*` for all that begin so, none for any
    legal move; the first is the one that ``answer`` plays. `then` are the
    words of a record for what the others do after it. Texts are laid out in
    lines of the source; an empty line divides paragraphs.
    """

    title: str
    tells: str
    position: str
    asks: str
    wanted: tuple[tuple[str, ...], ...]
    hint: str
    """Said where a move is legal, but not the one that is asked for."""
    learned: str
    """Said when it is done."""
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game. `others` are the names of the seats after the learner's, the first."""

    game: str
    others: tuple[str, ...]
    welcome: str
    lessons: tuple[Lesson, ...]
    farewell: str


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line."""
    return [" ".join(part.split()) for part in text.split("\n\n")]


def course_of(game: str) -> Course | None:
    """The course of a game: `COURSE` in a module of its name here; None if there is none."""
    found: Course | None = getattr(module_of(__package__, game), "COURSE", None)
    return found
