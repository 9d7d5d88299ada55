"""A match printed: its header, its moves in words, the positions where rounds begin and end."""

from __future__ import annotations

from collections.abc import Iterator

from games.options import Option
from notation.diagnostics import printable
from notation.match import Match
from notation.reader import Part
from scoutcli.results.facts import totals
from scoutcli.viewer.walk import Told, Walk

_NUMBER = 5
_WORD = 16
_NOTE = " " * (_NUMBER + 2)


def match_lines(part: Part, seat: int | None, rounds: range | None = None) -> Iterator[str]:
    """A whole match, or those of its rounds (from 0)."""
    match, audit = part.match, part.audit
    if match is None:
        return
    yield from header_lines(match)
    if audit is None:
        return
    for index in range(len(audit.rounds)):
        if rounds is None or index in rounds:
            yield ""
            yield from round_lines(Walk(audit, index, seat))
    if rounds is None and audit.rounds and not match.loose:
        yield ""
        yield from result_lines(part)


def header_lines(match: Match) -> Iterator[str]:
    """What stands before the rounds, a fact a line."""
    game = match.game.title if match.game is not None else "a match of no known game"
    yield f"{printable(match.file)}, match {match.index}: {game}"
    for key, text in match.headers.items():
        yield f"{key}: {printable(text)}"
    for number, player in enumerate(match.players, 1):
        about = [text for text in (player.bot, player.team) if text]
        more = f" ({printable(', '.join(about))})" if about else ""
        yield f"seat {number}: {printable(player.name)}{more}"
    if match.rules is not None and (changed := match.rules.changed()):
        rules = ", ".join(f"{name} {Option.write(value)}" for name, value in changed.items())
        yield f"rules: {rules}"
    if match.practice:
        yield "for practice: moves were taken back, or a hint was used"


def round_lines(walk: Walk) -> Iterator[str]:
    """A round: the position at its start, its moves, the position at its end, its points."""
    yield round_title(walk)
    for depth, note in walk.notes():
        yield f"{'  ' * (depth + 1)}{note}"
    for line in walk.lines(0):
        yield f"  {line}"
    made = 0
    for told in walk.told():
        if not made:
            yield ""
        made += 1
        yield from told_lines(told)
    if made:
        yield ""
        for line in walk.lines(made):
            yield f"  {line}"
    outcome = walk.outcome()
    if outcome:
        yield f"  {outcome}"


def round_title(walk: Walk) -> str:
    """The heading of a round."""
    known = "" if walk.playable else ": only the points are noted"
    if walk.audit.rounds[walk.index].broken and not walk.playable:
        known = ": the deal is at fault"
    return f"Round {walk.number}{known}"


def told_lines(told: Told) -> Iterator[str]:
    """A move with its sentence, and what was noted on it."""
    number = "" if told.number is None else f"{told.number}."
    text = " ".join(filter(None, (told.text, told.marks)))
    yield f"{number:>{_NUMBER}} {text:<{_WORD}} {told.sentence}".rstrip()
    for depth, note in told.notes:
        yield f"{_NOTE}{'  ' * depth}{note}"


def result_lines(part: Part) -> Iterator[str]:
    """Totals and who has won."""
    match, audit = part.match, part.audit
    assert match is not None and audit is not None
    names = [printable(name) for name in match.names]
    ended = [checked.scores for checked in audit.rounds if checked.ended]
    said = ", ".join(
        f"{name} {'x' if points is None else points}"
        for name, points in zip(names, totals(ended, len(names)), strict=True)
    )
    yield f"Total: {said}"
    if audit.winners:
        yield f"Won by {' and '.join(names[seat] for seat in audit.winners)}"
    elif not audit.over:
        yield "The match is not over"
