"""An analysis written into its match: judgements, comments with figures, better lines of play.

What is written here is found again, and nothing else is taken for it: each
comment has a value ``[%by scoutcli …]``, which names what else belongs to it.
``[%by scoutcli $4 ( 2.L26@4 )]`` says that the judgement ``$4`` and that variation
on the same move are from here, too. Before the moves of a round stands what
they were found by: ``[%by scoutcli VERSION; EVALUATOR; DIGEST]``. Everything
else is people's, and kept as it stands.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.game import State
from notation import codec
from notation.audit import Audit, begin_round
from notation.codec import Notation
from notation.diagnostics import TextError, printable
from notation.layout import lines, written
from notation.nodes import Scalar
from notation.reader import Part
from notation.replay import Step, steps
from notation.tokens import (
    JUDGEMENTS,
    Comment,
    Judgement,
    Moves,
    Note,
    Play,
    Variation,
    comment,
    read_moves,
)
from notation.writer import canonical
from scoutcli import __version__
from scoutcli.analysis.account import accounts
from scoutcli.analysis.lines import better_word
from scoutcli.analysis.marks import GRAVEST
from scoutcli.analysis.match import round_key
from scoutcli.analysis.model import Chance, Judged, MatchReport, RoundReport
from scoutcli.report import plural

BY = "by"
"""The value that says whose a comment is."""
TOOL = "scoutcli"

_OWNED = re.compile(rf"{TOOL}(?: \$([1-6]))?(?: \( (\S+) \))?")
_HEAD = re.compile(rf"{TOOL} \S+; .*; ([0-9a-f]{{16}})-([0-9a-f]{{8}})|{TOOL} \S+; .*; in part")
_WORST = tuple(mark for mark in GRAVEST if mark)
_HINDSIGHT = "in hindsight"
_LEAST = 0.005
"""Fewer points are written as none."""


@dataclass(slots=True)
class RoundNotes:
    """What is written on a round: a comment before its moves, and notes on plays by index."""

    head: Comment
    plays: dict[int, list[Note]] = field(default_factory=dict)


def annotated(part: Part, report: MatchReport, *, last: bool = True) -> str:
    """The text of a match with the figures of a report, in canonical form.

    The rounds that the report has get its figures in the place of earlier
    ones; the others stay as they are. `last` says that nothing follows in the
    file. The match must be without an error.
    """
    audit = part.audit
    assert audit is not None
    notes = {}
    for found in report.rounds:
        notes[found.number - 1] = notes_of(audit, found, report)
    return with_notes(part, notes, last=last)


def bare(part: Part, *, last: bool = True) -> str:
    """The text of a match without what was written by an analysis, in canonical form."""
    audit = part.audit
    assert audit is not None
    return with_notes(part, dict.fromkeys(range(len(audit.rounds))), last=last)


def with_notes(
    part: Part, notes: Mapping[int, RoundNotes | None], *, last: bool = True
) -> str:  # fmt: skip
    """The canonical text of a match with these notes on its rounds in the place of earlier ones."""
    audit = part.audit
    assert audit is not None
    rounds = list(audit.rounds)
    for index, new in notes.items():
        record = rounds[index].record
        if record.moves is not None and rounds[index].state is not None:
            text = _dressed(read_moves(record.moves.text), new)
            rounds[index] = replace(
                rounds[index], record=replace(record, moves=Scalar(text, record.moves.style))
            )
    records = [checked.record for checked in rounds]
    changed = replace(audit, match=replace(audit.match, rounds=records), rounds=rounds)
    return canonical(changed, part.document, last=last)


def _dressed(moves: Moves, new: RoundNotes | None) -> str:
    """The moves of a round with new notes; canonical in nothing but what is noted."""
    heads: list[Note] = [note for note in moves.notes if not _is_own(note)]
    if new is not None:
        heads.append(new.head)
    for at, play in enumerate(moves.plays):
        others, _ = split(play.notes)
        play.notes = others + (new.plays.get(at, []) if new is not None else [])
    return lines(moves.plays, heads)


# What is whose


def split(notes: Sequence[Note]) -> tuple[list[Note], list[Note]]:
    """The notes on a play, in their order: those of people, and those of an analysis."""
    own = [note for note in notes if _is_own(note)]
    for note in list(own):
        assert isinstance(note, Comment)
        found = _OWNED.fullmatch(_by(note))
        mark, line = (found[1], found[2]) if found else (None, None)
        for other in reversed(notes):
            if any(other is each for each in own):
                continue
            if mark and isinstance(other, Judgement) and other.mark == int(mark):
                own.append(other)
                mark = None
            elif line and isinstance(other, Variation) and _is_bare(other, line):
                own.append(other)
                line = None
    ids = set(map(id, own))
    return [note for note in notes if id(note) not in ids], [n for n in notes if id(n) in ids]


def _is_own(note: Note) -> bool:
    """Whether a note is a comment of an analysis."""
    by = _by(note) if isinstance(note, Comment) else ""
    return bool(by) and any(form.fullmatch(by) for form in (_OWNED, _HEAD))


def _by(note: Comment) -> str:
    """Whose a comment says it is; nobody's without a word on it."""
    if f"[%{BY} {TOOL}" not in note.text:  # nearly all are people's
        return ""
    return next((value for name, value in note.values() if name == BY), "")


