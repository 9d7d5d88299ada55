"""A match of a file, taken up where its record stops."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from games.deals import ALGORITHM
from games.errors import RuleError
from games.search.compiled import Notice
from notation import codec
from notation.audit import Audit, begin_round, whole_moves
from notation.diagnostics import printable
from notation.keys import STOPPED
from notation.layout import lines, written
from notation.nodes import Map
from notation.reader import Part, read_chunks, read_part
from notation.stream import Chunk
from notation.tokens import read_moves
from notation.writer import canonical
from notation.yamltext import entry
from scoutcli.engine.desk import Desk
from scoutcli.engine.line import Frame, Line, Place
from scoutcli.engine.record import Sheet, read_text
from scoutcli.files import no_match


def load(path: Path, number: int, fresh_seed: Callable[[], str], notice: Notice) -> Desk:
    """Match `number` of a file, from 1, in whatever state it is.

    What is still to be drawn comes from the file's seed, where it has one that
    this project can use, else from a fresh one. A last word that may be torn is
    left out, which `notice` is told. Raises OSError, and RuleError where there
    is no such match or it has errors.
    """
    found = _find(path, number)
    errors = [each for each in found.diagnostics if each.severity == "error"]
    if [each.code for each in errors] == ["torn-move"]:
        notice(f"Warning: {errors[0].message}")
        found, errors = _without_last_word(found.chunk), []
    if errors:
        fault = errors[0]
        raise RuleError(
            "match-has-errors", f"{fault.place()}: {printable(fault.message)} [{fault.code}]"
        )
    assert found.audit is not None
    text = canonical(found.audit, found.document)
    part = read_text(text, str(path))
    assert part.match is not None and part.audit is not None
    seed = part.match.shuffle.get("seed", "")
    if not seed or part.match.shuffle.get("algorithm") != ALGORITHM:
        seed = fresh_seed()
    in_play = _in_play(part.audit)
    past = part.audit.past[:-1] if in_play else part.audit.past
    line = _line(part.audit, seed) if in_play else None
    return Desk(_sheet(part, len(past)), seed, past, line, text)


def _in_play(audit: Audit) -> bool:
    """Whether the last round is one to go on with, if only by taking its last move back."""
    if not audit.rounds:
        return False
    last = audit.rounds[-1]
    return not last.ended or (last.state is not None and last.record.moves is not None)


def _find(path: Path, number: int) -> Part:
    """A match of a file. Raises OSError, and RuleError where there is none of that number."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise RuleError("not-a-file", f"{printable(str(path))} is no ordinary file")
    matches = 0
    with path.open("rb") as stream:
        for chunk in read_chunks(stream, str(path)):
            matches = chunk.index or matches
            if chunk.index == number:
                return read_part(chunk)
    if not matches:
        raise RuleError("no-match", no_match(str(path)).message)
    raise RuleError("no-such-match", f"there is no match {number}: the file has {matches}")


def _without_last_word(chunk: Chunk) -> Part:
    """The match as if its last word had not been begun."""
    whole = max(chunk.text.rfind(" "), chunk.text.rfind("\n")) + 1
    return read_part(replace(chunk, text=chunk.text[:whole], terminated=True))


def _sheet(part: Part, before: int) -> Sheet:
    """What the file says of the match and of so many of its rounds."""
    match = part.match
    assert match is not None and match.game is not None and match.rules is not None
    notation = codec.get(match.game.name)
    if match.loose:
        return Sheet(notation, match.rules, match.players, alone=True)
    return Sheet(
        notation,
        match.rules,
        match.players,
        match.headers,
        match.shuffle,
        match.practice,
        "".join(entry(name, node) for name, node in match.own.items()),
        _rounds(part, before),
    )


def _rounds(part: Part, before: int) -> str:
    """So many rounds as they stand in the canonical text."""
    assert part.match is not None and part.document is not None
    assert isinstance(part.document.root, Map)
    if not before:
        return ""
    records = part.match.rounds
    text = part.match.text.removesuffix("\n").split("\n")
    if before < len(records):
        end = records[before].line
    else:
        behind = [line for (line, _), _ in part.document.root.items.values()]
        end = min((line for line in behind if line > records[-1].line), default=len(text))
    return "".join(f"{line}\n" for line in text[records[0].line : end])


def _line(audit: Audit, seed: str) -> Line | None:
    """The last round, every move of it made again; None where it has neither deal nor moves."""
    index = len(audit.rounds) - 1
    checked, state = audit.rounds[index], begin_round(audit, index)
    if state is None or checked.state is None:
        return None
    match, record = audit.match, checked.record
    assert match.game is not None and match.rules is not None
    moves = read_moves(whole_moves(match, record) if record.moves is not None else "")
    place = Place(codec.get(match.game.name), match.rules, seed, audit.past[:index])
    place.starts = checked.state.starter
    place.resume(checked.deal, state)
    kept = {name: node for name, node in record.nodes.items() if name in ("starter", "faults")}
    keys = "".join(f"  {entry(name, node, 2)}" for name, node in (kept | record.own).items())
    start = record.deal is not None or record.position is not None
    notes = lines([], moves.notes)
    line = Line(place, Frame(start, notes=notes.strip(), keys=keys))
    for play in moves.plays:
        line.play_exact(play.text, known=False)
    # With the comments and the other lines of play that stand behind them.
    texts = map(written, moves.plays)
    for each in line.places:
        each.words = [next(texts) for _ in each.words]
    if record.end is not None and record.end not in STOPPED:
        line.state.claim(record.end)
        line.now.result = audit.past[-1]
    return line
