"""Completion at the table's prompt: every legal move, with a few words on what it does."""

from __future__ import annotations

from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document

from scoutcli.table.words import COMMANDS, Turn, offers

_WITH_FILE = tuple(f"{command.name} " for command in COMMANDS if "FILE" in command.argument)


class MoveCompleter(Completer):
    """Completes what can be typed in a turn, as `words.offers` says."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._paths = PathCompleter(expanduser=True)

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What the text before the cursor can become."""
        typed = document.text_before_cursor.lstrip()
        for name in _WITH_FILE:
            if typed.startswith(name):
                path = Document(typed.removeprefix(name).lstrip())
                yield from self._paths.get_completions(path, complete_event)
                return
        for text, says in offers(typed, self._turn):
            yield Completion(text, -len(typed), display_meta=says)
