"""The lines of the protocol ``scoutbot 1``, as the referee writes and reads them.

One message a line, words with spaces between; what may have spaces in it is
percent-encoded. Seats count from 1 here as in every text. The manual is
scoutcli-bot(7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

from games.errors import RuleError
from games.game import Game
from games.options import Option, Rules, shown

VERSION = 1
HELLO = f"scoutbot {VERSION}"
QUIT = "quit"

LONGEST_TEXT = 200
"""So much is kept of a name or an option that a bot tells of itself."""


def encode(text: str) -> str:
    """A text as one word; an empty one is ``%``."""
    return quote(text, safe="!*'(),:;/@&=+$?[]") or "%"


def decode(word: str) -> str:
    """The text of a word, inverse of `encode`."""
    return "" if word == "%" else unquote(word, errors="replace")


# What the referee says


def set_line(name: str, value: str) -> str:
    """An option of the bot."""
    return f"set {encode(name)} {encode(value)}"


def match_line(game: Game, rules: Rules, seat: int, names: Sequence[str]) -> str:
    """A match begins: the game, the bot's seat, every rule in force, who sits where."""
    said = ",".join(_said(game, rules)) or "-"
    who = " ".join(map(encode, names))
    return f"match {game.name} seats {rules.players} you {seat + 1} rules {said} names {who}"


def _said(game: Game, rules: Rules) -> Iterator[str]:
    """Every option with its value, as `Game.rules` takes it; not one that is out of force."""
    for option in game.options:
        text = Option.write(rules[option.name])
        with suppress(RuleError):
            option.read(text, rules.players)
            yield f"{option.name}:{text}"


def round_line(number: int, totals: Sequence[int | None], starter: int | None, dealt: str) -> str:
    """A round begins: the points so far, who starts if that is known, what the bot sees dealt."""
    first = "" if starter is None else f" starter {starter + 1}"
    return f"round {number} totals {numbers(totals)}{first} {dealt}"


def go_line(clock: str, legal: str | None) -> str:
    """The bot is to choose; `clock` as `Clock.words` gives it, `legal` None if it is not wanted."""
    parts = ["go"]
    if clock:
        parts.append(clock)
    if legal is not None:
        parts.append(f"legal {legal}")
    return " ".join(parts)


def did_line(seat: int, told: str) -> str:
    """What a seat did, or chance (a negative seat)."""
    return f"did {'-' if seat < 0 else seat + 1} {told}"


def see_line(begun: str) -> str:
    """What the bot saw by beginning its move."""
    return f"see {begun}"


def round_end_line(end: str, score: Sequence[int | None]) -> str:
    """A round is over."""
    return f"end round {end} score {numbers(score)}"


def match_end_line(total: Sequence[int | None], winners: Sequence[int]) -> str:
    """A match is over; nobody won one that was abandoned."""
    won = ",".join(str(seat + 1) for seat in winners) or "-"
    return f"end match total {numbers(total)} winners {won}"


def error_line(text: str) -> str:
    """The last answer was not taken."""
    return f"error {' '.join(text.split())}"


def numbers(values: Sequence[int | None]) -> str:
    """Points of all seats."""
    return ",".join("x" if value is None else str(value) for value in values)


# What a bot says

NO_ANSWERS = ("info", "pong")
"""The first words of lines that may come before an answer."""


def first_word(line: str) -> str:
    """The word that says what a line is; "" where there is none."""
    return "".join(line.split(maxsplit=1)[:1])


def played(line: str) -> str | None:
    """The move that a line plays, maybe none (""); None where the line is no answer.

    A move is one word; what stands behind it is not known yet.
    """
    word, move, *_ = (*line.split(maxsplit=2), "", "")
    return move if word == "play" else None


@dataclass(slots=True)
class Introduction:
    """What a bot has said before ``ready``: `hear` takes line after line."""

    name: str = ""
    author: str = ""
    options: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By name: the type and the default, both as the bot wrote them."""
    legal: bool = True
    """Whether it wants the list of legal moves."""
    prompt: bool = False
    """Whether it wants every line as soon as there is one, not with the next question."""
    games: tuple[str, ...] = ()
    ready: bool = False

    def hear(self, line: str) -> None:
        """Take a line; what is not known is passed over."""
        words = line.split()
        match words[:2]:
            case ["id", "name"]:
                self.name = decode(" ".join(words[2:]))[:LONGEST_TEXT]
            case ["id", "author"]:
                self.author = decode(" ".join(words[2:]))[:LONGEST_TEXT]
            case ["option", name] if len(self.options) < LONGEST_TEXT:
                kind, default = (*words[2:4], "", "")[:2]
                self.options[decode(name)] = kind, decode(default) if default else ""
            case ["want", "legal"]:
                self.legal = words[2:3] != ["off"]
            case ["want", "prompt"]:
                self.prompt = words[2:3] != ["off"]
            case ["ready", *_]:
                self.games = tuple(words[1:])
                self.ready = True


def check_options(known: Mapping[str, tuple[str, str]], given: Mapping[str, str]) -> None:
    """Raise RuleError ``no-such-option`` for an option that the bot does not have."""
    for name in given:
        if name not in known:
            has = ", ".join(map(shown, known)) or "none"
            raise RuleError("no-such-option", f"the bot has no option {shown(name)}; it has {has}")
