"""A round in play of which moves can be taken back: the places that it went through."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import dataclass

from games.dealer import CHANCE, Dealer
from games.errors import RuleError
from games.game import Chance, Event, Move, Round, State
from games.options import Rules
from notation.codec import Notation
from notation.diagnostics import TextError
from notation.replay import NOT_NOTED, make_seen, word
from notation.tokens import split_seat

MOST_LISTED = 30
"""So many of the moves that a text can mean are listed."""


class Place(Dealer):
    """A round between two moves. Nothing is played on it, but on a fork of it.

    `told` are the moves, and what chance brought, that were finished on the way
    from the place before, `words` the same as a record writes them.
    """

    def __init__(
        self, notation: Notation, rules: Rules, seed: str, past: Sequence[Round] = ()
    ) -> None:
        super().__init__(notation.game, rules, seed, past, self._hear)
        self.notation = notation
        self.told: list[tuple[int, Sequence[Move]]] = []
        self.words: list[str] = []
        self.starts: int | None = None
        """The seat that starts, where a record tells it and chance would have to."""
        self.noted: Move | None = None
        """What chance brings before the next move, where a record tells it."""
        self.result: Round | None = None
        """What the round was worth, where a record knows it better than the moves."""

    def fork(self) -> Place:
        """The same place, to play on."""
        other = object.__new__(Place)
        vars(other).update(
            vars(self),
            listener=other._hear,
            told=[],
            words=[],
            result=None,
            past=self.past.copy(),
            piles=self.piles.copy(),
            _state=self.state.copy(),
            _begun=self._begun.copy(),
        )
        return other

    @property
    def begun(self) -> Sequence[Move]:
        """The parts of a move that the seat to act has begun."""
        return self._begun

    @property
    def half(self) -> list[str]:
        """The same as a word of a record has it so far; none if none is begun."""
        return [word(self.notation, self.state.turn, self._begun)] if self._begun else []

    def finished(self) -> Round:
        """The round, which has ended, as the next ones need it."""
        return self.result or self.fork().end_round()

    def _hear(self, seat: int, moves: Sequence[Move], state: State, choice: bool) -> None:
        self.told.append((seat, moves))
        self.words.append(word(self.notation, seat, moves))

    def _bring(self, chance: Chance) -> Sequence[Event]:
        """What a record tells comes instead of what is drawn.

        It is drawn all the same, so that later draws stay those of the seed.
        """
        self._shuffler = deepcopy(self._shuffler)  # which other places have too
        by_lot = chance.kind == "starter"
        move = self.noted
        if by_lot:
            move = None if self.starts is None else self.game.started(self.starts)
        if move is None:
            return super()._bring(chance)
        self.game.draw(chance, self._shuffler)
        events = self.state.apply(CHANCE, move)
        if not by_lot:
            self.piles.append(move)
            self._hear(CHANCE, [move], self.state, False)
        return events


@dataclass(frozen=True, slots=True)
class Frame:
    """What a record has of a round beside its moves and its points."""

    start: bool = True
    """Whether it is noted what the round began from: its deal or, without a match, a position."""
    seeded: bool = True
    """Whether the deal is the one that the match's shuffle gives."""
    notes: str = ""
    """Comments before the first move."""
    keys: str = ""
    """Further keys of the round, as lines."""


