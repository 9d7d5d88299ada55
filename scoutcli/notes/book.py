"""A match that is noted move by move: what comes next, and how what was noted is corrected."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from games.errors import RuleError
from games.game import Deal, Round
from notation import keys
from notation.diagnostics import TextError
from notation.replay import CHANCE, reader, settle_starter, steps
from notation.tokens import Comment, Note, Play
from notation.yamltext import quote
from scoutcli.notes.pages import MOST_ROUNDS, Pages
from scoutcli.notes.reading import play_of, readings
from scoutcli.notes.sheet import Sheet, Standing, Typed, stand, try_word

MOST_WORDS = 5000
"""So many moves of one round; the rules end it long before."""
NOTED_BY = "x-noted-by"
"""The key of a match that tells which player noted it."""

_NOTED_BY = re.compile(rf"^{NOTED_BY}:[^\n]*\n", re.MULTILINE)


class Stage(Enum):
    """What the notes wait for."""

    DEAL = "the next round begins: what is known of its deal"
    START = "the seat that starts is to be named"
    PLAY = "the next move"
    MEND = "the round has ended, but moves wait that do not fit"
    COUNT = "the round has ended: what is still open of its points"
    MORE = "points that nobody knows decide whether the match is over"
    OVER = "nothing: the match is over"


class Book(Pages):
    """The notes of a match, move by move."""

    index = "last-noted"

    @property
    def stage(self) -> Stage:
        """What comes next."""
        now = self.now
        if now is None or now.sheet.closed:
            return {None: Stage.MORE, True: Stage.OVER, False: Stage.DEAL}[self.finished]
        if now.end is not None:
            return Stage.MEND if now.waiting or now.fault else Stage.COUNT
        return Stage.START if now.state.turn < 0 else Stage.PLAY

    # What there is to note

    def begin(self, deal: Deal | None) -> None:
        """The next round, and what is known of its deal. Raises RuleError or OSError."""
        if len(self._sheets) >= MOST_ROUNDS:
            raise RuleError("too-many-rounds", f"no more than {MOST_ROUNDS} rounds are noted here")
        if deal is not None:
            self.check_deal(deal)
        self._change((*self._sheets, Sheet(self._known(deal))))

    def set_noted_by(self, seat: int | None) -> None:
        """Keep in the head of the match which player notes it."""
        head = _NOTED_BY.sub("", self._head, count=1)
        if seat is not None:
            at = head.index("\nrounds:") + 1
            head = f"{head[:at]}{NOTED_BY}: {quote(self._raw_names[seat])}\n{head[at:]}"
        if head != self._head:
            self._head = head
            self.save()

    def set_deal(self, deal: Deal) -> None:
        """Put other cards in the place of the deal of this round; its moves are checked again.

        Raises RuleError where they cannot have been dealt.
        """
        self.check_deal(deal)
        self._put(replace(self._sheet, deal=self._known(deal)))

    def check_deal(self, deal: Deal) -> None:
        """Raise RuleError where this cannot be the deal of this round, or of the next."""
        self.game.check_deal(self.rules, self._past_before(), deal)

    def set_starter(self, seat: int) -> None:
        """Say who starts, where neither the cards nor the rounds before tell it."""
        standing = self._standing
        chance = standing.state.chance()
        among = chance.among if chance is not None and chance.kind == "starter" else ()
        if seat not in among:
            seats = " or ".join(str(other + 1) for other in among)
            raise RuleError("not-the-starter", f"seat {seats} can start, not seat {seat + 1}")
        self._put(replace(standing.sheet, starter=seat))

    def add(self, play: Play) -> None:
        """Note the next move. Raises RuleError or TextError where it cannot be made.

        Where moves wait, it takes the place of the first of them if that is of
        the same seat, and comes before it if not.
        """
        standing = self._standing
        sheet, at = standing.sheet, len(standing.steps)
        if len(sheet.plays) >= MOST_WORDS:
            raise RuleError("too-many-moves", f"no more than {MOST_WORDS} moves a round are noted")
        try_word(self.notation, standing, play.text)
        rest = sheet.plays[at:]
        if rest and self._seat(rest[0]) == self._seat(play):
            rest = rest[1:]
        self._put(replace(sheet, plays=(*sheet.plays[:at], play, *rest)))

    def annotate(self, notes: Sequence[Note], index: int | None = None) -> None:
        """Add comments and judgements to a word, by its index; None: to the round."""
        sheet = self._sheet
        if index is None:
            if not all(isinstance(note, Comment) for note in notes):
                raise RuleError(
                    "judgement-before-move", "no move is noted yet that a judgement could be on"
                )
            self._put(replace(sheet, notes=(*sheet.notes, *notes)))
            return
        play = sheet.plays[index]
        noted = replace(play, notes=[*play.notes, *notes])
        self._put(replace(sheet, plays=_spliced(sheet.plays, index, noted)))

    def close_round(self, score: Sequence[int | None], *, asked: bool = True) -> None:
        """The round has ended, with these points, None where they are not known.

        Where nobody was `asked` for them, this goes with the change before, and
        is taken back with it. Raises RuleError ``wrong-score`` where the moves say otherwise.
        """
        standing = self._standing
        if standing.state.end is not None and not standing.sheet.alone:
            for seat, (true, said) in enumerate(zip(standing.state.scores(), score, strict=True)):
                if true is not None and said is not None and said != true:
                    raise RuleError(
                        "wrong-score",
                        f"by the moves {self.names[seat]} has {true} points, not {said}",
                    )
        known = tuple(score) if any(points is not None for points in score) else None
        closed = (*self._sheets[:-1], replace(standing.sheet, score=known, closed=True))
        self._change(closed, alone=asked)

    def end_round(self, end: str) -> None:
        """The round ended here in this way. Raises RuleError where the rules know better."""
        standing = self._standing
        if standing.sheet.deal is None and not standing.sheet.plays:
            raise RuleError("nothing-noted", "nothing is noted of this round that could end")
        if standing.waiting:
            raise RuleError("moves-wait", "first the moves that wait: fix, delete or drop them")
        if end not in (*self.game.ends, *keys.STOPPED):
            good = ", ".join((*self.game.ends, *keys.STOPPED))
            raise RuleError("bad-end", f"a round ends as {good}")
        if end in keys.STOPPED:
            if standing.state.end is not None:
                raise RuleError("wrong-end", f"the round has ended as {standing.state.end}")
        elif not standing.moves:
            raise RuleError("wrong-end", "nobody has made a move yet (? is one not noted)")
        else:
            standing.state.copy().claim(end)
        self._put(replace(standing.sheet, end=end))

    # Corrections

    def index_of(self, number: int) -> int:
        """Where the move of that number (from 1) is among the words. Raises RuleError."""
        standing = self._standing
        counted, choices = 0, standing.choices
        for index, play in enumerate(standing.sheet.plays):
            if self._seat(play) == CHANCE:
                continue
            if choices:
                choices -= 1
                continue
            counted += 1
            if counted == number:
                return index
        raise RuleError(
            "no-such-move",
            f"there is no move {number}; "
            + (f"moves are 1 to {counted}" if counted else "none is noted yet"),
        )

    def choice_of(self, seat: int) -> int:
        """Where the choice of a seat before the first turn is. Raises RuleError."""
        standing = self._standing
        if not 0 <= seat < min(standing.choices, len(standing.sheet.plays)):
            raise RuleError("no-such-move", f"no choice of seat {seat + 1} is noted")
        return seat

    def before(self, index: int) -> Standing:
        """The round as it stood before a word."""
        sheet = self._sheet
        return self._stand(replace(sheet, plays=sheet.plays[:index], end=None))

    def fix(self, index: int, play: Play) -> None:
        """Put another word in the place of one; all behind it are checked again.

        Raises RuleError or TextError where the new one itself does not fit.
        """
        try_word(self.notation, self.before(index), play.text)
        plays = self._sheet.plays
        kept = play if play.notes else replace(play, notes=plays[index].notes)
        self._set_plays(_spliced(plays, index, kept), index + 1)

    def insert(self, index: int, play: Play) -> None:
        """Put a word that was forgotten before another; all behind it are checked again."""
        try_word(self.notation, self.before(index), play.text)
        plays = self._sheet.plays
        self._set_plays((*plays[:index], play, *plays[index:]), index + 1)

    def delete(self, index: int) -> None:
        """Take a word out; all behind it are checked again."""
        self._set_plays(_spliced(self._sheet.plays, index), index)

    def drop(self) -> int:
        """Take out the words that wait; how many there were."""
        standing = self._standing
        waiting = len(standing.waiting)
        if waiting:
            self._put(replace(standing.sheet, plays=standing.sheet.plays[: len(standing.steps)]))
        return waiting

    # How it is done

    def _shortened(self) -> tuple[Sheet, ...]:
        """The sheets without what was noted last, and without what came of it by itself."""
        before = _shortened(self._sheets)
        return _shortened(before) if self._closed_itself else before

    @property
    def _standing(self) -> Standing:
        if self.now is None or self.now.sheet.closed:
            raise RuleError(
                "no-round", "no round is being noted now (undo goes back into the last)"
            )
        return self.now

    @property
    def _sheet(self) -> Sheet:
        return self._standing.sheet

    @property
    def _closed_itself(self) -> bool:
        """Whether the last round is closed, and nobody had to be asked for its points."""
        now = self.now
        if now is None or not now.sheet.closed or now.sheet.alone or now.state.end is None:
            return False
        return None not in now.state.scores()

    def _known(self, deal: Deal | None) -> Deal | None:
        """A deal, if anything is known of it."""
        return None if deal == self.game.unknown_deal(self.rules) else deal

    def _seat(self, play: Play) -> int:
        """The seat of a word; `CHANCE` if it has none, or none that can be read."""
        try:
            return reader(self.notation)[play.text][0]
        except TextError:
            return CHANCE

    def _past_before(self) -> list[Round]:
        """The rounds before the one being noted."""
        closed = [each.past() for each in self._standings if each.sheet.closed]
        return self._first + closed

    def _stand(self, sheet: Sheet) -> Standing:
        return stand(self.notation, self.rules, self._past_before(), sheet)

    def _put(self, sheet: Sheet) -> None:
        """Put another sheet in the place of the last one."""
        self._change((*self._sheets[:-1], sheet))

    def _set_plays(self, plays: tuple[Play, ...], changed: int) -> None:
        """Put other words on the sheet; how the round ended has to be said anew.

        From index `changed` on they are behind a correction.
        """
        behind = self._read_again(plays[:changed], plays[changed:])
        self._put(replace(self._sheet, plays=(*plays[:changed], *behind), end=None))

    def _read_again(self, before: tuple[Play, ...], plays: tuple[Play, ...]) -> list[Play]:
        """Words behind a correction, with the meaning that what was typed has now.

        ``r`` is the right card, whichever that is. Where what was typed does
        not say by itself what is meant, or cannot be, the word stays as it is.
        """
        standing = self._stand(replace(self._sheet, plays=before, end=None))
        state = standing.state
        result = list(plays)
        if standing.waiting:
            return result
        for at, play in enumerate(plays):
            try:
                if isinstance(play, Typed):
                    found = readings(play.typed, self.notation, state)
                    words = [
                        play_of(self.notation, each, (), ()).text for each in found if not each.half
                    ]
                    if len(words) == len(found) == 1:
                        result[at] = replace(play, text=words[0])
                settle_starter(self.notation, state, result[at].text)
                for _ in steps(self.notation, state, [result[at]]):
                    pass
            except (RuleError, TextError):
                break
        return result


def _spliced(plays: tuple[Play, ...], index: int, *others: Play) -> tuple[Play, ...]:
    """The words with others in the place of one."""
    return (*plays[:index], *others, *plays[index + 1 :])


def _shortened(sheets: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
    """The sheets without what was noted last."""
    last, rest = sheets[-1], sheets[:-1]
    if last.alone or last.blank:
        return rest
    if last.closed or (last.end is not None and not last.plays):
        return (*rest, replace(last, closed=False, end=None, score=None))
    if last.plays:
        return (*rest, replace(last, plays=last.plays[:-1], end=None, starter=None))
    return (*rest, replace(last, notes=()))