def _is_bare(variation: Variation, word: str) -> bool:
    """Whether a variation is this word and nothing else."""
    plays = variation.plays
    return not variation.notes and len(plays) == 1 and plays[0] == Play(word, plays[0].offset)


# What is written


def notes_of(audit: Audit, found: RoundReport, report: MatchReport) -> RoundNotes:
    """The notes that a report makes of a round."""
    index = found.number - 1
    made: dict[int, list[Note]] = {}
    for at, step, before in _walk(audit, index, {one.at for one in found.judged if one.mark}):
        judged = [each for each in found.judged if each.at == at and _has_figures(each)]
        luck = [event for event in found.luck if event.at == at]
        notes = list(_play_notes(audit, step, before, judged, luck))
        if notes:
            made[at] = notes
    inputs = inputs_of(audit, index, report.about) if report.complete else ""
    return RoundNotes(_head(found, report, inputs, made), made)


def _walk(audit: Audit, index: int, wanted: set[int]) -> Iterator[tuple[int, Step, State | None]]:
    """Every play of a round, and the position before those that are wanted."""
    state, record = begin_round(audit, index), audit.rounds[index].record
    assert state is not None and audit.match.game is not None and record.moves is not None
    plays = read_moves(record.moves.text).plays
    going = steps(codec.get(audit.match.game.name), state, plays)
    for at in range(len(plays)):
        before = state.copy() if at in wanted else None
        yield at, next(going), before


def _play_notes(
    audit: Audit,
    step: Step,
    before: State | None,
    judged: Sequence[Judged],
    luck: Sequence[Chance],
) -> Iterator[Note]:
    """The notes on a play: a judgement, the figures, a better line."""
    values: list[tuple[str, str]] = []
    owned, words = [TOOL], ""
    others, _ = split(step.play.notes)
    mark = next((each for each in _WORST if any(one.mark == each for one in judged)), 0)
    line: str | None = None
    if judged:
        values += _figures(judged)
        words = " ".join(one.words for one in judged if one.mark)
        if not words and judged[-1].open:
            words = _HINDSIGHT
        if mark and not any(isinstance(note, Judgement) for note in others):
            owned.append(f"${mark}")
            yield Judgement(mark)
        if mark and before is not None:
            line = _better_line(audit, step, before, judged, others)
    if luck:
        values.append(("luck", _points(_sum(luck))))
    if not values:
        return
    if line is not None:
        owned.append(f"( {line} )")
    yield _comment([*values, (BY, " ".join(owned))], words)
    if line is not None:
        yield Variation([], [Play(line)])


def _figures(judged: Sequence[Judged]) -> Iterator[tuple[str, str]]:
    """The values of a turn: what was expected at its end, and the losses of its parts together."""
    yield "eq", _signed(judged[-1].worth)
    loss = sum(one.loss for one in judged)
    yield "loss", f"{loss + 0.0:.2f}"
    error = math.sqrt(sum(one.error**2 for one in judged if math.isfinite(one.error)))
    if error >= _LEAST:
        yield "se", f"{error:.2f}"
    better = _better(judged)
    if better is not None and loss >= _LEAST:
        before = [one.text for one in judged if one.part < better.part]
        yield "best", " ".join([*before, better.best_text])


def _better(judged: Iterable[Judged]) -> Judged | None:
    """The part of a turn in which most was lost."""
    parts = [one for one in judged if one.best is not None]
    return max(parts, key=lambda one: (bool(one.mark), one.loss), default=None)


def _better_line(
    audit: Audit, step: Step, before: State, judged: Sequence[Judged], others: Sequence[Note]
) -> str | None:
    """The word of the better turn; None where people have noted it, or a record cannot say it."""
    better = _better(judged)
    if better is None or audit.match.game is None:
        return None
    notation = codec.get(audit.match.game.name)
    made = step.moves[: better.part]
    word = better_word(notation, before, step.seat, made, better.best)
    noted = [_first_word(notation, before, note) for note in others if isinstance(note, Variation)]
    return None if word in noted else word


def _first_word(notation: Notation, before: State, variation: Variation) -> str:
    """With which move, in canonical form, another line begins."""
    return next(steps(notation, before.copy(), variation.plays[:1])).text


def _has_figures(judged: Judged) -> bool:
    return judged.measured and not judged.forced


def _head(
    found: RoundReport, report: MatchReport, inputs: str, made: Mapping[int, list[Note]]
) -> Comment:
    """The comment before the moves: the luck of the deal, what was used, what it comes to."""
    deal = [event for event in found.luck if event.at < 0]
    values = [("luck", _points(_sum(deal)))] if deal else []
    words = "; ".join(_summary(found, report))
    by = f"{TOOL} {__version__}; {_plain(report.about)}; "
    plain = _comment([*values, (BY, f"{by}in part")], words)
    if not inputs:
        return plain
    return _comment([*values, (BY, f"{by}{inputs}-{_check(plain, made)}")], words)


