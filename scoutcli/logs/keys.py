"""What matches are cut, ordered and counted by: the keys of ``--by``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from scoutcli import natural
from scoutcli.options import Type, items

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from scoutcli.logs.skim import Head

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?(?!\d)")
_YEAR = re.compile(r"[0-9]{4}(?=-|\Z)")

PEOPLE = "people"
"""Stands for the program of those who have none."""

Values = Callable[["Head"], Iterable[str]]


class Key(NamedTuple):
    """A key: what a match says under it, nothing where it says nothing; one line of help.

    `single` says that a match has one value at most.
    """

    name: str
    help: str
    values: Values
    single: bool = True

    def of(self, head: Head) -> tuple[str, ...]:
        """The values of a match, each once."""
        return tuple(dict.fromkeys(value for value in self.values(head) if value))


def _header(name: str) -> Values:
    return lambda head: (head.headers.get(name, ""),)


def _date(pattern: re.Pattern[str], length: int) -> Values:
    def values(head: Head) -> tuple[str, ...]:
        found = pattern.match(head.headers.get("date", ""))
        return (found[0][:length],) if found else ()

    return values


KEYS = {
    key.name: key
    for key in (
        Key("game", "the game", lambda head: (head.game,)),
        Key("event", "the event", _header("event")),
        Key("site", "where it was", _header("site")),
        Key("date", "the date", _header("date")),
        Key("month", "the month of the date", _date(_DAY, 7)),
        Key("year", "the year of the date", _date(_YEAR, 4)),
        Key("table", "the table", _header("table")),
        Key("stage", "the stage of the event", _header("stage")),
        Key("pairing", "the pairing", _header("pairing")),
        Key("players", "the number of players", lambda head: (str(len(head.seats)),)),
        Key(
            "player",
            "each player, by the id or, without one, the name",
            lambda head: (seat.id or seat.name for seat in head.seats),
            single=False,
        ),
        Key("team", "each team", lambda head: (seat.team for seat in head.seats), single=False),
        Key(
            "bot",
            "each program, with its version; people together",
            lambda head: (seat.bot or PEOPLE for seat in head.seats),
            single=False,
        ),
    )
}
"""Every key by its name."""


def rows() -> tuple[tuple[str, str], ...]:
    """Every key with its help, for people."""
    return tuple((key.name, key.help) for key in KEYS.values())


class KeysType(Type):
    """Names of keys with commas between them; becomes a tuple of keys.

    With `single` only those of which a match has one value at most.
    """

    name = "key"

    def __init__(self, *, single: bool = False) -> None:
        self.known = [name for name, key in KEYS.items() if key.single or not single]

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Key, ...]:
        """The keys, each once."""
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]  # a default that is keys already
        keys = []
        for name in dict.fromkeys(part.strip() for part in value.split(",")):
            if name not in self.known:
                close = get_close_matches(name[:40].lower(), self.known, 1)
                hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(self.known)}"
                self.fail(f"{name[:40]!r} is no key; {hint}", param, ctx)
            keys.append(KEYS[name])
        return tuple(keys)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """The keys, also behind a comma."""
        done, comma, last = incomplete.rpartition(",")
        return items(
            ((f"{done}{comma}{name}", KEYS[name].help) for name in self.known), done + comma + last
        )


def order_of(head: Head, keys: Sequence[Key]) -> bytes:
    """Where a match belongs by keys: of two matches the one with the lesser bytes comes first.

    Numbers in texts count as numbers. What a match does not say comes behind
    all that others say.
    """
    return b"".join(natural.order_of("".join(key.of(head)[:1])) for key in keys)