class Line:
    """The places of a round, and at which of them it stands; those behind were taken back."""

    def __init__(self, first: Place, frame: Frame = Frame()) -> None:
        self.places = [first]
        self.at = 0
        self.frame = frame

    @property
    def now(self) -> Place:
        """Where the round stands."""
        return self.places[self.at]

    @property
    def state(self) -> State:
        """The state there. Not to be changed."""
        return self.now.state

    @property
    def words(self) -> list[str]:
        """What was played up to there, in words of a record."""
        return [text for place in self.places[: self.at + 1] for text in place.words]

    # Moves

    def play(self, text: str) -> str:
        """Make the moves of a text for whoever's turn it is; what was made, in words of a record.

        Several are made if each of its words is exact (see `play_exact`), and
        then all of them or none; anything else is one move, in any form that the
        prompt takes. Raises TextError and RuleError (``ambiguous-move`` among
        others), and nothing has happened then.
        """
        places, at = self.places, self.at
        self.places = places[: at + 1]
        try:
            try:
                for each in text.split():
                    self.play_exact(each)
            except TextError:
                self.places, self.at = places[: at + 1], at
                self.make(self._meant(text))
        except BaseException:
            self.places, self.at = places, at
            raise
        return self.made_since(at)

    def made_since(self, at: int) -> str:
        """What was made from a place on, in words of a record."""
        words = [text for place in self.places[at + 1 : self.at + 1] for text in place.words]
        return " ".join(words + self.now.half)

    def play_exact(self, text: str, *, known: bool = True) -> None:
        """Make one move that is written as `legal` or a record writes it.

        A word of a record may name cards that the round does not know yet, and
        `?` says that nobody does; without `known` none has to be. A chance
        event of a record comes before the next move.
        """
        notation, state = self.now.notation, self.state
        seat, body = split_seat(text)
        if seat is None and notation.is_chance(body):
            (move,) = notation.parse(body)
            state.check(CHANCE, move)
            self.places[self.at] = place = copy(self.now)
            place.noted = move
        elif seat is None:
            self.make(notation.chosen(body, state))
        else:
            for move in notation.parse(body):
                self.state.check(seat, move)
                self.make(move, known=known and NOT_NOTED not in text)

    def make(self, move: Move, *, known: bool = True) -> None:
        """Make a move for the seat to act.

        Raises RuleError: what `Dealer.play` raises, ``round-over``, and if all
        is to be `known`, ``card-not-known`` where a card comes to light that is not.
        """
        self.check_going_on()
        place = self.now.fork()
        place.play(move)
        place.noted = None
        made = " ".join(place.words + place.half)
        if known and NOT_NOTED in made:
            raise RuleError(
                "card-not-known",
                f"{made} shows cards that nobody knows here ({NOT_NOTED}): name them in the whole "
                "move as a record has it, with its seat, or begin from a position that knows them",
            )
        self.places[self.at + 1 :] = [place]
        self.at += 1

    def check_going_on(self) -> None:
        """Raise RuleError ``round-over`` where no move can be made any more."""
        if self.state.end is not None:
            raise RuleError("round-over", f"the round is over ({self.state.end})")

    def _meant(self, text: str) -> Move:
        """The move of a text in any form that the prompt takes."""
        self.check_going_on()
        notation, state = self.now.notation, self.state
        faults: list[RuleError] = []
        found = []
        for move in notation.choose(text, state.view(state.turn), state.legal()):
            try:
                state.check(state.turn, move)
            except RuleError as error:
                faults.append(error)
            else:
                found.append(move)
        if len(found) == 1:
            return found[0]
        if faults and not found:
            raise faults[0].as_heard()
        readings = ", ".join(map(notation.choice, found[:MOST_LISTED]))
        more = f" and {len(found) - MOST_LISTED} more" if len(found) > MOST_LISTED else ""
        raise RuleError("ambiguous-move", f"this can mean {readings}{more}: say which")

    def undo(self, moves: int) -> None:
        """Take so many moves back. Raises RuleError ``nothing-to-undo`` where there are not."""
        if moves > self.at:
            raise RuleError("nothing-to-undo", f"moves made in this round: {self.at}")
        self.at -= moves

    def redo(self, moves: int) -> str:
        """Make so many moves again; what was made. Raises RuleError ``nothing-to-redo``."""
        after = len(self.places) - 1 - self.at
        if moves > after:
            raise RuleError("nothing-to-redo", f"moves taken back and not made again: {after}")
        self.at += moves
        return self.made_since(self.at - moves)

    def seen(self, seat: int) -> State:
        """The round as far as `seat` knows it: from its deal, by the moves as it saw them.

        Only for a round with a deal.
        """
        now, game = self.now, self.now.game
        true = game.begin(now.rules, now.past, now.deal)
        seen = game.begin(now.rules, now.past, game.seen_deal(now.deal, seat))
        told = [told for place in self.places[: self.at + 1] for told in place.told]
        made = [*told, (self.state.turn, now.begun)]
        opening, starter = self.state.opening, self.state.starter
        make_seen(now.notation, true, seen, made, seat, opening=opening, starter=starter)
        return seen
