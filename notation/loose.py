"""A position line or a list of moves without YAML around it, read as a match of one round.

People send each other single positions and lines of play. A file (or standard
input) that begins with a position line, which moves may follow, or with the
opening choices of a round (``1.K 2.F 3.F …``: as many seats as choose, nothing
known of the deal) is taken for such a record. The seats have no names, and
nothing is said of the match around it, so nothing is missing from it either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import games
from games.errors import RuleError
from games.game import Game
from notation import codec
from notation.diagnostics import TextError
from notation.match import VERSION, Match, Player, RoundRecord
from notation.nodes import Scalar
from notation.replay import run
from notation.stream import Chunk
from notation.tokens import Play, read_moves, split_seat

OUTSIDE = "text-outside-match"
"""The fault that the stream finds in such a text."""

# Blank lines and lines of comment before the first word.
_LEAD = re.compile(r"(?:[ \t]*+(?:#[^\n]*+)?\n)*+[ \t]*+")
_POSITION = re.compile(r"([a-z][a-z0-9-]{0,39})(?: +[a-z]+=|[ \t]*(?:\n|\Z))")
_FIRST_MOVE = re.compile(r"1\.\S")
_MOST_SEATS = 20


@dataclass(slots=True)
class _Mark:
    """A place in the text, from 0."""

    line: int
    column: int
    index: int


def adopt(chunk: Chunk) -> Chunk:
    """Make a part without a match the only match of its file, if it is such a text."""
    outside = [fault for fault in chunk.faults if fault.code == OUTSIDE]
    if chunk.last and not chunk.index and outside and _kind(chunk.text):
        chunk.index = 1
        chunk.loose = True
        chunk.faults.remove(outside[0])
    return chunk


def build(match: Match) -> None:
    """Fill a match from its text, as `notation.match.build` does from a tree."""
    match.version = VERSION
    match.loose = True
    text = match.text
    start = _start(text)
    record = RoundRecord(1, text.count("\n", 0, start))
    match.rounds.append(record)
    if _kind(text) == "position":
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        record.position = _node(text, start, end)
        _take_position(match, record.position)
        start = end
    else:
        _take_moves(match, read_moves(text[start:]).plays)
    if text[start:].strip():
        record.moves = _node(text, start + _start(text[start:]), len(text))


def _start(text: str) -> int:
    """Where the first word stands."""
    found = _LEAD.match(text)
    assert found is not None  # it can match nothing
    return found.end()


def _kind(text: str) -> str:
    """``position``, ``moves``, or nothing if the text is neither."""
    start = _start(text)
    found = _POSITION.match(text, start)
    if found is not None:
        return "position" if found[1] in games.names() else ""
    if text[start : start + 1] not in ("1", "{"):
        return ""
    plays = read_moves(text[start:]).plays
    return "moves" if plays and _FIRST_MOVE.match(plays[0].text) and _game_of(plays) else ""


def _node(text: str, start: int, end: int) -> Scalar:
    """A part of the text, with its place."""
    line = text.count("\n", 0, start)
    column = start - (text.rfind("\n", 0, start) + 1)
    return Scalar(
        text[start:end],
        None,
        _Mark(line, column, start),
        _Mark(text.count("\n", 0, end), 0, end),
        text,
    )


def _take_position(match: Match, node: Scalar) -> None:
    """Game, players and rules from a position line; what is wrong with it is seen in the audit."""
    name = node.text.split(maxsplit=1)[0]
    match.game = games.get(name)
    try:
        rules = codec.get(name).parse_position(node.text).rules
    except (RuleError, TextError):
        rules, _ = match.game.rules(match.game.players[0])
    _seat(match, rules.players)
    match.rules = rules


def _take_moves(match: Match, plays: Sequence[Play]) -> None:
    """Game and number of players from the first moves."""
    game = match.game = _game_of(plays)
    assert game is not None  # else it was not taken for such a text
    _seat(match, _players(game, plays))
    match.rules, _ = game.rules(len(match.players))


def _seat(match: Match, players: int) -> None:
    match.players = [Player(f"Seat {number}") for number in range(1, players + 1)]


def _game_of(plays: Sequence[Play]) -> Game | None:
    """The game in which most of the moves can be made; None if none knows the first."""
    best, most = None, 0
    words = [play.text for play in plays[:100]]
    for name in games.names():
        game = games.get(name)
        rules, _ = game.rules(_players(game, plays))
        state = game.begin(rules, (), game.unknown_deal(rules))
        done, _ = run(codec.get(name), state, words)
        if done > most:
            best, most = game, done
    return best


def _players(game: Game, plays: Sequence[Play]) -> int:
    """As many as make a choice before the first turn; else as many as are seen to move."""
    seats = []
    for play in plays[:1000]:
        try:
            seats.append(split_seat(play.text)[0])
        except TextError:
            break
    chosen = 0
    while chosen < min(len(seats), _MOST_SEATS) and seats[chosen] == chosen:
        chosen += 1
    if chosen not in game.players:
        chosen = max((seat + 1 for seat in seats if seat is not None), default=1)
    return min(max(chosen, game.players[0]), game.players[-1])
