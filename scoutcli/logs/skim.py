"""What a match says before its rounds: read off a canonical head, or by the full reader.

Matches that this program wrote have a head of one form, which a pattern reads
some fifty times as fast as YAML is read. Whatever is written otherwise, at its
head or at the first column of any line below, is read as everything else is;
so the answer is always that of the reader.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import games
from games.errors import RuleError
from games.options import Option
from notation import codec, loose
from notation.document import parse
from notation.match import Match, build
from notation.reader import Part
from notation.stream import Chunk
from notation.yamltext import can_be_plain
from scoutcli.results.facts import Seat, facts_of


class Head(NamedTuple):
    """What a match says before its rounds; as in `scoutcli.results.facts.Facts`.

    `written` is how many rounds stand there. Of a match that is no proper YAML
    it may count rounds that a reader does not come to.
    """

    game: str
    headers: Mapping[str, str]
    seats: tuple[Seat, ...]
    rules: Mapping[str, str]
    practice: bool
    written: int


def head_of(chunk: Chunk) -> Head:
    """The head of the match of a chunk (`chunk.readable`)."""
    if not chunk.loose:
        try:
            return _quick(chunk.text)
        except _UnusualError:
            pass
    return full_head(chunk)


def full_head(chunk: Chunk) -> Head:
    """The same by the full reader, which only leaves out to play the moves."""
    match = Match(chunk.name, chunk.index, chunk.line, chunk.text)
    if chunk.loose:
        loose.build(match)
    elif chunk.text:
        document = parse(chunk.text)
        match.complete = document.complete
        if document.root is not None or document.complete:
            build(match, document.root)
    facts, _ = facts_of(Part(chunk, match))
    assert facts is not None  # it is readable
    return Head(
        facts.game, facts.headers, facts.seats, facts.rules, facts.practice, len(match.rounds)
    )


# The quick way

_LINE = r"[^\n]+\n"
_HEAD = re.compile(
    r"(?:(?:#[^\n]*+)?\n)*+(?:---\n)?scoutcli: 1\n"
    rf"game: ({_LINE})"
    rf"((?:(?:event|site|date|table|stage): {_LINE})*+)"
    rf"players:\n((?:- name: {_LINE}(?:  (?:bot|team|id): {_LINE})*+)++)"
    rf"(?:rules:\n((?:  [a-z_]++: {_LINE})++))?"
    rf"(?:shuffle:\n((?:  [a-z]++: {_LINE})++))?"
    rf"((?:pairing: {_LINE})?)"
    r"(?:practice: (yes|no)\n)?"
    rf"((?:x-[a-z0-9-]++: {_LINE})*+)"
    r"(?:rounds:\n|\Z)"
)
_PAIR = re.compile(r"(- | *)([a-z0-9_-]+): ([^\n]+)\n")
_QUOTED = re.compile(r'"([^"\\]*)"')
# Below `rounds:` a line at the first column is an item or one of these, and no key comes twice.
_ODD = re.compile(
    r"\n(?![ \n]|- [a-z]|\Z|(?:total|winners): \[[-0-9x, ]*\]\n|x-[a-z0-9-]{1,60}: [-.\w ]+\n)"
)
_ITEM = "\n- "


class _UnusualError(Exception):
    """The match is not written as this program writes it."""


def _quick(text: str) -> Head:
    found = _HEAD.match(text)
    if found is None:
        raise _UnusualError
    start = found.end() - 1  # the line end before the first round
    if _ODD.search(text, start):
        raise _UnusualError
    name, headers, players, rules, shuffle, pairing, practice, own = found.groups()
    seats = _seats(players)
    _pairs((shuffle or "") + own)  # raises where a value goes on in the next line
    said = dict(_pairs(headers + pairing))
    if len(said) != (headers + pairing).count("\n"):
        raise _UnusualError
    game, options = _rules(_value(name[:-1]), len(seats), rules or "")
    return Head(game, said, seats, options, practice == "yes", text.count(_ITEM, start))


@lru_cache(maxsize=1024)
def _seats(lines: str) -> tuple[Seat, ...]:
    """The players of the lines below ``players:``."""
    seats: list[dict[str, str]] = []
    for dash, key, text in _PAIR.findall(lines):
        if dash == "- ":
            seats.append({})
        if key in seats[-1]:
            raise _UnusualError
        seats[-1][key] = _value(text)
    return tuple(Seat(**seat) for seat in seats)


@lru_cache(maxsize=1024)
def _rules(name: str, players: int, lines: str) -> tuple[str, dict[str, str]]:
    """The game, and every option of it; as the reader finds them."""
    said: dict[str, object] = dict(_pairs(lines))
    preset = said.pop("preset", None)
    try:
        game = games.get(name)
        codec.get(name)
    except RuleError as error:
        raise _UnusualError from error  # not remembered: a game can become known
    if players not in game.players:
        return "", {}
    try:
        rules, _ = game.rules(players, said, None if preset is None else str(preset))
    except RuleError:
        return game.name, {}
    return game.name, {option: Option.write(value) for option, value in rules.items()}


def _pairs(lines: str) -> list[tuple[str, str]]:
    """The keys and values of lines."""
    return [(key, _value(text)) for _, key, text in _PAIR.findall(lines)]


@lru_cache(maxsize=4096)
def _value(text: str) -> str:
    """The text that a value on one line means."""
    quoted = _QUOTED.fullmatch(text)
    if not text.isprintable() or (quoted is None and not can_be_plain(text)):
        raise _UnusualError
    return text if quoted is None else quoted[1]
