"""One round of SKYJO: whose turn it is, what may be done, and what it does.

A round starts with two cards that every seat opens for itself and that are
turned up when all have chosen; then turns follow until an end. Of a round
noted at a table only a part may be known: UNKNOWN cards, places of which it is
not known what lies there and how (`unsure`), moves that nobody noted. What is
known is checked; all that deals with the rest is in `gaps`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.errors import RuleError
from games.game import Chance, Event, Move, Round
from games.game import State as BaseState
from games.options import Rules
from games.skyjo import explain, gaps, scoring
from games.skyjo.cards import (
    ALL,
    BITS,
    COLUMN_MATES,
    COLUMN_REST,
    COUNTS,
    EMPTY,
    LINE_SETS,
    LINES,
    PLACES,
    ROW_MATES,
    ROW_REST,
    UNKNOWN,
    VALUES,
    place_name,
    places_in,
)
from games.skyjo.moves import (
    REVEALS,
    Chose,
    Cleared,
    Draw,
    Drew,
    Ended,
    Flipped,
    Lines,
    Opened,
    Pile,
    Placed,
    Reshuffled,
    Reveal,
    Revealed,
    Started,
    Starter,
    Swap,
    Take,
    Turn,
    Turned,
    Unnoted,
    first_halves,
    swaps,
    turns,
)
from games.skyjo.view import View, view_of

NOBODY = -1
NONE: Lines = ()
# An event is made for every move; this is twice as fast as calling its class.
_event = tuple.__new__

# The kinds of move that can come next.
OPENING: tuple[type, ...] = (Reveal, Unnoted)
TURN: tuple[type, ...] = (Draw, Take, Unnoted)
DRAWN: tuple[type, ...] = (Swap, Turn)
PILED: tuple[type, ...] = (Draw, Unnoted)
CHANCE: tuple[type, ...] = (Starter,)
OVER: tuple[type, ...] = ()


class Deal(NamedTuple):
    """The grids in reading order, the first discard, the draw pile with its top first."""

    grids: tuple[tuple[int, ...], ...]
    up: int
    stock: tuple[int, ...]


class State(BaseState):
    """A round in play. `grids`, `opened`, `gone` and `unsure` have one entry for each seat."""

    __slots__ = (
        "_clear_last", "_limit", "_turn_one", "at", "candidates", "certain", "chosen", "discard",
        "drawn", "end", "ender", "full", "gone", "grids", "midturn", "mixed", "must_draw", "now",
        "number", "opened", "opening", "partly", "piles", "players", "rows_count", "rules", "said",
        "slack", "starter", "stock", "totals", "turn", "turns", "unchecked", "unseen", "unsure",
    )  # fmt: skip

    def __init__(
        self, rules: Rules, deal: Deal, number: int = 1, totals: Sequence[int | None] = ()
    ) -> None:
        self.rules = rules
        self.players = players = rules.players
        self.rows_count = bool(rules["clear_rows"])
        self._clear_last = bool(rules["final_clear"])
        self._turn_one = rules["draw_exhausted"] == "turn-one"
        self._limit = rules.number("turn_limit")
        self.number = number
        self.totals = tuple(totals) or (0,) * players
        self.grids = [list(grid) for grid in deal.grids]
        self.opened = [0] * players
        """The places whose cards lie open, as a set."""
        self.gone = [0] * players
        """The places whose cards were cleared."""
        self.unsure = [0] * players
        """The places of which it is not known what lies there, nor whether it is open."""
        self.discard = [deal.up]
        self.stock = deal.stock
        self.at = 0
        """How many cards of `stock` were drawn."""
        self.drawn: int | None = None
        self.must_draw = False
        """Whether a new draw pile was made for the seat to act, which therefore draws."""
        self.piles = 0
        """How many new draw piles were made."""
        self.mixed: list[int] | None = None
        """Of a draw pile whose cards are known but not their order: how often each is in it, a
        card that was drawn and not yet shown too. See `gaps.come_to_light`."""
        self.turns = 0
        self.chosen: list[Move] = []
        """The cards opened before the first turn, until all have chosen."""
        self.opening = True
        self.midturn = False
        self.turn = 0
        self.starter: int | None = None
        self.candidates: tuple[int, ...] = ()
        """The seats that may start, where `starter` is not known; empty while cards decide it."""
        self.ender: int | None = None
        self.end: str | None = None
        self.now = OPENING
        self.slack = 0
        """How many moves were not noted, so that the draw pile may be so much smaller."""
        self.said: Lines | None = None
        """The lines that a move says it completes, where the cards do not tell."""
        self.partly = False
        """Whether something in the turn so far could not be checked."""
        self.unchecked = 0
        self.recount()

    def recount(self) -> None:
        """Find out which cards are nowhere to be seen, and whether all is known."""
        counts = list(COUNTS)
        for grid in self.grids:
            for card in grid:
                counts[card] -= 1
        for card in self.discard:
            counts[card] -= 1
        for card in self.stock[self.at :]:
            counts[card] -= 1
        if self.drawn is not None:
            counts[self.drawn] -= 1
        self.unseen = counts
        """For each value how many cards of it the record has not named, see `cards.SLOTS`."""
        self.full = not counts[UNKNOWN] and not self.slack and not any(self.unsure)
        """Whether everything is known."""
        self.certain = self.full or all(UNKNOWN not in grid for grid in self.grids)

    def find_starter(self, past: Sequence[Round]) -> None:
        """Settle who starts where the rounds before do (rules: "Starter")."""
        way = self.rules["next_starter"]
        if not past or way == "highest":
            return
        before = past[-1]
        if way == "rotate":
            seat = None if before.starter is None else (before.starter + 1) % self.players
        elif before.ender is None and before.end == "limit" and None not in before.scores:
            seat = before.starter  # nobody had opened everything
        else:
            seat = before.ender
        self.starter = seat
        if seat is None:
            self.candidates = tuple(range(self.players))

    # What is legal

    def legal(self) -> list[Move]:
        seat = self.turn
        if seat < 0:
            return []
        if self.opening:
            return list(REVEALS)
        occupied = ALL & ~self.gone[seat]
        if self.midturn:
            return [*swaps(occupied), *turns(occupied & ~self.opened[seat])]
        if self.must_draw:
            return [first_halves(0)[0]]
        return list(first_halves(occupied))

    def check(self, seat: int, move: Move) -> None:
        kind = type(move)
        if seat != self.turn or kind not in self.now:
            self._check_chance(seat, move)
            return
        if kind is Draw:
            card = move[0]
            if card is not None and self.at < len(self.stock) and card != self.stock[self.at]:
                self._compare("the top of the draw pile", self.stock[self.at], card, "hidden")
        elif kind is Swap:
            place, out, cleared, card, _ = move
            drawn = self.drawn
            if card is not None and card != drawn:
                assert drawn is not None
                self._compare("the drawn card", drawn, card)
                drawn = card if drawn == UNKNOWN else drawn
            self._check_put(seat, place, drawn, out, cleared)  # type: ignore[arg-type]
        elif kind is Take:
            place, card, out, cleared, _ = move
            top = self.discard[-1]
            if card is not None and card != top:
                self._compare("the top of the discard pile", top, card)
                top = card if top == UNKNOWN else top
            self._check_put(seat, place, top, out, cleared)
        elif kind is Turn:
            self._check_turn(seat, move)
        elif kind is Reveal:
            self._check_reveal(seat, move)
        elif kind is Starter:
            self._check_chance(seat, move)
        if not self.full:
            gaps.check(self, seat, move)

    def _check_chance(self, seat: int, move: Move) -> None:
        """A chance event is due; nothing else can come, seat or move, that is not expected."""
        if seat < 0 and isinstance(move, Pile):
            gaps.check_pile(self, move)
        elif seat < 0 and isinstance(move, Starter) and self.chance() is not None:
            if move.seat not in self.candidates:
                among = " or ".join(str(other + 1) for other in self.candidates)
                raise RuleError("not-your-turn", f"seat {among} starts, not seat {move.seat + 1}")
        else:
            raise explain.out_of_order(self, seat, move)

    @staticmethod
    def _compare(where: str, real: int, said: int, *about: str | int) -> None:
        """Raise where two cards that are not the same are both known."""
        if said not in VALUES and said != UNKNOWN:
            raise RuleError("skyjo-no-such-card", f"there is no card {said}; they are -2 to 12")
        if UNKNOWN not in (real, said):
            raise explain.wrong_card(where, real, said, *about)

    def _check_put(
        self, seat: int, place: int, card: int, out: int | None, cleared: Lines | None
    ) -> None:
        """A card can be put there, `out` lies there, and these lines are complete then."""
        if not 0 <= place < PLACES:
            gaps.check_unsaid(self, seat, place, card, out, cleared)
            return
        there = self.grids[seat][place]
        if there == EMPTY:
            raise explain.cleared_place(place)
        if out is not None and out != there:
            hidden = not self.opened[seat] >> place & 1
            about = ("hidden", seat, place) if hidden else ()
            self._compare(place_name(place), there, out, *about)
        if cleared is not None and cleared != self.lines(seat, place, card):
            gaps.check_lines(self, seat, place, card, cleared)

    def _check_turn(self, seat: int, move: Move) -> None:
        """The place is hidden, and the cards are those said."""
        place, out, cleared, card, _ = move
        if card is not None and card != self.drawn:
            assert self.drawn is not None
            self._compare("the drawn card", self.drawn, card)
        if not 0 <= place < PLACES:
            gaps.check_unsaid(self, seat, place, None, out, cleared)
            return
        there = self.grids[seat][place]
        if there == EMPTY:
            raise explain.cleared_place(place)
        if self.opened[seat] >> place & 1:
            raise explain.not_hidden(place)
        if out is not None and out != there:
            self._compare(place_name(place), there, out, "hidden", seat, place)
            there = out if there == UNKNOWN else there
        if cleared is not None and cleared != self.lines(seat, place, there):
            try:
                gaps.check_lines(self, seat, place, there, cleared)
            except RuleError as error:
                # What is complete depends on the card that lies there.
                error.about = ("hidden", seat, place)
                raise

    def _check_reveal(self, seat: int, move: Move) -> None:
        """Two different places, and the cards that lie there."""
        places, cards, _ = move
        for place in places:
            if not -1 <= place < PLACES:
                raise explain.no_such_place(place)
        if places[0] == places[1] >= 0:
            raise RuleError("skyjo-same-place", "the two cards to open lie at different places")
        for place, card in zip(places, cards or (), strict=False):
            if place >= 0:
                there = self.grids[seat][place]
                if card != there:
                    self._compare(place_name(place), there, card, "hidden", seat, place)

    def lines(self, seat: int, place: int, card: int) -> Lines:
        """The lines that are complete with `card` open at `place` (rules: "Column")."""
        grid, opened = self.grids[seat], self.opened[seat]
        first, second = COLUMN_MATES[place]
        rest = COLUMN_REST[place]
        column = card == grid[first] == grid[second] and opened & rest == rest and card != UNKNOWN
        if not self.rows_count:
            return (place & 3,) if column else NONE
        rest = ROW_REST[place]
        row = opened & rest == rest and card != UNKNOWN
        for other in ROW_MATES[place]:
            row = row and grid[other] == card
        found = (place & 3,) if column else NONE
        return (*found, 4 + (place >> 2)) if row else found

    # What a move does

    def apply(self, seat: int, move: Move) -> Sequence[Event]:
        if self.full:
            return self.make(seat, move)
        return gaps.apply(self, seat, move)

    def make(self, seat: int, move: Move) -> Sequence[Event]:
        """Make a move whose cards are known as well as they ever will be."""
        kind = type(move)
        if kind is Draw:
            if self.at == len(self.stock):
                raise RuleError(
                    "skyjo-pile-missing", "the draw pile is empty: a new one has to come first"
                )
            self.drawn = card = self.stock[self.at]
            self.at += 1
            self.must_draw = False
            self.midturn = True
            self.now = DRAWN
            return (_event(Drew, (seat, card)),)
        if kind is Reveal or (kind is Unnoted and self.opening):
            return self._choose(seat, move)
        if kind is Starter:
            return self._start(move[0])
        if kind is Pile:
            return self._renew(move)
        if kind is Unnoted:
            return gaps.miss(self, seat)
        place = move[0]
        if place < 0:
            return gaps.make_unsaid(self, seat, move)
        if kind is Take:
            return self._put(seat, place, self.discard.pop(), True)
        drawn = self.drawn
        assert drawn is not None
        self.drawn = None
        self.midturn = False
        if kind is Swap:
            return self._put(seat, place, drawn, False)
        self.discard.append(drawn)
        turned = self.grids[seat][place]
        self.opened[seat] |= BITS[place]
        return self.pass_on(seat, place, turned, _event(Turned, (seat, place, turned, drawn)))

    def _put(self, seat: int, place: int, card: int, taken: bool) -> Sequence[Event]:
        """Put a card at a place, open, and what lies there on the discard pile."""
        grid = self.grids[seat]
        out = grid[place]
        grid[place] = card
        self.opened[seat] |= BITS[place]
        self.discard.append(out)
        return self.pass_on(seat, place, card, _event(Placed, (seat, place, card, out, taken)))

    def pass_on(self, seat: int, place: int, card: int, event: Event) -> Sequence[Event]:
        """Clear what `card` at `place` completes, then end the turn (rules: "End")."""
        lines = self.said
        if lines is None:
            lines = self.lines(seat, place, card) if place >= 0 else NONE
        events = [event, self.clear(seat, lines)] if lines else [event]
        self.turns += 1
        if self.partly:
            self.unchecked += 1
            self.partly = False
        if self.ender is None and self.opened[seat] | self.gone[seat] == ALL:
            self.ender = seat
            events.append(_event(Opened, (seat,)))
        following = seat + 1 if seat + 1 < self.players else 0
        if following == self.ender:
            self._finish(seat, "opened", events)
        elif self.turns == self._limit:
            self._finish(seat, "limit", events)
        else:
            self.turn = following
            self.now = TURN
        return events

    def clear(self, seat: int, lines: Lines) -> Event:
        """Move complete lines to the discard pile, on top of what was replaced or thrown."""
        grid = self.grids[seat]
        places = [place for line in lines for place in LINES[line]]
        if len(lines) > 1:
            places = list(dict.fromkeys(places))  # the place where two lines cross has one card
        cards = tuple(grid[place] for place in places)
        self.discard += cards
        for place in places:
            grid[place] = EMPTY
        for line in lines:
            self.gone[seat] |= LINE_SETS[line]
        self.opened[seat] &= ~self.gone[seat]
        return _event(Cleared, (seat, lines, cards))

    def _choose(self, seat: int, move: Move) -> Sequence[Event]:
        """Note which cards a seat opens; when all have chosen, turn them up."""
        self.chosen.append(move)
        self.unchecked += self.partly or type(move) is Unnoted or move[0][0] < 0
        self.partly = False
        self.turn = seat + 1
        events: list[Event] = [Chose(seat)]
        if seat + 1 < self.players:
            return events
        shown = [gaps.shown_cards(self, other) for other in range(self.players)]
        for other, choice in enumerate(self.chosen):
            if type(choice) is Reveal and min(choice.places) >= 0:
                first, second = choice.places
                self.opened[other] = BITS[first] | BITS[second]
                events.append(Revealed(other, choice.places, shown[other]))
            else:
                events.append(gaps.open_unsaid(self, other))
        if not self.full:
            self.recount()
        self.chosen = []
        self.opening = False
        if self.starter is None:
            self.candidates = self.candidates or scoring.first_seats(shown, self.rules["first_tie"])
            if len(self.candidates) > 1:
                self.turn = NOBODY
                self.now = CHANCE
                return events
            self.starter = self.candidates[0]
        return [*events, *self._start(self.starter)]

    def _start(self, seat: int) -> Sequence[Event]:
        self.starter = seat
        if self.opening:
            return ()
        self.turn = seat
        self.now = TURN
        return (Started(seat),)

    def _renew(self, pile: Pile) -> Sequence[Event]:
        """Make a new draw pile of the discard pile (rules: "Draw pile empty")."""
        old = self.old_pile()
        size = len(old) - self._turn_one
        self.mixed = gaps.mix(self, old, pile)
        self.stock = pile.cards + (UNKNOWN,) * (size - len(pile.cards))
        self.at = 0
        if self._turn_one:
            self.discard = [UNKNOWN if pile.up is None else pile.up]
        else:
            self.discard = self.discard[-1:]
        if not pile.rest:
            self.slack = 0  # the number of cards is known again
        self.must_draw = True
        self.now = PILED
        self.piles += 1
        self.recount()
        return (Reshuffled(NOBODY, len(self.stock), pile.up),)

    def _finish(self, seat: int, end: str, events: list[Event]) -> None:
        """Turn up all hidden cards, remove complete lines, end the round."""
        self.end = end
        self.turn = NOBODY
        self.now = OVER
        for other, grid in enumerate(self.grids):
            hidden = places_in(ALL & ~(self.opened[other] | self.gone[other] | self.unsure[other]))
            if hidden:
                cards = tuple(grid[place] for place in hidden)
                events.append(Flipped(other, tuple(hidden), cards))
            self.opened[other] = ALL & ~(self.gone[other] | self.unsure[other])
        if self._clear_last:
            for other, grid in enumerate(self.grids):
                lines = scoring.complete_lines(grid, self.rows_count)
                if lines:
                    events.append(self.clear(other, lines))
        sums = self._sums()
        self.certain = None not in sums
        doubled = NOBODY
        if (
            end == "opened"
            and self.ender is not None
            and scoring.is_doubled(self.rules, sums, self.ender)
        ):
            doubled = self.ender
        events.append(Ended(seat, end, doubled))

    def _sums(self) -> list[int | None]:
        """The sums of the cards left to each seat, None where not known."""
        return [
            None if unsure else scoring.points(grid)
            for grid, unsure in zip(self.grids, self.unsure, strict=True)
        ]

    # What others ask

    def complete(self, seat: int, move: Move) -> Move:
        known = gaps.known
        if isinstance(move, Draw):
            top = self.stock[self.at] if self.at < len(self.stock) else UNKNOWN
            return Draw(known(top, move.card))
        if isinstance(move, Reveal):
            said = move.cards or (UNKNOWN, UNKNOWN)
            first, second = (
                known(self.grids[seat][place] if place >= 0 else UNKNOWN, card)
                for place, card in zip(move.places, said, strict=True)
            )
            return Reveal(move.places, (first, second))
        if not isinstance(move, (Take, Swap, Turn)):
            return move
        place, cleared = move.place, move.cleared
        own = self.discard[-1] if isinstance(move, Take) else self.drawn
        card = known(UNKNOWN if own is None else own, move.card)
        out = known(self.grids[seat][place] if place >= 0 else UNKNOWN, move.out)
        if cleared is None:
            new = out if isinstance(move, Turn) else card
            cleared = self.lines(seat, place, new) if place >= 0 else NONE
        if isinstance(move, Take):
            return Take(place, card, out, cleared)
        return type(move)(place, out, cleared, card)

    def seen(self, seat: int, move: Move, by: int) -> Move:
        """A drawn card is seen by all once it is placed or thrown: a Swap or a Turn names it.

        What is opened before the first turn is seen when all have chosen; so
        a caller keeps it back until then.
        """
        if isinstance(move, Draw) and by != seat:
            return Draw(UNKNOWN)
        if isinstance(move, Pile):
            return Pile((), move.up, rest=True)
        return move

    def chance(self, move: Move | None = None) -> Chance | None:
        if self.starter is None and self.candidates and self.end is None:
            return Chance("starter", self.candidates)
        if type(move) is Draw and self.at == len(self.stock) and Draw in self.now:
            if self._turn_one:
                return Chance("pile-turn-one", tuple(self.discard))
            return Chance("pile", tuple(self.discard[:-1]))
        return None

    def lay_stock(self, cards: Sequence[int]) -> None:
        """Let the cards of the draw pile, the same ones, lie in this order, the top first."""
        self.stock = (*self.stock[: self.at], *cards)

    def old_pile(self) -> list[int]:
        """The cards of which a new draw pile (and a card turned up) would be made now.

        Cards that only moves nobody noted can have left in the old one lie there too.
        """
        return [*self.stock[self.at :], *(self.discard if self._turn_one else self.discard[:-1])]

    @property
    def turns_one(self) -> bool:
        """Whether a new draw pile comes with a card turned up."""
        return self._turn_one

    def claim(self, end: str) -> None:
        gaps.claim(self, end)

    def believe(self, end: str, ender: int | None) -> None:
        """End the round as a record says that it ended here."""
        self.ender = ender
        self._finish((self.turn - 1) % self.players, end, [])
        self.certain = False

    def scores(self) -> tuple[int | None, ...]:
        if self.end is None:
            return (None,) * self.players
        return scoring.scores(
            self.rules, self._sums(), self.ender if self.end == "opened" else None
        )

    def view(self, seat: int) -> View:
        return view_of(self, seat)

    def public_view(self) -> View:
        return view_of(self, -1)

    def copy(self) -> State:
        other = object.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.grids = [grid.copy() for grid in self.grids]
        other.opened = self.opened.copy()
        other.gone = self.gone.copy()
        other.unsure = self.unsure.copy()
        other.discard = self.discard.copy()
        other.chosen = self.chosen.copy()
        other.mixed = None if self.mixed is None else self.mixed.copy()
        return other
