"""The keys that put a move together, as long as no line is typed."""

from __future__ import annotations

from scoutcli.render.look import Marks
from scoutcli.table.pick import Picker, picker_for
from scoutcli.table.words import Turn


class Picking:
    """A picker, and the keys that it was given, so that they can be taken back.

    Where a turn has no picker, no key means anything.
    """

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self._picker: Picker | None = picker_for(turn)
        self._keys: list[str] = []

    @property
    def there(self) -> bool:
        """Whether moves can be put together by keys at all."""
        return self._picker is not None

    @property
    def begun(self) -> bool:
        """Whether a key has been pressed."""
        return bool(self._keys)

    @property
    def marks(self) -> Marks:
        """What the drawing is to show as chosen."""
        return self._picker.marks if self._picker else frozenset()

    @property
    def text(self) -> str:
        """The move as it is picked so far, "" if it is none yet."""
        return self._picker.text if self._picker else ""

    @property
    def hint(self) -> str:
        """What the keys do now."""
        return self._picker.hint if self._picker else ""

    @property
    def brief(self) -> str:
        """The same in fewer words, for narrow screens."""
        return self._picker.brief if self._picker else ""

    @property
    def ready(self) -> bool:
        """Whether the move is to be played."""
        return self._picker is not None and self._picker.ready

    def press(self, key: str) -> bool:
        """A key; whether it means anything here."""
        if self._picker is None or not self._picker.press(key):
            return False
        self._keys.append(key)
        return True

    def as_typed(self, char: str) -> str:
        """What stands in the line when somebody types a character that means nothing here.

        Signs that were taken as keys just before are the beginning of the same
        word, and taken back: whoever types ``flip`` did not press F.
        """
        kept = len(self._keys)
        if char.isprintable() and char != " ":
            while kept and len(self._keys[kept - 1]) == 1 and self._keys[kept - 1] not in "<>":
                kept -= 1
        word = "".join(self._keys[kept:])
        if word:
            self._replay(self._keys[:kept])
        return word + char

    def drop(self) -> None:
        """Nothing is picked any more."""
        self._replay([])

    def again(self) -> None:
        """The move was refused: what was picked stays, to be changed."""
        while self._keys and self._keys[-1] == "enter":
            self._keys.pop()
        self._replay(self._keys)

    def _replay(self, keys: list[str]) -> None:
        self._picker = picker_for(self.turn)
        self._keys = []
        for key in keys:
            self.press(key)
