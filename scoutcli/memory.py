"""How each game was played the last time: kept beside the matches, offered by the welcome.

It is a convenience and nothing depends on it: what cannot be read is told in a
line and forgotten, what cannot be written is not kept. No program is ever
started from it, so matches with programs are not remembered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from games.options import Option
from notation.diagnostics import printable
from notation.document import List, Map, Node, Scalar, parse
from notation.yamltext import flow, quote
from scoutcli.table.files import data_folder

if TYPE_CHECKING:
    from scoutcli.table.session import Session

LONGEST_FILE = 20_000
"""Bytes. More than that was not written here."""
MOST_GAMES = 20
_LONGEST_WORD = 200
_CHANGE = re.compile(r"[a-z][a-z0-9_]*=[^,\s]+")
_ABOUT = "# What scoutcli offers as last time. It is written anew with each match.\n"


class _OddError(Exception):
    """What was read was not written here."""


class Played(NamedTuple):
    """How a match was begun. `names` are the people who were named, `rules` are ``KEY=VALUE``."""

    game: str
    players: int
    bots: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @classmethod
    def of(cls, session: Session, names: Sequence[str]) -> Self | None:
        """How this match was begun; None where nobody plays, or a program does."""
        if not session.people or any(seat.entry is not None for seat in session.seats):
            return None
        rules = [f"{key}={Option.write(value)}" for key, value in session.rules.changed().items()]
        return cls(
            session.game.name,
            len(session.seats),
            tuple(seat.bot for seat in session.seats if seat.bot),
            tuple(names),
            tuple(rules),
        )

    @property
    def arguments(self) -> list[str]:
        """What `scoutcli play` takes to begin such a match again."""
        words = [self.game, "--players", str(self.players)]
        words += [f"--name={name}" for name in self.names]
        if self.bots:
            words.append(f"--bots={','.join(self.bots)}")
        for change in self.rules:
            words += ["--rules", change]
        return words


def memory_file(environment: Mapping[str, str] | None = None) -> Path:
    """Where it is kept: beside the folder of the matches."""
    folder = data_folder() if environment is None else data_folder(environment)
    return folder.parent / "memory.yaml"


def recall(path: Path | None = None) -> tuple[list[Played], str]:
    """How each game was played last, the latest first; and what there is to tell, or nothing."""
    path = path or memory_file()
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except (FileNotFoundError, NotADirectoryError):
        return [], ""
    except OSError as error:
        return [], f"{printable(str(path))} cannot be read ({error.strerror}); it is passed over."
    try:
        document = parse(data.decode())
        if len(data) > LONGEST_FILE or document.faults:
            raise _OddError
        return _games(document.root), ""
    except (_OddError, ValueError):
        return [], f"{printable(str(path))} is not as it was written; it is passed over."


def remember(played: Played, path: Path | None = None) -> None:
    """Keep how a match was begun, in front of what is known of other games; if that can be done."""
    from scoutcli.rewrite import Replacement  # slow to load, and only here

    path = path or memory_file()
    known = [other for other in recall(path)[0] if other.game != played.game]
    text = _ABOUT + "".join(map(_written, [played, *known][:MOST_GAMES]))
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with Replacement(str(path)) as new:
            new.stream.write(text.encode())
            new.commit()


def _written(played: Played) -> str:
    lines = [f"- game: {quote(played.game)}", f"  players: {played.players}"]
    lists = {"bots": played.bots, "names": played.names, "rules": played.rules}
    lines += [f"  {key}: {flow(words)}" for key, words in lists.items() if words]
    return "".join(f"{line}\n" for line in lines)


def _games(root: Node | None) -> list[Played]:
    """What a tree says. Raises _OddError or ValueError for what was not written here."""
    if root is None:
        return []
    if not isinstance(root, List):
        raise _OddError
    return [_game(node) for node in root.items[:MOST_GAMES]]


def _game(node: Node) -> Played:
    if not isinstance(node, Map):
        raise _OddError
    players = int(_text(node.get("players")))
    found = Played(
        _text(node.get("game")),
        players,
        *(_texts(node.get(key)) for key in ("bots", "names", "rules")),
    )
    if not 0 < players < 100 or not all(map(_CHANGE.fullmatch, found.rules)):
        raise _OddError
    return found


def _text(node: Node | None) -> str:
    if isinstance(node, Scalar) and node.text.isprintable() and len(node.text) <= _LONGEST_WORD:
        return node.text
    raise _OddError


def _texts(node: Node | None) -> tuple[str, ...]:
    if node is None:
        return ()
    if not isinstance(node, List):
        raise _OddError
    return tuple(map(_text, node.items))
