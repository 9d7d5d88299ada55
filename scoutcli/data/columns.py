"""The tables that matches become, and their columns: one source for files, help and manual."""

from __future__ import annotations

from typing import NamedTuple

from notation import keys

KINDS = {
    "text": "text",
    "int": "whole number",
    "real": "number",
    "yes": "yes or no",
    "day": "date",
    "texts": "texts by seat",
    "ints": "whole numbers by seat",
    "reals": "numbers by seat",
    "seats": "list of seats",
    "map": "map of texts",
}
"""What can stand in a column, and the words for it."""


class Column(NamedTuple):
    """A column: its name, one of `KINDS`, and one line on what stands there."""

    name: str
    kind: str
    help: str


HEADERS = tuple(
    Column(key.name, "text", key.help)
    for key in keys.MATCH
    if key.kind == "text" and key.name != "date"
)
"""What a match says of itself in texts, but for its date."""

RECORD = Column("record", "text", "the whole match as a line of JSON, deals and moves too")
"""From this column alone a match file can be made again."""

_KEYS = (
    Column("file", "text", "the file the match came from"),
    Column("match", "int", "its number there, from 1"),
)
_ROUND = Column("round", "int", "the round, from 1")
_SEAT = Column("seat", "int", "the seat, from 1")
_GAME = Column("game", "text", "the game")
_PLAYER = Column("player", "text", "the name of who sits there")

MATCHES = (
    *_KEYS,
    Column("line", "int", "the line of the file where it begins"),
    Column("identity", "text", "the same for the same deals and moves, whoever played"),
    _GAME,
    Column("date", "text", "when it was, as written"),
    Column("day", "day", "the same, where it is a date"),
    *HEADERS,
    Column("practice", "yes", "whether moves were taken back or a hint was used"),
    Column("players", "int", "how many play"),
    Column("names", "texts", "their names"),
    Column("ids", "texts", "their ids"),
    Column("bots", "texts", "the programs that play"),
    Column("teams", "texts", "their teams"),
    Column("rules", "map", "every option of the game, with its value"),
    Column("status", "text", "finished, unfinished, forfeited"),
    Column("verified", "yes", "whether all points follow from moves"),
    Column("rounds", "int", "how many rounds have ended"),
    Column("total", "ints", "the points so far"),
    Column("places", "ints", "the places of a finished match, 1 is best; equals share one"),
    Column("winners", "seats", "the seats that won a finished match"),
    Column("faults", "ints", "how many faults of programs are noted"),
    Column("choices", "ints", "of an annotated match: unforced choices"),
    Column("lost", "reals", "what these lost against the best ones, in points"),
    Column("luck", "reals", "what chance was worth, in points"),
    RECORD,
)
ROUNDS = (
    *_KEYS,
    _ROUND,
    _SEAT,
    _GAME,
    _PLAYER,
    Column("bot", "text", "the program that plays there"),
    Column("team", "text", "the team"),
    Column("score", "int", "the points of the round"),
    Column("total", "int", "the points up to this round, it included"),
    Column("ended", "yes", "whether the round came to its end"),
    Column("end", "text", "how it ended or stopped"),
    Column("verified", "yes", "whether its points follow from its moves"),
    Column("starts", "yes", "whether this seat starts"),
    Column("ends", "yes", "whether this seat ended the round, where the game knows one that does"),
    Column("dealt", "text", "the cards dealt to this seat, where they are noted"),
    Column("moves", "int", "how many moves this seat made, where they are noted"),
    Column("faults", "int", "how many faults of its program are noted"),
    Column("deal_luck", "real", "of an annotated round: what the deal was worth, in points"),
)
MOVES = (
    *_KEYS,
    _ROUND,
    Column("step", "int", "the place among all that happens in the round, from 1"),
    Column("move", "int", "the number of the move; none of opening choices and of chance"),
    Column("kind", "text", "choice (before the first turn), move, or chance"),
    Column("seat", "int", "the seat, from 1; none of chance"),
    _PLAYER,
    Column("text", "text", "the move as in a record, without its seat"),
    Column("judgement", "int", "what was thought of it, from 1 ($1) to 6"),
    Column("comment", "text", "what was said of it, without values for programs"),
    Column("variations", "int", "how many other lines of play are noted on it"),
    Column("eq", "real", "the value eq of its comments: what was expected behind it, in points"),
    Column("loss", "real", "the value loss: what it lost against the best move"),
    Column("luck", "reals", "the value luck: what chance was worth to each seat then"),
    Column("values", "map", "all values of its comments"),
)

TABLES = {"matches": MATCHES, "rounds": ROUNDS, "moves": MOVES}
"""The columns of each table. A row is a match; a seat in a round; a move or chance event."""

TOLD = ("game", "date", *(column.name for column in HEADERS), "names", "ids", "bots", "teams")
"""The columns of `MATCHES` that a person may want to change, and that are the record's word."""
