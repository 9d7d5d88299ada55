"""A match as rows of the tables: tuples in the order of `columns.TABLES`. None is not said."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from notation.audit import Audit, begin_round
from notation.diagnostics import TextError, printable
from notation.match import Match
from notation.tokens import Comment, Judgement, Moves, Note, Play, Variation, read_moves, split_seat
from scoutcli.data.columns import HEADERS, MATCHES, RECORD
from scoutcli.data.record import line_of
from scoutcli.results.facts import Facts, faults_in

Row = tuple[Any, ...]

_DAY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ].*)?", re.DOTALL)


def rows_of(
    facts: Facts, audit: Audit, found: Mapping[str, Any], tables: Collection[str]
) -> dict[str, list[Row]]:
    """The rows of a match in these tables; `found` is its object of JSON."""
    rows: dict[str, list[Row]] = {}
    if "matches" in tables:
        rows["matches"] = [_match(facts, audit, found)]
    if "rounds" in tables:
        rows["rounds"] = list(_rounds(facts, audit, found))
    if "moves" in tables:
        rows["moves"] = list(_moves(facts, audit, found))
    return rows


def told_of(match: Match) -> dict[str, Any]:
    """What a match says of itself, under the names `columns.TOLD`."""
    players = match.players
    return {
        "game": match.game.name if match.game is not None else None,
        "date": match.headers.get("date"),
        **{column.name: match.headers.get(column.name) for column in HEADERS},
        "names": match.names,
        "ids": _by_seat(player.id for player in players),
        "bots": _by_seat(player.bot for player in players),
        "teams": _by_seat(player.team for player in players),
    }


def _match(facts: Facts, audit: Audit, found: Mapping[str, Any]) -> Row:
    file, number = _place(facts)
    measured = facts.measured
    values = {
        "file": file,
        "match": number,
        "line": facts.line,
        "identity": facts.identity,
        **told_of(audit.match),
        "day": day(audit.match.headers.get("date")),
        "practice": facts.practice,
        "players": len(facts.seats),
        "rules": dict(facts.rules),
        "status": facts.status,
        "verified": facts.verified,
        "rounds": len(facts.rounds),
        "total": list(facts.total) or None,
        "places": list(facts.places) or None,
        "winners": [seat + 1 for seat in facts.winners] or None,
        "faults": list(facts.faults) or None,
        "choices": [each.choices for each in measured] or None,
        "lost": [each.lost for each in measured] or None,
        "luck": [each.luck for each in measured] or None,
        RECORD.name: line_of(found),
    }
    return tuple(values[column.name] for column in MATCHES)


def _place(facts: Facts) -> tuple[str, int]:
    """What a match is known by in every table. A name of a file may hold what is no text."""
    return printable(facts.file), facts.number


def _by_seat(texts: Iterable[str | None]) -> list[str | None] | None:
    """What is said of each seat; None where nothing is said of any."""
    said = [text or None for text in texts]
    return said if any(said) else None


def day(text: str | None) -> date | None:
    """The day that a text is or begins with, as 2026-11-30 or 2026-11-30 20:15."""
    written = _DAY.fullmatch(text or "")
    try:
        return date.fromisoformat(written[1]) if written else None
    except ValueError:
        return None


def _rounds(facts: Facts, audit: Audit, found: Mapping[str, Any]) -> Iterator[Row]:
    totals: list[int | None] = [0] * len(facts.seats)
    for index, said in enumerate(_said(audit, found)):
        checked, past = audit.rounds[index], audit.past[index]
        moves = read_moves(said["moves"]) if "moves" in said else None
        made = None if moves is None else _made(moves, _choices(audit, index))
        faults = faults_in(said.get("faults", ""), len(facts.seats))
        luck = _reals(_values(moves.notes if moves else ()).get("luck"), len(facts.seats))
        dealt = _dealt(said.get("deal", ""))
        for seat, who in enumerate(facts.seats):
            score, total = checked.scores[seat], totals[seat]
            totals[seat] = None if score is None or total is None else total + score
            yield (
                *_place(facts),
                index + 1,
                seat + 1,
                facts.game,
                who.name,
                who.bot or None,
                who.team or None,
                score,
                totals[seat],
                checked.ended,
                said.get("end"),
                checked.verified,
                _is(seat, past.starter),
                _is(seat, past.ender),
                dealt.get(seat + 1),
                None if made is None else made[seat],
                faults[seat],
                luck[seat] if luck else None,
            )


def _is(seat: int, who: int | None) -> bool | None:
    """Whether it is this seat; None where nobody knows who it is."""
    return None if who is None else who == seat


def _said(audit: Audit, found: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """What the file says of each round."""
    rounds: Sequence[Mapping[str, Any]] = found.get("rounds", ())
    return rounds[: len(audit.rounds)]


def _dealt(deal: str) -> dict[int, str]:
    """The cards of each seat, from 1: every notation has a line ``2: …`` for seat 2."""
    lines = (line.partition(":") for line in deal.splitlines())
    return {int(seat): cards.strip() for seat, _, cards in lines if seat.isdecimal()}


def _choices(audit: Audit, index: int) -> int:
    """How many opening choices stand before the moves of a round."""
    state = begin_round(audit, index)
    return state.players if state is not None and state.opening else 0


def _made(moves: Moves, choices: int) -> Counter[int]:
    """How many moves each seat made, opening choices not counted."""
    seats = [seat for seat, _ in map(_read, moves.plays) if seat is not None]
    return Counter(seats[choices:])


def _read(play: Play) -> tuple[int | None, str]:
    """Seat and text of a play."""
    try:
        return split_seat(play.text)
    except TextError:  # what is in canonical form has been read before
        return None, play.text


def _moves(facts: Facts, audit: Audit, found: Mapping[str, Any]) -> Iterator[Row]:
    for index, said in enumerate(_said(audit, found)):
        if "moves" not in said:
            continue
        choices = _choices(audit, index)
        chosen = number = 0
        for step, play in enumerate(read_moves(said["moves"]).plays, 1):
            seat, text = _read(play)
            kind = "chance" if seat is None else "choice" if chosen < choices else "move"
            chosen += kind == "choice"
            number += kind == "move"
            values = _values(play.notes)
            yield (
                *_place(facts),
                index + 1,
                step,
                number if kind == "move" else None,
                kind,
                None if seat is None else seat + 1,
                None if seat is None else facts.seats[seat].name,
                text,
                next((note.mark for note in play.notes if isinstance(note, Judgement)), None),
                _words(play.notes) or None,
                sum(isinstance(note, Variation) for note in play.notes),
                _real(values.get("eq")),
                _real(values.get("loss")),
                _reals(values.get("luck"), len(facts.seats)),
                values or None,
            )


def _comments(notes: Iterable[Note]) -> Iterator[Comment]:
    return (note for note in notes if isinstance(note, Comment))


def _words(notes: Iterable[Note]) -> str:
    """What people wrote."""
    return " ".join(filter(None, (comment.words() for comment in _comments(notes))))


def _values(notes: Iterable[Note]) -> dict[str, str]:
    """The values for programs by name; of several the first counts."""
    found: dict[str, str] = {}
    for comment in _comments(notes):
        for name, value in comment.values():
            found.setdefault(name, value)
    return found


def _real(text: str | None) -> float | None:
    """A number as it is written in a value; None where it is none."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _reals(text: str | None, count: int) -> list[float] | None:
    """As many numbers; None where something else is written."""
    values = [value for value in map(_real, (text or "").split()) if value is not None]
    return values if len(values) == count and len((text or "").split()) == count else None
