"""A bot as people write it: ``greedy``, ``name=fast,bot=expert:playouts=9``, ``cmd=./mine``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence

from games.bots import Spec
from games.errors import RuleError
from games.game import Game
from games.options import shown
from scoutcli.arena.plan import START_SECONDS, Entry
from scoutcli.arena.process import read_limits
from scoutcli.naming import NAME_RULE, is_name

KEYS = {
    "name": "what it is called in tables and in the match file",
    "bot": "a built-in bot, with its budget if it takes one: expert:playouts=200",
    "cmd": "the command that starts a program, in words as for a shell, but run without one",
    "dir": "the folder in which the program runs",
    "start": "how many seconds it may take until it is ready; usually 10",
    "memory": "how much memory it may take with all it starts: 256M, 1G",
    "cpu": "how many seconds of processor time it may take with all it starts",
    "processes": "how many processes it may run",
    "option.X": "a value for the option X of the program; may be given for several options",
}
"""What can be said of a bot, and what it means."""

_OPTION = "option."
_PAIR = re.compile(
    "(?:^|,)(" + "|".join(key for key in KEYS if key != "option.X") + r"|option\.[^=,]+)="
)


def read_entry(game: Game | None, text: str) -> Entry:
    """The bot that a text names: a built-in one alone, or pairs of `KEYS` with commas between.

    A comma belongs to a value unless a key and ``=`` follow it. Where the game
    is not known, it must be a program. Raises RuleError.
    """
    starts = list(_PAIR.finditer(text))
    if not starts:
        return make_entry(game, {"bot": text})
    if starts[0].start():
        raise RuleError("bad-bot", f"{shown(text)} begins with no key; keys are {', '.join(KEYS)}")
    ends = [found.start() for found in starts[1:]] + [len(text)]
    said: dict[str, str] = {}
    for found, end in zip(starts, ends, strict=True):
        if found[1] in said:
            raise RuleError("bad-bot", f"{found[1]} is said twice of a bot")
        said[found[1]] = text[found.end() : end]
    return make_entry(game, said)


def make_entry(game: Game | None, said: Mapping[str, str]) -> Entry:
    """The bot of which this is said, by `KEYS`. Raises RuleError."""
    for key in said:
        if key not in KEYS and not key.startswith(_OPTION):
            raise RuleError(
                "bad-bot", f"there is no key {shown(key)} for a bot; there is {', '.join(KEYS)}"
            )
    if ("bot" in said) is ("cmd" in said):
        raise RuleError("bad-bot", "a bot is either built in, bot=greedy, or a program, cmd=./mine")
    options = {
        key.removeprefix(_OPTION): value for key, value in said.items() if key.startswith(_OPTION)
    }
    if "bot" in said:
        if game is None:
            raise RuleError("bad-bot", "only a program is named here: name=NAME,cmd=COMMAND")
        spec = Spec.read(game, said["bot"].strip())
        for key in said:
            if key not in ("name", "bot"):
                raise RuleError("bad-bot", f"{key} is for a program, not for a built-in bot")
        return Entry(_name(said.get("name", str(spec))), bot=str(spec))
    try:
        command = tuple(shlex.split(said["cmd"]))
    except ValueError as error:
        raise RuleError("bad-bot", f"cmd={said['cmd'][:60]}: {error}") from None
    if not command:
        raise RuleError("bad-bot", "cmd is empty: name the program")
    limits = read_limits(said.get("memory"), said.get("cpu"), said.get("processes"))
    name = _name(said.get("name", command[0].rpartition("/")[2]))
    return Entry(name, "", command, said.get("dir"), options, limits, _seconds(said.get("start")))


def write_entry(entry: Entry) -> str:
    """The text of a program, as `read_entry` takes it."""
    limits = entry.limits
    said = {
        "name": entry.name,
        "cmd": shlex.join(entry.command),
        "dir": entry.folder,
        "memory": limits.memory and f"{limits.memory >> 10}K",
        "cpu": limits.cpu and f"{limits.cpu:.3f}",
        "processes": limits.processes,
        **{f"{_OPTION}{name}": value for name, value in entry.options.items()},
    }
    return ",".join(f"{key}={value}" for key, value in said.items() if value is not None)


def check_names(entries: Sequence[Entry]) -> None:
    """Raise RuleError where two bots have one name."""
    names = [entry.name for entry in entries]
    for name in names:
        if names.count(name) > 1:
            raise RuleError("same-name", f"two bots are called {name}: give one another name=…")


def _seconds(text: str | None) -> float:
    if text is None:
        return START_SECONDS
    if text.isascii() and text.isdigit() and len(text) < 5 and int(text):
        return float(text)
    raise RuleError("bad-bot", f"start is a number of seconds from 1 to 9999, not {shown(text)}")


def _name(text: str) -> str:
    name = text.strip()
    if not is_name(name):
        raise RuleError("bad-bot", NAME_RULE)
    return name
