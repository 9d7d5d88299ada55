"""The end of a match file that is not over: how much of it was written whole.

Whatever its program was doing when it died, the file ends with the beginning of
one write of `notation.recorder`: that beginning is cut away, and nothing else
ever is. So a match can be gone on with after any byte that was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from games.errors import RuleError
from notation import keys, match
from notation.audit import Audit
from notation.diagnostics import printable
from notation.reader import Part, read_part
from notation.recorder import numbers
from notation.stream import Chunk
from notation.tokens import read_moves

_ROUNDS = re.compile(r"^rounds: *\n", re.MULTILINE)
_ROUND = re.compile(r"^- ", re.MULTILINE)
_MOVES_KEY = "  moves: |\n"
_MOVES = re.compile(rf"^{re.escape(_MOVES_KEY)}", re.MULTILINE)
_DEAL_LINES = re.compile(r"- deal: \|\n(?:    [^\n]*\n)*")
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Whole:
    """As much of a match as was written whole: the part that stays, its length in characters,
    and what has to be written behind it before the match can go on.
    """

    part: Part
    size: int
    missing: str = ""


class Tail:
    """Finds how much of the text of a match was written whole."""

    def __init__(self, path: Path, chunk: Chunk) -> None:
        self.path = path
        self.chunk = chunk
        self.text = chunk.text

    def whole(self) -> Whole:
        """What stays. Raises RuleError where the match cannot go on behind it."""
        text = self.text
        head = _ROUNDS.search(text)
        if head is None:
            self._sound(self._read(len(text)))
            raise RuleError(
                "nothing-played",
                f"nothing was played in {name_of(self.path)} (its last line is not `rounds:`): "
                "begin a new match",
            )
        starts = [found.start() for found in _ROUND.finditer(text, head.end())]
        if not starts:
            if text[head.end() :].strip(" \n") not in ("", "-"):
                raise self._behind(text[head.end() :])
            return self._stays(head.end())
        moves = _MOVES.search(text, starts[-1])
        if moves is None:
            return self._without_moves(starts[-1])
        end = _block_end(text, moves.end())
        if end == len(text):
            size = _whole_words(text, moves.end())
            whole = self._stays(size)
            over = whole.part.audit is not None and _ended(whole.part.audit)
            # A space promised another move of this lap; then the end of the round came.
            return replace(whole, size=size - 1) if over and text[size - 1] == " " else whole
        return self._ended(end)

    def _without_moves(self, start: int) -> Whole:
        """The last round, from `start` on, has no moves: a deal, torn or not, or its points."""
        size, tail = len(self.text), self.text[start:]
        part = self._read(size)
        if not part.faulty and tail.endswith("\n"):
            assert part.match is not None
            record = part.match.rounds[-1]
            if record.score is not None:
                return self._stays(size)
            if record.deal is not None and set(record.nodes) <= {"deal", "starter"}:
                return replace(self._stays(size), missing=_MOVES_KEY)
        above, _, line = tail.rpartition("\n")
        in_deal = _DEAL_LINES.fullmatch(f"{above}\n") and (
            not line.strip(" ") or line.startswith("    ") or _MOVES_KEY.startswith(line)
        )
        if in_deal or "- deal: |\n".startswith(tail):
            return self._stays(start)
        self._sound(part)
        raise self._behind(tail)

    def _ended(self, end: int) -> Whole:
        """Something stands behind the moves of the last round, which end at `end`."""
        played = self._read(end)
        state = played.audit.rounds[-1].state if played.audit and played.audit.rounds else None
        rest = self.text[end:]
        if not played.faulty and state is not None and state.end is not None:
            ending = f"  end: {state.end}\n  score: {numbers(state.scores())}\n"
            if ending.startswith(rest) and rest != ending:
                return self._stays(end)
            if rest.startswith(ending) and rest != ending:
                size = end + len(ending)
                closing, rest = self._closing(size), self.text[size:]
                if rest == "-" or (closing.startswith(rest) and rest != closing):
                    return self._stays(size)
        whole = self._read(len(self.text))
        self._sound(whole)
        assert whole.match is not None and whole.match.game is not None
        end_word = whole.match.rounds[-1].end
        if end_word in keys.STOPPED:
            raise RuleError(
                "round-stopped",
                f"the last round in {name_of(self.path)} was ended as {end_word}: take out that "
                "line, and what follows it, to go on",
            )
        if end_word is None:
            raise self._behind(rest)
        return self._stays(len(self.text))

    def _closing(self, size: int) -> str:
        """The lines behind the last round if the match was over there; else nothing."""
        audit = self._read(size).audit
        if audit is None or not audit.over or not audit.winners:
            return ""
        winners = numbers([seat + 1 for seat in audit.winners])
        return f"total: {numbers(audit.total)}\nwinners: {winners}\n"

    def _stays(self, size: int) -> Whole:
        """So many characters stay, if the match can go on behind them."""
        part = self._read(size)
        self._sound(part)
        audit, record = part.audit, part.match
        assert audit is not None and record is not None
        if "winners" in record.nodes:
            raise RuleError("match-over", f"the match in {name_of(self.path)} is over")
        if list(record.nodes)[-1] != "rounds":
            raise self._behind(self.text[size:])
        past = audit.past if not in_round(audit) else audit.past[:-1]
        assert record.game is not None
        if None in record.game.totals(len(record.players), past):
            raise RuleError(
                "points-not-known",
                f"points of rounds before are not known in {name_of(self.path)}: note them first",
            )
        self._check_known(part)
        return Whole(part, size)

    def _check_known(self, part: Part) -> None:
        """Raise where the round to go on with has cards or moves that nobody noted."""
        assert part.audit is not None
        if not in_round(part.audit):
            return
        record = part.audit.rounds[-1].record
        moves = read_moves(record.moves.text).plays if record.moves is not None else []
        words = [play.text for play in moves]
        words += record.deal.text.split() if record.deal is not None else ["?"]
        if any("?" in word or "*" in word for word in words):
            raise RuleError(
                "cards-not-known",
                f"the last round in {name_of(self.path)} has cards or moves that nobody noted, "
                "so it cannot be played on",
            )
        if not _canonical_indent(record):
            raise not_canonical(self.path)

    def _read(self, size: int) -> Part:
        """The match as if the file ended after so many characters, which are whole."""
        text = self.text[:size]
        return read_part(replace(self.chunk, raw=text.encode(), text=text, terminated=True))

    def _sound(self, part: Part) -> None:
        """Raise RuleError where a part has errors."""
        for fault in part.diagnostics:
            if fault.severity == "error":
                raise RuleError(
                    "match-has-errors",
                    f"{fault.place()}: {printable(fault.message)} [{fault.code}]; a match with "
                    "errors cannot go on (scoutcli validate shows them all)",
                )
        if part.match is None or part.match.game is None or part.audit is None:
            raise RuleError("not-a-match-file", f"{name_of(self.path)} does not end with a match")

    def _behind(self, rest: str) -> RuleError:
        return RuleError(
            "behind-the-rounds",
            f"{name_of(self.path)} has {quoted(rest)} behind its rounds, where the match would go "
            "on: move it in front of `rounds:`, or take it out",
        )


def in_round(audit: Audit) -> bool:
    """Whether the last round there is has not come to its end."""
    return bool(audit.rounds) and not audit.rounds[-1].ended


def _ended(audit: Audit) -> bool:
    """Whether the moves of the last round end it, whatever the file says."""
    state = audit.rounds[-1].state if audit.rounds else None
    return state is not None and state.end is not None


def _block_end(text: str, start: int) -> int:
    """Where the block of moves that begins at `start` ends: the first line not indented so far."""
    while start < len(text):
        end = text.find("\n", start)
        line = text[start : len(text) if end < 0 else end]
        if line.strip(" ") and not line.startswith("    "):
            return start
        if end < 0:
            break
        start = end + 1
    return len(text)


def _whole_words(text: str, start: int) -> int:
    """The length of a text that ends with moves, without a last word that has no terminator."""
    line = text.rfind("\n") + 1
    size = len(text)
    if text[-1] not in " \n":
        size = max(text.rfind(" ") + 1, line)
    return max(size if text[line:size].strip() else line, start)


def _canonical_indent(record: match.RoundRecord) -> bool:
    """Whether moves stand where a recorder would write the next one."""
    node = record.moves
    return node is None or not node.text.strip() or node.indent == 4


def not_canonical(path: Path) -> RuleError:
    """The fault of a file that is right, but not laid out as a recorder would write on."""
    return RuleError(
        "not-canonical",
        f"{name_of(path)} is not in canonical form, so no move can be written behind it: "
        f"run scoutcli fmt --in-place on it first",
    )


def name_of(path: Path) -> str:
    """The name of a file, safe to print."""
    return printable(str(path))


def quoted(text: str) -> str:
    """A text of unknown origin, quoted, not too long, safe to print."""
    return repr(text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…")


def word_begins(text: str, index: int) -> int | None:
    """Where the word of that index begins in the round in play, its indentation before it.

    `text` is a match that its recorder has written up to its end. The length
    of the text where there are not so many words; None where no moves are there.
    """
    block = text.rfind("\n" + _MOVES_KEY)
    if block < 0:
        return None
    start = block + 1 + len(_MOVES_KEY)
    plays = read_moves(text[start:]).plays
    if index >= len(plays):
        return len(text)
    at = start + plays[index].offset
    line = text.rfind("\n", 0, at) + 1
    return at if text[line:at].strip() else line
