"""The subcommands: one module each, of the same name, with its click command as `command`.

A module is imported when its subcommand is used. What lists them all (the
help, completion, the main manual page) needs this table only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from scoutcli.help import Command

COMMANDS = {
    "play": "Play a match at the table, with people and bots.",
    "record": "Note a match that is played at a real table.",
    "sheet": "Keep the points of a match at a real table, round by round.",
    "history": "List the matches played, with statistics of your own games.",
    "config": "Show the settings, and change them.",
    "match": "Let bots play each other, and compare them.",
    "bot": "Be a built-in bot for other programs, over standard input.",
    "check-bot": "Try out whether a program plays by the protocol of bots.",
    "engine": "Answer commands on standard input, for scripts and programs.",
    "validate": "Check matches: rules, cards, points, ends, totals, winners.",
    "replay": "Step through a match, or print it move by move.",
    "score": "Standings, ratings and plots of players, and the points of matches.",
    "pair": "Say who plays whom in the next round of a tournament.",
    "annotate": "Judge every move of matches, and tell luck from skill.",
    "analyse": "Say what the moves of a position are worth.",
    "fmt": "Write match files in canonical form.",
    "filter": "Pick the matches of which something is true.",
    "split": "Cut match files into several, one for each event, month or player.",
    "merge": "Join match files that are in order into one that is.",
    "sort": "Put the matches of files in order.",
    "dedupe": "Leave out matches that are there twice.",
    "convert": "Turn matches into lines of JSON and into tables, and back.",
    "stats": "Count what is in match files.",
    "deal": "Print the deals that a seed stands for.",
    "rules": "Show the options, presets, setup and notation of a game.",
    "completion": "Print the completion script of a shell.",
}
"""Every subcommand with its line of help, in the order in which they are listed."""


def load(name: str) -> Command:
    """The click command of a subcommand that `COMMANDS` names."""
    return cast("Command", import_module(f"scoutcli.commands.{name.replace('-', '_')}").command)
