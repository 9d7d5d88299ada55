"""A match as a match file tells it: typed values, each with the node it stands in.

Nothing is played here. What is wrong with keys and values is noted in
`Match.diagnostics`; what is right is kept, so that one fault costs no more
than itself.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import games
from games.errors import RuleError
from games.game import Game
from games.options import Rules, shown
from notation import codec, keys
from notation.diagnostics import Diagnostic, Severity
from notation.nodes import List, Map, Node, Scalar

VERSION = 1
"""The version of the format that is read and written."""

MOST_DIAGNOSTICS = 200
"""So many are kept for a match; a file of nothing but faults is not worth more."""


class Where(NamedTuple):
    """What a value of the file belongs to, from 1, as far as it does."""

    round: int | None = None
    seat: int | None = None


MATCH = Where()
"""The match as a whole."""


@dataclass(slots=True)
class Player:
    """Who sat at a seat."""

    name: str
    bot: str | None = None
    team: str | None = None
    id: str | None = None
    own: dict[str, Node] = field(default_factory=dict)


@dataclass(slots=True)
class RoundRecord:
    """What the file says of one round. Seats count from 0; None is not said (or not known)."""

    number: int
    line: int
    """Where it begins, from 0 in the match's text."""
    deal: Scalar | None = None
    position: Scalar | None = None
    """A position line that it begins from instead of a deal; only where there is no YAML."""
    starter: int | None = None
    moves: Scalar | None = None
    faults: Scalar | None = None
    ender: int | None = None
    parts: Scalar | None = None
    end: str | None = None
    score: tuple[int | None, ...] | None = None
    own: dict[str, Node] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    """The node of each key that is there, for its place."""


@dataclass(slots=True)
class Match:
    """What the file says of one match."""

    file: str
    index: int
    """Which match of the file it is, from 1."""
    first_line: int
    """The line of the file where its text begins, from 1."""
    text: str
    first_column: int = 0
    """How many characters of its first line belong to what was joined before it."""
    version: int | None = None
    game: Game | None = None
    headers: dict[str, str] = field(default_factory=dict)
    """The optional texts that are there, by key."""
    players: list[Player] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)
    """The options as written."""
    preset: str | None = None
    rules: Rules | None = None
    """None where game, players or options are not good enough to play by."""
    shuffle: dict[str, str] = field(default_factory=dict)
    practice: bool = False
    rounds: list[RoundRecord] = field(default_factory=list)
    total: tuple[int | None, ...] | None = None
    winners: tuple[int, ...] | None = None
    own: dict[str, Node] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    complete: bool = True
    """Whether its text could be read to the end; else keys may be missing because of that."""
    loose: bool = False
    """Whether it is a position or moves alone, without YAML (see `notation.loose`)."""
    torn: bool = False
    """Whether the file ends (or the next match begins) in the middle of a line."""
    lines: dict[int, str] = field(default_factory=dict, repr=False)
    """The lines that diagnostics were about, from 0."""

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        return [player.name for player in self.players]

    @property
    def errors(self) -> int:
        """How many errors have been noted."""
        return sum(diagnostic.severity == "error" for diagnostic in self.diagnostics)

    def report(
        self,
        code: str,
        message: str,
        place: tuple[int, int] | Node | None = None,
        severity: Severity = "error",
        length: int = 1,
        *,
        round: int | None = None,
        seat: int | None = None,
        move: int | None = None,
    ) -> None:
        """Note something, at a node or at (line, column) from 0 in the match's text.

        `round`, `seat`, `move` count from 1.
        """
        if len(self.diagnostics) > MOST_DIAGNOSTICS:
            return
        if len(self.diagnostics) == MOST_DIAGNOSTICS:
            code, severity, place = "too-many", "error", None
            round = seat = move = None
            message = f"more than {MOST_DIAGNOSTICS} things are wrong; the others are not shown"
        line, column = place if isinstance(place, tuple) else (0, 0)
        if isinstance(place, (Scalar, List, Map)):
            line, column = place.line, place.column
        behind = self.first_column if line == 0 else 0
        self.diagnostics.append(
            Diagnostic(
                code,
                severity,
                message,
                self.file,
                self.first_line + line,
                column + behind + 1,
                self.index or None,
                round,
                seat,
                move,
                self.line(line),
                length,
            )
        )

    def line(self, number: int) -> str:
        """A line of the match's text, from 0."""
        if number not in self.lines:  # many faults of one long line share its text
            self.lines[number] = self._cut_line(number)
        return self.lines[number]

    def _cut_line(self, number: int) -> str:
        start = 0
        for _ in range(number):
            start = self.text.find("\n", start) + 1
            if not start:
                return ""
        end = self.text.find("\n", start)
        return self.text[start : None if end < 0 else end]


