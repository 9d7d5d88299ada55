"""What the commands of the engine do."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import unquote

import games
from games.bots import Spec
from games.errors import RuleError
from games.game import Game
from games.options import Rules, shown
from games.search import compiled
from games.search.compiled import Notice
from scoutcli import __version__
from scoutcli.engine.desk import Desk
from scoutcli.engine.loading import load
from scoutcli.engine.verbs import BY_NAME, VERBS, Verb, find, meant
from scoutcli.naming import NAME_RULE, is_name
from scoutcli.options import SeedType, not_for, players_for
from scoutcli.rewrite import Replacement

_OWN = ("players", "names", "seed", "preset")
"""What `new` takes beside the options of the game."""

_LONGEST_NUMBER = 9

Answer = str | Sequence[str]
"""An answer: its text, or its lines."""


class Engine:
    """A desk, and the commands that work on it.

    `seed` is that of matches which name none; without it a fresh one is made
    up for each. `notice` is told what takes a while, and warnings.
    """

    def __init__(self, seed: str | None, notice: Notice) -> None:
        self.done = False
        """Whether it was asked to quit."""
        self._seed = seed
        self._tell = notice
        self._desk: Desk | None = None
        self._warm: set[str] = set()
        """The games whose kernels are ready."""
        self._do: dict[str, Callable[[str], Answer]] = {
            "new": self._new,
            "deal": self._deal,
            "position": self._position,
            "load": self._load,
            "turn": self._turn,
            "legal": self._legal,
            "play": self._play,
            "undo": self._undo,
            "redo": lambda text: self._at_desk.redo(_count(text)),
            "best": self._best,
            "go": lambda text: self._at_desk.go(self._bot(text)),
            "show": self._show,
            "view": lambda text: self._at_desk.position(self._seat(text)),
            "over": lambda _: _OVER[self._at_desk.over],
            "score": lambda _: self._at_desk.score(),
            "record": lambda _: self._at_desk.record(),
            "save": self._save,
            "save!": self._save_over,
            "help": self._help,
            "list_commands": lambda _: [verb.name for verb in VERBS],
            "known_command": lambda text: "true" if text in BY_NAME else "false",
            "protocol_version": lambda _: "2",
            "name": lambda _: "scoutcli",
            "version": lambda _: __version__,
            "quit": self._quit,
        }
        assert self._do.keys() == BY_NAME.keys()

    def run(self, name: str, text: str) -> Answer:
        """Carry out a command; its answer. Raises RuleError, TextError, UsageError, OSError."""
        verb = find(name)
        verb.check(len(text.split()))
        return self._do[verb.name](text)

    @property
    def _at_desk(self) -> Desk:
        if self._desk is None:
            raise RuleError("no-match", "there is no match: new, position or load begins with one")
        return self._desk

    def _fresh_seed(self) -> str:
        return self._seed or os.urandom(8).hex()

    # What is in hand

    def _new(self, text: str) -> Answer:
        name, *rest = text.split()
        game = games.get(name)
        said = _pairs(game, rest)
        seed = said.pop("seed", None)
        names = [unquote(part) for part in said.pop("names", "").split(",") if part]
        rules = self._rules(game, said, len(names))
        _check_names(names, rules.players)
        seed = self._fresh_seed() if seed is None else SeedType().convert(seed, None, None)
        self._desk = Desk.begin(game, rules, names, seed)
        return f"seed {seed}"

    def _rules(self, game: Game, said: dict[str, str], names: int) -> Rules:
        """The rules of a new match; what means nothing in it is told as a warning."""
        number = said.pop("players", None)
        players = (names or None) if number is None else _number(number)
        if players is not None and players not in game.players:
            raise RuleError("wrong-players", not_for(game, players))
        rules, warnings = game.rules(players_for(game, players), said, said.pop("preset", None))
        for warning in warnings:
            self._tell(f"Warning: {warning.message} [{warning.code}]")
        return rules

    def _deal(self, text: str) -> Answer:
        return f"round {self._at_desk.deal(text)}"

    def _position(self, text: str) -> Answer:
        if not text:
            return self._at_desk.position()
        seed = self._fresh_seed() if self._desk is None else self._desk.seed
        self._desk = Desk.from_position(text, seed)
        return ()

    def _load(self, text: str) -> Answer:
        name, _, last = text.rpartition(" ")
        numbered = bool(name) and last.isascii() and last.isdigit()
        path = _path(name.strip() if numbered else text)
        number = _number(last) if numbered else 1
        self._desk = load(path, number, self._fresh_seed, self._tell)
        return f"seed {self._desk.seed}"

    # Moves

    def _legal(self, _: str) -> Answer:
        desk = self._at_desk
        return " ".join(map(desk.notation.choice, desk.round.state.legal()))

    def _play(self, text: str) -> Answer:
        return self._at_desk.play(text)

    def _undo(self, text: str) -> Answer:
        self._at_desk.undo(_count(text))
        return ()

    def _best(self, text: str) -> Answer:
        desk = self._at_desk
        return desk.notation.choice(desk.best(self._bot(text)))

    def _bot(self, text: str) -> Spec:
        """The bot that a text names, ready to play."""
        game = self._at_desk.game
        spec = Spec.read(game, text)
        if spec.bot.compiled and game.name not in self._warm:
            compiled.warm(game.name, self._tell)
            self._warm.add(game.name)
        return spec

    # What is told

    def _turn(self, _: str) -> Answer:
        turn = self._at_desk.turn
        return "-" if turn < 0 else str(turn + 1)

    def _show(self, text: str) -> Answer:
        return self._at_desk.show(self._seat(text) if text else None)

    def _seat(self, text: str) -> int:
        """The seat that a text names, from 0."""
        players = self._at_desk.sheet.rules.players
        number = _number(text)
        if not 1 <= number <= players:
            raise RuleError("no-such-seat", f"there is no seat {number}: seats are 1 to {players}")
        return number - 1

    def _save(self, text: str) -> Answer:
        if os.path.lexists(_path(text)):
            raise RuleError(
                "file-exists", f"{shown(text, 100)} is there already: save! writes over it"
            )
        return self._save_over(text)

    def _save_over(self, text: str) -> Answer:
        data = self._at_desk.record().encode()
        with Replacement(str(_path(text))) as file:
            file.stream.write(data)
            file.commit()
        return ()

    def _help(self, text: str) -> Answer:
        verbs: Sequence[Verb] = (find(text),) if text else VERBS
        return [f"{verb.usage}: {verb.help}" for verb in verbs]

    def _quit(self, _: str) -> Answer:
        self.done = True
        return ()


_OVER = {True: "yes", False: "no", None: "unknown"}


def _pairs(game: Game, words: Sequence[str]) -> dict[str, str]:
    """What stands behind the game: ``players=3 flip=rotate``. Raises RuleError."""
    said: dict[str, str] = {}
    known = [*_OWN, *(option.name for option in game.options)]
    for word in words:
        key, equals, value = word.partition("=")
        if not (equals and value):
            raise RuleError("wrong-arguments", f"{shown(word)} is not KEY=VALUE, as in players=3")
        if key not in known:
            raise RuleError(
                "unknown-option", f"there is no option {shown(key)}; {meant(key, known)}"
            )
        if key in said:
            raise RuleError("wrong-arguments", f"{key} is there twice")
        said[key] = value
    return said


def _check_names(names: Sequence[str], players: int) -> None:
    """Raise RuleError ``bad-names`` where seats cannot be called so."""
    if names and len(names) != players:
        raise RuleError("bad-names", f"{players} players have {players} names, not {len(names)}")
    for name in names:
        if not is_name(name) or name.strip() != name:
            raise RuleError("bad-names", NAME_RULE)


def _path(text: str) -> Path:
    """The file of that name; ``~`` is the home folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # nobody's home
        return Path(text)


def _count(text: str) -> int:
    """How many moves are meant: one, if nothing is said. Raises RuleError ``bad-number``."""
    if text == "0":
        raise RuleError("bad-number", "no move at all is too few")
    return _number(text) if text else 1


def _number(text: str) -> int:
    """A whole number. Raises RuleError ``bad-number``."""
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise RuleError("bad-number", f"{shown(text)} is no whole number")
    return int(text)
