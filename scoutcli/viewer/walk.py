"""A round of a match as something to go through, forward and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.errors import RuleError
from games.game import State
from notation import codec
from notation.audit import Audit, begin_round, whole_moves
from notation.codec import Notation
from notation.diagnostics import Diagnostic, TextError, printable
from notation.replay import CHANCE, Step, make_seen, reader, run, steps
from notation.tokens import JUDGEMENTS, Comment, Judgement, Note, Play, Variation, read_moves
from scoutcli.viewer.moments import is_capture

STRIDE = 16
"""Of the positions of a round every so many are kept, so that each is reached in a few moves."""


@dataclass(frozen=True, slots=True)
class Told:
    """A move in words, as everybody or one seat may see it.

    `number` counts the moves of the round from 1; None for an opening choice
    and for chance, whose `seat` is CHANCE. `marks` are the judgements on it as
    people write them, `judged` their numbers. `notes` are its comments and
    variations, each a line with how far it is indented; `values` are what the
    comments tell programs. `captures` says that cards were won or cleared.
    """

    number: int | None
    text: str
    marks: str
    sentence: str
    notes: tuple[tuple[int, str], ...]
    seat: int = CHANCE
    judged: tuple[int, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    captures: bool = False


class Walk:
    """The moves of one round, from its start to its end or to its first fault.

    `seat` is the seat whose knowledge is shown; None: all that is known.
    """

    def __init__(self, audit: Audit, index: int, seat: int | None = None) -> None:
        game = audit.match.game
        assert game is not None  # else there would be no rounds
        self.audit = audit
        self.index = index
        self.seat = seat
        self.names = [printable(name) for name in audit.match.names]
        """The names of the seats, safe to print."""
        self.notation: Notation = codec.get(game.name)
        self.record = audit.rounds[index].record
        self.playable = audit.rounds[index].state is not None
        text = whole_moves(audit.match, self.record) if self.record.moves is not None else ""
        self._moves = read_moves(text if self.playable else "")
        self._kept: dict[int, State] = {}
        """Positions by how many plays have been made. Nobody moves on in them."""

    @property
    def plays(self) -> list[Play]:
        """The words of the round as they stand, those behind its first fault included."""
        return self._moves.plays

    @property
    def number(self) -> int:
        """The number of the round in its match, from 1."""
        return self.index + 1

    def notes(self) -> list[tuple[int, str]]:
        """The comments on the round, as lines with their indentation."""
        return [(0, _comment(note)) for note in self._moves.notes if isinstance(note, Comment)]

    def start(self) -> State | None:
        """The round before its first move; None where there is nothing to play."""
        return begin_round(self.audit, self.index) if self.playable else None

    def told(self) -> Iterator[Told]:
        """Every move that can be made, in words."""
        state = self.start()
        if state is None:
            return
        before = state
        plays = self._moves.plays
        going = steps(self.notation, state, plays, self.seat)
        for made, play in enumerate(plays):
            self._keep(made, state)
            if any(isinstance(note, Variation) for note in play.notes):
                before = state.copy()
            try:
                step = next(going)
            except (RuleError, TextError):
                return
            yield self._tell(step, play.notes, before)

    def position(self, made: int) -> State | None:
        """The round after so many plays, chance and opening choices counted too.

        Takes no longer at the end of a long round than at its beginning, once
        `told` has gone through it.
        """
        near = made - made % STRIDE
        while near and near not in self._kept:
            near -= STRIDE
        state = self._kept[near].copy() if near in self._kept else self.start()
        if state is not None:
            run(self.notation, state, [play.text for play in self._moves.plays[near:made]])
        return state

    def _keep(self, made: int, state: State) -> None:
        """Keep a position, if it is one of those that are kept."""
        if made % STRIDE == 0 and made not in self._kept:
            self._kept[made] = state.copy()

    def seen_position(self, made: int) -> State | None:
        """The same as far as the seat knows it: from its deal, by the moves as it saw them.

        None also for a record that begins with a position, of which nobody can
        say what a seat knows.
        """
        audit, seat = self.audit, self.seat
        game, rules = audit.match.game, audit.match.rules
        true = self.start()
        if true is None or seat is None or game is None or rules is None:
            return None
        if self.record.position is not None:
            return None
        there = self.position(made)
        assert there is not None
        deal = game.seen_deal(audit.rounds[self.index].deal, seat)
        seen = game.begin(rules, audit.past[: self.index], deal)
        read = reader(self.notation)
        made_moves = [read[play.text] for play in self._moves.plays[:made]]
        make_seen(
            self.notation, true, seen, made_moves, seat,
            opening=there.opening, starter=there.starter,
        )  # fmt: skip
        return seen

    def lines(self, made: int) -> list[str]:
        """The position after so many plays, one fact a line, safe to print."""
        state = self.position(made)
        if state is None:
            return []
        if self.seat is None:
            return self.notation.show_all(state, self.names)
        return self.notation.show(state.view(self.seat), self.names)

    def faults(self) -> list[Diagnostic]:
        """The errors of this round."""
        return [
            diagnostic
            for diagnostic in self.audit.match.diagnostics
            if diagnostic.severity == "error" and diagnostic.round == self.number
        ]

    def outcome(self) -> str:
        """How the round ended and what it was worth, in a sentence or two."""
        checked, record = self.audit.rounds[self.index], self.record
        if checked.broken:
            faults = [f"{fault.place()}: {printable(fault.message)}" for fault in self.faults()]
            return " ".join(["It cannot be followed any further.", *faults[:1]])
        words = []
        if record.end is not None:
            words.append(f"The round ended: {record.end}.")
        elif record.moves is not None or record.deal is not None:
            words.append("The record stops here.")
        if any(points is not None for points in checked.scores):
            words.append(f"Points: {self._points(checked.scores)}.")
        return " ".join(words)

    def _points(self, points: tuple[int | None, ...]) -> str:
        return ", ".join(
            f"{name} {'x' if value is None else value}"
            for name, value in zip(self.names, points, strict=True)
        )

    def _tell(self, step: Step, notes: list[Note], before: State) -> Told:
        words = (self.notation.tell(event, self.names, self.seat) for event in step.events)
        return Told(
            step.number,
            step.text,
            _marks(notes),
            " ".join(word for word in words if word),
            tuple(self._note_lines(notes, before, 0)),
            step.seat,
            tuple(note.mark for note in notes if isinstance(note, Judgement)),
            tuple(pair for note in notes if isinstance(note, Comment) for pair in note.values()),
            any(is_capture(self.notation.game.name, event) for event in step.events),
        )

    def _note_lines(
        self, notes: list[Note], before: State, depth: int
    ) -> Iterator[tuple[int, str]]:
        """Comments, and other lines of play; the latter not for one seat, which they could tell
        what others held.
        """
        for note in notes:
            if isinstance(note, Comment):
                yield depth, _comment(note)
            elif isinstance(note, Variation) and self.seat is None:
                yield depth, "( instead:"
                yield from self._variation_lines(note, before.copy(), depth + 1)
                yield depth, ")"

    def _variation_lines(
        self, variation: Variation, state: State, depth: int
    ) -> Iterator[tuple[int, str]]:
        yield from self._note_lines(variation.notes, state, depth)
        going = steps(self.notation, state, variation.plays)
        for play in variation.plays:
            before = state.copy()
            try:
                step = next(going)
            except (RuleError, TextError) as error:
                yield depth, f"{printable(play.text)}: {printable(error.message)}"
                return
            told = self._tell(step, [], before)
            marks = _marks(play.notes)
            yield depth, " ".join(filter(None, (told.text, marks, told.sentence)))
            yield from self._note_lines(play.notes, before, depth)


def _marks(notes: list[Note]) -> str:
    """The judgements as people write them."""
    return " ".join(JUDGEMENTS[note.mark - 1] for note in notes if isinstance(note, Judgement))


def _comment(comment: Comment) -> str:
    return f"{{{printable(comment.text)}}}"
