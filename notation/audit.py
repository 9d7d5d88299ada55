"""Check a match against the rules: deals, moves, ends, scores, totals, winners.

Everything is worked out anew from the moves and compared with what the file
says. A round stops at its first illegal move; the next one goes on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.deals import ALGORITHM, Shuffler, commitment
from games.errors import RuleError
from games.game import Deal, Game, Round, State
from games.options import Rules, shown
from notation import codec, keys
from notation.codec import Notation
from notation.diagnostics import Severity, TextError
from notation.match import Match, RoundRecord
from notation.nodes import List, Scalar
from notation.replay import CHANCE, run
from notation.tokens import Play, Variation, offset_of, plain, read_moves

_UNKNOWN = re.compile(r"[?*]")
_FAULT = re.compile(r"seat [1-9][0-9]* move [0-9]+ \S.*")


@dataclass(slots=True)
class RoundAudit:
    """What became of one round.

    `scores` are the points by the moves; where there are none, those of the
    score sheet. `verified` says that they follow from the moves.
    """

    record: RoundRecord
    scores: tuple[int | None, ...]
    verified: bool = False
    broken: bool = False
    """Whether an error stopped it, so that nothing is known of its end."""
    state: State | None = None
    """Where its moves led; None where there are none that can be played."""
    deal: Deal = None

    @property
    def ended(self) -> bool:
        """Whether the file says that it came to its end; a sheet does by its points."""
        if self.state is None:
            return self.record.score is not None
        return self.record.end is not None and self.record.end not in keys.STOPPED


@dataclass(slots=True)
class Audit:
    """What became of a match. `total` has None where points are not known."""

    match: Match
    rounds: list[RoundAudit] = field(default_factory=list)
    past: list[Round] = field(default_factory=list)
    over: bool | None = False
    total: tuple[int | None, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def verified(self) -> int:
        """How many rounds' points follow from their moves."""
        return sum(result.verified for result in self.rounds)

    @property
    def unverified(self) -> int:
        """How many do not."""
        return len(self.match.rounds) - self.verified


def audit(match: Match) -> Audit:
    """Check a match; what is wrong is added to its diagnostics."""
    result = Audit(match)
    game, rules = match.game, match.rules
    if game is None or rules is None:
        return result
    notation = codec.get(game.name)
    for record in match.rounds:
        if game.over(rules, result.past):
            match.report(
                "too-many-rounds",
                f"the match was over after round {record.number - 1}",
                (record.line, 0),
                round=record.number,
            )
            break
        checked = _Round(match, notation, rules, record, result.past).check()
        result.rounds.append(checked)
        result.past.append(_past(record, checked))
    result.over = game.over(rules, result.past)
    if result.rounds and not result.rounds[-1].ended:
        result.over = False
    result.total = game.totals(rules.players, result.past)
    if not match.loose:
        _check_totals(match, result, game)
        _check_shuffle(match, result, game, rules)
    return result


def whole_moves(match: Match, record: RoundRecord) -> str:
    """The moves of a round, without a last word that the end of the file may have cut."""
    assert record.moves is not None
    text = record.moves.text
    if not (match.torn and record.moves.unended):
        return text
    return text[: max(text.rfind(" "), text.rfind("\n")) + 1]


def begin_round(audit: Audit, index: int) -> State | None:
    """A round of a match that was checked, at its start again; None where it has none to play."""
    match, checked = audit.match, audit.rounds[index]
    record = checked.record
    assert match.game is not None and match.rules is not None
    if checked.state is None:
        return None
    if record.position is not None:
        return codec.get(match.game.name).parse_position(record.position.text)
    state = match.game.begin(match.rules, audit.past[:index], checked.deal)
    if record.starter is not None:
        _let_start(match.game, state, record.starter)
    return state


def _let_start(game: Game, state: State, seat: int) -> bool:
    """Settle that a seat starts where that is open; whether it was, for this seat."""
    chance = state.chance()
    if chance is None or seat not in chance.among:
        return False
    state.apply(CHANCE, game.started(seat))
    return True


def _past(record: RoundRecord, checked: RoundAudit) -> Round:
    """A round as the next ones need it."""
    state = checked.state
    ender = record.ender
    if state is not None and not checked.broken:
        ender = state.ender
    return Round(
        checked.scores,
        record.end,
        record.starter if state is None else state.starter,
        ender,
        checked.deal,
    )


