"""A built-in bot behind the protocol ``scoutbot 1``: the other side of the referee's pipes."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import UnsupportedOperation
from queue import Queue
from typing import BinaryIO

from games.bots import USUAL, Budget, Spec, bot_seed
from games.errors import RuleError
from games.options import shown
from notation.diagnostics import TextError
from scoutcli import __version__
from scoutcli.arena import protocol
from scoutcli.arena.listener import Listener, bad_line
from scoutcli.arena.thinker import Thinker, seconds_for

LONGEST_LINE = 1 << 20
"""So many bytes of a line are read; the rest of it is passed over."""

MOST_WAITING = 100
"""So many lines are read ahead while the bot thinks."""

Say = Callable[[str], None]
"""Takes a line."""


class Client:
    """One bot: it hears line after line, and says its own.

    `specs` has for each game the bot that plays it, `name` is what they are
    called. What they need is ready (see `games.search.compiled.warm`). What is
    to be read by people goes to `warn`.
    """

    def __init__(
        self,
        name: str,
        specs: Mapping[str, Spec],
        say: Say,
        warn: Say = lambda _: None,
    ) -> None:
        self._name = name
        self._specs = specs
        self._say = say
        self._warn = warn
        self._options = {"seed": "", **_budget_options(specs.values())}
        self._introduced = False
        # Of the match in play.
        self._listener: Listener | None = None
        self._seed = ""
        self._thinker: Thinker

    def hear(self, line: str) -> bool:
        """Do what a line asks for; whether the next one is to come.

        A line that is not known is passed over. Raises RuleError for one that
        cannot be right at that moment; nothing can follow then.
        """
        command, *words = line.split() or [""]
        try:
            return self._obey(command, words)
        except (RuleError, TextError) as error:
            raise RuleError(
                error.code, f"{error.message}; the line is {shown(line, 80)}"
            ) from error

    def _obey(self, command: str, words: Sequence[str]) -> bool:
        match command:
            case "quit":
                return False
            case "scoutbot":
                self._introduce(words)
            case "ping":
                self._say(" ".join(("pong", *words)))
            case "set":
                self._set(words)
            case "match":
                self._begin_match(words)
            case "round":
                match = self._match
                match.begin_round(words)
                self._thinker.begin_round(bot_seed(self._seed, match.number, match.place.seat))
            case "did":
                self._match.did(words)
            case "see":
                self._match.see(words)
            case "go":
                self._go(words)
            case "end" if words[:1] == ["match"]:
                self._listener = None
            case "end" if words[:1] == ["round"]:
                self._match.end_round(words[1:])
            case "error":
                self._warn(f"the referee says: {' '.join(words)}")
        return True

    @property
    def _match(self) -> Listener:
        if self._listener is None:
            raise bad_line("no match is being played")
        return self._listener

    def _introduce(self, words: Sequence[str]) -> None:
        if words[:1] != [str(protocol.VERSION)]:
            raise bad_line(f"this bot speaks {protocol.HELLO}")
        self._say(f"id name {protocol.encode(f'{self._name} {__version__}')}")
        self._say(f"id author {protocol.encode('the scoutcli authors')}")
        for name, default in self._options.items():
            kind = "text" if name == "seed" else "int"
            self._say(f"option {name} {kind} {protocol.encode(default)}")
        self._say("want legal off")
        self._say(f"ready {' '.join(self._specs)}")
        self._introduced = True

    def _set(self, words: Sequence[str]) -> None:
        name, value = map(protocol.decode, (*words, "", "")[:2])
        if name not in self._options:
            self._warn(f"there is no option {shown(name)}; there is {', '.join(self._options)}")
            return
        if name != "seed":
            _budget({**self._options, name: value})
        self._options[name] = value

    def _begin_match(self, words: Sequence[str]) -> None:
        if not self._introduced:
            raise bad_line(f"{protocol.HELLO} comes first")
        name = words[0] if words else ""
        if name not in self._specs:
            raise bad_line(f"this bot plays {', '.join(self._specs)}, not {shown(name)}")
        self._listener = Listener(words)
        bot = self._specs[name].bot
        self._thinker = Thinker(bot, _budget(self._options) if bot.searches else None)
        # Without a seed each match gets one of its own.
        self._seed = self._options["seed"] or os.urandom(8).hex()

    def _go(self, words: Sequence[str]) -> None:
        match = self._match
        view, legal = match.question()
        move = self._thinker.choose(view, legal, seconds_for(words))
        self._say(f"play {match.notation.choice(move)}")


_TIME, _PLAYOUTS = "time-ms", "playouts"


def _budget_options(specs: Iterable[Spec]) -> dict[str, str]:
    """The options that say how long a bot searches, with their defaults; none if it does not."""
    for spec in specs:
        if spec.bot.searches:
            budget = spec.budget or USUAL
            playouts = USUAL.playouts if budget.playouts is None else budget.playouts
            ms = 0 if budget.seconds is None else round(budget.seconds * 1000)
            return {_PLAYOUTS: str(playouts), _TIME: str(ms)}
    return {}


def _budget(options: Mapping[str, str]) -> Budget:
    """What a choice may cost: a time, or where that is 0 so many playouts.

    Raises RuleError ``bad-budget``.
    """
    name = _PLAYOUTS if options[_TIME] == "0" else _TIME
    return Budget.read(f"{name}={options[name]}")


# Lines in and out


def serve(client: Client, stream: BinaryIO, say: Say) -> None:
    """Let a bot hear all that comes from `stream`, until that ends or says ``quit``.

    A ``ping`` is answered at once, whatever the bot is doing; so `say` is
    called from two threads. Raises what `Client.hear` and `say` raise.
    """
    waiting: Queue[str | None] = Queue(MOST_WAITING)
    # A daemon, as it may wait for a line for ever after the bot has ended.
    threading.Thread(target=_read, args=(stream, waiting, say), daemon=True).start()
    while (line := waiting.get()) is not None and client.hear(line):
        pass


def _read(stream: BinaryIO, waiting: Queue[str | None], say: Say) -> None:
    """Put all lines into a queue, and None behind them; answer pings."""
    try:
        with suppress(OSError), _own(stream) as lines:
            for line in read_lines(lines):
                command, *words = line.split() or [""]
                if command == "ping":
                    say(" ".join(("pong", *words)))
                else:
                    waiting.put(line)
    finally:
        waiting.put(None)


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream without their ends, each cut to `LONGEST_LINE` bytes."""
    while line := stream.readline(LONGEST_LINE):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE)
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def _own(stream: BinaryIO) -> BinaryIO:
    """The same file with a buffer of its own: Python waits for the lock of that of stdin at exit,
    which the thread that reads may hold.
    """
    try:
        return os.fdopen(os.dup(stream.fileno()), "rb")
    except UnsupportedOperation:  # no file, as in tests
        return stream