def build(match: Match, root: Node | None) -> None:
    """Fill a match from the tree of its text."""
    if not isinstance(root, Map):
        match.report("not-a-match", "a match is a map of keys that begins with `scoutcli: 1`", root)
        return
    known = _known(match, root, "match")
    match.nodes = known
    match.own = own_keys(root)
    _read_version(match, known)
    if match.version != VERSION:
        return
    _read_players(match, known)
    for key in keys.MATCH:
        node = known.get(key.name) if key.kind == "text" else None
        if node is not None and (text := _text(match, node, key.name)) is not None:
            match.headers[key.name] = text
    _read_game(match, known)
    _read_rules(match, known)
    _read_shuffle(match, known)
    if (node := known.get("practice")) is not None:
        match.practice = _word(match, node, "practice", ("yes", "no")) == "yes"
    _read_rounds(match, known)
    if (node := known.get("total")) is not None:
        match.total = _points(match, node, "total")
    if (node := known.get("winners")) is not None:
        match.winners = _seats(match, node)


def _known(match: Match, node: Map, level: str, where: Where = MATCH) -> dict[str, Node]:
    """The values under the keys of one level; others are reported, the user's own skipped."""
    known: dict[str, Node] = {}
    names = [key.name for key in keys.LEVELS[level]]
    for name, (place, value) in node.items.items():
        if name in names:
            known[name] = value
        elif not name.startswith(keys.OWN):
            close = difflib.get_close_matches(name[:40], names, 1)
            hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(names)}"
            match.report(
                "unknown-key",
                f"there is no key {shown(name)} here; {hint} (keys of your own begin with x-)",
                place,
                length=len(name),
                **where._asdict(),
            )
    for key in keys.LEVELS[level]:
        if key.required and key.name not in known and match.complete:
            # The place is the first line of the map, where a reader would look for it.
            match.report(
                "missing-key", f"the key {key.name} is missing: {key.help}", node, **where._asdict()
            )
    return known


def own_keys(node: Node | None) -> dict[str, Node]:
    """The user's own keys of a map, with what stands under them."""
    if not isinstance(node, Map):
        return {}
    return {name: value for name, (_, value) in node.items.items() if name.startswith(keys.OWN)}


# Single values. Each reports what is wrong and returns None then.


def _text(match: Match, node: Node, name: str, where: Where = MATCH) -> str | None:
    if isinstance(node, Scalar):
        return node.text
    match.report("not-a-text", f"{name} is a text, not a {_kind(node)}", node, **where._asdict())
    return None


def _word(
    match: Match, node: Node, name: str, words: tuple[str, ...], where: Where = MATCH
) -> str | None:
    text = _text(match, node, name, where)
    if text is None or text in words:
        return text
    match.report(
        f"bad-{name}",
        f"{name} cannot be {shown(text)}; good values are {', '.join(words)}",
        node,
        length=len(text),
        **where._asdict(),
    )
    return None


def _number(match: Match, node: Node, name: str, where: Where = MATCH) -> int | None:
    """A whole number as people write it."""
    text = _text(match, node, name, where)
    if text is None:
        return None
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 10:
        return int(text)
    match.report(
        "not-a-number", f"{name} is a whole number, not {shown(text)}", node, length=len(text) or 1,
        **where._asdict(),
    )  # fmt: skip
    return None


def _points(
    match: Match, node: Node, name: str, where: Where = MATCH
) -> tuple[int | None, ...] | None:
    """One number for each seat; x, where it is not known, is None without a report."""
    if not isinstance(node, List):
        match.report("not-a-list", f"{name} is a list: [7, -2, x]", node, **where._asdict())
        return None
    numbers = [
        None if isinstance(item, Scalar) and item.text == "x" else _number(match, item, name, where)
        for item in node.items
    ]
    if match.players and len(numbers) != len(match.players):
        match.report(
            "wrong-count",
            f"{name} has {len(numbers)} numbers for {len(match.players)} players",
            node,
            **where._asdict(),
        )
        return None
    return tuple(numbers)


def _seat(match: Match, node: Node, name: str, where: Where = MATCH) -> int | None:
    """A seat, from 0."""
    number = _number(match, node, name, where)
    if number is None:
        return None
    if match.players and not 1 <= number <= len(match.players):
        match.report(
            "no-such-seat", f"{name}: seats are 1 to {len(match.players)}, not {number}", node,
            **where._asdict(),
        )  # fmt: skip
        return None
    return number - 1


def _seats(match: Match, node: Node) -> tuple[int, ...] | None:
    if not isinstance(node, List):
        match.report("not-a-list", "winners is a list of seats: [2]", node)
        return None
    seats = [_seat(match, item, "winners") for item in node.items]
    return tuple(seat for seat in seats if seat is not None)


def _block(match: Match, node: Node, name: str, where: Where = MATCH) -> Scalar | None:
    if isinstance(node, Scalar):
        return node
    match.report("not-a-text", f"{name} is a block of lines: `{name}: |`", node, **where._asdict())
    return None


