"""A match in play: deals the rounds, brings chance, makes the moves, adds up the points.

Whoever runs a match (a person's table, a referee between programs, a test)
asks a `Dealer` what is legal and tells it what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.deals import Shuffler
from games.errors import RuleError
from games.game import Chance, Deal, DrawOrder, Event, Game, Move, Round, State
from games.options import Rules

CHANCE = -1
"""The seat of a chance event."""

Listener = Callable[[int, Sequence[Move], State, bool], None]
"""Told of every finished move: seat, its parts with all cards named, the state after it, and
whether it was an opening choice."""

Witness = Callable[[int, Move, State], None]
"""Told of every part of a move that a seat makes, with all cards named, before it is made: seat,
part, the state before it. So it can ask `State.seen` what the others see of it."""


class Dealer:
    """A match between deals: `state` is the round in play, `past` the rounds played.

    The same game, rules, seed and moves give the same match.

    `deal` is the deal of the round in play, `piles` are the new draw piles (and
    whatever else of chance the listener was told) since, in their order. With
    `own_draws` each seat has its own draw order (`games.game.DrawOrder`). Then
    `deal` and `piles` have the cards as they came, and a record of the round
    is made of them, at its end, not of the deal and the piles as they were
    shuffled. Raises RuleError ``no-own-draws`` where the game does not offer it.
    """

    def __init__(
        self,
        game: Game,
        rules: Rules,
        seed: str,
        past: Sequence[Round] = (),
        listener: Listener | None = None,
        *,
        own_draws: bool = False,
        witness: Witness | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.seed = seed
        self.past = list(past)
        self.listener = listener
        self.witness = witness
        self.deal: Deal = None
        self.piles: list[Move] = []
        self.in_round = False
        """Whether a round is in play, or has ended and is not yet put with the others."""
        self._state: State | None = None
        self._shuffler = Shuffler(seed, len(self.past) + 1)
        self._begun: list[Move] = []
        self._own_draws = own_draws
        self._order: DrawOrder | None = self._draw_order()

    @property
    def state(self) -> State:
        """The round in play. Only between `begin_round` and the next."""
        assert self._state is not None, "begin_round comes first"
        return self._state

    @property
    def over(self) -> bool:
        """Whether the match is over. Between rounds."""
        return bool(self.game.over(self.rules, self.past))

    @property
    def totals(self) -> tuple[int | None, ...]:
        """The points of the rounds played so far."""
        return self.game.totals(self.rules.players, self.past)

    def draw_deal(self) -> Deal:
        """The deal of the next round."""
        self._shuffler = Shuffler(self.seed, len(self.past) + 1)
        return self.game.deal(self.rules, self.past, self._shuffler)

    def begin_round(self, deal: Deal) -> list[Event]:
        """Start a round from a deal; the events of chance that come first.

        Raises RuleError where it cannot be the next deal.
        """
        self.game.check_deal(self.rules, self.past, deal)
        state = self.game.begin(self.rules, self.past, deal)
        return self._take_up(deal, state, self._shuffler)

    def resume(self, deal: Deal, state: State, shuffler: Shuffler | None = None) -> list[Event]:
        """Go on with a round that was begun elsewhere; the events of chance that come first.

        `shuffler` has made the draws of this round so far; without it the next
        ones are made as if they were the first. Raises RuleError
        ``no-own-draws`` where each seat is to have its own draw order: what
        was drawn before would have to be known.
        """
        if self._own_draws:
            raise RuleError("no-own-draws", "own draw orders need a round that is begun here")
        return self._take_up(deal, state, shuffler)

    def _take_up(self, deal: Deal, state: State, shuffler: Shuffler | None) -> list[Event]:
        self.deal = deal
        self.piles = []
        self._order = self._draw_order()
        self._state = state
        self.in_round = True
        self._begun = []
        self._shuffler = shuffler or Shuffler(self.seed, len(self.past) + 1)
        return self._settle()

    def play(self, move: Move) -> list[Event]:
        """Make a move for the seat whose turn it is, and what chance brings before and after it.

        Raises RuleError, and changes nothing then.
        """
        state = self.state
        seat = state.turn
        state.check(seat, move)
        events: list[Event] = []
        if (chance := state.chance(move)) is not None:
            events += self._bring(chance)
        choice = state.opening
        completed = state.complete(seat, move)
        if self.witness is not None:
            self.witness(seat, completed, state)
        self._begun.append(completed)
        events += state.apply(seat, move)
        if not state.midturn:
            begun, self._begun = self._begun, []
            self._tell(seat, begun, choice)
        return events + self._settle()

    def end_round(self) -> Round:
        """Put the round that has ended with the others."""
        state = self.state
        played = Round(state.scores(), state.end, state.starter, state.ender, self.deal)
        self.past.append(played)
        self.in_round = False
        return played

    def _settle(self) -> list[Event]:
        """Bring the chance events that are due now."""
        events: list[Event] = []
        while self.state.end is None and (chance := self.state.chance()) is not None:
            events += self._bring(chance)
        self._arrange()
        return events

    def _bring(self, chance: Chance) -> Sequence[Event]:
        move = self.game.draw(chance, self._shuffler)
        events = self.state.apply(CHANCE, move)
        # Who starts by lot is seen from the first move; everything else is written down.
        if chance.kind != "starter":
            self.piles.append(move)
            self._tell(CHANCE, [move], choice=False)
            self._arrange()
        return events

    def _draw_order(self) -> DrawOrder | None:
        return self.game.draw_order(self.rules.players) if self._own_draws else None

    def _arrange(self) -> None:
        """Let the seat to act find on the draw pile what it is to draw."""
        if self._order is None:
            return
        if self.piles:
            self.piles[-1] = self._order.arrange(self.state, self.piles[-1])
        else:
            self.deal = self._order.arrange(self.state, self.deal)

    def _tell(self, seat: int, moves: Sequence[Move], choice: bool) -> None:
        if self.listener is not None:
            self.listener(seat, moves, self.state, choice)