def _summary(found: RoundReport, report: MatchReport) -> Iterator[str]:
    """A few words on each seat."""
    luck = _sum(found.luck)
    if any(judged.open for judged in found.judged):
        yield _HINDSIGHT
    for account in accounts(report.names, [found]):
        said = []
        if account.unforced:
            marks = [
                f"{account.marks[mark]} {JUDGEMENTS[mark - 1]}"
                for mark in _WORST
                if account.marks.get(mark)
            ]
            behind = f" ({', '.join(marks)})" if marks else ""
            choices = plural(account.unforced, "choice")
            said.append(f"lost {account.lost:.2f} in {choices}{behind}")
        if luck:
            said.append(f"luck {_signed(luck[account.seat])}")
        if said and (margin := found.margins[account.seat]) is not None:
            said.append(f"result {_signed(margin)}")
        if said:
            yield f"seat {account.seat + 1}: {', '.join(said)}"


def _sum(luck: Sequence[Chance]) -> list[float]:
    """What chance events were worth together, for each seat."""
    return [sum(worths) for worths in zip(*(event.worth for event in luck), strict=True)]


def _points(values: Iterable[float]) -> str:
    return " ".join(map(_signed, values))


def _signed(value: float) -> str:
    text = f"{value:+.2f}"
    return "+0.00" if text == "-0.00" else text


def _comment(values: Sequence[tuple[str, str]], words: str) -> Comment:
    """A comment in which nothing but these values can be taken for one."""
    kept = []
    for name, value in values:
        try:
            comment("", [(name, value)])
        except TextError:  # a bracket in the moves of a game of somebody else
            continue
        kept.append((name, value))
    return comment(_plain(words), kept)


def _plain(words: str) -> str:
    """Words in which nothing stands that means something in a comment."""
    return printable(" ".join(words.split())).translate({ord("["): "(", ord("]"): ")"})


# What was analysed, and by what


@dataclass(frozen=True, slots=True)
class Digest:
    """What the figures of a round were found from, and what they are, both as short texts."""

    inputs: str
    check: str


def inputs_of(audit: Audit, index: int, about: str) -> str:
    """A digest of all that the notes on a round depend on; the same for the same round."""
    match, checked = audit.match, audit.rounds[index]
    assert match.game is not None and match.rules is not None
    notation = codec.get(match.game.name)
    digest = hashlib.sha256()

    def take(said: object) -> None:
        digest.update(f"{said}\n".encode(errors="replace"))

    take((__version__, about, round_key(audit, index), sorted(match.rules.items())))
    take((checked.record.end, checked.scores))
    for past in audit.past[:index]:
        take((past.scores, past.end, past.starter, past.ender))
    branching = _branching(audit, index)
    for _, step, before in _walk(audit, index, branching):
        others, _ = split(step.play.notes)
        take(step.text)
        take([note.mark for note in others if isinstance(note, Judgement)])
        if before is not None:
            take([
                _first_word(notation, before, note) for note in others
                if isinstance(note, Variation)
            ])  # fmt: skip
    return digest.hexdigest()[:16]


def _branching(audit: Audit, index: int) -> set[int]:
    """The plays of a round on which people have noted variations."""
    moves = audit.rounds[index].record.moves
    assert moves is not None
    plays = read_moves(moves.text).plays
    return {
        at for at, play in enumerate(plays)
        if any(isinstance(note, Variation) for note in split(play.notes)[0])
    }  # fmt: skip


def words_of(audit: Audit, index: int) -> list[str]:
    """The plays of a round in canonical form, without notes."""
    return [step.text for _, step, _ in _walk(audit, index, set())]


def own_notes(moves: Moves) -> RoundNotes | None:
    """What any analysis has noted on a round, be it in part; None where none has."""
    head = next((note for note in moves.notes if _is_own(note)), None)
    if not isinstance(head, Comment):
        return None
    made = {at: own for at, play in enumerate(moves.plays) if (own := split(play.notes)[1])}
    return RoundNotes(head, made)


def larger(one: RoundNotes | None, other: RoundNotes | None) -> RoundNotes | None:
    """Of two notes on a round those on more plays; the first of equals."""
    if one is None or other is None:
        return one or other
    return other if len(other.plays) > len(one.plays) else one


def noted(moves: Moves) -> tuple[Digest, RoundNotes] | None:
    """What an analysis has noted on a round; None where it has not, or somebody changed it."""
    own = own_notes(moves)
    found = _HEAD.fullmatch(_by(own.head)) if own is not None else None
    if own is None or found is None or found[1] is None:
        return None
    digest = Digest(found[1], found[2])
    plain = Comment(own.head.text.replace(f"{digest.inputs}-{digest.check}", "in part", 1))
    return (digest, own) if _check(plain, own.plays) == digest.check else None


def _check(head: Comment, made: Mapping[int, list[Note]]) -> str:
    """A digest of what is noted, the comment before the moves included."""
    said = [f"{at} {written(Play('', 0, notes))}" for at, notes in sorted(made.items())]
    return hashlib.sha256("\n".join([head.text, *said]).encode()).hexdigest()[:8]
