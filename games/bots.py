"""The players that come with a game, as data; the text that names one, ``expert:time-ms=50``.

A player that searches takes a `Budget`. What a player needs, and how strong it
is, is known without making it, so that nothing slow is loaded before it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.deals import Shuffler
from games.errors import RuleError
from games.options import shown

if TYPE_CHECKING:
    from games.game import Game, Player  # which knows its bots
    from games.search.compiled import Notice

MOST_PLAYOUTS = 10_000_000
MOST_MS = 3_600_000

_HOW = "playouts=2000 or time-ms=50"
_LONGEST_NUMBER = 12
"""Python itself refuses to read numbers of thousands of digits."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a player may spend on one choice: so many playouts, or so many seconds.

    With playouts the same choice is made every time, whatever the machine is
    busy with. Its text is ``playouts=2000`` or, in thousandths of a second,
    ``time-ms=50``. Raises RuleError ``bad-budget`` where it is both, neither,
    or not from 1 to `MOST_PLAYOUTS` and `MOST_MS`.
    """

    playouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.playouts is None) is (self.seconds is None):
            raise RuleError("bad-budget", f"a budget is either playouts or time, as in {_HOW}")
        if self.playouts is not None and not 1 <= self.playouts <= MOST_PLAYOUTS:
            raise RuleError("bad-budget", f"playouts are 1 to {MOST_PLAYOUTS}, not {self.playouts}")
        if self.seconds is not None and not 1 <= self.seconds * 1000 <= MOST_MS:
            raise RuleError(
                "bad-budget", f"time-ms is 1 to {MOST_MS}, not {self.seconds * 1000:.9g}"
            )

    @classmethod
    def read(cls, text: str) -> Budget:
        """The budget that a text stands for. Raises RuleError ``bad-budget``."""
        key, _, value = text.partition("=")
        if value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER:
            if key == "playouts":
                return cls(playouts=int(value))
            if key == "time-ms":
                return cls(seconds=int(value) / 1000)
        raise RuleError("bad-budget", f"{shown(text)} is no budget; one is written {_HOW}")

    def __str__(self) -> str:
        if self.seconds is None:
            return f"playouts={self.playouts}"
        return f"time-ms={self.seconds * 1000:.9g}"


USUAL = Budget(playouts=1000)
"""What a player that searches spends where nothing is said."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A built-in player: `maker` makes it from a seed; if it `searches`, from seed and budget."""

    maker: Callable[..., Player]
    help: str
    """How it plays, in one line."""
    strength: str = ""
    """How strong it is, in a few words."""
    _: KW_ONLY
    searches: bool = False
    """Whether it takes a budget."""
    compiled: bool = False
    """Whether it needs the kernel of its game; see `games.search.compiled`."""
    stateless: bool = False
    """Whether a choice depends on seed and view alone, not on the choices it made before."""

    @property
    def about(self) -> str:
        """How it plays, and how strong it is, where that is said."""
        return f"{self.help} ({self.strength})" if self.strength else self.help

    def make(self, seed: int, budget: Budget | None = None) -> Player:
        """The player; a budget is for one that searches, and passed over by others.

        Raises CompilerMissingError where it is `compiled` and nothing can compile it.
        """
        if self.compiled:
            from games.search.compiled import compiler  # no other player needs it

            compiler()
        return self.maker(seed, budget or USUAL) if self.searches else self.maker(seed)


def make_ready(game: Game, bots: Iterable[str], notice: Notice | None) -> None:
    """Have compiled what bots with these texts (see `Spec`) need, so that none has to wait.

    `notice` is told before that takes a while. Raises RuleError for what is no
    bot, and where it cannot be done: CompilerMissingError says what to install.
    """
    if any(Spec.read(game, bot).bot.compiled for bot in bots):
        from games.search import compiled  # no other bot needs it

        compiled.warm(game.name, notice)


def bot_seed(seed: str, round_number: int, seat: int) -> int:
    """The seed of a bot for one round: the first number of its stream (see `games.deals`).

    The purpose of the stream is ``bot S`` with the seat S from 1. A bot begins
    anew in each round.
    """
    return next(Shuffler(seed, round_number).stream(f"bot {seat + 1}"))


class Spec(NamedTuple):
    """One of a game's bots, with a budget of its own or, without one, the usual one."""

    name: str
    bot: Bot
    budget: Budget | None = None

    @classmethod
    def read(cls, game: Game, text: str) -> Spec:
        """The bot that a text names: ``greedy``, ``expert``, ``expert:time-ms=50``.

        Raises RuleError: ``unknown-bot``; ``no-search`` for a budget where it
        has no use; ``bad-budget``.
        """
        name, colon, budget = text.partition(":")
        bot = game.bots.get(name)
        if bot is None:
            raise RuleError(
                "unknown-bot", f"{game.title} has no bot {shown(name)}; {_hint(game, name)}"
            )
        if not colon:
            return cls(name, bot)
        if not bot.searches:
            raise RuleError(
                "no-search",
                f"{name} does not search, so it takes no budget: leave out {shown(budget)}",
            )
        return cls(name, bot, Budget.read(budget))

    def make(self, seed: int) -> Player:
        """The player. Raises CompilerMissingError as `Bot.make` does."""
        return self.bot.make(seed, self.budget)

    def __str__(self) -> str:
        return self.name if self.budget is None else f"{self.name}:{self.budget}"


def _hint(game: Game, name: str) -> str:
    """Which bot was meant, or which there are."""
    from difflib import get_close_matches  # only where something was mistyped

    close = get_close_matches(name[:40], game.bots, 1)
    return f"did you mean {close[0]}?" if close else f"it has {', '.join(game.bots) or 'none'}"
