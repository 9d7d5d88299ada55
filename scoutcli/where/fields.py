"""What can be asked of a match: one table for the parser, the help and the manual.

The values of a field come from `scoutcli.results.facts.Facts` or, where a
field is `known_early`, from anything that has the same attributes before the
rounds are read (`scoutcli.logs.skim.Head`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from scoutcli.where.kinds import Choice, Date, Kind, Number, Text, Word

Values = Callable[[Any, Sequence[int]], Iterable[Any]]
"""The values of a field, given the facts of a match and the seats (from 0) that are asked for."""


class Field(NamedTuple):
    """A field: how its values are compared, what they are, and one line of help.

    `of_seats` says that each seat has values of its own.
    """

    name: str
    kind: Kind
    help: str
    values: Values
    known_early: bool = False
    of_seats: bool = False


def _header(name: str, kind: Kind, about: str) -> Field:
    def values(facts: Any, _: Sequence[int]) -> Iterator[str]:
        if name in facts.headers:
            yield facts.headers[name]

    return Field(name, kind, about, values, known_early=True)


def _yes(value: bool) -> tuple[str]:
    return ("yes" if value else "no",)


def _names(facts: Any, seats: Iterable[int]) -> Iterator[str]:
    """What somebody can be called: the name and, if there is one, the id."""
    for at in seats:
        seat = facts.seats[at]
        yield seat.name
        if seat.id:
            yield seat.id


def _bots(facts: Any, seats: Iterable[int]) -> Iterator[str]:
    """A program with its version, and without it; "" for a person."""
    for at in seats:
        seat = facts.seats[at]
        yield seat.bot
        if seat.program != seat.bot:
            yield seat.program


def _totals(facts: Any, seats: Iterable[int]) -> Iterator[int]:
    if facts.total:
        yield from (points for at in seats if (points := facts.total[at]) is not None)


def _places(facts: Any, seats: Iterable[int]) -> Iterator[int]:
    places = facts.places
    return (places[at] for at in seats) if places else iter(())


def _round_scores(facts: Any, seats: Sequence[int], number: int | None = None) -> Iterator[int]:
    for played in _rounds(facts, number):
        yield from (points for at in seats if (points := played.scores[at]) is not None)


def _round_ends(facts: Any, _: Sequence[int], number: int | None = None) -> Iterator[str]:
    return (played.end for played in _rounds(facts, number))


def _rounds(facts: Any, number: int | None) -> Sequence[Any]:
    """All rounds that have ended, or one of them, from 1."""
    rounds: Sequence[Any] = facts.rounds
    return rounds if number is None else rounds[number - 1 : number]


def _games() -> Iterable[str]:
    import games  # when an expression is read, not when help is shown

    return games.names()


def _statuses() -> Iterable[str]:
    from scoutcli.results.facts import STATUSES

    return STATUSES


YES = Word(lambda: ("yes", "no"))
"""The kind of what is so or is not: such a field may also stand alone."""

FIELDS = (
    Field("game", Word(_games), "the game", lambda facts, _: (facts.game,), known_early=True),
    _header("event", Text(), "the event"),
    _header("site", Text(), "where it was"),
    _header("date", Date(), "the day; `date = 2026-11` is any day of that month"),
    _header("table", Text(), "the table"),
    _header("stage", Text(), "the stage of the event"),
    _header("pairing", Text(), "the deal and the seating, of match runners"),
    Field(
        "players", Number(), "how many play",
        lambda facts, _: (len(facts.seats),), known_early=True,
    ),
    Field("player", Text(), "somebody's name or id", _names, known_early=True, of_seats=True),
    Field(
        "bot", Text(), 'the program, with or without its version; "" is a person',
        _bots, known_early=True, of_seats=True,
    ),
    Field(
        "team", Text(), "the team",
        lambda facts, seats: (facts.seats[at].team for at in seats),
        known_early=True, of_seats=True,
    ),
    Field(
        "seat", Number(), "the seat, from 1",
        lambda _, seats: (at + 1 for at in seats), known_early=True, of_seats=True,
    ),
    Field(
        "practice", YES, "whether moves were taken back or a hint was used",
        lambda facts, _: _yes(facts.practice), known_early=True,
    ),
    Field(
        "status", Word(_statuses), "finished, unfinished, forfeited or faulty",
        lambda facts, _: (facts.status,),
    ),
    Field(
        "verified", YES, "whether all points follow from moves",
        lambda facts, _: _yes(facts.verified),
    ),
    Field("rounds", Number(), "how many rounds have ended", lambda facts, _: (len(facts.rounds),)),
    Field("score", Number(), "somebody's points in the match", _totals, of_seats=True),
    Field("total", Number(), "the same", _totals, of_seats=True),
    Field("place", Number(), "somebody's place, 1 is best", _places, of_seats=True),
    Field(
        "winner", Text(), "the name or id of somebody who won",
        lambda facts, seats: _names(facts, (at for at in seats if at in facts.winners)),
        of_seats=True,
    ),
    Field(
        "faults", Number(), "how many faults of somebody's program are noted",
        lambda facts, seats: (facts.faults[at] for at in seats), of_seats=True,
    ),
    Field(
        "round.score", Number(), "somebody's points in a round; `round.2.score` in the second",
        _round_scores, of_seats=True,
    ),
    Field("round.end", Text(), "how a round ended; `round.2.end` for the second", _round_ends),
)  # fmt: skip
"""Every field but the options of the games, which are found by `field`."""

RULES = "rules."
OPTION_HELP = "an option of the game, as in `rules.flip = rotate`"

_BY_NAME = {field.name: field for field in FIELDS}
_NUMBERED = re.compile(r"round\.([1-9][0-9]{0,3})\.(score|end)")


def rows() -> tuple[tuple[str, str], ...]:
    """Every field with its help, for people."""
    return (*((field.name, field.help) for field in FIELDS), (f"{RULES}OPTION", OPTION_HELP))


def field(name: str) -> Field | None:
    """The field of that name; None if there is none."""
    if name.startswith(RULES):
        return _option(name)
    found = _NUMBERED.fullmatch(name)
    if found is None:
        return _BY_NAME.get(name)
    values = {"score": _round_scores, "end": _round_ends}[found[2]]
    return _BY_NAME[f"round.{found[2]}"]._replace(
        name=name, values=lambda facts, seats: values(facts, seats, int(found[1]))
    )


def names() -> list[str]:
    """The names that `field` knows, the options of all games included."""
    return [*_BY_NAME, *(f"{RULES}{option}" for option in _options())]


def _options() -> dict[str, None]:
    """The names of the options of all games."""
    import games

    return {option.name: None for name in games.names() for option in games.get(name).options}


def _option(name: str) -> Field | None:
    option = name.removeprefix(RULES)
    if option not in _options():
        return None

    def values(facts: Any, _: Sequence[int]) -> Iterator[str]:
        if option in facts.rules:
            yield facts.rules[option]

    return Field(name, Choice(option), OPTION_HELP, values, known_early=True)
