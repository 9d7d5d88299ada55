"""A round as a viewer needs it: its moves in words, its laps, and the places worth going to.

A *place* is how many plays have been made, chance and opening choices counted
too: 0 is before the first, ``len(moves)`` behind the last that can be made.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property

from notation.diagnostics import Diagnostic
from notation.replay import CHANCE
from scoutcli.viewer.walk import Told, Walk

POOR, VERY_GOOD, VERY_POOR = 2, 3, 4
TURNING = frozenset({POOR, VERY_GOOD, VERY_POOR})
"""The judgements ?, !! and ??: what the mover might have been proud of, or sorry for."""
MOST_SWINGS = 3
"""So many of the largest losses, and of the largest changes of equity, are turning points."""


class Chapter:
    """One round of a match, as all is known of it or as one seat knew it."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.moves: list[Told] = list(walk.told())
        self._numbers = list(_numbers(self.moves))

    @property
    def last_move(self) -> int:
        """The number of the last move of the round; 0 where there is none."""
        return self._numbers[-1]

    def move_at(self, made: int) -> int:
        """The number of the last move that has been made; 0 before the first."""
        return self._numbers[made]

    def listed(self, made: int) -> int:
        """How many moves may be listed at a place: where one seat looks, those made so far."""
        return len(self.moves) if self.walk.seat is None else made

    def made_at(self, number: int) -> int | None:
        """The place where the move of that number has been made; None: there is no such."""
        return made_at(self.moves, number)

    @cached_property
    def laps(self) -> list[range]:
        """The moves of each lap of the table, by index: first the opening choices, if there are
        any, then a lap from each turn of the starter on.
        """
        if not self.moves:
            return []
        starts = [0]
        starter = before = None
        behind_chance = None
        for at, told in enumerate(self.moves):
            if told.seat == CHANCE:  # stands before the move that needed it
                behind_chance = at if behind_chance is None else behind_chance
                continue
            begin = at if behind_chance is None else behind_chance
            behind_chance = None
            if told.number is None:
                continue
            if starter is None:
                starter = told.seat
                starts.append(begin)
            elif told.seat == starter != before:
                starts.append(begin)
            before = told.seat
        starts = sorted(set(starts))
        return [range(a, b) for a, b in zip(starts, [*starts[1:], len(self.moves)], strict=True)]

    def lap_of(self, made: int) -> int:
        """The index of the lap in which a place lies; what is before the first move is in it."""
        at = max(made - 1, 0)
        return next((index for index, lap in enumerate(self.laps) if at in lap), 0)

    # Places worth going to, in their order

    @cached_property
    def captures(self) -> list[int]:
        """Behind the moves that captured cards, cleared a line, or the like."""
        return [at for at, told in enumerate(self.moves, 1) if told.captures]

    @cached_property
    def remarks(self) -> list[int]:
        """Behind the moves with a comment, a judgement or a variation, and where errors are."""
        places = {at for at, told in enumerate(self.moves, 1) if told.notes or told.marks}
        if self.walk.notes():
            places.add(0)
        return sorted(places | set(self.faults))

    @cached_property
    def turning_points(self) -> list[int]:
        """Behind the moves judged ?, ?? or !!, and those that cost or changed most.

        `[%loss x]` in a comment is what a move gave away against the best one,
        `[%eq x]` what its seat could expect behind it.
        """
        places = {at for at, told in enumerate(self.moves, 1) if TURNING & set(told.judged)}
        losses = [(at, value) for at, _, value in self._values("loss")]
        return sorted(places | _largest(losses) | _largest(list(self._swings())))

    def _swings(self) -> Iterator[tuple[int, float]]:
        """How far what a seat could expect has changed since its last comment of that kind."""
        before: dict[int, float] = {}
        for at, seat, value in self._values("eq"):
            if seat in before:
                yield at, abs(value - before[seat])
            before[seat] = value

    def _values(self, wanted: str) -> Iterator[tuple[int, int, float]]:
        """Place, seat and value of every comment that has a number under this name."""
        for at, told in enumerate(self.moves, 1):
            for name, text in told.values:
                value = _number(text) if name == wanted else None
                if value is not None:
                    yield at, told.seat, value

    @cached_property
    def faults(self) -> dict[int, list[Diagnostic]]:
        """The errors of the round, by place."""
        found: dict[int, list[Diagnostic]] = {}
        for fault in self.walk.faults():
            at = self.made_at(fault.move) if fault.move is not None else None
            found.setdefault(len(self.moves) if at is None else at, []).append(fault)
        return found

    def places_of(self, text: str) -> list[int]:
        """Where a text stands in a move, its sentence or its notes; case does not matter."""
        wanted = text.casefold()
        places = [
            at for at, told in enumerate(self.moves, 1) if wanted in searchable(told).casefold()
        ]
        head = " ".join(note for _, note in self.walk.notes())
        return [0, *places] if wanted in head.casefold() else places


def searchable(told: Told) -> str:
    """All that is told of a move."""
    return " ".join([told.text, told.marks, told.sentence, *(note for _, note in told.notes)])


def made_at(moves: list[Told], number: int) -> int | None:
    """How many plays have been made when the move of that number has; None: there is no such.

    0 is before the first move: the opening choices have been made, and nothing else.
    """
    if not number:
        return next((at for at, told in enumerate(moves) if told.number), len(moves))
    return next((at for at, told in enumerate(moves, 1) if told.number == number), None)


def _numbers(moves: list[Told]) -> Iterator[int]:
    """The number of the last move at each place."""
    number = 0
    yield number
    for told in moves:
        number = told.number or number
        yield number


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _largest(values: list[tuple[int, float]]) -> set[int]:
    """The places of the few largest values above nothing."""
    above = sorted((pair for pair in values if pair[1] > 0), key=lambda pair: -pair[1])
    return {at for at, _ in above[:MOST_SWINGS]}