class _Round:
    """The check of one round."""

    def __init__(
        self,
        match: Match,
        notation: Notation,
        rules: Rules,
        record: RoundRecord,
        past: Sequence[Round],
    ) -> None:
        self.match = match
        self.notation = notation
        self.game: Game = notation.game
        self.rules = rules
        self.record = record
        self.past = past
        self.number = record.number
        self.last = record.number == len(match.rounds)

    def check(self) -> RoundAudit:
        """Deal, moves, end, score."""
        record = self.record
        nothing = (None,) * self.rules.players
        result = RoundAudit(record, record.score or nothing)
        if record.faults is not None:
            self._check_faults(record.faults)
        if record.deal is None and record.moves is None and record.position is None:
            self._check_sheet()
            return result
        state = self._begin(result)
        if state is None:
            result.broken = True
            return result
        result.state = state
        if record.starter is not None:
            self._start(state, record.starter)
        if record.moves is not None and not self._moves(state, record.moves):
            result.broken = True
            return result
        self._check_end(state, result)
        return result

    # Deal and moves

    def _begin(self, result: RoundAudit) -> State | None:
        """The round at its start, from its deal or a position; None where that is at fault."""
        node = self.record.position
        if node is not None:
            try:
                return self.notation.parse_position(node.text)
            except TextError as error:
                self._report(error.code, error.message, node, error.offset, error.length)
            except RuleError as error:
                self._report(error.code, error.message, node, 0, len(node.text))
            return None
        result.deal = self._deal()
        if result.deal is None:
            return None
        return self.game.begin(self.rules, self.past, result.deal)

    def _deal(self) -> Deal:
        """The deal; None where it is at fault."""
        node = self.record.deal
        if node is None:
            return self.game.unknown_deal(self.rules)
        try:
            deal = self.notation.parse_deal(node.text, self.rules)
            self.game.check_deal(self.rules, self.past, deal)
        except TextError as error:
            self._report(error.code, error.message, node, error.offset, error.length)
        except RuleError as error:
            offset, length = self.notation.locate(node.text, error.about)
            seat = error.about[1] if error.about[:1] == ("hand",) else None
            self._report(
                error.code, error.message, node, offset, length,
                seat=seat + 1 if isinstance(seat, int) else None,
            )  # fmt: skip
        else:
            return deal
        return None

    def _start(self, state: State, seat: int) -> None:
        """Take the word of the key `starter`."""
        if _let_start(self.game, state, seat):
            return
        if state.starter is not None and state.starter != seat:
            self.match.report(
                "wrong-starter",
                f"seat {state.starter + 1} starts this round, not seat {seat + 1}",
                self.record.nodes["starter"],
                round=self.number,
            )

    def _moves(self, state: State, node: Scalar) -> bool:
        """Play the moves; whether all of them could be played."""
        text = whole_moves(self.match, self.record)
        if len(text) < len(node.text):
            self._report(
                "torn-move",
                f"the file ends in the middle of a line: {shown(node.text[len(text) :])} has no "
                "space or line end behind it, so it may be cut; it is left out",
                node,
                len(text),
                len(node.text) - len(text),
            )
        words = plain(text)
        if words is not None:
            return self._run(state, node, words, text)
        moves = read_moves(text)
        number = 0
        for play in moves.plays:
            others = [note for note in play.notes if isinstance(note, Variation)]
            before = state.copy() if others else state
            opening = state.opening
            if not self._play(state, node, play, number + (not opening)):
                return False
            number += not opening and play.text[:1].isdigit()
            for other in others:
                self._variation(before.copy(), node, other, number)
        if moves.fault is not None:
            fault = moves.fault
            self._report(
                fault.code, fault.message, node, fault.offset, fault.length, move=number or None
            )
            return False
        return True

    def _run(self, state: State, node: Scalar, words: list[str], text: str) -> bool:
        """Play a round that is nothing but moves."""
        choices = self.rules.players if state.opening else 0
        done, error = run(self.notation, state, words)
        if error is None:
            return True
        seats = sum(word[:1].isdigit() for word in words[:done])
        self._refuse(error, node, words[done], offset_of(text, done), seats - choices + 1)
        return False

    def _play(self, state: State, node: Scalar, play: Play, number: int) -> bool:
        """Play one word that may be dressed; whether it is legal."""
        _, error = run(self.notation, state, [play.text])
        if error is not None:
            self._refuse(error, node, play.text, play.offset, number)
        return error is None

    def _variation(self, state: State, node: Scalar, variation: Variation, number: int) -> None:
        """Check another line of play, up to its first fault."""
        for play in variation.plays:
            before = state.copy()
            if not self._play(state, node, play, number):
                return
            for note in play.notes:
                if isinstance(note, Variation):
                    self._variation(before.copy(), node, note, number)

    def _refuse(
        self, error: RuleError | TextError, node: Scalar, word: str, offset: int, number: int
    ) -> None:
        """Report a word that cannot be played."""
        length = len(word)
        if isinstance(error, TextError):
            offset, length = offset + error.offset, error.length
        digits = word.partition(".")[0]
        seat = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 4 else None
        self._report(
            error.code, f"{shown(word, 60)}: {error.message}", node, offset, length,
            seat=seat, move=number if number > 0 else None,
        )  # fmt: skip

    # End and score

    def _check_end(self, state: State, result: RoundAudit) -> None:
        """Compare how the round ended, and what it was worth, with what the moves say."""
        record, match = self.record, self.match
        if record.moves is None:
            if record.position is None:
                self._notice("no-moves", "the deal is known, but no moves; nothing can be verified")
            return
        if record.end is None:
            if match.loose and state.end is not None:
                self._check_score(state, result)
            elif "end" in record.nodes:
                result.broken = True  # a word that is none, reported before
            elif not self.last or record.score is not None:
                match.report(
                    "missing-key", "the key end is missing: how the round ended",
                    (record.line, 0), round=self.number,
                )  # fmt: skip
                result.broken = True
            return
        node = record.nodes["end"]
        if record.end in keys.STOPPED:
            if state.end is not None:
                self._wrong_end(result, f"the round ended as {state.end}, not {record.end}")
            return
        try:
            state.claim(record.end)
        except RuleError as error:
            match.report(error.code, error.message, node, round=self.number, length=len(record.end))
            result.broken = True
            return
        self._check_score(state, result)

    def _wrong_end(self, result: RoundAudit, message: str) -> None:
        self.match.report("wrong-end", message, self.record.nodes["end"], round=self.number)
        result.broken = True

    def _check_score(self, state: State, result: RoundAudit) -> None:
        record = self.record
        scores = state.scores()
        result.verified = None not in scores
        if record.score is not None:
            node = record.nodes["score"]
            assert isinstance(node, List)
            for seat, (said, true) in enumerate(zip(record.score, scores, strict=True)):
                if said is not None and true is not None and said != true:
                    self.match.report(
                        "wrong-score",
                        f"by the moves seat {seat + 1} has {true} points, not {said}",
                        node.items[seat], round=self.number, seat=seat + 1, length=len(str(said)),
                    )  # fmt: skip
        elif not self.last:
            self.match.report(
                "missing-key", "the key score is missing: the points of each seat",
                (record.line, 0), round=self.number,
            )  # fmt: skip
        result.scores = tuple(
            true if true is not None else said
            for true, said in zip(scores, record.score or scores, strict=True)
        )
        if state.unchecked:
            self._notice(
                "unchecked-moves",
                f"{state.unchecked} moves could be checked in part only: cards are not noted",
            )
        if not result.verified:
            self._notice("unverified-score", "the points cannot be verified: moves are not noted")

    def _check_sheet(self) -> None:
        """A round that is its score alone."""
        record, match = self.record, self.match
        if record.score is None:
            if not self.last:
                match.report(
                    "missing-key", "the key score is missing: the points of each seat",
                    (record.line, 0), round=self.number,
                )  # fmt: skip
            return
        if record.parts is not None:
            self._check_parts(record.parts)
        self._notice("score-sheet", "only the points are noted; they cannot be verified")

    def _check_parts(self, node: Scalar) -> None:
        """The points of each seat are the sum of their parts."""
        try:
            parts = self.notation.parse_parts(node.text, self.rules)
        except TextError as error:
            self._report(error.code, error.message, node, error.offset, error.length)
            return
        assert self.record.score is not None
        scores = self.record.nodes["score"]
        assert isinstance(scores, List)
        for seat, (values, score) in enumerate(zip(parts, self.record.score, strict=True)):
            known = [value for value in values if value is not None]
            if score is not None and len(known) == len(values) and sum(known) != score:
                self.match.report(
                    "wrong-score", f"the parts of seat {seat + 1} make {sum(known)}, not {score}",
                    scores.items[seat], round=self.number, seat=seat + 1, length=len(str(score)),
                )  # fmt: skip

    def _check_faults(self, node: Scalar) -> None:
        offset = 0
        for line in node.text.splitlines(keepends=True):
            if line.strip() and not _FAULT.fullmatch(line.strip()):
                self._report(
                    "bad-fault", "a fault is a line like `seat 2 move 14 time +151ms`",
                    node, offset, len(line.rstrip()),
                )  # fmt: skip
            offset += len(line)

    # Reports

    def _report(
        self, code: str, message: str, node: Scalar, offset: int, length: int,
        severity: Severity = "error", seat: int | None = None, move: int | None = None,
    ) -> None:  # fmt: skip
        self.match.report(
            code, message, node.place(offset), severity, max(length, 1),
            round=self.number, seat=seat, move=move,
        )  # fmt: skip

    def _notice(self, code: str, message: str) -> None:
        self.match.report(
            code, message, (self.record.line, 0), severity="notice", round=self.number
        )


