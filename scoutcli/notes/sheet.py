"""A round as somebody noted it, and what follows from that: the state, the points, the text.

A sheet is what was noted and nothing else; it is never changed, but replaced by
another one. Everything else is worked out from it anew each time, so that a
correction is checked like what is typed for the first time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.errors import RuleError
from games.game import Deal, Round, State
from games.options import Rules
from notation import keys
from notation.codec import Notation
from notation.diagnostics import TextError
from notation.layout import lines, written
from notation.recorder import numbers
from notation.replay import CHANCE, Step, settle_starter, steps
from notation.tokens import Note, Play

WAITING = "x-waiting"
"""The key under which a round keeps moves that do not fit since one before them was corrected."""

_INDENT = "    "


@dataclass(slots=True)
class Typed(Play):
    """A play of which it is kept what somebody typed: the cards in its word may come from others.

    Not in the file, so it is known as long as the notes are open.
    """

    typed: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was noted of a round. None is not noted.

    `plays` are the words, with what was noted on them; those behind the first
    one that does not fit wait to be corrected. `starter` is who starts, where
    somebody said so before a move showed it. `closed` says that nothing more is
    to be noted. `between` are the lines of other keys behind the deal, and
    `parts` those below the key of that name, as a file had them.
    """

    deal: Deal | None = None
    starter: int | None = None
    notes: tuple[Note, ...] = ()
    plays: tuple[Play, ...] = ()
    end: str | None = None
    score: tuple[int | None, ...] | None = None
    ender: int | None = None
    closed: bool = False
    between: str = ""
    parts: str = ""

    @property
    def alone(self) -> bool:
        """Whether it has points and no moves: a round of a score sheet."""
        return self.closed and self.deal is None and not (self.plays or self.notes)

    @property
    def blank(self) -> bool:
        """Whether there is nothing on it but, perhaps, a deal."""
        return not (self.plays or self.notes or self.closed or self.end)


@dataclass(slots=True)
class Standing:
    """What follows from a sheet: `state` stands behind the words that fit, `steps` are those.

    `fault` is what is wrong with the next word, or with how the round is said
    to have ended. `choices` is how many choices come before the first turn.
    """

    sheet: Sheet
    deal: Deal
    state: State
    choices: int
    steps: list[Step] = field(default_factory=list)
    fault: RuleError | TextError | None = None

    @property
    def waiting(self) -> tuple[Play, ...]:
        """The words that do not fit, or stand behind one that does not."""
        return self.sheet.plays[len(self.steps) :]

    @property
    def moves(self) -> int:
        """How many moves were made, choices and chance not counted."""
        return sum(step.number is not None for step in self.steps)

    @property
    def end(self) -> str | None:
        """How the round ended, by its moves or because somebody said so."""
        return self.sheet.end or self.state.end

    @property
    def scores(self) -> tuple[int | None, ...]:
        """The points of the round: those of the moves, else those that were noted."""
        said = self.sheet.score or (None,) * self.state.players
        if self.sheet.alone or self.state.end is None:
            return said
        return tuple(
            noted if known is None else known
            for known, noted in zip(self.state.scores(), said, strict=True)
        )

    def past(self) -> Round:
        """The round as the next ones need it."""
        sheet, state = self.sheet, self.state
        if sheet.alone:
            return Round(self.scores, sheet.end, sheet.starter, sheet.ender)
        return Round(self.scores, self.end, state.starter, state.ender, self.deal)


def stand(notation: Notation, rules: Rules, past: Sequence[Round], sheet: Sheet) -> Standing:
    """Make the moves of a sheet, up to the first one that does not fit."""
    game = notation.game
    deal = game.unknown_deal(rules) if sheet.deal is None else sheet.deal
    state = game.begin(rules, past, deal)
    result = Standing(sheet, deal, state, state.players if state.opening else 0)
    try:
        for step in steps(notation, state, sheet.plays):
            result.steps.append(step)
    except (RuleError, TextError) as error:
        # The state may stand in the middle of that word: make the others once more.
        good = replace(sheet, plays=sheet.plays[: len(result.steps)])
        result.state = stand(notation, rules, past, replace(good, end=None)).state
        result.fault = error
        return result
    chance = state.chance()
    if sheet.starter is not None and chance is not None and sheet.starter in chance.among:
        state.apply(CHANCE, game.started(sheet.starter))
    if sheet.end is not None and sheet.end not in keys.STOPPED and not sheet.alone:
        try:
            state.claim(sheet.end)
        except RuleError as error:
            result.fault = error
    return result


def try_word(notation: Notation, standing: Standing, word: str) -> None:
    """Raise RuleError or TextError where a word cannot follow."""
    state = standing.state.copy()
    settle_starter(notation, state, word)
    for _ in steps(notation, state, [Play(word)]):
        pass


def text_of(notation: Notation, standing: Standing) -> str:
    """The lines of a round in a match file; nothing where nothing is noted of it.

    Canonical, but for the space behind the last move where more of its lap is to come.
    """
    sheet = standing.sheet
    parts: list[str] = []
    if sheet.deal is not None:
        parts.append(f"  deal: |\n{_block(notation.format_deal(sheet.deal))}")
    parts.append(sheet.between)
    waiting = " ".join(map(written, standing.waiting))
    if sheet.deal is not None or sheet.plays or sheet.notes:
        moves = _block(_moves(standing))
        if waiting and moves and not moves.endswith("\n"):
            moves = moves.rstrip(" ") + "\n"
        parts.append(f"  moves: |\n{moves}")
    if sheet.ender is not None:
        parts.append(f"  ender: {sheet.ender + 1}\n")
    if sheet.parts:
        parts.append(f"  parts: |\n{_block(sheet.parts)}")
    if standing.end is not None and (sheet.closed or sheet.end is not None):
        parts.append(f"  end: {standing.end}\n")
    if sheet.closed and (sheet.score is not None or standing.state.end is not None):
        parts.append(f"  score: {numbers(standing.scores)}\n")
    if waiting:
        parts.append(f"  {WAITING}: |\n{_block(waiting)}\n")
    text = "".join(parts)
    return f"- {text[2:]}" if text else ""


def _moves(standing: Standing) -> str:
    """The moves that fit, in canonical form."""
    sheet, state = standing.sheet, standing.state
    plays = [replace(step.play, text=step.text) for step in standing.steps]
    goes_on = standing.end is None and state.turn >= 0
    return lines(
        plays,
        sheet.notes,
        choices=standing.choices,
        following=state.turn if goes_on else None,
    )


def _block(text: str) -> str:
    """Lines below a key."""
    return "".join(f"{_INDENT}{line}" for line in text.splitlines(keepends=True))
