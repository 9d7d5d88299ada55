"""The tutorial: every lesson can be done, by typing and by asking, and left at any time."""

from __future__ import annotations

import io

import click
import pytest

import games
from notation import codec
from scoutcli.table.plain import Plain
from scoutcli.tutorial import run
from scoutcli.tutorial.course import course_of, paragraphs
from tests.scoutcli.tables import Input
from tests.toy import known

SCOUT = ["F", "3456", "33", "L82@2", "L49@2", "R62@2+S1:66", "1-3", "55"]
"""What a learner may type, lesson by lesson; the short forms are the notation's."""
SKYJO = ["a1 d3", "take a1", "D", "@d1", "D", "throw c2", "T@a3", "T@a1", "T@d3"]


class Lessons:
    """A course on a screen of lines: what was said and what was refused."""

    def __init__(self, game: str, *lines: str) -> None:
        self.out, self.err = io.StringIO(), io.StringIO()
        self.status = run(games.get(game), Plain(Input(*lines), self.out, self.err), "Sam")
        self.said = self.out.getvalue().splitlines()
        self.complaints = self.err.getvalue().splitlines()

    def heads(self) -> list[str]:
        return [line for line in self.said if line.startswith(("Lesson ", "That was"))]


def typed(moves: list[str], *halves: int) -> list[str]:
    """Moves with the Enter behind each lesson; after those at `halves` the turn goes on."""
    lines: list[str] = []
    for at, move in enumerate(moves):
        lines += [move] if at in halves else [move, ""]
    return lines


def test_what_a_lesson_speaks_of_is_to_be_seen_after_it() -> None:
    """The hand that was flipped lies flipped; the two cards that were opened lie open."""
    scout = Lessons("scout", "F", "", "hand", "quit")
    assert "Bob has chosen to keep or to flip." in scout.said
    hand = next(line for line in reversed(scout.said) if line.startswith("Hand of Sam"))
    assert hand.startswith("Hand of Sam: 1:71  2:75  3:79  4:38")
    skyjo = Lessons("skyjo", "c3 d1", "quit")
    assert "Sam opens 8 at d1, 1 at c3. Ann opens 6 at b1, 3 at c2." in " ".join(skyjo.said)


def test_scout_is_learned_by_typing_moves() -> None:
    course = Lessons("scout", *typed(SCOUT))
    assert (course.status, course.complaints) == (0, [])
    assert len(course.heads()) == 9
    # 3 and 2 captured, 2 tokens and 2 more; then 6 and 1 captured, 3 tokens, nothing in hand.
    assert "Points: Sam 9, Ann 0, Bob 1." in course.said
    assert "Points: Sam 10, Ann 4, Bob 3." in course.said


def test_skyjo_is_learned_by_typing_moves() -> None:
    course = Lessons("skyjo", *typed(SKYJO, 2, 4))
    assert (course.status, course.complaints) == (0, [])
    assert len(course.heads()) == 8
    assert "Sam clears column a: 8 8 8." in course.said
    # 0 1 1 2, -1 0 1 4, 3 2 0 0 against 7 9 10 4, 8 7 0 1, 3 5 11 6.
    assert "Points: Sam 13, Ann 71." in course.said


@pytest.mark.parametrize("game", ["scout", "skyjo"])
def test_every_lesson_can_be_answered_for_the_learner(game: str) -> None:
    course = course_of(game)
    assert course is not None
    lines = [line for lesson in course.lessons for line in (*["answer"] * len(lesson.wanted), "")]
    done = Lessons(game, *lines)
    assert (done.status, done.complaints) == (0, [])
    assert done.heads()[-1] == "That was the course."


@pytest.mark.parametrize("game", ["scout", "skyjo"])
def test_positions_are_as_the_learner_would_find_them(game: str) -> None:
    """The learner is at turn, and every wanted first part is legal there."""
    course = course_of(game)
    assert course is not None
    notation = codec.get(game)
    for lesson in course.lessons:
        state = notation.parse_position(" ".join(lesson.position.split()))
        assert state.turn == 0
        assert state.players == 1 + len(course.others)
        words = {notation.choice(move) for move in state.legal()}
        for text in lesson.wanted[0]:
            assert text in words or text.endswith("*"), (lesson.title, text)
        for text in (lesson.tells, lesson.asks, lesson.hint, lesson.learned):
            assert all(paragraphs(text))


def test_other_moves_are_answered_and_not_made() -> None:
    course = Lessons("scout", "K", "S1:99", "nonsense", "hint", "F", "", "quit")
    assert any(
        line.startswith("K is legal (") and "but not the one: as it lies" in line
        for line in course.said
    )
    assert len(course.complaints) == 2
    assert course.heads() == ["Lesson 1 of 8: the hand.", "Lesson 2 of 8: the first Show."]
    assert course.said[-1] == "To go on another time: scoutcli play scout --tutorial"
    assert course.status == 0


def test_lessons_can_be_skipped_and_taken_again() -> None:
    course = Lessons("skyjo", "skip", "back", "skip", "T@a1", "b", "T@a1", "", "quit")
    numbers = [head.split()[1] for head in course.heads()]
    assert numbers == ["1", "2", "1", "2", "2", "3"]


def test_commands_of_the_table_work_as_far_as_they_have_a_meaning() -> None:
    course = Lessons("scout", "legal", "hand", "help", "save", "q")
    assert course.said.count("Table: empty") == 2
    assert any(line.startswith("F  ") for line in course.said)
    assert any(line.startswith("answer  ") for line in course.said)
    assert course.complaints == ["save is for matches; in this course: help"]


def test_the_end_of_the_input_leaves_it() -> None:
    course = Lessons("scout", "F")
    assert course.status == 0
    assert course.said[-1] == "To go on another time: scoutcli play scout --tutorial"


def test_a_game_without_a_course_says_so() -> None:
    with known(), pytest.raises(click.UsageError, match="no tutorial for TOY"):
        Lessons("toy")