def _check_totals(match: Match, result: Audit, game: Game) -> None:
    """Compare total and winners with the sums."""
    broken = any(checked.broken for checked in result.rounds)
    whole = not broken and len(result.rounds) == len(match.rounds)
    if match.total is not None and whole:
        node = match.nodes["total"]
        assert isinstance(node, List)
        for seat, (said, true) in enumerate(zip(match.total, result.total, strict=True)):
            if said is not None and true is not None and said != true:
                match.report(
                    "wrong-total",
                    f"the points of seat {seat + 1} sum to {true}, not {said}",
                    node.items[seat], seat=seat + 1, length=len(str(said)),
                )  # fmt: skip
    known = [points for points in result.total if points is not None]
    if result.over and len(known) == len(result.total) and not broken:
        result.winners = game.winners(known)
    if match.winners is not None and whole:
        node = match.nodes["winners"]
        if not result.over:
            if result.over is False:
                match.report(
                    "winners-before-end", "the match is not over, so nobody has won it yet", node
                )
        elif result.winners and tuple(sorted(match.winners)) != result.winners:
            true_winners = ", ".join(str(seat + 1) for seat in result.winners)
            match.report("wrong-winners", f"by the totals it is won by {true_winners}", node)
    if result.over is not True and not broken:
        match.report(
            "unfinished",
            f"the match is not over; rounds begun so far: {len(match.rounds)}",
            (0, 0),
            severity="notice",
        )


def _check_shuffle(match: Match, result: Audit, game: Game, rules: Rules) -> None:
    """Where seed and method are known: compare the deals with what they give."""
    shuffle = match.shuffle
    seed = shuffle.get("seed")
    node = match.nodes.get("shuffle")
    if seed is None or node is None:
        return
    salt, said = shuffle.get("salt"), shuffle.get("commitment")
    if salt is not None and said is not None and commitment(seed, salt) != said:
        match.report(
            "wrong-commitment", "seed and salt are not what the commitment was made of", node
        )
    if shuffle.get("algorithm") != ALGORITHM:
        return
    for index, checked in enumerate(result.rounds):
        if checked.deal is None or checked.record.deal is None:
            break  # which cards the next one is dealt from can depend on this one
        if _UNKNOWN.search(checked.record.deal.text):
            break  # what was not noted cannot be compared either
        if checked.broken:
            continue
        deal = game.deal(rules, result.past[:index], Shuffler(seed, index + 1))
        if deal != checked.deal:
            match.report(
                "seed-mismatch",
                "the seed gives other cards than those of this deal",
                checked.record.deal,
                round=index + 1,
            )


__all__ = ["Audit", "RoundAudit", "audit", "begin_round", "whole_moves"]
