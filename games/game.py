"""What every game offers: facts as data, and a state machine for one round.

Seats count from 0 here and from 1 in every text. A *match* is a list of
rounds; a *round* goes from a deal to its score and is a `State`. Chance (the
deal, a starter by lot, a new draw pile) never hides in a move: it is a value
of its own that somebody outside, a dealer or a record, brings.

A move names the cards it touches as far as its maker knows them; `State.check`
compares them with the cards that lie there, and where the state itself does
not know a card (a record noted at a table, the view of one seat) it learns it
from the move.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from games.bots import Bot
from games.deals import Shuffler
from games.errors import RuleError
from games.options import Option, Rules, make_rules

Move = Any
"""A move or a chance event: a NamedTuple of its game. Two of different kinds are never equal."""

Event = Any
"""Something that a move caused: a NamedTuple of its game, its first field the seat (or -1)."""

Deal = Any
"""What a round starts from: a frozen value of its game."""

View = Any
"""What one seat may know: a frozen value of its game, with `game`, `seat`, `turn` and `players`."""


@dataclass(frozen=True, slots=True)
class Round:
    """A finished (or noted) round as later rounds and the match need it. None is not known."""

    scores: tuple[int | None, ...]
    end: str | None = None
    starter: int | None = None
    ender: int | None = None
    deal: Deal = None


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance event that is due: what kind it is, and from what it is drawn.

    `kind` is a word of the game (``starter``, ``pile``); `among` are the seats
    or cards it is drawn from.
    """

    kind: str
    among: tuple[int, ...]


class State(ABC):
    """One round in play. `turn` is the seat to act, -1 when none is."""

    __slots__ = ()

    rules: Rules
    players: int
    turn: int
    end: str | None
    """How the round ended: a word of `Game.ends`; None while it goes on."""
    starter: int | None
    """The seat that makes the first move after the opening; None until known."""
    ender: int | None
    """The seat that ended the round, where that matters later; else None."""
    opening: bool
    """Whether the choices that all make at once are still being made."""
    midturn: bool
    """Whether `turn` has begun a move that it must still finish (a card drawn, not yet placed)."""
    certain: bool
    """Whether all that the score and the end depend on is known."""
    unchecked: int
    """How many moves could be checked in part only, because cards were not known."""

    @abstractmethod
    def legal(self) -> list[Move]:
        """Every legal move of the seat to act, each once, in canonical order."""

    @abstractmethod
    def check(self, seat: int, move: Move) -> None:
        """Raise a RuleError that names the rule which `move` breaks; return if it breaks none.

        Tests rule by rule and does not look into `legal()`.
        """

    @abstractmethod
    def apply(self, seat: int, move: Move) -> Sequence[Event]:
        """Make a move that `check` let pass (or a chance event, seat -1); the events it caused."""

    def advance(self, seat: int, move: Move) -> None:
        """Make a move as `apply` does, for whoever does not ask what it caused."""
        self.apply(seat, move)

    @abstractmethod
    def complete(self, seat: int, move: Move) -> Move:
        """The same move with every card it touches named, as a record writes it. Before `apply`."""

    @abstractmethod
    def seen(self, seat: int, move: Move, by: int) -> Move:
        """A completed move of `seat` as the seat `by` sees it. Before `apply`."""

    @abstractmethod
    def chance(self, move: Move | None = None) -> Chance | None:
        """The chance event that must come now, or before `move` can be made; None if none must."""

    @abstractmethod
    def claim(self, end: str) -> None:
        """Take a record's word that the round ended here as `end` says.

        Raises RuleError ``wrong-end`` where the rules know better; where they
        cannot know (cards nobody noted) the record is believed.
        """

    @abstractmethod
    def scores(self) -> tuple[int | None, ...]:
        """The points of this round for each seat, once it has ended; None where not known."""

    @abstractmethod
    def view(self, seat: int) -> View:
        """What `seat` may know, and nothing else."""

    def public_view(self) -> View | None:
        """What all may know, as a view with the seat -1; None where the game has none of that kind.

        A table where several people share a screen shows it between their turns.
        """
        return None

    @abstractmethod
    def copy(self) -> State:
        """An independent copy."""


