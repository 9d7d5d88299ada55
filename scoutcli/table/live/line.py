"""The input line: what stands in it and before it, what is offered for it, and earlier lines."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.layout import BufferControl, Window
from prompt_toolkit.layout.processors import (
    AfterInput,
    BeforeInput,
    Processor,
    Transformation,
    TransformationInput,
)
from prompt_toolkit.layout.utils import explode_text_fragments
from prompt_toolkit.widgets import SearchToolbar

from scoutcli.render.text import clip, cut_mark
from scoutcli.table.completer import MoveCompleter
from scoutcli.table.live.history import KeptHistory, history_file
from scoutcli.table.live.scene import Asking, Scene

MOST_OFFERED = 100
"""Completions of a group at a time; whoever looks for another one types a letter more."""


class _Wrong(Processor):
    """Marks what is wrong in a line."""

    def __init__(self, where: Callable[[], range]) -> None:
        self._where = where

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        fragments = explode_text_fragments(transformation_input.fragments)
        for at in self._where():
            if at < len(fragments):
                style, text, *_ = fragments[at]
                fragments[at] = (f"{style} class:wrong", text)
        return Transformation(fragments)


class InputLine:
    """What is typed into now, and the histories of all seats.

    Each question has a buffer of its own. What a line can become is listed in
    the key that asks for it, not some time later: so what the next key does is
    the same however fast it comes.
    """

    def __init__(self, scene: Scene, width: Callable[[], int]) -> None:
        self._scene = scene
        self._width = width
        self._histories: dict[int, History] = {}
        self._changed: Callable[[], None] = lambda: None
        self._completer: MoveCompleter | None = None
        self._buffer = self._new(InMemoryHistory())
        self.search = SearchToolbar()
        self.control = BufferControl(
            buffer=self._buffer,
            input_processors=[
                _Wrong(lambda: scene.wrong),
                BeforeInput(self._prompt, style="class:prompt"),
                AfterInput(self._ghost),
            ],
            search_buffer_control=self.search.control,
            preview_search=True,
        )
        self.window = Window(self.control, height=1, wrap_lines=False, dont_extend_height=True)

    @property
    def buffer(self) -> Buffer:
        """What is typed into."""
        return self._buffer

    @property
    def text(self) -> str:
        """What stands in the line."""
        return self._buffer.text

    def on_change(self, do: Callable[[], None]) -> None:
        """Have something done whenever a line is edited."""
        self._changed = do

    def forget(self) -> None:
        """Nobody who comes next may find what was typed so far, nor search for it."""
        self._histories = {}
        self.leave()

    def leave(self) -> None:
        """Nobody is asked any more: an empty line that is nobody's."""
        self._completer = None
        self._use(self._new(InMemoryHistory()))

    def open(self, asking: Asking) -> None:
        """The line for whoever is asked."""
        self._completer = None
        if asking.picking is None:
            self._use(self._new(InMemoryHistory()))
            return
        if asking.seat not in self._histories:  # nobody looks up what another one typed
            self._histories[asking.seat] = self._history()
        self._completer = MoveCompleter(asking.picking.turn, MOST_OFFERED)
        self._use(self._new(self._histories[asking.seat]))

    def offer(self) -> None:
        """List what the text before the cursor can become; nothing where that is all it can be."""
        if self._completer is None:
            return
        document = self._buffer.document
        found = list(self._completer.get_completions(document, CompleteEvent()))
        typed = document.text_before_cursor
        if len(found) == 1 and found[0].text == typed[len(typed) + found[0].start_position :]:
            found.clear()
        self._buffer.complete_state = CompletionState(document, found) if found else None

    def set(self, text: str, at: int | None = None) -> None:
        """Put a text into the line, and the cursor at an offset of it, or at its end."""
        place = len(text) if at is None else min(max(at, 0), len(text))
        self._buffer.document = Document(text, place)
        self._buffer.cancel_completion()

    def take(self) -> str:
        """The line that was typed; it goes into the history."""
        self._buffer.append_to_history()
        return self._buffer.text

    def _history(self) -> History:
        if not self._scene.hidden:
            try:
                return KeptHistory(history_file())
            except RuntimeError:  # nobody's account: there is no home
                pass
        return InMemoryHistory()

    def _new(self, history: History) -> Buffer:
        return Buffer(
            multiline=False,
            history=history,
            on_text_changed=lambda _: self._changed(),
            on_text_insert=lambda _: self.offer(),
        )

    def _use(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self.control.buffer = buffer
        self.control.search_state.text = ""
        self.search.control.buffer.reset()
        self.search.control.buffer.history = InMemoryHistory()

    def _prompt(self) -> str:
        asking = self._scene.asking
        if asking is None:
            return ""
        cut = cut_mark(self._scene.unicode)
        return f"{clip(asking.name, max(self._width() // 3, 8), cut)}> "

    def _ghost(self) -> StyleAndTextTuples:
        """The move that is put together by keys, in brackets, so that nobody takes it for typed."""
        picking = self._scene.picking
        if picking is None or self._buffer.text or not picking.text:
            return []
        return [("class:faint", f"({picking.text})")]
