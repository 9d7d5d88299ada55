"""One round of SCOUT: whose turn it is, what may be done, and what it does.

A round starts with the choice to keep or flip, which every seat makes for
itself and which takes effect when all have chosen; then turns follow until an
end. Of a round noted at a table only a part may be known: cards of 0, hands
that are only counted, moves that nobody noted. What is known is checked, and
`unchecked` counts the moves that could be checked in part only; all that deals
with the rest is in `gaps`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.errors import RuleError
from games.game import Chance, Event, Move, Round
from games.game import State as BaseState
from games.options import Rules
from games.scout import blocks, explain, gaps, scoring, setup
from games.scout.cards import (
    PAIR,
    STRENGTH,
    TURN,
    UPPER,
    WHOLE,
    card_of,
    deck_for,
    fits,
    is_whole,
    least_strength,
)
from games.scout.ledger import Ledger
from games.scout.moves import (
    FLIP,
    KEEP,
    STOP,
    Choose,
    Chose,
    Ended,
    Scout,
    Scouted,
    ScoutShow,
    Show,
    Shown,
    Started,
    Starter,
    Stop,
    Unnoted,
)
from games.scout.view import View, view_of

NOBODY = -1
_ONE = tuple(bytes((card,)) if is_whole(card) else b"" for card in range(256))
"""Every card as a hand of one; empty for one that is not wholly known."""
# An event is made for every move; this is twice as fast as calling its class.
_event = tuple.__new__
_HOLDER = card_of(1, 2)


class Deal(NamedTuple):
    """The hands as dealt, before the choice to flip; 0 where a card is not known.

    `pool` are the cards that were dealt, each with its smaller number up, where
    that is known of a deal of which not all hands are; else empty.
    """

    hands: tuple[bytes, ...]
    pool: bytes = b""


class State(BaseState):
    """A round in play. `hands`, `won`, `tokens`, `marker` have one entry for each seat."""

    __slots__ = (
        "_continue", "_limit", "_public", "_rotate", "_token_home", "actions", "candidates",
        "certain", "chosen", "counted", "dealt", "deck", "doubted", "end", "ender",
        "exempt", "hands", "ledger", "lost", "marker", "midturn", "missed", "number", "opening",
        "owner", "players", "rules", "scouts", "starter", "stops", "story", "strength",
        "table", "tokens", "told", "totals", "turn", "unchecked", "whole", "won",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        deal: Deal,
        number: int = 1,
        totals: Sequence[int | None] = (),
        deck: bytes = b"",
    ) -> None:
        """`deck` are the cards that can be in play where not all of them can."""
        players = rules.players
        self._read(rules)
        self.number = number
        self.totals = tuple(totals) or (0,) * players
        self.deck = deck or deck_for(players)
        """The cards that can be in play this round, each with its smaller number up."""
        self.dealt = tuple(deal.hands)
        """The hands as dealt; hands and table of the position where the round began from one."""
        self.hands = list(deal.hands)
        self._public = [bytes(len(hand)) for hand in deal.hands]
        self.story: list[tuple[int, Show | Scout, bytes]] = []
        """What seats did to their hands, each with the cards that came or went."""
        self.whole = True
        """Whether the story begins with the deal and lacks nothing."""
        self.told = 0
        """As much of the story stands in `_public`."""
        self.table = b""
        self.strength = 0
        """The strength of the table, 0 where none lies there; where not known, the least."""
        self.owner = NOBODY
        self.won = [0] * players
        self.tokens = [3 if players == 2 else 0] * players
        """Tokens taken in, or with two players those not yet spent."""
        self.marker = [players > 2] * players
        """Whether a seat still has its Scout & Show."""
        self.scouts = 0
        """Scouts in a row since the last Show."""
        self.actions = 0
        self.chosen: list[str | None] = [None] * players
        self.opening, self.turn = True, 0
        self.starter: int | None = None
        self.candidates: tuple[int, ...] = tuple(range(players))
        """The seats that may start, where `starter` is not known."""
        self.midturn = False
        self.end: str | None = None
        self.ender: int | None = None
        self.exempt, self.certain, self.unchecked = NOBODY, True, 0
        self.doubted = NOBODY
        """The last action that was counted in `unchecked`."""
        self.counted: set[int] = set()
        """Seats whose hand is only counted: something went in or out at an unknown place."""
        self.lost = False
        """Whether a move was not noted: the hand it was made from, what lay on the table then,
        and the points of the round are not known any more; see `gaps.is_missed`.
        """
        self.missed: set[int] = set()
        """Seats of which a move was not noted; none where that is not known of a `lost` round."""
        self.ledger: Ledger | None = None
        """Which cards were seen where; None while every card is known."""
        if b"".join(self.hands).translate(None, WHOLE):
            gaps.open_ledger(self)

    def _read(self, rules: Rules) -> None:
        """Take out of the rules what every move asks for."""
        self.rules = rules
        self.players = rules.players
        self._rotate = rules["flip"] == "rotate"
        self._continue = rules["all_scouted_empty"] == "continue"
        self._limit = rules.number("turn_limit")
        self.stops = self.players == 2 and bool(rules["voluntary_stop"])
        self._token_home = rules["scout_token_to"] == "owner"

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        hands: Sequence[bytes],
        table: bytes,
        owner: int,
        turn: int,
        scouts: int,
        won: Sequence[int],
        tokens: Sequence[int],
        marker: Sequence[bool],
        actions: int,
        number: int,
        totals: Sequence[int | None],
        lost: bool = False,
    ) -> State:
        """A round in the middle, after the opening; `turn` is -1 where nobody is to move.

        In a `lost` one any hand may be that of a move nobody noted. Raises
        RuleError where there can be no such position (a card twice, a set that
        is none, a turn of the wrong seat); its `about` is ``("position",
        field)`` where it is about one field.
        """
        state = cls(rules, Deal(tuple(hands)), number, totals)
        state.dealt = (*hands, table)
        state.table = table
        state.strength = least_strength(table)
        state.owner, state.turn, state.scouts, state.actions = owner, turn, scouts, actions
        state.won, state.tokens, state.marker = list(won), list(tokens), list(marker)
        state.opening = state.whole = False
        state.chosen = ["unknown"] * rules.players
        if lost:
            state.lost, state.certain, state.counted = True, False, set(range(rules.players))
        # Who started matters for nothing that is still to come in this round.
        state.starter = turn if turn >= 0 else None
        setup.check_position(state)
        if not all(map(is_whole, b"".join(state.dealt))):
            gaps.open_ledger(state)
        return state

    @property
    def public(self) -> list[bytes]:
        """For each card of each hand 1 where every seat knows it, else 0.

        Worked out when somebody asks: who only checks moves never does.
        """
        masks = self._public
        for seat, move, _ in self.story[self.told :]:
            mask = masks[seat]
            if isinstance(move, Scout):
                masks[seat] = mask[: move.to] + b"\1" + mask[move.to :]
            else:
                masks[seat] = mask[: move.at] + mask[move.at + len(move.values) :]
        self.told = len(self.story)
        return masks

    # What is legal

    def legal(self) -> list[Move]:
        seat = self.turn
        if seat < 0:
            return []
        if self.opening:
            return [KEEP, FLIP]
        if self.lost and self.owner < 0:
            return []  # none is known to be: nobody noted what there is to beat
        hand = self.hands[seat]
        values = hand.translate(UPPER)
        result: list[Move] = blocks.shows(values, self.strength)  # a list that is ours alone
        if self.table and (self.players > 2 or self.tokens[seat]):
            result += blocks.scouts(self.table, len(hand))
            if self.marker[seat]:
                result += blocks.scout_shows(self.table, values)
        if self.stops and self.table:
            result.append(STOP)
        return result

    def check(self, seat: int, move: Move) -> None:
        if (seat != self.turn or seat < 0) and self._is_chance(seat, move):
            return
        kind = type(move)
        if self.opening:
            if kind is not Choose and kind is not Unnoted:
                raise RuleError(
                    "scout-opening", "before the first turn a hand is kept or flipped: K or F"
                )
        elif kind is Show:
            # What `_check_show` does, without a call: most moves come along here.
            at, values = move[0], move[1]
            hand = self.hands[seat]
            if (
                STRENGTH.get(values, 0) <= self.strength
                or at < 0
                or move[2]
                or hand[at : at + len(values)].translate(UPPER) != values
            ):
                self._check_show(seat, move, hand, self.strength)
        elif kind is Scout:
            self._check_scout(seat, move)
        elif kind is ScoutShow:
            self._check_scout_show(seat, move)
        elif kind is Stop:
            self._check_stop()
        elif kind is not Unnoted:
            raise RuleError(
                "scout-locked", "hands were kept or flipped before the first turn; no more now"
            )

    def _is_chance(self, seat: int, move: Move) -> bool:
        """Whether a move of somebody whose turn it is not is the draw of who starts.

        Raises RuleError where it can be no move at all.
        """
        if seat < 0 and type(move) is Starter and self.chance() is not None:
            if move.seat not in self.candidates:
                raise explain.not_the_starter(self, move.seat)
            return True
        if not gaps.may_move(self, seat):
            raise explain.not_your_turn(self, seat)
        return False

    def _check_show(self, seat: int, show: Show, hand: bytes, need: int) -> None:
        """The block lies there, is a block, and beats `need`."""
        at, values, cards = show
        strength = STRENGTH.get(values)
        if (
            strength is None
            or at < 0
            or cards
            or hand[at : at + len(values)].translate(UPPER) != values
        ):
            gaps.check_show(self, seat, show, hand, need)
        elif strength <= need:
            raise explain.weaker(values, strength, need)

    def _check_scout(self, seat: int, scout: Scout) -> None:
        """A token is left, a set lies there, its end card is the one said, the gap exists."""
        if self.lost:
            gaps.check_scouted(self, scout)
            if gaps.is_missed(self, seat):
                return
        else:
            if not self.table:
                raise RuleError("scout-no-active-set", "there is no active set to Scout from: Show")
            if self.players == 2 and not self.tokens[seat]:
                raise RuleError("scout-no-token", "no Scout token is left: Show")
            end = self.table[-1] if scout.right else self.table[0]
            card = scout.card
            if card != end and card != TURN[end]:
                gaps.check_scouted(self, scout)
        if scout.to > len(self.hands[seat]):
            last = len(self.hands[seat]) + 1
            raise RuleError(
                "scout-no-such-gap",
                f"a card can become position 1 to {last} of this hand, not {scout.to + 1}",
            )

    def _check_scout_show(self, seat: int, move: ScoutShow) -> None:
        """A marker is left, the Scout is legal, and the Show beats what the Scout leaves."""
        if self.players == 2:
            raise RuleError("scout-no-scout-and-show", "there is no Scout & Show with two players")
        if not self.marker[seat]:
            raise RuleError(
                "scout-marker-used", "the Scout & Show of this round is used: Show or Scout"
            )
        scout, show = move
        self._check_scout(seat, scout)
        left = self.table[:-1] if scout.right else self.table[1:]
        one, to = _ONE[scout.card], scout.to
        if self.ledger is not None or not one or to < 0:
            gaps.check_scout_show(self, seat, move, least_strength(left))
        else:
            hand = self.hands[seat]
            hand = hand[:to] + one + hand[to:]
            self._check_show(seat, show, hand, STRENGTH.get(left.translate(UPPER), 0))

    def _check_stop(self) -> None:
        if not self.stops:
            raise explain.no_stop(self)
        if not self.table and not self.lost:
            raise RuleError("scout-no-active-set", "no set lies there to leave unanswered: Show")

    # What a move does

    def advance(self, seat: int, move: Move) -> None:
        kind = type(move)
        if kind is Show:
            self.actions += 1
            self._lay(seat, move)
        elif kind is Scout:
            self.actions += 1
            self._take(seat, move)
            self._after_scout(seat)
        else:
            self.apply(seat, move)

    def apply(self, seat: int, move: Move) -> Sequence[Event]:
        kind = type(move)
        if kind is Show:
            self.actions += 1
            events = (self._shown(seat, move, self._lay(seat, move)),)
        elif kind is Scout:
            self.actions += 1
            owner = self.owner
            events = (self._scouted(seat, move, self._take(seat, move), owner),)
            self._after_scout(seat)
        elif kind is Starter:
            return self._start(move[0])
        elif self.opening:
            return self._choose(seat, "unknown" if kind is Unnoted else move[0])
        else:
            self.actions += 1
            events = self._apply_other(seat, move)
        return events if self.end is None else (*events, Ended(seat, self.end, self.exempt))

    def _apply_other(self, seat: int, move: Move) -> tuple[Event, ...]:
        """A Scout & Show, a stop, or a move that nobody noted."""
        if type(move) is ScoutShow:
            self.marker[seat] = False
            scout, show = move
            owner = self.owner
            scouted = self._scouted(seat, scout, self._take(seat, scout), owner)
            return scouted, self._shown(seat, show, self._lay(seat, show))
        if type(move) is Stop:
            self._finish("stopped")
            return ()
        missed = gaps.miss(self, seat)
        if self.actions == self._limit:
            self._finish("limit")
        return tuple(missed)

    def _shown(self, seat: int, show: Show, captured: bytes) -> Event:
        return _event(Shown, (seat, show[0], self.table, captured))

    def _scouted(self, seat: int, scout: Scout, card: int, owner: int) -> Event:
        paid = owner if self.players > 2 or self._token_home else NOBODY
        return _event(Scouted, (seat, scout[0], card, scout[2], paid))

    def _choose(self, seat: int, how: str) -> Sequence[Event]:
        """Note a choice; when all have chosen, flip the hands and open the first turn."""
        self.chosen[seat] = how
        if None in self.chosen:
            self.turn = seat + 1
            return (Chose(seat, how),)
        for other, choice in enumerate(self.chosen):
            if choice == "flip":
                hand = self.hands[other].translate(TURN)
                self.hands[other] = hand[::-1] if self._rotate else hand
            elif choice == "unknown" and any(self.hands[other]):
                gaps.cover(self, other, len(self.hands[other]))
        self.opening = False
        self.turn = NOBODY if self.starter is None else self.starter
        return (Chose(seat, how),)

    def _start(self, seat: int) -> Sequence[Event]:
        self.starter = seat
        if not self.opening:
            self.turn = seat
        return (Started(seat),)

    def _lay(self, seat: int, show: Show) -> bytes:
        """Move a block from the hand to the table and pass the turn on; what is captured."""
        at, values = show[0], show[1]
        captured = self.table
        sized = True
        strength = STRENGTH.get(values)
        if self.ledger is None and strength is not None and at >= 0:
            hand = self.hands[seat]
            end = at + len(values)
            self.table = block = hand[at:end]
            self.hands[seat] = hand = hand[:at] + hand[end:]
            self.story.append((seat, show, block))
            self.strength = strength
        else:
            sized = not gaps.is_missed(self, seat)
            self.table = block = gaps.reveal(self, seat, show)
            gaps.tell(self, seat, show, block)
            hand = self.hands[seat]
            self.strength = least_strength(block)
            self.certain = not self.lost
        self.owner = seat
        self.scouts = 0
        self.won[seat] += len(captured)
        self.turn = turn = (seat + 1) % self.players
        if not hand and sized:
            self._finish("emptied")
        elif self.players == 2 and self.is_stuck(turn):
            self._finish("unbeaten")
        elif self.actions == self._limit:
            self._finish("limit")
        return captured

    def _take(self, seat: int, scout: Scout) -> int:
        """Move an end card from the table into the hand, and the token that it costs; the card."""
        right, card, to = scout[0], scout[1], scout[2]
        one = _ONE[card]
        if self.ledger is None and one and to >= 0:
            hand = self.hands[seat]
            self.hands[seat] = hand[:to] + one + hand[to:]
            self.story.append((seat, scout, one))
        else:
            card = gaps.receive(self, seat, scout)
            gaps.tell(self, seat, scout, bytes((card,)))
        table = self.table
        self.table = table = table[:-1] if right else table[1:]
        if table:
            self.strength = STRENGTH.get(table.translate(UPPER)) or least_strength(table)
        else:
            self.strength = 0
        self.scouts += 1
        owner = self.owner
        if self.players > 2:
            if owner >= 0:
                self.tokens[owner] += 1
        else:
            self.tokens[seat] -= 1
            if self._token_home and owner >= 0:
                self.won[owner] += 1
        return card

    def _after_scout(self, seat: int) -> None:
        """End the round where the Scout ends it, else pass the turn on (two players: keep it)."""
        if self.players == 2:
            self.turn = seat
            if self.is_stuck(seat):
                self._finish("unbeaten")
        elif (
            self.scouts == self.players - 1
            and (self.table or not self._continue)
            and self.owner >= 0
        ):
            self._finish("unbeaten")
        else:
            self.turn = (seat + 1) % self.players
        if self.actions == self._limit and self.end is None:
            self._finish("limit")

    def is_stuck(self, seat: int) -> bool:
        """With two players: whether a seat can neither Scout nor, as far as is known, Show."""
        if self.tokens[seat] or not self.table:
            return False
        if self.ledger is not None:
            return gaps.is_stuck(self, seat)
        return not blocks.can_show(self.hands[seat].translate(UPPER), self.strength)

    def _finish(self, end: str) -> None:
        self.end = end
        self.exempt = scoring.exempt_seat(self.rules, end, self.owner)
        self.turn = NOBODY

    # What others ask

    def complete(self, seat: int, move: Move) -> Move:
        return gaps.complete(self, seat, move)

    def seen(self, seat: int, move: Move, by: int) -> Move:
        return gaps.seen(self, seat, move, by)

    def chance(self, move: Move | None = None) -> Chance | None:
        if self.starter is None and self.end is None:
            return Chance("starter", self.candidates)
        return None

    def find_starter(self, past: Sequence[Round]) -> None:
        """Settle who starts, or who may (rules: "Setup")."""
        seats = range(self.players)
        said = self.rules["first_starter"]
        # Starters go round, so any one that is known tells the others.
        starters = [
            (played.starter - at) % self.players
            for at, played in enumerate(past)
            if played.starter is not None
        ]
        if isinstance(said, int):
            starters.append(said - 1)
        if starters:
            self.candidates = ((starters[0] + len(past)) % self.players,)
        elif said == "holder-1-2" and not past:
            self.candidates = self._holders() or tuple(seats)
        if len(self.candidates) == 1:
            self.starter = self.candidates[0]

    def _holders(self) -> tuple[int, ...]:
        """The seats that can hold the card 1/2; none where it may lie in no hand at all."""
        seats = range(self.players)
        known = tuple(seat for seat in seats if _HOLDER in self.hands[seat].translate(PAIR))
        if known or self.players == 2 or self.ledger is None:
            return known
        return tuple(
            seat
            for seat in seats
            if any(fits(card, _HOLDER) or fits(card, TURN[_HOLDER]) for card in self.hands[seat])
        )

    def claim(self, end: str) -> None:
        if end == self.end:
            return
        if not gaps.may_have_ended(self, end):
            happened = f"ended as {self.end}" if self.end else "goes on"
            raise RuleError("wrong-end", f"by the rules the round {happened} here, not {end}")
        self._finish(end)
        self.certain = not self.lost

    def scores(self) -> tuple[int | None, ...]:
        if self.lost:
            return (None,) * self.players
        hands = [len(hand) for hand in self.hands]
        return scoring.scores(self.rules, self.won, self.tokens, hands, self.exempt)

    def view(self, seat: int) -> View:
        return view_of(self, seat)

    def public_view(self) -> View:
        return view_of(self, -1)

    def copy(self) -> State:
        other = object.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            if isinstance(value, (list, set, Ledger)):
                value = value.copy()
            setattr(other, name, value)
        return other
