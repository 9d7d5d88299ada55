"""Completion at the table: every legal move under its kind, with a few words on what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document

from scoutcli.table.offers import Offer, offers
from scoutcli.table.words import COMMANDS, Turn

_WITH_FILE = tuple(f"{command.name} " for command in COMMANDS if "FILE" in command.argument)


class Offered(Completion):
    """An offer as a completion of so many characters before the cursor."""

    def __init__(self, offer: Offer, typed: int) -> None:
        super().__init__(offer.text, -typed, display_meta=offer.says)
        self.kind = offer.group


class MoveCompleter(Completer):
    """Completes what can be typed in a turn, as `offers` says.

    `most`: no more than so many of a group, where there are more.
    """

    def __init__(self, turn: Turn, most: int | None = None) -> None:
        self._turn = turn
        self._most = most
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
        given = Counter[str]()
        for offer in offers(typed, self._turn):
            given[offer.group] += 1
            if self._most is None or given[offer.group] <= self._most:
                yield Offered(offer, len(typed))