def _kind(node: Node) -> str:
    return "list" if isinstance(node, List) else "map"


# The parts of a match.


def _read_version(match: Match, known: dict[str, Node]) -> None:
    node = known.get("scoutcli")
    if node is None:
        match.version = VERSION  # its lack is reported; read on as if it were there
        return
    match.version = _number(match, node, "scoutcli")
    if match.version is not None and match.version != VERSION:
        later = "a later version of scoutcli reads it" if match.version > VERSION else "it is 1"
        match.report(
            "unknown-version",
            f"this match is written in format {match.version}, this program reads {VERSION}: "
            f"{later}",
            node,
        )


def _read_players(match: Match, known: dict[str, Node]) -> None:
    node = known.get("players")
    if node is None:
        return
    if not isinstance(node, List):
        match.report("not-a-list", "players is a list: `- name: Ada`, one a seat", node)
        return
    for number, item in enumerate(node.items, 1):
        player = Player(f"Seat {number}", own=own_keys(item))
        match.players.append(player)
        if isinstance(item, Map):
            for name, value in _known(match, item, "player", Where(seat=number)).items():
                setattr(player, name, _text(match, value, name, Where(seat=number)) or "")
        else:
            match.report("not-a-map", "a player is a map: `- name: Ada`", item, seat=number)


def _read_game(match: Match, known: dict[str, Node]) -> None:
    node = known.get("game")
    if node is None or (name := _text(match, node, "game")) is None:
        return
    try:
        game = games.get(name)
        codec.get(name)
    except RuleError as error:
        match.report(error.code, error.message, node, length=len(name) or 1)
        return
    match.game = game
    if match.players and len(match.players) not in game.players:
        match.report(
            "wrong-players",
            f"{game.title} is for {game.players[0]} to {game.players[-1]} players, "
            f"not {len(match.players)}",
            known["players"],
        )
        match.game = None


def _read_rules(match: Match, known: dict[str, Node]) -> None:
    if match.game is None or not match.players:
        return
    node = known.get("rules")
    places: dict[str, Node] = {}
    if isinstance(node, Map):
        for name, (_, value) in node.items.items():
            if not name.startswith(keys.OWN) and (text := _text(match, value, name)) is not None:
                places[name] = value
                match.said[name] = text
        match.preset = match.said.pop("preset", None)
    elif node is not None:
        match.report("not-a-map", "rules is a map of options: `exempt: owner`", node)
        return
    try:
        match.rules, warnings = match.game.rules(len(match.players), match.said, match.preset)
    except RuleError as error:
        name = str(error.about[1]) if error.about else ""
        at: Node | tuple[int, int] | None = node
        if isinstance(node, Map) and name in node.items:
            at = node.items[name][0]
        if error.code != "unknown-option":
            at = places.get(name, at)
        match.report(error.code, error.message, at, length=max(1, len(match.said.get(name, ""))))
        return
    for warning in warnings:
        match.report(
            warning.code, warning.message, places.get(str(warning.about[1])), severity="warning"
        )


def _read_shuffle(match: Match, known: dict[str, Node]) -> None:
    node = known.get("shuffle")
    if node is None:
        return
    if not isinstance(node, Map):
        match.report("not-a-map", "shuffle is a map: `seed: abc`", node)
        return
    for name, value in _known(match, node, "shuffle").items():
        if (text := _text(match, value, name)) is not None:
            match.shuffle[name] = text


def _read_rounds(match: Match, known: dict[str, Node]) -> None:
    node = known.get("rounds")
    if node is None:
        return
    if not isinstance(node, List):
        # `rounds:` with nothing under it yet: the file was cut there.
        if not (isinstance(node, Scalar) and not node.text):
            match.report("not-a-list", "rounds is a list: `- deal: |`", node)
        return
    for number, item in enumerate(node.items, 1):
        record = RoundRecord(number, item.line, own=own_keys(item))
        where = Where(round=number)
        match.rounds.append(record)
        if not isinstance(item, Map):
            match.report("not-a-map", "a round is a map: `- deal: |`", item, round=number)
            continue
        record.nodes = _known(match, item, "round", where)
        for name, value in record.nodes.items():
            read = _READERS[_ROUND_KINDS[name]]
            setattr(record, name, read(match, value, name, where))


def _end(match: Match, node: Node, name: str, where: Where = MATCH) -> str | None:
    if match.game is None:
        return _text(match, node, name, where)
    ends = match.game.ends
    return _word(match, node, name, (*ends, *keys.STOPPED), where)


_ROUND_KINDS = {key.name: key.kind for key in keys.ROUND}
_READERS: dict[str, Callable[..., object]] = {
    "block": _block,
    "numbers": _points,
    "number": _seat,
    "word": _end,
}
