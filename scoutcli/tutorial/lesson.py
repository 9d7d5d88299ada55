"""Gives the lessons of a course at a screen: tells, asks for a move, says what is wrong with it.

Nothing is recorded; whoever leaves may come again.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from games.errors import RuleError
from games.game import Game, Move, State
from notation import codec
from notation.diagnostics import TextError, printable
from notation.replay import CHANCE, reader
from scoutcli.render.names import name_text
from scoutcli.table.screen import Screen
from scoutcli.table.words import Said, Turn, understand
from scoutcli.tutorial.course import Course, Lesson, course_of, paragraphs

LEARNER = 0
"""The seat of whoever learns."""

_WORDS = (
    ("hint", "what the lesson is after"),
    ("answer", "let it be done for you"),
    ("back", "the lesson before"),
    ("skip", "the next lesson"),
    ("legal", "every legal move and what it does"),
    ("hand", "the table and your cards once more"),
    ("quit", "leave"),
)


class _LeaveError(Exception):
    """The course is left."""


def run(game: Game, screen: Screen, name: str) -> int:
    """Give the course of a game to somebody of that name; the exit status, which is always 0.

    Raises UsageError where the game has no course.
    """
    course = course_of(game.name)
    if course is None:
        raise click.UsageError(f"there is no tutorial for {game.title}")
    return screen.run(_Teacher(course, game, screen, name).give)


class _Teacher:
    """A course at a screen."""

    def __init__(self, course: Course, game: Game, screen: Screen, name: str) -> None:
        self._course = course
        self._names = [name_text(name), *course.others]
        self._screen = screen
        self._notation = codec.get(game.name)
        self._title = game.title

    def give(self) -> int:
        """All lessons, in whatever order the learner goes through them."""
        screen, course = self._screen, self._course
        try:
            screen.begin(hidden=False)
            screen.head(f"{self._title} in {len(course.lessons)} lessons")
            screen.say(
                [
                    *paragraphs(course.welcome),
                    "Type help for what else can be typed, quit to leave.",
                ]
            )
            at = 0
            while at < len(course.lessons):
                at = max(at + self._lesson(at), 0)
            screen.head("That was the course")
            screen.say(paragraphs(course.farewell))
        except (_LeaveError, EOFError):
            screen.say_whole([f"To go on another time: scoutcli play {course.game} --tutorial"])
        return 0

    def _lesson(self, at: int) -> int:
        """One lesson; how many lessons on (or back) it goes from there."""
        lesson = self._course.lessons[at]
        screen = self._screen
        state = self._notation.parse_position(" ".join(lesson.position.split()))
        if screen.live and at:  # what is told gets the whole screen before the table comes
            screen.cover()
        screen.head(f"Lesson {at + 1} of {len(self._course.lessons)}: {lesson.title}")
        screen.say(paragraphs(lesson.tells))
        if screen.live and (word := self._wait("Enter: to the table")):
            return -1 if word == "back" else 1
        for part in lesson.wanted:
            chosen = self._let_choose(lesson, part, state)
            if isinstance(chosen, int):
                return chosen
            self._make(state, LEARNER, chosen)
        for word in lesson.then:
            seat, moves = reader(self._notation)[word]
            for move in moves:
                self._make(state, seat, move)
        screen.watch(state.view(LEARNER), self._names)
        screen.say([*self._outcome(state), *paragraphs(lesson.learned)])
        return 0 if self._wait("Enter: go on") == "back" else 1

    def _make(self, state: State, seat: int, move: Move) -> None:
        """Make a move, and tell what it caused."""
        whole = state.complete(seat, move) if seat != CHANCE else move
        events = state.apply(seat, whole)
        tell, names = self._notation.tell, self._names
        self._screen.say(text for event in events if (text := tell(event, names, LEARNER)))

    def _outcome(self, state: State) -> list[str]:
        """The points, where the round is over."""
        if state.end is None:
            return []
        points = zip(self._names, state.scores(), strict=True)
        return [f"Points: {', '.join(f'{name} {score}' for name, score in points)}."]

    # What the learner types

    def _let_choose(self, lesson: Lesson, wanted: Sequence[str], state: State) -> Move | int:
        """The move that is asked for, once it is found; or how many lessons on to go instead."""
        view = state.view(LEARNER)
        self._screen.draw(view, self._names)
        self._screen.say(paragraphs(lesson.asks))
        turn = Turn(self._notation, view, state.legal(), lambda move: _fault(state, move))
        while True:
            line = self._screen.ask_move(self._names[LEARNER], LEARNER, turn).strip()
            word = line.lower()
            if word == "skip":
                return 1
            if word == "back":
                return -1
            if word == "answer":
                return _answer(wanted, turn)
            found = self._understood(line, lesson, wanted, turn)
            if found is not None:
                return found

    def _understood(
        self, line: str, lesson: Lesson, wanted: Sequence[str], turn: Turn
    ) -> Move | None:
        """The move that is asked for, if the line means it; else an answer is given."""
        screen = self._screen
        if not line:
            return None
        if line.lower() == "hint":
            screen.say(paragraphs(lesson.hint))
            return None
        try:
            meaning = understand(line, turn)
        except TextError as error:
            screen.complain(printable(error.message), error.offset)
            return None
        if isinstance(meaning, Said):
            self._serve(meaning, turn)
            return None
        fits = [move for move in meaning if _fits(turn.notation.choice(move), wanted)]
        fault = turn.fault(meaning[0])
        if fits and turn.fault(fits[0]) is None:
            return fits[0]
        if fault is not None:
            screen.complain(f"{printable(fault.message)} [{fault.code}]")
        else:
            does = turn.explain(meaning[0])
            text = turn.notation.choice(meaning[0])
            screen.say([f"{text} is legal ({does}), but not the one: {_hint(lesson)}"])
        return None

    def _serve(self, said: Said, turn: Turn) -> None:
        """A command of the table, as far as it has a meaning here."""
        name = said.command.name
        if name == "quit":
            raise _LeaveError
        if name == "legal":
            self._screen.pairs((text, turn.explain(move)) for text, move in turn.words.items())
        elif name == "hand":
            self._screen.draw(turn.view, self._names)
        elif name == "help":
            self._screen.say(["Type a move, in any of these forms:"])
            self._screen.pairs(turn.notation.short_forms)
            self._screen.say(["In this course also:"])
            self._screen.pairs(_WORDS)
        else:
            self._screen.complain(f"{name} is for matches; in this course: help")

    def _wait(self, what: str) -> str:
        """Until the learner goes on (""), or wants to go ``back`` or ``skip``."""
        while True:
            line = self._screen.ask(f"{what} (b: back, s: skip, q: leave)")
            word = (line or "").strip().lower()
            if line is None or word in {"q", "quit"}:
                raise _LeaveError
            for said in ("", "back", "skip"):
                if word in {said, said[:1]}:
                    return said


def _fault(state: State, move: Move) -> RuleError | None:
    """The rule that a move of the learner breaks."""
    try:
        state.check(LEARNER, move)
    except RuleError as error:
        return error.as_heard()
    return None


def _hint(lesson: Lesson) -> str:
    return " ".join(paragraphs(lesson.hint))


def _answer(wanted: Sequence[str], turn: Turn) -> Move:
    """A legal move that is asked for, the best known one first."""
    for text in wanted or ("*",):
        for word, move in turn.words.items():
            if _fits(word, (text,)):
                return move
    raise AssertionError(f"none of {wanted} is legal")


def _fits(text: str, wanted: Sequence[str]) -> bool:
    """Whether a move is one of those that are asked for."""
    return not wanted or any(
        text == each or (each.endswith("*") and text.startswith(each[:-1])) for each in wanted
    )
