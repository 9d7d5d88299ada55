"""What the records in a match file say.

`scan` reads a record that is written exactly as a run writes it, line by line
and without a parser, so that a run takes up a file of a million short matches
within half a minute; `read` takes any match, checks all of it, and needs fifty
times as long. `torn` knows the beginning of a record that was not written whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from notation.reader import read_part
from notation.stream import Chunk
from notation.yamltext import can_be_plain
from scoutcli.arena.plan import Pairing
from scoutcli.arena.record import ABANDONED

_LONGEST_HEAD = 10_000
"""What stands before the rounds is longer only where somebody means harm."""

_START = "---\nscoutcli: 1\ngame: "
_ROUNDS = "rounds:\n"
_NUMBERS = r"\[(-?[0-9]{1,9}(?:, -?[0-9]{1,9}){0,99})\]\n"
_LINES = r"(?:    [^\n]++\n)"
_SEATS = r"\[([1-9][0-9]{0,8}(?:, [1-9][0-9]{0,8}){0,99})\]\n"

_HEAD = re.compile(
    rf"{_START}([-_a-z0-9]++)\n"
    r"players:\n((?:- name: [^\n]++\n(?:  (?:bot|id): [^\n]++\n)*+)++)"
    r"(?:rules:\n((?:  [^\n]++\n)++))?"
    r"shuffle:\n  algorithm: ([^\n]++)\n  seed: ([^\n]++)\n"
    rf"pairing: ([a-z0-9 ]++)\n{_ROUNDS}"
)
_ROUND = re.compile(
    rf"- deal: \|\n{_LINES}++  moves: \|\n{_LINES}*+(?:  faults: \|\n({_LINES}++))?"
    rf"  end: ([-_a-z0-9]++)\n(?:  score: {_NUMBERS})?"
)
_CLOSE = re.compile(rf"total: {_NUMBERS}(?:winners: {_SEATS})?")
_PLAYER = re.compile(r"- name: ([^\n]+)\n(?:  bot: ([^\n]+)\n)?(?:  id: [^\n]+\n)?")
_OPTION = re.compile(r"  ([^\n:]+): ([^\n]+)\n")
_SIMPLE = re.compile(r"[A-Za-z0-9](?:[-+./_ A-Za-z0-9]*[-+./_A-Za-z0-9])?")
_QUOTED = re.compile(r'"([^"\\]*)"')
_FAULT = re.compile(r" *seat ([1-9][0-9]{0,2}) move [0-9]+ (\S+).*")

# Of a record that was not written whole, the lines that were.
_TORN_HEAD = re.compile(
    r"---\nscoutcli: 1\n(?:game: [^\n]++\n)?"
    r"(?:players:\n(?:- name: [^\n]++\n  bot: [^\n]++\n(?:  id: [^\n]++\n)?)*+"
    r"(?:- name: [^\n]++\n)?)?(?:rules:\n(?:  [^\n]++\n)*+)?"
    r"(?:shuffle:\n(?:  algorithm: [^\n]++\n)?(?:  seed: [^\n]++\n)?)?(?:pairing: ([^\n]++)\n)?"
)
_TORN_BODY = re.compile(
    rf"(?:- deal: \|\n|{_LINES}|  (?:moves|faults): [^\n]++\n|  end: [^\n]++\n"
    rf"|  score: {_NUMBERS})*+(?:(?<=\]\n)total: {_NUMBERS})?"
)
_RULE = "---"

Pairs = tuple[tuple[str, str], ...]


class Found(NamedTuple):
    """A match of a file: between whom, by which rules, and how it ended.

    `said` and `shuffle` are the keys under ``rules:`` and ``shuffle:`` with
    their values, as written; `pairing` is "" where there is none. `faults` are
    a seat from 0 and a reason each. A match with a `flaw`, a code of
    scoutcli-match(5), is no whole record of a run.
    """

    game: str
    said: Pairs
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    shuffle: Pairs
    pairing: str
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    faults: tuple[tuple[int, str], ...]
    abandoned: bool
    flaw: str = ""


class _UnusualError(Exception):
    """Something is not written as a run writes it."""


def scan(text: str) -> Found | None:
    """What a whole record says; None where it is not written exactly as a run writes it.

    Moves are not looked into, but the points must add up.
    """
    try:
        return _scan(text)
    except _UnusualError:
        return None


def _scan(text: str) -> Found:
    head = _HEAD.match(text)
    if head is None or head.end() > _LONGEST_HEAD:
        raise _UnusualError
    game, lines, options, algorithm, seed, pairing = head.groups()
    names, bots = _players(lines)
    scores, faults, abandoned, at = _rounds(text, head.end(), len(names))
    close = _CLOSE.fullmatch(text, at)
    if close is None or (close[2] is None) is not abandoned:
        raise _UnusualError
    winners = _seats(close[2]) if close[2] else ()
    if _numbers(close[1]) != _sums(scores, len(names)):
        raise _UnusualError
    if winners and max(winners) >= len(names):
        raise _UnusualError
    return Found(
        game,
        _options(options or ""),
        names,
        bots,
        (("algorithm", _text(algorithm)), ("seed", _text(seed))),
        pairing,
        scores,
        winners,
        faults,
        abandoned,
    )


_Rounds = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, str], ...], bool, int]


def _rounds(text: str, at: int, players: int) -> _Rounds:
    """Points and faults of the rounds from a place on, whether the last one was given up (or
    none was begun), and where they end.
    """
    scores: list[tuple[int, ...]] = []
    faults: tuple[tuple[int, str], ...] = ()
    abandoned = True
    while (found := _ROUND.match(text, at)) is not None:
        lines, end, score = found.groups()
        at = found.end()
        abandoned = end == ABANDONED
        if abandoned is not (score is None):
            raise _UnusualError
        if lines:
            faults += _faults(lines, players)
        if abandoned:
            break
        scores.append(_numbers(score))
        if len(scores[-1]) != players:
            raise _UnusualError
    return tuple(scores), faults, abandoned, at


def _sums(scores: Sequence[tuple[int, ...]], players: int) -> tuple[int, ...]:
    if len(scores) == 1:
        return scores[0]
    return tuple(sum(points[seat] for points in scores) for seat in range(players))


def _faults(lines: str, players: int) -> tuple[tuple[int, str], ...]:
    """Seats and reasons of the lines that tell of a fault at this table."""
    found = filter(None, map(_FAULT.match, lines.splitlines()))
    return tuple((seat, each[2]) for each in found if (seat := int(each[1]) - 1) < players)


# What comes again and again is read once; so it is in memory once, too.


@lru_cache(maxsize=4096)
def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(", ")))


@lru_cache(maxsize=4096)
def _seats(text: str) -> tuple[int, ...]:
    return tuple(number - 1 for number in _numbers(text))


@lru_cache(maxsize=4096)
def _players(lines: str) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
    """Names and bots."""
    found = _all(_PLAYER, lines)
    return (
        tuple(_text(name) for name, _ in found),
        tuple(None if bot is None else _text(bot) for _, bot in found),
    )


@lru_cache(maxsize=64)
def _options(lines: str) -> Pairs:
    return tuple((name, _text(value)) for name, value in _all(_OPTION, lines))


def _all(pattern: re.Pattern[str], lines: str) -> list[tuple[Any, ...]]:
    """What a pattern finds, again and again, up to the end of the lines."""
    found = list(pattern.finditer(lines))
    if sum(len(each[0]) for each in found) != len(lines):
        raise _UnusualError
    return [each.groups() for each in found]


@lru_cache(maxsize=256)
def _text(value: str) -> str:
    """The text for which a value stands, if it takes no parser to tell."""
    if _SIMPLE.fullmatch(value) or can_be_plain(value):
        return value
    if (quoted := _QUOTED.fullmatch(value)) is not None:
        return quoted[1]
    raise _UnusualError


def read(chunk: Chunk) -> Found | None:
    """What any match says, all of it checked; None where it is none, or of no known game."""
    part = read_part(chunk)
    match = part.match
    if match is None or match.game is None:
        return None
    abandoned = not match.rounds or match.rounds[-1].end == ABANDONED
    scores = tuple(
        tuple(points for points in record.score or () if points is not None)
        for record in match.rounds
        if record.end != ABANDONED
    )
    flaw = next((fault.code for fault in part.diagnostics if fault.severity == "error"), "")
    known = all(len(points) == len(match.players) for points in scores)
    if not known or match.total is None or (match.winners is None) is not abandoned:
        flaw = flaw or "unfinished"
    preset = (("preset", match.preset),) if match.preset is not None else ()
    lines = [record.faults.text for record in match.rounds if record.faults is not None]
    return Found(
        match.game.name,
        (*preset, *match.said.items()),
        tuple(match.names),
        tuple(player.bot for player in match.players),
        tuple(match.shuffle.items()),
        match.headers.get("pairing", ""),
        scores,
        match.winners or (),
        _faults("\n".join(lines), len(match.players)),
        abandoned,
        flaw,
    )


def torn(text: str) -> tuple[int, str] | None:
    """Where in a text, the end of a file, a record begins that was not written whole.

    With it, its pairing, or "" where it ends before that. The text holds at
    most one whole match. None where it ends with anything but the beginning of
    a record of a run. After a machine went down, NUL characters may follow.
    """
    written = text.rstrip("\0")
    if _START.startswith(written):
        return 0, ""
    end = written.rfind("\n") + 1
    pairing = _torn(written[:end])
    if pairing is not None:
        return 0, pairing
    if end < len(text) and _RULE.startswith(written[end:]):
        return end, ""
    return None


def _torn(lines: str) -> str | None:
    """The pairing of a record of which only these lines were written, or ""; None if it is none."""
    head, rounds, body = lines.partition(f"\n{_ROUNDS}")
    found = _TORN_HEAD.fullmatch(f"{head}\n" if rounds else head)
    if found is None:
        return None
    pairing = found[1] if found[1] and Pairing.numbers(found[1]) else ""
    if rounds and not (pairing and _TORN_BODY.fullmatch(body)):
        return None
    return pairing