class Player(Protocol):
    """Somebody who chooses moves: a bot, a person, a program at the end of a pipe."""

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`, given what the seat knows."""
        ...


class DrawOrder(ABC):
    """The own draw orders of all seats in one round: what a seat draws is less a matter of luck.

    A seat's k-th draw from a pile is the same card whatever the others draw,
    as far as the pile allows. So where a deal is played again with others in
    the seats, they differ by what they made of the same cards.
    """

    @abstractmethod
    def arrange(self, state: State, source: Deal | Move) -> Deal | Move:
        """Put on top of the draw pile what the seat to act gets if it draws now.

        To be called before every move and once the round has ended. `source`
        is where the draw pile came from, the deal or a chance event; returned
        is the same with the cards in the order in which they came, the rest
        behind them.
        """


class Game(ABC):
    """The facts of a game, and its rounds."""

    name: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[range]
    """The numbers of players it can be played with."""
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]]
    ends: ClassVar[tuple[str, ...]]
    """The words for how a round can end by the rules."""
    lowest_wins: ClassVar[bool]
    setup: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """What is dealt for each number of players, as a table for people: its head, then a row for
    each number, which stands first."""
    bots: ClassVar[Mapping[str, Bot]]
    """The built-in players by name, from weak to strong."""

    def rules(
        self, players: int, given: Mapping[str, object] | None = None, preset: str | None = None
    ) -> tuple[Rules, list[Any]]:
        """Rules for so many players, and warnings; see `make_rules`."""
        return make_rules(self.options, self.presets, players, given or {}, preset)

    @abstractmethod
    def deal(self, rules: Rules, past: Sequence[Round], shuffler: Shuffler) -> Deal:
        """The deal of the next round."""

    @abstractmethod
    def check_deal(self, rules: Rules, past: Sequence[Round], deal: Deal) -> None:
        """Raise RuleError where `deal` cannot be the next one (a card twice, a hand too long …)."""

    @abstractmethod
    def unknown_deal(self, rules: Rules) -> Deal:
        """A deal of which nothing is known."""

    @abstractmethod
    def seen_deal(self, deal: Deal, by: int) -> Deal:
        """What the seat `by` sees of a deal."""

    @abstractmethod
    def begin(self, rules: Rules, past: Sequence[Round], deal: Deal) -> State:
        """A round at its start, from a deal that `check_deal` let pass."""

    @abstractmethod
    def draw(self, chance: Chance, shuffler: Shuffler) -> Move:
        """What `chance` turns out to be: the event to `apply` with seat -1."""

    def draw_order(self, players: int) -> DrawOrder:
        """What gives each seat its own draw order in a round of so many players.

        Raises RuleError ``no-own-draws`` where the game does not offer it.
        """
        raise RuleError("no-own-draws", f"{self.title} has no draw order of its own for each seat")

    @abstractmethod
    def started(self, seat: int) -> Move:
        """The chance event that `seat` starts, where a record tells it by its first move."""

    def appraise(self, view: View, legal: Sequence[Move]) -> Sequence[float] | None:
        """What each of the legal moves is worth by a rule of thumb: more is better.

        For lists that people look at: cheap, without anything compiled, and the
        numbers of one list can be compared with each other only. None: the game
        has no opinion.
        """
        return None

    @abstractmethod
    def over(self, rules: Rules, past: Sequence[Round]) -> bool | None:
        """Whether the match is over after these rounds; None where scores not known decide it."""

    def totals(self, players: int, past: Sequence[Round]) -> tuple[int | None, ...]:
        """The sums of the rounds' points; None where one of them is not known."""
        sums: list[int | None] = [0] * players
        for played in past:
            for seat, points in enumerate(played.scores):
                before = sums[seat]
                sums[seat] = None if before is None or points is None else before + points
        return tuple(sums)

    def winners(self, totals: Sequence[int]) -> tuple[int, ...]:
        """The seats that win a finished match with these totals; several share it."""
        best = min(totals) if self.lowest_wins else max(totals)
        return tuple(seat for seat, total in enumerate(totals) if total == best)
