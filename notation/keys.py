"""The keys of a match file: one table for the reader, the writer, the error texts, the manual."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """A key: its name, what stands there, one line on what it means, and whether it must be there.

    `kind` is ``text`` (a name, a date: any text), ``word`` (one of a few),
    ``number``, ``numbers`` (a list, one a seat), ``block`` (lines of text),
    ``list`` or ``map`` (keys of their own).
    """

    name: str
    kind: str
    help: str
    required: bool = False


MATCH = (
    Key("scoutcli", "number", "the version of the format, 1", required=True),
    Key("game", "word", "the game", required=True),
    Key("event", "text", "the event"),
    Key("site", "text", "where it was"),
    Key("date", "text", "when it was, best as 2026-11-30"),
    Key("table", "text", "the table"),
    Key("stage", "text", "the stage of the event, a round of a tournament for one"),
    Key("players", "list", "the players in the order of their seats, clockwise", required=True),
    Key("rules", "map", "the options that differ from the default, or a preset"),
    Key("shuffle", "map", "where the cards came from"),
    Key("pairing", "text", "for match runners: names the deal and the seating"),
    Key("practice", "word", "yes where moves were taken back or a hint was used"),
    Key("rounds", "list", "the rounds in the order of play"),
    Key("total", "numbers", "the sum of the points of each seat; x where it is not known"),
    Key("winners", "numbers", "the seats that won, once the match is over"),
)
PLAYER = (
    Key("name", "text", "the name", required=True),
    Key("bot", "text", "the name and version of the program that played"),
    Key("team", "text", "the team"),
    Key("id", "text", "a name that is the same in every file"),
)
SHUFFLE = (
    Key("algorithm", "text", "the method and its version"),
    Key("seed", "text", "the seed of the deals"),
    Key("commitment", "text", "made known before play: SHA-256 of seed, a slash, and salt"),
    Key("salt", "text", "shown after play"),
)
ROUND = (
    Key("deal", "block", "the cards as they were dealt"),
    Key("starter", "number", "the seat that starts, where no move shows it"),
    Key("moves", "block", "the moves"),
    Key("faults", "block", "what went wrong in the play of programs, a line each"),
    Key("ender", "number", "SKYJO, on a score sheet: the seat that ended the round"),
    Key("parts", "block", "on a score sheet: what the points are made of, a line a seat"),
    Key("end", "word", "how the round ended"),
    Key("score", "numbers", "the points of each seat; x where they are not known"),
)
LEVELS = {"match": MATCH, "player": PLAYER, "shuffle": SHUFFLE, "round": ROUND}

STOPPED = ("abandoned", "unfinished")
"""How a round can stop beside the ends that a game's rules know."""

OWN = "x-"
"""Keys that begin like this are the user's own, at any level; kept, never read."""
