"""Options of a game as data, and a set of rules made of them.

Everything that says something of an option (checks, error texts, help, man
pages, completion) reads it from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.errors import RuleError

Value = str | int | bool | None
"""What an option can be: a word, a whole number, yes or no, or none at all."""

_WORDS: dict[str, Value] = {"true": True, "false": False, "none": None}
_TEXTS: dict[Value, str] = {True: "true", False: "false", None: "none"}


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, what it can be, and what it means.

    `words` are the words allowed, `numbers` the whole numbers allowed beside
    them, `example` how the help names those numbers. `seats` says that numbers
    are seats (from 1), so none above the number of players exists. `players`
    are the numbers of players it applies to; None means any. `unless` names
    another option: where that one is not at its default, the default of this
    one is none at all.
    """

    name: str
    default: str
    help: str
    words: tuple[str, ...] = ()
    numbers: range | None = None
    example: str = ""
    seats: bool = False
    players: range | None = None
    unless: str = ""

    def applies(self, players: int) -> bool:
        """Whether the option means anything with so many players."""
        return self.players is None or players in self.players

    def choices(self, players: int | None = None) -> str:
        """The good values in words, the default first: ``1000, a number from 50, none``."""
        texts = [self.default, *(word for word in self.words if word != self.default)]
        if self.numbers is not None:
            last = self.numbers.stop - 1
            if self.seats and players is not None:
                last = players
            number = self.example or f"a number from {self.numbers.start} to {last}"
            texts.insert(1, number)
        return ", ".join(texts)

    def read(self, given: object, players: int) -> Value:
        """The value that `given` (a text, or a value already) stands for.

        Raises RuleError ``bad-option-value``, which lists the good values, or
        ``no-such-seat``.
        """
        text = self.write(given) if isinstance(given, (bool, int)) or given is None else str(given)
        if text in self.words:
            return _WORDS.get(text, text)
        if self.numbers is not None and text.isascii() and text.isdigit() and len(text) < 10:
            number = int(text)
            if number in self.numbers and str(number) == text:
                if self.seats and number > players:
                    raise RuleError(
                        "no-such-seat",
                        f"{self.name}: seat {number} does not exist with {players} players; "
                        f"good values are {self.choices(players)}",
                        ("option", self.name),
                    )
                return number
        raise RuleError(
            "bad-option-value",
            f"{self.name} cannot be {shown(text)}; good values are {self.choices(players)}",
            ("option", self.name),
        )

    @staticmethod
    def write(value: object) -> str:
        """A value as it stands in a match file."""
        if isinstance(value, bool) or value is None:
            return _TEXTS[value]
        return str(value)


def shown(text: object, most: int = 40) -> str:
    """A text of unknown origin, quoted, cut to `most` characters, safe to print."""
    raw = str(text)
    return repr(raw if len(raw) <= most else raw[: most - 1] + "…")


class Rules(Mapping[str, Value]):
    """The rules in force: every option of a game with its value, for so many players."""

    __slots__ = ("_defaults", "_values", "players", "preset")

    def __init__(
        self,
        options: tuple[Option, ...],
        players: int,
        values: Mapping[str, Value],
        preset: str | None = None,
    ) -> None:
        self._defaults = {option.name: option.read(option.default, players) for option in options}
        self._values = {**self._defaults, **values}
        for option in options:
            other = option.unless
            if other and self._values[other] != self._defaults[other]:
                self._defaults[option.name] = None
                self._values[option.name] = values.get(option.name)
        self.players = players
        self.preset = preset

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def number(self, name: str) -> int | None:
        """The value of an option that is a whole number or none."""
        value = self._values[name]
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def changed(self) -> dict[str, Value]:
        """Only the options that differ from their defaults, in the order of the options."""
        return {
            name: value for name, value in self._values.items() if value != self._defaults[name]
        }


def make_rules(
    options: tuple[Option, ...],
    presets: Mapping[str, Mapping[str, str]],
    players: int,
    given: Mapping[str, object],
    preset: str | None = None,
) -> tuple[Rules, list[RuleError]]:
    """Rules from what was said: a preset first, then single options over it.

    Returns the rules and the warnings: an option that does not apply to so
    many players is ignored. Raises RuleError for an unknown preset or option,
    a bad value, or a seat that does not exist.
    """
    by_name = {option.name: option for option in options}
    said: dict[str, object] = {}
    if preset is not None:
        if preset not in presets:
            raise RuleError(
                "unknown-preset",
                f"there is no preset {shown(preset)}; there is {', '.join(presets) or 'none'}",
                ("option", "preset"),
            )
        said.update(presets[preset])
    said.update(given)
    values: dict[str, Value] = {}
    warnings: list[RuleError] = []
    for name, text in said.items():
        option = by_name.get(name)
        if option is None:
            raise RuleError(
                "unknown-option",
                f"there is no option {shown(name)}; there is {', '.join(by_name)}",
                ("option", name),
            )
        value = option.read(text, players)
        if option.applies(players):
            values[name] = value
        else:
            warnings.append(
                RuleError(
                    "option-does-not-apply",
                    f"{name} means nothing with {players} players and is ignored",
                    ("option", name),
                )
            )
    return Rules(options, players, values, preset), warnings
