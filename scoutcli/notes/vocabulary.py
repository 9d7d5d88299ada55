"""Commands that are typed in a conversation: what a line is one of, and which one was meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoutcli.notes.reading import Offer

_SHORTEST, _LONGEST = 3, 12
"""Of words so long it can be told which command was meant."""


class Command(NamedTuple):
    """A command: its word, what follows it, what it does. `bare` ones have nothing behind them."""

    name: str
    argument: str
    help: str

    @property
    def bare(self) -> bool:
        """Whether nothing follows it; with something behind it the word may mean something else."""
        return not self.argument


class Vocabulary:
    """The commands of a conversation: one table for reading, help and completion."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self.commands = tuple(commands)
        """In the order in which help lists them."""
        self._by_name = {command.name: command for command in commands}

    def command_of(self, line: str) -> tuple[Command, str] | None:
        """The command that a line is, and what follows it; None if it is none."""
        name, _, argument = line.strip().partition(" ")
        command = self._by_name.get(name.lower())
        if command is None or (command.bare and argument.strip()):
            return None
        return command, argument.strip()

    def nearest(self, line: str) -> str | None:
        """The command that was meant by a line that is none; None where that cannot be told."""
        word, _, rest = line.strip().lower().partition(" ")
        if not word.isalpha() or not _SHORTEST <= len(word) <= _LONGEST or word in self._by_name:
            return None
        from scoutcli.table.offers import distance  # only once something is wrong

        most = 1 if len(word) < 6 else 2
        near = [
            (far, command.name)
            for command in self.commands
            if not (command.bare and rest) and (far := distance(word, command.name, most)) <= most
        ]
        return min(near)[1] if near else None

    def offers(self, typed: str, *, alone: bool) -> Iterator[Offer]:
        """The commands that a line can become; before anything is typed help alone.

        `alone` says that nothing else can be offered; then it is all of them.
        """
        low = typed.lower()
        for command in self.commands:
            if command.name.startswith(low) and (low or alone or command.name == "help"):
                yield Offer(command.name, command.help)

    def in_pairs(self) -> Iterator[tuple[str, str]]:
        """Each command with what follows it, and what it does."""
        for command in self.commands:
            yield f"{command.name} {command.argument}".strip(), command.help
