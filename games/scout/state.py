"""One round of SCOUT: whose turn it is, what may be done, and what it does.

A round starts with the choice to keep or flip, which every seat makes for
itself and which takes effect when all have chosen; then turns follow until an
end. Of a round noted at a table only a part may be known: cards of 0, hands
that are only counted, moves that nobody noted. What is known is checked, and
`unchecked` counts the moves that could be checked in part only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.errors import RuleError
from games.game import Chance, Event, Move, Round
from games.game import State as BaseState
from games.options import Rules
from games.scout import blocks, scoring
from games.scout.cards import STRENGTH, TURN, UNKNOWN, UPPER, card_of, fits, merged, pair_of
from games.scout.explain import not_your_turn, show_fault, weaker, wrong_cards
from games.scout.ledger import GONE, Ledger
from games.scout.moves import (
    FLIP,
    KEEP,
    STOP,
    UNSAID,
    Choose,
    Chose,
    Ended,
    Missed,
    Scout,
    Scouted,
    ScoutShow,
    Show,
    Shown,
    Started,
    Starter,
    Stop,
    Unnoted,
    show_of,
)
from games.scout.view import View

NOBODY = -1
_ONE = tuple(bytes((card,)) for card in range(256))
"""Every card as a hand of one."""
# An event is made for every move; this is twice as fast as calling its class.
_event = tuple.__new__
_HOLDER = card_of(1, 2)


class Deal(NamedTuple):
    """The hands as dealt, before the choice to flip; 0 where a card is not known."""

    hands: tuple[bytes, ...]


class State(BaseState):
    """A round in play. `hands`, `won`, `tokens`, `marker` have one entry for each seat."""

    __slots__ = (
        "_continue", "_ledger", "_limit", "_rotate", "_stop", "_token_home", "actions",
        "candidates", "certain", "chosen", "counted", "end", "ender", "exempt", "hands", "lost", "marker",
        "midturn", "number", "opening", "owner", "players", "public", "rules", "scouts", "starter",
        "strength", "table", "tokens", "totals", "turn", "unchecked", "won",
    )  # fmt: skip

    def __init__(
        self, rules: Rules, deal: Deal, number: int = 1, totals: Sequence[int | None] = ()
    ) -> None:
        players = rules.players
        self._read(rules)
        self.number = number
        self.totals = tuple(totals) or (0,) * players
        self.hands = list(deal.hands)
        self.public = [bytes(len(hand)) for hand in deal.hands]
        """For each card in hand 1 where every seat knows it, else 0."""
        self.table = b""
        self.strength = 0
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
        self.opening = True
        self.turn = 0
        self.starter: int | None = None
        self.candidates: tuple[int, ...] = tuple(range(players))
        """The seats that may start, where `starter` is not known."""
        self.midturn = False
        self.end: str | None = None
        self.ender: int | None = None
        self.exempt = NOBODY
        self.certain = True
        self.unchecked = 0
        self.counted: set[int] = set()
        """Seats whose hand is only counted: something went in or out at an unknown place."""
        self.lost = False
        """Whether a move was not noted, so that neither table nor points are known any more."""
        self._ledger: Ledger | None = None
        if any(not (card >> 4 and card & 15) for hand in self.hands for card in hand):
            self._open_ledger()

    def _read(self, rules: Rules) -> None:
        """Take out of the rules what every move asks for."""
        self.rules = rules
        self.players = rules.players
        self._rotate = rules["flip"] == "rotate"
        self._continue = rules["all_scouted_empty"] == "continue"
        self._limit = rules.number("turn_limit")
        self._stop = self.players == 2 and bool(rules["voluntary_stop"])
        self._token_home = rules["scout_token_to"] == "owner"

    def _open_ledger(self) -> None:
        self._ledger = Ledger(self.players)
        for seat, hand in enumerate(self.hands):
            for card in hand:
                self._ledger.put(card, seat)

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
    ) -> State:
        """A round in the middle, after the opening.

        Raises RuleError where there can be no such position (a card twice, a
        set that is none, a token too many).
        """
        state = cls(rules, Deal(tuple(hands)), number, totals)
        _check_position(state, table, owner, turn, tokens)
        state.table = table
        values = table.translate(UPPER)
        state.strength = STRENGTH.get(values, 0)
        state.owner, state.turn, state.scouts, state.actions = owner, turn, scouts, actions
        state.won, state.tokens, state.marker = list(won), list(tokens), list(marker)
        state.opening = False
        state.chosen = ["unknown"] * rules.players
        # Who started matters for nothing that is still to come in this round.
        state.starter = turn
        if state._ledger is not None:
            for card in table:
                state._ledger.put(card, GONE)
        return state

    # What is legal

    def legal(self) -> list[Move]:
        seat = self.turn
        if seat < 0:
            return []
        if self.opening:
            return [KEEP, FLIP]
        hand = self.hands[seat]
        values = hand.translate(UPPER)
        result: list[Move] = list(blocks.shows(values, self.strength))
        if self.table and (self.players > 2 or self.tokens[seat]):
            result += blocks.scouts(self.table, len(hand))
            if self.marker[seat]:
                result += blocks.scout_shows(self.table, values)
        if self._stop and self.table:
            result.append(STOP)
        return result

    def check(self, seat: int, move: Move) -> None:
        if seat != self.turn and not (self.lost and self.players == 2 and self.end is None):
            raise not_your_turn(self, seat)
        kind = type(move)
        if self.opening:
            if kind is not Choose and kind is not Unnoted:
                raise RuleError(
                    "scout-opening", "before the first turn a hand is kept or flipped: K or F"
                )
        elif kind is Show:
            self._check_show(seat, move, self.hands[seat], self.strength)
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

    def _check_show(self, seat: int, show: Show, hand: bytes, need: int) -> None:
        """The block lies there, is a block, and beats `need`."""
        at, values, cards = show
        if at < 0 or cards or hand[at : at + len(values)].translate(UPPER) != values:
            values = self._check_block(seat, show, hand)
        strength = STRENGTH.get(values)
        if strength is None:
            if UNKNOWN not in values:
                raise show_fault(values)
        elif strength <= need:
            raise weaker(values, strength, need)

    def _check_block(self, seat: int, show: Show, hand: bytes) -> bytes:
        """Compare cards said with what is known of a hand; the upper numbers as far as known."""
        at, values, cards = show
        said = cards or values.translate(TURN)
        if at == UNSAID or seat in self.counted:
            if len(values) > len(hand) and not self.lost:
                raise RuleError(
                    "scout-hand-too-short",
                    f"{len(values)} cards are shown, but the hand has only {len(hand)}",
                )
        elif not self.lost:
            block = hand[at : at + len(said)]
            if len(block) < len(said) or not all(map(fits, said, block)):
                raise wrong_cards(hand, at, said)
            said = bytes(map(merged, said, block))
        if self._ledger is not None:
            for card in said:
                self._ledger.check(seat, card)
        return said.translate(UPPER)

    def _check_scout(self, seat: int, scout: Scout) -> None:
        """A set lies there, its end card is the one said, the gap exists, a token is left."""
        if not self.table:
            if self.lost:
                return
            raise RuleError("scout-no-active-set", "there is no active set to Scout from: Show")
        end = self.table[-1] if scout.right else self.table[0]
        card = scout.card
        if card != end and card != TURN[end] and not fits(card, end) and not fits(card, TURN[end]):
            side = "right" if scout.right else "left"
            raise RuleError(
                "scout-wrong-card",
                f"the {side}most card of the active set is {end >> 4}/{end & 15}, "
                f"not {card >> 4}/{card & 15}",
            )
        if scout.to > len(self.hands[seat]):
            last = len(self.hands[seat]) + 1
            raise RuleError(
                "scout-no-such-gap",
                f"a card can become position 1 to {last} of this hand, not {scout.to + 1}",
            )
        if self.players == 2 and not self.tokens[seat]:
            raise RuleError("scout-no-token", "no Scout token is left: Show")

    def _check_scout_show(self, seat: int, move: ScoutShow) -> None:
        """A marker is left, the Scout is legal, and the Show beats what the Scout leaves."""
        if self.players == 2:
            raise RuleError("scout-no-scout-and-show", "there is no Scout & Show with two players")
        if not self.marker[seat]:
            raise RuleError(
                "scout-marker-used", "the Scout & Show of this round is used: Show or Scout"
            )
        scout = move.scout
        self._check_scout(seat, scout)
        left = self.table[:-1] if scout.right else self.table[1:]
        hand = self.hands[seat]
        if scout.to < 0 or seat in self.counted:
            hand = bytes(len(hand) + 1)
        else:
            hand = hand[: scout.to] + _ONE[scout.card] + hand[scout.to :]
        if self._ledger is not None:
            self._ledger.put(scout.card, seat)
        need = STRENGTH.get(left.translate(UPPER), 0)
        try:
            self._check_show(seat, move.show, hand, need)
        finally:
            if self._ledger is not None:
                self._ledger.put(scout.card, GONE)

    def _check_stop(self) -> None:
        if not self._stop:
            raise RuleError(
                "scout-no-stop",
                "these rules let nobody stop (voluntary_stop: false): Show or Scout",
            )
        if not self.table:
            raise RuleError("scout-no-active-set", "no set lies there to leave unanswered: Show")

    # What a move does

    def apply(self, seat: int, move: Move) -> Sequence[Event]:
        kind = type(move)
        if self.opening and seat >= 0:
            return self._choose(seat, "unknown" if kind is Unnoted else move[0])
        if kind is Starter:
            return self._start(move[0])
        self.actions += 1
        if kind is Show:
            event = self._lay(seat, move)
            return (event,) if self.end is None else (event, self._ended(seat))
        if kind is Scout:
            event = self._take(seat, move)
            self._after_scout(seat)
            return (event,) if self.end is None else (event, self._ended(seat))
        if kind is ScoutShow:
            self.marker[seat] = False
            event = self._take(seat, move[0])
            shown = self._lay(seat, move[1])
            return (event, shown) if self.end is None else (event, shown, self._ended(seat))
        if kind is Stop:
            self._finish("stopped")
            return (self._ended(seat),)
        return self._miss(seat)

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
                self._forget(other, len(self.hands[other]))
        self.opening = False
        self.turn = NOBODY if self.starter is None else self.starter
        return (Chose(seat, how),)

    def _start(self, seat: int) -> Sequence[Event]:
        self.starter = seat
        if not self.opening:
            self.turn = seat
        return (Started(seat),)

    def _lay(self, seat: int, show: Show) -> Event:
        """Move a block from the hand to the table, capture what lay there, pass the turn on."""
        at, values, _ = show
        captured = self.table
        if self._ledger is None:
            hand = self.hands[seat]
            end = at + len(values)
            self.table = block = hand[at:end]
            self.hands[seat] = hand = hand[:at] + hand[end:]
            mask = self.public[seat]
            self.public[seat] = mask[:at] + mask[end:]
            self.strength = STRENGTH[values]
        else:
            self.table = block = self._reveal(seat, show)
            hand = self.hands[seat]
            self.strength = STRENGTH.get(block.translate(UPPER), 0)
        self.owner = seat
        self.scouts = 0
        self.won[seat] += len(captured)
        self.turn = turn = (seat + 1) % self.players
        if not hand:
            self._finish("emptied")
        elif self.players == 2 and self._is_stuck(turn):
            self._finish("unbeaten")
        elif self.actions == self._limit:
            self._finish("limit")
        return _event(Shown, (seat, at, block, captured))

    def _take(self, seat: int, scout: Scout) -> Event:
        """Move an end card from the table into the hand, and the token that it costs."""
        right, card, to = scout
        if self._ledger is None:
            hand = self.hands[seat]
            self.hands[seat] = hand[:to] + _ONE[card] + hand[to:]
            mask = self.public[seat]
            self.public[seat] = mask[:to] + b"\1" + mask[to:]
        else:
            card = self._receive(seat, scout)
        table = self.table
        self.table = table = table[:-1] if right else table[1:]
        self.strength = STRENGTH.get(table.translate(UPPER), 0) if table else 0
        self.scouts += 1
        paid = self.owner
        if self.players > 2:
            if paid >= 0:
                self.tokens[paid] += 1
        else:
            self.tokens[seat] -= 1
            if self._token_home:
                self.won[paid] += 1
            else:
                paid = NOBODY
        return _event(Scouted, (seat, right, card, to, paid))

    def _after_scout(self, seat: int) -> None:
        """End the round where the Scout ends it, else pass the turn on (two players: keep it)."""
        if self.players == 2:
            if self._is_stuck(seat):
                self._finish("unbeaten")
        elif self.scouts == self.players - 1 and (self.table or not self._continue):
            self._finish("unbeaten")
        else:
            self.turn = (seat + 1) % self.players
        if self.actions == self._limit and self.end is None:
            self._finish("limit")

    def _is_stuck(self, seat: int) -> bool:
        """With two players: whether a seat can neither Scout nor, as far as is known, Show."""
        if self.tokens[seat] or not self.table or self.lost:
            return False
        hand = self.hands[seat]
        if self._ledger is not None and not all(hand.translate(UPPER)):
            self.certain = False
            return False
        return not blocks.can_show(hand.translate(UPPER), self.strength)

    def _finish(self, end: str) -> None:
        """End the round, unless moves are missing that may have changed all this."""
        if not self.lost:
            self.end = end
            self.exempt = scoring.exempt_seat(self.rules, end, self.owner)
            self.turn = NOBODY

    def _ended(self, seat: int) -> Ended:
        assert self.end is not None
        return Ended(seat, self.end, self.exempt)

    # What is known only in part

    def _reveal(self, seat: int, show: Show) -> bytes:
        """Take a block out of a hand; its cards as far as they are known now."""
        assert self._ledger is not None
        at, values, cards = show
        block = cards or values.translate(TURN)
        hand, end = self.hands[seat], at + len(values)
        if at < 0 or seat in self.counted:
            self._forget(seat, len(hand) - len(values))
        else:
            block = bytes(map(merged, block, hand[at:end]))
            mask = self.public[seat]
            self.hands[seat] = hand[:at] + hand[end:]
            self.public[seat] = mask[:at] + mask[end:]
        for card in block:
            self._ledger.put(card, GONE)
        if at < 0 or seat in self.counted or not all(block.translate(UPPER)):
            self.unchecked += 1
        return block

    def _receive(self, seat: int, scout: Scout) -> int:
        """Put a scouted card into a hand; the card as far as it is known now."""
        assert self._ledger is not None
        card, to = self._merged_end(scout), scout.to
        self._ledger.put(card, seat)
        hand = self.hands[seat]
        if to < 0 or seat in self.counted:
            self._forget(seat, len(hand) + 1)
        else:
            mask = self.public[seat]
            self.hands[seat] = hand[:to] + _ONE[card] + hand[to:]
            self.public[seat] = mask[:to] + b"\1" + mask[to:]
        return card

    def _merged_end(self, scout: Scout) -> int:
        """The scouted card as it stands in the hand, with all that table and record know of it."""
        if not self.table:
            return scout.card
        end = self.table[-1] if scout.right else self.table[0]
        return merged(scout.card, end if fits(scout.card, end) else TURN[end])

    def _forget(self, seat: int, size: int) -> None:
        """From now on the hand is only counted."""
        if self._ledger is None:
            self._open_ledger()
        self.hands[seat] = bytes(max(size, 0))
        self.public[seat] = bytes(max(size, 0))
        self.counted.add(seat)

    def _miss(self, seat: int) -> Sequence[Event]:
        """A move nobody noted: table, hand sizes and points are not known from here on."""
        self.lost = True
        self.certain = False
        self.unchecked += 1
        self.actions += 1
        for other in range(self.players):
            self._forget(other, len(self.hands[other]))
        self.table, self.strength, self.owner, self.scouts = b"", 0, NOBODY, 0
        self.turn = (seat + 1) % self.players
        return (Missed(seat),)

    # What others ask

    def complete(self, seat: int, move: Move) -> Move:
        kind = type(move)
        if kind is Show:
            return self._complete_show(seat, move, self.hands[seat])
        if kind is Scout:
            return self._complete_scout(move)
        if kind is ScoutShow:
            scout = self._complete_scout(move[0])
            to = scout.to
            hand = self.hands[seat]
            if to < 0 or seat in self.counted:
                hand = bytes(len(hand) + 1)
            else:
                hand = hand[:to] + _ONE[scout.card] + hand[to:]
            return ScoutShow(scout, self._complete_show(seat, move[1], hand))
        if kind is Unnoted and self.opening:
            return Choose("unknown")
        return move

    def _complete_show(self, seat: int, show: Show, hand: bytes) -> Show:
        at, values, cards = show
        if at < 0 or seat in self.counted:
            return show
        known = hand[at : at + len(values)]
        if all(card >> 4 and card & 15 for card in known):
            return show_of(at, known.translate(UPPER))
        block = bytes(map(merged, cards or values.translate(TURN), known))
        return Show(at, block.translate(UPPER), block if any(card & 15 for card in block) else b"")

    def _complete_scout(self, scout: Scout) -> Scout:
        right = scout.right and len(self.table) != 1
        return Scout(right, self._merged_end(scout), scout.to)

    def seen(self, seat: int, move: Move, by: int) -> Move:
        if by == seat:
            return move
        if type(move) is Choose:
            return Choose("unknown")
        if type(move) is Show:
            return self._seen_show(seat, move, self.hands[seat], self.public[seat])
        if type(move) is ScoutShow:
            scout, show = move
            hand, mask = self.hands[seat], self.public[seat]
            if scout.to >= 0 and seat not in self.counted:
                hand = hand[: scout.to] + _ONE[scout.card] + hand[scout.to :]
                mask = mask[: scout.to] + b"\1" + mask[scout.to :]
            return ScoutShow(scout, self._seen_show(seat, show, hand, mask))
        return move

    def _seen_show(self, seat: int, show: Show, hand: bytes, mask: bytes) -> Show:
        """A Show with its whole cards said, unless all of them were known to every seat."""
        at, values, cards = show
        if cards or at < 0 or seat in self.counted or all(mask[at : at + len(values)]):
            return show
        return Show(at, values, hand[at : at + len(values)])

    def chance(self, move: Move | None = None) -> Chance | None:
        if self.starter is None and self.end is None:
            return Chance("starter", self.candidates)
        return None

    def find_starter(self, past: Sequence[Round]) -> None:
        """Settle who starts, or who may (rules: "Setup")."""
        seats = range(self.players)
        said = self.rules["first_starter"]
        if past:
            before = past[-1].starter
            self.candidates = tuple(seats) if before is None else ((before + 1) % self.players,)
        elif isinstance(said, int):
            self.candidates = (said - 1,)
        elif said == "holder-1-2":
            holder = [
                seat for seat in seats if any(pair_of(card) == _HOLDER for card in self.hands[seat])
            ]
            unknown = [
                seat for seat in seats if any(not (c >> 4 and c & 15) for c in self.hands[seat])
            ]
            self.candidates = tuple(holder or (unknown if self.players > 2 else ()) or seats)
        if len(self.candidates) == 1:
            self.starter = self.candidates[0]

    def claim(self, end: str) -> None:
        if end == self.end:
            return
        if self.end is not None or not self._may_have_ended(end):
            happened = f"ended as {self.end}" if self.end else "goes on"
            raise RuleError("wrong-end", f"by the rules the round {happened} here, not {end}")
        self.end, self.turn = end, NOBODY
        self.exempt = scoring.exempt_seat(self.rules, end, self.owner)
        self.certain = not self.lost

    def _may_have_ended(self, end: str) -> bool:
        """Whether the round can have ended so, in ways this state cannot see."""
        if self.lost:
            return True
        stuck = self.players == 2 and self.turn >= 0 and not self.opening
        if end != "unbeaten" or not stuck or not self.table or self.tokens[self.turn]:
            return False
        return not all(self.hands[self.turn].translate(UPPER))

    def scores(self) -> tuple[int | None, ...]:
        if self.lost:
            return (None,) * self.players
        hands = [len(hand) for hand in self.hands]
        return scoring.scores(self.rules, self.won, self.tokens, hands, self.exempt)

    def view(self, seat: int) -> View:
        hands = tuple(
            hand
            if other == seat
            else bytes(card if known else UNKNOWN for card, known in zip(hand, mask, strict=True))
            for other, (hand, mask) in enumerate(zip(self.hands, self.public, strict=True))
        )
        return View(
            "scout", self.rules, seat, self.players, self.turn, self.opening, self.starter, hands,
            self.table, self.owner, tuple(self.won), tuple(self.tokens), tuple(self.marker),
            self.scouts, self.actions, self.number, self.totals, self.chosen[seat], self.end,
        )  # fmt: skip

    def copy(self) -> State:
        other = object.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            if isinstance(value, (list, set, Ledger)):
                value = value.copy()
            setattr(other, name, value)
        return other


def _check_position(
    state: State, table: bytes, owner: int, turn: int, tokens: Sequence[int]
) -> None:
    """Raise RuleError where a position cannot be."""
    seen: set[int] = set()
    for card in (*(card for hand in state.hands for card in hand), *table):
        if card >> 4 and card & 15 and (pair := pair_of(card)) in seen:
            raise RuleError("scout-card-twice", f"the card {card >> 4}/{card & 15} is there twice")
        elif card >> 4 and card & 15:
            seen.add(pair)
    values = table.translate(UPPER)
    if table and UNKNOWN not in values and values not in STRENGTH:
        raise show_fault(values)
    if bool(table) and owner < 0:
        raise RuleError("scout-no-owner", "a set on the table has an owner: say its seat")
    if not 0 <= turn < state.players or owner >= state.players:
        raise RuleError("no-such-seat", f"seats are 1 to {state.players}")
    if state.players == 2 and any(token > 3 for token in tokens):
        raise RuleError("scout-too-many-tokens", "with two players nobody has over three tokens")
