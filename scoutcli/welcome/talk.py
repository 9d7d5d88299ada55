"""Questions and answers in plain lines on a terminal: a text, a number, a choice."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

import click

from notation.diagnostics import printable
from scoutcli.render.text import terminal_size, wrap

LEAST_WIDTH = 20
LONGEST_ANSWER = 1000


class LeaveError(Exception):
    """Somebody does not want to answer: Ctrl-C, Ctrl-D, or the terminal has gone."""


class Choice(NamedTuple):
    """Something that can be chosen: its word, and what it is."""

    word: str
    text: str


class Talk:
    """Says lines and asks questions. What is said must be safe to print."""

    def __init__(self) -> None:
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # what is no UTF-8 is no answer, and no fault

    def say(self, *lines: str) -> None:
        """Lines of text, wrapped at the width of the terminal."""
        for line in lines:
            click.echo("\n".join(wrap(line, _width())))

    def ask(self, question: str, default: str) -> str:
        """A line in answer to a question, without spaces around it; Enter alone is the default.

        Raises LeaveError.
        """
        shown = f"{question} [{printable(default)}]: " if default else f"{question}: "
        try:
            return input(shown).strip()[:LONGEST_ANSWER] or default
        except (EOFError, KeyboardInterrupt):
            click.echo()
            raise LeaveError from None

    def ask_number(self, question: str, numbers: range, default: int) -> int:
        """A number among some that follow each other. Raises LeaveError."""
        first, last = numbers[0], numbers[-1]
        if first == last:
            return first
        while True:
            said = self.ask(f"{question}, {first} to {last}", str(default))
            if said.isascii() and said.isdigit() and int(said[:6]) in numbers:
                return int(said[:6])
            self.say(f"Say a number from {first} to {last}.")

    def choose(self, choices: Sequence[Choice], question: str, default: str = "") -> Choice:
        """One of several, by its number, its word or the beginning of it; the first if not told
        which is the default. Raises LeaveError.
        """
        self.show(choices)
        while True:
            found = _meant(self.ask(question, default or choices[0].word), choices)
            if len(found) == 1:
                return found[0]
            self._say_what_could_be(found or choices, len(choices))

    def choose_several(
        self, choices: Sequence[Choice], question: str, default: Sequence[str]
    ) -> list[str]:
        """The words of one or more, with commas between them. Raises LeaveError.

        The words of the default are right as they are, even if they are no choice.
        """
        self.show(choices)
        while True:
            said = self.ask(question, ",".join(default)).split(",")
            found = [
                [Choice(word, "")] if (word := part.strip()) in default else _meant(word, choices)
                for part in said
            ]
            wrong = next((several for several in found if len(several) != 1), None)
            if wrong is None:
                return [one[0].word for one in found]
            self._say_what_could_be(wrong or choices, len(choices))

    def show(self, choices: Sequence[Choice]) -> None:
        """Show what can be chosen, each with its number."""
        numbers = len(str(len(choices))) + 2
        size = numbers + 2 + max(len(choice.word) for choice in choices)
        room = _width() - size - 2
        below = room < LEAST_WIDTH  # then the text stands below the word
        for number, (word, text) in enumerate(choices, 1):
            head = f"{number:>{numbers}}  {word}"
            lines = wrap(text, _width() - numbers - 2 if below else room) if text else []
            if lines and not below:
                head = f"{head:<{size}}  {lines.pop(0)}"
            indent = " " * (numbers + 2 if below else size + 2)
            click.echo("\n".join((head, *(indent + line for line in lines))))

    def _say_what_could_be(self, choices: Sequence[Choice], number: int) -> None:
        words = ", ".join(choice.word for choice in choices)
        self.say(f"Say a number from 1 to {number}, or one of {words}.")


def _width() -> int:
    return max(terminal_size()[0], 2 * LEAST_WIDTH)


def _meant(said: str, choices: Sequence[Choice]) -> list[Choice]:
    """Those that a number, a word or its beginning can mean."""
    said = said.lower()
    if said.isascii() and said.isdigit():
        at = int(said[:6]) - 1
        return [choices[at]] if 0 <= at < len(choices) else []
    exact = [choice for choice in choices if choice.word.lower() == said]
    return exact or [choice for choice in choices if said and choice.word.lower().startswith(said)]
